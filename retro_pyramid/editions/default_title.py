"""The desert at dusk, the magazine's title picture: what lives in it, its cards, its characters, in a program's colours."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import CLEAR, Mode, Video
from retro_pyramid.rules import parse_position
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Scene, Sprite, lit, scene
from retro_pyramid.scenes.sprites import Cut, draw, image, places
from retro_pyramid.scenes.title import Title
from retro_pyramid.table.render.graphics import Pictures
from retro_pyramid.table.render.text import Characters

# Ten cards that show the deck off: courts and aces of all suits, by card number.
_CARDS = (50, 38, 24, 12, 36, 49, 0, 13, 26, 39)
_DOWN: dict[Mode, int] = {"graphics": 142, "text": 112}

_SECOND = 60
"""Ticks."""

_CROSSES = (16, 575)
"""Columns of the two stars that have rays."""
_FIRST_LATE, _EACH_LATE = 8 * _SECOND, 90
_FALLING, _EVERY_FALL = 24 * _SECOND, 47 * _SECOND
"""When the first star falls, and after how long the next one."""

# Birds: where each is in the beginning, and whether it is a large one; which of its pictures is seen by time.
_BIRDS = ((126, 103, True), (93, 114, False), (127, 119, False), (65, 124, False))
_WINGS = (2, 0, 2, 5, 6, 4, 2, 0, 2, 5, *(4,) * 9)
_BIRD_STEP, _BIRD_WAY = 7, 700

# The caravan: where the man is in the beginning, how long it is, after how many pixels it begins anew; ticks for a pixel,
# pixels between two of the phases of the legs.
_BEGIN, _LENGTH, _WAY = 491, 172, 832
_STEP, _STRIDE = 5, 4
_MAN, _RIDER, _PACK, _LEGS = (0, 33, 13, 22), (0, 0, 43, 33), (43, 0, 43, 23), (26, 33, 17, 17)
_CAMELS = ((20, _RIDER, 43, 18, 20), (66, _PACK, 34, 6, 11), (113, _PACK, 34, 6, 11))
"""Of each how far it is behind the man, its picture, how high its back is, the rows of mouth and tail."""
_FRONT, _HIND = 7, 29
"""Columns of a camel's picture at which those of its legs begin."""


def desert(registers: tuple[int, ...], light: Callable[[int], Mapping[int, int]] = lambda _: {}) -> Title:
    """Return the desert in the colours of 16 palette registers, of which `light` changes some by the tick."""
    return Title(
        "odm", registers, (_cells(1), _cells(3)), light=light, live=scene("odm", _live), cards=_cards
    )


def _cells(name: int) -> Scene:
    """Return the desert in characters, the name in a row: dusk, stars that twinkle, the caravan."""
    return scene(
        "odm",
        Sprite((0, 0, 80, 25)),
        Sprite((0, 25, 80, 8), order=range(19), step=12),
        Sprite((0, 177, 28, 3), lambda now: ((50 - now // 40) % 108 - 28, 21), range(2), step=40),
        Sprite((0, 180, 80, 7), (0, name)),
    )


dusk = partial(lit, "odm")
"""The registers that are another colour at a tick: dusk deepens for 40 seconds, and stays."""


def _live(video: Video, down: int, now: int) -> None:
    page = video.page
    _stars(page, down, now)
    for number, (x, y, large) in enumerate(_BIRDS):
        x = (x + now // _BIRD_STEP + 30) % _BIRD_WAY - 30
        y += down - abs((now // 24 + 9 * number) % 16 - 8) // 2
        lift = _WINGS[(now // 6 + 5 * number) % len(_WINGS)]
        draw(page, "odm", "large" if large else "small", (x, y), lift)
    _walk(page, down, now)


def _stars(page: Any, down: int, now: int) -> None:
    out = max(0, (now - _FIRST_LATE) // _EACH_LATE + 1)
    bright, others = places("odm_bright"), places("odm_dim") + places("odm_late")[:out]
    for number, (x, y) in enumerate(bright + others):
        twinkle = (now // 7 + 11 * number) % 41
        if twinkle == 0:
            continue
        page.rect(x, y + down, 1, 1, 15 if (number < len(bright)) == (twinkle > 1) else 9)
        if x in _CROSSES and number < len(bright):
            ray = 2 if twinkle % 20 < 16 else 1
            page.rect(x - ray, y + down, 2 * ray + 1, 1, 9)
            page.rect(x, y - ray + down, 1, 2 * ray + 1, 9)
            page.rect(x - 1, y + down, 3, 1, 7)
            page.rect(x, y - 1 + down, 1, 3, 7)
            page.rect(x, y + down, 1, 1, 15)
    fallen = (now - _FALLING) % _EVERY_FALL
    if now >= _FALLING and fallen < 24:
        x, y = 556 - 5 * fallen, 92 + fallen + down
        page.line(x + 14, y - 3, x + 7, y - 1, 9)
        page.line(x + 6, y - 1, x, y, 15)


def _walk(page: Any, down: int, now: int) -> None:
    """Draw the caravan where it is at a tick: a man, a rider and camels with packs, tied to each other."""
    way = now // _STEP
    left = (_BEGIN + _LENGTH - way) % _WAY - _LENGTH
    phase = way // _STRIDE
    foot = _crest(left + 7) + 2 + down
    hand = (left + 11, foot - 16)
    for number, (behind, camel, back, mouth, tail) in enumerate(_CAMELS):
        x = left + behind
        front, hind = (_crest(x + legs + 8) + 2 + down for legs in (_FRONT, _HIND))
        top = (front + hind) // 2 - back - (phase + number) % 2
        page.line(*hand, x + 1, top + mouth, 13)
        for legs, ground, later in ((_FRONT, front, 0), (_HIND, hind, 1)):
            _put(page, x + legs, ground - _LEGS[3], _LEGS, (phase + number + later) % 4)
        _put(page, x, top, camel)
        hand = (x + 42, top + tail)
    _put(page, left, foot - _MAN[3], _MAN, phase % 2)


def _crest(x: int) -> int:
    """Return the row of the dunes' crest at a column, on which the caravan walks."""
    (x0, y0), (x1, y1) = next(side for side in pairwise(places("odm_crest")) if x < side[1][0])
    return y0 + (y1 - y0) * (x - x0) // (x1 - x0)


def _put(page: Any, x: int, y: int, cut: Cut, number: int = 0) -> None:
    page.blt(x, y, image("odm", cut, number), 0, 0, *cut[2:], CLEAR)


def _cards(mode: Mode) -> Sequence[tuple[Card, Point]]:
    slots = (Characters if mode == "text" else Pictures).slots
    spots = [(x, y + _DOWN[mode] - slots[0][1]) for x, y in slots[: parse_position("51")]]
    return list(zip(_CARDS, spots, strict=True))
