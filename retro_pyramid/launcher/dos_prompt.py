"""Creates the DOS prompt: its commands on the player's files, and programs started with command-line arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

from retro_pyramid import __version__, storage
from retro_pyramid.app.app import App
from retro_pyramid.app.assets import load_article
from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.commands.run import INPUT_ERRORS
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.features.dos.interpreter import DosInterpreter
from retro_pyramid.features.dos.prompt import DosPrompt
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.launcher.launcher import show_first_screen
from retro_pyramid.resources import read_asset_bytes, read_asset_text
from retro_pyramid.rules import EDITIONS
from retro_pyramid.settings import (
    ADAPTER_SETTING,
    CGA_PALETTE_SETTING,
    DEAL_FILTER_SETTING,
    PHOSPHOR_SETTING,
    REDUCED_MOTION_SETTING,
)
from retro_pyramid.storage.backends.dos_directory import DosDirectory

DOS_PROGRAMS = {
    **{entry.dos_command: (edition, entry.title) for edition, entry in EDITION_INFO.items()},
    "ODM": ("shell", "the magazine itself"),
}
"""Id and title of each program by its DOS command; `shell` is the magazine."""
_DISK_FILES = {
    "PYRAMID.EXE": lambda: (
        b"MZ" + b"".join(map(read_asset_bytes, ("titles/odm.BGI", "odm.help", "tunes.txt")))
    ),
    "PYRAMID.DEC": lambda: read_asset_bytes("PYRAMID.DEC"),
}
"""Contents of the original disk's files, except for the article. The program file has the data bundled with the program."""
_CHOOSABLE_AT_PROMPT = (
    *("words", "edition", "option", "level", "options", "deal", "daily", "daily_match", "start"),
    *(
        "page",
        "setup",
        "switches",
        "override",
        "said",
        DEAL_FILTER_SETTING,
        ADAPTER_SETTING,
        CGA_PALETTE_SETTING,
        PHOSPHOR_SETTING,
        REDUCED_MOTION_SETTING,
    ),
)
"""Arguments that can be given while the machine is running; all others belong to the command line that starts it."""


def create_dos_prompt(app: App, on_exit: Callable[[], None]) -> DosPrompt:
    """Return the DOS prompt on the player's files; `on_exit` is called by EXIT."""
    outer_overrides, navigator = app.settings_store.overrides, app.navigator

    def return_to_prompt() -> None:
        """Close the program and show the prompt again."""
        app.session = None
        app.machine.has_mouse = True
        navigator.install()
        app.settings_store.set_values({}, outer_overrides)
        app.replace_screens(prompt)
        prompt.rebuild()

    def exit_() -> None:
        """Leave the prompt."""
        on_exit()
        if not app.is_done:
            app.rebuild()

    def run(program: str, args: Sequence[str]) -> Sequence[str]:
        """Run a program and return the lines to print at the prompt."""
        if "--help" in args or "-h" in args:
            return read_asset_text("dos/usage.txt").splitlines()
        is_magazine = program not in EDITIONS
        try:
            arguments = _parse_program_args(None if is_magazine else program, args)
            app.replace_screens()
            app.settings_store.set_values({}, {**outer_overrides, **arguments.override})
            # The prompt leaves the adapter in text mode.
            app.rebuild()
            app.select_edition(arguments.edition)
            app.options |= arguments.options
            show_first_screen(
                arguments,
                app,
                "shell" if is_magazine else arguments.start,
                ("Back to DOS?", return_to_prompt),
            )
        except INPUT_ERRORS as error:
            return (str(error),)
        return ()

    disk_files = {**_DISK_FILES, "PYRAMID.TXT": lambda: load_article("pyramid").encode()}
    directory = DosDirectory(app.services.files.store, disk_files)
    dos = DosInterpreter(directory, DOS_PROGRAMS, f"Retro Pyramid {__version__}", storage.StorageError)
    welcome = read_asset_text("dos/welcome.txt").format(version=__version__).splitlines()
    prompt = DosPrompt(app, dos, run, exit_, welcome)
    prompt.rebuild()
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
    arguments = parse_args([*edition_args, *args])
    if arguments.damaged:
        raise UsageError(arguments.damaged)
    if arguments.opened:
        raise UsageError(
            f"{arguments.opened[0]}: files are opened by the command line that starts this machine"
        )
    if arguments.start == "dos":
        raise UsageError("--start dos: here is the prompt; expected title, menu, table or shell")
    defaults = parse_args([])
    for name, value in vars(arguments).items():
        if name not in _CHOOSABLE_AT_PROMPT and value != getattr(defaults, name):
            raise UsageError(
                f"--{name.removeprefix('shell.')} is for the command line that starts this machine"
            )
    return arguments
