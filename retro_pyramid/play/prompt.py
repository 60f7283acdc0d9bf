"""The DOS prompt put together: its commands over the player's files, and programs run with words as on the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid import __version__, programs, storage
from retro_pyramid.commands.words import UsageError, option_pairs
from retro_pyramid.play.words import parse_playing
from retro_pyramid.rules import EDITIONS, RulesError, rules_for
from retro_pyramid.screens.app import App
from retro_pyramid.screens.deals.day import Day
from retro_pyramid.screens.dos.prompt import Prompt
from retro_pyramid.screens.dos.shell import Dos
from retro_pyramid.screens.flow import Flow
from retro_pyramid.storage.packaged import asset_bytes
from retro_pyramid.storage.places.directory import Directory

if TYPE_CHECKING:
    from types import SimpleNamespace

PROGRAM_FILES = {
    **{entry.command: (edition, entry.title) for edition, entry in programs.PROGRAMS.items()},
    "ODM": ("shell", "the magazine itself"),
}
"""What is typed to run a program, its id and its title; `shell` is the magazine."""
_OURS = {
    "PYRAMID.EXE": lambda: b"MZ" + b"".join(map(asset_bytes, ("TITLE.BGI", "odm.help", "tunes.txt"))),
    "PYRAMID.DEC": lambda: asset_bytes("PYRAMID.DEC"),
}
"""The disk's own files as its article names them, but for the article; the program's is what it carries beside its code."""
_WELCOME = (
    "",
    f"Retro Pyramid {__version__}: a PC of 1991 that needs none.",
    "",
    "Type HELP for a list of commands.",
)
_USAGE = (
    "",
    "PYRAMID [T] [2] [words]",
    "  T                  text mode                2            the second deck",
    "  --level 2          play level 2             --deal 61    begin with this deal",
    "  --option NAME=...  another rule             --winnable   deal what can be won",
    "  --start table      be at the table at once          --video cga   or mono, or ega",
    "",
)
_LATER = (
    *("words", "edition", "option", "level", "deal", "daily", "daily_match", "winnable", "start"),
    *("switches", "override", "said", "video", "cga", "phosphor", "still"),
)
"""What can still be chosen when the machine runs; all else is for the command line that starts it."""


def open_prompt(app: App, files: storage.GameFiles, leave: Callable[[], None]) -> Prompt:
    """Return the prompt over the player's `files`; `leave` is where EXIT leads."""
    words_outside = app.words

    def back() -> None:
        app.session = None
        app.machine.mouse = True
        app.obey(words_outside)
        app.go(prompt)
        prompt.refit()

    def exit_() -> None:
        app.go()
        app.refit()
        leave()

    def run(program: str, words: Sequence[str]) -> Sequence[str]:
        if "--help" in words or "-h" in words:
            return _USAGE
        try:
            _start(app, program, words, words_outside, back)
        except (UsageError, RulesError) as error:
            return (str(error),)
        return ()

    ours = {**_OURS, "PYRAMID.TXT": lambda: app.services.article("pyramid").encode()}
    directory = Directory(files.store, ours)
    dos = Dos(directory, PROGRAM_FILES, f"Retro Pyramid {__version__}", storage.StorageError)
    prompt = Prompt(app, dos, run, exit_, _WELCOME)
    prompt.refit()
    return prompt


def _start(
    app: App,
    program: str,
    words: Sequence[str],
    words_outside: Mapping[str, str],
    back: Callable[[], None],
) -> None:
    """Start a program with words; raise UsageError for those that cannot be, or not any more."""
    main, magazine = EDITIONS[0], program not in EDITIONS
    if "--version" in words:
        # Not to be printed where a terminal shows the prompt.
        raise UsageError("--version is for the command line outside; VER tells it here")
    # PYRAMID is the word of the command line outside, so other words may choose another program as they do there.
    named = [] if program == main else ["--edition", main if magazine else program]
    arguments = parse_playing([*named, *words])
    if arguments.start == "dos":
        raise UsageError("--start dos: here is the prompt; expected title, menu, table or shell")
    _refuse_what_is_too_late(arguments)
    asked = option_pairs(arguments.option, arguments.level)
    rules_for(arguments.edition, asked)
    app.go()
    app.obey({**words_outside, **arguments.override})
    # The prompt has left the adapter in text mode.
    app.refit()
    app.switch(arguments.edition)
    app.options |= asked
    app.straight = arguments.start == "table" and "ask" not in arguments.override.values()
    daily = arguments.daily or arguments.daily_match
    app.day = Day(app.services.today(), arguments.daily_match) if daily else None
    flow = Flow(app, programs.look, arguments.deal, asked, arguments.winnable, home=("Back to DOS?", back))
    flow.start("shell" if magazine else arguments.start)


def _refuse_what_is_too_late(arguments: SimpleNamespace) -> None:
    usual = parse_playing([])
    for name, value in vars(arguments).items():
        if name not in _LATER and value != getattr(usual, name):
            raise UsageError(f"--{name} is for the command line that starts this machine")
