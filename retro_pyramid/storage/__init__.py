"""The user's files: the data folder, the browser's store, and files named on the command line.

Everything here that fails, fails with a StorageError of one line; what the game itself uses (`GameFiles`)
turns that into a notice and plays on with what it has in memory.
"""

from retro_pyramid.storage.bringing.originals import (
    DECKS,
    SCORES,
    is_board,
    read_held,
    read_order,
    read_own_layouts,
)
from retro_pyramid.storage.game import GameFiles, game_files, open_store
from retro_pyramid.storage.places.browser import BrowserStore
from retro_pyramid.storage.places.errors import BrokenFile, StorageError
from retro_pyramid.storage.places.folder import DataFolder, data_folder
from retro_pyramid.storage.places.named import (
    NAMED_FILE_LIMIT,
    discard_output,
    read_bytes,
    read_text,
    write_bytes,
)
from retro_pyramid.storage.places.outputs import is_same_file, write_output
from retro_pyramid.storage.places.store import DATA_FILE_LIMIT, MemoryStore, Store

__all__ = [
    "DATA_FILE_LIMIT",
    "DECKS",
    "NAMED_FILE_LIMIT",
    "SCORES",
    "BrokenFile",
    "BrowserStore",
    "DataFolder",
    "GameFiles",
    "MemoryStore",
    "StorageError",
    "Store",
    "data_folder",
    "discard_output",
    "game_files",
    "is_board",
    "is_same_file",
    "open_store",
    "read_bytes",
    "read_held",
    "read_order",
    "read_own_layouts",
    "read_text",
    "write_bytes",
    "write_output",
]
