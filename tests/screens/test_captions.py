"""Captions say every move of every program in words, and the points they name are those that it brought."""

import re
from itertools import pairwise

import pytest

from retro_pyramid import cp437
from retro_pyramid.cards import Card, deal, parse_card
from retro_pyramid.rules import EDITION_OPTIONS, Rules, parse_move, rules_for
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.game import legal_moves
from retro_pyramid.rules.geometry import FULL_PYRAMID
from retro_pyramid.rules.state import State
from retro_pyramid.rules.transcript import HistoryEntry, initial_entry, next_entry, replay
from retro_pyramid.table.move_text import describe_move
from tests.rules.vectors import GAMES, name_of, transcript_of

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


def told(rules: Rules, before: HistoryEntry, after: HistoryEntry) -> tuple[str, int]:
    """The caption of the move between two entries, and the points that it brought."""
    assert after.move is not None
    points = None if after.score is None or before.score is None else after.score - before.score
    return describe_move(rules, before.state, after.move, after.state, points), points or 0


@pytest.mark.parametrize(
    ("game", "rows", "stock", "waste", "more", "text", "expected"),
    [
        ("odm", "2c 6h", "5c", "7d", "", "77", "6 on 7: 10 points"),
        ("odm", "2c Kh", "5c", "Ad", "", "77", "King on Ace: 10 points"),
        ("odm", "2c 6h", "5c", "7d", "streak=2", "77", "6 on 7: 10 points. Third in a row: 10 extra"),
        ("odm", "2c 6h", "5c", "7d", "streak=11", "77", "6 on 7: 10 points. 12th in a row: 100 extra"),
        ("odm", "2c 6h", "5c 4c", "7d", "", "D", "A draw: 5 off"),
        ("odm", "2c 6h", "5c 4c", "7d", "streak=1", "D", "A draw: 5 off"),
        ("odm", "2c 6h", "5c 4c", "7d", "streak=2", "D", "A draw: 5 off, the streak ends"),
        ("odm", "2c 6h", "", "7d", "", "77", "6 on 7: 10 points. Nothing more goes"),
        ("odm", "6h", "5c", "7d", "", "77", "6 on 7: 10 points. Cleared: 500 extra"),
        (
            "odm 2",
            "APEX",
            "",
            "",
            "",
            "11",
            "Queen on King: 140 points. 28th in a row: 260 extra. Cleared: 500 extra",
        ),
        ("em", "5c 8h 2c", "Qs", "", "", "75+76", "5 and 8 make 13: 2 points"),
        ("em", "8c 5h 2c", "Qs", "", "", "75+76", "5 and 8 make 13: 2 points"),
        ("em", "Ac 3h", "Qs", "", "", "76+P", "Ace and Queen make 13: 2 points. Nothing more goes"),
        ("em", "Kc 3h", "Qs", "", "", "76", "A King goes alone: 1 point"),
        ("em", "3h", "Ks Qs", "", "", "P", "A King goes alone: 1 point"),
        ("em", "Ac", "", "Qs", "pass_number=2", "77+W", "Ace and Queen make 13: 2 points. Cleared: 35 extra"),
        ("em", "", "5h", "8c", "cleared_pass=1", "P+W", "5 and 8 make 13: 2 points. All cards are gone"),
        ("em", "3h", "Ks Qs", "", "", "D", "A draw: King"),
        ("em", "3h", "", "Ks Qs", "", "R", "The waste is turned over for pass 2"),
        ("tilldawn", "3h Tc", "5s", "2c 8c", "", "D", "A draw: 5 and 8 make 13 and go: 2 points"),
        ("tilldawn", "3h Tc", "", "5s 8c", "", "WW", "5 and 8 make 13: 2 points"),
        ("windows", "3h Tc", "4s", "8c", "", "76+77", "3 and 10 make 13: 2 points. Cleared: 20 extra"),
        ("windows", "5h 3h", "Ts 2c", "8c", "", "76+W", "5 and 8 make 13: 1 point"),
        ("windows", "5h 3h", "Ts 2c", "Kc", "", "W", "A King goes alone"),
        ("windows draw3", "5h", "Ts 2c 8c 3c", "", "", "D", "A draw of 3: 8 on top"),
        ("windows draw3", "5h", "", "Ts 8c", "", "R", "The waste is turned over for pass 2, 5 off"),
        ("relaxed", "5h", "Ts", "8c", "", "77+W", "5 and 8 make 13. The pyramid is cleared"),
        ("relaxed", "5h", "Ts", "8c", "", "D", "A draw: 10. Nothing more goes"),
    ],
)
def test_a_move_in_words(
    game: str, rows: str, stock: str, waste: str, more: str, text: str, expected: str
) -> None:
    edition, *option = game.split()
    rules = rules_for(edition, {name: value for name in EDITION_OPTIONS[edition] for value in option})
    also = {name: int(value) for name, _, value in (word.partition("=") for word in more.split())}
    before = APEX if rows == "APEX" else state(rows, stock, waste, **also)
    total = None if rules.scoring is None else rules.scoring(rules, 0, before, None, before)
    entry = HistoryEntry(before, None, total)
    assert told(rules, entry, next_entry(rules, entry, parse_move(text)))[0] == expected


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_every_move_of_recorded_games(row: dict[str, object]) -> None:
    game = transcript_of(row)
    rules = rules_for(game.edition, game.options)
    for before, after in pairwise(replay(game)):
        _holds(*told(rules, before, after))


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: f"{rules.edition}-{rules.option_values}")
def test_every_legal_move_on_the_way(rules: Rules) -> None:
    for number in range(5):
        entry = initial_entry(rules, deal(number))
        assert entry.state.pyramid == FULL_PYRAMID
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
    assert all(char in cp437.DECODING_TABLE for char in words)
    named = sum(int(number) for number in re.findall(r"(\d+) (?:points?|extra)\b", words))
    named -= sum(int(number) for number in re.findall(r"(\d+) off\b", words))
    assert named == points, words
