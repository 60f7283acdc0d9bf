"""`UndoHistory`, the undo and redo history of a deal, across restarts."""

from __future__ import annotations

from retro_pyramid.rules.transcript import Entry


class Timeline:
    """The games played of one deal and the current point in them. Undo and redo also go through restarts.

    `games` has the history of each game, first to last, all with the same initial entry. A restart separates two games. The
    current entry is the one after the first `move_index` moves of game `game_index` (from 0).

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import opening_entry
    >>> history = Timeline([[opening_entry(rules_for("em"), deal(61))]])
    >>> history.add(history.now._replace(score=3))
    >>> history.restart()
    >>> history.game, history.at, history.back(), history.game, history.at, history.now.score
    (1, 0, True, 0, 1, 3)
    """

    def __init__(self, games: list[list[Entry]], game: int = 0, at: int = 0) -> None:
        self.games, self.game, self.at = games, game, at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeline) and vars(self) == vars(other)

    @property
    def now(self) -> Entry:
        """The current entry."""
        return self.games[self.game][self.at]

    @property
    def past(self) -> list[Entry]:
        """The entries of the current game from the start to the current one, as a new list."""
        return self.games[self.game][: self.at + 1]

    def add(self, entry: Entry) -> None:
        """Append an entry to the current game and make it the current one. Undone moves and restarts are dropped."""
        self._drop_undone()
        self.games[-1].append(entry)
        self.at += 1

    def restart(self) -> None:
        """Start another game of the deal. Undone moves and restarts are dropped. Before the first move do nothing."""
        if self.at:
            self._drop_undone()
            self.games.append(self.games[0][:1])
            self.game += 1
            self.at = 0

    def _drop_undone(self) -> None:
        del self.games[self.game + 1 :]
        del self.games[self.game][self.at + 1 :]

    @property
    def can_go_back(self) -> bool:
        """Whether there is a move or a restart to undo."""
        return bool(self.at or self.game)

    @property
    def can_go_on(self) -> bool:
        """Whether there is a move or a restart to redo."""
        return self.game < len(self.games) - 1 or self.at < len(self.games[-1]) - 1

    def back(self) -> bool:
        """Undo a move or a restart. Return False if there is none."""
        if self.at:
            self.at -= 1
        elif self.game:
            self.game -= 1
            self.at = len(self.games[self.game]) - 1
        else:
            return False
        return True

    def on(self) -> bool:
        """Redo the move or restart that was undone last. Return False if there is none."""

        if self.at < len(self.games[self.game]) - 1:
            self.at += 1
        elif self.game < len(self.games) - 1:
            self.game += 1
            self.at = 0
        else:
            return False
        return True
