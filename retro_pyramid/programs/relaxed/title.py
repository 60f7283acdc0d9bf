"""The title picture: a tomb lit by two torches, its painted wall, and a stone door with a crack of light."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from retro_pyramid.machine.video import CLEAR, WIDTH, Image, image_from_pixels
from retro_pyramid.screens.parts.scene import Part, Scene
from retro_pyramid.screens.parts.title import Title

DOOR = (238, 104, 164, 188)
"""Where the door's two leaves are in the picture: column, row, width, height; its sill is the floor's first row."""
CRACK = (318, 104, 4, 188)
"""Where light falls through between the leaves: column, row, width, height."""
TORCHES = ((162, 148), (478, 148))
"""The middle of the foot of each flame: column, row."""

REGISTERS = (0, 24, 32, 3, 4, 48, 20, 46, 28, 36, 54, 38, 52, 12, 62, 63)
"""The palette; the light decides what the two registers of `GLOW` show, here they only tell the torches apart."""
GLOW = (9, 13)
"""The registers of the ring of light round each torch."""
_GLOWS = (32, 4, 20)
"""What a ring shows while its flame is low, as usual, high: the circle of light shrinks and grows by it."""

_FLICKER = "1111211101112211110112111", "11211110112111022111101111211"
_FLICKER_TICKS = 6
"""How bright each torch is, step by step: 0 low, 1 as usual, 2 high."""

_LEFT = "6899aabbbbbaaa9887777888888765544555554321111110"
_RIGHT = "588999999aaaaaa999998888877766554333333322211100"
"""How far a flame reaches to either side of its middle, a hexadecimal digit a row, from its foot up."""
FLAME = (39, 66)
_LAYERS = ((4, 1.12), (12, 1.0), (11, 0.74), (10, 0.5), (15, 0.26))
"""The flame's colours from outside in, and how large each is."""
LICKS = ((0.0, 1.0), (2.4, 1.08), (3.4, 0.98), (0.8, 0.9), (-2.2, 1.02), (-3.2, 1.1), (-1.2, 0.94))
"""The pictures of a flame: how far its tip leans, how high it is."""
LICK_TICKS = 5

_SCARAB_BODY = """
...........00000000.....................
........000bbbbbbbb00.........00000.....
......0013333311333310......00bbbee00...
.....013313331133133310....0bbbbeeeeb0..
....01331133311331133310.00bbbbbeefeeb0.
...0113311333113311331100e0bbbbbbeeebb0.
...01133113331133113311000e6bbbbbbbbbb0.
....01113333311333311100000066bbbbbbb0..
.....000000000000000000.....0066666600..
"""
_SCARAB_LEGS = (
    """
....00...00....00...00.......000000.....
..000...00......00...000................
""",
    """
......00...00.00...00........000000.....
.....00...00...00...00..................
""",
)
_SCARAB_ROW = 311
_SCARAB_STARTS, _SCARAB_PACE = 150, 0.75
"""The tick at which the scarab comes out of the dark with its sun, and its columns a tick."""

_MOTES = (
    *((-3, 0, 9), (5, 41, 6), (-11, 83, 5), (9, 120, 8), (1, 150, 4), (-17, 22, 6), (15, 64, 5)),
    *((-7, 104, 7), (7, 12, 5), (22, 140, 7), (-25, 55, 8), (3, 95, 6), (-1, 171, 8), (12, 33, 9)),
    *((-33, 130, 5), (30, 90, 4), (-40, 10, 4), (38, 178, 6), (-21, 160, 7), (27, 48, 6)),
)
"""The dust in the light: columns from the crack, how far it has risen at first, its pace in 32nds of a row a tick."""
_TWINKLE = ((15, 2), (14, 1), None, (11, 1), None, (14, 1), (11, 1), None)
"""What becomes of a mote in the light: its colour and how high it is; None while it is not seen."""


def _flicker(torch: int, now: int) -> int:
    return int(_FLICKER[torch][now // _FLICKER_TICKS % len(_FLICKER[torch])])


def _light(now: int) -> Mapping[int, int]:
    return {register: _GLOWS[_flicker(torch, now)] for torch, register in enumerate(GLOW)}


@cache
def flame(number: int) -> Image:
    """Return a picture of a flame; its foot is the last row but one."""
    wide, high = FLAME
    rows = [bytearray([CLEAR]) * wide for _ in range(high)]
    lean, tall = LICKS[number]
    for inset, (colour, size) in enumerate(_LAYERS):
        reach = int(len(_LEFT) * tall * (size * 0.94 + 0.06))
        for row in range(reach):
            at = row * len(_LEFT) // reach
            middle = wide // 2 + round(lean * (row / len(_LEFT)) ** 1.6)
            left, right = (round(int(side[at], 16) * size) for side in (_LEFT, _RIGHT))
            rows[high - 2 - inset - row][middle - left : middle + right + 1] = bytes([colour]) * (
                left + right + 1
            )
    return image_from_pixels(wide, high, b"".join(rows))


@cache
def _scarab(step: int) -> Image:
    rows = (_SCARAB_BODY + _SCARAB_LEGS[step]).split()
    pixels = bytes(CLEAR if mark == "." else int(mark, 16) for row in rows for mark in row)
    return image_from_pixels(len(rows[0]), len(rows), pixels)


def _live(page: Any, down: int, now: int) -> None:
    """Draw the dust in the light, the scarab on its way, the flames."""
    x, y, width, height = CRACK
    for at, (aside, begun, pace) in enumerate(_MOTES):
        glint = _TWINKLE[(now // 9 + 3 * at) % len(_TWINKLE)]
        if glint is not None:
            risen = (begun + now * pace // 32) % height
            sway = (now // 20 + at) % 6
            place = x + width // 2 + aside + min(sway, 6 - sway), y + height - 1 - risen + down
            page.rect(*place, 2, glint[1], glint[0])
    walked = int((now - _SCARAB_STARTS) * _SCARAB_PACE)
    if 0 <= walked < WIDTH + 80:
        beetle = _scarab(walked // 4 % 2)
        page.blt(walked - 40, _SCARAB_ROW + down, beetle, 0, 0, beetle.width, beetle.height, colkey=CLEAR)
    for torch, (middle, foot) in enumerate(TORCHES):
        lick = (now // LICK_TICKS + 3 * torch) % len(LICKS)
        place = middle - FLAME[0] // 2, foot - FLAME[1] + 2 + down
        page.blt(*place, flame(lick), 0, 0, *FLAME, colkey=CLEAR)


# The tomb, the wall round each torch in its light, dust, the scarab with its sun, the flames.
_CELLS = Scene(
    "relaxed",
    (
        Part((0, 0, 80, 25)),
        Part((0, 25, 21, 13), (19, 6), partial(_flicker, 0)),
        Part((0, 38, 21, 13), (40, 6), partial(_flicker, 1)),
        Part((0, 51, 18, 12), (31, 8), range(24), step=11),
        Part((0, 123, 4, 1), lambda now: (now // 10 - 19, 22), range(2), step=10, begin=150, end=990),
        Part((0, 124, 5, 4), (19, 8), range(4), step=6),
        Part((0, 124, 5, 4), (56, 8), (2, 3, 0, 1), step=6),
    ),
)
_TEXT_PALETTE = (*REGISTERS[:8], 56, *REGISTERS[9:13], 28, *REGISTERS[14:])
TITLE = Title(
    "relaxed",
    REGISTERS,
    (_CELLS, _CELLS._replace(down=2)),
    light=_light,
    live=_live,
    palette=_TEXT_PALETTE,
)
