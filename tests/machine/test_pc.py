import json
from itertools import product

import pytest

from retro_pyramid.machine.adapters.mda import MdaAdapter
from retro_pyramid.machine.events import (
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
)
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.video import POINTER_FRAME_TICKS, POINTER_FRAMES, PointerShape
from tests.machine.stage import Stage


def test_the_pointer_follows_the_mouse_and_hides_while_keys_are_used(machine: Machine) -> None:
    key: Event = KeyPress("a", "a")
    assert (machine.pointer_pos, machine.is_pointer_visible) == ((320, 175), False)
    acts: tuple[tuple[list[Event], tuple[int, int], bool], ...] = (
        ([MouseMotion(30, 40)], (30, 40), True),
        ([MouseMotion(31, 40), key], (31, 40), False),
        ([MouseWheel(1)], (31, 40), False),
        ([key, MousePress(32, 40)], (32, 40), True),
        ([key], (32, 40), False),
        ([MouseRelease(33, 40, 2)], (33, 40), True),
        # It stays in the picture.
        ([MouseMotion(-5, -1)], (0, 0), True),
        ([MouseMotion(640, 350)], (639, 349), True),
        ([MouseMotion(9999, 5)], (639, 5), True),
    )
    for events, place, shown in acts:
        machine.sync_pointer(events)
        assert (machine.pointer_pos, machine.is_pointer_visible) == (place, shown)
        machine.compose_picture()


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
    machine = Machine(MdaAdapter(font), is_silent=True)
    machine.display.put_text(0, 0, "of the last frame", 0x07)

    class Writer(Stage):
        def draw(self) -> None:
            machine.display.put_text(78, 24, "♥é", 0x07)

    state = json.loads(machine.state_json(Writer()))
    assert (state["mode"], state["video"]) == ("text", "mono")
    assert state["text"] == [" " * 80] * 24 + [" " * 78 + "♥é"]
    assert "♥é" in machine.state_json(Writer())


def picture(machine: Machine) -> bytes:
    return bytes(memoryview(machine.compose_picture().data_ptr()).cast("B"))


@pytest.mark.parametrize("shape", POINTER_FRAMES)
def test_a_shape_lies_on_the_picture_with_its_hot_spot_at_the_pointer(
    machine: Machine, shape: PointerShape
) -> None:
    pictures, (hot_x, hot_y) = POINTER_FRAMES[shape]
    machine.display.page.cls(2)
    machine.pointer_shape = shape
    # At the edges it is cut off.
    for x, y in ((100, 90), (0, 0), (639, 349)):
        machine.sync_pointer([MouseMotion(x, y)])
        for turn, rows in enumerate(pictures):
            assert [len(row) for row in rows] == [16] * 16
            machine.tick = turn * POINTER_FRAME_TICKS
            expected = bytearray([2]) * (640 * 350)
            for (line, row), column in product(enumerate(rows), range(16)):
                at_x, at_y = x - hot_x + column, y - hot_y + line
                if 0 <= at_x < 640 and 0 <= at_y < 350:
                    expected[640 * at_y + at_x] = {".": 2, "#": 0, "o": 15}[row[column]]
            assert picture(machine) == expected


def test_the_hourglass_runs_down_and_turns_over_with_the_ticks_of_the_machine(machine: Machine) -> None:
    machine.sync_pointer([MouseMotion(100, 90)])
    machine.pointer_shape = "hourglass"
    shown = []
    for machine.tick in range(12 * POINTER_FRAME_TICKS):
        shown.append(picture(machine))
    assert len(set(shown)) == 6
    assert shown[: 6 * POINTER_FRAME_TICKS] == shown[6 * POINTER_FRAME_TICKS :]
    machine.pointer_shape = "standing hourglass"
    machine.tick = 0
    first = picture(machine)
    machine.tick = 3 * POINTER_FRAME_TICKS
    assert picture(machine) == first


def test_without_a_mouse_its_events_are_left_out_and_no_pointer_shows(machine: Machine) -> None:
    machine.sync_pointer([MouseMotion(30, 40)])
    machine.has_mouse = False
    events: list[Event] = [MouseMotion(50, 50), KeyPress("a", "a"), MousePress(50, 50), FileDrop("x")]
    machine.sync_pointer(events)
    assert events == [KeyPress("a", "a"), FileDrop("x")]
    assert not machine.is_pointer_visible
