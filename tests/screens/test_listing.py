"""The list with a bar: key by key without a screen, and the same keys wherever there is such a list."""

import pytest

from retro_pyramid.machine.events import Key, key_press
from retro_pyramid.ui.lists import Answer, Keys, Listing
from tests.screens.conftest import Start
from tests.screens.places import reach
from tests.tables import table, values

IDS = ("menu:play", "menu:past", "menu:help", "menu:quit")
LETTERS = ("P", "P", "H", "Q")
MENU = Listing(IDS, LETTERS, at=1)
CHOICE = MENU._replace(at_once=True)
BUTTONS = Listing(("yes", "no"), ("Y", "N"), 1, True, Keys(("LEFT", "UP"), ("RIGHT", "DOWN", "TAB")))
PAGES = Listing(tuple("abcdefghij"), at=4, page=3)
NONE = MENU._replace(at=-1)
NOTHING = Listing(())


@pytest.mark.parametrize(("name", "keys", "row", "taken"), table(__file__, "keys"))
def test_a_key_moves_the_bar_or_takes_a_row(name: str, keys: str, row: str, taken: str) -> None:
    listing, at = globals()[name.split()[0]], name.split()[1:]
    for key in keys.split():
        answer = listing._replace(at=int(at[0]) if at else listing.at).key(key_press(key))
        assert answer == Answer(int(row), bool(taken)), key


@pytest.mark.parametrize(("listing", "key"), values(__file__, "nothing", globals()))
def test_any_other_key_does_nothing(listing: Listing, key: Key) -> None:
    assert listing.key(key) is None


@pytest.mark.parametrize(
    ("listing", "notches", "row"),
    [(MENU, -1, 2), (MENU, 1, 0), (MENU, 9, 0), (MENU, -9, 3), (NONE, -1, 0), (NONE, 1, 0), (PAGES, -3, 7)],
)
def test_the_wheel_moves_the_bar_as_far_as_the_list_goes(listing: Listing, notches: int, row: int) -> None:
    assert listing.wheel(notches) == Answer(row)
    assert NOTHING.wheel(notches) is None
    assert [one.selected for one in (MENU, BUTTONS, NONE)] == ["menu:past", "no", None]


@pytest.mark.parametrize(("listing", "name", "answer"), values(__file__, "clicks", globals()))
def test_a_click_moves_the_bar_or_takes_a_row(listing: Listing, name: str, answer: Answer | None) -> None:
    assert listing.click(name) == answer


@pytest.mark.parametrize(("place", "first", "last"), table(__file__, "places"))
def test_every_list_has_the_same_keys_and_the_wheel(start: Start, place: str, first: str, last: str) -> None:
    game = reach(start, place)
    top = game.app.top
    for line, selected in values(__file__, "selected", locals()):
        assert game.do(line).selected == selected, line
    assert game.app.top is top
