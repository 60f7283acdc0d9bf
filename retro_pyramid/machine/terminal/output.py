"""Encoder of the 80x25 cells for a terminal, in UTF-8 with SGR colours; only changes are written, once per frame.

On a terminal of 24 rows one row without text is omitted.

Sources: ECMA-48 for SGR, CUP and CHA; xterm's "Control Sequences" for 90-107, 38;2, the modes and 8t.
"""

import re
from collections.abc import Sequence
from typing import Literal

import pyxel

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.colours import RGBI_COLOURS, nearest_colour, split_rgb
from retro_pyramid.machine.text_layer import COLUMNS, ROWS, AttributeMap
from retro_pyramid.machine.video import DisplayAdapter

ColourSupport = Literal["rgb", "256", "16", "none"]
"""Colour support of the terminal: any colour (then the adapter's exact ones), 256 or 16 colours, or none."""

_MODES = (1049, 1000, 1002, 1003, 1006, 2004)
"""Alternate screen; reports of mouse presses, drags and movements, in decimal numbers; bracketed paste."""
ENTER_SEQUENCE = b"".join(b"\x1b[?%dh" % mode for mode in _MODES) + b"\x1b[?25l\x1b[?7l"
"""Switches to the alternate screen and disables cursor and wrapping: a wide character in the last cell would scroll it."""
LEAVE_SEQUENCE = b"\x1b[m\x1b[2J\x1b[H\x1b[?7h\x1b[?25h" + b"".join(
    b"\x1b[?%dl" % mode for mode in reversed(_MODES)
)
"""Reverses ENTER_SEQUENCE; a terminal without an alternate screen is left empty."""
UNDERLINE_CURSOR_SEQUENCE, DEFAULT_CURSOR_SEQUENCE = b"\x1b[3 q", b"\x1b[0 q"
"""Cursor shapes. The adapter's cursor is a blinking line below the character."""
_CLEAR_SCREEN = b"\x1b[m\x1b[2J"
_HIDE_CURSOR, _SHOW_CURSOR = b"\x1b[?25l", b"\x1b[?25h"

MIN_ROWS = ROWS - 1
_OMITTABLE_ROWS = (0, 1, 23, 8, 7)
"""Rows that a terminal of 24 rows can omit, in order of preference.

The first two contain the border of a heading, of a menu or of the pyramid's top card, or the sky of a picture. The others
are an empty row of EM's table, the middle of its third row of cards, and a row of the title of Windows.
"""
_READABLE = re.compile(rb"[0-9A-Za-z\x80-\xA7\xAE\xAF]")
"""Letters, digits and the marks of a hint."""
_COURT_CARD_CENTRE = re.compile(rb"[\[<{][JQK][\]>}]")
"""Text in the centre of a court card, which repeats the rank in its corners."""

_CHARACTERS = [b" " if char == "\xa0" else char.encode() for char in cp437.DECODING_TABLE]
_IS_ASCII = [len(char) == 1 for char in _CHARACTERS]
"""Whether a character is ASCII. Others are two columns wide in some terminals, so the column is set after them."""

_DIFFERENT_BYTE = bytes(range(255, -1, -1))
"""Table that maps every byte to a different one."""


def _sgr_sequence(*codes: int) -> bytes:
    return b"\x1b[%bm" % b";".join(b"%d" % code for code in codes)


def truecolour_sgr(rgb: int, is_foreground: bool) -> tuple[int, ...]:
    """Return the SGR codes of a 24-bit colour, for a terminal with all colours.

    >>> truecolour_sgr(0xAA5500, is_foreground=True)
    (38, 2, 170, 85, 0)
    """
    return (38 if is_foreground else 48, 2, *split_rgb(rgb))


def colour16_sgr(index: int, is_foreground: bool) -> tuple[int, ...]:
    """Return the SGR code of one of a terminal's 16 colours; the bits of red and blue are exchanged compared to the PC.

    >>> colour16_sgr(14, is_foreground=True), colour16_sgr(1, is_foreground=False)
    ((93,), (44,))
    """
    swapped = (index & 1) << 2 | index & 2 | index >> 2 & 1
    return ((90 if index & 8 else 30) + swapped + (0 if is_foreground else 10),)


def colour256_sgr(rgb: int, is_foreground: bool) -> tuple[int, ...]:
    """Return the SGR codes of one of the EGA's 64 colours, for a terminal with 256 colours.

    The RGBI colours become the first 16, which are the terminal's own. Others become the nearest in the 6x6x6 cube that
    follows: its levels are 00 5F 87 AF D7 FF, the EGA's are 00 55 AA FF.

    >>> colour256_sgr(0x5500AA, is_foreground=False), colour256_sgr(0x0000AA, is_foreground=False)
    ((48, 5, 55), (44,))
    """
    if rgb in RGBI_COLOURS:
        return colour16_sgr(RGBI_COLOURS.index(rgb), is_foreground)
    red, green, blue = ((0, 1, 3, 5)[channel // 0x55] for channel in split_rgb(rgb))
    return (38 if is_foreground else 48, 5, 16 + 36 * red + 6 * green + blue)


def _colour_sequence(ink: int, paper: int, colour_support: ColourSupport) -> bytes:
    """Return the sequence for two 24-bit colours; with 16 colours, two different ones remain different."""
    if colour_support != "16":
        colour_sgr = truecolour_sgr if colour_support == "rgb" else colour256_sgr
        return _sgr_sequence(*colour_sgr(ink, is_foreground=True), *colour_sgr(paper, is_foreground=False))
    palette = tuple(range(len(RGBI_COLOURS)))
    paper_index, ink_index = nearest_colour(paper, palette), nearest_colour(ink, palette)
    if ink_index == paper_index and ink != paper:
        ink_index = nearest_colour(ink, palette, paper_index)
    return _sgr_sequence(
        *colour16_sgr(ink_index, is_foreground=True), *colour16_sgr(paper_index, is_foreground=False)
    )


def attribute_sequences(
    attribute_map: AttributeMap,
    is_monochrome: bool,
    rgb_colours: Sequence[int],
    colour_support: ColourSupport,
) -> list[bytes]:
    """Return the SGR sequence of each of the 256 attributes; `rgb_colours` are the adapter's 16 colours as 24-bit values.

    If the adapter is monochrome or the terminal has no colours, the sequences are bright, underlined and reverse.
    """
    if not is_monochrome and colour_support != "none":
        pairs = list(zip(attribute_map.inks, attribute_map.papers, strict=True))
        sequences = {
            (ink, paper): _colour_sequence(rgb_colours[ink], rgb_colours[paper], colour_support)
            for ink, paper in set(pairs)
        }
        return [sequences[pair] for pair in pairs]
    mono_sequences = []
    for ink, paper, underline in zip(
        attribute_map.inks, attribute_map.papers, attribute_map.underlines, strict=True
    ):
        lit_colour = paper or ink
        sequence = _sgr_sequence(0, *[1] * (lit_colour >= 8), *[4] * (underline > 0), *[7] * (paper > 0))
        # The phosphor's colours, if the terminal supports them.
        if colour_support == "rgb":
            sequence += _colour_sequence(rgb_colours[lit_colour], rgb_colours[0], colour_support)
        mono_sequences.append(sequence)
    return mono_sequences


def resize_sequence(columns: int, rows: int) -> bytes:
    """Return the sequence that asks a terminal to change its size; many terminals ignore it."""
    return b"\x1b[8;%d;%dt" % (rows, columns)


def choose_omitted_row(cells: bytes | bytearray) -> int:
    """Return the row to omit on a terminal of 24 rows: the first candidate without readable text, else the top row."""
    for row in _OMITTABLE_ROWS:
        characters = cells[2 * COLUMNS * row : 2 * COLUMNS * (row + 1) : 2]
        if not _READABLE.search(_COURT_CARD_CENTRE.sub(b"", characters)):
            return row
    return 0


class TerminalOutput:
    """Tracks the terminal's content and encodes the bytes that update it."""

    def __init__(self, colour_support: ColourSupport) -> None:
        self._colour_support: ColourSupport = colour_support
        self._displayed_cells = bytearray(2 * COLUMNS * ROWS)
        self._content_is_known = False
        self._cursor: tuple[int, int] | None = None
        self._rgb_colours: list[int] = []
        self._attribute_map: AttributeMap | None = None
        self._attribute_sequences: list[bytes] = []
        self._hidden_attributes = b""
        self._column_sequences: list[bytes] = []
        self._size = (COLUMNS, ROWS)
        self.origin = (0, 0)
        """Column and row of the terminal at which the cells begin; they are centred."""
        self.omitted_row = ROWS
        """Row of cells that is not shown; ROWS if all are shown."""

    def start_screen(self, columns: int, rows: int) -> bytes:
        """Start with an empty terminal of this size. Return the sequence to clear it, with a message if it is too small.

        The next frame writes all cells.
        """
        self._size = columns, rows
        self._content_is_known = False
        self._cursor = None
        self.origin = max(0, columns - COLUMNS) // 2, max(0, rows - ROWS) // 2
        self._column_sequences = [b"\x1b[%dG" % (self.origin[0] + 1 + column) for column in range(COLUMNS)]
        if self.is_large_enough:
            return _HIDE_CURSOR + _CLEAR_SCREEN
        message = (
            f"Here are {columns}x{rows} characters,",
            f"the game needs {COLUMNS}x{MIN_ROWS}.",
            "Ctrl+C leaves it.",
        )
        lines = [line[:columns].encode() for line in message[:rows]]
        return _HIDE_CURSOR + _CLEAR_SCREEN + b"".join(b"\x1b[%d;1H%b" % line for line in enumerate(lines, 1))

    @property
    def is_large_enough(self) -> bool:
        """Whether the terminal has room for the cells, with one row omitted if necessary."""
        return self._size[0] >= COLUMNS and self._size[1] >= MIN_ROWS

    def encode_frame(self, display: DisplayAdapter, tick: int, pointer_pos: tuple[int, int] | None) -> bytes:
        """Return the bytes that update the terminal to the adapter's cells and cursor at a tick; empty if unchanged."""
        self._update_attributes(display)
        cells, displayed_cells = display.displayed_cells(tick, pointer_pos), self._displayed_cells
        self.omitted_row = ROWS if self._size[1] >= ROWS else choose_omitted_row(display.cells)
        omitted_start = 2 * COLUMNS * self.omitted_row
        cells = cells[:omitted_start] + cells[omitted_start + 2 * COLUMNS :]
        if not self._content_is_known:
            self._content_is_known = True
            displayed_cells[:] = cells.translate(_DIFFERENT_BYTE)
        parts: list[bytes] = []
        if cells != displayed_cells:
            self._encode_changes(cells, parts)
            displayed_cells[:] = cells
        if parts or display.cursor != self._cursor:
            if self._cursor is not None:
                parts.insert(0, _HIDE_CURSOR)
            self._cursor = display.cursor
            if self._cursor is not None:
                column, row = self._cursor
                row -= row > self.omitted_row
                parts.append(self._position_sequence(column, row) + _SHOW_CURSOR)
        return b"".join(parts)

    def _update_attributes(self, video: DisplayAdapter) -> None:
        """Rebuild the attributes' sequences if palette or attribute map have changed; all cells are written again then."""
        rgb_colours = [pyxel.colors[index] for index in range(16)]
        if rgb_colours != self._rgb_colours or video.text_attribute_map is not self._attribute_map:
            self._rgb_colours, self._attribute_map = rgb_colours, video.text_attribute_map
            self._attribute_sequences = attribute_sequences(
                self._attribute_map, video.is_monochrome, rgb_colours, self._colour_support
            )
            # Text in the colour of its paper would become readable on a terminal without colours.
            self._hidden_attributes = bytes(
                ink == paper
                for ink, paper in zip(self._attribute_map.inks, self._attribute_map.papers, strict=True)
            )
            self._content_is_known = False

    def _position_sequence(self, column: int, row: int) -> bytes:
        left, top = self.origin
        return b"\x1b[%d;%dH" % (top + row + 1, left + column + 1)

    def _encode_changes(self, cells: bytearray, parts: list[bytes]) -> None:
        displayed_cells, sequences = self._displayed_cells, self._attribute_sequences
        hidden_attributes, column_sequences = self._hidden_attributes, self._column_sequences
        add, row_bytes = parts.append, 2 * COLUMNS
        last_attribute = -1
        for row in range(len(cells) // row_bytes):
            start = row * row_bytes
            if cells[start : start + row_bytes] == displayed_cells[start : start + row_bytes]:
                continue
            # Index of the cell at the terminal's cursor, -1 if not certain; and whether the row has been set.
            cursor_index, row_is_set = -1, False
            for i in range(start, start + row_bytes, 2):
                char, attribute = cells[i], cells[i + 1]
                if char == displayed_cells[i] and attribute == displayed_cells[i + 1]:
                    continue
                if i != cursor_index:
                    column = (i - start) >> 1
                    add(column_sequences[column] if row_is_set else self._position_sequence(column, row))
                    row_is_set = True
                if attribute != last_attribute:
                    add(sequences[attribute])
                    last_attribute = attribute
                if hidden_attributes[attribute]:
                    char = 0
                add(_CHARACTERS[char])
                cursor_index = i + 2 if _IS_ASCII[char] else -1


class LineOutput(TerminalOutput):
    """Writes lines of text in place of the picture, for players with a screen reader."""

    is_large_enough = True

    def __init__(self) -> None:
        super().__init__("none")
        self._pending = b""

    def add_line(self, text: str) -> None:
        """Append a line to the output of the next frame."""
        self._pending += f"{text}\r\n".encode()

    def start_screen(self, columns: int, rows: int) -> bytes:
        return b""

    def encode_frame(self, display: DisplayAdapter, tick: int, pointer_pos: tuple[int, int] | None) -> bytes:
        pending, self._pending = self._pending, b""
        return pending
