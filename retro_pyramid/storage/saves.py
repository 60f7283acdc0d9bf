"""RESUME.PYR, the games that were left, and NAME.PYR, the games saved by name, in the data folder."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from retro_pyramid.cards import Card, deal_text, quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.own.checked import decode_named, encode_named
from retro_pyramid.formats.own.saves import decode_save, encode_save
from retro_pyramid.rules.transcript import Save, TranscriptError, checksum
from retro_pyramid.storage.document import Document, Notices, read_document
from retro_pyramid.storage.places.errors import BrokenFile, StorageError
from retro_pyramid.storage.places.store import Store, plain_name

RESUME = "RESUME.PYR"
ENDED = "ended"
"""The place in it of the games that were counted last, one a line: edition, checksum of the cards, how often."""
_MOST_ENDED = 16
_ENDING = ".PYR"
# The eight characters of DOS, without those that make a path.
_NAME = re.compile(r"[A-Z0-9_-]{1,8}")
TOO_LONG = "This game is too long to be saved. It goes on unsaved."
Games = Mapping[str, str]
"""The texts of saves by their places in RESUME.PYR."""
encode_resume = partial(encode_named, "resume")
decode_resume = partial(decode_named, "resume")


class ResumeFile:
    """The games that were left, one for each edition, and finished games that wait for a name, as saves in one file.

    The places in the file: a game that was left has its edition. A finished one has its edition and the checksum of its
    text, so that no other replaces it. While its name is being entered `score level rows` follow: how many rows of this
    score and level the board had before. At `ended` is a list of the games that were counted last, so that one which is on
    in two windows counts once.
    """

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices
        self._document: Document[Games] = Document(
            store, notices, RESUME, "Games left off", {}, decode_resume, encode_resume, keep=self._why_kept
        )
        self._written: dict[str, str] = {}
        """The texts that this program wrote last, by edition: they need no check."""
        self._waiting: tuple[str, tuple[Card, ...]] = ("", ())
        """The place of the finished game that this program put there last, and its cards."""
        self._unkept: Save | None = None
        """The last game put there, if it could not be saved."""

    def get(self, edition: str) -> Save | None:
        """Return the game that was left in an edition, None if there is none or it cannot be used."""
        text = self._document.value().get(edition)
        if text is None:
            return None
        try:
            return _save(edition, text)
        except TranscriptError as error:
            self._notices.say(f"The game left off cannot be used: {RESUME}, {edition}: {error}")
            return None

    def put(self, save: Save, waits: bool = False) -> bool:
        """Save a game as the one left in its edition, or as a finished one that waits; say whether it is saved."""
        edition, cards = save.game.edition, save.game.cards
        self._unkept = save
        try:
            text = encode_save(save).decode()
        except ValueError:
            self._notices.say(TOO_LONG)
            return False
        place = _waiting_place(save) if waits else edition
        # If the end of a finished game was undone, the waiting one is the same game.
        undone = self._waiting[0] if self._waiting[1] == cards else ""
        self._waiting = (place, cards) if waits else ("", ())

        def put(games: Games) -> Games:
            old = game_at(edition, games.get(edition, "")) if waits else None
            gone = (undone, edition if old is not None and old.game.cards == cards else "")
            return {**{name: text for name, text in games.items() if name not in gone}, place: text}

        saved = self._document.change(put)
        if saved:
            self._unkept, self._written[edition] = None, text
        return saved

    def drop(self, save: Save) -> bool:
        """Remove a game that was left or waits, unless its cards are others; say whether that is saved."""
        edition, cards = save.game.edition, save.game.cards

        def goes(name: str, text: str) -> bool:
            there = game_at(name, text) if name.partition(" ")[0] == edition else None
            return there is not None and (there.game.cards == cards if name == edition else there == save)

        def without(games: Games) -> Games:
            return {name: text for name, text in games.items() if not goes(name, text)}

        if self._unkept == save:
            self._unkept = None
        if without(self._document.value()) == self._document.value():
            return True
        return self._document.change(without)

    # Finished games that wait for a name

    def waiting(self, edition: str) -> list[tuple[str, Save]]:
        """Return the finished games of an edition that wait, with their places in the file."""
        found = [
            (name, text) for name, text in self._document.value().items() if name.startswith(f"{edition} ")
        ]
        saves = [(name, game_at(name, text)) for name, text in found]
        return [(name, save) for name, save in saves if save is not None]

    def place(self, save: Save) -> str | None:
        """Return the place of a finished game, empty where only memory has it, None if it is gone."""
        edition = save.game.edition
        if self.get(edition) == save:
            return edition
        places = [place for place, one in self.waiting(edition) if one == save]
        return places[0] if places else "" if self._unkept == save else None

    # Games in two windows

    def ends(self, edition: str, cards: tuple[Card, ...]) -> int:
        """Return how often a game of these cards was counted, 0 where that was too long ago to be known."""
        return _ends(self._document.value()).get(_game(edition, cards), 0)

    def end(self, edition: str, cards: tuple[Card, ...], known: int) -> bool:
        """Note that a game of these cards is counted; say no where another window has counted one since `known`."""
        game, first = _game(edition, cards), True

        def end(games: Games) -> Games:
            nonlocal first
            ends = _ends(games)
            first = ends.pop(game, 0) <= known
            latest = [*ends.items(), (game, known + 1)][-_MOST_ENDED:]
            lines = "".join(f"{one} {times}\n" for one, times in latest)
            return {**games, ENDED: lines} if first else games

        self._document.change(end)
        return first

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock of the file, if possible: where there is no lock, nothing can be saved either."""
        with ExitStack() as stack:
            with suppress(StorageError):
                stack.enter_context(self._store.lock(RESUME))
            yield

    def begin_entry(self, place: str, save: Save, words: str) -> None:
        """Mark the game at a place as being entered; `words` are score, level and the rows of these on the board."""
        if place:
            self.move(place, f"{_waiting_place(save)} {words}")

    def move(self, place: str, new: str) -> None:
        """Move the game at a place to another; an empty one removes it."""

        def moved(games: Games) -> Games:
            left = {name: text for name, text in games.items() if name != place}
            return {**left, new: games[place]} if new and place in games else left

        self._document.change(moved)

    # A backup

    def texts(self) -> Games:
        """Read and return all games as the texts of saves, by their places."""
        return self._document.value()

    def join(self, texts: Games) -> bool:
        """Put these games in their places; say whether they are saved."""
        return self._document.change(lambda games: {**games, **texts})

    def _why_kept(self, old: Games, new: Games) -> str:
        lost = [
            name
            for name, text in old.items()
            if name != ENDED
            and text not in new.values()
            and text != self._written.get(name)
            and game_at(name, text) is None
        ]
        return "A game left off cannot be used, the old file is kept" if lost else ""


def _save(edition: str, text: str) -> Save:
    """Return a game of an edition; raise TranscriptError."""
    save = decode_save(text.encode())
    if save.game.edition != edition:
        raise TranscriptError(1, f"found a game of {save.game.edition}: expected one of {quoted(edition)}")
    return save


def game_at(place: str, text: str) -> Save | None:
    """Return the game at a place in RESUME.PYR, None if it cannot be used."""
    with suppress(TranscriptError):
        return _save(place.partition(" ")[0], text)
    return None


def _game(edition: str, cards: tuple[Card, ...]) -> str:
    return f"{edition} {checksum(deal_text(cards).encode())}"


def _ends(games: Games) -> dict[str, int]:
    """Return how often the games of the list were counted, the latest last."""
    lines = [line.rpartition(" ") for line in games.get(ENDED, "").splitlines()]
    return {game: int(times) for game, _, times in lines if times.isdecimal()}


def _waiting_place(save: Save) -> str:
    return f"{save.game.edition} {checksum(encode_save(save))}"


class SaveFiles:
    """The games saved by name: 1 to 8 letters, digits, - and _, in any case; no name leads out of the folder."""

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
        """Save a game under a name, replacing one of that name; say whether it is saved. Raise FormatError for a bad name.

        A file of that name that is no save is kept as .BAK.
        """
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
    return "a name other than that of the games left off" if name.upper() + _ENDING == RESUME else None


def write_over(
    store: Store,
    notices: Notices,
    name: str,
    encode: Callable[[], bytes],
    decode: Callable[[bytes], object],
) -> bool:
    """Write a game's file; one that is there and broken is kept as .BAK. Say whether it is written."""
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


def _file(name: str) -> str:
    problem = name_problem(name)
    if problem:
        raise FormatError("name", None, problem, quoted(name))
    return name.upper() + _ENDING
