"""Going over to Tournament Play: against whom, and under which names; or on with the one that was saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.session.tournament import NAME_LENGTH, Player
from retro_pyramid.ui.lists import Choose, Row
from retro_pyramid.ui.text_entry import LineEntry

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

COMPUTER = Player("Computer", computer=True)


class Opponent(NamedTuple):
    """One line of the box: its name (target `menu:NAME`), its words, how many names are asked, who comes after them."""

    name: str
    words: str
    names: int = 1
    after: tuple[Player, ...] = ()


OPPONENTS = (
    Opponent("none", "None       alone against par"),
    Opponent("human", "Human      two of you, game by game", 2),
    Opponent("computer", "Computer   it plays fair, but well", 1, (COMPUTER,)),
    Opponent("restore", "Restore    the tournament that was saved", 0),
)


class Tour(Choose):
    """Asks for the opponent; `start` gets the players, `restore` is called for the tournament that is `saved`, if one is.

    `names` are what the players were called the last time.
    """

    def __init__(
        self,
        app: App,
        names: Sequence[str],
        start: Callable[[list[Player]], None],
        restore: Callable[[], None],
        saved: bool,
    ) -> None:
        rows = [(one, saved or one.names > 0) for one in OPPONENTS]
        choices = [Row(f"menu:{one.name}", one.words, one.words[0], usable) for one, usable in rows]
        super().__init__(app, "tour", ("Tournament Play", "Opponent", "Opponent"), choices, self._opponent)
        self._names = names
        self._start = start
        self._restore = restore

    def _opponent(self, at: int) -> None:
        opponent = OPPONENTS[at]
        if opponent.names:
            self._ask(opponent, [])
        else:
            self.app.pop()
            self._restore()

    def _ask(self, opponent: Opponent, names: list[str]) -> None:
        """Ask for the next name, or start when all are there."""
        app = self.app
        number = len(names)
        if number == opponent.names:
            app.pop()
            self._start([*map(Player, names), *opponent.after])
            return
        several = opponent.names > 1
        words = (
            f"Tournament: player {number + 1}" if several else "Tournament",
            f"Six games{' each' if several or opponent.after else ''}, scored against par",
            f"{'First' if not number else 'Second'} name:" if several else "Your name:",
            "Type a name, or press Esc to go back",
            "Go on",
            "Back",
        )

        def enter(name: str) -> None:
            app.pop()
            self._ask(opponent, [*names, name])

        text = self._names[number] if number < len(self._names) else ""
        app.push(LineEntry(app, words, enter, app.pop, NAME_LENGTH, text))
