"""Games saved by name in the data folder, NAME.PYR."""

import re

from retro_pyramid.cards import quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules.transcript import Save
from retro_pyramid.storage.backends.store import StorageError, Store, plain_name
from retro_pyramid.storage.unfinished import RESUME
from retro_pyramid.storage.value_file import Notices, read_document, write_over

ENDING = ".PYR"
# A DOS name of up to eight characters, without those that have a meaning in paths.
_NAME_PATTERN = re.compile(r"[A-Z0-9_-]{1,8}")


class SaveFiles:
    """The games saved by name.

    A name has 1 to 8 letters, digits, - and _, in any case, so that it cannot contain a path.
    """

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notifications = notices

    def names(self) -> list[str]:
        try:
            file_names = {name.upper() for name in self._store.names()}
        except StorageError as error:
            self._notifications.say(f"Saved games cannot be listed: {error}")
            return []
        names = [name.removesuffix(ENDING) for name in file_names if name.endswith(ENDING)]
        return sorted(name for name in names if name_problem(name) is None)

    def read(self, name: str) -> Save | None:
        """Return the game saved under a name, or None with a notification if it cannot be used.

        Raise FormatError for an invalid name.
        """
        file = _file_name(name)
        try:
            save = read_document(self._store, file, decode_save)
            if save is None:
                self._notifications.say(f"There is no saved game {name.upper()}")
            return save
        except StorageError as error:
            self._notifications.say(f"The saved game cannot be used: {error}")
            return None

    def write(self, name: str, save: Save) -> bool:
        """Save a game under a name; return whether it is saved.

        An existing file that is not a save is renamed to a .BAK file. Raise FormatError for an invalid name.
        """
        return write_over(
            self._store, self._notifications, _file_name(name), lambda: encode_save(save), decode_save
        )


def name_problem(name: str) -> str | None:
    """Return which expectation a save's name does not meet, or None if it is valid.

    >>> find_save_name_problem("game-1"), find_save_name_problem("../x")
    (None, '1 to 8 letters, digits, - and _')
    """
    if not _NAME_PATTERN.fullmatch(name.upper()) or not name.isascii():
        return "1 to 8 letters, digits, - and _"
    if plain_name(name) != name:
        return "a name that is no device"
    return "a name other than that of the games left off" if name.upper() + ENDING == RESUME else None


def _file_name(name: str) -> str:
    problem = name_problem(name)
    if problem:
        raise FormatError("name", None, problem, quoted(name))
    return name.upper() + ENDING
