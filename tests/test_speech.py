"""The game as it is heard: a player who sees nothing follows and plays every program by keys and by what is said."""

import re
from pathlib import Path

import pytest

from retro_pyramid.cards import card_name
from retro_pyramid.speech.screen_reader import GREETING, SpeechSnapshot, compose_full_text, find_announcements
from retro_pyramid.speech.table_speech import describe_target
from retro_pyramid.table.table_screen import TableScreen
from retro_pyramid.table.target_ids import slot_from_target_id
from tests.hearing import Hearing
from tests.programs import DEMOS, PROGRAMS
from tests.tables import tables

TABLE = ("--start", "table", "--deal", "61")


def test_another_lesson_is_told_and_the_same_one_only_once() -> None:
    first, next_ = (
        SpeechSnapshot(1, tip="Draw.", last_tip="Draw."),
        SpeechSnapshot(1, tip="A 6 goes.", last_tip="A 6 goes."),
    )
    assert (
        find_announcements(first, first),
        find_announcements(first, next_),
        find_announcements(next_, first),
    ) == ([], ["A 6 goes."], ["Draw."])


@pytest.mark.parametrize("edition", PROGRAMS)
def test_what_is_heard_of_a_table_is_what_is_seen(edition: str, opened: object, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", edition, *TABLE)
    player.press("key HOME")
    table = player.game.app.top_screen
    assert isinstance(table, TableScreen)
    view = table.get_table_view()
    # A card is told by its name, a target by its place: both belong to the same card that is seen.
    faces = {lying.pos: card_name(lying.card) for lying in view.cards if lying.card is not None}
    pointed = [
        faces[view.layout.slots[slot]]
        for target in table.targets()
        if target.enabled and (slot := slot_from_target_id(target.id)) is not None
    ]
    assert player.cards("Row") == pointed
    lit = [faces[lying.pos] for lying in view.cards if lying.is_focused]
    assert player.whole.split(". ")[-2].split(",")[0] in lit


@pytest.mark.parametrize(
    ("passes", "words"), [(1, "Hand, turns the waste over"), (3, "Hand, no redeals left")]
)
def test_the_empty_stock_says_whether_a_redeal_is_left(
    opened: object, tmp_path: Path, passes: int, words: str
) -> None:
    player = Hearing(tmp_path, "--edition", "tilldawn", *TABLE, "--option", "auto_match=off")
    player.press("; ".join(["settle", *["key d"] * (25 * passes - 1), "settle"]))
    view = player.game.app.top_screen.get_table_view()
    assert view is not None
    assert describe_target(view, "hand") == words


EACH = {
    name: (words, walk)
    for head, walk in tables(__file__).items()
    for name, _, words in [head.partition(": ")]
}


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, "") for name in EACH), ("setup", "T"), ("a replay", "T")]
)
def test_what_is_heard_of_what_is_pressed(name: str, mode: str, opened: object, tmp_path: Path) -> None:
    words, walk = EACH[name]
    player = Hearing(tmp_path, *words.replace("DEMO", str(DEMOS / "odm.txt")).split(), *mode)
    for keys, said in walk:
        before, word = player.game.picture(), keys.partition(" ")[0]
        if word == "unheard":
            player.game.do(keys.removeprefix("unheard "))
            player.press()
        elif word not in ("begin", "whole"):
            player.press(*keys.split("; "))
        heard = player.whole if word == "whole" else player.last.removeprefix(f"{GREETING} ")
        expected = ".*".join(map(re.escape, said.split("…")))
        assert re.fullmatch(expected, heard), f"{keys}: {heard!r}, expected {said!r}"
        if keys == "key ;":
            assert player.game.picture() == before, "what a hint shows is still there"


def test_only_keys_that_do_something_are_told(opened: object, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", "tilldawn", *TABLE)
    assert "U: Undo" not in player.whole
    player.press("key F5; clickon card:73; settle")
    assert "U: Undo" in player.whole
    assert "Y: Redo" not in player.whole
    assert (
        compose_full_text(SpeechSnapshot(focused_text="Yes", is_typing=True, key_help="Esc: Back"))
        == "Yes. Keys: Esc: Back."
    )
