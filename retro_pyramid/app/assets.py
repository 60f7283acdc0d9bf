"""Cached access to the data files of the package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from retro_pyramid.formats.pictures.bgi import decode_pile
from retro_pyramid.machine.speaker import Tune, parse_tunes
from retro_pyramid.machine.video import Image, image_from_pixels
from retro_pyramid.resources import asset_bytes, asset_text
from retro_pyramid.rules.transcript import parse_transcript

if TYPE_CHECKING:
    from retro_pyramid.rules.transcript import Transcript
    from retro_pyramid.solver.daily_search import DayTable


@cache
def tunes() -> Mapping[str, Tune]:
    """Return all tunes by name."""
    return parse_tunes(asset_text("tunes.txt"))


def help_text(program: str) -> str:
    """Return the help of an edition, as mark-up."""
    return asset_text(f"{program}.help")


def demonstration(program: str, number: int = 0) -> Transcript:
    """Return a recorded demo of an edition: 0 is a whole game, from 1 on each teaches one thing.

    After the last one, the first of these follows again.
    """
    games = asset_text("demos/round.txt").split("\n\n") if number else []
    own_games = [game for game in games if f"\nedition {program}\n" in game]
    return parse_transcript(
        own_games[(number - 1) % len(own_games)] if own_games else asset_text(f"demos/{program}.txt")
    )


def article(name: str) -> str:
    """Return an article of the magazine by its file name."""
    return asset_text(f"articles/{name}.txt")


@cache
def image(name: str, planes: int = 4) -> Image:
    """Return a packed picture by its path without extension; `planes` is 2 for those of a CGA."""
    picture_data = decode_pile(asset_bytes(f"{name}.BGI"), planes)
    return image_from_pixels(picture_data.width, picture_data.height, picture_data.pixels)


def picture(name: str) -> Image:
    """Return a picture of the magazine."""
    return image(f"pages/{name}")


@cache
def sketch(name: str) -> list[str]:
    """Return a picture of the magazine as lines of characters."""
    return asset_text(f"pages/{name}.txt").splitlines()


@cache
def days() -> DayTable:
    """Return the precomputed table of daily deals."""
    from retro_pyramid.solver.daily_search import DayTable

    return DayTable(asset_bytes("days.bin"))
