"""The command line: a game, or one of the sub-commands."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from retro_pyramid.commands.table import COMMANDS
from retro_pyramid.commands.words import STOPPED, USAGE, UsageError, fail

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
    named = bool(words) and words[0] in COMMANDS
    # Next to nothing of what a program's start makes is garbage; to look through it takes a twentieth of that start.
    gc.disable()
    try:
        for number, word in enumerate(words, 1):
            # Pyxel cannot take what is not text, and no message could show it.
            if any("\ud800" <= character <= "\udfff" for character in word):
                raise UsageError(f"word {number} is not valid text: expected UTF-8")
        if not named:
            if page is None:
                from retro_pyramid.play.unread import listen

                listen()
            return _play(words, page)
        from retro_pyramid.commands.run import run_command

        gc.enable()
        return run_command(words)
    except UsageError as error:
        code = fail(str(error))
        if not named:
            print(USAGE, file=sys.stderr)
        return code
    finally:
        gc.enable()


def _play(words: list[str], page: Page | None) -> int:
    from retro_pyramid.formats import FormatError
    from retro_pyramid.play.playing import play
    from retro_pyramid.play.words import parse_playing
    from retro_pyramid.storage import StorageError

    try:
        arguments = parse_playing(words)
        if arguments.install_desktop or arguments.remove_desktop:
            from retro_pyramid.commands.desktop import run_desktop
            from retro_pyramid.commands.run import print_report

            return print_report(partial(run_desktop, arguments))
        return play(arguments, page)
    except (FormatError, StorageError) as error:
        return fail(str(error))
