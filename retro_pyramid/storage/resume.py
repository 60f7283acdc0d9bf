"""RESUME.PYR in the data folder: the games that were left off, and what is still to change in other files."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import Card, deal_text, quoted
from retro_pyramid.formats.own.checked import Block, decode_named, encode_blocks
from retro_pyramid.formats.own.saves import decode_save, encode_save
from retro_pyramid.rules import EDITIONS
from retro_pyramid.rules.transcript import Save, TranscriptError, UnknownTermError, checksum
from retro_pyramid.storage.document import TOO_LONG, Document, Kind, Notices
from retro_pyramid.storage.places.errors import StorageError
from retro_pyramid.storage.places.store import DATA_FILE_LIMIT, Store

RESUME = "RESUME.PYR"
MOST_LEFT = 20
_LEFT, _ENDED, _INTENT = "left", "ended", "intent"
_MOST_ENDED = 16
_ROOM = DATA_FILE_LIMIT - (1 << 17)
"""The most characters that all games together may take: the rest is for one more and for what ends still owe."""
Games = Mapping[str, str]
"""The texts of RESUME.PYR by their places, those of the games left off from the last to the first."""
_Pairs = tuple[tuple[str, str], ...]
"""The same as pairs, since their order counts."""


class Intent(NamedTuple):
    """A change of another file that is still to be made: its name, what it said before, and the change in its own words."""

    file: str
    before: str
    what: str


def encode_resume(texts: Games) -> bytes:
    """Return the bytes of RESUME.PYR; decode_resume undoes it."""
    return encode_blocks("resume", [Block(place, text) for place, text in texts.items()])


def decode_resume(data: bytes) -> Games:
    """Return the texts by their places; raise FormatError.

    In older files the game left off in an edition stands at the edition itself, and the place of a game whose name was
    being entered goes on after the checksum. Blocks that this version does not know stay as they are.
    """
    texts = {}
    for place, text in decode_named("resume", data).items():
        edition, kind, *rest = (*place.split(" "), "", "")
        old = game_at(place, text) if not kind and edition != _ENDED else None
        cut = edition in EDITIONS and kind not in ("", _LEFT) and any(rest)
        texts[_left_place(old) if old else f"{edition} {kind}" if cut else place] = text
    return texts


def decode_games(data: bytes) -> Games:
    """Return the games of RESUME.PYR alone; raise FormatError."""
    return _games(decode_resume(data))


class ResumeFile(Document[_Pairs]):
    """The games that were left off and the finished ones that wait for a name, and what is to change in other files.

    The places in the file: `EDITION left CHECKSUM` has a game left off, with the checksum of what makes it another game
    than others, or of its text where the same deal was begun again. `EDITION CHECKSUM` has a finished one, with that of its
    text, so that no other replaces it. `ended` lists the games that were counted last, one a line: edition, checksum of
    the cards, how often, so that one which is on in two windows counts once. `intent CHECKSUM` has a change of another
    file (storage.journal). A game of a newer version stays, beside one of the same cards, too.
    """

    kind: Kind[_Pairs] = Kind(
        RESUME,
        "Games left off",
        (),
        lambda data: tuple(decode_resume(data).items()),
        lambda pairs: encode_resume(dict(pairs)),
    )

    def __init__(self, store: Store, notices: Notices) -> None:
        super().__init__(store, notices)
        self._written: deque[str] = deque(maxlen=_MOST_ENDED)
        """The texts that this program wrote last: they need no check."""
        self._waiting: tuple[str, str] = ("", "")
        """The place of the finished game that this program put there last, and the place it had while it was on."""
        self._unkept: Save | None = None
        """The last game put there, if it is too long to be saved."""

    def _texts(self) -> Games:
        return dict(self.value())

    def _change(self, step: Callable[[Games], Games], key: str = "") -> bool:
        return self.apply(lambda pairs: tuple(step(dict(pairs)).items()), key)

    def left(self, edition: str) -> list[Save]:
        """Return the games left off in an edition, the last one first; one that cannot be used gives a notice."""
        found = []
        for place, text in self._texts().items():
            if _is_left(place, edition):
                try:
                    found.append(game_at(place, text) or _save(edition, text))
                except UnknownTermError:
                    self.report_newer_parts()
                except TranscriptError as error:
                    self._notices.say(f"The game left off cannot be used: {RESUME}, {place}: {error}")
        return found

    def get(
        self, edition: str, options: Mapping[str, str] | None = None, deal: int | None = None
    ) -> Save | None:
        """Return the last game left off in an edition, with these options and of this deal where they are given."""
        for save in self.left(edition):
            if (options or {}).items() <= save.game.options.items() and deal in (None, save.game.deal):
                return save
        return None

    def place(self, save: Save) -> str:
        """Return where a game that is left off stands, which no other game shares but the same deal begun again."""
        return _left_place(save)

    def at(self, place: str) -> Save | None:
        return game_at(place, self._texts().get(place, ""))

    def put(self, save: Save, waits: bool = False, anew: bool = False) -> bool:
        """Save a game as the last left off, beside the same one begun `anew`, or as one that waits; say whether it is."""
        try:
            text = encode_save(save).decode()
        except ValueError:
            self._unkept = save
            self._notices.say(TOO_LONG)
            return False
        self._unkept = None
        edition, left = save.game.edition, _left_place(save)
        aside = f"{edition} {_LEFT}"
        place = _place(edition, text) if waits else left
        # If the end of a finished game was undone, the waiting one is the same game.
        gone = {place, left, self._waiting[0] if self._waiting[1] == left else place, _place(aside, text)}
        self._waiting = (place, left) if waits else ("", "")

        def stays(name: str, other: str) -> bool:
            there = game_at(name, other) if _is_left(name, edition) and not is_newer_game(other) else save
            return there is save or (
                there is not None and bool(there.game.moves or there.earlier or there.later)
            )

        def put(games: Games) -> Games:
            new = {place: text}
            for name, other in games.items():
                beside = _place(aside, other) if name == left and (anew or is_newer_game(other)) else name
                if beside not in gone and stays(name, other):
                    new[beside] = other
            return new

        # Of a running game only the last state is needed.
        runs = not anew and gone == {place, _place(aside, text)}
        saved = self._fit(put, place if runs else "")
        self._written.append(text)
        return saved

    def drop(self, save: Save) -> bool:
        if self._unkept == save:
            self._unkept = None
        return self._remove(_places(save))

    def _remove(self, places: Collection[str]) -> bool:
        def without(games: Games) -> Games:
            return {
                place: text for place, text in games.items() if place not in places or is_newer_game(text)
            }

        return self._texts().keys().isdisjoint(places) or self._change(without)

    def _fit(self, step: Callable[[Games], Games], key: str = "") -> bool:
        """Change the games; the oldest left off go where there are too many, which is told."""
        dropped: list[str] = []

        def fit(games: Games) -> Games:
            fitting = dict(step(games))
            left = [place for place in fitting if place.split(" ")[1:2] == [_LEFT]]
            dropped.clear()
            while len(left) > MOST_LEFT or (len(left) > 1 and sum(map(len, fitting.values())) > _ROOM):
                dropped.append(left.pop())
                del fitting[dropped[-1]]
            return fitting

        games = self._texts()
        saved = self._change(fit, key)
        for place in dropped:
            save = game_at(place, games.get(place, ""))
            deal = "" if save is None else f", deal {save.game.deal} of {save.game.edition}"
            self._notices.say(f"Too many games are left off: the oldest has gone{deal}")
        return saved

    # Finished games that wait for a name

    def waiting(self, edition: str) -> Save | None:
        """Return a finished game of an edition that waits for a name, None if there is none."""
        for place, text in self._texts().items():
            words = place.split(" ")
            save = game_at(place, text) if words[0] == edition and len(words) == 2 else None
            if save is not None:
                return save
        return None

    def awaits(self, save: Save) -> bool:
        """Return whether a finished game is there, or in memory, and neither entered nor declined."""
        games = self._texts()
        return save == self._unkept or any(
            game_at(place, games[place]) == save for place in _places(save) if place in games
        )

    # Games in two windows

    def ends(self, edition: str, cards: tuple[Card, ...]) -> int:
        """Return how often a game of these cards was counted, 0 where that was too long ago to be known."""
        return _ends(self._texts()).get(_place(edition, deal_text(cards)), 0)

    def end(self, edition: str, cards: tuple[Card, ...], known: int) -> bool:
        """Note that a game of these cards is counted; say no where another window has counted one since `known`."""
        game, first = _place(edition, deal_text(cards)), True

        def end(games: Games) -> Games:
            nonlocal first
            ends = _ends(games)
            first = ends.pop(game, 0) <= known
            latest = [*ends.items(), (game, known + 1)][-_MOST_ENDED:]
            lines = "".join(f"{one} {times}\n" for one, times in latest)
            return {**games, _ENDED: lines} if first else games

        self._change(end)
        return first

    # Intents

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the lock of the file; give whether no other program can write it, which is not known everywhere."""
        with ExitStack() as stack:
            alone = False
            with suppress(StorageError):
                alone = stack.enter_context(self._store.lock(RESUME))
            yield alone

    def note(self, intents: Iterable[Intent]) -> Mapping[str, Intent]:
        """Note what is to change in other files; return it by its places."""
        texts = {one: "".join(f" {line}\n" for line in [*one[:2], *one.what.split("\n")]) for one in intents}
        noted = {_place(_INTENT, text): text for text in texts.values()}
        if noted:
            self._change(lambda games: {**games, **noted})
        return {_place(_INTENT, text): one for one, text in texts.items()}

    def intents(self) -> Mapping[str, Intent]:
        """Return what is to change in other files, by its places, the first noted first."""
        found = {}
        for place, text in self._texts().items():
            if place.startswith(f"{_INTENT} "):
                file, before, *what = (*(line[1:] for line in text.split("\n")[:-1]), "", "")
                found[place] = Intent(file, before, "\n".join(what[:-2]))
        return found

    def report_newer_parts(self) -> None:
        """Add a notice that the file has parts of a newer version, which are kept."""
        self._notices.newer_parts(RESUME)

    def settled(self, places: Collection[str]) -> None:
        if places:
            self._remove(places)

    # A backup

    def texts(self) -> Games:
        return _games(self._texts())

    def join(self, texts: Games) -> bool:
        """Add the games of another file; of the same game the one played longer stays. Say whether they are saved."""
        return self._fit(lambda games: joined(games, texts))

    def why_kept(self, old: _Pairs, new: _Pairs) -> str:
        lost = [
            name
            for name, text in _games(dict(old)).items()
            if text not in dict(new).values() and text not in self._written and game_at(name, text) is None
        ]
        return "A game left off cannot be used, the old file is kept" if lost else ""


def _save(edition: str, text: str) -> Save:
    save = decode_save(text.encode())
    if save.game.edition != edition:
        raise TranscriptError(1, f"found a game of {save.game.edition}: expected one of {quoted(edition)}")
    return save


@lru_cache(2 * MOST_LEFT)
def game_at(place: str, text: str) -> Save | None:
    """Return the game at a place in RESUME.PYR, None if it cannot be used."""
    with suppress(TranscriptError):
        return _save(place.partition(" ")[0], text)
    return None


@lru_cache(2 * MOST_LEFT)
def is_newer_game(text: str) -> bool:
    """Say whether the text of a game is one that a newer version wrote."""
    try:
        decode_save(text.encode())
    except UnknownTermError:
        return True
    except TranscriptError:
        return False
    return False


def joined(games: Games, others: Games) -> Games:
    """Return the games of two files; of the same game in both the one that was played longer."""
    found = dict(games)
    for place, text in others.items():
        mine, theirs = (game_at(place, one) for one in (games.get(place, ""), text))
        if theirs is not None and (mine is None or _played(theirs) > _played(mine)):
            found[place] = text
    return found


def _is_left(place: str, edition: str) -> bool:
    # At the edition itself is what could not be used in an older file.
    return place == edition or place.startswith(f"{edition} {_LEFT} ")


def _played(save: Save) -> tuple[int, int]:
    return save.ticks, len(save.game.moves)


def _games(texts: Games) -> Games:
    return {place: text for place, text in texts.items() if place.split(" ")[0] not in (_ENDED, _INTENT)}


def _ends(games: Games) -> dict[str, int]:
    """Return how often the games of the list were counted, the latest last."""
    lines = [line.rpartition(" ") for line in games.get(_ENDED, "").splitlines()]
    # The length first: int refuses numbers of thousands of digits.
    return {game: int(times) for game, _, times in lines if len(times) < 10 and times.isdecimal()}


def _left_place(save: Save) -> str:
    # Auto-match may change in mid-game.
    options = [f"{name}={value}" for name, value in sorted(save.game.options.items()) if name != "auto_match"]
    return _place(f"{save.game.edition} {_LEFT}", " ".join([*options, deal_text(save.game.cards)]))


def _place(kind: str, text: str) -> str:
    return f"{kind} {checksum(text.encode())}"


def _places(save: Save) -> set[str]:
    """Return where a game may stand, left off or waiting."""
    found = {_left_place(save)}
    # One that is too long to be saved waits nowhere.
    with suppress(ValueError):
        found.add(_place(save.game.edition, encode_save(save).decode()))
    return found
