"""The pointer's other shapes, and a PC without a mouse."""

from itertools import product

import pytest

from retro_pyramid.machine.events import Drop, Event, Key, Motion, Press
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import POINTERS, TURN_TICKS, Shape


def picture(machine: Machine) -> bytes:
    return bytes(memoryview(machine.picture().data_ptr()).cast("B"))


@pytest.mark.parametrize("shape", POINTERS)
def test_a_shape_lies_on_the_picture_with_its_hot_spot_at_the_pointer(machine: Machine, shape: Shape) -> None:
    pictures, (hot_x, hot_y) = POINTERS[shape]
    machine.video.page.cls(2)
    machine.pointer_shape = shape
    # At the edges it is cut off.
    for x, y in ((100, 90), (0, 0), (639, 349)):
        machine.follow([Motion(x, y)])
        for turn, rows in enumerate(pictures):
            assert [len(row) for row in rows] == [16] * 16
            machine.tick = turn * TURN_TICKS
            expected = bytearray([2]) * (640 * 350)
            for (line, row), column in product(enumerate(rows), range(16)):
                at_x, at_y = x - hot_x + column, y - hot_y + line
                if 0 <= at_x < 640 and 0 <= at_y < 350:
                    expected[640 * at_y + at_x] = {".": 2, "#": 0, "o": 15}[row[column]]
            assert picture(machine) == expected


def test_the_hourglass_runs_down_and_turns_over_with_the_ticks_of_the_machine(machine: Machine) -> None:
    machine.follow([Motion(100, 90)])
    machine.pointer_shape = "hourglass"
    shown = []
    for machine.tick in range(12 * TURN_TICKS):
        shown.append(picture(machine))
    assert len(set(shown)) == 6
    assert shown[: 6 * TURN_TICKS] == shown[6 * TURN_TICKS :]
    machine.pointer_shape = "standing hourglass"
    machine.tick = 0
    first = picture(machine)
    machine.tick = 3 * TURN_TICKS
    assert picture(machine) == first


def test_without_a_mouse_its_events_are_left_out_and_no_pointer_shows(machine: Machine) -> None:
    machine.follow([Motion(30, 40)])
    machine.mouse = False
    events: list[Event] = [Motion(50, 50), Key("a", "a"), Press(50, 50), Drop("x")]
    machine.follow(events)
    assert events == [Key("a", "a"), Drop("x")]
    assert not machine.pointer_shown
