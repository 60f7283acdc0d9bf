"""The touch controls and the accessible targets of each screen, and that each does what its label says."""

from pathlib import Path

import pytest

from retro_pyramid.machine.events import Event, MousePress, TargetActivated
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.page.program import accessible_targets, control_buttons, small_target_size, touch_controls
from retro_pyramid.rules import DRAW
from tests.programs import PROGRAMS
from tests.screens.driver import Game


@pytest.fixture
def data(opened: Presenter, tmp_path: Path) -> Path:
    return tmp_path


def use(game: Game, *names: str) -> None:
    for name in names:
        assert name in {control["id"] for control in control_buttons(game.app) if control["enabled"]}
        events: list[Event] = [TargetActivated(name)]
        game.machine.sync_pointer(events)
        game.app.update(events, 1)
        game.picture()


def table(data: Path, program: str, *words: str) -> Game:
    game = Game(data, "--edition", program, "--deal", "61", "--start", "table", *words).do("settle")
    game.picture()
    return game


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_table_offers_its_keys_tells_of_the_game_and_draws(data: Path, program: str) -> None:
    game = table(data, program)
    controls = control_buttons(game.app)
    assert {hint.target_id for hint in game.app.top_screen.get_key_hints() if hint.target_id} <= {
        control["id"] for control in controls
    }
    labels = [control["label"] for control in controls]
    assert len(labels) == len(set(labels))
    status = touch_controls(game.app)["status"]
    assert isinstance(status, list)
    assert "Deal 61" in status
    assert any(item.startswith(("Score", "If it ended now", "Relaxed")) for item in status)
    # Whatever is selected.
    for drawn in range(1, 4):
        use(game, str(touch_controls(game.app)["primary"]))
        assert game.moves == [str(DRAW)] * drawn
        game.do("clickon card:73") if drawn == 1 and program == "odm" else game.do("wait 1")


def test_a_key_hides_the_pointer_and_without_a_mouse_the_keys_work(data: Path) -> None:
    game = table(data, "odm").do("move 100 100")
    assert game.machine.is_pointer_visible
    use(game, "stock")
    assert not game.machine.is_pointer_visible
    game = table(data, "em", "-nomouse")
    use(game, "button:draw")
    assert (game.moves, game.machine.is_pointer_visible) == (["D"], False)


def test_one_use_of_a_row_is_enough_where_the_list_shows_it(data: Path) -> None:
    game = Game(data, "--start", "menu")
    game.picture()
    # What a list and its hints both say has one key.
    assert [control["id"] for control in control_buttons(game.app) if control["label"] == "Setup"] == [
        "menu:setup"
    ]
    use(game, "menu:level2")
    assert (game.screen, game.state["options"]["level"]) == ("table", "2")
    # The list of the figures moves under the bar.
    game = Game(data, "--start", "menu")
    game.picture()
    use(game, "menu:figures")
    rows = [name for control in control_buttons(game.app) if (name := str(control["id"])).startswith("menu:")]
    for row in (rows[-1], rows[0]):
        use(game, row)
        assert game.selected == row


def test_a_question_is_answered_a_box_closed_and_what_cannot_be_seen_not_used(data: Path) -> None:
    game = table(data, "odm")
    game.app.update([TargetActivated("card:99"), MousePress(0, 0, 2)], 1)
    assert (game.screen, game.moves) == ("table", [])
    use(game, "button:new", "no")
    assert game.screen == "table"
    use(game, "button:new", "yes")
    assert game.state["deal"] != 61
    # Values stand together, and tell which one holds.
    for name, lit in (("button:setup", "No"), ("config:lamp:on", "Yes")):
        use(game, name)
        lamp = [control for control in control_buttons(game.app) if control["group"] == "Lamp"]
        assert [(control["label"], control["checked"]) for control in lamp] == [
            ("No", lit == "No"),
            ("Yes", lit == "Yes"),
        ]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_found_by_ear_is_all_that_can_be_used(data: Path, program: str) -> None:
    game = table(data, program).do("clickon card:72")
    targets = {str(target["id"]): target for target in accessible_targets(game.app)}
    assert [target["name"] for target in targets.values()][1] == "2 of diamonds, row 7, place 2"
    assert [name for name, target in targets.items() if target["checked"]] == ["card:72"]
    unlabelled = {target.id for target in game.app.targets() if target.enabled and not target.label}
    controls = {str(control["id"]) for control in control_buttons(game.app)}
    assert targets.keys() == unlabelled | controls | {game.view.input_rules.waste_id}
    game = Game(data, "--start", "menu")
    game.picture()
    assert [target["name"] for target in accessible_targets(game.app) if target["focused"]] == [
        "Play Level 1"
    ]


def test_only_cards_and_piles_of_a_table_are_small_targets(data: Path) -> None:
    game = table(data, "em")
    rects = {target.id: target.rect for target in game.app.targets()}
    for name, is_small in (("card:71", True), ("stock", True), ("button:hint", False), ("back", False)):
        left, top, width, height = rects[name]
        size = small_target_size(game.app, left + width // 2, top + height // 2)
        assert size == ((width, height) if is_small else None)
    assert small_target_size(game.app, 5, 200) is None
    use(game, "button:new")
    left, top, *_ = rects["card:71"]
    assert small_target_size(game.app, left + 5, top + 5) is None
