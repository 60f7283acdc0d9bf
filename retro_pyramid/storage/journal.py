"""What one act of the player changes in several files: carried out wholly, or not at all.

There is one order for every end of a game, a match or a tournament, and for taking one back:

1. RESUME.PYR is written once. The game leaves it or waits there for a name, and in the same write come the intents: what
   is to change in each other file.
2. Each of those files is changed.
3. The intents are removed from RESUME.PYR.

Killed before the first write, nothing has happened and the game is still on. Killed later, the next start carries out what
is left. An intent holds what its file said before. A file that says something else has been changed already, so nothing is
counted twice, and no file needs a mark of its own.

An intent that this version cannot carry out stays for the newer version that wrote it. A change of a file that a newer
version wrote cannot be saved by this one: it lasts as long as the program, and its intent is removed.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from retro_pyramid.storage.unfinished import Intent, ResumeFile


class Journaled(Protocol):
    """A file that intents change; `what` is a change in words of its own, in whole lines."""

    @property
    def is_newer(self) -> bool:
        """Whether a newer version wrote the file, so that no change can be saved."""

    def before(self, what: str) -> str:
        """Return in one line what the file says now; after the change it is another line."""

    def carry_out(self, what: str) -> bool:
        """Make the change; return whether it is saved. Raise ValueError for one that cannot be made."""

    def flush(self) -> bool:
        """Try again to save the changes that could not be saved; return whether none is left."""


class Journal:
    """Carries out intents; `file` returns the file of a name, and raises KeyError for a name that is none."""

    def __init__(self, resume: ResumeFile, file: Callable[[str], Journaled]) -> None:
        self._resume = resume
        self._file = file
        self._noted: dict[tuple[str, str], str] | None = None
        """What is to change, by the file and what of it, as long as an act lasts."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all changes within this context in the order above; it may be entered again within itself."""
        if self._noted is not None:
            yield
            return
        with self._resume.alone() as alone:
            # While RESUME.PYR cannot be written, no intent can be removed from it.
            if alone and self._resume.flush():
                # Whoever noted it was killed, else the lock would not be free.
                self.settle(self._resume.intents())
            with self._resume.at_once():
                noted = self._noted = {}
                try:
                    yield
                finally:
                    self._noted = None
                mine = self._resume.note(
                    [Intent(name, self._file(name).before(what), what) for (name, _), what in noted.items()]
                )
            self.settle(mine)

    def change(self, name: str, what: str, of: str = "") -> bool:
        """Change a file now, or note the last change of a thing `of` it while an act lasts; return whether that is done."""
        if self._noted is None:
            return self._file(name).carry_out(what)
        self._noted[name, of] = what
        return True

    def settle(self, intents: Mapping[str, Intent]) -> None:
        """Carry out intents, by their places in RESUME.PYR, and remove from there those that are saved."""
        done, flushed = [], dict[str, bool]()
        for place, (name, before, what) in intents.items():
            try:
                file = self._file(name)
                if file.before(what) == before:
                    saved = file.carry_out(what)
                else:
                    # Its change has been made, but on a full disk in memory alone.
                    if name not in flushed:
                        flushed[name] = file.flush()
                    saved = flushed[name]
                if saved or file.is_newer:
                    done.append(place)
            except (KeyError, ValueError):
                self._resume.report_newer_parts()
        self._resume.settled(done)
