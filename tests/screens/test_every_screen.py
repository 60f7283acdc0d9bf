"""What holds on every screen: a way out to click, targets a finger can hit, hints that fit, pictures that stand still."""

import re
from collections import Counter

import pytest

from retro_pyramid.machine.targets import REACH, target_at, visible_point
from retro_pyramid.machine.terminal.output import spare_row
from retro_pyramid.page.program import bare, keys
from retro_pyramid.screens.screen import Screen
from retro_pyramid.screens.table.table import Table
from retro_pyramid.speech.listener import GREETING, Listener
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import PLACES
from tests.screens.places_pairs import pair_places
from tests.screens.test_keys import doubles
from tests.screens.test_pad import can

PUNCTUATION = " .,;:?!'()[]+-*/%\\\"=_<>&"
"""What a voice leaves out or has a name for."""
PILES = ("stock", "waste", "discard", "foundation", "hand", "automatch")
MODES = {"graphics": (), "text": ("T",), "mono": ("--video", "mono")}


PAIRS = {name for name, _ in pair_places()}
# Text is laid out alike on both displays, and a game that is over looks alike in all programs of pairs.
TWICE = {"tilldawn_won", "tilldawn_stuck", "windows_won", "windows_stuck"}
ANYWHERE = [
    (place, mode)
    for place in PLACES
    for mode in MODES
    if place not in TWICE and not (place in PAIRS and mode == "mono")
]


@pytest.fixture(params=ANYWHERE, ids="-".join)
def anywhere(request: pytest.FixtureRequest, start: Start) -> Game:
    place, mode = request.param
    words, lines = PLACES[place]
    return start(*words, *MODES[mode]).go(lines)


def there_is_something_to_click_for_every_esc(anywhere: Game) -> None:
    way = "button:start" if anywhere.screen == "intro" else "back"
    assert way in anywhere.enabled()
    before = anywhere.app.top
    if getattr(before, "hinted", ()):
        anywhere.do("click 1 200")  # Any button ends a hint, and does no more.
    anywhere.do(f"clickon {way}")
    assert anywhere.app.done or anywhere.app.top is not before


def every_target_can_be_hit_by_a_finger(anywhere: Game) -> None:
    targets = anywhere.app.targets()
    wide, high = REACH
    for target in targets:
        if not target.enabled:
            continue
        point = visible_point(targets, target.id)
        assert point is not None, target
        left, top, width, height = target.rect
        if width >= wide and height >= high:
            continue
        # A finger anywhere in 41x30 around it, moved inside the picture, means it or a neighbour as near.
        x0 = min(max(left + width // 2 - wide // 2, 0), 640 - wide)
        y0 = min(max(top + height // 2 - high // 2, 0), 350 - high)
        for x in (x0 + 1, x0 + wide // 2, x0 + wide - 2):
            for y in (y0 + 1, y0 + high // 2, y0 + high - 2):
                hit = target_at(targets, x, y)
                assert hit is not None, (target, x, y)
                assert hit.enabled, (target, hit)
        for y in (y0 + 1, y0 + high - 2):
            hit = target_at(targets, left + width // 2, y)
            assert hit is not None
            assert hit.id == target.id


def everything_has_a_key_for_a_thumb_or_is_large_or_seen_through_the_loupe(anywhere: Game) -> None:
    """Nine millimetres of a screen 320 CSS pixels wide, of 160 to an inch, are 114x83 pixels of the picture."""
    there = keys(anywhere.app)
    words, names = {key["words"] for key in there}, {key["id"] for key in there}
    said = {target.id: target.words for target in anywhere.app.targets() if target.words}
    for target in anywhere.app.targets():
        if not target.enabled or said.get(target.id) in words:
            continue
        if isinstance(anywhere.app.top, Table):
            x, y = visible_point(anywhere.app.targets(), target.id) or (0, 0)
            assert bare(anywhere.app, x, y) == target.rect[2:]
        elif target.id == "replay:bar":
            assert names >= {"replay:first", "replay:back", "replay:forward", "replay:last"}
        else:
            assert target.rect[2] >= 114, target
            assert target.rect[3] >= 83, target


def targets_lie_in_the_picture_and_ids_are_those_of_the_interface(anywhere: Game) -> None:
    known = ("menu:", "card:", "button:", "config:", "replay:", "setup:", "yes", "no", "back", *PILES)
    for target in anywhere.app.targets():
        left, top, width, height = target.rect
        assert width > 0
        assert height > 0
        assert 0 <= left <= left + width <= 640
        assert 0 <= top <= top + height <= 350
        assert target.id.startswith(known)


def what_is_selected_is_a_target(anywhere: Game) -> None:
    names = {target.id for target in anywhere.app.targets()}
    assert anywhere.selected is None or anywhere.selected in names


def every_hint_that_can_be_clicked_stands_where_its_target_is(anywhere: Game) -> None:
    line = anywhere.rows()[24]
    places = {target.id: target.rect for target in anywhere.app.targets() if target.rect[1] == 24 * 14}
    hints = [hint for hint in anywhere.app.top.hints() if hint.id]
    assert set(places) == {hint.id for hint in hints}
    for hint in hints:
        left, _, width, _ = places[hint.id]
        assert line[left // 8 : (left + width) // 8] == f"{hint.key} {hint.word}"


def no_key_means_two_things_in_one_place(anywhere: Game) -> None:
    assert [(screen.name, doubles(screen)) for screen in anywhere.app.screens if doubles(screen)] == []


def every_key_that_is_named_is_on_the_gamepad_or_among_the_keys_on_the_screen(anywhere: Game) -> None:
    assert [hint.key for hint in anywhere.app.top.hints() if not all(map(can, hint.key.split()))] == []


def when_a_game_is_over_the_bottom_line_offers_only_what_can_be_done(anywhere: Game) -> None:
    if isinstance(anywhere.app.top, Table) and anywhere.state["status"] in ("won", "stuck"):
        assert {hint.id for hint in anywhere.app.top.hints()} <= set(anywhere.enabled())


def drawing_changes_nothing(anywhere: Game) -> None:
    before = anywhere.app.state()
    assert anywhere.picture() == anywhere.picture()
    assert anywhere.app.state() == before


def a_terminal_of_24_rows_loses_nothing_to_read_or_to_click(anywhere: Game) -> None:
    lost = anywhere.rows()[out := spare_row(anywhere.machine.video.cells)]
    assert re.findall(r"[^\W_]", re.sub(r"[\[<{][JQK][\]>}]", "", lost)) == [], lost
    for target in anywhere.app.targets():
        if target.enabled:
            assert target.rect[3] >= 2 * 14 or target.rect[1] // 14 != out, target


def what_is_heard_has_no_signs_and_nothing_twice(anywhere: Game) -> None:
    anywhere.picture()
    listener = Listener(anywhere.app)
    said = listener.hear(anywhere.app.state())
    assert said.startswith(GREETING)
    assert len(said) > len(GREETING) or anywhere.app.busy() or not anywhere.app.top.read_out
    for words in (said, listener.whole):
        assert {char for char in words if not (char.isalnum() or char in PUNCTUATION)} == set(), words
        sentences = [
            one for one in re.split(r"(?<=[.?!]) ", words) if len(one) > len("Yes.") and "- " not in one
        ]
        twice = [one for one, count in Counter(sentences).items() if count > 1]
        assert twice == [], words


KEYS = (
    *("UP", "DOWN", "LEFT", "RIGHT", "TAB", "SPACE", "DELETE", "INSERT", "PGUP", "PGDN", "HOME", "END"),
    *("F1", "F3", "F12", "KP5", "KPENTER", "ENTER", "BACKSPACE", "ESC", "x", "~", "é"),
)


def no_key_and_no_mouse_breaks_it(anywhere: Game, place: list[Screen]) -> None:
    lines = [*(f"key {name}" for name in KEYS), "wheel 3", "wheel -3", "drop some.file", "rclick 320 170"]
    for line in lines:
        anywhere.do(line)
        anywhere.picture()
        anywhere.app.done = False
        anywhere.app.go(*place)


def test_every_screen_is_in_order(anywhere: Game) -> None:
    # One screen for all: to get there takes longer than to look at it. The last two leave it.
    place = anywhere.app.screens[:]
    what_is_heard_has_no_signs_and_nothing_twice(anywhere)
    every_target_can_be_hit_by_a_finger(anywhere)
    everything_has_a_key_for_a_thumb_or_is_large_or_seen_through_the_loupe(anywhere)
    targets_lie_in_the_picture_and_ids_are_those_of_the_interface(anywhere)
    what_is_selected_is_a_target(anywhere)
    every_hint_that_can_be_clicked_stands_where_its_target_is(anywhere)
    no_key_means_two_things_in_one_place(anywhere)
    every_key_that_is_named_is_on_the_gamepad_or_among_the_keys_on_the_screen(anywhere)
    when_a_game_is_over_the_bottom_line_offers_only_what_can_be_done(anywhere)
    drawing_changes_nothing(anywhere)
    if anywhere.machine.video.mode == "text":
        a_terminal_of_24_rows_loses_nothing_to_read_or_to_click(anywhere)
    there_is_something_to_click_for_every_esc(anywhere)
    anywhere.app.done = False
    anywhere.app.go(*place)
    no_key_and_no_mouse_breaks_it(anywhere, place)


@pytest.mark.parametrize("place", sorted(TWICE))
def test_when_a_game_is_over_the_bottom_line_offers_only_what_can_be_done(start: Start, place: str) -> None:
    words, lines = PLACES[place]
    game = start(*words).go(lines)
    assert game.state["status"] in ("won", "stuck")
    when_a_game_is_over_the_bottom_line_offers_only_what_can_be_done(game)
    no_key_means_two_things_in_one_place(game)
    every_key_that_is_named_is_on_the_gamepad_or_among_the_keys_on_the_screen(game)


@pytest.mark.parametrize("mode", MODES)
def test_the_box_at_the_end_covers_no_words_beside_it(start: Start, mode: str) -> None:
    words, lines = PLACES["tilldawn_stuck"]
    game = start(*words, *MODES[mode]).go(lines)
    assert all(game.says(beside) for beside in ("[ ] Auto-Match ", "No more moves"))
