"""What the page offers for tests, with `?test` in its query: the whole state, and scripts of one line a frame."""

from __future__ import annotations

from base64 import b64encode
from time import perf_counter
from typing import TYPE_CHECKING, Any

from retro_pyramid.machine.host import frame_picture, script_frame
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import memory, shown_colours

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Machine, Program

_SECONDS_A_TURN = 0.05


class Probe:
    """Runs scripts on the program in the page, one tick a frame and as many frames a turn as go into 50 ms.

    The page's side (`web/page/probe.js`) hands in a script and takes what it wrote.  Meanwhile no time passes, and
    keyboard and mouse are not read.
    """

    def __init__(self, machine: Machine, program: Program, page: Any) -> None:
        self._machine = machine
        self._program = program
        self._page = page
        self._script: Script | None = None
        self._states: dict[str, str] = {}
        self._shots: dict[str, dict[str, object]] = {}

    def state(self) -> str:
        """Return the state JSON of `docs/COMMANDS.md`, targets and text included."""
        return self._machine.state_json(self._program)

    def run(self, text: str) -> None:
        self._states, self._shots = {}, {}
        self._script = Script(text, self._program, self._write)

    def turn(self) -> bool:
        """Run the script that was handed in, if any; returns whether the frame was the script's."""
        script = self._script
        if script is None:
            return False
        # A script has a mouse.
        self._machine.finger = False
        try:
            end = perf_counter() + _SECONDS_A_TURN
            while perf_counter() < end:
                if not script_frame(self._machine, self._program, script):
                    self._finish(None)
                    break
        except ScriptError as error:
            self._finish(str(error))
        return True

    def _write(self, name: str) -> None:
        stem, _, kind = name.rpartition(".")
        if kind == "png":
            # No PNG file: Pyxel would hand it to the player as a download.
            pixels = memory(frame_picture(self._machine, self._program))
            self._shots[stem] = {"colours": shown_colours(), "pixels": b64encode(pixels).decode("ascii")}
        else:
            self._states[stem] = self.state()

    def _finish(self, error: str | None) -> None:
        from json import dumps

        self._script = None
        shown = {"error": error, "state": self.state(), "states": self._states, "shots": self._shots}
        self._page.done(dumps(shown))
