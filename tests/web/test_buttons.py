"""The bar of buttons beside the picture, by mouse and by keys."""

from typing import Any

import pytest

from tests.web.conftest import Sit
from tests.web.engines import FIREFOX_LACKS, UNTRIED_IN_FIREFOX, Engine
from tests.web.harness import Player
from web.build import WEB


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit()
    player.start("?test&T&start=table&deal=61")
    player.press("Enter")
    return player


def state(player: Player, name: str) -> Any:
    return player.look(f"retroPyramid.state.{name}")


def focused(player: Player) -> str:
    focused: str = player.look("document.activeElement.id")
    return focused


@pytest.mark.engines("chromium", "firefox")
def test_esc_has_its_button_and_the_game_keeps_the_focus(player: Player) -> None:
    player.page.click("#esc")
    player.wait_for(lambda: state(player, "screen") == "confirm", "the question")
    assert focused(player) == "canvas"
    player.press("n")
    assert state(player, "screen") == "table"


@pytest.mark.engines("chromium", "firefox")
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
    player.press("Shift+Tab", "Enter")
    player.wait_for(lambda: state(player, "screen") == "confirm", "the question")
    assert focused(player) == "esc"
    player.press("Escape", "n")
    assert (focused(player), state(player, "screen")) == ("canvas", "table")


def test_in_forced_colours_what_is_on_differs_from_what_is_off(player: Player) -> None:
    player.page.emulate_media(forced_colors="active")
    look = "JSON.stringify([getComputedStyle(aspect).backgroundColor, getComputedStyle(aspect).color])"
    on = player.look(look)
    player.page.click("#aspect")
    player.page.mouse.move(5, 5)
    off = player.look(look)
    player.page.click("#aspect")
    player.page.emulate_media(forced_colors="none")
    assert on != off


@pytest.mark.engines("chromium", "firefox")
def test_full_screen_comes_and_goes_and_esc_is_whose_the_browser_says(player: Player) -> None:
    player.start_anew("?test&T&start=table&deal=61")
    player.press("Enter")
    lent = player.look("navigator.keyboard !== undefined")
    player.page.click("#full")
    # The event, by which the button knows, comes with a frame.
    pressed = "[document.fullscreenElement?.tagName, document.getElementById('full').ariaPressed]"
    player.wait_for(lambda: player.look(pressed) == ["HTML", "true"], "full screen")
    assert focused(player) == "canvas"
    player.press("ArrowRight")
    assert state(player, "selected") == "card:72"
    player.press("Escape")
    if lent:
        player.reaches(screen="confirm")
        player.press("n")
        assert player.look("document.fullscreenElement !== null")
        player.page.click("#full")
    player.wait_for(lambda: player.look(pressed) == [None, "false"], "the window")
    player.page.click("#esc")
    player.reaches(screen="confirm")
    player.press("n")


@pytest.mark.engines("chromium", "firefox")
def test_what_firefox_lacks_is_as_said(player: Player, engine: Engine) -> None:
    for what, there in FIREFOX_LACKS.items():
        assert player.look(there) == (engine.name != "firefox"), what
    told = (WEB / "README.md").read_text(encoding="utf-8")
    assert [what for what in (*FIREFOX_LACKS, *UNTRIED_IN_FIREFOX) if what not in told] == []


SIZES = [
    *((280, 653), (320, 480), (375, 667), (768, 1024)),
    *((360, 280), (400, 290), (1280, 960)),
    *((480, 220), (568, 257), (667, 331), (802, 293), (700, 380), (1920, 1080), (2560, 1300)),
]


def boxes(player: Player, selector: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of what is shown of `selector`, in pixels of the page."""
    found = player.page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
          .filter((box) => box.width).map((box) => [box.left, box.top, box.right, box.bottom])""",
        selector,
    )
    return [tuple(box) for box in found]


@pytest.mark.parametrize("keys", [False, True], ids=["alone", "with keys"])
def test_at_any_size_all_of_the_picture_and_every_button_are_on_the_screen(
    player: Player, keys: bool
) -> None:
    """The bar is beside or below the picture, and the picture is as large as the window lets it be."""
    if keys:
        player.page.click("#keyboard")
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        [(left, top, right, bottom)] = boxes(player, "canvas#canvas")
        size = f"{width}x{height}: {left, top, right, bottom}"
        assert 0 <= left < right <= width, size
        assert 0 <= top < bottom <= height, size
        assert (right - left) * 3 == pytest.approx((bottom - top) * 4, abs=4), size
        assert keys or right - left == width or bottom - top >= min(height - 50, 0.72 * width - 50), size
        least = 24 if keys else 44
        for button in boxes(player, ":is(#buttons, #keys) button:not(#tell)"):
            assert button[0] >= right or button[1] >= bottom, size
            assert button[2] <= width + 0.5, size
            assert button[3] <= height, size
            assert button[2] - button[0] >= least, size
            assert button[3] - button[1] >= least, size
    if keys:
        player.page.click("#keyboard")


STRUCK = """([key, code]) => document.getElementById("canvas")
    .dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


@pytest.mark.engines("chromium", "firefox")
def test_letters_of_another_script_are_read_by_their_physical_keys(player: Player) -> None:
    player.page.click("#esc")
    player.wait_for(lambda: state(player, "screen") == "confirm", "the question")
    # A Serbian keyboard; on a Russian one this letter is on the key Y.
    assert not player.page.evaluate(STRUCK, ["н", "KeyN"])
    player.wait_for(lambda: state(player, "screen") == "table", "the answer N")
    # Where text is typed, the browser gets the letter.
    player.look("retroPyramid.activate('button:number')")
    player.wait_for(lambda: state(player, "typing"), "the box for a number")
    assert player.page.evaluate(STRUCK, ["н", "KeyN"])
    player.press("Escape")
