"""Output files of commands: what was there before is kept."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from retro_pyramid.storage.places.errors import BrokenFile, StorageError, one_line
from retro_pyramid.storage.places.named import NAMED_FILE_LIMIT, read_limited, write_bytes
from retro_pyramid.storage.places.store import free_name


def write_output(
    name: str, data: bytes, replaceable: Callable[[bytes], bool] = lambda _: False
) -> str | None:
    """Write a file, wholly or not at all; return the name under which the one before is kept, None where none is.

    That is the first free one of NAME.BAK, NAME.BAK2, ... A file is not kept if it is empty, the same, or `replaceable`.
    Of a link the file it leads to is replaced. Raise StorageError; then nothing has changed.
    """
    kept = None
    with one_line(name):
        path = Path(os.path.realpath(name))
        if path.is_file() and not _may_go(path, data, replaceable):
            kept = path.with_name(free_name(path.name, [other.name for other in path.parent.iterdir()]))
            _keep(path, kept)
    try:
        write_bytes(str(path), data)
    except StorageError:
        if kept is not None:
            with suppress(OSError):
                kept.unlink() if path.exists() else kept.rename(path)
        raise
    return kept.name if kept else None


def _keep(path: Path, kept: Path) -> None:
    """Give a file a second name, so that wherever the program is killed the first one leads to a whole file."""
    try:
        kept.hardlink_to(path)
    except FileExistsError:
        raise
    except OSError:
        # A file system on which a file has one name.
        path.rename(kept)


def is_same_file(name: str, other: str) -> bool:
    """Say whether two paths lead to the same file, also through links."""
    with suppress(OSError, ValueError):
        return Path(name).samefile(other)
    return False


def _may_go(path: Path, data: bytes, replaceable: Callable[[bytes], bool]) -> bool:
    try:
        there = read_limited(path, NAMED_FILE_LIMIT)
    except (BrokenFile, OSError):
        return False
    return there in (b"", data) or replaceable(there)
