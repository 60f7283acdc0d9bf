"""The report that a sub-command returns, its output, and the progress bar."""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from retro_pyramid.commands.arguments import BAD_INPUT, printable
from retro_pyramid.storage import discard_output

_BAR_WIDTH = 40


class Report(NamedTuple):
    """The result of a sub-command."""

    lines: Sequence[str] = ()
    """Lines for standard output."""
    data: object = None
    """Object that is printed as JSON instead of the lines if the arguments request it, or None."""
    said: Sequence[str] = ()
    """Lines for standard error."""
    code: int = 0
    """Exit code: 0 for success, 1 if the answer is no, 2 for bad input, 3 if the answer is not known."""


def refuse_input(summary: str, faults: Sequence[str]) -> Report:
    """Return a report that rejects bad input with one line on stderr; several faults are listed on standard output.

    >>> refuse_input("cards: no deck is built", ["a.png: missing", "b.png: missing"]).said
    ('cards: no deck is built: 2 faults, listed on standard output',)
    """
    if len(faults) == 1:
        return Report(said=faults, code=BAD_INPUT)
    message = f"{summary}: {len(faults)} faults, listed on standard output"
    return Report(faults, said=(message,), code=BAD_INPUT)


class NoOutput(Exception):
    """Standard output cannot be written any more; the message is one line, or empty if the reader has closed the pipe."""


def put(lines: Iterable[str]) -> None:
    """Print lines on standard output and flush it; raise OutputClosedError."""
    try:
        for line in lines:
            print(printable(line))
        sys.stdout.flush()
    except OSError as error:
        discard_output()
        is_broken_pipe = isinstance(error, BrokenPipeError)
        raise NoOutput("" if is_broken_pipe else f"standard output: {error.strerror}") from None


def kept_note(name: str | None) -> str:
    """Return a note for an output line that the previous file was kept as `backup_name`, or an empty text if it is None.

    >>> kept_note("a.png.BAK")
    '; what was there is kept as a.png.BAK'
    """
    return f"; what was there is kept as {name}" if name else ""


class Progress:
    """A progress bar on stderr that counts up to `total`; it is drawn only on a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._drawn_text = ""

    def show(self, done: int, note: str = "") -> None:
        """Redraw the bar."""
        if sys.stderr.isatty():
            filled_width = _BAR_WIDTH * done // self._total
            self._drawn_text = (
                f"[{'#' * filled_width}{'.' * (_BAR_WIDTH - filled_width)}] {done}/{self._total}{note}"
            )
            print(f"\r{self._drawn_text} ", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Erase the bar, so that a line can be printed in its place."""
        if self._drawn_text:
            print(f"\r{' ' * len(self._drawn_text)} \r", end="", file=sys.stderr, flush=True)

    def line(self, text: str) -> None:
        """Replace the bar by a line on standard output and flush it."""
        self.clear()
        put([text])

    def end(self, note: str = "") -> None:
        """Keep the bar on the terminal and start a new line; print the note there."""
        if self._drawn_text:
            print(file=sys.stderr)
        if note:
            print(note, file=sys.stderr)
