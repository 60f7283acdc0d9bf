"""`UndoHistory`, the undo and redo history of a deal, across restarts."""

from __future__ import annotations

from retro_pyramid.rules.transcript import HistoryEntry


class UndoHistory:
    """The games played of one deal and the current point in them. Undo and redo also go through restarts.

    `games` has the history of each game, first to last, all with the same initial entry. A restart separates two games. The
    current entry is the one after the first `move_index` moves of game `game_index` (from 0).

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import initial_entry
    >>> history = UndoHistory([[initial_entry(rules_for("em"), deal(61))]])
    >>> history.add(history.current._replace(score=3))
    >>> history.restart()
    >>> history.game_index, history.move_index, history.undo(), history.game_index, history.move_index, history.current.score
    (1, 0, True, 0, 1, 3)
    """

    def __init__(self, games: list[list[HistoryEntry]], game_index: int = 0, move_index: int = 0) -> None:
        self.games, self.game_index, self.move_index = games, game_index, move_index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UndoHistory) and vars(self) == vars(other)

    @property
    def current(self) -> HistoryEntry:
        """The current entry."""
        return self.games[self.game_index][self.move_index]

    @property
    def history(self) -> list[HistoryEntry]:
        """The entries of the current game from the start to the current one, as a new list."""
        return self.games[self.game_index][: self.move_index + 1]

    def add(self, entry: HistoryEntry) -> None:
        """Append an entry to the current game and make it the current one. Undone moves and restarts are dropped."""
        self._drop_undone()
        self.games[-1].append(entry)
        self.move_index += 1

    def restart(self) -> None:
        """Start another game of the deal. Undone moves and restarts are dropped. Before the first move do nothing."""
        if self.move_index:
            self._drop_undone()
            self.games.append(self.games[0][:1])
            self.game_index += 1
            self.move_index = 0

    def _drop_undone(self) -> None:
        del self.games[self.game_index + 1 :]
        del self.games[self.game_index][self.move_index + 1 :]

    @property
    def can_undo(self) -> bool:
        """Whether there is a move or a restart to undo."""
        return bool(self.move_index or self.game_index)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move or a restart to redo."""
        return self.game_index < len(self.games) - 1 or self.move_index < len(self.games[-1]) - 1

    def undo(self) -> bool:
        """Undo a move or a restart. Return False if there is none."""
        if self.move_index:
            self.move_index -= 1
        elif self.game_index:
            self.game_index -= 1
            self.move_index = len(self.games[self.game_index]) - 1
        else:
            return False
        return True

    def redo(self) -> bool:
        """Redo the move or restart that was undone last. Return False if there is none."""

        if self.move_index < len(self.games[self.game_index]) - 1:
            self.move_index += 1
        elif self.game_index < len(self.games) - 1:
            self.game_index += 1
            self.move_index = 0
        else:
            return False
        return True
