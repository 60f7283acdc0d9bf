import json

import pytest

from retro_pyramid.machine.adapters.mda import MdaVideo
from retro_pyramid.machine.events import Event, Key, Motion, Press, Release, Wheel
from retro_pyramid.machine.host import Presenter
from retro_pyramid.machine.pc import Machine
from tests.machine.stage import Stage


def test_the_pointer_waits_in_the_middle_unseen(machine: Machine) -> None:
    assert (machine.pointer, machine.pointer_shown) == ((320, 175), False)


@pytest.mark.parametrize("event", [Motion(30, 40), Press(30, 40), Release(30, 40, 2)])
def test_the_pointer_follows_the_mouse(machine: Machine, event: Event) -> None:
    machine.follow([event])
    assert (machine.pointer, machine.pointer_shown) == ((30, 40), True)


def test_the_pointer_hides_while_keys_are_used(machine: Machine) -> None:
    machine.follow([Motion(30, 40), Key("a", "a")])
    assert (machine.pointer, machine.pointer_shown) == ((30, 40), False)
    machine.follow([Wheel(1)])
    assert not machine.pointer_shown
    machine.follow([Key("a", "a"), Motion(31, 40)])
    assert (machine.pointer, machine.pointer_shown) == ((31, 40), True)


@pytest.mark.parametrize(
    ("place", "kept"), [((-5, -1), (0, 0)), ((640, 350), (639, 349)), ((9999, 5), (639, 5))]
)
def test_the_pointer_stays_in_the_picture(
    machine: Machine, place: tuple[int, int], kept: tuple[int, int]
) -> None:
    machine.follow([Motion(*place)])
    assert machine.pointer == kept
    machine.picture()


def test_the_state_has_the_keys_of_the_contract(machine: Machine) -> None:
    machine.tick = 12
    state = json.loads(machine.state_json(Stage()))
    assert state == {
        "program": "stage",
        "screen": "table",
        "video": "ega",
        "mode": "graphics",
        "size": [640, 350],
        "targets": [
            {"id": "stock", "rect": [10, 20, 64, 64], "enabled": True},
            {"id": "card:11", "rect": [100, 100, 64, 64], "enabled": False},
            {"id": "card:22", "rect": [100, 120, 64, 64], "enabled": True},
            {"id": "hidden", "rect": [500, 10, 20, 20], "enabled": True},
            {"id": "lid", "rect": [490, 0, 60, 60], "enabled": True},
        ],
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
