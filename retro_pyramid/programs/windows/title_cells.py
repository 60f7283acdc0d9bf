"""The title picture in characters: desktop, icons and window of cells, the name in half blocks."""

from collections.abc import Sequence
from functools import cache

from retro_pyramid.machine.video import COLUMNS, ROWS, Video
from retro_pyramid.programs.common import cell, text_pyramid
from retro_pyramid.programs.windows.chrome import OPENED, Area, text_window, zoomed
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.motion import Point

LETTER_TICKS = 2
OPENING = OPENED + 9 * LETTER_TICKS
"""The ticks until all letters of the name stand there: seven, then the smaller words."""
FLOW, TURN = 24, 8
"""For how many ticks the hourglass's sand runs, and it turns over: some times while the program is loaded."""

_WINDOW = Area(13, 0, 65, 21)
_SKY, _TABLE = 3, 2
_HEADER = 3
_STOCK = (66, 8)
_DISCARD = (66, 14)
_BRIGHT = "679abcdef"
"""The colours that are light on a monochrome display; the others are black."""

# Two pixels a cell, one above the other; a digit is a colour, a dot the ground.
_NAME = (
    "ffffff..ff....ff.ffffff....fff...ff....ff.ff.ffffff.",
    "ff...ff.ff....ff.ff...ff..fffff..fff..fff.ff.ff...ff",
    "ff...ff..ff..ff..ff...ff.ff...ff.ffffffff.ff.ff...ff",
    "ffffff....ffff...ffffff..ff...ff.ff.ff.ff.ff.ff...ff",
    "ff.........ff....ff.ff...fffffff.ff....ff.ff.ff...ff",
    "ff.........ff....ff..ff..ff...ff.ff....ff.ff.ff...ff",
    "ff.........ff....ff...ff.ff...ff.ff....ff.ff.ffffff.",
)
_LETTERS = (0, 8, 17, 25, 33, 42, 45, 54, 62)
"""The column where each letter begins, then the smaller words, then the end."""
_ICONS = (
    ("Disk", "..111111..|..1ffff1..|7777777777|7000000007|7777777477|8888888888"),
    ("Notes", ".1111111..|.fffffff.e|.f3333fe6.|.ffffe6f..|.f33e6ff..|.fffffff.."),
    ("Clock", "..888888..|.87777778.|8777777778|8777777778|.87777778.|..888888.."),
    ("Cards", "11111.....|1f1ffffff.|11ff44f44f|1f1f44444f|11fff444ff|...ffff4ff"),
    ("Pyramid", "1111111111|1111ee11f1|111eee6111|11eeee6611|1eeeee6661|6666666666"),
)
_PITCH = 5
_CLOCK = 2
_HANDS = "│/─\\"
_MILL, _SAILS, _SAIL_TICKS = (29, 22), "+x", 30
_CLOUDS = ((1, 4, "▄▄██▄▄"), (8, 9, "▄██▄"), (0, 14, "█▄▄"))
_FIELDS = (
    (22, 0, "█▄          ▄▄▄▄████▄▄▄          ▄▄▄▄▄██████▄▄▄▄             ▄▄▄▄███████████▄", 0x31),
    (23, 0, "▒" * 22, 0x38),
    (23, 22, "≡" * 16, 0x3F),
    (23, 38, "+" * 13, 0x1B),
    (23, 51, "·" * 17, 0x78),
    (23, 68, "^" * 12, 0x3F),
    (24, 0, "░" * 18, 0x03),
    (24, 18, "≈" * 15, 0x1B),
    (24, 33, "─" * 17, 0x71),
    (24, 50, "▒" * 13, 0x38),
    (24, 63, "░" * 17, 0x03),
)
"""Row, column, characters and attribute of the hills and fields, each field of a pattern of its own."""

_Run = tuple[int, int, str, int]


def cells(video: Video, now: int, behind: bool) -> None:
    """Draw the desktop with its clock and its mill, then the window that opens on it, as they are at a tick.

    An hourglass stands before it while it opens. Behind a header the window is open at once.
    """
    down = _HEADER if behind else 0
    _desktop(video, down, now)
    if behind:
        now = max(now, OPENING)
    whole = _WINDOW._replace(y=down)
    area = zoomed(Area(1, down + 4 * _PITCH, 10, 3), whole, now)
    if area is not None:
        menus = ("Game", "Help") if area == whole else ()
        text_window(video, area, "Pyramid", _ground(video), menus)
    if now >= OPENED:
        _client(video, down, now)
    if now < OPENING:
        _hourglass(video, *((12, 21) if now < OPENED else (60, 9)), now)


def text_places() -> Sequence[Point]:
    """Return where the ten cards of the pyramid and the one of the discard pile lie."""
    return (*text_pyramid(7, middle=40)[:10], cell(*_DISCARD))


def _ground(video: Video) -> int:
    return 0x07 if video.mono else _TABLE << 4 | 0x0F


def _desktop(video: Video, down: int, now: int) -> None:
    video.fill(0, 0, COLUMNS, ROWS, " ", 0x07 if video.mono else _SKY << 4)
    # Without colours clouds would be lumps among the icons.
    for column, row, words in () if video.mono else _CLOUDS:
        video.write(column, row + down, words, _SKY << 4 | 0x0F)
    for row, column, words, attribute in _FIELDS:
        video.write(column, row + down, words, 0x07 if video.mono else attribute)
    for number, (name, pixels) in enumerate(_ICONS):
        top = number * _PITCH + down
        for column, row, words, attribute in _runs(pixels, _SKY, video.mono):
            video.write(1 + column, top + row, words, 0x07 if video.mono else attribute)
        chosen = number == len(_ICONS) - 1
        label = (0x70 if chosen else 0x0F) if video.mono else 0x1F if chosen else 0x70
        video.write(6 - (len(name) + 2) // 2, top + 3, f" {name} ", label)
    hand = _HANDS[now // 60 % len(_HANDS)]
    video.write(6, _CLOCK * _PITCH + 1 + down, hand, 0x70)
    column, row = _MILL
    ink = 0x0F if video.mono else _SKY << 4 | 0x0F
    video.write(column, row + down, _SAILS[now // _SAIL_TICKS % len(_SAILS)], ink)
    video.write(column, row + 1 + down, "█", ink)


def _client(video: Video, down: int, now: int) -> None:
    """Write as many letters of the name as there are at a tick, and the table's stock."""
    count = min((now - OPENED) // LETTER_TICKS, len(_LETTERS) - 1)
    left, top = _WINDOW.x + 2, _WINDOW.y + 2 + down
    for column, row, words, attribute in _runs(_lettering(count), _TABLE, video.mono):
        video.write(left + column, top + row, words, attribute)
    if count < len(_LETTERS) - 1:
        return
    column = left + _LETTERS[-2]
    video.write(column, top + 1, "for", _ground(video) | 0x0F)
    video.write(column, top + 2, "Windows", 0x70 if video.mono else 0x1F)
    place = cell(*_STOCK)
    Characters(video).pile((place[0], place[1] + cell(0, down)[1]), 24, None, False)


def _hourglass(video: Video, column: int, row: int, now: int) -> None:
    """Draw an hourglass of two triangles: one on the other, and side by side while it turns over."""
    at = now % (FLOW + TURN)
    ink = _ground(video) if now >= OPENED else 0x07 if video.mono else _SKY << 4 | 0x0F
    dim = ink if video.mono else ink & 0xF0
    if at >= FLOW:
        video.write(column, row, "►◄", ink)
        return
    video.write(column, row, "▼", ink if at < FLOW * 3 // 4 else dim)
    video.write(column, row + 1, "▲", ink if at >= FLOW // 4 else dim)


@cache
def _lettering(count: int) -> str:
    """Return the first letters of the name with their side in blue, and a row above to stand clear of the menu bar."""
    width = _LETTERS[count]
    rows = ["." * (width + 1), *[row[:width].ljust(width + 1, ".") for row in _NAME], "." * (width + 1)]
    lit = [[mark == "f" for mark in row] for row in rows]
    return (
        "|".join(
            "".join(
                "f" if lit[y][x] else "1" if y and x and lit[y - 1][x - 1] else "."
                for x in range(len(rows[y]))
            )
            for y in range(len(rows))
        )
        + "|"
        + "." * (width + 1)
    )


@cache
def _runs(pixels: str, ground: int, mono: bool) -> tuple[_Run, ...]:
    """Return column, row, characters and attribute of a picture of half blocks on a ground."""
    lines = pixels.split("|")
    found: list[_Run] = []
    for row in range(0, len(lines) - 1, 2):
        for column, (above, below) in enumerate(zip(lines[row], lines[row + 1], strict=True)):
            if above + below != "..":
                found.append((column, row // 2, *_half(above, below, ground, mono)))
    return _joined(found)


def _half(above: str, below: str, ground: int, mono: bool) -> tuple[str, int]:
    """Return the character and the attribute of a cell of two pixels; papers are dark colours only."""
    if mono:
        lit = above in _BRIGHT, below in _BRIGHT
        return {(True, True): "█", (True, False): "▀", (False, True): "▄"}.get(lit, " "), 0x0F
    upper, lower = (ground if mark == "." else int(mark, 16) for mark in (above, below))
    if upper == lower:
        return "█", upper
    return ("▄", upper << 4 | lower) if lower > 7 else ("▀", lower << 4 | upper)


def _joined(cells: Sequence[_Run]) -> tuple[_Run, ...]:
    """Join cells that stand side by side and have one attribute."""
    runs: list[_Run] = []
    for run in cells:
        if runs:
            column, row, words, attribute = runs[-1]
            if (column + len(words), row, attribute) == (run[0], run[1], run[3]):
                runs[-1] = (column, row, words + run[2], attribute)
                continue
        runs.append(run)
    return tuple(runs)
