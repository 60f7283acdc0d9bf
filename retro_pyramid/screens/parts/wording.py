"""Cards and numbers in what is said on the screen: cards with the number ten and the suit's picture, as they show it."""

import re

from retro_pyramid.cards import RANKS, SUITS, Card, card_text, suit_of

PICTURES = "♣♦♥♠"
"""The suits as code page 437 pictures them, in the order of the cards."""
_CARD = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")


def printed_rank(card: Card) -> str:
    """Return the rank as a card shows it, of one or two characters.

    >>> from retro_pyramid.cards import parse_card
    >>> printed_rank(parse_card("Td"))
    '10'
    """
    return card_text(card)[0].replace("T", "10")


def printed_suit(card: Card) -> str:
    """Return the picture of the card's suit, one character."""
    return PICTURES[suit_of(card)]


def printed(card: Card) -> str:
    """Return a card as it shows itself, of two or three characters."""
    return printed_rank(card) + printed_suit(card)


def reason_told(reason: str) -> str:
    """Return the reason of a refusal as it is told on the screen; the rules name cards as transcripts do.

    >>> reason_told("Td does not go alone: only a King does")
    '10♦ does not go alone: only a King does'
    >>> reason_told("only a 10 or a Queen goes on a Jack")
    'Only a 10 or a Queen goes on a Jack'
    """
    told = _CARD.sub(lambda found: found[1].replace("T", "10") + PICTURES[SUITS.index(found[2])], reason)
    return told[0].upper() + told[1:]


def nth(number: int) -> str:
    """Return an ordinal number in figures.

    >>> [nth(number) for number in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"
