"""NAME.PYR in the data folder: the games saved by name."""

import re

from retro_pyramid.cards import quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules.transcript import Save
from retro_pyramid.storage.backends.store import StorageError, Store, plain_name
from retro_pyramid.storage.unfinished import RESUME
from retro_pyramid.storage.value_file import Notices, read_document, write_over

ENDING = ".PYR"
# The eight characters of DOS, without those that make a path.
_NAME = re.compile(r"[A-Z0-9_-]{1,8}")


class SaveFiles:
    """The games saved by name: 1 to 8 letters, digits, - and _, in any case; no name leads out of the folder."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices

    def names(self) -> list[str]:
        try:
            found = {name.upper() for name in self._store.names()}
        except StorageError as error:
            self._notices.say(f"Saved games cannot be listed: {error}")
            return []
        names = [name.removesuffix(ENDING) for name in found if name.endswith(ENDING)]
        return sorted(name for name in names if name_problem(name) is None)

    def read(self, name: str) -> Save | None:
        """Return the game saved under a name, None with a notice if it cannot be used. Raise FormatError for a bad name."""
        file = _file(name)
        try:
            save = read_document(self._store, file, decode_save)
            if save is None:
                self._notices.say(f"There is no saved game {name.upper()}")
            return save
        except StorageError as error:
            self._notices.say(f"The saved game cannot be used: {error}")
            return None

    def write(self, name: str, save: Save) -> bool:
        """Save a game under a name, keep what is no save as .BAK, say whether it is saved. FormatError for a bad name."""
        return write_over(self._store, self._notices, _file(name), lambda: encode_save(save), decode_save)


def name_problem(name: str) -> str | None:
    """Return what is expected of a save's name that this one is not, None if it is fine.

    >>> name_problem("game-1"), name_problem("../x")
    (None, '1 to 8 letters, digits, - and _')
    """
    if not _NAME.fullmatch(name.upper()) or not name.isascii():
        return "1 to 8 letters, digits, - and _"
    if plain_name(name) != name:
        return "a name that is no device"
    return "a name other than that of the games left off" if name.upper() + ENDING == RESUME else None


def _file(name: str) -> str:
    problem = name_problem(name)
    if problem:
        raise FormatError("name", None, problem, quoted(name))
    return name.upper() + ENDING
