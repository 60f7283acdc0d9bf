"""Files as values that several programs may change, and the notifications about errors with them."""

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
    """Messages to the player about file errors, each added once. Whoever shows a line removes it from `lines`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._added_keys: set[str] = set()

    def say(self, line: str, once: str | None = None) -> None:
        """Add a line unless it, or another line with the same `key`, was added before."""
        if (once or line) not in self._added_keys:
            self._added_keys.add(once or line)
            self.lines.append(line)

    def cannot_save(self, what: str, error: StorageError) -> None:
        """Add that something cannot be saved. Each reason is reported once, for the first subject that it affects."""
        reason = str(error).rpartition(": ")[2]
        self.say(f"{what} cannot be saved: {error}", f"cannot be saved: {reason}")

    def newer_parts(self, name: str) -> None:
        """Add that a file has parts of a newer version, which are kept."""
        self.say(f"{name} has parts of a newer version of Retro Pyramid, which are kept")


Seen = dict[str, int]
"""CRC-32 of files already read, by name, while many files are stored. An outdated entry does no harm."""


def place_for(store: Store, names: Iterable[str], data: bytes, seen: Seen) -> tuple[str, bool]:
    """Return the first candidate that is not taken or whose file has these bytes, and whether it is not taken.

    Raise StorageError if there is none.
    """
    existing, checksum = {file_name.upper() for file_name in store.names()}, crc32(data)
    for name in names:
        if name.upper() not in existing:
            return name, True
        if seen.get(name, checksum) == checksum:
            stored = b""
            with suppress(BrokenFile):
                stored = store.read(name) or b""
                if stored == data:
                    return name, False
            seen[name] = crc32(stored)
    raise StorageError("expected a name that is free")


def keep_copy(store: Store, name: str, data: bytes, seen: Seen | None = None) -> str:
    """Write bytes under a file's first free .BAK name and return that name; raise StorageError.

    If a .BAK file already has these bytes, return its name and write nothing.
    """
    backups = [
        file_name for file_name in store.names() if file_name.upper().startswith(f"{name}.BAK".upper())
    ]
    names = chain(backups, bak_names(name))
    backup_name, is_free = place_for(store, names, data, {} if seen is None else seen)
    if is_free:
        store.write(backup_name, data)
    return backup_name


def replace_file(store: Store, name: str, data: bytes, over_link: bool = False) -> str | None:
    """Write a file under its lock; return the .BAK name of the previous contents, empty if there was no readable file.

    Return None if the file has these bytes already. With `replace_link`, a symbolic link whose file has been copied is
    itself replaced. Raise StorageError.
    """
    with store.lock(name):
        stored = None
        try:
            stored = store.read(name)
        except BrokenFile:
            store.keep_as_bak(name)
        if stored == data:
            return None
        backup_name = "" if stored is None else keep_copy(store, name, stored)
        store.write(name, data, over_link=over_link and bool(backup_name))
    return backup_name


def read_those(
    store: Store, wanted: Callable[[str], bool], trouble: Callable[[str], None]
) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the matching files; `report_error` is called with a line for each unreadable one."""
    names: list[str] = []
    # Errors of the folder are reported for the files that the game depends on.
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
    """What a ValueFile needs to know about its type of file."""

    name: str
    """File name."""
    what: str
    """What notifications call the contents."""
    empty: Value
    """The value if there is no file."""
    decode: Callable[[bytes], Value]
    """Returns the value of the file's bytes; raises FormatError."""
    encode: Callable[[Value], bytes]
    """Returns the file's bytes for a value."""
    create: bool = False
    """Whether a missing file is written even with the empty value."""


def read_document(store: Store, name: str, decode: Callable[[bytes], Value]) -> Value | None:
    """Return the decoded contents of a file, or None if there is no file.

    Raise CorruptFileError if they cannot be decoded, NewerFileError if a newer version wrote them.
    """
    data = store.read(name)
    try:
        return None if data is None else decode(data)
    except (NewerFormatError, UnknownTermError):
        raise NewerFile(name) from None
    except (FormatError, TranscriptError) as error:
        raise BrokenFile(f"{name}: {error}") from None


def is_newer_file(store: Store, name: str, decode: Callable[[bytes], object]) -> bool:
    """Return whether a newer version wrote a file."""
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
    """Write a file with one game; return whether it is written. Errors become notifications.

    A corrupt file of that name is renamed to .BAK first; one of a newer version is left unchanged.
    """
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
                backup_name = store.keep_as_bak(name)
                notices.say(f"Broken, kept as {backup_name}: {error}")
            store.write(name, data)
    except StorageError as error:
        notices.cannot_save("The game", error)
        return False
    return True


class Document(Generic[Value]):
    """A file as a value: read at every use, changed by updates (pure functions) that are applied under the file's lock.

    No failure raises an exception. An update that cannot be saved stays in memory and is written with the next one
    that can. An update to a value that no file can hold is dropped. A corrupt file is renamed to .BAK; a file of a
    newer version is left unchanged.
    """

    kind: Kind[Value]

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices
        self._name = self.kind.name
        self._saved = self.kind.empty
        self._unsaved: list[Callable[[Value], Value]] = []
        self._unsaved_key = ""
        """The coalescing key of the last unsaved update, empty if it has none."""
        self._current, self._applied = self._saved, 0
        """`_current` is the last read value after the first `_applied` unsaved updates."""
        self._is_batching = False
        self._decoded: tuple[bytes, Value] | None = None
        store.watch(self._name, self._merge)

    def decode(self, data: bytes) -> Value:
        """Return the value of the file's bytes. The last result is cached, as the bytes rarely change."""
        if self._decoded is None or self._decoded[0] != data:
            self._decoded = data, self.kind.decode(data)
        return self._decoded[1]

    def why_kept(self, old: Value, new: Value) -> str:
        """Return why the old file is copied to .BAK before the new value replaces it, empty if it is not copied."""
        return ""

    def has_newer_parts(self, value: Value) -> bool:
        """Return whether a value contains parts that a newer version wrote and that are kept."""
        return False

    @property
    def is_newer(self) -> bool:
        """Whether a newer version wrote the file, so that no change can be saved."""
        return is_newer_file(self._store, self._name, self.decode)

    def value(self) -> Value:
        """Try to save the unsaved updates, read the file, and return its value with those that are left applied."""
        self._merge()
        return self.in_memory()

    def peek(self) -> Value:
        """Read the file and return its value with the unsaved updates applied, without trying to save them."""
        with suppress(StorageError):
            self._adopt(read_document(self._store, self._name, self.decode))
        return self.in_memory()

    def in_memory(self) -> Value:
        """Return the value as last read, with the unsaved updates applied, without reading the file."""
        # Each update is applied once, so that on a full disk the thousandth change takes no longer than the first.
        while self._applied < len(self._unsaved):
            self._current = self._unsaved[self._applied](self._current)
            self._applied += 1
        return self._current

    def apply(self, step: Callable[[Value], Value], key: str = "") -> bool:
        """Apply a pure function to the value and save it; return whether the result is in the file now.

        An unsaved update is replaced by the next one if both have the same `coalesce_key`.
        """
        if key and self._unsaved and self._unsaved_key == key:
            self.in_memory()
            del self._unsaved[-1]
            self._applied -= 1
        self._unsaved.append(step)
        self._unsaved_key = key
        return self._merge()

    def flush(self) -> bool:
        """Try again to save the unsaved updates; return whether none is left."""
        return self._merge()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Save the changes made within this context at its end, in one write."""
        self._is_batching = True
        try:
            yield
        finally:
            self._is_batching = False
        self._merge()

    def _merge(self) -> bool:
        try:
            self._merge_or_fail()
        except StorageError as error:
            self._notices.cannot_save(self.kind.what, error)
            if isinstance(error, Unwritable):
                self._drop_unencodable()
            # Updates run again at the next attempt. Some record a result, which is needed for the value in memory, too.
            self.in_memory()
            return False
        return True

    def _merge_or_fail(self) -> None:
        with suppress(BrokenFile):
            stored = read_document(self._store, self._name, self.decode)
            # This happens even if writing fails below: the updates are then applied to the value that was read.
            self._adopt(stored)
            has_needed_file = stored is not None or (not self.kind.create and self._saved == self.kind.empty)
            if self._is_batching or (has_needed_file and not self._unsaved):
                # Updates may record results.
                self.in_memory()
                return
        with self._store.lock(self._name):
            stored = self._read_or_rename()
            self._adopt(stored)
            value = self.in_memory()
            # Updates that another page has overwritten are marked as done even if together they change nothing.
            is_changed = value != stored or bool(self._store.lost(self._name))
            if is_changed and (stored is not None or self.kind.create or value != self.kind.empty):
                new_data = self._encode(value)
                reason = self.why_kept(stored, value) if stored is not None else ""
                if reason:
                    # The old file is copied, not renamed, because it is needed until the new one is written.
                    data = self._store.read(self._name) or b""
                    self._notices.say(f"{reason} as {keep_copy(self._store, self._name, data)}")
                updates = tuple(self._unsaved)
                self._store.write(self._name, new_data, over_link=bool(reason), steps=updates)
        self._unsaved.clear()
        self._start_from(value)

    def _encode(self, value: Value) -> bytes:
        """Return a value as the file's bytes; raise UnencodableError if they could not be decoded again."""
        try:
            data = self.kind.encode(value)
            self.decode(data)
        except ValueError as error:
            raise Unwritable(f"{self._name}: {error}") from None
        if len(data) > DATA_FILE_LIMIT:
            raise Unwritable(f"{self._name}: expected at most {DATA_FILE_LIMIT} bytes, found {len(data)}")
        return data

    def _drop_unencodable(self) -> None:
        """Drop the unsaved updates that lead to a value that no file can hold; they would block all later ones."""
        value, updates, self._unsaved = self._saved, self._unsaved, []
        for update in updates:
            with suppress(Unwritable):
                self._encode(next_value := update(value))
                value = next_value
                self._unsaved.append(update)
        self._unsaved_key, self._current, self._applied = "", value, len(self._unsaved)

    def _adopt(self, stored: Value | None) -> None:
        """Continue from the value read; if the file is missing or corrupt, from the value read before."""
        if stored is not None:
            if self.has_newer_parts(stored):
                self._notices.newer_parts(self._name)
            lost_updates = self._store.lost(self._name)
            if lost_updates:
                self._unsaved_key = ""
                self._unsaved = [
                    *lost_updates,
                    *(update for update in self._unsaved if update not in lost_updates),
                ]
            if lost_updates or stored != self._saved:
                self._start_from(stored)

    def _start_from(self, saved: Value) -> None:
        self._saved = self._current = saved
        self._applied = 0

    def _read_or_rename(self) -> Value | None:
        try:
            return read_document(self._store, self._name, self.decode)
        except BrokenFile as error:
            backup_name = self._store.keep_as_bak(self._name)
            self._notices.say(f"{self.kind.what} broken, kept as {backup_name}: {error}")
            return None
