"""EM's title picture: a shareware banner of blocks and lines, on a grid that rolls towards the viewer."""

from collections.abc import Mapping
from typing import Any

from retro_pyramid.machine.video import Video
from retro_pyramid.scenes.scene import Sprite, scene
from retro_pyramid.scenes.sprites import draw, places
from retro_pyramid.scenes.title import Title

LETTER_TICKS = 8
"""For how long a letter is laid."""
ROLL_TICKS = 6
"""After so many ticks the floor has come nearer by a quarter of a tile."""
CURSOR_TICKS = 16
"""For how long the cursor is lit, and then dark."""

_ROLLING = (2, 5, 9, 10)
"""The registers of the floor's tiles, from the near quarter of a tile to the far one."""
_TILES = (1, 1, 0, 0)
"""What they show: half a tile blue, half a tile black.  In the picture itself each has a colour of its own."""
_REGISTERS = (0, 1, 9, 3, 4, 17, 20, 7, 56, 16, 40, 59, 24, 8, 62, 63)

_LETTERS = places("em_letters")
"""The first column of each letter and the one after its last."""
_TOP, _COURSE, _COURSES, _WIDE = 10, 9, 7, 12
_FOOT = 84
"""The row under the letters' sides."""
_OPENING = LETTER_TICKS * len(_LETTERS)
_CAPSTONE = 306, 99
_GLINT_EVERY = 200
_GLINTS = 11
"""Pictures of the capstone's glint, two ticks each."""


def _light(now: int) -> Mapping[int, int]:
    """Let the tiles roll: a quarter of a tile nearer with each step."""
    step = now // ROLL_TICKS
    return {register: _TILES[(at + step) % 4] for at, register in enumerate(_ROLLING)}


def _live(video: Video, down: int, now: int) -> None:
    page = video.page
    letter, tick = divmod(now, LETTER_TICKS)
    if now < _OPENING:
        _lay(page, down, letter, tick)
    elif (now - _OPENING) // CURSOR_TICKS % 2 == 0:
        _cursor(page, down, _LETTERS[-1][1])


def _lay(page: Any, down: int, letter: int, tick: int) -> None:
    """Hide what is not laid yet: the letters to come, and the upper courses of the one that grows."""
    left, right = _LETTERS[letter]
    bare = min(_COURSES, LETTER_TICKS - 1 - tick)
    page.rect(right + 2, down, 640 - right, _FOOT, 0)
    page.rect(left - 3, down, right - left + 6, _TOP + _COURSE * bare, 0)
    if bare:
        # The block that falls, and the one that waits above it.
        room = (right - left) // _WIDE
        for above in (0, 1):
            x = left + (3 * tick + 2 * above) % room * _WIDE
            y = down + max(0, _TOP + _COURSE * (bare - 1) // (1 + above) - 3 * above)
            draw(page, "em", "brick", (x, y))
    _cursor(page, down, right)


def _cursor(page: Any, down: int, x: int) -> None:
    page.rect(x + 7, _TOP + _COURSES * _COURSE - 5 + down, 20, 5, 15)


# The banner on its floor, the name as it is laid, the cursor.
_CELLS = scene(
    "em",
    Sprite((0, 0, 80, 25), order=range(4), step=ROLL_TICKS),
    Sprite((0, 100, 80, 6), (0, 1), range(_OPENING + 1), once=True),
    Sprite((0, 634, 2, 1), (76, 5), range(2), step=CURSOR_TICKS, begin=_OPENING),
)
# The far edges of the floor's tiles come nearer; the capstone glints, and then does not.
_FLOOR = Sprite("floor", order=range(4), step=ROLL_TICKS)
_GLINT = Sprite(
    "glint", _CAPSTONE, lambda now: min((now - _OPENING) % _GLINT_EVERY // 2, _GLINTS), begin=_OPENING
)
TITLE = Title(
    "em",
    _REGISTERS,
    (_CELLS, _CELLS._replace(down=2)),
    light=_light,
    live=scene("em", _FLOOR, _live, _GLINT),
    opening=_OPENING,
    rest=96,
)
"""The banner: name, pyramid, an avenue of cards that make thirteen, the tournament's ledger."""
