"""What `pyramid scores` and `pyramid deck` print and draw of a file's bytes: bytes in, lines and pictures out."""

from collections.abc import Sequence

from retro_pyramid.cards import RANKS, SUITS, quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.boards.records import Row
from retro_pyramid.formats.boards.scores import LAYOUT, ScoreBoard, ScoreRow, empty_board, encode_board
from retro_pyramid.formats.layouts import Layout, ScoreLayout
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import FACES, coloured
from retro_pyramid.formats.pictures.inference import decode_pictures
from retro_pyramid.formats.pictures.order import UNUSED, Order
from retro_pyramid.formats.recognise import FoundDecks, FoundScores, recognise_decks, recognise_scores

PICTURE_NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "back", "empty")
"""What the images of a deck are called in files' names: by their number in the canonical order."""
_PAPER, _INK = 8, 15
_DIGIT_WIDTH, _DIGIT_HEIGHT = 8, 14


def scores_lines(
    data: bytes, as_json: bool, declared: Sequence[Layout] = (), layout: str | None = None
) -> list[str]:
    """Return what `pyramid scores` prints of a .HGH file's bytes; raise FormatError.

    As JSON it is one line: {"layout": NAME, "records": [{"name", "score", "level"}, ...]}, best first; the level
    is null where the layout has no such field.
    """
    found = recognise_scores(data, declared, layout)
    rows, name = found.table.rows, found.table.layout.name
    if as_json:
        return [_scores_json(name, rows)]
    wide = max(15, *(len(row.name) for row in rows))
    tall = max(6, *(len(f"{row.score:.10g}") for row in rows))
    lines = [
        f"{place:2}  {row.name:<{wide}}  {row.score:{tall}.10g}  {'' if row.level is None else row.level:>5}".rstrip()
        for place, row in enumerate(rows, 1)
    ]
    told = [f"layout {name} ({found.reason}); the file is only read"] if found.inferred else []
    return [f"    {'Name':<{wide}}  {'Score':>{tall}}  Level", *lines, *told]


def _scores_json(layout: str, rows: Sequence[Row | ScoreRow]) -> str:
    return _json({"layout": layout, "records": [row._asdict() for row in rows]})


def export_bytes(board: ScoreBoard | None, name: str) -> bytes:
    """Return a board (None: an empty one) as a file of that name; raise FormatError for its ending.

    .HGH is the canonical layout with its ten places; .csv with the columns name, score and level, and .json as
    scores_lines prints it, have those with points.
    """
    board = board or empty_board()
    rows = [row for row in board.rows if row.score]
    ending = name.rpartition(".")[2].lower()
    if ending == "hgh":
        return encode_board(board)
    if ending == "json":
        return f"{_scores_json(LAYOUT.name, rows)}\n".encode()
    if ending == "csv":
        import csv
        from io import StringIO

        text = StringIO()
        writer = csv.writer(text)
        writer.writerows([ScoreRow._fields, *rows])
        return text.getvalue().encode()
    raise FormatError(
        f"file {quoted(name)}", None, "a name that ends in .HGH, .csv, .json or .zip", quoted(ending)
    )


def is_report(data: bytes) -> bool:
    """Say whether bytes are such as export_bytes writes for other programs, .csv or .json, made anew at any time.

    >>> is_report(export_bytes(None, "a.csv")), is_report(export_bytes(None, "a.hgh"))
    (True, False)
    """
    return data.startswith((b"name,score,level\r\n", b'{"layout": "canonical", "records": ['))


def explain_lines(data: bytes, as_json: bool, declared: Sequence[Layout] = ()) -> list[str]:
    """Return what `pyramid scores --explain` prints: what is taken, then every layout that fits, with the evidence.

    As JSON it is one line: {"taken", "certain", "reason", "candidates": [{"layout", "bits", "for", "against"}, ...]};
    `taken` is the layout by which the file is read, null where it is refused, `certain` and `reason` are of the
    inference alone, which a board of this program does not need.
    """
    from retro_pyramid.formats.boards.evidence import evidence
    from retro_pyramid.formats.boards.inference import infer_scores

    own = [one for one in declared if isinstance(one, ScoreLayout) and one != LAYOUT]
    inference = infer_scores(data, own)
    told = [(candidate, *evidence(candidate, data)) for candidate in inference.candidates]
    try:
        found: FoundScores | None = recognise_scores(data, declared)
    except FormatError:
        found = None
    if as_json:
        rows = [
            {"layout": one.layout.name, "bits": round(one.bits, 1), "for": good, "against": bad}
            for one, good, bad in told
        ]
        taken = found.table.layout.name if found else None
        facts = {"taken": taken, "certain": inference.certain, "reason": inference.reason}
        return [_json({**facts, "candidates": rows})]
    if found:
        lines = [f"taken by layout {found.table.layout.name}: {found.reason}"]
    else:
        choose = "; --layout NAME chooses" if told else ""
        lines = [f"not taken: {inference.reason}{choose}"]
    if told:
        lines.append(
            f"layouts that fit: {len(told)}; the fewer bits one needs to tell the file, the likelier it is"
        )
    first = inference.candidates[0].reading if told else None
    for place, (one, good, bad) in enumerate(told, 1):
        behind = one.bits - inference.candidates[0].bits
        alike = "" if place == 1 else f", {behind:.0f} behind"
        alike += ", reads the same names and scores" if place > 1 and one.reading == first else ""
        lines.append(f"{place:3}. {one.layout.name}: bits {one.bits:.0f}{alike}")
        lines.append(f"     for: {'; '.join(good)}")
        lines += [f"     against: {'; '.join(bad)}"] if bad else []
    return lines


def deck_info_lines(
    data: bytes, as_json: bool, declared: Sequence[Layout] = (), layout: str | None = None
) -> list[str]:
    """Return what `pyramid deck info` prints of a .DEC file's bytes; raise FormatError.

    As JSON it is one line with the keys layout, decks, images (in a deck), width, height (pixels), colours
    (the colour numbers used, one list a deck; of CGA images 0 to 3) and bytes.
    """
    found = recognise_decks(data, declared, layout, loose=True)
    decks = decode_pictures(found.layout, data)
    width, height = decks[0][0].width, decks[0][0].height
    colours = [sorted(set().union(*(picture.pixels for picture in deck))) for deck in decks]
    count, images, name = len(decks), len(decks[0]), found.layout.name
    if as_json:
        facts = {"layout": name, "decks": count, "images": images, "width": width, "height": height}
        return [_json({**facts, "colours": colours, "bytes": len(data)})]
    used = [
        f"deck {number}: {len(numbers)} colours: {' '.join(map(str, numbers))}"
        for number, numbers in enumerate(colours, 1)
    ]
    told = [f"inferred: {found.reason}"] if found.inferred else []
    plural = "s" if count > 1 else ""
    of_one = f"{images} image{'s' if images > 1 else ''}"
    head = f"{count} deck{plural} of {of_one}, {width} x {height} pixels, {len(data)} bytes, layout {name}"
    return [head, *used, *told]


def sheet_pictures(data: bytes, found: FoundDecks, order: Order | None, font: bytes) -> list[list[Picture]]:
    """Return the images of a picture file, a list a deck, each with its number (from 1) written under it.

    `font` holds 256 patterns of 8 x 14 pixels, 14 bytes each. The numbers are those that the lines of a
    sidecar file count by; of `order`, if there is one already, only the palette matters.
    """
    decks = decode_pictures(found.layout, data)
    return [
        [
            numbered(coloured(picture, found.layout, order or found.layout.order), number, font)
            for number, picture in enumerate(deck, 1)
        ]
        for deck in decks
    ]


def numbered(picture: Picture, number: int, font: bytes) -> Picture:
    """Return the picture with a number under it, in light ink on the sheet's grey.

    >>> wide = numbered(Picture(16, 16, bytes(256)), 7, bytes(256 * 14))
    >>> wide.width, wide.height
    (24, 32)
    """
    digits = str(number)
    width = max(picture.width, 3 * _DIGIT_WIDTH)
    left = (width - picture.width) // 2
    margins = bytes([_PAPER]) * left, bytes([_PAPER]) * (width - picture.width - left)
    rows = [
        margins[0] + picture.pixels[start : start + picture.width] + margins[1]
        for start in range(0, len(picture.pixels), picture.width)
    ]
    rows += [bytes([_PAPER]) * width] * 2
    for line in range(_DIGIT_HEIGHT):
        bits = "".join(f"{font[ord(digit) * _DIGIT_HEIGHT + line]:08b}" for digit in digits)
        ink = bytes([_INK if bit == "1" else _PAPER for bit in bits])
        rows.append(ink.center(width, bytes([_PAPER])))
    return Picture(width, len(rows), b"".join(rows))


def named_pictures(data: bytes, found: FoundDecks, order: Order | None) -> dict[str, Picture]:
    """Return the images of a picture file by the names `deck extract` and `deck build` give their files.

    `deck1-Ac`, `deck1-back`, `deck2-empty`; an image without a use is `deck1-image55`. Colours are 0 to 15.
    """
    order = order or found.layout.order
    # Images too few for a deck show no cards.
    shows = order.shows if found.layout.images >= FACES else ()
    named = {}
    for number, deck in enumerate(decode_pictures(found.layout, data), 1):
        for image, picture in enumerate(deck):
            show = shows[image] if image < len(shows) else UNUSED
            name = PICTURE_NAMES[show] if show != UNUSED else f"image{image + 1}"
            named[f"deck{number}-{name}"] = coloured(picture, found.layout, order)
    return named


def _json(value: object) -> str:
    from json import dumps

    return dumps(value)
