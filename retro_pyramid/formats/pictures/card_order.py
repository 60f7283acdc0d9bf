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
    RANK_CHARS,
    SUIT_CHARS,
    SUIT_NAMES,
    CardError,
    card_text,
    parse_card,
    parse_int,
    quote,
)
from retro_pyramid.formats import FormatError, raise_if

CARD_ORDER_KEYS = ("suits", "ranks", "by", "rest", "show", "palette")
CGA_PALETTE = (0, 11, 13, 15)
"""Black, light cyan, light magenta, white: CGA's palette 1 as an EGA displays it (BGI's CGAC1)."""
BACK, EMPTY_PILE, UNUSED = 52, 53, -1
"""The values besides the cards 0 to 51: the card back, the outline of an empty pile, an unused image."""
_EXTRAS = {"back": BACK, "empty": EMPTY_PILE, "-": UNUSED}
_SUIT_LETTERS = dict(zip(SUIT_NAMES, SUIT_CHARS, strict=True))


class CardOrder(NamedTuple):
    """The card of each image of a deck: `cards[i]` is the card of image i, 0 to 51, or BACK, EMPTY_PILE or UNUSED.

    Images beyond the end of `cards` are unused. `palette` has the colours, 0 to 15, of the four values of a CGA image.
    """

    cards: tuple[int, ...]
    palette: tuple[int, ...] = CGA_PALETTE


CANONICAL_CARD_ORDER = CardOrder((*range(CARDS_IN_DECK), BACK, EMPTY_PILE))
"""Clubs, diamonds, hearts, spades, each from ace to king, then the back and the outline of an empty pile."""


class ConfigLine(NamedTuple):
    """The value of a line, and the file name and line number that name it in errors."""

    location: str
    value: str


def parse_card_order(text: str, source_name: str) -> CardOrder:
    """Return the card order that a sidecar file contains.

    `source_name` names the file in errors. Raise FormatError with the line number.

    >>> order = parse_card_order("suits hdcs\\nranks KQJT98765432A", "PYRAMID.TXT")
    >>> order.cards[0], order.cards[51], order.cards[52] == BACK
    (38, 39, True)
    """
    return build_card_order(parse_config_lines(text, source_name, CARD_ORDER_KEYS))


def is_card_order_text(text: str) -> bool:
    """Return whether a text looks like a sidecar file: on an original disk, PYRAMID.TXT is an article.

    >>> is_card_order_text("suits hdcs\\nrank A"), is_card_order_text("by one who knows\\n\\nThe game\\nis old\\n")
    (True, False)
    """
    is_key = [key in CARD_ORDER_KEYS for _, key, _ in _split_lines(text)]
    return is_key[:1] == [True] and sum(is_key) * 2 >= len(is_key)


def parse_config_lines(
    text: str, source_name: str, keys: Sequence[str], repeatable_key: str = ""
) -> dict[str, list[ConfigLine]]:
    """Return the lines of a text by key. A line is a key in any case, then its value; `#` starts a comment.

    `source_name` names the text in errors. Raise FormatError for a key not in `keys`, and for a second line with the
    same key, unless it is `repeatable_key`.
    """
    lines: dict[str, list[ConfigLine]] = {}
    for number, key, value in _split_lines(text):
        location = f"{source_name}, line {number}"
        raise_if(key not in keys, location, None, f"one of {' '.join(keys)}", quote(key))
        raise_if(key in lines and key != repeatable_key, location, None, f"one line {key}", "a second one")
        lines.setdefault(key, []).append(ConfigLine(location, value))
    return lines


def build_card_order(lines: Mapping[str, Sequence[ConfigLine]]) -> CardOrder:
    """Return the card order that these lines describe, by default the canonical one.

    Raise FormatError if they are invalid.
    """
    line_by_key = {key: line for key, (line,) in lines.items()}
    palette = _parse_palette(line_by_key.pop("palette", ConfigLine("", _join(CGA_PALETTE))))
    if "show" in line_by_key:
        raise_if(
            len(line_by_key) > 1, line_by_key["show"].location, None, "show alone", " ".join(line_by_key)
        )
        return CardOrder(cards=_parse_cards(line_by_key["show"]), palette=palette)
    suits = _parse_letters(line_by_key.get("suits", ConfigLine("", SUIT_CHARS)), SUIT_CHARS)
    ranks = _parse_letters(line_by_key.get("ranks", ConfigLine("", RANK_CHARS)), RANK_CHARS)
    order_by = line_by_key.get("by", ConfigLine("", "suit"))
    raise_if(
        order_by.value not in ("suit", "rank"),
        f"{order_by.location}, by",
        None,
        "suit or rank",
        quote(order_by.value),
    )
    if order_by.value == "rank":
        faces = [rank + suit for rank in ranks for suit in suits]
    else:
        faces = [rank + suit for suit in suits for rank in ranks]
    extras = line_by_key.get("rest", ConfigLine("", "back empty"))
    cards = _parse_cards(extras._replace(value=f"{_join(faces)} {extras.value}"))
    return CardOrder(cards=cards, palette=palette)


def _split_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the non-empty lines: line number, first word in lower case, and the rest with single spaces."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words[0].lower(), " ".join(words[1:])


def _join(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _parse_letters(line: ConfigLine, allowed: str) -> str:
    terms = line.value.split()
    letters = "".join(_SUIT_LETTERS.get(word.lower(), word.replace("10", "T")) for word in terms)
    normalized = letters.upper() if allowed == RANK_CHARS else letters.lower()
    raise_if(
        sorted(normalized) != sorted(allowed),
        line.location,
        None,
        f"each of {allowed} once",
        quote(line.value),
    )
    return normalized


def _parse_cards(line: ConfigLine) -> tuple[int, ...]:
    cards = []
    for word in line.value.split():
        try:
            cards.append(_EXTRAS[word] if word in _EXTRAS else parse_card(word.replace("10", "T")))
        except CardError:
            raise FormatError(line.location, None, "cards as Ac, back, empty or -", quote(word)) from None
    for card in range(BACK + 2):
        count = cards.count(card)
        if count > 1 or (count == 0 and card < CARDS_IN_DECK):
            name = card_text(card) if card < CARDS_IN_DECK else "back or empty"
            raise FormatError(
                line.location, None, "each card once, back and empty at most once", f"{count} {name}"
            )
    raise_if(len(cards) > 256, line.location, None, "at most 256 images", len(cards))
    return tuple(cards)


def _parse_palette(line: ConfigLine) -> tuple[int, ...]:
    colours = tuple([colour for word in line.value.split() if (colour := parse_int(word, 15)) is not None])
    if len(line.value.split()) != 4 or len(set(colours)) != 4:
        raise FormatError(line.location, None, "four different colours from 0 to 15", quote(line.value))
    return colours
