"""The magazine's mark-up: ^C centre, ^S...^S subhead, ^B...^B bold, ^1...^0 highlight, ^F file name.

Paragraphs are filled to the width; a blank line ends one and is kept. A line that begins with ^C, ^F or ^S
is a block of its own, and so is one that begins with a blank: it keeps its layout, as tables need.
Source: the codes in the magazine's own article; the leading blank is an addition of this project.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

PLAIN_STYLE, BOLD_STYLE, BRIGHT_STYLE, SUBHEAD_STYLE, FILE_NAME_STYLE = (
    "plain",
    "bold",
    "bright",
    "subhead",
    "file",
)
TextRun = tuple[str, str]
"""A piece of text and its style."""
_GAP = re.compile(" {2,}")
_PUNCTUATION = ".,;:?!"
_CONTINUATION_INDENT = 6
"""The extra indent, in blanks, of a line that continues the text of the table row above it."""


class MarkupLine(NamedTuple):
    """One line ready to draw: its indent in characters and its runs.

    `is_continuation`: it continues the paragraph of the line above.
    """

    indent: int
    runs: tuple[TextRun, ...]
    is_continuation: bool = False

    @property
    def text(self) -> str:
        """The characters without their styles."""
        return "".join(text for text, _ in self.runs)


class SpokenParagraph(NamedTuple):
    """The text of a paragraph as it is read aloud, and the indexes of its first and last line."""

    text: str
    first_line_index: int
    last_line_index: int


def render_markup(source: str, width: int, strict: bool = True) -> list[MarkupLine]:
    r"""Lay out marked-up text in lines of at most `width` characters.

    Raise ValueError for an unknown code, unless not `strict`, when it is shown as plain text,
    and for a word or a line of fixed layout that is too wide.

    >>> [line.text for line in render_markup("^CHi^BBye^B\n\nSo\nlong", 10)]
    ['HiBye', '', 'So long']
    """
    return [line for block in _split_blocks(source) for line in _lay_out_block(block, width, strict)]


def _split_blocks(source: str) -> list[str]:
    """Split the source into blocks: single lines, and paragraphs joined to one line; a blank line is an empty block."""
    blocks: list[list[str]] = []
    is_filling = False
    for line in source.strip("\n").rstrip().split("\n"):
        is_single_line = not line.strip() or line.startswith(("^C", "^F", "^S", " "))
        if is_filling and not is_single_line:
            blocks[-1].append(line)
        else:
            blocks.append([line.rstrip()])
        is_filling = not is_single_line
    return [" ".join(block) for block in blocks]


def _lay_out_block(block: str, width: int, strict: bool) -> list[MarkupLine]:
    centre, style = block.startswith("^C"), FILE_NAME_STYLE if block.startswith("^F") else PLAIN_STYLE
    runs = _split_runs(block[2:] if centre or style == FILE_NAME_STYLE else block, style, strict)
    if not block or block.startswith(" "):
        return [_make_line(runs, width, centre)]
    rows: list[list[TextRun]] = []
    used = 0
    for word in _split_words(runs):
        word_length = sum(len(text) for text, _ in word)
        if rows and used + 1 + word_length <= width:
            # The blank between two words of the same style has that style.
            previous_style = rows[-1][-1][1]
            rows[-1].append((" ", previous_style if previous_style == word[0][1] else style))
            used += 1
        else:
            rows.append([])
            used = 0
        rows[-1] += word
        used += word_length
    return [
        _make_line(row, width, centre)._replace(is_continuation=row_index > 0)
        for row_index, row in enumerate(rows)
    ]


def _split_runs(text: str, base: str, strict: bool) -> list[TextRun]:
    """Split a block at its codes; `base` is the style outside of them."""
    first, *pieces = text.split("^")
    runs = [(first, base)]
    style = base
    for piece in pieces:
        code = piece[:1]
        if code in ("B", "S"):
            code_style = BOLD_STYLE if code == "B" else SUBHEAD_STYLE
            style = base if style == code_style else code_style
        elif code in ("1", "0"):
            style = BRIGHT_STYLE if code == "1" else base
        elif not strict:
            runs.append((f"^{piece}", style))
            continue
        else:
            problem = "in mid-line" if code in ("C", "F") else "unknown"
            raise ValueError(
                f"code ^{code} {problem} in {text!r}: expected ^S ^B ^1 ^0, or ^C ^F at its start"
            )
        runs.append((piece[1:], style))
    return [run for run in runs if run[0]]


def _split_words(runs: list[TextRun]) -> list[list[TextRun]]:
    """Split at blanks; a word may consist of several styles."""
    words: list[list[TextRun]] = [[]]
    for text, style in runs:
        for index, piece in enumerate(text.split(" ")):
            if index:
                words.append([])
            if piece:
                words[-1].append((piece, style))
    return [word for word in words if word]


def _make_line(runs: list[TextRun], width: int, centre: bool) -> MarkupLine:
    joined = (
        (style, "".join(text for text, _ in same_style_runs))
        for style, same_style_runs in groupby(runs, lambda run: run[1])
    )
    line = MarkupLine(0, tuple((text, style) for style, text in joined))
    spare_width = width - len(line.text)
    if spare_width < 0:
        raise ValueError(f"{line.text!r}: expected at most {width} characters, found {len(line.text)}")
    return line._replace(indent=spare_width // 2) if centre else line


# Speech


def build_spoken_paragraphs(lines: Sequence[MarkupLine], width: int) -> list[SpokenParagraph]:
    """Return laid-out lines as a screen reader reads them.

    >>> text = "One two three\\n\\n ^1N^0    deals a new\\n       game\\n ^1R^0    deals again\\n"
    >>> [paragraph.text for paragraph in build_spoken_paragraphs(render_markup(text, 20), 20)]
    ['One two three', 'N: deals a new game', 'R: deals again']
    """
    result: list[SpokenParagraph] = []
    for index, line in enumerate(lines):
        if not line.text.strip():
            continue
        previous_line = (
            lines[result[-1].last_line_index] if result and result[-1].last_line_index == index - 1 else None
        )
        if previous_line is not None and (
            line.is_continuation
            or _is_continued(lines[result[-1].first_line_index], previous_line, line, width)
        ):
            gap = " " if line.is_continuation or _is_filled(previous_line, line, width) else "; "
            text = result[-1].text
            text = f"{text}{' ' if text[-1] in _PUNCTUATION else gap}{line.text.strip()}"
            result[-1] = result[-1]._replace(text=text, last_line_index=index)
        else:
            result.append(SpokenParagraph(_speak_line(line), index, index))
    return result


def _is_continued(first: MarkupLine, previous: MarkupLine, line: MarkupLine, width: int) -> bool:
    """Return whether a line of fixed layout continues the text of the lines above it."""
    if not (first.text.startswith(" ") and line.text.startswith(" ")):
        return False
    if _indent_of(line) >= _indent_of(first) + _CONTINUATION_INDENT:
        return True
    is_prose = line.runs[0][1] == PLAIN_STYLE and line.text.strip()[0].islower()
    return is_prose and _is_filled(previous, line, width)


def _is_filled(previous: MarkupLine, line: MarkupLine, width: int) -> bool:
    """Return whether the first word of a line had no room on the line before."""
    return len(previous.text) + 1 + len(line.text.split()[0]) > width


def _indent_of(line: MarkupLine) -> int:
    return len(line.text) - len(line.text.lstrip())


def _speak_line(line: MarkupLine) -> str:
    """Return the text of a line with punctuation for the gaps of a table: a colon after what is highlighted."""
    cells = _GAP.split(line.text.strip())
    if len(cells) == 1 or not line.text.startswith(" "):
        return " ".join(cells)
    highlighted = [text for text, style in line.runs if style != PLAIN_STYLE]
    *keys, last_cell = cells
    if all(any(text in key for text in highlighted) for key in keys) and not any(
        last_cell in text for text in highlighted
    ):
        return f"{' '.join(keys)}: {last_cell}"
    return ", ".join(cells)
