"""What outlives the program: the sound switch and the figures of the games played."""

import pytest

from retro_pyramid.formats.own.figures import Figures
from retro_pyramid.programs import PROGRAMS
from retro_pyramid.rules import rules_for
from tests.screens.conftest import Start
from tests.scripts.search import cleared_game, stuck_game


@pytest.mark.parametrize("edition", [name for name in PROGRAMS if name != "em"])
def test_the_sound_stays_off_till_it_is_turned_on_again(start: Start, edition: str) -> None:
    words = ("--edition", edition, "--start", "menu")
    game = start(*words).do("key F2")
    assert game.message == "Sound off"
    assert not start(*words).machine.speaker.on
    assert game.files.config.values()[f"{edition}.sound"] == "off"
    start(*words).do("key F2")
    assert start(*words).machine.speaker.on


def test_em_remembers_which_of_three_sounds(start: Start) -> None:
    words = ("--edition", "em", "--start", "menu")
    assert start(*words).do("key F2").message == "Sound partial"
    assert start(*words).do("key F2").message == "Sound off"
    assert not start(*words).machine.speaker.on


@pytest.mark.parametrize(("won", "level"), [(True, "1"), (False, "1"), (True, "2")])
def test_a_finished_game_is_counted_once(start: Start, won: bool, level: str) -> None:
    number, moves = cleared_game() if won else stuck_game()
    game = start("--start", "table", "--deal", str(number), "--level", level).play(*map(str, moves))
    game.do("key ENTER; key ESC")
    score = game.app.session.score if game.app.session else None
    assert score is not None
    table = game.files.statistics.value()
    assert table == {rules_for("odm", {"level": level}).tag: Figures().add(won, score)}


def test_a_game_given_up_or_played_again_is_not_counted(start: Start) -> None:
    number, moves = stuck_game()
    game = start("--start", "table", "--deal", str(number)).do("key ESC; key Y")
    assert game.screen == "menu"
    game = start("--start", "table", "--deal", str(number)).do("key R; key Y")
    game.play(*map(str, moves))
    assert game.state["status"] == "stuck"
    assert game.files.statistics.value() == {}
