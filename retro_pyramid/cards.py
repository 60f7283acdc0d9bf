"""Cards and their names, deals as text, and numbered deals, which are shuffled with Turbo Pascal's random generator.

Also small helpers for texts in messages.
"""

import re
from collections.abc import Iterable, Sequence

Card = int
"""A card as a number from 0 to 51: suit * 13 + rank - 1, suits in the order clubs, diamonds, hearts, spades."""

RANK_CHARS = "A23456789TJQK"
SUIT_CHARS = "cdhs"
KING = 13
"""The rank of a King."""
CARDS_IN_DECK = 52
MAX_DEAL_NUMBER = 0xFFFFFFFF
"""The highest deal number. Every seed of the 32-bit generator is a deal."""

_CARD_TEXTS = tuple(rank + suit for suit in SUIT_CHARS for rank in RANK_CHARS)
_CARD_BY_TEXT = {text.lower(): card for card, text in enumerate(_CARD_TEXTS)}

_SUIT_SIGNS = {**dict(zip(map(ord, "♣♦♥♠♧♢♡♤"), 2 * SUIT_CHARS, strict=True)), 0xFE0E: None, 0xFE0F: None}
"""The letters for the signs of the suits, and nothing for what chooses between their black and coloured forms."""

CARD_RANKS = tuple(card % 13 + 1 for card in range(CARDS_IN_DECK))
"""The rank of each card, from 1 for an Ace to 13 for a King."""
RANK_NAMES = ("", "Ace", *map(str, range(2, 11)), "Jack", "Queen", "King")
"""The name of each rank. Index 0 is unused."""
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS = "♣♦♥♠"
"""The symbol of each suit, all of them characters of code page 437."""

_CARD_TEXT_PATTERN = re.compile(rf"\b([{RANK_CHARS}][{SUIT_CHARS}])\b")
_CARD_LABEL_PATTERN = re.compile(f"(10|[{RANK_CHARS.replace('T', '')}])([{SUIT_SYMBOLS}])")


class CardError(ValueError):
    """An invalid card, deal or deal number. The message has the problem and the expectation."""


def quote(text: str) -> str:
    """Return a text in quotes for an error message. Longer texts are cut after 20 characters and end in `...`.

    >>> quote("Xd"), quote("9" * 1000)
    ("'Xd'", "'99999999999999999999...'")
    """
    return repr(text if len(text) <= 20 else text[:20] + "...")


def parse_int(text: str, max_value: int = 999_999_999_999) -> int | None:
    """Return the number that a text of ASCII digits stands for, or None if it is another text or above `max_value`.

    >>> parse_int("61", 99), parse_int("100", 99), parse_int("²", 99), parse_int("9" * 5000, 99)
    (61, None, None, None)
    """
    # The length is checked first: `int` raises an error for thousands of digits. `isdigit` also accepts non-ASCII digits.
    is_valid = (
        len(text) <= len(str(max_value)) and text.isascii() and text.isdigit() and int(text) <= max_value
    )
    return int(text) if is_valid else None


def join_or(alternatives: Sequence[str]) -> str:
    """Join alternatives with commas and "or", as in a sentence.

    >>> join_or(["medium", "slow", "fast"]), join_or(["slow"])
    ('medium, slow or fast', 'slow')
    """
    *first, last = alternatives
    return f"{', '.join(first)} or {last}" if first else last


def format_ordinal(number: int) -> str:
    """Return an ordinal number as digits with a suffix.

    >>> [format_ordinal(number) for number in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    last_digit = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last_digit] if last_digit < 4 else 'th'}"


def suit_of(card: Card) -> int:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades.

    >>> suit_of(parse_card("Td"))
    1
    """
    return card // 13


def rank_with_article(rank: int) -> str:
    """Return the name of a rank with its indefinite article.

    >>> rank_with_article(8), rank_with_article(12)
    ('an 8', 'a Queen')
    """
    return f"{'an' if rank in (1, 8) else 'a'} {RANK_NAMES[rank]}"


def rank_name(card: Card) -> str:
    """Return the name of a card's rank: Ace, 2 to 10, Jack, Queen or King."""
    return RANK_NAMES[CARD_RANKS[card]]


def card_name(card: Card) -> str:
    """Return the full name of a card.

    >>> card_name(parse_card("Td"))
    '10 of diamonds'
    """
    return f"{rank_name(card)} of {SUIT_NAMES[suit_of(card)]}"


def rank_label(card: Card) -> str:
    """Return the rank as printed on a card, one or two characters.

    >>> rank_label(parse_card("Td"))
    '10'
    """
    return _CARD_TEXTS[card][0].replace("T", "10")


def suit_symbol(card: Card) -> str:
    """Return the symbol of a card's suit, one character."""
    return SUIT_SYMBOLS[suit_of(card)]


def card_label(card: Card) -> str:
    """Return the short label of a card, rank and suit symbol: two or three characters.

    >>> card_label(parse_card("Td"))
    '10♦'
    """
    return rank_label(card) + suit_symbol(card)


def expand_card_labels(text: str) -> str:
    """Replace each card label in a text with the full name of the card.

    >>> expand_card_labels("10♦ does not go on Q♥")
    '10 of diamonds does not go on Queen of hearts'
    """
    return _CARD_LABEL_PATTERN.sub(lambda label: card_name(_card_from_label(label)), text)


def _card_from_label(label: re.Match[str]) -> Card:
    return parse_card(label[1].replace("10", "T") + SUIT_CHARS[SUIT_SYMBOLS.index(label[2])])


def format_illegal_reason(reason: str) -> str:
    """Return the reason for an illegal move as a message: a sentence with card labels.

    The rules write cards as transcripts do.

    >>> format_illegal_reason("Td does not go alone: only a King does")
    '10♦ does not go alone: only a King does'
    >>> format_illegal_reason("only a 10 or a Queen goes on a Jack")
    'Only a 10 or a Queen goes on a Jack'
    """
    message = _CARD_TEXT_PATTERN.sub(lambda match: card_label(parse_card(match[1])), reason)
    return message[0].upper() + message[1:]


def card_text(card: Card) -> str:
    """Return a card as transcripts write it: rank and suit, two characters.

    >>> card_text(0), card_text(51)
    ('Ac', 'Ks')
    """
    return _CARD_TEXTS[card]


def parse_card(text: str) -> Card:
    """Parse a card, in upper or lower case. Raise CardError if there is no such card.

    >>> parse_card("kS")
    51
    """
    card = _CARD_BY_TEXT.get(text.lower())
    if card is None:
        expected = f"a rank of {RANK_CHARS} and a suit of {SUIT_CHARS}, as in Td"
        raise CardError(f"{quote(text)} is no card: expected {expected}")
    return card


def deal_text(cards: Sequence[Card]) -> str:
    """Return a deal as one line: the 28 pyramid cards row by row from the apex, then the stock, top first."""
    return " ".join(_CARD_TEXTS[card] for card in cards)


def parse_deal(text: str) -> tuple[Card, ...]:
    """Parse the 52 cards of a deal. Raise CardError if a card is unknown, duplicate or missing.

    >>> parse_deal(deal_text(deal(61))) == deal(61)
    True
    """
    return check_deal([parse_card(part) for part in text.split()])


def split_cards(text: str) -> list[str]:
    """Return the cards of a text as words that `parse_card` reads; pieces that are no cards stay as they are.

    Others write decks with commas, with 10 for T, with the signs of the suits, or without anything between the cards.

    >>> split_cards("Ac2c, 10♥ [K♠] what")
    ['Ac', '2c', 'Th', 'Ks', 'what']
    """
    # The module is loaded when it is needed: no start has to wait for it.
    import re

    card = f"(?:10|[{RANK_CHARS}])[{SUIT_CHARS}]"
    words: list[str] = []
    for word in re.split(r"[\s,;|()\[\]\"']+", text.translate(_SUIT_SIGNS)):
        if re.fullmatch(f"(?:{card})+", word, re.IGNORECASE):
            words += [one.replace("10", "T") for one in re.findall(card, word, re.IGNORECASE)]
        elif word:
            words.append(word)
    return words


def parse_written_deal(text: str) -> tuple[Card, ...]:
    """Read the 52 cards of a deck as others write it; CardError as `parse_deal`."""
    return check_deal([parse_card(word) for word in split_cards(text)])


def check_deal(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards as a tuple. Raise CardError, naming duplicate and missing cards, unless they are the 52 of a deck."""
    counts = dict.fromkeys(range(CARDS_IN_DECK), 0)
    for card in cards:
        if card not in counts:
            raise CardError(f"{card!r} is no card: expected a number from 0 to {CARDS_IN_DECK - 1}")
        counts[card] += 1
    cards_by_problem = {
        "doubled": [card for card in counts if counts[card] > 1],
        "missing": [card for card in counts if not counts[card]],
    }
    problems = [
        f"{deal_text(affected)} {problem}" for problem, affected in cards_by_problem.items() if affected
    ]

    if problems:
        raise CardError(f"a deal is {CARDS_IN_DECK} different cards: {', '.join(problems)}")
    return tuple(cards)


class BorlandRandom:
    """The random generator of Turbo Pascal 5 and 6: a 32-bit linear congruential generator; results use the upper 16 bits.

    The SWAG archive (misc/0019) prints its eight numbers for seed 123, from Turbo Pascal 5.5.

    >>> random = BorlandRandom(123)
    >>> [random.randrange(1000) for _ in range(3)]
    [343, 282, 986]
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed & 0xFFFFFFFF

    def randrange(self, stop: int) -> int:
        """Advance the seed and return a number from 0 to stop - 1, slightly biased to low numbers as in the original."""
        self.seed = (self.seed * 0x08088405 + 1) & 0xFFFFFFFF
        return (self.seed >> 16) % stop

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards in random order: from the last card down, each is swapped with itself or one before it."""
        result = list(cards)
        for i in range(len(result) - 1, 0, -1):
            j = self.randrange(i + 1)
            result[i], result[j] = result[j], result[i]
        return result


def deal(deal_number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal number, in the order of `deal_text`. They never change and are the same in all editions.

    Raise CardError if the number is not from 0 to MAX_DEAL_NUMBER.

    >>> deal_text(deal(61))[:14]
    '7s Th As 5h 4s'
    """
    if not 0 <= deal_number <= MAX_DEAL_NUMBER:
        raise CardError(f"{deal_number} is no deal number: expected 0 to {MAX_DEAL_NUMBER}")
    return tuple(BorlandRandom(deal_number).shuffled(range(CARDS_IN_DECK)))


def parse_deal_number(text: str) -> int:
    """Parse a deal number of decimal digits. Raise CardError if it is invalid.


    >>> parse_deal_number("61")
    61
    """
    number = parse_int(text.lstrip("0") or text[:1], MAX_DEAL_NUMBER)
    if number is None:
        raise CardError(f"{quote(text)} is no deal number: expected 0 to {MAX_DEAL_NUMBER}")
    return number
