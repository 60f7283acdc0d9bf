"""A disk that is full for a while: no move gets slower, and everything is saved exactly once when there is space again."""

import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.tournament_text import SuspendedTournament
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.transcript import SavedSession
from retro_pyramid.session import Session
from retro_pyramid.storage import UserData
from retro_pyramid.storage.value_file import ValueFile
from tests.folders import Failing, game

EM = rules_for("em")
START_DEAL = 100


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """A disk with space at first; it is full while `on`."""
    disk = Failing(monkeypatch, "fsync")
    disk.on = False
    return disk


def new_game(number: int) -> Session:
    session = Session(EM, deal(number), number)
    session.play_move(session.legal_moves()[0])
    return session


def move(files: UserData, session: Session) -> None:
    """Save a running game a little later than before; its length stays the same."""
    session.ticks += 60
    with files.transaction():
        session.entry = session.entry or files.make_entry_id("em")
        files.unfinished_games.save_game(session.to_saved_session(), session.entry)


def end(files: UserData, session: Session, score: int) -> None:
    """End a game as the table does, with a score and a setting that changes."""
    with files.transaction():
        if session.entry is not None:
            files.unfinished_games.remove_game(session.entry)
        files.count_game(EM, False, score)
        files.add_score("Ann", score, 1)
        files.save_setting("em.speed", f"v{score}")


def unfinished(files: UserData) -> SavedSession | None:
    stored = files.unfinished_games.find_unfinished("em")
    return None if stored is None else stored.saved


def operations(act: Callable[[], object]) -> int:
    """Return how many Python functions an act calls."""
    calls = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def retained(files: UserData) -> dict[str, int]:
    documents: dict[str, ValueFile[Any]] = {
        "resume": files.unfinished_games,
        "statistics": files.statistics,
        "scores": files.high_scores,
        "config": files.config,
    }
    return {name: len(document._unsaved) for name, document in documents.items()}


def test_a_move_costs_the_same_however_many_could_not_be_saved(tmp_path: Path, disk: Failing) -> None:
    files, session = game(tmp_path), new_game(START_DEAL)
    move(files, session)
    disk.on = True
    costs = [operations(partial(move, files, session)) for _ in range(200)]
    assert max(costs[100:]) <= costs[5] * 1.1
    assert retained(files) == {"resume": 1, "statistics": 0, "scores": 0, "config": 0}
    disk.on = False
    move(files, session)
    assert unfinished(game(tmp_path)) == session.to_saved_session()


def test_unsaved_ends_are_kept_once_each_and_are_on_the_disk_with_the_next_move(
    tmp_path: Path, disk: Failing
) -> None:
    files, costs = game(tmp_path), []
    move(files, new_game(START_DEAL - 1))
    disk.on = True
    for number in range(15):
        session = new_game(START_DEAL + number)
        costs += [operations(partial(move, files, session)) for _ in range(10)]
        end(files, session, number + 1)
    assert retained(files) == {"resume": 3 * 15, "statistics": 15, "scores": 15, "config": 15}
    # What is still to be done in other files makes RESUME.PYR longer, by so many texts.
    assert costs[-1] < costs[0] * 5
    disk.on = False
    session = new_game(START_DEAL + 15)
    move(files, session)
    assert set(retained(files).values()) == {0}
    assert files.unfinished_games.get_pending_writes() == {}
    for again in (game(tmp_path), game(tmp_path)):
        again.recover()
        figures = again.statistics.read()[EM.id]
        assert (figures.games, figures.score_counts) == (15, dict.fromkeys(range(1, 16), 1))
        assert [row.score for row in again.read_high_scores().rows] == [*range(15, 5, -1)]
        assert again.config.read_settings()["em.speed"] == "v15"
        assert unfinished(again) == session.to_saved_session()


def test_the_latest_of_two_unsaved_tournaments_is_the_one_on_the_disk(tmp_path: Path, disk: Failing) -> None:
    files = game(tmp_path)
    assert files.suspend_tournament((("player", "Ann"),), (), None)
    disk.on = True
    for name in ("Bob", "Cy"):
        with files.transaction():
            files.suspend_tournament((("player", name),), (), None)
    disk.on = False
    move(files, new_game(START_DEAL))
    last = SuspendedTournament((("player", "Cy"),), (), None)
    assert (files.suspended_tournament.load(), game(tmp_path).suspended_tournament.load()) == (last, last)


def test_a_tournament_that_another_program_saved_since_is_not_replaced(tmp_path: Path, disk: Failing) -> None:
    files = game(tmp_path)
    disk.on = True
    with files.transaction():
        files.suspend_tournament((("player", "Ann"),), (), None)
    disk.on = False
    game(tmp_path).suspend_tournament((("player", "Bob"),), (), None)
    move(files, new_game(START_DEAL))
    bob = SuspendedTournament((("player", "Bob"),), (), None)
    assert (files.suspended_tournament.load(), game(tmp_path).suspended_tournament.load()) == (bob, bob)


@pytest.mark.parametrize("seed", range(5))
def test_any_course_of_full_disks_and_kills_saves_everything_once(
    tmp_path: Path, disk: Failing, seed: int
) -> None:
    """Compare with a model: what was done up to the last act with space on the disk is on the disk."""
    chance = random.Random(seed)
    files, session = game(tmp_path), new_game(START_DEAL)
    scores: list[int] = []
    saved: tuple[list[int], SavedSession | None] = ([], None)
    for number in range(1, 41):
        act = chance.choice(["move", "move", "move", "end", "disk", "kill"])
        if act == "disk":
            disk.on = not disk.on
            continue
        if act == "kill":
            files = game(tmp_path)
            files.recover()
            scores = list(saved[0])
            assert unfinished(files) == saved[1]
            session = Session.from_saved_session(saved[1]) if saved[1] else new_game(START_DEAL + number + 1)
            stored = files.unfinished_games.find_unfinished("em")
            session.entry = None if stored is None else stored.entry_id
        elif act == "move":
            move(files, session)
        else:
            end(files, session, number)
            scores.append(number)
            session = new_game(START_DEAL + number + 1)
        if not disk.on and act != "kill":
            saved = (list(scores), session.to_saved_session() if act == "move" else None)
        # In memory all is as if there was space.
        figures = files.statistics.read().get(EM.id)
        assert Counter(figures.score_counts if figures else {}) == Counter(scores)
        assert [row.score for row in files.read_high_scores().rows if row.score] == sorted(
            scores, reverse=True
        )[:10]
