"""Every pixel that the emulated adapter shows, against a renderer that draws everything anew each time."""

import random

import pytest

from retro_pyramid.machine.adapters.mda import MdaVideo
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import Video
from retro_pyramid.packaged import asset_text
from tests.machine.naive import HARDWARE, HEIGHT, WIDTH, graphics_picture, mono_look, pixels, text_picture

CARD_PAGE = bytes((x // 5 + y // 3) % 16 for y in range(HEIGHT) for x in range(WIDTH))
MIDDLE = (40, 12)


def page_of(video: Video, content: bytes = CARD_PAGE) -> bytes:
    memoryview(video.page.data_ptr()).cast("B")[:] = content
    return content


def text_video(machine: Machine, font: bytes, mono: bool = False) -> Video:
    return MdaVideo(font) if mono else Video(font, "text")


def cell_of(picture: bytes, column: int, row: int, wide: int = 8) -> list[bytes]:
    starts = [(14 * row + line) * 80 * wide + wide * column for line in range(14)]
    return [picture[start : start + wide] for start in starts]


# Characters


def test_every_character_stands_in_its_cell_pixel_for_pixel(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font)
    for code in range(256):
        place = 2 * (code // 64 * 80 + code % 64)
        video.cells[place : place + 2] = bytes([code, 0x0F])
    picture = pixels(video.compose(0, None))
    for code in range(256):
        drawn = [
            sum(128 >> bit for bit, pixel in enumerate(line) if pixel == 15)
            for line in cell_of(picture, code % 64, code // 64)
        ]
        assert bytes(drawn) == font[14 * code : 14 * code + 14], f"character {code:02X}"


def test_the_patterns_are_those_of_the_pc() -> None:
    # A heart and a full block, as anybody can check by eye.
    rows = dict(line.split() for line in asset_text("cp437_8x14.hex").splitlines()[1:])
    assert rows["03"] == "0000006CFEFEFEFE7C3810000000"
    assert rows["DB"] == "FF" * 14


@pytest.mark.parametrize("place", [(0, 0), (79, 0), (0, 24), (79, 24)])
def test_a_corner_cell_is_in_its_corner(machine: Machine, font: bytes, place: tuple[int, int]) -> None:
    video = text_video(machine, font)
    video.write(*place, "█", 0x0C)
    lit = [at for at, pixel in enumerate(pixels(video.compose(0, None))) if pixel == 12]
    left, top = 8 * place[0], 14 * place[1]
    assert lit == [y * WIDTH + x for y in range(top, top + 14) for x in range(left, left + 8)]


# Attributes


def all_attributes() -> bytes:
    return b"".join(bytes([65, attribute]) for attribute in range(256)) + bytes(2 * (2000 - 256))


@pytest.mark.parametrize("tick", [0, 15, 16, 31, 32])
def test_text_attributes_have_16_inks_8_papers_and_blink(machine: Machine, font: bytes, tick: int) -> None:
    video = text_video(machine, font)
    video.cells[:] = all_attributes()
    assert pixels(video.compose(tick, None)) == text_picture(font, all_attributes(), tick)


def test_graphics_attributes_have_16_papers_and_never_blink(machine: Machine, font: bytes) -> None:
    page = page_of(machine.video)
    machine.video.cells[:] = all_attributes()
    expected = graphics_picture(font, all_attributes(), page)
    assert expected[255 % 80 * 8 + 255 // 80 * 14 * WIDTH] == 15
    for tick in (0, 16):
        assert pixels(machine.video.compose(tick, None)) == expected


@pytest.mark.parametrize("tick", [0, 16])
def test_mono_reduces_every_attribute(machine: Machine, font: bytes, tick: int) -> None:
    video = text_video(machine, font, mono=True)
    video.cells[:] = all_attributes()
    assert pixels(video.compose(tick, None)) == text_picture(font, all_attributes(), tick, mono=True)


def test_a_paper_that_holds_a_dark_colour_is_not_reversed_on_mono(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font, mono=True)
    video.write(0, 0, " ", 0x3F)
    assert pixels(video.compose(0, None))[0] == 7
    night = list(video.registers)
    night[3] = 0b001000
    video.set_registers(night)
    assert pixels(video.compose(0, None))[0] == 0


def test_a_letter_that_is_a_key_stands_out_on_mono(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font, mono=True)
    assert (video.hot(0x1E, 0x1F), video.hot(0x74, 0x70), video.hot(0x1F, 0x17)) == (0x09, 0x0F, 0x1F)
    video.write(0, 0, "X", 0x09)
    assert set(pixels(video.compose(0, None))[13 * 720 :][:9]) == {15}


@pytest.mark.parametrize(
    ("kind", "look"),
    [
        ("invisible", (0, 0, False)),
        ("underline_row13_normal", (7, 0, True)),
        ("underline_row13_bright", (15, 0, True)),
        ("reverse_fg0_bg170", (0, 7, False)),
    ],
)
def test_the_mono_attributes_that_were_measured(
    machine: Machine, font: bytes, kind: str, look: tuple[int, int, bool]
) -> None:
    video = text_video(machine, font, mono=True)
    foreground, background, underline = look
    for attribute in (int(digits, 16) for digits in HARDWARE["mda"]["mda_attributes_measured"][kind]):
        assert mono_look(attribute) == look
        video.fill(0, 0, 1, 1, "I", attribute)
        cell = cell_of(pixels(video.compose(0, None)), 0, 0, wide=9)
        assert {pixel for line in cell[:13] for pixel in line} == {foreground, background}
        assert cell[13] == bytes([foreground if underline else background]) * 9


def test_an_underline_is_one_line_high_and_leaves_the_cell_below_alone(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font, mono=True)
    video.fill(0, 0, 1, 2, "X", 0x07)
    before = cell_of(pixels(video.compose(0, None)), 0, 1, wide=9)
    # Only the upper one is painted anew.
    video.write(0, 0, "X", 0x01)
    picture = pixels(video.compose(0, None))
    assert cell_of(picture, 0, 1, wide=9) == before
    assert [set(line) for line in cell_of(picture, 0, 0, wide=9)[12:]] == [{0}, {7}]


# Empty cells


def test_in_graphics_an_empty_cell_shows_the_page(machine: Machine) -> None:
    video = machine.video
    page = page_of(video)
    assert pixels(video.compose(0, None)) == page
    video.fill(3, 3, 20, 4, "▒", 0x4F)
    assert pixels(video.compose(0, None)) != page
    video.clear()
    assert pixels(video.compose(0, None)) == page


def test_in_graphics_a_black_blank_hides_the_page(machine: Machine) -> None:
    page_of(machine.video, bytes([9]) * len(CARD_PAGE))
    machine.video.write(1, 0, " ", 0x00)
    cells = [cell_of(pixels(machine.video.compose(0, None)), column, 0)[0] for column in range(3)]
    assert cells == [bytes([9] * 8), bytes(8), bytes([9] * 8)]


def test_in_text_an_empty_screen_is_black_from_the_first_frame(machine: Machine, font: bytes) -> None:
    assert set(pixels(text_video(machine, font).compose(0, None))) == {0}


def test_changing_the_mode_draws_everything_anew(machine: Machine, font: bytes) -> None:
    video, page = machine.video, page_of(machine.video)
    video.fill(0, 0, 40, 10, "x", 0x9E)
    cells = bytes(video.cells)
    graphics, text = graphics_picture(font, cells, page), text_picture(font, cells)
    for _ in range(2):
        video.mode = "graphics"
        assert pixels(video.compose(0, None)) == graphics
        video.mode = "text"
        assert pixels(video.compose(0, None)) == text


# Only what changed is drawn


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["graphics", "text", "mono"])
def test_drawing_what_changed_gives_the_picture_of_drawing_all(
    machine: Machine, font: bytes, kind: str, seed: int
) -> None:
    chance = random.Random(f"{kind} {seed}")
    video = MdaVideo(font) if kind == "mono" else Video(font, "graphics" if kind == "graphics" else "text")
    page = page_of(video)
    tick = 0
    for _ in range(6):
        for _ in range(chance.choice((0, 1, 12, 30, 400))):
            place = 2 * chance.randrange(2000)
            empty = chance.random() < 0.2
            video.cells[place : place + 2] = bytes(2) if empty else chance.randbytes(2)
        if chance.random() < 0.1:
            video.clear()
        tick += chance.randrange(20)
        pointer = (chance.randrange(WIDTH), chance.randrange(HEIGHT)) if chance.random() < 0.5 else None
        cells = bytes(video.cells)
        if kind == "graphics":
            assert pixels(video.compose(tick, None)) == graphics_picture(font, cells, page)
        else:
            at = pointer and (pointer[0] // 8, pointer[1] // 14)
            assert pixels(video.compose(tick, pointer)) == text_picture(font, cells, tick, at, kind == "mono")
        assert video.cells == cells


# Cursor


@pytest.mark.parametrize(
    ("tick", "shown"), [(0, True), (7, True), (8, False), (15, False), (16, True), (24, False)]
)
def test_the_cursor_blinks_on_lines_11_and_12(machine: Machine, font: bytes, tick: int, shown: bool) -> None:
    video = text_video(machine, font)
    video.write(*MIDDLE, " ", 0x1E)
    video.cursor = MIDDLE
    picture = pixels(video.compose(tick, None))
    # In the colour of the cell's own characters, as the adapter does it.
    lines = [line for line, dots in enumerate(cell_of(picture, *MIDDLE)) if dots == bytes([14] * 8)]
    assert lines == (HARDWARE["cursor_scanlines"]["ega_8x14"] if shown else [])
    assert picture.count(14) == (16 if shown else 0)
    phases = HARDWARE["cursor_blink_frames"]
    assert (phases["on"], phases["off"]) == (8, 8)


def test_the_cursor_leaves_nothing_behind(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font)
    video.cursor = MIDDLE
    video.compose(0, None)
    video.clear()
    assert video.cursor is None
    assert set(pixels(video.compose(0, None))) == {0}


# Pointer


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
    page = page_of(machine.video)
    assert pixels(machine.video.compose(0, place)) == arrow(*place, page)
    assert pixels(machine.video.compose(0, None)) == page


@pytest.mark.parametrize("attribute", [0x00, 0x07, 0x1F, 0x4E, 0x70, 0x9A])
def test_the_pointer_in_text_exchanges_colours_by_xor_77h(
    machine: Machine, font: bytes, attribute: int
) -> None:
    video = text_video(machine, font)
    video.write(*MIDDLE, "R", attribute)
    shown = pixels(video.compose(0, (8 * MIDDLE[0] + 7, 14 * MIDDLE[1] + 13)))
    video.write(*MIDDLE, "R", attribute ^ 0x77)
    assert shown == pixels(video.compose(0, None)) == text_picture(font, bytes(video.cells))


def test_the_pointer_can_be_seen_on_every_mono_attribute(machine: Machine, font: bytes) -> None:
    video = text_video(machine, font, mono=True)
    for attribute in range(0x80):
        video.fill(0, 0, 1, 1, " ", attribute)
        shown = cell_of(pixels(video.compose(0, (0, 0))), 0, 0)
        assert shown != cell_of(pixels(video.compose(0, None)), 0, 0), f"attribute {attribute:02X}"


# Writing


def test_write_cuts_off_what_lies_outside(machine: Machine) -> None:
    video = machine.video
    video.write(-2, 0, "abcd", 1)
    video.write(78, 1, "abcd", 1)
    video.write(0, -1, "never", 1)
    video.write(0, 25, "never", 1)
    video.write(80, 2, "never", 1)
    video.write(-9, 3, "never", 1)
    rows = video.text_rows()
    assert (rows[0], rows[1]) == ("cd".ljust(80), "ab".rjust(80))
    assert {row.strip() for row in rows[2:]} == {""}
    assert [len(row) for row in rows] == [80] * 25


def test_tint_changes_attributes_only_inside_the_screen(machine: Machine) -> None:
    video = machine.video
    video.fill(0, 0, 80, 25, "x", 7)
    video.tint(-2, -1, 4, 3, 0x1E)
    video.tint(78, 23, 9, 9, 0x2E)
    video.tint(90, 3, 4, 1, 0x3E)
    video.tint(-9, 3, 4, 1, 0x3E)
    changed = {
        (at % 80, at // 80): attribute for at, attribute in enumerate(video.cells[1::2]) if attribute != 7
    }
    assert changed == {(x, y): 0x1E for x in (0, 1) for y in (0, 1)} | {
        (x, y): 0x2E for x in (78, 79) for y in (23, 24)
    }
    assert set(video.text_rows()) == {"x" * 80}


def test_a_character_that_code_page_437_lacks_is_a_question_mark(machine: Machine) -> None:
    machine.video.write(0, 0, "5 €", 7)
    assert machine.video.text_rows()[0].rstrip() == "5 ?"
