"""What a line typed at the DOS prompt does: the interpreter, without screen, files or clock of its own.

Commands and manners are those of DOS, the words are ours.  The drive holds one folder, the player's data folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from retro_pyramid import cp437
from retro_pyramid.screens.dos_names import matching, short_names

PROMPT = "C:\\>"
COLUMNS = 80
_PAGE = 23
_COMMAND = re.compile(r"[^\s/\\.:;,=]+|.")
_TEXT_END = 0x1A
_LINE_BREAKS = re.compile(r"\r\n|\r|\n")

Stamp = tuple[int, int, int, int, int]
"""When a file was written: year, month, day, hour, minute."""


class Entry(Protocol):
    """A file of the drive: its name, its size in bytes and, where that is known, when it was written."""

    @property
    def name(self) -> str:
        """Return the name, which may be longer than DOS had them."""

    @property
    def size(self) -> int:
        """Return the size in bytes."""

    @property
    def stamp(self) -> Stamp | None:
        """Return when it was written."""


class _Refused(Exception):
    """What was typed cannot be done, told in one line."""


class Directory(Protocol):
    """The data folder as the prompt needs it; what it raises when it cannot is told in one line."""

    def entries(self) -> Sequence[Entry]:
        """Return the files, sorted by name, those left out that no user has use for."""

    def read(self, name: str) -> bytes:
        """Return a file's bytes."""

    def copy(self, name: str, new: str) -> str | None:
        """Copy a file; return the name under which one that was there before is kept."""

    def remove(self, name: str) -> str | None:
        """Take a file away; return the name under which it is kept, None when it was a kept one itself."""

    def rename(self, name: str, new: str) -> None:
        """Give a file another name, which must be free."""

    def free(self) -> int | None:
        """Return the bytes that are free, None where nobody knows."""


class Question(NamedTuple):
    """Something to be answered by Y or N before it is done."""

    words: str
    yes: Callable[[], Outcome]


class Outcome(NamedTuple):
    """What a line led to: lines to show, and what is to happen then.

    `run` is a program's id and the words for it, `ask` a question, `clear` empties the screen, `leave` ends the prompt;
    `pause` says that the lines are shown a screen at a time.
    """

    lines: tuple[str, ...] = ()
    run: tuple[str, tuple[str, ...]] | None = None
    ask: Question | None = None
    clear: bool = False
    leave: bool = False
    pause: bool = False


class Dos:
    """The interpreter; `programs` are the ids of what can be run by the name typed, `version` what VER says.

    `trouble` is what the directory raises.
    """

    def __init__(
        self, directory: Directory, programs: Mapping[str, str], version: str, trouble: type[Exception]
    ) -> None:
        self._troubles = (_Refused, trouble)
        self._directory = directory
        self._programs = programs
        self._version = version
        self._commands: dict[str, Callable[[Sequence[str]], Outcome]] = {
            "DIR": self._dir,
            "TYPE": self._type,
            "COPY": self._copy,
            "DEL": self._del,
            "ERASE": self._del,
            "REN": self._ren,
            "RENAME": self._ren,
            "CD": self._cd,
            "CHDIR": self._cd,
            "CLS": lambda _: Outcome(clear=True),
            "VER": lambda _: Outcome(("", self._version, "")),
            "HELP": lambda _: Outcome(self._help()),
            "?": lambda _: Outcome(self._help()),
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
            return Outcome((f"There is no drive {line.upper()} in this machine; C: is all it has.",))
        name = word.upper().removesuffix(".EXE")
        words = _words(rest.removeprefix(".EXE").removeprefix(".exe"))
        try:
            if name in self._commands:
                return self._commands[name](words)
            if name in self._programs:
                return Outcome(run=(self._programs[name], tuple(_switches(words))))
        except self._troubles as trouble:
            return Outcome((_shown(str(trouble)),))
        return Outcome((f"{_cut(word)} is neither a command nor a program here. HELP lists both.",))

    def _help(self) -> tuple[str, ...]:
        return (
            "",
            "Programs",
            "  PYRAMID [T] [2]       the game; T in text mode, 2 with the second deck",
            *(f"  {name:<21} {words}" for name, words in _PROGRAM_WORDS if name in self._programs),
            "  with words, as in PYRAMID --deal 61 or EMPYR -nosound; /? lists some",
            "Commands",
            *(f"  {name:<21} {words}" for name, words in _HELP),
            "F3 brings the last line back, the arrows the ones before. In a name ? stands for",
            "one letter, * for any number.",
        )

    def _files(self) -> tuple[dict[str, Entry], dict[str, str]]:
        entries = {entry.name: entry for entry in self._directory.entries()}
        return entries, short_names(entries)

    def _one(self, pattern: str) -> str:
        """Return the one file a name means; refuse where it means none or several."""
        found = self._some(pattern)
        if len(found) > 1:
            raise _Refused(f"{_cut(pattern)} means {len(found)} files: one is expected here.")
        return found[0]

    def _some(self, pattern: str) -> list[str]:
        _, shorts = self._files()
        found = matching(_in_folder(pattern), shorts)
        if not found:
            raise _Refused(f"No file here is called {_cut(pattern)}.")
        return found

    def _dir(self, words: Sequence[str]) -> Outcome:
        switches = {word.upper() for word in words if word.startswith("/")}
        names = [word for word in words if not word.startswith("/")]
        unknown = switches - {"/W", "/P"}
        if unknown or len(names) > 1:
            return Outcome(
                (f"DIR takes one name, /W and /P, not {_cut(' '.join(sorted(unknown)) or names[1])}.",)
            )
        entries, shorts = self._files()
        chosen = matching(_in_folder(names[0]), shorts) if names else list(shorts)
        head = ("", " The disk in drive C has the label PYRAMID", " Files in C:\\", "")
        if not chosen:
            return Outcome((*head, f"None is called {_cut(names[0])}." if names else "None yet."))
        if "/W" in switches:
            cells = [_columns(shorts[name]).ljust(16) for name in chosen]
            rows = ["".join(cells[at : at + 5]).rstrip() for at in range(0, len(cells), 5)]
        else:
            rows = [
                f"{_columns(shorts[name])}{entries[name].size:>11}  {_date(entries[name].stamp)}".rstrip()
                for name in chosen
            ]
        total = sum(entries[name].size for name in chosen)
        free = self._directory.free()
        tail: tuple[str, ...] = (f"{len(chosen):>9} file{'s' if len(chosen) > 1 else ''} {total:>13} bytes",)
        if free is not None:
            tail += (f"{free:>29} bytes free",)
        return Outcome((*head, *rows, *tail, ""), pause="/P" in switches)

    def _type(self, words: Sequence[str]) -> Outcome:
        if len(words) != 1:
            return Outcome(("TYPE takes the name of one file: TYPE PYRAMID.CFG",))
        name = self._one(words[0])
        lines = text_lines(self._directory.read(name))
        if lines is None:
            return Outcome((f"{_cut(name)} is no text.",))
        return Outcome((*lines, ""))

    def _copy(self, words: Sequence[str]) -> Outcome:
        if len(words) != 2:
            return Outcome(("COPY takes two names: COPY PYRAMID.HGH BEST.HGH",))
        name, new = self._one(words[0]), self._new(words[1])
        if new.upper() == name.upper():
            return Outcome(("A file cannot be copied on to itself.",))

        def copy() -> Outcome:
            return self._told(lambda: self._kept(self._directory.copy(name, new), "1 file copied."))

        there = [other for other in self._files()[0] if other.upper() == new.upper()]
        if there:
            return Outcome(ask=Question(f"{_cut(there[0])} is there already. Write over it (Y/N)?", copy))
        return copy()

    def _del(self, words: Sequence[str]) -> Outcome:
        if len(words) != 1:
            return Outcome(("DEL takes one name: DEL OLD.PYR, DEL *.BAK",))
        names = self._some(words[0])

        def delete() -> Outcome:
            def step() -> tuple[str, ...]:
                kept = [self._directory.remove(name) for name in names]
                lines = tuple(f"Kept as {_cut(name)}." for name in kept if name)
                gone = f"{len(names)} file{'s' if len(names) > 1 else ''} deleted."
                return (*lines, gone)

            return self._told(step)

        what = _cut(names[0]) if len(names) == 1 else f"{len(names)} files"
        return Outcome(ask=Question(f"Delete {what} (Y/N)?", delete))

    def _ren(self, words: Sequence[str]) -> Outcome:
        if len(words) != 2:
            return Outcome(("REN takes two names: REN OLD.PYR NEW.PYR",))
        name, new = self._one(words[0]), self._new(words[1])
        if any(other.upper() == new.upper() and other != name for other in self._files()[0]):
            return Outcome((f"{new} is there already.",))

        def rename() -> Outcome:
            def step() -> tuple[str, ...]:
                self._directory.rename(name, new)
                return (f"{_cut(name)} is {new} now.",)

            return self._told(step)

        return Outcome(ask=Question(f"Rename {_cut(name)} to {new} (Y/N)?", rename))

    def _cd(self, words: Sequence[str]) -> Outcome:
        if not words:
            return Outcome(("C:\\", ""))
        if words[0].upper() in ("\\", ".", "..", "C:", "C:\\"):
            return Outcome()
        return Outcome((f"There is no folder {_cut(words[0])}: all files of the game lie in C:\\.",))

    def _new(self, name: str) -> str:
        """Return a name to be given, in capitals; refuse when it is none of eight and three."""
        name = _in_folder(name).upper()
        if short_names([name]).get(name) != name:
            raise _Refused(f"{_cut(name)} cannot be a name: up to 8 letters, a dot, up to 3 letters.")
        return name

    def _told(self, step: Callable[[], tuple[str, ...]]) -> Outcome:
        try:
            return Outcome(step())
        except self._troubles as trouble:
            return Outcome((_shown(str(trouble)),))

    @staticmethod
    def _kept(name: str | None, words: str) -> tuple[str, ...]:
        return (f"The one that was there is kept as {_cut(name)}.", words) if name else (words,)


_PROGRAM_WORDS = (
    ("EMPYR", "EM's Pyramid"),
    ("TILLDAWN", "Solitaire Till Dawn"),
    ("WINPYR", "the Windows Pyramid"),
    ("RELAXED", "Relaxed Pyramid"),
    ("ODM", "the magazine itself"),
)
_HELP = (
    ("DIR [name] [/W] [/P]", "what files there are; wide; a page at a time"),
    ("TYPE name", "show a text"),
    ("COPY name name", "copy a file"),
    ("REN name name", "give a file another name"),
    ("DEL name", "delete a file; it is kept as .BAK"),
    ("CLS", "clear the screen"),
    ("VER", "say what this is"),
    ("EXIT", "leave the prompt"),
)


def _words(rest: str) -> list[str]:
    """Cut what follows a command: at blanks, and before a slash."""
    return re.findall(r"/[^\s/]*|[^\s/]+", rest)


def _switches(words: Iterable[str]) -> Iterable[str]:
    """Give a program its words as the command line has them: /T is what others write as T, /? asks for help."""
    for word in words:
        yield "--help" if word == "/?" else word.removeprefix("/")


def _in_folder(name: str) -> str:
    """Take the drive and the one folder off a name; refuse when it leads elsewhere."""
    plain = re.sub(r"(?i)^c:", "", name).removeprefix("\\").removeprefix(".\\")
    if not plain or "\\" in plain or "/" in plain or ":" in plain or plain in (".", ".."):
        raise _Refused(f"{_cut(name)} is not a file of C:\\, and there is no other folder.")
    return plain


def _columns(short: str) -> str:
    """Return an 8.3 name with its two parts under one another.

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


def text_lines(data: bytes) -> list[str] | None:
    """Return a text file's lines, at most 80 characters each, in characters of code page 437; None for what is no text.

    >>> text_lines(b"one\\ttwo\\r\\nthree\\x1ahidden"), text_lines(b"\\x00\\x01")
    (['one     two', 'three'], None)
    """
    data = data.partition(bytes([_TEXT_END]))[0]
    if any(byte < 32 and byte not in b"\t\r\n\f" for byte in data):
        return None
    try:
        text = "".join(char if _known(char) else "?" for char in data.decode("utf-8"))
    except UnicodeDecodeError:
        text = cp437.decode(data.replace(b"\t", b" " * 8)) if b"\n" not in data else _by_lines(data)
    lines: list[str] = []
    for line in _LINE_BREAKS.split(text.replace("\f", "")):
        spread = line.expandtabs(8)
        lines += [spread[at : at + COLUMNS] for at in range(0, len(spread), COLUMNS)] or [""]
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def _by_lines(data: bytes) -> str:
    return "\n".join(cp437.decode(line.replace(b"\t", b" " * 8)) for line in re.split(rb"\r\n|\r|\n", data))


def _known(char: str) -> bool:
    return char in "\t\r\n\f" or char in cp437.TABLE


def _cut(word: str) -> str:
    """Return a word as it may be shown: in the adapter's characters, and not too long."""
    word = _shown(word)
    return word if len(word) <= 24 else word[:21] + "..."


def _shown(text: str) -> str:
    return "".join(char if _known(char) and char.isprintable() else "?" for char in text)
