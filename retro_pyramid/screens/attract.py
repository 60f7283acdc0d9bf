"""A recorded game, played by itself, whose captions teach the rules: shown when asked for, or when nobody is there."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import HEIGHT, WIDTH
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.captions import caption
from retro_pyramid.screens.parts.look import Hint, hint_line
from retro_pyramid.screens.parts.positions import names_of
from retro_pyramid.screens.record import Ways
from retro_pyramid.screens.setting import TEACH
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.table import Table

_READ = 3
"""Ticks for a letter of what is said before a move."""
_TAUGHT, _QUICK, _LAST = 70, 14, 180
"""Ticks after a move while the rules are taught, and after that; how long the end is shown."""
_SAY = "say"
"""What a note of the recording begins with whose words are said before a move; the number of the move follows."""


class Attract(Screen):
    """A game played from a transcript on a table of its own; any key or click, or its end, leads back to `where`, by `end`.

    Its notes `say1`, `say5` are said before the first and the fifth move, with the cards marked that go. The other moves
    are told after they are played; from the last note on they go quickly. The table has its own files, which nobody
    keeps, and makes no sound: nothing of the game is left behind.
    """

    name = "demonstration"
    read_out = False
    speaks = True

    def __init__(
        self, app: App, look: TableLook, transcript: Transcript, end: Callable[[], None], where: str
    ) -> None:
        super().__init__(app)
        self._end = end
        self._where = where
        self._moves = list(transcript.moves)
        self._told = {
            int(key.removeprefix(_SAY)): words for key, words in transcript.notes if key.startswith(_SAY)
        }
        self._quick = False
        self._pause = _TAUGHT
        self._mouse = app.machine.mouse
        services = app.services._replace(files=app.services.spare_files())
        stage = App(app.machine, app.record, services, app.options | transcript.options)
        stage.settings |= app.settings
        silent = next((level for level in app.record.sound_levels if not level.effects), None)
        if silent is not None:
            stage.settings[app.record.sound_setting] = silent.value
        stage.settings[TEACH] = "off"
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
        self.app.machine.mouse = self._mouse
        self._end()

    def tick(self, ticks: int) -> None:
        """Say or play the next thing when the last one's cards lie and have been looked at."""
        self._stage.update([], ticks)
        if self._stage.busy():
            return
        self._pause -= ticks
        if self._pause > 0:
            return
        if not self._moves:
            self._leave()
            return
        session = self._table.session
        words = self._told.pop(len(session.moves) + 1, "")
        if words:
            self.message = words
            self._quick = not self._told
            self._pause = _READ * len(words)
            self._table.point(names_of(self._moves[0]))
            return
        self._table.perform(self._moves.pop(0))
        before, after = session.history[-2:]
        if not (self._quick and self._moves):
            points = None if after.score is None or before.score is None else after.score - before.score
            assert after.move is not None, "it was played a moment ago"
            self.message = caption(session.rules, before.state, after.move, after.state, points)
        self._pause = (_QUICK if self._quick else _TAUGHT) if self._moves else _LAST

    @property
    def message_colour(self) -> int:
        """Return the attribute of what is said: it is no error."""
        return self.dress.field

    @property
    def message_row(self) -> int:
        """Return the row of what is said, above how the game ended."""
        return self._table.message_row

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
        hint_line(self.video, [Hint("Demonstration", "", ""), Hint("Any key", self._where, "back")], dress)
