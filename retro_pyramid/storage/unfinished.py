"""Unfinished games and pending writes in the data folder, RESUME.PYR."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import deal_text, quote
from retro_pyramid.formats.native.checksummed import Block, decode_blocks_by_tag, encode_blocks
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules import EDITIONS
from retro_pyramid.rules.transcript import SavedSession, TranscriptError, UnknownTermError, crc32_hex
from retro_pyramid.storage.backends.store import DATA_FILE_LIMIT_BYTES, StorageError, Store
from retro_pyramid.storage.value_file import GAME_TOO_LONG_MESSAGE, FileType, Notifications, ValueFile

RESUME_FILE_NAME = "RESUME.PYR"
MAX_UNFINISHED = 20
_UNFINISHED, _COUNTED, _PENDING_WRITE = "left", "ended", "intent"
_MAX_COUNTED = 16
_MAX_TOTAL_CHARACTERS = DATA_FILE_LIMIT_BYTES - (1 << 17)
"""Maximum number of characters of all games together. The rest is for one more game and for pending writes."""
TextsByKey = Mapping[str, str]
"""The texts of RESUME.PYR by their keys, those of unfinished games from the latest to the oldest."""
_TextPairs = tuple[tuple[str, str], ...]
"""The same texts as pairs of key and text, since their order counts."""


class StoredGame(NamedTuple):
    """A game in RESUME.PYR and its entry ID, which stays the same for as long as the game is in the file."""

    entry_id: str
    saved: SavedSession


class PendingWrite(NamedTuple):
    """A change of another file that is still to be made: file ID, fingerprint before it, and the change as text."""

    file_id: str
    old_fingerprint: str
    change: str


def encode_resume_file(texts_by_key: TextsByKey) -> bytes:
    """Return the bytes of RESUME.PYR, the inverse of `decode_resume_file`."""
    return encode_blocks("resume", [Block(key, text) for key, text in texts_by_key.items()])


def decode_resume_file(data: bytes) -> TextsByKey:
    """Return the texts by their keys; raise FormatError.

    In older files the key of an unfinished game is the edition alone, and the key of a game that was awaiting a name
    has a suffix after the checksum; both are converted. Blocks that this version does not know are returned as they
    are.
    """
    texts = {}
    for key, text in decode_blocks_by_tag("resume", data).items():
        edition, kind, *rest = (*key.split(" "), "", "")
        if not kind and edition != _COUNTED and try_decode_game(key, text):
            key = _make_key(f"{edition} {_UNFINISHED}", text)
        elif edition in EDITIONS and kind not in ("", _UNFINISHED) and any(rest):
            key = f"{edition} {kind}"
        texts[key] = text
    return texts


def decode_game_texts(data: bytes) -> TextsByKey:
    """Return the texts of the games in RESUME.PYR alone; raise FormatError."""
    return _select_game_texts(decode_resume_file(data))


class ResumeFile(ValueFile[_TextPairs]):
    """The unfinished games, the finished games that are awaiting a name, and the pending writes of other files.

    The keys in the file: `EDITION left ID` has an unfinished game, `EDITION ID` the same game once it is finished and
    awaiting a name. No two games share an entry ID, even if they are the same in everything else; the running game
    stores its own (`Session.entry`, written `EDITION ID`). The ID is eight hexadecimal digits: a random number, in
    older files a checksum. `ended` lists the games that were counted last, one a line: the entry ID and how often, so
    that a game which is played in two windows counts once. `intent CHECKSUM` has a pending write (storage.journal). A
    game of a newer version is kept.
    """

    file_type: FileType[_TextPairs] = FileType(
        RESUME_FILE_NAME,
        "Games left off",
        (),
        lambda data: tuple(decode_resume_file(data).items()),
        lambda pairs: encode_resume_file(dict(pairs)),
    )

    def __init__(self, store: Store, notifications: Notifications) -> None:
        super().__init__(store, notifications)
        self._written: deque[str] = deque(maxlen=_MAX_COUNTED)
        """The texts that this program wrote last, which need no check."""
        self._unsaved_entry_id: str | None = None
        """The entry ID of the game saved last, if that is too long to be saved."""

    def _read_texts(self) -> TextsByKey:
        return dict(self.read())

    def _update_texts(self, function: Callable[[TextsByKey], TextsByKey], coalesce_key: str = "") -> bool:
        return self.update(lambda pairs: tuple(function(dict(pairs)).items()), coalesce_key)

    def list_unfinished(self, edition: str) -> list[StoredGame]:
        """Return the unfinished games of an edition, the latest first.

        A game that cannot be used adds a notification instead.
        """
        games = []
        for key, text in self._read_texts().items():
            if _is_unfinished_key(key, edition):
                try:
                    games.append(
                        StoredGame(
                            _entry_id(key), try_decode_game(key, text) or _decode_save_of(edition, text)
                        )
                    )
                except UnknownTermError:
                    self.report_newer_parts()
                except TranscriptError as error:
                    self._notifications.add(
                        f"The game left off cannot be used: {RESUME_FILE_NAME}, {key}: {error}"
                    )
        return games

    def find_unfinished(
        self, edition: str, options: Mapping[str, str] | None = None, deal_number: int | None = None
    ) -> StoredGame | None:
        """Return the latest unfinished game of an edition that has these options and this deal, if given."""
        for stored in self.list_unfinished(edition):
            transcript = stored.saved.transcript
            if (options or {}).items() <= transcript.options.items() and deal_number in (
                None,
                transcript.deal_number,
            ):
                return stored
        return None

    def find_same_deal(self, saved: SavedSession) -> StoredGame | None:
        """Return the latest unfinished game with the same start as this one; another program may be playing it."""
        name = _make_lock_name(saved)
        return next(
            (
                stored
                for stored in self.list_unfinished(saved.transcript.edition)
                if _make_lock_name(stored.saved) == name
            ),
            None,
        )

    def make_lock_name(self, saved: SavedSession) -> str:
        """Return the name of the lock for playing a game, which is the same for all games with the same start."""
        return _make_lock_name(saved)

    def get_unfinished(self, entry_id: str) -> SavedSession | None:
        """Return the unfinished game with an entry ID, or None if there is none."""
        key = _unfinished_key(entry_id)
        return try_decode_game(key, self._read_texts().get(key, ""))

    def make_entry_id(self, edition: str, next_number: Callable[[], int]) -> str:
        """Return an unused entry ID for a game that has none.

        `next_number` returns a 32-bit number, a different one at each call.
        """
        games = self._read_texts()
        used_ids = {*map(_entry_id, games), *_read_times_counted(games)}
        while (entry := f"{edition} {next_number():08X}") in used_ids:
            pass
        return entry

    def move_to_front(self, entry_id: str) -> None:
        """Make an unfinished game the latest one of its edition by moving it to the front of the file."""
        key = _unfinished_key(entry_id)

        def move_forward(games: TextsByKey) -> TextsByKey:
            return {key: games[key], **games} if key in games else games

        unfinished_keys = (
            other_key
            for other_key in self._read_texts()
            if _is_unfinished_key(other_key, key.partition(" ")[0])
        )
        if next(unfinished_keys, key) != key:
            self._update_texts(move_forward)

    def save_game(self, saved: SavedSession, entry_id: str, is_awaiting_name: bool = False) -> bool:
        """Save a game under its entry ID and move it to the front; return whether it is saved.

        With `is_awaiting_name` it is stored as a finished game that is awaiting a name. Unfinished games of the same
        edition in which nothing was played are removed.
        """
        try:
            text = encode_save(saved).decode()
        except ValueError:
            self._unsaved_entry_id = entry_id
            self._notifications.add(GAME_TOO_LONG_MESSAGE)
            return False
        self._unsaved_entry_id = None
        key = entry_id if is_awaiting_name else _unfinished_key(entry_id)

        def must_stay(other_key: str, other_text: str) -> bool:
            can_be_used = _is_unfinished_key(other_key, saved.transcript.edition) and not is_newer_game(
                other_text
            )
            stored = try_decode_game(other_key, other_text) if can_be_used else saved
            return stored is saved or (
                stored is not None
                and bool(stored.transcript.moves or stored.previous_games or stored.redo_games)
            )

        def put_first(games: TextsByKey) -> TextsByKey:
            others = {
                other_key: other_text
                for other_key, other_text in games.items()
                if _entry_id(other_key) != entry_id
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

    def remove_game(self, entry_id: str) -> bool:
        """Remove the game with an entry ID; return whether the file is saved."""
        if self._unsaved_entry_id == entry_id:
            self._unsaved_entry_id = None
        return self._remove_keys(_possible_keys(entry_id))

    def _remove_keys(self, keys: Collection[str]) -> bool:
        def remove(games: TextsByKey) -> TextsByKey:
            return {key: text for key, text in games.items() if key not in keys or is_newer_game(text)}

        return self._read_texts().keys().isdisjoint(keys) or self._update_texts(remove)

    def _update_and_trim(self, function: Callable[[TextsByKey], TextsByKey], coalesce_key: str = "") -> bool:
        """Change the texts and return whether the change is saved.

        While there are too many unfinished games, the oldest is removed, with a notification.
        """
        dropped: list[str] = []

        def trim(games: TextsByKey) -> TextsByKey:
            trimmed = dict(function(games))
            unfinished_keys = [key for key in trimmed if key.split(" ")[1:2] == [_UNFINISHED]]
            dropped.clear()
            while len(unfinished_keys) > MAX_UNFINISHED or (
                len(unfinished_keys) > 1 and sum(map(len, trimmed.values())) > _MAX_TOTAL_CHARACTERS
            ):
                dropped.append(unfinished_keys.pop())
                del trimmed[dropped[-1]]
            return trimmed

        games = self._read_texts()
        is_saved = self._update_texts(trim, coalesce_key)
        for key in dropped:
            save = try_decode_game(key, games.get(key, ""))
            deal = (
                "" if save is None else f", deal {save.transcript.deal_number} of {save.transcript.edition}"
            )
            self._notifications.add(f"Too many games are left off: the oldest has gone{deal}")
        return is_saved

    # Finished games that are awaiting a name

    def find_awaiting_name(self, edition: str) -> StoredGame | None:
        """Return a finished game of an edition that is awaiting a name, or None if there is none."""
        for key, text in self._read_texts().items():
            key_parts = key.split(" ")
            save = try_decode_game(key, text) if key_parts[0] == edition and len(key_parts) == 2 else None
            if save is not None:
                return StoredGame(key, save)
        return None

    def is_awaiting_name(self, entry_id: str) -> bool:
        """Return whether a game is in the file, or in memory, and its name is neither entered nor declined."""
        return entry_id == self._unsaved_entry_id or not self._read_texts().keys().isdisjoint(
            _possible_keys(entry_id)
        )

    # Games that are open in two windows

    def get_times_counted(self, entry_id: str) -> int:
        """Return how often the game with an entry ID was counted, 0 if that is too long ago to be listed."""
        return _read_times_counted(self._read_texts()).get(entry_id, 0)

    def mark_counted(self, entry_id: str, known_times: int) -> bool:
        """Mark a game as counted. Return False if another window has counted it since `known_times` was read."""
        is_first = True

        def count(games: TextsByKey) -> TextsByKey:
            nonlocal is_first
            times_by_entry = _read_times_counted(games)
            is_first = times_by_entry.pop(entry_id, 0) <= known_times
            latest = [*times_by_entry.items(), (entry_id, known_times + 1)][-_MAX_COUNTED:]
            lines = "".join(f"{counted_id} {times}\n" for counted_id, times in latest)
            return {**games, _COUNTED: lines} if is_first else games

        self._update_texts(count)
        return is_first

    # Pending writes

    @contextmanager
    def hold_lock(self) -> Iterator[bool]:
        """Hold the file's lock; yield whether no other program can write the file.

        The value is also False if the store cannot tell or the lock cannot be had.
        """
        with ExitStack() as stack:
            is_exclusive = False
            with suppress(StorageError):
                is_exclusive = stack.enter_context(self._store.lock(RESUME_FILE_NAME))
            yield is_exclusive

    def log_writes(self, writes: Iterable[PendingWrite]) -> Mapping[str, PendingWrite]:
        """Add pending writes to the file; return them by their keys."""
        texts = {
            write: "".join(f" {line}\n" for line in [*write[:2], *write.change.split("\n")])
            for write in writes
        }
        texts_by_key = {_make_key(_PENDING_WRITE, text): text for text in texts.values()}
        if texts_by_key:
            self._update_texts(lambda games: {**games, **texts_by_key})
        return {_make_key(_PENDING_WRITE, text): write for write, text in texts.items()}

    def get_pending_writes(self) -> Mapping[str, PendingWrite]:
        """Return the pending writes by their keys, the oldest first."""
        writes = {}
        for key, text in self._read_texts().items():
            if key.startswith(f"{_PENDING_WRITE} "):
                file_id, old_fingerprint, *change = (*(line[1:] for line in text.split("\n")[:-1]), "", "")
                writes[key] = PendingWrite(file_id, old_fingerprint, "\n".join(change[:-2]))
        return writes

    def report_newer_parts(self) -> None:
        """Add a notification that the file has parts of a newer version, which are kept."""
        self._notifications.add_newer_parts_note(RESUME_FILE_NAME)

    def remove_writes(self, keys: Collection[str]) -> None:
        """Remove pending writes that are saved or can never be."""
        if keys:
            self._remove_keys(keys)

    # Backup

    def get_game_texts(self) -> TextsByKey:
        return _select_game_texts(self._read_texts())

    def merge_games(self, game_texts: TextsByKey) -> bool:
        """Add the games of another file; return whether they are saved.

        If a game is in both, the one that was played longer stays.
        """
        return self._update_and_trim(lambda games: merge_game_texts(games, game_texts))

    def backup_reason(self, old: _TextPairs, new: _TextPairs) -> str:
        lost_keys = [
            key
            for key, text in _select_game_texts(dict(old)).items()
            if text not in dict(new).values()
            and text not in self._written
            and try_decode_game(key, text) is None
        ]
        return "A game left off cannot be used, the old file is kept" if lost_keys else ""


def _decode_save_of(edition: str, text: str) -> SavedSession:
    save = decode_save(text.encode())
    if save.transcript.edition != edition:
        raise TranscriptError(
            1, f"found a game of {save.transcript.edition}: expected one of {quote(edition)}"
        )
    return save


@lru_cache(2 * MAX_UNFINISHED)
def try_decode_game(key: str, text: str) -> SavedSession | None:
    """Return the game of a key and text in RESUME.PYR, or None if it cannot be used."""
    with suppress(TranscriptError):
        return _decode_save_of(key.partition(" ")[0], text)
    return None


@lru_cache(2 * MAX_UNFINISHED)
def is_newer_game(text: str) -> bool:
    """Return whether a newer version wrote the text of a game."""
    try:
        decode_save(text.encode())
    except UnknownTermError:
        return True
    except TranscriptError:
        return False
    return False


def merge_game_texts(local: TextsByKey, other: TextsByKey) -> TextsByKey:
    """Return the games of two files; of a game in both, the one that was played longer."""
    merged = dict(local)
    keys_by_entry = {_entry_id(key): key for key in local}
    for key, text in other.items():
        # The keys differ if the game is finished in one file and unfinished in the other.
        local_key = keys_by_entry.get(_entry_id(key), key)
        local_game, other_game = (
            try_decode_game(local_key, local.get(local_key, "")),
            try_decode_game(key, text),
        )
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


def _play_length(save: SavedSession) -> tuple[int, int]:
    return save.ticks, len(save.transcript.moves)


def _select_game_texts(texts: TextsByKey) -> TextsByKey:
    return {key: text for key, text in texts.items() if key.split(" ")[0] not in (_COUNTED, _PENDING_WRITE)}


def _read_times_counted(games: TextsByKey) -> dict[str, int]:
    """Return how often the games of the list were counted, by entry ID, the latest last."""
    lines = [line.rpartition(" ") for line in games.get(_COUNTED, "").splitlines()]
    # The length is checked first, because int() refuses numbers of thousands of digits.
    return {entry_id: int(times) for entry_id, _, times in lines if len(times) < 10 and times.isdecimal()}


def _make_lock_name(save: SavedSession) -> str:
    # Auto-match can be changed during a game, so it is not part of the name.
    options = [
        f"{name}={value}" for name, value in sorted(save.transcript.options.items()) if name != "auto_match"
    ]
    return _make_key(
        f"{save.transcript.edition} {_UNFINISHED}", " ".join([*options, deal_text(save.transcript.cards)])
    )


def _make_key(kind: str, text: str) -> str:
    return f"{kind} {crc32_hex(text.encode())}"


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
