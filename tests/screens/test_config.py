"""The Configuration: by the mouse with the right button when done, by the keyboard one option after another."""

import pytest

from retro_pyramid import storage
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import MOUSE

NAMES = ("mouse", "sound", "speed", "error_messages", "use_same_deck", "pairs")


@pytest.fixture
def config(start: Start) -> Game:
    return start(*MOUSE).do("settle; key c")


def test_it_opens_by_its_button_too(start: Start) -> None:
    assert start(*MOUSE).do("settle; clickon button:config").screen == "config"


def chosen(game: Game) -> list[str]:
    return [game.app.settings[f"em.{name}"] for name in NAMES]


def test_by_mouse_any_value_is_clicked_and_the_right_button_ends(config: Game) -> None:
    config.do("clickon config:speed:slow; clickon config:sound:partial")
    config.do("clickon config:use_same_deck:yes; clickon config:error_messages:no; clickon config:mouse:yes")
    assert config.screen == "config"
    assert config.selected == "config:mouse:yes"
    config.do("rclick 10 10")
    assert config.screen == "table"
    assert config.moves == []
    assert chosen(config) == ["yes", "partial", "slow", "no", "yes", "glide"]


def test_by_keyboard_one_option_after_another_is_asked_for(config: Game) -> None:
    assert config.message == "Mouse: Y, N or A, then Enter"
    config.do("key y; key ENTER")
    assert config.message == "Sound: F, P or O, then Enter"
    config.do("key o; key ENTER")
    assert config.message == "Speed: S, M or F, then Enter"
    config.do("key s; key ENTER")
    assert config.message == "Error Messages: Y or N, then Enter"
    config.do("key n; key ENTER")
    assert config.message == "Use Same Deck: Y or N, then Enter"
    config.do("key y; key ENTER")
    assert config.message == "Pairs: G or A, then Enter"
    config.do("key a; key ENTER")
    assert config.screen == "table"
    assert chosen(config) == ["yes", "off", "slow", "no", "yes", "vanish"]


def test_enter_alone_leaves_each_as_it_is(config: Game) -> None:
    before = chosen(config)
    config.do(*["key ENTER"] * 6)
    assert config.screen == "table"
    assert chosen(config) == before


def test_another_letter_beeps_and_changes_nothing(config: Game) -> None:
    before = chosen(config)
    config.do("key x")
    assert config.heard == "em_beep"
    assert chosen(config) == before


def test_arrows_move_and_choose(config: Game) -> None:
    config.do("key DOWN; key RIGHT; key UP; key UP; key LEFT; key ESC")
    assert config.screen == "table"
    assert chosen(config) == ["yes", "partial", "fast", "yes", "no", "vanish"]


def test_choices_are_kept_for_the_next_time(config: Game, start: Start) -> None:
    config.do("clickon config:speed:slow; clickon config:mouse:no; clickon back")
    again = start("--edition", "em", "--start", "table")
    assert again.app.settings["em.speed"] == "slow"
    assert not again.machine.mouse


def test_what_a_switch_chose_for_this_run_is_not_kept(start: Start) -> None:
    em = start(*MOUSE, "-slow").do("settle; key c; clickon config:use_same_deck:yes; rclick 9 9")
    assert em.app.settings["em.speed"] == "slow"
    assert em.files.config.values().get("em.use_same_deck") == "yes"
    assert "em.speed" not in em.files.config.values()
    assert isinstance(em.files, storage.GameFiles)


def test_no_mouse_holds_from_the_end_of_the_configuration(config: Game) -> None:
    config.do("clickon config:mouse:no; clickon config:speed:slow")
    assert config.app.settings["em.speed"] == "slow"
    config.do("rclick 9 9; clickon button:info")
    assert config.screen == "table"
    config.do("key c; key y; key ESC; clickon button:info")
    assert config.screen == "info"


def test_sound_off_is_heard_at_once(config: Game) -> None:
    config.do("clickon config:sound:off")
    assert not config.machine.speaker.on
    config.do("clickon config:sound:full")
    assert config.machine.speaker.on
