"""Files as values that several programs may change, and the notifications about errors with them."""

from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from retro_pyramid.formats import FormatError, NewerFormatError
from retro_pyramid.rules.transcript import TranscriptError, UnknownTermError
from retro_pyramid.storage.backends.store import (
    DATA_FILE_LIMIT_BYTES,
    CorruptFileError,
    NewerFileError,
    StorageError,
    Store,
    UnencodableError,
    iter_backup_names,
)

ValueT = TypeVar("ValueT")
GAME_TOO_LONG_MESSAGE = "This game is too long to be saved. It goes on unsaved."


class Notifications:
    """Messages to the player about file errors, each added once. Whoever shows a line removes it from `lines`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._added_keys: set[str] = set()

    def add(self, line: str, key: str | None = None) -> None:
        """Add a line unless it, or another line with the same `key`, was added before."""
        if (key or line) not in self._added_keys:
            self._added_keys.add(key or line)
            self.lines.append(line)

    def add_save_error(self, subject: str, error: StorageError) -> None:
        """Add that something cannot be saved. Each reason is reported once, for the first subject that it affects."""
        reason = str(error).rpartition(": ")[2]
        self.add(f"{subject} cannot be saved: {error}", f"cannot be saved: {reason}")

    def add_newer_parts_note(self, name: str) -> None:
        """Add that a file has parts of a newer version, which are kept."""
        self.add(f"{name} has parts of a newer version of Retro Pyramid, which are kept")


ChecksumCache = dict[str, int]
"""CRC-32 of files already read, by name, while many files are stored. An outdated entry does no harm."""


def find_free_or_equal_name(
    store: Store, candidates: Iterable[str], data: bytes, checksum_cache: ChecksumCache
) -> tuple[str, bool]:
    """Return the first candidate that is not taken or whose file has these bytes, and whether it is not taken.

    Raise StorageError if there is none.
    """
    existing, checksum = {file_name.upper() for file_name in store.list_names()}, crc32(data)
    for name in candidates:
        if name.upper() not in existing:
            return name, True
        if checksum_cache.get(name, checksum) == checksum:
            stored = b""
            with suppress(CorruptFileError):
                stored = store.read(name) or b""
                if stored == data:
                    return name, False
            checksum_cache[name] = crc32(stored)
    raise StorageError("expected a name that is free")


def write_backup(store: Store, name: str, data: bytes, checksum_cache: ChecksumCache | None = None) -> str:
    """Write bytes under a file's first free .BAK name and return that name; raise StorageError.

    If a .BAK file already has these bytes, return its name and write nothing.
    """
    backups = [
        file_name for file_name in store.list_names() if file_name.upper().startswith(f"{name}.BAK".upper())
    ]
    names = chain(backups, iter_backup_names(name))
    backup_name, is_free = find_free_or_equal_name(
        store, names, data, {} if checksum_cache is None else checksum_cache
    )
    if is_free:
        store.write(backup_name, data)
    return backup_name


def replace_with_backup(store: Store, name: str, data: bytes, replace_link: bool = False) -> str | None:
    """Write a file under its lock; return the .BAK name of the previous contents, empty if there was no readable file.

    Return None if the file has these bytes already. With `replace_link`, a symbolic link whose file has been copied is
    itself replaced. Raise StorageError.
    """
    with store.lock(name):
        stored = None
        try:
            stored = store.read(name)
        except CorruptFileError:
            store.rename_to_backup(name)
        if stored == data:
            return None
        backup_name = "" if stored is None else write_backup(store, name, stored)
        store.write(name, data, replace_link=replace_link and bool(backup_name))
    return backup_name


def read_matching_files(
    store: Store, matches_name: Callable[[str], bool], report_error: Callable[[str], None]
) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the matching files; `report_error` is called with a line for each unreadable one."""
    names: list[str] = []
    # Errors of the folder are reported for the files that the game depends on.
    with suppress(StorageError):
        names = store.list_names()
    for name in filter(matches_name, names):
        try:
            data = store.read(name) or b""
        except StorageError as error:
            report_error(str(error))
        else:
            yield name, data


class FileType(NamedTuple, Generic[ValueT]):
    """What a ValueFile needs to know about its type of file."""

    name: str
    """File name."""
    label: str
    """What notifications call the contents."""
    empty_value: ValueT
    """The value if there is no file."""
    decode: Callable[[bytes], ValueT]
    """Returns the value of the file's bytes; raises FormatError."""
    encode: Callable[[ValueT], bytes]
    """Returns the file's bytes for a value."""
    create_if_missing: bool = False
    """Whether a missing file is written even with the empty value."""


def load_value(store: Store, name: str, decode: Callable[[bytes], ValueT]) -> ValueT | None:
    """Return the decoded contents of a file, or None if there is no file.

    Raise CorruptFileError if they cannot be decoded, NewerFileError if a newer version wrote them.
    """
    data = store.read(name)
    try:
        return None if data is None else decode(data)
    except (NewerFormatError, UnknownTermError):
        raise NewerFileError(name) from None
    except (FormatError, TranscriptError) as error:
        raise CorruptFileError(f"{name}: {error}") from None


def is_newer_file(store: Store, name: str, decode: Callable[[bytes], object]) -> bool:
    """Return whether a newer version wrote a file."""
    try:
        load_value(store, name, decode)
    except NewerFileError:
        return True
    except StorageError:
        return False
    return False


def write_game_file(
    store: Store,
    notifications: Notifications,
    name: str,
    encode: Callable[[], bytes],
    decode: Callable[[bytes], object],
) -> bool:
    """Write a file with one game; return whether it is written. Errors become notifications.

    A corrupt file of that name is renamed to .BAK first; one of a newer version is left unchanged.
    """
    try:
        data = encode()
    except ValueError:
        notifications.add(GAME_TOO_LONG_MESSAGE)
        return False
    try:
        with store.lock(name):
            try:
                load_value(store, name, decode)
            except CorruptFileError as error:
                backup_name = store.rename_to_backup(name)
                notifications.add(f"Broken, kept as {backup_name}: {error}")
            store.write(name, data)
    except StorageError as error:
        notifications.add_save_error("The game", error)
        return False
    return True


class ValueFile(Generic[ValueT]):
    """A file as a value: read at every use, changed by updates (pure functions) that are applied under the file's lock.

    No failure raises an exception. An update that cannot be saved stays in memory and is written with the next one
    that can. An update to a value that no file can hold is dropped. A corrupt file is renamed to .BAK; a file of a
    newer version is left unchanged.
    """

    file_type: FileType[ValueT]

    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications
        self._name = self.file_type.name
        self._saved = self.file_type.empty_value
        self._unsaved: list[Callable[[ValueT], ValueT]] = []
        self._unsaved_key = ""
        """The coalescing key of the last unsaved update, empty if it has none."""
        self._current, self._applied = self._saved, 0
        """`_current` is the last read value after the first `_applied` unsaved updates."""
        self._is_batching = False
        self._decoded: tuple[bytes, ValueT] | None = None
        store.subscribe(self._name, self._merge)

    def decode(self, data: bytes) -> ValueT:
        """Return the value of the file's bytes. The last result is cached, as the bytes rarely change."""
        if self._decoded is None or self._decoded[0] != data:
            self._decoded = data, self.file_type.decode(data)
        return self._decoded[1]

    def backup_reason(self, old: ValueT, new: ValueT) -> str:
        """Return why the old file is copied to .BAK before the new value replaces it, empty if it is not copied."""
        return ""

    def has_newer_parts(self, value: ValueT) -> bool:
        """Return whether a value contains parts that a newer version wrote and that are kept."""
        return False

    @property
    def is_newer(self) -> bool:
        """Whether a newer version wrote the file, so that no change can be saved."""
        return is_newer_file(self._store, self._name, self.decode)

    def read(self) -> ValueT:
        """Try to save the unsaved updates, read the file, and return its value with those that are left applied."""
        self._merge()
        return self.cached_value()

    def peek(self) -> ValueT:
        """Read the file and return its value with the unsaved updates applied, without trying to save them."""
        with suppress(StorageError):
            self._adopt(load_value(self._store, self._name, self.decode))
        return self.cached_value()

    def cached_value(self) -> ValueT:
        """Return the value as last read, with the unsaved updates applied, without reading the file."""
        # Each update is applied once, so that on a full disk the thousandth change takes no longer than the first.
        while self._applied < len(self._unsaved):
            self._current = self._unsaved[self._applied](self._current)
            self._applied += 1
        return self._current

    def update(self, function: Callable[[ValueT], ValueT], coalesce_key: str = "") -> bool:
        """Apply a pure function to the value and save it; return whether the result is in the file now.

        An unsaved update is replaced by the next one if both have the same `coalesce_key`.
        """
        if coalesce_key and self._unsaved and self._unsaved_key == coalesce_key:
            self.cached_value()
            del self._unsaved[-1]
            self._applied -= 1
        self._unsaved.append(function)
        self._unsaved_key = coalesce_key
        return self._merge()

    def flush(self) -> bool:
        """Try again to save the unsaved updates; return whether none is left."""
        return self._merge()

    @contextmanager
    def batch(self) -> Iterator[None]:
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
            self._notifications.add_save_error(self.file_type.label, error)
            if isinstance(error, UnencodableError):
                self._drop_unencodable()
            # Updates run again at the next attempt. Some record a result, which is needed for the value in memory, too.
            self.cached_value()
            return False
        return True

    def _merge_or_fail(self) -> None:
        with suppress(CorruptFileError):
            stored = load_value(self._store, self._name, self.decode)
            # This happens even if writing fails below: the updates are then applied to the value that was read.
            self._adopt(stored)
            has_needed_file = stored is not None or (
                not self.file_type.create_if_missing and self._saved == self.file_type.empty_value
            )
            if self._is_batching or (has_needed_file and not self._unsaved):
                # Updates may record results.
                self.cached_value()
                return
        with self._store.lock(self._name):
            stored = self._read_or_rename()
            self._adopt(stored)
            value = self.cached_value()
            # Updates that another page has overwritten are marked as done even if together they change nothing.
            is_changed = value != stored or bool(self._store.lost_updates(self._name))
            if is_changed and (
                stored is not None or self.file_type.create_if_missing or value != self.file_type.empty_value
            ):
                new_data = self._encode(value)
                reason = self.backup_reason(stored, value) if stored is not None else ""
                if reason:
                    # The old file is copied, not renamed, because it is needed until the new one is written.
                    data = self._store.read(self._name) or b""
                    self._notifications.add(f"{reason} as {write_backup(self._store, self._name, data)}")
                updates = tuple(self._unsaved)
                self._store.write(self._name, new_data, replace_link=bool(reason), updates=updates)
        self._unsaved.clear()
        self._start_from(value)

    def _encode(self, value: ValueT) -> bytes:
        """Return a value as the file's bytes; raise UnencodableError if they could not be decoded again."""
        try:
            data = self.file_type.encode(value)
            self.decode(data)
        except ValueError as error:
            raise UnencodableError(f"{self._name}: {error}") from None
        if len(data) > DATA_FILE_LIMIT_BYTES:
            raise UnencodableError(
                f"{self._name}: expected at most {DATA_FILE_LIMIT_BYTES} bytes, found {len(data)}"
            )
        return data

    def _drop_unencodable(self) -> None:
        """Drop the unsaved updates that lead to a value that no file can hold; they would block all later ones."""
        value, updates, self._unsaved = self._saved, self._unsaved, []
        for update in updates:
            with suppress(UnencodableError):
                self._encode(next_value := update(value))
                value = next_value
                self._unsaved.append(update)
        self._unsaved_key, self._current, self._applied = "", value, len(self._unsaved)

    def _adopt(self, stored: ValueT | None) -> None:
        """Continue from the value read; if the file is missing or corrupt, from the value read before."""
        if stored is not None:
            if self.has_newer_parts(stored):
                self._notifications.add_newer_parts_note(self._name)
            lost_updates = self._store.lost_updates(self._name)
            if lost_updates:
                self._unsaved_key = ""
                self._unsaved = [
                    *lost_updates,
                    *(update for update in self._unsaved if update not in lost_updates),
                ]
            if lost_updates or stored != self._saved:
                self._start_from(stored)

    def _start_from(self, saved: ValueT) -> None:
        self._saved = self._current = saved
        self._applied = 0

    def _read_or_rename(self) -> ValueT | None:
        try:
            return load_value(self._store, self._name, self.decode)
        except CorruptFileError as error:
            backup_name = self._store.rename_to_backup(self._name)
            self._notifications.add(f"{self.file_type.label} broken, kept as {backup_name}: {error}")
            return None
