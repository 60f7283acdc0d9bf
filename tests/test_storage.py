"""The user's files: nothing is ever lost, and no failure stops the game."""

import errno
import os
import subprocess
import sys
from base64 import b64encode
from io import BytesIO, TextIOWrapper
from pathlib import Path
from stat import S_IMODE

import pytest

from retro_pyramid import storage
from retro_pyramid.formats.boards.scores import decode_board, empty_board, encode_board
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import Deck, encode_decks
from retro_pyramid.storage import BrowserStore, DataFolder, GameFiles, StorageError, game_files
from retro_pyramid.storage.document import keep_copy
from retro_pyramid.storage.places.errors import BrokenFile
from retro_pyramid.storage.places.folder import data_folder
from tests.pages import Shared, View

HOME = Path("/home/ann")
EMPTY = encode_board(empty_board())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.upper().endswith(".LCK"))


def scores(folder: Path, name: str = "PYRAMID.HGH") -> list[int]:
    return [int(row.score) for row in decode_board((folder / name).read_bytes()).rows if row.score]


def game(folder: Path) -> GameFiles:
    return GameFiles(DataFolder(folder))


# Where the folder is


@pytest.mark.parametrize(
    ("explicit", "environ", "platform", "expected"),
    [
        ("/disk", {"RETRO_PYRAMID_DATA": "/other"}, "linux", "/disk"),
        (None, {"RETRO_PYRAMID_DATA": "/other", "XDG_DATA_HOME": "/x"}, "linux", "/other"),
        (None, {"RETRO_PYRAMID_DATA": "", "XDG_DATA_HOME": "/x"}, "linux", "/x/retro-pyramid"),
        (None, {"XDG_DATA_HOME": "not/absolute"}, "linux", "/home/ann/.local/share/retro-pyramid"),
        (None, {}, "linux", "/home/ann/.local/share/retro-pyramid"),
        (None, {}, "darwin", "/home/ann/Library/Application Support/Retro Pyramid"),
        (None, {"APPDATA": "/roaming"}, "win32", "/roaming/Retro Pyramid"),
        (None, {}, "win32", "/home/ann/AppData/Roaming/Retro Pyramid"),
    ],
)
def test_the_data_folder_is_the_named_one_or_the_platforms(
    explicit: str | None, environ: dict[str, str], platform: str, expected: str
) -> None:
    assert data_folder(explicit, environ, platform, HOME) == Path(expected)


def test_a_relative_folder_is_made_absolute() -> None:
    assert data_folder("disk", {}, "linux", HOME) == Path.cwd() / "disk"


def test_a_named_folder_that_is_a_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    with pytest.raises(StorageError, match="expected a folder, found a file"):
        storage.game_files(str(file))
    with pytest.raises(StorageError, match="Not a directory"):
        storage.game_files(str(file / "below"))
    with pytest.raises(StorageError, match="null"):
        storage.game_files("a\0b")
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(file))
    with pytest.raises(StorageError, match="expected a folder"):
        storage.game_files(None)
    assert file.read_bytes() == b"mine"


def test_a_named_folder_is_made(tmp_path: Path) -> None:
    storage.game_files(str(tmp_path / "new" / "disk"))
    assert (tmp_path / "new" / "disk").is_dir()


# The board


def test_a_missing_board_is_created_with_placeholders(tmp_path: Path) -> None:
    files = game(tmp_path / "data")
    assert files.board() == empty_board()
    assert (tmp_path / "data" / "PYRAMID.HGH").read_bytes() == EMPTY
    assert files.notices == []


def test_rows_are_saved_at_once_and_ranked(tmp_path: Path) -> None:
    files = game(tmp_path)
    assert [files.add("Ann", 50, 1), files.add("Bob", 70, 2), files.add("Cy", 50, 1)] == [0, 0, 2]
    assert files.add("Dee", 0, 1) is None
    assert [row.name for row in game(tmp_path).board().rows[:4]] == ["Bob", "Ann", "Cy", "-----"]
    assert names(tmp_path) == ["PYRAMID.HGH"]


def test_junk_behind_old_names_outlives_a_new_row(tmp_path: Path) -> None:
    old = b"\x03AnnJUNKjunkJUNK" + bytes([100, 0, 1, 0])
    (tmp_path / "PYRAMID.HGH").write_bytes(old + EMPTY[20:])
    game(tmp_path).add("Bob", 200, 2)
    assert (tmp_path / "PYRAMID.HGH").read_bytes()[20:] == old + EMPTY[40:]


def test_the_file_is_found_in_any_case_and_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "Pyramid.hgh").write_bytes(EMPTY)
    game(tmp_path).add("Ann", 50, 1)
    assert names(tmp_path) == ["Pyramid.hgh"]
    assert scores(tmp_path, "Pyramid.hgh") == [50]


def test_the_exact_name_goes_before_others(tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.HGH").write_bytes(EMPTY)
    (tmp_path / "PYRAMID.hgh").write_bytes(b"another")
    if len(names(tmp_path)) == 2:
        assert DataFolder(tmp_path).find("PYRAMID.hgh").name == "PYRAMID.hgh"
    assert DataFolder(tmp_path).find("PYRAMID.HGH").name == "PYRAMID.HGH"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "board").write_bytes(EMPTY)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PYRAMID.HGH").symlink_to(tmp_path / "shared" / "board")
    game(tmp_path / "data").add("Ann", 50, 1)
    assert (tmp_path / "data" / "PYRAMID.HGH").is_symlink()
    assert scores(tmp_path / "shared", "board") == [50]
    assert names(tmp_path / "shared") == ["board"]


@pytest.mark.parametrize(
    "broken", [b"", b"garbage", EMPTY[:-1], EMPTY + b"\0", b"\xff" * 200, b"x" * (2 << 20)]
)
def test_a_broken_board_is_kept_as_bak_and_an_empty_one_goes_on(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "pyramid.HGH").write_bytes(broken)
    files = game(tmp_path)
    assert files.board() == empty_board()
    assert (tmp_path / "pyramid.HGH.BAK").read_bytes() == broken
    assert names(tmp_path) == ["PYRAMID.HGH", "pyramid.HGH.BAK"]
    assert len(files.notices) == 1
    assert files.notices[0].startswith("High scores broken, kept as pyramid.HGH.BAK: ")
    assert "\n" not in files.notices[0]
    assert files.add("Ann", 50, 1) == 0
    assert scores(tmp_path) == [50]


def test_baks_are_numbered_and_never_overwritten(tmp_path: Path) -> None:
    for _ in range(3):
        (tmp_path / "PYRAMID.HGH").write_bytes(b"broken")
        game(tmp_path).board()
    (tmp_path / "PYRAMID.HGH").write_bytes(b"broken too")
    (tmp_path / "pyramid.hgh.bak4").write_bytes(b"not ours")
    game(tmp_path).board()
    assert names(tmp_path) == [
        "PYRAMID.HGH",
        "PYRAMID.HGH.BAK",
        "PYRAMID.HGH.BAK2",
        "PYRAMID.HGH.BAK3",
        "PYRAMID.HGH.BAK5",
        "pyramid.hgh.bak4",
    ]
    assert (tmp_path / "PYRAMID.HGH.BAK5").read_bytes() == b"broken too"
    assert (tmp_path / "pyramid.hgh.bak4").read_bytes() == b"not ours"


def test_a_board_broken_in_mid_game_loses_no_row(tmp_path: Path) -> None:
    files = game(tmp_path)
    files.add("Ann", 50, 1)
    (tmp_path / "PYRAMID.HGH").write_bytes(b"broken")
    assert files.add("Bob", 40, 1) == 1
    assert scores(tmp_path) == [50, 40]
    assert (tmp_path / "PYRAMID.HGH.BAK").read_bytes() == b"broken"


def test_rows_of_another_program_are_merged(tmp_path: Path) -> None:
    one, two = game(tmp_path), game(tmp_path)
    one.board(), two.board()
    assert one.add("Ann", 50, 1) == 0
    assert two.add("Bob", 40, 2) == 1
    assert one.add("Cy", 45, 2) == 1
    assert two.board().rows[1].name == "Cy"
    assert scores(tmp_path) == [50, 45, 40]


def test_programs_adding_at_the_same_moment_lose_no_row(tmp_path: Path) -> None:
    # Each reads slowly, so that without a lock both would write what only one of them has read.
    code = """
import sys, time
from pathlib import Path
from retro_pyramid.storage import DataFolder, GameFiles

class SlowFolder(DataFolder):
    def read(self, name):
        data = super().read(name)
        time.sleep(0.02)
        return data

files = GameFiles(SlowFolder(Path(sys.argv[1])))
for score in range(int(sys.argv[2]), int(sys.argv[2]) + 5):
    files.add("P", score, 1)
sys.exit(len(files.notices))
"""
    programs = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), str(first)]) for first in (10, 20)
    ]
    assert [program.wait(60) for program in programs] == [0, 0]
    assert scores(tmp_path) == [24, 23, 22, 21, 20, 14, 13, 12, 11, 10]
    assert names(tmp_path) == ["PYRAMID.HGH"]


# Failures


class Failing:
    """A system call that fails with a full disk while `on`."""

    def __init__(self) -> None:
        self.on = True

    def install(self, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
        original = getattr(os, call)

        def failing(*arguments: object, **options: object) -> object:
            if self.on:
                raise OSError(errno.ENOSPC, "No space left on device")
            return original(*arguments, **options)

        monkeypatch.setattr(os, call, failing)


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_board_and_the_row_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    files = game(tmp_path)
    files.add("Ann", 50, 1)
    before = (tmp_path / "PYRAMID.HGH").read_bytes()
    disk = Failing()
    disk.install(monkeypatch, call)
    assert files.add("Bob", 70, 1) == 0
    assert files.add("Cy", 60, 1) == 1
    assert [row.score for row in files.board().rows[:3]] == [70, 60, 50]
    assert (tmp_path / "PYRAMID.HGH").read_bytes() == before
    assert names(tmp_path) == ["PYRAMID.HGH"]
    assert files.notices == [
        f"High scores cannot be saved: {tmp_path / 'PYRAMID.HGH'}: No space left on device"
    ]
    disk.on = False
    assert files.add("Dee", 65, 1) == 1
    assert scores(tmp_path) == [70, 65, 60, 50]


@pytest.mark.posix
def test_a_write_that_ends_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    files = game(tmp_path)
    files.add("Ann", 50, 1)
    # A limit on the size of files makes the system's own write fail after 100 bytes.
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from retro_pyramid.storage import DataFolder, GameFiles\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "files = GameFiles(DataFolder(Path(sys.argv[1])))\n"
        "print(files.add('Bob', 70, 1), len(files.board().rows[0].name), *files.notices, sep='|')"
    )
    out = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=60
    )
    assert out.stdout.startswith("0|3|High scores cannot be saved: "), out.stderr
    assert out.stdout.rstrip().endswith("File too large")
    assert scores(tmp_path) == [50]
    assert names(tmp_path) == ["PYRAMID.HGH"]


def test_what_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.HGH.TMP").write_bytes(b"half a boa")
    (tmp_path / "PYRAMID.HGH.LCK").write_bytes(b"")
    assert game(tmp_path).add("Ann", 50, 1) == 0
    assert names(tmp_path) == ["PYRAMID.HGH"]


@pytest.mark.posix
def test_what_only_its_owner_may_read_stays_so(tmp_path: Path) -> None:
    store = DataFolder(tmp_path)
    store.write("PYRAMID.CFG", b"one")
    path = tmp_path / "PYRAMID.CFG"
    path.chmod(0o600)
    store.write("PYRAMID.CFG", b"two")
    assert (path.read_bytes(), S_IMODE(path.stat().st_mode)) == (b"two", 0o600)
    kept = tmp_path / keep_copy(store, "PYRAMID.CFG", b"one")
    assert (kept.name, S_IMODE(kept.stat().st_mode)) == ("PYRAMID.CFG.BAK", 0o600)


def test_a_folder_in_the_way_of_the_temporary_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.CFG.TMP").mkdir()
    with pytest.raises(StorageError, match=r"PYRAMID\.CFG\.TMP: "):
        DataFolder(tmp_path).write("PYRAMID.CFG", b"one")


def test_a_folder_that_cannot_be_made_is_told_once_and_the_game_plays_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    files = game(tmp_path / "file" / "data")
    assert files.board() == empty_board()
    assert files.add("Ann", 50, 1) == 0
    assert files.add("Bob", 40, 1) == 1
    assert [row.score for row in files.board().rows[:3]] == [50, 40, 0]
    assert files.decks(no_builtin) is None
    assert len(files.notices) == 1
    assert "Not a directory" in files.notices[0]


def test_a_folder_that_cannot_be_written_is_only_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "PYRAMID.HGH").write_bytes(b"broken")

    def refuse(*arguments: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    files = game(tmp_path)
    assert files.board() == empty_board()
    assert files.add("Ann", 50, 1) == 0
    assert (tmp_path / "PYRAMID.HGH").read_bytes() == b"broken"
    assert len(files.notices) == 1
    assert "Permission denied" in files.notices[0]


@pytest.mark.posix
def test_a_board_that_is_no_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.HGH").mkdir()
    os.mkfifo(tmp_path / "PYRAMID.DEC")
    files = game(tmp_path)
    assert files.add("Ann", 50, 1) == 0
    assert files.decks(no_builtin) is None
    assert [notice.rpartition(": ")[2] for notice in files.notices] == ["expected a file"] * 2
    assert names(tmp_path) == ["PYRAMID.DEC", "PYRAMID.HGH"]


def test_a_link_to_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.HGH").symlink_to(tmp_path / "PYRAMID.HGH")
    files = game(tmp_path)
    assert files.add("Ann", 50, 1) == 0
    assert len(files.notices) == 1


def test_waiting_for_a_lock_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retro_pyramid.storage.places.folder.LOCK_SECONDS", 0.05)
    holder, files = DataFolder(tmp_path), game(tmp_path)
    with holder.lock("PYRAMID.HGH"):
        assert files.add("Ann", 50, 1) == 0
    assert "another program has held the lock" in files.notices[0]
    assert files.board().rows[0].name == "Ann"
    assert scores(tmp_path) == [50]


# The decks


def no_builtin() -> tuple[Deck, Deck]:
    raise AssertionError("the file has all pictures itself")


def decks() -> bytes:
    plain = Picture(64, 64, bytes([15]) * 4096)
    return encode_decks((Deck((plain,) * 52, plain, plain),) * 2)


def test_the_folders_own_decks_are_read_and_never_written(tmp_path: Path) -> None:
    assert game(tmp_path).decks(no_builtin) is None
    (tmp_path / "pyramid.dec").write_bytes(decks())
    files = game(tmp_path)
    found = files.decks(no_builtin)
    assert found is not None
    assert found[1].back.pixels == bytes([15]) * 4096
    assert files.notices == []
    assert names(tmp_path) == ["pyramid.dec"]


@pytest.mark.parametrize("broken", [b"", decks()[:-1], b"x" * (1 << 20), b"x" * ((1 << 20) + 1)])
def test_broken_decks_fall_back_and_say_so(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "PYRAMID.DEC").write_bytes(broken)
    files = game(tmp_path)
    assert files.decks(no_builtin) is None
    assert files.decks(no_builtin) is None
    assert len(files.notices) == 1
    assert files.notices[0].startswith("The built-in decks are used: ")
    assert "PYRAMID.DEC: " in files.notices[0]
    assert (tmp_path / "PYRAMID.DEC").read_bytes() == broken


# Files named on the command line


def test_named_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.txt").write_bytes(b"\xef\xbb\xbfretro-pyramid 1\r\n")
    assert storage.read_text(str(tmp_path / "game.txt")) == "retro-pyramid 1\r\n"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"moves D")))
    assert storage.read_text("-") == "moves D"


def test_named_files_that_cannot_be_read_are_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StorageError, match=r"absent\.txt: No such file or directory$"):
        storage.read_text(str(tmp_path / "absent.txt"))
    with pytest.raises(StorageError, match=r"Is a directory$"):
        storage.read_bytes(str(tmp_path))
    with pytest.raises(StorageError, match="null"):
        storage.read_bytes("a\0b")
    (tmp_path / "bin").write_bytes(b"ab\xff")
    with pytest.raises(StorageError, match="expected text in UTF-8, found byte 0xff at 2"):
        storage.read_text(str(tmp_path / "bin"))
    with pytest.raises(BrokenFile, match="expected at most 2 bytes"):
        storage.read_bytes(str(tmp_path / "bin"), limit=2)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"abc")))
    with pytest.raises(BrokenFile, match="standard input: expected at most 2 bytes"):
        storage.read_bytes("-", limit=2)


@pytest.mark.posix
def test_a_file_without_end_is_read_only_up_to_the_limit() -> None:
    with pytest.raises(BrokenFile, match="expected at most 1000 bytes, found more"):
        storage.read_bytes("/dev/zero", limit=1000)


def test_outputs_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.png"
    storage.write_bytes(str(out), b"one")
    storage.write_bytes(str(out), b"two")
    assert out.read_bytes() == b"two"
    Failing().install(monkeypatch, "replace")
    with pytest.raises(StorageError, match=r"out\.png: No space left on device"):
        storage.write_bytes(str(out), b"three")
    assert out.read_bytes() == b"two"
    assert names(tmp_path) == ["out.png"]


@pytest.mark.posix
def test_outputs_to_places_that_are_no_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    storage.write_bytes(str(pipe), b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert names(tmp_path) == ["pipe"]
    assert pipe.is_fifo()
    with pytest.raises(StorageError, match="expected a file, found a folder"):
        storage.write_bytes(str(tmp_path), b"x")
    with pytest.raises(StorageError, match="No such file or directory"):
        storage.write_bytes(str(tmp_path / "absent" / "x"), b"x")


# The browser


def test_the_browser_keeps_the_board_over_a_reload() -> None:
    local = View(Shared())
    files = GameFiles(BrowserStore(lambda: local))
    assert files.board() == empty_board()
    assert files.add("Ann ♥", 50, 1) == 0
    again = GameFiles(BrowserStore(lambda: local))
    assert again.board().rows[0].name == "Ann ♥"
    assert again.decks(no_builtin) is None
    assert files.notices == again.notices == []
    assert list(local.texts) == ["retro-pyramid", "retro-pyramid/PYRAMID.HGH"]


@pytest.mark.parametrize("broken", ["", "not base64!", b64encode(b"short").decode()])
def test_a_broken_board_in_the_browser_is_kept_as_bak(broken: str) -> None:
    local = View(Shared())
    for kept in ("PYRAMID.HGH.BAK", "PYRAMID.HGH.BAK2"):
        local.texts["retro-pyramid/PYRAMID.HGH"] = broken
        files = GameFiles(BrowserStore(lambda: local))
        assert files.board() == empty_board()
        assert local.texts[f"retro-pyramid/{kept}"] == broken
        assert files.notices[0].startswith(f"High scores broken, kept as {kept}: ")
        assert local.texts["retro-pyramid/PYRAMID.HGH"].partition(" ")[0] == b64encode(EMPTY).decode()


def test_a_full_browser_store_is_told_once_and_loses_nothing() -> None:
    local = View(Shared(), room=10)
    files = GameFiles(BrowserStore(lambda: local))
    assert files.add("Ann", 50, 1) == 0
    assert files.add("Bob", 40, 1) == 1
    assert files.notices == [
        "High scores cannot be saved: PYRAMID.HGH: the browser's storage: "
        "QuotaExceededError: the quota has been exceeded"
    ]
    local.room = 1 << 20
    assert [row.score for row in files.board().rows[:2]] == [50, 40]
    assert [row.score for row in GameFiles(BrowserStore(lambda: local)).board().rows[:2]] == [50, 40]


def test_where_the_browsers_storage_is_blocked_nothing_is_kept_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "emscripten")
    monkeypatch.setitem(sys.modules, "js", None)
    files = game_files(None)
    assert files.add("Ann", 50, 1) == 0
    assert files.decks(no_builtin) is None
    assert files.board().rows[0].score == 50
    assert files.notices == ["Nothing will be kept: this page may not use the browser's storage"]


def test_a_browser_store_that_becomes_blocked_leaves_the_game_playable() -> None:
    def blocked() -> View:
        raise RuntimeError("SecurityError: access is denied for this document")

    files = GameFiles(BrowserStore(blocked))
    assert files.board() == empty_board()
    assert files.add("Ann", 50, 1) == 0
    assert files.board().rows[0].score == 50
    assert files.decks(no_builtin) is None
    assert [notice.partition(":")[0] for notice in files.notices] == [
        "High scores cannot be saved",
        "The built-in decks are used",
    ]
