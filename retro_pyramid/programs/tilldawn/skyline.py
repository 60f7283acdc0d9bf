"""The sky and the city behind Solitaire Till Dawn's table, drawn once in registers that the hours change."""

import math
from functools import cache
from typing import Any

from retro_pyramid.machine.video import CLEAR, HEIGHT, WIDTH, Image, image_from_pixels

NEAR, ZENITH, FAR, GLOW, RIM, SUN = 0, 3, 5, 13, 11, 10
"""Registers: the near roofs, four bands of sky from the top to its rim (the second is the far roofs' too), the sun."""
HORIZON = 322
"""The row below the city: there the status line begins."""
EAST = 574, HORIZON
"""Where the sun comes up; the bands of the sky are ellipses round it."""
FLATTER = 3.4
"""How many times as wide as high the bands are."""
BANDS = ((FAR, (336, 310, 284, 258)), (GLOW, (226, 200, 174, 150)), (RIM, (112, 92, 72, 54)))
"""How high each band reaches as dots of a quarter, a half, three quarters, and whole."""
SUN_SIZE = 41, 30
"""Half the sun's width and height, round at 4:3."""
_HALO = 17, 12
STARS = (
    *((30, 190), (64, 136), (22, 242), (92, 150), (48, 92), (118, 106), (196, 30), (230, 58), (268, 26)),
    *((380, 34), (420, 70), (404, 28), (470, 52), (500, 118), (560, 100), (604, 130), (574, 62), (612, 42)),
    *((20, 30), (150, 52), (150, 76), (96, 46), (462, 88), (520, 40)),
)
"""The stars in the order in which they fade, by column and row."""

# Houses as left, top, width; gables and spires as left, top, width, and the row of their foot.
_FAR_WALLS = (
    *(
        (0, 246, 180),
        (62, 214, 16),
        (84, 222, 30),
        (112, 190, 30),
        (118, 172, 18),
        (140, 206, 40),
        (150, 176, 12),
    ),
    *((460, 246, 180), (466, 182, 30), (496, 216, 22), (520, 206, 14), (536, 226, 34), (546, 216, 14)),
    *((574, 236, 66), (606, 222, 12), (180, 282, 44), (224, 294, 60), (262, 286, 22), (284, 300, 86)),
    *((370, 290, 30), (400, 298, 30), (430, 278, 30)),
)
_FAR_ROOFS = (
    *((62, 190, 16, 214), (116, 116, 22, 172), (148, 156, 16, 176), (84, 208, 30, 222)),
    *((518, 182, 18, 206), (604, 204, 16, 222), (464, 166, 34, 182)),
)
_DOME = (573, 214, 52, 46)
_NEAR_WALLS = (
    *((0, 234, 74), (0, 230, 3), (71, 230, 3), (56, 208, 11), (54, 206, 15), (74, 252, 70), (90, 238, 8)),
    *((598, 262, 42), (560, 284, 40), (616, 236, 10), (614, 234, 14), (566, 268, 7)),
)
_NEAR_ROOFS = ((576, 250, 64, 276),)
_CHIMNEY_POTS = ((58, 202, 3), (63, 203, 3), (618, 230, 3), (623, 231, 2))
WINDOWS = (
    *((8, 246), (26, 246), (44, 246), (8, 268), (44, 268), (26, 268)),
    *((610, 278), (626, 278), (610, 300), (626, 300), (570, 296), (586, 296), (8, 290), (26, 290), (44, 290)),
)
"""The near houses' windows in the order in which they go out."""
_CAT = (
    ".#.......#..........",
    ".##.....##..........",
    ".###...###..........",
    ".#########..........",
    ".#########..........",
    ".#########..........",
    "..#######...........",
    "..########..........",
    ".##########.........",
    "..##########........",
    "..###########.......",
    "..############......",
    "..#############.....",
    "..#############.....",
    "..##############....",
    "..##############....",
    "...#############....",
    "...#############....",
    "...##.##########....",
    "...##.##########....",
    "...##.###########...",
    "..###.#############.",
)
_CAT_AT = 20, 234 - len(_CAT)


def height_of(x: float, y: float) -> float:
    """Return how far a point is from where the sun comes up, as the bands count it."""
    return math.hypot((x - EAST[0]) / FLATTER, y - EAST[1])


@cache
def sky() -> Image:
    """Return the sky over the whole table, its bands coming in by dots."""
    image = image_from_pixels(WIDTH, HEIGHT, bytes([ZENITH]) * (WIDTH * HEIGHT))
    for colour, heights in BANDS:
        for quarters, height in enumerate(heights, 1):
            image.dither(quarters / 4)
            wide = FLATTER * height
            image.elli(EAST[0] - wide, EAST[1] - height, 2 * wide, 2 * height, colour)
    image.dither(1)
    return image


@cache
def city() -> Image:
    """Return the roofs, the far ones and the near ones with the cat, their edges to the east in the sun's register."""
    image = image_from_pixels(WIDTH, HEIGHT, bytes([CLEAR]) * (WIDTH * HEIGHT))
    for x, y, width in _FAR_WALLS:
        image.rect(x, y, width, HORIZON - y, FAR)
    for x, y, width, foot in _FAR_ROOFS:
        image.tri(x, foot, x + width - 1, foot, x + width // 2, y, FAR)
    left, top, width, height = _DOME
    image.elli(left - width // 2, top, width, height, FAR)
    image.rect(left - 1, top - 10, 3, 12, FAR)
    for x, y, width in _NEAR_WALLS:
        _house(image, x, y, width)
    for x, y, width, foot in _NEAR_ROOFS:
        image.tri(x, foot, x + width - 1, foot, x + width // 2, y, NEAR)
        image.line(x, foot, x + width // 2, y, SUN)
    for x, y, width in _CHIMNEY_POTS:
        _house(image, x, y, width, 6)
    _cat(image)
    return image


def _house(image: Image, x: int, y: int, width: int, height: int = HEIGHT) -> None:
    """Draw a wall with a lit edge: what stands west of the sun is lit from the right."""
    image.rect(x, y, width, min(height, HORIZON - y), NEAR)
    image.rect(x, y, width, 1, SUN)
    lit = x + width - 1 if x < EAST[0] else x
    image.rect(lit, y, 1, min(height, 30, HORIZON - y), SUN)


def _cat(image: Image) -> None:
    left, top = _CAT_AT
    for y, row in enumerate(_CAT, top):
        for x, dot in enumerate(row, left):
            if dot == "#":
                lit = row[x - left + 1 : x - left + 2] in (".", "")
                image.pset(x, y, SUN if lit else NEAR)


@cache
def _sun(halo: bool) -> Image:
    """Return the sun, in a halo of dots perhaps."""
    (across, down), (wide, high) = SUN_SIZE, _HALO
    size = 2 * (across + wide) + 1, 2 * (down + high) + 1
    image = image_from_pixels(*size, bytes([CLEAR]) * (size[0] * size[1]))
    for quarters, share in ((1, 1.0), (2, 0.5)) if halo else ():
        image.dither(quarters / 4)
        more = wide * share, high * share
        image.elli(wide - more[0], high - more[1], 2 * (across + more[0]) + 1, 2 * (down + more[1]) + 1, SUN)
    image.dither(1)
    image.elli(wide, high, 2 * across + 1, 2 * down + 1, SUN)
    return image


def draw_sun(page: Any, middle: tuple[int, int], halo: bool) -> None:
    """Draw the sun with its middle at a point; its halo shows on a page of all pixels only."""
    image = _sun(halo)
    x, y = middle[0] - image.width // 2, middle[1] - image.height // 2
    page.blt(x, y, image, 0, 0, image.width, image.height, CLEAR)


BALLOON = 84, 104
"""The balloon's width and height, its basket included."""


@cache
def balloon() -> Image:
    """Return the balloon of a match that is won, gold and green."""
    wide, high = BALLOON
    image = image_from_pixels(wide, high, bytes([CLEAR]) * (wide * high))
    body, middle = 70, wide // 2
    for inset, colour in ((0, 6), (8, 14), (20, 2), (31, 14)):
        image.elli(inset, 0, wide - 2 * inset, body, colour)
        image.ellib(inset, 0, wide - 2 * inset, body, 0)
    image.line(middle, 0, middle, body - 1, 0)
    for side in (-1, 1):
        image.line(middle + 22 * side, body - 7, middle + 8 * side, high - 17, 0)
        image.line(middle + 8 * side, body - 2, middle + 5 * side, high - 17, 0)
    image.rect(middle - 11, high - 17, 22, 16, 0)
    image.rect(middle - 10, high - 16, 20, 14, 6)
    for y in range(high - 14, high - 3, 4):
        image.line(middle - 9, y, middle + 8, y, 4)
    return image
