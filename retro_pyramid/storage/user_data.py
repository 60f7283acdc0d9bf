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
from retro_pyramid.formats.scores.high_scores import ForeignBoard, decode_board, empty_board
from retro_pyramid.rules import Rules, daily_rules
from retro_pyramid.storage.backends.browser_store import BrowserStore
from retro_pyramid.storage.backends.data_folder import DataFolder, data_folder
from retro_pyramid.storage.backends.store import Claim, MemoryStore, StorageError, Store
from retro_pyramid.storage.importing.original_files import (
    DECKS,
    SCORES,
    Held,
    decode_held,
    decode_held_decks,
    encode_held,
    read_order,
    read_own_layouts,
)
from retro_pyramid.storage.value_file import Document, Kind, Notices, read_document

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from retro_pyramid.formats.native.statistics import Figures
    from retro_pyramid.rules.transcript import Save, Transcript
    from retro_pyramid.storage.config_file import ConfigFile
    from retro_pyramid.storage.journal import Journal
    from retro_pyramid.storage.save_files import SaveFiles
    from retro_pyramid.storage.statistics_file import StatisticsFile
    from retro_pyramid.storage.tournament_files import SuspendedFile, TourFiles
    from retro_pyramid.storage.unfinished import ResumeFile

_ATTRIBUTES_BY_FILE_ID = {name: name for name in ("statistics", "scores", "tour", "suspended", "config")}

LESSONS = 3
"""Number of finished games, won or not, after which tips are no longer shown."""

Facts = tuple[tuple[str, str], ...]


def _random_number() -> int:
    return int.from_bytes(os.urandom(4))


def _lazy_file(module: str, name: str) -> Any:
    """Return a property of UserData that imports its class at the first use. Lazy import: keeps start-up fast."""
    return cached_property(
        lambda user_data: getattr(import_module(f"retro_pyramid.storage.{module}"), name)(
            user_data.store, user_data._notices
        )
    )


class BoardFile(Document[Held]):
    """PYRAMID.HGH in any layout that can be detected.

    `load_layouts` returns the user's layouts. A change of the journal is a row: score, level, name.
    """

    kind = Kind[Held](SCORES, "High scores", empty_board(), decode_board, encode_held, create=True)

    def __init__(self, store: Store, notices: Notices, layouts: Callable[[], list[Layout]]) -> None:
        super().__init__(store, notices)
        self._load_layouts = layouts

    def decode(self, data: bytes) -> Held:
        return decode_held(data, self._load_layouts())

    def why_kept(self, old: Held, new: Held) -> str:
        if not isinstance(old, ForeignBoard):
            return ""
        return f"{_layout_note(SCORES, old.layout)}: a new one begins with its ten best, it is kept"

    def before(self, what: str) -> str:
        _, *score_and_level = _parse_score_change(what)
        return str(sum([row.score, row.level] == score_and_level for row in self.peek().own.rows))

    def carry_out(self, what: str) -> bool:
        row = _parse_score_change(what)
        # Raises FormatError for a name that no record can hold, before it gets into the file's value.
        empty_board().add(*row)

        def add_row(current: Held) -> Held:
            high_scores, rank = current.own.add(*row)
            return high_scores if rank is not None else current

        saved = self.apply(add_row)
        if not saved and not self._notices.lines:
            # Added every time: a name on the screen looks as if it were saved.
            self._notices.lines.append("This score is not saved: it stays till the program ends")
        return saved


def _parse_score_change(change: str) -> tuple[str, int, int]:
    score, level, name = change.rstrip("\n").split(" ", 2)
    return name, int(score), int(level)


class GameFiles:
    """High scores, decks, settings, statistics, saves and tournaments. No failure raises an exception into the game.

    Each error adds one line to `notification_lines`, once; the game shows a line and removes it. A change that cannot
    be saved stays in memory and is written with the next change that can.
    """

    config: "ConfigFile" = _lazy_file("config_file", "ConfigFile")
    """PYRAMID.CFG: the settings of all editions."""
    statistics: "StatisticsFile" = _lazy_file("statistics_file", "StatisticsFile")
    """PYRAMID.STA: the statistics of all editions."""
    tour: "TourFiles" = _lazy_file("tournament_files", "TourFiles")
    """PYRTOUR.HGH and PYRTOUR.TXT: the ten best tournament totals and their proofs."""
    suspended: "SuspendedFile" = _lazy_file("tournament_files", "SuspendedFile")
    """PYRAMID.SAV: the suspended tournament."""
    resume: "ResumeFile" = _lazy_file("unfinished", "ResumeFile")
    """RESUME.PYR: the unfinished games and the pending writes."""
    saves: "SaveFiles" = _lazy_file("save_files", "SaveFiles")
    """NAME.PYR: the games saved by name."""

    def __init__(self, store: Store, draw_id: Callable[[], int] = _random_number) -> None:
        self.store = store
        self._next_entry_number = draw_id
        self.claim = Claim()
        self._lock_name = ""
        self._notices = Notices()
        self.notices = self._notices.lines
        self.say = self._notices.say
        store.report_to(self.say)
        self.scores = BoardFile(store, self._notices, self._load_layouts)

    def board(self) -> Held:
        """Read and return the high scores.

        A missing file is created, a corrupt one renamed to .BAK, and one of another layout only read, with a
        notification.
        """
        high_scores = self.scores.value()
        if isinstance(high_scores, ForeignBoard):
            loss_note = (
                f"; the board that your first new score begins cuts {high_scores.cuts}"
                if high_scores.cuts
                else ""
            )
            self._notices.say(f"{_layout_note(SCORES, high_scores.layout)} and never written over{loss_note}")
        return high_scores

    def new_entry(self, edition: str) -> str:
        """Return an unused entry ID of RESUME.PYR for a game that has none."""
        return self.resume.new_entry(edition, self._next_entry_number)

    @cached_property
    def _journal(self) -> "Journal":
        from retro_pyramid.storage.journal import Journal

        return Journal(self.resume, lambda file_id: getattr(self, _ATTRIBUTES_BY_FILE_ID[file_id]))

    def play(self, game: str) -> None:
        """Release the lock of the game played so far and lock another one; an empty name locks none."""
        if game != self._lock_name:
            self.claim.release()
            self._lock_name, self.claim = game, self.store.claim(game) if game else Claim()

    def together(self) -> "AbstractContextManager[None]":
        """Return a context in which either all changes are made or none, even if the program is killed."""
        return self._journal.together()

    def settle(self) -> None:
        """Apply the pending writes that a killed program has left."""
        writes = self.resume.intents()
        if writes:
            self._journal.settle(writes)

    def add(self, name: str, score: int, level: int) -> int | None:
        """Add a row to the high scores and save it; return its rank 0..9, or None if the score is too low.

        Raise FormatError as HighScores.add does.
        """
        rank = self.scores.value().own.add(name, score, level)[1]
        if rank is not None:
            self._journal.change("scores", f"{score} {level} {name}\n")
        return rank

    def enter(self, name: str, score: int, level: int, entry: str) -> int | None:
        """Add the score of a finished game in RESUME.PYR under a name, remove the game, and return the rank.

        If the game is open in several windows, only the first one adds it; the others get a notification and None.
        """
        with self.together():
            if not self.resume.awaits(entry):
                self.notices.append("This score was entered or declined in another window")
                return None
            self.resume.drop(entry)
            return self.add(name, score, level)

    def add_totals(self, totals: "Sequence[tuple[str, int, tuple[Transcript, ...]]]") -> int | None:
        """Add totals with names and proofs to the Top 10 of tournaments; return the best rank 0..9 or None.

        Raise FormatError for a value that no record can hold.
        """
        from retro_pyramid.formats.native.tournament_text import Proof, encode_proofs

        ranks = self.tour.ranks(totals)
        new_proofs = [Proof(*total) for total, rank in zip(totals, ranks, strict=True) if rank is not None]
        if new_proofs:
            self._journal.change("tour", encode_proofs(new_proofs).decode())
        return min((rank for rank in ranks if rank is not None), default=None)

    def count(
        self, rules: Rules, won: bool, score: int | None, day: int | None = None, late: bool = False
    ) -> bool:
        """Count a finished game in the statistics; return whether that is saved.

        `daily_date` is the date whose daily deal it was. `is_late` means that the game was begun on another day.
        """
        from retro_pyramid.storage.statistics_file import game_that_ended

        return self._journal.change("statistics", game_that_ended(rules, won, score, day, late))

    def figures(self, every: "Sequence[Rules]") -> "list[Figures]":
        """Return the statistics of these rule sets.

        Each includes the daily results of all rule sets that share its daily deals.
        """
        from retro_pyramid.formats.native.statistics import Figures, with_shared_days

        statistics_by_rules = with_shared_days(self.statistics.value())
        results = []
        for rules in every:
            shared = statistics_by_rules.get(daily_rules(rules).tag, Figures())
            results.append(
                statistics_by_rules.get(rules.tag, Figures())._replace(days=shared.days, late=shared.late)
            )
        return results

    def learnt(self, edition: str) -> bool:
        """Return whether the player needs no tips for an edition: one game was won, or three were finished."""
        edition_statistics = [
            statistics for tag, statistics in self.statistics.value().items() if tag.split()[0] == edition
        ]
        return (
            any(statistics.wins for statistics in edition_statistics)
            or sum(statistics.games for statistics in edition_statistics) >= LESSONS
        )

    def remember(self, setting: str, value: str) -> None:
        """Save a setting, with a key `section.key`; raise FormatError for a value that the file cannot hold."""
        self._journal.change("config", f"{setting} {value}\n", setting)

    def decks(self, builtin: Callable[[], tuple[Deck, Deck]]) -> tuple[Deck, Deck] | None:
        """Return the decks of PYRAMID.DEC, or None if the built-in ones are to be used.

        `load_builtin_decks` supplies the images that the file lacks.
        """
        try:
            decks_and_layout = read_document(
                self.store,
                DECKS,
                lambda data: decode_held_decks(
                    data, self._load_layouts(), read_order(self.store, DECKS), builtin
                ),
            )
        except StorageError as error:
            self._notices.say(f"The built-in decks are used: {error}")
            return None
        decks, layout_name = decks_and_layout or (None, "")
        if layout_name:
            self._notices.say(_layout_note(DECKS, layout_name))
        return decks

    def texts(self) -> dict[str, str]:
        from retro_pyramid.storage.disk_texts import read_texts

        return read_texts(self.store, self._notices.say)

    def _load_layouts(self) -> list[Layout]:
        layouts, errors = read_own_layouts(self.store)
        for error in errors:
            self._notices.say(f"A layout is left out: {error}")
        return layouts

    def suspend(self, facts: Facts, games: "Sequence[Transcript]", playing: "Save | None") -> bool:
        """Write a tournament to PYRAMID.SAV; return whether it is saved.

        Writes nothing and returns True if another program has taken the game over.
        """
        if not self.claim.mine:
            return True
        from retro_pyramid.formats.native.tournament_text import Suspended, encode_suspended

        tournament = Suspended(facts, tuple(games), playing)
        try:
            change = encode_suspended(tournament).decode()
        except ValueError:
            # The game is too long to be encoded; save() adds the notification.
            return self.suspended.save(tournament)
        return self._journal.change("suspended", change)


def _layout_note(file_name: str, layout_name: str) -> str:
    return f"{file_name} is read by layout {layout_name}"


def open_store(data: str | None) -> Store:
    """Return the store of the user's files without creating anything; `data_option` is the value of --data.

    Raise StorageError if it is empty or the path of a file.
    """
    if sys.platform == "emscripten":
        # retroPyramid.storage is the page's wrapper of `window.localStorage`.
        return BrowserStore(lambda: import_module("js").retroPyramid.storage)
    if data == "":
        raise StorageError("--data is empty: expected a folder")
    store = DataFolder(data_folder(data, os.environ, sys.platform, Path.home()))
    if _is_named(data):
        store.check()
    return store


def game_files(data: str | None, is_scripted: bool = False) -> GameFiles:
    """Return the user's files; raise StorageError if a folder named by the user cannot be created.

    `data_option` is the value of --data. With `is_scripted`, entry IDs of unfinished games count up instead of being
    random, so that a script writes the same files each time.
    """
    next_entry_number = count(1).__next__ if is_scripted else _random_number
    store = open_store(data)
    if isinstance(store, DataFolder) and _is_named(data):
        store.create()
    files = GameFiles(store, next_entry_number)
    if isinstance(store, BrowserStore):
        try:
            store.names()
        except StorageError:
            files = GameFiles(MemoryStore(), next_entry_number)
            files.notices.append("Nothing will be kept: this page may not use the browser's storage")
    return files


def _is_named(data_option: str | None) -> bool:
    """Return whether the user named a folder. Errors with the default folder become notifications in the game."""
    return data_option is not None or bool(os.environ.get("RETRO_PYRAMID_DATA"))
