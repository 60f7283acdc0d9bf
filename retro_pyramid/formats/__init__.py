"""File formats: pure functions that convert bytes to values and back. Nothing here opens a file."""

from collections.abc import Iterator
from contextlib import contextmanager


class FormatError(ValueError):
    """The data violates a format, or a value cannot be stored in one. The message is one line.

    `subject` names the part of the data. `offset` is in bytes from the start of the data, None when encoding.
    `expected` and `found` are short descriptions.

    >>> print(FormatError("score board, size", 0, "200 bytes", "17"))
    score board, size at byte 0: expected 200 bytes, found 17
    """

    def __init__(self, subject: str, offset: int | None, expected: str, found: str) -> None:
        super().__init__(subject, offset, expected, found)
        self.subject = subject
        self.offset = offset
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        location = "" if self.offset is None else f" at byte {self.offset}"
        return f"{self.subject}{location}: expected {self.expected}, found {self.found}"


class NewerFormatError(FormatError):
    """The data was written by a newer version of the program. The file is preserved and never reported as corrupt."""


def raise_if(is_invalid: object, subject: str, offset: int | None, expected: str, found: object) -> None:
    """Raise FormatError with these arguments if `is_invalid` is true."""
    if is_invalid:
        raise FormatError(subject, offset, expected, str(found))


@contextmanager
def error_context(context: str) -> Iterator[None]:
    """Prefix the subject of any FormatError raised in the block with a context such as "line 3"."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{context}, {error.subject}", error.offset, error.expected, error.found) from None
