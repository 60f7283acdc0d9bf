"""Table specification of Relaxed Pyramid: a tomb in dark red and gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.editions.loading import load_commands, load_table_layout
from retro_pyramid.editions.relaxed.end_animation import OTHER_END_ANIMATIONS, WIN_ANIMATION
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.table.intent import InputRules
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.view import StatusItem, StatusLine, TableView, build_default_status_line

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen


class _RelaxedGameMode(GameMode):
    """The game mode of Relaxed Pyramid."""

    win_text = "The pyramid is empty: you won!"

    def may_reveal_deal_value(self, table: TableScreen) -> bool:
        """Return False: the deal's value is in the status line, as the piles leave no room beside the result banner."""
        return False


def _build_status_line(view: TableView) -> StatusLine:
    """Return the usual status line, with the deal's value instead of the stock if it is shown."""
    left, right = build_default_status_line(view)
    # There is no room for both. The stock is empty or useless by then.
    return StatusLine((left[0], StatusItem(view.deal_value_text)) if view.deal_value_text else left, right)


TABLE = TableSpec(
    graphics_layout=load_table_layout("relaxed", "graphics"),
    text_layout=load_table_layout("relaxed", "text"),
    background_scene="relaxed",
    text_background=(" ", 0x56),
    empty_outline=14,
    label_attribute=0x5E,
    create_game_mode=lambda: _RelaxedGameMode(load_commands("relaxed")),
    input_rules=InputRules(discard_id="foundation"),
    hides_empty_waste=True,
    win_animation=WIN_ANIMATION,
    end_animations=OTHER_END_ANIMATIONS,
    build_status_line=_build_status_line,
)
