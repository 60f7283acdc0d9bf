"""The magazine's mark-up: ^C centre, ^S...^S subhead, ^B...^B bold, ^1...^0 highlight, ^F file name.

Paragraphs are filled to the width; a blank line ends one and stays a blank line.  A line that begins with ^C, ^F or ^S
stands alone, and so does one that begins with a blank: it keeps its layout, as tables need.
Source: the codes in the magazine's own article; the leading blank is ours.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

PLAIN, BOLD, BRIGHT, SUBHEAD, FILE = "plain", "bold", "bright", "subhead", "file"
Run = tuple[str, str]
"""A piece of text and its style."""
_GAP = re.compile(" {2,}")
_STOPS = ".,;:?!"
_DEEP = 6
"""Blanks by which a line is farther in that goes on with the words of the table's line above it."""


class Line(NamedTuple):
    """One line ready to draw: where it starts (in characters) and its pieces; `goes_on` with the paragraph above it."""

    indent: int
    runs: tuple[Run, ...]
    goes_on: bool = False

    @property
    def text(self) -> str:
        """Return the characters without their styles."""
        return "".join(text for text, _ in self.runs)


class Paragraph(NamedTuple):
    """A paragraph's words, and the numbers of its first line and of its last."""

    words: str
    first: int
    last: int


def render(source: str, width: int, strict: bool = True) -> list[Line]:
    r"""Lay out marked-up text in lines of at most `width` characters.

    Raise ValueError naming a code it does not know, which is shown as it stands unless it is to be `strict`,
    or a word or line of fixed layout that is wider.

    >>> [line.text for line in render("^CHi^BBye^B\n\nSo\nlong", 10)]
    ['HiBye', '', 'So long']
    """
    return [line for block in _blocks(source) for line in _lay_out(block, width, strict)]


def _blocks(source: str) -> list[str]:
    """Return the lines that stand alone and the paragraphs, each joined to one line; a blank line is an empty block."""
    blocks: list[list[str]] = []
    filling = False
    for line in source.strip("\n").rstrip().split("\n"):
        alone = not line.strip() or line.startswith(("^C", "^F", "^S", " "))
        if filling and not alone:
            blocks[-1].append(line)
        else:
            blocks.append([line.rstrip()])
        filling = not alone
    return [" ".join(block) for block in blocks]


def _lay_out(block: str, width: int, strict: bool) -> list[Line]:
    centre, style = block.startswith("^C"), FILE if block.startswith("^F") else PLAIN
    runs = _runs(block[2:] if centre or style == FILE else block, style, strict)
    if not block or block.startswith(" "):
        return [_line(runs, width, centre)]
    rows: list[list[Run]] = []
    used = 0
    for word in _words(runs):
        size = sum(len(text) for text, _ in word)
        if rows and used + 1 + size <= width:
            # The blank between two words of one style belongs to it.
            before = rows[-1][-1][1]
            rows[-1].append((" ", before if before == word[0][1] else style))
            used += 1
        else:
            rows.append([])
            used = 0
        rows[-1] += word
        used += size
    return [_line(row, width, centre)._replace(goes_on=at > 0) for at, row in enumerate(rows)]


def _runs(text: str, base: str, strict: bool) -> list[Run]:
    """Cut a block at its codes; `base` is the style outside of them."""
    first, *pieces = text.split("^")
    runs = [(first, base)]
    style = base
    for piece in pieces:
        code = piece[:1]
        if code in ("B", "S"):
            wanted = BOLD if code == "B" else SUBHEAD
            style = base if style == wanted else wanted
        elif code in ("1", "0"):
            style = BRIGHT if code == "1" else base
        elif not strict:
            runs.append((f"^{piece}", style))
            continue
        else:
            where = "in mid-line" if code in ("C", "F") else "unknown"
            raise ValueError(f"code ^{code} {where} in {text!r}: expected ^S ^B ^1 ^0, or ^C ^F at its start")
        runs.append((piece[1:], style))
    return [run for run in runs if run[0]]


def _words(runs: list[Run]) -> list[list[Run]]:
    """Cut at the blanks; a word may consist of several styles."""
    words: list[list[Run]] = [[]]
    for text, style in runs:
        for position, piece in enumerate(text.split(" ")):
            if position:
                words.append([])
            if piece:
                words[-1].append((piece, style))
    return [word for word in words if word]


def _line(runs: list[Run], width: int, centre: bool) -> Line:
    joined = ((style, "".join(text for text, _ in same)) for style, same in groupby(runs, lambda run: run[1]))
    line = Line(0, tuple((text, style) for style, text in joined))
    spare = width - len(line.text)
    if spare < 0:
        raise ValueError(f"{line.text!r}: expected at most {width} characters, found {len(line.text)}")
    return line._replace(indent=spare // 2) if centre else line


# Read aloud


def paragraphs(lines: Sequence[Line], width: int) -> list[Paragraph]:
    """Return lines laid out in a width as they are read aloud.

    >>> text = "One two three\\n\\n ^1N^0    deals a new\\n       game\\n ^1R^0    deals again\\n"
    >>> [paragraph.words for paragraph in paragraphs(render(text, 20), 20)]
    ['One two three', 'N: deals a new game', 'R: deals again']
    """
    found: list[Paragraph] = []
    for number, line in enumerate(lines):
        if not line.text.strip():
            continue
        before = lines[found[-1].last] if found and found[-1].last == number - 1 else None
        if before is not None and (line.goes_on or _goes_on(lines[found[-1].first], before, line, width)):
            gap = " " if line.goes_on or _filled(before, line, width) else "; "
            words = found[-1].words
            words = f"{words}{' ' if words[-1] in _STOPS else gap}{line.text.strip()}"
            found[-1] = found[-1]._replace(words=words, last=number)
        else:
            found.append(Paragraph(_spoken(line), number, number))
    return found


def _goes_on(first: Line, before: Line, line: Line, width: int) -> bool:
    """Return whether a line of fixed layout goes on with the words of those above it."""
    if not (first.text.startswith(" ") and line.text.startswith(" ")):
        return False
    if _inset(line) >= _inset(first) + _DEEP:
        return True
    prose = line.runs[0][1] == PLAIN and line.text.strip()[0].islower()
    return prose and _filled(before, line, width)


def _filled(before: Line, line: Line, width: int) -> bool:
    """Return whether the first word of a line had no room on the one before."""
    return len(before.text) + 1 + len(line.text.split()[0]) > width


def _inset(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _spoken(line: Line) -> str:
    """Return a line's words, with stops for the gaps of a table: a colon behind what is marked."""
    cells = _GAP.split(line.text.strip())
    if len(cells) == 1 or not line.text.startswith(" "):
        return " ".join(cells)
    marked = [text for text, style in line.runs if style != PLAIN]
    *keys, last = cells
    if all(any(text in key for text in marked) for key in keys) and not any(last in text for text in marked):
        return f"{' '.join(keys)}: {last}"
    return ", ".join(cells)
