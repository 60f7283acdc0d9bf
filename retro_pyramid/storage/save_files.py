"""Games saved by name in the data folder, NAME.PYR."""

import re

from retro_pyramid.cards import quote
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules.transcript import SavedSession
from retro_pyramid.storage.backends.store import StorageError, Store, to_portable_name
from retro_pyramid.storage.unfinished import RESUME_FILE_NAME
from retro_pyramid.storage.value_file import Notifications, load_value, write_game_file

SAVE_EXTENSION = ".PYR"
# A DOS name of up to eight characters, without those that have a meaning in paths.
_NAME_PATTERN = re.compile(r"[A-Z0-9_-]{1,8}")


class SaveFiles:
    """The games saved by name.

    A name has 1 to 8 letters, digits, - and _, in any case, so that it cannot contain a path.
    """

    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications

    def list_names(self) -> list[str]:
        try:
            file_names = {name.upper() for name in self._store.list_names()}
        except StorageError as error:
            self._notifications.add(f"Saved games cannot be listed: {error}")
            return []
        names = [name.removesuffix(SAVE_EXTENSION) for name in file_names if name.endswith(SAVE_EXTENSION)]
        return sorted(name for name in names if find_save_name_problem(name) is None)

    def read(self, name: str) -> SavedSession | None:
        """Return the game saved under a name, or None with a notification if it cannot be used.

        Raise FormatError for an invalid name.
        """
        file = _file_name(name)
        try:
            save = load_value(self._store, file, decode_save)
            if save is None:
                self._notifications.add(f"There is no saved game {name.upper()}")
            return save
        except StorageError as error:
            self._notifications.add(f"The saved game cannot be used: {error}")
            return None

    def write(self, name: str, saved: SavedSession) -> bool:
        """Save a game under a name; return whether it is saved.

        An existing file that is not a save is renamed to a .BAK file. Raise FormatError for an invalid name.
        """
        return write_game_file(
            self._store, self._notifications, _file_name(name), lambda: encode_save(saved), decode_save
        )


def find_save_name_problem(name: str) -> str | None:
    """Return which expectation a save's name does not meet, or None if it is valid.

    >>> find_save_name_problem("game-1"), find_save_name_problem("../x")
    (None, '1 to 8 letters, digits, - and _')
    """
    if not _NAME_PATTERN.fullmatch(name.upper()) or not name.isascii():
        return "1 to 8 letters, digits, - and _"
    if to_portable_name(name) != name:
        return "a name that is no device"
    return (
        "a name other than that of the games left off"
        if name.upper() + SAVE_EXTENSION == RESUME_FILE_NAME
        else None
    )


def _file_name(name: str) -> str:
    problem = find_save_name_problem(name)
    if problem:
        raise FormatError("name", None, problem, quote(name))
    return name.upper() + SAVE_EXTENSION
