"""The words that start a game, read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.commands.words import (
    COMMANDS,
    USAGE,
    UsageError,
    add_edition_arguments,
    deal_number,
    new_parser,
)
from retro_pyramid.rules import EDITIONS
from retro_pyramid.screens.setting import DEALS, DECK, FULLSCREEN, MODE, STILL

if TYPE_CHECKING:
    from types import SimpleNamespace

_USUAL: Mapping[str, object] = {
    **dict.fromkeys(("video", "cga", "phosphor", "aspect")),
    **dict.fromkeys(("level", "deal", "day", "start", "scale", "data", "script", "shots", "state", "record")),
    **dict.fromkeys(("winnable", "daily", "daily_match", "resume", "fullscreen", "terminal"), False),
    **dict.fromkeys(("mute", "still", "headless"), False),
    "edition": EDITIONS[0],
}
"""What holds of the words that start a game where nothing is said."""


def parse_playing(words: Sequence[str]) -> SimpleNamespace:
    """Read the words that start a game; raise UsageError.

    `deal` is a number or None; `override` is what words and a program's own switches choose for this run alone, by the
    names of settings. Where no edition is named, the switches choose theirs.
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
    for word in arguments.words:
        _check_word(word)
    for name, kind in (("script", "file"), ("shots", "folder"), ("state", "file"), ("record", "file")):
        if getattr(arguments, name) == "":
            raise UsageError(f"--{name} is empty: expected a {kind}")
    if arguments.terminal:
        _for_a_terminal(arguments)
    arguments.override = {**override(arguments.switches), **dict(_settings(arguments))}
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


def _settings(arguments: SimpleNamespace) -> Iterator[tuple[str, str]]:
    """Return the settings that words choose for this run, each with its value."""
    words = [word.upper() for word in arguments.words]
    for name in ("video", "cga", "phosphor", "aspect"):
        if getattr(arguments, name) is not None:
            yield f"shell.{name}", getattr(arguments, name)
    for said, setting, value in (
        (arguments.fullscreen, FULLSCREEN, "on"),
        (arguments.still, STILL, "on"),
        (arguments.winnable, DEALS, "winnable"),
        ("T" in words, MODE, "text"),
        ("2" in words, DECK, "2"),
    ):
        if said:
            yield setting, value


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
    parser.add_argument("--winnable", action="store_true", help="deal only games that can be won")
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
