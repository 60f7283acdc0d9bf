"""What a program shows when nobody has touched it for a minute: a recorded game, played by itself."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.machine.video import HEIGHT, WIDTH
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import Hint
from retro_pyramid.screens.stage import Stage
from retro_pyramid.screens.table.look import TableLook

_STEPS = Hint("Space", "Step by step", "button:replay")
_PAUSE = 45
_LAST = 300
"""Ticks from one move to the next, and how long the end is shown."""


class Attract(Screen):
    """A recorded game on a stage of its own, without a sound; any key or click, or its end, leads back to `end`."""

    name = "demonstration"
    read_out = False
    key_hints = (Hint("Demonstration", "", ""), _STEPS, Hint("Any key", "Menu", ""))

    def __init__(self, app: App, look: TableLook, transcript: Transcript, end: Callable[[], None]) -> None:
        super().__init__(app)
        self._end = end
        self._game = transcript
        self._pause = _PAUSE
        self._stage = Stage(app, look, transcript, silent=True)
        self._stage.deal()

    def event(self, event: Event) -> None:
        """End at any key or press of a button; Space shows the game step by step instead."""
        if not isinstance(event, Key | Press):
            return
        if isinstance(event, Key):
            steps = event.name == "SPACE"
        else:
            target = target_at(self.targets(), event.x, event.y)
            steps = target is not None and target.id == _STEPS.id
        self._end()
        if steps:
            self.app.watch(self._game, "A recorded game")

    def tick(self, ticks: int) -> None:
        """Play the next move when the last one's cards lie and have been looked at."""
        stage = self._stage
        stage.tick(ticks)
        if stage.moving():
            return
        self._pause -= ticks
        if self._pause > 0:
            return
        if stage.at == stage.last:
            self._end()
            return
        stage.on()
        self._pause = _PAUSE if stage.at < stage.last else _LAST

    def busy(self) -> bool:
        """Return whether cards are moving; the game itself goes on for long."""
        return self._stage.moving()

    def targets(self) -> list[Target]:
        """Return the whole picture: wherever it is clicked, the menu comes back, but at one hint."""
        return [Target("back", (0, 0, WIDTH, HEIGHT)), *super().targets()]

    def draw(self) -> None:
        """Draw the table, and what this is on its bottom line."""
        self._stage.draw(self.hints())
