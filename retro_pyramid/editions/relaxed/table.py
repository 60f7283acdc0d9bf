"""Table specification of Relaxed Pyramid: a tomb in dark red and gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.editions.loading import commands, lying
from retro_pyramid.editions.relaxed.end_animation import FINALE, SIGNS
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.view import Fact, Standing, View, usual_standing

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


class _RelaxedGameMode(Referee):
    """The game mode of Relaxed Pyramid."""

    won = "The pyramid is empty: you won!"

    def tells_worth(self, table: Table) -> bool:
        """Return False: the deal's value is in the status line, as the piles leave no room beside the result banner."""
        return False


def _build_status_line(view: View) -> Standing:
    """Return the usual status line, with the deal's value instead of the stock if it is shown."""
    left, right = usual_standing(view)
    # There is no room for both. The stock is empty or useless by then.
    return Standing((left[0], Fact(view.worth)) if view.worth else left, right)


TABLE = TableLook(
    graphics=lying("relaxed", "graphics"),
    text=lying("relaxed", "text"),
    ground="relaxed",
    text_ground=(" ", 0x56),
    outline=14,
    label=0x5E,
    referee=lambda: _RelaxedGameMode(commands("relaxed")),
    manner=Manner(discard="foundation"),
    bare_waste=True,
    finale=FINALE,
    signs=SIGNS,
    standing=_build_status_line,
)
