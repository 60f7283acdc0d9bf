"""Tables of tests, written as lines of text: in the test, or in the text file beside it that has its name."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path


def lines(text: str) -> list[str]:
    """The lines of a table with one column."""
    return [line.strip() for line in text.strip().splitlines()]


def rows(text: str) -> list[tuple[str, ...]]:
    """The columns of each line, which ` | ` stands between; the last one may be empty."""
    return [tuple(part.strip() for part in re.split(r" \|(?= |$)", line)) for line in lines(text)]


def _cell(text: str) -> str:
    text = text.strip().encode("latin-1", "backslashreplace").decode("unicode_escape")
    return re.sub(r"<([^<>]+)\*(\d+)>", lambda found: found[1] * int(found[2]), text)


@cache
def tables(file: str, cell: Callable[[str], str] = _cell) -> dict[str, list[tuple[str, ...]]]:
    """The tables of the file beside a test's, each under its `[name]`.

    A row goes on in the next line where that is indented; `#` begins a remark. A cell is written as in a Python text:
    `\\n` ends a line, and `<9*5000>` are five thousand nines.
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    text = Path(file).with_suffix(".txt").read_text(encoding="utf-8")
    for line in re.sub(r"\n +", " ", text).splitlines():
        if name := re.fullmatch(r"\[([^|]*)\]", line):
            cells = found[name[1]] = []
        elif line and not line.startswith("#"):
            cells += [tuple(map(cell, re.split(r" \|(?= |$)", line)))]
    return found


def table(file: str, name: str) -> list[tuple[str, ...]]:
    """The rows of one of these tables."""
    return tables(file)[name]
