"""A tournament won in EM's program: a word and a cup of blocks on the notes of the song, gold on the last one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, CLEAR, COLUMNS, HEIGHT, ROWS, WIDTH, Image
from retro_pyramid.programs.em.fireworks import Burst, sparks
from retro_pyramid.programs.em.scenery import SIDE, block, block_size, night
from retro_pyramid.screens.contest.triumph import Feast

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

# The ticks of the song's notes: a phrase, its answer, a run of eight, and the last note.
_LETTERS_AT = (0, 7, 10, 13, 23, 30, 36, 56)
_CUP_AT = (63, 66, 69, 79, 86, 92)
_GAMES_AT = (112, 117, 122, 127, 132, 137)
_LAST = 152
_LENGTH = 178

_WORD = (
    (".####", "#....", "#....", "#....", ".####"),
    ("#...#", "#...#", "#####", "#...#", "#...#"),
    (".###.", "#...#", "#####", "#...#", "#...#"),
    ("#...#", "##.##", "#.#.#", "#...#", "#...#"),
    ("####.", "#...#", "####.", "#....", "#...."),
    ("###", ".#.", ".#.", ".#.", "###"),
    (".###.", "#...#", "#...#", "#...#", ".###."),
    ("#...#", "##..#", "#.#.#", "#..##", "#...#"),
)
_WIDE, _HIGH, _WORD_Y, _WORD_ROW = 12, 10, 20, 1
_FALL, _FALL_FROM = 5, 30

# The cup by rows from its rim: a the light, b the body, c the dark side.
_CUP = (
    "....aaaaaaaaabbbb....",
    ".aabbaabbbbbbbbccbcc.",
    ".a..baabb..bbbbcc..c.",
    ".a..baabbb.bbbbcc..c.",
    ".ab.baabbb.bbbbcc.bc.",
    "..abbaabb...bbbccbc..",
    ".....baabbbbbbcc.....",
    "......baabbbbcc......",
    "........babcc........",
    ".........abc.........",
    ".......aabbbcc.......",
    ".....aaabbbbbccc.....",
)
_TEXT_CUP = (
    "....aaaaaaaaabbbb....",
    ".aabbaabb..bbbbccbcc.",
    ".a..baabbb.bbbbcc..c.",
    "..abbaabb...bbbccbc..",
    ".......baabbcc.......",
    ".........abc.........",
    ".....aaabbbbbccc.....",
)
_ACROSS, _DOWN, _CUP_Y, _CUP_ROW = 10, 9, 84, 7

_SHINE = _FACE, _SHADE, _DARK = 10, 13, 5
_LEAF = {6: 38}
"""The gold of the ledger in text mode, where papers are dark."""
_COLD, _GOLD = (59, 3, 1), (62, 38, 20)
"""What the three registers of blocks show till the last note, and from then on."""
_FEW_COLD, _FEW_GOLD = (15, 11, 2), (15, 13, 5)
_FLASH = 4

_SHOWS = tuple(
    Burst(_LAST, (x, y), far, colours, True)
    for x, y, far, colours in (
        (96, 144, 56, (15, 11)),
        (544, 144, 56, (15, 11)),
        (178, 126, 40, (14, 6)),
        (462, 126, 40, (14, 6)),
        (28, 118, 36, (11, 3)),
        (612, 118, 36, (11, 3)),
    )
)


def _light(now: int) -> Mapping[int, int]:
    """Let all blocks turn to gold on the last note, with a flash."""
    colours = _COLD if now < _LAST else (63, 63, 63) if now < _LAST + _FLASH else _GOLD
    return {**dict(zip(_SHINE, colours, strict=True)), **_LEAF}


@cache
def _night() -> Image:
    return night(HEIGHT)


@cache
def _block() -> Image:
    return block(_WIDE, _HIGH, _FACE, _SHADE, _DARK)


@cache
def _blocks() -> tuple[tuple[int, int, int], ...]:
    """Return letter, column from the word's first and course of each block of the word."""
    found, left = [], 0
    for letter, courses in enumerate(_WORD):
        found += [
            (letter, left + column, course)
            for course, cells in enumerate(courses)
            for column, cell in enumerate(cells)
            if cell == "#"
        ]
        left += len(courses[0]) + 1
    return tuple(found)


_WORD_BLOCKS = sum(len(courses[0]) + 1 for courses in _WORD) - 1


def _draw(video: Video, now: int) -> None:
    """Draw all but the ledger."""
    if video.mode == "text":
        _draw_cells(video, now)
        return
    page = video.page
    page.blt(0, 0, _night(), 0, 0, WIDTH, HEIGHT)
    for x, y, char, colour in sparks(_SHOWS, now, _beside):
        video.print(x, y, char, colour)
    if not video.full_colour:
        few = _FEW_COLD if now < _LAST else _FEW_GOLD
        for register, colour in zip(_SHINE, few, strict=True):
            page.pal(register, colour)
    first = (WIDTH - _WORD_BLOCKS * _WIDE) // 2
    picture, size = _block(), block_size(_WIDE, _HIGH)
    for letter, column, course in _blocks():
        passed = now - _LETTERS_AT[letter]
        if passed >= 0:
            up = max(0, _FALL - passed) * _FALL_FROM // _FALL
            x, y = first + column * _WIDE - SIDE, _WORD_Y + course * _HIGH - up
            page.blt(x, y, picture, 0, 0, *size, CLEAR)
    # Too fine for a coarser grid, the joints would come and go there.
    joint = 2 - video.dot
    left = (WIDTH - len(_CUP[0]) * _ACROSS) // 2
    for row, column, shade in _standing(_CUP, now):
        x, y = left + column * _ACROSS, _CUP_Y + row * _DOWN
        page.rect(x, y, _ACROSS - joint, _DOWN - joint, _SHINE[shade])
    page.pal()


def _draw_cells(video: Video, now: int) -> None:
    video.fill(0, 0, COLUMNS, ROWS, " ", 0x07)
    for x, y, char, colour in sparks(_SHOWS, now, _beside):
        video.write(x // CELL_WIDTH, y // CELL_HEIGHT, char, colour)
    first = (COLUMNS - _WORD_BLOCKS) // 2
    for letter, column, course in _blocks():
        if now >= _LETTERS_AT[letter]:
            ink = 15 if video.mono else (15, _FACE, _FACE, _FACE, _SHADE)[course]
            video.write(first + column, _WORD_ROW + course, "█", ink)
    left = (COLUMNS - len(_TEXT_CUP[0])) // 2
    for row, column, shade in _standing(_TEXT_CUP, now):
        char, ink = ("█▓▒"[shade], (15, 7, 7)[shade]) if video.mono else ("█", _SHINE[shade])
        video.write(left + column, _CUP_ROW + row, char, ink)


def _standing(cup: tuple[str, ...], now: int) -> Iterator[tuple[int, int, int]]:
    """Yield row, column and shade of the blocks of a cup that stand at a tick: it grows from its foot."""
    for row, line in enumerate(cup):
        if now >= _CUP_AT[(len(cup) - 1 - row) * len(_CUP_AT) // len(cup)]:
            for column, shade in enumerate(line):
                if shade != ".":
                    yield row, column, "abc".index(shade)


def _beside(x: int, y: int) -> bool:
    """Return whether there is neither the word, the cup nor the ledger."""
    return 84 <= y < 184 and not 210 < x < 424


TROPHY = Feast(_LENGTH, _draw, _light, (*_GAMES_AT, _LAST))
"""The cup; its tune is `em_tour_won`."""
