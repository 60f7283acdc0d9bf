"""Parses the command-line arguments that start a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.cards import CardError, parse_deal_number, parse_int, quote
from retro_pyramid.commands.arguments import (
    COMMANDS,
    OPTION_CONFLICTS,
    USAGE,
    UsageError,
    add_arguments,
    create_parser,
    load_argument_specs,
    parse_game_options,
    parse_whole_number,
)
from retro_pyramid.editions.settings_file import EDITION_SWITCHES, get_switch_edition, parse_switches
from retro_pyramid.features.setup.pages import PAGE_LABELS
from retro_pyramid.formats.native.daily_streaks import is_valid_date
from retro_pyramid.rules import EDITIONS, RulesError, rules_for
from retro_pyramid.rules.transcript import FRIEND_NOTE_KEY
from retro_pyramid.settings import (
    ADAPTER_SETTING,
    DECK_SETTING,
    DISPLAY_DEFS,
    DISPLAY_MODE_SETTING,
    PLAY_DEFS,
    SPEECH_SETTING,
)

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

_CHOICES_BY_DEST = {
    setting.key: [value for value, _ in setting.values] for setting in (*DISPLAY_DEFS, *PLAY_DEFS)
} | {"setup": list(PAGE_LABELS)}
"""Valid values of the settings and of the Setup pages that an argument can select for one run."""
GAME_ARGUMENTS = tuple(
    argument
    for row in load_argument_specs("game", _CHOICES_BY_DEST)
    for argument in (row if isinstance(row, list) else [row])
)
"""The options that start a game."""
_LETTER_SETTINGS = {"T": (DISPLAY_MODE_SETTING, "text"), "2": (DECK_SETTING, "2")}
"""One-letter arguments, each with the setting and value that it selects for one run."""
OPTION_NAMES = frozenset(
    [*(name for name, _ in GAME_ARGUMENTS), *EDITION_SWITCHES, "-h", "--help", "--version"]
    + [letter.lower() for letter in _LETTER_SETTINGS]
)
"""All arguments that start a game, in lower case, except game codes, links and file names."""
_SPEAK_ALOUD = "--speak=aloud"
_ENCODED_WHITESPACE = re.compile("%20|%09|%0[AD]", re.IGNORECASE)
"""Percent-encoded spaces and line ends, as a browser passes them."""
OPENABLE_EXTENSIONS = ("HGH", "DEC", "PYR", "ZIP", "TXT")
"""Extensions of files that are opened if given as an argument, as if dropped on the window."""
LINK_SCHEME = "retro-pyramid:"
"""Scheme of links that the desktop opens with this program, in any case; a game code follows."""
_FILE_SCHEME = "file://"
_DEFAULTS: dict[str, object] = {
    **{
        options.get("dest", name[2:].replace("-", "_")): False if "action" in options else None
        for name, options in GAME_ARGUMENTS
    },
    "watched": None,
    "damaged": "",
    "edition": EDITIONS[0],
}
"""Values of the arguments that are not given."""


def parse_args(args: Sequence[str]) -> SimpleNamespace:
    """Parse the arguments that start a game; raise UsageError.

    In the result, `deal` is a number or None. `override` has the settings that arguments and an edition's switches select
    for this run only, by setting name. If no edition is given, the last switch decides. `watched` is a game to replay,
    which is loaded here (FormatError or StorageError if that fails). A damaged link is not an error: `damaged` describes
    the problem, and edition, options and deal are those that can be recovered.
    """
    from types import SimpleNamespace

    arguments = SimpleNamespace(**_DEFAULTS)
    vars(arguments).update(words=[], option=[], switches=[], opened=[], said=list(args))
    if args:
        # Without arguments argparse is not even imported. In the browser, that would be a quarter of the start-up time.
        if args[0][:1] != "-" and not (is_game_code_or_link(args[0]) or _has_openable_extension(args[0])):
            # Checked before the switches, which may belong to a misspelled command.
            _reject_unknown_arg(args[0])
        parsed = _parse_game_args(args)
        vars(arguments).update(parsed)
        if arguments.switches and "edition" not in parsed:
            arguments.edition = get_switch_edition(arguments.switches[-1])
    _extract_games_and_files(arguments)
    for arg in arguments.words:
        _reject_unknown_arg(arg)
    arguments.words = [arg.upper() for arg in arguments.words]
    for name in ("script", "watch", "shots", "state", "record"):
        if getattr(arguments, name) == "":
            raise UsageError(f"--{name} is empty: expected a {'folder' if name == 'shots' else 'file'}")
    _reject_conflicts(arguments)
    if arguments.terminal:
        import os

        arguments.words.append("T")
        if os.environ.get("NO_COLOR"):
            vars(arguments)[ADAPTER_SETTING] = "mono"
    settings = {name: value for name, value in vars(arguments).items() if "." in name and value}
    settings |= dict(_LETTER_SETTINGS[arg] for arg in arguments.words)
    settings |= {SPEECH_SETTING: "on"} if arguments.speak == "aloud" else {}
    arguments.override = parse_switches(arguments.switches) | settings
    try:
        _resolve_values(arguments)
    except (CardError, RulesError) as error:
        raise UsageError(str(error)) from None
    return arguments


def _resolve_values(arguments: SimpleNamespace) -> None:
    """Convert the arguments to values; raise CardError, RulesError or UsageError for invalid ones."""
    arguments.deal = None if arguments.deal is None else parse_deal_number(arguments.deal)
    if arguments.page is not None:
        _check_page(arguments.page)
    arguments.start = "table" if arguments.daily or arguments.daily_match else arguments.start or "title"
    if arguments.watch is not None:
        from retro_pyramid.launcher.replay_source import load_replay

        arguments.watched = arguments.watched or load_replay(arguments.watch)
        if arguments.friend:
            arguments.watched = arguments.watched._replace(notes=((FRIEND_NOTE_KEY, arguments.friend),))
        arguments.edition, arguments.option, arguments.level = arguments.watched.edition, [], None
    arguments.options, edition = parse_game_options(arguments), arguments.edition
    if edition not in EDITIONS:
        raise UsageError(f"edition {quote(edition)} cannot be played: expected {' '.join(EDITIONS)}")
    rules_for(edition, arguments.options)
    arguments.move = 0 if arguments.move is None else parse_whole_number("move", arguments.move)
    if arguments.day is not None and not (
        len(arguments.day) == 8 and is_valid_date(parse_int(arguments.day) or 0)
    ):
        raise UsageError(f"--day {quote(arguments.day)}: expected a day as YYYYMMDD")


def is_game_code_or_link(arg: str) -> bool:
    """Return whether an argument is a game code or a link to a game."""
    from retro_pyramid.formats.native.game_code import is_game_code

    return _is_link(arg) or is_game_code(arg)


def _is_link(arg: str) -> bool:
    return _has_scheme(arg, LINK_SCHEME)


def _has_scheme(arg: str, scheme: str) -> bool:
    return arg[: len(scheme)].lower() == scheme


def _has_openable_extension(arg: str) -> bool:
    return arg.rpartition(".")[2].upper() in OPENABLE_EXTENSIONS


def _extract_games_and_files(arguments: SimpleNamespace) -> None:
    """Move positional arguments that are games to `watch`, and existing files to `opened`. Raises UsageError."""
    if not arguments.words:
        return
    from pathlib import Path

    positionals = []
    for arg in arguments.words:
        if is_game_code_or_link(arg):
            if arguments.watch is not None:
                raise UsageError(f"{quote(arg)}: there is another game to watch already")
            if _is_link(arg):
                _open_link(arguments, arg)
            else:
                arguments.watch = arg
        elif _has_openable_extension(arg):
            path = arg
            # A desktop may pass a file as a URL. A page does not, and has no urllib.
            if _has_scheme(arg, _FILE_SCHEME):
                from urllib.request import url2pathname

                path = url2pathname(arg[len(_FILE_SCHEME) :])
            if not Path(path).is_file():
                raise UsageError(f"{quote(path)}: there is no such file")
            arguments.opened.append(path)
        else:
            positionals.append(arg)
    arguments.words = positionals


def _open_link(arguments: SimpleNamespace, link: str) -> None:
    """Use the game in a link, or what can be recovered from a damaged one.

    A link never refers to a file, as any web page can open it.
    """
    from retro_pyramid.formats import FormatError
    from retro_pyramid.formats.native.game_code import decode_game_code, unpack_deal
    from retro_pyramid.launcher.stray import strip_surrounding_punctuation

    game_code = strip_surrounding_punctuation(
        _ENCODED_WHITESPACE.sub(" ", link[len(LINK_SCHEME) :]).strip("/")
    )
    try:
        arguments.watched = decode_game_code(game_code)._replace(notes=((FRIEND_NOTE_KEY, ""),))
        arguments.watch = game_code
    except FormatError as error:
        arguments.damaged = str(error)
        edition, options, deal = unpack_deal(game_code)
        if edition is not None:
            arguments.edition, arguments.level = edition, None
            arguments.option = [f"{name}={value}" for name, value in options.items()]
        arguments.deal = None if deal is None else str(deal)


def _reject_unknown_arg(arg: str) -> None:
    """Raise UsageError for a positional argument that starts no game, and suggest a similar command."""
    if arg.upper() not in _LETTER_SETTINGS:
        from difflib import get_close_matches

        close_matches = get_close_matches(arg.lower(), COMMANDS, 1)
        suggestion = (
            f"did you mean pyramid {close_matches[0]}?"
            if close_matches
            else "expected T (text mode) or 2 (second deck)"
        )
        raise UsageError(f"unknown word {quote(arg)}: {suggestion}")


def _parse_game_args(args: Sequence[str]) -> Mapping[str, object]:
    """Return the values of the given arguments only; raise UsageError."""
    import argparse

    for arg in args:
        # argparse would accept any prefix of a switch with one dash; `-` is a file, and -1 a number.
        is_switch = len(arg) > 1 and arg[0] == "-" != arg[1] and not arg[1].isdigit()
        if is_switch and arg.lower() not in (*EDITION_SWITCHES, "-h"):
            raise UsageError(f"unknown switch {quote(arg)}: pyramid --help lists them")
    normalized: list[str] = []
    for arg in args:
        if arg == "-" and normalized[-1:] == [_SPEAK_ALOUD]:
            normalized[-1] = "--speak=-"
        else:
            # argparse would take the next argument for the value of --speak.
            option = _SPEAK_ALOUD if arg == "--speak" else arg
            normalized.append(option.lower() if option.lower() in EDITION_SWITCHES else option)
    parser = create_parser(
        prog="pyramid",
        usage=USAGE.removeprefix("usage: ").split("   ")[0],
        description="Pyramid solitaire as on a PC of 1991. T plays in text mode, 2 with the second deck, in any case.",
        epilog="A file (.HGH, .DEC, .PYR, .ZIP, .TXT) or packed words are opened as if dropped on the window. "
        f"Without a screen: pyramid {' | '.join(COMMANDS)} ... (each with --help).",
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("words", nargs="*", metavar="T 2", help="text mode, second deck; any order, any case")
    add_game_arguments(parser)
    return vars(parser.parse_intermixed_args(normalized))


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that start a game to a parser."""
    from retro_pyramid import __version__

    add_arguments(parser, GAME_ARGUMENTS)
    parser.add_argument("--version", action="version", version=f"Retro Pyramid {__version__}")
    switch_group = parser.add_argument_group(
        "switches of a program's own", "They start that program where no --edition is named."
    )
    for name, (setting, value) in EDITION_SWITCHES.items():
        # Spelled as in the original's manual; DOS programs ignored the case.
        help = f"{setting}={value} for this run"
        switch_group.add_argument(name, action="append_const", dest="switches", const=name, help=help)


def _check_page(page: str) -> None:
    """Raise UsageError for an unknown page of the magazine or an invalid line number."""
    from retro_pyramid.features.magazine.magazine import page_names

    name, dot, line = page.partition(".")
    if name not in page_names():
        raise UsageError(f"--page {quote(page)}: expected one of {', '.join(page_names())}")
    if dot:
        parse_whole_number("the line of --page", line)


def _reject_conflicts(arguments: SimpleNamespace) -> None:
    """Raise UsageError for arguments that cannot be combined, according to OPTION_CONFLICTS."""
    given = set(arguments.words)
    for name, value in vars(arguments).items():
        if value not in (None, False):
            name = name.removeprefix("shell.").replace("_", "-")
            given |= {f"--{name}", f"--{name}={value}"}
    for option, conflicting, unless, message in OPTION_CONFLICTS:
        if option in given and given & set(conflicting) and unless not in given:
            raise UsageError(message)
