"""What no original had, in every program: the lamp, exact hints, winnable deals, worth; how it is chosen: `acts.txt`."""

from __future__ import annotations

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.deals.deal_dialog import format_deal_command
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.machine.events import MouseMotion, MousePress, MouseRelease
from retro_pyramid.rules import initial_state as opening
from retro_pyramid.rules import parse_move, rules_for, solver_rules
from retro_pyramid.table import analysis as adviser
from retro_pyramid.table.table_screen import TableScreen
from retro_pyramid.table.win_indicator import WinState
from tests.programs import DATA, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import LAMP, MODES, Game
from tests.screens.pair_games import game_that_ends, table_of
from tests.solver.asking import first_winnable, worth

ASSUMED = {"tilldawn": ", with Auto-match off"}
"""What a rating names as assumed: Till Dawn's box can be cleared at any time."""

LOST = 1


def words(edition: str, number: int, *more: str) -> tuple[str, ...]:
    return ("--edition", edition, "--start", "table", "--deal", str(number), "-mouse", *more)


def light(game: Game) -> str | None:
    return table_of(game).analysis.win_state


@pytest.fixture(params=PROGRAMS)
def edition(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


# The lamp


@pytest.mark.parametrize("mode", ["graphics", "mono"])
@pytest.mark.parametrize("lost", [True, False])
def test_the_lamp_tells_what_can_be_won(start: Start, edition: str, mode: str, lost: bool) -> None:
    game = start(*words(edition, LOST if lost else DATA[edition].winnable), *MODES[mode])
    game.do("settle", *LAMP, "wait 60")
    assert light(game) == ("lost" if lost else "won")
    assert game.says("x Lost" if lost else "☼ Winnable") == (mode == "mono")
    assert game.state["status"] == "playing"


def test_in_graphics_each_light_looks_different(start: Start) -> None:
    game = start(*words("em", 2)).do("settle", *LAMP, "wait 30")
    pictures = []
    lights: tuple[WinState | None, ...] = (None, "won", "lost", "unknown")
    for shown in lights:
        table_of(game).analysis.win_state = shown
        table_of(game).invalidate()
        pictures.append(game.picture())
    assert len(set(pictures)) == 4


# Hints


def test_an_exact_hint_leads_to_a_win(start: Start, edition: str) -> None:
    number = DATA[edition].winnable
    game = start(*words(edition, number)).do("settle; key F8; key y; key DOWN; key e; key ESC")
    table = table_of(game)
    rules = solver_rules(rules_for(edition))
    table.run_action("hint")
    for _ in range(200):
        if table.hinted_ids:
            break
        game.do("wait 1")
    assert table.hinted_ids
    known = table.analysis.engine.get_cached_result(opening(rules, deal(number)))
    assert known is not None
    assert known.result == "won"
    assert table.message == (
        "This leads to the best score" if edition == "odm" else "With this the game can be won"
    )


def test_a_hint_tells_to_clear_the_box_where_auto_match_would_take_what_is_needed(start: Start) -> None:
    # In deal 23 a line that wins deals a card on to its partner, and keeps both.
    game = start(*words("tilldawn", 23)).do("settle; key F8; key y; key DOWN; key e; key ESC")
    table = table_of(game)
    for move in ["D", "D", "D", "P", "D", "74+P", "71+P", "D", "75+P"]:
        table.session.play_move(parse_move(move))
    table.run_action("hint")
    game.do("wait 2")
    assert table.hinted_ids == ("automatch",)
    assert str(game.message).startswith("Clear the box of Auto-Match first")
    game.do("key SPACE", "clickon automatch", "key i", "wait 2")
    assert table.hinted_ids == ("stock",)


# Winnable deals


def test_only_winnable_deals_are_dealt_and_labelled(start: Start, edition: str) -> None:
    option = DATA[edition].easier
    game = start("--edition", edition, *option, "--start", "table", "-mouse", "--winnable")
    assert game.screen == "seek"
    assert game.says("Looking for a winnable deal")
    game.do("settle")
    rules = solver_rules(table_of(game).session.rules)
    assert game.state["deal"] == first_winnable(rules, 1001)
    game.do("wait 60")
    assert game.says("winnable")
    assert not game.says("unwinnable")
    assert table_of(game).session.is_assisted


def test_who_does_not_want_to_wait_takes_any_deal(start: Start) -> None:
    game = start("--start", "table", "--winnable").do("key ESC")
    assert (game.screen, game.state["deal"]) == ("table", 1001)


@pytest.mark.parametrize("edition", PROGRAMS[1::3])
def test_a_new_game_is_looked_for_too_and_new_can_be_undone(start: Start, edition: str) -> None:
    game = start(*words(edition, 61, *DATA[edition].easier))
    game.do("settle; key F8; key DOWN; key DOWN; key DOWN; key w; key ESC")
    table = table_of(game)
    table.run_action("new")
    game.do("settle", "wait 20")
    found = game.state["deal"]
    assert found == first_winnable(solver_rules(table.session.rules), 1001)
    game.do("key F3")
    assert game.state["deal"] == 61


def test_a_deal_typed_in_is_dealt_as_typed_and_labelled_honestly(start: Start, edition: str) -> None:
    game = start(*words(edition, 61)).do("settle; key F8; key DOWN; key DOWN; key DOWN; key w; key ESC")
    for number, label in ((LOST, "unwinnable"), (DATA[edition].winnable, " winnable")):
        game.do(f"key F6; text {number}; key ENTER", "settle", "wait 60")
        assert game.state["deal"] == number
        assert game.says(label) or game.says(label.replace(" ", "("))


# After the game


def test_a_lost_game_tells_what_its_deal_was_worth(start: Start, edition: str) -> None:
    number, moves = game_that_ends(edition, "stuck")
    game, rules = start(*words(edition, number)).do("settle"), solver_rules(rules_for(edition))
    expected = worth(rules, opening(rules, deal(number)))
    table = table_of(game)
    for move in moves:
        table.session.play_move(parse_move(move))
    table.set_session(table.session)
    game.do("settle")
    assert table.analysis.deal_value is None
    assert not game.says("not known yet")
    game.do("wait 100")
    assert table.analysis.deal_value == expected
    assert game.says(table.analysis.build_deal_value_text(table.session))
    assert ("F9" in game.rows()[24]) is bool(expected.moves)
    if expected.moves:
        over = game.state
        game.do("clickon button:how" if table.session.rules.scoring is None else "key F9")
        assert (game.screen, game.state["deal"], game.moves) == ("replay", number, [])
        assert "The best line" in (game.message or "")
        assert game.do("wait 300").moves, "it goes on by itself"
        assert game.do("key END").moves == [str(move) for move in expected.moves]
        if edition == "odm":
            assert game.state["score"] == expected.best_score
        assert game.do("key ESC").screen == "table"
        assert all(game.state[key] == over[key] for key in ("moves", "score"))


def test_a_game_won_by_the_best_has_no_more_to_tell(start: Start) -> None:
    number, moves = game_that_ends("windows", "won", "variation=draw3")
    game = start(*words("windows", number, "--option", "variation=draw3")).do("settle")
    for move in moves:
        table_of(game).play_move(parse_move(move))
    game.do("settle; wait 60")
    assert game.state["status"] == "won"
    assert table_of(game).analysis.build_deal_value_text(table_of(game).session) == ""
    assert "F9" not in game.rows()[24]


# Numbers


def test_the_code_of_the_deal_is_shown_and_copied(start: Start, edition: str) -> None:
    game = start(*words(edition, 61)).do("settle")
    copied, code = game.clipboard(), format_deal_command(rules_for(edition), 61)
    assert not game.do("key F6").says("--deal")
    assert game.says(game.app.edition.title)
    for line in ("key F9", "clickon button:copy"):
        assert game.do(line).message == "The words below are copied"
    assert game.says(code)
    assert copied == [code] * 2
    # These words deal the very same game.
    arguments = parse_args(code.split())
    assert (arguments.edition, arguments.deal) == (edition, 61)


# odm's own


@pytest.mark.parametrize(
    ("kind", "act"),
    [
        ("fair", "key ENTER"),
        ("exact", "key F3"),
        ("fair", "key F4"),
        ("exact", "key N; key y"),
        ("fair", "key R; key y"),
        ("exact", "key F6; text 7; key ENTER"),
    ],
)
def test_odm_drops_a_hint_and_the_thinking_about_one_with_the_position(
    table: Game, monkeypatch: pytest.MonkeyPatch, kind: str, act: str
) -> None:
    table.app.settings_store.set_values({"shell.hint": kind})
    table.play("75", "D").do("key F5; key F3; settle")
    assert (table.moves, table.selected) == (["75"], "card:71")
    monkeypatch.setattr(adviser, "HINT_NODES_PER_TICK", 0)
    table.do("key h; wait 2")
    assert table_of(table).analysis.pending_hint_kind
    table.do(act, "wait 2")
    assert not table_of(table).analysis.pending_hint_kind
    monkeypatch.setattr(adviser, "HINT_NODES_PER_TICK", 10**6)
    for _ in range(60):
        table.do("wait 1")
        assert table_of(table).hinted_ids == ()


def test_odm_lets_go_of_a_card_in_the_hand_when_a_key_changes_the_position(table: Game) -> None:
    table.do("key F5").play("75")
    x, y, *_ = table.enabled()["card:71"]
    table.app.update([MousePress(x + 20, y + 40), MouseMotion(300, 30)], 1)
    odm = table_of(table)
    assert isinstance(odm, TableScreen)
    assert odm.input_controller.state.drag is not None
    table.do("key F3; settle")
    assert odm.input_controller.state.drag is None
    table.app.update([MouseMotion(300, 30), MouseRelease(300, 30)], 1)
    assert table.do("settle").moves == []


# Dragging in odm


def test_odm_plays_a_selected_card_at_the_release_of_a_click_only(table: Game) -> None:
    table.do("clickon card:75")
    x, y = (at + 20 for at in table.enabled()["card:75"][:2])
    table.app.update([MousePress(x, y)], 1)
    assert table.moves == []
    table.app.update([MouseRelease(x + 1, y)], 1)
    assert table.moves == ["75"]


# What the solver raises


@pytest.mark.filterwarnings("ignore:the solver gave up")
def test_no_error_of_the_solver_ends_a_game(
    start: Start, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("unheard of")

    for where in ("perfect_engine.Solver", "heuristic._rate_moves", "computer_player.list_legal_moves"):
        monkeypatch.setattr(f"retro_pyramid.solver.{where}", fail)
    no_hint = "Not known: no hint can be given here"
    game = start(*words(edition, 61)).do("settle; key F5")
    table_of(game).run_action("hint")
    assert game.do("settle").message == no_hint
    game.do(*LAMP, "wait 5")
    assert light(game) == "unknown"
    game.do("key F8; key y; key DOWN; key e; key ESC")
    table_of(game).run_action("hint")
    assert game.do("wait 5").message == no_hint
    expected = f"Deal 61{ASSUMED.get(edition, '')}: not known if it can be won"
    assert game.do("key F6; key F7; settle").app.top_screen.message == expected
    game.do("key ESC").app.settings_store.set_values({"shell.deals": "winnable"})
    game.do("key n; key y; settle; wait 5")
    assert (game.screen, game.moves, table_of(game).analysis.get_deal_rating()) == ("table", [], "not known")
    if edition == "em":
        game.do("key a; settle; wait 5")
        assert (game.screen, game.moves, table_of(game).is_computer_playing) == ("table", [], False)
