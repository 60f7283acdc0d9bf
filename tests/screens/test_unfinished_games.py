"""RESUME.PYR against a simple model: every unfinished game has one entry for ever, and every ended game counts once.

A random player starts, resumes, races, replaces, ends and kills games; a start is also a link that was opened, a resumed
deal one whose page was loaded again. The model is a list of the unfinished games, the last one first, the number of ended
games of each program, and the scores. It is compared with the files after each act.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.checksummed import decode_blocks_by_tag
from retro_pyramid.formats.native.save_text import decode_save
from retro_pyramid.rules import EDITIONS, Move, apply_move, legal_moves, rules_for, status
from retro_pyramid.rules.transcript import Transcript, transcript_text
from retro_pyramid.session import Session
from retro_pyramid.storage import DataFolder, UserData
from tests.screens.conftest import Start
from tests.screens.pair_games import table_of
from tests.screens.test_cut_off import Death, Life

OPTIONS: dict[str, list[dict[str, str]]] = {
    "odm": [{}, {"level": "1"}, {"level": "2"}],
    "tilldawn": [{}, {"auto_match": "on"}, {"auto_match": "off"}],
    "em": [{}],
}
DEALS = (5, 5, 61)
DAY = 20261120
STEPS = 30
SEEDS = (2, 3, 6, 7, 9, 12)


class Kept(NamedTuple):
    """An unfinished game as a file has it."""

    edition: str
    deal: int | None
    options: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]


def kept(session: Session) -> Kept:
    moves = tuple(map(str, session.moves))
    return Kept(
        session.rules.edition, session.deal_number, tuple(sorted(session.rules.options.items())), moves
    )


def entries(data: bytes) -> tuple[list[Kept], list[Kept]]:
    """Return the unfinished games, those of a program in their order, and the ended ones that wait for a name."""
    found: tuple[list[Kept], list[Kept]] = ([], [])
    for tag, text in decode_blocks_by_tag("resume", data).items() if data else ():
        words = tag.split()
        if words[0] in EDITIONS:
            save = decode_save(text.encode())
            game = save.transcript
            moves = tuple(map(str, game.moves[: save.move_index]))
            entry = Kept(game.edition, game.deal_number, tuple(sorted(game.options.items())), moves)
            found["left" not in words].append(entry)
    return by_program(found[0]), found[1]


def by_program(games: list[Kept]) -> list[Kept]:
    return sorted(games, key=lambda game: game.edition)


class Player:
    """Plays at random in one folder and knows what must be kept of it: `unfinished` has the last game first."""

    def __init__(self, start: Start, folder: Path, life: Life, seed: int) -> None:
        self.start, self.folder, self.life = start, folder, life
        self.chance = Random(seed)
        self.favourite = [*OPTIONS][seed % len(OPTIONS)]
        self.unfinished: list[Kept] = []
        self.waiting: list[Kept] = []
        self.games: Counter[str] = Counter()
        self.scores: list[int] = []
        self.game: Any = None
        self.has_entry = False
        """Whether the game on the table is among the unfinished ones."""

    # What is expected

    @property
    def session(self) -> Session:
        session: Session = self.game.app.session
        return session

    def entries(self) -> tuple[list[Kept], list[Kept]]:
        file = self.folder / "RESUME.PYR"
        return entries(file.read_bytes() if file.exists() else b"")

    def check(self) -> None:
        assert self.entries() == (by_program(self.unfinished), self.waiting)
        files = UserData(DataFolder(self.folder))
        counted: Counter[str] = Counter()
        for tag, figures in files.statistics.read().items():
            counted[tag.split()[0]] += figures.games
        assert counted == self.games
        rows = [int(row.score) for row in files.read_high_scores().rows if row.score]
        assert rows == sorted(self.scores, reverse=True)[:10]

    def stored(self, before: Kept) -> None:
        """Expect the game on the table first, in the place of its entry, and no game without a move beside it."""
        if self.has_entry:
            self.unfinished.remove(before)
        now = kept(self.session)
        others = [one for one in self.unfinished if one.moves or one.edition != now.edition]
        self.unfinished = [now, *others]
        self.has_entry = True

    def last(self, edition: str, deal: int | None, options: dict[str, str]) -> Kept | None:
        for one in self.unfinished:
            same = one.edition == edition and options.items() <= dict(one.options).items()
            if same and deal in (None, one.deal):
                return one
        return None

    def seated(self, resumed: Kept | None, deal: int | None = None) -> None:
        """Expect a certain game on the table: one resumed, or a new one, of a deal if that was asked for."""
        if resumed is None:
            assert self.session.moves == []
            assert deal in (None, self.session.deal_number)
            self.has_entry = False
        else:
            assert kept(self.session) == resumed
            self.unfinished.remove(resumed)
            self.unfinished.insert(0, resumed)
            self.has_entry = True

    # What a player does

    def run(self, *words: str) -> None:
        """Start the program, which ends the run before, and enter the name that an ended game still waits for."""
        self.game = self.start(*words).do("wait 1")
        while self.game.screen == "name":
            self.enter_name()
            self.game.do("key ENTER; wait 1")

    def enter_name(self) -> None:
        ended = self.waiting.pop(0)
        self.scores.append(final_score(ended))
        self.game.do("text Ann", "key ENTER; wait 1")

    def begin(self) -> None:
        edition = self.chance.choice([self.favourite] * 3 + [*OPTIONS])
        options = self.chance.choice(OPTIONS[edition])
        words = ["--edition", edition, "-mouse"]
        words += [f"--option={name}={value}" for name, value in options.items()]
        number = self.chance.choice(DEALS)
        how = self.chance.choice(
            ["deal", "deal", "play", "resume", "resume", "go on", "daily", "daily", "race"]
        )
        print(how, edition, options, number)
        match how:
            case "deal":
                self.run(*words, "--start", "table", "--deal", str(number))
                self.seated(None, number)
            case "play":
                self.run(*words, "--start", "table")
                self.seated(self.last(edition, None, options))
            case "resume":
                self.run(*words, "--start", "table", "--deal", str(number), "--resume")
                self.seated(self.last(edition, number, options), number)
            case "go on":
                self.go_on(edition, words)
            case "daily":
                self.run(*words, "--day", str(DAY), "--daily")
                number = self.session.deal_number or 0
                level = {name: value for name, value in self.session.rules.options.items() if name == "level"}
                self.seated(self.last(edition, number, level), number)
            case "race":
                self.race(edition, options, number)

    def go_on(self, edition: str, words: list[str]) -> None:
        there = [one for one in self.unfinished if one.edition == edition]
        if not there or any(one.edition == edition for one in self.waiting):
            return
        self.run(*words, "--start", "menu")
        self.game.app.top_screen.activate("menu:go_on")
        resumed = self.chance.choice(there)
        if len(there) > 1:
            self.game.app.top_screen.activate(f"menu:left{there.index(resumed) + 1}")
        self.seated(resumed)

    def race(self, edition: str, options: dict[str, str], number: int) -> None:
        rules = rules_for(edition, options)
        game = Transcript(edition, rules.options, number, deal(number), (), (("friend", "Bob"),))
        file = self.folder.parent / "race.txt"
        file.write_text(
            transcript_text(game._replace(moves=tuple(Session(rules, deal(number)).legal_moves()[:1])))
        )
        self.game = self.start("--watch", str(file)).do("wait 1; key ENTER; wait 1")
        while self.game.screen == "name":
            self.enter_name()
            self.game.do("key ENTER; wait 1")
        self.seated(None, number)
        self.stored(kept(self.session))

    def move(self) -> None:
        """Play some moves that do not end the game, if there are such."""
        for _ in range(self.chance.randint(1, 3)):
            moves = [move for move in self.session.legal_moves() if not ends(self.session, move)]
            if moves:
                self.perform(self.chance.choice(moves))

    def perform(self, move: Move) -> None:
        before = kept(self.session)
        table_of(self.game).play_move(move)
        self.stored(before)

    def end(self) -> None:
        """Play to the end; then the name is entered, or the program is closed before it."""
        while self.session.status == "playing":
            move = self.chance.choice(self.session.legal_moves())
            if ends(self.session, move):
                before = kept(self.session)
                table_of(self.game).play_move(move)
                self.ended(before)
            else:
                self.perform(move)
        if self.waiting[:1] == [kept(self.session)] and self.chance.random() < 0.5:
            self.game.do("key ESC; wait 1")
            self.enter_name()

    def ended(self, before: Kept) -> None:
        if self.has_entry:
            self.unfinished.remove(before)
        self.has_entry = False
        session = self.session
        self.games[session.rules.edition] += 1
        if session.rules.edition == "odm" and earns(session.score or 0, self.scores):
            self.waiting.insert(0, kept(session))
            self.unfinished = [one for one in self.unfinished if one.moves or one.edition != "odm"]

    def new(self) -> None:
        """Give the game up for a deal that was typed in; undo may bring it back."""
        table, before = table_of(self.game), kept(self.session)
        if table.game_mode.shows_end_first(table):
            # The last game of a match of six: New ends it as it stands.
            return
        had = self.has_entry
        table.lifecycle.deal_source.request(self.chance.choice(DEALS))
        table.run_action("new")
        if had:
            self.unfinished.remove(before)
        self.has_entry = False
        self.stored(before)
        if self.chance.random() < 0.5:
            fresh = kept(self.session)
            table.run_action("undo")
            self.unfinished.remove(fresh)
            self.has_entry = False
            self.stored(before)

    def toggle(self) -> None:
        """Change auto-match in mid-game."""
        if self.session.rules.edition == "tilldawn" and self.session.status == "playing":
            before = kept(self.session)
            table_of(self.game).run_action("auto_match")
            self.stored(before)

    def killed(self) -> None:
        """Be killed at one of the next writes of a move, which is then done wholly or not at all."""
        before, self.life.left = kept(self.session), self.chance.randrange(3)
        move = self.chance.choice(self.session.legal_moves())
        lasting = (self.unfinished[:], self.waiting[:], self.games.copy(), self.has_entry)
        try:
            table_of(self.game).play_move(move)
        except Death:
            pass
        finally:
            self.life.left = 1 << 30
        if self.session.status == "playing":
            self.stored(before)
        else:
            self.ended(before)
        # The next start settles what is left to be done.
        UserData(DataFolder(self.folder)).recover()
        if self.entries() != (by_program(self.unfinished), self.waiting):
            self.unfinished, self.waiting, self.games, self.has_entry = lasting
        self.game = None

    def step(self) -> None:
        self.begin()
        for _ in range(self.chance.randint(0, 3)):
            if self.game is None or self.session is None or self.session.status != "playing":
                break
            act = self.chance.choice([self.move, self.move, self.new, self.toggle, self.end, self.killed])
            print(act.__name__)
            act()
            self.check()
        self.check()


def ends(session: Session, move: Move) -> bool:
    return status(session.rules, apply_move(session.rules, session.state, move)) != "playing"


def earns(score: int, scores: list[int]) -> bool:
    """Return whether a score enters odm's board: above zero, and above the tenth."""
    return score > 0 and (len(scores) < 10 or score > sorted(scores, reverse=True)[9])


def final_score(game: Kept) -> int:
    rules = rules_for(game.edition, dict(game.options))
    session = Session(rules, deal(game.deal or 0), game.deal)
    for move in game.moves:
        session.play_move(next(one for one in legal_moves(rules, session.state) if str(one) == move))
    return session.score or 0


@pytest.mark.parametrize("seed", SEEDS)
def test_each_game_has_one_entry_and_counts_once(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    player = Player(start, tmp_path / "data", Life(monkeypatch), seed)
    for _ in range(STEPS):
        player.step()
