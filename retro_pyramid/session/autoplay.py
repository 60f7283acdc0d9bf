"""Automatic play of a session to its end, in steps."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.rules import DRAW, REDEAL, Move
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.session.session import MovePolicy, Session
from retro_pyramid.solver.incremental_task import IncrementalTask

# More draws and redeals than three passes have. If none of them led to a removal, none will.
_MAX_FRUITLESS_MOVES = 100


class AutoPlay:
    """Plays a session to its end with the moves of a policy. The caller calls `step` repeatedly.

    It counts as an assist. `play_move` plays each move, by default on the session. While it returns a false value, each
    step calls it again.
    """

    def __init__(
        self, session: Session, move_policy: MovePolicy, play_move: Callable[[Move], object] | None = None
    ) -> None:
        session.record_assist("auto")
        self._session = session
        self._move_policy = move_policy
        self._play_move = play_move or session.play_move
        self._task: IncrementalTask[Move] | None = None
        self._task_entry: HistoryEntry | None = None
        self._fruitless_moves = 0

    def step(self, node_budget: int) -> bool:
        """Search up to `node_budget` positions and play the move once it is found. Return True when the game is finished.

        Raise IllegalMoveError if the policy returns an illegal move.
        """
        session = self._session
        if session.status != "playing" or self._fruitless_moves == _MAX_FRUITLESS_MOVES:
            return True
        # The search starts again if the player has made or undone a move in the meantime.
        current = session.undo_history.current
        if self._task is None or self._task_entry is not current:
            self._task, self._task_entry = self._move_policy(session.rules, session.history), current
        if not self._task.run_slice(node_budget):
            return False
        move = self._task.result
        if move is None:
            return True
        if not self._play_move(move):
            return False
        self._task = None
        self._fruitless_moves = self._fruitless_moves + 1 if move in (DRAW, REDEAL) else 0
        return session.status != "playing"
