"""The game's files as the game uses them: failures become notices of one line."""

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

_JOURNALED = {name: name for name in ("statistics", "scores", "tour", "suspended", "config")}

LESSONS = 3
"""Games played to their end after which a program is known, won or not."""

Facts = tuple[tuple[str, str], ...]


def _random_id() -> int:
    return int.from_bytes(os.urandom(4))


def _later(module: str, name: str) -> Any:
    """Return a part of GameFiles that is imported when it is first asked for: a start of the game may not need it."""
    return cached_property(
        lambda files: getattr(import_module(f"retro_pyramid.storage.{module}"), name)(
            files.store, files._notices
        )
    )


class BoardFile(Document[Held]):
    """PYRAMID.HGH, which may be of any layout that is told by `layouts`; the journal enters rows: score, level, name."""

    kind = Kind[Held](SCORES, "High scores", empty_board(), decode_board, encode_held, create=True)

    def __init__(self, store: Store, notices: Notices, layouts: Callable[[], list[Layout]]) -> None:
        super().__init__(store, notices)
        self._layouts = layouts

    def decode(self, data: bytes) -> Held:
        return decode_held(data, self._layouts())

    def why_kept(self, old: Held, new: Held) -> str:
        if not isinstance(old, ForeignBoard):
            return ""
        return f"{_read_by(SCORES, old.layout)}: a new one begins with its ten best, it is kept"

    def before(self, what: str) -> str:
        _, *like = _row(what)
        return str(sum([row.score, row.level] == like for row in self.peek().own.rows))

    def carry_out(self, what: str) -> bool:
        row = _row(what)
        # A name that no record can hold must not come into the document.
        empty_board().add(*row)

        def enter(held: Held) -> Held:
            board, rank = held.own.add(*row)
            return board if rank is not None else held

        saved = self.apply(enter)
        if not saved and not self._notices.lines:
            # Each time: a name on the screen looks as if it were saved.
            self._notices.lines.append("This score is not saved: it stays till the program ends")
        return saved


def _row(what: str) -> tuple[str, int, int]:
    score, level, name = what.rstrip("\n").split(" ", 2)
    return name, int(score), int(level)


class GameFiles:
    """The high scores, decks, settings, figures, saves and tournaments; no failure is raised into the game.

    Each trouble adds one line to `notices`, once; the game shows a line and removes it. What could not be saved stays
    in memory and goes into the file with the next change that can.
    """

    config: "ConfigFile" = _later("config_file", "ConfigFile")
    """PYRAMID.CFG: the settings of all editions."""
    statistics: "StatisticsFile" = _later("statistics_file", "StatisticsFile")
    """PYRAMID.STA: the figures of all editions."""
    tour: "TourFiles" = _later("tournament_files", "TourFiles")
    """PYRTOUR.HGH and PYRTOUR.TXT: the ten best tournament totals and their proofs."""
    suspended: "SuspendedFile" = _later("tournament_files", "SuspendedFile")
    """PYRAMID.SAV: the suspended tournament."""
    resume: "ResumeFile" = _later("unfinished", "ResumeFile")
    """RESUME.PYR: the games left off."""
    saves: "SaveFiles" = _later("save_files", "SaveFiles")
    """NAME.PYR: the games saved by name."""

    def __init__(self, store: Store, draw_id: Callable[[], int] = _random_id) -> None:
        self.store = store
        self._draw_id = draw_id
        self.claim = Claim()
        self._playing = ""
        self._notices = Notices()
        self.notices = self._notices.lines
        self.say = self._notices.say
        store.report_to(self.say)
        self.scores = BoardFile(store, self._notices, self._layouts)

    def board(self) -> Held:
        """Read and return the board; a missing file is made, a broken one kept as .BAK, one of another layout only read."""
        held = self.scores.value()
        if isinstance(held, ForeignBoard):
            cuts = f"; the board that your first new score begins cuts {held.cuts}" if held.cuts else ""
            self._notices.say(f"{_read_by(SCORES, held.layout)} and never written over{cuts}")
        return held

    def new_entry(self, edition: str) -> str:
        """Return an entry in RESUME.PYR for a game that has none."""
        return self.resume.new_entry(edition, self._draw_id)

    @cached_property
    def _journal(self) -> "Journal":
        from retro_pyramid.storage.journal import Journal

        return Journal(self.resume, lambda name: getattr(self, _JOURNALED[name]))

    def play(self, game: str) -> None:
        """Claim the game that is played from now on, by a name of its own; the one before is left, and "" claims none."""
        if game != self._playing:
            self.claim.release()
            self._playing, self.claim = game, self.store.claim(game) if game else Claim()

    def together(self) -> "AbstractContextManager[None]":
        """Return a context in which all changes are carried out wholly or not at all, wherever the program is killed."""
        return self._journal.together()

    def settle(self) -> None:
        """Carry out what a program that was killed has left to be done."""
        intents = self.resume.intents()
        if intents:
            self._journal.settle(intents)

    def add(self, name: str, score: int, level: int) -> int | None:
        """Put a row on the board and save it; return its place 0..9, None for none. FormatError as for ScoreBoard.add."""
        rank = self.scores.value().own.add(name, score, level)[1]
        if rank is not None:
            self._journal.change("scores", f"{score} {level} {name}\n")
        return rank

    def enter(self, name: str, score: int, level: int, entry: str) -> int | None:
        """Add the name of the finished game of an entry in RESUME.PYR, remove the game, and return its place.

        Of several windows the first one enters it.
        """
        with self.together():
            if not self.resume.awaits(entry):
                self.notices.append("This score was entered or declined in another window")
                return None
            self.resume.drop(entry)
            return self.add(name, score, level)

    def add_totals(self, totals: "Sequence[tuple[str, int, tuple[Transcript, ...]]]") -> int | None:
        """Add names, totals and proofs to the Top 10 of tournaments; return the best place 0..9 or None. FormatError."""
        from retro_pyramid.formats.native.tournament_text import Proof, encode_proofs

        ranks = self.tour.ranks(totals)
        entering = [Proof(*total) for total, rank in zip(totals, ranks, strict=True) if rank is not None]
        if entering:
            self._journal.change("tour", encode_proofs(entering).decode())
        return min((rank for rank in ranks if rank is not None), default=None)

    def count(
        self, rules: Rules, won: bool, score: int | None, day: int | None = None, late: bool = False
    ) -> bool:
        """Count a game that ended, `day` being the date of which it was the daily deal; say whether it is saved.

        `late` says that it was begun on another day.
        """
        from retro_pyramid.storage.statistics_file import game_that_ended

        return self._journal.change("statistics", game_that_ended(rules, won, score, day, late))

    def figures(self, every: "Sequence[Rules]") -> "list[Figures]":
        """Return the figures of these rule sets, each with all daily deals of the rule sets that share them."""
        from retro_pyramid.formats.native.statistics import Figures, with_shared_days

        table = with_shared_days(self.statistics.value())
        found = []
        for rules in every:
            shared = table.get(daily_rules(rules).tag, Figures())
            found.append(table.get(rules.tag, Figures())._replace(days=shared.days, late=shared.late))
        return found

    def learnt(self, edition: str) -> bool:
        """Say whether a program's games are known: one was won, or three were played to their end."""
        played = [figures for tag, figures in self.statistics.value().items() if tag.split()[0] == edition]
        return any(one.wins for one in played) or sum(one.games for one in played) >= LESSONS

    def remember(self, setting: str, value: str) -> None:
        """Keep a setting, named section.key; raise FormatError for one that the file cannot hold."""
        self._journal.change("config", f"{setting} {value}\n", setting)

    def decks(self, builtin: Callable[[], tuple[Deck, Deck]]) -> tuple[Deck, Deck] | None:
        """Return the decks of PYRAMID.DEC, what they lack from `builtin`; None where the built-in ones are to be used."""
        try:
            held = read_document(
                self.store,
                DECKS,
                lambda data: decode_held_decks(data, self._layouts(), read_order(self.store, DECKS), builtin),
            )
        except StorageError as error:
            self._notices.say(f"The built-in decks are used: {error}")
            return None
        decks, origin = held or (None, "")
        if origin:
            self._notices.say(_read_by(DECKS, origin))
        return decks

    def texts(self) -> dict[str, str]:
        from retro_pyramid.storage.disk_texts import read_texts

        return read_texts(self.store, self._notices.say)

    def _layouts(self) -> list[Layout]:
        layouts, faults = read_own_layouts(self.store)
        for fault in faults:
            self._notices.say(f"A layout is left out: {fault}")
        return layouts

    def suspend(self, facts: Facts, games: "Sequence[Transcript]", playing: "Save | None") -> bool:
        """Write a tournament to PYRAMID.SAV, unless another program has taken it over; say whether it is saved."""
        if not self.claim.mine:
            return True
        from retro_pyramid.formats.native.tournament_text import Suspended, encode_suspended

        suspended = Suspended(facts, tuple(games), playing)
        try:
            what = encode_suspended(suspended).decode()
        except ValueError:
            # Too long a game, which is told.
            return self.suspended.save(suspended)
        return self._journal.change("suspended", what)


def _read_by(name: str, layout: str) -> str:
    return f"{name} is read by layout {layout}"


def open_store(data: str | None) -> Store:
    """Return the store of the files, `data` being --data; create nothing. StorageError where a file is named there."""
    if sys.platform == "emscripten":
        # retroPyramid.storage is `window.localStorage`.
        return BrowserStore(lambda: import_module("js").retroPyramid.storage)
    if data == "":
        raise StorageError("--data is empty: expected a folder")
    store = DataFolder(data_folder(data, os.environ, sys.platform, Path.home()))
    if _is_named(data):
        store.check()
    return store


def game_files(data: str | None, is_scripted: bool = False) -> GameFiles:
    """Return the game's files in the folder `data` of --data; raise StorageError if a named folder cannot be made.

    With `is_scripted` the entries of unfinished games are numbered instead of random, so that a script writes the same
    files each time.
    """
    draw_id = count(1).__next__ if is_scripted else _random_id
    store = open_store(data)
    if isinstance(store, DataFolder) and _is_named(data):
        store.create()
    files = GameFiles(store, draw_id)
    if isinstance(store, BrowserStore):
        try:
            store.names()
        except StorageError:
            files = GameFiles(MemoryStore(), draw_id)
            files.notices.append("Nothing will be kept: this page may not use the browser's storage")
    return files


def _is_named(data: str | None) -> bool:
    """Say whether the player named a folder; trouble with the default one becomes a notice in the game."""
    return data is not None or bool(os.environ.get("RETRO_PYRAMID_DATA"))
