"""Colour reduction for adapters with few colours: nearest colour, dither of two colours, legible ink.

Requested colours are 24-bit values. A palette is a sequence of indices into ALL_COLOURS, the colours that any adapter
can show.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, artifact_rgb, ega_to_rgb

RGBI_COLOURS = tuple(ega_to_rgb(value) for value in DEFAULT_REGISTERS)
"""The 16 colours of a CGA, as 24-bit values: the EGA's default ones."""
ARTIFACT_COLOURS = tuple(artifact_rgb(dots) for dots in range(16))
"""The CGA's 16 artifact colours on a composite monitor, as 24-bit values indexed by the pattern of four dots."""
ALL_COLOURS = (*RGBI_COLOURS, 0, *ARTIFACT_COLOURS[1:15])
"""The RGBI colours (0-15) and the artifact colours except black and white, which both have (17-30).

The low four bits of an index are the colour's number among its 16.
"""
COMPOSITE_PALETTE = (0, *range(17, 31), 15)

COMPOSITE_REGISTERS = (0, 2, 1, 3, 4, 6, 12, 10, 5, 7, 9, 11, 8, 14, 13, 15)
_COMPOSITE_PAIRS = {2: 0x11, 7: 0x55, 16: 0x01, 33: 0x24, 40: 0x06, 53: 0x4E, 56: 0x55, 57: 0x27}
"""Indices into COMPOSITE_PALETTE, for end animations on a composite monitor.

COMPOSITE_REGISTERS has the colour of each palette register with its default value; _COMPOSITE_PAIRS has two colours, a
hexadecimal digit each, for register values whose calculated dither looks wrong.
"""

_GRAIN_WEIGHT = 0.12
"""Weight of a dither's graininess against its colour error: of two equally near dithers the smoother one is chosen."""
_MIN_CONTRAST_SHARE = 0.75
"""Minimum contrast of ink and paper as a fraction of the best in the palette: letters are 3 pixels wide."""
_MIN_TEXT_CONTRAST = 4.5
"""Minimum contrast ratio of text in WCAG 2.2 (1.4.3), required if the palette has such a colour."""


def split_rgb(rgb: int) -> tuple[int, int, int]:
    """Return red, green and blue of a 24-bit colour, 0 to 255 each."""
    return rgb >> 16, rgb >> 8 & 255, rgb & 255


def colour_distance_sq(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the squared distance of two colours, given by their channels and weighted by perception: green most."""
    return sum(weight * (x - y) ** 2 for weight, x, y in zip((3, 6, 1), a, b, strict=True))


def rgb_luma(rgb: int) -> float:
    """Return the lightness of a 24-bit colour, 0 to 255."""
    red, green, blue = split_rgb(rgb)
    return 0.30 * red + 0.59 * green + 0.11 * blue


class Dither(NamedTuple):
    """A pattern of two colours: `quarters` of the four pixels of each 2x2 square have the second one."""

    first: int
    second: int
    quarters: int = 2


@lru_cache(maxsize=1024)
def dither_for(rgb: int, palette: tuple[int, ...]) -> Dither:
    """Return the dither of two palette colours that is nearest to a 24-bit colour.

    The pattern is a chequerboard. For a palette of two colours it may also have one or three quarters of the second,
    because there would be only three tones otherwise.

    >>> [tuple(dither_for(rgb, (0, 15))) for rgb in (0x000000, 0x555555, 0x808080, 0xFFFFFF)]
    [(0, 0, 2), (0, 15, 1), (0, 15, 2), (15, 15, 2)]
    """
    target = split_rgb(rgb)
    candidates = [
        Dither(first, second, quarters)
        for i, first in enumerate(palette)
        for second in palette[i:]
        for quarters in ((1, 2, 3) if len(palette) == 2 and first != second else (2,))
    ]

    def cost(dither: Dither) -> float:
        first, second = split_rgb(ALL_COLOURS[dither.first]), split_rgb(ALL_COLOURS[dither.second])
        fraction = dither.quarters / 4
        mean = [x + (y - x) * fraction for x, y in zip(first, second, strict=True)]
        return colour_distance_sq(mean, target) + 4 * fraction * (
            1 - fraction
        ) * _GRAIN_WEIGHT * colour_distance_sq(first, second)

    return min(candidates, key=cost)


def composite_dither_for(register_index: int, value: int) -> Dither:
    """Return the dither for a palette register in an end animation on a composite monitor.

    A register with its default value gets a single one of the 16 colours.
    """
    pair = (
        0x11 * COMPOSITE_REGISTERS[register_index]
        if value == DEFAULT_REGISTERS[register_index]
        else _COMPOSITE_PAIRS.get(value)
    )
    if pair is None:
        return dither_for(ega_to_rgb(value), COMPOSITE_PALETTE)
    return Dither(COMPOSITE_PALETTE[pair >> 4], COMPOSITE_PALETTE[pair & 15])


def _luma_contrast(index: int, paper: int) -> float:
    return abs(rgb_luma(ALL_COLOURS[index]) - rgb_luma(ALL_COLOURS[paper]))


@cache
def _contrast_ratio(index: int, paper: int) -> float:
    """Return the contrast ratio of two colours as defined by WCAG 2.2, from 1 to 21."""

    def luminance(rgb: int) -> float:
        linear = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in (part / 255 for part in split_rgb(rgb))
        )
        return 0.05 + sum(
            weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
        )

    darker, lighter = sorted((luminance(ALL_COLOURS[index]), luminance(ALL_COLOURS[paper])))
    return lighter / darker


@lru_cache(maxsize=1024)
def nearest_colour(rgb: int, palette: tuple[int, ...], paper: int | None = None) -> int:
    """Return the palette colour nearest to a 24-bit colour, among those legible on `paper` if that is given."""
    candidates = list(palette)
    if paper is not None:
        best = most_legible_ink(palette, paper)
        min_contrast = _MIN_CONTRAST_SHARE * _luma_contrast(best, paper)
        min_ratio = min(_MIN_TEXT_CONTRAST, _contrast_ratio(best, paper))
        candidates = [
            index
            for index in palette
            if _luma_contrast(index, paper) >= min_contrast and _contrast_ratio(index, paper) >= min_ratio
        ]
    return min(
        candidates, key=lambda index: colour_distance_sq(split_rgb(ALL_COLOURS[index]), split_rgb(rgb))
    )


@lru_cache(maxsize=256)
def most_legible_ink(palette: tuple[int, ...], paper: int) -> int:
    """Return the palette colour with the highest contrast ratio to `paper`."""
    return max(palette, key=lambda index: _contrast_ratio(index, paper))


@lru_cache(maxsize=256)
def accent_ink(palette: tuple[int, ...], paper: int) -> int | None:
    """Return the ink for single letters in text of the most legible ink: the second most legible one.

    Returns None if that is not legible.

    >>> accent_ink((0, 11, 13, 15), 0), accent_ink((0, 11, 13, 15), 11)
    (11, None)
    """
    others = tuple(index for index in palette if index != most_legible_ink(palette, paper))
    second = most_legible_ink(others, paper)
    is_readable = _is_legible(second, paper) and _contrast_ratio(second, paper) >= _MIN_TEXT_CONTRAST
    return second if is_readable else None


@lru_cache(maxsize=1024)
def nearest_paper(rgb: int, palette: tuple[int, ...]) -> int:
    """Return the palette colour for a paper: the first (black) for a dark colour, else the nearest in hue.

    Hue decides because the nearest of four colours is often black, and a selection bar would be invisible in its box.
    """
    target = split_rgb(rgb)
    max_channel = max(target)
    if rgb_luma(rgb) < 40 or (max_channel - min(target) < 40 and rgb_luma(rgb) < 128):
        return palette[0]
    target_hue = [255 * channel / max_channel for channel in target]

    def hue_distance(index: int) -> float:
        candidate = split_rgb(ALL_COLOURS[index])
        return colour_distance_sq(target_hue, [255 * channel / max(candidate) for channel in candidate])

    best = min(palette[1:], key=hue_distance)
    if any(_is_legible(best, ink) for ink in palette):
        return best
    # In the dark palettes no ink is legible on dark red. A red paper becomes the last colour, as light papers do; a paper
    # with blue becomes the first colour after black, because it may be a selection bar on a red paper.
    return palette[1] if target[2] > max_channel / 2 else palette[-1]


def _is_legible(ink: int, paper: int) -> bool:
    """Return whether ink and paper differ by more than a quarter of the luma range from black to white."""
    return _luma_contrast(ink, paper) >= 72
