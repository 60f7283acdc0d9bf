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
from retro_pyramid.formats.native.tournament_text import Suspended
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.transcript import Save
from retro_pyramid.session import Session
from retro_pyramid.storage import GameFiles
from retro_pyramid.storage.value_file import Document
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
    session.play(session.legal_moves()[0])
    return session


def move(files: GameFiles, session: Session) -> None:
    """Save a running game a little later than before; its length stays the same."""
    session.ticks += 60
    with files.together():
        session.entry = session.entry or files.new_entry("em")
        files.resume.put(session.save(), session.entry)


def end(files: GameFiles, session: Session, score: int) -> None:
    """End a game as the table does, with a score and a setting that changes."""
    with files.together():
        if session.entry is not None:
            files.resume.drop(session.entry)
        files.count(EM, False, score)
        files.add("Ann", score, 1)
        files.remember("em.speed", f"v{score}")


def unfinished(files: GameFiles) -> Save | None:
    stored = files.resume.get("em")
    return None if stored is None else stored.save


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


def retained(files: GameFiles) -> dict[str, int]:
    documents: dict[str, Document[Any]] = {
        "resume": files.resume,
        "statistics": files.statistics,
        "scores": files.scores,
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
    assert unfinished(game(tmp_path)) == session.save()


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
    assert files.resume.intents() == {}
    for again in (game(tmp_path), game(tmp_path)):
        again.settle()
        figures = again.statistics.value()[EM.tag]
        assert (figures.games, figures.scores) == (15, dict.fromkeys(range(1, 16), 1))
        assert [row.score for row in again.board().rows] == [*range(15, 5, -1)]
        assert again.config.values()["em.speed"] == "v15"
        assert unfinished(again) == session.save()


def test_the_latest_of_two_unsaved_tournaments_is_the_one_on_the_disk(tmp_path: Path, disk: Failing) -> None:
    files = game(tmp_path)
    assert files.suspend((("player", "Ann"),), (), None)
    disk.on = True
    for name in ("Bob", "Cy"):
        with files.together():
            files.suspend((("player", name),), (), None)
    disk.on = False
    move(files, new_game(START_DEAL))
    last = Suspended((("player", "Cy"),), (), None)
    assert (files.suspended.load(), game(tmp_path).suspended.load()) == (last, last)


def test_a_tournament_that_another_program_saved_since_is_not_replaced(tmp_path: Path, disk: Failing) -> None:
    files = game(tmp_path)
    disk.on = True
    with files.together():
        files.suspend((("player", "Ann"),), (), None)
    disk.on = False
    game(tmp_path).suspend((("player", "Bob"),), (), None)
    move(files, new_game(START_DEAL))
    bob = Suspended((("player", "Bob"),), (), None)
    assert (files.suspended.load(), game(tmp_path).suspended.load()) == (bob, bob)


@pytest.mark.parametrize("seed", range(5))
def test_any_course_of_full_disks_and_kills_saves_everything_once(
    tmp_path: Path, disk: Failing, seed: int
) -> None:
    """Compare with a model: what was done up to the last act with space on the disk is on the disk."""
    chance = random.Random(seed)
    files, session = game(tmp_path), new_game(START_DEAL)
    scores: list[int] = []
    saved: tuple[list[int], Save | None] = ([], None)
    for number in range(1, 41):
        act = chance.choice(["move", "move", "move", "end", "disk", "kill"])
        if act == "disk":
            disk.on = not disk.on
            continue
        if act == "kill":
            files = game(tmp_path)
            files.settle()
            scores = list(saved[0])
            assert unfinished(files) == saved[1]
            session = Session.resume(saved[1]) if saved[1] else new_game(START_DEAL + number + 1)
            stored = files.resume.get("em")
            session.entry = None if stored is None else stored.entry
        elif act == "move":
            move(files, session)
        else:
            end(files, session, number)
            scores.append(number)
            session = new_game(START_DEAL + number + 1)
        if not disk.on and act != "kill":
            saved = (list(scores), session.save() if act == "move" else None)
        # In memory all is as if there was space.
        figures = files.statistics.value().get(EM.tag)
        assert Counter(figures.scores if figures else {}) == Counter(scores)
        assert [row.score for row in files.board().rows if row.score] == sorted(scores, reverse=True)[:10]
