"""The report that a sub-command returns, its output, and the progress bar."""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from retro_pyramid.commands.arguments import EXIT_BAD_INPUT, escape_control_chars
from retro_pyramid.storage import discard_stdout

_BAR_WIDTH = 40


class CommandReport(NamedTuple):
    """The result of a sub-command."""

    stdout_lines: Sequence[str] = ()
    """Lines for standard output."""
    json_data: object = None
    """Object that is printed as JSON instead of the lines if the arguments request it, or None."""
    stderr_lines: Sequence[str] = ()
    """Lines for standard error."""
    exit_code: int = 0
    """Exit code: 0 for success, 1 if the answer is no, 2 for bad input, 3 if the answer is not known."""


def build_input_error_report(summary: str, faults: Sequence[str]) -> CommandReport:
    """Return a report that rejects bad input with one line on stderr; several faults are listed on standard output.

    >>> build_input_error_report("cards: no deck is built", ["a.png: missing", "b.png: missing"]).stderr_lines
    ('cards: no deck is built: 2 faults, listed on standard output',)
    """
    if len(faults) == 1:
        return CommandReport(stderr_lines=faults, exit_code=EXIT_BAD_INPUT)
    message = f"{summary}: {len(faults)} faults, listed on standard output"
    return CommandReport(faults, stderr_lines=(message,), exit_code=EXIT_BAD_INPUT)


class OutputClosedError(Exception):
    """Standard output cannot be written any more; the message is one line, or empty if the reader has closed the pipe."""


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on standard output and flush it; raise OutputClosedError."""
    try:
        for line in lines:
            print(escape_control_chars(line))
        sys.stdout.flush()
    except OSError as error:
        discard_stdout()
        is_broken_pipe = isinstance(error, BrokenPipeError)
        raise OutputClosedError("" if is_broken_pipe else f"standard output: {error.strerror}") from None


def format_backup_note(backup_name: str | None) -> str:
    """Return a note for an output line that the previous file was kept as `backup_name`, or an empty text if it is None.

    >>> format_backup_note("a.png.BAK")
    '; what was there is kept as a.png.BAK'
    """
    return f"; what was there is kept as {backup_name}" if backup_name else ""


class ProgressBar:
    """A progress bar on stderr that counts up to `total`; it is drawn only on a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._drawn_text = ""

    def draw(self, done_count: int, note: str = "") -> None:
        """Redraw the bar."""
        if sys.stderr.isatty():
            filled_width = _BAR_WIDTH * done_count // self._total
            self._drawn_text = (
                f"[{'#' * filled_width}{'.' * (_BAR_WIDTH - filled_width)}] {done_count}/{self._total}{note}"
            )
            print(f"\r{self._drawn_text} ", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Erase the bar, so that a line can be printed in its place."""
        if self._drawn_text:
            print(f"\r{' ' * len(self._drawn_text)} \r", end="", file=sys.stderr, flush=True)

    def print_line(self, text: str) -> None:
        """Replace the bar by a line on standard output and flush it."""
        self.clear()
        print_lines([text])

    def finish(self, note: str = "") -> None:
        """Keep the bar on the terminal and start a new line; print the note there."""
        if self._drawn_text:
            print(file=sys.stderr)
        if note:
            print(note, file=sys.stderr)
