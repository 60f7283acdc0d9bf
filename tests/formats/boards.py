"""Score files as programs of the time wrote them, made up from a seed: any layout of the family, realistic contents.

A board is played, not painted: names are assigned over longer ones, records are moved down whole, so that what lies
behind a name is what would lie there. Nothing here uses the inference it serves to measure.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from retro_pyramid.formats.pascal import BYTE, INTEGER, LONGINT, WORD, decode_real
from tests.formats.writers import encode_real

SIZES = {"byte": 1, "int16": 2, "uint16": 2, "int32": 4, "real48": 6}
ORDINALS = {"byte": BYTE, "int16": INTEGER, "uint16": WORD, "int32": LONGINT}
FIRST = tuple(
    "Ann Bob Carl Dave Ed Eva Frank Gerald Hank Ida Jim Jo Kathleen Larry Lou Mary Ned Oscar Pat Quentin "  # noqa: SIM905
    "Rosemarie Sue Ted Ulla Vic Walter Xenia Yves Zoe Al Bartholomew Christopher Elizabeth Maximilian "
    "Alexandra".split()
)
LAST = tuple(
    "Smith Jones Miller O'Brien Lee Wong Garcia Schmidt van Dyke MacDonald Featherstone Ng Kowalski "  # noqa: SIM905
    "Johnson Brown Baker".split()
)
HANDLES: tuple[str, ...] = ("ACE", "FOX", "R2D2", "THE BOSS", "Mr. X", "me", "dad", "MOM & DAD", "J.R.")
HANDLES += ("GUEST", "KILLROY", "007", "WINNER!", "C. Lion", "The Kid", "Bj\x94rn", "Ren\x82e")
PLACEHOLDERS = (b"-----", b"", b"Nobody", b"Anonymous", b"........", b"EMPTY", b"---", b"No one yet")


class Made(NamedTuple):
    """A layout as count, fields (label and type; a string's capacity), a file of it, and what it says.

    The levels are the values of the first number without a label, none where there is no such number.
    """

    records: int
    fields: tuple[tuple[str, str], ...]
    capacity: int
    data: bytes
    names: tuple[bytes, ...]
    scores: tuple[float, ...]
    levels: tuple[int | None, ...]

    @property
    def name(self) -> str:
        """The layout's short name."""
        words = {"name": f"name{self.capacity}", "score": f"score:{dict(self.fields)['score']}"}
        return f"{self.records}x{','.join(words.get(label, kind) for label, kind in self.fields)}"


def any_layout(random: Random) -> tuple[int, tuple[tuple[str, str], ...], int]:
    """Return a member of the family: how many records, which fields, how long a name."""
    fields = [("name", "string"), ("score", random.choice(("int16", "uint16", "int32", "real48")))]
    if random.random() < 0.3:
        fields.reverse()
    for _ in range(random.randrange(3)):
        kind = random.choice(("int16", "int32", "byte"))
        fields.insert(random.choice((0, len(fields), random.randrange(len(fields) + 1))), ("", kind))
    common = random.random() < 0.5
    count = random.choice((5, 10, 10, 15, 20)) if common else random.randint(5, 30)
    capacity = random.choice((8, 10, 12, 15, 20, 25, 30, 40)) if common else random.randint(8, 60)
    return count, tuple(fields), capacity


def make(random: Random, count: int, fields: tuple[tuple[str, str], ...], capacity: int) -> Made:
    """Return a file of that layout with realistic contents."""
    size = sum(1 + capacity if kind == "string" else SIZES[kind] for _, kind in fields)
    background = random.choice((_zeros, _zeros, _heap, _heap, _blanks, _text))
    places = [bytearray(background(random, size)) for _ in range(count)]
    write = _writer(fields, capacity)
    placeholder = random.choice(PLACEHOLDERS)[:capacity]
    names = [placeholder] * count
    scores: list[float] = [0] * count
    levels = [0 if any(not label for label, _ in fields) else None] * count
    default = random.random() < 0.1
    for number in range(count):
        if random.random() < 0.4 or default:
            _assign(places[number], fields, capacity, random.choice(FIRST).encode())
        write(places[number], placeholder, 0, [0] * len(fields))
    filled = count if random.random() < 0.6 else random.randint(2, count)
    wanted = _scores(random, dict(fields)["score"], filled)
    style = random.randrange(4)
    extras = [_extra(random, kind) for label, kind in fields if not label]
    games = list(wanted)
    random.shuffle(games)
    # A few games fell off the board's end or were beaten, as on any board that was played for a while.
    for score in games:
        place = sum(other >= score for other in scores)
        places[place + 1 :] = [bytearray(record) for record in places[place:-1]]
        names[place + 1 :], scores[place + 1 :] = names[place:-1], scores[place:-1]
        levels[place + 1 :] = levels[place:-1]
        names[place], scores[place] = _name(random, style)[:capacity], score
        values = [extra(score, wanted[0]) for extra in extras]
        levels[place] = values[0] if values else None
        write(places[place], names[place], score, values)
    data = b"".join(places)
    return Made(count, fields, capacity, data, tuple(names), tuple(scores), tuple(levels))


def _writer(
    fields: tuple[tuple[str, str], ...], capacity: int
) -> Callable[[bytearray, bytes, float, list[int]], None]:
    def write(record: bytearray, name: bytes, score: float, extras: list[int]) -> None:
        at, left = 0, iter(extras)
        for label, kind in fields:
            if kind == "string":
                record[at : at + 1 + len(name)] = bytes([len(name)]) + name
                at += 1 + capacity
                continue
            value = score if label == "score" else next(left)
            image = encode_real(value) if kind == "real48" else ORDINALS[kind].encode(int(value))
            record[at : at + len(image)] = image
            at += len(image)

    return write


def _assign(record: bytearray, fields: tuple[tuple[str, str], ...], capacity: int, name: bytes) -> None:
    """Put an older name where the name stands."""
    before = [kind for _, kind in fields[: [kind for _, kind in fields].index("string")]]
    at = sum(SIZES[kind] for kind in before)
    name = name[:capacity]
    record[at : at + 1 + len(name)] = bytes([len(name)]) + name


def _name(random: Random, style: int) -> bytes:
    first, last = random.choice(FIRST), random.choice(LAST)
    text = (first, f"{first} {last}", first.upper(), random.choice((first, random.choice(HANDLES))))[style]
    return text.encode("latin-1")


def _scores(random: Random, kind: str, count: int) -> list[float]:
    limit = {"int16": 32767, "uint16": 65535, "int32": 3_000_000, "real48": 9_000_000}[kind]
    grain = random.choice((1, 1, 1, 5, 5, 10, 10, 50, 100))
    most = min(limit, int(10 ** random.uniform(2, 7)))
    if kind == "uint16":
        # A word was chosen because an integer would not do.
        most = random.randint(36000, 65535)
    spread = random.randrange(4)
    found: list[float] = []
    for _ in range(count):
        if spread == 0:
            value = random.uniform(0.05, 1) * most
        elif spread == 1:
            value = most * random.random() ** 3
        elif spread == 2:
            value = most * random.uniform(0.7, 1)
        else:
            value = min(most, abs(random.gauss(0.4, 0.2)) * most)
        found.append(min(limit, max(1, int(value) // grain) * grain))
    if kind == "uint16":
        found[0] = most
    if kind == "real48" and random.random() < 0.3:
        found = [value + random.choice((0, 0.5, 0.25, 0.1)) for value in found]
        found = [decode_real(encode_real(value)) for value in found]
    return sorted(found, reverse=True)


def _extra(random: Random, kind: str) -> Callable[[float, float], int]:
    """Return a further number as programs kept: level, games, year, day, seconds, a date, a switch."""
    level = random.randint(2, 9)

    def between(least: int, most: int, step: int = 1, start: int = 0) -> Callable[[float, float], int]:
        return lambda *_: start + step * random.randint(least, most)

    def rising(score: float, best: float) -> int:
        return 1 + int(level * score / (best + 1))

    def date(century: int) -> Callable[[float, float], int]:
        return lambda *_: (
            century + 10000 * random.randint(85, 94) + 100 * random.randint(1, 12) + random.randint(1, 28)
        )

    if kind == "int32":
        return random.choice(
            (date(0), date(19000000), between(0, 86400), between(0, 0x05FFFFFF, 1, 0x10000000))
        )
    styles = [between(1, level), rising, between(1, 31), between(0, 200), between(1, 2)]
    if kind == "int16":
        styles += [between(1985, 1994), between(30, 3600), between(0, 32767)]
    return random.choice(styles)


def _zeros(_: Random, size: int) -> bytes:
    return bytes(size)


def _heap(random: Random, size: int) -> bytes:
    return bytes(
        random.choice((0, 0, 255, random.randrange(256), random.randrange(256))) for _ in range(size)
    )


def _blanks(_: Random, size: int) -> bytes:
    return b" " * size


def _text(random: Random, size: int) -> bytes:
    words = " ".join(
        random.choice((*FIRST, *LAST, "score", "Press any key", "C:\\GAMES")) for _ in range(size)
    )
    return words.encode()[:size]
