import json

from retro_pyramid.machine.adapters.mda import MdaVideo
from retro_pyramid.machine.events import Key, Motion, Press, Release, Wheel
from retro_pyramid.machine.host import Presenter
from retro_pyramid.machine.pc import Machine
from tests.machine.stage import Stage


def test_the_pointer_follows_the_mouse_and_hides_while_keys_are_used(machine: Machine) -> None:
    key = Key("a", "a")
    assert (machine.pointer, machine.pointer_shown) == ((320, 175), False)
    for events, place, shown in (
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
    ):
        machine.follow(list(events))
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
