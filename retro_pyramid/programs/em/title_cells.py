"""EM's title picture in characters: half blocks and lines, on a floor that rolls as in the picture itself."""

from collections.abc import Iterator
from functools import cache

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS, WIDTH, Video

LETTER_TICKS = 8
"""For how long a letter is laid."""
ROLL_TICKS = 6
"""After so many ticks the floor has come nearer by a quarter of a tile."""
CURSOR_TICKS = 16
"""For how long the cursor is lit, and then dark."""
SHIFT = 2
"""Rows by which all of it sinks under a header."""

Run = tuple[int, int, str, int]
"""Column, row, characters and their attribute."""

# A letter's five courses: # a whole cell, ^ and v its upper and lower half.
_NAME = (
    "######|##....|#####.|##....|######",
    "##v.v##|#######|##.^.##|##...##|##...##",
    "##|#^|..|..|..",
    ".....|.####|^##v.|..^##|####^",
    "",
    "#####v|##..##|#####^|##....|##....",
    "##..##|##vv##|.^##^.|..##..|..##..",
    "#####v.|##..##.|#####^.|##.^#v.|##..^##",
    "..v#v..|.##^##.|##...##|#######|##...##",
    "##v.v##|#######|##.^.##|##...##|##...##",
    "##|##|##|##|##",
    "#####v.|##..^##|##...##|##..v##|#####^.",
)
_COURSES = 5
_LIGHT = (15, 15, 11, 11, 3)
_FORMS = {"#": "█", "^": "▀", "v": "▄"}
_TOP = 1

_APEX, _BASE = 40, 7
_HORIZON = 13
_TILES = (True, True, False, False)
"""Which quarters of a tile are lit, from the near one to the far one."""

_SLOGANS = (
    (2, ("A GAME FOR", "ONE OR TWO", "PLAYERS")),
    (62, ("A TOURNAMENT", "OF SIX GAMES", "AGAINST PAR")),
)
_STARS = ((5, 7), (19, 10), (25, 8), (30, 11), (52, 7), (57, 10), (60, 8), (74, 7), (22, 7), (48, 9))
# Cards of an avenue, the far ones first: column, row, width, height, and what they show.
_AVENUE = (
    *((23, 13, 4, 3, "3♥"), (53, 13, 4, 3, "10♣"), (13, 14, 7, 4, "2♣"), (60, 14, 7, 4, "J♦")),
    *((1, 15, 9, 6, "A♦"), (70, 15, 9, 6, "Q♠")),
)
_PIPS = {
    "A♦": ("  ▄█▄  ", "▄█████▄", " ▀███▀ ", "   ▀   "),
    "Q♠": ("  ▄  ", "▄███▄", "█████", " ▄█▄ "),
    "2♣": ("♣",),
    "J♦": ("♦",),
    "3♥": ("♥",),
    "10♣": ("♣",),
}
"""What stands in the middle of a card."""
_LEDGER = (
    " Tournament of six                  Zero is par ",
    " Game      │  1 │  2 │  3 │  4 │  5 │  6 │  Net ",
    " You       │ 14 │ -9 │ 31 │-12 │ 20 │ -6 │  +38 ",
    " Computer  │ -8 │ 11 │-15 │ 35 │-11 │ -5 │   +7 ",
)
_LEDGER_PAPERS = (0x71, 0x70, 0x30, 0x70)
_LEDGER_TOP = 19


def draw_cells(video: Video, now: int, behind: bool) -> None:
    """Draw the banner, lower where a header lies over it."""
    down = SHIFT if behind else 0
    video.fill(0, 0, COLUMNS, ROWS, " ", 0x07)
    for row, line in enumerate(_floor(now // ROLL_TICKS % 4, video.mono), _HORIZON + down):
        video.write(0, row, line, 0x07 if video.mono else 0x01)
    for column, row, text, attribute in _standing(video.mono):
        video.write(column, row + down, text, attribute)
    letter, tick = divmod(now, LETTER_TICKS)
    laid = tick * (_COURSES + 1) // LETTER_TICKS
    letters = _letters(video.mono)
    for runs in letters[:letter]:
        for column, row, text, attribute in runs:
            video.write(column, row + down, text, attribute)
    end = letters[min(letter, len(letters) - 1)][-1][0]
    if letter < len(letters):
        for column, row, text, attribute in letters[letter][:-1]:
            if row >= _TOP + _COURSES - laid:
                video.write(column, row + down, text, attribute)
    if letter < len(letters) or (now - len(letters) * LETTER_TICKS) // CURSOR_TICKS % 2 == 0:
        video.write(end, _TOP + _COURSES - 1 + down, "▄▄", 0x0F)


@cache
def _floor(step: int, mono: bool) -> tuple[str, ...]:
    """Return the rows of the floor in tiles of half blocks, at one of four steps."""

    def lit(column: int, half: int) -> bool:
        below = (half + 0.5) * CELL_HEIGHT / 2
        tile = (column * CELL_WIDTH + CELL_WIDTH // 2 - WIDTH // 2) / (0.8 * below) + 0.5
        return _TILES[(int(4 * 311 / below) + 2 * (int(tile // 1) % 2) + step) % 4]

    forms = " ░░░" if mono else " ▄▀█"
    rows = (
        "".join(forms[2 * lit(column, 2 * row) + lit(column, 2 * row + 1)] for column in range(COLUMNS))
        for row in range(1, ROWS - _HORIZON)
    )
    return ("─" if mono else "▒") * COLUMNS, *rows


@cache
def _standing(mono: bool) -> tuple[Run, ...]:
    """Return what stands: stars, glow, slogans, pyramid, cards, ledger."""
    return tuple(
        (column, row, text, _seen(mono, attribute)) for column, row, text, attribute in _things(mono)
    )


def _seen(mono: bool, attribute: int) -> int:
    # Dark blue would be underlined on a monochrome display, and blue paper is black there.
    return attribute | 0x06 if mono and attribute == 0x01 else attribute


def _things(mono: bool) -> Iterator[Run]:
    for column, row in _STARS:
        yield column, row, "·", 0x03
    if not mono:
        yield 0, _HORIZON - 1, "░" * COLUMNS, 0x01
    for column, lines in _SLOGANS:
        for row in (7, 11):
            yield column, row, "■──────────────■", 0x0B
        for row, line in enumerate(lines, 8):
            yield column, row, line.center(16), 0x0B if row == 9 else 0x0F
    for course in range(1, 8):
        left, row = _APEX - 3 * course + 1, _BASE + course - 1
        corner = left + 4 * course
        yield corner, row, ("┴┬" if course % 2 else "┬┴") * (course // 2) + "┐", 0x03
        for block in range(course):
            shade = 0x6E if course == 1 else 0x7F if 3 * block < course - 1 else 0x3B
            yield from _block(left + 4 * block, row, shade, mono)
    for column, row, width, height, shows in _AVENUE:
        yield from _card(column, row, width, height, shows)
    left = (COLUMNS - len(_LEDGER[0])) // 2
    for row, (line, paper) in enumerate(zip(_LEDGER, _LEDGER_PAPERS, strict=True), _LEDGER_TOP):
        yield left - 2, row, f"■ {line} ■", 0x70
        yield left, row, line, paper


def _block(column: int, row: int, shade: int, mono: bool) -> Iterator[Run]:
    """Draw a block of two shades, the upper one the ink; without colours it is bright or not."""
    if mono:
        yield column, row, "███▌", 0x0F if shade != 0x3B or row % 2 else 0x07
    else:
        yield column, row, "▀▀▀", shade
        yield column + 3, row, "▌", shade >> 4


def _card(column: int, row: int, width: int, height: int, shows: str) -> Iterator[Run]:
    ink = 0x74 if shows[-1] in "♥♦" else 0x70
    for line in range(height):
        yield column, row + line, " " * width, 0x70
        # The slab's side, towards the middle.
        yield (column + width if column < COLUMNS // 2 else column - 1), row + line, "▌▐"[column > 40], 0x03
    yield column + (width > 4), row, shows, ink
    if height > 3:
        yield column + width - 1 - len(shows), row + height - 1, shows, ink
    for line, text in enumerate(_PIPS.get(shows, ())):
        yield column + width // 2 - len(text) // 2, row + line + 1, text, ink


@cache
def _letters(mono: bool) -> tuple[tuple[Run, ...], ...]:
    """Return each letter's runs, course by course; the last of them is empty and stands where the cursor goes."""
    found, column = [], 1
    for letter in _NAME:
        if not letter:
            column += 2
            continue
        runs = _joined(_letter(column, letter.split("|"), mono))
        column += letter.index("|") + 1
        found.append((*runs, (column, 0, "", 0)))
    return tuple(found)


def _joined(runs: Iterator[Run]) -> list[Run]:
    """Return runs with neighbours of the same attribute in one: it is the number of them that costs."""
    joined: list[Run] = []
    for run in runs:
        column, row, text, attribute = joined[-1] if joined else (0, -1, "", 0)
        if run[:2] == (column + len(text), row) and run[3] == attribute:
            joined[-1] = column, row, text + run[2], attribute
        else:
            joined.append(run)
    return joined


def _letter(left: int, courses: list[str], mono: bool) -> Iterator[Run]:
    """Return a letter, lit from above, with its sides where they run to the middle of the horizon."""
    side, towards = ("▌", 1) if left < COLUMNS // 2 else ("▐", -1)
    width, dark = len(courses[0]), _seen(mono, 0x01)

    def at(row: int, column: int) -> str:
        return courses[row][column] if 0 <= row < _COURSES and 0 <= column < width else "."

    for row in range(_COURSES + 1):
        for column in range(-1, width + 1):
            form = at(row, column)
            if form != ".":
                under = 0x10 if form == "^" and not mono else 0x00
                yield left + column, _TOP + row, _FORMS[form], _LIGHT[row] | under
            elif at(row - 1, column) in "#v":
                yield left + column, _TOP + row, "▀", dark
            elif at(row, column - towards) == "#":
                yield left + column, _TOP + row, side, dark
