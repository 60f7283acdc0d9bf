"""The user's files: the data folder, the browser's storage, and files named on the command line.

Every failure is a StorageError of one line; `GameFiles`, which the game uses, turns it into a notice and goes on with
what it has in memory.
"""

from retro_pyramid.storage.backends.browser_store import BrowserStore
from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import MemoryStore, StorageError
from retro_pyramid.storage.backends.user_files import (
    discard_output,
    is_same_file,
    read_bytes,
    read_text,
    write_bytes,
    write_output,
)
from retro_pyramid.storage.user_data import GameFiles, game_files, open_store
