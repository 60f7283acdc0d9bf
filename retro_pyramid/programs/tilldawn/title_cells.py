"""Solitaire Till Dawn's title picture in characters: window, roofs, cat, lamp and cards, as light as the hour."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby

from retro_pyramid.machine.video import COLUMNS, ROWS, Video

PALETTE = (0, 1, 33, 53, 4, 21, 20, 7, 56, 8, 15, 40, 46, 28, 62, 63)
"""The registers in text mode: 0, 1, 2, 5, 3 and 12 are the sky from night to day."""
_SKY = (0, 1, 2, 5, 3, 12)
_SHADES = " ░▒▓"
_HOURS = 30
"""The night has so many hours of a second, as the picture in graphics; then it is day."""
_TOP, _SILL = 9, 16

Cell = tuple[str, int]
Run = tuple[int, int, str, int]

# The roofs: how many halves of a row each column's far and near houses are high, from the sill.
_FAR = "33333333444335333566633344445533344477344433444656333444888444355533344433333333"
_NEAR = "22222233311122222331112224444422211133555553322211222000dddddddddddddddddddd0000"
_CAT = (
    ".#...#......",
    ".##.##......",
    ".#####......",
    ".#####......",
    "..###.......",
    ".#####......",
    "#######.....",
    "########....",
    "########...#",
    "###########.",
)
_CAT_LEFT = 8
_EAR = (_CAT_LEFT + 5, 11)
_WALLS = (*range(4), 29, 53, *range(76, COLUMNS))
_LIGHTS = (
    *((58, 13), (22, 15), (74, 11), (36, 14), (47, 15)),
    *((61, 11), (26, 14), (57, 15), (18, 15), (61, 13)),
    *((40, 14), (50, 15), (67, 10), (24, 15), (38, 15)),
    *((58, 11), (27, 15), (44, 15), (71, 11), (64, 11)),
)
_STARS = (
    *((18, 13), (45, 13), (20, 10), (33, 10), (12, 9), (38, 10)),
    *((24, 9), (48, 10), (15, 10), (42, 9), (32, 9)),
)

# Card and cleared places of the pyramid, a row of cards a row of cells; a point is a card that is gone.
_CARDS = (
    "K♠",
    "8♥ 3♣",
    "10♦ Q♠ J♥",
    "5♣ 9♥ 2♠ 6♦",
    "8♠ Q♥ . 4♣ 7♦",
    ". A♣ . . 10♥ 3♠",
    ". . . . . A♠ .",
)
_LAMP = (
    (67, 10, "▄▄", 0x08),
    (63, 11, "▄▓███▓▄", 0x08),
    (61, 12, "▄▓█████▓", 0x08),
    (60, 13, "▓██████▓▀", 0x08),
    (70, 12, "▀▄", 0x07),
    (72, 13, "▀▄", 0x07),
    (73, 14, "▐▌", 0x07),
    (72, 15, "▐▌", 0x07),
    (71, 16, "▐▌", 0x07),
    (67, 17, "▄▄▄██▄▄▄", 0x07),
    (67, 18, "▀▀▀▀▀▀▀▀", 0x08),
)
_CUP = ((14, 19, "▄▄▄▄▄", 0x0F), (13, 20, "▐█████", 0x07), (14, 21, "▀███▀", 0x07))

_SIX = {
    "S": "######|###...|######|...###|...###|######",
    "O": ".#####.|###..##|###..##|###..##|###..##|.#####.",
    "L": "###...|###...|###...|###...|###..#|######",
    "I": "###|###|###|###|###|###",
    "T": "#######|#.###.#|..###..|..###..|..###..|..###..",
    "A": "..###..|.##.##.|###..##|#######|###..##|###..##",
    "R": "######.|###..##|######.|###.##.|###..##|###..##",
    "E": "######|###..#|####..|###...|###..#|######",
}
_FIVE = {
    "T": "#######|#.###.#|..###..|..###..|..###..",
    "I": "###|###|###|###|###",
    "L": "###...|###...|###...|###..#|######",
    "D": "######.|###..##|###..##|###..##|######.",
    "A": "..###..|.##.##.|###..##|#######|###..##",
    "W": "##..##..##|##..##..##|##.####.##|####..####|.##....##.",
    "N": "####..##|#####.##|##.#####|##..####|##...###",
}
_GAP, _WORDS_GAP = 2, 4


def cells(video: Video, now: int, behind: bool) -> None:
    """Draw the picture as it is at a tick; the name lies lower where a header covers the top."""
    hour = min(max(0, now) // 60, _HOURS)
    for column, row, text, attribute in _picture(hour, behind, video.mono):
        video.write(column, row, text, attribute)
    if hour < _HOURS:
        for row in (17, 18):
            wave = now // 20 + row
            video.write(15 + wave % 3, row, "()"[wave % 2], 0x07)
    if now // 10 % 40 in (20, 22, 23):
        # One of the cat's ears goes down for a moment.
        char, attribute = _sky(_EAR[1], hour, video.mono)
        video.write(*_EAR, char if video.mono else "▄", attribute if video.mono else attribute & 0x70)


@lru_cache(maxsize=4)
def _picture(hour: int, behind: bool, mono: bool) -> tuple[Run, ...]:
    """Return the picture of an hour as runs of cells with one attribute."""
    grid = [[(" ", 0x00)] * COLUMNS for _ in range(ROWS)]
    wood = 0x07 if mono else 0x05 if hour == _HOURS else 0x06
    _city(grid, hour, mono)
    _frame(grid, hour, behind, wood)
    _desk(grid, hour, mono, wood)
    _things(grid, hour, mono)
    _name(grid, 3 if behind else 2, hour)
    return tuple(_runs(grid))


def _runs(grid: list[list[Cell]]) -> Iterator[Run]:
    for row, line in enumerate(grid):
        column = 0
        for attribute, group in groupby(line, key=lambda cell: cell[1]):
            text = "".join(char for char, _ in group)
            yield column, row, text, attribute
            column += len(text)


def _put(grid: list[list[Cell]], column: int, row: int, text: str, attribute: int) -> None:
    for at, char in enumerate(text):
        grid[row][column + at] = (char, attribute)


def _frame(grid: list[list[Cell]], hour: int, behind: bool, wood: int) -> None:
    """Draw the window's frame and the pane with the name, which goes pale row by row from below."""
    for row in range(_TOP if behind else _TOP - 1):
        pane = (0x00, 0x10, 0x20)[min(max(0, hour - (_TOP - row) * 3 // 4) // 6, 2)]
        _put(grid, 2, row, " " * (COLUMNS - 4), pane)
    if not behind:
        left, middle = 27, 23
        _put(grid, 1, 0, f"╔{'═' * (COLUMNS - 4)}╗", wood)
        _put(grid, 1, _TOP - 1, f"╠{'═' * left}╦{'═' * middle}╦{'═' * (COLUMNS - 6 - left - middle)}╣", wood)
        for row in range(1, _TOP - 1):
            _put(grid, 1, row, "║", wood)
            _put(grid, COLUMNS - 2, row, "║", wood)


def _sky(row: int, hour: int, mono: bool) -> Cell:
    """Return what the sky is like in a row at an hour."""
    if mono:
        return (_SHADES[min((row - _TOP + hour // 7) // 2, 3)], 0x07)
    depth = (row - _TOP) / (_SILL - 2 - _TOP)
    place = min(depth * (1.6 + 2.2 * hour / _HOURS) + 2 * hour / _HOURS, len(_SKY) - 1.01)
    band, shade = int(place), int(place % 1 * 4)
    return _SHADES[shade], _SKY[band] << 4 | _SKY[band + 1]


@cache
def _halves() -> tuple[tuple[str, ...], ...]:
    """Return by rows what each cell from the window's top to the sill is, its upper half and its lower.

    That is `n` for what is near, houses and cat, `f` for the far houses, `s` for the sky.
    """
    high = 2 * (_SILL - _TOP)
    lines = []
    for half in range(high):
        cat = f"{' ' * _CAT_LEFT}{_CAT[half - high] if half >= high - len(_CAT) else '':<{COLUMNS}}"
        lines.append(
            [
                "n"
                if int(_NEAR[column], 16) >= high - half or cat[column] == "#"
                else "f"
                if int(_FAR[column]) >= high - half
                else "s"
                for column in range(COLUMNS)
            ]
        )
    return tuple(
        tuple(upper + lower for upper, lower in zip(*pair, strict=True))
        for pair in zip(lines[::2], lines[1::2], strict=True)
    )


def _city(grid: list[list[Cell]], hour: int, mono: bool) -> None:
    """Draw sky, roofs, lit windows and stars between the window's bars."""
    far = 0x09 if hour < 12 else 0x0B
    black = (" ", 0x00)
    for row, line in enumerate(_halves(), _TOP):
        sky = _sky(row, hour, mono)
        paper = sky[1] & 0x70
        shown = {"ss": sky, "sf": ("▄", paper | far), "sn": ("▄", paper), "ff": ("█", far), "fn": ("▀", far)}
        if mono:
            # Without colours there are two depths: what the sky lights, and what is black before it.
            shown = dict.fromkeys(("ss", "sf", "ff"), sky)
        grid[row] = [shown.get(halves, black) for halves in line]
    for column, row in _STARS[: max(0, len(_STARS) - max(0, hour - 4) // 2)]:
        char, attribute = grid[row][column]
        # Where the shade is dense the star's cell would be a hole in it.
        if char in _SHADES[:2]:
            grid[row][column] = ("·", attribute & 0x70 | 0x0F)
    for column, row in _LIGHTS[max(0, hour - 3) * len(_LIGHTS) // (_HOURS - 4) :]:
        grid[row][column] = ("■", 0x0A)
    for row in range(_TOP, _SILL):
        for column in _WALLS:
            grid[row][column] = (" ", 0x00)
        _put(grid, 1, row, "▒░", 0x07 if mono else 0x09)
        _put(grid, 77, row, "░▒", 0x07 if mono else 0x05 if hour == _HOURS else 0x06)


def _desk(grid: list[list[Cell]], hour: int, mono: bool, wood: int) -> None:
    """Draw sill and desk, in the lamp's light or by day, and the cone of the lamp over the house."""
    day = hour == _HOURS
    for row in range(_SILL, ROWS):
        for column in range(COLUMNS):
            away = math.hypot((column - 40) / 39, (row - 20.5) / 5.2)
            shade = "▓" if away < 0.62 else "▒" if away < 0.85 else "░" if away < 1.08 else " "
            if not mono and not day and away < 0.5:
                shade, grid[row][column] = "▒", ("▒", 0x6C)
                continue
            grid[row][column] = (shade if row > _SILL else "▀", wood)
    if day:
        return
    for row in (14, 15):
        for column in range(62 - 4 * (row - 13), 72):
            if grid[row][column] == (" ", 0x00):
                grid[row][column] = ("░", wood)


def _things(grid: list[list[Cell]], hour: int, mono: bool) -> None:
    """Draw the cat's edge, lamp, cup and cards."""
    for row, column in ((12, 5), (14, 6), (15, 7)):
        grid[row][_CAT_LEFT + column] = ("▐", 0x06)
    for column, row, text, attribute in (*_LAMP, *_CUP):
        _put(grid, column, row, text, 0x07 if mono and attribute == 0x08 else attribute)
    _put(grid, 60, 14, "▀▀████▀", 0x07 if hour == _HOURS else 0x0E)
    for row, line in enumerate(_CARDS):
        for place, card in enumerate(line.split()):
            if card == ".":
                continue
            left = 37 + 6 * place - 3 * row
            attribute = 0x74 if card[-1] in "♥♦" else 0x70
            for down in (0, 1):
                if 17 + row + down < ROWS:
                    _put(grid, left, 17 + row + down, f"│{'' if down else card:<5}│", 0x78)
                    _put(grid, left + 1, 17 + row + down, "" if down else card, attribute)


def _name(grid: list[list[Cell]], top: int, hour: int) -> None:
    """Write the name in two lines of block letters, a character two of their rows high."""
    inks = (15, 15, 10, 15, 10, 10) if hour < 22 else (15, 14, 14, 15, 14, 14)
    for row, column, char in _letters():
        paper = grid[top + row][column][1] & 0x70
        grid[top + row][column] = (char, paper | inks[row])


@cache
def _letters() -> tuple[tuple[int, int, str], ...]:
    """Return the cells of the name, its rows counted from its top."""
    found = []
    for words, font, above in (("SOLITAIRE", _SIX, 0), ("TILL DAWN", _FIVE, 7)):
        marks = _marks(words, font)
        left = (COLUMNS - len(marks[0])) // 2
        # A row of marks is half a character high.
        lines = [" " * len(marks[0])] * above + marks
        lines += [" " * len(marks[0])] * (len(lines) % 2)
        for row, (upper, lower) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
            for column, pair in enumerate(zip(upper, lower, strict=True), left):
                if "#" in pair:
                    found.append((row, column, "█" if pair == ("#", "#") else "▀" if pair[0] == "#" else "▄"))
    return tuple(found)


def _marks(words: str, font: dict[str, str]) -> list[str]:
    """Return the rows of words in block letters."""
    letters = [font[letter].split("|") if letter != " " else [" " * _WORDS_GAP] * 5 for letter in words]
    return [(" " * _GAP).join(rows) for rows in zip(*letters, strict=True)]
