"""The command line: words, switches and sub-commands, and the program put together from its parts."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

USAGE = "usage: pyramid [T] [2] [options]   (pyramid --help lists them)"
COMMANDS = ("deal", "replay", "perft", "solve", "odds", "scores", "deck", "stats", "import", "export")
STOPPED = 130
"""Exit code of what Ctrl+C stopped, as shells expect it."""
_USUAL: Mapping[str, object] = {
    **dict.fromkeys(("level", "deal", "day", "start", "scale", "data", "script", "shots", "state", "record")),
    **dict.fromkeys(("winnable", "daily", "daily_match", "resume", "fullscreen", "terminal"), False),
    **dict.fromkeys(("mute", "still", "headless"), False),
    "edition": "odm",
    "video": "ega",
    "cga": "1h",
    "phosphor": "green",
    "aspect": "4:3",
}
"""What holds of the words that start a game where nothing is said."""


class UsageError(Exception):
    """Words on the command line that cannot be understood; the message is one line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these words (default: the process's own); returns the exit code."""
    try:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            from retro_pyramid.storage.places.named import open_what_is_closed

            open_what_is_closed()
        return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        print("pyramid: stopped", file=sys.stderr)
        return STOPPED


def _run(words: list[str]) -> int:
    # Next to nothing of what a program's start makes is garbage; to look through it takes a twentieth of that start.
    gc.disable()
    try:
        return _run_words(words)
    finally:
        gc.enable()


def _run_words(words: list[str]) -> int:
    from retro_pyramid.formats import FormatError
    from retro_pyramid.storage import StorageError

    try:
        _check_unicode(words)
        if words and words[0] in COMMANDS:
            gc.enable()
            return _command(words)
        from retro_pyramid.play.playing import play

        return play(parse_playing(words))
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


def fail(message: str) -> int:
    """Say on stderr in one line what is wrong and return the exit code of bad input."""
    say(message)
    return 2


def say(message: str) -> None:
    """Say something on stderr in one line."""
    print(f"pyramid: {printable(' '.join(message.splitlines()))}", file=sys.stderr)


def printable(text: str) -> str:
    r"""Return a text with what a terminal would act on spelled out: a path or a word may have anything in it.

    >>> printable("x\x1b[31m")
    'x\\x1b[31m'
    """
    return "".join(char if char.isprintable() or char == "\xa0" else repr(char)[1:-1] for char in text)


def new_parser(**options: object) -> argparse.ArgumentParser:
    """Return an argument parser whose errors are UsageErrors of one line."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(message)

    # The width of the screens; asking the terminal for its own would load as much as all of argparse.
    narrow = partial(argparse.HelpFormatter, width=80)
    return Parser(allow_abbrev=False, formatter_class=narrow, **options)  # type: ignore[arg-type]


def deal_number(text: str) -> int:
    """Read a deal number, 0 to 4294967295; raise UsageError."""
    from retro_pyramid.cards import CardError, parse_deal_number

    try:
        return parse_deal_number(text)
    except CardError as error:
        raise UsageError(str(error)) from None


def option_pairs(pairs: Sequence[str], level: str | None = None) -> dict[str, str]:
    """Read NAME=VALUE options, the last of a name counting; raise UsageError."""
    options = {}
    for pair in [*pairs, *([f"level={level}"] if level is not None else [])]:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise UsageError(f"option {pair!r}: expected NAME=VALUE")
        options[name] = value
    return options


def add_edition_arguments(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add what names an edition and its options."""
    parser.add_argument(
        "--edition",
        default=default,
        required=default is None,
        metavar="NAME",
        help="odm, em, tilldawn, windows or relaxed",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the edition (repeatable)",
    )
    parser.add_argument("--level", metavar="N", help="the same as --option level=N")


def _for_a_terminal(arguments: SimpleNamespace) -> None:
    """Fit the words to text mode in a terminal; raise UsageError where they ask for what it has not."""
    import os

    for name, given in (
        ("2 (the second deck)", "2" in arguments.words),
        ("--aspect", arguments.aspect == "square"),
        ("--scale", arguments.scale),
        ("--fullscreen", arguments.fullscreen),
    ):
        if given:
            raise UsageError(f"{name} needs a window: --terminal has characters only")
    if arguments.headless or arguments.script is not None:
        raise UsageError(
            "--terminal is played by hand: a script runs with --headless, or in a window, without it"
        )
    arguments.words.append("T")
    if os.environ.get("NO_COLOR"):
        arguments.video = "mono"


def parse_playing(words: Sequence[str]) -> SimpleNamespace:
    """Read the words that start a game; raise UsageError.

    `deal` is a number or None; `override` is what a program's own switches choose for this run alone, by the names of
    settings. Where no edition is named, the switches choose theirs.
    """
    from types import SimpleNamespace

    from retro_pyramid.programs.settings import override, program_of

    arguments = SimpleNamespace(**_USUAL, words=[], option=[], switches=[], said=list(words))
    if words:
        # Without words argparse is not even loaded: in the browser that would be a quarter of the program's start.
        if words[0][:1] != "-":
            # Before the switches, which may be those of the command that is meant.
            _check_word(words[0])
        read = _read_playing(words)
        vars(arguments).update(read)
        if arguments.switches and "edition" not in read:
            arguments.edition = program_of(arguments.switches[-1])
    arguments.override = override(arguments.switches)
    if arguments.winnable:
        arguments.override["shell.deals"] = "winnable"
    for word in arguments.words:
        _check_word(word)
    for name, kind in (("script", "file"), ("shots", "folder"), ("state", "file"), ("record", "file")):
        if getattr(arguments, name) == "":
            raise UsageError(f"--{name} is empty: expected a {kind}")
    if arguments.terminal:
        _for_a_terminal(arguments)
    arguments.deal = None if arguments.deal is None else deal_number(arguments.deal)
    daily = arguments.daily or arguments.daily_match
    if daily and arguments.deal is not None and not arguments.resume:
        raise UsageError("--daily has a deal of its own: expected it without --deal")
    arguments.start = "table" if daily else arguments.start or "title"
    if arguments.day is not None:
        _check_day(arguments.day)
    if arguments.shots is not None and arguments.script is None:
        raise UsageError("--shots needs --script: only a script takes shots")
    if arguments.headless and arguments.script is None:
        raise UsageError("--headless needs --script: without a window there is nobody to play")
    return arguments


def _check_word(word: str) -> None:
    """Refuse a word that starts no game, with the command that may be meant."""
    if word.upper() not in ("T", "2"):
        from difflib import get_close_matches

        near = get_close_matches(word.lower(), COMMANDS, 1)
        meant = f"did you mean pyramid {near[0]}?" if near else "expected T (text mode) or 2 (second deck)"
        raise UsageError(f"unknown word {word!r}: {meant}")


def _read_playing(words: Sequence[str]) -> Mapping[str, object]:
    """Return what the words say, without what they leave open; raise UsageError."""
    import argparse

    from retro_pyramid import __version__
    from retro_pyramid.programs.settings import SWITCHES

    parser = new_parser(
        prog="pyramid",
        usage=USAGE.removeprefix("usage: ").split("   ")[0],
        description="Pyramid solitaire as on a PC of 1991. T plays in text mode, 2 with the second deck, in any case.",
        epilog=f"Without a screen: pyramid {' | '.join(COMMANDS)} ... (each with --help).",
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("words", nargs="*", metavar="T 2", help="text mode, second deck; any order, any case")
    add_edition_arguments(parser, argparse.SUPPRESS)
    parser.add_argument("--deal", metavar="N", help="the first game is this deal (0 to 4294967295)")
    parser.add_argument(
        "--winnable", action="store_true", help="deal only games that can be won (odm: cleared)"
    )
    parser.add_argument(
        "--daily", action="store_true", help="begin at once with the deal of the day (UTC), a winnable one"
    )
    parser.add_argument(
        "--daily-match",
        action="store_true",
        dest="daily_match",
        help="begin at once with the day's match of six deals",
    )
    parser.add_argument("--day", metavar="YYYYMMDD", help="another day's than today's")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the game left off, if there is one, rather than --deal",
    )
    parser.add_argument(
        "--start",
        choices=("title", "menu", "table", "shell", "dos"),
        help="where to begin (shell: the magazine, dos: a prompt; default: title)",
    )
    parser.add_argument("--video", choices=("ega", "cga", "mono"), help="the display (mono: text mode)")
    parser.add_argument(
        "--cga",
        choices=("0", "1", "0h", "1h", "5", "5h"),
        help="the four colours of --video cga",
    )
    parser.add_argument("--phosphor", choices=("green", "amber", "white"), help="the screen of --video mono")
    parser.add_argument("--aspect", choices=("4:3", "square"), help="shape of the picture")
    parser.add_argument(
        "--scale", choices=("1", "2", "3", "4"), help="window size: 1 is 640x480, 2 is 1280x960, ..."
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--terminal", action="store_true", help="text mode in the terminal this is typed in, without a window"
    )
    parser.add_argument("--mute", action="store_true", help="no sound at all")
    parser.add_argument("--still", action="store_true", help="cards lie where they go at once, nothing flies")
    parser.add_argument("--data", metavar="DIR", help="where PYRAMID.DEC and PYRAMID.HGH live")
    parser.add_argument("--script", metavar="FILE", help="take the input from a script")
    parser.add_argument(
        "--headless", action="store_true", help="no window, as fast as it can (needs --script)"
    )
    parser.add_argument("--shots", metavar="DIR", help="where a script's `shot` and `state` write")
    parser.add_argument("--state", metavar="FILE", help="where the last state is written as JSON")
    parser.add_argument("--record", metavar="FILE", help="write what happens as a script that plays it again")
    parser.add_argument("--version", action="version", version=f"Retro Pyramid {__version__}")
    own = parser.add_argument_group(
        "switches of a program's own", "They start that program where no --edition is named."
    )
    for switch, (setting, value) in SWITCHES.items():
        # As its manual prints them; DOS programs did not look at the case.
        own.add_argument(
            switch,
            action="append_const",
            dest="switches",
            const=switch,
            help=f"{setting}={value} for this run",
        )
    for word in words:
        # argparse would take any beginning of a switch with one dash; `-` is a file, and -1 a number.
        dashed = len(word) > 1 and word[0] == "-" != word[1] and not word[1].isdigit()
        if dashed and word.lower() not in (*SWITCHES, "-h"):
            raise UsageError(f"unknown switch {word!r}: pyramid --help lists them")
    lowered = [word.lower() if word.lower() in SWITCHES else word for word in words]
    return vars(parser.parse_intermixed_args(lowered))


def _check_day(text: str) -> None:
    from datetime import date

    try:
        date.fromisoformat(text if text.isascii() and text.isdigit() and len(text) == 8 else "")
    except ValueError:
        raise UsageError(f"--day {text[:20]!r}: expected a day as YYYYMMDD") from None
