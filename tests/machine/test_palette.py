import pyxel

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.pc import Machine
from tests.machine.naive import HARDWARE


def test_each_of_the_64_colours_is_the_measured_one_and_the_bios_chooses_the_well_known_ones() -> None:
    assert [f"#{ega_rgb(value):06X}" for value in range(64)] == HARDWARE["ega64"]
    assert list(DEFAULT_REGISTERS) == HARDWARE["ega_default_registers"]
    assert [f"#{ega_rgb(value):06X}" for value in DEFAULT_REGISTERS] == HARDWARE["ega16"]


def test_a_register_changes_what_its_number_shows(machine: Machine) -> None:
    registers = [*DEFAULT_REGISTERS[:15], 36]
    machine.video.set_registers(registers)
    assert machine.video.registers == registers
    assert [pyxel.colors[index] for index in (6, 14, 15)] == [0xAA5500, 0xFFFF55, 0xFF0000]
    machine.video.set_registers()
    assert pyxel.colors[15] == 0xFFFFFF
    assert len(pyxel.colors) == 16
