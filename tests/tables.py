"""Tables of tests, written as lines of text."""

import re


def lines(text: str) -> list[str]:
    """The lines of a table with one column."""
    return [line.strip() for line in text.strip().splitlines()]


def rows(text: str) -> list[tuple[str, ...]]:
    """The columns of each line, which ` | ` stands between; the last one may be empty."""
    return [tuple(part.strip() for part in re.split(r" \|(?= |$)", line)) for line in lines(text)]
