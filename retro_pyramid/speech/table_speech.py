"""A table in words, made from its `View` as its picture is: what lies there, and what a move has changed."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, card_name
from retro_pyramid.resources import sections
from retro_pyramid.rules import (
    DRAW,
    REDEAL,
    cards_left,
    is_open,
    open_positions,
    parse_position,
    position_text,
)
from retro_pyramid.session import Entry
from retro_pyramid.speech.phrasing import heard, joined, listed
from retro_pyramid.table.animation import face
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.target_ids import STOCK, WASTE, last_taken, slot_of, taken
from retro_pyramid.table.view import View, has_redeal
from retro_pyramid.table.win_indicator import LIGHTS

_PILES = dict(sections("spoken")["piles"])
_ROWS = range(7, 0, -1)
_GAP = re.compile(" {2,}")


class Board(NamedTuple):
    """What there is to hear of a table at one moment.

    `game` tells deals apart, `round` the games of one, `moves` are its moves in words, `open` the open cards by their
    places. `stock` and `waste` are these piles in a word, `stock_top` and `waste_top` the cards seen on them, "" for none,
    `stock_left` how many cards there are to draw. `written` is what stands there about the game and is told when it
    changes, `ending` how it ended. `hint` is what is marked, `lamp` what the lamp shows.
    """

    game: tuple[object, ...]
    round: int
    moves: tuple[str, ...]
    open: dict[str, str]
    stock: str
    stock_top: str
    stock_left: int
    waste: str
    waste_top: str
    score: int | None
    streak: int
    written: tuple[str, ...]
    ending: str
    hint: str
    lamp: str


def board_of(view: View, before: Board | None = None) -> Board:
    """Return what there is to hear of a table; while the lamp looks for its answer, it tells what it told `before`."""
    session = view.session
    state, rules = session.state, session.rules
    lamp = LIGHTS[view.light][0].lower() if view.light else ""
    if view.seeking:
        lamp = before.lamp if before is not None else ""
    stock_top = state.stock[:1] if rules.stock_top_playable else ()
    return Board(
        game=(session.deal, session.cards),
        round=session.timeline.game,
        moves=tuple(_move_words(*pair) for pair in pairwise(session.history)),
        open={place_words(slot): card_name(state.layout[slot]) for slot in open_positions(state)},
        stock=_pile_name(view, STOCK),
        stock_top=card_name(stock_top[0]) if stock_top else "",
        stock_left=len(state.stock),
        waste=_pile_name(view, WASTE),
        waste_top=card_name(state.waste[-1]) if state.waste else "",
        score=session.score,
        streak=state.streak if rules.streak_bonus else 0,
        written=tuple(heard(fact.words) for side in view.standing for fact in side if fact.told),
        ending=_ending(view),
        hint=listed([target_words(view, name) or heard(name) for name in view.hinted]),
        lamp=lamp,
    )


def _ending(view: View) -> str:
    """Return how a game ended, empty while it is on; what stands side by side in a line is told one after the other."""
    if view.verdict is None:
        return ""
    said, *comes = [heard(words) for line in view.verdict.lines for words in _GAP.split(line)]
    picture = view.sign.words if view.sign is not None else ""
    return joined([said, picture, *comes])


def opened(now: Board, view: View) -> list[str]:
    """Return what a player sees first of a game: the deal, the open cards row by row, the piles, and how it stands."""
    return [view.deal, *_open_rows(view), *_piles(view), *_stands(now, view)]


def changed(before: Board, now: Board, view: View) -> list[str]:
    """Return what has happened at the table: moves made or taken back, what they uncovered, points, the end."""
    known = len(before.moves)
    again = [*opened(now, view), now.ending]
    if now.round != before.round:
        return ["Deal again" if now.round > before.round else "Taken back", *again]
    if view.captioned and abs(len(now.moves) - known) > 1:
        # A leap: who wants to know what lies there asks.
        return []
    back = now.moves[:known] != before.moves
    # A caption tells the move itself.
    said = [] if view.captioned else ["Taken back"] if back else [*now.moves[known:]]
    told = joined(said)
    fresh = [f"{card}, {place}" for place, card in now.open.items() if before.open.get(place) != card]
    if fresh:
        said.append(f"{'Back' if back else 'Uncovered'}: {listed(fresh)}")
    if now.stock_left > before.stock_left:
        said.append(pile_words(view, STOCK))
    elif before.stock_left and not now.stock_left:
        said.append(f"{now.stock} empty")
    elif now.stock_top != before.stock_top and now.stock_left:
        said.append(f"{now.stock}: {now.stock_top}")
    turned = now.stock_left > before.stock_left and not now.waste_top
    if now.waste_top != before.waste_top and not turned and not (now.waste_top and now.waste_top in told):
        said.append(f"{now.waste}: {now.waste_top}" if now.waste_top else f"{now.waste} empty")
    said.append(_points(before, now, view.captioned))
    said += [words for words in now.written if words not in before.written and words not in now.ending]
    if now.ending != before.ending:
        said.append(now.ending)
    return said


def lights(before: Board | None, now: Board) -> list[str]:
    """Return what is marked now and what the lamp shows, where that is new."""
    hint, lamp = (before.hint, before.lamp) if before is not None else ("", "")
    said = [f"Hint: {now.hint}"] if now.hint and now.hint != hint else []
    return [*said, f"Lamp: {now.lamp}"] if now.lamp and now.lamp != lamp else said


def _points(before: Board, now: Board, captioned: bool) -> str:
    """Return what was earned or lost, unless a caption says so, and what that makes; empty where there is nothing new."""
    parts = []
    if now.score is not None and before.score is not None and now.score != before.score:
        points = now.score - before.score
        if not captioned:
            parts.append(heard(f"{points} point{'' if abs(points) == 1 else 's'}"))
        if not _ends_with(now):
            parts.append(heard(f"score {now.score}"))
    if now.streak > max(1, before.streak):
        parts.append(f"streak {now.streak}")
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


def _ends_with(now: Board) -> bool:
    return now.score is not None and any(
        heard(f"score {score}") in now.ending.lower() for score in (str(now.score), f"{now.score:+}")
    )


def _stands(now: Board, view: View) -> list[str]:
    score = [] if now.score is None else [heard(f"Score {now.score}")]
    score = [
        words for words in score if not (_ends_with(now) or any(one.startswith(words) for one in now.written))
    ]
    streak = [f"Streak {now.streak}"] if now.streak > 1 else []
    written = [words for words in now.written if words not in heard(view.deal)]
    return [*score, *streak, *written, *([heard(view.race)] if view.race else [])]


def pyramid_words(view: View) -> list[str]:
    """Return the pyramid row by row from its foot, with every card that can be seen and which are covered."""
    state = view.session.state
    if not state.pyramid:
        return ["The pyramid is empty"]
    rules = view.session.rules
    said = []
    for row in _ROWS:
        first = parse_position(f"{row}1")
        slots = [slot for slot in range(first, first + row) if state.pyramid >> slot & 1]
        if not slots:
            said.append(f"Row {row} is empty")
            continue
        cards = {slot: face(rules, state, slot) for slot in slots}
        names = {slot: "face down" if card is None else card_name(card) for slot, card in cards.items()}
        whole = len(slots) == row
        if whole and not any(cards.values()) and None in cards.values():
            said.append(f"Row {row}, {row} card{'s' * (row > 1)} face down")
        elif whole and not any(is_open(state, slot) for slot in slots) and None not in cards.values():
            said.append(f"Row {row}, all covered: {', '.join(names.values())}")
        else:
            covered = [slot for slot in slots if not is_open(state, slot) and cards[slot] is not None]
            names |= {slot: f"covered {names[slot]}" for slot in covered}
            parts = [names.get(slot, "empty") for slot in range(first, first + row)]
            said.append(f"Row {row}: {', '.join(parts)}")
    return said


def open_words(now: Board, view: View) -> list[str]:
    """Return what is open: the cards of the pyramid row by row, and the tops of the piles."""
    tops = {now.stock: now.stock_top, now.waste: now.waste_top}
    return [*_open_rows(view), *(f"{name}: {card}" for name, card in tops.items() if card)]


def standing_words(now: Board, view: View) -> list[str]:
    """Return the piles and how the game stands."""
    lamp = [f"Lamp: {now.lamp}"] if now.lamp else []
    return [*_piles(view), *_stands(now, view), *lamp, view.deal, now.ending]


def _open_rows(view: View) -> list[str]:
    state = view.session.state
    rows: dict[str, list[str]] = {}
    for slot in open_positions(state):
        rows.setdefault(position_text(slot)[0], []).append(card_name(state.layout[slot]))
    return [f"Row {row}: {', '.join(names)}" for row, names in sorted(rows.items(), reverse=True)]


def _piles(view: View) -> list[str]:
    """Return the piles, that of the cards taken too where the table has one."""
    piles = [pile_words(view, STOCK), pile_words(view, WASTE, whole=True)]
    if view.places.discard and view.manner.waste == WASTE:
        piles.append(pile_words(view, view.manner.discard))
    return piles


def _pile_name(view: View, name: str) -> str:
    return dict(view.wording).get(name, _PILES[view.manner.waste if name == WASTE else name])


def pile_words(view: View, name: str, whole: bool = False) -> str:
    """Return a pile in words: how many cards, and the one on top where it lies open; as a `whole`, those seen below."""
    session, manner, words = view.session, view.manner, _pile_name(view, name)
    state = session.state
    below: list[str] = []
    if name == STOCK:
        shown = state.stock[:1] if session.rules.stock_top_playable else ()
        count = len(state.stock)
    elif name in (WASTE, manner.waste):
        shown, count = state.waste[-1:], len(state.waste)
        below = [card_name(card) for card in state.waste[-2:-4:-1]] if whole and view.places.fan else []
    elif name == manner.discard:
        last = last_taken(session.history)
        shown, count = () if last is None else (last,), CARDS_IN_DECK - cards_left(state)
    else:
        return words if has_redeal(session) else _PILES["no redeal"]
    top = f", on top the {card_name(shown[0])}" if shown else ""
    under = f", under it the {listed(below)}" if below else ""
    return f"{words}, {count} card{'' if count == 1 else 's'}{top}{under}"


def place_words(slot: int) -> str:
    """Return where a card of the pyramid lies.

    >>> place_words(0), place_words(27)
    ('row 1, place 1', 'row 7, place 7')
    """
    words = position_text(slot)
    return f"row {words[0]}, place {words[1]}"


def target_words(view: View, name: str) -> str:
    """Return a target of the table in words: a card by its name and place, a pile by what is on it; "" for any other."""
    if name == AUTO_MATCH:
        return f"{'on' if view.session.auto_match else 'off'} Auto-Match"
    slot = slot_of(name)
    if slot is not None:
        return f"{card_name(view.session.state.layout[slot])}, {place_words(slot)}"
    return pile_words(view, name) if name in _PILES else ""


def _move_words(before: Entry, after: Entry) -> str:
    if after.move == REDEAL:
        return "The waste is turned over"
    gone = taken(before.state, after.state)
    laid = [card_name(card) for _, card in gone if card in after.state.waste]
    names = listed([card_name(card) for _, card in gone])
    if after.move == DRAW:
        drawn = [card_name(card) for card in after.state.waste[len(before.state.waste) :]]
        return f"Drawn and gone at once: {names}" if gone else f"Drawn: {', '.join(drawn)}"
    if laid:
        return f"{laid[0]} laid on the discard pile"
    return f"{names} {'is' if len(gone) == 1 else 'are'} gone"
