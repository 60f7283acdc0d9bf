import json
from itertools import product

import pytest

from retro_pyramid.machine.adapters.mda import MdaVideo
from retro_pyramid.machine.events import Drop, Event, Key, Motion, Press, Release, Wheel
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.video import POINTERS, TURN_TICKS, Shape
from tests.machine.stage import Stage


def test_the_pointer_follows_the_mouse_and_hides_while_keys_are_used(machine: Machine) -> None:
    key: Event = Key("a", "a")
    assert (machine.pointer, machine.pointer_shown) == ((320, 175), False)
    acts: tuple[tuple[list[Event], tuple[int, int], bool], ...] = (
        ([Motion(30, 40)], (30, 40), True),
        ([Motion(31, 40), key], (31, 40), False),
        ([Wheel(1)], (31, 40), False),
        ([key, Press(32, 40)], (32, 40), True),
        ([key], (32, 40), False),
        ([Release(33, 40, 2)], (33, 40), True),
        # It stays in the picture.
        ([Motion(-5, -1)], (0, 0), True),
        ([Motion(640, 350)], (639, 349), True),
        ([Motion(9999, 5)], (639, 5), True),
    )
    for events, place, shown in acts:
        machine.follow(events)
        assert (machine.pointer, machine.pointer_shown) == (place, shown)
        machine.picture()


def test_the_state_has_the_keys_of_the_contract(machine: Machine) -> None:
    machine.tick = 12
    state = json.loads(machine.state_json(Stage()))
    targets = [("stock", (10, 20, 64, 64), True), ("card:11", (100, 100, 64, 64), False)]
    targets += [("card:22", (100, 120, 64, 64), True), ("hidden", (500, 10, 20, 20), True)]
    targets += [("lid", (490, 0, 60, 60), True)]
    assert state == {
        "program": "stage",
        "screen": "table",
        "video": "ega",
        "mode": "graphics",
        "size": [640, 350],
        "targets": [{"id": name, "rect": [*rect], "enabled": enabled} for name, rect, enabled in targets],
        "tick": 12,
        "text": None,
    }


def test_in_text_mode_the_state_has_25_rows_of_80_characters(opened: Presenter, font: bytes) -> None:
    machine = Machine(MdaVideo(font), silent=True)
    machine.video.write(0, 0, "of the last frame", 0x07)

    class Writer(Stage):
        def draw(self) -> None:
            machine.video.write(78, 24, "♥é", 0x07)

    state = json.loads(machine.state_json(Writer()))
    assert (state["mode"], state["video"]) == ("text", "mono")
    assert state["text"] == [" " * 80] * 24 + [" " * 78 + "♥é"]
    assert "♥é" in machine.state_json(Writer())


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
