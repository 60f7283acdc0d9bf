"""What is packaged with the program, as screens use it, each thing read once."""

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
    """Return every tune by its name."""
    return parse_tunes(asset_text("tunes.txt"))


def help_text(program: str) -> str:
    """Return the help of a program, as mark-up."""
    return asset_text(f"{program}.help")


def demonstration(program: str, number: int = 0) -> Transcript:
    """Return the recorded game that teaches a program; from 1 on, round and round, those that teach one thing each."""
    games = asset_text("demos/round.txt").split("\n\n") if number else []
    mine = [game for game in games if f"\nedition {program}\n" in game]
    return parse_transcript(mine[(number - 1) % len(mine)] if mine else asset_text(f"demos/{program}.txt"))


def article(name: str) -> str:
    """Return an article of the magazine by its file's name."""
    return asset_text(f"articles/{name}.txt")


@cache
def image(name: str, planes: int = 4) -> Image:
    """Return a packaged picture by its path without the ending; of `planes` 2 are those of a CGA."""
    found = decode_pile(asset_bytes(f"{name}.BGI"), planes)
    return image_from_pixels(found.width, found.height, found.pixels)


def picture(name: str) -> Image:
    """Return a picture of the magazine."""
    return image(f"pages/{name}")


@cache
def sketch(name: str) -> list[str]:
    """Return such a picture as lines of characters."""
    return asset_text(f"pages/{name}.txt").splitlines()


@cache
def days() -> DayTable:
    """Return the deals of a day that are known."""
    from retro_pyramid.solver.daily_search import DayTable

    return DayTable(asset_bytes("days.bin"))
