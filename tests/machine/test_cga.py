"""The CGA: which of its modes a screen is shown in, what its colours and its pixels become."""

import pytest
import pyxel

from retro_pyramid.machine.adapters.cga import CgaAdapter
from retro_pyramid.machine.adapters.choice import parse_font
from retro_pyramid.machine.adapters.colours import (
    ARTIFACT_COLOURS,
    RGBI_COLOURS,
    Dither,
    dither_for,
    nearest_colour,
    nearest_paper,
    rgb_luma,
)
from retro_pyramid.machine.adapters.palette import CGA_PALETTES, COMPOSITE_PALETTE_NAME, DEFAULT_REGISTERS
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import (
    PICTURE_COLOUR_MODE,
    TRANSPARENT,
    DisplayMode,
    Image,
    image_from_pixels,
)
from retro_pyramid.resources import read_asset_text
from tests.colour_sight import contrast
from tests.machine.naive import HARDWARE, MEASURED, pixels

SMALL, NARROW = parse_font(read_asset_text("cp437_8x8.hex")), parse_font(read_asset_text("cp437_4x8.hex"))


def cga(mode: DisplayMode = "graphics", palette: str = "1h") -> CgaAdapter:
    return CgaAdapter(SMALL, NARROW, mode, palette)


def composed(video: CgaAdapter) -> bytes:
    return pixels(video.compose_picture(0, None))


def dots(picture: bytes, width: int, left: int, top: int, wide: int, high: int) -> list[bytes]:
    return [picture[at : at + wide] for at in range(top * width + left, (top + high) * width + left, width)]


def plain(colour: int, width: int = 64, height: int = 64) -> Image:
    return image_from_pixels(width, height, bytes([colour]) * width * height)


def test_the_palettes_and_the_colours_of_text_are_the_measured_ones(machine: Machine) -> None:
    measured = HARDWARE["cga"]
    for name, key in MEASURED:
        assert [f"#{RGBI_COLOURS[index]:06X}" for index in CGA_PALETTES[name]] == measured[key]
    assert [f"#{rgb:06X}" for rgb in RGBI_COLOURS] == measured["cga_text_16"]
    # Unless told otherwise it shows what an EGA card shows in mode 4.
    video = CgaAdapter(SMALL, NARROW)
    video.page.rect(0, 0, 640, 350, 15)
    assert f"#{RGBI_COLOURS[composed(video)[0]]:06X}" == measured["ega_card_mode4_palette1"][3]


def test_papers_keep_their_hue_and_dark_ones_are_black() -> None:
    papers = [nearest_paper(RGBI_COLOURS[index], CGA_PALETTES["1h"]) for index in (0, 1, 3, 4, 5, 7, 8, 14)]
    assert papers == [0, 0, 11, 13, 13, 15, 0, 15]


def test_a_colour_that_is_missing_is_the_nearest_mixture_of_two() -> None:
    black, white, red = 0, 15, 4
    assert dither_for(0xD47F7F, (black, white, red)) == Dither(white, red)
    tones = [dither_for(rgb, (black, white, red)) for rgb in (0x2A2A2A, 0x808080, 0xAAAAAA)]
    assert tones == [Dither(black, black), Dither(black, white), Dither(white, white)]
    assert [dither_for(rgb, (black, white)).quarters for rgb in (0x555555, 0x808080, 0xAAAAAA)] == [1, 2, 3]
    assert nearest_colour(RGBI_COLOURS[15], CGA_PALETTES["1h"]) == 15
    assert nearest_colour(RGBI_COLOURS[15], CGA_PALETTES["1h"], paper=11) == 0, "can be read"


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_every_ink_is_three_quarters_as_clear_as_the_best_and_can_be_read(palette: str) -> None:
    inks = CGA_PALETTES[palette]
    for paper in inks:
        apart = {ink: abs(rgb_luma(RGBI_COLOURS[ink]) - rgb_luma(RGBI_COLOURS[paper])) for ink in inks}
        ratio = {ink: contrast(RGBI_COLOURS[ink], RGBI_COLOURS[paper]) for ink in inks}
        best = max(ratio, key=ratio.__getitem__)
        for colour in RGBI_COLOURS:
            ink = nearest_colour(colour, inks, paper)
            assert apart[ink] >= 0.75 * apart[best]
            assert ratio[ink] >= min(4.5, ratio[best])


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_a_mark_round_a_card_has_no_dot_as_the_table_or_the_paper(palette: str) -> None:
    video = cga(palette=palette)
    for ground in (1, 2, 4):
        marks = [video.highlight_colour(colour, ground) for colour in (4, 10, 11, 12)]
        for row, colour in enumerate((ground, 15, *marks)):
            video.page.rect(0, 50 * row, 640, 50, colour)
        picture = composed(video)
        table, paper, *shown = [set(picture[at : at + 320 * 24]) for at in range(0, len(picture), 9120)]
        assert all(shown)
        assert not (table | paper | {0}) & set().union(*shown[:4])


def test_in_two_colours_a_card_drawn_for_four_is_shown_twice_as_wide() -> None:
    drawn = image_from_pixels(32, 36, bytes(color for color in range(4) for _ in range(8)) * 36)
    for colours in ((None, "green"), ("green", "green")):
        video, card = cga(), plain(0)
        video.set_colour_mode(colours[0])
        video.override_image(card, drawn)
        video.set_colour_mode(colours[1])
        video.page.blt(0, 0, card, 0, 0, 64, 64, TRANSPARENT)
        rows = dots(composed(video), 640, 0, 0, 64, 2)
        assert rows[0] == bytes(16) + bytes((0, 10)) * 8 + bytes(16) + bytes([10]) * 16
        assert rows[1] == bytes(16) + bytes((10, 0)) * 8 + bytes(16) + bytes([10]) * 16


def test_on_a_composite_monitor_only_a_picture_is_of_160_columns_in_16_colours(machine: Machine) -> None:
    modes: tuple[tuple[str, DisplayMode], ...]
    modes = ("composite", "graphics"), ("composite", "text"), ("1h", "graphics")
    for palette, mode in modes:
        video, title = cga(mode, palette), plain(0, 640, 350)
        video.override_image(title, image_from_pixels(320, 200, bytes([3]) * 64000))
        video.override_image(title, image_from_pixels(160, 200, bytes(range(16)) * 2000))
        wide = palette == "composite" and mode == "graphics"
        for colours in (None, PICTURE_COLOUR_MODE, None):
            video.set_colour_mode(colours)
            video.page.blt(0, 0, title, 0, 0, 640, 350)
            composite = wide and colours is not None
            assert tuple(pyxel.colors)[:16] == (ARTIFACT_COLOURS if composite else RGBI_COLOURS)
            expected = [column // 2 % 16 for column in range(320)] if composite else [15] * 320
            assert mode == "text" or list(composed(video)[:320]) == expected
    # What is printed on the picture is as wide as on a table, and of the moment.
    video = cga(palette="composite")
    video.set_colour_mode(PICTURE_COLOUR_MODE)
    video.draw_text(64, 70, "HH", 15)
    letters = dots(composed(video), 320, 32, 40, 8, 8)
    assert {row[:4] == row[4:] for row in letters} == {True}
    assert {*b"".join(letters)} == {0, 15}
    video.set_colour_mode(PICTURE_COLOUR_MODE)
    assert {*composed(video)} == {0}


@pytest.mark.parametrize("ink", [None, "white"], ids=["four colours", "two colours"])
@pytest.mark.parametrize("rows", [1, 25], ids=["one row", "all rows"])
def test_an_underlined_letter_is_whole_and_a_line_above_its_underline(ink: str | None, rows: int) -> None:
    # An N that stood on its underline would be a D, "No" was read as "Do"; one without its top is no letter.
    video = cga()
    video.set_colour_mode(ink)
    words = 0x30 if ink is None else 0x1F
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    wide, across = (4, 320) if ink is None else (8, 640)
    plain, marked = list[list[bytes]](), list[list[bytes]]()
    for shown, attribute in ((plain, words), (marked, video.hotkey_attribute(words ^ 0x0F, words))):
        video.clear_text()
        for row in range(rows):
            video.put_text(0, row, letters, attribute)
        picture = composed(video)
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
        video.clear_text()
        video.put_text(0, 0, "HELP", words)
        video.put_text(0, 0, "H", video.hotkey_attribute(letter, words))
        *cell, under = dots(composed(video), 320, 0, 0, 8, 8)
        assert ink in set().union(*(row[:4] for row in cell))
        assert (ink in under[:4]) == underlined
        assert ink not in under[4:]
    # On a paper of its own a letter of four columns would touch what is beside it.
    assert video.hotkey_attribute(0x1F, 0x30) & 0xF0 == 0x30
    assert cga("text").hotkey_attribute(0x1F, 0x30) == 0x1F
    # Over a picture dim letters are not told from others by their colour.
    assert (cga("text").can_dim, cga().can_dim) == (True, False)


def test_text_mode_shows_a_loaded_colour_by_the_nearest_it_has() -> None:
    video = cga("text")
    night = list(DEFAULT_REGISTERS)
    night[3], night[5] = 0b001000, 0b100000
    video.set_registers(night)
    for column, attribute in enumerate((0x3F, 0x5F, 0x4F)):
        video.put_text(column, 0, " ", attribute)
    assert composed(video)[:24] == bytes(16) + bytes([4]) * 8
    video.set_registers()
    assert composed(video)[:24] == bytes([3] * 8 + [5] * 8 + [4] * 8)


def test_a_screen_of_characters_is_the_text_mode_and_any_hole_makes_it_a_picture(machine: Machine) -> None:
    video = cga()
    video.fill_cells(0, 0, 80, 25, " ", 0x17)
    picture = video.compose_picture(0, None)
    assert (picture.width, picture.height, set(pixels(picture))) == (640, 200, {1})
    video.cells[2 * 999 : 2 * 1000] = bytes(2)
    picture = video.compose_picture(0, None)
    assert (picture.width, picture.height) == (320, 200)


def test_drawing_lands_on_half_the_columns_and_four_of_seven_rows(machine: Machine) -> None:
    video = cga()
    video.page.cls(0)
    video.page.rect(100, 70, 20, 14, 15)
    # Nothing that was drawn becomes too thin to see.
    video.page.rect(301, 71, 1, 1, 15)
    lit = [at for at, pixel in enumerate(composed(video)) if pixel == 15 and at % 320 < 150]
    assert lit == [y * 320 + x for y in range(40, 48) for x in range(50, 60)]
    assert composed(video).count(15) == len(lit) + 1


def test_a_picture_drawn_for_the_adapter_takes_the_place_of_the_reduced_one(machine: Machine) -> None:
    video, picture = cga(), plain(15)

    def shown() -> bytes:
        video.page.cls(4)
        video.page.blt(64, 70, picture, 0, 0, 64, 64, TRANSPARENT)
        return dots(composed(video), 320, 32, 40, 10, 1)[0]

    assert shown() == bytes([15]) * 10
    video.override_image(
        picture, image_from_pixels(32, 36, bytes([0, 1, 2, 3, TRANSPARENT] * 231)[: 32 * 36])
    )
    # Palette 1: black, cyan, magenta, white; then what lies behind, magenta or black in turn.
    row = shown()
    assert row[:4] + row[5:9] == bytes([0, 11, 13, 15] * 2)
    assert {row[4], row[9]} <= {0, 13}
    video.override_image(picture, None)
    assert shown() == bytes([15]) * 10


def test_a_picture_at_half_its_width_is_that_of_what_was_drawn(machine: Machine) -> None:
    video, picture = cga(), plain(15)
    half = cga().half_width_image(picture)
    assert (half.width, half.height) == (32, 64)
    video.override_image(picture, image_from_pixels(32, 36, bytes([1, 2]) * 16 * 36))
    narrow = video.half_width_image(picture)
    assert video.half_width_image(picture) is narrow
    video.page.blt(0, 0, narrow, 0, 0, 32, 64, TRANSPARENT)
    video.page.blt(64, 0, half, 0, 0, 32, 64, TRANSPARENT)
    row = composed(video)[:48]
    assert (set(row[:16]), set(row[32:48])) == ({11}, {15})


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_every_ink_can_be_read_on_every_paper(machine: Machine, palette: str) -> None:
    video = cga(palette=palette)
    # On a composite monitor letters stand over pictures in 16 colours.
    video.set_colour_mode(PICTURE_COLOUR_MODE if palette == COMPOSITE_PALETTE_NAME else None)
    inks = set(range(16) if palette == COMPOSITE_PALETTE_NAME else CGA_PALETTES[palette])
    for attribute in range(256):
        video.put_text(attribute % 80, attribute // 80, "H", attribute)
    picture = composed(video)
    for attribute in range(256):
        cell = dots(picture, 320, attribute % 80 * 4, attribute // 80 * 8, 4, 8)
        shown = {pixel for row in cell for pixel in row}
        assert shown <= inks
        lumas = [rgb_luma(pyxel.colors[pixel]) for pixel in shown]
        # A quarter of the way from black to white.
        assert len(shown) == 2, f"{attribute:02X}"
        assert max(lumas) - min(lumas) >= 64, f"{attribute:02X}"


@pytest.mark.parametrize("palette", CGA_PALETTES)
def test_the_programs_bars_stand_out_from_the_boxes_they_are_in(machine: Machine, palette: str) -> None:
    # Red on black or blue, magenta on grey, blue on grey, black on red and cyan: menus of the five programs.
    for bar, box in ((4, 0), (4, 1), (5, 7), (1, 7), (0, 4), (0, 3)):
        papers = [nearest_paper(RGBI_COLOURS[colour], CGA_PALETTES[palette]) for colour in (bar, box)]
        assert papers[0] != papers[1], (bar, box)
