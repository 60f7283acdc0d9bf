"""The odds of a deal where they are asked for, and deals of chance that are gentle or hard."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import judged
from retro_pyramid.rules import start as opening
from retro_pyramid.screens.deals.deal_number import DealNumber
from retro_pyramid.solver.grade import Seeking, odds
from retro_pyramid.solver.thinking import Thinking
from tests.programs import DATA, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.test_options import LOST, table_of, words
from tests.solver.asking import thought


def grade_of(game: Game, number: int) -> str | None:
    rules = judged(table_of(game).session.rules)
    return thought(Thinking(odds(rules, opening(rules, deal(number)))), 10**6).grade


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_odds_of_the_deal_on_the_table_by_keys(start: Start, edition: str) -> None:
    number = DATA[edition].winnable
    game = start(*words(edition, number)).do("settle; key F6; key F7")
    assert game.app.top.message == "Working it out ..."
    game.do("settle")
    grade = grade_of(game, number)
    assert grade is not None
    assert str(game.app.top.message).startswith(f"Deal {number}: winnable, {grade}. Fair play wins ")
    game.do("key ESC; wait 2")
    assert table_of(game).session.assisted


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_odds_of_a_deal_typed_in_by_mouse(start: Start, edition: str) -> None:
    game = start(*words(edition, 61)).do("settle", DATA[edition].number)
    game.do(f"clickon button:{LOST}; clickon button:odds; settle")
    assert game.app.top.message == f"Deal {LOST}: unwinnable"
    game.do("clickon back; wait 2")
    # What was told is no help in the game on the table, but in one of that deal.
    assert not table_of(game).session.assisted
    game.do(f"key F6; text {LOST}; key ENTER; settle; wait 2")
    assert (game.state["deal"], table_of(game).session.assisted) == (LOST, True)


def test_the_odds_in_text_are_read_on_the_screen(start: Start) -> None:
    game = start(*words("em", 2, "T")).do("settle; key F6; key F7; settle")
    assert game.says("Deal 2: winnable, gentle. Fair play wins 43 %.")


def test_the_odds_take_their_time_and_hold_up_no_frame(start: Start) -> None:
    game = start(*words("em", 2)).do("settle; key F6; key F7; wait 1")
    box = game.app.top
    assert isinstance(box, DealNumber)
    assert box.busy()
    assert game.do("text 7; key BACKSPACE; settle").app.top.message != "Working it out ..."
    assert not box.busy()


@pytest.mark.parametrize("typed", ["99999999999", "4294967296"])
def test_what_is_no_number_has_no_odds(start: Start, typed: str) -> None:
    game = start(*words("em", 2)).do(f"settle; key F6; text {typed}; key F7")
    assert "expected 0 to 4294967295" in str(game.app.top.message)
    assert not game.app.top.busy()
    assert not table_of(game.do("key ESC; wait 2")).session.assisted


def test_a_box_that_was_only_looked_at_marks_nothing(start: Start) -> None:
    game = start(*words("em", 2)).do("settle; key F6; key ESC; wait 2")
    assert not table_of(game).session.assisted


# Deals of a grade


@pytest.mark.parametrize("edition", PROGRAMS)
@pytest.mark.parametrize("kind", ["gentle", "hard"])
def test_deals_of_a_grade_are_dealt_labelled_and_assisted(start: Start, edition: str, kind: str) -> None:
    game = start(*words(edition, 61, *DATA[edition].easier)).do("settle")
    game.app.choices.change({"shell.deals": kind})
    table = table_of(game)
    table.run("new")
    assert game.app.top.name == "seek"
    assert game.says(f"Looking for a {kind} deal")
    game.do("settle", "wait 200")
    seeking = Seeking(judged(table.session.rules), 1001, grade=kind)  # type: ignore[arg-type]
    while not seeking.step(1_000):
        pass
    assert game.state["deal"] == seeking.number
    assert grade_of(game, seeking.number) == kind
    assert game.says(kind)
    assert table.session.assisted


def test_a_grade_is_chosen_by_its_letter_and_by_mouse(start: Start) -> None:
    game = start(*words("em", 61)).do("settle; key F8; key DOWN; key DOWN; key DOWN; key h; key ESC")
    assert game.app.settings["shell.deals"] == "hard"
    game.do("key F8; clickon config:deals:gentle; key ESC")
    assert game.app.settings["shell.deals"] == "gentle"
    game.do("key F6; text 2; key ENTER; settle; wait 200")
    assert game.says("gentle")
    game.do("key F6; text 1; key ENTER; settle; wait 200")
    assert game.says("unwinnable")


def test_the_first_game_is_of_the_grade_too(start: Start) -> None:
    start(*words("em", 61)).app.choices.change({"shell.deals": "gentle"})
    game = start("--edition", "em", "--start", "table")
    assert game.screen == "seek"
    game.do("settle")
    assert grade_of(game, int(str(game.state["deal"]))) == "gentle"
