"""The finale: the tomb's door opens beat by beat, light pours out, and with it the cards that build the pyramid."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import CLEAR, WIDTH, Image, image_from_pixels
from retro_pyramid.programs.relaxed.finale_cells import draw_cells
from retro_pyramid.programs.relaxed.title import FLAME, LICK_TICKS, LICKS, flame
from retro_pyramid.screens.finale.building import BEAT_MS, LANDINGS, LENGTH, built, eased
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.motion import Point

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

_MIDDLE = WIDTH // 2
_LINTEL, _SILL, _GROUND = 24, 262, 322
"""The first row of the doorway, of the floor, of what lies below the table."""
_JAMB, _DOORWAY = 74, 102
"""The first column of the left jamb and of the doorway; all is alike on the right."""
_LEAF = _MIDDLE - _DOORWAY
_OPEN = _LEAF - 40
"""How wide a leaf is, and how far it is pushed aside at the end."""
_HEART = 132
"""The row the rays come from."""

_JERKS = (0.02, 0.04, 0.06, 0.09, 0.13, 0.17, 0.22, 0.28, 0.34, 0.41, 0.48, 0.56, 0.64, 0.73, 0.82, 0.91, 1.0)
"""How far the door is open after each push, a share of all."""
_PUSH_BEATS, _PUSH_TICKS = 2, 14

# The light, from the edge to the heart, in registers that no card of the first deck has.
_LIGHT = (3, 13, 11, 10)
_FIRE = (32, 32, 20, 52, 38, 54, 62, 63)
"""The colours of a light that grows, from that of the stone to white."""
_FLASH = 4


def _tick(beat: float) -> int:
    return round(beat * BEAT_MS * 60 / 1000)


def opened(now: int) -> float:
    """Return how far the door is open at a tick, 0 to 1: it is pushed on every second beat."""
    share = 0.0
    for push, goal in enumerate(_JERKS):
        passed = now - _tick(_PUSH_BEATS * push)
        if passed > 0:
            share += (goal - share) * eased(passed, _PUSH_TICKS)
    return share


def _light(now: int) -> Mapping[int, int]:
    """Return the registers of the light: it grows with the door, swells on every beat, is white with the last note."""
    last = LANDINGS[-1]
    if last <= now < last + _FLASH:
        return dict.fromkeys(_LIGHT, 63)
    beat = now * 1000 // (60 * BEAT_MS)
    swells = now - _tick(beat) < _FLASH and 0 < now < last
    level = min(3 + beat // 8, 6) + swells
    shown = {register: _FIRE[max(0, level - 3 + depth)] for depth, register in enumerate(_LIGHT)}
    return shown if level < 6 else {**shown, _LIGHT[-1]: 63}


def _cards(moment: Moment) -> list[tuple[Point, Card]]:
    """Return the pyramid as it is built by cards that come out of the door."""
    (x, top), (_, foot) = moment.slots[0], moment.slots[-1]
    return built(moment._replace(pile=(x, (top + foot) // 2 + moment.size[1] // 4)))


_SUITS = {
    "spade": "....#.... ...###... ..#####.. .#######. ######### ####.#### .#..#..#. ...###...",
    "heart": ".##...##. ####.#### ######### ######### .#######. ..#####.. ...###... ....#....",
    "club": "...###... ..#####.. ...###... .##.#.##. ######### .##.#.##. ....#.... ..#####..",
    "diamond": "....#.... ...###... ..#####.. .#######. .#######. ..#####.. ...###... ....#....",
}


def _carve(image: Image, x: int, y: int, suit: str, colour: int) -> None:
    for row, line in enumerate(_SUITS[suit].split()):
        for column, mark in enumerate(line):
            if mark == "#":
                image.rect(x + column, y + 2 * row, 1, 2, colour)


class _Brush:
    """Paints a picture; `soft`: with dithered edges, where the adapter has the pixels for them."""

    def __init__(self, width: int, height: int, colour: int, soft: bool) -> None:
        self.image = image_from_pixels(width, height, bytes([colour]) * (width * height))
        self._soft = soft

    def share(self, share: float) -> bool:
        """Paint so much of every area from now on; return whether anything of it is painted."""
        self.image.dither(share if self._soft else 1)
        return self._soft or share >= 0.5


@cache
def _beyond(soft: bool) -> Image:
    """Return what is behind the door: light that grows to its heart, rays, the winged sun, in the doorway's size."""
    wide, high = 2 * _LEAF, _SILL - _LINTEL
    brush = _Brush(wide, high, _LIGHT[0], soft)
    image, middle, heart = brush.image, _LEAF, _HEART - _LINTEL
    if brush.share(0.5):
        _rays(image, middle, heart, _LIGHT[1])
    # Without soft edges rays alone are told from the cards.
    for colour, radius in ((13, 262), (11, 190), (10, 104))[0 if soft else 2 :]:
        for step, part in enumerate((0.25, 0.5, 0.75, 1.0)):
            if brush.share(part):
                r = radius - 15 * step
                image.elli(middle - r, heart - 0.73 * r, 2 * r + 1, 1.46 * r + 1, colour)
    if brush.share(0.5):
        _rays(image, middle, heart, _LIGHT[2])
    brush.share(1)
    _wings(image, middle)
    return image


def _rays(image: Image, x: int, y: int, colour: int) -> None:
    for ray in range(24):
        turns = [math.pi * (2 * ray + side) / 24 for side in (-0.34, 0.34)]
        ends = [(x + 420 * math.cos(turn), y + 307 * math.sin(turn)) for turn in turns]
        image.tri(x, y, *ends[0], *ends[1], colour)


def _wings(image: Image, middle: int) -> None:
    """Draw the wings between which the capstone will be the sun: three rows of feathers on either side."""
    for side in (-1, 1):
        for reach, long, short, colours in (
            (168, 44, 15, (1, 9)),
            (160, 28, 11, (4, 4)),
            (152, 15, 7, (2, 2)),
        ):
            for feather in range(reach, 20, -9):
                length = long - (long - short) * feather // reach
                for row in range(length + 2):
                    # Feathers lean outwards, with round ends.
                    x = feather + row * 3 // 5
                    half = 4 if row < length - 2 else 3 if row < length else 2
                    edge, inside = half + 1, colours[0] if row < length - 3 else 14
                    for wide, colour in ((edge, 0), (half, inside if row <= length else 0)):
                        image.rect(middle + side * x - wide, 8 + row, 2 * wide, 1, colour)
                    if row < length - 3 and colours[1] != colours[0]:
                        image.rect(middle + side * x - 1, 8 + row, 2, 1, colours[1])
        x = middle + (28 if side > 0 else -176)
        image.rect(x, 5, 148, 6, 0)
        image.rect(x + 1, 6, 146, 2, 14)
        image.rect(x + 1, 8, 146, 2, 6)


@cache
def _wall(soft: bool) -> Image:
    """Return the left wall: courses of stone in the torch's light, and the jamb with its carved suits."""
    brush = _Brush(_DOORWAY, _SILL, 0, soft)
    image = brush.image
    for colour, part, radius in (
        (5, 0.5, 190),
        (5, 1, 150),
        (4, 0.25, 105),
        (4, 0.5, 84),
        (6, 0.25, 74),
        (6, 0.5, 60),
        (6, 0.75, 44),
    ):
        if brush.share(part):
            image.elli(_TORCH - radius, _FOOT - 30 - radius, 2 * radius, 2 * radius, colour)
    brush.share(1)
    for course, y in enumerate(range(10, _SILL, 28)):
        image.rect(0, y, _JAMB, 1, 0)
        for x in range(12 + 18 * (course % 2), _JAMB, 36):
            image.rect(x, y, 1, 28, 0)
    image.rect(_JAMB, 0, _DOORWAY - _JAMB, _SILL, 6)
    image.rect(_JAMB, 0, 2, _SILL, 0)
    image.rect(_JAMB + 2, 0, 2, _SILL, 14)
    image.rect(_DOORWAY - 3, _LINTEL, 1, _SILL, 0)
    image.rect(_DOORWAY - 2, _LINTEL, 2, _SILL, _LIGHT[2])
    for at, y in enumerate(range(_LINTEL + 10, _SILL - 12, 32)):
        suit = tuple(_SUITS)[at % 4]
        _carve(image, _JAMB + 10, y + 1, suit, 14)
        _carve(image, _JAMB + 9, y, suit, 4 if at % 2 else 0)
        image.rect(_JAMB + 6, y + 23, 16, 1, 0)
    return image


_TORCH, _FOOT = 36, 116
"""The middle of the left torch and the row its flame stands on."""


@cache
def _leaf(soft: bool) -> Image:
    """Return the left leaf of the door: stone with half a pyramid of cards in relief, its edge in the light."""
    wide, high = _LEAF, _SILL - _LINTEL
    brush = _Brush(wide, high, 5, soft)
    image = brush.image
    if brush.share(0.25):
        image.rect(0, 0, wide, high, 4)
    if brush.share(0.5):
        image.rect(wide - 40, 0, 40, high, 4)
    brush.share(1)
    for inset, colour in ((6, 0), (7, 6)):
        image.rectb(inset, inset, wide - 2 * inset + 20, high - 2 * inset, colour)
    for row in range(7):
        for card in range(row + 1):
            x, y = wide - 14 * (row + 1) + 28 * card, 26 + 28 * row
            if x < wide:
                image.rect(x, y, 26, 26, 0)
                image.rect(x + 1, y + 1, 24, 24, 6)
                image.rect(x + 2, y + 2, 23, 23, 4)
                _carve(image, x + 8, y + 5, tuple(_SUITS)[(row + 3 * card) % 4], 0)
    image.rect(wide - 5, 0, 1, high, 0)
    image.rect(wide - 4, 0, 2, high, _LIGHT[1])
    image.rect(wide - 2, 0, 2, high, _LIGHT[3])
    return image


@cache
def _lintel() -> Image:
    """Return the beam over the door, of stripes between two rods, over the whole width."""
    image = image_from_pixels(WIDTH, _LINTEL, bytes(WIDTH * _LINTEL))
    image.rect(0, 0, WIDTH, 3, 14)
    image.rect(0, 2, WIDTH, 1, 6)
    for at, x in enumerate(range(4, WIDTH - 8, 8)):
        image.rect(x, 4, 7, 14, (1, 14, 4, 14)[at % 4])
        image.rect(x, 4, 7, 3, 6)
    image.rect(0, 19, WIDTH, 4, 6)
    image.rect(0, 19, WIDTH, 1, 14)
    return image


@cache
def _mirrored(image: Image) -> Image:
    mirrored = image_from_pixels(image.width, image.height, bytes(image.width * image.height))
    mirrored.blt(0, 0, image, 0, 0, -image.width, image.height)
    return mirrored


@cache
def _floor(soft: bool) -> Image:
    """Return the floor of slabs, dark."""
    brush = _Brush(WIDTH, _GROUND - _SILL, 0, soft)
    image = brush.image
    for top, part in ((0, 0.75), (10, 0.5), (30, 0.25)):
        if brush.share(part):
            image.rect(0, top, WIDTH, 60, 5)
    brush.share(1)
    for row in (0, 9, 26, 50):
        image.rect(0, row, WIDTH, 1, 0)
    for x in range(-600, 601, 75):
        image.line(_MIDDLE + x, 0, _MIDDLE + 2 * x, _GROUND - _SILL, 0)
    return image


_INSTEAD = {3: 12, 13: 12, 11: 14, 10: 15}
"""What stands for the colours of the light where registers cannot change."""


def _tomb(video: Video, moment: Moment) -> None:
    """Draw the tomb, its door as far as it is open, the light on its floor, the torches."""
    if video.mode == "text":
        draw_cells(video, opened(moment.now), moment.now)
        return
    page, soft = video.page, video.full_colour
    if not soft:
        for colour, other in _INSTEAD.items():
            page.pal(colour, other)
    pushed = round(_OPEN * opened(moment.now))
    left, right = _MIDDLE - pushed, _MIDDLE + pushed
    high, leaf, wall = _SILL - _LINTEL, _leaf(soft), _wall(soft)
    page.blt(left, _LINTEL, _beyond(soft), left - _DOORWAY, 0, 2 * pushed, high)
    page.blt(_DOORWAY, _LINTEL, leaf, pushed, 0, _LEAF - pushed, high)
    page.blt(right, _LINTEL, _mirrored(leaf), 0, 0, _LEAF - pushed, high)
    page.blt(0, 0, wall, 0, 0, _DOORWAY, _SILL)
    page.blt(WIDTH - _DOORWAY, 0, _mirrored(wall), 0, 0, _DOORWAY, _SILL)
    page.blt(0, 0, _lintel(), 0, 0, WIDTH, _LINTEL)
    page.blt(0, _SILL, _floor(soft), 0, 0, WIDTH, _GROUND - _SILL)
    for row in range(0, _GROUND - _SILL, 2):
        for colour, part, spread in ((_LIGHT[0], 1.0, 2.2), (_LIGHT[1], 0.8, 1.2), (_LIGHT[2], 0.5, 0.5)):
            half = round(pushed * part + row * spread * min(1.0, pushed / 60))
            if half:
                page.rect(_MIDDLE - half, _SILL + row, 2 * half, 2, colour)
    if not soft:
        page.pal()
    for side in (0, 1):
        _torch(page, side, moment.now)


_FLAME = {10: 14, 11: 14, 12: 6}
"""What stands for the flame's colours of the title's palette."""


def _torch(page: Any, side: int, now: int) -> None:
    """Draw a torch on its stand; it flares up as the finale begins."""
    middle = WIDTH - _TORCH if side else _TORCH
    page.rect(middle - 3, _FOOT, 6, _SILL - _FOOT + 8, 0)
    page.rect(middle - 2, _FOOT, 3, _SILL - _FOOT + 8, 14)
    page.rect(middle + 1, _FOOT, 1, _SILL - _FOOT + 8, 6)
    page.rect(middle - 16, _SILL + 6, 32, 4, 0)
    page.rect(middle - 14, _SILL + 6, 28, 3, 6)
    for row, half in enumerate((20, 20, 18, 14, 9, 5)):
        page.rect(middle - half, _FOOT + 2 * row, 2 * half, 2, 0)
        page.rect(middle - half + 1, _FOOT + 2 * row, half, 2, 14)
        page.rect(middle, _FOOT + 2 * row, half - 1, 2, 6)
    wide, high = FLAME
    tall = round(high * (0.4 + 0.6 * eased(now, 60)))
    lick = (now // LICK_TICKS + 3 * side) % len(LICKS)
    for colour, other in _FLAME.items():
        page.pal(colour, other)
    page.blt(middle - wide // 2, _FOOT + 2 - tall, flame(lick), 0, 0, wide, tall, colkey=CLEAR)
    page.pal()


FINALE = Finale(
    LENGTH,
    _cards,
    behind=_tomb,
    light=_light,
    landings=LANDINGS,
    words="The tomb's door opens, light pours out, and the cards build the pyramid in it",
)
