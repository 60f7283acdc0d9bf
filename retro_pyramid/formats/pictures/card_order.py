"""Sidecar files: text files that assign a card to each image of a picture file.

The picture file itself does not contain this. A user looks at the numbered sheet from `pyramid deck sheet` and writes
PYRAMID.TXT for PYRAMID.DEC. It has one `key value` pair per line, `#` starts a comment, and every line is optional:

    suits    clubs diamonds hearts spades    # or cdhs
    ranks    A23456789TJQK                   # the order within a suit; K A 2 ... separated by spaces works, too
    by       suit                            # rank: the four suits of a rank are adjacent
    rest     back empty                      # what follows the 52 faces; - for an unused image
    show     Ac 2c ... back empty            # all images one by one, instead of the four lines above
    palette  0 11 13 15                      # EGA colours of the four values of a CGA image, 0 to 15
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.cards import (
    CARDS_IN_DECK,
    RANKS,
    SUIT_NAMES,
    SUITS,
    CardError,
    card_text,
    parse_card,
    quoted,
    whole,
)
from retro_pyramid.formats import FormatError, refuse

ORDER_KEYS = ("suits", "ranks", "by", "rest", "show", "palette")
CGA_PALETTE = (0, 11, 13, 15)
"""Black, light cyan, light magenta, white: CGA's palette 1 as an EGA displays it (BGI's CGAC1)."""
BACK, EMPTY, UNUSED = 52, 53, -1
"""The values besides the cards 0 to 51: the card back, the outline of an empty pile, an unused image."""
_EXTRAS = {"back": BACK, "empty": EMPTY, "-": UNUSED}
_SUIT_LETTERS = dict(zip(SUIT_NAMES, SUITS, strict=True))


class Order(NamedTuple):
    """The card of each image of a deck: `cards[i]` is the card of image i, 0 to 51, or BACK, EMPTY_PILE or UNUSED.

    Images beyond the end of `cards` are unused. `palette` has the colours, 0 to 15, of the four values of a CGA image.
    """

    shows: tuple[int, ...]
    palette: tuple[int, ...] = CGA_PALETTE


CANONICAL_ORDER = Order((*range(CARDS_IN_DECK), BACK, EMPTY))
"""Clubs, diamonds, hearts, spades, each from ace to king, then the back and the outline of an empty pile."""


class Fact(NamedTuple):
    """The value of a line, and the file name and line number that name it in errors."""

    what: str
    value: str


def parse_order(text: str, source: str) -> Order:
    """Return the card order that a sidecar file contains.

    `source_name` names the file in errors. Raise FormatError with the line number.

    >>> order = parse_order("suits hdcs\\nranks KQJT98765432A", "PYRAMID.TXT")
    >>> order.shows[0], order.shows[51], order.shows[52] == BACK
    (38, 39, True)
    """
    return order_of(read_facts(text, source, ORDER_KEYS))


def is_order(text: str) -> bool:
    """Return whether a text looks like a sidecar file: on an original disk, PYRAMID.TXT is an article.

    >>> is_order("suits hdcs\\nrank A"), is_order("by one who knows\\n\\nThe game\\nis old\\n")
    (True, False)
    """
    is_key = [key in ORDER_KEYS for _, key, _ in _split_lines(text)]
    return is_key[:1] == [True] and sum(is_key) * 2 >= len(is_key)


def read_facts(text: str, source: str, keys: Sequence[str], repeated: str = "") -> dict[str, list[Fact]]:
    """Return the lines of a text by key. A line is a key in any case, then its value; `#` starts a comment.

    `source_name` names the text in errors. Raise FormatError for a key not in `keys`, and for a second line with the
    same key, unless it is `repeatable_key`.
    """
    lines: dict[str, list[Fact]] = {}
    for number, key, value in _split_lines(text):
        location = f"{source}, line {number}"
        refuse(key not in keys, location, None, f"one of {' '.join(keys)}", quoted(key))
        refuse(key in lines and key != repeated, location, None, f"one line {key}", "a second one")
        lines.setdefault(key, []).append(Fact(location, value))
    return lines


def order_of(facts: Mapping[str, Sequence[Fact]]) -> Order:
    """Return the card order that these lines describe, by default the canonical one.

    Raise FormatError if they are invalid.
    """
    line_by_key = {key: line for key, (line,) in facts.items()}
    palette = _parse_palette(line_by_key.pop("palette", Fact("", _join(CGA_PALETTE))))
    if "show" in line_by_key:
        refuse(len(line_by_key) > 1, line_by_key["show"].what, None, "show alone", " ".join(line_by_key))
        return Order(shows=_parse_cards(line_by_key["show"]), palette=palette)
    suits = _parse_letters(line_by_key.get("suits", Fact("", SUITS)), SUITS)
    ranks = _parse_letters(line_by_key.get("ranks", Fact("", RANKS)), RANKS)
    order_by = line_by_key.get("by", Fact("", "suit"))
    refuse(
        order_by.value not in ("suit", "rank"),
        f"{order_by.what}, by",
        None,
        "suit or rank",
        quoted(order_by.value),
    )
    if order_by.value == "rank":
        faces = [rank + suit for rank in ranks for suit in suits]
    else:
        faces = [rank + suit for suit in suits for rank in ranks]
    extras = line_by_key.get("rest", Fact("", "back empty"))
    cards = _parse_cards(extras._replace(value=f"{_join(faces)} {extras.value}"))
    return Order(shows=cards, palette=palette)


def _split_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the non-empty lines: line number, first word in lower case, and the rest with single spaces."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words[0].lower(), " ".join(words[1:])


def _join(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _parse_letters(line: Fact, allowed: str) -> str:
    terms = line.value.split()
    letters = "".join(_SUIT_LETTERS.get(word.lower(), word.replace("10", "T")) for word in terms)
    normalized = letters.upper() if allowed == RANKS else letters.lower()
    refuse(
        sorted(normalized) != sorted(allowed), line.what, None, f"each of {allowed} once", quoted(line.value)
    )
    return normalized


def _parse_cards(line: Fact) -> tuple[int, ...]:
    cards = []
    for word in line.value.split():
        try:
            cards.append(_EXTRAS[word] if word in _EXTRAS else parse_card(word.replace("10", "T")))
        except CardError:
            raise FormatError(line.what, None, "cards as Ac, back, empty or -", quoted(word)) from None
    for card in range(BACK + 2):
        count = cards.count(card)
        if count > 1 or (count == 0 and card < CARDS_IN_DECK):
            name = card_text(card) if card < CARDS_IN_DECK else "back or empty"
            raise FormatError(
                line.what, None, "each card once, back and empty at most once", f"{count} {name}"
            )
    refuse(len(cards) > 256, line.what, None, "at most 256 images", len(cards))
    return tuple(cards)


def _parse_palette(line: Fact) -> tuple[int, ...]:
    colours = tuple([colour for word in line.value.split() if (colour := whole(word, 15)) is not None])
    if len(line.value.split()) != 4 or len(set(colours)) != 4:
        raise FormatError(line.what, None, "four different colours from 0 to 15", quoted(line.value))
    return colours
