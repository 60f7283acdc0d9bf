"""Paging through the help."""

import pytest

from retro_pyramid.screens.library import help_text
from tests.screens.conftest import Start
from tests.screens.driver import Game


@pytest.fixture(params=[(), ("T",)], ids=["graphics", "text"])
def help_screen(start: Start, request: pytest.FixtureRequest) -> Game:
    return start(*request.param, "--start", "menu").do("key F1")


def body(game: Game) -> list[str]:
    return [row[1:79].rstrip() for row in game.rows()[4:23]]


def test_pages_and_lines(help_screen: Game) -> None:
    first = body(help_screen)
    second = body(help_screen.do("key PGDN"))
    # A page on keeps one line of the page before.
    assert second[0] == first[-1]
    assert second != first
    assert body(help_screen.do("key PGUP")) == first
    assert body(help_screen.do("key DOWN"))[:-1] == first[1:]
    assert body(help_screen.do("key UP")) == first


def test_the_ends_hold(help_screen: Game) -> None:
    first = body(help_screen)
    last = body(help_screen.do("key END"))
    assert last != first
    for key in ("PGDN", "DOWN", "END"):
        assert body(help_screen.do(f"key {key}")) == last
    assert body(help_screen.do("key HOME")) == first
    for key in ("PGUP", "UP"):
        assert body(help_screen.do(f"key {key}")) == first


def test_paging_comes_to_the_end_and_shows_all_lines(help_screen: Game) -> None:
    pages = [body(help_screen)]
    while (page := body(help_screen.do("key PGDN"))) != pages[-1]:
        pages.append(page)
    assert len(pages) >= 5
    assert page == body(help_screen.do("key END"))


def test_the_wheel_scrolls_three_lines(help_screen: Game) -> None:
    first = body(help_screen)
    assert body(help_screen.do("wheel -1"))[:-3] == first[3:]
    assert body(help_screen.do("wheel 1")) == first
    assert body(help_screen.do("wheel 5")) == first


def test_the_mouse_pages_and_leaves(help_screen: Game) -> None:
    first = body(help_screen)
    second = body(help_screen.do("clickon button:pgdn"))
    assert second[0] == first[-1]
    assert body(help_screen.do("clickon button:pgup")) == first
    assert help_screen.do("clickon back").screen == "menu"


@pytest.mark.parametrize("key", ["ESC", "BACKSPACE", "F1", "q"])
def test_keys_that_leave(help_screen: Game, key: str) -> None:
    assert help_screen.do(f"key {key}").screen == "menu"


@pytest.mark.parametrize("display", [("T",), ("--video", "mono")], ids=["colours", "mono"])
def test_words_that_lead_on_stand_out_and_the_chosen_one_among_them(
    start: Start, display: tuple[str, ...]
) -> None:
    game = start(*display, "--edition", "windows", "--start", "menu").do("key F1", "key TAB")
    game.picture()
    video = game.machine.video
    assert game.selected is not None

    def look(word: str) -> tuple[int, int, int]:
        row = next(row for row, words in enumerate(video.text_rows()) if word in words and row > 4)
        attribute = video.cells[2 * (80 * row + video.text_rows()[row].index(word)) + 1]
        table = video.text_look
        return table.inks[attribute], table.papers[attribute], table.underlines[attribute]

    chosen, other, body_text = look("How to play"), look("Keys"), look("click one")
    assert len({chosen, other, body_text}) == 3


def test_a_page_back_or_on_is_offered_where_there_is_one(help_screen: Game) -> None:
    def offered() -> set[str]:
        return {"button:pgup", "button:pgdn"} & set(help_screen.enabled())

    assert offered() == {"button:pgdn"}
    assert (help_screen.do("key PGDN") and offered()) == {"button:pgup", "button:pgdn"}
    assert (help_screen.do("key END") and offered()) == {"button:pgup"}


def test_cards_stand_beside_their_words_while_there_is_room_for_all_of_them(start: Start) -> None:
    game = start("T", "--edition", "tilldawn", "--start", "menu").do("key F1; key PGDN")
    rows = "\n".join(body(game))
    assert all(
        card in rows for card in ("3♦", "Q♠", "A♦", "6♥", "7♣", "K♦", "Nothing covers the cards below.")
    )
    rows = "\n".join(body(game.do("key UP; key UP; key UP")))
    assert "Nothing covers the cards below." in rows
    assert "3♦" not in rows


def test_the_relaxed_game_names_where_many_met_it() -> None:
    assert "Microsoft" in help_text("relaxed")
    assert "1990" in help_text("relaxed")
