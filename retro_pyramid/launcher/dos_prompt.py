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
_DISK_FILES = {
    "PYRAMID.EXE": lambda: b"MZ" + b"".join(map(asset_bytes, ("titles/odm.BGI", "odm.help", "tunes.txt"))),
    "PYRAMID.DEC": lambda: asset_bytes("PYRAMID.DEC"),
}
"""The disk's own files as its article names them, but for the article; the program's is what it carries beside its code."""
_CHOOSABLE_AT_PROMPT = (
    *("words", "edition", "option", "level", "options", "deal", "daily", "daily_match", "start"),
    *("page", "setup", "switches", "override", "said", DEALS, VIDEO, CGA, PHOSPHOR, STILL),
)
"""What can still be chosen when the machine runs; all else is for the command line that starts it."""


def open_prompt(app: App, leave: Callable[[], None]) -> Prompt:
    """Return the prompt over the player's files; `leave` is where EXIT leads."""
    outer_overrides, navigator = app.choices.words, app.flow

    def return_to_prompt() -> None:
        app.session = None
        app.machine.mouse = True
        navigator.lead()
        app.choices.change({}, outer_overrides)
        app.go(prompt)
        prompt.refit()

    def exit_() -> None:
        leave()
        if not app.done:
            app.refit()

    def run(program: str, args: Sequence[str]) -> Sequence[str]:
        if "--help" in args or "-h" in args:
            return asset_text("dos/usage.txt").splitlines()
        is_magazine = program not in EDITIONS
        try:
            arguments = _parse_program_args(None if is_magazine else program, args)
            app.go()
            app.choices.change({}, {**outer_overrides, **arguments.override})
            # The prompt has left the adapter in text mode.
            app.refit()
            app.switch(arguments.edition)
            app.options |= arguments.options
            begin(
                arguments,
                app,
                "shell" if is_magazine else arguments.start,
                ("Back to DOS?", return_to_prompt),
            )
        except REFUSALS as error:
            return (str(error),)
        return ()

    disk_files = {**_DISK_FILES, "PYRAMID.TXT": lambda: article("pyramid").encode()}
    directory = Directory(app.services.files.store, disk_files)
    dos = Dos(directory, PROGRAM_FILES, f"Retro Pyramid {__version__}", storage.StorageError)
    welcome = asset_text("dos/welcome.txt").format(version=__version__).splitlines()
    prompt = Prompt(app, dos, run, exit_, welcome)
    prompt.refit()
    return prompt


def _parse_program_args(program: str | None, args: Sequence[str]) -> SimpleNamespace:
    """Read the words typed after a program's name, None for the magazine's; raise UsageError for what comes too late."""
    default_edition = EDITIONS[0]
    if "--version" in args:
        # Not to be printed where a terminal shows the prompt.
        raise UsageError("--version is for the command line outside; VER tells it here")
    if any(arg.partition("=")[0] == "--watch" for arg in args):
        # Read where that line is read: here there is no standard input, and no file but the disk's.
        raise UsageError("--watch is for the command line that starts this machine")
    # PYRAMID is the word of the command line outside, so other words may choose another program as they do there.
    edition_args = [] if program == default_edition else ["--edition", program or default_edition]
    arguments = parse_playing([*edition_args, *args])
    if arguments.damaged:
        raise UsageError(arguments.damaged)
    if arguments.opened:
        raise UsageError(
            f"{arguments.opened[0]}: files are opened by the command line that starts this machine"
        )
    if arguments.start == "dos":
        raise UsageError("--start dos: here is the prompt; expected title, menu, table or shell")
    defaults = parse_playing([])
    for name, value in vars(arguments).items():
        if name not in _CHOOSABLE_AT_PROMPT and value != getattr(defaults, name):
            raise UsageError(
                f"--{name.removeprefix('shell.')} is for the command line that starts this machine"
            )
    return arguments
