"""A file as a value that several programs may change, and the notices about trouble with it."""

from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from retro_pyramid.formats import FormatError, NewerFormatError
from retro_pyramid.rules.transcript import TranscriptError, UnknownTermError
from retro_pyramid.storage.backends.store import (
    DATA_FILE_LIMIT,
    BrokenFile,
    NewerFile,
    StorageError,
    Store,
    Unwritable,
    bak_names,
)

Value = TypeVar("Value")
TOO_LONG = "This game is too long to be saved. It goes on unsaved."


class Notices:
    """Lines for the player about trouble with files, each given once; whoever shows a line removes it from `lines`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._said: set[str] = set()

    def say(self, line: str, once: str | None = None) -> None:
        """Add a line unless it, or another with the same `once`, was added before."""
        if (once or line) not in self._said:
            self._said.add(once or line)
            self.lines.append(line)

    def cannot_save(self, what: str, error: StorageError) -> None:
        """Add that a thing cannot be saved; each reason is told once, for the first thing it hits."""
        reason = str(error).rpartition(": ")[2]
        self.say(f"{what} cannot be saved: {error}", f"cannot be saved: {reason}")

    def newer_parts(self, name: str) -> None:
        """Add that a file has parts of a newer version, which are carried along."""
        self.say(f"{name} has parts of a newer version of Retro Pyramid, which are kept")


Seen = dict[str, int]
"""Checksums of files that were looked at while many are kept, by name: an old one does no harm."""


def place_for(store: Store, names: Iterable[str], data: bytes, seen: Seen) -> tuple[str, bool]:
    """Return the first of the names that no file has or whose file has these bytes; say whether it is free."""
    there, check = {other.upper() for other in store.names()}, crc32(data)
    for name in names:
        if name.upper() not in there:
            return name, True
        if seen.get(name, check) == check:
            found = b""
            with suppress(BrokenFile):
                found = store.read(name) or b""
                if found == data:
                    return name, False
            seen[name] = crc32(found)
    raise StorageError("expected a name that is free")


def keep_copy(store: Store, name: str, data: bytes, seen: Seen | None = None) -> str:
    """Write bytes under a file's first free .BAK name, unless a .BAK has them, and return that name; raise StorageError."""
    there = [other for other in store.names() if other.upper().startswith(f"{name}.BAK".upper())]
    names = chain(there, bak_names(name))
    kept, free = place_for(store, names, data, {} if seen is None else seen)
    if free:
        store.write(kept, data)
    return kept


def replace_file(store: Store, name: str, data: bytes, over_link: bool = False) -> str | None:
    """Write a file under the lock, and keep one there that differs; return its .BAK name, empty where there was none.

    None says that the same bytes are there already. With `over_link` a link whose file is kept is replaced itself.
    Raise StorageError.
    """
    with store.lock(name):
        there = None
        try:
            there = store.read(name)
        except BrokenFile:
            store.keep_as_bak(name)
        if there == data:
            return None
        kept = "" if there is None else keep_copy(store, name, there)
        store.write(name, data, over_link=over_link and bool(kept))
    return kept


def read_those(
    store: Store, wanted: Callable[[str], bool], trouble: Callable[[str], None]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files whose names are wanted; `trouble` gets a line for each that cannot be read."""
    names: list[str] = []
    # The files that matter tell about trouble with the folder.
    with suppress(StorageError):
        names = store.names()
    for name in filter(wanted, names):
        try:
            data = store.read(name) or b""
        except StorageError as error:
            trouble(str(error))
        else:
            yield name, data


class Kind(NamedTuple, Generic[Value]):
    """A kind of file: name, words for notices, the value of none, bytes to values and back, whether one is made."""

    name: str
    what: str
    empty: Value
    decode: Callable[[bytes], Value]
    encode: Callable[[Value], bytes]
    create: bool = False


def read_document(store: Store, name: str, decode: Callable[[bytes], Value]) -> Value | None:
    """Return a file's value, None when there is no file.

    Raise BrokenFile when it cannot be decoded, NewerFile when a newer version wrote it.
    """
    data = store.read(name)
    try:
        return None if data is None else decode(data)
    except (NewerFormatError, UnknownTermError):
        raise NewerFile(name) from None
    except (FormatError, TranscriptError) as error:
        raise BrokenFile(f"{name}: {error}") from None


def is_newer_file(store: Store, name: str, decode: Callable[[bytes], object]) -> bool:
    """Say whether a newer version wrote a file."""
    try:
        read_document(store, name, decode)
    except NewerFile:
        return True
    except StorageError:
        return False
    return False


def write_over(
    store: Store, notices: Notices, name: str, encode: Callable[[], bytes], decode: Callable[[bytes], object]
) -> bool:
    """Write a game's file; one that is there and broken is kept as .BAK, a newer one left. Say whether it is written."""
    try:
        data = encode()
    except ValueError:
        notices.say(TOO_LONG)
        return False
    try:
        with store.lock(name):
            try:
                read_document(store, name, decode)
            except BrokenFile as error:
                kept = store.keep_as_bak(name)
                notices.say(f"Broken, kept as {kept}: {error}")
            store.write(name, data)
    except StorageError as error:
        notices.cannot_save("The game", error)
        return False
    return True


class Document(Generic[Value]):
    """A file as a value: read at every use, changed by steps (pure functions) that are applied under the file's lock.

    No failure is raised. A step that cannot be saved stays in memory and goes into the file with the next one that can;
    a step to a value that no file can hold is dropped. A broken file is kept as .BAK, one of a newer version unchanged.
    """

    kind: Kind[Value]

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices
        self._name = self.kind.name
        self._saved = self.kind.empty
        self._unsaved: list[Callable[[Value], Value]] = []
        self._key = ""
        """The key of the last unsaved step."""
        self._current, self._applied = self._saved, 0
        """The value after so many of the unsaved steps."""
        self._held = False
        self._decoded: tuple[bytes, Value] | None = None
        store.watch(self._name, self._merge)

    def decode(self, data: bytes) -> Value:
        """Return the value of the file's bytes; the bytes are mostly those of last time."""
        if self._decoded is None or self._decoded[0] != data:
            self._decoded = data, self.kind.decode(data)
        return self._decoded[1]

    def why_kept(self, old: Value, new: Value) -> str:
        """Return in words why the old file is kept as .BAK before the new value replaces it, empty where it is not."""
        return ""

    def has_newer_parts(self, value: Value) -> bool:
        """Say whether a value carries along parts that a newer version wrote."""
        return False

    @property
    def is_newer(self) -> bool:
        """Whether a newer version wrote the file, so that no change can be saved."""
        return is_newer_file(self._store, self._name, self.decode)

    def value(self) -> Value:
        """Read the file and return its value with the unsaved steps applied, after another attempt to save them."""
        self._merge()
        return self.in_memory()

    def peek(self) -> Value:
        """Read the file and return its value with the unsaved steps applied, without an attempt to save them."""
        with suppress(StorageError):
            self._take(read_document(self._store, self._name, self.decode))
        return self.in_memory()

    def in_memory(self) -> Value:
        """Return the value as last read, with the unsaved steps applied, without reading the file."""
        # Each step once, so that on a full disk the thousandth change takes no longer than the first.
        while self._applied < len(self._unsaved):
            self._current = self._unsaved[self._applied](self._current)
            self._applied += 1
        return self._current

    def apply(self, step: Callable[[Value], Value], key: str = "") -> bool:
        """Apply a pure step to the value and save it; return whether it is in the file now.

        A step with a `key` overrides the step before it if that has the same key, which is then not kept.
        """
        if key and self._unsaved and self._key == key:
            self.in_memory()
            del self._unsaved[-1]
            self._applied -= 1
        self._unsaved.append(step)
        self._key = key
        return self._merge()

    def flush(self) -> bool:
        """Try again to save the unsaved steps; return whether none is left."""
        return self._merge()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Save what is changed within this context at its end, in one write."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        self._merge()

    def _merge(self) -> bool:
        try:
            self._merge_or_fail()
        except StorageError as error:
            self._notices.cannot_save(self.kind.what, error)
            if isinstance(error, Unwritable):
                self._forget_unwritable()
            # Steps run again at the next attempt; here those that note their result do so for what is in memory.
            self.in_memory()
            return False
        return True

    def _merge_or_fail(self) -> None:
        with suppress(BrokenFile):
            found = read_document(self._store, self._name, self.decode)
            # Taken even if writing fails below: the steps are then applied to what was read.
            self._take(found)
            there = found is not None or (not self.kind.create and self._saved == self.kind.empty)
            if self._held or (there and not self._unsaved):
                # Steps may note their results.
                self.in_memory()
                return
        with self._store.lock(self._name):
            found = self._read_or_keep()
            self._take(found)
            value = self.in_memory()
            # Steps that another page has overwritten are marked as done even where they come to nothing together.
            changed = value != found or bool(self._store.lost(self._name))
            if changed and (found is not None or self.kind.create or value != self.kind.empty):
                new = self._bytes_of(value)
                kept = self.why_kept(found, value) if found is not None else ""
                if kept:
                    # A copy, not a rename: the old file is needed until the new one is written.
                    data = self._store.read(self._name) or b""
                    self._notices.say(f"{kept} as {keep_copy(self._store, self._name, data)}")
                steps = tuple(self._unsaved)
                self._store.write(self._name, new, over_link=bool(kept), steps=steps)
        self._unsaved.clear()
        self._start_from(value)

    def _bytes_of(self, value: Value) -> bytes:
        """Return a value as the file's bytes; raise Unwritable if they could not be decoded again."""
        try:
            data = self.kind.encode(value)
            self.decode(data)
        except ValueError as error:
            raise Unwritable(f"{self._name}: {error}") from None
        if len(data) > DATA_FILE_LIMIT:
            raise Unwritable(f"{self._name}: expected at most {DATA_FILE_LIMIT} bytes, found {len(data)}")
        return data

    def _forget_unwritable(self) -> None:
        """Drop the steps that lead to what no file can hold; they would block all later ones."""
        value, steps, self._unsaved = self._saved, self._unsaved, []
        for step in steps:
            with suppress(Unwritable):
                self._bytes_of(after := step(value))
                value = after
                self._unsaved.append(step)
        self._key, self._current, self._applied = "", value, len(self._unsaved)

    def _take(self, found: Value | None) -> None:
        """Continue from the value found; where the file is gone or broken, from the value last read."""
        if found is not None:
            if self.has_newer_parts(found):
                self._notices.newer_parts(self._name)
            lost = self._store.lost(self._name)
            if lost:
                self._key = ""
                self._unsaved = [*lost, *(step for step in self._unsaved if step not in lost)]
            if lost or found != self._saved:
                self._start_from(found)

    def _start_from(self, saved: Value) -> None:
        self._saved = self._current = saved
        self._applied = 0

    def _read_or_keep(self) -> Value | None:
        try:
            return read_document(self._store, self._name, self.decode)
        except BrokenFile as error:
            kept = self._store.keep_as_bak(self._name)
            self._notices.say(f"{self.kind.what} broken, kept as {kept}: {error}")
            return None
