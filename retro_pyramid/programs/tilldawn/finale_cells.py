"""How Solitaire Till Dawn ends in characters: the sky in shades, the roofs in half cells, and what moves before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS
from retro_pyramid.programs.tilldawn.skyline import (
    BANDS,
    EAST,
    FAR,
    NEAR,
    RIM,
    SUN,
    ZENITH,
    height_of,
)

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

_ROWS = range(1, 23)
_HALVES = 2 * len(_ROWS)
_SHADES = " ░▒▓█"
_FULL, _PLAIN = "\xdb", " \xb0\xb1\xdb"
"""The full block, and what one character can stand on, as bytes of the cells."""
Cell = tuple[str, int]
Run = tuple[int, int, str, int]

# How many halves of a row each column's far and near houses are high.
_FAR_HIGH = "0000000099bfhfba9kokk9aaabb8866666444444444444444444555668hjjhbbbgbb99bcddcb99ee"
_NEAR_HIGH = "cccccccceec" + "0" * 60 + "00777899a"
_CAT = ("#..#..", "####..", "####..", ".##...", ".###..", "#####.", "#####.", "####.#")
_CAT_LEFT, _CAT_FOOT = 1, 12
_WINDOWS = (
    (1, 18),
    (4, 18),
    (1, 20),
    (6, 18),
    (6, 20),
    (78, 20),
    (75, 21),
    (78, 22),
    (4, 20),
    (1, 22),
    (4, 22),
)
"""The near houses' windows in the order in which they go out."""
_STARS = (
    *((3, 13), (10, 9), (2, 16), (14, 6), (24, 2), (28, 4), (48, 2), (53, 5), (58, 3), (63, 8), (70, 9)),
    *((76, 4), (5, 4), (18, 3), (12, 3), (65, 2)),
)
_BALLOON = ("  ▄▄▄▄▄  ", "▄███████▄", "█████████", "▀███████▀", "  ▀███▀  ", "   \\ /   ", "   ███   ")
_BALLOON_INKS = (14, 14, 2, 2, 14, 2, 2, 14, 14)
_BIRDS = ((53, 5), (57, 5), (61, 6), (64, 5), (59, 6))
_SUN_SIZE = 5.2, 2.2
_RAIN = 34


def _at(row: int) -> int:
    return 2 * (row - _ROWS[0])


def _high(heights: str, column: int) -> int:
    return int(heights[column], 36) if column < len(heights) else 0


@cache
def _roof(column: int, half: int) -> int | None:
    """Return the register of the roofs in half a cell, None where the sky shows; halves count from the top."""
    over = _HALVES - half
    cat = _CAT_FOOT + len(_CAT) - over
    if (
        0 <= cat < len(_CAT)
        and _CAT_LEFT <= column < _CAT_LEFT + len(_CAT[0])
        and _CAT[cat][column - _CAT_LEFT] == "#"
    ):
        return NEAR
    if _high(_NEAR_HIGH, column) >= over:
        return NEAR
    return FAR if _high(_FAR_HIGH, column) >= over else None


def _sky(column: int, row: int, share: float) -> tuple[str, int, int]:
    """Return shade, ink and paper of the sky in a cell; its bands have grown to a share of their height."""
    height = height_of((column + 0.5) * CELL_WIDTH, (row + 0.5) * CELL_HEIGHT)
    outer = ZENITH
    found = " ", ZENITH, ZENITH
    for colour, heights in BANDS:
        quarters = sum(height < one * share for one in heights)
        if quarters:
            # A paper is one of the first eight registers: the innermost band has a hard edge.
            found = ("█", colour, NEAR) if outer > 7 else (_SHADES[quarters], colour, outer)
        outer = colour
    return found


def _cell(column: int, row: int, sun: int | None, share: float) -> Cell:
    shade, ink, paper = _sky(column, row, share)
    ground = ink if shade in "▓█" else paper
    halves = []
    for half in (_at(row), _at(row) + 1):
        roof = _roof(column, half)
        shines = sun is not None and _in_sun(column, half, sun)
        halves.append(roof if roof is not None else SUN if shines else None)
    if halves == [None, None]:
        return shade, paper << 4 | ink
    if None in halves and SUN in halves and (shade in "░▒▓" or ground > 7):
        # Half the cell would be of one colour, beside dots.
        return shade, paper << 4 | ink
    upper, lower = (ground if half is None else half for half in halves)
    if upper == lower:
        return "█", upper
    if lower < 8:
        return "▀", lower << 4 | upper
    return ("▄", upper << 4 | lower) if upper < 8 else ("█", lower)


def _in_sun(column: int, half: int, middle: int) -> bool:
    across = (column - EAST[0] // CELL_WIDTH) / _SUN_SIZE[0]
    down = (half - middle) / 2 / _SUN_SIZE[1]
    return across * across + down * down <= 1


def _mono_cell(column: int, row: int, sun: int | None, share: float) -> Cell:
    """Return a cell where there are no colours: the sky is lit, what stands before it is black."""
    roofs = [_roof(column, half) is not None for half in (_at(row), _at(row) + 1)]
    if all(roofs):
        return " ", 0x07
    if sun is not None and _in_sun(column, _at(row), sun):
        return "▀" if any(roofs) else "█", 0x0F
    shade, ink, _ = _sky(column, row, share)
    if ink in (FAR, ZENITH):
        return " " if shade in " ░" else "░", 0x07
    return "▓" if ink == RIM else "▒" if shade in "▓█" else "░", 0x07


@lru_cache(maxsize=64)
def _runs(row: int, share: float, mono: bool) -> tuple[Run, ...]:
    """Return what stands in the cells of a row without the sun: column, row, text and attribute."""
    made = _mono_cell if mono else _cell
    cells = [made(column, row, None, share) for column in range(COLUMNS)]
    found = []
    column = 0
    for attribute, group in groupby(cells, lambda cell: cell[1]):
        text = "".join(char for char, _ in group)
        found.append((column, row, text, attribute))
        column += len(text)
    return tuple(found)


@lru_cache(maxsize=4)
def _shine(sun: int, mono: bool) -> tuple[Run, ...]:
    """Return the cells in which the sun is, its middle in halves of a row from the top."""
    made = _mono_cell if mono else _cell
    left, wide = EAST[0] // CELL_WIDTH, round(_SUN_SIZE[0]) + 1
    top, high = _ROWS[0] + sun // 2, round(_SUN_SIZE[1]) + 1
    return tuple(
        (column, row, *made(column, row, sun, 1))
        for row in range(max(top - high, _ROWS[0]), min(top + high + 1, _ROWS[-1] + 1))
        for column in range(left - wide, min(left + wide + 1, COLUMNS))
        if _in_sun(column, _at(row), sun) or _in_sun(column, _at(row) + 1, sun)
    )


def draw_sky(video: Video, sun_row: int | None, share: float, inks: Mapping[int, int]) -> None:
    """Draw sky, sun and roofs.

    `sun_row` is the sun's middle in rows of the picture, `share` how much of the night has gone, 0 to 1, `inks` what
    stands for registers that do not change.
    """
    for row in _ROWS:
        # Light that grows does so in steps, by another row at a time: a row takes a while to make.
        grown = min(int(share * 12 + row / len(_ROWS)) / 12, 1) if video.mono or inks else 1
        _write(video, _runs(row, grown, video.mono), inks)
    if sun_row is not None:
        _write(video, _shine(round(2 * sun_row / CELL_HEIGHT) - 2 * _ROWS[0], video.mono), inks)


def _write(video: Video, runs: Iterable[Run], inks: Mapping[int, int]) -> None:
    for column, row, text, attribute in runs:
        paper, ink = attribute >> 4, attribute & 15
        video.write(column, row, text, inks.get(paper, paper) << 4 | inks.get(ink, ink))


def draw_lights(video: Video, stars: int, windows: int) -> None:
    """Draw what is left of the stars and the lit windows once so many have gone."""
    for column, row in _STARS[stars:]:
        _over(video, column, row, "·", 15)
    for column, row in _WINDOWS[windows:]:
        video.write(column, row, "■", 0x0E)


def _over(video: Video, column: int, row: int, char: str, ink: int) -> None:
    """Write a character on the sky or on a roof, whose colour stays, unless it would be a hole in dense dots."""
    at = 2 * (COLUMNS * row + column)
    under, attribute = chr(video.cells[at]), video.cells[at + 1]
    ground = attribute & 15 if under == _FULL else attribute >> 4 & 7
    if (under in _PLAIN and ground < 8) or char in "▄█▀":
        video.write(column, row, char, (ink & 8 | 7) if video.mono else (ground & 7) << 4 | ink)


def draw_balloon(video: Video, column: int, row: int, banner: str) -> None:
    """Draw the balloon with its upper left corner in a cell, and its banner once that is over the roofs."""
    for line, cells in enumerate(_BALLOON):
        for at, (char, ink) in enumerate(zip(cells, _BALLOON_INKS, strict=True)):
            if char != " " and row + line < 17:
                shown = "▒" if video.mono and ink == 2 and char == "█" else char
                _over(video, column + at, row + line, shown, 6 if line == 6 else 0 if line == 5 else ink)
    if row < 8:
        words = f" {banner} "
        video.write(column + (len(_BALLOON[0]) - len(words)) // 2, row + len(_BALLOON), words, 0x60)


def draw_birds(video: Video, away: int, beat: int) -> None:
    """Draw the flock, so many columns away from where it is in the end."""
    for number, (column, row) in enumerate(_BIRDS):
        _over(video, column + away, row, "v" if (beat + number) % 2 else "-", 0)


def draw_rain(video: Video, step: int) -> None:
    """Draw the rain at a step of its fall."""
    for drop in range(_RAIN):
        row = 1 + (drop * 7 + step) % len(_ROWS)
        _over(video, (drop * 23 + 3) % COLUMNS, row, "/", 9 if drop % 3 else 15)
