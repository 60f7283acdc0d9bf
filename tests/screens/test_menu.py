"""The main menu: the bar by keys and mouse, and what each item does."""

import pytest

from retro_pyramid.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game

NAMES = ("level1", "level2", "scores", "figures", "help", "editions", "setup", "quit")
ITEMS = [f"menu:{name}" for name in NAMES]


@pytest.fixture
def menu(start: Start) -> Game:
    return start("--start", "menu", "--deal", "61")


def test_the_bar_starts_on_the_first_item(menu: Game) -> None:
    assert (menu.screen, menu.selected) == ("menu", ITEMS[0])
    assert [name for name in menu.enabled() if name.startswith("menu:")] == ITEMS


def test_up_and_down_move_the_bar_and_wrap(menu: Game) -> None:
    seen = []
    for _ in ITEMS:
        menu.do("key DOWN")
        seen.append(menu.selected)
    assert seen == [*ITEMS[1:], ITEMS[0]]
    assert menu.do("key UP").selected == ITEMS[-1]
    assert menu.do("key UP").selected == ITEMS[-2]


def test_home_and_end(menu: Game) -> None:
    assert menu.do("key END").selected == ITEMS[-1]
    assert menu.do("key HOME").selected == ITEMS[0]


@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_a_first_letter_moves_the_bar_and_items_that_begin_alike_take_turns(menu: Game, case: type) -> None:
    letters = [case(letter) for letter in "pphhqshp"]
    seen = [menu.do(f"key {letter}").selected for letter in letters]
    assert seen == [ITEMS[i] for i in (1, 0, 2, 4, 7, 6, 2, 0)]


def test_a_letter_no_item_begins_with_does_nothing(menu: Game) -> None:
    assert menu.do("key x").selected == ITEMS[0]


@pytest.mark.parametrize(
    ("item", "screen"),
    [*zip(ITEMS, ["table", "table", "scores", "figures", "help", "menu", "setup", "confirm"], strict=True)],
)
def test_enter_chooses(menu: Game, item: str, screen: str) -> None:
    menu.do(*["key DOWN"] * ITEMS.index(item), "key ENTER")
    assert menu.screen == screen


@pytest.mark.parametrize(
    ("item", "screen"),
    [*zip(ITEMS, ["table", "table", "scores", "figures", "help", "menu", "setup", "confirm"], strict=True)],
)
def test_a_click_moves_the_bar_and_a_click_on_the_bar_chooses(menu: Game, item: str, screen: str) -> None:
    menu.do("key HOME" if item != ITEMS[0] else "key END", f"clickon {item}")
    assert (menu.screen, menu.selected) == ("menu", item)
    menu.do(f"clickon {item}")
    assert menu.screen == screen


@pytest.mark.parametrize("edition", [name for name in PROGRAMS if name != "odm"])
def test_one_click_chooses_in_all_menus_but_the_magazines(start: Start, edition: str) -> None:
    for item, screen in (("menu:help", "help"), ("menu:figures", "figures"), ("menu:quit", "confirm")):
        assert start("--edition", edition, "--start", "menu").do(f"clickon {item}").screen == screen
    menu = start("--edition", edition, "--start", "menu").do("clickon menu:editions")
    assert menu.says("OTHER PYRAMIDS")
    *_, last = (name for name in PROGRAMS if name != edition)
    assert menu.selected != f"menu:{last}"
    assert menu.do(f"clickon menu:{last}").app.record.id == last
    today = start("--edition", edition, "--start", "menu", "--day", "20261120").do(
        "key F3; clickon menu:match; settle"
    )
    assert today.screen != "menu"
    # A letter moves the bar, as it did.
    assert start("--edition", edition, "--start", "menu").do("key f").selected == "menu:figures"


def test_in_the_magazines_menus_the_first_click_moves_the_bar(start: Start) -> None:
    shell = start("--start", "shell").do("clickon menu:inside")
    assert shell.selected == "menu:inside"
    assert shell.do("clickon menu:inside").selected != "menu:inside"


@pytest.mark.parametrize(("edition", "second"), [("windows", "help"), ("tilldawn", "other")])
def test_alt_and_a_letter_open_a_menu_of_the_bar(start: Start, edition: str, second: str) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle; key ALT+G")
    assert (game.screen, game.selected) == ("menu", "menu:new")
    game.do(f"key ALT+{second[0].upper()}")
    assert game.screen == "menu"
    assert game.selected != "menu:new"
    assert game.do("key ESC; key ALT+Z").screen == "table"
    menu = start("--edition", edition, "--start", "menu").do("key ALT+H")
    assert menu.screen == ("help" if menu.app.record.picture.bar else "menu")


@pytest.mark.parametrize("level", ["1", "2"])
def test_the_level_chosen_is_the_level_played(menu: Game, level: str) -> None:
    menu.do(*["key DOWN"] * (int(level) - 1), "key ENTER")
    assert menu.state["options"] == {"level": level}
    assert menu.says(f"Level {level}")


def test_only_the_first_game_is_the_deal_typed_in(menu: Game) -> None:
    assert menu.do("key ENTER").state["deal"] == 61
    menu.do("key ESC; key y; key ENTER")
    assert menu.state["deal"] == 1001


def test_after_a_game_of_level_2_the_bar_is_on_level_2(menu: Game) -> None:
    menu.do("key DOWN; key ENTER; key ESC; key y")
    assert (menu.screen, menu.selected) == ("menu", ITEMS[1])


def test_quit_asks_and_no_comes_back(menu: Game) -> None:
    assert menu.do("key ESC").screen == "confirm"
    assert menu.do("key n").screen == "menu"
    assert not menu.app.done
    menu.do("key q; key ENTER; key y")
    assert menu.app.done


def test_no_game_is_on_in_the_menu(menu: Game) -> None:
    state = menu.do("key ENTER; key ESC; key y").state
    assert (state["deal"], state["moves"], state["score"], state["status"]) == (None, [], None, None)


@pytest.mark.parametrize("line", ["key SPACE", "key a", "key F1", "click 5 5", "rclick 600 300"])
def test_any_key_or_click_leaves_the_title(start: Start, line: str) -> None:
    game = start()
    assert game.screen == "intro"
    assert game.do(line).screen == "menu"


def test_the_title_deals_its_cards_and_stays(start: Start) -> None:
    game = start().do("settle", "wait 200")
    assert (game.screen, game.heard) == ("intro", "title")


MENUS = {
    "main": ("--start", "menu"),
    "others": ("--start", "menu", "key o; key ENTER"),
    "today": ("--start", "menu", "key F3"),
    "magazine": ("--start", "shell"),
    "games": ("--start", "shell", "key ENTER"),
    "department": ("--start", "shell", "key f; key ENTER"),
    **{edition: ("--edition", edition, "--start", "menu") for edition in PROGRAMS},
}


@pytest.mark.parametrize("menu", MENUS)
def test_every_key_that_a_menu_names_does_something(start: Start, menu: str) -> None:
    words = [word for word in MENUS[menu] if not word.startswith("key ")]
    game = start(*words).do(*(word for word in MENUS[menu] if word.startswith("key ")))
    here = game.app.screens[:]
    for hint in game.app.top.hints():
        if hint.key in ("↑↓", "F2"):
            continue
        for line in (f"key {hint.key.upper()}", f"clickon {hint.id}"):
            game.do(line)
            assert game.app.screens != here or game.app.done, line
            game.app.done = False
            game.app.go(*here)


@pytest.mark.parametrize("menu", MENUS)
def test_f8_brings_setup_over_a_menu(start: Start, menu: str) -> None:
    words = [word for word in MENUS[menu] if not word.startswith("key ")]
    # What lives in a title picture would go on meanwhile.
    game = start(*words, "--still").do(*(word for word in MENUS[menu] if word.startswith("key ")))
    before = game.picture()
    game.do("key F8; clickon setup:play; clickon config:helps:on")
    assert (game.screen, game.says("SETUP")) == ("setup", True)
    assert game.app.settings["shell.helps"] == "on"
    assert game.do("key ESC").picture() == before


def test_f1_on_another_program_is_its_own_help(start: Start) -> None:
    game = start("--start", "menu").do("key o; key ENTER; key END; key F1")
    assert (game.says("EM'S PYRAMID"), game.says("Pairs of thirteen, scored against par")) == (True, True)
    assert game.do("key ESC").selected == "menu:em"
    magazine = start("--start", "shell").do("key ENTER; key s; key F1")
    assert magazine.says("SOLITAIRE TILL DAWN")
    assert magazine.do("key ESC").selected == "menu:tilldawn"


@pytest.mark.parametrize("words", [(), ("T",), ("--video", "cga"), ("--video", "mono")], ids=" ".join)
def test_words_under_the_pointer_light_up(start: Start, words: tuple[str, ...]) -> None:
    game = start("--start", "menu", "--still", *words).do("moveon menu:quit; wait 1")
    elsewhere = game.picture()
    assert game.do("moveon menu:help; wait 1").picture() != elsewhere
    cells, rects = {}, game.enabled()
    for name in ("menu:help", "menu:setup"):
        game.do(f"moveon {name}; wait 1").picture()
        cells[name] = bytes(game.machine.video.cells)
    for name, other in (("menu:help", "menu:setup"), ("menu:setup", "menu:help")):
        x, y, width, _ = rects[name]
        row = slice(2 * (80 * (y // 14) + x // 8) + 1, 2 * (80 * (y // 14) + (x + width) // 8), 2)
        assert cells[name][row] != cells[other][row]


def test_what_lights_up_can_be_read_on_light_papers() -> None:
    from retro_pyramid.machine.video import _LIFTED

    assert {_LIFTED[0x70 | ink] & 15 for ink in range(16)} == {1}
    assert {_LIFTED[0x30 | ink] for ink in range(16)} == {0x1F}
