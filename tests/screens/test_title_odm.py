"""The living desert: dusk by the registers, stars, birds and the caravan on the picture, and in characters."""

from itertools import pairwise

import pytest

from retro_pyramid.machine.host import Presenter
from retro_pyramid.machine.video import HEIGHT, WIDTH, Image, pixels_of
from retro_pyramid.programs import load
from retro_pyramid.screens.desert import desert
from tests.screens.conftest import Start
from tests.screens.driver import Game, alive

TITLE = load("odm").picture
NEEDED = (0, 1, 2, 4, 7, 12, 14, 15)
"""Cards, boxes and the sand that the letters are made of."""
ROUND = 832 * 5
"""Ticks of the caravan's whole way."""


def drawn(now: int, down: int = 0) -> bytes:
    """What lives in the picture at a tick, on a page of colour 8."""
    page = Image(WIDTH, HEIGHT)
    page.cls(8)
    alive(TITLE, page, now, down)
    return pixels_of(page)


def columns_in(now: int, top: int, bottom: int) -> set[int]:
    """The columns in which black is drawn between two rows."""
    pixels = drawn(now)
    return {at % WIDTH for at in range(top * WIDTH, bottom * WIDTH) if pixels[at] == 0}


def test_dusk_deepens_for_forty_seconds_one_register_at_a_time_and_stays() -> None:
    steps = [TITLE.registers_at(now) for now in range(0, 45 * 60, 30)]
    assert steps[0] == list(TITLE.registers)
    assert steps[-1] == TITLE.registers_at(10**6) != steps[0]
    for before, after in pairwise(steps):
        assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1
    for register in NEEDED:
        assert {step[register] for step in steps} == {TITLE.registers[register]}


def test_a_program_that_only_recolours_the_desert_has_no_dusk_of_other_colours() -> None:
    noon = desert(tuple(range(16)))
    assert noon.registers_at(10**5) == list(range(16))


def test_what_lives_moves_with_the_ticks_and_lies_lower_with_the_picture(opened: Presenter) -> None:
    for now in (0, 777, 5000):
        assert drawn(now, 36)[36 * WIDTH :] == drawn(now)[: -36 * WIDTH]
    assert len({drawn(now) for now in range(0, 600, 20)}) == 30


def test_the_caravan_walks_to_the_left_and_comes_again_from_the_right(opened: Presenter) -> None:
    first, later = columns_in(0, 250, 340), columns_in(300, 250, 340)
    assert min(first) > 480
    assert max(first) == WIDTH - 1
    assert min(later) == min(first) - 300 // 5
    assert any(max(columns_in(now, 250, 340), default=0) < 200 for now in range(0, ROUND, 300))
    assert columns_in(ROUND, 250, 340) == first


def test_stars_come_out_as_it_gets_darker(opened: Presenter) -> None:
    def stars(now: int) -> int:
        return sum(pixel in (9, 15) for pixel in drawn(now))

    assert max(map(stars, range(2200, 2300, 10))) > max(map(stars, range(0, 100, 10))) + 10


@pytest.mark.parametrize("words", [("T",), ("--video", "mono"), ("T", "--video", "cga")])
def test_in_characters_the_caravan_walks_and_stars_twinkle(start: Start, words: tuple[str, ...]) -> None:
    def feet(game: Game) -> int:
        return next(column for column, char in enumerate(game.rows()[23]) if char in "▐█")

    game = start(*words, "--start", "title")
    first, sky = feet(game), game.rows()[:3]
    game.do("wait 400")
    assert feet(game) == first - 400 // 40
    seen = [game.do("wait 12").rows()[:3] for _ in range(19)]
    assert sum(rows != sky for rows in seen) > 5
