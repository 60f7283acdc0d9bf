"""Game codes: a game in a few dozen characters, short enough for a link, as `EDITION.OPTION.DEAL.MOVES`.

The options are their values in the edition's order. The deal is its number, or `c` and the permutation of typed-in
cards in base 64. The moves are one integer in base 64, followed by two check characters for everything before them. For
the integer, each move becomes its index, from 1, among the legal moves of its position, sorted by their text, and 0
marks the end. It is a digit in base (number of legal moves + 1), the first move being the lowest digit. A forced move
thus takes one bit.

>>> from retro_pyramid.cards import deal
>>> from retro_pyramid.rules import parse_move
>>> game = Transcript("odm", {"level": "1"}, 61, deal(61), (parse_move("75"), parse_move("D")))
>>> encode_game_code(game)
'odm.1.61.H2x'
>>> decode_game_code(encode_game_code(game)) == game
True
"""

import re
from binascii import crc32
from collections.abc import Sequence

from retro_pyramid.cards import (
    CARDS_IN_DECK,
    MAX_DEAL_NUMBER,
    Card,
    CardError,
    deal,
    parse_deal_number,
    parse_int,
    quote,
)
from retro_pyramid.formats import FormatError, raise_if
from retro_pyramid.rules import (
    EDITION_OPTIONS,
    EDITIONS,
    Move,
    Rules,
    State,
    apply_move,
    initial_state,
    legal_moves,
    rules_for,
)
from retro_pyramid.rules.transcript import Transcript

MAX_GAME_CODE_LENGTH = 2000
"""Maximum length of a game code that is read. Real games need some hundred characters."""
_SUBJECT = "a packed game"
_CODE_PATTERN = re.compile(
    r"([a-z0-9]+(?:\.[a-z0-9]+)*)\.(\d{1,10}|c[\w-]{1,38})\.([\w-]*)([\w-]{2})", re.ASCII
)
_TYPED_DEAL_PREFIX = "c"
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def is_game_code(text: str) -> bool:
    """Return whether a text starts like a game code.

    >>> is_game_code("odm.1.61.XXXX"), is_game_code("game.txt")
    (True, False)
    """
    return text.partition(".")[0] in EDITIONS and "." in text


def encode_game_code(game: Transcript) -> str:
    """Return the code of a game without its notes. Every move must be legal."""
    rules = rules_for(game.edition, game.options)
    digits = []
    state = initial_state(rules, game.cards)
    for move in game.moves:
        legal = _sort_legal_moves(rules, state)
        digits.append((legal.index(move) + 1, len(legal) + 1))
        state = apply_move(rules, state, move)
    deal_text = (
        _TYPED_DEAL_PREFIX + _encode_base64(_index_from_cards(game.cards))
        if game.deal_number is None
        else str(game.deal_number)
    )
    text = ".".join(
        [game.edition, *rules.options.values(), deal_text, _encode_base64(_combine_digits(digits))]
    )
    return text + _compute_check(text)


def decode_game_code(text: str) -> Transcript:
    """Return the game of a code. Raise FormatError with a one-line message for any other text."""
    match = _CODE_PATTERN.fullmatch(text) if len(text) <= MAX_GAME_CODE_LENGTH else None
    if match is None or not is_game_code(text):
        raise FormatError(_SUBJECT, None, "EDITION.OPTION.DEAL.MOVES", quote(text))
    prefix, deal_text, moves, check = match.groups()
    if _compute_check(text[:-2]) != check:
        raise FormatError(_SUBJECT, None, "all its characters as they were given", "some lost or changed")
    edition, *values = prefix.split(".")
    try:
        rules = rules_for(edition, dict(zip(EDITION_OPTIONS[edition], values, strict=True)))
    except ValueError:
        raise FormatError(_SUBJECT, None, f"the options of {edition}", quote(".".join(values))) from None
    number, cards = _parse_deal(deal_text)
    return Transcript(
        edition=edition,
        options=rules.options,
        deal_number=number,
        cards=cards,
        moves=_decode_moves(rules, cards, _decode_base64(moves)),
    )


def unpack_deal(text: str) -> tuple[str | None, dict[str, str], int | None]:
    """Return the edition, options and deal number of a packed game that is damaged further on, as far as they can be read.

    A number is only a deal number where it has its place: after all options of the edition, with a part behind it.

    >>> unpack_deal("odm.1.61.H2y"), unpack_deal("odm.1.6"), unpack_deal("odm.61.H2x")
    (('odm', {'level': '1'}, 61), ('odm', {'level': '1'}, None), ('odm', {}, None))
    """
    edition, *parts = text.split(".")
    if edition not in EDITIONS:
        return None, {}, None
    names = EDITION_OPTIONS[edition]
    options = dict(zip(names, parts, strict=False))
    try:
        options = rules_for(edition, options).options
    except ValueError:
        return edition, {}, None
    number = parts[len(names)] if len(parts) > len(names) + 1 else ""
    return edition, options, parse_int(number, MAX_DEAL_NUMBER)


def _parse_deal(text: str) -> tuple[int | None, tuple[Card, ...]]:
    if text.startswith(_TYPED_DEAL_PREFIX):
        return None, _cards_from_index(_decode_base64(text[1:]))
    try:
        number = parse_deal_number(text)
    except CardError as error:
        raise FormatError(_SUBJECT, None, "a deal number", str(error)) from None
    return number, deal(number)


def _decode_moves(rules: Rules, cards: tuple[Card, ...], number: int) -> tuple[Move, ...]:
    state, moves = initial_state(rules, cards), []
    while number:
        legal = _sort_legal_moves(rules, state)
        number, digit = divmod(number, len(legal) + 1)
        raise_if(not digit, _SUBJECT, None, "nothing after its last move", "something")
        moves.append(legal[digit - 1])
        state = apply_move(rules, state, moves[-1])
    return tuple(moves)


def _sort_legal_moves(rules: Rules, state: State) -> list[Move]:
    return sorted(legal_moves(rules, state), key=lambda move: move.text)


def _encode_base64(number: int) -> str:
    """Return an integer as base-64 digits, lowest first, without any for 0."""
    digits = ""
    while number:
        digits += _DIGITS[number % 64]
        number //= 64
    return digits


def _decode_base64(text: str) -> int:
    return _combine_digits([(_DIGITS.index(digit), 64) for digit in text])


def _compute_check(text: str) -> str:
    """Return 12 bits of the CRC-32 of a text as two characters."""
    first, second = divmod(crc32(text.encode()) % 4096, 64)
    return _DIGITS[first] + _DIGITS[second]


def _index_from_cards(cards: tuple[Card, ...]) -> int:
    """Return the index of an order of the 52 cards among all orders."""
    remaining, digits = list(range(CARDS_IN_DECK)), []
    for card in cards:
        digits.append((remaining.index(card), len(remaining)))
        remaining.remove(card)
    return _combine_digits(digits)


def _combine_digits(digits: Sequence[tuple[int, int]]) -> int:
    """Return the integer that mixed-radix digits represent. Each digit comes with its base, the lowest first."""
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return number


def _cards_from_index(number: int) -> tuple[Card, ...]:
    remaining, cards = list(range(CARDS_IN_DECK)), []
    while remaining:
        number, i = divmod(number, len(remaining))
        cards.append(remaining.pop(i))
    raise_if(number, _SUBJECT, None, "52 cards in an order", "more")
    return tuple(cards)
