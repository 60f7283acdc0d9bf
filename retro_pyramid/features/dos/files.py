"""DOS file names and patterns, and the commands COPY, DEL and REN."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid import cp437

if TYPE_CHECKING:
    from retro_pyramid.storage.backends.dos_directory import DosDirectory

_DEVICE = re.compile(r"(CON|PRN|AUX|NUL|CLOCK\$|(COM|LPT)[0-9])(\..*)?")
_INTERNAL_EXTENSIONS = (".LCK", ".TMP")
"""Extensions of the game's lock files and half-written files, which no list shows."""


class DosCommandError(Exception):
    """A command that cannot be carried out; the message is one line."""


class YesNoQuestion(NamedTuple):
    """A question to be answered with Y or N, and the action for Y."""

    text: str
    on_yes: Callable[[], CommandResult]


class CommandResult(NamedTuple):
    """Result of a command line: output lines, and what the prompt does next."""

    lines: tuple[str, ...] = ()
    """Output of the command."""
    launch_request: tuple[str, tuple[str, ...]] | None = None
    """Id and command-line arguments of the program to start, or None."""
    question: YesNoQuestion | None = None
    """A question to be answered before the command is carried out, or None."""
    clears_screen: bool = False
    """Whether the screen is cleared."""
    leaves_prompt: bool = False
    """Whether the prompt is closed."""
    is_paged: bool = False
    """Whether the lines are shown a screen at a time."""


class FileCommands:
    """The commands that change files of a directory.

    `error_type` is the exception that the directory raises. `error_types` are all exceptions whose message is one line
    to be shown.
    """

    def __init__(self, directory: DosDirectory, error_type: type[Exception]) -> None:
        self.directory = directory
        self.error_types = (DosCommandError, error_type)

    def list_short_names(self) -> dict[str, str]:
        """Return the 8.3 name of each file, by its real name."""
        return assign_short_names(name for name, _, _ in self.directory.list_entries())

    def find_single_file(self, pattern: str) -> str:
        """Return the only file that a name or pattern matches. Raise DosCommandError if none or several match."""
        matches = self._find_files(pattern)
        if len(matches) > 1:
            raise DosCommandError(
                f"{shorten_for_display(pattern)} means {len(matches)} files: one is expected here"
            )
        return matches[0]

    def _find_files(self, pattern: str) -> list[str]:
        """Return the files that a name or pattern matches. Raise DosCommandError if there are none."""
        matches = match_names(strip_folder(pattern), self.list_short_names())
        if not matches:
            raise DosCommandError(f"No file here is called {shorten_for_display(pattern)}")
        return matches

    def _find_writable_files(self, pattern: str) -> tuple[list[str], int]:
        """Return the writable files that a pattern matches, and the number of read-only ones.

        Raise DosCommandError if no file is writable.
        """
        matches = self._find_files(pattern)
        writable = [name for name in matches if not self.directory.is_read_only(name)]
        if not writable:
            subject = (
                f"{shorten_for_display(matches[0])} is"
                if len(matches) == 1
                else f"These {len(matches)} files are"
            )
            raise DosCommandError(f"{subject} read-only")
        return writable, len(matches) - len(writable)

    def copy(self, args: Sequence[str]) -> CommandResult:
        """Copy files; ask before overwriting any, and keep a backup of each overwritten file."""
        if len(args) != 2:
            return CommandResult(("COPY takes two names: COPY PYRAMID.HGH BEST.HGH",))
        short_names = self.list_short_names()
        targets = self._target_names(self._find_files(args[0]), *args)
        targets = {name: _existing_file(target, short_names) or target for name, target in targets.items()}
        if any(name == target for name, target in targets.items()):
            raise DosCommandError("A file cannot be copied on to itself")

        def copy_all() -> CommandResult:
            def step(name: str) -> str:
                backup_name = self.directory.copy(name, targets[name])
                return (
                    f"The one that was there is kept as {shorten_for_display(backup_name)}"
                    if backup_name
                    else ""
                )

            return self._run_for_each(targets, step, "copied")

        existing = [
            target
            for target in targets.values()
            if target in short_names and not self.directory.is_read_only(target)
        ]
        if not existing:
            return copy_all()
        verb, pronoun = ("is", "it") if len(existing) == 1 else ("are", "them")
        return CommandResult(
            question=YesNoQuestion(
                f"{_describe_names(existing)} {verb} there already. Write over {pronoun} (Y/N)?", copy_all
            )
        )

    def delete(self, args: Sequence[str]) -> CommandResult:
        """Delete files after a question; each is kept as a backup, and a backup is deleted for good."""
        if len(args) != 1:
            return CommandResult(("DEL takes one name: DEL OLD.PYR, DEL *.BAK",))
        names, read_only_count = self._find_writable_files(args[0])
        # Backups first: a backup that this command makes must not be deleted as an older one.
        names.sort(key=self.directory.is_backup, reverse=True)
        backup_count = sum(map(self.directory.is_backup, names))

        def step(name: str) -> str:
            backup_name = self.directory.remove(name)
            return f"Kept as {shorten_for_display(backup_name)}" if backup_name else ""

        description = _describe_names(names)
        if backup_count:
            description += " for good" if backup_count == len(names) else f", {backup_count} of them for good"
        if read_only_count:
            description += f", but not {read_only_count} read-only"
        return CommandResult(
            question=YesNoQuestion(
                f"Delete {description} (Y/N)?", lambda: self._run_for_each(names, step, "deleted")
            )
        )

    def rename(self, args: Sequence[str]) -> CommandResult:
        """Rename files after a question; the new names must not be in use."""
        if len(args) != 2:
            return CommandResult(("REN takes two names: REN OLD.PYR NEW.PYR",))
        new_names, short_names = (
            self._target_names(self._find_writable_files(args[0])[0], *args),
            self.list_short_names(),
        )
        for name, new in new_names.items():
            existing_name = _existing_file(new, short_names)
            if existing_name not in ("", name) and not self.directory.is_read_only(existing_name):
                raise DosCommandError(f"{new} is there already")

        def step(name: str) -> str:
            self.directory.rename(name, new_names[name])
            return f"{shorten_for_display(name)} is {new_names[name]} now"

        old, new = next(iter(new_names.items()))
        description = (
            f"{shorten_for_display(old)} to {new}" if len(new_names) == 1 else f"{len(new_names)} files"
        )
        return CommandResult(
            question=YesNoQuestion(
                f"Rename {description} (Y/N)?", lambda: self._run_for_each(new_names, step, "renamed")
            )
        )

    def _target_names(self, names: Sequence[str], pattern: str, new_pattern: str) -> Mapping[str, str]:
        """Return the 8.3 name that the typed pattern gives each file, by the file's real name.

        Raise DosCommandError if a name is invalid or two files would get the same name.
        """
        short_names = self.list_short_names()
        new_pattern = strip_folder(new_pattern).upper()
        if len(names) > 1 and "*" not in new_pattern and "?" not in new_pattern:
            raise DosCommandError(
                f"{shorten_for_display(pattern)} means {len(names)} files: the second name needs a * or ? for them"
            )
        targets = {
            name: _validated_name(apply_rename_pattern(short_names[name], new_pattern), new_pattern)
            for name in names
        }
        if len(set(targets.values())) < len(targets):
            raise DosCommandError(
                f"Several files would be called the same by {shorten_for_display(new_pattern)}"
            )
        return targets

    def _run_for_each(
        self, names: Iterable[str], step: Callable[[str], str], past_participle: str
    ) -> CommandResult:
        """Run a step for each file; the line that a step returns is shown unless it is empty.

        The first error ends the loop. It is shown together with the number of files done before it.
        """
        lines: list[str] = []
        count = 0
        try:
            for name in names:
                line = step(name)
                count += 1
                lines += [line] if line else []
        except self.error_types as error:
            lines.append(to_displayable(str(error)))
        if past_participle != "renamed":
            lines.append(f"{count} file{'' if count == 1 else 's'} {past_participle}")
        return CommandResult(tuple(lines))


def _describe_names(names: Sequence[str]) -> str:
    """Return the name of a single file, or the number of files."""
    return shorten_for_display(names[0]) if len(names) == 1 else f"{len(names)} files"


def _existing_file(name: str, short_names: Mapping[str, str]) -> str:
    """Return the file whose 8.3 or real name this is, or an empty string."""
    return next(iter(match_names(name, short_names)), "")


def _validated_name(name: str, typed_name: str) -> str:
    """Return a new file name. Raise DosCommandError if it is not 8.3, or is a device or an internal name."""
    if assign_short_names([name]).get(name) != name:
        raise DosCommandError(
            f"{shorten_for_display(typed_name)} cannot be a name: up to 8 letters, a dot, up to 3 letters"
        )
    if _DEVICE.fullmatch(name):
        raise DosCommandError(
            f"{shorten_for_display(name)} is a device, and no file can be called so; TYPE shows a file"
        )
    if name.endswith(_INTERNAL_EXTENSIONS):
        raise DosCommandError(
            f"{shorten_for_display(name)} cannot be a name: .LCK and .TMP are the game's own endings"
        )
    return name


def strip_folder(name: str) -> str:
    """Return a name without drive and root folder. Raise DosCommandError if it leads to another folder."""
    bare_name = re.sub(r"(?i)^c:", "", name).removeprefix("\\").removeprefix(".\\")
    if not bare_name or "\\" in bare_name or "/" in bare_name or ":" in bare_name or bare_name in (".", ".."):
        raise DosCommandError(
            f"{shorten_for_display(name)} is not a file of C:\\, and there is no other folder"
        )
    return bare_name


def shorten_for_display(text: str) -> str:
    """Return a text as it can be displayed, shortened to 24 characters."""
    text = to_displayable(text)
    return text if len(text) <= 24 else text[:21] + "..."


def to_displayable(text: str) -> str:
    """Return a text with every character that the adapter cannot display replaced by a question mark."""
    return "".join(char if char in cp437.DECODING_TABLE and char.isprintable() else "?" for char in text)


_FORBIDDEN = re.compile(r"[^A-Z0-9!#$%&'()@^_`{}~-]")


def assign_short_names(names: Iterable[str]) -> dict[str, str]:
    """Return a unique 8.3 name in capitals for each name; one that does not fit ends in ~1, ~2, ...

    >>> assign_short_names(["pyramid.hgh", "PYRAMID.HGH.BAK", "my games.pyr"])
    {'pyramid.hgh': 'PYRAMID.HGH', 'PYRAMID.HGH.BAK': 'PYRAMI~1.BAK', 'my games.pyr': 'MYGAME~1.PYR'}
    """
    names_in_order = list(names)
    names_that_fit = {name: name.upper() for name in names_in_order if _is_short(name.upper())}
    taken: set[str] = set()
    short_by_name: dict[str, str] = {}
    # One generator for names with the same beginning: thousands of such names would take minutes otherwise.
    generators: dict[tuple[str, str], Iterator[str]] = {}
    # Names that fit are kept; of two that differ only in case, the first is kept.
    for name in sorted(names_in_order, key=lambda name: name not in names_that_fit):
        short = names_that_fit.get(name, "")
        if not short or short in taken:
            parts = _base_and_extension(name)
            candidates = generators.setdefault(parts, _numbered_names(*parts))
            short = next(candidate for candidate in candidates if candidate not in taken)
        taken.add(short)
        short_by_name[name] = short
    return {name: short_by_name[name] for name in names_in_order}


def _is_short(name: str) -> bool:
    """Return True if a name in capitals is a valid 8.3 name."""
    base, dot, extension = name.partition(".")
    parts = (base, extension) if dot else (base,)
    return (
        0 < len(base) <= 8
        and len(extension) <= 3
        and bool(extension) == bool(dot)
        and not any(_FORBIDDEN.search(part) for part in parts)
    )


def _base_and_extension(name: str) -> tuple[str, str]:
    """Return the base, shortened to leave room for ~1, and the extension of a name that is not 8.3."""
    base, dot, extension = name.upper().rpartition(".")
    if not dot:
        base, extension = extension, ""
    return (_FORBIDDEN.sub("", base.replace(" ", "")) or "FILE")[:6], _FORBIDDEN.sub("", extension)[:3]


def _numbered_names(base: str, extension: str) -> Iterator[str]:
    """Yield 8.3 names with ~1, ~2, ... at the end of their base."""
    for number in count(1):
        suffix = f"~{number}"
        yield f"{base[: 8 - len(suffix)]}{suffix}" + (f".{extension}" if extension else "")


def match_names(pattern: str, short_names: Mapping[str, str]) -> list[str]:
    """Return the files that a name, or a pattern with * and ?, matches; `short_names` maps file names to 8.3 names.

    >>> match_names("*.hgh", {"pyramid.hgh": "PYRAMID.HGH", "PYRTOUR.HGH": "PYRTOUR.HGH", "A": "A"})
    ['pyramid.hgh', 'PYRTOUR.HGH']
    """
    upper_pattern = pattern.upper()
    if "*" not in upper_pattern and "?" not in upper_pattern:
        # Of files whose names differ only in case, one has the short name.
        by_short = [name for name, short in short_names.items() if upper_pattern == short]
        return by_short or [name for name in short_names if upper_pattern == name.upper()]
    if upper_pattern == "*":
        upper_pattern = "*.*"
    base, _, extension = upper_pattern.partition(".")
    return [
        name
        for name, short in short_names.items()
        for name_base, _, name_extension in [short.partition(".")]
        if _part_matches(base, name_base, 8) and _part_matches(extension, name_extension, 3)
    ]


def _part_matches(pattern: str, part: str, size: int) -> bool:
    """Compare character by character, as DOS did: a * stands for question marks up to the end of its part."""
    head, star, _ = pattern.partition("*")
    pattern_chars = (head + "?" * size)[:size] if star else head.ljust(size)
    return len(head) <= size and all(
        pattern_char in ("?", char)
        for pattern_char, char in zip(pattern_chars, part.ljust(size), strict=True)
    )


def apply_rename_pattern(short_name: str, pattern: str) -> str:
    """Return the name that a pattern in capitals makes of an 8.3 name: ? and * keep the characters at their positions.

    >>> apply_rename_pattern("PYRAMID.HGH", "*.OLD"), apply_rename_pattern("A.B", "X?Z*.?")
    ('PYRAMID.OLD', 'XZ.B')
    >>> apply_rename_pattern("A.B", "NEW.PYR")
    'NEW.PYR'
    """
    if "*" not in pattern and "?" not in pattern:
        return pattern
    old_base, _, old_extension = short_name.partition(".")
    base, _, extension = pattern.partition(".")
    parts = (_fill_part(base, old_base, 8), _fill_part(extension, old_extension, 3))
    return ".".join(part for part in parts if part)


def _fill_part(pattern: str, old: str, size: int) -> str:
    """Return a part of a name from its pattern, with the old part's characters for the wildcards."""
    head, star, _ = pattern.partition("*")
    pattern_chars = head + "?" * (size - len(head)) if star else head
    return "".join(old[i : i + 1] if char == "?" else char for i, char in enumerate(pattern_chars))
