"""The command line: a game, or one of the sub-commands."""

from __future__ import annotations

# All else is imported where Ctrl+C is waited for: it may come while the program still loads.
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro_pyramid.machine.host import Follower
    from retro_pyramid.screens.app import App


def main(argv: Sequence[str] | None = None, page: Callable[[App], Follower] | None = None) -> int:
    """Run the program with these words (default: the process's own); returns the exit code.

    `page` makes what follows the program where it runs in a page of a browser.
    """
    try:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            from retro_pyramid.storage.places.named import open_what_is_closed

            open_what_is_closed()
        return _run(list(sys.argv[1:] if argv is None else argv), page)
    except KeyboardInterrupt:
        print("pyramid: stopped", file=sys.stderr)
        # As shells expect it of what Ctrl+C stopped.
        return 130


def _run(words: list[str], page: Callable[[App], Follower] | None) -> int:
    import gc

    from retro_pyramid.commands.table import COMMANDS
    from retro_pyramid.commands.words import USAGE, UsageError, fail

    named = bool(words) and words[0] in COMMANDS
    # Next to nothing of what a program's start makes is garbage; to look through it takes a twentieth of that start.
    gc.disable()
    try:
        _check_surroundings(words)
        if not named:
            if page is None:
                from retro_pyramid.play.unread import listen

                listen(words)
            return _play(words, page)
        from retro_pyramid.commands.run import print_report, report_of

        gc.enable()
        return print_report(lambda: report_of(words))
    except UsageError as error:
        code = fail(str(error))
        if not named:
            print(USAGE, file=sys.stderr)
        return code
    except OSError as error:
        # A name that is too long, a folder that may not be entered: whoever came upon it, it is told alike.
        return fail(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
    except Exception as error:
        from retro_pyramid.commands.run import REFUSALS

        if not isinstance(error, REFUSALS):
            raise
        return fail(str(error))
    finally:
        gc.enable()


def _check_surroundings(words: list[str]) -> None:
    """Refuse what is not text: Pyxel cannot take it, and no message could show it. Raise UsageError, OSError."""
    from pathlib import Path

    from retro_pyramid.commands.words import UsageError

    place = "the current folder"
    try:
        here = str(Path.cwd())
    except OSError as error:
        raise OSError(error.errno, error.strerror, place) from None
    for name, text in (*((f"word {number}", word) for number, word in enumerate(words, 1)), (place, here)):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise UsageError(f"{name} is not valid text: expected UTF-8")


def _play(words: list[str], page: Callable[[App], Follower] | None) -> int:
    from retro_pyramid.play.playing import play

    if page is None:
        from retro_pyramid.play.words import parse_playing

        arguments = parse_playing(words)
    else:
        from retro_pyramid.play.link_repair import parse_link

        arguments = parse_link(words)
    if arguments.install_desktop or arguments.remove_desktop:
        from retro_pyramid.commands.desktop import run_desktop
        from retro_pyramid.commands.run import print_report

        return print_report(lambda: run_desktop(arguments))
    if arguments.licences:
        from retro_pyramid.commands.licences import run_licences
        from retro_pyramid.commands.run import print_report

        return print_report(run_licences)
    return play(arguments, page)
