"""The list with a bar: key by key without a screen, and the same keys wherever there is such a list."""

import pytest

from retro_pyramid.machine.events import KeyPress, parse_key
from retro_pyramid.ui.lists import ListAction, ListKeys, ListModel
from tests.screens.conftest import Start
from tests.screens.places import reach

IDS = ("menu:play", "menu:past", "menu:help", "menu:quit")
LETTERS = ("P", "P", "H", "Q")
MENU = ListModel(IDS, LETTERS, selected_index=1)
CHOICE = MENU._replace(activates_immediately=True)
BUTTONS = ListModel(("yes", "no"), ("Y", "N"), 1, True, ListKeys(("LEFT", "UP"), ("RIGHT", "DOWN", "TAB")))
PAGES = ListModel(tuple("abcdefghij"), selected_index=4, page_rows=3)
NONE = MENU._replace(selected_index=-1)
NOTHING = ListModel(())


@pytest.mark.parametrize(
    ("name", "keys", "row", "taken"),
    [
        ("MENU", "UP HOME PGUP", "0", ""),
        ("MENU", "END PGDN", "3", ""),
        ("MENU", "DOWN h H", "2", ""),
        ("MENU", "ENTER KPENTER SPACE", "1", "taken"),
        ("MENU 0", "UP", "3", ""),
        ("MENU 3", "DOWN", "0", ""),
        ("MENU", "p", "0", ""),
        ("MENU 0", "p", "1", ""),
        ("MENU 2", "h", "2", ""),
        ("CHOICE", "h", "2", "taken"),
        ("CHOICE", "p", "0", "taken"),
        ("CHOICE", "DOWN", "2", ""),
        ("BUTTONS", "TAB LEFT", "0", ""),
        ("BUTTONS", "y", "0", "taken"),
        ("BUTTONS", "ENTER", "1", "taken"),
        ("PAGES", "PGUP", "1", ""),
        ("PAGES", "PGDN", "7", ""),
        ("PAGES 8", "PGDN", "9", ""),
        ("PAGES 2", "PGUP", "0", ""),
        ("NONE", "UP", "3", ""),
        ("NONE", "DOWN p", "0", ""),
    ],
)
def test_a_key_moves_the_bar_or_takes_a_row(name: str, keys: str, row: str, taken: str) -> None:
    listing, at = globals()[name.split()[0]], name.split()[1:]
    for key in keys.split():
        answer = listing._replace(selected_index=int(at[0]) if at else listing.selected_index).handle_key(
            parse_key(key)
        )
        assert answer == ListAction(int(row), bool(taken)), key


@pytest.mark.parametrize(
    ("listing", "key"),
    [
        (MENU, KeyPress("x", "x")),
        (MENU, KeyPress("TAB")),
        (MENU, KeyPress("ESC")),
        (MENU, KeyPress("F1")),
        (MENU, KeyPress("LEFT")),
        (MENU, KeyPress("ENTER", "", is_repeat=True)),
        (MENU, KeyPress("SPACE", " ", is_repeat=True)),
        (NONE, KeyPress("ENTER")),
        (PAGES, KeyPress("a", "a")),
        (NOTHING, KeyPress("DOWN")),
        (NOTHING, KeyPress("ENTER")),
    ],
)
def test_any_other_key_does_nothing(listing: ListModel, key: KeyPress) -> None:
    assert listing.handle_key(key) is None


@pytest.mark.parametrize(
    ("listing", "notches", "row"),
    [(MENU, -1, 2), (MENU, 1, 0), (MENU, 9, 0), (MENU, -9, 3), (NONE, -1, 0), (NONE, 1, 0), (PAGES, -3, 7)],
)
def test_the_wheel_moves_the_bar_as_far_as_the_list_goes(listing: ListModel, notches: int, row: int) -> None:
    assert listing.handle_wheel(notches) == ListAction(row)
    assert NOTHING.handle_wheel(notches) is None
    assert [one.selected_id for one in (MENU, BUTTONS, NONE)] == ["menu:past", "no", None]


@pytest.mark.parametrize(
    ("listing", "name", "answer"),
    [
        (MENU, IDS[2], ListAction(2)),
        (MENU, IDS[1], ListAction(1, is_activated=True)),
        (CHOICE, IDS[2], ListAction(2, is_activated=True)),
        (NONE, IDS[0], ListAction(0)),
        (MENU, "back", None),
    ],
)
def test_a_click_moves_the_bar_or_takes_a_row(
    listing: ListModel, name: str, answer: ListAction | None
) -> None:
    assert listing.handle_click(name) == answer


@pytest.mark.parametrize(
    ("place", "first", "last"),
    [
        ("menu", "menu:level1", "menu:quit"),
        ("shell", "menu:games", "menu:quit"),
        ("today", "menu:deal", "menu:match"),
        ("others", "menu:tilldawn", "menu:em"),
        ("setup", "setup:display", "setup:doors"),
        ("setup_play", "config:helps:off", "config:power:off"),
        ("setup_doors", "menu:magazine", "menu:gamepad"),
        ("em_tour", "menu:none", "menu:restore"),
        ("windows_game", "menu:new", "menu:exit"),
        ("windows_variations", "config:variation:draw1", "config:variation:draw3"),
        ("confirm", "yes", "no"),
    ],
)
def test_every_list_has_the_same_keys_and_the_wheel(start: Start, place: str, first: str, last: str) -> None:
    game = reach(start, place)
    top = game.app.top_screen
    for line, selected in [
        ("key HOME", first),
        ("key END", last),
        ("key PGUP", first),
        ("key UP", last),
        ("key DOWN", first),
        ("key PGDN", last),
        ("wheel 20", first),
        ("wheel -20", last),
    ]:
        assert game.do(line).selected == selected, line
    assert game.app.top_screen is top
