"""The title pictures of all programs: worlds of their own, alive, still when asked for, and cheap.

What is seen in them, and when, is in the golden pictures `frame_*`.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from retro_pyramid.app.assets import load_tunes
from retro_pyramid.editions import load_edition
from retro_pyramid.editions.default_title import create_desert_title
from retro_pyramid.editions.tilldawn.title import LAMP_OUT_TICK, TICKS_PER_SECOND
from retro_pyramid.editions.windows.title import CLIENT_RECT, WINDOW_OPEN_TICK
from retro_pyramid.machine.adapters.colours import rgb_luma
from retro_pyramid.machine.adapters.palette import ega_to_rgb
from retro_pyramid.machine.video import WIDTH, copy_pixels
from retro_pyramid.scenes.title import PRESS_ANY_KEY_TEXT, draw_backdrop
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.test_films import ADAPTERS

BOTH = [(edition, mode) for edition in PROGRAMS for mode in ADAPTERS]
KEPT = {
    "odm": {0, 1, 2, 4, 7, 12, 14, 15},
    "tilldawn": {0, 4, 7, 8, 15},
    "windows": {*range(16)} - {3, 5, 10, 11, 13},
    "relaxed": {*range(16)} - {9, 13},
    "em": {0, 1, 3, 4, 7, 11, 14, 15},
}
"""The registers of boxes and cards, which no title picture changes."""


def seen(game: Game, now: int, down: int = 0) -> bytes:
    """All that is drawn at a tick: the page, or the cells."""
    video = game.machine.display
    draw_backdrop(game.app, down, now)
    return (
        bytes(video.cells) if video.mode == "text" else copy_pixels(getattr(video.page, "image", video.page))
    )


@pytest.mark.parametrize(("edition", "mode"), BOTH)
def test_every_title_lives_by_the_tick_alone(start: Start, edition: str, mode: str) -> None:
    words, picture = (
        ("--edition", edition, "--start", "title", *ADAPTERS[mode]),
        load_edition(edition).title_animation,
    )
    game = start(*words).do("settle")
    assert game.says(PRESS_ANY_KEY_TEXT)
    ticks = (0, 5, 33, picture.opening_ticks, picture.still_tick, 500, 777, 1200, 2400, 4000)
    there = [seen(game, now) for now in ticks]
    assert [seen(game, now) for now in reversed(ticks)] == there[::-1]
    assert len(set(there)) > 4
    if mode == "ega":
        # Behind a menu it lies lower.
        later = picture.still_tick + 300
        assert seen(game, later, 36)[36 * WIDTH :] == seen(game, later)[: -36 * WIDTH]
    still = start(*words, "--still").do("wait 2")
    assert not still.app.is_animating()
    first = still.picture(), list(still.machine.display.registers)
    still.do("wait 200")
    assert (still.picture(), list(still.machine.display.registers)) == first


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_colours_of_the_menus_stay(edition: str) -> None:
    record = load_edition(edition)
    picture, dress = record.title_animation, record.theme
    own = picture.registers
    for now in range(picture.opening_ticks, 3600, 15):
        registers = picture.registers_at(now)
        assert {at: registers[at] for at in KEPT[edition]} == {at: own[at] for at in KEPT[edition]}, now
        for attribute in (dress.text, dress.selection, dress.title, dress.notice, dress.win_banner):
            assert registers[attribute >> 4] != registers[attribute & 15], (now, attribute)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_title_has_a_tune_of_its_own_and_opens_soon(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "title")
    mine = load_tunes()[game.heard]
    assert load_edition(edition).title_animation.opening_ticks <= 120
    # Any key leads on before.
    assert game.do("wait 1; key SPACE").screen == "menu"
    assert 5_000 <= sum(length for _, length in mine) <= 10_000
    assert all(
        load_tunes()[load_edition(name).tune_names["title"]] != mine for name in PROGRAMS if name != edition
    )
    tones = [hertz for hertz, _ in mine if hertz]
    assert 100 <= min(tones) <= max(tones) <= 2000
    # No scale: it turns, and not always the same way.
    ups = sum(after > before for before, after in pairwise(tones))
    downs = sum(after < before for before, after in pairwise(tones))
    assert min(ups, downs) >= 3


def test_a_program_that_only_recolours_the_desert_has_no_dusk_of_other_colours() -> None:
    assert create_desert_title(tuple(range(16))).registers_at(10**5) == list(range(16))


@pytest.mark.parametrize("edition", PROGRAMS[:2])
def test_the_light_of_the_last_hour_stays(edition: str) -> None:
    title = load_edition(edition).title_animation
    assert title.registers_at(3600) == title.registers_at(10**6) != title.registers_at(title.opening_ticks)


def test_words_can_be_read_in_every_hour_of_dawn() -> None:
    title = load_edition("tilldawn").title_animation
    for now in range(title.opening_ticks, LAMP_OUT_TICK + TICKS_PER_SECOND, TICKS_PER_SECOND):
        registers = title.registers_at(now)
        for ink, paper in ((15, 5), (15, 1), (14, 0), (14, 1), (0, 7), (4, 7), (8, 7)):
            assert abs(rgb_luma(ega_to_rgb(registers[ink])) - rgb_luma(ega_to_rgb(registers[paper]))) > 70


@pytest.mark.parametrize("palette", ["0", "0h", "1", "1h", "5", "5h"])
def test_letters_appear_on_the_picture_s_own_table_on_a_cga(start: Start, palette: str) -> None:
    game = start("--edition", "windows", "--video", "cga", "--cga", palette)
    left, _, width, _ = CLIENT_RECT
    columns = slice(left // 2 + 1, (left + width) // 2 - 1)

    def table(rows: range) -> list[bytes]:
        pixels = game.picture()
        return [pixels[320 * row : 320 * (row + 1)][columns] for row in rows]

    # Rows in which there is nothing but the table, and at the right of the first letter what is like them.
    bare, hidden = range(96, 132), range(24, 60)
    game.do(f"wait {WINDOW_OPEN_TICK + 1}")
    opening, covered = table(bare), table(hidden)
    game.do(f"wait {load_edition('windows').title_animation.opening_ticks - WINDOW_OPEN_TICK}")
    assert opening == table(bare)
    right = [row[60:] for row in covered]
    assert right == [row[60:] for row in opening] != [row[60:] for row in table(hidden)]
