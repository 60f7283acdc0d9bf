"""Spoken text of a table, made from its `TableView` as its picture is: the cards, the piles, and changes by a move."""

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

_PILE_NAMES = dict(sections("spoken")["piles"])
_ROWS_FROM_BOTTOM = range(7, 0, -1)
_COLUMN_GAP = re.compile(" {2,}")


class Board(NamedTuple):
    """Everything that can be spoken about a table at one moment."""

    game: tuple[object, ...]
    """Identity of the deal."""
    round: int
    """Index of the game among those of the same session."""
    moves: tuple[str, ...]
    """Descriptions of all moves of the game."""
    open: dict[str, str]
    """Names of the exposed pyramid cards, by their positions as text."""
    stock: str
    """Name of the stock in this edition."""
    stock_top: str
    """The card face up on the stock, or an empty string."""
    stock_left: int
    """Number of cards in the stock."""
    waste: str
    """Name of the waste in this edition."""
    waste_top: str
    """The top card of the waste, or an empty string."""
    score: int | None
    """Current score, or None for a rule set without scores."""
    streak: int
    """Cards removed in a row, 0 for a rule set without a streak bonus."""
    written: tuple[str, ...]
    """Items of the status line that are announced when they change."""
    ending: str
    """Result of a finished game, or an empty string."""
    hint: str
    """Names of the targets that a hint marks."""
    lamp: str
    """State of the win indicator, or an empty string."""


def board_of(view: View, before: Board | None = None) -> Board:
    """Return a snapshot of a table.

    While the win indicator is being computed, its text is that of the `previous` snapshot.
    """
    session = view.session
    state, rules = session.state, session.rules
    indicator = LIGHTS[view.light][0].lower() if view.light else ""
    if view.seeking:
        indicator = before.lamp if before is not None else ""
    stock_top = state.stock[:1] if rules.stock_top_playable else ()
    return Board(
        game=(session.deal, session.cards),
        round=session.timeline.game,
        moves=tuple(_describe_move(*pair) for pair in pairwise(session.history)),
        open={place_words(slot): card_name(state.layout[slot]) for slot in open_positions(state)},
        stock=_pile_name(view, STOCK),
        stock_top=card_name(stock_top[0]) if stock_top else "",
        stock_left=len(state.stock),
        waste=_pile_name(view, WASTE),
        waste_top=card_name(state.waste[-1]) if state.waste else "",
        score=session.score,
        streak=state.streak if rules.streak_bonus else 0,
        written=tuple(heard(item.words) for side in view.standing for item in side if item.told),
        ending=_result_text(view),
        hint=listed([target_words(view, target_id) or heard(target_id) for target_id in view.hinted]),
        lamp=indicator,
    )


def _result_text(view: View) -> str:
    """Return the result of a finished game, or an empty string; texts side by side in a line are spoken in turn."""
    if view.verdict is None:
        return ""
    first_text, *following_texts = [
        heard(text) for line in view.verdict.lines for text in _COLUMN_GAP.split(line)
    ]
    picture_text = view.sign.words if view.sign is not None else ""
    return joined([first_text, picture_text, *following_texts])


def opened(now: Board, view: View) -> list[str]:
    """Describe a new game: the deal, the exposed cards row by row, the piles and the status."""
    return [view.deal, *_exposed_rows(view), *_pile_sentences(view), *_status_sentences(now, view)]


def changed(before: Board, now: Board, view: View) -> list[str]:
    """Describe the changes of a table: moves made or undone, uncovered cards, points and the result."""
    known_count = len(before.moves)
    full_description = [*opened(now, view), now.ending]
    if now.round != before.round:
        return ["Deal again" if now.round > before.round else "Taken back", *full_description]
    if view.captioned and abs(len(now.moves) - known_count) > 1:
        # A jump in a replay: the player can ask for a description.
        return []
    is_undo = now.moves[:known_count] != before.moves
    # A caption describes the move itself.
    sentences = [] if view.captioned else ["Taken back"] if is_undo else [*now.moves[known_count:]]
    announced = joined(sentences)
    uncovered = [f"{card}, {place}" for place, card in now.open.items() if before.open.get(place) != card]
    if uncovered:
        sentences.append(f"{'Back' if is_undo else 'Uncovered'}: {listed(uncovered)}")
    if now.stock_left > before.stock_left:
        sentences.append(pile_words(view, STOCK))
    elif before.stock_left and not now.stock_left:
        sentences.append(f"{now.stock} empty")
    elif now.stock_top != before.stock_top and now.stock_left:
        sentences.append(f"{now.stock}: {now.stock_top}")
    was_redealt = now.stock_left > before.stock_left and not now.waste_top
    if (
        now.waste_top != before.waste_top
        and not was_redealt
        and not (now.waste_top and now.waste_top in announced)
    ):
        sentences.append(f"{now.waste}: {now.waste_top}" if now.waste_top else f"{now.waste} empty")
    sentences.append(_score_change_text(before, now, view.captioned))
    sentences += [text for text in now.written if text not in before.written and text not in now.ending]
    if now.ending != before.ending:
        sentences.append(now.ending)
    return sentences


def lights(before: Board | None, now: Board) -> list[str]:
    """Describe a new hint and a new state of the win indicator."""
    hint, indicator = (before.hint, before.lamp) if before is not None else ("", "")
    sentences = [f"Hint: {now.hint}"] if now.hint and now.hint != hint else []
    return [*sentences, f"Lamp: {now.lamp}"] if now.lamp and now.lamp != indicator else sentences


def _score_change_text(previous: Board, current: Board, has_captions: bool) -> str:
    """Return the points gained, unless a caption contains them, and the new score and streak; or an empty string."""
    parts = []
    if current.score is not None and previous.score is not None and current.score != previous.score:
        points = current.score - previous.score
        if not has_captions:
            parts.append(heard(f"{points} point{'' if abs(points) == 1 else 's'}"))
        if not _result_states_score(current):
            parts.append(heard(f"score {current.score}"))
    if current.streak > max(1, previous.streak):
        parts.append(f"streak {current.streak}")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _result_states_score(snapshot: Board) -> bool:
    """Return True if the result text contains the score."""
    return snapshot.score is not None and any(
        heard(f"score {score}") in snapshot.ending.lower()
        for score in (str(snapshot.score), f"{snapshot.score:+}")
    )


def _status_sentences(snapshot: Board, view: View) -> list[str]:
    """Return score, streak and status texts, without what other texts contain."""
    score = [] if snapshot.score is None else [heard(f"Score {snapshot.score}")]
    score = [
        text
        for text in score
        if not (
            _result_states_score(snapshot)
            or any(status_text.startswith(text) for status_text in snapshot.written)
        )
    ]
    streak = [f"Streak {snapshot.streak}"] if snapshot.streak > 1 else []
    written = [text for text in snapshot.written if text not in heard(view.deal)]
    return [*score, *streak, *written, *([heard(view.race)] if view.race else [])]


def pyramid_words(view: View) -> list[str]:
    """Describe the pyramid row by row from the bottom: every visible card, and which are covered."""
    state = view.session.state
    if not state.pyramid:
        return ["The pyramid is empty"]
    rules = view.session.rules
    sentences = []
    for row in _ROWS_FROM_BOTTOM:
        first_slot = parse_position(f"{row}1")
        slots = [slot for slot in range(first_slot, first_slot + row) if state.pyramid >> slot & 1]
        if not slots:
            sentences.append(f"Row {row} is empty")
            continue
        cards = {slot: face(rules, state, slot) for slot in slots}
        names = {slot: "face down" if card is None else card_name(card) for slot, card in cards.items()}
        is_complete_row = len(slots) == row
        if is_complete_row and not any(cards.values()) and None in cards.values():
            sentences.append(f"Row {row}, {row} card{'s' * (row > 1)} face down")
        elif (
            is_complete_row and not any(is_open(state, slot) for slot in slots) and None not in cards.values()
        ):
            sentences.append(f"Row {row}, all covered: {', '.join(names.values())}")
        else:
            covered = [slot for slot in slots if not is_open(state, slot) and cards[slot] is not None]
            names |= {slot: f"covered {names[slot]}" for slot in covered}
            parts = [names.get(slot, "empty") for slot in range(first_slot, first_slot + row)]
            sentences.append(f"Row {row}: {', '.join(parts)}")
    return sentences


def open_words(now: Board, view: View) -> list[str]:
    """Describe the exposed cards of the pyramid row by row, and the top cards of the piles."""
    top_cards = {now.stock: now.stock_top, now.waste: now.waste_top}
    return [*_exposed_rows(view), *(f"{name}: {card}" for name, card in top_cards.items() if card)]


def standing_words(now: Board, view: View) -> list[str]:
    """Describe the piles and the status of the game."""
    indicator_lines = [f"Lamp: {now.lamp}"] if now.lamp else []
    return [*_pile_sentences(view), *_status_sentences(now, view), *indicator_lines, view.deal, now.ending]


def _exposed_rows(view: View) -> list[str]:
    """Return the exposed cards of the pyramid, one text per row, from the bottom."""
    state = view.session.state
    rows: dict[str, list[str]] = {}
    for slot in open_positions(state):
        rows.setdefault(position_text(slot)[0], []).append(card_name(state.layout[slot]))
    return [f"Row {row}: {', '.join(names)}" for row, names in sorted(rows.items(), reverse=True)]


def _pile_sentences(view: View) -> list[str]:
    """Describe the piles, including the pile of removed cards if the table has one."""
    piles = [pile_words(view, STOCK), pile_words(view, WASTE, whole=True)]
    if view.places.discard and view.manner.waste == WASTE:
        piles.append(pile_words(view, view.manner.discard))
    return piles


def _pile_name(view: View, pile_id: str) -> str:
    """Return the edition's name of a pile."""
    return dict(view.wording).get(pile_id, _PILE_NAMES[view.manner.waste if pile_id == WASTE else pile_id])


def pile_words(view: View, name: str, whole: bool = False) -> str:
    """Describe a pile by its number of cards and its top card if that is face up.

    With `includes_fan`, also name the cards visible below the top card.
    """
    session, manner, pile_name = view.session, view.manner, _pile_name(view, name)
    state = session.state
    fan_cards: list[str] = []
    if name == STOCK:
        top_cards = state.stock[:1] if session.rules.stock_top_playable else ()
        count = len(state.stock)
    elif name in (WASTE, manner.waste):
        top_cards, count = state.waste[-1:], len(state.waste)
        fan_cards = [card_name(card) for card in state.waste[-2:-4:-1]] if whole and view.places.fan else []
    elif name == manner.discard:
        last_card = last_taken(session.history)
        top_cards, count = () if last_card is None else (last_card,), CARDS_IN_DECK - cards_left(state)
    else:
        return pile_name if has_redeal(session) else _PILE_NAMES["no redeal"]
    top_text = f", on top the {card_name(top_cards[0])}" if top_cards else ""
    fan_text = f", under it the {listed(fan_cards)}" if fan_cards else ""
    return f"{pile_name}, {count} card{'' if count == 1 else 's'}{top_text}{fan_text}"


def place_words(slot: int) -> str:
    """Return the position of a pyramid card as text.

    >>> place_words(0), place_words(27)
    ('row 1, place 1', 'row 7, place 7')
    """
    slot_text = position_text(slot)
    return f"row {slot_text[0]}, place {slot_text[1]}"


def target_words(view: View, name: str) -> str:
    """Describe a target of the table: a card by name and position, a pile by its top card; or an empty string."""
    if name == AUTO_MATCH:
        return f"{'on' if view.session.auto_match else 'off'} Auto-Match"
    slot = slot_of(name)
    if slot is not None:
        return f"{card_name(view.session.state.layout[slot])}, {place_words(slot)}"
    return pile_words(view, name) if name in _PILE_NAMES else ""


def _describe_move(previous: Entry, entry: Entry) -> str:
    """Describe the move between two entries of the history."""
    if entry.move == REDEAL:
        return "The waste is turned over"
    removed = taken(previous.state, entry.state)
    placed = [card_name(card) for _, card in removed if card in entry.state.waste]
    names = listed([card_name(card) for _, card in removed])
    if entry.move == DRAW:
        drawn = [card_name(card) for card in entry.state.waste[len(previous.state.waste) :]]
        return f"Drawn and gone at once: {names}" if removed else f"Drawn: {', '.join(drawn)}"
    if placed:
        return f"{placed[0]} laid on the discard pile"
    return f"{names} {'is' if len(removed) == 1 else 'are'} gone"
