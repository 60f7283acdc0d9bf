"""The main menu: the bar by keys and mouse, and what each item does."""

import pytest

from tests.screens.conftest import Start
from tests.screens.driver import Game

ITEMS = ["menu:level1", "menu:level2", "menu:scores", "menu:help", "menu:editions", "menu:quit"]


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
    letters = [case(letter) for letter in "pphhqhp"]
    seen = [menu.do(f"key {letter}").selected for letter in letters]
    assert seen == [ITEMS[i] for i in (1, 0, 2, 3, 5, 2, 0)]


def test_a_letter_no_item_begins_with_does_nothing(menu: Game) -> None:
    assert menu.do("key x").selected == ITEMS[0]


@pytest.mark.parametrize(
    ("item", "screen"), [*zip(ITEMS, ["table", "table", "scores", "help", "menu", "confirm"], strict=True)]
)
def test_enter_chooses(menu: Game, item: str, screen: str) -> None:
    menu.do(*["key DOWN"] * ITEMS.index(item), "key ENTER")
    assert menu.screen == screen


@pytest.mark.parametrize(
    ("item", "screen"), [*zip(ITEMS, ["table", "table", "scores", "help", "menu", "confirm"], strict=True)]
)
def test_a_click_moves_the_bar_and_a_click_on_the_bar_chooses(menu: Game, item: str, screen: str) -> None:
    menu.do("key HOME" if item != ITEMS[0] else "key END", f"clickon {item}")
    assert (menu.screen, menu.selected) == ("menu", item)
    menu.do(f"clickon {item}")
    assert menu.screen == screen


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
