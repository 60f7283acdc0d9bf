"""EM's Pyramid, Tournament Play: saved, broken, resumed, ended, the Top 10; turns and opponents are in `acts.txt`."""

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.tournament_text import decode_proofs
from retro_pyramid.formats.scores.high_scores import decode_totals
from retro_pyramid.rules import parse_move
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import FinishedGame, verification_error
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import (
    AGAINST_IT,
    ALONE,
    MOUSE,
    RULES,
    SCORE_NOW,
    TWO,
    contest_of,
    played,
    table_of,
    totals,
    up_to_the_last,
    watch,
)


@pytest.fixture
def em(start: Start) -> Game:
    return start(*MOUSE).do("settle")


def finished(number: int) -> FinishedGame:
    """A game as the computer would play it."""
    session = Session(RULES, deal(number), number)
    for move in played(number)[0]:
        session.play_move(parse_move(move))
    return FinishedGame(session.to_transcript(), played(number)[1])


def row_of(game: Game, name: str) -> list[str]:
    """The words of a name's row in a box."""
    (row,) = [row for row in game.rows() if name in row and "║" in row]
    return row.split("║")[1].split()


def play_out(game: Game) -> None:
    perform(game, played(game.state["deal"])[0])


def perform(game: Game, moves: Iterable[str]) -> None:
    """Play moves without a hand."""
    for move in moves:
        table_of(game).play_move(parse_move(move))
        # Whether to score is asked once the pyramid is cleared.
        if not table_of(game).session.state.pyramid and game.do("settle").screen == "confirm":
            game.do("key n")
    game.do("settle")


def test_where_nothing_can_be_saved_nothing_is_lost(em: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    em.do(ALONE, "key 7; key 2; key D; settle")
    moves = em.moves
    with monkeypatch.context() as disk:
        disk.setattr(os, "replace", full)
        assert em.do("key s").message == "Save The tournament cannot be saved."
        em.do("key SPACE; key e")
        assert em.message == "Exit The tournament cannot be saved."
        assert em.do("key SPACE; key t; key r; settle").moves == moves
    assert em.do("key s").message == "Save The tournament is saved."


def test_a_broken_save_is_told_and_left_alone(em: Game, start: Start, tmp_path: Path) -> None:
    em.do(ALONE, "key s; key SPACE; key e")
    path = tmp_path / "data" / "PYRAMID.SAV"
    broken = path.read_bytes().replace(b"Ann", b"Amy")
    path.write_bytes(broken)
    again = start(*MOUSE).do("settle; key t; key r; wait 2")
    assert str(again.message).startswith("The suspended tournament cannot be used: PYRAMID.SAV")
    assert contest_of(again).tournament is None
    assert path.read_bytes() == broken


def test_a_whole_tournament_saved_in_the_middle_and_resumed(em: Game, start: Start) -> None:
    # Ann plays deals 1001, 1003 ... as the computer would; her total is above par and enters the Top 10.
    em.do(AGAINST_IT)
    play_out(em)
    em.do("key ENTER")
    watch(em.do("settle; wait 3"))
    em.do("key ENTER; settle")
    perform(em, played(1003)[0][:20])
    assert em.do("clickon button:save").message == "Save The tournament is saved."
    left_off, stood = em.do("key SPACE").moves, totals(em)
    assert len(left_off) == 20
    em = start(*MOUSE).do("settle; key t; key r; settle")
    assert em.moves == left_off
    assert totals(em) == stood == [played(1001)[1], played(1002)[1]]
    perform(em, played(1003)[0][20:])
    # The next games are as good as played.
    contest = contest_of(em)
    assert contest.tournament is not None
    contest.tournament = contest.tournament._replace(finished_games=tuple(map(finished, range(1001, 1012))))
    em.app.services = em.app.services._replace(choose_random_deal=lambda: 1012)
    watch(em.do("key ENTER; settle; wait 3"))
    expected = [sum(played(number)[1] for number in range(first, 1013, 2)) for first in (1001, 1002)]
    assert totals(em) == expected
    assert expected[1] > expected[0] > 0
    em.do("settle", "wait 10")
    assert (em.screen, em.heard) == ("standings", "em_tour_lost")
    assert em.says("Computer has won the tournament!")
    assert em.do("key SPACE; settle").screen == "top10"
    assert row_of(em, "Ann") == ["1", "Ann", str(expected[0])]
    assert em.says("All are proven by their games")
    assert em.do("key SPACE").says("NEW plays another tournament")
    assert "button:save" not in em.enabled()

    store = em.files.store
    board = decode_totals(store.read("PYRTOUR.HGH") or b"")
    assert board.rows[0][:2] == ("Ann", expected[0])
    (proof,) = decode_proofs(store.read("PYRTOUR.TXT") or b"")
    assert verification_error(RULES, expected[0], proof.games) is None
    match = contest_of(em.do("key n; settle; wait 3")).tournament
    assert match is not None
    assert match.finished_games == ()


def test_a_row_without_its_proof_is_marked(em: Game) -> None:
    em.files.add_totals([("Cheat", 99, ())])
    em.do(ALONE, "key t; settle")
    assert row_of(em, "Cheat") == ["1", "Cheat", "99", "?"]
    assert em.do("key SPACE").screen == "table"


def by_tour(start: Start, deal: int) -> Game:
    """The program started again, and the tournament taken up by TOUR and Restore."""
    return start(*MOUSE).do("settle; key t; key r")


def by_page(start: Start, deal: int) -> Game:
    """The program as a page starts it that is loaded again with this deal on the table."""
    return start("--edition", "em", "-mouse", "-fast", "--start", "table", "--deal", str(deal), "--resume")


AGAIN = pytest.mark.parametrize("again", [by_tour, by_page])


def stands(game: Game) -> tuple[str, list[int], object, list[str]]:
    """The program's words on whose game is on, the totals, the deal and its moves."""
    return str(game.message), totals(game), game.state["deal"], game.moves


@AGAIN
@pytest.mark.parametrize("same", ["yes", "no"])
def test_closed_between_two_games(
    em: Game, start: Start, again: Callable[[Start, int], Game], same: str
) -> None:
    em.files.config.update_settings({"em.use_same_deck": same})
    em = start(*MOUSE).do("settle", TWO, "key SPACE; key 7; key 4; settle; key F7; key y")
    assert em.says("Enter or a click goes on to the next game")
    stood, ann = totals(em), em.state["deal"]
    em = again(start, ann)
    # The deals of chance begin with 1001 at every start.
    em.app.services = em.app.services._replace(choose_random_deal=lambda: 5005)
    em.do("settle; wait 3")
    deal = ann if same == "yes" else em.state["deal"]
    assert stands(em) == ("Game 1 of 6 Bob, it is your turn", stood, deal, [])
    em.do("key SPACE", SCORE_NOW)
    assert stands(em) == ("Game 2 of 6 Ann, it is your turn", [stood[0], -52], 5005, [])


# The end


@pytest.mark.parametrize(
    ("ahead", "words", "song"),
    [
        (1, "Ann has won the tournament!", "em_tour_won"),
        (0, "The tournament is drawn", ""),
        (-1, "Computer has won the tournament!", "em_tour_lost"),
    ],
)
def test_the_computers_last_game_decides_against_it(em: Game, ahead: int, words: str, song: str) -> None:
    em.do(AGAINST_IT)
    up_to_the_last(em, ahead, -played(1002)[1])
    em.app.services = em.app.services._replace(choose_random_deal=lambda: 1002)
    table_of(em).run_action("new")
    watch(em.do("settle; wait 3"))
    em.do("settle; wait 10; settle")
    assert em.screen == "standings"
    assert em.says(words)
    assert em.heard == (song or {True: "em_computer", False: "em_lost"}[table_of(em).session.status == "won"])
    assert [(row.name, row.total) for row in em.files.tournament_scores.read_top_ten() if row.total > 0] == (
        [("Ann", 1)] if ahead > 0 else []
    )
