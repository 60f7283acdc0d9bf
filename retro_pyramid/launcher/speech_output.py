"""Speech output on the desktop: after each frame, new text is spoken by the system or written to standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.settings import SPEECH_SETTING
from retro_pyramid.storage.backends.user_files import discard_stdout

if TYPE_CHECKING:
    from subprocess import Popen

    from retro_pyramid.app.app import App
    from retro_pyramid.machine.pc import Application
    from retro_pyramid.speech.screen_reader import ScreenReader

SPEECH_GREETING = "F1 is help, semicolon tells all that is on the screen."
_WINDOWS_SCRIPT = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
SPEECH_COMMANDS = {
    "win32": (("powershell", "-NoProfile", "-Command", _WINDOWS_SCRIPT), ()),
    "darwin": (("say",), ()),
    "linux": (("spd-say", "--wait", "--pipe-mode"), ("spd-say", "--cancel")),
}
"""By platform: a command that speaks its standard input, and one that stops speech if killing the first does not."""


def find_speech_problem(platform: str = sys.platform) -> str:
    """Return why the platform has no speech, or an empty text if it has."""
    from shutil import which

    if platform not in SPEECH_COMMANDS:
        return "this system has no voice that is known here"
    name = SPEECH_COMMANDS[platform][0][0]
    return "" if which(name) else f"expected {name} to say it, which is not to be found"


class SpeechEngine:
    """The system's speech synthesizer. Texts are queued and spoken one after the other until stopped."""

    def __init__(self) -> None:
        self.unavailable_reason = find_speech_problem()
        self._process: Popen[bytes] | None = None
        self._pending: list[str] = []

    def enqueue(self, text: str) -> None:
        """Add a text to the queue; an empty one is ignored."""
        self._pending += [text] if text else []

    def stop(self) -> None:
        """Stop speaking and clear the queue, as screen readers do on each key press."""
        self._pending.clear()
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
            if stop_command := SPEECH_COMMANDS[sys.platform][1]:
                self._run(stop_command).wait()

    def speak_pending(self) -> None:
        """Start speaking the queued text if nothing is being spoken."""
        if (
            self._pending
            and not self.unavailable_reason
            and (self._process is None or self._process.poll() is not None)
        ):
            text = " ".join(self._pending)
            self._pending.clear()
            # Writing fails if the process has already exited.
            with suppress(OSError):
                self._process = self._run(SPEECH_COMMANDS[sys.platform][0])
                assert self._process.stdin is not None
                self._process.stdin.write(f"{text}\n".encode())
                self._process.stdin.close()

    def _run(self, command: tuple[str, ...]) -> Popen[bytes]:
        from subprocess import DEVNULL, PIPE, Popen

        return Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)


def write_speech_line(text: str) -> None:
    """Write a text as a UTF-8 line to standard output; if it is closed, discard all further output."""
    try:
        sys.stdout.buffer.write(f"{text}\n".encode())
        sys.stdout.buffer.flush()
    except OSError:
        discard_stdout()


class SpeechOutput:
    """An `Application` wrapper that passes new text after each frame to `write_line`, or else speaks it.

    Text is spoken while the speech setting is on, which the player may change at any time.
    """

    def __init__(
        self, app: App, program: Application, write_line: Callable[[str], None] | None = None
    ) -> None:
        self._app = app
        self._program = program
        self._write_line = write_line
        self._engine: SpeechEngine | None = None
        self._screen_reader: ScreenReader | None = None

    def update(self, events: list[Event], ticks: int) -> None:
        """Update the program, then output what is new."""
        self._program.update(events, ticks)
        # In a page, the browser's screen reader speaks.
        if self._write_line is None and (
            self._app.settings[SPEECH_SETTING] == "off" or self._app.services.host == "page"
        ):
            self.stop_speaking()
            self._engine = self._screen_reader = None
        elif not self._program.is_done:
            self._speak(any(isinstance(event, KeyPress | MousePress) for event in events))

    def stop_speaking(self) -> None:
        """Stop speaking."""
        if self._engine is not None:
            self._engine.stop()

    def _speak(self, interrupts: bool) -> None:
        """Output what is new on the screen; `interrupts` stops the current speech first."""
        app = self._app
        if self._screen_reader is None:
            # Lazy import: keeps start-up fast.
            from retro_pyramid.speech.screen_reader import ScreenReader

            self._screen_reader = ScreenReader(app, SPEECH_GREETING)
            if self._write_line is None:
                self._engine = SpeechEngine()
                if self._engine.unavailable_reason:
                    app.services.files.notification_lines.append(
                        f"Nothing is said aloud: {self._engine.unavailable_reason}"
                    )
        if interrupts:
            self.stop_speaking()
        # Draw, so that speech describes the current picture.
        app.machine.display.clear_text()
        self._program.draw()
        text = self._screen_reader.next_text(app.state())
        if self._engine is not None:
            self._engine.enqueue(text)
            self._engine.speak_pending()
        elif self._write_line is not None and text:
            self._write_line(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._program, name)
