"""The screen of figures: what it shows of games played, the calendar, the boards beside it, clearing."""

import json
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.features.statistics import statistics_screen as figures
from retro_pyramid.formats.native.daily_streaks import format_iso_date
from retro_pyramid.formats.native.statistics import Statistics, add_game
from retro_pyramid.formats.native.statistics_text import encode_statistics
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.rules import initial_state as start_of
from retro_pyramid.rules import rules_for, solver_rules
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.solver.exact import solve_position
from retro_pyramid.speech.screen_reader import ScreenReader
from retro_pyramid.table.table_screen import TableScreen
from tests.days import deals_of
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game
from tests.screens.test_daily import day_of
from tests.scripts.search import clearing_moves

DAY = 20261120
ODM = rules_for("odm")
FOLDER = Path(__file__).parent / "figures"


@pytest.fixture
def some(start: Start) -> Game:
    """The figures of a file with a few games."""
    return shown(start, "some", "odm")


def shown(start: Start, name: str, edition: str, *words: str) -> Game:
    game = start("--start", "menu", "--day", str(DAY), "--edition", edition, *words)
    game.files.store.write("PYRAMID.STA", (FOLDER / f"{name}.sta").read_bytes())
    return game.do("key f; key ENTER")


def test_every_rule_set_has_a_row_and_the_options_last_chosen_have_the_bar(start: Start) -> None:
    game = start("--start", "menu", "--level", "2").do("key f; key ENTER")
    assert game.selected == "menu:odm-2"
    rows = [game.do("key HOME").selected]
    for _ in ALL_RULES[1:]:
        rows.append(game.do("key DOWN").selected)
        assert game.selected in game.enabled()
    assert len(set(rows)) == len(ALL_RULES)
    assert game.do("key DOWN").selected == rows[0]
    assert game.do("wheel -3").selected == rows[3]


def test_a_year_is_gone_through_by_the_arrows_of_the_calendar(start: Start) -> None:
    game = start("--start", "menu", "--day", "20270115")
    game.files.count_game(ODM, True, 5, 20251231)
    game.do("key f; key ENTER")
    arrow = (56 * 8, 9 * 14 + 4)
    for month in ("December 2026", *[""] * 11, "December 2025"):
        game.do(f"click {arrow[0]} {arrow[1]}")
        assert game.says(month)
    assert game.says("31*")


def test_clearing_asks_first_and_keeps_the_file(some: Game) -> None:
    before = some.files.store.read("PYRAMID.STA")
    counted = {tag.split()[0] for tag in some.files.statistics.read()}
    some.do("key C")
    assert (some.screen, some.selected) == ("confirm", "no")
    some.do("key ENTER")
    assert some.files.store.read("PYRAMID.STA") == before
    some.do("key DELETE; key y")
    assert some.screen == "figures"
    assert some.says("Games 0")
    assert some.message == "Cleared; what was counted is kept as PYRAMID.STA.BAK"
    assert some.files.store.read("PYRAMID.STA.BAK") == before
    assert {tag.split()[0] for tag in some.files.statistics.read()} == counted - {ODM.edition}
    some.do("clickon menu:em; key c; key y")
    assert some.files.statistics.read().keys() == {rules_for("windows").id}
    assert "PYRAMID.STA.BAK2" in some.files.store.list_names()


def test_what_is_drawn_is_heard_too(some: Game) -> None:
    listener = ScreenReader(some.app)
    some.picture()
    heard = listener.next_text(some.app.state())
    for words in ("Games 5", "Share 40 %", "minus 100 to minus 1 (1)", "November 2026", "in a row now 1"):
        assert words in heard
    some.do("key END; key UP; key UP; key UP").picture()
    assert "Pyramid for Windows Draw 3" in listener.next_text(some.app.state())


# The daily deals


def daily_moves(game: Game) -> list[str]:
    moves = clearing_moves(int(game.state["deal"]))
    assert moves is not None
    return [str(move) for move in moves]


def test_a_deal_of_the_day_counts_for_its_day_also_when_it_is_left_off(start: Start) -> None:
    game = day_of(start, "odm", "--daily")
    moves = daily_moves(game)
    game.play(*moves[:3])
    later = start("--day", str(DAY + 1), "--start", "table").do("settle")
    assert (later.app.daily_deal, later.moves) == (None, moves[:3])
    later.play(*moves[3:])
    assert dict(later.files.read_statistics([ODM])[0].daily_results) == {DAY: True}


def test_many_rows_are_gone_through_in_a_window(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures.StatisticsScreen, "visible_row_count", 4)
    game = start("--start", "menu", "T").do("key f; key ENTER; key HOME")
    for at, _ in enumerate(ALL_RULES):
        game.picture()
        assert game.selected in game.enabled(), at
        game.do("key DOWN")
    assert game.rows()[22].count("▼") == 1
    assert game.do("key END").rows()[3].count("▲") == 1


def test_a_file_of_an_older_program_goes_on(start: Start) -> None:
    older = {ODM.id: Statistics(4, 1, 4, 100, 60, 0, 1)}
    game = start("--start", "menu")
    game.files.store.write("PYRAMID.STA", encode_statistics(older))
    game.files.count_game(ODM, True, 70, DAY)
    assert game.files.statistics.read() == add_game(older, ODM, True, 70, DAY)
    assert game.files.notification_lines == []


LATER = DAY + 3
WAYS = {
    "keys": ("key d", "key RIGHT; key LEFT; key DOWN; key DOWN; key DOWN; key ENTER"),
    # On the calendar, then on the day; so does a thumb.
    "mouse": ("click 500 170", f"clickon menu:{DAY}"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mode", MODES)
def test_a_missed_day_is_played_late_and_never_counts_for_the_run(start: Start, way: str, mode: str) -> None:
    game = start("--start", "menu", "--day", str(LATER), "--edition", "em", "-mouse", *MODES[mode])
    # Another program's deal is played as well.
    game.do("key f; key ENTER; settle; clickon menu:odm-1", *WAYS[way], "settle")
    assert (game.screen, game.state["program"], game.state["options"]) == ("table", "odm", {"level": "1"})
    assert [game.state["deal"]] == deals_of("odm", DAY, 0)
    assert game.message == f"The deal of {format_iso_date(DAY)}, played late"
    moves = daily_moves(game)
    game.play(*moves[:3])
    # Left off, it is late still.
    game = start("--start", "table", "--day", str(DAY), *MODES[mode]).do("settle")
    game.play(*moves[3:])
    (figures,) = game.files.read_statistics([ODM])
    assert (
        figures.games,
        figures.daily_results,
        figures.late_results,
        figures.compute_daily_streak(LATER).current,
    ) == (1, {}, {DAY: True}, 0)
    game = start("--start", "menu", "--day", str(LATER), *MODES[mode]).do("key f; key ENTER")
    assert game.says("+ played late 1")
    assert "20 won, late" in " ".join(game.app.top_screen.spoken_lines)
    assert f"menu:{DAY}" not in game.do("key d").enabled()
    # Also played on its own day, it is not counted as late.
    game.files.count_game(ODM, True, 5, DAY)
    game = start("--start", "menu", "--day", str(LATER), *MODES[mode]).do("key f; key ENTER")
    assert not game.says("played late")


@pytest.mark.parametrize("today", [DAY - 1, DAY, LATER])
def test_a_link_to_a_deal_is_late_on_another_day(one_host: None, tmp_path: Path, today: int) -> None:
    (tmp_path / "script").write_text(f"# day {today}\nsettle\nstate done\n")
    words = ["--daily", "--day", str(DAY), "--headless", "--script", str(tmp_path / "script")]
    assert main([*words, "--data", str(tmp_path / "data"), "--shots", str(tmp_path)]) == 0
    late = ", played late" if today == LATER else ""
    assert (
        json.loads((tmp_path / "done.json").read_text())["message"]
        == f"The deal of {format_iso_date(DAY)}{late}"
    )


# What is passed on of it


def test_what_is_shared_of_till_dawns_daily_deal_does_not_depend_on_the_auto_match_box(start: Start) -> None:
    shared = []
    for value in ("on", "off"):
        game = day_of(start, "tilldawn", "--daily", "--option", f"auto_match={value}")
        taken = game.clipboard()
        game.do("key F6; key F9")
        shared += taken
    assert len(shared) == 2
    assert shared[0] == shared[1]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_days_game_is_shared_without_a_card_of_it(start: Start, edition: str, mode: str) -> None:
    game = day_of(start, edition, "--daily", *MODES[mode])
    taken = game.clipboard()
    game.do("key F6; key F9" if mode == "text" else "key F6; clickon button:copy")
    head, link = taken[0].splitlines()
    assert head.startswith(f"DEAL OF THE DAY - {game.app.edition.title}")
    assert head.endswith(f" - {format_iso_date(DAY)}")
    again = parse_args(link.split()[1:])
    assert (again.edition, again.daily, again.day) == (edition, True, str(DAY))
    # Till Dawn's deal is the same whatever the box shows, so the link leaves the box alone.
    assert again.options == {
        name: game.state["options"][name] for name in game.state["options"] if name != "auto_match"
    }
    assert all(map(game.says, ("The words below are copied", head, link[:50])))


TOLD = {
    "odm": "Score {score}. Par {best}. 1 day in a row",
    "windows": "Won, score {score}. Par: a win. 1 day in a row",
    "relaxed": "Won. Par: a win. 1 day in a row",
}


@pytest.mark.parametrize("edition", TOLD)
def test_a_days_game_that_is_over_tells_outcome_par_and_the_run(start: Start, edition: str) -> None:
    game = day_of(start, edition, "--daily")
    table, rules = game.app.top_screen, solver_rules(rules_for(edition))
    assert isinstance(table, TableScreen)
    found = solve_position(rules, start_of(rules, table.session.cards))
    for move in found.moves:
        table.play_move(move)
    game.do("settle; wait 100; key F6; key F9")
    assert game.says(TOLD[edition].format(score=game.state["score"], best=found.best))


@pytest.mark.parametrize("edition", PROGRAMS)
@pytest.mark.parametrize("mode", MODES)
def test_the_paper_is_whole_around_and_below_the_panes(start: Start, edition: str, mode: str) -> None:
    game = start("--edition", edition, "--start", "menu", *MODES[mode]).do("key f; key ENTER")
    assert game.screen == "figures"
    game.picture()
    attributes = bytes(game.machine.display.cells[1::2])
    between = {attributes[COLUMNS * row + 24] for row in range(3, ROWS - 1)}
    below = {*attributes[COLUMNS * (ROWS - 2) : COLUMNS * (ROWS - 1)]}
    assert between | below == {game.app.theme.text}
