"""How well marks stand out for eyes that see colours otherwise: `python -m tests.colour_sight` prints the figures.

A mark is drawn on every table, on every adapter. A pixel that it changes counts as seen where its luminance contrast to
what was there before is at least 3:1, as WCAG 2.2 (1.4.11) asks of things that are no text. The share of the pixels seen
is told for those over the table and for those over the card. Of bars, which are wide enough for their hue to be seen, the
difference of colour to what lies beside them is told, in CIELAB units (1976). Colours are those that a person with one of
the three common weaknesses at its full strength sees.

Words are looked at where they stand in finished pictures: their contrast is to be 4.5:1 (1.4.3), or the best that four
colours have with what is behind them; 3:1 for words that are dim, and for red suits, as no red is more on grey.

Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", IEEE TVCG 15(6), 2009: the matrices for severity 1.0, on linear RGB.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyxel

from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.machine import host
from retro_pyramid.machine.adapters.palette import CGA_PALETTES
from retro_pyramid.machine.presenter import WindowOptions
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT, WIDTH, Image, copy_pixels
from retro_pyramid.settings import (
    ADAPTER_SETTING,
    CGA_PALETTE_SETTING,
    DECK_SETTING,
    DISPLAY_MODE_SETTING,
    PHOSPHOR_SETTING,
)
from retro_pyramid.table.table_screen import TableScreen
from retro_pyramid.table.win_indicator import WinState, draw_win_indicator
from retro_pyramid.ui.drawing import SHADOW_ATTRIBUTE
from tests import tables
from tests.screens.driver import Game
from tests.screens.pair_games import table_of

Rgb = tuple[float, float, float]
ENOUGH = 3.0
"""The contrast from which on a pixel of a mark counts as seen."""
READ = 4.5
"""The least contrast of words."""
SUITS = "♣♦♥♠"
_RED_SUITS = (0x74, 0x1C)
USUAL = "usual sight"
_SEEN = """
    usual sight | 1 0 0 | 0 1 0 | 0 0 1
    protanopia | 0.152286 1.052583 -0.204868 | 0.114503 0.786281 0.099216 | -0.003882 -0.048116 1.051998
    deuteranopia | 0.367322 0.860646 -0.227968 | 0.280085 0.672501 0.047413 | -0.011820 0.042940 0.968881
    tritanopia | 1.255528 -0.076749 -0.178779 | -0.078411 0.930809 0.147602 | 0.004733 0.691367 0.303900
"""
SIGHTS = {name: [[*map(float, row.split())] for row in matrix] for name, *matrix in tables.rows(_SEEN)}
"""What reaches a person of red, green and blue, each row a channel seen."""
START = ("--start", "table", "--deal", "61", "--edition")
ADAPTERS: dict[str, tuple[str, ...]] = {
    "EGA deck 1": (),
    "EGA deck 2": ("2",),
    "EGA text": ("T",),
    **{f"CGA {name}": ("--video", "cga", "--cga", name) for name in ("0", "1", "0h", "1h", "5", "5h")},
    "CGA text": ("T", "--video", "cga"),
    "mono": ("--video", "mono"),
}
ALIKE = 20.0
"""The difference of colour below which two surfaces side by side are hard to tell apart."""
_PLACE = (288, 140)
_CARD = 17
_LIGHTS: tuple[WinState, ...] = ("won", "lost", "unknown")
Drawing = Callable[[], None]


def settings(*words: str) -> dict[str, str]:
    """Return the settings that words of the command line choose, to be changed to while a game goes on."""
    usual = {
        ADAPTER_SETTING: "ega",
        CGA_PALETTE_SETTING: "1h",
        PHOSPHOR_SETTING: "green",
        DECK_SETTING: "2" if "2" in words else "1",
    }
    usual[DISPLAY_MODE_SETTING] = "text" if "T" in words else "graphics"
    return usual | {f"shell.{name[2:]}": value for name, value in pairwise(words) if name.startswith("--")}


SETTINGS = {adapter: settings(*words) for adapter, words in ADAPTERS.items()}


class Figure(NamedTuple):
    """How much of a mark is seen: of its pixels over the table and over the card, the shares from 0 to 1, and how many.

    `bold` counts the pixels over the table that are in a seen square of one colour, two pixels wide: a line of one pixel
    disappears next to a card's own outline.
    """

    table: float
    card: float
    pixels: int
    bold: int


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@cache
def light(rgb: int, sight: str) -> Rgb:
    """Return what a sight gets of a colour 0xRRGGBB, as linear light, each channel from 0 to 1."""
    channels = [(rgb >> shift & 255) / 255 for shift in (16, 8, 0)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    red, green, blue = (min(max(_dot(row, linear), 0.0), 1.0) for row in SIGHTS[sight])
    return red, green, blue


@cache
def contrast(one: int, other: int, sight: str = USUAL) -> float:
    """Return the luminance contrast of two colours, from 1 to 21."""
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(_dot(weights, light(rgb, sight)) for rgb in (one, other))
    return (high + 0.05) / (low + 0.05)


@cache
def lab(rgb: int, sight: str) -> Rgb:
    """Return a colour as a sight sees it in CIELAB, under the white of sRGB (D65)."""
    red, green, blue = light(rgb, sight)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def difference(one: int, other: int, sight: str) -> float:
    return math.dist(lab(one, sight), lab(other, sight))


def marks(table: TableScreen) -> dict[str, tuple[Drawing, Drawing]]:
    felt, video, place = table.presentation.renderer, table.display, _PLACE
    chosen, ground = table.table_spec.selection_highlight, table.table_spec.label_attribute >> 4

    found: dict[str, tuple[Drawing, Drawing]] = {}
    kinds = {"": partial(felt.draw_card, place, _CARD), ", back": partial(felt.draw_card, place, None)}
    for kind, draw in {**kinds, ", empty": partial(felt.draw_pile, place, 0, None)}.items():
        found[f"selector{kind}"] = (partial(draw, True), partial(draw, False))
        found[f"hint{kind}"] = (partial(draw, False, "hint"), partial(draw, False))
    if chosen:
        found["picked"] = (
            partial(felt.draw_card, place, _CARD, False, chosen),
            partial(felt.draw_card, place, _CARD),
        )
    for name in _LIGHTS:
        found[f"lamp, {name}"] = (partial(draw_win_indicator, video, (50, 3), name, ground), lambda: None)
    return found


def changes(before: bytes, after: bytes, wide: int, columns: slice, rows: range) -> Counter[tuple[int, int]]:
    """Return how often a pixel of one index has become one of another, between two pictures so wide."""
    found = Counter[tuple[int, int]]()
    for row in rows:
        old, new = (picture[row * wide : (row + 1) * wide][columns] for picture in (before, after))
        if old != new:
            found.update(pair for pair in zip(old, new, strict=True) if pair[0] != pair[1])
    return found


def figures(game: Game) -> Iterator[tuple[str, str, Figure]]:
    """Yield mark, sight and figure for the table of a game."""
    table, video = table_of(game), game.machine.display
    (x, y), (wide, high) = _PLACE, table.presentation.renderer.card_size

    def drawn(draw: Drawing) -> bytes:
        video.clear_text()
        table.presentation.renderer.draw_empty_table()
        draw()
        return bytes(memoryview(video.compose_picture(0, None).data_ptr()).cast("B"))

    for name, (mark, without) in marks(table).items():
        before, after = drawn(without), drawn(mark)
        size, colours = video.compose_picture(0, None), tuple(pyxel.colors)
        columns = slice(*(round(at * size.width / WIDTH) for at in (x, x + wide)))
        rows = range(*(round(at * size.height / HEIGHT) for at in (y, y + high)))
        everywhere = changes(before, after, size.width, slice(None), range(size.height))
        inside = changes(before, after, size.width, columns, rows)
        for sight in SIGHTS:
            table_share, card_share = (share(part, colours, sight) for part in (everywhere - inside, inside))
            wide_strokes = bold_pixels(before, after, size.width, columns, rows, colours, sight)
            yield name, sight, Figure(table_share, card_share, everywhere.total(), wide_strokes)


def bold_pixels(
    before: bytes, after: bytes, wide: int, columns: slice, rows: range, colours: tuple[int, ...], sight: str
) -> int:
    """Return how many changed pixels within 10 of a card, but not on it, are in a 2x2 square of one seen colour."""
    seen = dict[int, int]()
    for y in range(rows.start - 10, rows.stop + 10):
        for x in range(columns.start - 10, columns.stop + 10):
            at = y * wide + x
            on_card = y in rows and columns.start <= x < columns.stop
            old, new = colours[before[at]], colours[after[at]]
            if old != new and not on_card and contrast(old, new, sight) >= ENOUGH:
                seen[at] = new
    squares = ((at, at + 1, at + wide, at + wide + 1) for at in seen)
    bold = (square for square in squares if len({seen.get(at) for at in square}) == 1)
    return len({at for square in bold for at in square})


def share(changes: Counter[tuple[int, int]], colours: tuple[int, ...], sight: str) -> float:
    contrasts = {pair: contrast(colours[pair[0]], colours[pair[1]], sight) for pair in changes}
    seen = sum(count for pair, count in changes.items() if contrasts[pair] >= ENOUGH)
    return seen / changes.total() if changes else 1.0


class Letter(NamedTuple):
    """A letter as it is shown: the contrast to what is behind it, and the one that it needs."""

    char: str
    attribute: int
    contrast: float
    needed: float


@cache
def shades(block: bytes, colours: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(colours[index] for index, _ in Counter(block).most_common())


@cache
def best(inks: tuple[int, ...], paper: int) -> float:
    return max((contrast(ink, paper) for ink in inks if ink != paper), default=21.0)


def drawn_with_words(game: Game) -> tuple[Image, list[tuple[int, int, str]]]:
    """Return the picture of this moment, and what is printed in it that is in no cell: column, row and text."""
    video, printed = game.machine.display, list[tuple[int, int, str]]()
    draw = video.draw_text

    def note(x: int, y: int, text: str, colour: int) -> None:
        printed.append((x, y, text))
        draw(x, y, text, colour)

    video.draw_text = note  # type: ignore[method-assign]
    image = game.image()
    del video.draw_text
    return image, printed


def letters(game: Game) -> Iterator[Letter]:
    """Yield the letters and digits of a picture, and the suits beside them, but those in shadow or under the pointer."""
    machine, app = game.machine, game.app
    video, dress = machine.display, app.edition.theme
    image, printed = drawn_with_words(game)
    pixels, colours, rows = copy_pixels(image), tuple(pyxel.colors), video.decode_text_rows()
    wide, high = image.width / WIDTH, image.height / HEIGHT
    off = [target for target in app.targets() if not target.enabled]
    under = app._find_hovered()
    pointed = (machine.pointer_pos[0] // CELL_WIDTH, machine.pointer_pos[1] // CELL_HEIGHT)
    four = image.width == 320
    few = tuple(colours[index] for index in CGA_PALETTES[app.settings[CGA_PALETTE_SETTING]]) if four else ()
    # Letters of four columns may have more pixels than what is behind them.
    papers = video._graphics_mode.attribute_map.papers if four and not video._is_covered() else ()  # type: ignore[attr-defined]

    def seen(char: str, attribute: int, x: int, y: int, papers: Sequence[int] = ()) -> Letter:
        left, right = round(x * wide), round((x + CELL_WIDTH) * wide)
        lines = range(
            round(y * high) * image.width, round((y + CELL_HEIGHT) * high) * image.width, image.width
        )
        here = shades(b"".join([pixels[at + left : at + right] for at in lines]), colours)
        paper = colours[papers[attribute]] if papers else here[0]
        dim = attribute in (dress.muted, dress.disabled) or any(
            target.contains(x + 4, y + 7) for target in off
        )
        needed = ENOUGH if dim or attribute in _RED_SUITS else READ
        return Letter(char, attribute, best(here, paper), min(needed, best(few, paper)) if few else needed)

    for row, line in enumerate(rows):
        attributes = video.cells[2 * COLUMNS * row + 1 : 2 * COLUMNS * (row + 1) : 2]
        for column, (char, attribute) in enumerate(zip(line, attributes, strict=True)):
            if not char.isalnum() and not (
                char in SUITS and any(map(str.isalnum, line[max(0, column - 1) : column + 2]))
            ):
                continue
            x, y = column * CELL_WIDTH, row * CELL_HEIGHT
            if attribute == SHADOW_ATTRIBUTE or (machine.is_pointer_visible and pointed == (column, row)):
                continue
            if under is None or not under.contains(x + 4, y + 7):
                yield seen(char, attribute, x, y, papers)
    for left, y, text in printed:
        around = [rows[min(at // CELL_HEIGHT, 24)] for at in (y, y + CELL_HEIGHT - 1)]
        for x, char in zip(range(left, WIDTH, CELL_WIDTH), text, strict=False):
            if char.isalnum() and all(line[(x + 4) // CELL_WIDTH] == "\0" for line in around):
                yield seen(char, 0, x, y)


def bars(game: Game) -> Iterator[tuple[str, str, float]]:
    """Yield bar, sight and difference of colour to the paper beside it, for the boxes and lines of a program."""
    video, dress = game.machine.display, game.app.edition.theme

    def paper(attribute: int) -> int:
        video.clear_text()
        video.fill_cells(0, 0, 40, 12, " ", attribute)
        picture = video.compose_picture(0, None)
        return int(list(pyxel.colors)[picture.pget(picture.width // 4, picture.height // 4)])

    table_of(game).presentation.renderer.draw_empty_table()
    for name, one, other in (("bar", dress.selection, dress.text), ("field", dress.field, dress.text)):
        for sight in SIGHTS:
            yield name, sight, difference(paper(one), paper(other), sight)


def main() -> None:
    """Print a line for every table, adapter and mark: usual sight, then the three weaknesses."""
    host.open_window(WindowOptions("colour sight", aspect="square", is_headless=True))
    print("share of a mark's pixels of at least 3:1, over the table / over the card;", ", ".join(SIGHTS))
    for edition in EDITION_INFO:
        for adapter, words in ADAPTERS.items():
            with TemporaryDirectory() as data:
                game = Game(Path(data), *words, *START, edition).do("settle")
                seen, told = list(figures(game)), list(bars(game))
            for mark in dict.fromkeys(name for name, _, _ in seen):
                parts = [figure for name, _, figure in seen if name == mark]
                shares = "   ".join(f"{one.table:4.0%} /{one.card:4.0%}" for one in parts)
                print(f"{edition:9}{adapter:12}{mark:16}{parts[0].pixels:6}   {shares}")
            for bar in dict.fromkeys(name for name, _, _ in told):
                apart = "   ".join(f"{value:11.0f}" for name, _, value in told if name == bar)
                print(f"{edition:9}{adapter:12}{bar:16}        {apart}   apart")


if __name__ == "__main__":
    main()
