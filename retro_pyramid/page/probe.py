"""The page's test hook, with `test` in the query: the whole state, and scripts that run one line a frame."""

from __future__ import annotations

from base64 import b64encode
from time import perf_counter
from typing import TYPE_CHECKING

from retro_pyramid.machine.host import render_frame, run_script_frame
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import displayed_rgb_colours, pixel_buffer

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Application, Machine
    from retro_pyramid.page.program import ScriptRunner

_SECONDS_PER_TURN = 0.05


class TestHook:
    """Runs scripts on the program in the page, one tick a frame and as many frames as fit into 50 ms at a time.

    `web/page/test_hook.js` passes a script in and gets its results. Meanwhile no time passes, and keyboard and mouse are
    not read.
    """

    def __init__(self, machine: Machine, program: Application, runner: ScriptRunner) -> None:
        self._machine = machine
        self._program = program
        self._runner = runner
        self._script: Script | None = None
        self._states: dict[str, str] = {}
        self._shots: dict[str, dict[str, object]] = {}

    def state_json(self) -> str:
        """Return the state JSON of `docs/COMMANDS.md`, targets and text included."""
        return self._machine.state_json(self._program)

    def run_script(self, text: str) -> None:
        """Start a script with the next frame."""
        self._states, self._shots = {}, {}
        self._script = Script(text, self._program, self._write)

    def run_frames(self) -> bool:
        """Run frames of the current script; return False if there is none."""
        script = self._script
        if script is None:
            return False
        # Scripts use a mouse.
        self._machine.is_touch = False
        try:
            end = perf_counter() + _SECONDS_PER_TURN
            while perf_counter() < end:
                if not run_script_frame(self._machine, self._program, script):
                    self._finish(None)
                    break
        except ScriptError as error:
            self._finish(str(error))
        return True

    def _write(self, name: str) -> None:
        stem, _, suffix = name.rpartition(".")
        if suffix == "png":
            # Not a PNG file: Pyxel would offer it to the player as a download.
            pixels = pixel_buffer(render_frame(self._machine, self._program))
            self._shots[stem] = {
                "colours": displayed_rgb_colours(),
                "pixels": b64encode(pixels).decode("ascii"),
            }
        else:
            self._states[stem] = self.state_json()

    def _finish(self, error: str | None) -> None:
        from json import dumps

        self._script = None
        result = {"error": error, "state": self.state_json(), "states": self._states, "shots": self._shots}
        self._runner.onScriptEnd(dumps(result))
