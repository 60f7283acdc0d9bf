"""The same game left off goes on in two windows: whoever ends it first has it counted and entered, the other one nowhere."""

import pytest

from retro_pyramid.rules import Move, rules_for
from retro_pyramid.rules.transcript import Transcript
from tests.rules.vectors import GAMES, PLAYED, transcript_of
from tests.screens.conftest import Start
from tests.screens.driver import Game

ELSEWHERE = "This game was finished in another window: here it counts for nothing"


def ended(edition: str, best: bool = False) -> Transcript:
    """Return a game of an edition that ends, with its usual options; the one with the `best` score, or the shortest."""
    usual = dict(rules_for(edition).options)
    rows = [
        row
        for row in GAMES
        if row["edition"] == edition and row["options"] == usual and row["result"]["status"] != "playing"
    ]
    row = max(rows, key=lambda row: row["result"]["score"] if best else -len(row["moves"]))
    return transcript_of(row)


def perform(game: Game, *moves: Move) -> Game:
    for move in moves:
        game.app.top.perform(move)  # type: ignore[attr-defined]
        game.do("settle")
    return game


def begin(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "table", "-mouse", *words).do("settle")


def two(start: Start, game: Transcript) -> tuple[Game, Game]:
    """Return two windows with the same game, one move before its end."""
    one = perform(begin(start, game.edition, "--deal", str(game.deal)), *game.moves[:-1])
    other = begin(start, game.edition)
    assert other.moves == one.moves == [str(move) for move in game.moves[:-1]]
    return one, other


def games_of(game: Game) -> int:
    figures = game.files.statistics.table().get(game.app.session.rules.tag)  # type: ignore[union-attr]
    return figures.games if figures else 0


@pytest.mark.parametrize("edition", PLAYED)
def test_a_game_that_is_on_in_two_windows_counts_once(start: Start, edition: str) -> None:
    game = ended(edition)
    one, other = two(start, game)
    assert games_of(one) == 0
    perform(one, game.moves[-1])
    assert (games_of(one), one.state["status"]) == (1, game_status := one.state["status"])
    perform(other, game.moves[-1]).do("wait 30")
    assert (games_of(other), other.state["status"]) == (1, game_status)
    assert other.says(ELSEWHERE)
    assert not one.says(ELSEWHERE)
    # Nothing of it is left off.
    assert begin(start, edition).moves == []


def test_its_score_is_entered_once(start: Start) -> None:
    game = ended("odm", best=True)
    one, other = two(start, game)
    perform(one, game.moves[-1])
    perform(other, game.moves[-1])
    assert other.do("wait 30; key ESC; settle").screen == "menu"
    assert one.do("key ESC").screen == "name"
    one.do("text Ann", "key ENTER; settle")
    assert [row.name for row in one.files.board().rows if row.score] == ["Ann"]
    assert other.files.resume.waiting("odm") is None


def test_who_plays_on_elsewhere_is_told_at_the_next_move_and_leaves_nothing_off(start: Start) -> None:
    game = ended("odm")
    one = perform(begin(start, "odm", "--deal", str(game.deal)), *game.moves[:2])
    other = begin(start, "odm")
    perform(one, *game.moves[2:])
    assert perform(other, game.moves[2]).do("wait 320").says(ELSEWHERE)
    assert begin(start, "odm").moves == []


def test_the_same_deal_dealt_anew_is_another_game(start: Start) -> None:
    game = ended("em")
    for times in (1, 2, 3):
        again = perform(begin(start, "em", "--deal", str(game.deal)), *game.moves)
        assert games_of(again) == times
        assert not again.do("wait 30").says(ELSEWHERE)


def test_of_many_games_the_latest_are_known(start: Start) -> None:
    resume = begin(start, "odm").files.resume
    games = [begin(start, "em", "--deal", str(deal)).app.session for deal in range(20)]
    cards = [game.cards for game in games if game is not None]
    assert all(resume.end("em", one, 0) for one in cards)
    assert [resume.ends("em", one) for one in cards] == [0] * 4 + [1] * 16
    assert not resume.end("em", cards[-1], 0)
    assert resume.ends("odm", cards[-1]) == 0
