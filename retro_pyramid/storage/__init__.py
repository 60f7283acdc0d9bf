"""The user's files: the data folder, the browser's storage, and files named on the command line.

Every failure is a StorageError with a message of one line. `UserData`, which the game uses, turns it into a
notification and continues with the values in memory.
"""

from retro_pyramid.storage.backends.browser_store import BrowserStore
from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import MemoryStore, StorageError
from retro_pyramid.storage.backends.user_files import (
    discard_stdout,
    is_same_file,
    read_bytes,
    read_text,
    write_bytes,
    write_with_backup,
)
from retro_pyramid.storage.user_data import UserData, open_store, open_user_data
