"""The Configuration: by the mouse with the right button when done, by the keyboard one option after another."""

import pytest

from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import MOUSE

NAMES = ("mouse", "sound", "speed", "error_messages", "use_same_deck", "pairs")
BEFORE = ["yes", "full", "fast", "yes", "no", "glide"]


@pytest.fixture
def config(start: Start) -> Game:
    return start(*MOUSE).do("settle; key c")


def chosen(game: Game) -> list[str]:
    return [game.app.settings[f"em.{name}"] for name in NAMES]


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        (
            "clickon config:speed:slow; clickon config:sound:partial; clickon config:use_same_deck:yes; "
            "clickon config:error_messages:no; clickon config:mouse:yes; rclick 10 10",
            ["yes", "partial", "slow", "no", "yes", "glide"],
        ),
        ("; ".join(["key ENTER"] * 6), BEFORE),
        ("key x; key ESC", BEFORE),
        (
            "key DOWN; key RIGHT; key UP; key UP; key LEFT; key ESC",
            ["yes", "partial", "fast", "yes", "no", "vanish"],
        ),
    ],
)
def test_clicks_and_arrows_choose_and_other_keys_do_not(config: Game, lines: str, after: list[str]) -> None:
    assert chosen(config) == BEFORE
    assert (config.do(lines).screen, config.moves) == ("table", [])
    assert chosen(config) == after


def test_by_keyboard_one_option_after_another_is_asked_for(config: Game) -> None:
    assert config.do("key x").heard == "em_beep"
    for asked, key in (
        ("Mouse: Y, N or A", "y"),
        ("Sound: F, P or O", "o"),
        ("Speed: S, M or F", "s"),
        ("Error Messages: Y or N", "n"),
        ("Use Same Deck: Y or N", "y"),
        ("Pairs: G or A", "a"),
    ):
        assert config.message == asked.replace(":", ": press")
        config.do(f"key {key}; key ENTER")
    assert config.screen == "table"
    assert chosen(config) == ["yes", "off", "slow", "no", "yes", "vanish"]
