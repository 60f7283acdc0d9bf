"""The data folder as the DOS prompt lists and changes it."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from retro_pyramid.storage import BrowserStore, DataFolder, StorageError
from retro_pyramid.storage.backends.dos_directory import DosDirectory
from tests.pages import Shared, View

Patch = pytest.MonkeyPatch


@pytest.fixture(params=["folder", "browser"])
def directory(request: pytest.FixtureRequest, tmp_path: Path) -> DosDirectory:
    view = View(Shared())
    store = DataFolder(tmp_path) if request.param == "folder" else BrowserStore(lambda: view)
    for name, data in (("PYRAMID.HGH", b"board"), ("games.pyr", b"games"), ("PYRAMID.HGH.BAK", b"old")):
        store.write(name, data)
    return DosDirectory(store)


def listed(directory: DosDirectory) -> list[tuple[str, int]]:
    return [(found.name, found.size_bytes) for found in directory.list_entries()]


def test_dates_locks_folders_and_free_bytes_of_a_real_folder(tmp_path: Path) -> None:
    (tmp_path / "A.PYR").write_bytes(b"1")
    (tmp_path / "A.PYR.LCK").touch()
    (tmp_path / "B.PYR.TMP").touch()
    (tmp_path / "folder").mkdir()
    os.utime(tmp_path / "A.PYR", (86400 * 365, 86400 * 365 + 12 * 3600))
    (found,) = DosDirectory(DataFolder(tmp_path)).list_entries()
    assert found.name == "A.PYR"
    assert found.timestamp is not None
    assert found.timestamp[:2] == (1971, 1)
    assert (DosDirectory(DataFolder(tmp_path)).get_free_bytes() or 0) > 0


def test_no_more_bytes_are_free_than_dos_can_count(tmp_path: Path, monkeypatch: Patch) -> None:
    for free, told in ((81_965_932_544, 2_147_450_880), (1_213_952, 1_213_952)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: shutil._ntuple_diskusage(0, 0, free))
        assert DosDirectory(DataFolder(tmp_path)).get_free_bytes() == told


def test_what_is_copied_over_or_removed_is_kept_unless_it_was_a_kept_one(directory: DosDirectory) -> None:
    assert listed(directory) == [("games.pyr", 5), ("PYRAMID.HGH", 5), ("PYRAMID.HGH.BAK", 3)]
    assert directory.copy("games.pyr", "NEW.PYR") is None
    assert directory.copy("games.pyr", "PYRAMID.HGH") == "PYRAMID.HGH.BAK2"
    assert directory.read("PYRAMID.HGH") == directory.read("NEW.PYR") == b"games"
    assert directory.read("PYRAMID.HGH.BAK2") == b"board"
    with pytest.raises(StorageError, match="not there any more"):
        directory.copy("none", "NEW.PYR")
    assert directory.remove("NEW.PYR") == "NEW.PYR.BAK"
    assert directory.remove("PYRAMID.HGH.BAK") is None
    kept = [("NEW.PYR.BAK", 5), ("PYRAMID.HGH", 5), ("PYRAMID.HGH.BAK2", 5)]
    assert listed(directory) == [("games.pyr", 5), *kept]
    assert directory.read("NEW.PYR.BAK") == b"games"
    assert all(directory.is_backup(name) for name in ("A.BAK", "a.bak", "A.PYR.BAK2", "A.PYR.BAK10"))
    assert not any(directory.is_backup(name) for name in ("A.BAKE", "BAK", "A.BAK.PYR", "X.BAKERY"))
    # A file gets another name that is free.
    directory.rename("games.pyr", "GAMES.PYR")
    directory.rename("GAMES.PYR", "BEST.PYR")
    with pytest.raises(StorageError, match="such a file already"):
        directory.rename("BEST.PYR", "PYRAMID.HGH")
    assert listed(directory) == [("BEST.PYR", 5), *kept]


def test_what_a_link_leads_to_is_never_changed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "data"
    folder.mkdir()
    outside.write_bytes(b"mine")
    directory = DosDirectory(DataFolder(folder))
    steps: tuple[Callable[[], object], ...] = (
        lambda: directory.copy("A", "LINK"),
        lambda: directory.rename("LINK", "OTHER"),
        lambda: directory.remove("LINK"),
        lambda: directory.remove("LINK.BAK"),
    )
    for do in steps:
        for file in folder.iterdir():
            file.unlink()
        (folder / "A").write_bytes(b"other")
        for name in ("LINK", "LINK.BAK"):
            (folder / name).symlink_to(outside)
        do()
        assert outside.read_bytes() == b"mine"


def test_a_time_that_no_calendar_has_is_no_time(tmp_path: Path, monkeypatch: Patch) -> None:
    def beyond(_: float) -> None:
        raise OverflowError

    (tmp_path / "A").write_bytes(b"1")
    monkeypatch.setattr("time.localtime", beyond)
    assert [found.timestamp for found in DosDirectory(DataFolder(tmp_path)).list_entries()] == [None]


def test_a_folder_that_is_gone_is_told_in_one_line(tmp_path: Path) -> None:
    directory = DosDirectory(DataFolder(tmp_path / "none"))
    assert directory.list_entries() == []
    with pytest.raises(StorageError):
        directory.read("A.PYR")
