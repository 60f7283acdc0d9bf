"""Old binary files as values and back: pure functions over bytes; nothing here touches a file."""

from collections.abc import Iterator
from contextlib import contextmanager


class FormatError(ValueError):
    """Bytes that are not what a format says, or a value that a format cannot hold, told in one line.

    `what` names the thing, `offset` is in bytes from the start of the data (None when encoding), `expected`
    and `found` say the difference in words.

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


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Put a place, such as "line 3", before what a FormatError names."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{place}, {error.what}", error.offset, error.expected, error.found) from None
