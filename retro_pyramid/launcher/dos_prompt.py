"""The DOS prompt put together: its commands over the player's files, and programs run with words as on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

from retro_pyramid import __version__, storage
from retro_pyramid.app.app import App
from retro_pyramid.app.assets import article
from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.commands.run import REFUSALS
from retro_pyramid.editions import PROGRAMS
from retro_pyramid.features.dos.interpreter import Dos
from retro_pyramid.features.dos.prompt import Prompt
from retro_pyramid.launcher.cli_args import parse_playing
from retro_pyramid.launcher.launcher import begin
from retro_pyramid.resources import asset_bytes, asset_text
from retro_pyramid.rules import EDITIONS
from retro_pyramid.settings import CGA, DEALS, PHOSPHOR, STILL, VIDEO
from retro_pyramid.storage.backends.dos_directory import Directory

PROGRAM_FILES = {
    **{entry.command: (edition, entry.title) for edition, entry in PROGRAMS.items()},
    "ODM": ("shell", "the magazine itself"),
}
"""What is typed to run a program, its id and its title; `shell` is the magazine."""
_OURS = {
    "PYRAMID.EXE": lambda: b"MZ" + b"".join(map(asset_bytes, ("titles/odm.BGI", "odm.help", "tunes.txt"))),
    "PYRAMID.DEC": lambda: asset_bytes("PYRAMID.DEC"),
}
"""The disk's own files as its article names them, but for the article; the program's is what it carries beside its code."""
_LATER = (
    *("words", "edition", "option", "level", "options", "deal", "daily", "daily_match", "start"),
    *("page", "setup", "switches", "override", "said", DEALS, VIDEO, CGA, PHOSPHOR, STILL),
)
"""What can still be chosen when the machine runs; all else is for the command line that starts it."""


def open_prompt(app: App, leave: Callable[[], None]) -> Prompt:
    """Return the prompt over the player's files; `leave` is where EXIT leads."""
    words_outside, flow = app.choices.words, app.flow

    def back() -> None:
        app.session = None
        app.machine.mouse = True
        flow.lead()
        app.choices.change({}, words_outside)
        app.go(prompt)
        prompt.refit()

    def exit_() -> None:
        leave()
        if not app.done:
            app.refit()

    def run(program: str, words: Sequence[str]) -> Sequence[str]:
        if "--help" in words or "-h" in words:
            return asset_text("dos/usage.txt").splitlines()
        magazine = program not in EDITIONS
        try:
            arguments = _read(None if magazine else program, words)
            app.go()
            app.choices.change({}, {**words_outside, **arguments.override})
            # The prompt has left the adapter in text mode.
            app.refit()
            app.switch(arguments.edition)
            app.options |= arguments.options
            begin(arguments, app, "shell" if magazine else arguments.start, ("Back to DOS?", back))
        except REFUSALS as error:
            return (str(error),)
        return ()

    ours = {**_OURS, "PYRAMID.TXT": lambda: article("pyramid").encode()}
    directory = Directory(app.services.files.store, ours)
    dos = Dos(directory, PROGRAM_FILES, f"Retro Pyramid {__version__}", storage.StorageError)
    welcome = asset_text("dos/welcome.txt").format(version=__version__).splitlines()
    prompt = Prompt(app, dos, run, exit_, welcome)
    prompt.refit()
    return prompt


def _read(program: str | None, words: Sequence[str]) -> SimpleNamespace:
    """Read the words typed after a program's name, None for the magazine's; raise UsageError for what comes too late."""
    main = EDITIONS[0]
    if "--version" in words:
        # Not to be printed where a terminal shows the prompt.
        raise UsageError("--version is for the command line outside; VER tells it here")
    if any(word.partition("=")[0] == "--watch" for word in words):
        # Read where that line is read: here there is no standard input, and no file but the disk's.
        raise UsageError("--watch is for the command line that starts this machine")
    # PYRAMID is the word of the command line outside, so other words may choose another program as they do there.
    named = [] if program == main else ["--edition", program or main]
    arguments = parse_playing([*named, *words])
    if arguments.damaged:
        raise UsageError(arguments.damaged)
    if arguments.opened:
        raise UsageError(
            f"{arguments.opened[0]}: files are opened by the command line that starts this machine"
        )
    if arguments.start == "dos":
        raise UsageError("--start dos: here is the prompt; expected title, menu, table or shell")
    usual = parse_playing([])
    for name, value in vars(arguments).items():
        if name not in _LATER and value != getattr(usual, name):
            raise UsageError(
                f"--{name.removeprefix('shell.')} is for the command line that starts this machine"
            )
    return arguments
