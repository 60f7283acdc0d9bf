"""Files read and written whole: those named by the user, of which what was there before is kept, and the atomic write."""

import io
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from retro_pyramid.storage.backends.store import BrokenFile, StorageError, free_name, one_line
from retro_pyramid.text_encoding import decode_text, encoding_name

NAMED_FILE_LIMIT = 16 << 20
_STREAMS = 3
"""Standard input, output and errors have the first numbers."""
_HELD_SECONDS, _HELD_PAUSE = 1.0, 0.01


def read_bytes(name: str, limit: int = NAMED_FILE_LIMIT) -> bytes:
    """Return the bytes of a file named by the user, `-` being standard input; raise StorageError."""
    if name == "-":
        data = sys.stdin.buffer.read(limit + 1)
        if len(data) > limit:
            raise BrokenFile(f"standard input: expected at most {limit} bytes")
        return data
    if not name:
        raise StorageError("the name of a file is empty: expected one, or - for standard input")
    with one_line(name):
        return read_limited(Path(name), limit)


def read_text(name: str, limit: int = NAMED_FILE_LIMIT) -> str:
    """Return the text of a file named by the user, `-` being standard input; raise StorageError."""
    data = read_bytes(name, limit)
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        # The position is counted behind the byte order mark.
        start = error.start + len(data) - len(error.object)
        found = f"byte {data[start]:#04x} at {start}"
        place = "standard input" if name == "-" else name
        raise StorageError(f"{place}: expected text in {encoding_name(data)}, found {found}") from None


def write_bytes(name: str, data: bytes) -> None:
    """Write an output file named by the user, wholly or not at all; raise StorageError."""
    path = Path(name)
    with one_line(name):
        # A device such as /dev/null must not be replaced by a file.
        special = path.exists() and not path.is_file() and not path.is_dir()
        if special:
            path.write_bytes(data)
    if not special:
        write_atomic(path, data)


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


def read_limited(path: Path, limit: int) -> bytes:
    """Return a file's bytes; raise OSError, or BrokenFile above `limit` bytes."""
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise BrokenFile(f"{path}: expected at most {limit} bytes, found more")
    return data


def discard_output() -> None:
    """Redirect standard output to nowhere after writing it failed; else Python would report an error when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def open_what_is_closed() -> None:
    """Open nothing in place of closed standard streams, whose numbers a file would get; a closed output stays None."""
    while (number := os.open(os.devnull, os.O_RDWR)) < _STREAMS:
        pass
    os.close(number)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stderr is None:
        sys.stderr = io.StringIO()


def write_atomic(
    path: Path, data: bytes, over_link: bool = False, model: Path | None = None, locked: bool = False
) -> None:
    """Write a temporary file next to `path`, flush it to the disk and rename it over `path`; raise StorageError.

    Who may read it is as before; for a new file as for `model`. `locked` says that no other program writes the file now.
    """
    with one_line(path):
        # Of a symbolic link its target is replaced; with over_link the link itself, and the target stays.
        target = path if over_link else path.resolve()
        if target.is_dir():
            raise StorageError(f"{path}: expected a file, found a folder")
        # One fixed name under a lock: the next write removes what a killed program has left.
        mark = "" if locked else f".{os.getpid()}"
        temporary = target.with_name(f"{path.name}{mark}.TMP")
        _remove_left_behind(target.parent, path.name)
        with one_line(temporary):
            temporary.unlink(missing_ok=True)
        try:
            with temporary.open("xb") as file:
                # What only its owner may read stays so.
                with suppress(OSError):
                    model = target if model is None or target.exists() else model
                    found = model.stat()
                    give_to(file.fileno(), found)
                    temporary.chmod(S_IMODE(found.st_mode))
                file.write(data)
                file.flush()
                _flush(file.fileno())
            _replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
    if os.name == "posix":
        # The rename is on the disk only after its folder is flushed, which not every file system can do. On macOS the
        # next file's flush writes it, too: to empty the disk's cache twice for each file takes too long.
        with suppress(OSError):
            handle = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _remove_left_behind(folder: Path, name: str) -> None:
    """Remove the temporary files that killed programs have left of a file: NAME.PID.TMP of processes that are gone."""
    pattern = re.compile(re.escape(name) + r"\.([1-9][0-9]*)\.TMP")
    with suppress(OSError):
        # Names alone: a Path for each file of a folder of thousands takes ten times as long.
        for other in os.listdir(folder):  # noqa: PTH208
            match = pattern.fullmatch(other)
            if match and not _is_running(int(match[1])):
                with suppress(OSError):
                    (folder / other).unlink()


def _is_running(pid: int) -> bool:
    """Return whether a process may still write its temporary file. Windows removes no open file, so it need not be asked."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        # It belongs to another user.
        return True
    return True


def _flush(fd: int) -> None:
    """Have the system write a file to the disk. On macOS `fsync` leaves it in the disk's own cache."""
    if sys.platform == "darwin":
        import fcntl

        full = getattr(fcntl, "F_FULLFSYNC", None)
        if full is not None:
            # Not every file system has it.
            with suppress(OSError):
                fcntl.fcntl(fd, full)
                return
    os.fsync(fd)


def give_to(fd: int, model: os.stat_result) -> None:
    """Give a file the owner and the group of another one, or the group alone where this user may not do more."""
    if sys.platform != "win32":
        found = os.fstat(fd)
        for owner in (model.st_uid, found.st_uid):
            if (owner, model.st_gid) == (found.st_uid, found.st_gid):
                return
            with suppress(OSError):
                os.fchown(fd, owner, model.st_gid)
                return


def _replace(path: Path, target: Path) -> None:
    """Rename a file over another; wait a moment where Windows refuses, as somebody looks into that one."""
    deadline = time.monotonic() + _HELD_SECONDS
    while True:
        try:
            path.replace(target)
        except PermissionError:
            # A scanner for viruses, or another program of ours that reads it, is soon done.
            if sys.platform != "win32" or time.monotonic() > deadline:
                raise
            time.sleep(_HELD_PAUSE)
        else:
            return
