"""A newcomer's first games of each program: three gentle deals, one after the other, then chance."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.deals.deal_source import choose_first_deal
from retro_pyramid.editions import load_edition
from retro_pyramid.rules import Rules, apply_move
from retro_pyramid.rules import initial_state as start_of
from retro_pyramid.solver.difficulty import rate_deal
from retro_pyramid.solver.exact import solve_position
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.table.table_screen import TableScreen
from tests.programs import PROGRAMS, RULE_SETS
from tests.screens.conftest import Start
from tests.screens.em import AGAINST_IT, watch


@pytest.mark.parametrize(
    ("games", "last", "next_one"),
    [
        (0, None, 1),
        (0, 1, 2),
        (0, 2, 3),
        (0, 3, None),
        (0, 99, None),
        (1, None, 2),
        (1, 1, 2),
        (1, 99, None),
        (2, 1, 3),
        (2, 3, None),
        (3, None, None),
        (3, 1, None),
    ],
)
def test_which_deal_comes_first(games: int, last: int | None, next_one: int | None) -> None:
    assert choose_first_deal((1, 2, 3), games, last) == next_one
    assert choose_first_deal((), games, last) is None


@pytest.mark.parametrize(
    "rules", RULE_SETS, ids=lambda rules: "-".join([rules.edition, *rules.options.values()])
)
def test_the_first_deals_are_gentle_and_can_be_won_under_the_rules_that_they_are_dealt_with(
    rules: Rules,
) -> None:
    deals = load_edition(rules.edition).first_deals
    assert len(set(deals)) == 3
    for number in deals:
        state = start_of(rules, deal(number))
        thinking = IncrementalTask(rate_deal(rules, state))
        while not thinking.run_slice(10_000):
            pass
        assert thinking.result is not None
        assert thinking.result.difficulty == "gentle"
        for move in solve_position(rules, state, "cleared").moves:
            state = apply_move(rules, state, move)
        assert state.pyramid == 0, number


@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_newcomer_gets_them_one_after_the_other_and_then_chance(start: Start, edition: str) -> None:
    words = ("--edition", edition, "--start", "table", "-nomouse")
    game = start(*words, new=True).do("settle")
    dealt = [game.state["deal"]]
    for _ in range(3):
        table = game.app.top_screen
        assert isinstance(table, TableScreen)
        table.run_action("new")
        dealt.append(game.do("settle").state["deal"])
    assert dealt == [*load_edition(edition).first_deals, 1001]


def test_a_newcomers_tournament_has_random_deals(start: Start) -> None:
    first = load_edition("em").first_deals
    game = start("--edition", "em", "--start", "table", "-mouse", new=True).do("settle")
    assert game.state["deal"] == first[0]
    dealt = [game.do("key D; settle", AGAINST_IT).state["deal"]]
    game.do("key F7; key y; key SPACE; settle; wait 3")
    dealt.append(watch(game).state["deal"])
    game.do("key ENTER; settle; wait 3")
    dealt.append(game.state["deal"])
    assert dealt == [1001, 1002, 1003]
    # Standard Play goes on where it was.
    game.do("key e; settle")
    assert (game.state["deal"], game.moves) == (first[0], ["D"])
    assert game.do("key n; key y; settle").state["deal"] == first[1]


def test_ended_games_count_and_who_asks_for_a_deal_or_knows_the_game_gets_none(start: Start) -> None:
    game = start("--start", "menu", new=True)
    rules = [rules for rules in RULE_SETS if rules.edition == "odm"]
    first = load_edition("odm").first_deals
    for ended in range(4):
        game = start("--start", "table", new=True).do("settle")
        assert game.state["deal"] == [*first, 1001][ended]
        game.files.count_game(rules[ended % 2], True, 100)
    for words, new in ((("--deal", "61"), True), ((), False)):
        other = start("--edition", "em", "--start", "table", *words, new=new).do("settle")
        assert other.state["deal"] == (61 if words else 1001)
