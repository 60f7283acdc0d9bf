"""Cards and all their names, deals as text, and the numbered deals, shuffled by the Borland random generator."""

import re
from collections.abc import Iterable, Sequence

Card = int
"""A card: suit * 13 + rank - 1, suits in the order clubs, diamonds, hearts, spades (0..51)."""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
KING = 13
CARDS_IN_DECK = 52
MAX_DEAL = 0xFFFFFFFF
"""The highest deal number; every seed of the 32-bit generator is a deal."""

_TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS)
_BY_TEXT = {text.lower(): card for card, text in enumerate(_TEXT)}

_SUIT_SIGNS = {**dict(zip(map(ord, "♣♦♥♠♧♢♡♤"), 2 * SUITS, strict=True)), 0xFE0E: None, 0xFE0F: None}
"""The letters for the signs of the suits, and nothing for what chooses between their black and coloured forms."""

RANK = tuple(card % 13 + 1 for card in range(CARDS_IN_DECK))
"""The rank of each card, Ace 1 to King 13."""
RANK_NAMES = ("", "Ace", *map(str, range(2, 11)), "Jack", "Queen", "King")
"""Each rank as it is said."""
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS = "♣♦♥♠"
"""The suits as code page 437 pictures them."""

_TEXT_IN_REASON = re.compile(rf"\b([{RANKS}][{SUITS}])\b")
_LABEL = re.compile(f"(10|[{RANKS.replace('T', '')}])([{SUIT_SYMBOLS}])")


class CardError(ValueError):
    """Text or numbers that are no card, deal or deal number; the message says what is wrong and what was expected."""


def quoted(text: str) -> str:
    """Return a text in quotes for an error message, cut so that the message stays one readable line.

    >>> quoted("Xd"), quoted("9" * 1000)
    ("'Xd'", "'99999999999999999999...'")
    """
    return repr(text if len(text) <= 20 else text[:20] + "...")


def whole(text: str, most: int = 999_999_999_999) -> int | None:
    """Return the whole number from 0 to `most` that plain digits write, None for any other text.

    >>> whole("61", 99), whole("100", 99), whole("²", 99), whole("9" * 5000, 99)
    (61, None, None, None)
    """
    # The length first: int refuses thousands of digits with an error of its own. `isdigit` alone also takes other signs.
    fits = len(text) <= len(str(most)) and text.isascii() and text.isdigit() and int(text) <= most
    return int(text) if fits else None


def one_of(words: Sequence[str]) -> str:
    """Return words as a sentence lists them.

    >>> one_of(["medium", "slow", "fast"]), one_of(["slow"])
    ('medium, slow or fast', 'slow')
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def ordinal(number: int) -> str:
    """Return an ordinal number in figures.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def suit_of(card: Card) -> int:
    """Return the suit of a card: clubs 0, diamonds 1, hearts 2, spades 3.

    >>> suit_of(parse_card("Td"))
    1
    """
    return card // 13


def a_rank(rank: int) -> str:
    """Return a card of a rank with its article.

    >>> a_rank(8), a_rank(12)
    ('an 8', 'a Queen')
    """
    return f"{'an' if rank in (1, 8) else 'a'} {RANK_NAMES[rank]}"


def rank_name(card: Card) -> str:
    """Return a card's rank as it is said: Ace, 2 to 10, Jack, Queen or King."""
    return RANK_NAMES[RANK[card]]


def card_name(card: Card) -> str:
    """Return a card's name in words.

    >>> card_name(parse_card("Td"))
    '10 of diamonds'
    """
    return f"{rank_name(card)} of {SUIT_NAMES[suit_of(card)]}"


def rank_label(card: Card) -> str:
    """Return the rank as the card's picture shows it, one or two characters.

    >>> rank_label(parse_card("Td"))
    '10'
    """
    return _TEXT[card][0].replace("T", "10")


def suit_symbol(card: Card) -> str:
    """Return the picture of the card's suit, one character."""
    return SUIT_SYMBOLS[suit_of(card)]


def card_label(card: Card) -> str:
    """Return a card as its picture shows it, two or three characters.

    >>> card_label(parse_card("Td"))
    '10♦'
    """
    return rank_label(card) + suit_symbol(card)


def name_labels(text: str) -> str:
    """Return the text with the name of each card in place of its label.

    >>> name_labels("10♦ does not go on Q♥")
    '10 of diamonds does not go on Queen of hearts'
    """
    return _LABEL.sub(lambda label: card_name(_card_from_label(label)), text)


def _card_from_label(label: re.Match[str]) -> Card:
    return parse_card(label[1].replace("10", "T") + SUITS[SUIT_SYMBOLS.index(label[2])])


def format_reason(reason: str) -> str:
    """Return the reason of a refusal as a message; the rules name cards as transcripts do.

    >>> format_reason("Td does not go alone: only a King does")
    '10♦ does not go alone: only a King does'
    >>> format_reason("only a 10 or a Queen goes on a Jack")
    'Only a 10 or a Queen goes on a Jack'
    """
    message = _TEXT_IN_REASON.sub(lambda text: card_label(parse_card(text[1])), reason)
    return message[0].upper() + message[1:]


def card_text(card: Card) -> str:
    """Return a card as rank and suit.

    >>> card_text(0), card_text(51)
    ('Ac', 'Ks')
    """
    return _TEXT[card]


def parse_card(text: str) -> Card:
    """Read one card, in either case; CardError if there is no such card.

    >>> parse_card("kS")
    51
    """
    card = _BY_TEXT.get(text.lower())
    if card is None:
        expected = f"a rank of {RANKS} and a suit of {SUITS}, as in Td"
        raise CardError(f"{quoted(text)} is no card: expected {expected}")
    return card


def deal_text(cards: Sequence[Card]) -> str:
    """Return cards on one line: 28 of the pyramid row by row from the apex, then the stock, top first."""
    return " ".join(_TEXT[card] for card in cards)


def parse_deal(text: str) -> tuple[Card, ...]:
    """Read the 52 cards of a deal text; CardError says which card is unknown, doubled or missing.

    >>> parse_deal(deal_text(deal(61))) == deal(61)
    True
    """
    return check_deal([parse_card(word) for word in text.split()])


def split_cards(text: str) -> list[str]:
    """Return the cards of a text as words that `parse_card` reads; pieces that are no cards stay as they are.

    Others write decks with commas, with 10 for T, with the signs of the suits, or without anything between the cards.

    >>> split_cards("Ac2c, 10♥ [K♠] what")
    ['Ac', '2c', 'Th', 'Ks', 'what']
    """
    # The module is loaded when it is needed: no start has to wait for it.
    import re

    card = f"(?:10|[{RANKS}])[{SUITS}]"
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
    """Return the cards as a tuple if they are the 52 of a deck; CardError says what is doubled or missing."""
    counts = dict.fromkeys(range(CARDS_IN_DECK), 0)
    for card in cards:
        if card not in counts:
            raise CardError(f"{card!r} is no card: expected a number from 0 to {CARDS_IN_DECK - 1}")
        counts[card] += 1
    faults = {
        "doubled": [card for card in counts if counts[card] > 1],
        "missing": [card for card in counts if not counts[card]],
    }
    wrong = [f"{deal_text(found)} {fault}" for fault, found in faults.items() if found]
    if wrong:
        raise CardError(f"a deal is {CARDS_IN_DECK} different cards: {', '.join(wrong)}")
    return tuple(cards)


class BorlandRandom:
    """The random generator of Turbo Pascal 5 and 6: a 32-bit linear congruential generator whose upper half is used.

    Its eight numbers for seed 123 are printed, for Turbo Pascal 5.5, in the SWAG archive (misc/0019).

    >>> random = BorlandRandom(123)
    >>> [random.random(1000) for _ in range(3)]
    [343, 282, 986]
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed & 0xFFFFFFFF

    def random(self, n: int) -> int:
        """Step the seed and return a number in 0..n-1, with the original's slight bias towards low ones."""
        self.seed = (self.seed * 0x08088405 + 1) & 0xFFFFFFFF
        return (self.seed >> 16) % n

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        """Return cards in an order by chance: each from the last down is exchanged with itself or one before it."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.random(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def deal(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal number: the same for ever, in every edition.

    CardError if the number is not in 0..MAX_DEAL.

    >>> deal_text(deal(61))[:14]
    '7s Th As 5h 4s'
    """
    if not 0 <= number <= MAX_DEAL:
        raise CardError(f"{number} is no deal number: expected 0 to {MAX_DEAL}")
    return tuple(BorlandRandom(number).shuffled(range(CARDS_IN_DECK)))


def parse_deal_number(text: str) -> int:
    """Read a deal number in decimal digits; CardError if it is none.

    >>> parse_deal_number("61")
    61
    """
    number = whole(text.lstrip("0") or text[:1], MAX_DEAL)
    if number is None:
        raise CardError(f"{quoted(text)} is no deal number: expected 0 to {MAX_DEAL}")
    return number
