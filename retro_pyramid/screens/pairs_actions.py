"""What can be asked for at the tables of the pair programs alone, by name, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.screens.game import HELPS
from retro_pyramid.screens.pairs_picture import small_cards

if TYPE_CHECKING:
    from retro_pyramid.screens.pairs import PairTable


def _auto_match(table: PairTable) -> None:
    session = table.session
    session.auto_match = not session.auto_match
    table.keep()
    table.say(f"Auto-Match is {'on' if session.auto_match else 'off'}")


def _cards(table: PairTable) -> None:
    """Change between large and small cards."""
    assert table.look.small is not None, "a program with this command has small cards"
    small = not _has_small_cards(table)
    table.app.choose(table.look.small.setting, "small" if small else "large")
    table.lay_out()
    table.say("Small cards" if small else "Large cards")


def _has_small_cards(table: PairTable) -> bool:
    return small_cards(table.app, table.look) is not None


PAIR_ACTIONS: Mapping[str, Callable[[PairTable], None]] = {
    "draw": lambda table: table.draw_card(),
    "auto_match": _auto_match,
    "cards": _cards,
}

CONDITIONS: Mapping[str, Callable[[PairTable], bool]] = {
    "": lambda _: True,
    "playing": lambda table: not table.over(),
    "can_undo": lambda table: table.session.can_undo or table.previous is not None,
    "can_redo": lambda table: table.session.can_redo,
    "auto_match": lambda table: table.session.auto_match,
    "helps": lambda table: table.app.settings[HELPS] == "on",
    "small_cards": _has_small_cards,
    "sound": lambda table: table.app.sound_level.effects,
}
