"""EM's title picture: a shareware banner of blocks and lines above a grid floor that scrolls towards the viewer."""

from collections.abc import Mapping
from typing import Any

from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.scenes.scene import Sprite, make_scene
from retro_pyramid.scenes.sprites import draw_vector_drawing, load_coordinates
from retro_pyramid.scenes.title import TitleAnimation

LETTER_TICKS = 8
"""Ticks for which a letter is built."""
ROLL_TICKS = 6
"""Ticks after which the floor has scrolled by a quarter of a tile."""
CURSOR_TICKS = 16
"""Ticks for which the cursor is on, and then off."""

_FLOOR_REGISTERS = (2, 5, 9, 10)
"""Registers of the floor's tiles, from the nearest quarter of a tile to the farthest."""
_TILE_COLOURS = (1, 1, 0, 0)
"""Their colours: half a tile is blue, half is black. In the picture itself each has a different colour."""
_REGISTERS = (0, 1, 9, 3, 4, 17, 20, 7, 56, 16, 40, 59, 24, 8, 62, 63)

_LETTER_COLUMNS = load_coordinates("em_letters")
"""The first column of each letter and the column after its last."""
_LETTERS_TOP, _COURSE_HEIGHT, _COURSE_COUNT, _BLOCK_WIDTH = 10, 9, 7, 12
_LETTERS_BOTTOM = 84
"""The row below the letters' sides."""
_OPENING_TICKS = LETTER_TICKS * len(_LETTER_COLUMNS)
_CAPSTONE_POSITION = 306, 99
_GLINT_INTERVAL = 200
_GLINT_FRAMES = 11
"""Frames of the capstone's glint, two ticks each."""


def _get_register_changes(tick: int) -> Mapping[int, int]:
    """Return the floor's registers at a tick; the tiles scroll a quarter of a tile nearer with each step."""
    step = tick // ROLL_TICKS
    return {register: _TILE_COLOURS[(index + step) % 4] for index, register in enumerate(_FLOOR_REGISTERS)}


def _draw_live(display: DisplayAdapter, dy: int, tick: int) -> None:
    """Draw the opening, then the blinking cursor."""
    page = display.page
    letter_index, letter_tick = divmod(tick, LETTER_TICKS)
    if tick < _OPENING_TICKS:
        _hide_missing_blocks(page, dy, letter_index, letter_tick)
    elif (tick - _OPENING_TICKS) // CURSOR_TICKS % 2 == 0:
        _draw_cursor(page, dy, _LETTER_COLUMNS[-1][1])


def _hide_missing_blocks(page: Any, dy: int, letter_index: int, letter_tick: int) -> None:
    """Hide what has not been built yet: later letters, and the upper rows of blocks of the current one."""
    left, right = _LETTER_COLUMNS[letter_index]
    missing_courses = min(_COURSE_COUNT, LETTER_TICKS - 1 - letter_tick)
    page.rect(right + 2, dy, 640 - right, _LETTERS_BOTTOM, 0)
    page.rect(left - 3, dy, right - left + 6, _LETTERS_TOP + _COURSE_HEIGHT * missing_courses, 0)
    if missing_courses:
        # The falling block, and the next one above it.
        block_count = (right - left) // _BLOCK_WIDTH
        for above in (0, 1):
            x = left + (3 * letter_tick + 2 * above) % block_count * _BLOCK_WIDTH
            y = dy + max(0, _LETTERS_TOP + _COURSE_HEIGHT * (missing_courses - 1) // (1 + above) - 3 * above)
            draw_vector_drawing(page, "em", "brick", (x, y))
    _draw_cursor(page, dy, right)


def _draw_cursor(page: Any, dy: int, x: int) -> None:
    page.rect(x + 7, _LETTERS_TOP + _COURSE_COUNT * _COURSE_HEIGHT - 5 + dy, 20, 5, 15)


# The banner on its floor, the name while it is built, the cursor.
_TEXT_SCENE = make_scene(
    "em",
    Sprite((0, 0, 80, 25), frames=range(4), frame_ticks=ROLL_TICKS),
    Sprite((0, 100, 80, 6), (0, 1), range(_OPENING_TICKS + 1), holds_last_frame=True),
    Sprite((0, 634, 2, 1), (76, 5), range(2), frame_ticks=CURSOR_TICKS, begin_tick=_OPENING_TICKS),
)
# The far edges of the floor's tiles scroll nearer; the capstone glints at intervals.
_FLOOR_SPRITE = Sprite("floor", frames=range(4), frame_ticks=ROLL_TICKS)
_GLINT_SPRITE = Sprite(
    "glint",
    _CAPSTONE_POSITION,
    lambda tick: min((tick - _OPENING_TICKS) % _GLINT_INTERVAL // 2, _GLINT_FRAMES),
    begin_tick=_OPENING_TICKS,
)
TITLE = TitleAnimation(
    "em",
    _REGISTERS,
    (_TEXT_SCENE, _TEXT_SCENE._replace(dy=2)),
    palette_at=_get_register_changes,
    foreground=make_scene("em", _FLOOR_SPRITE, _draw_live, _GLINT_SPRITE),
    opening_ticks=_OPENING_TICKS,
    still_tick=96,
)
"""The banner: name, pyramid, an avenue of cards that add up to thirteen, and the tournament's ledger."""
