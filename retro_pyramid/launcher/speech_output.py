"""The program heard at the desk: what is new after every frame, said by the system's voice or written line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.settings import SPEECH
from retro_pyramid.storage.backends.user_files import discard_output

if TYPE_CHECKING:
    from subprocess import Popen

    from retro_pyramid.app.app import App
    from retro_pyramid.machine.pc import Program
    from retro_pyramid.speech.screen_reader import Listener

GREETING = "F1 is help, semicolon tells all that is on the screen."
_WINDOWS = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
VOICES = {
    "win32": (("powershell", "-NoProfile", "-Command", _WINDOWS), ()),
    "darwin": (("say",), ()),
    "linux": (("spd-say", "--wait", "--pipe-mode"), ("spd-say", "--cancel")),
}
"""By system: what says aloud the words on its standard input and ends then, and what hushes it where its end does not."""


def voice_missing(system: str = sys.platform) -> str:
    """Return in words what the system's voice lacks, empty where it is there."""
    from shutil import which

    if system not in VOICES:
        return "this system has no voice that is known here"
    name = VOICES[system][0][0]
    return "" if which(name) else f"expected {name} to say it, which is not to be found"


class Voice:
    """The system's own voice: what is said waits for what was said before, till it is hushed."""

    def __init__(self) -> None:
        self.lacks = voice_missing()
        self._saying: Popen[bytes] | None = None
        self._waiting: list[str] = []

    def say(self, words: str) -> None:
        self._waiting += [words] if words else []

    def hush(self) -> None:
        """Break off, as every reader does at a key."""
        self._waiting.clear()
        if self._saying is not None and self._saying.poll() is None:
            self._saying.kill()
            self._saying.wait()
            if hushes := VOICES[sys.platform][1]:
                self._run(hushes).wait()

    def go_on(self) -> None:
        """Begin with what waits, once what is being said has come to its end."""
        if self._waiting and not self.lacks and (self._saying is None or self._saying.poll() is not None):
            words = " ".join(self._waiting)
            self._waiting.clear()
            # One that has ended at once takes no words.
            with suppress(OSError):
                self._saying = self._run(VOICES[sys.platform][0])
                assert self._saying.stdin is not None
                self._saying.stdin.write(f"{words}\n".encode())
                self._saying.stdin.close()

    def _run(self, command: tuple[str, ...]) -> Popen[bytes]:
        from subprocess import DEVNULL, PIPE, Popen

        return Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)


def write_line(words: str) -> None:
    """Write what is said as a line of UTF-8 to standard output, for any reader; where nobody reads it any more, nothing."""
    try:
        sys.stdout.buffer.write(f"{words}\n".encode())
        sys.stdout.buffer.flush()
    except OSError:
        discard_output()


class Speaking:
    """A `Program` that stands before another: after each frame what is new is handed to `line`, else said by a voice.

    A voice speaks while the setting says so, which the player may change at any time.
    """

    def __init__(self, app: App, program: Program, line: Callable[[str], None] | None = None) -> None:
        self._app = app
        self._program = program
        self._line = line
        self._voice: Voice | None = None
        self._listener: Listener | None = None

    def update(self, events: list[Event], ticks: int) -> None:
        """Let the program have its turn, and say what came of it."""
        self._program.update(events, ticks)
        # In the page a screen reader says it.
        if self._line is None and (self._app.settings[SPEECH] == "off" or self._app.services.host == "page"):
            self.hush()
            self._voice = self._listener = None
        elif not self._program.done:
            self._speak(any(isinstance(event, Key | Press) for event in events))

    def hush(self) -> None:
        """Break off what is being said."""
        if self._voice is not None:
            self._voice.hush()

    def _speak(self, anew: bool) -> None:
        app = self._app
        if self._listener is None:
            # Loaded when something is to be said: no first frame has to wait for it.
            from retro_pyramid.speech.screen_reader import Listener

            self._listener = Listener(app, GREETING)
            if self._line is None:
                self._voice = Voice()
                if self._voice.lacks:
                    app.services.files.notices.append(f"Nothing is said aloud: {self._voice.lacks}")
        if anew:
            self.hush()
        # What is heard is what is seen.
        app.machine.video.clear()
        self._program.draw()
        words = self._listener.hear(app.state())
        if self._voice is not None:
            self._voice.say(words)
            self._voice.go_on()
        elif self._line is not None and words:
            self._line(words)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._program, name)
