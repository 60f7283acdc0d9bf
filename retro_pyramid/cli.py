"""The command line: a game, or one of the sub-commands."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.commands.words import COMMANDS, STOPPED, USAGE, UsageError, fail

if TYPE_CHECKING:
    from retro_pyramid.play.playing import Page


def main(argv: Sequence[str] | None = None, page: Page | None = None) -> int:
    """Run the program with these words (default: the process's own); returns the exit code.

    `page` is what the program tells of itself where it runs in a page of a browser.
    """
    try:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            from retro_pyramid.storage.places.named import open_what_is_closed

            open_what_is_closed()
        return _run(list(sys.argv[1:] if argv is None else argv), page)
    except KeyboardInterrupt:
        print("pyramid: stopped", file=sys.stderr)
        return STOPPED


def _run(words: list[str], page: Page | None) -> int:
    # Next to nothing of what a program's start makes is garbage; to look through it takes a twentieth of that start.
    gc.disable()
    try:
        return _run_words(words, page)
    finally:
        gc.enable()


def _run_words(words: list[str], page: Page | None) -> int:
    from retro_pyramid.formats import FormatError
    from retro_pyramid.storage import StorageError

    try:
        _check_unicode(words)
        if words and words[0] in COMMANDS:
            gc.enable()
            return _command(words)
        from retro_pyramid.play.playing import play
        from retro_pyramid.play.words import parse_playing

        return play(parse_playing(words), page)
    except UsageError as error:
        code = fail(str(error))
        if not words or words[0] not in COMMANDS:
            print(USAGE, file=sys.stderr)
        return code
    except (FormatError, StorageError) as error:
        return fail(str(error))


def _check_unicode(words: Sequence[str]) -> None:
    """Refuse what is not text: Pyxel cannot take it, and no message could show it."""
    for number, word in enumerate(words, 1):
        if any("\ud800" <= character <= "\udfff" for character in word):
            raise UsageError(f"word {number} is not valid text: expected UTF-8")


def _command(words: Sequence[str]) -> int:
    """Run a sub-command, with what it prints written out before its exit code is told."""
    from retro_pyramid.commands.run import run_command
    from retro_pyramid.storage import discard_output

    if sys.stdout is None:
        return fail("standard output is closed: expected a place to print to")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name on a board may have characters that the terminal or a file lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = run_command(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has enough; nothing more can be said there.
        discard_output()
        return 0
    except OSError as error:
        discard_output()
        return fail(f"standard output: {error.strerror}")
    return code
