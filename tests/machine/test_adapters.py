"""What all adapters have in common: cells of the measured size, the measured cursor, 80 x 25 of them."""

import pytest
import pyxel

from retro_pyramid.machine.adapters.choice import create_adapter, load_adapter_type, parse_font
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_to_rgb
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.resources import read_asset_text
from tests.machine.naive import HARDWARE, pixels

NAMES = ("ega", "cga", "mono")
MEASURED = {"ega": "ega", "cga": "cga", "mono": "mda"}
CURSORS = {"ega": "ega_8x14", "cga": "cga_8x8", "mono": "hercules_9x14"}


def text_adapter(name: str) -> DisplayAdapter:
    return create_adapter(name, "text", "1h", "green")


def lit(video: DisplayAdapter) -> list[tuple[int, int]]:
    """Return the places of all dots that are not dark."""
    image = video.compose_picture(0, None)
    return [(at % image.width, at // image.width) for at, dot in enumerate(pixels(image)) if dot]


@pytest.mark.parametrize("name", NAMES)
def test_a_text_screen_is_80_by_25_cells_of_the_measured_size(machine: Machine, name: str) -> None:
    video = text_adapter(name)
    wide, high = HARDWARE["cells"][MEASURED[name]]
    image = video.compose_picture(0, None)
    assert (image.width, image.height) == (80 * wide, 25 * high) == load_adapter_type(name).max_picture_size
    for column, row in ((0, 0), (79, 0), (0, 24), (79, 24), (33, 11)):
        video.clear_text()
        video.put_text(column, row, "█", 0x07)
        area = [
            (x, y)
            for y in range(row * high, row * high + high)
            for x in range(column * wide, column * wide + wide)
        ]
        assert lit(video) == area


def test_the_ninth_column_repeats_the_eighth_of_the_measured_characters_alone(machine: Machine) -> None:
    video = text_adapter("mono")
    full = parse_font(read_asset_text("cp437_8x14.hex"))
    for code in range(1, 256):
        video.cells[2 * code : 2 * code + 2] = bytes([code, 0x07])
    picture = pixels(video.compose_picture(0, None))
    for code in range(1, 256):
        row, column = divmod(code, 80)
        ninth = [picture[(14 * row + y) * 720 + 9 * column + 8] > 0 for y in range(14)]
        eighth = [full[14 * code + y] & 1 > 0 for y in range(14)]
        assert ninth == (eighth if 0xC0 <= code <= 0xDF else [False] * 14), f"{code:02X}"


@pytest.mark.parametrize("name", NAMES)
def test_the_cursor_is_on_the_measured_lines(machine: Machine, name: str) -> None:
    video = text_adapter(name)
    video.put_text(2, 1, " ", 0x07)
    video.cursor = (2, 1)
    wide, high = HARDWARE["cells"][MEASURED[name]]
    assert {y - high for _, y in lit(video)} == set(HARDWARE["cursor_scanlines"][CURSORS[name]])
    assert {x for x, _ in lit(video)} == set(range(2 * wide, 3 * wide))


def test_each_of_the_64_colours_is_the_measured_one_and_the_bios_chooses_the_well_known_ones() -> None:
    assert [f"#{ega_to_rgb(value):06X}" for value in range(64)] == HARDWARE["ega64"]
    assert list(DEFAULT_REGISTERS) == HARDWARE["ega_default_registers"]
    assert [f"#{ega_to_rgb(value):06X}" for value in DEFAULT_REGISTERS] == HARDWARE["ega16"]


def test_a_register_changes_what_its_number_shows(machine: Machine) -> None:
    registers = [*DEFAULT_REGISTERS[:15], 36]
    machine.display.set_registers(registers)
    assert machine.display.registers == registers
    assert [pyxel.colors[index] for index in (6, 14, 15)] == [0xAA5500, 0xFFFF55, 0xFF0000]
    machine.display.set_registers()
    assert pyxel.colors[15] == 0xFFFFFF
    assert len(pyxel.colors) == 16
