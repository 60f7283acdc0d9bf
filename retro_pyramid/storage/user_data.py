"""The user's files as the game uses them. Failures become notifications of one line."""

import os
import sys
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from retro_pyramid.formats.layouts import Layout
from retro_pyramid.formats.pictures.deck import Deck
from retro_pyramid.formats.scores.high_scores import (
    ForeignHighScores,
    decode_high_scores,
    make_empty_high_scores,
)
from retro_pyramid.rules import Rules, daily_rules
from retro_pyramid.storage.backends.browser_store import BrowserStore
from retro_pyramid.storage.backends.data_folder import DataFolder, find_data_folder
from retro_pyramid.storage.backends.store import GameLock, MemoryStore, StorageError, Store
from retro_pyramid.storage.importing.original_files import (
    DECKS_FILE_NAME,
    HIGH_SCORES_FILE_NAME,
    AnyHighScores,
    decode_any_decks,
    decode_any_high_scores,
    encode_any_high_scores,
    read_card_order,
    read_user_layouts,
)
from retro_pyramid.storage.value_file import FileType, Notifications, ValueFile, load_value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from retro_pyramid.formats.native.statistics import Statistics
    from retro_pyramid.rules.transcript import SavedSession, Transcript
    from retro_pyramid.storage.config_file import ConfigFile
    from retro_pyramid.storage.journal import Journal
    from retro_pyramid.storage.save_files import SaveFiles
    from retro_pyramid.storage.statistics_file import StatisticsFile
    from retro_pyramid.storage.tournament_files import SuspendedTournamentFile, TournamentScoreFiles
    from retro_pyramid.storage.unfinished import ResumeFile

_ATTRIBUTES_BY_FILE_ID = {
    "statistics": "statistics",
    "scores": "high_scores",
    "tour": "tournament_scores",
    "suspended": "suspended_tournament",
    "config": "config",
}
"""The attributes of UserData by the file IDs of pending writes, which are stored in RESUME.PYR."""

TIPS_GAMES = 3
"""Number of finished games, won or not, after which tips are no longer shown."""

PropertyPairs = tuple[tuple[str, str], ...]


def _random_number() -> int:
    # Not four bytes: a page test replaces draws of that length, which are deal numbers.
    return int.from_bytes(os.urandom(8)[:4])


def _lazy_file(module: str, name: str) -> Any:
    """Return a property of UserData that imports its class at the first use. Lazy import: keeps start-up fast."""
    return cached_property(
        lambda user_data: getattr(import_module(f"retro_pyramid.storage.{module}"), name)(
            user_data.store, user_data._notifications
        )
    )


class HighScoresFile(ValueFile[AnyHighScores]):
    """PYRAMID.HGH in any layout that can be detected.

    `load_layouts` returns the user's layouts. A change of the journal is a row: score, level, name.
    """

    file_type = FileType[AnyHighScores](
        HIGH_SCORES_FILE_NAME,
        "High scores",
        make_empty_high_scores(),
        decode_high_scores,
        encode_any_high_scores,
        create_if_missing=True,
    )

    def __init__(
        self, store: Store, notifications: Notifications, load_layouts: Callable[[], list[Layout]]
    ) -> None:
        super().__init__(store, notifications)
        self._load_layouts = load_layouts

    def decode(self, data: bytes) -> AnyHighScores:
        return decode_any_high_scores(data, self._load_layouts())

    def backup_reason(self, old: AnyHighScores, new: AnyHighScores) -> str:
        if not isinstance(old, ForeignHighScores):
            return ""
        return f"{_layout_note(HIGH_SCORES_FILE_NAME, old.layout_name)}: a new one begins with its ten best, it is kept"

    def fingerprint(self, change: str) -> str:
        _, *score_and_level = _parse_score_change(change)
        return str(sum([row.score, row.level] == score_and_level for row in self.peek().native.rows))

    def apply_change(self, change: str) -> bool:
        row = _parse_score_change(change)
        # Raises FormatError for a name that no record can hold, before it gets into the file's value.
        make_empty_high_scores().add(*row)

        def add_row(current: AnyHighScores) -> AnyHighScores:
            high_scores, rank = current.native.add(*row)
            return high_scores if rank is not None else current

        saved = self.update(add_row)
        if not saved and not self._notifications.lines:
            # Added every time: a name on the screen looks as if it were saved.
            self._notifications.lines.append("This score is not saved: it stays till the program ends")
        return saved


def _parse_score_change(change: str) -> tuple[str, int, int]:
    score, level, name = change.rstrip("\n").split(" ", 2)
    return name, int(score), int(level)


class UserData:
    """High scores, decks, settings, statistics, saves and tournaments. No failure raises an exception into the game.

    Each error adds one line to `notification_lines`, once; the game shows a line and removes it. A change that cannot
    be saved stays in memory and is written with the next change that can.
    """

    config: "ConfigFile" = _lazy_file("config_file", "ConfigFile")
    """PYRAMID.CFG: the settings of all editions."""
    statistics: "StatisticsFile" = _lazy_file("statistics_file", "StatisticsFile")
    """PYRAMID.STA: the statistics of all editions."""
    tournament_scores: "TournamentScoreFiles" = _lazy_file("tournament_files", "TournamentScoreFiles")
    """PYRTOUR.HGH and PYRTOUR.TXT: the ten best tournament totals and their proofs."""
    suspended_tournament: "SuspendedTournamentFile" = _lazy_file(
        "tournament_files", "SuspendedTournamentFile"
    )
    """PYRAMID.SAV: the suspended tournament."""
    unfinished_games: "ResumeFile" = _lazy_file("unfinished", "ResumeFile")
    """RESUME.PYR: the unfinished games and the pending writes."""
    saved_games: "SaveFiles" = _lazy_file("save_files", "SaveFiles")
    """NAME.PYR: the games saved by name."""

    def __init__(self, store: Store, next_entry_number: Callable[[], int] = _random_number) -> None:
        self.store = store
        self._next_entry_number = next_entry_number
        self.game_lock = GameLock()
        self._lock_name = ""
        self._notifications = Notifications()
        self.notification_lines = self._notifications.lines
        self.notify = self._notifications.add
        store.set_lock_warning_handler(self.notify)
        self.high_scores = HighScoresFile(store, self._notifications, self._load_layouts)

    def read_high_scores(self) -> AnyHighScores:
        """Read and return the high scores.

        A missing file is created, a corrupt one renamed to .BAK, and one of another layout only read, with a
        notification.
        """
        high_scores = self.high_scores.read()
        if isinstance(high_scores, ForeignHighScores):
            loss_note = (
                f"; the board that your first new score begins cuts {high_scores.truncation_text}"
                if high_scores.truncation_text
                else ""
            )
            self._notifications.add(
                f"{_layout_note(HIGH_SCORES_FILE_NAME, high_scores.layout_name)} and never written over{loss_note}"
            )
        return high_scores

    def make_entry_id(self, edition: str) -> str:
        """Return an unused entry ID of RESUME.PYR for a game that has none."""
        return self.unfinished_games.make_entry_id(edition, self._next_entry_number)

    @cached_property
    def _journal(self) -> "Journal":
        from retro_pyramid.storage.journal import Journal

        return Journal(self.unfinished_games, lambda file_id: getattr(self, _ATTRIBUTES_BY_FILE_ID[file_id]))

    def switch_game_lock(self, lock_name: str) -> None:
        """Release the lock of the game played so far and lock another one; an empty name locks none."""
        if lock_name != self._lock_name:
            self.game_lock.release()
            self._lock_name, self.game_lock = (
                lock_name,
                self.store.lock_game(lock_name) if lock_name else GameLock(),
            )

    def transaction(self) -> "AbstractContextManager[None]":
        """Return a context in which either all changes are made or none, even if the program is killed."""
        return self._journal.transaction()

    def recover(self) -> None:
        """Apply the pending writes that a killed program has left."""
        writes = self.unfinished_games.get_pending_writes()
        if writes:
            self._journal.apply_pending_writes(writes)

    def add_score(self, name: str, score: int, level: int) -> int | None:
        """Add a row to the high scores and save it; return its rank 0..9, or None if the score is too low.

        Raise FormatError as HighScores.add does.
        """
        rank = self.high_scores.read().native.add(name, score, level)[1]
        if rank is not None:
            self._journal.submit_change("scores", f"{score} {level} {name}\n")
        return rank

    def enter_score(self, name: str, score: int, level: int, entry_id: str) -> int | None:
        """Add the score of a finished game in RESUME.PYR under a name, remove the game, and return the rank.

        If the game is open in several windows, only the first one adds it; the others get a notification and None.
        """
        with self.transaction():
            if not self.unfinished_games.is_awaiting_name(entry_id):
                self.notification_lines.append("This score was entered or declined in another window")
                return None
            self.unfinished_games.remove_game(entry_id)
            return self.add_score(name, score, level)

    def add_totals(self, totals: "Sequence[tuple[str, int, tuple[Transcript, ...]]]") -> int | None:
        """Add totals with names and proofs to the Top 10 of tournaments; return the best rank 0..9 or None.

        Raise FormatError for a value that no record can hold.
        """
        from retro_pyramid.formats.native.tournament_text import ScoreProof, encode_proofs

        ranks = self.tournament_scores.compute_ranks(totals)
        new_proofs = [
            ScoreProof(*total) for total, rank in zip(totals, ranks, strict=True) if rank is not None
        ]
        if new_proofs:
            self._journal.submit_change("tour", encode_proofs(new_proofs).decode())
        return min((rank for rank in ranks if rank is not None), default=None)

    def count_game(
        self, rules: Rules, won: bool, score: int | None, daily_date: int | None = None, is_late: bool = False
    ) -> bool:
        """Count a finished game in the statistics; return whether that is saved.

        `daily_date` is the date whose daily deal it was. `is_late` means that the game was begun on another day.
        """
        from retro_pyramid.storage.statistics_file import format_game_change

        return self._journal.submit_change(
            "statistics", format_game_change(rules, won, score, daily_date, is_late)
        )

    def read_statistics(self, rule_sets: "Sequence[Rules]") -> "list[Statistics]":
        """Return the statistics of these rule sets.

        Each includes the daily results of all rule sets that share its daily deals.
        """
        from retro_pyramid.formats.native.statistics import Statistics, with_shared_days

        statistics_by_rules = with_shared_days(self.statistics.read())
        results = []
        for rules in rule_sets:
            shared = statistics_by_rules.get(daily_rules(rules).id, Statistics())
            results.append(
                statistics_by_rules.get(rules.id, Statistics())._replace(
                    daily_results=shared.daily_results, late_results=shared.late_results
                )
            )
        return results

    def knows_rules(self, edition: str) -> bool:
        """Return whether the player needs no tips for an edition: one game was won, or three were finished."""
        edition_statistics = [
            statistics for tag, statistics in self.statistics.read().items() if tag.split()[0] == edition
        ]
        return (
            any(statistics.wins for statistics in edition_statistics)
            or sum(statistics.games for statistics in edition_statistics) >= TIPS_GAMES
        )

    def save_setting(self, key: str, value: str) -> None:
        """Save a setting, with a key `section.key`; raise FormatError for a value that the file cannot hold."""
        self._journal.submit_change("config", f"{key} {value}\n", key)

    def read_decks(self, load_builtin_decks: Callable[[], tuple[Deck, Deck]]) -> tuple[Deck, Deck] | None:
        """Return the decks of PYRAMID.DEC, or None if the built-in ones are to be used.

        `load_builtin_decks` supplies the images that the file lacks.
        """
        try:
            decks_and_layout = load_value(
                self.store,
                DECKS_FILE_NAME,
                lambda data: decode_any_decks(
                    data,
                    self._load_layouts(),
                    read_card_order(self.store, DECKS_FILE_NAME),
                    load_builtin_decks,
                ),
            )
        except StorageError as error:
            self._notifications.add(f"The built-in decks are used: {error}")
            return None
        decks, layout_name = decks_and_layout or (None, "")
        if layout_name:
            self._notifications.add(_layout_note(DECKS_FILE_NAME, layout_name))
        return decks

    def read_disk_texts(self) -> dict[str, str]:
        from retro_pyramid.storage.disk_texts import read_disk_texts

        return read_disk_texts(self.store, self._notifications.add)

    def _load_layouts(self) -> list[Layout]:
        layouts, errors = read_user_layouts(self.store)
        for error in errors:
            self._notifications.add(f"A layout is left out: {error}")
        return layouts

    def suspend_tournament(
        self,
        properties: PropertyPairs,
        completed_games: "Sequence[Transcript]",
        current_game: "SavedSession | None",
    ) -> bool:
        """Write a tournament to PYRAMID.SAV; return whether it is saved.

        Writes nothing and returns True if another program has taken the game over.
        """
        if not self.game_lock.mine:
            return True
        from retro_pyramid.formats.native.tournament_text import SuspendedTournament, encode_suspended

        tournament = SuspendedTournament(properties, tuple(completed_games), current_game)
        try:
            change = encode_suspended(tournament).decode()
        except ValueError:
            # The game is too long to be encoded; save() adds the notification.
            return self.suspended_tournament.save(tournament)
        return self._journal.submit_change("suspended", change)


def _layout_note(file_name: str, layout_name: str) -> str:
    return f"{file_name} is read by layout {layout_name}"


def open_store(data_option: str | None) -> Store:
    """Return the store of the user's files without creating anything; `data_option` is the value of --data.

    Raise StorageError if it is empty or the path of a file.
    """
    if sys.platform == "emscripten":
        # retroPyramid.storage is the page's wrapper of `window.localStorage`.
        return BrowserStore(lambda: import_module("js").retroPyramid.storage)
    if data_option == "":
        raise StorageError("--data is empty: expected a folder")
    store = DataFolder(find_data_folder(data_option, os.environ, sys.platform, Path.home()))
    if _is_named(data_option):
        store.check_is_folder()
    return store


def open_user_data(data_option: str | None, is_scripted: bool = False) -> UserData:
    """Return the user's files; raise StorageError if a folder named by the user cannot be created.

    `data_option` is the value of --data. With `is_scripted`, entry IDs of unfinished games count up instead of being
    random, so that a script writes the same files each time.
    """
    next_entry_number = count(1).__next__ if is_scripted else _random_number
    store = open_store(data_option)
    if isinstance(store, DataFolder) and _is_named(data_option):
        store.create()
    files = UserData(store, next_entry_number)
    if isinstance(store, BrowserStore):
        try:
            store.list_names()
        except StorageError:
            files = UserData(MemoryStore(), next_entry_number)
            files.notification_lines.append(
                "Nothing will be kept: this page may not use the browser's storage"
            )
    return files


def _is_named(data_option: str | None) -> bool:
    """Return whether the user named a folder. Errors with the default folder become notifications in the game."""
    return data_option is not None or bool(os.environ.get("RETRO_PYRAMID_DATA"))
