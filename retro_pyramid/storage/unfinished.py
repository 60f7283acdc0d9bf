"""Unfinished games and pending writes in the data folder, RESUME.PYR."""

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
_UNFINISHED, _COUNTED, _PENDING_WRITE = "left", "ended", "intent"
_MAX_COUNTED = 16
_MAX_TOTAL_CHARACTERS = DATA_FILE_LIMIT - (1 << 17)
"""Maximum number of characters of all games together. The rest is for one more game and for pending writes."""
Games = Mapping[str, str]
"""The texts of RESUME.PYR by their keys, those of unfinished games from the latest to the oldest."""
_TextPairs = tuple[tuple[str, str], ...]
"""The same texts as pairs of key and text, since their order counts."""


class StoredGame(NamedTuple):
    """A game in RESUME.PYR and its entry ID, which stays the same for as long as the game is in the file."""

    entry: str
    save: Save


class Intent(NamedTuple):
    """A change of another file that is still to be made: file ID, fingerprint before it, and the change as text."""

    file: str
    before: str
    what: str


def encode_resume(texts: Games) -> bytes:
    """Return the bytes of RESUME.PYR, the inverse of `decode_resume_file`."""
    return encode_blocks("resume", [Block(key, text) for key, text in texts.items()])


def decode_resume(data: bytes) -> Games:
    """Return the texts by their keys; raise FormatError.

    In older files the key of an unfinished game is the edition alone, and the key of a game that was awaiting a name
    has a suffix after the checksum; both are converted. Blocks that this version does not know are returned as they
    are.
    """
    texts = {}
    for key, text in decode_named("resume", data).items():
        edition, kind, *rest = (*key.split(" "), "", "")
        if not kind and edition != _COUNTED and game_at(key, text):
            key = _make_key(f"{edition} {_UNFINISHED}", text)
        elif edition in EDITIONS and kind not in ("", _UNFINISHED) and any(rest):
            key = f"{edition} {kind}"
        texts[key] = text
    return texts


def decode_games(data: bytes) -> Games:
    """Return the texts of the games in RESUME.PYR alone; raise FormatError."""
    return _select_game_texts(decode_resume(data))


class ResumeFile(Document[_TextPairs]):
    """The unfinished games, the finished games that are awaiting a name, and the pending writes of other files.

    The keys in the file: `EDITION left ID` has an unfinished game, `EDITION ID` the same game once it is finished and
    awaiting a name. No two games share an entry ID, even if they are the same in everything else; the running game
    stores its own (`Session.entry`, written `EDITION ID`). The ID is eight hexadecimal digits: a random number, in
    older files a checksum. `ended` lists the games that were counted last, one a line: the entry ID and how often, so
    that a game which is played in two windows counts once. `intent CHECKSUM` has a pending write (storage.journal). A
    game of a newer version is kept.
    """

    kind: Kind[_TextPairs] = Kind(
        RESUME,
        "Games left off",
        (),
        lambda data: tuple(decode_resume(data).items()),
        lambda pairs: encode_resume(dict(pairs)),
    )

    def __init__(self, store: Store, notices: Notices) -> None:
        super().__init__(store, notices)
        self._written: deque[str] = deque(maxlen=_MAX_COUNTED)
        """The texts that this program wrote last, which need no check."""
        self._unsaved_entry_id: str | None = None
        """The entry ID of the game saved last, if that is too long to be saved."""

    def _read_texts(self) -> Games:
        return dict(self.value())

    def _update_texts(self, function: Callable[[Games], Games], coalesce_key: str = "") -> bool:
        return self.apply(lambda pairs: tuple(function(dict(pairs)).items()), coalesce_key)

    def left(self, edition: str) -> list[StoredGame]:
        """Return the unfinished games of an edition, the latest first.

        A game that cannot be used adds a notification instead.
        """
        games = []
        for key, text in self._read_texts().items():
            if _is_unfinished_key(key, edition):
                try:
                    games.append(
                        StoredGame(_entry_id(key), game_at(key, text) or _decode_save_of(edition, text))
                    )
                except UnknownTermError:
                    self.report_newer_parts()
                except TranscriptError as error:
                    self._notices.say(f"The game left off cannot be used: {RESUME}, {key}: {error}")
        return games

    def get(
        self, edition: str, options: Mapping[str, str] | None = None, deal: int | None = None
    ) -> StoredGame | None:
        """Return the latest unfinished game of an edition that has these options and this deal, if given."""
        for stored in self.left(edition):
            transcript = stored.save.game
            if (options or {}).items() <= transcript.options.items() and deal in (None, transcript.deal):
                return stored
        return None

    def same_deal(self, save: Save) -> StoredGame | None:
        """Return the latest unfinished game with the same start as this one; another program may be playing it."""
        name = _make_lock_name(save)
        return next(
            (stored for stored in self.left(save.game.edition) if _make_lock_name(stored.save) == name), None
        )

    def claim_name(self, save: Save) -> str:
        """Return the name of the lock for playing a game, which is the same for all games with the same start."""
        return _make_lock_name(save)

    def at(self, entry: str) -> Save | None:
        """Return the unfinished game with an entry ID, or None if there is none."""
        key = _unfinished_key(entry)
        return game_at(key, self._read_texts().get(key, ""))

    def new_entry(self, edition: str, draw_id: Callable[[], int]) -> str:
        """Return an unused entry ID for a game that has none.

        `next_number` returns a 32-bit number, a different one at each call.
        """
        games = self._read_texts()
        used_ids = {*map(_entry_id, games), *_read_times_counted(games)}
        while (entry := f"{edition} {draw_id():08X}") in used_ids:
            pass
        return entry

    def bring_forward(self, entry: str) -> None:
        """Make an unfinished game the latest one of its edition by moving it to the front of the file."""
        key = _unfinished_key(entry)

        def move_forward(games: Games) -> Games:
            return {key: games[key], **games} if key in games else games

        unfinished_keys = (
            other_key
            for other_key in self._read_texts()
            if _is_unfinished_key(other_key, key.partition(" ")[0])
        )
        if next(unfinished_keys, key) != key:
            self._update_texts(move_forward)

    def put(self, save: Save, entry: str, waits: bool = False) -> bool:
        """Save a game under its entry ID and move it to the front; return whether it is saved.

        With `is_awaiting_name` it is stored as a finished game that is awaiting a name. Unfinished games of the same
        edition in which nothing was played are removed.
        """
        try:
            text = encode_save(save).decode()
        except ValueError:
            self._unsaved_entry_id = entry
            self._notices.say(TOO_LONG)
            return False
        self._unsaved_entry_id = None
        key = entry if waits else _unfinished_key(entry)

        def must_stay(other_key: str, other_text: str) -> bool:
            can_be_used = _is_unfinished_key(other_key, save.game.edition) and not is_newer_game(other_text)
            stored = game_at(other_key, other_text) if can_be_used else save
            return stored is save or (
                stored is not None and bool(stored.game.moves or stored.earlier or stored.later)
            )

        def put_first(games: Games) -> Games:
            others = {
                other_key: other_text
                for other_key, other_text in games.items()
                if _entry_id(other_key) != entry
            }
            return {
                key: text,
                **{
                    other_key: other_text
                    for other_key, other_text in others.items()
                    if must_stay(other_key, other_text)
                },
            }

        # The key coalesces unsaved updates: only the last state of a running game is needed.
        is_saved = self._update_and_trim(put_first, key)
        self._written.append(text)
        return is_saved

    def drop(self, entry: str) -> bool:
        """Remove the game with an entry ID; return whether the file is saved."""
        if self._unsaved_entry_id == entry:
            self._unsaved_entry_id = None
        return self._remove_keys(_possible_keys(entry))

    def _remove_keys(self, keys: Collection[str]) -> bool:
        def remove(games: Games) -> Games:
            return {key: text for key, text in games.items() if key not in keys or is_newer_game(text)}

        return self._read_texts().keys().isdisjoint(keys) or self._update_texts(remove)

    def _update_and_trim(self, function: Callable[[Games], Games], coalesce_key: str = "") -> bool:
        """Change the texts and return whether the change is saved.

        While there are too many unfinished games, the oldest is removed, with a notification.
        """
        dropped: list[str] = []

        def trim(games: Games) -> Games:
            trimmed = dict(function(games))
            unfinished_keys = [key for key in trimmed if key.split(" ")[1:2] == [_UNFINISHED]]
            dropped.clear()
            while len(unfinished_keys) > MOST_LEFT or (
                len(unfinished_keys) > 1 and sum(map(len, trimmed.values())) > _MAX_TOTAL_CHARACTERS
            ):
                dropped.append(unfinished_keys.pop())
                del trimmed[dropped[-1]]
            return trimmed

        games = self._read_texts()
        is_saved = self._update_texts(trim, coalesce_key)
        for key in dropped:
            save = game_at(key, games.get(key, ""))
            deal = "" if save is None else f", deal {save.game.deal} of {save.game.edition}"
            self._notices.say(f"Too many games are left off: the oldest has gone{deal}")
        return is_saved

    # Finished games that are awaiting a name

    def waiting(self, edition: str) -> StoredGame | None:
        """Return a finished game of an edition that is awaiting a name, or None if there is none."""
        for key, text in self._read_texts().items():
            key_parts = key.split(" ")
            save = game_at(key, text) if key_parts[0] == edition and len(key_parts) == 2 else None
            if save is not None:
                return StoredGame(key, save)
        return None

    def awaits(self, entry: str) -> bool:
        """Return whether a game is in the file, or in memory, and its name is neither entered nor declined."""
        return entry == self._unsaved_entry_id or not self._read_texts().keys().isdisjoint(
            _possible_keys(entry)
        )

    # Games that are open in two windows

    def ends(self, entry: str) -> int:
        """Return how often the game with an entry ID was counted, 0 if that is too long ago to be listed."""
        return _read_times_counted(self._read_texts()).get(entry, 0)

    def end(self, entry: str, known: int) -> bool:
        """Mark a game as counted. Return False if another window has counted it since `known_times` was read."""
        is_first = True

        def count(games: Games) -> Games:
            nonlocal is_first
            times_by_entry = _read_times_counted(games)
            is_first = times_by_entry.pop(entry, 0) <= known
            latest = [*times_by_entry.items(), (entry, known + 1)][-_MAX_COUNTED:]
            lines = "".join(f"{counted_id} {times}\n" for counted_id, times in latest)
            return {**games, _COUNTED: lines} if is_first else games

        self._update_texts(count)
        return is_first

    # Pending writes

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the file's lock; yield whether no other program can write the file.

        The value is also False if the store cannot tell or the lock cannot be had.
        """
        with ExitStack() as stack:
            is_exclusive = False
            with suppress(StorageError):
                is_exclusive = stack.enter_context(self._store.lock(RESUME))
            yield is_exclusive

    def note(self, intents: Iterable[Intent]) -> Mapping[str, Intent]:
        """Add pending writes to the file; return them by their keys."""
        texts = {
            write: "".join(f" {line}\n" for line in [*write[:2], *write.what.split("\n")])
            for write in intents
        }
        texts_by_key = {_make_key(_PENDING_WRITE, text): text for text in texts.values()}
        if texts_by_key:
            self._update_texts(lambda games: {**games, **texts_by_key})
        return {_make_key(_PENDING_WRITE, text): write for write, text in texts.items()}

    def intents(self) -> Mapping[str, Intent]:
        """Return the pending writes by their keys, the oldest first."""
        writes = {}
        for key, text in self._read_texts().items():
            if key.startswith(f"{_PENDING_WRITE} "):
                file_id, old_fingerprint, *change = (*(line[1:] for line in text.split("\n")[:-1]), "", "")
                writes[key] = Intent(file_id, old_fingerprint, "\n".join(change[:-2]))
        return writes

    def report_newer_parts(self) -> None:
        """Add a notification that the file has parts of a newer version, which are kept."""
        self._notices.newer_parts(RESUME)

    def settled(self, places: Collection[str]) -> None:
        """Remove pending writes that are saved or can never be."""
        if places:
            self._remove_keys(places)

    # Backup

    def texts(self) -> Games:
        return _select_game_texts(self._read_texts())

    def join(self, texts: Games) -> bool:
        """Add the games of another file; return whether they are saved.

        If a game is in both, the one that was played longer stays.
        """
        return self._update_and_trim(lambda games: joined(games, texts))

    def why_kept(self, old: _TextPairs, new: _TextPairs) -> str:
        lost_keys = [
            key
            for key, text in _select_game_texts(dict(old)).items()
            if text not in dict(new).values() and text not in self._written and game_at(key, text) is None
        ]
        return "A game left off cannot be used, the old file is kept" if lost_keys else ""


def _decode_save_of(edition: str, text: str) -> Save:
    save = decode_save(text.encode())
    if save.game.edition != edition:
        raise TranscriptError(1, f"found a game of {save.game.edition}: expected one of {quoted(edition)}")
    return save


@lru_cache(2 * MOST_LEFT)
def game_at(place: str, text: str) -> Save | None:
    """Return the game of a key and text in RESUME.PYR, or None if it cannot be used."""
    with suppress(TranscriptError):
        return _decode_save_of(place.partition(" ")[0], text)
    return None


@lru_cache(2 * MOST_LEFT)
def is_newer_game(text: str) -> bool:
    """Return whether a newer version wrote the text of a game."""
    try:
        decode_save(text.encode())
    except UnknownTermError:
        return True
    except TranscriptError:
        return False
    return False


def joined(games: Games, others: Games) -> Games:
    """Return the games of two files; of a game in both, the one that was played longer."""
    merged = dict(games)
    keys_by_entry = {_entry_id(key): key for key in games}
    for key, text in others.items():
        # The keys differ if the game is finished in one file and unfinished in the other.
        local_key = keys_by_entry.get(_entry_id(key), key)
        local_game, other_game = game_at(local_key, games.get(local_key, "")), game_at(key, text)
        if other_game is not None and (
            local_game is None or _play_length(other_game) > _play_length(local_game)
        ):
            if local_key != key:
                del merged[local_key]
            merged[key] = text
    return merged


def _is_unfinished_key(key: str, edition: str) -> bool:
    # The edition alone is the key of a game of an older file that could not be used.
    return key == edition or key.startswith(f"{edition} {_UNFINISHED} ")


def _play_length(save: Save) -> tuple[int, int]:
    return save.ticks, len(save.game.moves)


def _select_game_texts(texts: Games) -> Games:
    return {key: text for key, text in texts.items() if key.split(" ")[0] not in (_COUNTED, _PENDING_WRITE)}


def _read_times_counted(games: Games) -> dict[str, int]:
    """Return how often the games of the list were counted, by entry ID, the latest last."""
    lines = [line.rpartition(" ") for line in games.get(_COUNTED, "").splitlines()]
    # The length is checked first, because int() refuses numbers of thousands of digits.
    return {entry_id: int(times) for entry_id, _, times in lines if len(times) < 10 and times.isdecimal()}


def _make_lock_name(save: Save) -> str:
    # Auto-match can be changed during a game, so it is not part of the name.
    options = [f"{name}={value}" for name, value in sorted(save.game.options.items()) if name != "auto_match"]
    return _make_key(f"{save.game.edition} {_UNFINISHED}", " ".join([*options, deal_text(save.game.cards)]))


def _make_key(kind: str, text: str) -> str:
    return f"{kind} {checksum(text.encode())}"


def _entry_id(key: str) -> str:
    """Return the entry ID of the game with a key.

    >>> _entry_id("odm left 0123ABCD"), _entry_id("odm 0123ABCD")
    ('odm 0123ABCD', 'odm 0123ABCD')
    """
    key_parts = key.split(" ")
    return f"{key_parts[0]} {key_parts[-1]}"


def _unfinished_key(entry_id: str) -> str:
    """Return the key of the game with an entry ID while it is unfinished."""
    return f" {_UNFINISHED} ".join(entry_id.split(" "))


def _possible_keys(entry_id: str) -> set[str]:
    return {entry_id, _unfinished_key(entry_id)}
