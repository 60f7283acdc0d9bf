"""What a line typed at the DOS prompt does: the interpreter, without screen, files or clock of its own.

Commands and manners are those of DOS, the words are ours.  The drive holds one folder, the player's data folder; what
changes it is in `files`.
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
_COLUMN = 72
"""The width of an article that is laid out."""
_COMMAND = re.compile(r"[^\s/\\.:;,=]+|.")
_HERE = re.compile(r"(?i)(c:)?\\?\.?")
_ENDING = re.compile(r"(?i)\.(exe|com)\b")


class Dos:
    """The interpreter; `programs` are what can be run by the name typed, each an id and a title, the main one first.

    `version` is what VER says, `trouble` is what the directory raises.
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
        """Return what a typed line leads to; nothing it says is a failure."""
        line = line.strip()
        if not line:
            return Outcome()
        found = _COMMAND.match(line)
        word = found[0] if found else line
        rest = line[len(word) :]
        # A dot or a colon may follow at once: CD.. and C: are commands, and so is DIR/W.
        if word.upper() == "C" and rest.strip() == ":":
            return Outcome()
        if re.fullmatch(r"[A-Za-z]:", line):
            return Outcome((f"There is no drive {line.upper()} in this machine; C: is all it has",))
        name = word.upper()
        if name in self._programs and (ending := _ENDING.match(rest)):
            rest = rest[ending.end() :]
        # What follows a command is cut at blanks, and before a slash.
        words = re.findall(r"/[^\s/]*|[^\s/]+", rest)
        try:
            if name in self._commands:
                return self._commands[name](words)
            if name in self._programs:
                # /T is what the command line has as T, /? asks for help.
                switches = ("--help" if word == "/?" else word.removeprefix("/") for word in words)
                return Outcome(run=(self._programs[name][0], tuple(switches)))
        except self._files.troubles as trouble:
            return Outcome((shown(str(trouble)),))
        return Outcome((f"Unknown command: {cut(word)}. Type HELP for a list of commands.",))

    def _help(self, _: Sequence[str]) -> Outcome:
        (main, _), *others = ((name, title) for name, (_, title) in self._programs.items())
        rows = ((f"{main} [T] [2]", "the game; T in text mode, 2 with the second deck"), *others)
        programs = "\n".join(f"  {name:<21} {words}" for name, words in rows)
        text = asset_text("dos/help.txt").format(programs=programs, main=main)
        return Outcome(tuple(text.splitlines()))

    def _dir(self, words: Sequence[str]) -> Outcome:
        switches = {word.upper() for word in words if word.startswith("/")}
        names = [word for word in words if not word.startswith("/")]
        unknown = switches - {"/W", "/P"}
        if unknown or len(names) > 1:
            return Outcome(
                (f"DIR takes one name, /W and /P, not {cut(' '.join(sorted(unknown)) or names[1])}",)
            )
        facts = {name: (size, stamp) for name, size, stamp in self._files.directory.entries()}
        shorts = self._files.shorts()
        chosen = list(shorts)
        if names and not _HERE.fullmatch(names[0]):
            name = in_folder(names[0])
            # DIR alone takes a name without an ending for one with any.
            chosen = matching(name, shorts) or ([] if "." in name else matching(f"{name}.*", shorts))
        head = ("", " The disk in drive C has the label PYRAMID", " Files in C:\\", "")
        if not chosen:
            return Outcome((*head, f"None is called {cut((names or ['*.*'])[0])}"))
        if "/W" in switches:
            cells = [_columns(shorts[name]).ljust(16) for name in chosen]
            rows = ["".join(cells[at : at + 5]).rstrip() for at in range(0, len(cells), 5)]
        else:
            rows = [
                f"{_columns(shorts[name])}{facts[name][0]:>11}  {_date(facts[name][1])}".rstrip()
                for name in chosen
            ]
        total = sum(facts[name][0] for name in chosen)
        free = self._files.directory.free()
        rows.append(f"{len(chosen):>9} file{'s' if len(chosen) > 1 else ''} {total:>13} bytes")
        if free is not None:
            rows.append(f"{free:>29} bytes free")
        return Outcome((*head, *rows, ""), pause="/P" in switches)

    def _type(self, words: Sequence[str]) -> Outcome:
        if len(words) != 1:
            return Outcome(("TYPE takes the name of one file: TYPE PYRAMID.CFG",))
        name = self._files.one(words[0])
        text = cp437.text_of(self._files.directory.read(name))
        if text is None:
            return Outcome((f"{cut(name)} is no text",))
        # With its mark-up an article is laid out, anything else is shown as it stands.
        lines = (
            [" " * line.indent + line.text for line in lay_out(text, _COLUMN)]
            if is_marked(text)
            else broken(text.removesuffix("\n").split("\n"))
        )
        return Outcome((*lines, ""), pause=True)


def _cd(words: Sequence[str]) -> Outcome:
    if not words:
        return Outcome(("C:\\", ""))
    if _HERE.fullmatch(words[0]) or words[0] == "..":
        return Outcome()
    return Outcome((f"There is no folder {cut(words[0])}: all files of the game lie in C:\\",))


def _columns(short: str) -> str:
    """Return an 8.3 name in two columns, as DIR lists it.

    >>> _columns("PYRAMID.HGH")
    'PYRAMID  HGH'
    """
    base, _, extension = short.partition(".")
    return f"{base:<8} {extension:<3}"


def _date(stamp: Stamp | None) -> str:
    """Return a date and a time as DOS wrote them in the United States.

    >>> _date((1991, 11, 5, 14, 3))
    '11-05-91   2:03p'
    """
    if stamp is None:
        return ""
    year, month, day, hour, minute = stamp
    return f"{month:02}-{day:02}-{year % 100:02}  {hour % 12 or 12:>2}:{minute:02}{'ap'[hour >= 12]}"


def broken(lines: Iterable[str]) -> list[str]:
    """Return lines broken where the screen ends."""
    return [line[at : at + COLUMNS] for line in lines for at in range(0, len(line) or 1, COLUMNS)]
