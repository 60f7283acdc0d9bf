"""RESUME.PYR, the games left off, and NAME.PYR, the games saved by name, in the data folder."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

from retro_pyramid.cards import Card, quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.checked import Block, decode_blocks, encode_blocks
from retro_pyramid.formats.saves import decode_save, encode_save
from retro_pyramid.rules.transcript import Save, TranscriptError
from retro_pyramid.storage.document import Document, Notices, read_document
from retro_pyramid.storage.errors import BrokenFile, StorageError
from retro_pyramid.storage.folder import Store

RESUME = "RESUME.PYR"
_ENDING = ".PYR"
# Eight characters as DOS had them, without what a path or a device is made of.
_NAME = re.compile(r"[A-Z0-9_-]{1,8}")
_DEVICES = re.compile(r"CON|PRN|AUX|NUL|(COM|LPT)[0-9]")
_KIND = "resume"
Value = TypeVar("Value")


class ResumeFile:
    """The games left off, one for each edition, as saves in one file."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._notices = notices
        self._document: Document[Mapping[str, str]] = Document(
            store, notices, RESUME, "Games left off", {}, decode_resume, _encode
        )

    def get(self, edition: str) -> Save | None:
        """Return the game left off in an edition, None if there is none or it cannot be used."""
        text = self._document.value().get(edition)
        if text is None:
            return None
        try:
            return decode_save(text.encode())
        except TranscriptError as error:
            self._notices.say(f"The game left off cannot be used: {RESUME}, {edition}: {error}")
            return None

    def put(self, save: Save) -> bool:
        """Keep a game as the one left off in its edition; say whether it is saved. ValueError as encode_save."""
        edition, text = save.game.edition, encode_save(save).decode()
        return self._document.change(lambda games: {**games, edition: text})

    def drop(self, save: Save) -> bool:
        """Forget a game left off; say whether that is saved. One of other cards, which another window left off, stays."""
        edition, cards = save.game.edition, save.game.cards

        def without(games: Mapping[str, str]) -> Mapping[str, str]:
            return {name: text for name, text in games.items() if name != edition or _is_another(text, cards)}

        if without(self._document.value()) == self._document.value():
            return True
        return self._document.change(without)

    def texts(self) -> Mapping[str, str]:
        """Return all games left off as the texts of saves, by edition."""
        return self._document.value()

    def join(self, texts: Mapping[str, str]) -> bool:
        """Keep these games as the ones left off in their editions; say whether they are saved."""
        return self._document.change(lambda games: {**games, **texts})


def _is_another(text: str, cards: tuple[Card, ...]) -> bool:
    with suppress(TranscriptError):
        return decode_save(text.encode()).game.cards != cards
    return False


class SaveFiles:
    """The games saved by name: 1 to 8 letters, digits, - and _, in any case; no path leads out of the folder."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices

    def names(self) -> list[str]:
        """Return the names that can be read, sorted, without their ending, in capitals."""
        try:
            found = {name.upper() for name in self._store.names()}
        except StorageError as error:
            self._notices.say(f"Saved games cannot be listed: {error}")
            return []
        names = [name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)]
        return sorted(name for name in names if name_problem(name) is None)

    def read(self, name: str) -> Save | None:
        """Return the game saved under a name, None with a notice if it cannot be used. FormatError: a bad name."""
        file = _file(name)
        try:
            save = read_document(self._store, file, decode_save)
            if save is None:
                self._notices.say(f"There is no saved game {name.upper()}")
                return None
        except StorageError as error:
            self._notices.say(f"The saved game cannot be used: {error}")
            return None
        return save

    def write(self, name: str, save: Save) -> bool:
        """Save a game under a name, in place of what was there; say whether it is saved. FormatError: a bad name.

        What stands there and is no save is kept as .BAK. ValueError as encode_save.
        """
        return write_over(self._store, self._notices, _file(name), encode_save(save), decode_save)


def name_problem(name: str) -> str | None:
    """Return what is expected of a save's name where this is none, None if it is one.

    >>> name_problem("game-1"), name_problem("../x")
    (None, '1 to 8 letters, digits, - and _')
    """
    if not _NAME.fullmatch(name.upper()) or not name.isascii():
        return "1 to 8 letters, digits, - and _"
    if _DEVICES.fullmatch(name.upper()):
        return "a name that is no device"
    return "a name other than that of the games left off" if name.upper() + _ENDING == RESUME else None


def write_over(
    store: Store, notices: Notices, name: str, data: bytes, decode: Callable[[bytes], object]
) -> bool:
    """Put a file in another's place, which is kept as .BAK if it is broken; say whether it is written."""
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


def _file(name: str) -> str:
    problem = name_problem(name)
    if problem:
        raise FormatError("name", None, problem, quoted(name))
    return name.upper() + _ENDING


def _encode(games: Mapping[str, str]) -> bytes:
    return encode_blocks(_KIND, [Block(edition, games[edition]) for edition in sorted(games)])


def decode_resume(data: bytes) -> dict[str, str]:
    """Return the games of a RESUME.PYR, each as a save's text, by edition; raise FormatError."""
    return dict(decode_blocks(_KIND, data))
