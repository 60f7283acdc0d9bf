"""The hands at a pair game's table: cards taken, dragged and dropped by the pointer, and everything by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Motion, Press, Release
from retro_pyramid.machine.targets import target_at
from retro_pyramid.rules import DRAW, Move, why_not
from retro_pyramid.screens.parts.motion import Drag
from retro_pyramid.screens.parts.positions import STOCK, WASTE, card_at, move_of
from retro_pyramid.screens.table.commands import command_for, give
from retro_pyramid.screens.table.pairs_bar import open_menu
from retro_pyramid.screens.table.pairs_choosing import use
from retro_pyramid.screens.table.pairs_flight import fly_back
from retro_pyramid.screens.table.pairs_picture import place_of
from retro_pyramid.screens.table.pairs_playing import draw_card, play
from retro_pyramid.screens.table.pairs_targets import drop_target, walk

if TYPE_CHECKING:
    from retro_pyramid.screens.table.pairs import PairTable

DIGITS = frozenset("0123456789")
ROWS = frozenset("1234567")


def take_pointer(table: PairTable, event: Event) -> bool:
    """Take what the pointer does; False for an event that is none of its."""
    match event:
        case Press():
            _press(table, event)
        case Motion():
            _drag_to(table, event.x, event.y)
        case Release():
            _release(table, event)
        case _:
            return False
    return True


def _press(table: PairTable, press: Press) -> None:
    if press.button != 1:
        if table.look.right_draws and not table.over():
            draw_card(table)
        return
    target = target_at(table.targets(), press.x, press.y)
    if target is None:
        return
    card = card_at(table.session.rules, table.session.state, target.id)
    if card is None or table.over():
        table.click(target)
    else:
        x, y = place_of(table, target.id)
        table.drag = Drag(target.id, card, (x, y), (press.x - x, press.y - y), (press.x, press.y))


def _drag_to(table: PairTable, x: int, y: int) -> None:
    if table.drag is not None:
        table.drag = table.drag.to(x, y)


def _release(table: PairTable, release: Release) -> None:
    _drag_to(table, release.x, release.y)
    drag = table.drag
    if drag is None or release.button != 1:
        return
    table.drag = None
    if not drag.moved:
        table.focus = drag.name
        use(table, drag.name)
    elif not _drop(table, drag, drop_target(table, drag, release.x, release.y)):
        fly_back(table, drag)


def _drop(table: PairTable, drag: Drag, goal: str | None) -> bool:
    """Play what dropping a card there means; False when it means nothing or is refused."""
    if goal is None:
        return False
    move: Move | None
    if drag.name == STOCK and goal == WASTE and table.look.stock_deals:
        move = DRAW
    elif goal == table.look.discard:
        move = move_of(drag.name)
    else:
        move = move_of(drag.name, goal)
        if (
            move
            and drag.name == STOCK
            and goal == WASTE
            and why_not(table.session.rules, table.session.state, move)
        ):
            move = DRAW
    if move is None:
        return False
    moves = len(table.session.moves)
    play(table, move, drag)
    return len(table.session.moves) > moves


def take_key(table: PairTable, key: Key) -> None:
    """Take a key: arrows and Tab move the focus, Enter and Space use it; the rest are commands."""
    row = table.row
    table.await_column(None)
    match key.name:
        case "LEFT" | "RIGHT" | "UP" | "DOWN" | "TAB" | "HOME" | "END":
            table.focus = walk(table, key.name)
        case "ENTER" | "KPENTER" | "SPACE":
            if not key.repeat and table.over():
                table.referee.go_on(table)
            elif not key.repeat:
                use(table, table.focus)
        case "ESC" | "BACKSPACE":
            if not key.repeat and (table.picked or row):
                table.picked = None
                table.say(None)
            elif not key.repeat:
                table.run("menu")
        case _:
            _letter(table, key, row)


def _letter(table: PairTable, key: Key, row: str | None) -> None:
    # Where a column is awaited, no digit is a command.
    if table.look.numbers and key.char in (DIGITS if row else ROWS):
        _digit(table, key.char, row)
        return
    titles = [menu.title[0] for menu in table.look.bar]
    if titles and (key.name == "F10" or key.name.upper() in titles):
        open_menu(table, 0 if key.name == "F10" else titles.index(key.name.upper()))
        return
    in_bar = [line for menu in table.look.bar for line in menu.lines if line is not None]
    command = command_for((*table.commands(), *in_bar), key)
    if command is not None and not key.repeat:
        give(table, command)


def _digit(table: PairTable, digit: str, row: str | None) -> None:
    """Take the digit of a row, then that of a column in it."""
    if row is None:
        table.await_column(digit)
    elif not "1" <= digit <= row:
        table.refuse(f"row {row} has columns 1 to {row}" if row > "1" else "row 1 has only column 1")
    else:
        table.focus = f"card:{row}{digit}"
        use(table, table.focus)
