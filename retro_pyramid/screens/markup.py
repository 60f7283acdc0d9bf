"""The magazine's mark-up: ^C centre, ^S...^S subhead, ^B...^B bold, ^1...^0 highlight, ^F file name.

A blank line ends a paragraph; paragraphs are filled to the width.  Source: the codes in the magazine's own article.
"""

from typing import NamedTuple

PLAIN, BOLD, BRIGHT, SUBHEAD, FILE = "plain", "bold", "bright", "subhead", "file"
Run = tuple[str, str]
"""A piece of text and its style."""


class Line(NamedTuple):
    """One line ready to draw: where it starts (in characters) and its pieces."""

    indent: int
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        """Return the characters without their styles."""
        return "".join(text for text, _ in self.runs)


def render(source: str, width: int) -> list[Line]:
    """Lay out marked-up text in lines of at most `width` characters; raise ValueError naming a code it does not know.

    >>> [line.text for line in render("^CHi^BBye^B", 10)]
    ['HiBye']
    """
    lines: list[Line] = []
    for paragraph in source.strip().split("\n\n"):
        if lines:
            lines.append(Line(0, ()))
        for part in _blocks(paragraph):
            lines += _lay_out(part, width)
    return lines


def _blocks(paragraph: str) -> list[str]:
    """Cut a paragraph where a code demands a line of its own: before ^C and ^F and after their line's end."""
    blocks: list[str] = []
    open_block = False
    for line in paragraph.split("\n"):
        if line.startswith(("^C", "^F", "^S")):
            blocks.append(line)
            open_block = False
        elif open_block:
            blocks[-1] += " " + line
        else:
            blocks.append(line)
            open_block = True
    return blocks


def _lay_out(block: str, width: int) -> list[Line]:
    centre = block.startswith("^C")
    style = FILE if block.startswith("^F") else PLAIN
    if centre or style == FILE:
        block = block[2:]
    words: list[list[Run]] = [[]]
    current = style
    for index, piece in enumerate(block.split("^")):
        text = piece
        if index:
            code, text = piece[:1], piece[1:]
            current = _switch(current, code)
        for position, word in enumerate(text.split(" ")):
            if position and words[-1]:
                words.append([])
            if word:
                words[-1].append((word, current))
    lines: list[Line] = []
    row: list[list[Run]] = []
    used = 0
    for runs in filter(None, words):
        size = sum(len(text) for text, _ in runs)
        if row and used + 1 + size > width:
            lines.append(_line(row, width, centre))
            row, used = [], 0
        used += size + (1 if row else 0)
        row.append(runs)
    if row:
        lines.append(_line(row, width, centre))
    return lines


def _switch(current: str, code: str) -> str:
    if code in ("B", "S"):
        style = BOLD if code == "B" else SUBHEAD
        return PLAIN if current == style else style
    if code in ("1", "0"):
        return BRIGHT if code == "1" else PLAIN
    raise ValueError(f"unknown code ^{code}; expected ^C ^S ^B ^1 ^0 ^F")


def _line(row: list[list[Run]], width: int, centre: bool) -> Line:
    runs: list[Run] = []
    for index, word in enumerate(row):
        if index:
            # The blank between two words of one style belongs to it.
            style = word[0][1] if word[0][1] == row[index - 1][-1][1] else PLAIN
            runs.append((" ", style))
        runs += word
    size = sum(len(text) for text, _ in runs)
    return Line((width - size) // 2 if centre else 0, tuple(runs))
