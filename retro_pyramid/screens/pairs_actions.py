"""What can be asked for at every pair program's table, by name, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.cards import MAX_DEAL, CardError, parse_deal_number
from retro_pyramid.screens.dialog import Confirm
from retro_pyramid.screens.entry import LineEntry
from retro_pyramid.screens.pairs_moves import names_of
from retro_pyramid.screens.pairs_picture import small_cards
from retro_pyramid.solver.fair import fair_hint

if TYPE_CHECKING:
    from retro_pyramid.screens.pairs import PairTable

HELPS = "shell.helps"
"""The setting that allows undo, redo and hint where the original had none."""


def _new(table: PairTable) -> None:
    previous = None if table.over() else table.session
    table.take(table.referee.deal(table))
    table.previous = previous
    table.deal_out()


def _ask_new(table: PairTable) -> None:
    if table.over():
        _new(table)
    else:
        table.app.push(
            Confirm(table.app, "Deal a new game?", "This one ends here.", lambda: table.run("new"))
        )


def _ask_number(table: PairTable) -> None:
    """Ask for a deal number and deal it."""
    here = "" if table.session.deal is None else f"; on the table lies {table.session.deal}"
    words = (
        "A deal by its number",
        f"0 to {MAX_DEAL}{here}",
        "Deal:",
        "Type a number first",
        "Deal",
        "Cancel",
    )

    def enter(text: str) -> None:
        table.app.pop()
        try:
            table.wanted = parse_deal_number(text)
        except CardError as error:
            table.refuse(str(error))
        else:
            table.run("new")

    table.app.push(LineEntry(table.app, words, enter, table.app.pop, len(str(MAX_DEAL))))


def _restart(table: PairTable) -> None:
    table.session.restart()
    _changed(table)
    table.deal_out()


def _changed(table: PairTable) -> None:
    table.motions.finish()
    table.forget()
    table.say(None)
    table.after_change()


def _undo(table: PairTable) -> None:
    if not table.session.can_undo and table.previous is not None:
        table.take(table.previous)
        table.previous = None
        table.say("The game before is back")
    elif _helps(table, "undo") and table.session.undo():
        _changed(table)


def _redo(table: PairTable) -> None:
    if _helps(table, "redo") and table.session.redo():
        _changed(table)


def _hint(table: PairTable) -> None:
    if _helps(table, "hint"):
        table.forget()
        table.thinking = table.session.hint(fair_hint)


def _advise(table: PairTable) -> None:
    """Show the hint that was thought about."""
    move = table.thinking.answer if table.thinking else None
    table.thinking = None
    if move is None:
        table.refuse("no cards go together now")
    else:
        table.hinted = names_of(move)


def _helps(table: PairTable, action: str) -> bool:
    """Return whether a help is the program's own or allowed; else say how to allow it."""
    if action in table.look.free or table.app.settings[HELPS] == "on":
        return True
    table.refuse("that help is switched off: F5 switches it on")
    return False


def _toggle_helps(table: PairTable) -> None:
    on = table.app.settings[HELPS] == "on"
    table.app.choose(HELPS, "off" if on else "on")
    table.say("Undo and hint are off" if on else "Undo and hint are on: they mark a game as assisted")


def _help(table: PairTable) -> None:
    table.ways.help()


def _draw(table: PairTable) -> None:
    table.draw_card()


def _menu(table: PairTable) -> None:
    table.ways.menu()


def _sound(table: PairTable) -> None:
    table.app.toggle_sound()


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


ACTIONS: Mapping[str, Callable[[PairTable], None]] = {
    "new": _new,
    "ask_new": _ask_new,
    "number": _ask_number,
    "restart": _restart,
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "advise": _advise,
    "helps": _toggle_helps,
    "help": _help,
    "draw": _draw,
    "menu": _menu,
    "sound": _sound,
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
