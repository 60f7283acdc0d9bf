"""Whether a command of a pair game's table can be used now, and giving it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.screens.game import HELPS
from retro_pyramid.screens.pairs_look import Command, small_cards

if TYPE_CHECKING:
    from retro_pyramid.screens.pairs import PairTable

CONDITIONS: Mapping[str, Callable[[PairTable], bool]] = {
    "": lambda _: True,
    "playing": lambda table: not table.over(),
    "can_undo": lambda table: table.session.can_undo or table.previous is not None,
    "can_redo": lambda table: table.session.can_redo,
    "auto_match": lambda table: table.session.auto_match,
    "helps": lambda table: table.app.settings[HELPS] == "on",
    "small_cards": lambda table: small_cards(table.app, table.look) is not None,
    "sound": lambda table: table.app.sound_level.effects,
}
"""Those of every table, by name; a program may have its own beside them."""


def holds(table: PairTable, condition: str) -> bool:
    """Return whether a condition holds."""
    return (table.look.conditions.get(condition) or CONDITIONS[condition])(table)


def usable(table: PairTable, command: Command) -> bool:
    """Return whether a command can be used now."""
    return holds(table, command.when)


def give(table: PairTable, command: Command) -> None:
    """Do a command, if it can be used now."""
    if usable(table, command):
        table.run(command.action)
    else:
        table.refuse(f"{command.words.lower()}: not now")
