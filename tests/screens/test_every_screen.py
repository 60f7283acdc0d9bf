"""What holds on every screen: it looks as recorded, its words can be read, and there is a way out to click; targets a
finger can hit, hints that fit, pictures that stand still, and nothing that a key or the mouse breaks."""

import re
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from retro_pyramid.machine.targets import MIN_TOUCH_SIZE, find_target_at, find_visible_point
from retro_pyramid.machine.terminal.output import choose_omitted_row
from retro_pyramid.page.program import control_buttons, small_target_size
from retro_pyramid.speech.screen_reader import GREETING, ScreenReader
from retro_pyramid.table.menu_bar import DropDownMenu
from retro_pyramid.table.table_screen import TableScreen
from tests.colour_sight import ADAPTERS, letters, settings
from tests.screens.conftest import Start
from tests.screens.driver import Game, cut_off
from tests.screens.places import ENDS, EVERY, LESSONS, MOVING, PLACES, reach
from tests.screens.test_golden import compared, golden_of, pictures_of
from tests.screens.test_keys import doubles
from tests.screens.test_pad import can

PUNCTUATION = " .,;:?!'()[]+-*/%\\\"=_<>&"
"""What a voice leaves out or has a name for."""
PILES = ("stock", "waste", "discard", "foundation", "hand", "automatch")
IDS = ("menu:", "card:", "button:", "config:", "replay:", "setup:", "yes", "no", "back", *PILES)
TEXT, MONO = ADAPTERS["EGA text"], ADAPTERS["mono"]
READ = PLACES | ENDS | LESSONS
OTHERWISE = {
    *MOVING,
    *("setup", "setup_doors", "setup_cards", "em_wrong", "em_game", "windows_stuck"),
    *("lesson_chosen", "lesson_tilldawn", "lesson_windows"),
}
"""Places that are walked to on each adapter: cards are on their way, a click goes elsewhere in characters, or the screen
tells that its settings were changed."""
TOLD_TWICE = ("tilldawn_won", "tilldawn_stuck")
"""The total of a match stands beside the table and is told with how the game ended."""
KEYS = (
    *("UP", "DOWN", "LEFT", "RIGHT", "TAB", "SPACE", "DELETE", "INSERT", "PGUP", "PGDN", "HOME", "END"),
    *("F1", "F3", "F12", "KP5", "KPENTER", "ENTER", "BACKSPACE", "ESC", "x", "~", "é"),
)


def way_out(game: Game) -> str:
    return "button:start" if game.screen == "intro" else "back"


def there_is_something_to_click_for_every_esc(game: Game) -> None:
    assert way_out(game) in game.enabled()


def every_target_can_be_hit_by_a_finger(game: Game) -> None:
    if isinstance(game.app.top_screen, DropDownMenu):
        return  # A line each, as it was: for a thumb there are keys beside the picture.
    targets = game.app.targets()
    wide, high = MIN_TOUCH_SIZE
    for target in targets:
        if not target.enabled:
            continue
        assert find_visible_point(targets, target.id) is not None, target
        left, top, width, height = target.rect
        if width >= wide and height >= high:
            continue
        # A finger anywhere in 41x30 around it, moved inside the picture, means it or a neighbour as near.
        x0 = min(max(left + width // 2 - wide // 2, 0), 640 - wide)
        y0 = min(max(top + height // 2 - high // 2, 0), 350 - high)
        for x in (x0 + 1, x0 + wide // 2, x0 + wide - 2):
            for y in (y0 + 1, y0 + high // 2, y0 + high - 2):
                hit = find_target_at(targets, x, y)
                assert hit is not None and hit.enabled, (target, hit, x, y)  # noqa: PT018
        for y in (y0 + 1, y0 + high - 2):
            hit = find_target_at(targets, left + width // 2, y)
            assert hit is not None
            assert hit.id == target.id


def everything_has_a_key_for_a_thumb_or_is_large_or_seen_through_the_loupe(game: Game) -> None:
    """Nine millimetres of a screen 320 CSS pixels wide, of 160 to an inch, are 114x83 pixels of the picture."""
    controls = control_buttons(game.app)
    words, names = {control["label"] for control in controls}, {control["id"] for control in controls}
    targets = game.app.targets()
    said = {target.id: target.label for target in targets if target.label}
    for target in targets:
        if not target.enabled or said.get(target.id) in words:
            continue
        if isinstance(game.app.top_screen, TableScreen):
            x, y = find_visible_point(targets, target.id) or (0, 0)
            assert small_target_size(game.app, x, y) == target.rect[2:]
        elif target.id == "replay:bar":
            assert names >= {"replay:first", "replay:back", "replay:forward", "replay:last"}
        else:
            assert target.rect[2] >= 114, target
            assert target.rect[3] >= 83, target


def targets_lie_in_the_picture_and_ids_are_those_of_the_interface(game: Game) -> None:
    for target in game.app.targets():
        left, top, width, height = target.rect
        assert 0 <= left < left + width <= 640, target
        assert 0 <= top < top + height <= 350, target
        assert target.id.startswith(IDS)
    assert game.selected in {None, *(target.id for target in game.app.targets())}


def every_hint_that_can_be_clicked_stands_where_its_target_is(game: Game) -> None:
    line = game.rows()[24]
    places = {target.id: target.rect for target in game.app.targets() if target.rect[1] == 24 * 14}
    hints = [hint for hint in game.app.top_screen.get_key_hints() if hint.target_id]
    assert set(places) == {hint.target_id for hint in hints}
    for hint in hints:
        left, _, width, _ = places[hint.target_id]
        assert line[left // 8 : (left + width) // 8] == f"{hint.key} {hint.label}"


def every_key_means_one_thing_and_is_on_the_gamepad_or_among_the_keys_on_the_screen(game: Game) -> None:
    assert [(screen.name, doubles(screen)) for screen in game.app.screens if doubles(screen)] == []
    assert [
        hint.key for hint in game.app.top_screen.get_key_hints() if not all(map(can, hint.key.split()))
    ] == []


def when_a_game_is_over_the_bottom_line_offers_only_what_can_be_done(game: Game) -> None:
    if isinstance(game.app.top_screen, TableScreen) and game.state["status"] in ("won", "stuck"):
        assert {hint.target_id for hint in game.app.top_screen.get_key_hints()} <= set(game.enabled())


def drawing_changes_nothing(game: Game) -> None:
    before = game.app.state()
    first = game.picture()
    assert game.picture() == first
    assert game.app.state() == before


def a_terminal_of_24_rows_loses_nothing_to_read_or_to_click(game: Game) -> None:
    lost = game.rows()[out := choose_omitted_row(game.machine.display.cells)]
    assert re.findall(r"[^\W_]", re.sub(r"[\[<{][JQK][\]>}]", "", lost)) == [], lost
    for target in game.app.targets():
        if target.enabled:
            assert target.rect[3] >= 2 * 14 or target.rect[1] // 14 != out, target


def what_is_heard_has_no_signs_and_nothing_twice(game: Game) -> None:
    listener = ScreenReader(game.app)
    said = listener.next_text(game.app.state())
    assert said.startswith(GREETING)
    assert len(said) > len(GREETING) or game.app.is_animating() or not game.app.top_screen.is_spoken
    for words in (said, listener.full_text):
        assert {char for char in words if not (char.isalnum() or char in PUNCTUATION)} == set(), words
        sentences = [
            one for one in re.split(r"(?<=[.?!]) ", words) if len(one) > len("Yes.") and "- " not in one
        ]
        assert [one for one, count in Counter(sentences).items() if count > 1] == [], words


def no_words_are_cut_off_at_the_edges_of_the_screen(game: Game) -> None:
    assert cut_off(game) == []


ALWAYS = (
    no_words_are_cut_off_at_the_edges_of_the_screen,
    there_is_something_to_click_for_every_esc,
    every_hint_that_can_be_clicked_stands_where_its_target_is,
    every_key_means_one_thing_and_is_on_the_gamepad_or_among_the_keys_on_the_screen,
    when_a_game_is_over_the_bottom_line_offers_only_what_can_be_done,
    drawing_changes_nothing,
)
COLOURED = (
    *ALWAYS,
    what_is_heard_has_no_signs_and_nothing_twice,
    every_target_can_be_hit_by_a_finger,
    everything_has_a_key_for_a_thumb_or_is_large_or_seen_through_the_loupe,
    targets_lie_in_the_picture_and_ids_are_those_of_the_interface,
)
IN_ORDER = {
    (): COLOURED,
    TEXT: (*COLOURED, a_terminal_of_24_rows_loses_nothing_to_read_or_to_click),
    # Text is laid out alike on both displays, but for the brackets.
    MONO: (*ALWAYS, a_terminal_of_24_rows_loses_nothing_to_read_or_to_click),
}


def a_click_leads_out(game: Game) -> None:
    game.app.settings_store.set_values(settings())
    before = game.app.screens[:]
    if getattr(game.app.top_screen, "hinted_ids", ()):
        game.do("click 1 200")  # Any button ends a hint, and does no more.
    game.do(f"clickon {way_out(game)}")
    assert game.app.is_done or game.app.top_screen is not before[-1]
    game.app.is_done = False
    game.app.replace_screens(*before)


def no_key_and_no_mouse_breaks_it(game: Game) -> None:
    place = game.app.screens[:]
    for line in (
        *(f"key {name}" for name in KEYS),
        "wheel 3",
        "wheel -3",
        "drop some.file",
        "rclick 320 170",
    ):
        game.app.is_done = False
        game.app.replace_screens(*place)
        game.do(line).picture()
    game.app.is_done = False
    game.app.replace_screens(*place)


@pytest.mark.parametrize("place", EVERY)
def test_every_screen(start: Start, tmp_path: Path, request: pytest.FixtureRequest, place: str) -> None:
    # All at once: to get there takes longer than to look at it.
    game, pictures = reach(start, place), pictures_of(place)
    record, wrong = request.config.getoption("--record-golden"), []
    seen = ADAPTERS.values() if place in READ else ()
    for words in {(): None, **dict.fromkeys(seen), **dict.fromkeys(pictures.values())}:
        if words:
            game.app.settings_store.set_values(settings(*words))
        if not words or place not in OTHERWISE:
            names = [name for name, shown in pictures.items() if shown == words]
            wrong += [compared(game, golden_of(name), tmp_path / f"{name}.png", record) for name in names]
        if words in seen:
            wrong += [f"on {words}: {one}" for one in letters(game) if one.contrast < one.needed - 0.01]
        for check in IN_ORDER.get(words, ()) if place in PLACES else ():
            if place in TOLD_TWICE and check is what_is_heard_has_no_signs_and_nothing_twice:
                continue
            try:
                check(game)
            except AssertionError as error:
                error.add_note(f"on {words}")
                raise
    assert list(filter(None, wrong)) == []
    if place in PLACES:
        a_click_leads_out(game)
        for words in ((), TEXT):
            game.app.settings_store.set_values(settings(*words))
            no_key_and_no_mouse_breaks_it(game)
    for name, words in pictures.items() if place in OTHERWISE else ():
        if words:
            again = reach(partial(Game, tmp_path / name), place, *words)
            differs = compared(again, golden_of(name), tmp_path / f"{name}.png", record)
            assert differs is None, differs


@pytest.mark.parametrize("mode", [(), TEXT, MONO])
def test_the_box_at_the_end_covers_no_words_beside_it(start: Start, mode: tuple[str, ...]) -> None:
    game = reach(start, "tilldawn_stuck", *mode)
    assert all(game.says(beside) for beside in ("[ ] Auto-Match ", "No more moves"))
