"""Captions say every move of every program in words, and the points they name are those that it brought."""

import re
from itertools import pairwise

import pytest

from retro_pyramid import cp437
from retro_pyramid.cards import Card, deal, parse_card
from retro_pyramid.rules import OPTIONS, Rules, parse_move, rules_for
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.rules.game import legal_moves
from retro_pyramid.rules.geometry import FULL
from retro_pyramid.rules.state import State
from retro_pyramid.rules.transcript import Entry, next_entry, opening_entry, replay
from retro_pyramid.table.move_text import caption
from tests.rules.vectors import GAMES, name_of, transcript_of
from tests.tables import table

MOST = 76
"""Characters in which a caption fits on a line with a blank at each side and its number."""


def state(rows: str = "", stock: str = "", waste: str = "", **more: int) -> State:
    """Return a position whose pyramid is the last cards of the bottom row named; all cards named are different."""
    cards = [parse_card(word) for word in rows.split()]
    named = {*cards, *map(parse_card, f"{stock} {waste}".split())}
    rest = [card for card in range(52) if card not in named][: 28 - len(cards)]
    mask = sum(1 << slot for slot in range(28 - len(cards), 28))
    return State((*rest, *cards), mask, _cards(stock), _cards(waste), **more)


def _cards(words: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, words.split()))


QUEEN = parse_card("Qd")
APEX = State((QUEEN, *range(QUEEN), *range(QUEEN + 1, 52))[:28], 1, (), (parse_card("Kd"),), streak=27)


def told(rules: Rules, before: Entry, after: Entry) -> tuple[str, int]:
    """The caption of the move between two entries, and the points that it brought."""
    assert after.move is not None
    points = None if after.score is None or before.score is None else after.score - before.score
    return caption(rules, before.state, after.move, after.state, points), points or 0


@pytest.mark.parametrize(
    ("game", "rows", "stock", "waste", "more", "text", "expected"), table(__file__, "captions")
)
def test_a_move_in_words(
    game: str, rows: str, stock: str, waste: str, more: str, text: str, expected: str
) -> None:
    edition, *option = game.split()
    rules = rules_for(edition, {name: value for name in OPTIONS[edition] for value in option})
    also = {name: int(value) for name, _, value in (word.partition("=") for word in more.split())}
    before = APEX if rows == "APEX" else state(rows, stock, waste, **also)
    total = None if rules.scoring is None else rules.scoring(rules, 0, before, None, before)
    entry = Entry(before, None, total)
    assert told(rules, entry, next_entry(rules, entry, parse_move(text)))[0] == expected


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_every_move_of_recorded_games(row: dict[str, object]) -> None:
    game = transcript_of(row)
    rules = rules_for(game.edition, game.options)
    for before, after in pairwise(replay(game)):
        _holds(*told(rules, before, after))


@pytest.mark.parametrize("rules", RECORDS, ids=lambda rules: f"{rules.edition}-{rules.chosen}")
def test_every_legal_move_on_the_way(rules: Rules) -> None:
    for number in range(5):
        entry = opening_entry(rules, deal(number))
        assert entry.state.pyramid == FULL
        for step in range(60):
            moves = legal_moves(rules, entry.state)
            for move in moves:
                _holds(*told(rules, entry, next_entry(rules, entry, move)))
            if not moves:
                break
            entry = next_entry(rules, entry, moves[(step + number) % len(moves)])


def _holds(words: str, points: int) -> None:
    """The points named make up what the score changed by; the line fits and can be shown."""
    assert 0 < len(words) <= MOST
    assert all(char in cp437.TABLE for char in words)
    named = sum(int(number) for number in re.findall(r"(\d+) (?:points?|extra)\b", words))
    named -= sum(int(number) for number in re.findall(r"(\d+) off\b", words))
    assert named == points, words
