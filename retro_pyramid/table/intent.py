"""What a gesture means at a table: a small value, found from the rules, the position and the hand alone.

There are two manners. On Disk Monthly's: a click selects, a click on what is selected plays it. The pair programs':
two cards are picked, the second makes the move.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, legal_moves, why_not
from retro_pyramid.rules.moves import WASTE_PAIR
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import (
    Back,
    Digit,
    Drop,
    Gesture,
    Grasp,
    Hand,
    PressTarget,
    RightClick,
    Tap,
    Use,
)
from retro_pyramid.table.target_ids import STOCK, WASTE, available, card_at, covered, gone, move_of, names_of

GO_ON = "button:go-on"
AUTO_MATCH = "automatch"
_OVER = "the game is over"


class Manner(NamedTuple):
    """How a program's table takes what hands do.

    `kind` is `select` or `pair`. `waste`, `discard` and `empty_stock` are the target ids of the waste, of the pile of
    cards taken and of the stock when it is empty. `stock_deals`: a click on the stock with nothing selected deals,
    else it selects the stock's top card. `wrong_card`: a second card that does not fit takes the selection, or it
    is refused and the selection cleared. `right_draws`: the right button draws or redeals wherever it is pressed.
    `numbers`: two digits name a card. `end` is what is said to who plays on when the game is over.
    """

    kind: Literal["select", "pair"] = "pair"
    waste: str = WASTE
    discard: str = "discard"
    empty_stock: str = STOCK
    stock_deals: bool = True
    wrong_card: Literal["selects", "clears"] = "selects"
    right_draws: bool = False
    numbers: bool = False
    end: str = _OVER


class Select(NamedTuple):
    """Nothing changes but the hand; `words` are said, None ends what is said, "" leaves it."""

    hand: Hand
    words: str | None = ""


class Play(NamedTuple):
    """Play a move; a card that was dropped flies from where it lies. `focus` is what the hand came to."""

    move: Move
    focus: str
    dropped: Drag | None = None


class Refuse(NamedTuple):
    """Say why not, and beep; the hand is this afterwards."""

    reason: str
    hand: Hand


class Do(NamedTuple):
    """Do an action by its name."""

    action: str


class Order(NamedTuple):
    """Give the command that has this target id."""

    name: str


class FlyBack(NamedTuple):
    """Let a card that was dropped fly back to where it was taken."""

    drag: Drag


Intent = Select | Play | Refuse | Do | Order | FlyBack


class Position(NamedTuple):
    """What lies on the table: rules, state, whether the game is over, and whether one tap plays where it can."""

    rules: Rules
    state: State
    over: bool = False
    at_once: bool = False


def intent(manner: Manner, position: Position, hand: Hand, gesture: Gesture) -> Intent | None:
    """Return what a gesture means, None for nothing; walking and letters are not asked here."""
    match gesture:
        case Back() if hand.picked or hand.row:
            return Select(hand._replace(picked=None, row=None), None)
        case Back():
            return Do("leave")
        case Digit(digit):
            return _digit(manner, position, hand, digit)
        case RightClick():
            draws = manner.right_draws and not position.over
            return Play(DRAW if position.state.stock else REDEAL, hand.focus) if draws else None
        case Use() if position.over and manner.kind == "pair":
            return Order(GO_ON)
    meant = _selecting if manner.kind == "select" else _pairing
    return meant(manner, position, hand, gesture)


def use(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    """Return what using a target means, by Enter or by a click on it."""
    take = _lay if manner.kind == "select" else _pick
    return take(manner, position, hand, name)


def _only(manner: Manner, position: Position, name: str) -> Move | None:
    """Return the one move that a tap can mean where one plays, None for none or several.

    Where two cards are picked, who taps the stock wants its top card.
    """
    if not position.at_once or position.over:
        return None
    draws = () if manner.kind == "select" else (DRAW, REDEAL)
    legal = legal_moves(position.rules, position.state)
    moves = [move for move in legal if name in names_of(move) and move not in draws]
    return moves[0] if len(moves) == 1 else None


# On Disk Monthly's manner: a click selects, a click on what is selected plays.


def _selecting(manner: Manner, position: Position, hand: Hand, gesture: Gesture) -> Intent | None:
    match gesture:
        case Grasp(drag):
            if drag.name == hand.focus:
                return Select(hand._replace(drag=drag, again=True))
            return Select(hand.on(drag.name)._replace(drag=drag, again=False), None)
        case Tap(name, again):
            plays = again or _only(manner, position, name)
            return _lay(manner, position, hand, name) if plays else Select(hand._replace(drag=None))
        case Drop(drag, goal):
            laid = _lay(manner, position, hand, drag.name) if goal == manner.waste else None
            return Play(laid.move, hand.focus, drag) if isinstance(laid, Play) else laid or FlyBack(drag)
        case Use():
            return _lay(manner, position, hand, hand.focus)
        case PressTarget(name) if name not in (STOCK, manner.waste) and not name.startswith("card:"):
            return Order(name)
        case PressTarget(name) if name == manner.waste:
            return None
        case PressTarget() if position.over:
            return Refuse(manner.end, hand)
        case PressTarget(name) if name == STOCK:
            return _lay(manner, position, hand, name) if hand.focus == STOCK else Select(hand.on(name), None)
        case PressTarget():
            return Refuse("that card is covered", hand)
    return None


def _lay(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    if position.over:
        return Refuse(manner.end, hand)
    move = DRAW if name == STOCK else move_of(name)
    return None if move is None else Play(move, hand.focus)


# The pair programs' manner: one card is picked, the second makes a pair.


def _pairing(manner: Manner, position: Position, hand: Hand, gesture: Gesture) -> Intent | None:
    match gesture:
        case Grasp(drag):
            return Select(hand._replace(drag=drag))
        case Tap(name):
            meant = _pick(manner, position, hand._replace(drag=None, focus=name), name)
            picks = isinstance(meant, Select) and meant.hand.picked == name
            only = _only(manner, position, name) if picks else None
            return meant if only is None else Play(only, name)
        case Drop(drag, goal):
            move = _dropped(manner, position, drag, goal)
            return FlyBack(drag) if move is None else Play(move, hand.focus, drag)
        case Use():
            return _pick(manner, position, hand, hand.focus)
        case PressTarget(name) if name != manner.discard:
            return _pick(manner, position, hand, name)
    return None


def _pick(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    state = position.state
    if name not in (STOCK, WASTE, manner.empty_stock) and not name.startswith("card:"):
        return Order(name)
    if position.over:
        return Refuse(_OVER, hand)
    if name in (STOCK, manner.empty_stock):
        return _use_stock(manner, position, hand)
    if name in available(position.rules, state):
        return _choose(manner, position, hand, name)
    if name == WASTE:
        return _mistake(manner, hand, "the waste is empty")
    if gone(state, name):
        return _mistake(manner, hand, "no card is there any more")
    return _mistake(manner, hand, "that card is covered") if covered(state, name) else None


def _use_stock(manner: Manner, position: Position, hand: Hand) -> Intent | None:
    rules, state = position.rules, position.state
    card = card_at(rules, state, STOCK)
    if manner.stock_deals and (card is None or hand.picked is None):
        alone = move_of(STOCK) if rules.matching.goes_alone(card) else None
        return Play(alone or (DRAW if state.stock else REDEAL), hand.focus)
    if card is None:
        return _mistake(manner, hand, "the stock is empty")
    return _choose(manner, position, hand, STOCK)


def _choose(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    rules, state, picked = position.rules, position.state, hand.picked
    clears = manner.wrong_card == "clears"
    if name == picked:
        return Select(hand._replace(picked=None))
    if rules.matching.goes_alone(card_at(rules, state, name)) and not (clears and picked):
        alone = move_of(name)
        return None if alone is None else Play(alone, hand.focus)
    if picked is not None:
        return _pair(manner, position, hand, picked, name)
    if name == WASTE and why_not(rules, state, WASTE_PAIR) is None:
        return Play(WASTE_PAIR, hand.focus)
    return Select(hand._replace(picked=name), None)


def _pair(manner: Manner, position: Position, hand: Hand, first: str, second: str) -> Intent:
    move = move_of(first, second)
    reason = why_not(position.rules, position.state, move) if move else "those two do not go together"
    if move is not None and reason is None:
        return Play(move, hand.focus)
    if manner.wrong_card == "clears":
        return _mistake(manner, hand, reason or "")
    return Select(hand._replace(picked=second), None)


def _mistake(manner: Manner, hand: Hand, reason: str) -> Refuse:
    """Refuse what cannot be selected; where a mistake clears the selection, it is gone."""
    return Refuse(reason, hand._replace(picked=None) if manner.wrong_card == "clears" else hand)


def _dropped(manner: Manner, position: Position, drag: Drag, goal: str | None) -> Move | None:
    """Return the move that dropping a card there means, None for none."""
    if goal is None:
        return None
    if drag.name == STOCK and goal == WASTE and manner.stock_deals:
        return DRAW
    if goal == manner.discard:
        return move_of(drag.name)
    move = move_of(drag.name, goal)
    to_waste = drag.name == STOCK and goal == WASTE
    return DRAW if move and to_waste and why_not(position.rules, position.state, move) else move


def _digit(manner: Manner, position: Position, hand: Hand, digit: str) -> Intent | None:
    """Take the digit of a row, then that of a column in it."""
    row = hand.row
    if row is None:
        return Select(hand._replace(row=digit), f"Row {digit}, column ...")
    hand = hand._replace(row=None)
    if not "1" <= digit <= row:
        return Refuse(f"row {row} has columns 1 to {row}" if row > "1" else "row 1 has only column 1", hand)
    name = f"card:{row}{digit}"
    return _pick(manner, position, hand._replace(focus=name), name)
