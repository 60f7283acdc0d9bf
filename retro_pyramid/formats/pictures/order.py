"""Sidecar files: which card each image of a picture file shows.

This is not in the picture file. A person looks at the numbered sheet of `pyramid deck sheet` and writes, for
PYRAMID.DEC, a text PYRAMID.TXT. One fact a line, `#` starts a comment; every line may be left out:

    suits    clubs diamonds hearts spades    # or cdhs
    ranks    A23456789TJQK                   # the order within a suit; K A 2 ... with blanks will do, too
    by       suit                            # rank: the four suits of a rank stand together
    rest     back empty                      # what follows the 52 faces; - for an image without a use
    show     Ac 2c ... back empty            # all images one by one, in place of the four lines above
    palette  0 11 13 15                      # what the four colours of a CGA image become, 0 to 15
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
"""Black, light cyan, light magenta, white: CGA's palette 1 as an EGA shows it (BGI's CGAC1)."""
BACK, EMPTY, UNUSED = 52, 53, -1
_REST = {"back": BACK, "empty": EMPTY, "-": UNUSED}
_SUIT_LETTERS = dict(zip(SUIT_NAMES, SUITS, strict=True))


class Order(NamedTuple):
    """The cards of a deck's images: `shows[i]` is the card of image i, 0 to 51, or BACK, EMPTY, UNUSED.

    Further images are unused. `palette` are the colours, 0 to 15, of the four values of a CGA image.
    """

    shows: tuple[int, ...]
    palette: tuple[int, ...] = CGA_PALETTE


CANONICAL_ORDER = Order((*range(CARDS_IN_DECK), BACK, EMPTY))
"""Clubs, diamonds, hearts, spades, each ace to king; then the back and the outline of an empty pile."""


class Fact(NamedTuple):
    """The value of a line, and what errors call the line."""

    what: str
    value: str


def parse_order(text: str, source: str) -> Order:
    """Return the order that the text of a sidecar file gives; `source` names it. Raise FormatError with the line's number.

    >>> order = parse_order("suits hdcs\\nranks KQJT98765432A", "PYRAMID.TXT")
    >>> order.shows[0], order.shows[51], order.shows[52] == BACK
    (38, 39, True)
    """
    return order_of(read_facts(text, source, ORDER_KEYS))


def is_order(text: str) -> bool:
    """Say whether a text is meant as a sidecar file: on a real disk PYRAMID.TXT is an article.

    >>> is_order("suits hdcs\\nrank A"), is_order("by one who knows\\n\\nThe game\\nis old\\n")
    (True, False)
    """
    known = [key in ORDER_KEYS for _, key, _ in _lines(text)]
    return known[:1] == [True] and sum(known) * 2 >= len(known)


def read_facts(text: str, source: str, keys: Sequence[str], repeated: str = "") -> dict[str, list[Fact]]:
    """Return the facts of a text by key, one a line: a word in any case, then its value; `#` starts a comment.

    `source` names the text in errors. Raise FormatError for a key that is not one of `keys`, and for a second line
    of any key but `repeated`.
    """
    facts: dict[str, list[Fact]] = {}
    for number, key, value in _lines(text):
        what = f"{source}, line {number}"
        refuse(key not in keys, what, None, f"one of {' '.join(keys)}", quoted(key))
        refuse(key in facts and key != repeated, what, None, f"one line {key}", "a second one")
        facts.setdefault(key, []).append(Fact(what, value))
    return facts


def order_of(facts: Mapping[str, Sequence[Fact]]) -> Order:
    """Return the order that such facts give, the canonical one where there are none; raise FormatError."""
    found = {key: fact for key, (fact,) in facts.items()}
    palette = _palette(found.pop("palette", Fact("", _words(CGA_PALETTE))))
    if "show" in found:
        refuse(len(found) > 1, found["show"].what, None, "show alone", " ".join(found))
        return Order(shows=_images(found["show"]), palette=palette)
    suits = _letters(found.get("suits", Fact("", SUITS)), SUITS)
    ranks = _letters(found.get("ranks", Fact("", RANKS)), RANKS)
    by = found.get("by", Fact("", "suit"))
    refuse(by.value not in ("suit", "rank"), f"{by.what}, by", None, "suit or rank", quoted(by.value))
    if by.value == "rank":
        faces = [rank + suit for rank in ranks for suit in suits]
    else:
        faces = [rank + suit for suit in suits for rank in ranks]
    rest = found.get("rest", Fact("", "back empty"))
    shows = _images(rest._replace(value=f"{_words(faces)} {rest.value}"))
    return Order(shows=shows, palette=palette)


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the lines that are not empty: number, first word in lower case, the rest with single blanks."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words[0].lower(), " ".join(words[1:])


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _letters(fact: Fact, known: str) -> str:
    words = fact.value.split()
    letters = "".join(_SUIT_LETTERS.get(word.lower(), word.replace("10", "T")) for word in words)
    fold = letters.upper() if known == RANKS else letters.lower()
    refuse(sorted(fold) != sorted(known), fact.what, None, f"each of {known} once", quoted(fact.value))
    return fold


def _images(fact: Fact) -> tuple[int, ...]:
    shows = []
    for word in fact.value.split():
        try:
            shows.append(_REST[word] if word in _REST else parse_card(word.replace("10", "T")))
        except CardError:
            raise FormatError(fact.what, None, "cards as Ac, back, empty or -", quoted(word)) from None
    for number in range(BACK + 2):
        count = shows.count(number)
        if count > 1 or (count == 0 and number < CARDS_IN_DECK):
            name = card_text(number) if number < CARDS_IN_DECK else "back or empty"
            raise FormatError(
                fact.what, None, "each card once, back and empty at most once", f"{count} {name}"
            )
    refuse(len(shows) > 256, fact.what, None, "at most 256 images", len(shows))
    return tuple(shows)


def _palette(fact: Fact) -> tuple[int, ...]:
    colours = tuple([colour for word in fact.value.split() if (colour := whole(word, 15)) is not None])
    if len(fact.value.split()) != 4 or len(set(colours)) != 4:
        raise FormatError(fact.what, None, "four different colours from 0 to 15", quoted(fact.value))
    return colours
