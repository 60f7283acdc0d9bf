"""The finale: the cascade of its time. The cards spring from the pyramid, bounce along the table and leave their trails."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from retro_pyramid.cards import Card
from retro_pyramid.editions.loading import lying
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, WIDTH, Video
from retro_pyramid.rules import position_text
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.end_animation import Finale, Moment, on_beat
from retro_pyramid.scenes.scene import Scenes, Sprite, scene
from retro_pyramid.scenes.sprites import Cut, places

BLACK, WHITE = 0, 15
PLACES = lying("windows", "graphics").slots
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
    return on_beat(half / 2)


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


_OPENS, _PRESSES, _STEP = beat(_LAST), beat(_PRESSED), 2
_WHOLE = 10
"""Which of the message's pictures is whole; the smaller ones before it are seen for two ticks each."""
_WORDS = (
    ((100, 5), "Pyramid", WHITE),
    ((58, 33), "Congratulations!", BLACK),
    ((58, 49), "The pyramid is cleared.", BLACK),
    ((120, 80), "OK", BLACK),
)
_REST, _LEG = 50, 140
"""In the last picture the message is dragged on every so many ticks, after it has stood for a while."""
_STANDS: list[Point] = [(x, y) for x, y in places("windows_drag")]
_LEFT = [(place, LENGTH + _LEG * order) for order, place in enumerate(_STANDS, 1)]
"""From where and when it was dragged away first: the table is bare there from then on."""


def _stands(now: int) -> Point:
    """Return where the message stands."""
    return _STANDS[max(0, now - LENGTH) // _LEG % len(_STANDS)]


def _held(now: int) -> Point | None:
    """Return where its outline is while it is dragged, with the pointer; None while it is not."""
    passed, (x, y), (to_x, to_y) = (now - LENGTH) % _LEG - _REST, _stands(now), _stands(now + _LEG)
    share = eased(passed, _LEG - _REST)
    return None if passed < 0 else (round(x + (to_x - x) * share), round(y + (to_y - y) * share))


def _area(place: Point, _: int) -> Cut:
    """Return what the message covers at a place, in picture pixels."""
    return (*place, 256, 106)


def _cell(at: Callable[[int], Point | None], now: int) -> Point | None:
    """Return a place as the column and row of a cell."""
    place = at(now)
    return place and (place[0] // CELL_WIDTH, place[1] // CELL_HEIGHT - 1)


def _say(video: Video, _: int, now: int) -> None:
    """Write the words of the message; those of its button are pressed with it."""
    (left, top), pressed = _stands(now), _PRESSES <= now < LENGTH
    for (x, y), words, colour in _WORDS if now >= _OPENS + _STEP * _WHOLE else ():
        down = pressed and words == "OK"
        video.print(left + x + down, top + y + down, words, colour)


FINALE = Finale(
    LENGTH,
    loose,
    front=Scenes(
        # The window's edge over the cards, and the message that zooms open; its button is pressed on the last note.
        scene(
            "windows",
            Sprite("rim"),
            *(Sprite("ground", place, begin=left, seen=partial(_area, place)) for place, left in _LEFT),
            Sprite("message", _stands, range(_WHOLE + 1), _STEP, _OPENS, once=True),
            Sprite("pressed", _stands, begin=_PRESSES, end=LENGTH),
            _say,
            Sprite("outline", _held, begin=LENGTH),
        ),
        scene(
            "windows",
            *(
                Sprite((0, 556, 33, 9), (x // CELL_WIDTH, y // CELL_HEIGHT - 1), begin=left)
                for (x, y), left in _LEFT
            ),
            Sprite((0, 502, 33, 9), partial(_cell, _stands), range(_WHOLE + 1), _STEP, _OPENS, once=True),
            Sprite((40, 556, 33, 9), partial(_cell, _held), begin=LENGTH),
        ),
    ),
    landings=_landings(),
    trail=cascade,
    goes_on=lambda now: _area(_stands(now), now),
    told=0,
    words="The cards bounce along the table and leave their trails",
)

_FALL = (*(0,) * 10, 1, 2, 1, 0, 3, 4, 3, 0, 1, 2, 5, 6, 7, 8, 9, 10, 9, 9)
"""Which picture of the hourglass is seen, for three ticks each: it sways, and tips over."""
_TIPS = Scenes(
    scene("windows", Sprite("tip", (512, 140), _FALL, 3, once=True)),
    scene("windows", Sprite((0, 565, 13, 6), (63, 4), _FALL, 3, once=True)),
)
STUCK = Finale(3 * len(_FALL), front=_TIPS, alone=False, words="The hourglass tips over")
"""The end of a game in which nothing goes any more."""
