"""The games played of one deal, a restart between two, and where among their moves the player is."""

from __future__ import annotations

from retro_pyramid.rules.transcript import Entry


class Timeline:
    """Games as histories, first to last, each from the same opening; undo and redo go through restarts.

    The player is in the game number `game`, from 0, after its first `at` moves.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import opening_entry
    >>> timeline = Timeline([[opening_entry(rules_for("em"), deal(61))]])
    >>> timeline.add(timeline.now._replace(score=3))
    >>> timeline.restart()
    >>> timeline.game, timeline.at, timeline.back(), timeline.game, timeline.at, timeline.now.score
    (1, 0, True, 0, 1, 3)
    """

    def __init__(self, games: list[list[Entry]], game: int = 0, at: int = 0) -> None:
        self.games, self.game, self.at = games, game, at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeline) and vars(self) == vars(other)

    @property
    def now(self) -> Entry:
        """The entry where the player is."""
        return self.games[self.game][self.at]

    @property
    def past(self) -> list[Entry]:
        """The game the player is in, from its opening to now, as a new list."""
        return self.games[self.game][: self.at + 1]

    def add(self, entry: Entry) -> None:
        """Go on by a move; what was undone is dropped."""
        self._drop_undone()
        self.games[-1].append(entry)
        self.at += 1

    def restart(self) -> None:
        """Begin another game of the deal, which going back takes away again; at an opening do nothing."""
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
        """Whether there is a move or a restart before."""
        return bool(self.at or self.game)

    @property
    def can_go_on(self) -> bool:
        """Whether there is a move or a restart that was taken back."""
        return self.game < len(self.games) - 1 or self.at < len(self.games[-1]) - 1

    def back(self) -> bool:
        """Take back a move or a restart; False if there is none."""
        if self.at:
            self.at -= 1
        elif self.game:
            self.game -= 1
            self.at = len(self.games[self.game]) - 1
        else:
            return False
        return True

    def on(self) -> bool:
        """Do again what was taken back last; False if there is nothing."""
        if self.at < len(self.games[self.game]) - 1:
            self.at += 1
        elif self.game < len(self.games) - 1:
            self.game += 1
            self.at = 0
        else:
            return False
        return True
