"""PYRAMID.HGH and PYRAMID.DEC of any layout in the data folder: read, and never overwritten."""

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

from retro_pyramid.formats.detect import FoundScores, recognise_decks, recognise_scores
from retro_pyramid.formats.layouts import Layout, read_layouts
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.pictures.card_order import Order, is_order, parse_order
from retro_pyramid.formats.pictures.deck import Deck, decode_decks, read_decks
from retro_pyramid.formats.scores import high_scores as scores
from retro_pyramid.formats.scores.high_scores import ForeignBoard, ScoreBoard, best_rows, encode_board
from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import Store
from retro_pyramid.storage.value_file import read_document, read_those
from retro_pyramid.text_encoding import decode_text

SCORES = "PYRAMID.HGH"
DECKS = "PYRAMID.DEC"
LAYOUT_ENDINGS = (".LAY", ".LAYOUT")
_LAYOUT_LIMIT = 1 << 16
_MOST_LAYOUTS = 100


Held = ScoreBoard | ForeignBoard


def read_own_layouts(store: Store) -> tuple[list[Layout], list[str]]:
    """Return the layouts of the user's files NAME.LAY or NAME.LAYOUT, and a line for each file with a fault."""
    faults: list[str] = []
    files = dict(islice(read_those(store, is_layout_name, faults.append), _MOST_LAYOUTS))
    layouts, more = layouts_of(files)
    return layouts, [*faults, *more]


def layouts_of(files: Mapping[str, bytes]) -> tuple[list[Layout], list[str]]:
    """Return the layouts of layout files, by name, and a line for each with a fault; the canonical names are reserved."""
    large = [name for name, data in files.items() if len(data) > _LAYOUT_LIMIT]
    texts = {name: decode_text(data, "replace") for name, data in files.items() if name not in large}
    layouts, faults = read_layouts(texts, (scores.LAYOUT, deck.LAYOUT))
    told = [f"{name}: expected at most {_LAYOUT_LIMIT} bytes, found {len(files[name])}" for name in large]
    return layouts, [*told, *faults]


def is_layout_name(name: str) -> bool:
    """Say whether a file of that name is a layout file."""
    return name.upper().endswith(LAYOUT_ENDINGS)


def read_order(store: Store, name: str) -> Order | None:
    """Return the order in a picture file's sidecar file, None where it is none; raise FormatError or StorageError."""
    sidecar = sidecar_name(name)
    data = store.read(sidecar)
    text = "" if data is None else decode_text(data, "replace")
    return parse_order(text, sidecar) if is_order(text) else None


def sidecar_name(name: str) -> str:
    """Return the name of a picture file's sidecar file.

    >>> sidecar_name("PYRAMID.DEC")
    'PYRAMID.TXT'
    """
    return f"{(name.rpartition('.')[0] or name).upper()}.TXT"


def held_of(found: FoundScores) -> Held:
    """Return the board of a score file whose layout was recognised."""
    if found.inferred:
        return ForeignBoard(best_rows(found.table.rows), found.layout.name)
    return ScoreBoard(found.table.records)


def decode_held(data: bytes, layouts: list[Layout]) -> Held:
    """Return the board of a PYRAMID.HGH whose layout can be recognised; raise FormatError."""
    return held_of(recognise_scores(data, layouts))


def encode_held(held: Held) -> bytes:
    """Return the bytes of a board, always in the canonical layout."""
    return encode_board(held.own)


def decode_held_decks(
    data: bytes, layouts: list[Layout], order: Order | None, builtin: Callable[[], tuple[Deck, Deck]]
) -> tuple[tuple[Deck, Deck], str]:
    """Return the decks of a PYRAMID.DEC of any layout, as the table draws them, and the name of their layout.

    The name is empty where the layout is our own. `builtin` gives the pictures that the file lacks. Raise FormatError.
    """
    found = recognise_decks(data, layouts)
    if not found.inferred and order is None:
        return decode_decks(data), ""
    decks = read_decks(found.layout, data, order, builtin())
    return decks, found.layout.name if found.inferred else ""


def is_board(store: Store, name: str) -> bool:
    """Say whether a path leads to the store's own PYRAMID.HGH, which only a new entry may change."""
    return isinstance(store, DataFolder) and Path(name).resolve() == store.find(SCORES).resolve()


def read_held(store: Store) -> Held | None:
    """Return the board without changing anything in the store, None where there is none; raise StorageError."""
    return read_document(store, SCORES, lambda data: decode_held(data, read_own_layouts(store)[0]))
