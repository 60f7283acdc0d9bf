"""The CGA: which of its modes a screen is shown in, what its colours and its pixels become."""

import pytest

from retro_pyramid.machine.adapters.cga import CgaVideo
from retro_pyramid.machine.adapters.colours import RGBI, Mixture, luma, mixture, nearest, paper_for
from retro_pyramid.machine.adapters.palette import CGA_PALETTES, DEFAULT_REGISTERS
from retro_pyramid.machine.fonts import parse_font
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import CLEAR, Mode, image_from_pixels
from retro_pyramid.packaged import asset_text
from tests.machine.naive import HARDWARE, MEASURED, pixels

SMALL, NARROW = parse_font(asset_text("cp437_8x8.hex")), parse_font(asset_text("cp437_4x8.hex"))


def cga(mode: Mode = "graphics", palette: str = "1h") -> CgaVideo:
    return CgaVideo(SMALL, NARROW, mode, palette)


def dots(picture: bytes, width: int, left: int, top: int, wide: int, high: int) -> list[bytes]:
    return [picture[at : at + wide] for at in range(top * width + left, (top + high) * width + left, width)]


# Colours


@pytest.mark.parametrize(
    ("name", "measured"),
    MEASURED,
)
def test_the_palettes_are_the_measured_ones(name: str, measured: str) -> None:
    assert [f"#{RGBI[index]:06X}" for index in CGA_PALETTES[name]] == HARDWARE["cga"][measured]


def test_text_has_the_sixteen_measured_colours_and_no_palette(machine: Machine) -> None:
    assert [f"#{rgb:06X}" for rgb in RGBI] == HARDWARE["cga"]["cga_text_16"]


def test_unless_told_otherwise_it_shows_what_an_ega_card_shows_in_mode_4(machine: Machine) -> None:
    video = CgaVideo(SMALL, NARROW)
    video.page.rect(0, 0, 640, 350, 15)
    picture = pixels(video.compose(0, None))
    assert f"#{RGBI[picture[0]]:06X}" == HARDWARE["cga"]["ega_card_mode4_palette1"][3]


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_a_picture_has_only_the_four_colours(machine: Machine, palette: str) -> None:
    video = cga(palette=palette)
    for colour in range(16):
        video.page.rect(40 * colour, 0, 40, 350, colour)
        video.write(5 * colour, 3, "Card", 0x11 * colour ^ 0x0F)
    assert set(pixels(video.compose(0, (300, 100)))) <= set(CGA_PALETTES[palette])


def test_papers_keep_their_hue_and_dark_ones_are_black() -> None:
    assert [paper_for(RGBI[index], CGA_PALETTES["1h"]) for index in (0, 1, 3, 4, 5, 7, 8, 14)] == [
        *(0, 0, 11, 13, 13),
        *(15, 0, 15),
    ]


def test_a_colour_that_is_missing_is_the_nearest_mixture_of_two() -> None:
    black, white, red = 0, 15, 4
    assert mixture(0xD47F7F, (black, white, red)) == Mixture(white, red)
    tones = [mixture(rgb, (black, white, red)) for rgb in (0x2A2A2A, 0x808080, 0xAAAAAA)]
    assert tones == [Mixture(black, black), Mixture(black, white), Mixture(white, white)]


def test_two_colours_make_five_tones_in_drawings_as_in_pictures() -> None:
    greys = [0x555555, 0x808080, 0xAAAAAA]
    assert [mixture(rgb, (0, 15)).quarters for rgb in greys] == [1, 2, 3]
    video = cga()
    video.two_colours("white")
    video.page.rect(0, 0, 320, 350, 8)
    video.page.blt(320, 0, image_from_pixels(320, 350, bytes([8]) * 320 * 350), 0, 0, 320, 350)
    picture = pixels(video.compose(0, None))
    rows = [picture[start : start + 640] for start in range(0, len(picture), 640)]
    for left in (0, 320):
        assert sum(row[left : left + 320].count(15) for row in rows) == 320 * 200 // 4


def test_the_nearest_colour_that_can_be_read_is_taken() -> None:
    assert nearest(RGBI[15], CGA_PALETTES["1h"]) == 15
    assert nearest(RGBI[15], CGA_PALETTES["1h"], paper=11) == 0


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_every_ink_is_three_quarters_as_clear_as_the_best(palette: str) -> None:
    inks = CGA_PALETTES[palette]
    for paper in inks:
        contrast = {ink: abs(luma(RGBI[ink]) - luma(RGBI[paper])) for ink in inks}
        for colour in RGBI:
            assert contrast[nearest(colour, inks, paper)] >= 0.75 * max(contrast.values())


@pytest.mark.parametrize("ground", [1, 2, 4])
@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_a_mark_round_a_card_has_no_dot_as_the_table_or_the_paper(palette: str, ground: int) -> None:
    video = cga(palette=palette)
    for row, colour in enumerate((ground, 15, *(video.mark(colour, ground) for colour in (4, 10, 11, 12)))):
        video.page.rect(0, 50 * row, 640, 50, colour)
    picture = pixels(video.compose(0, None))
    table, paper, *marks = [set(picture[start : start + 320 * 24]) for start in range(0, len(picture), 9120)]
    assert all(marks)
    assert not (table | paper | {0}) & set().union(*marks[:4])


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_a_card_drawn_for_it_turns_black_when_its_colours_are_exchanged(palette: str) -> None:
    video = cga(palette=palette)
    card = image_from_pixels(64, 64, bytes(64 * 64))
    # Paper at the left, red at the right.
    video.own(card, image_from_pixels(32, 36, (bytes([3]) * 16 + bytes([2]) * 16) * 36))
    for colour in range(16):
        video.page.pal(colour, 15 - colour)
    video.page.blt(0, 0, card, 0, 0, 64, 64, CLEAR)
    video.page.pal()
    row = pixels(video.compose(0, None))[320:352]
    assert set(row[:16]) == {0}
    assert 0 not in row[16:]


@pytest.mark.parametrize("before", [True, False], ids=["drawn before", "drawn after"])
def test_in_two_colours_a_card_drawn_for_four_is_shown_twice_as_wide(before: bool) -> None:
    video = cga()
    card = image_from_pixels(64, 64, bytes(64 * 64))
    drawn = image_from_pixels(32, 36, bytes(color for color in range(4) for _ in range(8)) * 36)
    if before:
        video.own(card, drawn)
    video.two_colours("green")
    if not before:
        video.own(card, drawn)
    video.page.blt(0, 0, card, 0, 0, 64, 64, CLEAR)
    rows = dots(pixels(video.compose(0, None)), 640, 0, 0, 64, 2)
    assert rows[0] == bytes(16) + bytes((0, 10)) * 8 + bytes(16) + bytes([10]) * 16
    assert rows[1] == bytes(16) + bytes((10, 0)) * 8 + bytes(16) + bytes([10]) * 16


def test_a_picture_leaves_out_the_colour_it_is_told_to() -> None:
    video = cga()
    video.page.rect(0, 0, 640, 350, 15)
    video.page.blt(0, 0, image_from_pixels(64, 64, (bytes(32) + bytes([4]) * 32) * 64), 0, 0, 64, 64, 0)
    row = pixels(video.compose(0, None))[:32]
    assert set(row[:16]) == {15}
    assert 15 not in row[16:]


@pytest.mark.parametrize("ink", [None, "white"], ids=["four colours", "two colours"])
@pytest.mark.parametrize("rows", [1, 25], ids=["one row", "all rows"])
def test_an_underlined_letter_is_whole_and_a_line_above_its_underline(ink: str | None, rows: int) -> None:
    # An N that stood on its underline would be a D, "No" was read as "Do"; one without its top is no letter.
    video = cga()
    video.two_colours(ink)
    words = 0x30 if ink is None else 0x1F
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    wide, across = (4, 320) if ink is None else (8, 640)
    plain, marked = list[list[bytes]](), list[list[bytes]]()
    for shown, attribute in ((plain, words), (marked, video.hot(words ^ 0x0F, words))):
        video.clear()
        for row in range(rows):
            video.write(0, row, letters, attribute)
        picture = pixels(video.compose(0, None))
        assert dots(picture, across, 0, 0, across, 8) == dots(picture, across, 0, 8 * rows - 8, across, 8)
        shown += [dots(picture, across, wide * at, 0, wide, 8) for at in range(len(letters))]
    for letter, cell, under in zip(letters, plain, marked, strict=True):
        paper = cell[7][-1] if letter != "Q" else cell[7][0]
        lines = [line for line in cell if set(line) != {paper}]
        assert (under[0], under[5]) == (lines[0], lines[-1]), letter
        assert set(under[6]) == {paper}
        assert paper not in under[7]
        # Nothing is in it that is not in the letter, in its order.
        rest = iter(lines)
        assert all(line in rest for line in under[:6])


def test_a_hot_letter_is_in_another_ink_or_underlined() -> None:
    video = cga()
    # White words on black leave cyan for the letter, black ones on cyan nothing that could be read.
    for words, letter, ink, underlined in ((0x1F, 0x1E, 11, False), (0x30, 0x3F, 0, True)):
        video.clear()
        video.write(0, 0, "HELP", words)
        video.write(0, 0, "H", video.hot(letter, words))
        row = pixels(video.compose(0, None))[7 * 320 :][:8]
        cell = [pixels(video.compose(0, None))[320 * y : 320 * y + 4] for y in range(7)]
        assert ink in set().union(*map(set, cell))
        assert (ink in row[:4]) == underlined
        assert ink not in row[4:]
    assert video.hot(0x74, 0x1F) == 0x74


def test_text_mode_shows_a_loaded_colour_by_the_nearest_it_has() -> None:
    video = cga("text")
    night = list(DEFAULT_REGISTERS)
    night[3], night[5] = 0b001000, 0b100000
    video.set_registers(night)
    for column, attribute in enumerate((0x3F, 0x5F, 0x4F)):
        video.write(column, 0, " ", attribute)
    assert pixels(video.compose(0, None))[:24] == bytes(16) + bytes([4]) * 8
    video.set_registers()
    assert pixels(video.compose(0, None))[:24] == bytes([3] * 8 + [5] * 8 + [4] * 8)


# Which mode


def test_a_screen_of_characters_is_the_text_mode_and_any_hole_makes_it_a_picture(machine: Machine) -> None:
    video = cga()
    video.fill(0, 0, 80, 25, " ", 0x17)
    picture = video.compose(0, None)
    assert (picture.width, picture.height, set(pixels(picture))) == (640, 200, {1})
    video.cells[2 * 999 : 2 * 1000] = bytes(2)
    picture = video.compose(0, None)
    assert (picture.width, picture.height) == (320, 200)


def test_text_mode_has_cells_of_8x8(machine: Machine) -> None:
    video = cga("text")
    video.write(79, 24, "♥", 0x1C)
    cell = dots(pixels(video.compose(0, None)), 640, 632, 192, 8, 8)
    drawn = bytes(sum(128 >> bit for bit, pixel in enumerate(row) if pixel == 12) for row in cell)
    assert drawn == SMALL[3 * 8 : 4 * 8]
    assert {pixel for row in cell for pixel in row} == {1, 12}


def test_characters_over_a_picture_are_four_pixels_wide(machine: Machine) -> None:
    video = cga()
    video.write(79, 24, "A", 0x0F)
    cell = dots(pixels(video.compose(0, None)), 320, 316, 192, 4, 8)
    drawn = bytes(sum(128 >> bit for bit, pixel in enumerate(row) if pixel == 15) for row in cell)
    assert drawn == NARROW[65 * 8 : 66 * 8]


def test_the_cursor_is_on_the_lowest_two_lines(machine: Machine) -> None:
    video = cga("text")
    video.fill(0, 0, 80, 25, " ", 0x07)
    video.cursor = (2, 1)
    cell = dots(pixels(video.compose(0, None)), 640, 16, 8, 8, 8)
    lines = [number for number, row in enumerate(cell) if set(row) == {7}]
    assert lines == HARDWARE["cursor_scanlines"]["cga_8x8"]


# The page


def test_drawing_lands_on_half_the_columns_and_four_of_seven_rows(machine: Machine) -> None:
    video = cga()
    video.page.cls(0)
    video.page.rect(100, 70, 20, 14, 15)
    picture = pixels(video.compose(0, None))
    lit = [at for at, pixel in enumerate(picture) if pixel == 15]
    assert lit == [y * 320 + x for y in range(40, 48) for x in range(50, 60)]


def test_nothing_that_was_drawn_becomes_too_thin_to_see(machine: Machine) -> None:
    video = cga()
    video.page.cls(0)
    video.page.rect(101, 71, 1, 1, 15)
    assert pixels(video.compose(0, None)).count(15) == 1


def test_a_picture_drawn_for_the_adapter_takes_the_place_of_the_reduced_one(machine: Machine) -> None:
    video = cga()
    picture = image_from_pixels(64, 64, bytes([15]) * 4096)
    drawn = image_from_pixels(32, 36, bytes([0, 1, 2, 3, CLEAR] * 231)[: 32 * 36])
    video.page.cls(0)
    video.page.blt(64, 70, picture, 0, 0, 64, 64, CLEAR)
    assert dots(pixels(video.compose(0, None)), 320, 32, 40, 8, 1) == [bytes([15]) * 8]
    video.own(picture, drawn)
    video.page.cls(4)
    video.page.blt(64, 70, picture, 0, 0, 64, 64, CLEAR)
    # Palette 1: black, cyan, magenta, white; then what lies behind, magenta or black in turn.
    (row,) = dots(pixels(video.compose(0, None)), 320, 32, 40, 10, 1)
    assert row[:4] + row[5:9] == bytes([0, 11, 13, 15] * 2)
    assert {row[4], row[9]} <= {0, 13}
    video.own(picture, None)
    video.page.blt(64, 70, picture, 0, 0, 64, 64, CLEAR)
    assert dots(pixels(video.compose(0, None)), 320, 32, 40, 8, 1) == [bytes([15]) * 8]


def test_exchanged_colours_exchange_a_drawn_picture_too(machine: Machine) -> None:
    video = cga()
    picture = image_from_pixels(64, 64, bytes([15]) * 4096)
    video.own(picture, image_from_pixels(32, 36, bytes([3]) * 32 * 36))
    for colour in range(16):
        video.page.pal(colour, 15 - colour)
    video.page.blt(0, 0, picture, 0, 0, 64, 64, CLEAR)
    video.page.pal()
    video.page.blt(64, 0, picture, 0, 0, 64, 64, CLEAR)
    row = pixels(video.compose(0, None))[:64]
    assert (set(row[:32]), set(row[32:])) == ({0}, {15})


def test_a_picture_at_half_its_width_is_that_of_what_was_drawn(machine: Machine) -> None:
    video = cga()
    picture = image_from_pixels(64, 64, bytes([15]) * 4096)
    plain = cga().narrow(picture)
    assert (plain.width, plain.height) == (32, 64)
    video.own(picture, image_from_pixels(32, 36, bytes([1, 2]) * 16 * 36))
    narrow = video.narrow(picture)
    assert video.narrow(picture) is narrow
    video.page.blt(0, 0, narrow, 0, 0, 32, 64, CLEAR)
    video.page.blt(64, 0, plain, 0, 0, 32, 64, CLEAR)
    row = pixels(video.compose(0, None))[:48]
    assert (set(row[:16]), set(row[32:48])) == ({11}, {15})


def test_a_letter_printed_over_another_one_is_read_on_the_paper_of_both(machine: Machine) -> None:
    video = cga()
    video.page.rect(80, 70, 40, 28, 3)
    video.print(80, 70, "H", 0)
    video.print(80, 70, "H", 15)
    cell = dots(pixels(video.compose(0, None)), 320, 40, 40, 4, 8)
    assert 15 not in {pixel for row in cell for pixel in row}


def test_printed_characters_can_be_read_on_what_is_there(machine: Machine) -> None:
    video = cga()
    video.page.cls(11)
    video.print(80, 70, "H", 15)
    cell = dots(pixels(video.compose(0, None)), 320, 40, 40, 4, 8)
    assert {pixel for row in cell for pixel in row} == {11, 0}


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_every_ink_can_be_read_on_every_paper(machine: Machine, palette: str) -> None:
    video = cga(palette=palette)
    lumas = [luma(rgb) for rgb in RGBI]
    four = CGA_PALETTES[palette]
    for attribute in range(256):
        video.clear()
        video.write(0, 0, "H", attribute)
        picture = pixels(video.compose(0, None))
        shown = {pixel for row in dots(picture, 320, 0, 0, 4, 8) for pixel in row}
        assert shown <= set(four)
        apart = max(lumas[pixel] for pixel in shown) - min(lumas[pixel] for pixel in shown)
        # A quarter of the way from black to white.
        assert len(shown) == 2, f"{attribute:02X}"
        assert apart >= 64, f"{attribute:02X}"


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_the_programs_bars_stand_out_from_the_boxes_they_are_in(machine: Machine, palette: str) -> None:
    # Red on black or blue, magenta on grey, blue on grey, black on red and cyan: menus of the five programs.
    for bar, box in ((4, 0), (4, 1), (5, 7), (1, 7), (0, 4), (0, 3)):
        papers = [paper_for(RGBI[colour], CGA_PALETTES[palette]) for colour in (bar, box)]
        assert papers[0] != papers[1], (bar, box)


def test_over_a_picture_dim_letters_are_not_told_from_others_by_their_colour(machine: Machine) -> None:
    assert cga("text").shows_dim
    assert not cga().shows_dim
