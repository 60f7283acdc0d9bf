"""Cached access to the data files of the package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from retro_pyramid.formats.pictures.bgi import decode_stacked_picture
from retro_pyramid.machine.speaker import Tune, parse_tunes
from retro_pyramid.machine.video import Image, image_from_pixels
from retro_pyramid.resources import read_asset_bytes, read_asset_text
from retro_pyramid.rules.transcript import parse_transcript

if TYPE_CHECKING:
    from retro_pyramid.rules.transcript import Transcript
    from retro_pyramid.solver.daily_search import DailyTable


@cache
def load_tunes() -> Mapping[str, Tune]:
    """Return all tunes by name."""
    return parse_tunes(read_asset_text("tunes.txt"))


def load_help_text(edition_id: str) -> str:
    """Return the help of an edition, as mark-up."""
    return read_asset_text(f"{edition_id}.help")


def load_demo(edition_id: str, demo_number: int = 0) -> Transcript:
    """Return a recorded demo of an edition: 0 is a whole game, from 1 on each teaches one thing.

    After the last one, the first of these follows again.
    """
    games = read_asset_text("demos/round.txt").split("\n\n") if demo_number else []
    own_games = [game for game in games if f"\nedition {edition_id}\n" in game]
    return parse_transcript(
        own_games[(demo_number - 1) % len(own_games)]
        if own_games
        else read_asset_text(f"demos/{edition_id}.txt")
    )


def load_article(name: str) -> str:
    """Return an article of the magazine by its file name."""
    return read_asset_text(f"articles/{name}.txt")


@cache
def load_packed_image(path_stem: str, planes: int = 4) -> Image:
    """Return a packed picture by its path without extension; `planes` is 2 for those of a CGA."""
    picture_data = decode_stacked_picture(read_asset_bytes(f"{path_stem}.BGI"), planes)
    return image_from_pixels(picture_data.width, picture_data.height, picture_data.pixels)


def load_magazine_picture(name: str) -> Image:
    """Return a picture of the magazine."""
    return load_packed_image(f"pages/{name}")


@cache
def load_magazine_text_picture(name: str) -> list[str]:
    """Return a picture of the magazine as lines of characters."""
    return read_asset_text(f"pages/{name}.txt").splitlines()


@cache
def load_daily_table() -> DailyTable:
    """Return the precomputed table of daily deals."""
    from retro_pyramid.solver.daily_search import DailyTable

    return DailyTable(read_asset_bytes("days.bin"))
