"""Creates the DOS prompt: its commands on the player's files, and programs started with command-line arguments."""

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
"""Id and title of each program by its DOS command; `shell` is the magazine."""
_DISK_FILES = {
    "PYRAMID.EXE": lambda: b"MZ" + b"".join(map(asset_bytes, ("titles/odm.BGI", "odm.help", "tunes.txt"))),
    "PYRAMID.DEC": lambda: asset_bytes("PYRAMID.DEC"),
}
"""Contents of the original disk's files, except for the article. The program file has the data bundled with the program."""
_CHOOSABLE_AT_PROMPT = (
    *("words", "edition", "option", "level", "options", "deal", "daily", "daily_match", "start"),
    *("page", "setup", "switches", "override", "said", DEALS, VIDEO, CGA, PHOSPHOR, STILL),
)
"""Arguments that can be given while the machine is running; all others belong to the command line that starts it."""


def open_prompt(app: App, leave: Callable[[], None]) -> Prompt:
    """Return the DOS prompt on the player's files; `on_exit` is called by EXIT."""
    outer_overrides, navigator = app.choices.words, app.flow

    def return_to_prompt() -> None:
        """Close the program and show the prompt again."""
        app.session = None
        app.machine.mouse = True
        navigator.lead()
        app.choices.change({}, outer_overrides)
        app.go(prompt)
        prompt.refit()

    def exit_() -> None:
        """Leave the prompt."""
        leave()
        if not app.done:
            app.refit()

    def run(program: str, args: Sequence[str]) -> Sequence[str]:
        """Run a program and return the lines to print at the prompt."""
        if "--help" in args or "-h" in args:
            return asset_text("dos/usage.txt").splitlines()
        is_magazine = program not in EDITIONS
        try:
            arguments = _parse_program_args(None if is_magazine else program, args)
            app.go()
            app.choices.change({}, {**outer_overrides, **arguments.override})
            # The prompt leaves the adapter in text mode.
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
    """Parse the arguments after a program's name (None: the magazine).

    Raises UsageError for arguments that are not available at the prompt.
    """
    default_edition = EDITIONS[0]
    if "--version" in args:
        # argparse would print it, which must not happen while a terminal shows the prompt.
        raise UsageError("--version is for the command line outside; VER tells it here")
    if any(arg.partition("=")[0] == "--watch" for arg in args):
        # At the prompt there is no standard input, and there are no files except those on the disk.
        raise UsageError("--watch is for the command line that starts this machine")
    # PYRAMID is also the command outside the machine, so other arguments may select another edition as they do there.
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
