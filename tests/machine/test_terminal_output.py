"""What a terminal is told to show, read back by a naive one: every cell, only what changed, colours, cursor, size."""

import random

import pytest

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.mda import MdaAdapter
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_to_rgb
from retro_pyramid.machine.terminal.output import (
    ENTER_SEQUENCE,
    LEAVE_SEQUENCE,
    ColourSupport,
    TerminalOutput,
)
from retro_pyramid.machine.video import BLINK_TICKS, DisplayAdapter
from tests.machine.vt import BLANK, Vt

NOTHING: tuple[int, int] | None = None


@pytest.fixture
def video(opened: object, font: bytes) -> DisplayAdapter:
    return DisplayAdapter(font, "text")


def started(colours: ColourSupport = "16", columns: int = 80, rows: int = 25) -> tuple[TerminalOutput, Vt]:
    output, vt = TerminalOutput(colours), Vt(columns, rows)
    return output, vt.feed(ENTER_SEQUENCE).feed(output.start_screen(columns, rows))


def noise(video: DisplayAdapter, seed: int) -> None:
    video.cells[:] = random.Random(seed).randbytes(len(video.cells))


def expected(video: DisplayAdapter) -> list[list[tuple[str, tuple[int, int]]]]:
    """Every cell's character and colours by the adapter's own rules, in the phase in which blinking ones are seen."""
    cells = iter(video.cells)
    found = []
    for code, attribute in zip(cells, cells, strict=True):
        ink, paper = (ega_to_rgb(DEFAULT_REGISTERS[index]) for index in (attribute & 15, attribute >> 4 & 7))
        char = " " if ink == paper else cp437.DECODING_TABLE[code].replace("\xa0", " ")
        found.append((char, (ink, paper)))
    return [found[start : start + 80] for start in range(0, 2000, 80)]


def chars(vt: Vt) -> list[list[str]]:
    return [[char for char, _ in row] for row in vt.cells]


@pytest.mark.parametrize("colours", ["16", "256", "rgb"])
def test_the_terminal_shows_every_cell_whatever_it_showed_before(
    video: DisplayAdapter, colours: ColourSupport
) -> None:
    output, vt = started(colours)
    for seed in range(2):
        noise(video, seed)
        vt.feed(output.encode_frame(video, 0, NOTHING))
        assert [[(char, style[:2]) for char, style in row] for row in vt.cells] == expected(video)


def test_all_is_written_the_first_time_and_then_only_what_has_changed(video: DisplayAdapter) -> None:
    for value in (0x00, 0xFF):
        output, vt = started()
        video.cells[:] = bytes([value]) * len(video.cells)
        vt.feed(output.encode_frame(video, 0, NOTHING))
        assert vt.written == 2000
    assert output.encode_frame(video, 1, NOTHING) == b""
    video.cells[0] ^= 1
    video.cells[2 * 85 + 1] ^= 7
    vt.feed(output.encode_frame(video, 2, NOTHING))
    assert vt.written == 2002
    assert chars(vt) == [[char for char, _ in row] for row in expected(video)]


def test_wide_characters_displace_nothing(video: DisplayAdapter) -> None:
    output, vt = started()
    vt.wide = "♥═☺░"
    video.put_text(0, 0, "A♥B══C", 0x07)
    video.put_text(76, 24, "D☺░░", 0x07)
    vt.feed(output.encode_frame(video, 0, NOTHING))
    assert vt.text()[0].startswith("A♥B══C ")
    assert vt.text()[24].endswith("D☺░░")


def test_blinking_cells_go_and_come_and_the_pointer_is_a_cell_in_exchanged_colours(
    video: DisplayAdapter,
) -> None:
    output, vt = started()
    video.put_text(0, 0, "on", 0x9F)
    seen = []
    for tick in (0, BLINK_TICKS, 2 * BLINK_TICKS):
        vt.feed(output.encode_frame(video, tick, NOTHING))
        seen.append(vt.text()[0][:2])
    assert seen == ["on", "  ", "on"]
    vt.feed(output.encode_frame(video, 0, (3, 5)))
    assert vt.cells[0][0][1][:2] == (0x555555, 0xAA5500)


def test_the_cursor_is_the_terminals_own_where_the_program_has_it(video: DisplayAdapter) -> None:
    output, vt = started(columns=100, rows=31)
    for video.cursor, shown in ((None, False), ((5, 6), True), ((5, 6), True), (None, False)):
        video.put_text(70, 20, "x" if shown else "y", 0x07)
        vt.feed(output.encode_frame(video, 0, NOTHING))
        assert vt.modes[25] is shown
        assert (vt.column, vt.row) == (15, 9) or not shown


# Colours


@pytest.mark.parametrize(("colours", "apart"), [("rgb", 0), ("256", 10)])
def test_other_registers_show_at_once(video: DisplayAdapter, colours: ColourSupport, apart: int) -> None:
    output, vt = started(colours)
    video.put_text(0, 0, "x", 0x12)
    for value in range(0, 64, 3):
        rgb = ega_to_rgb(value)
        video.set_registers([0, value, *DEFAULT_REGISTERS[2:]])
        vt.feed(output.encode_frame(video, 0, NOTHING))
        paper = vt.cells[0][0][1].paper
        assert paper is not None
        assert all(abs((rgb >> shift & 255) - (paper >> shift & 255)) <= apart for shift in (0, 8, 16))


def test_of_16_colours_what_differs_stays_different(video: DisplayAdapter) -> None:
    output, vt = started("16")
    # A dark blue, half as bright as the usual one: black is as near.
    video.set_registers([0, 8, *DEFAULT_REGISTERS[2:]])
    video.put_text(0, 0, "x", 0x01)
    video.put_text(1, 0, "x", 0x0F)
    vt.feed(output.encode_frame(video, 0, NOTHING))
    ink, paper = vt.cells[0][0][1][:2]
    assert paper == 0x000000
    assert ink != paper
    assert vt.cells[0][1][1][:2] == (0xFFFFFF, 0x000000)


@pytest.mark.parametrize(("colours", "phosphors"), [("none", False), ("16", False), ("rgb", True)])
def test_a_monochrome_display(opened: object, font: bytes, colours: ColourSupport, phosphors: bool) -> None:
    video = MdaAdapter(font, "amber")
    output, vt = started(colours)
    for column, attribute in enumerate((0x07, 0x0F, 0x01, 0x70, 0x09, 0x30, 0x00)):
        video.put_text(column, 0, "x", attribute)
    vt.feed(output.encode_frame(video, 0, NOTHING))
    assert [style.marks for _, style in vt.cells[0][:7]] == [(), (1,), (4,), (7,), (1, 4), (7,), ()]
    # Black on black is not to be read.
    assert vt.text()[0].startswith("xxxxxx ")
    inks = [style.ink for _, style in vt.cells[0][:2]]
    assert inks == ([0xC87000, 0xFFC040] if phosphors else [None, None])
    assert phosphors or {style[:2] for row in vt.cells for _, style in row} == {(None, None)}


# The terminal's size


def test_the_cells_lie_in_the_middle_of_a_larger_terminal(video: DisplayAdapter) -> None:
    output, vt = started(columns=101, rows=40)
    video.put_text(0, 0, "corner", 0x1F)
    video.put_text(79, 24, "e", 0x1F)
    vt.feed(output.encode_frame(video, 0, NOTHING))
    assert output.origin == (10, 7)
    assert vt.text()[7][10:16] == "corner"
    assert vt.text()[31][89] == "e"
    assert vt.cells[6] == [BLANK] * 101


@pytest.mark.parametrize("left_out", [0, 1, 23, 8, 7])
def test_a_terminal_of_24_rows_shows_all_but_one_with_nothing_to_read(
    video: DisplayAdapter, left_out: int
) -> None:
    output, vt = started(rows=24)
    for row in range(25):
        video.put_text(0, row, f"row {row} »{{Q}}«", 0x07)
    video.put_text(0, left_out, "╔══ {K} <Q> [J] ♠♥♣♦ ▒▓".ljust(80), 0x1F)
    video.cursor = (5, 24)
    vt.feed(output.encode_frame(video, 0, NOTHING))
    assert (output.is_large_enough, output.omitted_row) == (True, left_out)
    assert [row.split()[1] for row in vt.text()] == [str(row) for row in range(25) if row != left_out]
    assert (vt.column, vt.row) == (5, 23)
    before = vt.written
    video.put_text(0, 20, "R", 0x07)
    vt.feed(output.encode_frame(video, 1, NOTHING))
    assert vt.written - before == 1
    # Where there is something to read on every row, the top one goes.
    video.put_text(0, left_out, "Lost", 0x07)
    vt.feed(output.encode_frame(video, 2, NOTHING))
    assert [row[:4].strip() for row in vt.text()].count("Lost") == (left_out > 0)
    assert output.omitted_row == 0


@pytest.mark.parametrize(("columns", "rows"), [(79, 25), (80, 23), (20, 5), (3, 2), (1, 1)])
def test_a_terminal_too_small_says_so_in_the_room_there_is(columns: int, rows: int) -> None:
    output, vt = started(columns=columns, rows=rows)
    assert not output.is_large_enough
    assert vt.text()[0] == f"Here are {columns}x{rows} characters,"[:columns].ljust(columns)
    assert rows < 2 or vt.text()[1] == "the game needs 80x24."[:columns].ljust(columns)


def test_after_a_change_of_size_all_is_written_again(video: DisplayAdapter) -> None:
    output, vt = started(columns=79)
    noise(video, 1)
    vt.size = (80, 25)
    vt.feed(output.start_screen(80, 25)).feed(output.encode_frame(video, 0, NOTHING))
    assert output.is_large_enough
    assert chars(vt) == [[char for char, _ in row] for row in expected(video)]


def test_leaving_takes_back_every_mode_of_entering() -> None:
    vt = Vt().feed(ENTER_SEQUENCE)
    entered = dict(vt.modes)
    vt.feed(LEAVE_SEQUENCE)
    assert entered == {**dict.fromkeys((1049, 1000, 1002, 1003, 1006, 2004), True), 25: False, 7: False}
    assert vt.modes == {mode: not on for mode, on in entered.items()}
