"""EM's title picture: the name is laid, the floor rolls, the cursor blinks, and boxes over it stay as they are."""

import pytest

from retro_pyramid.programs.em.title import TITLE
from retro_pyramid.screens.backdrop import draw_backdrop
from tests.screens.conftest import Start
from tests.screens.driver import Game

ADAPTERS = {
    "ega": (),
    "cga": ("--video", "cga"),
    "text": ("T",),
    "mono": ("T", "--video", "mono"),
}
OPEN = TITLE.opening
ROUND = 24
"""Ticks until the floor is as it was."""


@pytest.fixture(params=ADAPTERS)
def game(request: pytest.FixtureRequest, start: Start) -> Game:
    return start("--edition", "em", *ADAPTERS[request.param]).do("wait 1")


def seen(game: Game, now: int, down: int = 0) -> bytes:
    """Return all that is drawn at a tick: the page, or the cells."""
    game.app.picture_ticks = now
    video = game.machine.video
    draw_backdrop(game.app, down, game.app.picture_ticks)
    if video.mode == "text":
        return bytes(video.cells)
    page = getattr(video.page, "image", video.page)
    return bytes(memoryview(page.data_ptr()).cast("B"))


def test_it_depends_on_the_tick_alone(game: Game) -> None:
    ticks = (0, 5, 33, OPEN, TITLE.rest, 250, 1000, 100_000)
    forth = [seen(game, now) for now in ticks]
    back = [seen(game, now) for now in reversed(ticks)]
    assert forth == back[::-1]


def test_letter_by_letter_the_name_is_laid_and_then_stands(game: Game) -> None:
    pictures = [seen(game, now) for now in range(0, OPEN + 1, 8)]
    assert OPEN <= 100
    assert len(set(pictures)) == len(pictures)


def test_afterwards_the_cursor_blinks(game: Game) -> None:
    # Whole rounds of the floor lie between them, and the capstone is dull at all three.
    lit, dark, again = (seen(game, OPEN + ticks) for ticks in (128, 128 + ROUND, 128 + 4 * ROUND))
    assert lit != dark
    assert lit == again


def test_the_floor_rolls_by_a_step_in_six_ticks(game: Game) -> None:
    # The cursor is lit at all of them, and the capstone is dull.
    first, same, next_step, round_later = (seen(game, 150 + ticks) for ticks in (2, 5, 6, 2 + 4 * ROUND))
    assert first == same == round_later
    assert first != next_step


def test_behind_a_menu_it_is_the_same_so_many_rows_lower(start: Start) -> None:
    game = start("--edition", "em").do("wait 1")
    whole, low = seen(game, 300), seen(game, 300, 36)
    assert low[36 * 640 :] == whole[: 314 * 640]
    text = start("--edition", "em", "T").do("wait 1")
    whole, low = seen(text, 300), seen(text, 300, 36)
    assert low[2 * 2 * 80 :] == whole[: 23 * 2 * 80]


def test_its_light_leaves_the_colours_of_boxes_and_cards_alone() -> None:
    needed = {0, 1, 3, 4, 7, 11, 14, 15}
    usual = {0: 0, 1: 1, 3: 3, 4: 4, 7: 7, 11: 59, 14: 62, 15: 63}
    for now in range(600):
        registers = TITLE.registers_at(now)
        assert not needed & TITLE.light(now).keys()
        assert {index: registers[index] for index in needed} == usual


def test_tiles_are_half_blue_and_half_black_and_come_nearer_by_a_quarter() -> None:
    steps = [[TITLE.light(now)[register] for register in (2, 5, 9, 10)] for now in range(0, 30, 6)]
    assert steps == [[1, 1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 0]]


def test_still_shows_the_whole_name_with_its_cursor(start: Start) -> None:
    still = start("--edition", "em", "--still").do("wait 1")
    assert not still.app.busy()
    first = still.picture()
    assert still.do("wait 50").picture() == first
    assert seen(still, 0) == seen(still, 1000)
