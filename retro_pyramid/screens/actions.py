"""What can be asked for at every program's table, by name; `commands` says when."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from retro_pyramid.rules import DRAW, Move, why_not
from retro_pyramid.rules.moves import STOCK_AND_WASTE
from retro_pyramid.screens.dialog import Confirm
from retro_pyramid.screens.game import HELPS, HINT, HINT_BUDGET, NOT_YET, GameScreen
from retro_pyramid.screens.options import open_options, show_how
from retro_pyramid.screens.pairs_moves import names_of

AUTO_MATCH = "automatch"


def _new(table: GameScreen) -> None:
    """Deal another game, once it is found where it is one of a day's or only winnable ones are wanted."""
    day = table.app.day
    if not table.needs_deal:
        _begin(table)
    elif table.wanted is None and day is not None and day.waits:

        def next_of_day(number: int) -> None:
            table.wanted = number
            _begin(table)
            table.say(day.words)

        day.seek(table.app, next_of_day)
    elif table.wanted is None and table.winnable_only:
        from retro_pyramid.screens.seek import Seek

        def found(number: int) -> None:
            table.wanted = number
            _begin(table)

        table.app.push(Seek(table.app, table.app.services.next_deal(), found))
    else:
        _begin(table)


def _begin(table: GameScreen) -> None:
    previous = None if table.over() else table.session
    table.take(table.next_game())
    table.previous = previous
    table.deal_out()
    # The game before has ended: it must not come back when this one is left before its first move.
    table.keep()


def _ask_number(table: GameScreen) -> None:
    """Ask for a deal number and deal it."""
    from retro_pyramid.screens.deal_number import DealNumber

    def enter(number: int) -> None:
        table.wanted = number
        table.leave_for(lambda: table.run("new"))

    table.app.push(DealNumber(table, enter))


def _restart(table: GameScreen) -> None:
    table.session.restart()
    table.changed()
    table.deal_out()


def _undo(table: GameScreen) -> None:
    if not table.session.can_undo and table.previous is not None:
        table.take(table.previous)
        table.previous = None
        table.say("The game before is back")
    elif table.session.undo():
        table.changed()


def _redo(table: GameScreen) -> None:
    if table.session.redo():
        table.changed()


def _hint(table: GameScreen) -> None:
    """Think about a hint: a fair one is there in a moment, the exact one when it is known."""
    table.forget()
    exact = table.app.settings[HINT] == "exact"
    # Advice is loaded when it is first asked for: no first frame has to wait for it.
    from retro_pyramid.solver.fair import fair_hint

    if exact:
        table.session.did("exact")
    table.thinking = table.session.hint(table.adviser.oracle if exact else fair_hint)
    # What a hint marks stays marked when the program ends before the next move.
    table.keep()
    if exact:
        think(table)


def think(table: GameScreen) -> None:
    """Go on thinking about a hint for a tick, and show it when it is there."""
    if table.thinking is None:
        return
    exact = table.app.settings[HINT] == "exact"
    if not table.thinking.step(HINT_BUDGET):
        if exact and table.message is None:
            table.say(NOT_YET)
        return
    move, table.thinking = table.thinking.answer, None
    if move is None:
        table.refuse("no cards go together now")
        return
    table.hinted, words = _pointed(table, move)
    if exact:
        table.say(words or _told(table))


def _pointed(table: GameScreen, move: Move) -> tuple[tuple[str, ...], str]:
    """Return what a hint points at for a move, and what it has to say about it, if anything."""
    session = table.session
    if move == DRAW and session.auto_match and why_not(session.rules, session.state, STOCK_AND_WASTE) is None:
        return (AUTO_MATCH,), "Clear the box of Auto-Match first: these two are needed apart"
    return names_of(move), ""


def _told(table: GameScreen) -> str:
    """Return what an exact hint says beside the cards it points at."""
    if table.session.rules.waste_is_discard:
        return "This leads to the best score"
    known = table.adviser.oracle.known(table.session.state)
    return _TOLD[known.verdict if known else None]


_TOLD = {
    "won": "With this the game can be won",
    "lost": "The game cannot be won; this looks best",
    None: "Whether the game can be won is not known; this looks best",
}


def _toggle_helps(table: GameScreen) -> None:
    on = table.app.settings[HELPS] == "on"
    table.app.choose(HELPS, "off" if on else "on")
    table.say("Undo and hint are off" if on else "Undo and hint are on: they mark a game as assisted")


def _quit(table: GameScreen) -> None:
    """Leave the program, if the player says yes."""
    detail = "Your game is kept and goes on next time"
    table.app.push(Confirm(table.app, "Quit Pyramid?", detail, table.ways.quit))


ACTIONS: Mapping[str, Callable[[GameScreen], None]] = {
    "new": _new,
    "number": _ask_number,
    "restart": _restart,
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "helps": _toggle_helps,
    "options": lambda table: open_options(table.app),
    "how": show_how,
    "help": lambda table: table.ways.help(),
    "menu": lambda table: table.ways.menu(),
    "quit": _quit,
    "sound": lambda table: table.app.toggle_sound(),
}
