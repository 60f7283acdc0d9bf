"""The backup: all of the game's files as one .zip, and restoring such a .zip or a single file.

A file of the game is recognised by its first line or its name. Its contents are merged with the current ones, or
replace them after the current file is copied to .BAK: restoring a backup loses nothing, and restoring it twice changes
nothing more.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from io import BytesIO

from retro_pyramid.formats import FormatError, NewerFormatError
from retro_pyramid.formats.native.checksummed import has_newer_header, normalize_text
from retro_pyramid.formats.native.config_text import decode_config
from retro_pyramid.formats.native.save_text import decode_save
from retro_pyramid.formats.native.statistics_text import decode_odds, decode_statistics
from retro_pyramid.formats.native.tournament_text import decode_proofs, decode_suspended
from retro_pyramid.formats.scores.high_scores import decode_totals
from retro_pyramid.rules.transcript import TranscriptError, UnknownTermError
from retro_pyramid.storage.backends.store import CorruptFileError, StorageError, to_portable_name
from retro_pyramid.storage.config_file import CONFIG_FILE_NAME
from retro_pyramid.storage.disk_texts import is_disk_text, is_text_file_name
from retro_pyramid.storage.importing.import_files import ImportFile
from retro_pyramid.storage.importing.original_files import (
    DECKS_FILE_NAME,
    HIGH_SCORES_FILE_NAME,
    is_layout_file_name,
    make_sidecar_name,
)
from retro_pyramid.storage.save_files import SAVE_EXTENSION, find_save_name_problem
from retro_pyramid.storage.statistics_file import ODDS_FILE_NAME, STATISTICS_FILE_NAME, OddsFile
from retro_pyramid.storage.tournament_files import PROOFS_FILE_NAME, SUSPENDED_FILE_NAME, TOTALS_FILE_NAME
from retro_pyramid.storage.unfinished import (
    RESUME_FILE_NAME,
    decode_game_texts,
    merge_game_texts,
    try_decode_game,
)
from retro_pyramid.storage.user_data import UserData
from retro_pyramid.storage.value_file import ChecksumCache, Notifications, replace_with_backup, write_backup

_GAME_FILE_NAMES = {
    *(
        HIGH_SCORES_FILE_NAME,
        DECKS_FILE_NAME,
        make_sidecar_name(DECKS_FILE_NAME),
        CONFIG_FILE_NAME,
        STATISTICS_FILE_NAME,
        ODDS_FILE_NAME,
    ),
    *(RESUME_FILE_NAME, TOTALS_FILE_NAME, PROOFS_FILE_NAME, SUSPENDED_FILE_NAME),
}
_BACKUP_PATTERN = re.compile(r"(.+)\.BAK[0-9]*")
# Browsers add " (1)" to the name of a file that they have downloaded before.
_DOWNLOAD_NUMBER_PATTERN = re.compile(r" ?\([0-9]+\)(?=\.[^.]*$)")
_FIRST_LINE_PATTERN = re.compile(rb"retro-pyramid(?:-([a-z]+))? [0-9]+\n")
_ZIP_SYSTEM_UNIX = 3
"""The system that a backup names as its origin, so that it is the same from every system."""


def build_backup_zip(user_data: UserData) -> bytes:
    """Return all files of the game, and texts to read, as one .zip. The same files give the same bytes.

    A corrupt file is left out, with a notification. Raise StorageError if the files cannot be read.
    """
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    store = user_data.store
    target = BytesIO()
    used_names: set[str] = set()
    with ZipFile(target, "w") as archive:
        for name in store.list_names():
            if not is_game_file_name(name) and not is_text_file_name(name):
                continue
            try:
                data = store.read(name) or b""
            except CorruptFileError as error:
                user_data.notify(f"Left out: {error}")
                continue
            if not is_game_file_name(name) and not is_disk_text(data):
                continue
            portable_name = to_portable_name(name)
            while portable_name.upper() in used_names:
                portable_name = f"_{portable_name}"
            used_names.add(portable_name.upper())
            entry = ZipInfo(portable_name)
            entry.compress_type = ZIP_DEFLATED
            # The default is the current system.
            entry.create_system = _ZIP_SYSTEM_UNIX
            archive.writestr(entry, data)
    return target.getvalue()


def is_game_file_name(name: str) -> bool:
    """Return whether a file name is one of the game's files, or of a .BAK file of one.

    >>> [is_game_file_name(name) for name in ("pyramid.hgh", "GAME.PYR", "PYRAMID.CFG.BAK2", "notes.txt", "PYRAMID.HGH.LCK")]
    [True, True, True, False, False]
    """
    name = name.upper()
    backup = _BACKUP_PATTERN.fullmatch(name)
    return (
        is_game_file_name(backup[1])
        if backup
        else name in _GAME_FILE_NAMES or name.endswith(SAVE_EXTENSION) or is_layout_file_name(name)
    )


class BackupRestorer:
    """Restores a backup; has a summary, the settings in the backup, and a line for each error."""

    def __init__(self, user_data: UserData) -> None:
        self._user_data = user_data
        self._store = user_data.store
        self._restored: list[str] = []
        self._checksum_cache: ChecksumCache = {}
        self.errors: list[str] = []
        self.settings: Mapping[str, str] = {}

    @property
    def summary_line(self) -> str:
        return f"Read back: {', '.join(self._restored)}" if self._restored else ""

    def restore_files(self, files: Iterable[ImportFile]) -> list[ImportFile]:
        """Restore the files that only the game writes; return the others, such as high scores and decks."""
        others = [file for file in files if not self._restore_file(file)]
        counts = {label: self._restored.count(label) for label in self._restored}
        self._restored = [label if count == 1 else f"{count} {label}s" for label, count in counts.items()]
        return others

    def _restore_file(self, file: ImportFile) -> bool:
        name = _DOWNLOAD_NUMBER_PATTERN.sub("", file.dos_name)
        backup = _BACKUP_PATTERN.fullmatch(name)
        try:
            if backup and is_game_file_name(backup[1]):
                write_backup(self._store, to_portable_name(backup[1]), file.data, self._checksum_cache)
                self._restored.append("older file")
                return True
            text = normalize_text(file.data)
            data = text if _FIRST_LINE_PATTERN.match(text) else file.data
            self._reject_newer(file.name, data)
            handler = self._get_handlers().get(self._detect_kind(name, data))
            if handler is None:
                return False
            label, restore = handler
            restore(name, data)
        except (NewerFormatError, UnknownTermError):
            newer = "was written by a newer version of Retro Pyramid and is not imported"
            self.errors.append(f"{file.name} {newer}")
            return True
        except (FormatError, TranscriptError, StorageError) as error:
            self.errors.append(f"{file.name}: {error}")
            return True
        self._restored.append(label)
        return True

    def _reject_newer(self, name: str, data: bytes) -> None:
        """Raise NewerFormatError for a file of a newer version, or of a kind that this version does not know."""
        first_line = _FIRST_LINE_PATTERN.match(data)
        if first_line and (
            has_newer_header(data) or (first_line[1] and first_line[1].decode() not in self._get_handlers())
        ):
            raise NewerFormatError(name, None, "a known kind of version 1", "another")

    def _detect_kind(self, name: str, data: bytes) -> str:
        """Return the kind of a file: the word in its first line, or its name."""
        first_line = _FIRST_LINE_PATTERN.match(data)
        if first_line is None:
            return name if name != CONFIG_FILE_NAME or "version" in decode_config(data).to_dict() else ""
        # A text without a word in its first line may also be a transcript.
        return first_line[1].decode() if first_line[1] else "save" if name.endswith(SAVE_EXTENSION) else ""

    def _get_handlers(self) -> Mapping[str, tuple[str, Callable[[str, bytes], None]]]:
        tournament_scores = self._user_data.tournament_scores
        return {
            "resume": ("games left off", self._restore_games),
            "statistics": ("figures", self._restore_statistics),
            "tournament": ("tournament", self._restore_tournament),
            "proofs": (
                "proofs of totals",
                lambda _, data: self._require_saved(tournament_scores.merge_proofs(decode_proofs(data))),
            ),
            "odds": ("odds", self._restore_odds),
            "save": ("saved game", self._restore_save),
            CONFIG_FILE_NAME: ("settings", self._restore_settings),
            TOTALS_FILE_NAME: (
                "tournament totals",
                lambda _, data: self._require_saved(tournament_scores.merge_totals(decode_totals(data))),
            ),
        }

    def _require_saved(self, is_saved: bool) -> None:
        if not is_saved:
            raise StorageError("it is not saved")

    def _back_up(self, name: str) -> None:
        with suppress(CorruptFileError):
            current_data = self._store.read(name)
            if current_data is not None:
                write_backup(self._store, name, current_data)

    def _restore_settings(self, _: str, data: bytes) -> None:
        config = self._user_data.config
        restored = decode_config(data).to_dict()
        current = config.read_settings()
        if any(current.get(name, value) != value for name, value in restored.items()):
            self._back_up(CONFIG_FILE_NAME)
        if any(current.get(name) != value for name, value in restored.items()):
            self._require_saved(config.update_settings(restored))
        self.settings = restored

    def _restore_games(self, _: str, data: bytes) -> None:
        # Only games are merged: the counted games and pending writes of this computer are the valid ones.
        all_texts = decode_game_texts(data)
        usable = {key: text for key, text in all_texts.items() if try_decode_game(key, text)}
        if usable != all_texts:
            backup_name = write_backup(self._store, RESUME_FILE_NAME, data)
            self.errors.append(
                f"{RESUME_FILE_NAME}: not all of its games can be used here, it is kept as {backup_name}"
            )
        current = self._user_data.unfinished_games.get_game_texts()
        merged = merge_game_texts(current, usable)
        if any(merged.get(key) != text for key, text in current.items()):
            self._back_up(RESUME_FILE_NAME)
        if any(merged.get(key) != text for key, text in usable.items()):
            write_backup(self._store, RESUME_FILE_NAME, data)
        self._require_saved(self._user_data.unfinished_games.merge_games(usable))

    def _restore_statistics(self, _: str, data: bytes) -> None:
        restored = decode_statistics(data)
        current = self._user_data.statistics.read()
        if any(tag in current and current[tag] != restored[tag] for tag in restored):
            # Both may count the same games, so they are not added. Those with more games are used, for each rule set.
            write_backup(self._store, STATISTICS_FILE_NAME, data)
            self._back_up(STATISTICS_FILE_NAME)
        self._require_saved(self._user_data.statistics.merge(restored))

    def _restore_tournament(self, _: str, data: bytes) -> None:
        decode_suspended(data)
        replace_with_backup(self._store, SUSPENDED_FILE_NAME, data)

    def _restore_odds(self, _: str, data: bytes) -> None:
        odds_file = OddsFile(self._store, Notifications())
        for tag, count in decode_odds(data).items():
            self._require_saved(odds_file.advance_count(tag, count))

    def _restore_save(self, name: str, data: bytes) -> None:
        decode_save(data)
        stem = re.sub(r"[^A-Z0-9_-]", "", name.rpartition(".")[0] or name)[:8] or "GAME"
        replace_with_backup(
            self._store, f"{'GAME' if find_save_name_problem(stem) else stem}{SAVE_EXTENSION}", data
        )
