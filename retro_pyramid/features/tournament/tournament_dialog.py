"""The dialog that starts Tournament Play: opponent and player names, or the saved tournament."""

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
    """One row of the dialog: name (target `menu:NAME`), label, number of names to ask for, and players added to them."""

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
    """Asks for the opponent and the names of the players.

    `on_start` gets the players. `on_restore` is called to continue the saved tournament, which can be chosen if
    `has_saved_tournament`. `default_names` are the names of the last tournament.
    """

    def __init__(
        self,
        app: App,
        names: Sequence[str],
        start: Callable[[list[Player]], None],
        restore: Callable[[], None],
        saved: bool,
    ) -> None:
        rows = [(option, saved or option.names > 0) for option in OPPONENTS]
        choices = [
            Row(f"menu:{option.name}", option.words, option.words[0], is_usable) for option, is_usable in rows
        ]
        super().__init__(
            app, "tour", ("Tournament Play", "Opponent", "Opponent"), choices, self._on_opponent_chosen
        )
        self._default_names = names
        self._on_start = start
        self._on_restore = restore

    def _on_opponent_chosen(self, index: int) -> None:
        opponent = OPPONENTS[index]
        if opponent.names:
            self._ask_name(opponent, [])
        else:
            self.app.pop()
            self._on_restore()

    def _ask_name(self, opponent: Opponent, names: list[str]) -> None:
        """Ask for the next name, or start the tournament once all are entered."""
        app = self.app
        index = len(names)
        if index == opponent.names:
            app.pop()
            self._on_start([*map(Player, names), *opponent.after])
            return
        has_several = opponent.names > 1
        texts = (
            f"Tournament: player {index + 1}" if has_several else "Tournament",
            f"Six games{' each' if has_several or opponent.after else ''}, scored against par",
            f"{'First' if not index else 'Second'} name:" if has_several else "Your name:",
            "Type a name, or press Esc to go back",
            "Go on",
            "Back",
        )

        def enter(name: str) -> None:
            app.pop()
            self._ask_name(opponent, [*names, name])

        default_name = self._default_names[index] if index < len(self._default_names) else ""
        app.push(LineEntry(app, texts, enter, app.pop, NAME_LENGTH, default_name))
