"""The title picture: a desktop of 1990, and the window of the game that opens from its icon."""

from collections.abc import Sequence
from math import cos, sin, tau
from typing import Any

from retro_pyramid.cards import Card, parse_card
from retro_pyramid.machine.video import Mode, Video
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Sprite, scene
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.scenes.title import Bar, Patch, Title
from retro_pyramid.table.render.base import pyramid_places

CLICKED, OPENED = 16, 36
"""The ticks at which the icon is clicked, and at which the window has zoomed open."""
LETTER_TICKS = 2
OPENING = OPENED + 9 * LETTER_TICKS
"""The ticks until all letters of the name stand there: seven, then the smaller words."""
FLOW, TURN = 24, 8
"""For how many ticks the hourglass's sand runs, and it turns over: some times while the program is loaded."""

_REGISTERS = (0, 1, 2, 3, 4, 24, 20, 7, 56, 57, 16, 32, 60, 17, 62, 63)
"""Dark teal, dark green, the disk's lamp and the hills' blue are where the cards have few pixels or none."""
BLACK, RED, LAMP, WHITE = 0, 4, 11, 15

CLIENT = (116, 40, 504, 229)
"""What is left of the window inside its frame and bars: column, row, width, height."""
_BARE = 63
"""Name and deck are in so many rows of the client area and as many again, of whole ones of the CGA; then it is bare."""
_LETTERS = (127, 177, 230, 283, 339, 401, 422, 474, 620)
"""Where each letter of the name begins, then the smaller words, then the end of the client area."""

_DEALT = ("Kh", "Qs", "7d", "Jc", "Kd", "4s", "As", "9h", "Qd", "Jh")
"""Ten cards that show the deck off."""
_DISCARD = "5h"
"""The card on the discard pile."""
_DISCARD_PLACE = (538, 175)
_TEXT_PLACES = (*pyramid_places(320, 98, 80, 42, 64)[:10], (528, 196))

# The desktop; the clock's hand and the mill's sails; the window as it opens, and fills letter by letter; the hourglass.
_GLASS = (0,) * 3 + (1,) * 6 + (2,) * 3 + (3,) * 4
_CELLS = scene(
    "windows",
    Sprite((0, 0, 80, 25)),
    Sprite((0, 500, 1, 1), (6, 11), range(4), step=60),
    Sprite((4, 500, 1, 1), (29, 22), range(2), step=30),
    Sprite((0, 25, 80, 25), order=range(19), step=2, begin=CLICKED, once=True),
    Sprite((8, 500, 2, 2), (12, 21), _GLASS, step=2, end=OPENED),
    Sprite((16, 500, 2, 2), (60, 9), _GLASS[2:], step=2, begin=OPENED, end=OPENING),
)
# The main menu would cover the name: bare table takes its place, and it is moved below the menu. The menu also draws the
# title that it hangs from, in another place than the picture of the CGA has it: bare bar takes that one's place. Tops and
# distances are whole rows of the CGA, where dots meet.
_MENU_PATCHES: Sequence[Patch] = (
    ((CLIENT[0], 42), (CLIENT[0], 182), (CLIENT[2], 56)),
    ((CLIENT[0], 189), (CLIENT[0], 42), (CLIENT[2], 55)),
    ((120, 25), (480, 25), (48, 17)),
)
_MENU_CELLS = _CELLS._replace(
    sprites=(
        *_CELLS.sprites,
        *(Sprite((14, 475 + source, 63, 5), (14, to)) for to, source in ((2, 13), (14, 2))),
    )
)


def _cards(mode: Mode) -> Sequence[tuple[Card, Point]]:
    places = _TEXT_PLACES if mode == "text" else (*pyramid_places(326, 97, 72, 28, 64)[:10], _DISCARD_PLACE)
    return [(parse_card(name), place) for name, place in zip((*_DEALT, _DISCARD), places, strict=True)]


def _light(now: int) -> dict[int, int]:
    """Return the disk's lamp: it flickers while the program is loaded, and now and then later."""
    busy = now < OPENING or now % 420 < 40
    return {LAMP: 60} if busy and now * 5 // 16 % 3 else {}


def _live(video: Video, down: int, now: int) -> None:
    """Draw the opening, the clock's hands, the mill's sails, and the hourglass while the program is loaded.

    Behind a menu's header the window is open at once.
    """
    page = video.page
    opens = now < OPENED and not down
    if opens:
        # Of the window that is not there yet ever larger ones zoom open from the icon.
        draw(page, "windows", "open", number=max(0, (now - CLICKED) // 2 + 1))
    _clock(page, 56, 159 + down, now)
    _sails(page, 238, 289 + down, now)
    if now < OPENING:
        at = now % (FLOW + TURN)
        glass = min(at, FLOW) // 3 + max(0, at - FLOW)
        draw(page, "windows", "glass", (90, 293) if opens else (500, 122 + down), glass)


def _patches(now: int) -> Sequence[Patch]:
    """Return bare table in the place of the letters that are not there yet, and of the deck.

    It is the picture's own: on some adapters that is of dots, as no colour of a program is.
    """
    if not OPENED <= now < OPENING:
        return ()
    left = _LETTERS[(now - OPENED) // LETTER_TICKS]
    wide = CLIENT[0] + CLIENT[2] - left + 1
    return [((left, CLIENT[1] + _BARE * at), (left, CLIENT[1] + 2 * _BARE), (wide, _BARE)) for at in range(2)]


def _clock(page: Any, x: int, y: int, now: int) -> None:
    """Draw the hands of a clock whose middle is there; one of them ticks once a second."""
    seconds = 8 * 60 + 35 + now // 60
    for turns, long, high, colour, thick in (
        (10 / 12 + seconds / 43200, 9, 6, BLACK, 2),
        (seconds / 3600, 13, 9.5, BLACK, 2),
        (seconds % 60 / 60, 14, 10.5, RED, 1),
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


TITLE = Title(
    "windows",
    _REGISTERS,
    (_CELLS, _CELLS._replace(down=3)),
    light=_light,
    live=scene("windows", _live),
    patches=_patches,
    cards=_cards,
    opening=OPENING,
    rest=OPENING,
    prompt={"graphics": (42, 18, 0x70), "text": (39, 20, 0x70)},
    bar={"graphics": Bar(16, 23, 2, foot=13, drawn=True), "text": Bar(15, 21, 1, foot=13, drawn=True)},
    menu_patches=_MENU_PATCHES,
    menu_cells=_MENU_CELLS,
)
