"""Where the new programs are to be found; run in their house by test_sixth.py, never beside the five."""

import re
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest

from retro_pyramid import __file__ as package
from retro_pyramid.cli import main
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.editions.settings_file import ALL_SETTINGS
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.page.links import args_from_query, deal_query, query_for
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import illegal_reason, parse_move, rules_for
from retro_pyramid.rules.transcript import Transcript, parse_transcript
from retro_pyramid.table.tips import TipContext, choose_tip
from tests.screens.driver import Game
from tests.screens.pair_games import by_keys, by_mouse, table_of
from tests.test_links import state_of
from web import build

HOUSE = Path(package).parent.parent
TITLES = {"tut": "King Tut's Tomb", "kin": "Next of Kin"}
RULES = {"tut": "three cards at a time", "kin": "neighbouring ranks go together"}
COMMANDS = {"tut": "KINGTUT", "kin": "KIN"}
ADAPTERS = {
    "graphics": (),
    "text": ("T",),
    "cga": ("--video", "cga"),
    "cga text": ("--video", "cga", "T"),
    "mono": ("--video", "mono"),
}
DEMOS: dict[str, Transcript] = {
    name: parse_transcript(read_asset_text(f"demos/{name}.txt")) for name in TITLES
}
MOVES = {name: tuple(map(str, demo.moves)) for name, demo in DEMOS.items()}
each = pytest.mark.parametrize("name", TITLES)


@pytest.fixture
def start(opened: Presenter, tmp_path: Path) -> object:
    return lambda *words: Game(tmp_path / "data", *words)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command line says."""
    with suppress(SystemExit):
        main(list(words))
    out, err = capsys.readouterr()
    return out + err


def table(name: str, *more: str) -> tuple[str, ...]:
    """The words that put the recorded deal on the table."""
    return ("--edition", name, "--start", "table", "--deal", str(DEMOS[name].deal_number), *more)


@each
def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert HOUSE.name == "house"
    assert len(EDITION_INFO) == 7
    for line in (
        *("--help", "--edition none", "solve --deal 1", "solve --edition none --deal 1", "solve --help"),
        *("odds --edition none --deals 1", "deal --edition none --deal 1"),
    ):
        assert re.search(rf"\b{name}\b", said(capsys, *line.split())), line


def test_it_is_solved_and_its_odds_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "winnable: yes" in said(
        capsys, "solve", "--edition", "tut", "--deal", str(DEMOS["tut"].deal_number)
    )
    odds = ("odds", "--edition", "tut", "--deals", "3", "--jobs", "1", "--data", str(tmp_path))
    assert "tut" in said(capsys, *odds)


def test_of_rules_that_no_search_knows_the_commands_say_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    solved = said(capsys, "solve", "--edition", "kin", "--deal", "3", "--grade")
    assert "# winnable: not known: no search knows these rules" in solved
    assert "# grade: not known" in solved
    won = tmp_path / "won.txt"
    won.write_text(read_asset_text("demos/kin.txt"))
    assert "# winnable: yes" in said(capsys, "solve", "--from", str(won))
    odds = ("odds", "--edition", "kin", "--deals", "3", "--jobs", "1", "--grade", "--data", str(tmp_path))
    assert "0 of 3 deals, 3 not known" in said(capsys, *odds)


def test_of_rules_that_no_search_knows_the_table_says_so(start) -> None:  # type: ignore[no-untyped-def]
    game = start(*table("kin", "T")).do("settle; key F5; key H; wait 2")
    assert game.message == "Not known: no hint can be given here"
    game.do("key F8")
    for choice in ("hint:exact", "lamp:on", "deals:winnable"):
        game.do(f"clickon config:{choice}")
    game.do("key ESC; settle; wait 30; key H; wait 30")
    assert game.message == "Not known: no hint can be given here"
    assert game.says("? Not known")
    assert table_of(game).analysis.get_deal_rating() == "not known"
    game.do("key F6; key F7; settle")
    assert game.says("Deal 3: not known if it can be won")
    # A deal that can be won is looked for, and there is no knowing: the first one is taken.
    game.do("key ESC; key N; settle; wait 30")
    assert (game.screen, game.moves, game.app.session.status) == ("table", [], "playing")
    # To the end of the stock twice; nothing is taken.
    game.do("key D; " * 49 + "settle; wait 30")
    while game.app.session.status == "playing":
        by_keys(game, str(game.app.session.legal_moves()[0]))
    assert game.do("settle; wait 30").says("Not known if this deal could be won")


def test_what_goes_together_is_told_as_the_rule_has_it(start) -> None:  # type: ignore[no-untyped-def]
    # A King lies open at 73.
    game = start("--edition", "kin", "--start", "table", "--deal", "61").do("settle")
    rules, state = game.app.session.rules, game.app.session.state
    told = choose_tip(rules, state)
    assert told.startswith("Two cards that make a pair: ")
    assert "goes alone" not in told
    assert "a Queen, a King or an Ace" in choose_tip(rules, state, TipContext(None, "card:73"))
    game.do("clickon card:73")
    assert (game.moves, table_of(game).input_controller.state.picked_id) == ([], "card:73")
    assert illegal_reason(rules, state, parse_move("73")) == "Ks does not go alone: no card does"


@pytest.mark.parametrize(("adapter", "name"), list(zip(ADAPTERS, cycle(TITLES), strict=False)))
def test_a_whole_game_is_played_on_every_adapter(start, adapter: str, name: str) -> None:  # type: ignore[no-untyped-def]
    moves = MOVES[name]
    play = by_keys if adapter == "text" else by_mouse
    game = start(*table(name, *ADAPTERS[adapter])).do("settle")
    play(game, *moves[:30])
    assert game.moves == list(moves[:30])
    assert game.says("Stock") or adapter != "text"
    play(game, *moves[30:])
    assert game.do("settle; wait 30").app.session.status == "won"
    assert game.says("You won!")


@each
def test_menus_figures_help_dos_and_the_magazine_lead_to_it(start, name: str) -> None:  # type: ignore[no-untyped-def]
    game = start("--start", "menu").do("clickon menu:editions; clickon menu:editions")
    assert game.says(TITLES[name])
    game.do(f"clickon menu:{name}")
    assert (game.screen, game.app.edition.id) == ("intro", name)
    game.do("clickon button:start; clickon menu:editions")
    assert "menu:odm" in game.enabled()
    assert f"menu:{name}" not in game.enabled()
    assert start("--start", "menu").app.settings["shell.last_program"] == name
    # Figures, help and demonstration.
    game = start("--edition", name, "--start", "menu").do("clickon menu:figures")
    assert (game.screen, game.selected) == ("figures", f"menu:{name}")
    assert game.says(TITLES[name])
    assert f"menu:{name}" in game.enabled()
    assert game.do("key ESC; key F1").says(RULES[name])
    assert game.do("key ESC; wait 4000").screen == "demonstration"
    assert start("--edition", name, "--start", "title").do("settle").screen == "intro"
    # DOS lists and runs it.
    game = start("--start", "dos").do("text help; key ENTER")
    assert any(row.split() == [COMMANDS[name], *TITLES[name].split()] for row in game.rows())
    game.do(f"text {COMMANDS[name].lower()} --start table --deal 6; key ENTER; settle")
    assert (game.screen, game.app.edition.id) == ("table", name)
    game = start("--start", "shell").do("clickon menu:games")
    assert game.says(TITLES[name])
    assert game.says("SEVEN PYRAMIDS")
    game.do(f"clickon menu:odm; clickon menu:{name}; clickon menu:{name}")
    assert (game.screen, game.app.edition.id) == ("intro", name)


@each
def test_settings_and_games_left_off_are_kept_with_the_others(start, tmp_path: Path, name: str) -> None:  # type: ignore[no-untyped-def]
    assert ALL_SETTINGS[f"{name}.sound"].expected_text == "on or off"
    assert ALL_SETTINGS["shell.last_program"].accepts(name)
    moves = MOVES[name]
    by_keys(start(*table(name)).do("settle; key F2"), *moves[:20])
    assert f"[{name}]\nsound = off" in (tmp_path / "data" / "PYRAMID.CFG").read_text()
    game = start("--edition", name, "--start", "table")
    assert game.app.settings[f"{name}.sound"] == "off"
    assert game.moves == list(moves[:20])
    by_keys(game, *moves[20:])
    assert re.search(rf"^= {name}$", (tmp_path / "data" / "PYRAMID.STA").read_text(), re.MULTILINE)


@each
def test_links_of_the_page_lead_to_it_and_page_and_wheel_carry_it(name: str) -> None:
    state = state_of(rules_for(name), deal=7)
    assert deal_query(state) == f"?edition={name}&deal=7&start=table"
    read = parse_args(args_from_query(query_for("", state)))
    assert (read.edition, read.deal, read.start) == (name, 7, "table")
    modules = [f"editions/{name}/{module}.py" for module in ("__init__", "edition", "table")]
    texts = [f"assets/{name}.help", f"assets/demos/{name}.txt"]
    assert {f"retro_pyramid/{path}" for path in (*modules, *texts)} <= set(build.wheel_files(HOUSE))
