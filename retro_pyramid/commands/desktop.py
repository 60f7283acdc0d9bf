"""Desktop integration: `--install-desktop`, `--remove-desktop` and `--licences`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

from retro_pyramid.commands.arguments import BAD_INPUT
from retro_pyramid.commands.report import Report
from retro_pyramid.resources import asset_bytes, asset_text
from retro_pyramid.storage import DataFolder
from retro_pyramid.storage.backends.data_folder import shared_folder

NAME = "retro-pyramid"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""Programs that make the desktop look again, and the folder each is told; where one is missing, the desktop looks later."""


def run_desktop(arguments: SimpleNamespace) -> Report:
    """Put the program into the desktop's menu of this user, or take it out again, as the words ask."""
    if sys.platform != "linux":
        where = "pin pyramid.exe to Start" if sys.platform == "win32" else "drag Retro Pyramid to the Dock"
        return Report(said=(f"--install-desktop is for Linux desktops: here {where}",), code=BAD_INPUT)
    shared = shared_folder(os.environ, Path.home())
    command = command_line(sys.argv[0], sys.executable, getattr(sys, "frozen", False))
    if arguments.install_desktop and any(char < " " or char == "\x7f" for char in "".join(command)):
        where = f"--install-desktop: {command[0]}: expected a path without control characters"
        return Report(said=(where,), code=BAD_INPUT)
    for name, data in desktop_files(command).items():
        path = shared / name
        folder = DataFolder(path.parent)
        if not arguments.remove_desktop:
            folder.create()
            folder.write(path.name, data)
        elif path.is_file():
            folder.remove(path.name)
    _look_again(shared)
    if arguments.remove_desktop:
        _clear(shared)
        return Report((f"Retro Pyramid is no longer in the menu ({shared}).",))
    opens = "opens .HGH, .DEC, .PYR. --remove-desktop takes it out again."
    return Report((f"Retro Pyramid is in the menu ({shared}) and {opens}",))


def command_line(started: str, python: str, frozen: bool) -> Sequence[str]:
    """Return the words that start this program again from anywhere.

    `started` is the file it was started by, `python` the interpreter, or the program itself where it is `frozen`.
    """
    script = Path(started)
    if frozen:
        # An AppImage is unpacked to another place at each start.
        return (os.environ.get("APPIMAGE") or str(Path(python).absolute()),)
    if script.name == "pyramid" and script.is_file():
        return (str(script.absolute()),)
    return (str(Path(python).absolute()), "-m", "retro_pyramid")


def desktop_files(command: Sequence[str]) -> dict[str, bytes]:
    r"""Return the files of the desktop, by name below the shared folder; `command` are the words that start the program.

    >>> entry = desktop_files(("/opt/my games/pyramid",))["applications/retro-pyramid.desktop"]
    >>> [line for line in entry.splitlines() if line.startswith(b"Exec")]
    [b'Exec="/opt/my games/pyramid" %u']
    """
    entry = asset_text("desktop/retro-pyramid.desktop")
    icons = {f"{size}x{size}": f"desktop/{size}.png" for size in ICON_SIZES}
    return {
        f"mime/packages/{NAME}.xml": asset_bytes("desktop/retro-pyramid.xml"),
        f"icons/hicolor/scalable/apps/{NAME}.svg": asset_bytes("desktop/retro-pyramid.svg"),
        **{f"icons/hicolor/{size}/apps/{NAME}.png": asset_bytes(icon) for size, icon in icons.items()},
        f"applications/{NAME}.desktop": entry.replace("{command}", " ".join(map(_quoted, command))).encode(),
    }


def _quoted(word: str) -> str:
    r"""Return a word as the value of Exec has it.

    The Desktop Entry Specification quotes twice: in the word `" \` $ \` take a backslash, and in every value a backslash is
    written as two. A percent sign is written as two.

    >>> _quoted("/usr/bin/pyramid"), _quoted("/a b"), _quoted('/a"b')
    ('/usr/bin/pyramid', '"/a b"', '"/a\\\\"b"')
    """
    doubled = word.replace("%", "%%")
    if not any(char in " \t\n\"'\\><~|&;$*?#()`" for char in doubled):
        return doubled
    escaped = "".join(f"\\{char}" if char in '"`$\\' else char for char in doubled)
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _clear(shared: Path) -> None:
    """Remove what the programs that look again made of our files alone, and the folders that are left empty."""
    from shutil import rmtree

    packages, entries = shared / "mime" / "packages", shared / "applications"
    # All beside the packages is made of them.
    if packages.is_dir() and not any(packages.iterdir()):
        rmtree(packages.parent, ignore_errors=True)
    with suppress(OSError):
        if [path.name for path in entries.iterdir()] == ["mimeinfo.cache"]:
            (entries / "mimeinfo.cache").unlink()
    for name in desktop_files(("pyramid",)):
        for folder in list(Path(name).parents)[:-1]:
            with suppress(OSError):
                (shared / folder).rmdir()


def _look_again(shared: Path) -> None:
    from shutil import which
    from subprocess import DEVNULL, run

    for program, folder in _UPDATES:
        if found := which(program):
            run([found, str(shared / folder)], stdout=DEVNULL, stderr=DEVNULL, check=False)


_PACKAGES = ("retro-pyramid", "pyxel", "pysdl2-dll")


def run_licences() -> Report:
    """Print all texts where the program carries them with what it is built of, else say where each package has its own."""
    with suppress(FileNotFoundError):
        return Report(asset_text("licences.txt").splitlines())
    lines = ["Python: its own word license() prints its licence."]
    for name in _PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            files = metadata.files(name) or ()
            lines += [f"{name}: {file.locate()}" for file in files if "licenses" in file.parts]
    return Report(lines)
