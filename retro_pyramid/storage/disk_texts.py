"""Texts of the player's original disk in the data folder, such as the magazine's article.

They are copied unchanged and only read.
"""

import re
from collections.abc import Callable, Container
from itertools import chain, count

from retro_pyramid.cp437 import decode_text_file
from retro_pyramid.formats.detect import TEXT_KIND, describe_file_kind
from retro_pyramid.formats.pictures.card_order import is_card_order_text
from retro_pyramid.storage.backends.store import Store, to_portable_name
from retro_pyramid.storage.value_file import ChecksumCache, find_free_or_equal_name, read_matching_files
from retro_pyramid.text_encoding import decode_text, to_utf8

TEXT_LIMIT_BYTES = 1 << 18
TEXT_EXTENSIONS = (".TXT", ".DOC", ".HLP", ".ME", ".1ST", ".MAN", ".NFO")
_NATIVE_PREFIX = b"retro-pyramid"
"""The first bytes of the text files that this program writes."""
_HEAD_BYTES = 128


def is_text_file_name(name: str) -> bool:
    """Return whether a file name has one of the extensions of a text."""
    return name.upper().endswith(TEXT_EXTENSIONS)


def make_text_file_name(name: str) -> str:
    """Return the 8.3 name under which a text is stored, empty if its extension is not that of a text.

    >>> [make_text_file_name(name) for name in ("Pyramid.hlp", "README", "my own notes.txt", "board.csv")]
    ['PYRAMID.HLP', 'README.TXT', 'MYOWNNOT.TXT', '']
    """
    base, dot, extension = name.upper().rpartition(".")
    full = f"{base}.{extension}" if dot else f"{name.upper()}.TXT"
    stem = re.sub(r"[^A-Z0-9_-]", "", full.rpartition(".")[0])[:8] or "TEXT"
    return to_portable_name(f"{stem}.{full.rpartition('.')[2]}") if is_text_file_name(full) else ""


def is_native_text(data: bytes) -> bool:
    """Return whether a text was written by this program."""
    return to_utf8(data[:_HEAD_BYTES]).startswith(_NATIVE_PREFIX)


def is_disk_text(data: bytes) -> bool:
    """Return whether a file is a text to read: neither one of this program's own files nor a card order."""
    if is_native_text(data) or describe_file_kind(data) != TEXT_KIND:
        return False
    return not is_card_order_text(decode_text(data, "replace"))


def read_disk_texts(store: Store, report_error: Callable[[str], None]) -> dict[str, str]:
    """Return the texts of a store by name, the game's own (PYRAMID.*) first.

    `report_error` is called with a line for each file that cannot be read.
    """
    texts = {}
    for name, data in read_matching_files(store, is_text_file_name, report_error):
        if len(data) <= TEXT_LIMIT_BYTES and is_disk_text(data):
            texts[name.upper()] = decode_text_file(data) or ""
    return dict(sorted(texts.items(), key=lambda item: (not item[0].startswith("PYRAMID"), item[0])))


def store_disk_text(
    store: Store,
    name: str,
    data: bytes,
    reserved_names: Container[str],
    checksum_cache: ChecksumCache | None = None,
) -> str:
    """Store a text and return its name: the given one, or the first of NAME2, ... that can be used.

    A name can be used if it is not in `reserved_names` and the file does not exist or has the same contents.
    """
    stem, _, extension = name.rpartition(".")
    suffixes = chain([""], map(str, count(2)))
    names = (f"{stem[: 8 - len(suffix)]}{suffix}.{extension}" for suffix in suffixes)
    candidates = (name for name in names if name not in reserved_names)
    while True:
        stored_name, is_free = find_free_or_equal_name(
            store, candidates, data, {} if checksum_cache is None else checksum_cache
        )
        if not is_free:
            return stored_name
        with store.lock(stored_name):
            if store.read(stored_name) is None:
                store.write(stored_name, data)
                return stored_name
