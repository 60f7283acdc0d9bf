"""The caravan that crosses the desert of the title: a man, a rider and camels with packs, as they are at a tick."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from retro_pyramid.machine.video import CELL_WIDTH, CLEAR, COLUMNS, Image, Video, image_from_pixels

_STEP = 5
"""Ticks for a pixel of the way."""
_STRIDE = 4
"""Pixels of the way between two of the four phases of the legs."""
_COLOURS = bytes.maketrans(b".#rg", bytes([CLEAR, 0, 4, 11]))
_ROPE = 13

# The crest of the dunes on which they walk, from the left edge of the picture to beyond the right one.
_CREST = (
    *(
        (-200, 283),
        (0, 287),
        (50, 290),
        (116, 302),
        (151, 309),
        (202, 322),
        (239, 330),
        (262, 333),
        (358, 333),
    ),
    *(
        (381, 330),
        (418, 320),
        (443, 309),
        (469, 298),
        (490, 294),
        (503, 291),
        (516, 287),
        (534, 284),
        (555, 281),
    ),
    *((573, 279), (588, 278), (614, 276), (640, 275), (900, 275)),
)
_BEGIN, _LENGTH, _WAY = 491, 172, 832
"""Where the man is in the beginning; how long the caravan is; after how many pixels it begins anew."""

_MAN = (
    "....###......",
    "....####.....",
    "...####......",
    "...#####.....",
    "...######....",
    "#...#######..",
    "#.##########.",
    "#.##########.",
    "##..########.",
    "#...########.",
    "#...#######..",
    "#...########.",
    "#...########.",
    "#..##########",
    "#..##########",
    "#..##########",
    "#..#########.",
)
_HEMS = (
    (
        "#..#########.",
        "#..####.####.",
        "#..###...###.",
        "#..##.....##.",
        "#.###....###.",
    ),
    (
        "#..#########.",
        "#...#######..",
        "#....#####...",
        "#....####....",
        "#...####.....",
    ),
)
_RIDER = (
    ".......................####................",
    ".......................#####...............",
    "......................######...............",
    "......................#####................",
    "......................######.#.............",
    ".......................########............",
    ".....................###########...........",
    "....................############...........",
    "...................##############..........",
    "..................#.#############..........",
    "..................#.#############..........",
    "..................#..#############.........",
    "..................##.#########.............",
    ".....................##########............",
    "......##..............##########...........",
    ".....#####...........###########...........",
    "...########.........##############...#.....",
    ".##########.........#########rrr#######....",
    ".##########........####rrrrrrrrr#######....",
    "#####..#####.....##rrrrrrrrrrrrr#########..",
    ".......#####...####rrrrrrrrrrrrr###########",
    ".......######.#####rrrrrrrrrrrrr#########.#",
    ".......############rrrrrrrrrrgrg#########.#",
    "........###########rrrrgrgrgrr#r########..#",
    "........###########grgrr#r#r############..#",
    ".........##########r#r#################....",
    "..........#############################....",
    "............###########################....",
    ".............##########........########....",
    ".............#########..........#######....",
    ".............#######.............######....",
    ".............######...............#####....",
    ".............#####...............######....",
)
_PACK = (
    "............................###............",
    "......................###########..........",
    ".......#............###############........",
    ".....#####........##################.......",
    "...########......###################.......",
    ".##########......####################......",
    "###########......###########rrrrr####......",
    ".####.#####.....####rrrrrrrrrrrrr#####.....",
    ".......#####....####rrrrrrrrgrgrg######....",
    ".......#####...#####grgrgrgr###########....",
    ".......######.###########################.#",
    "........###################################",
    "........#################################.#",
    ".........################################.#",
    "..........##############################..#",
    "...........#############################...",
    "............###########################....",
    ".............###############.##########....",
    ".............#########.........########....",
    ".............#######............#######....",
    ".............######..............######....",
    ".............#####................#####....",
    ".............#####................#####....",
)
# A pair of legs in its four phases.
_LEGS = (
    "......#####......|......#####......|......#####......|......#####......",
    "......#####......|.....######......|......#####......|.....######......",
    ".....######......|.....######......|......#####......|.....######......",
    ".....######......|.....######......|.....######......|....#######......",
    ".....######......|.....######......|.....######......|....#######......",
    ".....######......|....######.......|.....#######.....|...#######.......",
    ".....######......|....######.......|.....#######.....|...#######.......",
    "....#######......|....######.......|.....#######.....|....######.......",
    "....#######......|.....#####.......|.....#######.....|.....#####.......",
    "....###.###......|......####.......|.....###.###.....|......####.......",
    "....###..###.....|......####.......|.....###.###.....|.......###.......",
    "...###...###.....|.......###.......|....###...###....|.......####......",
    "...###...###.....|.......####......|....###...###....|.......####......",
    "...###....##.....|.......####......|....###...###....|.......###.......",
    "...##.....##.....|.......##........|....###....##....|.......###.......",
    "..###.....###....|.......##........|....##.....###...|.......###.......",
    ".####....####....|......###........|...###....####...|......####.......",
)


class _Camel(NamedTuple):
    """A camel of the caravan: how far its picture is behind the man's, where its legs, mouth and tail are in it."""

    behind: int
    rows: tuple[str, ...]
    belly: int
    mouth: tuple[int, int]
    tail: tuple[int, int]


_FRONT, _HIND = 7, 29
"""Columns of a camel's picture at which those of its legs begin."""
_LEG_HEIGHT = 17
_CAMELS = (
    _Camel(20, _RIDER, 43, (1, 18), (42, 20)),
    _Camel(66, _PACK, 34, (1, 6), (42, 11)),
    _Camel(113, _PACK, 34, (1, 6), (42, 11)),
)

# The same in characters: two rows, and the two phases of the third.
_CELL_MAN = ("   ", " ☻ ", "▐█ ", " █▌")
_CELL_RIDER = ("▄▄ ▐▌  ", " ▀█████", "  ▌▐ ▌▐", "  ▐▌ ▐▌")
_CELL_PACK = ("▄▄ ▄█▄ ", " ▀█████", "  ▐▌ ▐▌", "  ▌▐ ▌▐")
_CELLS_BEGIN, _CELLS_LENGTH = 50, 28


def walk(page: Any, down: int, now: int) -> None:
    """Draw the caravan where it is at a tick, on a page of 640x350, so many rows lower."""
    way = now // _STEP
    left = (_BEGIN + _LENGTH - way) % _WAY - _LENGTH
    phase = way // _STRIDE
    foot = _crest(left + 7) + 2 + down
    man = _picture(_MAN + _HEMS[phase % 2])
    hand = (left + 11, foot - 16)
    for number, camel in enumerate(_CAMELS):
        x = left + camel.behind
        front, hind = (_crest(x + legs + 8) + 2 + down for legs in (_FRONT, _HIND))
        top = (front + hind) // 2 - camel.belly - (phase + number) % 2
        mouth = (x + camel.mouth[0], top + camel.mouth[1])
        page.line(*hand, *mouth, _ROPE)
        for legs, ground, later in ((_FRONT, front, 0), (_HIND, hind, 1)):
            _put(page, x + legs, ground - _LEG_HEIGHT, _legs((phase + number + later) % 4))
        _put(page, x, top, _picture(camel.rows))
        hand = (x + camel.tail[0], top + camel.tail[1])
    _put(page, left, foot - man.height, man)


def pass_by(video: Video, row: int, now: int) -> None:
    """Write the caravan in characters, three rows from `row` on, where it is at a tick."""
    way = now // (_STEP * CELL_WIDTH)
    attribute = 0x0F if video.mono else 0x60
    left = (_CELLS_BEGIN - way) % (COLUMNS + _CELLS_LENGTH) - _CELLS_LENGTH
    figures = ((0, _CELL_MAN), (4, _CELL_RIDER), (12, _CELL_PACK), (20, _CELL_PACK))
    for number, (behind, rows) in enumerate(figures):
        legs = rows[2:][(way + number) % 2]
        for line, text in enumerate((*rows[:2], legs)):
            figure = text.strip()
            video.write(left + behind + text.find(figure), row + line, figure, attribute)


def _crest(x: int) -> int:
    """Return the row of the crest at a column."""
    for (x0, y0), (x1, y1) in pairwise(_CREST):
        if x0 <= x < x1:
            return y0 + (y1 - y0) * (x - x0) // (x1 - x0)
    raise ValueError(f"column {x}: no crest there")


def _put(page: Any, x: int, y: int, image: Image) -> None:
    page.blt(x, y, image, 0, 0, image.width, image.height, CLEAR)


@cache
def _legs(phase: int) -> Image:
    return _picture(tuple(row.split("|")[phase] for row in _LEGS))


@cache
def _picture(rows: Sequence[str]) -> Image:
    return image_from_pixels(len(rows[0]), len(rows), "".join(rows).encode().translate(_COLOURS))
