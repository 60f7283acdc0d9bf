"""Every pixel that the emulated adapter shows, against a renderer that draws everything anew each time."""

import random

import pytest

from retro_pyramid.machine.adapters.mda import MdaAdapter
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.resources import read_asset_text
from tests.machine.naive import HARDWARE, HEIGHT, WIDTH, graphics_picture, mono_look, pixels, text_picture

CARD_PAGE = bytes((x // 5 + y // 3) % 16 for y in range(HEIGHT) for x in range(WIDTH))
MIDDLE = (40, 12)


def page_of(video: DisplayAdapter, content: bytes = CARD_PAGE) -> bytes:
    memoryview(video.page.data_ptr()).cast("B")[:] = content
    return content


def text_video(machine: Machine, font: bytes, mono: bool = False) -> DisplayAdapter:
    return MdaAdapter(font) if mono else DisplayAdapter(font, "text")


def cell_of(picture: bytes, column: int, row: int, wide: int = 8) -> list[bytes]:
    starts = [(14 * row + line) * 80 * wide + wide * column for line in range(14)]
    return [picture[start : start + wide] for start in starts]


def test_the_patterns_are_those_of_the_pc() -> None:
    # A heart and a full block, as anybody can check by eye.
    rows = dict(line.split() for line in read_asset_text("cp437_8x14.hex").splitlines()[1:])
    assert rows["03"] == "0000006CFEFEFEFE7C3810000000"
    assert rows["DB"] == "FF" * 14


EVERY = [(ord("X"), at) for at in range(256)] + [(at, 0x0F) for at in range(256)] + [(0, 0)] * 1488
EVERY[1920], EVERY[1999] = (0xDB, 0x4E), (0xDB, 0x1D)
CELLS = bytes(value for cell in EVERY for value in cell)
"""Cells of every attribute and of every character, and a block in the lower corners."""


@pytest.mark.parametrize("tick", [0, 15, 16, 31, 32])
@pytest.mark.parametrize("mono", [False, True])
def test_all_of_text_blinks_by_the_clock(machine: Machine, font: bytes, tick: int, mono: bool) -> None:
    video = text_video(machine, font, mono)
    video.cells[:] = CELLS
    assert pixels(video.compose_picture(tick, None)) == text_picture(font, CELLS, tick, mono=mono)


def test_every_character_and_attribute_in_graphics_where_none_blinks(machine: Machine, font: bytes) -> None:
    page = page_of(machine.display)
    machine.display.cells[:] = CELLS
    expected = graphics_picture(font, CELLS, page)
    assert expected[255 % 80 * 8 + 255 // 80 * 14 * WIDTH] == 15
    for tick in (0, 16):
        assert pixels(machine.display.compose_picture(tick, None)) == expected


def test_a_paper_that_holds_a_dark_colour_is_not_reversed_on_mono(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font, mono=True)
    video.put_text(0, 0, " ", 0x3F)
    assert pixels(video.compose_picture(0, None))[0] == 7
    night = list(video.registers)
    night[3] = 0b001000
    video.set_registers(night)
    assert pixels(video.compose_picture(0, None))[0] == 0
    # A letter that is a key stands out.
    assert (
        video.hotkey_attribute(0x1E, 0x1F),
        video.hotkey_attribute(0x74, 0x70),
        video.hotkey_attribute(0x1F, 0x17),
    ) == (0x09, 0x0F, 0x1F)


def test_the_mono_attributes_that_were_measured() -> None:
    looks = {"invisible": (0, 0, False), "reverse_fg0_bg170": (0, 7, False)}
    looks |= {"underline_row13_normal": (7, 0, True), "underline_row13_bright": (15, 0, True)}
    for kind, look in looks.items():
        # The naive renderer goes by them, which the adapter is compared with.
        for digits in HARDWARE["mda"]["mda_attributes_measured"][kind]:
            assert mono_look(int(digits, 16)) == look


def test_changing_the_mode_draws_everything_anew(machine: Machine, font: bytes) -> None:
    video, page = machine.display, page_of(machine.display)
    assert pixels(video.compose_picture(0, None)) == page
    video.fill_cells(0, 0, 40, 10, "x", 0x9E)
    video.put_text(50, 0, " ", 0x00)
    cells = bytes(video.cells)
    graphics, text = graphics_picture(font, cells, page), text_picture(font, cells)
    for _ in range(2):
        video.mode = "graphics"
        assert pixels(video.compose_picture(0, None)) == graphics
        video.mode = "text"
        assert pixels(video.compose_picture(0, None)) == text
    video.mode = "graphics"
    video.clear_text()
    assert pixels(video.compose_picture(0, None)) == page


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))]
)
@pytest.mark.parametrize("kind", ["graphics", "text", "mono"])
def test_drawing_what_changed_is_enough(machine: Machine, font: bytes, kind: str, seed: int) -> None:
    chance = random.Random(f"{kind} {seed}")
    video = (
        MdaAdapter(font)
        if kind == "mono"
        else DisplayAdapter(font, "graphics" if kind == "graphics" else "text")
    )
    page = page_of(video)
    tick = 0
    for _ in range(6):
        for _ in range(chance.choice((0, 1, 12, 30, 400))):
            place = 2 * chance.randrange(2000)
            empty = chance.random() < 0.2
            video.cells[place : place + 2] = bytes(2) if empty else chance.randbytes(2)
        if chance.random() < 0.1:
            video.clear_text()
        tick += chance.randrange(20)
        pointer = (chance.randrange(WIDTH), chance.randrange(HEIGHT)) if chance.random() < 0.5 else None
        cells = bytes(video.cells)
        if kind == "graphics":
            assert pixels(video.compose_picture(tick, None)) == graphics_picture(font, cells, page)
        else:
            at = pointer and (pointer[0] // 8, pointer[1] // 14)
            assert pixels(video.compose_picture(tick, pointer)) == text_picture(
                font, cells, tick, at, kind == "mono"
            )
        assert video.cells == cells


def test_the_cursor_blinks_on_lines_11_and_12(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font)
    video.put_text(*MIDDLE, " ", 0x1E)
    video.cursor = MIDDLE
    phases = HARDWARE["cursor_blink_frames"]
    assert (phases["on"], phases["off"]) == (8, 8)
    for tick, shown in ((0, True), (7, True), (8, False), (15, False), (16, True), (24, False)):
        picture = pixels(video.compose_picture(tick, None))
        # In the colour of the cell's own characters, as the adapter does it.
        lines = [line for line, dots in enumerate(cell_of(picture, *MIDDLE)) if dots == bytes([14] * 8)]
        assert lines == (HARDWARE["cursor_scanlines"]["ega_8x14"] if shown else [])
        assert picture.count(14) == (16 if shown else 0)
    video.compose_picture(0, None)
    video.clear_text()
    assert video.cursor is None
    assert set(pixels(video.compose_picture(0, None))) == {0}


def arrow(x: int, y: int, page: bytes) -> bytes:
    """The page with the measured arrow at (x, y): AND 0 XOR 0 is black, 0 and 1 white, 1 and 0 the page."""
    picture = bytearray(page)
    masks = HARDWARE["mouse_arrow"]
    for line, (ands, xors) in enumerate(zip(masks["and_mask"], masks["xor_mask"], strict=True)):
        for column in range(16):
            bit = 0x8000 >> column
            if x + column < WIDTH and y + line < HEIGHT and not ands & bit:
                picture[(y + line) * WIDTH + x + column] = 15 if xors & bit else 0
    return bytes(picture)


@pytest.mark.parametrize("place", [(0, 0), (321, 177), (639, 349), (630, 5), (5, 340)])
def test_the_pointer_in_graphics_is_the_drivers_arrow(machine: Machine, place: tuple[int, int]) -> None:
    page = page_of(machine.display)
    assert pixels(machine.display.compose_picture(0, place)) == arrow(*place, page)
    assert pixels(machine.display.compose_picture(0, None)) == page


def test_the_pointer_can_be_seen_on_every_attribute(machine: Machine, font: bytes) -> None:
    for mono in (False, True):
        video = text_video(machine, font, mono)
        wide = 9 if mono else 8
        for attribute in range(0x80):
            video.fill_cells(0, 0, 1, 1, "R", attribute)
            shown = pixels(video.compose_picture(0, (7, 13)))
            assert cell_of(shown, 0, 0, wide) != cell_of(
                pixels(video.compose_picture(0, None)), 0, 0, wide
            ), attribute
            if not mono:
                video.fill_cells(0, 0, 1, 1, "R", attribute ^ 0x77)
                assert shown == pixels(video.compose_picture(0, None)), "the driver exchanges colours by XOR"


def test_write_cuts_off_what_lies_outside(machine: Machine) -> None:
    video = machine.display
    for column, row, text in ((-2, 0, "abcd"), (78, 1, "abcd"), (0, -1, "never"), (0, 25, "never")):
        video.put_text(column, row, text, 1)
    for column, row in ((80, 2), (-9, 3)):
        video.put_text(column, row, "never", 1)
    video.put_text(0, 24, "5 €", 7)
    rows = video.decode_text_rows()
    assert [len(row) for row in rows] == [80] * 25
    shown = {at: row.rstrip() for at, row in enumerate(rows) if row.strip()}
    assert shown == {0: "cd", 1: "ab".rjust(80), 24: "5 ?"}


def test_tint_changes_attributes_only_inside_the_screen(machine: Machine) -> None:
    video = machine.display
    video.fill_cells(0, 0, 80, 25, "x", 7)
    for area in ((-2, -1, 4, 3, 0x1E), (78, 23, 9, 9, 0x2E), (90, 3, 4, 1, 0x3E), (-9, 3, 4, 1, 0x3E)):
        video.set_cell_attributes(*area)
    tinted = [(at % 80, at // 80, look) for at, look in enumerate(video.cells[1::2]) if look != 7]
    left, right = ((0, 1), (0, 1), 0x1E), ((78, 79), (23, 24), 0x2E)
    assert tinted == [(x, y, look) for columns, rows, look in (left, right) for y in rows for x in columns]
    assert set(video.decode_text_rows()) == {"x" * 80}
