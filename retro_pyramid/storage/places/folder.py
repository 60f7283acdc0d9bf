"""The data folder on a disk: where it is, atomic writes, and a lock for each file."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from retro_pyramid.storage.places.errors import StorageError, one_line
from retro_pyramid.storage.places.named import read_limited, write_atomic
from retro_pyramid.storage.places.store import DATA_FILE_LIMIT, Claim, Steps, Store

LOCK_SECONDS = 2.0
_LOCK_PAUSE = 0.01


def data_folder(explicit: str | None, environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return the folder that --data (`explicit`) or $RETRO_PYRAMID_DATA names, else the platform's own; it need not exist.

    >>> data_folder(None, {}, "linux", Path("/home/ann")).as_posix()
    '/home/ann/.local/share/retro-pyramid'
    """
    named = explicit or environ.get("RETRO_PYRAMID_DATA")
    if named:
        return Path(named).absolute()
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming") / "Retro Pyramid"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Retro Pyramid"
    return shared_folder(environ, home) / "retro-pyramid"


def shared_folder(environ: Mapping[str, str], home: Path) -> Path:
    """Return the folder for data of this user, which the desktop reads too (the XDG Base Directory Specification)."""
    # A relative path in the variable is to be ignored.
    named = Path(environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"


class DataFolder(Store):
    """A Store that is a folder, made when something is first written; files are found by names in any case."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: set[str] = set()
        self._in_vain: set[str] = set()
        """The locks that this program waited for in vain."""

    def check(self) -> None:
        with one_line(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise StorageError(f"{self.path}: expected a folder, found a file")

    def create(self) -> None:
        self.check()
        with one_line(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    def find(self, name: str) -> Path:
        """Return the path of the file called `name` in any case, or of `name` itself when there is none."""
        with one_line(self.path):
            names = self._names()
            if name in names:
                return self.path / name
            capitals = name.upper()
            return self.path / min((other for other in names if other.upper() == capitals), default=name)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of the file, None when there is none; raise BrokenFile above 1 MiB."""
        # As it is written, first: to list a folder of thousands for each of them takes minutes.
        path = self.path / name
        with one_line(path):
            if path.is_file() or (not path.exists() and (path := self.find(name)).is_file()):
                return read_limited(path, DATA_FILE_LIMIT)
            # Opening a named pipe would wait for a writer for ever.
            if path.exists():
                raise StorageError(f"{path}: expected a file")
            return None

    def write(self, name: str, data: bytes, over_link: bool = False, steps: Steps = ()) -> None:
        """Write a temporary file in the same folder, flush it and rename it over the file."""
        self.create()
        path = self.find(name)
        # One fixed name: the next write removes what a killed program has left.
        write_atomic(
            path, f"{path.name}.TMP", data, over_link, path.with_name(path.name.partition(".BAK")[0])
        )

    def keep_as_bak(self, name: str) -> str:
        """Rename the file to its first free .BAK name, in the case that its own name has; return that name."""
        return super().keep_as_bak(self.find(name).name)

    def rename(self, name: str, new: str) -> None:
        path = self.find(name)
        with one_line(path):
            # On Windows `rename` refuses a name that is taken.
            path.replace(self.path / new)

    def remove(self, name: str) -> None:
        path = self.find(name)
        with one_line(path):
            path.unlink()

    def names(self) -> list[str]:
        with one_line(self.path):
            return sorted(self._names())

    @contextmanager
    def lock(self, name: str) -> Iterator[bool]:
        """Hold the system's lock on NAME.LCK, waiting up to 2 s, after a wait in vain only if it is free; it nests."""
        if name in self._held:
            yield True
            return
        self.create()
        path = self.find(f"{name}.LCK")
        with one_line(path):
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            with one_line(path):
                deadline = time.monotonic() + LOCK_SECONDS
                while not _try_lock(handle):
                    if name in self._in_vain or time.monotonic() > deadline:
                        self._in_vain.add(name)
                        raise StorageError(f"{path}: another program has held the lock for too long")
                    time.sleep(_LOCK_PAUSE)
            self._in_vain.discard(name)
            self._held.add(name)
            yield True
        finally:
            if name in self._held:
                self._held.discard(name)
                _unlock(handle)
            os.close(handle)

    def claim(self, name: str) -> Claim:
        """Claim the game by a file beside the others; where none can be made or locked, it is nobody else's."""
        with suppress(StorageError):
            self.create()
        return _FileClaim(self.path / f"{name.upper().replace(' ', '-')}.LCK")

    def _names(self) -> set[str]:
        # Names alone: a Path for each file of a folder of thousands takes ten times as long.
        return set(os.listdir(self.path)) if self.path.is_dir() else set()  # noqa: PTH208


class _FileClaim(Claim):
    """A claim by a file: its first byte is locked while a program plays the game, behind it stands that program's mark.

    Who takes the game over writes a mark of its own. The system unlocks the file of a program that is killed. Where the
    file cannot be made or locked nobody else plays the game.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark = os.urandom(8).hex().encode()
        self._handle: int | None = None
        self._locked = self._taken = False
        self._open(over=False)

    def _open(self, over: bool) -> None:
        with suppress(OSError), ExitStack() as stack:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            stack.callback(os.close, handle)
            self._locked = _try_lock(handle)
            self._taken = not (self._locked or over)
            if not os.fstat(handle).st_nlink:
                # The other program has removed it before it was locked here.
                self._open(over)
            elif not self._taken:
                os.lseek(handle, 1, os.SEEK_SET)
                os.write(handle, self._mark)
                stack.pop_all()
                self._handle = handle

    @property
    def mine(self) -> bool:
        if self._handle is not None:
            with suppress(OSError):
                # After a game was taken over, as soon as the other program lets go of it.
                self._locked = self._locked or _try_lock(self._handle)
                os.lseek(self._handle, 1, os.SEEK_SET)
                self._taken = os.read(self._handle, len(self._mark)) != self._mark
            if self._taken:
                self._close()
        return not self._taken

    def take(self) -> None:
        self._taken = False
        self._open(over=True)

    def release(self) -> None:
        if self.mine and self._handle is not None:
            if sys.platform == "win32":
                # It removes no file that is open, and so none that another program has opened.
                self._close()
            with suppress(OSError):
                self._path.unlink()
        self._close()

    def _close(self) -> None:
        if self._handle is not None:
            if self._locked:
                _unlock(self._handle)
            os.close(self._handle)
            self._handle, self._locked = None, False


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _unlock(handle: int) -> None:
    """End a lock that was got; elsewhere closing the file does so at once, Windows may take its time."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
