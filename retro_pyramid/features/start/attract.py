"""A recorded game, played by itself, whose captions teach the rules: shown when asked for, or when nobody is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.features.replay.replay_table import Stage
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.target_ids import names_of
from retro_pyramid.ui.drawing import Hint
from retro_pyramid.ui.element import WHOLE
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_READ = 3
"""Ticks for a letter of what is said before a move."""
_TAUGHT, _QUICK, _LAST = 70, 9, 90
"""Ticks after a move while the rules are taught, and after that; how long the end is shown after the finale."""
_SAY = "say"
"""What a note of the recording begins with whose words are said before a move; the number of the move follows."""
_STEPS = Hint("Space", "Step by step", "button:replay")


class Attract(Screen):
    """A recorded game on a stage of its own, without a sound; any key or click leads back to `where`, by `back`.

    Its end leads there too, where there is no way `on`.

    Its notes `say1`, `say5` are said before the first and the fifth move, with the cards marked that go. The other moves
    are told after they are played; from the last note on they go quickly.
    """

    name = "demonstration"
    read_out = False
    speaks = True
    own_keys = dict.fromkeys(["SPACE"], _STEPS.id)

    def __init__(
        self,
        app: App,
        look: TableLook,
        transcript: Transcript,
        back: Callable[[], None],
        where: str,
        on: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(app)
        self._back, self._on = back, on or back
        about = dict(transcript.notes).get("about", "")
        self.key_hints = (Hint("Demonstration", about), _STEPS, Hint("Any key", where))
        self._game = transcript
        self._told = {
            int(key.removeprefix(_SAY)): words for key, words in transcript.notes if key.startswith(_SAY)
        }
        self._quick = False
        self._stage = Stage(app, look, transcript, silent=True, pause=_TAUGHT)
        self._stage.deal()

    def refit(self) -> None:
        self._stage.refit(self.app.services)

    def event(self, event: Event) -> None:
        super().event(event._replace(button=1) if isinstance(event, Press) else event)

    def key(self, key: Key) -> None:
        self.act("back")

    def act(self, name: str) -> None:
        self._back()
        if name == _STEPS.id:
            self.app.flow.watch(self._game, "A recorded game")

    def tick(self, ticks: int) -> None:
        stage = self._stage
        if not stage.due(ticks):
            return
        if stage.at == stage.last:
            self._on()
            return
        words = self._told.pop(stage.at + 1, "")
        if words:
            self.message = words
            self._quick = not self._told
            stage.pause = _READ * len(words)
            stage.pointed = names_of(self._game.moves[stage.at])
            return
        stage.pointed = ()
        stage.step()
        ends = stage.at == stage.last
        if ends or not self._quick:
            self.message = stage.caption()
        stage.pause = _LAST if ends else _QUICK if self._quick else _TAUGHT

    def busy(self) -> bool:
        """Return whether cards are moving; the game itself goes on for long."""
        return self._stage.moving()

    def targets(self) -> list[Target]:
        """Return the whole picture: wherever it is clicked, the menu comes back, but at one hint."""
        way_out = Target("back", WHOLE.rect, words=self.key_hints[-1].word)
        return [way_out, *super().targets()]

    def draw(self) -> None:
        self._stage.draw()
        self.draw_hints()
