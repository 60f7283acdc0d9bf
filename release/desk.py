"""What lies beside the program in a download, and the names a desktop knows it by."""

from __future__ import annotations

from pathlib import Path

from release import credits

ROOT = Path(__file__).resolve().parent.parent
IDENTIFIER = "retro-pyramid"
_PLAY = {
    "linux": "Play: start the file `pyramid` in this folder. It needs no installation; the folder can lie anywhere.\n"
    "Into the menu of your desktop: ./pyramid --install-desktop (out again: ./pyramid --remove-desktop).\n"
    "Completions for shells, the manual page and the desktop's files are in `usr`, as below /usr/local.",
    "windows": "Play: double-click Retro Pyramid.exe in this folder. It needs no installation.\n"
    "The folder can lie anywhere. pyramid.exe is the same for a console: pyramid T, pyramid --help.\n"
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
The folder `licences` has the texts of all that is in here; `pyramid --licences` prints them:
{parts}
"""


def icon(file: Path) -> None:
    """Write the program's icon as a PNG file."""
    file.write_bytes((ROOT / "assets" / "desktop" / "256.png").read_bytes())


def leaflet(system: str, version: str, home: str = "") -> str:
    """Return the text that tells a stranger how to play, for `linux`, `windows` or `macos`.

    `home` is the address of the project, where it has one.
    """
    at = f"\nNewer versions, questions, the sources: {home}\n" if home else ""
    parts = "\n".join(f"  {part.whose}: {part.licence}" for part in credits.parts(system))
    return _LEAFLET.format(version=version, play=_PLAY[system], home=at, parts=parts)
