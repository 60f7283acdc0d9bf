"""The words that start a game, read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.cards import CardError, parse_deal_number, quoted
from retro_pyramid.commands.table import COMMANDS
from retro_pyramid.commands.words import (
    USAGE,
    UsageError,
    add_arguments,
    argument,
    edition,
    new_parser,
    options_of,
    switch,
    whole_number,
)
from retro_pyramid.programs import PROGRAMS
from retro_pyramid.programs.settings import SWITCHES, override, program_of
from retro_pyramid.rules import EDITIONS, RulesError, rules_for
from retro_pyramid.screens.setting import DEALS, DECK, FULLSCREEN, MODE, STILL
from retro_pyramid.screens.setup import PAGES

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

ARGUMENTS = (
    argument("--deal", "the first game is this deal (0 to 4294967295)", metavar="N"),
    switch("--winnable", "deal only games that can be won"),
    switch("--daily", "begin at once with the deal of the day (UTC), a winnable one"),
    switch("--daily-match", "begin at once with the day's match of six deals"),
    argument("--day", "another day's than today's", metavar="YYYYMMDD"),
    switch("--resume", "go on with the game left off, with --deal only with that deal's"),
    argument(
        "--start",
        "where to begin (shell: the magazine, dos: a prompt; default: title)",
        choices=("title", "menu", "table", "shell", "dos"),
    ),
    argument("--page", "with --start shell: the page of the magazine to open", metavar="NAME"),
    argument("--setup", "begin with Setup, at this page", choices=PAGES),
    argument("--watch", "show a game move by move: a transcript, - or packed words", metavar="FILE"),
    argument("--move", "with --watch: the move after which it stands", metavar="N"),
    argument("--video", "the display (mono: text mode)", choices=("ega", "cga", "mono")),
    argument("--cga", "the four colours of --video cga", choices=("0", "1", "0h", "1h", "5", "5h")),
    argument("--phosphor", "the screen of --video mono", choices=("green", "amber", "white")),
    argument("--aspect", "shape of the picture", choices=("4:3", "square")),
    argument("--scale", "window size: 1 is 640x480, 2 is 1280x960, ...", choices=("1", "2", "3", "4")),
    switch("--fullscreen", "fill the screen"),
    switch("--terminal", "text mode in the terminal this is typed in, without a window"),
    switch("--mute", "no sound at all"),
    switch("--still", "cards lie where they go at once, nothing flies"),
    argument("--data", "where PYRAMID.DEC and PYRAMID.HGH live", metavar="DIR"),
    argument("--script", "take the input from a script", metavar="FILE"),
    switch("--install-desktop", "put the program into the desktop's menu, and let it open its files"),
    switch("--remove-desktop", "take it out again"),
    switch("--headless", "no window, as fast as it can (needs --script)"),
    argument("--shots", "where a script's `shot` and `state` write", metavar="DIR"),
    argument("--state", "where the last state is written as JSON", metavar="FILE"),
    argument("--record", "write what happens as a script that plays it again", metavar="FILE"),
)
"""The options that start a game, beside an edition's own."""
NAMES = frozenset(
    [*(name for name, _ in (*edition(), *ARGUMENTS)), *SWITCHES, "-h", "--help", "--version", "t", "2"]
)
"""All words that start a game, in small letters, but those that name a game or a file."""
OPENED = ("HGH", "DEC", "PYR", "ZIP", "TXT")
"""The endings of files that a word alone opens, as when they are dropped on the window."""
LINK = "retro-pyramid:"
"""What a link begins with that a desktop opens with this program; a packed game follows."""
_USUAL: Mapping[str, object] = {
    **{name[2:].replace("-", "_"): False if "action" in options else None for name, options in ARGUMENTS},
    "level": None,
    "watched": None,
    "edition": EDITIONS[0],
}
"""What holds of the words that start a game where nothing is said."""


def parse_playing(words: Sequence[str]) -> SimpleNamespace:
    """Read the words that start a game; raise UsageError.

    `deal` is a number or None; `override` is what words and a program's own switches choose for this run alone, by the
    names of settings. Where no edition is named, the switches choose theirs. `watched` is a game to be watched, which is
    read here: FormatError or StorageError where it cannot be.
    """
    from types import SimpleNamespace

    arguments = SimpleNamespace(**_USUAL, words=[], option=[], switches=[], opened=[], said=list(words))
    if words:
        # Without words argparse is not even loaded: in the browser that would be a quarter of the program's start.
        if words[0][:1] != "-" and not (is_game(words[0]) or _is_file(words[0])):
            # Before the switches, which may be those of the command that is meant.
            _check_word(words[0])
        read = _read_playing(words)
        vars(arguments).update(read)
        if arguments.switches and "edition" not in read:
            arguments.edition = program_of(arguments.switches[-1])
    _take_out_what_is_opened(arguments)
    for word in arguments.words:
        _check_word(word)
    arguments.words = [word.upper() for word in arguments.words]
    for name, kind in (
        ("script", "file"),
        ("watch", "file"),
        ("shots", "folder"),
        ("state", "file"),
        ("record", "file"),
    ):
        if getattr(arguments, name) == "":
            raise UsageError(f"--{name} is empty: expected a {kind}")
    if arguments.terminal:
        _for_a_terminal(arguments)
    arguments.override = {**override(arguments.switches), **dict(_settings(arguments))}
    try:
        arguments.deal = None if arguments.deal is None else parse_deal_number(arguments.deal)
    except CardError as error:
        raise UsageError(str(error)) from None
    daily = arguments.daily or arguments.daily_match
    if daily and arguments.deal is not None and not arguments.resume:
        raise UsageError("--daily has a deal of its own: expected it without --deal")
    if arguments.watch is not None and (daily or arguments.deal is not None):
        raise UsageError("--watch has a game of its own: expected it without --deal or --daily")
    if arguments.page is not None:
        _check_page(arguments)
    arguments.start = "table" if daily else arguments.start or "title"
    if arguments.move is not None and arguments.watch is None:
        raise UsageError("--move is of a game that is watched: expected it with --watch")
    if arguments.watch is not None:
        from retro_pyramid.play.watch import game_to_watch

        arguments.watched = arguments.watched or game_to_watch(arguments.watch)
        arguments.edition, arguments.option, arguments.level = arguments.watched.edition, [], None
    arguments.options = options_of(arguments)
    if arguments.edition not in EDITIONS:
        raise UsageError(f"edition {arguments.edition!r} cannot be played: expected {' '.join(EDITIONS)}")
    try:
        rules_for(arguments.edition, arguments.options)
    except RulesError as error:
        raise UsageError(str(error)) from None
    arguments.move = 0 if arguments.move is None else whole_number("move", arguments.move)
    if arguments.setup == "own":
        _check_own_page(arguments.edition)
    if arguments.day is not None:
        _check_day(arguments.day)
    if arguments.shots is not None and arguments.script is None:
        raise UsageError("--shots needs --script: only a script takes shots")
    if arguments.headless and arguments.script is None:
        raise UsageError("--headless needs --script: without a window there is nobody to play")
    return arguments


def is_game(word: str) -> bool:
    """Return whether a word names a game itself, packed or as a link."""
    from retro_pyramid.formats.own.packed import is_packed

    return word.startswith(LINK) or is_packed(word)


def _is_file(word: str) -> bool:
    return word.rpartition(".")[2].upper() in OPENED


def _take_out_what_is_opened(arguments: SimpleNamespace) -> None:
    """Take words that name a game as --watch takes them, and note those that name files, which are opened at the start."""
    if not arguments.words:
        return
    from pathlib import Path
    from urllib.request import url2pathname

    from retro_pyramid.formats.own.packed import is_packed, unpack

    others = []
    for word in arguments.words:
        if is_game(word):
            if arguments.watch is not None:
                raise UsageError(f"{quoted(word)}: there is another game to watch already")
            arguments.watch = word.removeprefix(LINK).strip("/")
            if not is_packed(arguments.watch):
                raise UsageError(f"{quoted(word)}: expected {LINK} and a packed game, as odm.1.61.H2x")
            if word.startswith(LINK):
                # A page may hand in any link: it must not name files.
                arguments.watched = unpack(arguments.watch)
        elif _is_file(word):
            # A desktop may name a file by its address.
            path = url2pathname(word.removeprefix("file://")) if word.startswith("file://") else word
            if not Path(path).is_file():
                raise UsageError(f"{quoted(path)}: there is no such file")
            arguments.opened.append(path)
        else:
            others.append(word)
    arguments.words = others


def _settings(arguments: SimpleNamespace) -> Iterator[tuple[str, str]]:
    """Return the settings that words choose for this run, each with its value."""
    for name in ("video", "cga", "phosphor", "aspect"):
        if getattr(arguments, name) is not None:
            yield f"shell.{name}", getattr(arguments, name)
    for said, setting, value in (
        (arguments.fullscreen, FULLSCREEN, "on"),
        (arguments.still, STILL, "on"),
        (arguments.winnable, DEALS, "winnable"),
        ("T" in arguments.words, MODE, "text"),
        ("2" in arguments.words, DECK, "2"),
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

    for word in words:
        # argparse would take any beginning of a switch with one dash; `-` is a file, and -1 a number.
        dashed = len(word) > 1 and word[0] == "-" != word[1] and not word[1].isdigit()
        if dashed and word.lower() not in (*SWITCHES, "-h"):
            raise UsageError(f"unknown switch {word!r}: pyramid --help lists them")
    lowered = [word.lower() if word.lower() in SWITCHES else word for word in words]
    parser = new_parser(
        prog="pyramid",
        usage=USAGE.removeprefix("usage: ").split("   ")[0],
        description="Pyramid solitaire as on a PC of 1991. T plays in text mode, 2 with the second deck, in any case.",
        epilog="A file (.HGH, .DEC, .PYR, .ZIP, .TXT) or packed words are opened as if dropped on the window. "
        f"Without a screen: pyramid {' | '.join(COMMANDS)} ... (each with --help).",
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("words", nargs="*", metavar="T 2", help="text mode, second deck; any order, any case")
    add_playing(parser)
    return vars(parser.parse_intermixed_args(lowered))


def add_playing(parser: argparse.ArgumentParser) -> None:
    """Tell a parser the options that start a game."""
    from retro_pyramid import __version__

    add_arguments(parser, [*edition(), *ARGUMENTS])
    parser.add_argument("--version", action="version", version=f"Retro Pyramid {__version__}")
    own = parser.add_argument_group(
        "switches of a program's own", "They start that program where no --edition is named."
    )
    for name, (setting, value) in SWITCHES.items():
        # As its manual prints them; DOS programs did not look at the case.
        help = f"{setting}={value} for this run"
        own.add_argument(name, action="append_const", dest="switches", const=name, help=help)


def _check_page(arguments: SimpleNamespace) -> None:
    from retro_pyramid.screens.magazine.shell import pages

    if arguments.start != "shell":
        raise UsageError("--page is of the magazine: expected it with --start shell")
    name, point, line = arguments.page.partition(".")
    if name not in pages():
        raise UsageError(f"--page {quoted(arguments.page)}: expected one of {', '.join(pages())}")
    if point:
        whole_number("the line of --page", line)


def _check_own_page(edition: str) -> None:
    own = [setting.page == "own" for setting in PROGRAMS[edition].settings] if edition in PROGRAMS else [True]
    if not any(own):
        raise UsageError(f"--setup own: {edition} has no settings of its own, expected another page")


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
    if arguments.watch == "-":
        raise UsageError("--watch - needs standard input, which --terminal reads the keys from")
    arguments.words.append("T")
    if os.environ.get("NO_COLOR"):
        arguments.video = "mono"
