"""PYRAMID.HGH and PYRAMID.DEC of any layout in the data folder.

Files of a foreign layout are read and never overwritten.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

from retro_pyramid.formats.detect import DetectedScores, detect_decks, detect_scores
from retro_pyramid.formats.layouts import Layout, parse_layouts
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.pictures.card_order import CardOrder, is_card_order_text, parse_card_order
from retro_pyramid.formats.pictures.deck import Deck, decode_decks, decode_decks_for_table
from retro_pyramid.formats.scores import high_scores as scores
from retro_pyramid.formats.scores.high_scores import (
    ForeignHighScores,
    HighScores,
    encode_high_scores,
    select_best_rows,
)
from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import Store
from retro_pyramid.storage.value_file import load_value, read_matching_files
from retro_pyramid.text_encoding import decode_text

HIGH_SCORES_FILE_NAME = "PYRAMID.HGH"
DECKS_FILE_NAME = "PYRAMID.DEC"
LAYOUT_EXTENSIONS = (".LAY", ".LAYOUT")
_LAYOUT_LIMIT_BYTES = 1 << 16
_MAX_LAYOUTS = 100


AnyHighScores = HighScores | ForeignHighScores


def read_user_layouts(store: Store) -> tuple[list[Layout], list[str]]:
    """Return the layouts of the user's files NAME.LAY or NAME.LAYOUT, and a line for each invalid file."""
    errors: list[str] = []
    files = dict(islice(read_matching_files(store, is_layout_file_name, errors.append), _MAX_LAYOUTS))
    layouts, more_errors = parse_layout_files(files)
    return layouts, [*errors, *more_errors]


def parse_layout_files(data_by_name: Mapping[str, bytes]) -> tuple[list[Layout], list[str]]:
    """Return the layouts of layout files, sorted by name, and a line for each invalid file.

    The names of the native layouts are reserved.
    """
    too_large = [name for name, data in data_by_name.items() if len(data) > _LAYOUT_LIMIT_BYTES]
    texts = {
        name: decode_text(data, "replace") for name, data in data_by_name.items() if name not in too_large
    }
    layouts, errors = parse_layouts(texts, (scores.HIGH_SCORE_LAYOUT, deck.DECK_LAYOUT))
    size_errors = [
        f"{name}: expected at most {_LAYOUT_LIMIT_BYTES} bytes, found {len(data_by_name[name])}"
        for name in too_large
    ]
    return layouts, [*size_errors, *errors]


def is_layout_file_name(name: str) -> bool:
    """Return whether a file name has the extension of a layout file."""
    return name.upper().endswith(LAYOUT_EXTENSIONS)


def read_card_order(store: Store, picture_name: str) -> CardOrder | None:
    """Return the card order in the sidecar file of a picture file, None if the sidecar is missing or another text.

    Raise FormatError or StorageError.
    """
    sidecar = make_sidecar_name(picture_name)
    data = store.read(sidecar)
    text = "" if data is None else decode_text(data, "replace")
    return parse_card_order(text, sidecar) if is_card_order_text(text) else None


def make_sidecar_name(picture_name: str) -> str:
    """Return the name of a picture file's sidecar file.

    >>> make_sidecar_name("PYRAMID.DEC")
    'PYRAMID.TXT'
    """
    return f"{(picture_name.rpartition('.')[0] or picture_name).upper()}.TXT"


def high_scores_from_detected(detected: DetectedScores) -> AnyHighScores:
    """Return the high scores of a score file with a detected layout."""
    if detected.is_inferred:
        return ForeignHighScores(select_best_rows(detected.score_records.rows), detected.layout.name)
    return HighScores(detected.score_records.raw_records)


def decode_any_high_scores(data: bytes, layouts: list[Layout]) -> AnyHighScores:
    """Return the high scores of a PYRAMID.HGH with any layout that can be detected; raise FormatError."""
    return high_scores_from_detected(detect_scores(data, layouts))


def encode_any_high_scores(high_scores: AnyHighScores) -> bytes:
    """Return the bytes of high scores, always in the native layout."""
    return encode_high_scores(high_scores.native)


def decode_any_decks(
    data: bytes,
    layouts: list[Layout],
    order: CardOrder | None,
    load_builtin_decks: Callable[[], tuple[Deck, Deck]],
) -> tuple[tuple[Deck, Deck], str]:
    """Return the decks of a PYRAMID.DEC of any layout, as the table draws them, and the name of their layout.

    The name is empty if the layout is the native one. `load_builtin_decks` supplies the images that the file lacks.
    Raise FormatError.
    """
    detected = detect_decks(data, layouts)
    if not detected.is_inferred and order is None:
        return decode_decks(data), ""
    decks = decode_decks_for_table(detected.layout, data, order, load_builtin_decks())
    return decks, detected.layout.name if detected.is_inferred else ""


def is_high_scores_path(store: Store, path: str) -> bool:
    """Return whether a path leads to the store's own PYRAMID.HGH, which only a new entry may change."""
    return (
        isinstance(store, DataFolder)
        and Path(path).resolve() == store.find_path(HIGH_SCORES_FILE_NAME).resolve()
    )


def read_high_scores(store: Store) -> AnyHighScores | None:
    """Return the high scores without changing anything in the store, None if there are none; raise StorageError."""
    return load_value(
        store, HIGH_SCORES_FILE_NAME, lambda data: decode_any_high_scores(data, read_user_layouts(store)[0])
    )
