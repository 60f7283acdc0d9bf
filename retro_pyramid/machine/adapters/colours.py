"""Colours for an adapter that lacks most of them: the nearest one, a mixture of two, an ink that can be read.

Wanted colours are 24-bit values.  A palette is a sequence of indices into `COLOURS`, all that an adapter can have.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, artifact_rgb, ega_rgb

RGBI = tuple(ega_rgb(value) for value in DEFAULT_REGISTERS)
"""The 16 colours of a CGA, as 24-bit values: the EGA's default ones."""
ARTIFACTS = tuple(artifact_rgb(dots) for dots in range(16))
"""Its 16 colours on a composite monitor, by the dots of each."""
COLOURS = (*RGBI, 0, *ARTIFACTS[1:15])
"""All of them but black and white, which are in both, from 17 on: the low four bits are their number among the 16."""
COMPOSITE_PALETTE = (0, *range(17, 31), 15)

REGISTERS = (0, 2, 1, 3, 4, 6, 12, 10, 5, 7, 9, 11, 8, 14, 13, 15)
_MATCHES = {2: 0x11, 7: 0x55, 16: 0x01, 33: 0x24, 40: 0x06, 53: 0x4E, 56: 0x55, 57: 0x27}
"""Of the 16: what the default registers are in a finale there, and two for colours whose nearest mixture looks wrong."""

_UNEVEN = 0.12
"""The weight of a mixture's graininess against its nearness: of two mixtures as near the more even one is taken."""
_LEGIBLE = 0.75
"""The least contrast of an ink with its paper, as a part of the best that the palette has: letters are 3 pixels wide."""
_READ = 4.5
"""The least contrast of words as WCAG 2.2 (1.4.3) has it, where a palette has that."""


def channels(rgb: int) -> tuple[int, int, int]:
    """Return red, green and blue of a 24-bit colour, 0 to 255 each."""
    return rgb >> 16, rgb >> 8 & 255, rgb & 255


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return how far apart the eye sees two colours, given by their channels: green counts most, blue least."""
    return sum(weight * (x - y) ** 2 for weight, x, y in zip((3, 6, 1), a, b, strict=True))


def luma(rgb: int) -> float:
    """Return the lightness of a 24-bit colour, 0 to 255."""
    red, green, blue = channels(rgb)
    return 0.30 * red + 0.59 * green + 0.11 * blue


class Mixture(NamedTuple):
    """A pattern of two colours: of every four pixels in a square `quarters` have the second."""

    first: int
    second: int
    quarters: int = 2


@lru_cache(maxsize=1024)
def mixture(rgb: int, palette: tuple[int, ...]) -> Mixture:
    """Return the mixture of two colours of a palette that comes nearest to a 24-bit colour.

    Among four colours it is chequered; a palette of two is mixed by quarters as well, or there would be but three tones.

    >>> [tuple(mixture(rgb, (0, 15))) for rgb in (0x000000, 0x555555, 0x808080, 0xFFFFFF)]
    [(0, 0, 2), (0, 15, 1), (0, 15, 2), (15, 15, 2)]
    """
    wanted = channels(rgb)
    mixed = [
        Mixture(first, second, quarters)
        for at, first in enumerate(palette)
        for second in palette[at:]
        for quarters in ((1, 2, 3) if len(palette) == 2 and first != second else (2,))
    ]

    def cost(mixture: Mixture) -> float:
        first, second = channels(COLOURS[mixture.first]), channels(COLOURS[mixture.second])
        share = mixture.quarters / 4
        middle = [x + (y - x) * share for x, y in zip(first, second, strict=True)]
        return distance(middle, wanted) + 4 * share * (1 - share) * _UNEVEN * distance(first, second)

    return min(mixed, key=cost)


def matched(register: int, value: int) -> Mixture:
    """Return what a register of that value is in a finale on a composite monitor: one of its 16 where it is the usual."""
    pair = 0x11 * REGISTERS[register] if value == DEFAULT_REGISTERS[register] else _MATCHES.get(value)
    if pair is None:
        return mixture(ega_rgb(value), COMPOSITE_PALETTE)
    return Mixture(COMPOSITE_PALETTE[pair >> 4], COMPOSITE_PALETTE[pair & 15])


def _contrast(index: int, paper: int) -> float:
    return abs(luma(COLOURS[index]) - luma(COLOURS[paper]))


@cache
def _ratio(index: int, paper: int) -> float:
    """Return the contrast of two colours as WCAG 2.2 has it, from 1 to 21."""

    def light(rgb: int) -> float:
        linear = (
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in (part / 255 for part in channels(rgb))
        )
        return 0.05 + sum(
            weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
        )

    low, high = sorted((light(COLOURS[index]), light(COLOURS[paper])))
    return high / low


@lru_cache(maxsize=1024)
def nearest(rgb: int, palette: tuple[int, ...], paper: int | None = None) -> int:
    """Return the colour of a palette nearest to a 24-bit one, among those legible on `paper` if that is given."""
    legible = list(palette)
    if paper is not None:
        best = clearest(palette, paper)
        least, ratio = _LEGIBLE * _contrast(best, paper), min(_READ, _ratio(best, paper))
        legible = [one for one in palette if _contrast(one, paper) >= least and _ratio(one, paper) >= ratio]
    return min(legible, key=lambda index: distance(channels(COLOURS[index]), channels(rgb)))


@lru_cache(maxsize=256)
def clearest(palette: tuple[int, ...], paper: int) -> int:
    """Return the colour of a palette that stands out most on a paper."""
    return max(palette, key=lambda index: _ratio(index, paper))


@lru_cache(maxsize=256)
def second_ink(palette: tuple[int, ...], paper: int) -> int | None:
    """Return the ink for single letters among words in the clearest ink: the next clear one, None without one.

    >>> second_ink((0, 11, 13, 15), 0), second_ink((0, 11, 13, 15), 11)
    (11, None)
    """
    others = tuple(index for index in palette if index != clearest(palette, paper))
    second = clearest(others, paper)
    return second if _legible(second, paper) and _ratio(second, paper) >= _READ else None


@lru_cache(maxsize=1024)
def paper_for(rgb: int, palette: tuple[int, ...]) -> int:
    """Return the colour of a palette for a paper: the first, black, for a dark colour, else one of the same hue.

    The nearest of four colours is black for many; a bar would not be seen in its box.
    """
    wanted = channels(rgb)
    most = max(wanted)
    if luma(rgb) < 40 or (most - min(wanted) < 40 and luma(rgb) < 128):
        return palette[0]
    full = [255 * channel / most for channel in wanted]

    def apart(index: int) -> float:
        other = channels(COLOURS[index])
        return distance(full, [255 * channel / max(other) for channel in other])

    best = min(palette[1:], key=apart)
    if any(_legible(best, ink) for ink in palette):
        return best
    # No ink could be read on dark red among dark colours. A red paper is then the last colour, as light papers are;
    # one with blue in it is the first after black, since it may be a bar on a red one.
    return palette[1] if wanted[2] > most / 2 else palette[-1]


def _legible(ink: int, paper: int) -> bool:
    """Return whether letters of one colour can be read on another: over a quarter of the way from black to white."""
    return _contrast(ink, paper) >= 72
