"""Paging through the help."""

import re

import pytest

from retro_pyramid.app.assets import load_help_text
from retro_pyramid.resources import read_asset_text
from retro_pyramid.settings import PLAY_DEFS
from tests.screens.conftest import Start
from tests.screens.driver import Game


@pytest.fixture(params=[(), ("T",)], ids=["graphics", "text"])
def help_screen(start: Start, request: pytest.FixtureRequest) -> Game:
    return start(*request.param, "--start", "menu").do("key F1")


def body(game: Game) -> list[str]:
    return [row[1:79].rstrip() for row in game.rows()[4:23]]


def test_pages_lines_and_the_wheel_and_their_ends(help_screen: Game) -> None:
    def after(line: str) -> list[str]:
        return body(help_screen.do(line))

    def offered() -> set[str]:
        return {"button:pgup", "button:pgdn"} & set(help_screen.enabled())

    first = body(help_screen)
    assert offered() == {"button:pgdn"}
    for on, back in (("key PGDN", "key PGUP"), ("clickon button:pgdn", "clickon button:pgup")):
        second = after(on)
        # A page on keeps one line of the page before.
        assert second[0] == first[-1]
        assert second != first
        assert offered() == {"button:pgup", "button:pgdn"}
        assert after(back) == first
    assert after("key DOWN")[:-1] == first[1:]
    assert after("key UP") == first
    assert after("wheel -1")[:-3] == first[3:]
    assert after("wheel 1") == after("wheel 5") == after("key PGUP") == after("key UP") == first
    pages = [first]
    while (page := after("key PGDN")) != pages[-1]:
        pages.append(page)
    assert len(pages) >= 5
    assert offered() == {"button:pgup"}
    assert page == after("key DOWN") == after("key END") == after("key PGDN") != first
    assert after("key HOME") == first
    assert help_screen.do("clickon back").screen == "menu"


@pytest.mark.parametrize("display", [("T",), ("--video", "mono")], ids=["colours", "mono"])
def test_words_that_lead_on_stand_out(start: Start, display: tuple[str, ...]) -> None:
    game = start(*display, "--edition", "windows", "--start", "menu").do("key F1", "key TAB")
    game.picture()
    video = game.machine.display
    assert game.selected is not None

    def look(word: str) -> tuple[int, int, int]:
        row = next(row for row, words in enumerate(video.decode_text_rows()) if word in words and row > 4)
        attribute = video.cells[2 * (80 * row + video.decode_text_rows()[row].index(word)) + 1]
        table = video.text_attribute_map
        return table.inks[attribute], table.papers[attribute], table.underlines[attribute]

    chosen, other, body_text = look("How to play"), look("Keys"), look("click one")
    assert len({chosen, other, body_text}) == 3


def test_the_relaxed_game_names_where_many_met_it() -> None:
    assert "Microsoft" in load_help_text("relaxed")
    assert "1990" in load_help_text("relaxed")


def test_setup_help_names_what_is_on_at_first_on_the_page_play() -> None:
    words = re.sub(r"\^.", "", read_asset_text("setup.help"))
    (sentence,) = re.findall(r"[^.]* are on at first[^.]*\.", words.replace("\n", " "))
    for setting in PLAY_DEFS:
        assert (setting.label in sentence) == (setting.default_value == "on"), setting.label
