"""The odds of a deal where they are asked for, and deals of chance that are gentle or hard."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.deals.deal_dialog import DealDialog
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import initial_state as opening
from retro_pyramid.rules import solver_rules
from retro_pyramid.solver.difficulty import rate_deal
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.table.view import STATUS_ROW
from tests.programs import DATA, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game
from tests.screens.pair_games import table_of
from tests.screens.test_options import ASSUMED, LOST, words
from tests.solver.asking import thought


def grade_of(game: Game, number: int) -> str | None:
    rules = solver_rules(table_of(game).session.rules)
    return thought(IncrementalTask(rate_deal(rules, opening(rules, deal(number)))), 10**6).difficulty


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_odds_of_the_deal_on_the_table_by_keys(start: Start, edition: str) -> None:
    number = DATA[edition].winnable
    game = start(*words(edition, number)).do("settle; key F6; key F7")
    assert game.app.top_screen.message == "Working it out ..."
    game.do("settle")
    grade = grade_of(game, number)
    assert grade is not None
    assert str(game.app.top_screen.message).startswith(
        f"Deal {number}{ASSUMED.get(edition, '')}: winnable, {grade}. Fair play wins "
    )
    game.do("key ESC; wait 2")
    assert table_of(game).session.is_assisted


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_odds_of_a_deal_typed_in_by_mouse(start: Start, edition: str) -> None:
    game = start(*words(edition, 61)).do("settle", DATA[edition].number)
    game.do(f"clickon button:{LOST}; clickon button:odds; settle")
    assert game.app.top_screen.message == f"Deal {LOST}{ASSUMED.get(edition, '')}: unwinnable"
    game.do("clickon back; wait 2")
    # What was told is no help in the game on the table, but in one of that deal.
    assert not table_of(game).session.is_assisted
    game.do(f"key F6; text {LOST}; key ENTER; settle; wait 2")
    assert (game.state["deal"], table_of(game).session.is_assisted) == (LOST, True)


def test_the_odds_take_their_time_and_hold_up_no_frame(start: Start) -> None:
    game = start(*words("em", 2)).do("settle; key F6; key F7; wait 1")
    box = game.app.top_screen
    assert isinstance(box, DealDialog)
    assert box.is_busy()
    assert game.do("text 7; key BACKSPACE; settle").app.top_screen.message != "Working it out ..."
    assert not box.is_busy()


# Deals of a grade


@pytest.mark.parametrize(
    ("edition", "kind"),
    [("odm", "hard"), ("tilldawn", "gentle"), ("windows", "hard"), ("relaxed", "gentle"), ("em", "hard")],
)
def test_deals_of_a_grade_are_dealt_labelled_and_assisted(start: Start, edition: str, kind: str) -> None:
    game = start(*words(edition, 61, *DATA[edition].easier)).do("settle")
    game.app.settings_store.set_values({"shell.deals": kind})
    table = table_of(game)
    table.run_action("new")
    assert game.app.top_screen.name == "seek"
    assert game.says(f"Looking for a {kind} deal")
    game.do("settle", "wait 200")
    assert (game.state["deal"] > 1000, grade_of(game, game.state["deal"])) == (True, kind)
    assert game.says(kind)
    assert table.session.is_assisted


def test_the_first_game_is_of_the_grade_too(start: Start) -> None:
    start(*words("em", 61)).app.settings_store.set_values({"shell.deals": "gentle"})
    game = start("--edition", "em", "--start", "table")
    assert game.screen == "seek"
    game.do("settle")
    assert grade_of(game, int(str(game.state["deal"]))) == "gentle"


@pytest.mark.parametrize("edition", PROGRAMS)
@pytest.mark.parametrize("mode", MODES)
def test_the_box_covers_no_status_line_and_its_message_is_no_heading(
    start: Start, edition: str, mode: str
) -> None:
    mouse = ("-mouse",) if edition == "em" else ()
    words = ("--edition", edition, "--daily", "--day", "20261120", *mouse, *MODES[mode])
    game = start(*words).do("settle; key d; settle; wait 310")

    def status_cells() -> bytes:
        game.picture()
        return bytes(game.machine.display.cells[2 * COLUMNS * STATUS_ROW : 2 * COLUMNS * (STATUS_ROW + 1)])

    before = status_cells()
    game.do("key F6; key F9")
    # Sharing a day's deal is the longest text that the box shows.
    assert game.says("DEAL OF THE DAY")
    assert status_cells() == before
    rows = game.rows()
    message, detail = (
        next(at for at, row in enumerate(rows) if text in row) for text in ("copy them", "0 to")
    )
    assert message > detail
