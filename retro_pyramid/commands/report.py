"""What a sub-command hands back, and what it shows while it works."""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from retro_pyramid.commands.arguments import BAD_INPUT, printable
from retro_pyramid.storage import discard_output

_BAR = 40


class Report(NamedTuple):
    """What a sub-command found.

    `lines` go to standard output; `data` goes there in their place, as JSON, where the words ask for that. `said` are
    lines for standard error. `code` is the exit code: 0 done, 1 the answer is no, 2 bad input, 3 not known.
    """

    lines: Sequence[str] = ()
    data: object = None
    said: Sequence[str] = ()
    code: int = 0


def refuse_input(summary: str, faults: Sequence[str]) -> Report:
    """Return a report that refuses bad input in one line on standard error; several faults are listed on standard output.

    >>> refuse_input("cards: no deck is built", ["a.png: missing", "b.png: missing"]).said
    ('cards: no deck is built: 2 faults, listed on standard output',)
    """
    if len(faults) == 1:
        return Report(said=faults, code=BAD_INPUT)
    said = f"{summary}: {len(faults)} faults, listed on standard output"
    return Report(faults, said=(said,), code=BAD_INPUT)


class NoOutput(Exception):
    """Nothing more can be printed on standard output: the message is one line, empty where its reader has had enough."""


def put(lines: Iterable[str]) -> None:
    """Print lines on standard output, at once; raise NoOutput."""
    try:
        for line in lines:
            print(printable(line))
        sys.stdout.flush()
    except OSError as error:
        discard_output()
        enough = isinstance(error, BrokenPipeError)
        raise NoOutput("" if enough else f"standard output: {error.strerror}") from None


def kept_note(name: str | None) -> str:
    """Return what is said after an output file's line, if the file before it is kept under that name.

    >>> kept_note("a.png.BAK")
    '; what was there is kept as a.png.BAK'
    """
    return f"; what was there is kept as {name}" if name else ""


class Progress:
    """A bar on standard error that shows how many of `total` are done; it is drawn on a terminal only."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = ""

    def show(self, done: int, note: str = "") -> None:
        """Draw the bar anew."""
        if sys.stderr.isatty():
            full = _BAR * done // self._total
            self._shown = f"[{'#' * full}{'.' * (_BAR - full)}] {done}/{self._total}{note}"
            print(f"\r{self._shown} ", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Erase the bar, so that a line can be printed in its place."""
        if self._shown:
            print(f"\r{' ' * len(self._shown)} \r", end="", file=sys.stderr, flush=True)

    def line(self, text: str) -> None:
        """Print a line on standard output at once, in the place of the bar."""
        self.clear()
        put([text])

    def end(self, note: str = "") -> None:
        """Leave the bar as it is and go to the next line; a note is printed there."""
        if self._shown:
            print(file=sys.stderr)
        if note:
            print(note, file=sys.stderr)
