"""What a program shows when nobody has touched it for a minute: a recorded game, played by itself."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import HEIGHT, WIDTH
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import Hint, hint_line
from retro_pyramid.screens.record import Ways
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.table import Table

_PAUSE = 45
_LAST = 300
"""Ticks from one move to the next, and how long the end is shown."""


class Attract(Screen):
    """A game played from a transcript on a table of its own; any key or click, or its end, leads back to `end`.

    The table has its own files, which nobody keeps, and makes no sound: nothing of the game is left behind.
    """

    name = "demonstration"
    read_out = False

    def __init__(self, app: App, look: TableLook, transcript: Transcript, end: Callable[[], None]) -> None:
        super().__init__(app)
        self._end = end
        self._moves = list(transcript.moves)
        self._pause = _PAUSE
        services = app.services._replace(files=app.services.spare_files())
        stage = App(app.machine, app.record, services, app.options | transcript.options)
        stage.settings |= app.settings
        silent = next((level for level in app.record.sound_levels if not level.effects), None)
        if silent is not None:
            stage.settings[app.record.sound_setting] = silent.value
        stage.follow_sound()
        stage.straight = True
        ways = Ways(lambda _session, _then: None, lambda _: False, *3 * (lambda: None,))
        self._table = Table(stage, look, transcript.deal or 0, ways)
        stage.go(self._table)
        self._stage = stage

    def refit(self) -> None:
        """Lay the table out anew."""
        self._stage.services = self.app.services._replace(files=self._stage.services.files)
        self._table.refit()

    def event(self, event: Event) -> None:
        """End at any key or press of a button."""
        if isinstance(event, Key | Press):
            self._leave()

    def _leave(self) -> None:
        self.app.follow_sound()
        self.app.machine.mouse = True
        self._end()

    def tick(self, ticks: int) -> None:
        """Play the next move when the last one's cards lie and have been looked at."""
        self._stage.update([], ticks)
        if self._stage.busy():
            return
        self._pause -= ticks
        if self._pause > 0:
            return
        if not self._moves:
            self._leave()
            return
        self._table.perform(self._moves.pop(0))
        self._pause = _PAUSE if self._moves else _LAST

    def busy(self) -> bool:
        """Return whether cards are moving; the game itself goes on for long."""
        return self._stage.busy()

    def targets(self) -> list[Target]:
        """Return the whole picture: wherever it is clicked, the menu comes back."""
        return [Target("back", (0, 0, WIDTH, HEIGHT))]

    def draw(self) -> None:
        """Draw the table, and what this is on its bottom line."""
        self._stage.draw()
        dress = self.app.record.dress
        hint_line(self.video, [Hint("Demonstration", "", ""), Hint("Any key", "Menu", "back")], dress)
