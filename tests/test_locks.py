"""Lock files: folders without locks, files of other users, symbolic links, and claims on a running game."""

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE

import pytest

from retro_pyramid.cli import main
from retro_pyramid.storage import DataFolder
from retro_pyramid.storage.backends import locks
from tests.elsewhere import Msvcrt
from tests.folders import DENIED, Failing, contents, entry, game, names
from tests.test_storage_files import session

Patch = pytest.MonkeyPatch
CFG = "PYRAMID.CFG"
NOBODY, GROUP = 65534, 4321
FULL_FOLDER = {CFG, "PYRAMID.HGH", "RESUME.PYR"}

root_only = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="changes the user")


def save_everything(folder: Path) -> list[str]:
    """Save a setting, a score and an unfinished game, check that a new program reads them, and return the notices."""
    files, save = game(folder), session().to_saved_session()
    assert files.config.update_settings({"em.speed": "fast"})
    assert files.add_score("Ann", 50, 1) == 0
    assert files.unfinished_games.save_game(save, entry("em"))
    again = game(folder)
    assert again.config.read_settings()["em.speed"] == "fast"
    assert again.read_high_scores().rows[0][:2] == ("Ann", 50)
    assert len(again.unfinished_games.list_unfinished("em")) == 1
    assert names(folder) == sorted(FULL_FOLDER)
    return files.notification_lines


def without_locks(monkeypatch: Patch, code: int) -> None:
    """Make the file system answer every request for a lock with an error."""
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)


# File systems without locks


@pytest.mark.posix
@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EIO, errno.EPERM])
def test_a_folder_without_locks_keeps_everything_and_says_so_once(
    tmp_path: Path, monkeypatch: Patch, code: int
) -> None:
    without_locks(monkeypatch, code)
    notice = f"{tmp_path / CFG}.LCK: cannot be locked ({os.strerror(code)}): play in one window at a time"
    assert save_everything(tmp_path) == [notice]


def test_a_folder_without_locks_keeps_everything_on_windows_too(tmp_path: Path, monkeypatch: Patch) -> None:
    class WithoutLocks(Msvcrt):
        def locking(self, handle: int, mode: int, count: int) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setitem(sys.modules, "msvcrt", WithoutLocks())
    monkeypatch.setattr(sys, "platform", "win32")
    (notice,) = save_everything(tmp_path)
    assert "cannot be locked (Invalid argument)" in notice


@pytest.mark.posix
def test_the_program_plays_and_saves_in_a_folder_without_locks(
    one_host: None, tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_locks(monkeypatch, errno.ENOLCK)
    monkeypatch.chdir(tmp_path)
    Path("script").write_text("key UP\nkey ENTER\nsettle\nwait 400")
    words = ["--data", "data", "--start", "table", "--deal", "61", "--headless", "--script", "script"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert (out, err.count("cannot be locked"), err.count("\n")) == ("", 1, 1)
    assert [
        stored.saved.transcript.deal_number
        for stored in game(tmp_path / "data").unfinished_games.list_unfinished("odm")
    ] == [61]


@pytest.mark.posix
def test_writes_without_a_lock_use_separate_temporary_files(tmp_path: Path, monkeypatch: Patch) -> None:
    store, seen = DataFolder(tmp_path), []
    monkeypatch.setattr(os, "fsync", lambda _: seen.extend(store.list_names()))
    for _ in range(2):
        with store.lock("A"):
            store.write("A", b"one")
        seen = [name for name in seen if name.endswith(".TMP")]
        if len(seen) == 1:
            without_locks(monkeypatch, errno.ENOLCK)
    assert seen == ["A.TMP", f"A.{os.getpid()}.TMP"]


@pytest.mark.posix
def test_a_claim_in_a_folder_without_locks_leaves_no_file_and_disturbs_none(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    held = DataFolder(tmp_path).lock_game("one")
    without_locks(monkeypatch, errno.ENOLCK)
    claims = [DataFolder(tmp_path).lock_game(name) for name in ("one", "other")]
    assert [claim.mine for claim in (held, *claims)] == [True] * 3
    assert [path.name for path in tmp_path.iterdir()] == ["ONE.LCK"]


# Lock files that belong to somebody else


@contextmanager
def as_user(uid: int, gid: int) -> Iterator[None]:
    """Use files as another user until the context ends."""
    os.setegid(gid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user can reach and the members of GROUP can write."""
    folder = Path(tempfile.mkdtemp())
    os.chown(folder, 0, GROUP)
    folder.chmod(0o775)
    yield folder
    shutil.rmtree(folder)


def write_protect(monkeypatch: Patch) -> None:
    """Make every lock file that exists refuse to be opened for writing."""
    real = os.open

    def refuse(path: str, flags: int, *rest: int, **options: int) -> int:
        if str(path).endswith(".LCK") and flags & os.O_RDWR and os.path.lexists(path):
            raise DENIED
        return real(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", refuse)


def test_a_write_protected_lock_file_is_a_lock(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr("retro_pyramid.storage.backends.data_folder.LOCK_TIMEOUT_SECONDS", 0.05)
    for name in (*FULL_FOLDER, "PYRAMID.STA"):
        (tmp_path / f"{name}.LCK").touch()
    write_protect(monkeypatch)
    assert save_everything(tmp_path) == []
    one, other = DataFolder(tmp_path), game(tmp_path)
    with one.lock(CFG) as locked:
        assert locked
        assert not other.config.update_settings({"em.speed": "slow"})
        (notice,) = other.notification_lines
        assert notice.endswith("another program has held the lock for too long")
    assert other.config.update_settings({"em.sound": "off"})


@root_only
@pytest.mark.parametrize("mode", [0o644, 0o444, 0o600, 0o000])
def test_lock_files_of_another_user_shut_nobody_out(shared: Path, mode: int) -> None:
    for name in FULL_FOLDER:
        (shared / f"{name}.LCK").touch()
        (shared / f"{name}.LCK").chmod(mode)
    with as_user(NOBODY, GROUP):
        notices = save_everything(shared)
    # One that cannot even be read is no lock.
    assert len(notices) == (mode in (0o600, 0o000))


@root_only
def test_the_owner_goes_on_after_a_start_by_sudo(shared: Path) -> None:
    os.chown(shared, NOBODY, GROUP)
    shared.chmod(0o700)
    umask = os.umask(0o077)
    try:
        with as_user(NOBODY, GROUP):
            assert game(shared).config.update_settings({"em.sound": "off"})
        assert save_everything(shared) == []
        DataFolder(shared).lock_game("odm 1")
        with as_user(NOBODY, GROUP):
            (shared / "PYRAMID.HGH").unlink()
            (shared / "RESUME.PYR").unlink()
            assert save_everything(shared) == []
            claim = DataFolder(shared).lock_game("odm 1")
            assert not DataFolder(shared).lock_game("odm 1").mine
            claim.release()
    finally:
        os.umask(umask)
    assert {path.stat().st_uid for path in shared.iterdir()} == {NOBODY}


@pytest.mark.posix
@pytest.mark.parametrize(("folder", "umask", "expected"), [(0o775, 0o022, 0o664), (0o700, 0o077, 0o600)])
def test_a_lock_file_is_for_whoever_may_write_in_the_folder(
    tmp_path: Path, folder: int, umask: int, expected: int
) -> None:
    tmp_path.chmod(folder)
    before = os.umask(umask)
    try:
        with DataFolder(tmp_path).lock("A"):
            pass
        claim = DataFolder(tmp_path).lock_game("b")
    finally:
        os.umask(before)
    modes = {path.name: S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"A.LCK": expected, "B.LCK": expected}
    claim.release()


@root_only
def test_a_file_keeps_its_owner_and_group_when_another_user_replaces_it(shared: Path) -> None:
    store = DataFolder(shared)
    with as_user(NOBODY, GROUP):
        store.write("A", b"one")
        (shared / "A").chmod(0o640)
    store.write("A", b"two")
    facts = (shared / "A").stat()
    assert (facts.st_uid, facts.st_gid, S_IMODE(facts.st_mode)) == (NOBODY, GROUP, 0o640)
    with as_user(1234, GROUP):
        store.write("A", b"three")
    facts = (shared / "A").stat()
    assert (facts.st_uid, facts.st_gid, S_IMODE(facts.st_mode)) == (1234, GROUP, 0o640)


# Symbolic links


@pytest.fixture(params=["checked before", "refused by the system"])
def link_refused(request: pytest.FixtureRequest, monkeypatch: Patch) -> None:
    """The two ways in which a link is refused: Windows has the first one alone, and a race leaves only the second."""
    if request.param == "checked before":
        monkeypatch.setattr(locks, "_OPEN_FLAGS", 0)
    else:
        monkeypatch.setattr(Path, "is_symlink", lambda _: False)


@pytest.mark.posix
@pytest.mark.parametrize("there", [True, False])
def test_a_lock_file_that_is_a_link_is_not_followed(tmp_path: Path, link_refused: None, there: bool) -> None:
    target, folder = tmp_path / "letter.txt", tmp_path / "data"
    folder.mkdir()
    text = b"Dear Ann, this is not a lock file."
    if there:
        target.write_bytes(text)
    (folder / "A-GAME.LCK").symlink_to(target)
    (folder / f"{CFG}.LCK").symlink_to(target)
    one, other = (DataFolder(folder).lock_game("a game") for _ in range(2))
    other.take()
    assert (one.mine, other.mine) == (True, True)
    one.release()
    other.release()
    (notice,) = save_everything(folder)
    assert notice.startswith(f"{folder / CFG}.LCK: cannot be locked (")
    assert (target.read_bytes() if target.exists() else None) == (text if there else None)
    assert os.path.islink(folder / f"{CFG}.LCK")  # noqa: PTH114


# Claims


@pytest.mark.posix
def test_a_claim_whose_file_cannot_be_written_is_noticed_and_can_be_taken_over(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    (tmp_path / "A-GAME.LCK").write_bytes(b"\0left by a killed program")
    one = DataFolder(tmp_path).lock_game("a game")
    write_protect(monkeypatch)
    other = DataFolder(tmp_path).lock_game("a game")
    assert (one.mine, other.mine) == (True, False)
    other.take()
    assert (other.mine, one.mine, other.mine) == (True, False, True)
    one.release()
    assert other.mine
    assert not DataFolder(tmp_path).lock_game("a game").mine
    other.release()
    assert list(tmp_path.iterdir()) == []
    # One that nobody holds is no obstacle.
    (tmp_path / "A-GAME.LCK").write_bytes(b"\0left by a killed program")
    one = DataFolder(tmp_path).lock_game("a game")
    assert (one.mine, DataFolder(tmp_path).lock_game("a game").mine) == (True, False)
    one.release()


@pytest.mark.posix
def test_a_file_system_that_counts_no_links_stops_no_claim(tmp_path: Path, monkeypatch: Patch) -> None:
    real = os.fstat

    def without_links(fd: int) -> os.stat_result:
        facts = list(real(fd))
        facts[3] = 0
        return os.stat_result(facts)

    monkeypatch.setattr(os, "fstat", without_links)
    claim = DataFolder(tmp_path).lock_game("a game")
    assert claim.mine
    claim.release()


@pytest.mark.posix
def test_a_full_disk_reports_what_is_lost_and_not_the_lock(tmp_path: Path, monkeypatch: Patch) -> None:
    without_locks(monkeypatch, errno.ENOLCK)
    disk = Failing(monkeypatch, "fsync")
    files = game(tmp_path)
    assert not files.config.update_settings({"em.speed": "fast"})
    (notice,) = files.notification_lines
    assert notice.startswith("Settings cannot be saved: ")
    disk.on = False
    assert files.config.update_settings({"em.sound": "off"})
    assert ["cannot be locked" in notice for notice in files.notification_lines] == [False, True]
    assert set(contents(tmp_path)) == {CFG}
