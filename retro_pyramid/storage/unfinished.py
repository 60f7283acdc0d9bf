"""RESUME.PYR in the data folder: the games that were left off, and what is still to change in other files."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import deal_text, quoted
from retro_pyramid.formats.native.checksummed import Block, decode_named, encode_blocks
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules import EDITIONS
from retro_pyramid.rules.transcript import Save, TranscriptError, UnknownTermError, checksum
from retro_pyramid.storage.backends.store import DATA_FILE_LIMIT, StorageError, Store
from retro_pyramid.storage.value_file import TOO_LONG, Document, Kind, Notices

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


class StoredGame(NamedTuple):
    """A game in RESUME.PYR and the id of its entry, which the game keeps for as long as it is in the file."""

    entry: str
    save: Save


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
        if not kind and edition != _ENDED and game_at(place, text):
            place = _place(f"{edition} {_LEFT}", text)
        elif edition in EDITIONS and kind not in ("", _LEFT) and any(rest):
            place = f"{edition} {kind}"
        texts[place] = text
    return texts


def decode_games(data: bytes) -> Games:
    """Return the games of RESUME.PYR alone; raise FormatError."""
    return _games(decode_resume(data))


class ResumeFile(Document[_Pairs]):
    """The games that were left off and the finished ones that wait for a name, and what is to change in other files.

    The places in the file: `EDITION left ID` has an unfinished game, `EDITION ID` the same game once it is finished and
    waits for a name. Two games never share an entry, whatever they have in common; the running game knows its own
    (`Session.entry`, written `EDITION ID`). The ID is eight hexadecimal digits: random ones, in older files a checksum.
    `ended` lists the games that were counted last, one a line: the entry and how often, so that a game which is on in two
    windows counts once. `intent CHECKSUM` has a change of another file (storage.journal). A game of a newer version stays.
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
        self._unkept: str | None = None
        """The entry of the last game put there, if that is too long to be saved."""

    def _texts(self) -> Games:
        return dict(self.value())

    def _change(self, step: Callable[[Games], Games], key: str = "") -> bool:
        return self.apply(lambda pairs: tuple(step(dict(pairs)).items()), key)

    def left(self, edition: str) -> list[StoredGame]:
        """Return the games left off in an edition, the last one first; one that cannot be used gives a notice."""
        found = []
        for place, text in self._texts().items():
            if _is_left(place, edition):
                try:
                    found.append(StoredGame(_entry(place), game_at(place, text) or _save(edition, text)))
                except UnknownTermError:
                    self.report_newer_parts()
                except TranscriptError as error:
                    self._notices.say(f"The game left off cannot be used: {RESUME}, {place}: {error}")
        return found

    def get(
        self, edition: str, options: Mapping[str, str] | None = None, deal: int | None = None
    ) -> StoredGame | None:
        """Return the last game left off in an edition, with these options and of this deal where they are given."""
        for stored in self.left(edition):
            game = stored.save.game
            if (options or {}).items() <= game.options.items() and deal in (None, game.deal):
                return stored
        return None

    def same_deal(self, save: Save) -> StoredGame | None:
        """Return the last unfinished game that starts like this one, which another program may be playing."""
        name = _claim_name(save)
        return next((one for one in self.left(save.game.edition) if _claim_name(one.save) == name), None)

    def claim_name(self, save: Save) -> str:
        """Return the name by which the program that plays a game claims it: the same for all games that start like it."""
        return _claim_name(save)

    def at(self, entry: str) -> Save | None:
        """Return the unfinished game of an entry, or None if there is none."""
        place = _left_place(entry)
        return game_at(place, self._texts().get(place, ""))

    def new_entry(self, edition: str, draw_id: Callable[[], int]) -> str:
        """Return an entry for a game that has none, different from every entry in the file.

        `draw_id` returns a number of 32 bits, another one at each call.
        """
        games = self._texts()
        taken = {*map(_entry, games), *_ends(games)}
        while (entry := f"{edition} {draw_id():08X}") in taken:
            pass
        return entry

    def bring_forward(self, entry: str) -> None:
        """Make an unfinished game the last one left off of its edition, which is the first one in the file."""
        place = _left_place(entry)

        def forward(games: Games) -> Games:
            return {place: games[place], **games} if place in games else games

        left = (other for other in self._texts() if _is_left(other, place.partition(" ")[0]))
        if next(left, place) != place:
            self._change(forward)

    def put(self, save: Save, entry: str, waits: bool = False) -> bool:
        """Save a game at its entry, as the last left off or as a finished one that waits; return whether it is saved."""
        try:
            text = encode_save(save).decode()
        except ValueError:
            self._unkept = entry
            self._notices.say(TOO_LONG)
            return False
        self._unkept = None
        place = entry if waits else _left_place(entry)

        def stays(name: str, other: str) -> bool:
            can_be_used = _is_left(name, save.game.edition) and not is_newer_game(other)
            there = game_at(name, other) if can_be_used else save
            return there is save or (
                there is not None and bool(there.game.moves or there.earlier or there.later)
            )

        def put(games: Games) -> Games:
            others = {name: other for name, other in games.items() if _entry(name) != entry}
            return {place: text, **{name: other for name, other in others.items() if stays(name, other)}}

        # Of a running game only the last state is needed.
        saved = self._fit(put, place)
        self._written.append(text)
        return saved

    def drop(self, entry: str) -> bool:
        """Remove the game of an entry; return whether the file is saved."""
        if self._unkept == entry:
            self._unkept = None
        return self._remove(_places(entry))

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

    def waiting(self, edition: str) -> StoredGame | None:
        """Return a finished game of an edition that waits for a name, None if there is none."""
        for place, text in self._texts().items():
            words = place.split(" ")
            save = game_at(place, text) if words[0] == edition and len(words) == 2 else None
            if save is not None:
                return StoredGame(place, save)
        return None

    def awaits(self, entry: str) -> bool:
        """Return whether a finished game is there, or in memory, and neither entered nor declined."""
        return entry == self._unkept or not self._texts().keys().isdisjoint(_places(entry))

    # Games in two windows

    def ends(self, entry: str) -> int:
        """Return how often the game of an entry was counted, 0 where that was too long ago to be known."""
        return _ends(self._texts()).get(entry, 0)

    def end(self, entry: str, known: int) -> bool:
        """Note that the game of an entry is counted; return False if another window has counted it since `known`."""
        first = True

        def end(games: Games) -> Games:
            nonlocal first
            ends = _ends(games)
            first = ends.pop(entry, 0) <= known
            latest = [*ends.items(), (entry, known + 1)][-_MOST_ENDED:]
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
    places = {_entry(place): place for place in games}
    for place, text in others.items():
        # In one file a game may be finished and in the other not.
        here = places.get(_entry(place), place)
        mine, theirs = game_at(here, games.get(here, "")), game_at(place, text)
        if theirs is not None and (mine is None or _played(theirs) > _played(mine)):
            if here != place:
                del found[here]
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


def _claim_name(save: Save) -> str:
    # Auto-match may change in mid-game.
    options = [f"{name}={value}" for name, value in sorted(save.game.options.items()) if name != "auto_match"]
    return _place(f"{save.game.edition} {_LEFT}", " ".join([*options, deal_text(save.game.cards)]))


def _place(kind: str, text: str) -> str:
    return f"{kind} {checksum(text.encode())}"


def _entry(place: str) -> str:
    """Return the entry of the game at a place.

    >>> _entry("odm left 0123ABCD"), _entry("odm 0123ABCD")
    ('odm 0123ABCD', 'odm 0123ABCD')
    """
    words = place.split(" ")
    return f"{words[0]} {words[-1]}"


def _left_place(entry: str) -> str:
    """Return where the game of an entry is while it is unfinished."""
    return f" {_LEFT} ".join(entry.split(" "))


def _places(entry: str) -> set[str]:
    return {entry, _left_place(entry)}
