"""Desktop integration: `--install-desktop`, `--remove-desktop` and `--licences`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

from retro_pyramid.commands.arguments import EXIT_BAD_INPUT
from retro_pyramid.commands.report import CommandReport
from retro_pyramid.resources import read_asset_bytes, read_asset_text
from retro_pyramid.storage import DataFolder
from retro_pyramid.storage.backends.data_folder import find_user_data_home

APP_FILE_STEM = "retro-pyramid"
ICON_SIZES_PX = (16, 24, 32, 48, 64, 128, 256, 512)
"""Sizes of the desktop icons in pixels."""
_UPDATE_COMMANDS = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""Commands that refresh the desktop's databases, each with the folder to pass; a missing command is skipped."""


def update_desktop_entry(arguments: SimpleNamespace) -> CommandReport:
    """Install the program into this user's desktop menu, or remove it."""
    if sys.platform != "linux":
        message = "pin pyramid.exe to Start" if sys.platform == "win32" else "drag Retro Pyramid to the Dock"
        return CommandReport(
            stderr_lines=(f"--install-desktop is for Linux desktops: here {message}",),
            exit_code=EXIT_BAD_INPUT,
        )
    shared = find_user_data_home(os.environ, Path.home())
    command = build_launch_command(sys.argv[0], sys.executable, getattr(sys, "frozen", False))
    if arguments.install_desktop and any(char < " " or char == "\x7f" for char in "".join(command)):
        message = f"--install-desktop: {command[0]}: expected a path without control characters"
        return CommandReport(stderr_lines=(message,), exit_code=EXIT_BAD_INPUT)
    for name, data in build_desktop_files(command).items():
        path = shared / name
        folder = DataFolder(path.parent)
        if not arguments.remove_desktop:
            folder.create()
            folder.write(path.name, data)
        elif path.is_file():
            folder.remove(path.name)
    _run_update_commands(shared)
    if arguments.remove_desktop:
        _remove_generated_files(shared)
        return CommandReport((f"Retro Pyramid is no longer in the menu ({shared}).",))
    file_types_text = "opens .HGH, .DEC, .PYR. --remove-desktop takes it out again."
    return CommandReport((f"Retro Pyramid is in the menu ({shared}) and {file_types_text}",))


def build_launch_command(script_path: str, executable: str, is_frozen: bool) -> Sequence[str]:
    """Return the command that starts this program from any folder.

    `script_path` is the file that was started (`sys.argv[0]`). `executable` is the interpreter, or the program itself if it
    `is_frozen`.
    """
    script = Path(script_path)
    if is_frozen:
        # An AppImage is unpacked to a different folder at each start.
        return (os.environ.get("APPIMAGE") or str(Path(executable).absolute()),)
    if script.name == "pyramid" and script.is_file():
        return (str(script.absolute()),)
    return (str(Path(executable).absolute()), "-m", "retro_pyramid")


def build_desktop_files(command: Sequence[str]) -> dict[str, bytes]:
    r"""Return the contents of the desktop files by path below the shared data folder; `command` starts the program.

    >>> entry = build_desktop_files(("/opt/my games/pyramid",))["applications/retro-pyramid.desktop"]
    >>> [line for line in entry.splitlines() if line.startswith(b"Exec")]
    [b'Exec="/opt/my games/pyramid" %u']
    """
    entry = read_asset_text("desktop/retro-pyramid.desktop")
    icons = {f"{size}x{size}": f"desktop/{size}.png" for size in ICON_SIZES_PX}
    return {
        f"mime/packages/{APP_FILE_STEM}.xml": read_asset_bytes("desktop/retro-pyramid.xml"),
        f"icons/hicolor/scalable/apps/{APP_FILE_STEM}.svg": read_asset_bytes("desktop/retro-pyramid.svg"),
        **{
            f"icons/hicolor/{size}/apps/{APP_FILE_STEM}.png": read_asset_bytes(icon)
            for size, icon in icons.items()
        },
        f"applications/{APP_FILE_STEM}.desktop": entry.replace(
            "{command}", " ".join(map(_quote_exec_argument, command))
        ).encode(),
    }


def _quote_exec_argument(argument: str) -> str:
    r"""Return an argument quoted for the Exec key of a desktop file.

    The Desktop Entry Specification quotes twice: in a quoted argument `" \` $ \` are escaped with a backslash, and in any
    value a backslash is doubled. A percent sign is doubled.

    >>> _quote_exec_argument("/usr/bin/pyramid"), _quote_exec_argument("/a b"), _quote_exec_argument('/a"b')
    ('/usr/bin/pyramid', '"/a b"', '"/a\\\\"b"')
    """
    doubled = argument.replace("%", "%%")
    if not any(char in " \t\n\"'\\><~|&;$*?#()`" for char in doubled):
        return doubled
    escaped = "".join(f"\\{char}" if char in '"`$\\' else char for char in doubled)
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _remove_generated_files(shared: Path) -> None:
    """Remove databases that the desktop generated for our files only, and folders that have become empty."""
    from shutil import rmtree

    packages, entries = shared / "mime" / "packages", shared / "applications"
    # Everything beside the packages folder is generated from it.
    if packages.is_dir() and not any(packages.iterdir()):
        rmtree(packages.parent, ignore_errors=True)
    with suppress(OSError):
        if [path.name for path in entries.iterdir()] == ["mimeinfo.cache"]:
            (entries / "mimeinfo.cache").unlink()
    for name in build_desktop_files(("pyramid",)):
        for folder in list(Path(name).parents)[:-1]:
            with suppress(OSError):
                (shared / folder).rmdir()


def _run_update_commands(shared: Path) -> None:
    """Let the desktop reread its menu and file types."""
    from shutil import which
    from subprocess import DEVNULL, run

    for program, folder in _UPDATE_COMMANDS:
        if path := which(program):
            run([path, str(shared / folder)], stdout=DEVNULL, stderr=DEVNULL, check=False)


_LICENSED_PACKAGES = ("retro-pyramid", "pyxel", "pysdl2-dll")
"""Packages whose licence files are listed."""


def build_licences_report() -> CommandReport:
    """Report the bundled licence texts, or if there are none, where each package keeps its licence."""
    with suppress(FileNotFoundError):
        return CommandReport(read_asset_text("licences.txt").splitlines())
    lines = ["Python: its own word license() prints its licence."]
    for name in _LICENSED_PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            files = metadata.files(name) or ()
            lines += [f"{name}: {file.locate()}" for file in files if "licenses" in file.parts]
    return CommandReport(lines)
