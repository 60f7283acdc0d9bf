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
    OPENED,
    WHITE,
    YELLOW,
    ZOOM_TICKS,
    Area,
    bevel,
    rim,
    window,
    zoomed,
)
from retro_pyramid.rules import position_text
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.felt import pyramid_places
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.scene import Scene, Scenes, Sprite

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

PLACES = pyramid_places(WIDTH // 2, 34, 72, 36, 64)
"""Where the pyramid lies on the table in graphics."""
HALF_MS = 110
"""Half a beat of the tune, in milliseconds: two steps of the timer."""
_HALF = HALF_MS * 60 / 1000
_FIRST, _SINGLE, _LAST = 8, 16, 62
"""In half beats: when the first card springs, how many do so on whole beats, and when they all have left."""
_PRESSED = 68
"""The half beat of the last note: the message's button is pressed."""
LENGTH = 488
"""The ticks of the tune."""
_FLOOR = 318
"""The row below the lowest that a card's edge reaches."""
_GRAVITY = 0.65
"""In pixels per tick and tick."""
_KEPT = 0.85
"""How much of its speed a card may keep when it bounces; its next flight is as many half beats long."""
_SPEEDS = (7.4, 5.2, 6.4, 9.1, 4.6, 8.3, 5.8, 10.2, 6.9)
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


def _across(order: int, passed: int) -> float:
    """Return how far a card has gone across the table so many ticks after it sprang."""
    return _SPEEDS[order % len(_SPEEDS)] * passed * (-1 if order % 2 else 1)


def _way(order: int, start: Point, size: tuple[int, int]) -> Iterator[Point]:
    """Yield where a card is, tick by tick from when it springs till it has left the table."""
    x, top = start
    floor = _FLOOR - size[1]
    begun = beat(springing(order))
    for begin, end in _flights(order, floor - top):
        first, last = beat(begin), beat(end)
        for tick in range(first, last):
            passed, left = tick - first, last - tick
            at = x + _across(order, tick - begun)
            if not -size[0] < at < WIDTH:
                return
            risen = _GRAVITY / 2 * passed * left
            yield round(at), round(top + (floor - top) * passed / (last - first) - risen)
        top = floor


@lru_cache(maxsize=1)
def _ways(slots: tuple[Point, ...], size: tuple[int, int]) -> list[tuple[int, int, list[Point]]]:
    """Return of each card when it is laid, when it springs, and where it is tick by tick from then on."""
    found = []
    for order, place in enumerate(slots):
        row, column = map(int, position_text(order))
        found.append((beat(row - 1) + column - 1, beat(springing(order)), list(_way(order, place, size))))
    return found


def _landings() -> tuple[int, ...]:
    """Return the ticks at which the pyramid's rows are laid, cards bounce, the message opens, and its button is pressed."""
    found = {beat(row) for row in range(7)} | {beat(_LAST), beat(_PRESSED)}
    for order, (x, y) in enumerate(PLACES):
        begun = beat(springing(order))
        ends = (beat(end) for _, end in _flights(order, _FLOOR - 64 - y))
        found |= {end for end in ends if -64 < x + _across(order, end - begun) < WIDTH}
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def _stations(
    layout: tuple[Card, ...], slots: tuple[Point, ...], size: tuple[int, int]
) -> tuple[list[int], list[tuple[Point, Card]]]:
    """Return tick by tick where all cards are that are in the air."""
    seen = sorted(
        (tick, order, place)
        for order, (_, sprung, way) in enumerate(_ways(slots, size))
        for tick, place in enumerate(way, sprung)
    )
    return [tick for tick, _, _ in seen], [(place, layout[order]) for _, order, place in seen]


def cascade(moment: Moment) -> list[tuple[Point, Card]]:
    """Return wherever cards have been in the air until now."""
    ticks, stations = _stations(tuple(moment.layout), moment.slots, moment.size)
    return stations[: bisect_right(ticks, moment.now)]


def loose(moment: Moment) -> list[tuple[Point, Card]]:
    """Return the cards that wait in the pyramid, then those in the air."""
    waiting, flying = [], []
    for (laid, sprung, way), place, card in zip(
        _ways(moment.slots, moment.size), moment.slots, moment.layout, strict=True
    ):
        if laid <= moment.now < sprung:
            waiting.append((place, card))
        elif 0 <= moment.now - sprung < len(way):
            flying.append((way[moment.now - sprung], card))
    return waiting + flying


_WHOLE = Area(192, 112, 256, 106)
_ICON = Area(314, 160, 12, 8)
_WORDS = "Congratulations!", "The pyramid is cleared."


def _message(video: Video, _: int, now: int) -> None:
    """Draw the window's edge over the cards, and the message that zooms open; its button is pressed on the last note."""
    page, pressed = video.page, now >= beat(_PRESSED)
    rim(page)
    area = zoomed(_ICON, _WHOLE, now - beat(_LAST) + OPENED - ZOOM_TICKS)
    if area is None:
        return
    if area == _WHOLE:
        page.rect(area.x + 6, area.y + 5, area.width, area.height, BLACK)
    window(page, area, WHITE, menu=False)
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


_MESSAGE = (192, 98, 256, 120)
"""Where the message lies, in picture pixels, be it of pixels or of cells."""
FINALE = Finale(
    LENGTH,
    loose,
    front=Scenes(
        Scene("windows", (_message,)),
        Scene("windows", (Sprite((0, 502, 33, 9), (24, 7), range(11), 2, beat(_LAST), once=True),)),
    ),
    landings=_landings(),
    trail=cascade,
    goes_on=_MESSAGE,
    told=0,
    words="The cards bounce along the table and leave their trails",
)
