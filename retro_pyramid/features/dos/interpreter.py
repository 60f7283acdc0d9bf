"""The command interpreter of the DOS prompt, without screen, storage or clock.

Commands and syntax are those of DOS; the messages are ours. The drive has one folder, the player's data folder. The
commands that change it are in `files`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid import cp437
from retro_pyramid.features.dos.files import (
    CommandResult,
    FileCommands,
    match_names,
    shorten_for_display,
    strip_folder,
    to_displayable,
)
from retro_pyramid.features.magazine.disk_text import is_article_markup, lay_out_text
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.resources import read_asset_text

if TYPE_CHECKING:
    from retro_pyramid.storage.backends.dos_directory import DosDirectory, Timestamp

PROMPT_TEXT = "C:\\>"
_ARTICLE_WIDTH = 72
"""Width in characters to which TYPE lays out an article."""
_COMMAND_NAME = re.compile(r"[^\s/\\.:;,=]+|.")
_CURRENT_FOLDER = re.compile(r"(?i)(c:)?\\?\.?")
_PROGRAM_EXTENSION = re.compile(r"(?i)\.(exe|com)\b")


class DosInterpreter:
    """Interpreter of command lines.

    `programs` maps the command of each program to its id and title, the main program first. `version_text` is the output
    of VER, `error_type` the exception that the directory raises.
    """

    def __init__(
        self,
        directory: DosDirectory,
        programs: Mapping[str, tuple[str, str]],
        version_text: str,
        error_type: type[Exception],
    ) -> None:
        self._files = FileCommands(directory, error_type)
        self._programs = programs
        self._commands: dict[str, Callable[[Sequence[str]], CommandResult]] = {
            "DIR": self._dir,
            "TYPE": self._type,
            "COPY": self._files.copy,
            **dict.fromkeys(("DEL", "ERASE"), self._files.delete),
            **dict.fromkeys(("REN", "RENAME"), self._files.rename),
            **dict.fromkeys(("CD", "CHDIR"), _cd),
            "CLS": lambda _: CommandResult(clears_screen=True),
            "VER": lambda _: CommandResult(("", version_text, "")),
            **dict.fromkeys(("HELP", "?"), self._help),
            "EXIT": lambda _: CommandResult(leaves_prompt=True),
            "REM": lambda _: CommandResult(),
        }

    def run_line(self, line: str) -> CommandResult:
        """Run a command line and return its result; errors are lines of the result."""
        line = line.strip()
        if not line:
            return CommandResult()
        match = _COMMAND_NAME.match(line)
        typed_command = match[0] if match else line
        remainder = line[len(typed_command) :]
        # A dot, colon or slash may follow without a blank: CD.., C: and DIR/W are commands.
        if typed_command.upper() == "C" and remainder.strip() == ":":
            return CommandResult()
        if re.fullmatch(r"[A-Za-z]:", line):
            return CommandResult((f"There is no drive {line.upper()} in this machine; C: is all it has",))
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
                return CommandResult(launch_request=(self._programs[name][0], tuple(program_args)))
        except self._files.error_types as error:
            return CommandResult((to_displayable(str(error)),))
        return CommandResult(
            (f"Unknown command: {shorten_for_display(typed_command)}. Type HELP for a list of commands.",)
        )

    def _help(self, _: Sequence[str]) -> CommandResult:
        (main, _), *other_programs = ((name, title) for name, (_, title) in self._programs.items())
        rows = ((f"{main} [T] [2]", "the game; T in text mode, 2 with the second deck"), *other_programs)
        programs = "\n".join(f"  {name:<21} {description}" for name, description in rows)
        text = read_asset_text("dos/help.txt").format(programs=programs, main=main)
        return CommandResult(tuple(text.splitlines()))

    def _dir(self, args: Sequence[str]) -> CommandResult:
        switches = {arg.upper() for arg in args if arg.startswith("/")}
        names = [arg for arg in args if not arg.startswith("/")]
        unknown = switches - {"/W", "/P"}
        if unknown or len(names) > 1:
            return CommandResult(
                (
                    f"DIR takes one name, /W and /P, not {shorten_for_display(' '.join(sorted(unknown)) or names[1])}",
                )
            )
        info = {name: (size, stamp) for name, size, stamp in self._files.directory.list_entries()}
        short_names = self._files.list_short_names()
        matches = list(short_names)
        if names and not _CURRENT_FOLDER.fullmatch(names[0]):
            name = strip_folder(names[0])
            # Only DIR lets a name without an extension match any extension.
            matches = match_names(name, short_names) or (
                [] if "." in name else match_names(f"{name}.*", short_names)
            )
        heading = ("", " The disk in drive C has the label PYRAMID", " Files in C:\\", "")
        if not matches:
            return CommandResult((*heading, f"None is called {shorten_for_display((names or ['*.*'])[0])}"))
        if "/W" in switches:
            cells = [_format_short_name(short_names[name]).ljust(16) for name in matches]
            rows = ["".join(cells[i : i + 5]).rstrip() for i in range(0, len(cells), 5)]
        else:
            rows = [
                f"{_format_short_name(short_names[name])}{info[name][0]:>11}  {_format_date(info[name][1])}".rstrip()
                for name in matches
            ]
        total = sum(info[name][0] for name in matches)
        free_bytes = self._files.directory.get_free_bytes()
        rows.append(f"{len(matches):>9} file{'s' if len(matches) > 1 else ''} {total:>13} bytes")
        if free_bytes is not None:
            rows.append(f"{free_bytes:>29} bytes free")
        return CommandResult((*heading, *rows, ""), is_paged="/P" in switches)

    def _type(self, args: Sequence[str]) -> CommandResult:
        if len(args) != 1:
            return CommandResult(("TYPE takes the name of one file: TYPE PYRAMID.CFG",))
        name = self._files.find_single_file(args[0])
        text = cp437.decode_text_file(self._files.directory.read(name))
        if text is None:
            return CommandResult((f"{shorten_for_display(name)} is no text",))
        # An article in mark-up is laid out, any other text is shown unchanged.
        lines = (
            [" " * line.indent + line.text for line in lay_out_text(text, _ARTICLE_WIDTH)]
            if is_article_markup(text)
            else wrap_lines(text.removesuffix("\n").split("\n"))
        )
        return CommandResult((*lines, ""), is_paged=True)


def _cd(args: Sequence[str]) -> CommandResult:
    if not args:
        return CommandResult(("C:\\", ""))
    if _CURRENT_FOLDER.fullmatch(args[0]) or args[0] == "..":
        return CommandResult()
    return CommandResult(
        (f"There is no folder {shorten_for_display(args[0])}: all files of the game lie in C:\\",)
    )


def _format_short_name(short_name: str) -> str:
    """Return an 8.3 name in two columns, as DIR lists it.

    >>> _format_short_name("PYRAMID.HGH")
    'PYRAMID  HGH'
    """
    base, _, extension = short_name.partition(".")
    return f"{base:<8} {extension:<3}"


def _format_date(stamp: Timestamp | None) -> str:
    """Return date and time in the format of DOS in the United States, or an empty string for None.

    >>> _format_date((1991, 11, 5, 14, 3))
    '11-05-91   2:03p'
    """
    if stamp is None:
        return ""
    year, month, day, hour, minute = stamp
    return f"{month:02}-{day:02}-{year % 100:02}  {hour % 12 or 12:>2}:{minute:02}{'ap'[hour >= 12]}"


def wrap_lines(lines: Iterable[str]) -> list[str]:
    """Split lines at the width of the screen."""
    return [line[start : start + COLUMNS] for line in lines for start in range(0, len(line) or 1, COLUMNS)]
