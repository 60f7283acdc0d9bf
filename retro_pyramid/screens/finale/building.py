"""The finale of the magazine: the 28 cards come back and build the pyramid on the beats of the march; the sun rises."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import COLUMNS, HEIGHT, WIDTH, Image, image_from_pixels
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.scene import Scene

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

BEAT_MS = 220
"""The march's beat, in milliseconds: four steps of the timer."""
_FIRST_BEAT = 8
_FLIGHT = 12
_BOUNCE = (0, -2, -3, -2, 0)
"""How far above its place a card is, tick by tick, once it has landed."""
LENGTH = 472
"""The ticks of the march."""


def landing(order: int, first: int = _FIRST_BEAT) -> int:
    """Return the tick at which the card lands that is laid as number `order`, from 0: each a beat after the one before.

    >>> landing(0), landing(27)
    (106, 462)
    """
    return round((first + order) * BEAT_MS * 60 / 1000)


LANDINGS = tuple(landing(order) for order in range(POSITIONS))


def _order(slot: int) -> int:
    """Return as which card a position is laid: the lowest row first, each from left to right."""
    row = next(row for row in range(1, 8) if slot < row * (row + 1) // 2)
    before = sum(range(row + 1, 8))
    return before + slot - row * (row - 1) // 2


def eased(passed: int, of: int) -> float:
    """Return how far something has come that begins and ends slowly: 0 to 1."""
    share = min(max(passed / of, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def built(moment: Moment, landings: Sequence[int] = LANDINGS) -> list[tuple[Point, Card]]:
    """Return the cards that lie in the pyramid or are on their way there from the pile they went to.

    They land at the ticks `landings`.
    """
    start, size = moment.pile, moment.size
    shown = []
    for slot in range(POSITIONS):
        passed = moment.now - landings[_order(slot)]
        x, y = moment.slots[slot]
        if passed >= 0:
            y += _BOUNCE[passed] if passed < len(_BOUNCE) else 0
            shown.append(((x, y), moment.layout[slot]))
        elif passed > -_FLIGHT:
            share = eased(passed + _FLIGHT, _FLIGHT)
            way = (
                start[0] + (x - start[0]) * share,
                start[1] + (y - start[1]) * share - size[1] * share * (1 - share),
            )
            shown.append(((round(way[0]), round(way[1])), moment.layout[slot]))
    return shown


# The registers that no card of the first deck has: four bands of sky from the top, and the sun.
_SKY, _SUN = (3, 5, 13, 11), 10
_TOP, _GROUND = 6, 322
_MIDDLE, _CENTRE, _ACROSS, _DOWN = WIDTH // 2, 160, 180, 131
_RAYS = 18
_BANDS = ((60, 75, 90, 105), (140, 155, 170, 185), (215, 228, 241, 254))
"""The rows from which each band takes a quarter more of the one above it."""
# From tick to tick: what the four bands and the sun are from then on. Dusk falls, and it dawns on the beats.
_LIGHT = (
    (0, (16, 16, 16, 16), 16),
    (26, (8, 8, 8, 16), 8),
    (53, (0, 8, 8, 8), 8),
    (106, (0, 8, 1, 8), 8),
    (158, (8, 1, 40, 40), 40),
    (211, (8, 40, 40, 32), 32),
    (251, (1, 40, 32, 4), 36),
    (290, (1, 40, 4, 36), 52),
    (330, (1, 5, 36, 52), 38),
    (370, (1, 5, 52, 38), 54),
    (409, (33, 37, 52, 38), 54),
    (436, (33, 37, 38, 54), 62),
    (462, (63, 63, 63, 63), 63),
    (466, (9, 37, 38, 54), 62),
)


def _light(now: int) -> Mapping[int, int]:
    bands, sun = max((step for step in _LIGHT if step[0] <= now), default=((0, (2, 2, 2, 2), 2)))[1:]
    return {**dict(zip(_SKY, bands, strict=True)), _SUN: sun}


@cache
def _dawn() -> Image:
    """Return the sky over the whole table: bands that come in by dither, rays, and the sun."""
    sky = image_from_pixels(WIDTH, HEIGHT, bytes([_SKY[0]]) * (WIDTH * HEIGHT))
    for band, colour in enumerate(_SKY[1:]):
        for step, top in enumerate(_BANDS[band], 1):
            sky.dither(step / 4)
            sky.rect(0, top, WIDTH, HEIGHT - top, colour)
    sky.dither(0.25)
    for ray in range(_RAYS):
        turns = [math.pi * (2 * ray + side) / _RAYS for side in (-0.5, 0.5)]
        ends = [(_MIDDLE + 480 * math.cos(turn), _CENTRE + 350 * math.sin(turn)) for turn in turns]
        sky.tri(_MIDDLE, _CENTRE, *ends[0], *ends[1], _SUN)
    sky.dither(0.5)
    sky.elli(_MIDDLE - _ACROSS - 16, _CENTRE - _DOWN - 12, 2 * _ACROSS + 33, 2 * _DOWN + 25, _SUN)
    sky.dither(1)
    sky.elli(_MIDDLE - _ACROSS, _CENTRE - _DOWN, 2 * _ACROSS + 1, 2 * _DOWN + 1, _SUN)
    return sky


def _sky(video: Video, _: int, now: int) -> None:
    """Draw the dawn on the table; where registers cannot change, the sun alone, rising."""
    if video.mode == "text":
        if not video.mono:
            _text_sky(video)
    elif video.full_colour:
        left, wide, high = 7, WIDTH - 14, _GROUND - _TOP
        video.page.blt(left, _TOP, _dawn(), left, _TOP, wide, high)
    else:
        risen = min(max(now, 0) / LENGTH, 1.0)
        centre = _GROUND + _DOWN - round((_GROUND + _DOWN - _CENTRE) * risen)
        for line in range(-_DOWN, _DOWN, 2):
            half = round(_ACROSS * (1 - (line / _DOWN) ** 2) ** 0.5)
            if centre + line < _GROUND:
                video.page.rect(_MIDDLE - half, centre + line, 2 * half, 2, 13)


def _text_sky(video: Video) -> None:
    for row in range(23):
        band = row * 4 // 23
        ink, paper = _SKY[band], _SKY[max(band - 1, 0)]
        shade = "░▒▓█"[row * 16 // 23 % 4]
        if paper > 7:
            # Papers are the first eight registers: the others stand as whole blocks of ink.
            ink, paper, shade = (paper if shade == "░" else ink), 0, "█"
        video.write(0, row, shade * COLUMNS, paper << 4 | ink)


BUILDING = Finale(
    LENGTH,
    built,
    behind=Scene("", (_sky,)),
    light=_light,
    landings=LANDINGS,
    words="The cards build the pyramid again, before the rising sun",
)
