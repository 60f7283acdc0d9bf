"""What `pyramid scores` and `pyramid deck info` print: the bytes of a file in, lines out."""

from retro_pyramid.formats.deck import DECKS, HEIGHT, IMAGES, WIDTH, decode_decks
from retro_pyramid.formats.scores import decode_board

LAYOUT = "canonical"


def scores_lines(data: bytes, as_json: bool) -> list[str]:
    """Return what `pyramid scores` prints of a .HGH file's bytes; raise FormatError.

    As JSON it is one line: {"layout": "canonical", "records": [{"name", "score", "level"}, ...]}, best first.
    """
    rows = decode_board(data).rows
    if as_json:
        return [_json({"layout": LAYOUT, "records": [row._asdict() for row in rows]})]
    lines = [f"{place:2}  {row.name:<15}  {row.score:6}  {row.level:5}" for place, row in enumerate(rows, 1)]
    return [f"    {'Name':<15}  {'Score':>6}  Level", *lines]


def deck_info_lines(data: bytes, as_json: bool) -> list[str]:
    """Return what `pyramid deck info` prints of a .DEC file's bytes; raise FormatError.

    As JSON it is one line with the keys layout, decks, images (in a deck), width, height (pixels), colours
    (the colour numbers used, one list a deck) and bytes.
    """
    colours = [
        sorted(set().union(*(picture.pixels for picture in (*deck.faces, deck.back, deck.empty))))
        for deck in decode_decks(data)
    ]
    if as_json:
        facts = {"layout": LAYOUT, "decks": DECKS, "images": IMAGES, "width": WIDTH, "height": HEIGHT}
        return [_json({**facts, "colours": colours, "bytes": len(data)})]
    used = [
        f"deck {number}: {len(numbers)} colours: {' '.join(map(str, numbers))}"
        for number, numbers in enumerate(colours, 1)
    ]
    head = f"{DECKS} decks of {IMAGES} images, {WIDTH} x {HEIGHT} pixels, {len(data)} bytes, layout {LAYOUT}"
    return [head, *used]


def _json(value: object) -> str:
    from json import dumps

    return dumps(value)
