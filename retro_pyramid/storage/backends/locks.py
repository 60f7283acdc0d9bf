"""Lock files: the system's locks on separate files beside the user's files.

The system releases the locks of a killed program.
"""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from retro_pyramid.storage.backends.store import GameLock
from retro_pyramid.storage.backends.user_files import copy_owner

# Windows has neither flag. O_NONBLOCK: a named pipe in place of a lock file must not block.
_OPEN_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_HELD_ERRNOS = (errno.EAGAIN, errno.EACCES)
_MAX_ATTEMPTS = 3
"""How often a game lock opens its file. Another program may remove it meanwhile; some file systems count no links."""


def open_lock_file(path: Path) -> tuple[int, bool]:
    """Open or create a lock file; return its descriptor, and whether it is open for writing.

    A file that is write-protected or belongs to another user is opened for reading, which is enough for a lock. Raise
    OSError, also for a symbolic link: it would point to a file that is not a lock file.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a symbolic link")
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | _OPEN_FLAGS, 0o666)
    except OSError as error:
        try:
            return os.open(path, os.O_RDONLY | _OPEN_FLAGS), False
        except OSError:
            raise error from None
    _share_lock_file(fd, path.parent)
    return fd, True


def _share_lock_file(fd: int, folder: Path) -> None:
    """Let all users who may write in the folder open the lock file, as far as this user can set that.

    The umask and `sudo` would exclude them.
    """
    if sys.platform != "win32":
        with suppress(OSError):
            folder_stat, file_stat = folder.stat(), os.fstat(fd)
            copy_owner(fd, folder_stat)
            mode = S_IMODE(folder_stat.st_mode) & 0o666 | S_IMODE(file_stat.st_mode)
            if mode != S_IMODE(file_stat.st_mode):
                os.fchmod(fd, mode)


def try_lock(fd: int) -> bool:
    """Lock a file; return False if another program holds its lock. Raise OSError if the file system has no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD_ERRNOS:
            return False
        raise
    return True


def close_lock_file(fd: int, is_locked: bool) -> None:
    """Close a lock file and release its lock. Closing does both at once except on Windows, where it may take time."""
    try:
        if is_locked and sys.platform == "win32":
            import msvcrt

            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
    finally:
        os.close(fd)


class FileGameLock(GameLock):
    """A game lock on a lock file.

    The program that plays the game holds the lock. Its random mark is in the file behind the first byte.
    A program that takes the game over writes its own mark, or replaces the file if that cannot be written. If the file
    cannot be created or locked, every program owns the game.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark = os.urandom(8).hex().encode()
        self._fd: int | None = None
        self._is_locked = self._is_taken = False
        self._open(take_over=False)

    def _open(self, take_over: bool) -> None:
        """Lock the game, with `take_over` even if another program holds the lock."""
        with suppress(OSError):
            for _ in range(_MAX_ATTEMPTS):
                if self._open_once(take_over):
                    return

    def _open_once(self, take_over: bool) -> bool:
        """Open the file and lock the game unless it is taken; return False if the file was removed meanwhile."""
        fd, is_writable = open_lock_file(self._path)
        is_locked = is_acquired = False
        try:
            try:
                is_locked = try_lock(fd)
            except OSError:
                # A file without a mark is in use by no program; most likely it was just created here.
                if not os.fstat(fd).st_size:
                    self._path.unlink()
                raise
            self._is_taken = not (is_locked or take_over)
            if not (is_writable or self._is_taken):
                # The next attempt creates a file that this user owns.
                self._path.unlink()
            if not os.fstat(fd).st_nlink:
                return False
            if not self._is_taken:
                os.lseek(fd, 1, os.SEEK_SET)
                os.write(fd, self._mark)
                self._fd, self._is_locked, is_acquired = fd, is_locked, True
            return True
        finally:
            if not is_acquired:
                close_lock_file(fd, is_locked)

    @property
    def mine(self) -> bool:
        if self._fd is not None:
            with suppress(OSError):
                # After a takeover, lock the file as soon as the other program releases it.
                self._is_locked = self._is_locked or try_lock(self._fd)
                os.lseek(self._fd, 1, os.SEEK_SET)
                is_removed = not os.fstat(self._fd).st_nlink
                self._is_taken = is_removed or os.read(self._fd, len(self._mark)) != self._mark
            if self._is_taken:
                self._close()
        return not self._is_taken

    def take(self) -> None:
        self._is_taken = False
        self._open(take_over=True)

    def release(self) -> None:
        if self.mine and self._fd is not None:
            if sys.platform == "win32":
                # Windows removes no open file, and so none that another program has opened.
                self._close()
            with suppress(OSError):
                self._path.unlink()
        self._close()

    def _close(self) -> None:
        if self._fd is not None:
            close_lock_file(self._fd, self._is_locked)
            self._fd, self._is_locked = None, False
