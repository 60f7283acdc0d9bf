"""What lies beside the program in a download, and the names a desktop knows it by."""

from __future__ import annotations

from pathlib import Path

from web import pictures

ROOT = Path(__file__).resolve().parent.parent
IDENTIFIER = "retro-pyramid"
ICON_SIZE = 256
_PLAY = {
    "linux": "Play: start the file `pyramid` in this folder. It needs no installation; the folder can lie anywhere.\n"
    "Into the menu of your desktop: ./pyramid --install-desktop (out again: ./pyramid --remove-desktop).\n"
    "Completions for shells and the manual page are in `share`, as below /usr/local.",
    "windows": "Play: double-click pyramid.exe in this folder. It needs no installation; the folder can lie anywhere.\n"
    "Windows may ask first, as the program carries no paid signature: More info, Run anyway.",
    "macos": "Play: double-click Retro Pyramid. It needs no installation; the program can lie anywhere.\n"
    "macOS may refuse at first, as the program carries no paid signature: System Settings, Privacy & Security, Open Anyway.",
}
_LEAFLET = """Retro Pyramid {version}

Five Pyramid solitaire programs of the DOS era, played again on an emulated PC.

{play}

F1 in the program is its help, F8 its Setup. The words of 1991 work in a terminal: pyramid T, pyramid --help.

Your scores, settings and games lie in a folder of your own and stay when this one is deleted. In the program: Setup, Go to,
Folder of your files.
{home}
The folder `licences` says whose work is in here: Retro Pyramid (MIT), Pyxel (MIT) and what it is built of, SDL and zlib
(zlib), Python (PSF), libffi (MIT); on Linux also libgcc and everywhere the starter of PyInstaller (GPL, with exceptions for
what they are put into).
"""


def icon(file: Path) -> None:
    """Write the program's icon as a PNG file."""
    drawing = (ROOT / "assets" / "icon.txt").read_text(encoding="ascii").split()
    file.write_bytes(pictures.icon(drawing, ICON_SIZE, ICON_SIZE // len(drawing)))


def leaflet(system: str, version: str, home: str = "") -> str:
    """Return the text that tells a stranger how to play, for `linux`, `windows` or `macos`.

    `home` is the address of the project, where it has one.
    """
    at = f"\nNewer versions, questions, the sources: {home}\n" if home else ""
    return _LEAFLET.format(version=version, play=_PLAY[system], home=at)
