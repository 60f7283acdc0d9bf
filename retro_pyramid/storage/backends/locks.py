"""Lock files: the system's locks on files of their own beside the player's files; a killed program loses its locks."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from retro_pyramid.storage.backends.store import Claim
from retro_pyramid.storage.backends.user_files import give_to

# Windows has neither flag. A named pipe in place of a lock file must not block.
_OPEN_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_HELD = (errno.EAGAIN, errno.EACCES)
_MAX_ATTEMPTS = 3
"""How often a claim opens its file: another program may remove it meanwhile, and some file systems count no links."""


def open_lock_file(path: Path) -> tuple[int, bool]:
    """Open or create a lock file; return its descriptor, and whether it is open for writing.

    A file that belongs to another user, or that is write-protected, is opened for reading: that is enough for a lock.
    Raise OSError, also for a symbolic link: it would lead to a file that is none of ours.
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
    _share(fd, path.parent)
    return fd, True


def _share(fd: int, folder: Path) -> None:
    """Give a lock file to whoever may write in its folder, as far as this user can: the umask and `sudo` shut others out."""
    if sys.platform != "win32":
        with suppress(OSError):
            wanted, found = folder.stat(), os.fstat(fd)
            give_to(fd, wanted)
            mode = S_IMODE(wanted.st_mode) & 0o666 | S_IMODE(found.st_mode)
            if mode != S_IMODE(found.st_mode):
                os.fchmod(fd, mode)


def try_lock(fd: int) -> bool:
    """Lock a file; return False if another program holds its lock. Raise OSError where the file system has no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD:
            return False
        raise
    return True


def close_lock_file(fd: int, locked: bool) -> None:
    """Close a lock file and release its lock. Elsewhere closing it does both at once; Windows may take its time."""
    try:
        if locked and sys.platform == "win32":
            import msvcrt

            os.lseek(fd, 0, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
    finally:
        os.close(fd)


class FileClaim(Claim):
    """A claim by a lock file. The program that plays the game holds the lock; behind the first byte is its mark.

    A program that takes the game over writes its own mark, or replaces the file if that cannot be written. Where the
    file cannot be created or locked, all programs play the game.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark = os.urandom(8).hex().encode()
        self._fd: int | None = None
        self._locked = self._taken = False
        self._open(over=False)

    def _open(self, over: bool) -> None:
        """Claim the game, with `over` also from a program that holds the lock."""
        with suppress(OSError):
            for _ in range(_MAX_ATTEMPTS):
                if self._open_once(over):
                    return

    def _open_once(self, over: bool) -> bool:
        """Open the file and claim the game unless it is taken; return False if the file was removed meanwhile."""
        fd, writable = open_lock_file(self._path)
        locked = claimed = False
        try:
            try:
                locked = try_lock(fd)
            except OSError:
                # Without a mark it is no program's, most likely just created here.
                if not os.fstat(fd).st_size:
                    self._path.unlink()
                raise
            self._taken = not (locked or over)
            if not (writable or self._taken):
                # The next attempt creates a file of this user's own.
                self._path.unlink()
            if not os.fstat(fd).st_nlink:
                return False
            if not self._taken:
                os.lseek(fd, 1, os.SEEK_SET)
                os.write(fd, self._mark)
                self._fd, self._locked, claimed = fd, locked, True
            return True
        finally:
            if not claimed:
                close_lock_file(fd, locked)

    @property
    def mine(self) -> bool:
        if self._fd is not None:
            with suppress(OSError):
                # After a takeover: as soon as the other program releases it.
                self._locked = self._locked or try_lock(self._fd)
                os.lseek(self._fd, 1, os.SEEK_SET)
                removed = not os.fstat(self._fd).st_nlink
                self._taken = removed or os.read(self._fd, len(self._mark)) != self._mark
            if self._taken:
                self._close()
        return not self._taken

    def take(self) -> None:
        self._taken = False
        self._open(over=True)

    def release(self) -> None:
        if self.mine and self._fd is not None:
            if sys.platform == "win32":
                # It removes no file that is open, and so none that another program has opened.
                self._close()
            with suppress(OSError):
                self._path.unlink()
        self._close()

    def _close(self) -> None:
        if self._fd is not None:
            close_lock_file(self._fd, self._locked)
            self._fd, self._locked = None, False
