"""Games that lead to a board of names: a finished one goes there before anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.screens.boxes.dialog import Confirm
from retro_pyramid.screens.table.referee import Referee

if TYPE_CHECKING:
    from retro_pyramid.screens.table.table import Table


class Scored(Referee):
    """Referee of a program with a board of names: a finished game waits there for its name; Esc gives one up."""

    go_on_line = "Press Esc to go on, N deals a new game"

    def awaits_name(self, table: Table) -> bool:
        return table.over() and table.ways.earns(table.session)

    def leave_for(self, table: Table, then: Callable[[], None]) -> None:
        """Go on to another game; a finished one goes to the board first, or its score would be lost."""

        def go_on() -> None:
            table.app.go(table)
            then()

        if table.over():
            table.ways.over(table.session, go_on)
        else:
            then()

    def leave(self, table: Table) -> None:
        """Go on to the board, or ask whether the game is to be given up; then it is neither scored nor taken up again."""

        def give_up() -> None:
            table.game.give_up()
            table.ways.menu()

        if table.over():
            table.ways.over(table.session, None)
        else:
            app = table.app
            app.push(Confirm(app, "Give up this game?", "It will not be scored", give_up))

    def leave_word(self, table: Table) -> str:
        return "Go on" if table.over() else ""

    def go_on(self, table: Table) -> None:
        self.leave(table)

    def verdict(self, table: Table) -> list[str]:
        session = table.session
        if session.status == "won":
            return [f"You cleared the pyramid! Final score {session.score}."]
        return [f"No more moves. Final score {session.score}. {self.go_on_line}."]

    def go_on_words(self, table: Table) -> str:
        """Return what comes next; a lost game has said so already."""
        return self.go_on_line if table.session.status == "won" else ""

    def tells_worth(self, table: Table) -> bool:
        """Return False: what the deal was worth stands in the line below."""
        return False
