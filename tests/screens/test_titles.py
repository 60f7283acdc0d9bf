"""The title pictures of all programs: worlds of their own, alive, still when asked for, and cheap.

What is seen in them, and when, is in the golden pictures `frame_*`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise, permutations

import pytest

from retro_pyramid.formats.pictures.bgi import decode_picture
from retro_pyramid.machine.adapters.colours import luma
from retro_pyramid.machine.adapters.palette import ega_rgb
from retro_pyramid.machine.video import HEIGHT, WIDTH, pixels_of
from retro_pyramid.packaged import asset_bytes
from retro_pyramid.programs import load
from retro_pyramid.programs.tilldawn.title import OUT, REST, SECOND
from retro_pyramid.programs.windows.title import CLIENT, OPENED
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.desert import desert
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.look import cells_rect
from retro_pyramid.screens.parts.title import PRESS
from tests.programs import PROGRAMS, TESTS
from tests.screens.conftest import Start
from tests.screens.driver import Game

MOST_ALIKE = 70
MODES = {
    "ega": (),
    "text": ("T",),
    "cga": ("--video", "cga"),
    "composite": ("--video", "cga", "--cga", "composite"),
    "mono": ("--video", "mono"),
}
BOTH = [(edition, mode) for edition in PROGRAMS for mode in MODES]
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
    video = game.machine.video
    draw_backdrop(game.app, down, now)
    return bytes(video.cells) if video.mode == "text" else pixels_of(getattr(video.page, "image", video.page))


def pixels_of_title(name: str) -> bytes:
    data = asset_bytes(f"titles/{name}.BGI")
    upper, middle = decode_picture(data)
    lower, _ = decode_picture(data, middle)
    return upper.pixels + lower.pixels


def explained(pairs: Counter[tuple[int, int]]) -> float:
    """The percentage of a picture's pixels that another one gives, each of its colours exchanged for the best."""
    best: defaultdict[int, int] = defaultdict(int)
    for (_, its), count in pairs.items():
        best[its] = max(best[its], count)
    return 100 * sum(best.values()) / pairs.total()


def test_no_title_is_another_one_recoloured() -> None:
    pictures = {name: pixels_of_title(name) for name in PROGRAMS}
    for name, other in permutations(PROGRAMS, 2):
        alike = explained(Counter(zip(pictures[name], pictures[other], strict=True)))
        assert alike <= MOST_ALIKE, (name, other)
    drawn = {path.stem for path in (TESTS.parent / "art" / "titles").glob("*.png")}
    assert drawn == {name + end for name in PROGRAMS for end in ("", "_cga", "_composite")}
    again = pictures["odm"].translate(bytes((value + 3) % 16 for value in range(256)))
    assert explained(Counter(zip(pictures["odm"], again, strict=True))) == 100


@pytest.mark.parametrize(("edition", "mode"), BOTH)
def test_every_title_lives_by_the_tick_alone(start: Start, edition: str, mode: str) -> None:
    words, picture = ("--edition", edition, "--start", "title", *MODES[mode]), load(edition).picture
    game = start(*words).do("settle")
    assert game.says(PRESS)
    ticks = (0, 5, 33, picture.opening, picture.rest, 500, 777, 1200, 2400, 4000)
    there = [seen(game, now) for now in ticks]
    assert [seen(game, now) for now in reversed(ticks)] == there[::-1]
    assert len(set(there)) > 4
    if mode == "ega":
        # Behind a menu it lies lower.
        later = picture.rest + 300
        assert seen(game, later, 36)[36 * WIDTH :] == seen(game, later)[: -36 * WIDTH]
    still = start(*words, "--still").do("wait 2")
    assert not still.app.busy()
    first = still.picture(), list(still.machine.video.registers)
    still.do("wait 200")
    assert (still.picture(), list(still.machine.video.registers)) == first


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_colours_of_the_menus_stay(edition: str) -> None:
    record = load(edition)
    picture, dress = record.picture, record.dress
    own = picture.registers
    for now in range(0, 3600, 15):
        registers = picture.registers_at(now)
        assert {at: registers[at] for at in KEPT[edition]} == {at: own[at] for at in KEPT[edition]}, now
        for attribute in (dress.paper, dress.bar, dress.title, dress.notice, dress.joy):
            assert registers[attribute >> 4] != registers[attribute & 15], (now, attribute)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_title_has_a_tune_of_its_own_and_opens_soon(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "title")
    mine = tunes()[game.heard]
    assert load(edition).picture.opening <= 120
    # Any key leads on before.
    assert game.do("wait 1; key SPACE").screen == "menu"
    assert 5_000 <= sum(length for _, length in mine) <= 10_000
    assert all(tunes()[load(name).tunes["title"]] != mine for name in PROGRAMS if name != edition)
    tones = [hertz for hertz, _ in mine if hertz]
    assert 100 <= min(tones) <= max(tones) <= 2000
    # No scale: it turns, and not always the same way.
    ups = sum(after > before for before, after in pairwise(tones))
    downs = sum(after < before for before, after in pairwise(tones))
    assert min(ups, downs) >= 3


@pytest.mark.parametrize(("edition", "mode"), BOTH)
def test_no_card_lies_or_flies_under_the_words(start: Start, edition: str, mode: str) -> None:
    game = start("--edition", edition, "--start", "title", *MODES[mode])
    while game.app.busy():
        assert not game.says(PRESS)
        game.do("wait 3")
    assert game.says(PRESS)
    video, picture = game.machine.video, load(edition).picture
    column, row, _ = picture.prompt[video.mode]
    x, y, wide, high = cells_rect(column, row, len(PRESS), 1)
    across, down = {"graphics": (64, 64), "text": (72, 56)}[video.mode]
    for _, (left, top) in picture.cards(video.mode):
        assert left >= x + wide or left + across <= x or top >= y + high or top + down <= y


# The course of the light, between the frames


def test_dusk_in_the_desert_deepens_one_register_at_a_time_and_stays() -> None:
    title = load("odm").picture
    steps = [title.registers_at(now) for now in range(0, 45 * 60, 30)]
    assert steps[0] == list(title.registers)
    assert steps[-1] == title.registers_at(10**6) != steps[0]
    for before, after in pairwise(steps):
        assert sum(one != other for one, other in zip(before, after, strict=True)) <= 1
    # A program that only recolours the desert has no dusk of other colours.
    assert desert(tuple(range(16))).registers_at(10**5) == list(range(16))


def test_the_sky_of_dawn_pales_from_its_rim_upward_and_never_jumps_and_stays() -> None:
    title, sky = load("tilldawn").picture, (1, 5, 2, 3, 9)
    hours = [title.registers_at(now) for now in range(0, OUT + SECOND, SECOND)]
    for registers in hours:
        shades = [luma(ega_rgb(registers[at])) for at in sky]
        # Rose and peach are of one lightness to the eye.
        assert all(lower > upper - 12 for upper, lower in pairwise(shades))
        for ink, paper in ((15, 5), (15, 1), (14, 0), (14, 1), (0, 7), (4, 7), (8, 7)):
            assert abs(luma(ega_rgb(registers[ink])) - luma(ega_rgb(registers[paper]))) > 70
    assert all(luma(ega_rgb(hours[-1][at])) - luma(ega_rgb(hours[0][at])) > 70 for at in sky)
    for before, after in pairwise(title.registers_at(now) for now in range(0, 2 * OUT, 6)):
        for at in (*sky, 11):
            old, new = (ega_rgb(registers[at]).to_bytes(3) for registers in (before, after))
            assert max(abs(one - other) for one, other in zip(old, new, strict=True)) <= 0x55
    assert title.registers_at(OUT) == title.registers_at(10 * OUT)
    assert len(set(title.registers)) == 16
    assert SECOND < REST < OUT


def test_torches_flicker_each_in_its_own_time_and_the_disk_is_busy_while_windows_loads() -> None:
    torches = load("relaxed").picture
    lights = [torches.registers_at(now) for now in range(0, 1800, 7)]
    assert {light[9] for light in lights} == {light[13] for light in lights} == {32, 4, 20}
    assert any(light[9] != light[13] for light in lights)
    windows = load("windows").picture
    assert 40 <= windows.opening <= 70
    assert len({windows.registers_at(now)[11] for now in range(windows.opening)}) == 2
    assert windows.registers_at(windows.rest + 100) == list(windows.registers)


@pytest.mark.parametrize("mode", MODES)
def test_once_loaded_nothing_moves_in_the_window(start: Start, mode: str) -> None:
    def inside(game: Game) -> set[bytes]:
        found = set()
        for _ in range(20):
            image = game.do("wait 19").image()
            left, right = 120 * image.width // WIDTH, 610 * image.width // WIDTH
            # Between the window's bars: no clock, no sails.
            rows, pixels = range(50 * image.height // HEIGHT, 240 * image.height // HEIGHT), pixels_of(image)
            found.add(b"".join(pixels[row * image.width + left : row * image.width + right] for row in rows))
        return found

    game = start("--edition", "windows", *MODES[mode]).do("settle")
    assert not any(glass in "".join(game.rows()[4:19]) for glass in ("▼", "►◄"))
    assert len(inside(game)) == 1
    # The menu hangs in the window, and does not move either.
    assert len(inside(game.do("key ENTER"))) == 1


@pytest.mark.parametrize("palette", ["0", "0h", "1", "1h", "5", "5h"])
def test_letters_appear_on_the_picture_s_own_table_on_a_cga(start: Start, palette: str) -> None:
    game = start("--edition", "windows", "--video", "cga", "--cga", palette)
    left, _, width, _ = CLIENT
    columns = slice(left // 2 + 1, (left + width) // 2 - 1)

    def table(rows: range) -> list[bytes]:
        pixels = game.picture()
        return [pixels[320 * row : 320 * (row + 1)][columns] for row in rows]

    # Rows in which there is nothing but the table, and at the right of the first letter what is like them.
    bare, hidden = range(96, 132), range(24, 60)
    game.do(f"wait {OPENED + 1}")
    opening, covered = table(bare), table(hidden)
    game.do(f"wait {load('windows').picture.opening - OPENED}")
    assert opening == table(bare)
    right = [row[60:] for row in covered]
    assert right == [row[60:] for row in opening] != [row[60:] for row in table(hidden)]
