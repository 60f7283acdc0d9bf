"""The demonstration: a recorded game that plays by itself and explains the rules, on request or in attract mode."""

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

_TICKS_PER_LETTER = 3
"""Ticks per letter for which an explanation is shown before its move."""
_LESSON_TICKS, _QUICK_TICKS, _END_TICKS = 70, 9, 90
"""Ticks after a move while the rules are explained, after a move later on, and after the end animation."""
_NOTE_PREFIX = "say"
"""Prefix of the keys of the transcript notes that are shown before a move; the number of the move follows it."""
_STEP_HINT = Hint("Space", "Step by step", "button:replay")


class Attract(Screen):
    """Play a recorded game without sound on a table of its own.

    Any key or click calls `on_leave`, whose destination `leave_label` names in the key hints. The end of the game calls
    `on_end`, or `on_leave` if that is None.

    Notes of the transcript named `say1`, `say5` are shown before the first and the fifth move, with the cards of the move
    marked. All other moves are described after they are played. After the last note the moves follow quickly.
    """

    name = "demonstration"
    read_out = False
    speaks = True
    own_keys = dict.fromkeys(["SPACE"], _STEP_HINT.id)

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
        self._on_leave, self._on_end = back, on or back
        description = dict(transcript.notes).get("about", "")
        self.key_hints = (Hint("Demonstration", description), _STEP_HINT, Hint("Any key", where))
        self._transcript = transcript
        self._explanations = {
            int(key.removeprefix(_NOTE_PREFIX)): words
            for key, words in transcript.notes
            if key.startswith(_NOTE_PREFIX)
        }
        self._is_quick = False
        self._replay_table = Stage(app, look, transcript, silent=True, pause=_LESSON_TICKS)
        self._replay_table.deal()

    def refit(self) -> None:
        self._replay_table.refit(self.app.services)

    def event(self, event: Event) -> None:
        super().event(event._replace(button=1) if isinstance(event, Press) else event)

    def key(self, key: Key) -> None:
        self.act("back")

    def act(self, name: str) -> None:
        self._on_leave()
        if name == _STEP_HINT.id:
            self.app.flow.watch(self._transcript, "A recorded game")

    def tick(self, ticks: int) -> None:
        replay_table = self._replay_table
        if not replay_table.due(ticks):
            return
        if replay_table.at == replay_table.last:
            self._on_end()
            return
        explanation = self._explanations.pop(replay_table.at + 1, "")
        if explanation:
            self.message = explanation
            self._is_quick = not self._explanations
            replay_table.pause = _TICKS_PER_LETTER * len(explanation)
            replay_table.pointed = names_of(self._transcript.moves[replay_table.at])
            return
        replay_table.pointed = ()
        replay_table.step()
        is_last = replay_table.at == replay_table.last
        if is_last or not self._is_quick:
            self.message = replay_table.caption()
        replay_table.pause = _END_TICKS if is_last else _QUICK_TICKS if self._is_quick else _LESSON_TICKS

    def busy(self) -> bool:
        """Return True while cards are moving, not for the whole length of the game."""
        return self._replay_table.moving()

    def targets(self) -> list[Target]:
        """Return the targets: the whole picture leads back, only the hint "Step by step" does something else."""
        leave_target = Target("back", WHOLE.rect, words=self.key_hints[-1].word)
        return [leave_target, *super().targets()]

    def draw(self) -> None:
        self._replay_table.draw()
        self.draw_hints()
