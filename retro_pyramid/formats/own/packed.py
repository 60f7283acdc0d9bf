"""A game in a few dozen characters, small enough for a link: `EDITION.OPTION.DEAL.MOVES`.

The options are their values in the edition's order, the deal is its number, or `c` and the order of typed-in cards in
base 64. Moves are one number in base 64, and two characters to check all before them. To make the number, each
move counts its place, from 1, among the legal moves of its position, sorted by their text; with 0 for the end, that is
a digit of base (number of legal moves + 1), the first move the lowest. So a forced move takes one bit.

>>> from retro_pyramid.cards import deal
>>> from retro_pyramid.rules import parse_move
>>> game = Transcript("odm", {"level": "1"}, 61, deal(61), (parse_move("75"), parse_move("D")))
>>> pack(game)
'odm.1.61.H2x'
>>> unpack(pack(game)) == game
True
"""

import re
from binascii import crc32
from collections.abc import Sequence

from retro_pyramid.cards import CARDS_IN_DECK, Card, CardError, deal, parse_deal_number, quoted
from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.rules import EDITIONS, OPTIONS, Move, Rules, State, legal_moves, play, rules_for, start
from retro_pyramid.rules.transcript import Transcript

MOST = 2000
"""The most characters of a packed game that are read: a game of sense has some hundred."""
_WHAT = "a packed game"
_PARTS = re.compile(r"([a-z0-9]+(?:\.[a-z0-9]+)*)\.(\d{1,10}|c[\w-]{1,38})\.([\w-]*)([\w-]{2})", re.ASCII)
_TYPED = "c"
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def is_packed(text: str) -> bool:
    """Return whether a text begins as a packed game does.

    >>> is_packed("odm.1.61.XXXX"), is_packed("game.txt")
    (True, False)
    """
    return text.partition(".")[0] in EDITIONS and "." in text


def pack(game: Transcript) -> str:
    """Return the packed game without its notes; every move must be legal."""
    rules = rules_for(game.edition, game.options)
    digits = []
    state = start(rules, game.cards)
    for move in game.moves:
        legal = _sorted(rules, state)
        digits.append((legal.index(move) + 1, len(legal) + 1))
        state = play(rules, state, move)
    dealt = _TYPED + _text_of(_rank(game.cards)) if game.deal is None else str(game.deal)
    text = ".".join([game.edition, *rules.options.values(), dealt, _text_of(_number(digits))])
    return text + _check(text)


def unpack(text: str) -> Transcript:
    """Return the game of a packed text; FormatError, in one line, for any other text."""
    found = _PARTS.fullmatch(text) if len(text) <= MOST else None
    if found is None or not is_packed(text):
        raise FormatError(_WHAT, None, "EDITION.OPTION.DEAL.MOVES", quoted(text))
    words, dealt, moves, check = found.groups()
    if _check(text[:-2]) != check:
        raise FormatError(_WHAT, None, "all its characters as they were given", "some lost or changed")
    edition, *values = words.split(".")
    try:
        rules = rules_for(edition, dict(zip(OPTIONS[edition], values, strict=True)))
    except ValueError:
        raise FormatError(_WHAT, None, f"the options of {edition}", quoted(".".join(values))) from None
    number, cards = _deal(dealt)
    return Transcript(
        edition=edition,
        options=rules.options,
        deal=number,
        cards=cards,
        moves=_moves(rules, cards, _number_of(moves)),
    )


def _deal(text: str) -> tuple[int | None, tuple[Card, ...]]:
    if text.startswith(_TYPED):
        return None, _ranked(_number_of(text[1:]))
    try:
        number = parse_deal_number(text)
    except CardError as error:
        raise FormatError(_WHAT, None, "a deal number", str(error)) from None
    return number, deal(number)


def _moves(rules: Rules, cards: tuple[Card, ...], number: int) -> tuple[Move, ...]:
    state, moves = start(rules, cards), []
    while number:
        legal = _sorted(rules, state)
        number, digit = divmod(number, len(legal) + 1)
        refuse(not digit, _WHAT, None, "nothing after its last move", "something")
        moves.append(legal[digit - 1])
        state = play(rules, state, moves[-1])
    return tuple(moves)


def _sorted(rules: Rules, state: State) -> list[Move]:
    return sorted(legal_moves(rules, state), key=lambda move: move.text)


def _text_of(number: int) -> str:
    """Return a number as digits of base 64, the lowest first; none for 0."""
    digits = ""
    while number:
        digits += _DIGITS[number % 64]
        number //= 64
    return digits


def _number_of(text: str) -> int:
    return _number([(_DIGITS.index(digit), 64) for digit in text])


def _check(text: str) -> str:
    """Return 12 bits of the CRC-32 of a text in two characters."""
    first, second = divmod(crc32(text.encode()) % 4096, 64)
    return _DIGITS[first] + _DIGITS[second]


def _rank(cards: tuple[Card, ...]) -> int:
    """Return the number of an order of the 52 cards among all orders."""
    left, digits = list(range(CARDS_IN_DECK)), []
    for card in cards:
        digits.append((left.index(card), len(left)))
        left.remove(card)
    return _number(digits)


def _number(digits: Sequence[tuple[int, int]]) -> int:
    """Return the number that digits make, each with its base, the lowest first."""
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return number


def _ranked(number: int) -> tuple[Card, ...]:
    left, cards = list(range(CARDS_IN_DECK)), []
    while left:
        number, at = divmod(number, len(left))
        cards.append(left.pop(at))
    refuse(number, _WHAT, None, "52 cards in an order", "more")
    return tuple(cards)
