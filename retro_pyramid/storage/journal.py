"""Transactions: changes of several files that are all made, or none.

The end of every game, match or tournament, and taking one back, writes in this order:

1. RESUME.PYR is written once. The game is removed from it, or is stored there as awaiting a name. The same write adds
   the pending writes: the change to make in each other file.
2. Each of those files is changed.
3. The pending writes are removed from RESUME.PYR.

If the program is killed before the first write, nothing has happened and the game is still unfinished. If it is killed
later, the next start applies the remaining pending writes. A pending write contains a fingerprint of its file from
before the change. A file with another fingerprint has been changed already, so nothing is counted twice, and no file
needs a marker of its own.

A pending write that this version cannot apply stays for the newer version that wrote it. A change of a file that a
newer version wrote cannot be saved by this version: it lasts until the program exits, and its pending write is
removed.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from retro_pyramid.storage.unfinished import PendingWrite, ResumeFile


class JournaledFile(Protocol):
    """A file that pending writes change. A `change` is text in a format of the file's own, in whole lines."""

    @property
    def is_newer(self) -> bool:
        """Whether a newer version wrote the file, so that no change can be saved."""

    def fingerprint(self, change: str) -> str:
        """Return one line about the file's current contents that is another line after the change."""

    def apply_change(self, change: str) -> bool:
        """Make the change; return whether it is saved. Raise ValueError for a change that cannot be made."""

    def flush(self) -> bool:
        """Try again to save the unsaved changes; return whether none is left."""


class Journal:
    """Makes changes in transactions. `get_file` maps a file ID to its file and raises KeyError for an unknown ID."""

    def __init__(self, resume_file: ResumeFile, get_file: Callable[[str], JournaledFile]) -> None:
        self._resume_file = resume_file
        self._get_file = get_file
        self._recorded: dict[tuple[str, str], str] | None = None
        """The changes of the running transaction by file ID and key; None outside a transaction."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes within this context in the order described above. Transactions nest."""
        if self._recorded is not None:
            yield
            return
        with self._resume_file.hold_lock() as is_exclusive:
            # While RESUME.PYR cannot be written, no pending write can be removed from it.
            if is_exclusive and self._resume_file.flush():
                # The program that logged them was killed, or the lock would not be free.
                self.apply_pending_writes(self._resume_file.get_pending_writes())
            with self._resume_file.batch():
                recorded = self._recorded = {}
                try:
                    yield
                finally:
                    self._recorded = None
                writes = self._resume_file.log_writes(
                    [
                        PendingWrite(name, self._get_file(name).fingerprint(what), what)
                        for (name, _), what in recorded.items()
                    ]
                )
            self.apply_pending_writes(writes)

    def submit_change(self, file_id: str, change: str, key: str = "") -> bool:
        """Change a file now, or record the change within a transaction; return whether that is done.

        Within a transaction, a change replaces an earlier one of the same file and `key`.
        """
        if self._recorded is None:
            return self._get_file(file_id).apply_change(change)
        self._recorded[file_id, key] = change
        return True

    def apply_pending_writes(self, writes: Mapping[str, PendingWrite]) -> None:
        """Apply pending writes, by their keys in RESUME.PYR, and remove those that are saved from there."""
        finished_keys, flushed = [], dict[str, bool]()
        for key, (name, old_fingerprint, change) in writes.items():
            try:
                file = self._get_file(name)
                if file.fingerprint(change) == old_fingerprint:
                    saved = file.apply_change(change)
                else:
                    # The change has been made already. If the disk was full, it is in memory only.
                    if name not in flushed:
                        flushed[name] = file.flush()
                    saved = flushed[name]
                if saved or file.is_newer:
                    finished_keys.append(key)
            except (KeyError, ValueError):
                self._resume_file.report_newer_parts()
        self._resume_file.remove_writes(finished_keys)
