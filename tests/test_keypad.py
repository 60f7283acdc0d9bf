"""The keys beside the picture on a telephone: which there are on a screen, and that each does what it says."""

from pathlib import Path

import pytest

from retro_pyramid.machine.events import Event, Named, Press
from retro_pyramid.machine.host import Presenter
from retro_pyramid.page.program import bare, keypad, keys
from retro_pyramid.rules import DRAW
from tests.programs import PROGRAMS
from tests.screens.driver import Game


@pytest.fixture
def data(opened: Presenter, tmp_path: Path) -> Path:
    return tmp_path


def use(game: Game, *names: str) -> None:
    """Use keys, a frame for each."""
    for name in names:
        assert name in {key["id"] for key in keys(game.app) if key["on"]}
        events: list[Event] = [Named(name)]
        game.machine.follow(events)
        game.app.update(events, 1)
        game.picture()


def table(data: Path, program: str, *words: str) -> Game:
    game = Game(data, "--edition", program, "--deal", "61", "--start", "table", *words).do("settle")
    game.picture()
    return game


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_foremost_key_of_a_table_draws_whatever_is_selected(data: Path, program: str) -> None:
    game = table(data, program)
    for drawn in range(1, 4):
        foremost = keypad(game.app)["foremost"]
        assert isinstance(foremost, str)
        use(game, foremost)
        assert game.moves == [str(DRAW)] * drawn
        game.do("clickon card:73") if drawn == 1 and program == "odm" else game.do("wait 1")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_table_offers_its_hints_and_buttons_and_tells_of_the_game(data: Path, program: str) -> None:
    game = table(data, program)
    there = keys(game.app)
    assert {hint.id for hint in game.app.top.hints() if hint.id} <= {key["id"] for key in there}
    words = [key["words"] for key in there]
    assert len(words) == len(set(words))
    told = keypad(game.app)["status"]
    assert isinstance(told, list)
    assert "Deal 61" in told
    assert any(part.startswith(("Score", "If it ended now", "Relaxed")) for part in told)


def test_without_a_mouse_the_keys_work_and_no_pointer_comes(data: Path) -> None:
    game = table(data, "em", "-nomouse")
    use(game, "button:draw")
    assert game.moves == ["D"]
    assert not game.machine.pointer_shown


def test_a_key_hides_the_pointer(data: Path) -> None:
    game = table(data, "odm").do("move 100 100")
    assert game.machine.pointer_shown
    use(game, "stock")
    assert not game.machine.pointer_shown


def test_one_use_of_a_menus_row_is_enough(data: Path) -> None:
    game = Game(data, "--start", "menu")
    game.picture()
    use(game, "menu:level2")
    assert (game.screen, game.state["options"]["level"]) == ("table", "2")


def test_a_row_is_used_where_the_list_shows_it(data: Path) -> None:
    """The list of the figures moves under the bar."""
    game = Game(data, "--start", "menu")
    game.picture()
    use(game, "menu:figures")
    rows = [key["id"] for key in keys(game.app) if str(key["id"]).startswith("menu:")]
    for row in (rows[-1], rows[0]):
        use(game, str(row))
        assert game.selected == row


def test_values_stand_together_and_tell_which_one_holds(data: Path) -> None:
    game = table(data, "odm")
    use(game, "button:setup")
    lamp = {key["words"]: key["chosen"] for key in keys(game.app) if key["of"] == "Lamp"}
    assert lamp == {"No": True, "Yes": False}
    use(game, "config:lamp:on")
    lamp = {key["words"]: key["chosen"] for key in keys(game.app) if key["of"] == "Lamp"}
    assert lamp == {"No": False, "Yes": True}


def test_a_question_is_answered_and_a_box_closed(data: Path) -> None:
    game = table(data, "odm")
    use(game, "button:new", "no")
    assert game.screen == "table"
    use(game, "button:new", "yes")
    assert game.state["deal"] != 61


def test_what_a_list_and_its_hints_both_say_has_one_key(data: Path) -> None:
    game = Game(data, "--start", "menu")
    game.picture()
    found = [key["id"] for key in keys(game.app) if key["words"] == "Setup"]
    assert found == ["menu:setup"]


def test_only_cards_and_piles_of_a_table_are_bare(data: Path) -> None:
    game = table(data, "em")
    rects = {target.id: target.rect for target in game.app.targets()}
    for name, is_bare in (("card:71", True), ("stock", True), ("button:hint", False), ("back", False)):
        left, top, width, height = rects[name]
        found = bare(game.app, left + width // 2, top + height // 2)
        assert found == ((width, height) if is_bare else None)
    assert bare(game.app, 5, 200) is None
    use(game, "button:new")
    left, top, *_ = rects["card:71"]
    assert bare(game.app, left + 5, top + 5) is None


def test_what_cannot_be_seen_cannot_be_used(data: Path) -> None:
    game = table(data, "odm")
    game.app.update([Named("card:99"), Press(0, 0, 2)], 1)
    assert (game.screen, game.moves) == ("table", [])
