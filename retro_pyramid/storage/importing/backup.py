"""The backup: all of the game's files as one .zip, and the way back of such a .zip or of a single file.

A file of the game is recognised by its first line or its name. Its contents are merged with what is there, or replace it
while that is kept as .BAK: restoring a backup loses nothing, and restoring it twice changes nothing more.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from io import BytesIO

from retro_pyramid.formats import FormatError, NewerFormatError
from retro_pyramid.formats.native.checksummed import is_newer_text, restore_text
from retro_pyramid.formats.native.config_text import decode_config
from retro_pyramid.formats.native.save_text import decode_save
from retro_pyramid.formats.native.statistics_text import decode_odds, decode_statistics
from retro_pyramid.formats.native.tournament_text import decode_proofs, decode_suspended
from retro_pyramid.formats.scores.high_scores import decode_totals
from retro_pyramid.rules.transcript import TranscriptError, UnknownTermError
from retro_pyramid.storage.backends.store import BrokenFile, StorageError, plain_name
from retro_pyramid.storage.config_file import CONFIG
from retro_pyramid.storage.disk_texts import is_disk_text, is_text_name
from retro_pyramid.storage.importing.import_files import Incoming
from retro_pyramid.storage.importing.original_files import DECKS, SCORES, is_layout_name, sidecar_name
from retro_pyramid.storage.save_files import ENDING, name_problem
from retro_pyramid.storage.statistics_file import ODDS, STATISTICS, OddsFile
from retro_pyramid.storage.tournament_files import BOARD, PROOFS, SUSPENDED
from retro_pyramid.storage.unfinished import RESUME, decode_games, game_at, joined
from retro_pyramid.storage.user_data import GameFiles
from retro_pyramid.storage.value_file import Notices, Seen, keep_copy, replace_file

_NAMES = {
    *(SCORES, DECKS, sidecar_name(DECKS), CONFIG, STATISTICS, ODDS),
    *(RESUME, BOARD, PROOFS, SUSPENDED),
}
_BAK = re.compile(r"(.+)\.BAK[0-9]*")
# Browsers add " (1)" to the name of a file that they have downloaded before.
_AGAIN = re.compile(r" ?\([0-9]+\)(?=\.[^.]*$)")
_FIRST = re.compile(rb"retro-pyramid(?:-([a-z]+))? [0-9]+\n")
_UNIX = 3
"""The system that a backup is said to come from, so that it is the same from every one."""


def pack(files: GameFiles) -> bytes:
    """Return all files of the game, and texts to read, as one .zip, always the same; StorageError if none can be read."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    store = files.store
    target = BytesIO()
    packed: set[str] = set()
    with ZipFile(target, "w") as archive:
        for name in store.names():
            if not is_own_name(name) and not is_text_name(name):
                continue
            try:
                data = store.read(name) or b""
            except BrokenFile as error:
                files.say(f"Left out: {error}")
                continue
            if not is_own_name(name) and not is_disk_text(data):
                continue
            plain = plain_name(name)
            while plain.upper() in packed:
                plain = f"_{plain}"
            packed.add(plain.upper())
            entry = ZipInfo(plain)
            entry.compress_type = ZIP_DEFLATED
            # Windows would name itself there.
            entry.create_system = _UNIX
            archive.writestr(entry, data)
    return target.getvalue()


def is_own_name(name: str) -> bool:
    """Say whether a file of that name is one of the game's, or a .BAK of one.

    >>> [is_own_name(name) for name in ("pyramid.hgh", "GAME.PYR", "PYRAMID.CFG.BAK2", "notes.txt", "PYRAMID.HGH.LCK")]
    [True, True, True, False, False]
    """
    name = name.upper()
    kept = _BAK.fullmatch(name)
    return is_own_name(kept[1]) if kept else name in _NAMES or name.endswith(ENDING) or is_layout_name(name)


class Restoring:
    """The restoring of a backup: what came back, the settings in it, and a line for each trouble."""

    def __init__(self, files: GameFiles) -> None:
        self._files = files
        self._store = files.store
        self._back: list[str] = []
        self._seen: Seen = {}
        self.troubles: list[str] = []
        self.settings: Mapping[str, str] = {}

    @property
    def line(self) -> str:
        return f"Read back: {', '.join(self._back)}" if self._back else ""

    def take(self, files: Iterable[Incoming]) -> list[Incoming]:
        """Restore the files that only the game writes; return the others, high scores and cards among them."""
        others = [file for file in files if not self._take(file)]
        counts = {what: self._back.count(what) for what in self._back}
        self._back = [what if count == 1 else f"{count} {what}s" for what, count in counts.items()]
        return others

    def _take(self, file: Incoming) -> bool:
        name = _AGAIN.sub("", file.dos_name)
        kept = _BAK.fullmatch(name)
        try:
            if kept and is_own_name(kept[1]):
                keep_copy(self._store, plain_name(kept[1]), file.data, self._seen)
                self._back.append("older file")
                return True
            text = restore_text(file.data)
            data = text if _FIRST.match(text) else file.data
            self._refuse_newer(file.name, data)
            taker = self._takers().get(self._kind(name, data))
            if taker is None:
                return False
            what, take = taker
            take(name, data)
        except (NewerFormatError, UnknownTermError):
            newer = "was written by a newer version of Retro Pyramid and is not imported"
            self.troubles.append(f"{file.name} {newer}")
            return True
        except (FormatError, TranscriptError, StorageError) as error:
            self.troubles.append(f"{file.name}: {error}")
            return True
        self._back.append(what)
        return True

    def _refuse_newer(self, name: str, data: bytes) -> None:
        """Raise NewerFormatError for one of our files of a newer version, or of a kind that this one does not know."""
        first = _FIRST.match(data)
        if first and (is_newer_text(data) or (first[1] and first[1].decode() not in self._takers())):
            raise NewerFormatError(name, None, "a known kind of version 1", "another")

    def _kind(self, name: str, data: bytes) -> str:
        """Return what a file is restored as: the word in its first line, or its name."""
        first = _FIRST.match(data)
        if first is None:
            return name if name != CONFIG or "version" in decode_config(data).values() else ""
        # A text without a word there may also be a transcript.
        return first[1].decode() if first[1] else "save" if name.endswith(ENDING) else ""

    def _takers(self) -> Mapping[str, tuple[str, Callable[[str, bytes], None]]]:
        tour = self._files.tour
        return {
            "resume": ("games left off", self._games),
            "statistics": ("figures", self._figures),
            "tournament": ("tournament", self._suspended),
            "proofs": (
                "proofs of totals",
                lambda _, data: self._saved(tour.join_proofs(decode_proofs(data))),
            ),
            "odds": ("odds", self._odds),
            "save": ("saved game", self._save),
            CONFIG: ("settings", self._settings),
            BOARD: ("tournament totals", lambda _, data: self._saved(tour.join_board(decode_totals(data)))),
        }

    def _saved(self, done: bool) -> None:
        if not done:
            raise StorageError("it is not saved")

    def _keep(self, name: str) -> None:
        with suppress(BrokenFile):
            there = self._store.read(name)
            if there is not None:
                keep_copy(self._store, name, there)

    def _settings(self, _: str, data: bytes) -> None:
        config = self._files.config
        theirs = decode_config(data).values()
        mine = config.values()
        if any(mine.get(name, value) != value for name, value in theirs.items()):
            self._keep(CONFIG)
        if any(mine.get(name) != value for name, value in theirs.items()):
            self._saved(config.change(theirs))
        self.settings = theirs

    def _games(self, _: str, data: bytes) -> None:
        # Which games were counted, and what is to be done, is known here.
        there = decode_games(data)
        theirs = {place: text for place, text in there.items() if game_at(place, text)}
        if theirs != there:
            kept = keep_copy(self._store, RESUME, data)
            self.troubles.append(f"{RESUME}: not all of its games can be used here, it is kept as {kept}")
        mine = self._files.resume.texts()
        both = joined(mine, theirs)
        if any(both.get(place) != text for place, text in mine.items()):
            self._keep(RESUME)
        if any(both.get(place) != text for place, text in theirs.items()):
            keep_copy(self._store, RESUME, data)
        self._saved(self._files.resume.join(theirs))

    def _figures(self, _: str, data: bytes) -> None:
        theirs = decode_statistics(data)
        mine = self._files.statistics.value()
        if any(key in mine and mine[key] != theirs[key] for key in theirs):
            # They may count the same games, so they are not added: of each rule set the row with more games is used.
            keep_copy(self._store, STATISTICS, data)
            self._keep(STATISTICS)
        self._saved(self._files.statistics.join(theirs))

    def _suspended(self, _: str, data: bytes) -> None:
        decode_suspended(data)
        replace_file(self._store, SUSPENDED, data)

    def _odds(self, _: str, data: bytes) -> None:
        odds = OddsFile(self._store, Notices())
        for tag, count in decode_odds(data).items():
            self._saved(odds.reach(tag, count))

    def _save(self, name: str, data: bytes) -> None:
        decode_save(data)
        stem = re.sub(r"[^A-Z0-9_-]", "", name.rpartition(".")[0] or name)[:8] or "GAME"
        replace_file(self._store, f"{'GAME' if name_problem(stem) else stem}{ENDING}", data)
