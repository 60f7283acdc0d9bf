"""All five programs on a telephone, by fingers alone: taps, drags, long presses, the bar and the keys on the screen."""

import pytest

from tests.programs import PAIR_PROGRAMS, PROGRAMS
from tests.web.conftest import Sit
from tests.web.games import CLEARED, clearing
from tests.web.harness import Player

PHONE = (375, 667)


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit(size=PHONE, touch=True)
    player.start("?test&start=menu", key="")
    # The picture itself is touched here; tests/web/test_thumb.py plays with the loupe.
    player.use_loupe(False)
    return player


def tap(player: Player, *targets: str) -> None:
    for target in targets:
        player.tap(*player.place(target))


def choose(player: Player, item: str) -> None:
    """Tap a menu's item; in the magazine's the first tap may only move the bar there."""
    tap(player, item)
    if player.state["selected"] == item:
        tap(player, item)


@pytest.mark.slow
@pytest.mark.engines("chromium", "firefox")
def test_from_the_menu_to_the_tables_of_other_programs_and_back(player: Player) -> None:
    player.settle_anew("?start=menu")
    for program in PROGRAMS[1::3]:
        choose(player, "menu:editions")
        player.reaches(program="shell")
        choose(player, f"menu:{program}")
        player.reaches(screen="intro", program=program)
        tap(player, "button:start")
        player.reaches(screen="menu", program=program)
        choose(player, next(t["id"] for t in player.state["targets"] if t["id"].startswith("menu:")))
        if program == "em":
            player.reaches(screen="confirm")
            tap(player, "yes")
        player.reaches(screen="table")
        player.page.tap("#esc")
        player.reaches(screen="menu")


@pytest.mark.engines("chromium", "firefox", slow="chromium")
@pytest.mark.parametrize(
    "edition",
    [pytest.param(one, marks=pytest.mark.slow if at else ()) for at, one in enumerate(PAIR_PROGRAMS)],
)
def test_pairs_go_by_taps_and_by_drags(player: Player, edition: str) -> None:
    player.settle_anew(f"?edition={edition}&deal=61&start=table&-mouse")
    tap(player, "card:74")
    player.reaches(selected="card:74", moves=[])
    # Firefox has no screen for fingers here: there a tap selects.
    tap(
        player, "card:74", "card:72", *([] if player.look("!!retroPyramid.hasCoarsePointer") else ["card:77"])
    )
    player.reaches(moves=["72+77"])
    tap(player, "card:73")
    player.reaches(moves=["72+77", "73"])
    player.settle_anew(f"?edition={edition}&deal=61&start=table&-mouse")
    player.swipe(player.place("card:72"), player.place("card:77"))
    player.reaches(moves=["72+77"])


def test_in_the_magazines_program_a_tap_plays_what_fits_and_selects_what_does_not(player: Player) -> None:
    player.settle_anew("?deal=61&start=table")
    tap(player, "card:74")
    player.reaches(selected="card:74", moves=[])
    tap(player, "card:75")
    player.reaches(moves=["75"])
    tap(player, "stock")
    player.reaches(moves=["75", "D"])


@pytest.mark.engines("chromium", "firefox")
def test_a_long_press_is_the_right_button(player: Player) -> None:
    player.settle_anew("?edition=em&deal=61&start=table&-mouse")
    player.hold(*player.place("card:71"))
    player.reaches(moves=["D"])
    assert player.state["selected"] != "card:71"
    # So the settings are left too.
    tap(player, "button:config")
    player.reaches(screen="config")
    player.hold(10, 100)
    player.reaches(screen="table")


# A finger that leaves after so many milliseconds, while the page is busy for 900; the browser tells of it after the timers.
BUSY = """([x, y, held]) => new Promise((told) => {
  const finger = new Touch({ identifier: 7, target: canvas, clientX: x, clientY: y });
  const touch = (type, ...touches) =>
    new TouchEvent(type, { touches, changedTouches: [finger], bubbles: true, cancelable: true });
  const start = performance.now();
  const busy = (milliseconds) => { while (performance.now() < start + milliseconds); };
  canvas.dispatchEvent(touch("touchstart", finger));
  busy(held);
  const end = touch("touchend");
  busy(900);
  setTimeout(() => told(canvas.dispatchEvent(end)), 20);
})"""


def test_how_long_a_press_was_is_told_by_the_finger_and_not_by_a_busy_page(player: Player) -> None:
    player.settle_anew("?edition=em&deal=61&start=table&-mouse")
    place = player.point(*player.place("card:74"))
    player.page.evaluate(BUSY, [*place, 80])
    player.reaches(selected="card:74", moves=[])
    player.page.evaluate(BUSY, [*place, 600])
    player.reaches(moves=["D"])


@pytest.mark.engines("chromium", "firefox")
def test_the_page_stays_where_it_is_under_a_finger(player: Player) -> None:
    player.settle_anew("?deal=61&start=table")
    player.swipe((320, 300), (320, 20))
    tap(player, "card:71", "card:71")
    place = "[scrollX, scrollY, visualViewport.scale, visualViewport.pageTop]"
    assert player.look(place) == [0, 0, 1, 0]


@pytest.mark.engines("chromium", "firefox")
def test_two_fingers_enlarge_the_page_and_mean_nothing_to_the_game(player: Player) -> None:
    player.settle_anew("?deal=61&start=table")
    before = player.state["selected"]
    near, far = [(300, 200), (340, 200)], [(100, 200), (540, 200)]
    player.touch("touchStart", *near)
    player.touch("touchMove", *far)
    player.touch("touchEnd")
    player.page.wait_for_timeout(600)
    assert (player.state["selected"], player.state["moves"]) == (before, [])


def strike(player: Player, *keys: str) -> None:
    """Tap keys on the screen."""
    for key in keys:
        player.page.tap(f"#keys [value='{key}']")
        player.painted()
        player.frame()


def reads(player: Player, words: str) -> None:
    player.wait_for(lambda: words in "\n".join(player.state["text"]), f"{words!r} on the screen")


@pytest.mark.parametrize(
    ("query", "way"),
    [
        ("?T&edition=windows&deal=61&start=table", ["menu:game", "menu:save"]),
        ("?T&edition=em&deal=61&start=table&-mouse", ["button:tour", "menu:computer"]),
    ],
)
def test_keys_come_when_text_is_wanted_and_go_with_it(player: Player, query: str, way: list[str]) -> None:
    player.settle_anew(query)
    keys = player.page.locator("#keys")
    assert not keys.is_visible()
    tap(player, *way)
    player.wait_for(keys.is_visible, "the keys")
    strike(player, "a", "n", "x", "Backspace", "n", "1")
    reads(player, "Ann1")
    player.page.tap("#esc")
    player.wait_for(lambda: not keys.is_visible(), "the keys to go")


def test_a_name_is_entered_on_the_board_by_taps(player: Player) -> None:
    lines = [line for _, _, lines in clearing() for line in lines]
    # The deal need not be waited for.
    script = "\n".join(["key ENTER", *lines, "settle"])
    run = player.run_anew(script, f"?T&deal={CLEARED}&start=table&test")
    assert (run.error, run.state["status"]) == (None, "won")
    tap(player, "button:go-on")
    player.reaches(screen="name")
    player.wait_for(player.page.locator("#keys").is_visible, "the keys")
    strike(player, "z", "o", "e", " ", "Shift", "b", ".", "Enter")
    reads(player, "1  Zoe B.")


def test_the_keys_have_their_button_and_all_of_them_work(player: Player) -> None:
    player.settle_anew("?T&deal=61&start=table")
    player.page.tap("#keyboard")
    strike(player, "F1")
    player.reaches(screen="help")
    strike(player, "Escape")
    player.reaches(screen="table", selected="card:71")
    strike(player, "ArrowRight", "ArrowRight")
    player.reaches(selected="card:73")
    strike(player, "ArrowUp")
    player.reaches(selected="stock")
    strike(player, "Enter")
    player.reaches(moves=["D"])
    strike(player, "n")
    player.reaches(screen="confirm")
    strike(player, "n")
    player.reaches(screen="table")
    strike(player, "Shift", "2")  # F2
    player.wait_for(lambda: player.state["message"] == "Sound off", "F2")
    player.page.tap("#keyboard")
    assert not player.page.locator("#keys").is_visible()
