"""A terminal of our own, naive: what the sequences that the program writes would show on a real one."""

import re
from typing import NamedTuple

_SEQUENCE = re.compile(
    r"\x1b\[(?P<marks>[?<=>]?)(?P<numbers>[\d;]*) ?(?P<final>[@-~])|(?P<char>[^\x1b])", re.DOTALL
)

# As xterm has its 16 colours, by the SGR code of the ink.
_DARK = (0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA)
_BRIGHT = (0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF)
_OWN = dict(enumerate(_DARK, 30)) | dict(enumerate(_BRIGHT, 90))
_STEPS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
"""Of the cube of xterm's 256 colours."""


class Style(NamedTuple):
    """24-bit colours, None for the terminal's usual ones, and the other SGR codes."""

    ink: int | None = None
    paper: int | None = None
    marks: tuple[int, ...] = ()


Cell = tuple[str, Style]
BLANK: Cell = (" ", Style())


class Vt:
    """`cells` are (character, style) row by row; `wide` are characters of two columns."""

    def __init__(self, columns: int = 80, rows: int = 25, wide: str = "") -> None:
        self.size = (columns, rows)
        self.wide = wide
        self.modes: dict[int, bool] = {}
        self.bells = 0
        self.asked: list[tuple[int, int]] = []
        """The sizes it was asked to have, columns and rows."""
        self.written = 0
        self.clear()
        self.column = self.row = 0
        self.style = Style()

    def clear(self) -> None:
        columns, rows = self.size
        self.cells = [[BLANK] * columns for _ in range(rows)]

    def feed(self, data: bytes) -> "Vt":
        text, at = data.decode(), 0
        while at < len(text):
            found = _SEQUENCE.match(text, at)
            assert found is not None, f"not understood: {text[at : at + 20]!r}"
            at = found.end()
            if found["char"]:
                self._char(found["char"])
            else:
                self._sequence(
                    found["marks"], [int(n or 0) for n in found["numbers"].split(";")], found["final"]
                )
        return self

    def _char(self, char: str) -> None:
        if char == "\a":
            self.bells += 1
            return
        assert char.isprintable(), f"{char!r} would move the cursor"
        self.written += 1
        self.cells[self.row][self.column] = (char, self.style)
        width = 2 if char in self.wide else 1
        if width == 2 and self.column + 1 < self.size[0]:
            self.cells[self.row][self.column + 1] = BLANK
        self.column = min(self.column + width, self.size[0] - 1)

    def _sequence(self, marks: str, numbers: list[int], final: str) -> None:
        match marks + final:
            case "?h" | "?l":
                self.modes[numbers[0]] = final == "h"
            case "H":
                row, column = numbers if len(numbers) == 2 else (1, 1)
                assert 1 <= row <= self.size[1]
                assert 1 <= column <= self.size[0]
                self.row, self.column = row - 1, column - 1
            case "G":
                self.column = numbers[0] - 1
            case "J":
                self.clear()
            case "m":
                self._colour(numbers)
            case "t":
                asked, rows, columns = numbers
                assert asked == 8
                self.asked.append((columns, rows))
            case "q":
                pass
            case other:
                raise AssertionError(f"unknown sequence {other}")

    def _colour(self, codes: list[int]) -> None:
        while codes:
            code, *codes = codes
            if code == 0:
                self.style = Style()
            elif code == 39:
                self.style = self.style._replace(ink=None)
            elif code == 49:
                self.style = self.style._replace(paper=None)
            elif code in (38, 48):
                kind, *codes = codes
                if kind == 5:
                    number, *codes = codes
                    channels = [_STEPS[(number - 16) // size % 6] for size in (36, 6, 1)]
                else:
                    assert kind == 2
                    channels, codes = codes[:3], codes[3:]
                rgb = channels[0] << 16 | channels[1] << 8 | channels[2]
                ink = code == 38
                self.style = self.style._replace(ink=rgb) if ink else self.style._replace(paper=rgb)
            elif code in _OWN:
                self.style = self.style._replace(ink=_OWN[code])
            elif code - 10 in _OWN:
                self.style = self.style._replace(paper=_OWN[code - 10])
            else:
                self.style = self.style._replace(marks=(*self.style.marks, code))

    def text(self) -> list[str]:
        return ["".join(char for char, _ in row) for row in self.cells]
