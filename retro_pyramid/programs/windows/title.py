"""The title picture: a desktop of 1990, and the window of the game that opens from its icon."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin, tau
from typing import Any

from retro_pyramid.cards import Card, parse_card
from retro_pyramid.machine.video import Mode, Video
from retro_pyramid.programs.common import cell, text_pyramid
from retro_pyramid.programs.windows.chrome import (
    BLACK,
    CLICKED,
    OPENED,
    WHITE,
    Area,
    client_area,
    window,
    zoomed,
)
from retro_pyramid.screens.parts.felt import pyramid_places
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.scene import Scene, Sprite
from retro_pyramid.screens.parts.title import Bar, Patch, Title

LETTER_TICKS = 2
OPENING = OPENED + 9 * LETTER_TICKS
"""The ticks until all letters of the name stand there: seven, then the smaller words."""
FLOW, TURN = 24, 8
"""For how many ticks the hourglass's sand runs, and it turns over: some times while the program is loaded."""

_REGISTERS = (0, 1, 2, 3, 4, 24, 20, 7, 56, 57, 16, 32, 60, 17, 62, 63)
"""Dark teal, dark green, the disk's lamp and the hills' blue are where the cards have few pixels or none."""
_TABLE, _SKY, _RED, _LAMP, _SAND = 2, 3, 4, 11, 12

WINDOW = Area(112, 4, 512, 269)
_SHADOW = 7
_ICON = Area(34, 276, 44, 34)
_BARE = 63
"""Name and deck are in so many rows of the client area and as many again, of whole ones of the CGA; then it is bare."""
_LETTERS = (127, 177, 230, 283, 339, 401, 422, 474, 620)
"""Where each letter of the name begins, then the smaller words, then the end of the client area."""


_DEALT = ("Kh", "Qs", "7d", "Jc", "Kd", "4s", "As", "9h", "Qd", "Jh")
"""Ten cards that show the deck off."""
_DISCARD = "5h"
"""The card on the discard pile."""
_DISCARD_PLACE = (538, 175)
_TEXT_PLACES = (*text_pyramid(7, middle=40)[:10], cell(66, 14))

# The desktop; the clock's hand and the mill's sails; the window as it opens, and fills letter by letter; the hourglass.
_GLASS = (0,) * 3 + (1,) * 6 + (2,) * 3 + (3,) * 4
_CELLS = Scene(
    "windows",
    (
        Sprite((0, 0, 80, 25)),
        Sprite((0, 500, 1, 1), (6, 11), range(4), step=60),
        Sprite((4, 500, 1, 1), (29, 22), range(2), step=30),
        Sprite((0, 25, 80, 25), order=range(19), step=2, begin=CLICKED, once=True),
        Sprite((8, 500, 2, 2), (12, 21), _GLASS, step=2, end=OPENED),
        Sprite((16, 500, 2, 2), (60, 9), _GLASS[2:], step=2, begin=OPENED, end=OPENING),
    ),
)


def _cards(mode: Mode) -> Sequence[tuple[Card, Point]]:
    places = _TEXT_PLACES if mode == "text" else (*pyramid_places(326, 97, 72, 28, 64)[:10], _DISCARD_PLACE)
    return [(parse_card(name), place) for name, place in zip((*_DEALT, _DISCARD), places, strict=True)]


def _light(now: int) -> dict[int, int]:
    """Return the disk's lamp: it flickers while the program is loaded, and now and then later."""
    busy = now < OPENING or now % 420 < 40
    return {_LAMP: 60} if busy and now * 5 // 16 % 3 else {}


def _live(video: Video, down: int, now: int) -> None:
    """Draw the opening, the clock's hands, the mill's sails, and the hourglass while the program is loaded.

    Behind a menu's header the window is open at once.
    """
    page = video.page
    if now < OPENED and not down:
        _open(page, now)
    _clock(page, 56, 159 + down, now)
    _sails(page, 238, 289 + down, now)
    if now < OPENING:
        x, y = (90, 293) if now < OPENED and not down else (500, 122)
        _hourglass(page, x, y + down, now)


def _open(page: Any, now: int) -> None:
    """Hide the window that is not there yet, of which ever larger ones zoom open from the icon."""
    x, y, width, height = WINDOW
    page.rect(x, y, width + _SHADOW, height + _SHADOW - 2, _SKY)
    area = zoomed(_ICON, WINDOW, now)
    if area is not None:
        window(page, area, _TABLE)


def _patches(now: int) -> Sequence[Patch]:
    """Return bare table in the place of the letters that are not there yet, and of the deck.

    It is the picture's own: on some adapters that is of dots, as no colour of a program is.
    """
    if not OPENED <= now < OPENING:
        return ()
    client = client_area(WINDOW)
    left = _LETTERS[(now - OPENED) // LETTER_TICKS]
    wide = client.x + client.width - left + 1
    return [((left, client.y + _BARE * at), (left, client.y + 2 * _BARE), (wide, _BARE)) for at in range(2)]


def _clock(page: Any, x: int, y: int, now: int) -> None:
    """Draw the hands of a clock whose middle is there; one of them ticks once a second."""
    seconds = 8 * 60 + 35 + now // 60
    for turns, long, high, colour, thick in (
        (10 / 12 + seconds / 43200, 9, 6, BLACK, 2),
        (seconds / 3600, 13, 9.5, BLACK, 2),
        (seconds % 60 / 60, 14, 10.5, _RED, 1),
    ):
        to_x, to_y = round(x + long * sin(tau * turns)), round(y - high * cos(tau * turns))
        for aside in range(thick):
            page.line(x - aside, y, to_x - aside, to_y, colour)


def _sails(page: Any, x: int, y: int, now: int) -> None:
    """Draw the sails of the mill: two beams that turn once in eight seconds."""
    for quarter in (0, 1):
        angle = tau * (now // 4 / 120 + 1 / 8 + quarter / 4)
        across, high = round(12 * cos(angle)), round(9 * sin(angle))
        for aside, colour in ((1, BLACK), (0, WHITE)):
            page.line(x - across, y - high + aside, x + across, y + high + aside, colour)


def _hourglass(page: Any, x: int, y: int, now: int) -> None:
    """Draw an hourglass around a point: its sand runs down, then it turns over."""
    at = now % (FLOW + TURN)
    turn = max(0, at - FLOW) * 8 // TURN
    for corners, colour in _glass(turn, min(at, FLOW) * 8 // FLOW):
        ((x1, y1), (x2, y2), (x3, y3)) = corners
        page.tri(x + x1, y + y1, x + x2, y + y2, x + x3, y + y3, colour)


_Corners = tuple[tuple[int, int], ...]


@cache
def _glass(turn: int, run: int) -> tuple[tuple[_Corners, int], ...]:
    """Return the triangles of an hourglass turned by so many eighths of a half turn; so many of 8 parts have run down."""
    angle = pi * turn / 8

    def point(across: float, down: float) -> tuple[int, int]:
        # Pixels are 1.37 times as high as wide.
        return (
            round(across * cos(angle) - down * sin(angle)),
            round((across * sin(angle) + down * cos(angle)) / 1.37),
        )

    def shapes() -> Iterator[tuple[_Corners, int]]:
        for side in (1, -1):
            yield (point(-8, 10 * side), point(8, 10 * side), point(0, -1.5 * side)), BLACK
        for side in (1, -1):
            yield (point(-6, 9 * side), point(6, 9 * side), point(0, 0)), WHITE
        left = 1 - run / 8
        yield (point(-5 * left, -8 * left), point(5 * left, -8 * left), point(0, 0)), _SAND
        yield (point(-5, 9), point(5, 9), point(0, 9 - run)), _SAND
        for side in (1, -1):
            for wide, high, low, colour in ((10, 12.5, 9, BLACK), (8, 11, 10.5, WHITE)):
                top, bottom = side * high, side * low
                corners = point(-wide, top), point(wide, top), point(wide, bottom), point(-wide, bottom)
                yield corners[:3], colour
                yield (corners[0], *corners[2:]), colour

    return tuple(shapes())


TITLE = Title(
    "windows",
    _REGISTERS,
    (_CELLS, _CELLS._replace(down=3)),
    light=_light,
    live=Scene("windows", (_live,)),
    patches=_patches,
    cards=_cards,
    opening=OPENING,
    rest=OPENING,
    prompt={"graphics": (42, 18, 0x70), "text": (39, 20, 0x70)},
    bar={"graphics": Bar(16, 23, 2, drawn=True), "text": Bar(15, 21, 1, drawn=True)},
)
