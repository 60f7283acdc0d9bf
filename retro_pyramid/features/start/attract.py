"""The demonstration: a recorded game that plays by itself and explains the rules, on request or in attract mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.features.replay.replay_table import ReplayTable
from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.targets import Target
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.target_ids import get_move_target_ids
from retro_pyramid.ui.drawing import KeyHint
from retro_pyramid.ui.element import FULL_SCREEN_ELEMENT
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_TICKS_PER_LETTER = 3
"""Ticks per letter for which an explanation is shown before its move."""
_LESSON_TICKS, _QUICK_TICKS, _END_TICKS = 70, 9, 90
"""Ticks after a move while the rules are explained, after a move later on, and after the end animation."""
_NOTE_PREFIX = "say"
"""Prefix of the keys of the transcript notes that are shown before a move; the number of the move follows it."""
_STEP_HINT = KeyHint("Space", "Step by step", "button:replay")


class AttractScreen(Screen):
    """Play a recorded game without sound on a table of its own.

    Any key or click calls `on_leave`, whose destination `leave_label` names in the key hints. The end of the game calls
    `on_end`, or `on_leave` if that is None.

    Notes of the transcript named `say1`, `say5` are shown before the first and the fifth move, with the cards of the move
    marked. All other moves are described after they are played. After the last note the moves follow quickly.
    """

    name = "demonstration"
    is_spoken = False
    shows_messages = True
    BINDINGS = dict.fromkeys(["SPACE"], _STEP_HINT.target_id)

    def __init__(
        self,
        app: App,
        table_spec: TableSpec,
        transcript: Transcript,
        on_leave: Callable[[], None],
        leave_label: str,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(app)
        self._on_leave, self._on_end = on_leave, on_end or on_leave
        description = dict(transcript.notes).get("about", "")
        self.KEY_HINTS = (KeyHint("Demonstration", description), _STEP_HINT, KeyHint("Any key", leave_label))
        self._transcript = transcript
        self._explanations = {
            int(key.removeprefix(_NOTE_PREFIX)): words
            for key, words in transcript.notes
            if key.startswith(_NOTE_PREFIX)
        }
        self._is_quick = False
        self._replay_table = ReplayTable(
            app, table_spec, transcript, is_silent=True, pause_ticks=_LESSON_TICKS
        )
        self._replay_table.animate_deal()

    def rebuild(self) -> None:
        self._replay_table.rebuild(self.app.services)

    def handle_event(self, event: Event) -> None:
        super().handle_event(event._replace(button=1) if isinstance(event, MousePress) else event)

    def on_key(self, key: KeyPress) -> None:
        self.on_action("back")

    def on_action(self, action_id: str) -> None:
        self._on_leave()
        if action_id == _STEP_HINT.target_id:
            self.app.navigator.show_replay(self._transcript, "A recorded game")

    def advance(self, ticks: int) -> None:
        replay_table = self._replay_table
        if not replay_table.advance(ticks):
            return
        if replay_table.move_index == replay_table.last_index:
            self._on_end()
            return
        explanation = self._explanations.pop(replay_table.move_index + 1, "")
        if explanation:
            self.message = explanation
            self._is_quick = not self._explanations
            replay_table.pause_ticks = _TICKS_PER_LETTER * len(explanation)
            replay_table.marked_targets = get_move_target_ids(self._transcript.moves[replay_table.move_index])
            return
        replay_table.marked_targets = ()
        replay_table.step()
        is_last = replay_table.move_index == replay_table.last_index
        if is_last or not self._is_quick:
            self.message = replay_table.describe_current_move()
        replay_table.pause_ticks = (
            _END_TICKS if is_last else _QUICK_TICKS if self._is_quick else _LESSON_TICKS
        )

    def is_busy(self) -> bool:
        """Return True while cards are moving, not for the whole length of the game."""
        return self._replay_table.is_animating()

    def targets(self) -> list[Target]:
        """Return the targets: the whole picture leads back, only the hint "Step by step" does something else."""
        leave_target = Target("back", FULL_SCREEN_ELEMENT.rect, label=self.KEY_HINTS[-1].label)
        return [leave_target, *super().targets()]

    def draw(self) -> None:
        self._replay_table.draw()
        self.draw_key_hints()
