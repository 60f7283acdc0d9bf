"""The finale: the cascade of its time. The cards spring from the pyramid, bounce along the table and leave their trails."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import WIDTH
from retro_pyramid.programs.windows.chrome import (
    BLACK,
    BLUE,
    BROWN,
    GREY,
    OPENED,
    WHITE,
    YELLOW,
    ZOOM_TICKS,
    Area,
    bevel,
    rim,
    text_window,
    window,
    zoomed,
)
from retro_pyramid.rules import position_text
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.motion import Point

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

HALF_MS = 110
"""Half a beat of the tune, in milliseconds: two steps of the timer."""
_HALF = HALF_MS * 60 / 1000
_FIRST, _SINGLE, _LAST = 8, 16, 62
"""In half beats: when the first card springs, how many do so on whole beats, and when they all have left."""
_PRESSED = 68
LENGTH = 488
"""The ticks of the tune."""
_FLOOR = 318
"""The row below the lowest that a card's edge reaches."""
_GRAVITY = 0.65
"""In pixels per tick and tick."""
_KEPT = 0.85
"""How much of its speed a card may keep when it bounces; its next flight is as many half beats long."""
_SPEEDS = (5.1, 3.3, 4.4, 6.2, 2.9, 5.6, 3.9, 6.8, 4.7)
"""In pixels per tick; each card goes the other way than the one before."""
_HOPS = (4, 4, 6, 4, 5)
"""How many half beats the cards' first flights take."""


def beat(half: int) -> int:
    """Return the tick of a half beat.

    >>> beat(8), beat(68)
    (53, 449)
    """
    return round(half * _HALF)


def springing(order: int) -> int:
    """Return the half beat on which a card springs, the first one is 0: on whole beats, then twice as fast.

    >>> springing(0), springing(16), springing(27)
    (8, 40, 51)
    """
    return _FIRST + order + min(order, _SINGLE)


def _flights(order: int, height: float) -> Iterator[tuple[int, int]]:
    """Yield the half beats from which to which a card is in the air, which springs from a height above the floor."""
    begin, length = springing(order), _HOPS[order % len(_HOPS)]
    speed = height / (beat(begin + length) - beat(begin)) + _GRAVITY / 2 * length * _HALF
    while begin < _LAST:
        yield begin, begin + length
        begin += length
        length = max(1, int(2 * _KEPT * speed / _GRAVITY / _HALF))
        speed = _GRAVITY / 2 * length * _HALF


def _way(order: int, start: Point, size: tuple[int, int]) -> Iterator[tuple[int, Point]]:
    """Yield tick by tick where a card is, till it has left the table."""
    x, top = start
    floor = _FLOOR - size[1]
    across = _SPEEDS[order % len(_SPEEDS)] * (-1 if order % 2 else 1)
    begun = beat(springing(order))
    for begin, end in _flights(order, floor - top):
        first, last = beat(begin), beat(end)
        for tick in range(first, last):
            passed, left = tick - first, last - tick
            at = x + across * (tick - begun)
            if not -size[0] < at < WIDTH:
                return
            risen = _GRAVITY / 2 * passed * left
            yield tick, (round(at), round(top + (floor - top) * passed / (last - first) - risen))
        top = floor


@lru_cache(maxsize=1)
def _seen(
    layout: tuple[Card, ...], slots: tuple[Point, ...], size: tuple[int, int]
) -> tuple[list[int], list[tuple[Point, Card]]]:
    """Return all that is seen of the cards, with the ticks from which on: the pyramid row by row, then the cascade."""
    seen = []
    for order, (place, card) in enumerate(zip(slots, layout, strict=True)):
        row, column = map(int, position_text(order))
        seen.append((beat(row - 1) + column, order, place, card))
        seen += [(tick, order, at, card) for tick, at in _way(order, place, size)]
    seen.sort(key=lambda one: one[:2])
    return [one[0] for one in seen], [one[2:] for one in seen]


def cascade(moment: Moment) -> list[tuple[Point, Card]]:
    """Return the cards wherever they have been seen until now."""
    ticks, seen = _seen(tuple(moment.layout), moment.slots, moment.size)
    return seen[: bisect_right(ticks, moment.now)]


_WHOLE = Area(192, 112, 256, 106)
_ICON = Area(314, 160, 12, 8)
_TEXT_WHOLE = Area(24, 7, 32, 9)
_TEXT_ICON = Area(39, 11, 2, 1)
_WORDS = "Congratulations!", "The pyramid is cleared."


def _message(video: Video, moment: Moment) -> None:
    """Draw the window's edge over the cards, and the message that zooms open; its button is pressed on the last note."""
    now, pressed = moment.now - beat(_LAST) + OPENED - ZOOM_TICKS, moment.now >= beat(_PRESSED)
    if video.mode == "text":
        _text_message(video, zoomed(_TEXT_ICON, _TEXT_WHOLE, now), pressed)
        return
    page = video.page
    rim(page)
    area = zoomed(_ICON, _WHOLE, now)
    if area is None:
        return
    if area == _WHOLE:
        page.rect(area.x + 6, area.y + 5, area.width, area.height, BLACK)
    window(page, area, GREY, menu=False)
    if area != _WHOLE:
        return
    x, y, width, height = area
    video.print(x + width // 2 - 28, y + 5, "Pyramid", WHITE)
    _icon(page, x + 20, y + 33)
    for line, words in enumerate(_WORDS):
        video.print(x + 62, y + 33 + 16 * line, words, BLACK)
    button = Area(x + width // 2 - 36, y + height - 29, 72, 20)
    page.rect(button.x - 1, button.y - 1, button.width + 2, button.height + 2, BLACK)
    bevel(page, button, raised=not pressed, thick=2)
    video.print(button.x + 28 + pressed, button.y + 3 + pressed, "OK", BLACK)


def _icon(page: Any, x: int, y: int) -> None:
    """Draw the program's icon, 32 pixels wide: a pyramid before the sun."""
    page.rect(x - 1, y - 1, 34, 28, BLACK)
    page.rect(x, y, 32, 26, BLUE)
    page.rect(x + 22, y + 4, 6, 4, YELLOW)
    page.rect(x, y + 22, 32, 4, BROWN)
    page.tri(x + 15, y + 4, x + 2, y + 21, x + 29, y + 21, BROWN)
    page.tri(x + 15, y + 4, x + 2, y + 21, x + 18, y + 21, YELLOW)


def _text_message(video: Video, area: Area | None, pressed: bool) -> None:
    if area is None:
        return
    text_window(video, area, "Pyramid", 0x07 if video.mono else 0x70)
    if area != _TEXT_WHOLE:
        return
    x, y, width, _ = area
    for line, words in enumerate(_WORDS):
        video.write(x, y + 2 + line, words.center(width), 0x0F if video.mono else 0x70)
    video.write(x + width // 2 - 5, y + 5, "    OK    ", 0x70 if video.mono else 0x1F)


FINALE = Finale(
    LENGTH,
    cascade,
    front=_message,
    landings=(*map(beat, range(7)), *map(beat, range(_FIRST + 4, _LAST)), beat(_LAST), beat(_PRESSED)),
    trails=True,
)
