"""The shipped page, unchanged, played in a real Chromium."""

import pytest

from retro_pyramid.rules import DRAW, State, exposed_slots, parse_slot
from retro_pyramid.table.render.graphics import GraphicsRenderer
from tests.web.conftest import Sit
from tests.web.games import CLEARED, SCORE, clearing
from tests.web.harness import Player
from tests.web.test_first import INSECURE

_RECORD_PREVENTED = """() => {
  const prevent = Event.prototype.preventDefault;
  window.taken = [];
  Event.prototype.preventDefault = function () {
    if (this.type === "keydown" && !window.taken.includes(this)) window.taken.push(this);
    prevent.call(this);
  };
}"""
"""Collects the key events whose default action the page prevents in `taken`."""


def by_mouse(player: Player, slot: int | None, state: State) -> None:
    """Play a card (None: draw) by clicks: one selects, the next plays."""
    # On the deck first, so that the first click on a card can only select it.
    player.press("ArrowUp")
    x, y = GraphicsRenderer.stock_pos if slot is None else GraphicsRenderer.slot_positions[slot]
    for _ in range(1 if slot is None else 2):
        player.click(x + 32, y + 56)


def by_keys(player: Player, slot: int | None, state: State) -> None:
    """Play a card (None: draw) with the arrow keys and Enter."""
    if slot is None:
        player.press("ArrowUp", "Enter")
    else:
        from_left = sorted(exposed_slots(state), key=lambda other: GraphicsRenderer.slot_positions[other][0])
        player.press("Home", *["ArrowRight"] * from_left.index(slot), "Enter")


def play_to_the_end(player: Player) -> None:
    """Play the deal on the table: of its last moves one by keys and one by mouse."""
    moves = list(clearing())
    # The deal need not be waited for.
    lines = [line for _, _, lines in moves[:-2] for line in lines]
    assert player.run("\n".join(["key ENTER", *lines, "settle"])).error is None
    for play, (state, move, _) in zip((by_keys, by_mouse), moves[-2:], strict=True):
        play(player, None if move == DRAW else parse_slot(str(move)), state)
    # What is celebrated is over at once.
    assert player.run("settle").state["status"] == "won"


def wait_for_words(player: Player, words: str) -> None:
    """Wait until words stand in the picture, which tests/web/test_same.py sees on the screen."""
    player.wait_for(lambda: words in player.run("shot now").shots["now"].text(), f"{words!r} in the picture")


def reads(player: Player, *words: str) -> None:
    """Wait until words stand there in text mode."""
    player.wait_for(lambda: all(word in "\n".join(player.state["text"]) for word in words), f"{words}")


@pytest.mark.engines("chromium", "firefox")
def test_played_with_mouse_and_keys_the_scores_are_there_the_next_time(sit: Sit) -> None:
    player = sit()
    player.start(f"?test&start=table&deal={CLEARED}", key="Space")
    play_to_the_end(player)
    wait_for_words(player, f"Final score {SCORE}")
    player.press("Escape", *"Ann", "Space", *"Bx", "Backspace", ".", "Enter")
    player.reaches(screen="scores")
    wait_for_words(player, "1  Ann B.")

    player.again("?test&T&start=menu")
    reads(player, "High Scores")
    player.run("key h\nkey ENTER")
    reads(player, "1  Ann B.", str(SCORE))
    assert player.look("document.title") == "Pyramid Solitaire"


def test_the_query_is_the_command_line_and_an_error_that_ends_the_game_is_told(sit: Sit) -> None:
    """Without https, too, and with stray characters; and an error that does not end the game is not told."""
    player = sit(new=True)
    player.context.add_init_script(INSECURE)
    player.start("?test&T&level=2&deal=61&edition=odm&start=table&amp;aspect=square).", key="x")
    reads(player, "Deal 61", "Level 2")
    box = player.page.locator("canvas#canvas").bounding_box()
    assert box["width"] / box["height"] == pytest.approx(640 / 350, rel=0.01)
    assert player.look("crypto.subtle") is None

    player.look("void setTimeout(() => { throw new Error('of an add-on'); })")
    player.page.wait_for_timeout(1300)
    assert player.look("retroPyramid.phase") == "playing"
    broken = "from retro_pyramid.app.app import App\nApp.update = None"
    player.page.evaluate("(code) => void pyxelContext.pyodide.runPython(code)", broken)
    again = player.page.get_by_role("button", name="Load again")
    again.wait_for()
    assert "Pyramid has stopped.\n\nTypeError: 'NoneType' object is not callable" in player.notice()
    again.click()
    again.wait_for(state="hidden")
    player.page.goto("about:blank")
    player.errors.clear()


def test_a_display_chosen_in_the_page_is_there_at_once_and_after_a_reload(sit: Sit) -> None:
    player = sit()
    player.start("?test&start=table&deal=61")
    player.run("settle\nkey F8")
    ids = {target["id"] for target in player.state["targets"]}
    assert {"setup:display", "config:lamp:on"} <= ids
    player.run("clickon setup:display")
    ids = {target["id"] for target in player.state["targets"]}
    assert not any(name.startswith(("config:fullscreen", "config:aspect")) for name in ids)
    player.run("clickon config:video:mono\nclickon config:phosphor:amber")
    assert (player.state["video"], player.state["mode"], player.state["deal"]) == ("mono", "text", 61)
    player.run("clickon config:video:cga\nkey F8")
    assert (player.state["video"], player.state["screen"], player.state["deal"]) == ("cga", "table", 61)
    player.again("?test&start=table")
    player.run("settle")
    assert player.state["video"] == "cga"


@pytest.mark.engines("chromium", "firefox")
@pytest.mark.parametrize("key", ["Control+d", "Meta+d"])
def test_the_page_takes_ctrl_d_and_command_d_only_where_they_deal(sit: Sit, key: str) -> None:
    player = sit()
    player.start("?test&edition=tilldawn&start=table&deal=61", key="x")
    # What the page prevents is lost to the browser, here the bookmarks.
    player.page.evaluate(_RECORD_PREVENTED)
    player.press(key)
    player.reaches(moves=["D"])
    assert player.look("taken.map((event) => event.key)") == ["d"]
    player.press("F10")
    player.reaches(screen="menu")
    player.press(key)
    player.reaches(screen="menu", moves=["D"])
    assert player.look("taken.map((event) => event.key)") == ["d", "F10"]
