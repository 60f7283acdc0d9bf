"""Where the sixth program is to be found; run in its house by test_sixth.py, never beside the five."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from retro_pyramid import __file__ as package
from retro_pyramid.cli import main
from retro_pyramid.machine.host import Presenter
from retro_pyramid.packaged import asset_text
from retro_pyramid.page.browser import words
from retro_pyramid.page.links import address, link
from retro_pyramid.play.words import parse_playing
from retro_pyramid.programs import PROGRAMS
from retro_pyramid.programs.settings import CHOICES
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.transcript import parse_transcript
from tests.screens.driver import Game
from tests.screens.pair_games import by_keys, by_mouse
from tests.test_links import state_of
from web import build

HOUSE = Path(package).parent.parent
TITLE = "King Tut's Tomb"
ADAPTERS = {
    "graphics": (),
    "text": ("T",),
    "cga": ("--video", "cga"),
    "cga text": ("--video", "cga", "T"),
    "mono": ("--video", "mono"),
}
DEMO = parse_transcript(asset_text("demos/tut.txt"))
MOVES = tuple(map(str, DEMO.moves))


@pytest.fixture
def start(opened: Presenter, tmp_path: Path) -> object:
    return lambda *words: Game(tmp_path / "data", *words)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command line says."""
    with suppress(SystemExit):
        main(list(words))
    out, err = capsys.readouterr()
    return out + err


def test_this_is_the_house_with_six_programs() -> None:
    assert HOUSE.name == "house"
    assert len(PROGRAMS) == 6


@pytest.mark.parametrize(
    "line",
    [
        ("--help",),
        ("--edition", "none"),
        ("solve", "--deal", "1"),
        ("solve", "--edition", "none", "--deal", "1"),
        ("odds", "--edition", "none", "--deals", "1"),
        ("deal", "--edition", "none", "--deal", "1"),
        ("solve", "--help"),
    ],
    ids=" ".join,
)
def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str], line: tuple[str, ...]) -> None:
    assert re.search(r"\btut\b", said(capsys, *line))


def test_it_is_solved_and_its_odds_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "winnable: yes" in said(capsys, "solve", "--edition", "tut", "--deal", str(DEMO.deal))
    odds = ("odds", "--edition", "tut", "--deals", "3", "--jobs", "1", "--data", str(tmp_path))
    assert "tut" in said(capsys, *odds)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_whole_game_is_played_on_every_adapter(start, adapter: str) -> None:  # type: ignore[no-untyped-def]
    line = ("--edition", "tut", "--start", "table", "--deal", str(DEMO.deal), *ADAPTERS[adapter])
    play = by_keys if adapter == "text" else by_mouse
    game = start(*line).do("settle")
    play(game, *MOVES[:30])
    assert game.moves == list(MOVES[:30])
    assert game.says("Stock") or adapter != "text"
    play(game, *MOVES[30:])
    assert game.do("settle; wait 30").app.session.status == "won"
    assert game.says("You won!")


def test_menus_lead_to_it_and_from_it(start) -> None:  # type: ignore[no-untyped-def]
    game = start("--start", "menu").do("clickon menu:editions; clickon menu:editions")
    assert game.says(TITLE)
    game.do("clickon menu:tut; clickon menu:tut")
    assert (game.screen, game.app.record.id) == ("menu", "tut")
    game.do("clickon menu:editions; clickon menu:editions")
    assert "menu:odm" in game.enabled()
    assert "menu:tut" not in game.enabled()
    assert start("--start", "menu").app.settings["shell.last_program"] == "tut"


def test_its_figures_stand_with_the_others(start) -> None:  # type: ignore[no-untyped-def]
    game = start("--edition", "tut", "--start", "menu").do("clickon menu:figures; clickon menu:figures")
    assert (game.screen, game.selected) == ("figures", "menu:tut")
    assert game.says(TITLE)
    assert "menu:tut" in game.enabled()


def test_its_help_its_demonstration_and_its_title_are_there(start) -> None:  # type: ignore[no-untyped-def]
    game = start("--edition", "tut", "--start", "menu").do("key F1")
    assert game.says("three cards at a time")
    game.do("key ESC; wait 4000")
    assert game.screen == "demonstration"
    assert start("--edition", "tut", "--start", "title").do("settle").screen == "intro"


def test_its_settings_are_kept_with_the_others(start, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert CHOICES["tut.sound"] == ("on", "off")
    assert "tut" in CHOICES["shell.last_program"]
    start("--edition", "tut", "--start", "table").do("key F2")
    assert "[tut]\nsound = off" in (tmp_path / "data" / "PYRAMID.CFG").read_text()
    assert start("--edition", "tut").app.settings["tut.sound"] == "off"


def test_dos_runs_it_and_lists_it(start) -> None:  # type: ignore[no-untyped-def]
    game = start("--start", "dos").do("text help; key ENTER")
    assert any(row.split() == ["KINGTUT", *TITLE.split()] for row in game.rows())
    game.do("text kingtut --start table --deal 6; key ENTER; settle")
    assert (game.screen, game.app.record.id) == ("table", "tut")


def test_the_magazine_lists_it(start) -> None:  # type: ignore[no-untyped-def]
    game = start("--start", "shell").do("clickon menu:games")
    assert game.says(TITLE)
    assert game.says("SIX PYRAMIDS")
    game.do("clickon menu:tut; clickon menu:tut")
    assert (game.screen, game.app.record.id) == ("intro", "tut")


def test_links_of_the_page_lead_to_it() -> None:
    state = state_of(rules_for("tut"), deal=7)
    assert link(state) == "?edition=tut&deal=7&start=table"
    read = parse_playing(words(address("", state)))
    assert (read.edition, read.deal, read.start) == ("tut", 7, "table")


def test_page_and_wheel_carry_it() -> None:
    files = build.wheel_files(HOUSE)
    names = ("programs/tut/__init__.py", "programs/tut/record.py", "programs/tut/table.py", "assets/tut.help")
    assert {f"retro_pyramid/{name}" for name in (*names, "assets/demos/tut.txt")} <= set(files)


def test_a_game_left_off_goes_on_and_counts(start, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    line = ("--edition", "tut", "--start", "table")
    by_keys(start(*line, "--deal", str(DEMO.deal)).do("settle"), *MOVES[:20])
    game = start(*line)
    assert game.moves == list(MOVES[:20])
    by_keys(game, *MOVES[20:])
    assert re.search(r"^= tut$", (tmp_path / "data" / "PYRAMID.STA").read_text(), re.MULTILINE)
