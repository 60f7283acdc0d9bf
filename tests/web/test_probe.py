"""Scripts handed in by the page, seen from the program's side."""

import base64
import json
from types import SimpleNamespace
from typing import Any

from retro_pyramid.machine.pc import Machine
from retro_pyramid.page.probe import Probe
from tests.machine.stage import Stage


def probe_of(machine: Machine, stage: Stage) -> tuple[Probe, list[dict[str, Any]]]:
    ends: list[dict[str, Any]] = []
    page = SimpleNamespace(done=lambda text: ends.append(json.loads(text)))
    return Probe(machine, stage, page), ends


def test_without_a_script_the_frame_is_the_players(machine: Machine) -> None:
    probe, ends = probe_of(machine, Stage())
    assert not probe.turn()
    assert (machine.tick, ends) == (0, [])


def test_a_script_has_one_tick_a_frame_and_gives_what_it_wrote(machine: Machine) -> None:
    stage = Stage()
    probe, ends = probe_of(machine, stage)
    probe.run("key a\nwait 2\nstate one\nshot two")
    while probe.turn():
        pass
    assert (len(stage.frames), machine.tick) == (5, 5)
    [end] = ends
    assert (end["error"], end["states"].keys(), end["shots"].keys()) == (None, {"one"}, {"two"})
    assert json.loads(end["states"]["one"])["tick"] == 4
    assert json.loads(end["state"])["tick"] == 5
    assert len(end["shots"]["two"]["colours"]) == 16
    assert len(base64.b64decode(end["shots"]["two"]["pixels"])) == 640 * 350


def test_a_bad_line_is_named_and_the_next_frame_is_the_players(machine: Machine) -> None:
    probe, ends = probe_of(machine, Stage())
    probe.run("key a\nclickon x")
    assert probe.turn()
    assert not probe.turn()
    assert ends[0]["error"].startswith("script line 2: no target 'x'")


def test_a_program_that_is_done_ends_the_script(machine: Machine) -> None:
    stage = Stage(last=2)
    probe, ends = probe_of(machine, stage)
    probe.run("wait 9")
    while probe.turn():
        pass
    assert (len(stage.frames), ends[0]["error"]) == (2, None)
