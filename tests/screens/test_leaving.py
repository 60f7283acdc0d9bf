"""Leaving, help, held keys, two windows: what is never lost. What is asked, by every way: `acts.txt`."""

import pytest

from retro_pyramid.formats.native.statistics import Statistics
from retro_pyramid.machine.events import KeyPress
from retro_pyramid.rules import rules_for
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.scripts.search import cleared_game, stuck_game


def finished(start: Start, *words: str, won: bool = True) -> Game:
    """A game of odm's that has ended, its cards still on their way."""
    number, moves = cleared_game() if won else stuck_game()
    game = start(*words, "--start", "table", "--deal", str(number))
    for move in moves:
        game.app.top_screen.play_move(move)  # type: ignore[attr-defined]
    return game


def test_the_end_of_a_game_in_one_window_leaves_the_game_of_another(start: Start) -> None:
    number, moves = cleared_game()
    other = start("--start", "table", "--deal", "61")
    one = start("--start", "table", "--deal", str(number)).play(*map(str, moves))
    other.play("75")
    one.do("key ESC; text Ann; key ENTER")
    assert one.files.read_high_scores().rows[0][:2] == ("Ann", 1430)
    again = start("--start", "table")
    assert (again.state["deal"], again.moves) == (61, ["75"])


@pytest.mark.parametrize("leave", ["key ESC", "clickon back"])
def test_f1_helps_and_returns_to_the_very_same_game(table: Game, leave: str) -> None:
    table.play("75").do("settle", "key RIGHT")
    before, picture = table.state, table.picture()
    table.do("key F1", "key PGDN")
    assert table.screen == "help"
    # The last key hides the pointer again.
    table.do(leave, "key x")
    after = table.state
    del before["tick"], after["tick"]
    assert after == before
    assert table.picture() == picture


@pytest.mark.parametrize("held", ["ESC", "ENTER", "SPACE"])
def test_a_held_key_answers_nothing_that_it_brought_up(start: Start, held: str) -> None:
    game = finished(start).do("key ESC")
    assert game.screen == "name"
    for _ in range(5):
        game.app.update([KeyPress(held, is_repeat=True)], 1)
    assert game.screen == "name"


def test_a_held_arrow_goes_on(table: Game) -> None:
    table.app.update([KeyPress("RIGHT", is_repeat=True), KeyPress("RIGHT", is_repeat=True)], 1)
    assert table.selected == "card:73"


@pytest.mark.parametrize(("won", "level"), [(True, "1"), (False, "1"), (True, "2")])
def test_a_finished_game_is_counted_once(start: Start, won: bool, level: str) -> None:
    game = finished(start, "--level", level, won=won)
    score = game.state["score"]
    game.do("key ENTER; key ESC")
    assert game.files.statistics.read() == {
        rules_for("odm", {"level": level}).id: Statistics().with_game(won, score)
    }


@pytest.mark.parametrize("over", ["key F8; key ESC", "key F8; key F8; key F8; key ESC"])
def test_a_deal_that_was_asked_for_is_dealt_after_setup(start: Start, over: str) -> None:
    game = start("--deal", "61", "--start", "menu").do(over)
    assert game.app.link_params["deal"] == "61"
    assert game.do("key ENTER; settle").state["deal"] == 61


def test_a_deal_that_was_asked_for_is_dealt_where_the_magazine_leads(start: Start) -> None:
    game = start("--deal", "61", "--start", "shell").do("key ENTER; key ENTER; key ENTER")
    assert game.screen == "menu"
    assert game.do("key ENTER; settle").state["deal"] == 61


STARTED = {
    "the magazine": (("--start", "shell"), "key ENTER; key ENTER; key ENTER"),
    "DOS": (("--start", "dos"), "text PYRAMID --start menu; key ENTER"),
}
"""Where a program can be started from, with the words and keys that lead to its menu."""
BACK = {"the magazine": "CONTENTS", "DOS": "C:\\>"}
SETUPS = {
    "left": "key F8; key ESC",
    "to another program": "key F8; clickon setup:doors; clickon menu:editions; clickon menu:em; key ENTER",
    "to the prompt": "key F8; clickon setup:doors; clickon menu:dos; text EXIT; key ENTER",
}


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("where", STARTED)
def test_a_program_keeps_its_way_back_after_setup(start: Start, where: str, setup: str) -> None:
    words, way = STARTED[where]
    game = start(*words).do(way, SETUPS[setup])
    assert game.screen == "menu"
    assert game.do("key ESC").says(f"Back to {where}?")
    assert game.do("key y").says(BACK[where])
    assert not game.app.is_done


@pytest.mark.parametrize("where", STARTED)
def test_setup_s_way_to_the_magazine_leads_on_from_where_the_program_was_started(
    start: Start, where: str
) -> None:
    words, way = STARTED[where]
    game = start(*words).do(way, "key F8; clickon setup:doors; clickon menu:magazine")
    assert game.says("ON DISK MONTHLY")
    question = "Leave the program?" if where == "the magazine" else "Back to DOS?"
    assert game.do("key ESC").says(question)


def test_a_program_run_at_the_prompt_leads_no_more_once_it_was_left(start: Start) -> None:
    game = start("--start", "menu", "--deal", "61").do("key F8; clickon setup:doors; clickon menu:dos")
    game.do("text PYRAMID --start menu --deal 62; key ENTER; key ESC; key y; text EXIT; key ENTER")
    assert game.screen == "menu"
    assert game.app.link_params["deal"] == "61"
    assert game.do("key ESC").says("Leave the program?")
