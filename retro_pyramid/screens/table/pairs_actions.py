"""What can be asked for at the tables of the pair programs alone, by name, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.screens.table.pairs_look import small_cards
from retro_pyramid.screens.table.pairs_playing import draw_card

if TYPE_CHECKING:
    from retro_pyramid.screens.table.pairs import PairTable


def _auto_match(table: PairTable) -> None:
    session = table.session
    session.auto_match = not session.auto_match
    now = "on" if session.auto_match else "off"
    table.app.keep_option("auto_match", now)
    table.keep()
    table.say(f"Auto-Match is {now}")


def _cards(table: PairTable) -> None:
    """Change between large and small cards."""
    assert table.look.small is not None, "a program with this command has small cards"
    small = small_cards(table.app, table.look) is None
    table.app.choose(table.look.small.setting, "small" if small else "large")
    table.lay_out()
    table.say("Small cards" if small else "Large cards")


PAIR_ACTIONS: Mapping[str, Callable[[PairTable], None]] = {
    "draw": draw_card,
    "auto_match": _auto_match,
    "cards": _cards,
}
