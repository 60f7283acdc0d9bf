"""The title picture of Pyramid for Windows: the window opens from its icon, the clock ticks, the hourglass turns."""

from itertools import pairwise

import pytest

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import HEIGHT, WIDTH, Image, pixels_of
from retro_pyramid.programs import load
from retro_pyramid.programs.windows.title import CLIENT, OPENED, TITLE
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.sheet import drawing
from tests.screens.conftest import Start
from tests.screens.driver import Game, alive

_WINDOW = (112, 4, 512, 269)
_CLOCK = (36, 142, 40, 34)
_AT_ICON, _GLASS = (76, 282, 28, 24), (486, 108, 28, 28)
"""Where the hourglass is until the window is open, and then."""
_SAILS = (224, 279, 28, 20)


def _part(page: Image, x: int, y: int, width: int, height: int) -> bytes:
    pixels = pixels_of(page)
    return b"".join(pixels[row * WIDTH + x :][:width] for row in range(y, y + height))


def _alive(now: int, down: int = 0) -> Image:
    page = Image(WIDTH, HEIGHT)
    page.cls(5)
    alive(TITLE, page, now, down)
    return page


@pytest.mark.parametrize("now", [0, 20, OPENED, TITLE.opening, 7000])
def test_what_lives_depends_on_the_tick_alone(start: Start, now: int) -> None:
    start()
    first = pixels_of(_alive(now))
    _alive(now + 100)
    assert pixels_of(_alive(now)) == first


def test_behind_a_menu_the_window_is_open_and_all_is_lower(start: Start) -> None:
    start()
    for now in (0, OPENED, TITLE.opening):
        assert _part(_alive(now, 36), *_WINDOW[:3], 40) == bytes([5]) * _WINDOW[2] * 40
    later = TITLE.opening + 7
    assert pixels_of(_alive(later, 36))[36 * WIDTH :] == pixels_of(_alive(later))[: -36 * WIDTH]
    assert start("--edition", "windows", "T", "--start", "menu").says("Windows")


def test_the_registers_of_boxes_and_cards_stay_at_all_ticks() -> None:
    for now in range(1000):
        shown = TITLE.registers_at(now)
        for index in (0, 1, 2, 4, 6, 7, 8, 9, 12, 14, 15):
            assert shown[index] == DEFAULT_REGISTERS[index]


def test_the_disk_is_busy_while_the_program_is_loaded() -> None:
    lamps = {TITLE.registers_at(now)[11] for now in range(TITLE.opening)}
    assert len(lamps) == 2
    assert TITLE.registers_at(TITLE.rest + 100) == list(TITLE.registers)


def test_the_window_grows_from_the_icon() -> None:
    # What hides the window comes first, then the frame of a smaller one.
    grown = [drawing("windows", "open", number).shapes[1][1][:4] for number in range(1, 11)]
    assert 40 <= TITLE.opening <= 70
    for smaller, larger in pairwise(grown):
        assert smaller[2] < larger[2]
        assert smaller[3] < larger[3]
    assert grown[0][2] < 100


def test_nothing_of_the_window_is_there_before_it_opens(start: Start) -> None:
    start()
    assert set(_part(_alive(0), *_WINDOW)) == {3}
    assert not TITLE.patches(OPENED - 1)
    assert not TITLE.patches(TITLE.opening)
    covered = [[size for _, _, size in TITLE.patches(now)] for now in range(OPENED, TITLE.opening)]
    # The name is uncovered letter by letter.
    assert covered == sorted(covered, reverse=True)
    assert covered[0] > covered[-1]


def test_the_clock_ticks_and_the_sails_turn(start: Start) -> None:
    start()
    begin = TITLE.opening + 6
    assert _part(_alive(begin), *_CLOCK) == _part(_alive(begin + 58 - begin % 60), *_CLOCK)
    assert _part(_alive(begin), *_CLOCK) != _part(_alive(begin + 60), *_CLOCK)
    assert len({_part(_alive(now), *_SAILS) for now in range(0, 480, 4)}) > 20


def test_the_hourglass_runs_and_turns_while_the_program_is_loaded_and_is_gone_after_that(
    start: Start,
) -> None:
    start()
    assert len({_part(_alive(now), *_AT_ICON) for now in range(OPENED)}) > 10
    assert len({_part(_alive(now), *_GLASS) for now in range(OPENED, TITLE.opening)}) > 4
    for place in (_AT_ICON, _GLASS):
        empty = bytes([5]) * (place[2] * place[3])
        assert {
            _part(_alive(now, down), *place) for now in range(TITLE.opening, 900) for down in (0, 36)
        } == {empty}


@pytest.mark.parametrize("words", [(), ("T",), ("--video", "cga"), ("--video", "mono")], ids=" ".join)
def test_once_loaded_nothing_moves_in_the_window(start: Start, words: tuple[str, ...]) -> None:
    def inside(game: Game) -> set[bytes]:
        found = set()
        for _ in range(40):
            image = game.do("wait 10").image()
            across, down = image.width / WIDTH, image.height / HEIGHT
            left, right = round(120 * across), round(610 * across)
            # Between the window's bars: no clock, no sails.
            rows = range(round(50 * down), round(240 * down))
            pixels = pixels_of(image)
            found.add(b"".join(pixels[row * image.width + left : row * image.width + right] for row in rows))
        return found

    game = start("--edition", "windows", *words).do("settle")
    assert not any(glass in "".join(game.rows()[4:19]) for glass in ("▼", "►◄"))
    assert len(inside(game)) == 1
    # The menu hangs in the window, and does not move either.
    assert len(inside(game.do("key ENTER"))) == 1


@pytest.mark.parametrize("words", [("T",), ("--video", "mono")], ids=" ".join)
def test_in_characters_the_hourglass_runs_while_the_program_is_loaded(
    start: Start, words: tuple[str, ...]
) -> None:
    game = start("--edition", "windows", *words)
    seen = ["".join(game.do("wait 1").rows()) for _ in range(TITLE.opening - 2)]
    assert any("►◄" in rows for rows in seen)
    assert sum("▼" in rows.replace("▼ ▲", "") for rows in seen) > 30


def _rows(start: Start, wait: str) -> Game:
    return start("--edition", "windows", "T").do(wait)


def test_in_characters_the_window_opens_too(start: Start) -> None:
    assert not _rows(start, "wait 5").says("Game")
    assert not _rows(start, "wait 5").says("Press any key")
    opened = _rows(start, "settle")
    for words in ("Pyramid", "Game", "for", "Windows", "Press any key", "Clock"):
        assert opened.says(words)
    later = {"".join(opened.do("wait 48").rows()) for _ in range(8)}
    assert len(later) > 4


def test_its_tune_is_five_notes_then_nothing(start: Start) -> None:
    every = tunes()
    tune = every[load("windows").tunes["title"]]
    notes, sounding = 0, False
    for hertz, _ in tune:
        notes += bool(hertz) and not sounding
        sounding = bool(hertz)
    assert notes == 5
    assert all(hertz == 0 or 100 <= hertz <= 2000 for hertz, _ in tune)
    assert 5000 <= sum(length for _, length in tune) <= 9000


@pytest.mark.parametrize("palette", ["0", "0h", "1", "1h", "5", "5h"])
def test_the_table_on_which_the_letters_appear_is_the_pictures_own_on_a_cga(
    start: Start, palette: str
) -> None:
    game = start("--edition", "windows", "--video", "cga", "--cga", palette)
    left, _, width, _ = CLIENT
    columns = range(left // 2 + 1, (left + width) // 2 - 1)

    def table(rows: range) -> list[bytes]:
        pixels = game.picture()
        return [bytes(pixels[320 * row + column] for column in columns) for row in rows]

    # Rows in which there is nothing but the table, and at the right of the first letter what is like them.
    bare, hidden = range(96, 132), range(24, 60)
    game.do(f"wait {OPENED + 1}")
    opening, covered = table(bare), table(hidden)
    game.do(f"wait {TITLE.opening - OPENED}")
    assert opening == table(bare)
    assert (
        [row[60:] for row in covered] == [row[60:] for row in opening] != [row[60:] for row in table(hidden)]
    )
