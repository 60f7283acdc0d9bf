"""The bar of buttons beside the picture, by mouse and by keys."""

from typing import Any

import pytest

from tests.web.conftest import Sit
from tests.web.harness import Player


@pytest.fixture(scope="module")
def player(sit: Sit, shipped: str) -> Player:
    player = sit(shipped, size=(1280, 960))
    player.start("?T&start=table&deal=61")
    player.press("Enter")
    return player


def state(player: Player, name: str) -> Any:
    return player.look(f"retroPyramid.state.{name}")


def focused(player: Player) -> str:
    focused: str = player.look("document.activeElement.id")
    return focused


def test_esc_has_its_button_and_the_game_keeps_the_focus(player: Player) -> None:
    player.page.click("#esc")
    player.wait_for(lambda: state(player, "screen") == "confirm", "the question", seconds=5)
    assert focused(player) == "canvas"
    player.press("n")
    assert state(player, "screen") == "table"


def test_shift_and_tab_lead_to_the_bar_whose_keys_the_game_does_not_get(player: Player) -> None:
    selected = state(player, "selected")
    player.press("Shift+Tab")
    assert focused(player) == "esc"
    player.press("ArrowRight", "ArrowLeft", "Home", "n", "x")
    assert (state(player, "selected"), state(player, "screen")) == (selected, "table")
    player.press("Escape")
    assert (focused(player), state(player, "screen")) == ("canvas", "table")
    player.press("Shift+Tab", "Tab")
    assert focused(player) == "canvas"


def test_a_button_of_the_bar_is_pressed_with_enter(player: Player) -> None:
    player.press("Shift+Tab", "Enter")
    player.wait_for(lambda: state(player, "screen") == "confirm", "the question", seconds=5)
    assert focused(player) == "esc"
    player.press("Escape", "n")
    assert (focused(player), state(player, "screen")) == ("canvas", "table")


@pytest.mark.parametrize("size", [(375, 667), (667, 375), (1280, 960), (1920, 1080)])
def test_the_bar_lies_beside_the_picture_and_all_of_both_is_on_the_screen(
    player: Player, size: tuple[int, int]
) -> None:
    width, height = size
    player.page.set_viewport_size({"width": width, "height": height})
    picture = player.page.locator("canvas#canvas").bounding_box()
    assert picture["width"] * 3 == pytest.approx(picture["height"] * 4, abs=2)
    for button in player.page.locator("#buttons button:not(#tell):visible").all():
        box = button.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        beside = box["x"] >= picture["x"] + picture["width"]
        assert beside or box["y"] >= picture["y"] + picture["height"]
