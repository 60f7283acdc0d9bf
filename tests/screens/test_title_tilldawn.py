"""The title of Solitaire Till Dawn: the night goes pale, windows and stars go out, the lamp is put out, and it stays day."""

from itertools import pairwise

import pytest

from retro_pyramid.machine.adapters.colours import luma
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.video import pixels_of
from retro_pyramid.programs.tilldawn.title import OUT, REST, SECOND, TITLE
from retro_pyramid.screens.parts.scene import show
from tests.screens.conftest import Start
from tests.screens.driver import Game

SKY = (1, 5, 2, 3, 9)
"""The sky's registers from its top to its rim."""
NEAR = 11
LAMP = (6, 12, 13, 14)
WINDOW = (498, 119, 10, 14)
MOUTH = (520, 178)
ADAPTERS = ((), ("--video", "cga"), ("T",), ("--video", "mono"))


def brightness(now: int, register: int) -> float:
    return luma(ega_rgb(TITLE.registers_at(now)[register]))


def page_at(game: Game, now: int) -> bytes:
    """The page on which the title picture lives at a tick; of a page of fewer pixels its own ones."""
    video = game.machine.video
    video.page.cls(10)
    show(video, TITLE.live, now)
    return pixels_of(getattr(video.page, "image", video.page))


def cells_at(game: Game, now: int, behind: bool = False) -> bytes:
    video = game.machine.video
    video.clear()
    show(video, TITLE.cells[behind], now)
    return bytes(video.cells)


def test_the_sky_pales_from_its_rim_upward_and_is_never_darker_than_before() -> None:
    for now in range(0, OUT + SECOND, SECOND):
        shades = [brightness(now, register) for register in SKY]
        # Rose and peach are of one lightness to the eye.
        assert all(lower > upper - 12 for upper, lower in pairwise(shades)), now
    for register in SKY:
        shades = [brightness(now, register) for now in range(0, OUT + SECOND, SECOND)]
        assert shades[-1] - shades[0] > 70


def test_a_register_of_the_sky_never_jumps() -> None:
    for before, after in pairwise(range(0, 2 * OUT, 6)):
        for register in (*SKY, NEAR):
            old, new = (TITLE.registers_at(now)[register] for now in (before, after))
            apart = [
                abs((ega_rgb(old) >> shift & 255) - (ega_rgb(new) >> shift & 255)) for shift in (0, 8, 16)
            ]
            assert max(apart) <= 0x55, (before, register)


def test_all_that_the_lamp_lights_turns_cold_when_it_is_put_out() -> None:
    night, day = (TITLE.registers_at(now) for now in (OUT - 1, OUT))
    assert all(night[register] != day[register] for register in LAMP)
    for register in LAMP:
        warm, cold = (ega_rgb(registers[register]) for registers in (night, day))
        assert (warm >> 16) - (warm & 255) > (cold >> 16) - (cold & 255)


def test_it_stays_day() -> None:
    assert TITLE.registers_at(OUT) == TITLE.registers_at(10 * OUT)


@pytest.mark.parametrize("register", [0, 4, 7, 8, 15])
def test_what_boxes_are_made_of_keeps_its_colour(register: int) -> None:
    assert {TITLE.registers_at(now)[register] for now in range(0, OUT + SECOND, 30)} == {
        DEFAULT_REGISTERS[register]
    }


@pytest.mark.parametrize(("ink", "paper"), [(15, 5), (15, 1), (14, 0), (14, 1), (0, 7), (4, 7), (8, 7)])
def test_letters_of_boxes_can_be_read_at_any_hour(ink: int, paper: int) -> None:
    for now in range(0, OUT + SECOND, 30):
        assert abs(brightness(now, ink) - brightness(now, paper)) > 70, now


def test_all_sixteen_colours_of_the_picture_differ_and_are_those_of_its_rest() -> None:
    assert len(set(TITLE.registers)) == 16
    assert SECOND < REST < OUT


def test_city_windows_go_out_one_by_one(start: Start) -> None:
    game = start("--edition", "tilldawn")
    x, y, width, _ = WINDOW
    dark = []
    for now in range(0, OUT, SECOND):
        page = page_at(game, now)
        dark.append(page[640 * y + x : 640 * y + x + width] == bytes(width))
    assert dark == sorted(dark)
    assert not dark[0]
    assert dark[-1]


def test_stars_fade_and_none_is_left_by_day(start: Start) -> None:
    game = start("--edition", "tilldawn")
    stars = [page_at(game, now)[: 640 * 118].count(15) for now in (0, OUT // 2, OUT - 1)]
    assert stars[0] > stars[1] > stars[2] == 0


def test_the_lamp_is_put_out(start: Start) -> None:
    game = start("--edition", "tilldawn")
    at = 640 * MOUTH[1] + MOUTH[0]
    assert page_at(game, OUT - 1)[at] == 10
    assert page_at(game, OUT)[at] == 8


@pytest.mark.parametrize("words", ADAPTERS)
def test_the_same_tick_is_the_same_picture(start: Start, words: tuple[str, ...]) -> None:
    game = start("--edition", "tilldawn", *words)
    picture = cells_at if game.machine.video.mode == "text" else page_at
    first = {now: picture(game, now) for now in (0, 500, REST, OUT, OUT + 333)}
    assert all(picture(game, now) == first[now] for now in reversed(first))
    assert len(set(first.values())) == len(first)


@pytest.mark.parametrize("words", ADAPTERS)
def test_where_nothing_is_to_move_it_stands_at_its_rest(start: Start, words: tuple[str, ...]) -> None:
    game = start("--edition", "tilldawn", "--still", *words).do("wait 1")
    before = pixels_of(game.image())
    assert pixels_of(game.do("wait 100").image()) == before


@pytest.mark.parametrize("words", [("T",), ("--video", "mono")])
def test_the_name_in_characters_is_whole_under_a_header(start: Start, words: tuple[str, ...]) -> None:
    game = start("--edition", "tilldawn", *words)
    for now in (0, REST, OUT):
        above, below = cells_at(game, now), cells_at(game, now, behind=True)
        letters = [
            [rows[160 * row : 160 * row + 160 : 2] for row in range(top, top + 6)]
            for rows, top in ((above, 2), (below, 3))
        ]
        assert [row.strip(b"\xba ") for row in letters[0]] == [row.strip(b" ") for row in letters[1]]


def test_the_pane_with_the_name_goes_pale_row_by_row(start: Start) -> None:
    game = start("--edition", "tilldawn", "T")
    # The paper of the pane's first column, at the right of the frame.
    papers = [[cells_at(game, 60 * hour)[160 * row + 5] >> 4 for row in range(1, 8)] for hour in range(31)]
    assert papers[0] == [0] * 7
    assert papers[-1] == [2] * 7
    changes = [sum(one != other for one, other in zip(*two, strict=True)) for two in pairwise(papers)]
    assert max(changes) <= 2
