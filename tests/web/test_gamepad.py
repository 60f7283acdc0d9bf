"""The other hands at the page: a gamepad, keys on the screen by a keyboard, a page in another page."""

import re
from functools import partial

import pytest

from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, Player

# A gamepad of the standard kind, whose buttons and sticks a test sets; a button tells how often it was looked at since.
PAD = """
  const button = () => ({ down: false, seen: 0, value: 0,
    get pressed() { this.seen++; return this.down; },
    set pressed(down) { this.down = down; this.seen = 0; } });
  const pad = { id: "Pad", index: 0, connected: true, mapping: "standard", axes: [0, 0, 0, 0],
    buttons: Array.from({ length: 17 }, button) };
  window.pad = pad;
  window.plugged = false;
  navigator.getGamepads = () => [null, plugged ? pad : null];
  window.plug = () => {
    plugged = true;
    window.dispatchEvent(Object.assign(new Event("gamepadconnected"), { gamepad: pad }));
  };
"""
A, B, X, Y = range(4)
LEFT_TRIGGER, RIGHT_TRIGGER, BACK, START, LEFT_STICK, RIGHT_STICK, UP, DOWN, LEFT, RIGHT = range(6, 16)


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit(new=True)
    player.page.add_init_script(PAD)
    player.load("?test&start=menu")
    # The first press is the gamepad's.
    player.look(f"plug(), pad.buttons[{A}].pressed = true")
    playing = "document.body.classList.contains('playing')"
    player.wait_for(lambda: bool(player.look(playing)), "the program to run")
    player.look(f"pad.buttons[{A}].pressed = false")
    return player


def push(player: Player, *buttons: int) -> None:
    """Press and release buttons one after another."""
    for button in buttons:
        for pressed in ("true", "false"):
            player.look(f"pad.buttons[{button}].pressed = {pressed}")
            # The page has looked once more when it has done what it saw; then the game has to have a frame.
            player.wait_for(partial(player.look, f"pad.buttons[{button}].seen > 1"), "a look at the gamepad")
            player.frame()


def test_a_gamepad_goes_through_menus_and_plays(player: Player) -> None:
    player.settle_anew("?start=menu")
    push(player, DOWN, DOWN, UP, A)
    player.reaches(screen="table", options={"level": "2"})
    push(player, B)
    player.reaches(screen="confirm")
    push(player, LEFT, A)
    player.reaches(screen="menu")
    player.settle_anew("?start=table&deal=61")
    push(player, RIGHT)
    player.reaches(selected="card:72")
    push(player, UP, A)
    player.reaches(moves=["D"])
    push(player, X)
    player.reaches(message="Undo is off. F5 turns it on.")
    push(player, Y)
    player.reaches(message="Hint is off. F5 turns it on.")


def test_a_gamepad_plays_pairs_and_has_menus_and_the_right_button(player: Player) -> None:
    player.settle_anew("?edition=windows&deal=61&start=table")
    push(player, RIGHT)
    player.reaches(selected="card:72")
    push(player, A, *[RIGHT] * 5, A)
    player.reaches(moves=["72+77"])
    push(player, START)
    player.reaches(screen="menu")
    player.settle_anew("?edition=em&deal=61&start=table&-mouse")
    push(player, LEFT_TRIGGER)
    player.reaches(moves=["D"])


def test_its_left_stick_is_the_cross_and_its_right_one_the_mouse(player: Player) -> None:
    player.settle_anew("?start=table&deal=61")
    player.look("pad.axes[0] = 0.9")
    player.painted()
    player.look("pad.axes[0] = 0.1")
    player.reaches(selected="card:72")
    x, y, width, height = next(t["rect"] for t in player.state["targets"] if t["id"] == "card:77")
    # From the middle of the picture towards the last card of the foot, a little at a time, until it is there.
    for _ in range(100):
        player.look(
            f"pad.axes[2] = 1, pad.axes[3] = {(y + height / 2 - 175) / 350 / ((x + width / 2 - 320) / 640)}"
        )
        player.page.wait_for_timeout(20)
        player.look("pad.axes[2] = pad.axes[3] = 0")
        push(player, RIGHT_TRIGGER)
        if player.state["selected"] == "card:77":
            break
    assert player.state["selected"] == "card:77"


def test_a_name_is_typed_with_the_gamepad_on_the_keys_of_the_screen(player: Player) -> None:
    player.settle_anew("?T&edition=windows&deal=61&start=table")
    push(player, START, *[DOWN] * 3)
    player.reaches(selected="menu:save")
    push(player, A)
    player.wait_for(player.page.locator("#keys").is_visible, "the keys")
    # The mark begins on Enter, at the end of the last row; above it in the first one are the 9 and the 0.
    push(player, UP, UP, UP, UP, A)
    typed = re.compile("Name: +[90]")
    player.wait_for(lambda: any(typed.search(row) for row in player.state["text"]), "the digit")
    push(player, B)
    player.reaches(screen="table")


def test_setup_and_a_replay_by_the_gamepad_alone(player: Player) -> None:
    player.settle_anew("?start=menu")
    push(player, LEFT_STICK)
    player.reaches(screen="setup")
    push(player, DOWN, A, DOWN, RIGHT)
    player.reaches(selected="config:suits:four")
    push(player, RIGHT_STICK)
    player.wait_for(player.page.locator("#keys").is_visible, "the keys")
    # From Enter, where the mark begins, round to Tab: back to the pages.
    push(player, RIGHT, RIGHT, A, RIGHT_STICK)
    player.reaches(selected="setup:cards")
    assert not player.page.locator("#keys").is_visible()
    push(player, B)
    player.reaches(screen="menu")
    player.settle_anew("?watch=odm.1.61.H2x")
    push(player, RIGHT, RIGHT, LEFT)
    player.reaches(screen="replay", moves=["75"])
    push(player, B)
    player.reaches(screen="menu")


def test_a_keyboard_reaches_the_keys_on_the_screen_and_with_them_those_the_browser_keeps(
    player: Player,
) -> None:
    player.settle_anew("?edition=relaxed&deal=61&start=table")
    player.press("ArrowRight", "Shift+Tab", "ArrowRight", "Enter", "Tab")
    on = "document.activeElement.value"
    assert player.look("document.activeElement.closest('#keys') !== null")
    player.press("ArrowUp", "ArrowUp", "ArrowLeft")
    before = player.look(on)
    player.press("ArrowRight", "ArrowLeft", "Home", "z")
    assert (player.look(on), player.state["selected"]) == (before, "card:72")
    player.look("document.querySelector('#keys [value=Shift]').focus()")
    player.press("Enter")
    player.look("document.querySelector('#keys [value=\"5\"]').focus()")
    player.press("Enter")
    player.wait_for(lambda: "assisted" in (player.state["message"] or ""), "F5 to be taken")
    player.press("Escape")
    assert player.look("document.activeElement.id") == "canvas"
    player.page.click("#keyboard")


def test_inside_another_page_the_first_press_brings_the_focus(player: Player) -> None:
    player.page.set_viewport_size({"width": 1000, "height": 700})
    frame = f'<iframe src="{ADDRESS}?test&start=menu" width="900" height="600"></iframe>'
    outer = f'<body style="margin:0"><input id="field">{frame}'
    player.page.route(
        "https://outer.test/", lambda route: route.fulfill(body=outer, content_type="text/html")
    )
    player.page.goto("https://outer.test/")
    inner = player.page.frame_locator("iframe")
    inner.get_by_text("to start").wait_for()
    game = player.page.frames[1]

    def write_outside() -> None:
        # The browser takes the focus from the inner page a little later; a press before that would be too early.
        player.page.click("#field")
        player.wait_for(lambda: not game.evaluate("document.hasFocus()"), "the focus to go")

    write_outside()
    player.page.mouse.click(450, 300)
    inner.locator("body.playing").wait_for()
    selected = "window.retroPyramid?.state?.selected"
    player.wait_for(lambda: game.evaluate(selected) == "menu:level1", "the menu")
    player.page.keyboard.press("ArrowDown")
    player.wait_for(lambda: game.evaluate(selected) == "menu:level2", "the arrow key")
    write_outside()
    player.page.keyboard.press("ArrowDown")
    player.page.mouse.click(20, 590)
    player.wait_for(lambda: bool(game.evaluate("document.hasFocus()")), "the focus")
    player.page.keyboard.press("ArrowDown")
    player.wait_for(lambda: game.evaluate(selected) == "menu:scores", "one more arrow key")
