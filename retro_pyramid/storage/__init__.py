"""The user's files: the data folder, the browser's storage, and files named on the command line.

Every failure is a StorageError of one line; `GameFiles`, which the game uses, turns it into a notice and goes on with
what it has in memory.
"""

from retro_pyramid.storage.game import GameFiles, game_files, open_store
from retro_pyramid.storage.places.browser import BrowserStore
from retro_pyramid.storage.places.errors import StorageError
from retro_pyramid.storage.places.folder import DataFolder
from retro_pyramid.storage.places.named import (
    discard_output,
    is_same_file,
    read_bytes,
    read_text,
    write_bytes,
    write_output,
)
from retro_pyramid.storage.places.store import MemoryStore
