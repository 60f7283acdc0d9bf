"""The words that start a game, read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.cards import CardError, parse_deal_number, quoted, whole
from retro_pyramid.commands.arguments import (
    COMMANDS,
    REFUSED,
    USAGE,
    UsageError,
    add_arguments,
    new_parser,
    options_of,
    rows_of,
    whole_number,
)
from retro_pyramid.editions.settings_file import SWITCHES, override, program_of
from retro_pyramid.features.setup.pages import PAGES
from retro_pyramid.formats.native.daily_streaks import is_date
from retro_pyramid.rules import EDITIONS, RulesError, rules_for
from retro_pyramid.rules.transcript import FRIEND
from retro_pyramid.settings import DECK, DISPLAY, MODE, OPTIONS, SPEECH, VIDEO

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

_VALUES = {setting.setting: [value for value, _ in setting.values] for setting in (*DISPLAY, *OPTIONS)} | {
    "setup": list(PAGES)
}
"""The values of the settings, and the pages of Setup, which words choose for one run."""
ARGUMENTS = tuple(
    one for row in rows_of("game", _VALUES) for one in (row if isinstance(row, list) else [row])
)
"""The options that start a game."""
_LETTERS = {"T": (MODE, "text"), "2": (DECK, "2")}
"""The words of one letter, each with the setting that it chooses for this run."""
NAMES = frozenset(
    [*(name for name, _ in ARGUMENTS), *SWITCHES, "-h", "--help", "--version"]
    + [letter.lower() for letter in _LETTERS]
)
"""All words that start a game, in small letters, but those that name a game or a file."""
_ALOUD = "--speak=aloud"
_BLANK = re.compile("%20|%09|%0[AD]", re.IGNORECASE)
"""Blanks and line ends as a browser hands them on."""
OPENED = ("HGH", "DEC", "PYR", "ZIP", "TXT")
"""The endings of files that a word alone opens, as when they are dropped on the window."""
LINK = "retro-pyramid:"
"""The scheme of a link that a desktop opens with this program, in any case; a packed game follows."""
_FILE_SCHEME = "file://"
_USUAL: dict[str, object] = {
    **{
        options.get("dest", name[2:].replace("-", "_")): False if "action" in options else None
        for name, options in ARGUMENTS
    },
    "watched": None,
    "damaged": "",
    "edition": EDITIONS[0],
}
"""What holds of the words that start a game where nothing is said."""


def parse_playing(words: Sequence[str]) -> SimpleNamespace:
    """Read the words that start a game; raise UsageError.

    `deal` is a number or None; `override` is what words and a program's own switches choose for this run alone, by the
    names of settings. Where no edition is named, the switches choose theirs. `watched` is a game to be watched, which is
    read here: FormatError or StorageError where it cannot be. A damaged link to a game is no error: `damaged` is what is
    wrong with it, and edition, options and deal are those that it still tells.
    """
    from types import SimpleNamespace

    arguments = SimpleNamespace(**_USUAL)
    vars(arguments).update(words=[], option=[], switches=[], opened=[], said=list(words))
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
    for name in ("script", "watch", "shots", "state", "record"):
        if getattr(arguments, name) == "":
            raise UsageError(f"--{name} is empty: expected a {'folder' if name == 'shots' else 'file'}")
    _refuse(arguments)
    if arguments.terminal:
        import os

        arguments.words.append("T")
        if os.environ.get("NO_COLOR"):
            vars(arguments)[VIDEO] = "mono"
    chosen = {name: value for name, value in vars(arguments).items() if "." in name and value}
    chosen |= dict(_LETTERS[word] for word in arguments.words)
    chosen |= {SPEECH: "on"} if arguments.speak == "aloud" else {}
    arguments.override = override(arguments.switches) | chosen
    try:
        _work_out(arguments)
    except (CardError, RulesError) as error:
        raise UsageError(str(error)) from None
    return arguments


def _work_out(arguments: SimpleNamespace) -> None:
    """Put values in the place of words; raise CardError, RulesError or UsageError for what stands for none."""
    arguments.deal = None if arguments.deal is None else parse_deal_number(arguments.deal)
    if arguments.page is not None:
        _check_page(arguments.page)
    arguments.start = "table" if arguments.daily or arguments.daily_match else arguments.start or "title"
    if arguments.watch is not None:
        from retro_pyramid.launcher.replay_source import game_to_watch

        arguments.watched = arguments.watched or game_to_watch(arguments.watch)
        if arguments.friend:
            arguments.watched = arguments.watched._replace(notes=((FRIEND, arguments.friend),))
        arguments.edition, arguments.option, arguments.level = arguments.watched.edition, [], None
    arguments.options, edition = options_of(arguments), arguments.edition
    if edition not in EDITIONS:
        raise UsageError(f"edition {quoted(edition)} cannot be played: expected {' '.join(EDITIONS)}")
    rules_for(edition, arguments.options)
    arguments.move = 0 if arguments.move is None else whole_number("move", arguments.move)
    if arguments.day is not None and not (len(arguments.day) == 8 and is_date(whole(arguments.day) or 0)):
        raise UsageError(f"--day {quoted(arguments.day)}: expected a day as YYYYMMDD")


def is_game(word: str) -> bool:
    """Return whether a word names a game itself, packed or as a link."""
    from retro_pyramid.formats.native.game_code import is_packed

    return _is_link(word) or is_packed(word)


def _is_link(word: str) -> bool:
    return _has_scheme(word, LINK)


def _has_scheme(word: str, scheme: str) -> bool:
    return word[: len(scheme)].lower() == scheme


def _is_file(word: str) -> bool:
    return word.rpartition(".")[2].upper() in OPENED


def _take_out_what_is_opened(arguments: SimpleNamespace) -> None:
    """Take words that name a game as --watch takes them, and note those that name files, which are opened at the start."""
    if not arguments.words:
        return
    from pathlib import Path

    others = []
    for word in arguments.words:
        if is_game(word):
            if arguments.watch is not None:
                raise UsageError(f"{quoted(word)}: there is another game to watch already")
            if _is_link(word):
                _open_link(arguments, word)
            else:
                arguments.watch = word
        elif _is_file(word):
            path = word
            # A desktop may name a file by its address. A page does not, and has no urllib.
            if _has_scheme(word, _FILE_SCHEME):
                from urllib.request import url2pathname

                path = url2pathname(word[len(_FILE_SCHEME) :])
            if not Path(path).is_file():
                raise UsageError(f"{quoted(path)}: there is no such file")
            arguments.opened.append(path)
        else:
            others.append(word)
    arguments.words = others


def _open_link(arguments: SimpleNamespace, link: str) -> None:
    """Take the game of a link, or what a damaged one still tells; a link never names a file, as any page may hand it in."""
    from retro_pyramid.formats import FormatError
    from retro_pyramid.formats.native.game_code import unpack, unpack_deal
    from retro_pyramid.launcher.stray import strip_stray

    packed = strip_stray(_BLANK.sub(" ", link[len(LINK) :]).strip("/"))
    try:
        arguments.watched = unpack(packed)._replace(notes=((FRIEND, ""),))
        arguments.watch = packed
    except FormatError as error:
        arguments.damaged = str(error)
        edition, options, deal = unpack_deal(packed)
        if edition is not None:
            arguments.edition, arguments.level = edition, None
            arguments.option = [f"{name}={value}" for name, value in options.items()]
        arguments.deal = None if deal is None else str(deal)


def _check_word(word: str) -> None:
    """Refuse a word that starts no game, with the command that may be meant."""
    if word.upper() not in _LETTERS:
        from difflib import get_close_matches

        near = get_close_matches(word.lower(), COMMANDS, 1)
        meant = f"did you mean pyramid {near[0]}?" if near else "expected T (text mode) or 2 (second deck)"
        raise UsageError(f"unknown word {quoted(word)}: {meant}")


def _read_playing(words: Sequence[str]) -> Mapping[str, object]:
    """Return what the words say, without what they leave open; raise UsageError."""
    import argparse

    for word in words:
        # argparse would take any beginning of a switch with one dash; `-` is a file, and -1 a number.
        dashed = len(word) > 1 and word[0] == "-" != word[1] and not word[1].isdigit()
        if dashed and word.lower() not in (*SWITCHES, "-h"):
            raise UsageError(f"unknown switch {quoted(word)}: pyramid --help lists them")
    lowered: list[str] = []
    for word in words:
        if word == "-" and lowered[-1:] == [_ALOUD]:
            lowered[-1] = "--speak=-"
        else:
            # argparse would take whatever follows for where to speak.
            known = _ALOUD if word == "--speak" else word
            lowered.append(known.lower() if known.lower() in SWITCHES else known)
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

    add_arguments(parser, ARGUMENTS)
    parser.add_argument("--version", action="version", version=f"Retro Pyramid {__version__}")
    own = parser.add_argument_group(
        "switches of a program's own", "They start that program where no --edition is named."
    )
    for name, (setting, value) in SWITCHES.items():
        # As its manual prints them; DOS programs did not look at the case.
        help = f"{setting}={value} for this run"
        own.add_argument(name, action="append_const", dest="switches", const=name, help=help)


def _check_page(page: str) -> None:
    from retro_pyramid.features.magazine.magazine import pages

    name, point, line = page.partition(".")
    if name not in pages():
        raise UsageError(f"--page {quoted(page)}: expected one of {', '.join(pages())}")
    if point:
        whole_number("the line of --page", line)


def _refuse(arguments: SimpleNamespace) -> None:
    """Raise UsageError for words that do not go together, as REFUSED has them."""
    said = set(arguments.words)
    for name, value in vars(arguments).items():
        if value not in (None, False):
            name = name.removeprefix("shell.").replace("_", "-")
            said |= {f"--{name}", f"--{name}={value}"}
    for word, others, unless, why in REFUSED:
        if word in said and said & set(others) and unless not in said:
            raise UsageError(why)
