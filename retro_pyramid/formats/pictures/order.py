"""What the images of a picture file show: the order of suits and ranks, told by a small text beside the file.

No picture file can tell it, so a person looks at the numbered sheet of `pyramid deck sheet` and writes, for
PYRAMID.DEC, a file PYRAMID.TXT. One fact a line, `#` starts a comment; every line may be left out:

    suits    clubs diamonds hearts spades    # or cdhs
    ranks    A23456789TJQK                   # the order within a suit; K A 2 ... with blanks will do, too
    by       suit                            # rank: the four suits of a rank stand together
    rest     back empty                      # what follows the 52 faces; - for an image without a use
    show     Ac 2c ... back empty            # all images one by one, in place of the four lines above
    palette  0 11 13 15                      # what the four colours of a CGA image become, 0 to 15
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, RANKS, SUITS, CardError, parse_card, quoted
from retro_pyramid.formats import FormatError

ORDER_KEYS = ("suits", "ranks", "by", "rest", "show", "palette")
CGA_PALETTE = (0, 11, 13, 15)
"""Black, light cyan, light magenta, white: CGA's palette 1 as an EGA shows it (BGI's CGAC1)."""
BACK, EMPTY, UNUSED = 52, 53, -1
_REST = {"back": BACK, "empty": EMPTY, "-": UNUSED}
_SUIT_WORDS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}


class Order(NamedTuple):
    """What stands where in a deck: `shows[i]` is the card of image i, 0 to 51, or BACK, EMPTY, UNUSED.

    Images past the last are unused. `palette` are the colours, 0 to 15, of the four values of a CGA image.
    """

    shows: tuple[int, ...]
    palette: tuple[int, ...] = CGA_PALETTE


CANONICAL_ORDER = Order((*range(CARDS_IN_DECK), BACK, EMPTY))
"""Clubs, diamonds, hearts, spades, each ace to king; then the back and the outline of an empty pile."""


def parse_order(text: str, source: str) -> Order:
    """Return the order that the text of a sidecar file tells; raise FormatError in one line with its number.

    >>> order = parse_order("suits hdcs\\nranks KQJT98765432A", "PYRAMID.TXT")
    >>> order.shows[0], order.shows[51], order.shows[52] == BACK
    (38, 39, True)
    """
    return parse_facts(list(fact_lines(text)), source)


def is_order(text: str) -> bool:
    """Say whether a text means to be a sidecar file: a PYRAMID.TXT of a real disk is its article.

    >>> is_order("suits hdcs\\nrank A"), is_order("by one who knows\\n\\nThe game\\nis old\\n")
    (True, False)
    """
    keys = [key for _, key, _ in fact_lines(text)]
    return (
        keys[:1] != [] and keys[0] in ORDER_KEYS and sum(key in ORDER_KEYS for key in keys) * 2 >= len(keys)
    )


def fact_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the lines that say something: number, first word in lower case, the rest with single blanks."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words[0].lower(), " ".join(words[1:])


def parse_facts(facts: Sequence[tuple[int, str, str]], source: str) -> Order:
    """Return the order that such lines tell; raise FormatError."""
    found: dict[str, str] = {}
    places: dict[str, str] = {}
    for number, key, value in facts:
        what = f"{source}, line {number}"
        if key not in ORDER_KEYS:
            raise FormatError(what, None, f"one of {' '.join(ORDER_KEYS)}", quoted(key))
        if key in found:
            raise FormatError(what, None, f"one line {key}", "a second one")
        found[key], places[key] = value, what
    palette = _palette(places.get("palette", ""), found.pop("palette", None))
    if "show" in found:
        if len(found) > 1:
            raise FormatError(places["show"], None, "show alone", f"{' '.join(found)}")
        return Order(_images(places["show"], found["show"].split()), palette)
    suits = _letters(places.get("suits", ""), found.get("suits", SUITS), SUITS)
    ranks = _letters(places.get("ranks", ""), found.get("ranks", RANKS), RANKS)
    by = found.get("by", "suit")
    if by not in ("suit", "rank"):
        raise FormatError(f"{places['by']}, by", None, "suit or rank", quoted(by))
    pairs = [(suit, rank) for suit in suits for rank in ranks]
    if by == "rank":
        pairs = [(suit, rank) for rank in ranks for suit in suits]
    faces = [rank + suit for suit, rank in pairs]
    return Order(_images(places.get("rest", ""), [*faces, *found.get("rest", "back empty").split()]), palette)


def _letters(what: str, text: str, known: str) -> str:
    words = text.split()
    letters = "".join(_SUIT_WORDS.get(word.lower(), word.replace("10", "T")) for word in words)
    fold = letters.upper() if known == RANKS else letters.lower()
    if sorted(fold) != sorted(known):
        raise FormatError(what, None, f"each of {known} once", quoted(text))
    return fold


def _images(what: str, words: Sequence[str]) -> tuple[int, ...]:
    shows = []
    for word in words:
        try:
            shows.append(_REST[word] if word in _REST else parse_card(word.replace("10", "T")))
        except CardError:
            raise FormatError(what, None, "cards as Ac, back, empty or -", quoted(word)) from None
    for number in range(BACK + 2):
        count = shows.count(number)
        if count > 1 or (count == 0 and number < CARDS_IN_DECK):
            name = RANKS[number % 13] + SUITS[number // 13] if number < CARDS_IN_DECK else "back or empty"
            raise FormatError(what, None, "each card once, back and empty at most once", f"{count} {name}")
    if len(shows) > 256:
        raise FormatError(what, None, "at most 256 images", str(len(shows)))
    return tuple(shows)


def _palette(what: str, text: str | None) -> tuple[int, ...]:
    if text is None:
        return CGA_PALETTE
    words = text.split()
    fits = all(word.isascii() and word.isdigit() and len(word) <= 2 and int(word) < 16 for word in words)
    if len(words) != 4 or not fits or len(set(map(int, words))) != 4:
        raise FormatError(what, None, "four different colours from 0 to 15", quoted(text))
    return tuple(int(word) for word in words)
