"""The user's files: the data folder, the browser's store, and files named on the command line.

Everything here that fails, fails with a StorageError of one line; what the game itself uses (`GameFiles`)
turns that into a notice and plays on with what it has in memory.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeVar

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.deck import Deck, decode_decks
from retro_pyramid.formats.scores import ScoreBoard, decode_board, empty_board, encode_board

SCORES = "PYRAMID.HGH"
DECKS = "PYRAMID.DEC"
DATA_FILE_LIMIT = 1 << 20
NAMED_FILE_LIMIT = 16 << 20
LOCK_SECONDS = 2.0
_LOCK_PAUSE = 0.01
_BROWSER_PREFIX = "retro-pyramid/"
Value = TypeVar("Value")


class StorageError(Exception):
    """A file or folder that cannot be used, told in one line: which, and why."""


class BrokenFile(StorageError):
    """A file that can be read but whose contents can never be right, such as one far too large."""


class Store(Protocol):
    """Where the game's files live: a folder, or the browser; all of it raises StorageError when it cannot."""

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, None when there is no such file; raise BrokenFile for hopeless ones."""

    def write(self, name: str, data: bytes) -> None:
        """Put `data` in the file's place, wholly or not at all."""

    def keep_as_bak(self, name: str) -> str:
        """Rename the file to the first free one of NAME.BAK, NAME.BAK2, ...; return that name."""

    def lock(self, name: str) -> AbstractContextManager[None]:
        """Return a context in which no other program of ours writes the file."""


def data_folder(explicit: str | None, environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return the absolute path of the folder of PYRAMID.HGH and its like; it need not exist.

    `explicit` is what --data says, else $RETRO_PYRAMID_DATA, else the platform's own place for a user's data.

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
    # The XDG Base Directory Specification: a relative path in the variable is to be ignored.
    shared = Path(environ.get("XDG_DATA_HOME", ""))
    return (shared if shared.is_absolute() else home / ".local" / "share") / "retro-pyramid"


class DataFolder:
    """A Store that is a folder, made when something is first written; names are found in any case."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def create(self) -> None:
        """Make the folder if it is not there; raise StorageError when it is a file or cannot be made."""
        with _one_line(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise StorageError(f"{self.path}: expected a folder, found a file")
            self.path.mkdir(parents=True, exist_ok=True)

    def find(self, name: str) -> Path:
        """Return the path of the file called `name` in any case, or of `name` itself when there is none."""
        with _one_line(self.path):
            names = self._names()
            alike = [other for other in sorted(names) if other.upper() == name.upper()]
            return self.path / (name if name in names or not alike else alike[0])

    def read(self, name: str) -> bytes | None:
        """Return the bytes of the file, None when there is none; raise BrokenFile above 1 MiB."""
        path = self.find(name)
        with _one_line(path):
            # Opening a named pipe would wait for its writer for ever.
            if path.exists() and not path.is_file():
                raise StorageError(f"{path}: expected a file")
            return _read(path, DATA_FILE_LIMIT) if path.exists() else None

    def write(self, name: str, data: bytes) -> None:
        """Write the file by a temporary one in the same folder, flushed and renamed over it."""
        self.create()
        path = self.find(name)
        # One fixed name: what a program killed here leaves behind, the next write clears away.
        _write_atomic(path, f"{path.name}.TMP", data)

    def keep_as_bak(self, name: str) -> str:
        """Rename the file to its first free .BAK name, compared in any case; return that name."""
        path = self.find(name)
        with _one_line(path):
            taken = {other.upper() for other in self._names()}
            kept = _free_name(path.name, lambda other: other.upper() in taken)
            path.rename(self.path / kept)
        return kept

    @contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Hold the system's lock on NAME.LCK, for which it waits up to 2 s; it ends with its program."""
        self.create()
        path = self.find(f"{name}.LCK")
        with _one_line(path):
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            with _one_line(path):
                deadline = time.monotonic() + LOCK_SECONDS
                while not _try_lock(handle):
                    if time.monotonic() > deadline:
                        raise StorageError(f"{path}: another program has held the lock for too long")
                    time.sleep(_LOCK_PAUSE)
            yield
        finally:
            os.close(handle)

    def _names(self) -> set[str]:
        return {entry.name for entry in self.path.iterdir()} if self.path.is_dir() else set()


class BrowserStore:
    """A Store in the browser's `window.localStorage`, which survives a reload: base64 text."""

    def __init__(self, storage: Callable[[], Any]) -> None:
        """Take a function that fetches the storage: where it is blocked, already fetching it raises."""
        self._storage = storage

    def read(self, name: str) -> bytes | None:
        """Return the bytes kept under the name, None when there are none; raise BrokenFile if no base64."""
        from base64 import b64decode

        with _blocked(name):
            text = self._storage().getItem(_BROWSER_PREFIX + name)
        # A missing key comes as a value of the bridge's own (jsnull), not as None.
        if not isinstance(text, str):
            return None
        try:
            return b64decode(text, validate=True)
        except ValueError:
            raise BrokenFile(f"{name}: expected base64 in the browser's storage") from None

    def write(self, name: str, data: bytes) -> None:
        """Keep the bytes under the name."""
        from base64 import b64encode

        with _blocked(name):
            self._storage().setItem(_BROWSER_PREFIX + name, b64encode(data).decode("ascii"))

    def keep_as_bak(self, name: str) -> str:
        """Move the text under the name to the first free .BAK name; return that name."""
        with _blocked(name):
            storage = self._storage()
            kept = _free_name(name, lambda other: isinstance(storage.getItem(_BROWSER_PREFIX + other), str))
            storage.setItem(_BROWSER_PREFIX + kept, storage.getItem(_BROWSER_PREFIX + name))
            storage.removeItem(_BROWSER_PREFIX + name)
        return kept

    def lock(self, name: str) -> AbstractContextManager[None]:
        """Do nothing: a page runs nothing between its own read and write."""
        return nullcontext()


class GameFiles:
    """The high scores and decks as the game uses them: no failure is raised into the game.

    Each trouble adds its one line to `notices`, once; the game shows a line and takes it out. Scores that
    could not be saved stay in memory and go into the file with the next one that can.
    """

    def __init__(self, store: Store) -> None:
        self.notices: list[str] = []
        self._store = store
        self._said: set[str] = set()
        self._saved = empty_board()
        self._unsaved: list[tuple[str, int, int]] = []

    def board(self) -> ScoreBoard:
        """Return the board of PYRAMID.HGH, read anew; a missing one is created, a broken one kept as .BAK."""
        self._merge()
        return self._with_unsaved()[0]

    def add(self, name: str, score: int, level: int) -> int | None:
        """Put a row on the board and save it; return its place 0..9, None when it does not enter.

        Raise FormatError for a name, score or level that a record cannot hold (ScoreBoard.add).
        """
        if self._with_unsaved()[0].add(name, score, level)[1] is None:
            return None
        self._unsaved.append((name, score, level))
        return self._merge()

    def decks(self) -> tuple[Deck, Deck] | None:
        """Return the decks of the data folder's PYRAMID.DEC; None where the built-in ones are to be used."""
        try:
            return self._read(DECKS, decode_decks)
        except StorageError as error:
            self._notice(f"The built-in decks are used: {error}")
            return None

    def _merge(self) -> int | None:
        """Bring file and memory together as far as that can be done; return the place of the newest row."""
        try:
            return self._merge_or_fail()
        except StorageError as error:
            self._notice(f"High scores cannot be saved: {error}")
            return self._with_unsaved()[1]

    def _merge_or_fail(self) -> int | None:
        with suppress(BrokenFile):
            found = self._read(SCORES, decode_board)
            if found is not None and not self._unsaved:
                self._saved = found
                return None
        with self._store.lock(SCORES):
            found = self._read_or_keep()
            # Where the file is gone or broken, what was last seen in it goes on.
            self._saved = found or self._saved
            board, rank = self._with_unsaved()
            if board != found:
                self._store.write(SCORES, encode_board(board))
        self._saved = board
        self._unsaved.clear()
        return rank

    def _with_unsaved(self) -> tuple[ScoreBoard, int | None]:
        board, rank = self._saved, None
        for entry in self._unsaved:
            board, rank = board.add(*entry)
        return board, rank

    def _read_or_keep(self) -> ScoreBoard | None:
        try:
            return self._read(SCORES, decode_board)
        except BrokenFile as error:
            kept = self._store.keep_as_bak(SCORES)
            self._notice(f"High scores broken, kept as {kept}: {error}")
            return None

    def _read(self, name: str, decode: Callable[[bytes], Value]) -> Value | None:
        data = self._store.read(name)
        try:
            return None if data is None else decode(data)
        except FormatError as error:
            raise BrokenFile(f"{name}: {error}") from None

    def _notice(self, line: str) -> None:
        if line not in self._said:
            self._said.add(line)
            self.notices.append(line)


def game_files(data: str | None) -> GameFiles:
    """Return the game's files, `data` being the folder that --data names, if any.

    Raise StorageError when a folder named there or in $RETRO_PYRAMID_DATA is no folder and cannot be made.
    """
    if sys.platform == "emscripten":
        browser = import_module("js")
        return GameFiles(BrowserStore(lambda: browser.window.localStorage))
    folder = DataFolder(data_folder(data, os.environ, sys.platform, Path.home()))
    if data is not None or os.environ.get("RETRO_PYRAMID_DATA"):
        folder.create()
    return GameFiles(folder)


def read_bytes(name: str, limit: int = NAMED_FILE_LIMIT) -> bytes:
    """Return the bytes of a file named by the user, `-` being standard input; raise StorageError."""
    if name == "-":
        data = sys.stdin.buffer.read(limit + 1)
        if len(data) > limit:
            raise BrokenFile(f"standard input: expected at most {limit} bytes")
        return data
    with _one_line(name):
        return _read(Path(name), limit)


def read_text(name: str, limit: int = NAMED_FILE_LIMIT) -> str:
    """Return the UTF-8 text of a file named by the user, `-` being standard input; raise StorageError."""
    data = read_bytes(name, limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte {data[error.start]:#04x} at {error.start}"
        place = "standard input" if name == "-" else name
        raise StorageError(f"{place}: expected text in UTF-8, found {found}") from None


def write_bytes(name: str, data: bytes) -> None:
    """Write an output file named by the user, wholly or not at all; raise StorageError."""
    path = Path(name)
    with _one_line(name):
        # A device such as /dev/null must not be replaced by a file.
        special = path.exists() and not path.is_file() and not path.is_dir()
        if special:
            path.write_bytes(data)
    if not special:
        _write_atomic(path, f"{path.name}.{os.getpid()}.TMP", data)


def _read(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise BrokenFile(f"{path}: expected at most {limit} bytes, found more")
    return data


def _write_atomic(path: Path, temporary_name: str, data: bytes) -> None:
    """Write a temporary file beside `path`, have it on the disk, then give it the name."""
    with _one_line(path):
        # Through a symbolic link the file it names is replaced, not the link.
        target = path.resolve()
        if target.is_dir():
            raise StorageError(f"{path}: expected a file, found a folder")
        temporary = target.with_name(temporary_name)
        temporary.unlink(missing_ok=True)
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
    if os.name == "posix":
        # The rename itself is on the disk only when its folder is; not every file system can say so.
        with suppress(OSError):
            handle = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _free_name(name: str, taken: Callable[[str], bool]) -> str:
    kept, number = f"{name}.BAK", 2
    while taken(kept):
        kept, number = f"{name}.BAK{number}", number + 1
    return kept


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextmanager
def _one_line(place: Path | str) -> Iterator[None]:
    """Turn what the system raises into a StorageError; the last two are for paths that cannot be."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{place}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:
        raise StorageError(f"{str(place)!r}: {error}") from None


@contextmanager
def _blocked(name: str) -> Iterator[None]:
    """Turn whatever the browser raises into a StorageError: its exceptions have no class known here."""
    try:
        yield
    except Exception as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise StorageError(f"{name}: the browser's storage: {reason}") from None
