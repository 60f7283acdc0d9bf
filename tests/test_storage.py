"""The user's files: nothing is ever lost, and no failure stops the game."""

import os
import signal
import subprocess
import sys
from base64 import b64encode
from io import BytesIO, TextIOWrapper
from pathlib import Path
from stat import S_IMODE
from types import ModuleType

import pytest

from retro_pyramid import storage
from retro_pyramid.cli import main
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import Deck, encode_decks
from retro_pyramid.formats.scores.high_scores import (
    decode_high_scores,
    encode_high_scores,
    make_empty_high_scores,
)
from retro_pyramid.storage import BrowserStore, DataFolder, StorageError, UserData, open_user_data
from retro_pyramid.storage.backends.data_folder import find_data_folder
from retro_pyramid.storage.backends.store import CorruptFileError
from retro_pyramid.storage.value_file import write_backup
from tests.folders import DENIED, Failing, begun, contents, game, names
from tests.pages import Shared, View

Patch = pytest.MonkeyPatch
HOME = Path("/home/ann")
EMPTY = encode_high_scores(make_empty_high_scores())
HGH = "PYRAMID.HGH"


def scores(folder: Path, name: str = HGH) -> list[int]:
    return [int(row.score) for row in decode_high_scores((folder / name).read_bytes()).rows if row.score]


def shown(files: UserData) -> list[tuple[str, float]]:
    return [(row.name, row.score) for row in files.read_high_scores().rows if row.score]


@pytest.mark.parametrize(
    ("explicit", "environ", "platform", "expected"),
    [
        ("/disk", "RETRO_PYRAMID_DATA=/other", "linux", "/disk"),
        ("disk", "-", "linux", "HERE/disk"),
        ("-", "RETRO_PYRAMID_DATA=/other XDG_DATA_HOME=/x", "linux", "/other"),
        ("-", "RETRO_PYRAMID_DATA= XDG_DATA_HOME=/x", "linux", "/x/retro-pyramid"),
        ("-", "XDG_DATA_HOME=not/absolute", "linux", "/home/ann/.local/share/retro-pyramid"),
        ("-", "-", "linux", "/home/ann/.local/share/retro-pyramid"),
        ("-", "-", "darwin", "/home/ann/Library/Application Support/Retro Pyramid"),
        ("-", "APPDATA=/roaming", "win32", "/roaming/Retro Pyramid"),
        ("-", "-", "win32", "/home/ann/AppData/Roaming/Retro Pyramid"),
    ],
)
def test_the_data_folder_is_the_named_one_or_the_platforms(
    explicit: str, environ: str, platform: str, expected: str
) -> None:
    surroundings = dict(word.split("=") for word in environ.split() if word != "-")
    found = find_data_folder(None if explicit == "-" else explicit, surroundings, platform, HOME)
    assert found == Path(expected.replace("HERE", str(Path.cwd())))


def test_a_named_folder_is_made_and_one_that_is_a_file_is_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    open_user_data(str(tmp_path / "new" / "disk"))
    assert (tmp_path / "new" / "disk").is_dir()
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(file))
    for path, says in (
        (str(file), "expected a folder, found a file"),
        (str(file / "below"), "Not a directory"),
        ("a\0b", "null"),
        (None, "expected a folder, found a file"),
    ):
        with pytest.raises(StorageError, match=says):
            open_user_data(path)
    assert file.read_bytes() == b"mine"


def test_junk_behind_old_names_outlives_a_new_row(tmp_path: Path) -> None:
    old = b"\x03AnnJUNKjunkJUNK" + bytes([100, 0, 1, 0])
    (tmp_path / HGH).write_bytes(old + EMPTY[20:])
    game(tmp_path).add_score("Bob", 200, 2)
    assert (tmp_path / HGH).read_bytes()[20:] == old + EMPTY[40:]


def test_the_file_is_found_in_any_case_and_keeps_it_but_the_exact_name_goes_first(tmp_path: Path) -> None:
    (tmp_path / "Pyramid.hgh").write_bytes(EMPTY)
    game(tmp_path).add_score("Ann", 50, 1)
    assert (names(tmp_path), scores(tmp_path, "Pyramid.hgh")) == (["Pyramid.hgh"], [50])
    (tmp_path / HGH).write_bytes(EMPTY)
    if len(names(tmp_path)) == 2:
        assert DataFolder(tmp_path).find_path("Pyramid.hgh").name == "Pyramid.hgh"
    assert DataFolder(tmp_path).find_path(HGH).name == HGH


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    for name in ("shared", "data"):
        (tmp_path / name).mkdir()
    (tmp_path / "shared" / "board").write_bytes(EMPTY)
    (tmp_path / "data" / HGH).symlink_to(tmp_path / "shared" / "board")
    game(tmp_path / "data").add_score("Ann", 50, 1)
    assert (tmp_path / "data" / HGH).is_symlink()
    assert (names(tmp_path / "shared"), scores(tmp_path / "shared", "board")) == (["board"], [50])


@pytest.mark.parametrize(
    "broken", [b"", b"garbage", EMPTY[:-1], EMPTY + b"\0", b"\xff" * 200, b"x" * (2 << 20)]
)
def test_a_broken_board_is_kept_as_bak_and_an_empty_one_goes_on(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "pyramid.HGH").write_bytes(broken)
    files = game(tmp_path)
    assert files.read_high_scores() == make_empty_high_scores()
    assert contents(tmp_path) == {HGH: EMPTY, "pyramid.HGH.BAK": broken}
    (notice,) = files.notification_lines
    assert notice.startswith("High scores broken, kept as pyramid.HGH.BAK: ")
    assert "\n" not in notice
    assert (files.add_score("Ann", 50, 1), scores(tmp_path)) == (0, [50])


def test_baks_are_numbered_and_never_overwritten(tmp_path: Path) -> None:
    kept = {"pyramid.hgh.bak4": b"not ours"}
    (tmp_path / "pyramid.hgh.bak4").write_bytes(b"not ours")
    for number in ("", "2", "3", "5"):
        kept[f"{HGH}.BAK{number}"] = broken = f"broken {number}".encode()
        (tmp_path / HGH).write_bytes(broken)
        game(tmp_path).read_high_scores()
    assert contents(tmp_path) == {HGH: EMPTY, **kept}


def test_rows_of_another_program_are_merged_and_a_board_broken_in_mid_game_loses_none(tmp_path: Path) -> None:
    one, two = game(tmp_path), game(tmp_path)
    one.read_high_scores(), two.read_high_scores()
    assert (one.add_score("Ann", 50, 1), two.add_score("Bob", 40, 2), one.add_score("Cy", 45, 2)) == (0, 1, 1)
    assert shown(two) == [("Ann", 50), ("Cy", 45), ("Bob", 40)]
    (tmp_path / HGH).write_bytes(b"broken")
    assert two.add_score("Dee", 30, 1) == 3
    assert scores(tmp_path) == [50, 45, 40, 30]
    assert contents(tmp_path)[f"{HGH}.BAK"] == b"broken"


def test_programs_adding_at_the_same_moment_lose_no_row_and_no_game(tmp_path: Path) -> None:
    # Each reads slowly, so that without a lock both would write what only one of them has read.
    code = (
        "from retro_pyramid.rules import rules_for\n"
        "def slowly(name, read=files.store.read):\n"
        "    data = read(name); time.sleep(0.01); return data\n"
        "files.store.read = slowly\n"
        "for score in range(int(sys.argv[2]), int(sys.argv[2]) + 5):\n"
        "    files.add_score('P', score, 1); files.count_game(rules_for('odm'), True, score)\n"
        "sys.exit(len(files.notification_lines))\n"
    )
    programs = [begun(code, tmp_path, first) for first in (10, 20)]
    assert [program.communicate("", 60) and program.returncode for program in programs] == [0, 0]
    assert scores(tmp_path) == [24, 23, 22, 21, 20, 14, 13, 12, 11, 10]
    (figures,) = game(tmp_path).statistics.read().values()
    assert (figures.games, figures.wins, figures.best_score, sorted(figures.score_counts)) == (
        *(10, 10, 24),
        [*range(10, 15), *range(20, 25)],
    )
    assert names(tmp_path) == [HGH, "PYRAMID.STA"]


def test_what_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / f"{HGH}.TMP").write_bytes(b"half a boa")
    (tmp_path / f"{HGH}.LCK").write_bytes(b"")
    assert game(tmp_path).add_score("Ann", 50, 1) == 0
    assert names(tmp_path) == [HGH]
    (tmp_path / "PYRAMID.CFG.TMP").mkdir()
    store = DataFolder(tmp_path)
    with pytest.raises(StorageError, match=r"PYRAMID\.CFG\.TMP: "), store.lock("PYRAMID.CFG"):
        store.write("PYRAMID.CFG", b"one")


@pytest.mark.posix
def test_the_next_export_removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    game(tmp_path / "data").add_score("Ann", 50, 1)
    target, words = tmp_path / "out" / "x.HGH", ["export", "--data", str(tmp_path / "data")]
    target.parent.mkdir()
    code = (
        "import os, signal, sys; from retro_pyramid.cli import main\n"
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n"
        "main(sys.argv[1:])\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", code, *words, str(target)])
    assert killed.wait(60) == -signal.SIGKILL
    assert names(target.parent) == [f"x.HGH.{killed.pid}.TMP"]
    # Those of a process that runs, and of another file, stay.
    others = [f"x.HGH.{os.getppid()}.TMP", f"x.HGH2.{killed.pid}.TMP", f"x.HGH.{killed.pid}.TMP2"]
    for name in others:
        (target.parent / name).touch()
    assert main([*words, str(target)]) == 0
    assert names(target.parent) == sorted(["x.HGH", *others])


@pytest.mark.parametrize("answer", ["full", "not on this disk", "not in this Python"])
def test_macos_writes_a_file_to_the_disk_itself(tmp_path: Path, monkeypatch: Patch, answer: str) -> None:
    done: list[tuple[str, list[str]]] = []

    def note(call: str) -> None:
        done.append((call, DataFolder(tmp_path).list_names()))

    def fcntl(_fd: int, command: int) -> int:
        assert command == 51
        note("full")
        if answer != "full":
            raise OSError(45, "Operation not supported")
        return 0

    found = ModuleType("fcntl")
    found.fcntl = fcntl  # type: ignore[attr-defined]
    if answer != "not in this Python":
        found.F_FULLFSYNC = 51  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fcntl", found)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(os, "fsync", lambda _: note("fsync"))
    storage.write_bytes(str(tmp_path / "A"), b"one")
    before, after = [f"A.{os.getpid()}.TMP"], ["A"]
    # The last one is for the folder.
    assert (
        done
        == {
            "full": [("full", before), ("fsync", after)],
            "not on this disk": [("full", before), ("fsync", before), ("fsync", after)],
            "not in this Python": [("fsync", before), ("fsync", after)],
        }[answer]
    )


@pytest.mark.posix
def test_what_only_its_owner_may_read_stays_so(tmp_path: Path) -> None:
    store, path = DataFolder(tmp_path), tmp_path / "PYRAMID.CFG"
    store.write("PYRAMID.CFG", b"one")
    path.chmod(0o600)
    store.write("PYRAMID.CFG", b"two")
    assert (path.read_bytes(), S_IMODE(path.stat().st_mode)) == (b"two", 0o600)
    kept = tmp_path / write_backup(store, "PYRAMID.CFG", b"one")
    assert (kept.name, S_IMODE(kept.stat().st_mode)) == ("PYRAMID.CFG.BAK", 0o600)


def test_a_folder_that_cannot_be_written_is_only_read(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / HGH).write_bytes(b"broken")
    Failing(monkeypatch, "replace", DENIED)
    files = game(tmp_path)
    assert files.read_high_scores() == make_empty_high_scores()
    assert files.add_score("Ann", 50, 1) == 0
    assert contents(tmp_path) == {HGH: b"broken"}
    (notice,) = files.notification_lines
    assert "Permission denied" in notice


@pytest.mark.posix
def test_a_board_that_is_no_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / HGH).mkdir()
    os.mkfifo(tmp_path / "PYRAMID.DEC")
    (tmp_path / "PYRAMID.CFG").symlink_to(tmp_path / "PYRAMID.CFG")
    files = game(tmp_path)
    assert files.add_score("Ann", 50, 1) == 0
    assert files.read_decks(no_builtin) is None
    assert [notice.rpartition(": ")[2] for notice in files.notification_lines] == ["expected a file"] * 2
    assert not files.config.update_settings({"em.speed": "fast"})
    assert files.config.read_settings()["em.speed"] == "fast"
    assert files.notification_lines[2].startswith(("Settings cannot be saved: ", "Settings cannot be read: "))
    assert names(tmp_path) == ["PYRAMID.CFG", "PYRAMID.DEC", HGH]


def no_builtin() -> tuple[Deck, Deck]:
    raise AssertionError("the file has all pictures itself")


def decks() -> bytes:
    plain = Picture(64, 64, bytes([15]) * 4096)
    return encode_decks((Deck((plain,) * 52, plain, plain),) * 2)


@pytest.mark.parametrize("broken", [b"", decks()[:-1], b"x" * (1 << 20), b"x" * ((1 << 20) + 1)])
def test_broken_decks_fall_back_and_say_so(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "PYRAMID.DEC").write_bytes(broken)
    files = game(tmp_path)
    assert files.read_decks(no_builtin) is files.read_decks(no_builtin) is None
    (notice,) = files.notification_lines
    assert notice.startswith("The built-in decks are used: ")
    assert "PYRAMID.DEC: " in notice
    assert contents(tmp_path) == {"PYRAMID.DEC": broken}


def test_named_files_are_read_or_told_in_one_line(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "game.txt").write_bytes(b"\xef\xbb\xbfretro-pyramid 1\r\n")
    assert storage.read_text(str(tmp_path / "game.txt")) == "retro-pyramid 1\r\n"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"moves D")))
    assert storage.read_text("-") == "moves D"
    with pytest.raises(StorageError, match=r"absent\.txt: No such file or directory$"):
        storage.read_text(str(tmp_path / "absent.txt"))
    with pytest.raises(StorageError, match=r"Is a directory$"):
        storage.read_bytes(str(tmp_path))
    with pytest.raises(StorageError, match="null"):
        storage.read_bytes("a\0b")
    (tmp_path / "bin").write_bytes(b"ab\xff")
    with pytest.raises(StorageError, match="expected text in UTF-8, found byte 0xff at 2"):
        storage.read_text(str(tmp_path / "bin"))
    with pytest.raises(CorruptFileError, match="expected at most 2 bytes"):
        storage.read_bytes(str(tmp_path / "bin"), limit_bytes=2)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"abc")))
    with pytest.raises(CorruptFileError, match="standard input: expected at most 2 bytes"):
        storage.read_bytes("-", limit_bytes=2)
    if os.name == "posix":
        with pytest.raises(CorruptFileError, match="expected at most 1000 bytes, found more"):
            storage.read_bytes("/dev/zero", limit_bytes=1000)


def test_outputs_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: Patch) -> None:
    out = str(tmp_path / "out.png")
    storage.write_bytes(out, b"one")
    storage.write_bytes(out, b"two")
    assert contents(tmp_path) == {"out.png": b"two"}
    with pytest.raises(StorageError, match="expected a file, found a folder"):
        storage.write_bytes(str(tmp_path), b"x")
    with pytest.raises(StorageError, match="No such file or directory"):
        storage.write_bytes(str(tmp_path / "absent" / "x"), b"x")
    Failing(monkeypatch, "replace")
    with pytest.raises(StorageError, match=r"out\.png: No space left on device"):
        storage.write_bytes(out, b"three")
    assert contents(tmp_path) == {"out.png": b"two"}


@pytest.mark.posix
def test_outputs_go_through_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    storage.write_bytes(str(pipe), b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert (names(tmp_path), pipe.is_fifo()) == (["pipe"], True)


@pytest.mark.parametrize("broken", ["", "not base64!", b64encode(b"short").decode()])
def test_a_broken_board_in_the_browser_is_kept_as_bak(broken: str) -> None:
    local = View(Shared())
    for kept in (f"{HGH}.BAK", f"{HGH}.BAK2"):
        local.texts[f"retro-pyramid/{HGH}"] = broken
        files = UserData(BrowserStore(lambda: local))
        assert files.read_high_scores() == make_empty_high_scores()
        assert local.texts[f"retro-pyramid/{kept}"] == broken
        assert files.notification_lines[0].startswith(f"High scores broken, kept as {kept}: ")
        assert local.texts[f"retro-pyramid/{HGH}"].partition(" ")[0] == b64encode(EMPTY).decode()


def test_a_full_browser_store_is_told_once_and_loses_nothing() -> None:
    local = View(Shared(), room=10)
    files = UserData(BrowserStore(lambda: local))
    assert (files.add_score("Ann", 50, 1), files.add_score("Bob", 40, 1)) == (0, 1)
    full = "QuotaExceededError: the quota has been exceeded"
    assert files.notification_lines == [f"High scores cannot be saved: {HGH}: the browser's storage: {full}"]
    local.room = 1 << 20
    assert shown(files) == shown(UserData(BrowserStore(lambda: local))) == [("Ann", 50), ("Bob", 40)]


def test_a_blocked_storage_of_the_browser_is_told(monkeypatch: Patch) -> None:
    def blocked() -> View:
        raise RuntimeError("SecurityError: access is denied for this document")

    monkeypatch.setattr("sys.platform", "emscripten")
    monkeypatch.setitem(sys.modules, "js", None)
    for files, said in (
        (open_user_data(None), ["Nothing will be kept"]),
        (UserData(BrowserStore(blocked)), ["High scores cannot be saved", "The built-in decks are used"]),
    ):
        assert files.read_high_scores() == make_empty_high_scores()
        assert files.add_score("Ann", 50, 1) == 0
        assert shown(files) == [("Ann", 50)]
        assert files.read_decks(no_builtin) is None
        assert [notice.partition(":")[0] for notice in files.notification_lines] == said
