"""The deal of the day and the day's match of six: the same for everybody, whatever was played before."""

import pytest

from retro_pyramid.deals import deal_search as seeking
from retro_pyramid.deals.daily_deal import DailyDeal
from retro_pyramid.deals.deal_search import DealSearchScreen
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.rules import rules_for
from retro_pyramid.session import Session
from retro_pyramid.solver.daily_search import DailyTable
from tests.days import deals_of
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game

DAY = 20261120
UNPACKED = "20360101"
"""A day past the table."""
TABLE = DailyTable(read_asset_bytes("days.bin"))


def day_of(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--day", str(DAY), "-mouse", *words).do("settle")


def test_while_it_is_looked_for_nothing_stands_still_and_esc_gives_it_up(start: Start) -> None:
    game = start("--edition", "windows", "--day", "99991231", "--daily")
    rows = [game.do("wait 20").rows() for _ in range(3)]
    assert game.screen == "seek"
    assert game.message == "Looking for the deal of 9999-12-31"
    assert rows[0] != rows[2]
    game.do("key ESC")
    assert (game.screen, game.app.daily_deal) == ("menu", None)
    assert game.do("key ENTER; settle").state["deal"] == 1001


BEGUN_ALONE = "wait 3; key n; text Ann; key ENTER; settle; wait 2"


def test_past_the_table_deals_are_looked_for_till_esc(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    late = ("--edition", "em", "--day", UNPACKED, "-mouse", "--daily-match")
    game = start(*late).do("settle; wait 3", BEGUN_ALONE)
    (first,) = deals_of("em", int(UNPACKED), 1)
    assert game.state["deal"] == first
    game.do("key F7; key y")
    again = start(*late).do("settle; wait 3")
    monkeypatch.setattr(seeking, "MAX_NODES_PER_TICK", 1)
    again.do("key r")
    assert again.screen == "seek"
    again.do("key ESC; wait 3")
    assert (again.screen, again.state["deal"], again.says("Standard")) == ("table", first, True)
    assert "button:hint" in again.enabled()


def test_past_the_table_a_deal_near_its_start_is_the_days(start: Start) -> None:
    (deal,) = deals_of("em", int(UNPACKED), 6)
    day = DailyDeal(rules_for("em"), int(UNPACKED), TABLE, is_match=True)
    assert [day.find_day_index(number) for number in (deal, deal + 20_000, None)] == [6, None, None]
    assert (day.iso_date, day.next_day_index, day.get_daily_date(None)) == ("2036-01-01", 1, None)


def test_on_a_slow_machine_fewer_positions_are_looked_at_in_a_tick(start: Start) -> None:
    game = start("--edition", "windows", "--day", "99991231", "--daily")
    seek = game.app.top_screen
    assert isinstance(seek, DealSearchScreen)
    for _ in range(9):
        game.app.update([], 2)
    assert seek._budget.node_budget == 60
    for _ in range(3):
        game.app.update([], 1)
    assert seek._budget.node_budget == 120


ASKED = "A new day has begun: play today's deal?"


def session_of(game: Game) -> Session:
    session = game.app.session
    assert session is not None
    return session


def after_midnight(game: Game) -> Game:
    game.app.services = game.app.services._replace(get_today=lambda: DAY + 1)
    return game


@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_daily_deal_untouched_at_midnight_gives_way_to_the_next_one(start: Start, edition: str) -> None:
    game = after_midnight(day_of(start, edition, "--daily"))
    # Also where a move is the first thing that happens on the new day.
    game.do("key D")
    assert (game.screen, game.message, game.moves) == (
        "confirm",
        ASKED,
        [],
    )
    game.do("key y; settle")
    known = TABLE.find_deal(rules_for(edition), DAY + 1, 0)
    assert (game.screen, game.state["deal"]) == ("table", known)
    assert (session_of(game).daily_date, session_of(game).is_late) == (DAY + 1, False)
    assert after_midnight(game).do("wait 900").screen == "table"


def test_who_keeps_the_deal_of_yesterday_plays_it_late(start: Start) -> None:
    game = after_midnight(day_of(start, "em", "--daily"))
    deal = game.state["deal"]
    game.do("wait 2")
    assert game.screen == "confirm"
    game.do("key n; wait 2")
    assert (game.screen, game.state["deal"]) == ("table", deal)
    assert game.message == "The deal of 2026-11-20, played late"
    assert session_of(game.do("key D; settle")).is_late
    assert game.do("wait 900").screen == "table"


@pytest.mark.parametrize("words", [("--daily",), ("--deal", "61")])
def test_a_game_begun_before_midnight_goes_on(start: Start, words: tuple[str, ...]) -> None:
    game = day_of(start, "em", "--start", "table", *words)
    if "--daily" in words:
        game.do("key D; settle")
    after_midnight(game).do("wait 900")
    assert (game.screen, session_of(game).is_late) == ("table", False)


def test_a_deal_of_another_day_is_not_asked_about(start: Start) -> None:
    game = start("--edition", "em", "--day", str(DAY), "-mouse", "--daily")
    session_of(game).is_late = True
    assert after_midnight(game).do("wait 900").screen == "table"
