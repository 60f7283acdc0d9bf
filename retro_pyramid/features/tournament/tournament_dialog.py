"""The dialog that starts Tournament Play: opponent and player names, or the saved tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.session.tournament import MAX_NAME_LENGTH, Player
from retro_pyramid.ui.lists import ChoiceDialog, ListRow
from retro_pyramid.ui.text_entry import TextInputDialog

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

COMPUTER_OPPONENT = Player("Computer", is_computer=True)


class OpponentOption(NamedTuple):
    """One row of the dialog: name (target `menu:NAME`), label, number of names to ask for, and players added to them."""

    name: str
    label: str
    name_count: int = 1
    added_players: tuple[Player, ...] = ()


OPPONENT_OPTIONS = (
    OpponentOption("none", "None       alone against par"),
    OpponentOption("human", "Human      two of you, game by game", 2),
    OpponentOption("computer", "Computer   it plays fair, but well", 1, (COMPUTER_OPPONENT,)),
    OpponentOption("restore", "Restore    the tournament that was saved", 0),
)


class TournamentDialog(ChoiceDialog):
    """Asks for the opponent and the names of the players.

    `on_start` gets the players. `on_restore` is called to continue the saved tournament, which can be chosen if
    `has_saved_tournament`. `default_names` are the names of the last tournament.
    """

    def __init__(
        self,
        app: App,
        default_names: Sequence[str],
        on_start: Callable[[list[Player]], None],
        on_restore: Callable[[], None],
        has_saved_tournament: bool,
    ) -> None:
        rows = [(option, has_saved_tournament or option.name_count > 0) for option in OPPONENT_OPTIONS]
        choices = [
            ListRow(f"menu:{option.name}", option.label, option.label[0], is_usable)
            for option, is_usable in rows
        ]
        super().__init__(
            app, "tour", ("Tournament Play", "Opponent", "Opponent"), choices, self._on_opponent_chosen
        )
        self._default_names = default_names
        self._on_start = on_start
        self._on_restore = on_restore

    def _on_opponent_chosen(self, index: int) -> None:
        opponent = OPPONENT_OPTIONS[index]
        if opponent.name_count:
            self._ask_name(opponent, [])
        else:
            self.app.pop()
            self._on_restore()

    def _ask_name(self, opponent: OpponentOption, names: list[str]) -> None:
        """Ask for the next name, or start the tournament once all are entered."""
        app = self.app
        index = len(names)
        if index == opponent.name_count:
            app.pop()
            self._on_start([*map(Player, names), *opponent.added_players])
            return
        has_several = opponent.name_count > 1
        texts = (
            f"Tournament: player {index + 1}" if has_several else "Tournament",
            f"Six games{' each' if has_several or opponent.added_players else ''}, scored against par",
            f"{'First' if not index else 'Second'} name:" if has_several else "Your name:",
            "Type a name, or press Esc to go back",
            "Go on",
            "Back",
        )

        def enter(name: str) -> None:
            app.pop()
            self._ask_name(opponent, [*names, name])

        default_name = self._default_names[index] if index < len(self._default_names) else ""
        app.push(TextInputDialog(app, texts, enter, app.pop, MAX_NAME_LENGTH, default_name))
