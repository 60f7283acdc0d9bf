"""The title picture of the Windows edition: a desktop of 1990, and the game window that opens from its icon."""

from collections.abc import Sequence
from math import cos, sin, tau
from typing import Any

from retro_pyramid.cards import Card, parse_card
from retro_pyramid.machine.video import DisplayAdapter, DisplayMode
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Sprite, make_scene
from retro_pyramid.scenes.sprites import draw_vector_drawing
from retro_pyramid.scenes.title import PicturePatch, TitleAnimation, TitleMenuBar
from retro_pyramid.table.render.base import compute_pyramid_positions

CLICK_TICK, WINDOW_OPEN_TICK = 16, 36
"""Ticks at which the icon is clicked, and at which the window has zoomed open."""
LETTER_TICKS = 2
OPENING_TICKS = WINDOW_OPEN_TICK + 9 * LETTER_TICKS
"""Ticks until the name is complete: seven letters, then the smaller words."""
SAND_FLOW_TICKS, GLASS_TURN_TICKS = 24, 8
"""Ticks for which the hourglass's sand runs, and for which it turns over, repeatedly while the program is loading."""

_REGISTERS = (0, 1, 2, 3, 4, 24, 20, 7, 56, 57, 16, 32, 60, 17, 62, 63)
"""Dark teal, dark green, the disk's lamp and the hills' blue are in registers that the cards use little or not at all."""
BLACK, RED, DISK_LAMP, WHITE = 0, 4, 11, 15

CLIENT_RECT = (116, 40, 504, 229)
"""The window without its frame and bars: column, row, width, height."""
_CONTENT_ROWS = 63
"""The name and the deck each take this many rows of the client area (whole rows on the CGA); the rest is bare."""
_LETTER_COLUMNS = (127, 177, 230, 283, 339, 401, 422, 474, 620)
"""First column of each letter of the name, of the smaller words, and the end of the client area."""

_PYRAMID_CARDS = ("Kh", "Qs", "7d", "Jc", "Kd", "4s", "As", "9h", "Qd", "Jh")
"""Ten decorative cards."""
_DISCARD_CARD = "5h"
"""The card on the discard pile."""
_DISCARD_POSITION = (538, 175)
_TEXT_POSITIONS = (*compute_pyramid_positions(320, 98, 80, 42, 64)[:10], (528, 196))

# The desktop; the clock's hand and the mill's sails; the window as it opens and fills letter by letter; the hourglass.
_GLASS_FRAMES = (0,) * 3 + (1,) * 6 + (2,) * 3 + (3,) * 4
_TEXT_SCENE = make_scene(
    "windows",
    Sprite((0, 0, 80, 25)),
    Sprite((0, 500, 1, 1), (6, 11), range(4), frame_ticks=60),
    Sprite((4, 500, 1, 1), (29, 22), range(2), frame_ticks=30),
    Sprite((0, 25, 80, 25), frames=range(19), frame_ticks=2, begin_tick=CLICK_TICK, holds_last_frame=True),
    Sprite((8, 500, 2, 2), (12, 21), _GLASS_FRAMES, frame_ticks=2, end_tick=WINDOW_OPEN_TICK),
    Sprite(
        (16, 500, 2, 2),
        (60, 9),
        _GLASS_FRAMES[2:],
        frame_ticks=2,
        begin_tick=WINDOW_OPEN_TICK,
        end_tick=OPENING_TICKS,
    ),
)
# The main menu would cover the name, so bare table replaces it and it is moved below the menu. The menu also draws the
# menu-bar title that it opens from, at a different position than in the CGA picture, so bare bar replaces that one. Rows and
# distances are whole rows of the CGA, where pixels coincide.
_MENU_PATCHES: Sequence[PicturePatch] = (
    ((CLIENT_RECT[0], 42), (CLIENT_RECT[0], 182), (CLIENT_RECT[2], 56)),
    ((CLIENT_RECT[0], 189), (CLIENT_RECT[0], 42), (CLIENT_RECT[2], 55)),
    ((120, 25), (480, 25), (48, 17)),
)
_MENU_TEXT_SCENE = _TEXT_SCENE._replace(
    sprites=(
        *_TEXT_SCENE.sprites,
        *(Sprite((14, 475 + source, 63, 5), (14, to)) for to, source in ((2, 13), (14, 2))),
    )
)


def _place_cards(mode: DisplayMode) -> Sequence[tuple[Card, Point]]:
    """Return the decorative cards with their pixel positions."""
    positions = (
        _TEXT_POSITIONS
        if mode == "text"
        else (*compute_pyramid_positions(326, 97, 72, 28, 64)[:10], _DISCARD_POSITION)
    )
    return [
        (parse_card(name), position)
        for name, position in zip((*_PYRAMID_CARDS, _DISCARD_CARD), positions, strict=True)
    ]


def _get_register_changes(tick: int) -> dict[int, int]:
    """Return the register of the disk's lamp, which flickers while the program is loading and occasionally later."""
    is_busy = tick < OPENING_TICKS or tick % 420 < 40
    return {DISK_LAMP: 60} if is_busy and tick * 5 // 16 % 3 else {}


def _draw_live(display: DisplayAdapter, dy: int, tick: int) -> None:
    """Draw the opening, the clock's hands, the mill's sails, and the hourglass while the program is loading.

    Below a menu's header, the window is open from the start.
    """
    page = display.page
    is_opening = tick < WINDOW_OPEN_TICK and not dy
    if is_opening:
        # Before the window is there, ever larger outlines zoom open from the icon.
        draw_vector_drawing(page, "windows", "open", index=max(0, (tick - CLICK_TICK) // 2 + 1))
    _draw_clock(page, 56, 159 + dy, tick)
    _draw_sails(page, 238, 289 + dy, tick)
    if tick < OPENING_TICKS:
        cycle_tick = tick % (SAND_FLOW_TICKS + GLASS_TURN_TICKS)
        glass_frame = min(cycle_tick, SAND_FLOW_TICKS) // 3 + max(0, cycle_tick - SAND_FLOW_TICKS)
        draw_vector_drawing(
            page, "windows", "glass", (90, 293) if is_opening else (500, 122 + dy), glass_frame
        )


def _get_patches(tick: int) -> Sequence[PicturePatch]:
    """Return patches of bare table for the letters that are not there yet, and for the deck.

    They are copied from the picture itself, as some adapters dither it.
    """
    if not WINDOW_OPEN_TICK <= tick < OPENING_TICKS:
        return ()
    left = _LETTER_COLUMNS[(tick - WINDOW_OPEN_TICK) // LETTER_TICKS]
    width = CLIENT_RECT[0] + CLIENT_RECT[2] - left + 1
    return [
        (
            (left, CLIENT_RECT[1] + _CONTENT_ROWS * index),
            (left, CLIENT_RECT[1] + 2 * _CONTENT_ROWS),
            (width, _CONTENT_ROWS),
        )
        for index in range(2)
    ]


def _draw_clock(page: Any, x: int, y: int, tick: int) -> None:
    """Draw the hands of a clock with its centre at (x, y); one of them ticks once a second."""
    seconds = 8 * 60 + 35 + tick // 60
    for turns, hand_width, hand_height, colour, thickness in (
        (10 / 12 + seconds / 43200, 9, 6, BLACK, 2),
        (seconds / 3600, 13, 9.5, BLACK, 2),
        (seconds % 60 / 60, 14, 10.5, RED, 1),
    ):
        to_x, to_y = round(x + hand_width * sin(tau * turns)), round(y - hand_height * cos(tau * turns))
        for offset in range(thickness):
            page.line(x - offset, y, to_x - offset, to_y, colour)


def _draw_sails(page: Any, x: int, y: int, tick: int) -> None:
    """Draw the sails of the mill: two beams that turn once in eight seconds."""
    for quarter in (0, 1):
        angle = tau * (tick // 4 / 120 + 1 / 8 + quarter / 4)
        dx, dy = round(12 * cos(angle)), round(9 * sin(angle))
        for offset, colour in ((1, BLACK), (0, WHITE)):
            page.line(x - dx, y - dy + offset, x + dx, y + dy + offset, colour)


TITLE = TitleAnimation(
    "windows",
    _REGISTERS,
    (_TEXT_SCENE, _TEXT_SCENE._replace(dy=3)),
    palette_at=_get_register_changes,
    foreground=make_scene("windows", _draw_live),
    patches_at=_get_patches,
    cards_for_mode=_place_cards,
    opening_ticks=OPENING_TICKS,
    still_tick=OPENING_TICKS,
    prompt_positions={"graphics": (42, 18, 0x70), "text": (39, 20, 0x70)},
    menu_bars={
        "graphics": TitleMenuBar(16, 23, 2, menu_end_row=13, is_in_picture=True),
        "text": TitleMenuBar(15, 21, 1, menu_end_row=13, is_in_picture=True),
    },
    menu_patches=_MENU_PATCHES,
    menu_text_scene=_MENU_TEXT_SCENE,
)
