"""Letter commands under keyboards for other scripts: tables, menus and questions read the letter of the physical key."""

import pytest

from retro_pyramid.machine.events import KeyPress
from retro_pyramid.machine.host import run_frame
from tests.screens.conftest import Start
from tests.screens.driver import Game

TABLE = ("--start", "table", "--deal", "61")
LAYOUTS = {"Russian": "нтв", "Greek": "υνδ", "Hebrew": "טמג", "Russian capitals": "НТВ"}
"""What the keys Y, N and D type."""


@pytest.mark.parametrize("keys", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("mode", ["", "T"])
def test_letters_are_commands_and_answers(start: Start, keys: str, mode: str) -> None:
    yes, no, draw = [*keys]
    game = start("--edition", "relaxed", *TABLE, *mode).do("settle", f"key {draw}", "settle")
    assert game.moves == ["D"]
    game = start(*TABLE, *mode).do("settle").play("75").do(f"key {no}")
    assert game.screen == "confirm"
    assert game.do(f"key {no}").screen == "table"
    assert game.moves == ["75"]
    game.do(f"key {no}", f"key {yes}", "settle")
    assert (game.screen, game.moves) == ("table", [])


@pytest.mark.parametrize(
    ("key", "target"), [("ы", "setup"), ("σ", "setup"), ("щ", "editions"), ("o", "editions")]
)
def test_the_first_letter_of_a_line_is_found_in_a_menu(start: Start, key: str, target: str) -> None:
    assert start("--edition", "relaxed", "--start", "menu").do(f"key {key}").selected == f"menu:{target}"


def test_a_line_takes_what_is_typed(start: Start) -> None:
    game = start(*TABLE).do("settle", "key F6", "text нι7")
    # Not read as N and Y; the PC's character set has neither letter.
    assert [row.split("Deal:")[1].split()[0] for row in game.rows() if "Deal:" in row] == ["7"]


def test_the_physical_key_of_the_device_counts_before_the_usual_layout(start: Start) -> None:
    game = start("--edition", "relaxed", *TABLE).do("settle")
    # Bulgarian keyboards have this letter on the key D, Russian ones on F.
    press(game, KeyPress("а", "а", latin_char="d"))
    assert game.moves == ["D"]


def press(game: Game, key: KeyPress) -> None:
    run_frame(game.machine, game.app, [key], 1)
