"""What shells, `man` and desktops know of the program: `python release/shell.py --out DIR` writes it.

Completions and the manual page are made from its parsers. The files lie below DIR as below a prefix such as /usr/local.
The wheel and the Linux download carry them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(ROOT)

PLACES: Mapping[str, str] = {
    "bash": "share/bash-completion/completions/pyramid",
    "zsh": "share/zsh/site-functions/_pyramid",
    "fish": "share/fish/vendor_completions.d/pyramid.fish",
    "powershell": "share/retro-pyramid/pyramid.ps1",
}
"""Where each shell looks for completions; PowerShell looks nowhere, its profile names the file."""
MANUAL = "share/man/man1/pyramid.1"
_WORDS = {"T": "text mode; more words may follow", "2": "the second deck; more words may follow"}
_FILES = {"FILE", "PATH", "DECKS", "PNG", "FILE.DEC"}


def whole_parser() -> argparse.ArgumentParser:
    """Return one parser of all words: the options that start a game, and each sub-command with its own."""
    from retro_pyramid.commands.arguments import COMMANDS, add_arguments, load_command_arguments
    from retro_pyramid.launcher.cli_args import add_game_arguments

    description = (
        "Five Pyramid solitaire programs of the DOS era on an emulated PC. Without a COMMAND it opens a window and plays: "
        "T in text mode, 2 with the second deck. A file (.HGH, .DEC, .PYR, .ZIP, .TXT) or the packed words of a game "
        "are opened."
    )
    parser = argparse.ArgumentParser(prog="pyramid", description=description, allow_abbrev=False)
    add_game_arguments(parser)
    parts = parser.add_subparsers(metavar="COMMAND", title="words")
    for word, help in _WORDS.items():
        parts.add_parser(word, help=help)
    for name, (_, help) in COMMANDS.items():
        add_arguments(parts.add_parser(name, help=help, description=help), load_command_arguments(name))
    return parser


def completions(shell: str) -> str:
    """Return the completion script of bash, zsh, fish or powershell."""
    import shtab

    from retro_pyramid.rules import EDITIONS

    parser = whole_parser()
    for action in _actions(parser):
        if action.dest == "edition":
            action.choices = EDITIONS
        elif action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell=shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                yield from _actions(part)
        else:
            yield action


def manual() -> str:
    """Return the manual page, as troff."""
    from argparse_manpage.manpage import Manpage

    from retro_pyramid import __version__

    page = str(
        Manpage(
            whole_parser(),
            format="single-commands-section",
            _data={
                "project_name": "Retro Pyramid",
                "description": "five Pyramid solitaire programs of the DOS era",
                "version": __version__,
                "manual_title": "Games",
                "manual_section": "1",
            },
        )
    )
    # The day of the build would make every build another.
    return re.sub(r'^(\.TH \S+ \S+) "[^"]*"', r'\1 ""', page, flags=re.MULTILINE)


def files() -> dict[str, bytes]:
    """Return all of it: path below a prefix -> bytes."""
    from release.linux import metainfo
    from retro_pyramid.commands.desktop import build_desktop_files

    made = {**{place: completions(shell) for shell, place in PLACES.items()}, MANUAL: manual()}
    return {
        **{place: text.encode() for place, text in made.items()},
        **{f"share/{place}": data for place, data in build_desktop_files(("pyramid",)).items()},
        **metainfo(),
    }


def write(prefix: Path) -> list[Path]:
    """Write all of it below a prefix; return the files."""
    written = []
    for name, data in files().items():
        file = prefix / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        written.append(file)
    return written


def main(arguments: Sequence[str]) -> int:
    """Write the files as the command line says; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="release/shell.py", description="Write completions, the manual page and what desktops read."
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the prefix they go below")
    out: Path = parser.parse_args(arguments).out
    try:
        print(*write(out), sep="\n")
    except OSError as error:
        print(f"shell.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
