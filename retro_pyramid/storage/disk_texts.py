"""The texts of the player's disk in the data folder, such as the magazine's article: copied unchanged, and only read."""

import re
from collections.abc import Callable, Container
from itertools import chain, count

from retro_pyramid.cp437 import text_of
from retro_pyramid.formats.detect import TEXT, kind_of
from retro_pyramid.formats.pictures.card_order import is_order
from retro_pyramid.storage.backends.store import Store, plain_name
from retro_pyramid.storage.value_file import Seen, place_for, read_those
from retro_pyramid.text_encoding import decode_text, to_utf8

TEXT_LIMIT = 1 << 18
ENDINGS = (".TXT", ".DOC", ".HLP", ".ME", ".1ST", ".MAN", ".NFO")
_OURS = b"retro-pyramid"
"""The first bytes of the text files that this program writes."""
_HEAD_BYTES = 128


def is_text_name(name: str) -> bool:
    """Say whether a file of that name may be a text to read."""
    return name.upper().endswith(ENDINGS)


def text_name(name: str) -> str:
    """Return the 8.3 name under which a text is kept, empty where its ending is not that of a text.

    >>> [text_name(name) for name in ("Pyramid.hlp", "README", "my own notes.txt", "board.csv")]
    ['PYRAMID.HLP', 'README.TXT', 'MYOWNNOT.TXT', '']
    """
    base, dot, ending = name.upper().rpartition(".")
    full = f"{base}.{ending}" if dot else f"{name.upper()}.TXT"
    stem = re.sub(r"[^A-Z0-9_-]", "", full.rpartition(".")[0])[:8] or "TEXT"
    return plain_name(f"{stem}.{full.rpartition('.')[2]}") if is_text_name(full) else ""


def is_own_text(data: bytes) -> bool:
    """Say whether a text is one that this program writes."""
    return to_utf8(data[:_HEAD_BYTES]).startswith(_OURS)


def is_disk_text(data: bytes) -> bool:
    """Say whether a file is a text to read: not one of this program's own, nor one that tells the order of cards."""
    if is_own_text(data) or kind_of(data) != TEXT:
        return False
    return not is_order(decode_text(data, "replace"))


def read_texts(store: Store, trouble: Callable[[str], None]) -> dict[str, str]:
    """Return the texts of a store by name, the game's own first; `trouble` gets a line for each that cannot be read."""
    texts = {}
    for name, data in read_those(store, is_text_name, trouble):
        if len(data) <= TEXT_LIMIT and is_disk_text(data):
            texts[name.upper()] = text_of(data) or ""
    return dict(sorted(texts.items(), key=lambda item: (not item[0].startswith("PYRAMID"), item[0])))


def keep_text(store: Store, name: str, data: bytes, taken: Container[str], seen: Seen | None = None) -> str:
    """Keep a text under its name, or the first of NAME2, ... that is not `taken` and is free or has it; return that name."""
    stem, _, ending = name.rpartition(".")
    marks = chain([""], map(str, count(2)))
    names = (f"{stem[: 8 - len(mark)]}{mark}.{ending}" for mark in marks)
    free = (name for name in names if name not in taken)
    while True:
        kept, is_free = place_for(store, free, data, {} if seen is None else seen)
        if not is_free:
            return kept
        with store.lock(kept):
            if store.read(kept) is None:
                store.write(kept, data)
                return kept
