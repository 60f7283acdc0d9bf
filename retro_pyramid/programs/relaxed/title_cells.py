"""The tomb of the title picture in characters: cells of two colours, one above the other, shades and suits."""

from functools import cache
from math import hypot

from retro_pyramid import cp437
from retro_pyramid.machine.video import COLUMNS, ROWS, Video

_FLICKER = ("1111211101112211110112111", "11211110112111022111101111211")
"""How bright each torch is, step by step: 0 low, 1 as usual, 2 high."""
_FLICKER_TICKS = 6

_HEADER_DOWN = 2
"""Rows by which all of it sinks under a header, so that the name stays whole."""
_MIDDLE = COLUMNS // 2

_LETTERS = {
    "R": "###. #..# #..# ###. #.#. #.#. #..# #..#",
    "E": "#### #... #... ###. #... #... #... ####",
    "L": "#... #... #... #... #... #... #... ####",
    "A": "..#.. ..... .###. .#.#. ##.## ##### #...# #...#",
    "X": "#...# #...# .#.#. ..#.. ..#.. .#.#. #...# #...#",
    "D": "###. #..# #..# #..# #..# #..# #..# ###.",
    "P": "###. #..# #..# #..# ###. #... #... #...",
    "Y": "#...# #...# .#.#. .#.#. ..#.. ..#.. ..#.. ..#..",
    "M": "#...# ##.## ##.## #.#.# #.#.# #...# #...# #...#",
    "I": "# # # # # # # #",
}
"""The name's letters: each mark is half a cell, the rows stand one below the other."""
_NAME, _NAME_ROW = "RELAXED PYRAMID", 1
_NAME_LIGHT = (14, 14, 11, 12)

_COLOURS = {"k": 0, "x": 0, "t": 3, "d": 1, "r": 4, "o": 12, "g": 11, "y": 14, "w": 15}
_MONO = {"x": 0, "d": 0, "t": 0, "k": 1, "r": 1, "o": 1, "g": 1, "y": 2, "w": 2}
"""What the marks of the figures are: a colour; without colours 0 dark, 1 light, 2 bright."""
_DARKER = {11: 6, 12: 4, 14: 6, 15: 7}
"""The paper that stands for an ink which cannot be one."""

_PHARAOH = """
....yyyyyy........ ...yyyyyyyyd......
..yyyyyyyyyyd..... ..dddddrrrrr......
..yyyyyrrxxr...yy. .ddddddrrrrrr.y..y
.yyyyyyrrrrr..y..y .ddddddrrrxx..y...
.yyyyyyrrrr...y... .dddddd.kk....y...
.yyyyytt.kk...y... ..dddtttttt...y...
.rrryyyyyyyrr.y... rrrrtttttttrrry...
rrrrryyyyyrrrrrr.. rr.rrrrrrr..rryr..
rr..rrrrrr....y... rr..rrrrrr....y...
rr..yyyyyy....y... rr..yyyyyy....y...
.r.wwwwwwww...y... ...wwwwwwwww..y...
...rrr..rrr...y... ...rrr..rrr...y...
...rrr..rrr...y... ..rrrr.rrrrr..y...
"""
_GUARD = """
...kk.kk......w... ...kk.kk.....www..
...kk.kk.....www.. ...kkkkk.....www..
..kkkkkkk.....w... .ddkkyykkk....w...
.yykkkkkkkkkk.y... .ddkkkkkkkkkkky...
.yykkkkkkk.kk.y... .ddkkkk.......y...
.yyykkk.......y... .dddyyyyy.....y...
.rrrtttttttrr.y... rrrryyyyyyyrrry...
rrrrrtttttrrrrrr.. rr.rrrrrrr..rryr..
rr..rryrrr....y... rr..rrryrr....y...
rr..yyyyyy....y... rr..yyyyyy....y...
.y.oooyyooo...y... .y.oooyyoooo..y...
yyyrrr..rrr...y... .y.rrr..rrr...y...
.y.rrr..rrr...y... ..rrrr.rrrrr..y...
"""
_FIGURES = ((1, _PHARAOH, False), (61, _GUARD, True))
"""Where the two large figures begin, and whether they look to the left; a row of theirs is half a cell high."""
_FIGURE_ROW, _DADO, _FLOOR = 6, 19, 20
_LIT = ((19, _MIDDLE), (_MIDDLE, COLUMNS - 19))
"""The columns of the wall on which the light of either torch comes and goes: not behind the figures."""
_SUITS = (("♠", 0), ("♥", 4), ("♣", 0), ("♦", 4))

_TORCHES = (21, 58)
_FLAME_ROW = 8
_FLAMES = (
    "..o.. ..o.. ..o.. .oo.. .ogo. oogoo oywyo .ywy.",
    ".o... .o... .oo.. ..oo. .ogo. .ogoo oywyo .ywy.",
    "...o. ..oo. ..o.. ..oo. .ogo. oogo. oywyo .ywy.",
    "..... ..o.. ..o.. .oo.. .ogo. .ogo. oywyo .ywy.",
)
"""A flame's pictures: two rows that share a cell have at most one colour of the flame a column."""
_FLAME_TICKS = 6

_DOOR = (31, 8, 18, 12)
"""Where the door's two leaves are: column, row, width, height; the crack is the middle of the two columns there."""
_PYRAMID = 12
_SIGNS = "☼♠≈♀♥▲♣"
_JAMB = "♠♥♣♦♠♥♣♦♠♥♣♦"

_MOTES = ((-2, 0), (2, 5), (-4, 3), (3, 9), (-6, 7), (5, 2), (7, 6), (-3, 10))
_MOTE_TICKS, _TWINKLE = 22, (("·", 0x2E), ("∙", 0x2F), ("·", 0x2B), (" ", 0x20))
_SCARAB_ROW, _SCARAB_STARTS, _SCARAB_TICKS = 22, 150, 10

Grid = list[list[tuple[str, int]]]
"""Characters and attributes, row by row."""


def flicker(torch: int, now: int) -> int:
    """Return how bright a torch is at a tick: 0 low, 1 as usual, 2 high."""
    steps = _FLICKER[torch]
    return int(steps[now // _FLICKER_TICKS % len(steps)])


def draw_cells(video: Video, now: int, behind: bool) -> None:
    """Draw the tomb as it is at a tick; lower by some rows where a header lies over it."""
    down = _HEADER_DOWN if behind else 0
    start = 2 * COLUMNS * down
    video.cells[:start] = bytes(start)
    video.cells[start:] = _tomb(video.mono)[: len(video.cells) - start]
    if not video.mono:
        for torch in (0, 1):
            for at, lit in _shine(torch, flicker(torch, now)):
                video.cells[start + at : start + at + len(lit)] = lit
    _, top, _, height = _DOOR
    for at, (aside, begun) in enumerate(_MOTES):
        row = top + height - 1 - (begun + now // _MOTE_TICKS + at) % height
        # On the relief it would be a hole.
        if row > top + 2 and abs(aside) > row - _PYRAMID + 2:
            char, attribute = _TWINKLE[(now // 11 + at) % len(_TWINKLE)]
            if char != " ":
                shown = attribute & 0x0F if video.mono else attribute
                video.write(_MIDDLE + aside - (aside < 0), row + down, char, shown)
    walked = (now - _SCARAB_STARTS) // _SCARAB_TICKS - 4
    if -4 <= walked < COLUMNS:
        video.write(walked, _SCARAB_ROW + down, "▄▀"[walked % 2] + "█▄", 0x07 if video.mono else 0x03)
        video.write(walked + 3, _SCARAB_ROW + down, "☼", 0x0E)
    for torch, middle in enumerate(_TORCHES):
        picture = _FLAMES[(now // _FLAME_TICKS + 2 * torch) % len(_FLAMES)]
        for row, line in enumerate(_flame(picture, video.mono)):
            for column, char, attribute in line:
                video.write(middle - 2 + column, _FLAME_ROW + row + down, char, attribute)


@cache
def _flame(picture: str, mono: bool) -> list[list[tuple[int, str, int]]]:
    rows = picture.split()
    return [
        [
            (column, *cell)
            for column, pair in enumerate(zip(upper, lower, strict=True))
            if (cell := _pair(*pair, (" ", 0x07 if mono else 0x70), mono)) is not None
        ]
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _pair(upper: str, lower: str, wall: tuple[str, int], mono: bool) -> tuple[str, int] | None:
    """Return the cell of two marks, one above the other, on a wall; None where both are bare."""
    if upper == lower == ".":
        return None
    if mono:
        light = [_MONO.get(mark, 0) for mark in (upper, lower)]
        char = " ▄▀█"[2 * bool(light[0]) + bool(light[1])]
        return char, 0x0F if max(light) == 2 else 0x07
    paper = wall[1] >> 4
    top, bottom = (_COLOURS.get(mark, paper) for mark in (upper, lower))
    if top == bottom:
        return "█", top
    if bottom > 7 and top < 8:
        return "▄", top << 4 | bottom
    return "▀", _DARKER.get(bottom, bottom) << 4 | top


@cache
def _tomb(mono: bool) -> bytes:
    """Return the cells of the tomb while its torches burn as usual."""
    return bytes(value for line in _drawn(mono) for cell in line for value in _coded(*cell))


def _coded(char: str, attribute: int) -> bytes:
    return bytes((cp437.shown(char)[0], attribute))


@cache
def _shine(torch: int, level: int) -> list[tuple[int, bytes]]:
    """Return the bare wall round a torch that is so bright: runs of its cells, and where each begins among all bytes."""
    usual, drawn = _wall(False), _drawn(False)
    runs: list[tuple[int, bytes]] = []
    for row in range(_FIGURE_ROW, _DADO):
        for column in range(*_LIT[torch]):
            if drawn[row][column] == usual[row][column]:
                at = 2 * (row * COLUMNS + column)
                lit = _coded(*_toned(_light(column, row) + 0.35 * (level - 1)))
                if runs and runs[-1][0] + len(runs[-1][1]) == at:
                    at, before = runs.pop()
                    lit = before + lit
                runs.append((at, lit))
    return runs


@cache
def _drawn(mono: bool) -> Grid:
    grid = [list(line) for line in _wall(mono)]
    _beam(grid, mono)
    for column, picture, mirrored in _FIGURES:
        rows = [row[::-1] if mirrored else row for row in picture.split()]
        for at, (upper, lower) in enumerate(zip(rows[::2], rows[1::2], strict=True)):
            line = grid[_FIGURE_ROW + at]
            for x, pair in enumerate(zip(upper, lower, strict=True), column):
                line[x] = _pair(*pair, line[x], mono) or line[x]
    _lower_wall(grid, mono)
    _floor(grid, mono)
    _door(grid, mono)
    for middle in _TORCHES:
        for at, char in enumerate("▀███▀"):
            _put(grid, middle - 2 + at, _FLAME_ROW + 4, char, 11 if at < 3 else 6, mono)
        for row in range(_FLAME_ROW + 5, _FLOOR + 1):
            _put(grid, middle, row, "║", 14, mono)
        for at, char in enumerate("▄█▄"):
            _put(grid, middle - 1 + at, _FLOOR + 1, char, 11 if at < 2 else 6, mono)
    return grid


def _put(grid: Grid, column: int, row: int, char: str, ink: int, mono: bool) -> None:
    """Write a character on the paper that is there."""
    paper = 0 if mono else grid[row][column][1] >> 4
    grid[row][column] = char, paper << 4 | ((0x0F if ink > 11 else 0x07) if mono else ink)


_RAMP = (0, 2, 4, 6, 7)


def _toned(light: float) -> tuple[str, int]:
    """Return a cell of the wall in so much light: 0 black, 4 sand."""
    if light >= len(_RAMP) - 1:
        return " ", _RAMP[-1] << 4
    light = max(light, 0.0)
    step = int(light)
    return " ░▒▓"[int(4 * (light - step))], _RAMP[step] << 4 | _RAMP[step + 1]


def _whole(light: float) -> int:
    """Return a tone other than red, on which nobody's skin could be seen."""
    return 4 if light > 3.2 else 3 if light > 1.5 else 1 if light > 0.5 else 0


def _light(column: int, row: int) -> float:
    """Return how much light falls on a cell of the wall."""
    away = min(hypot(column - middle, 2.4 * (row - _FLAME_ROW - 2)) for middle in _TORCHES)
    edge = min(1.0, (min(column, COLUMNS - 1 - column) + 2) / 9)
    return (5.55 - away / 5.5) * edge


@cache
def _wall(mono: bool) -> Grid:
    """Return the wall, with whole tones where half cells of figures have no shades beside them."""
    if mono:
        return [[(" ", 0x07)] * COLUMNS for _ in range(ROWS)]
    lights = [[_light(column, row) for column in range(COLUMNS)] for row in range(ROWS)]
    first, last = _LIT[0][0], _LIT[1][1]
    return [
        [_toned(light if first <= column < last else _whole(light)) for column, light in enumerate(line)]
        for line in lights
    ]


def _beam(grid: Grid, mono: bool) -> None:
    """Draw the beam above all, and the name cut into it."""
    for row in range(_NAME_ROW + 4):
        for column in range(COLUMNS):
            edge = min(min(column, COLUMNS - 1 - column) // 2, 3)
            grid[row][column] = (" ", 0x07) if mono else ("░▒▓█"[edge], 0x02)
    if not mono:
        grid[0] = [("▄" if char == "█" else " ", 0x02) for char, _ in grid[0]]
    for column in range(2, COLUMNS - 2):
        studs = ("▀" if column % 2 else "█", 0x4B if column % 4 else 0x46)
        grid[_NAME_ROW + 4][column] = ("═", 0x07) if mono else studs
    marks = _name_marks()
    for row in range(4):
        for x, (upper, lower) in enumerate(zip(marks[2 * row], marks[2 * row + 1], strict=True)):
            if mono:
                char = " ▄▀█"[2 * (upper == "#") + (lower == "#")]
                grid[_NAME_ROW + row][x] = char, 0x0F
            elif "#" in (upper, lower):
                other = lower if upper == "#" else upper
                char = "█" if upper == lower else "▀" if upper == "#" else "▄"
                grid[_NAME_ROW + row][x] = char, (0x20 if other == " " else 0) | _NAME_LIGHT[row]
            elif "k" in (upper, lower):
                grid[_NAME_ROW + row][x] = " ▄▀█"[2 * (upper == "k") + (lower == "k")], 0x20


def _name_marks() -> list[list[str]]:
    """Return the name in marks half a cell high: # its letters, k their shadow."""
    marks = [[" "] * COLUMNS for _ in range(9)]
    letters = [_LETTERS.get(letter, "..").split() for letter in _NAME]
    widths = [len(rows[0]) + (letter != " ") for letter, rows in zip(_NAME, letters, strict=True)]
    column = (COLUMNS - sum(widths) + 1) // 2
    for rows, width in zip(letters, widths, strict=True):
        for y, row in enumerate(rows):
            for x, mark in enumerate(row, column):
                if mark == "#":
                    marks[y][x] = "#"
                    if marks[y + 1][x + 1] == " ":
                        marks[y + 1][x + 1] = "k"
        column += width
    return marks


def _lower_wall(grid: Grid, mono: bool) -> None:
    """Draw the band of suits at the foot of the wall, and the signs beside the door."""
    for column in range(1, COLUMNS - 1):
        edge = min(column, COLUMNS - 1 - column)
        suit, ink = _SUITS[edge // 3 % 4]
        paper = 2 if edge < 4 else 4 if edge < 9 else 6 if edge < 15 else 7
        if edge % 3 != 2 or edge > 27:
            cell = "═", 0x07 if mono else paper << 4 | {2: 0, 4: 2, 6: 4, 7: 6}[paper]
        else:
            cell = suit, 0x0F if mono else paper << 4 | (ink if paper > 4 else 0)
        grid[_DADO][column] = cell
    for at, sign in enumerate(_SIGNS):
        for column in (26, COLUMNS - 1 - 26):
            _put(grid, column, _FIGURE_ROW + 2 + at, sign, 12 if mono else 4 if sign in "♦♥☼" else 0, mono)


def _floor(grid: Grid, mono: bool) -> None:
    """Draw the floor and the light that falls on it through the crack."""
    for row in range(_FLOOR, ROWS):
        far = row - _FLOOR
        for column in range(COLUMNS):
            aside = abs(column - _MIDDLE + 0.5)
            pool = max(2.6 - abs(column - middle) / 7 - far * 0.55 for middle in _TORCHES)
            beam = (1.15 - aside / (1.5 + 2.2 * far)) * (1 - 0.1 * far)
            if mono:
                grid[row][column] = (
                    ("█" if beam > 0.75 else "▓" if beam > 0.5 else "▒" if beam > 0.2 else " "),
                    0x0F if beam > 0.75 else 0x07,
                )
            else:
                grid[row][column] = _toned(max(pool, 0.3 if far < 3 else 0))
                for least, cell in (
                    (0.9, ("█", 14)),
                    (0.72, ("▓", 0x6E)),
                    (0.52, ("▒", 0x6E)),
                    (0.34, ("▒", 0x4B)),
                    (0.1, ("░", 0x4B)),
                ):
                    if beam > least:
                        grid[row][column] = cell
                        break
    grid[ROWS - 1] = [(" ", 0x07)] * COLUMNS


def _door(grid: Grid, mono: bool) -> None:
    """Draw the door, its frame, the winged sun, the pyramid of cards, and the crack."""
    left, top, width, height = _DOOR
    right = left + width - 1
    for column in range(left - 3, right + 4):
        stripe = (0x3E, 0x4E, 0x6E)[column % 3]
        grid[top - 2][column] = ("▀", 0x07) if mono else ("▀", stripe)
    for column in range(left - 2, right + 3):
        grid[top - 1][column] = ("═", 0x07) if mono else ("═", 0x70 | 6)
    for at in range(height):
        row = top + at
        suit = _JAMB[at]
        ink = 4 if suit in "♥♦" else 0
        for column in (left - 2, left - 1, right + 1, right + 2):
            outer = column in (left - 2, right + 2)
            char = suit if outer else "▐" if column < left else "▌"
            grid[row][column] = (
                (char if outer else "║", 0x0F if outer else 0x07)
                if mono
                else (char, 0x70 | (ink if outer else 6))
            )
        for column in range(left, right + 1):
            grid[row][column] = (" ", 0x07) if mono else ("▒" if at < 4 else "░" if at < 8 else " ", 0x2D)
    for x in range(1, 8):
        for column in (_MIDDLE - 1 - x, _MIDDLE + x):
            if mono:
                grid[top + 1][column] = "▀" if x > 1 else "█", 0x0F
            else:
                grid[top + 1][column] = ("▀", 0x3E) if x > 1 else ("█", 14)
                if 1 < x < 5:
                    grid[top + 2][column] = "▀", 0x23
    for row in range(7):
        for card in range(row + 1):
            first = _MIDDLE - 1 - row + 2 * card
            suit, ink = _SUITS[(row + 3 * card) % 4]
            right_half = first >= _MIDDLE
            cells = [(suit, 0x70 | ink), ("▐", 0x70 | 6)]
            if right_half:
                cells = [("▌", 0x70 | 6), cells[0]]
            if mono:
                cells = [(char, 0x70) for char, _ in cells]
            grid[_PYRAMID + row][first : first + 2] = cells
    for row in range(top, top + height):
        for column, char in ((_MIDDLE - 1, "▐"), (_MIDDLE, "▌")):
            paper = 0 if mono else 7 if _PYRAMID <= row < _PYRAMID + 7 else 6
            grid[row][column] = char, paper << 4 | 15
