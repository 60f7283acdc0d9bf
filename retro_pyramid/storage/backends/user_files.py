"""Files named by the user, read and written whole, with backups of replaced files; and the atomic write."""

import io
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from retro_pyramid.storage.backends.store import (
    CorruptFileError,
    StorageError,
    find_free_backup_name,
    storage_errors,
)
from retro_pyramid.text_encoding import decode_text, detect_encoding

USER_FILE_LIMIT_BYTES = 16 << 20
_STANDARD_STREAM_COUNT = 3
"""Standard input, output and error have the file descriptors 0 to 2."""
_REPLACE_TIMEOUT_SECONDS, _REPLACE_POLL_SECONDS = 1.0, 0.01


def read_bytes(name: str, limit_bytes: int = USER_FILE_LIMIT_BYTES) -> bytes:
    """Return the bytes of a file named by the user, `-` being standard input; raise StorageError."""
    if name == "-":
        data = sys.stdin.buffer.read(limit_bytes + 1)
        if len(data) > limit_bytes:
            raise CorruptFileError(f"standard input: expected at most {limit_bytes} bytes")
        return data
    if not name:
        raise StorageError("the name of a file is empty: expected one, or - for standard input")
    with storage_errors(name):
        return read_limited_bytes(Path(name), limit_bytes)


def read_text(name: str, limit_bytes: int = USER_FILE_LIMIT_BYTES) -> str:
    """Return the text of a file named by the user, `-` being standard input; raise StorageError."""
    data = read_bytes(name, limit_bytes)
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        # The position in the exception does not count the byte order mark.
        start = error.start + len(data) - len(error.object)
        found_text = f"byte {data[start]:#04x} at {start}"
        display_name = "standard input" if name == "-" else name
        raise StorageError(
            f"{display_name}: expected text in {detect_encoding(data)}, found {found_text}"
        ) from None


def write_bytes(name: str, data: bytes) -> None:
    """Write an output file named by the user, completely or not at all; raise StorageError."""
    path = Path(name)
    with storage_errors(name):
        # A device such as /dev/null must not be replaced by a file.
        is_special = path.exists() and not path.is_file() and not path.is_dir()
        if is_special:
            path.write_bytes(data)
    if not is_special:
        write_atomically(path, data)


def write_with_backup(
    name: str, data: bytes, is_replaceable: Callable[[bytes], bool] = lambda _: False
) -> str | None:
    """Write a file, completely or not at all; return the backup name of the replaced file, or None without a backup.

    The backup has the first free name of NAME.BAK, NAME.BAK2, ... There is none if the file is empty, has the same
    contents or `is_replaceable` returns True for them. If the name is a symbolic link, the file that it points to is
    replaced. Raise StorageError; then nothing has changed.
    """
    backup = None
    with storage_errors(name):
        path = Path(os.path.realpath(name))
        if path.is_file() and not _needs_no_backup(path, data, is_replaceable):
            backup = path.with_name(
                find_free_backup_name(path.name, [existing.name for existing in path.parent.iterdir()])
            )
            _back_up(path, backup)
    try:
        write_bytes(str(path), data)
    except StorageError:
        if backup is not None:
            with suppress(OSError):
                backup.unlink() if path.exists() else backup.rename(path)
        raise
    return backup.name if backup else None


def _back_up(path: Path, backup: Path) -> None:
    """Give a file a second name, so that its first name has a complete file even if the program is killed."""
    try:
        backup.hardlink_to(path)
    except FileExistsError:
        raise
    except OSError:
        # The file system has no hard links.
        path.rename(backup)


def is_same_file(name: str, other_name: str) -> bool:
    """Return whether two paths lead to the same file, also through links."""
    with suppress(OSError, ValueError):
        return Path(name).samefile(other_name)
    return False


def _needs_no_backup(path: Path, data: bytes, is_replaceable: Callable[[bytes], bool]) -> bool:
    try:
        current_data = read_limited_bytes(path, USER_FILE_LIMIT_BYTES)
    except (CorruptFileError, OSError):
        return False
    return current_data in (b"", data) or is_replaceable(current_data)


def read_limited_bytes(path: Path, limit_bytes: int) -> bytes:
    """Return a file's bytes; raise OSError, or CorruptFileError above `limit_bytes`."""
    with path.open("rb") as file:
        data = file.read(limit_bytes + 1)
    if len(data) > limit_bytes:
        raise CorruptFileError(f"{path}: expected at most {limit_bytes} bytes, found more")
    return data


def discard_stdout() -> None:
    """Redirect standard output to the null device after a failed write; otherwise Python reports an error at exit."""
    null_fd = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_fd, sys.stdout.fileno())
    os.close(null_fd)


def reopen_closed_streams() -> None:
    """Open the null device in place of closed standard streams, or a file would get their descriptors.

    A closed standard output stays None.
    """
    while (fd := os.open(os.devnull, os.O_RDWR)) < _STANDARD_STREAM_COUNT:
        pass
    os.close(fd)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stderr is None:
        sys.stderr = io.StringIO()


def write_atomically(
    path: Path,
    data: bytes,
    replace_link: bool = False,
    permissions_from: Path | None = None,
    is_locked: bool = False,
) -> None:
    """Write a temporary file next to `path`, flush it to the disk and rename it over `path`; raise StorageError.

    Owner and permissions stay the same; a new file gets those of `permissions_from`. `is_locked` means that no other
    program writes the file now.
    """
    with storage_errors(path):
        # The target of a symbolic link is replaced; with replace_link the link itself, and the target stays.
        target = path if replace_link else path.resolve()
        if target.is_dir():
            raise StorageError(f"{path}: expected a file, found a folder")
        # Under a lock the name is fixed: the next write removes the file that a killed program has left.
        infix = "" if is_locked else f".{os.getpid()}"
        temporary = target.with_name(f"{path.name}{infix}.TMP")
        _remove_stale_temporary_files(target.parent, path.name)
        with storage_errors(temporary):
            temporary.unlink(missing_ok=True)
        try:
            with temporary.open("xb") as file:
                # A file that only its owner may read stays so.
                with suppress(OSError):
                    permissions_from = (
                        target if permissions_from is None or target.exists() else permissions_from
                    )
                    source_stat = permissions_from.stat()
                    copy_owner(file.fileno(), source_stat)
                    temporary.chmod(S_IMODE(source_stat.st_mode))
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
        # next file's flush writes it, too: emptying the disk's cache twice for each file takes too long.
        with suppress(OSError):
            folder_fd = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder_fd)
            finally:
                os.close(folder_fd)


def _remove_stale_temporary_files(folder: Path, name: str) -> None:
    """Remove the temporary files of a file, NAME.PID.TMP, whose processes no longer run."""
    pattern = re.compile(re.escape(name) + r"\.([1-9][0-9]*)\.TMP")
    with suppress(OSError):
        # os.listdir(), because a Path for each file of a folder of thousands takes ten times as long.
        for file_name in os.listdir(folder):  # noqa: PTH208
            match = pattern.fullmatch(file_name)
            if match and not _is_running(int(match[1])):
                with suppress(OSError):
                    (folder / file_name).unlink()


def _is_running(pid: int) -> bool:
    """Return whether a process may still write its temporary file. False on Windows, which removes no open file."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        # The process belongs to another user.
        return True
    return True


def _flush(fd: int) -> None:
    """Have the system write a file to the disk. On macOS `fsync` leaves it in the disk's own cache."""
    if sys.platform == "darwin":
        import fcntl

        full_fsync = getattr(fcntl, "F_FULLFSYNC", None)
        if full_fsync is not None:
            # Not every file system supports F_FULLFSYNC.
            with suppress(OSError):
                fcntl.fcntl(fd, full_fsync)
                return
    os.fsync(fd)


def copy_owner(fd: int, source_stat: os.stat_result) -> None:
    """Set owner and group of an open file to those of another, or the group alone if this user may do no more."""
    if sys.platform != "win32":
        current_stat = os.fstat(fd)
        for owner in (source_stat.st_uid, current_stat.st_uid):
            if (owner, source_stat.st_gid) == (current_stat.st_uid, current_stat.st_gid):
                return
            with suppress(OSError):
                os.fchown(fd, owner, source_stat.st_gid)
                return


def _replace(path: Path, target: Path) -> None:
    """Rename a file over another; retry for a moment if Windows refuses because another program has that file open."""
    deadline = time.monotonic() + _REPLACE_TIMEOUT_SECONDS
    while True:
        try:
            path.replace(target)
        except PermissionError:
            # A virus scanner, or another instance of this program that reads the file, closes it soon.
            if sys.platform != "win32" or time.monotonic() > deadline:
                raise
            time.sleep(_REPLACE_POLL_SECONDS)
        else:
            return
