"""The 80x25 cells as a terminal shows them: UTF-8 and SGR colours; only what changed is written, one piece a frame.

A terminal of 24 rows shows all of them but one, on which there is nothing to read.

Sources: ECMA-48 for SGR, CUP and CHA; xterm's "Control Sequences" for 90-107, 38;2, the modes and 8t.
"""

import re
from collections.abc import Sequence
from typing import Literal

import pyxel

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.colours import RGBI, channels, nearest
from retro_pyramid.machine.text_layer import COLUMNS, ROWS, Look
from retro_pyramid.machine.video import Video

Colours = Literal["rgb", "256", "16", "none"]
"""What the terminal has: any colour (the adapter's exact ones then), its own 16 with or without 240 more, or none."""

_MODES = (1049, 1000, 1002, 1003, 1006, 2004)
"""The alternate screen; reports of mouse presses, drags and movements, in decimals; bracketed paste."""
ENTER = b"".join(b"\x1b[?%dh" % mode for mode in _MODES) + b"\x1b[?25l\x1b[?7l"
"""Switches to the alternate screen, without cursor and wrapping: a wide character in the last cell would scroll it."""
LEAVE = b"\x1b[m\x1b[2J\x1b[H\x1b[?7h\x1b[?25h" + b"".join(b"\x1b[?%dl" % mode for mode in reversed(_MODES))
"""Undoes ENTER; a terminal without an alternate screen is left empty."""
UNDERLINE_CURSOR, USUAL_CURSOR = b"\x1b[3 q", b"\x1b[0 q"
"""The adapter's cursor is a blinking line below the character."""
_CLEAR = b"\x1b[m\x1b[2J"
_HIDE, _SHOW = b"\x1b[?25l", b"\x1b[?25h"

LEAST_ROWS = ROWS - 1
_SPARE = (0, 1, 23, 8, 7)
"""The rows that a terminal of 24 can do without, most of all the first.

On one of the upper two lies the edge of a heading, of a menu or of the card at the tip, or the sky of a picture; the others
are an empty row of EM's table, the middle of its third row of cards, and a row of the title of Windows.
"""
_READ = re.compile(rb"[0-9A-Za-z\x80-\xA7\xAE\xAF]")
"""Letters, digits and the marks of a hint."""
_FACE = re.compile(rb"[\[<{][JQK][\]>}]")
"""What stands in the middle of a court card, which has its rank in its corners too."""

_CHARACTERS = [b" " if char == "\xa0" else char.encode() for char in cp437.TABLE]
_NARROW = [len(char) == 1 for char in _CHARACTERS]
"""Whether a character is ASCII; others are two columns wide in some terminals, so the column is set after them."""

_OTHER = bytes(range(255, -1, -1))
"""Maps every byte to a different one."""


def _sgr(*codes: int) -> bytes:
    return b"\x1b[%bm" % b";".join(b"%d" % code for code in codes)


def exact_colour(rgb: int, front: bool) -> tuple[int, ...]:
    """Return the SGR codes of a 24-bit colour.

    >>> exact_colour(0xAA5500, front=True)
    (38, 2, 170, 85, 0)
    """
    return (38 if front else 48, 2, *channels(rgb))


def own_colour(index: int, front: bool) -> tuple[int, ...]:
    """Return the SGR code of one of a terminal's own 16 colours, which has red where the PC has blue.

    >>> own_colour(14, front=True), own_colour(1, front=False)
    ((93,), (44,))
    """
    swapped = (index & 1) << 2 | index & 2 | index >> 2 & 1
    return ((90 if index & 8 else 30) + swapped + (0 if front else 10),)


def cube_colour(rgb: int, front: bool) -> tuple[int, ...]:
    """Return the SGR codes of one of the EGA's 64 colours among a terminal's 256.

    The first 16 are the terminal's own.  For others it is the nearest in the cube of 6x6x6 that follows: its steps are
    00 5F 87 AF D7 FF, the EGA's 00 55 AA FF.

    >>> cube_colour(0x5500AA, front=False), cube_colour(0x0000AA, front=False)
    ((48, 5, 55), (44,))
    """
    if rgb in RGBI:
        return own_colour(RGBI.index(rgb), front)
    red, green, blue = ((0, 1, 3, 5)[channel // 0x55] for channel in channels(rgb))
    return (38 if front else 48, 5, 16 + 36 * red + 6 * green + blue)


def _pair(ink: int, paper: int, colours: Colours) -> bytes:
    """Return the sequence for two 24-bit colours; on a terminal of 16 two that differ stay different."""
    if colours != "16":
        colour = exact_colour if colours == "rgb" else cube_colour
        return _sgr(*colour(ink, front=True), *colour(paper, front=False))
    every = tuple(range(len(RGBI)))
    below, above = nearest(paper, every), nearest(ink, every)
    if above == below and ink != paper:
        above = nearest(ink, every, below)
    return _sgr(*own_colour(above, front=True), *own_colour(below, front=False))


def attribute_styles(look: Look, mono: bool, registers: Sequence[int], colours: Colours) -> list[bytes]:
    """Return the SGR sequence of each of the 256 attributes; `registers` are the adapter's 16 colours, 24 bits each.

    Without colours, of the adapter or of the terminal, they are bright, underlined and reverse.
    """
    if not mono and colours != "none":
        looks = list(zip(look.inks, look.papers, strict=True))
        made = {(ink, paper): _pair(registers[ink], registers[paper], colours) for ink, paper in set(looks)}
        return [made[pair] for pair in looks]
    styles = []
    for ink, paper, underline in zip(look.inks, look.papers, look.underlines, strict=True):
        front = paper or ink
        style = _sgr(0, *[1] * (front >= 8), *[4] * (underline > 0), *[7] * (paper > 0))
        # Where the terminal has them, the phosphor's own colours.
        styles.append(style + (_pair(registers[front], registers[0], colours) if colours == "rgb" else b""))
    return styles


def resize(columns: int, rows: int) -> bytes:
    """Return the sequence that asks a terminal to have this size; many do not heed it."""
    return b"\x1b[8;%d;%dt" % (rows, columns)


def spare_row(cells: bytes | bytearray) -> int:
    """Return the row that is left out where there is room for 24: the first with nothing to read, else the top one."""
    for row in _SPARE:
        characters = cells[2 * COLUMNS * row : 2 * COLUMNS * (row + 1) : 2]
        if not _READ.search(_FACE.sub(b"", characters)):
            return row
    return 0


class TerminalOutput:
    """Knows what the terminal shows, and makes the bytes that change it."""

    def __init__(self, colours: Colours) -> None:
        self._colours: Colours = colours
        self._shown = bytearray(2 * COLUMNS * ROWS)
        self._known = False
        self._cursor: tuple[int, int] | None = None
        self._registers: list[int] = []
        self._look: Look | None = None
        self._styles: list[bytes] = []
        self._hidden = b""
        self._columns: list[bytes] = []
        self._size = (COLUMNS, ROWS)
        self.corner = (0, 0)
        """The column and row of the terminal where the cells begin: they lie in its middle."""
        self.left_out = ROWS
        """The row of cells that is not shown, ROWS where there is room for all."""

    def begin(self, columns: int, rows: int) -> bytes:
        """Return what clears a terminal of this size, and a message where it is too small; all cells are written next."""
        self._size = columns, rows
        self._known = False
        self._cursor = None
        self.corner = max(0, columns - COLUMNS) // 2, max(0, rows - ROWS) // 2
        self._columns = [b"\x1b[%dG" % (self.corner[0] + 1 + column) for column in range(COLUMNS)]
        if self.fits:
            return _HIDE + _CLEAR
        words = (
            f"Here are {columns}x{rows} characters,",
            f"the game needs {COLUMNS}x{LEAST_ROWS}.",
            "Ctrl+C leaves it.",
        )
        lines = [word[:columns].encode() for word in words[:rows]]
        return _HIDE + _CLEAR + b"".join(b"\x1b[%d;1H%b" % line for line in enumerate(lines, 1))

    @property
    def fits(self) -> bool:
        return self._size[0] >= COLUMNS and self._size[1] >= LEAST_ROWS

    def frame(self, video: Video, tick: int, pointer: tuple[int, int] | None) -> bytes:
        """Return what makes the terminal show the adapter's cells and cursor of now, empty if it shows them already."""
        self._follow(video)
        cells, shown = video.shown_cells(tick, pointer), self._shown
        self.left_out = ROWS if self._size[1] >= ROWS else spare_row(video.cells)
        above = 2 * COLUMNS * self.left_out
        cells = cells[:above] + cells[above + 2 * COLUMNS :]
        if not self._known:
            self._known = True
            shown[:] = cells.translate(_OTHER)
        parts: list[bytes] = []
        if cells != shown:
            self._changes(cells, parts)
            shown[:] = cells
        if parts or video.cursor != self._cursor:
            if self._cursor is not None:
                parts.insert(0, _HIDE)
            self._cursor = video.cursor
            if self._cursor is not None:
                column, row = self._cursor
                row -= row > self.left_out
                parts.append(self._place(column, row) + _SHOW)
        return b"".join(parts)

    def _follow(self, video: Video) -> None:
        """Make the attributes' sequences anew if palette or look have changed; then every cell is written again."""
        registers = [pyxel.colors[index] for index in range(16)]
        if registers != self._registers or video.text_look is not self._look:
            self._registers, self._look = registers, video.text_look
            self._styles = attribute_styles(self._look, video.mono, registers, self._colours)
            # Text in the colour of its paper would be readable on a terminal without colours.
            self._hidden = bytes(
                ink == paper for ink, paper in zip(self._look.inks, self._look.papers, strict=True)
            )
            self._known = False

    def _place(self, column: int, row: int) -> bytes:
        left, top = self.corner
        return b"\x1b[%d;%dH" % (top + row + 1, left + column + 1)

    def _changes(self, cells: bytearray, parts: list[bytes]) -> None:
        shown, styles, hidden, columns = self._shown, self._styles, self._hidden, self._columns
        add, size = parts.append, 2 * COLUMNS
        last = -1
        for row in range(len(cells) // size):
            start = row * size
            if cells[start : start + size] == shown[start : start + size]:
                continue
            # The cell the terminal's cursor is at; -1 where that is not certain.
            following, told = -1, False
            for at in range(start, start + size, 2):
                char, attribute = cells[at], cells[at + 1]
                if char == shown[at] and attribute == shown[at + 1]:
                    continue
                if at != following:
                    add(columns[(at - start) >> 1] if told else self._place((at - start) >> 1, row))
                    told = True
                if attribute != last:
                    add(styles[attribute])
                    last = attribute
                if hidden[attribute]:
                    char = 0
                add(_CHARACTERS[char])
                following = at + 2 if _NARROW[char] else -1


class Lines(TerminalOutput):
    """Lines of words in place of the picture, for who has the terminal read to him."""

    fits = True

    def __init__(self) -> None:
        super().__init__("none")
        self._said = b""

    def say(self, words: str) -> None:
        self._said += f"{words}\r\n".encode()

    def begin(self, columns: int, rows: int) -> bytes:
        return b""

    def frame(self, video: Video, tick: int, pointer: tuple[int, int] | None) -> bytes:
        said, self._said = self._said, b""
        return said
