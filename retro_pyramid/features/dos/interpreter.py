"""The command interpreter of the DOS prompt, without screen, storage or clock.

Commands and syntax are those of DOS; the messages are ours. The drive has one folder, the player's data folder. The
commands that change it are in `files`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid import cp437
from retro_pyramid.features.dos.files import FileCommands, Outcome, cut, in_folder, matching, shown
from retro_pyramid.features.magazine.disk_text import is_marked, lay_out
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.resources import asset_text

if TYPE_CHECKING:
    from retro_pyramid.storage.backends.dos_directory import Directory, Stamp

PROMPT = "C:\\>"
_ARTICLE_WIDTH = 72
"""Width in characters to which TYPE lays out an article."""
_COMMAND_NAME = re.compile(r"[^\s/\\.:;,=]+|.")
_CURRENT_FOLDER = re.compile(r"(?i)(c:)?\\?\.?")
_PROGRAM_EXTENSION = re.compile(r"(?i)\.(exe|com)\b")


class Dos:
    """Interpreter of command lines.

    `programs` maps the command of each program to its id and title, the main program first. `version_text` is the output
    of VER, `error_type` the exception that the directory raises.
    """

    def __init__(
        self,
        directory: Directory,
        programs: Mapping[str, tuple[str, str]],
        version: str,
        trouble: type[Exception],
    ) -> None:
        self._files = FileCommands(directory, trouble)
        self._programs = programs
        self._commands: dict[str, Callable[[Sequence[str]], Outcome]] = {
            "DIR": self._dir,
            "TYPE": self._type,
            "COPY": self._files.copy,
            **dict.fromkeys(("DEL", "ERASE"), self._files.delete),
            **dict.fromkeys(("REN", "RENAME"), self._files.rename),
            **dict.fromkeys(("CD", "CHDIR"), _cd),
            "CLS": lambda _: Outcome(clear=True),
            "VER": lambda _: Outcome(("", version, "")),
            **dict.fromkeys(("HELP", "?"), self._help),
            "EXIT": lambda _: Outcome(leave=True),
            "REM": lambda _: Outcome(),
        }

    def run(self, line: str) -> Outcome:
        """Run a command line and return its result; errors are lines of the result."""
        line = line.strip()
        if not line:
            return Outcome()
        match = _COMMAND_NAME.match(line)
        typed_command = match[0] if match else line
        remainder = line[len(typed_command) :]
        # A dot, colon or slash may follow without a blank: CD.., C: and DIR/W are commands.
        if typed_command.upper() == "C" and remainder.strip() == ":":
            return Outcome()
        if re.fullmatch(r"[A-Za-z]:", line):
            return Outcome((f"There is no drive {line.upper()} in this machine; C: is all it has",))
        name = typed_command.upper()
        if name in self._programs and (extension_match := _PROGRAM_EXTENSION.match(remainder)):
            remainder = remainder[extension_match.end() :]
        # Arguments are split at blanks, and before a slash.
        args = re.findall(r"/[^\s/]*|[^\s/]+", remainder)
        try:
            if name in self._commands:
                return self._commands[name](args)
            if name in self._programs:
                # /T is T on the command line, /? is --help.
                program_args = ("--help" if arg == "/?" else arg.removeprefix("/") for arg in args)
                return Outcome(run=(self._programs[name][0], tuple(program_args)))
        except self._files.troubles as error:
            return Outcome((shown(str(error)),))
        return Outcome((f"Unknown command: {cut(typed_command)}. Type HELP for a list of commands.",))

    def _help(self, _: Sequence[str]) -> Outcome:
        (main, _), *other_programs = ((name, title) for name, (_, title) in self._programs.items())
        rows = ((f"{main} [T] [2]", "the game; T in text mode, 2 with the second deck"), *other_programs)
        programs = "\n".join(f"  {name:<21} {description}" for name, description in rows)
        text = asset_text("dos/help.txt").format(programs=programs, main=main)
        return Outcome(tuple(text.splitlines()))

    def _dir(self, args: Sequence[str]) -> Outcome:
        switches = {arg.upper() for arg in args if arg.startswith("/")}
        names = [arg for arg in args if not arg.startswith("/")]
        unknown = switches - {"/W", "/P"}
        if unknown or len(names) > 1:
            return Outcome(
                (f"DIR takes one name, /W and /P, not {cut(' '.join(sorted(unknown)) or names[1])}",)
            )
        info = {name: (size, stamp) for name, size, stamp in self._files.directory.entries()}
        short_names = self._files.shorts()
        matches = list(short_names)
        if names and not _CURRENT_FOLDER.fullmatch(names[0]):
            name = in_folder(names[0])
            # Only DIR lets a name without an extension match any extension.
            matches = matching(name, short_names) or (
                [] if "." in name else matching(f"{name}.*", short_names)
            )
        heading = ("", " The disk in drive C has the label PYRAMID", " Files in C:\\", "")
        if not matches:
            return Outcome((*heading, f"None is called {cut((names or ['*.*'])[0])}"))
        if "/W" in switches:
            cells = [_format_short_name(short_names[name]).ljust(16) for name in matches]
            rows = ["".join(cells[i : i + 5]).rstrip() for i in range(0, len(cells), 5)]
        else:
            rows = [
                f"{_format_short_name(short_names[name])}{info[name][0]:>11}  {_format_date(info[name][1])}".rstrip()
                for name in matches
            ]
        total = sum(info[name][0] for name in matches)
        free_bytes = self._files.directory.free()
        rows.append(f"{len(matches):>9} file{'s' if len(matches) > 1 else ''} {total:>13} bytes")
        if free_bytes is not None:
            rows.append(f"{free_bytes:>29} bytes free")
        return Outcome((*heading, *rows, ""), pause="/P" in switches)

    def _type(self, args: Sequence[str]) -> Outcome:
        if len(args) != 1:
            return Outcome(("TYPE takes the name of one file: TYPE PYRAMID.CFG",))
        name = self._files.one(args[0])
        text = cp437.text_of(self._files.directory.read(name))
        if text is None:
            return Outcome((f"{cut(name)} is no text",))
        # An article in mark-up is laid out, any other text is shown unchanged.
        lines = (
            [" " * line.indent + line.text for line in lay_out(text, _ARTICLE_WIDTH)]
            if is_marked(text)
            else broken(text.removesuffix("\n").split("\n"))
        )
        return Outcome((*lines, ""), pause=True)


def _cd(args: Sequence[str]) -> Outcome:
    if not args:
        return Outcome(("C:\\", ""))
    if _CURRENT_FOLDER.fullmatch(args[0]) or args[0] == "..":
        return Outcome()
    return Outcome((f"There is no folder {cut(args[0])}: all files of the game lie in C:\\",))


def _format_short_name(short_name: str) -> str:
    """Return an 8.3 name in two columns, as DIR lists it.

    >>> _format_short_name("PYRAMID.HGH")
    'PYRAMID  HGH'
    """
    base, _, extension = short_name.partition(".")
    return f"{base:<8} {extension:<3}"


def _format_date(stamp: Stamp | None) -> str:
    """Return date and time in the format of DOS in the United States, or an empty string for None.

    >>> _format_date((1991, 11, 5, 14, 3))
    '11-05-91   2:03p'
    """
    if stamp is None:
        return ""
    year, month, day, hour, minute = stamp
    return f"{month:02}-{day:02}-{year % 100:02}  {hour % 12 or 12:>2}:{minute:02}{'ap'[hour >= 12]}"


def broken(lines: Iterable[str]) -> list[str]:
    """Split lines at the width of the screen."""
    return [line[start : start + COLUMNS] for line in lines for start in range(0, len(line) or 1, COLUMNS)]
