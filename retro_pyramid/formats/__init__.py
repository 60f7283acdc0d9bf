"""File formats: bytes to values and back, by pure functions; nothing here opens a file."""

from collections.abc import Iterator
from contextlib import contextmanager


class FormatError(ValueError):
    """Bytes that break a format, or a value that a format cannot hold; the message is one line.

    `what` names the part, `offset` is in bytes from the start of the data (None when encoding); `expected` and `found`
    are words.

    >>> print(FormatError("score board, size", 0, "200 bytes", "17"))
    score board, size at byte 0: expected 200 bytes, found 17
    """

    def __init__(self, what: str, offset: int | None, expected: str, found: str) -> None:
        super().__init__(what, offset, expected, found)
        self.what = what
        self.offset = offset
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        place = "" if self.offset is None else f" at byte {self.offset}"
        return f"{self.what}{place}: expected {self.expected}, found {self.found}"


class NewerFormatError(FormatError):
    """Data that only a newer version of the program can have written. It is kept and never called broken."""


def refuse(wrong: object, what: str, offset: int | None, expected: str, found: object) -> None:
    """Raise FormatError in these words where something is `wrong`."""
    if wrong:
        raise FormatError(what, offset, expected, str(found))


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Put a place, such as "line 3", before what a FormatError names."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{place}, {error.what}", error.offset, error.expected, error.found) from None
