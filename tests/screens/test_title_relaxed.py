"""Relaxed Pyramid's title picture: what burns, glitters and walks in it, and what holds still."""

import pytest
import pyxel

from retro_pyramid.machine.video import CLEAR, Video, pixels_of
from retro_pyramid.programs.relaxed.record import RECORD
from retro_pyramid.programs.relaxed.title import CRACK, GLOW, TITLE, TORCHES
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.scene import show
from tests.screens.conftest import Start
from tests.screens.driver import alive

TICKS = range(0, 1800, 7)
SCARAB = 600
"""A tick at which the scarab is on its way."""

DOOR = (238, 104, 164, 188)
"""Where the door's two leaves are in the picture: column, row, width, height; its sill is the floor's first row."""


def drawn(now: int, down: int = 0) -> bytes:
    """What lives in the picture at a tick, on an empty page."""
    page = pyxel.Image(640, 350)
    page.cls(CLEAR)
    alive(TITLE, page, now, down)
    return pixels_of(page)


def places(pixels: bytes) -> set[tuple[int, int]]:
    rows = [pixels[start : start + 640] for start in range(0, len(pixels), 640)]
    bare = bytes([CLEAR]) * 640
    return {
        (x, y) for y, row in enumerate(rows) if row != bare for x, colour in enumerate(row) if colour != CLEAR
    }


def cells(video: Video, now: int, behind: bool = False) -> bytes:
    show(video, TITLE.cells[behind], now)
    return bytes(video.cells)


@pytest.fixture
def video(opened: object, font: bytes) -> Video:
    return Video(font, "text")


def test_only_the_rings_of_light_change_their_colour() -> None:
    seen = [{TITLE.registers_at(now)[register] for now in TICKS} for register in range(16)]
    assert {register for register in range(16) if len(seen[register]) > 1} == set(GLOW)
    assert seen[GLOW[0]] == seen[GLOW[1]] == {32, 4, 20}


def test_the_torches_flicker_each_in_its_own_time() -> None:
    assert any(len({TITLE.registers_at(now)[register] for register in GLOW}) == 2 for now in TICKS)


def test_the_menus_boxes_use_none_of_the_colours_that_flicker() -> None:
    used = {half for attribute in RECORD.dress for half in (attribute >> 4, attribute & 15)}
    assert not {*used, 0, 1, 4, 7, 8, 14, 15} & set(GLOW)


def test_a_flame_burns_on_each_torch_at_every_tick(opened: object) -> None:
    for now in TICKS:
        lit = places(drawn(now))
        assert all({(x, y - 1), (x, y - 25)} <= lit for x, y in TORCHES)


def test_dust_glitters_before_the_door_and_nowhere_else(opened: object) -> None:
    left, top, width, height = DOOR
    for now in TICKS:
        lit = places(drawn(now))
        dust = {(x, y) for x, y in lit if left <= x < left + width and y < top + height}
        others = {(x, y) for x, y in lit - dust if y < top + height}
        assert dust
        assert all(min(abs(x - middle) for middle, _ in TORCHES) < 20 for x, _ in others)


def test_a_scarab_crosses_the_floor_once(opened: object) -> None:
    floor = DOOR[1] + DOOR[3]
    middles = []
    for now in range(0, 6000, 60):
        columns = [x for x, y in places(drawn(now)) if y > floor + 10]
        middles.append(sum(columns) // len(columns) if columns else None)
    on_its_way = [at for at, middle in enumerate(middles) if middle is not None]
    assert on_its_way == list(range(on_its_way[0], on_its_way[-1] + 1))
    walk = [middles[at] for at in on_its_way]
    assert walk == sorted(walk)  # type: ignore[type-var]
    assert (walk[0], walk[-1]) < (40, 641)
    assert walk[-1] is not None
    assert walk[-1] > 600
    assert len(on_its_way) < 20


def test_all_of_it_sinks_with_the_picture(opened: object) -> None:
    whole = {(x, y + 36) for x, y in places(drawn(SCARAB)) if y + 36 < 350}
    assert places(drawn(SCARAB, 36)) == whole


def test_the_crack_is_in_the_middle_of_the_door() -> None:
    assert (CRACK[1], CRACK[3]) == (DOOR[1], DOOR[3])
    assert 2 * CRACK[0] + CRACK[2] == 2 * DOOR[0] + DOOR[2] == 640


def test_the_characters_live_too(video: Video) -> None:
    assert len({cells(video, now) for now in TICKS}) > 50


def test_the_name_stays_below_a_header_in_characters(video: Video) -> None:
    row = 2 * 80
    assert cells(video, 0)[row : 5 * row] == cells(video, 0, behind=True)[3 * row : 7 * row]


def test_without_colours_only_light_bright_and_dark_are_used(start: Start) -> None:
    game = start("--edition", "relaxed", "--video", "mono")
    game.picture()
    assert {value & 0x7F for value in game.machine.video.cells[1::2]} <= {0x07, 0x0F, 0x70, 0x0E}


def test_nothing_moves_where_all_is_to_be_still(start: Start) -> None:
    game = start("--edition", "relaxed", "--still")
    first = game.picture(), list(pyxel.colors)
    game.do("wait 200")
    assert (game.picture(), list(pyxel.colors)) == first


def test_its_own_tune_is_heard(start: Start) -> None:
    game = start("--edition", "relaxed")
    assert game.heard == "title_relaxed"
    tune = tunes()["title_relaxed"]
    assert 5000 <= sum(length for _, length in tune) <= 9000
    assert all(100 <= hertz <= 2000 for hertz, _ in tune)
