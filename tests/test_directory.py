"""The data folder as the DOS prompt lists and changes it."""

import os
from pathlib import Path

import pytest

from retro_pyramid.storage import BrowserStore, DataFolder, StorageError
from retro_pyramid.storage.directory import Directory


class LocalStorage:
    """The browser's storage, in memory."""

    def __init__(self) -> None:
        self.items: dict[str, str] = {}
        self.getItem = self.items.get
        self.setItem = self.items.__setitem__
        self.removeItem = self.items.pop
        self.key = lambda number: list(self.items)[number]

    @property
    def length(self) -> int:
        return len(self.items)


@pytest.fixture(params=["folder", "browser"])
def directory(request: pytest.FixtureRequest, tmp_path: Path) -> Directory:
    storage = LocalStorage()
    store = DataFolder(tmp_path) if request.param == "folder" else BrowserStore(lambda: storage)
    for name, data in (("PYRAMID.HGH", b"board"), ("games.pyr", b"games"), ("PYRAMID.HGH.BAK", b"old")):
        store.write(name, data)
    return Directory(store)


def names(directory: Directory) -> list[str]:
    return [found.name for found in directory.entries()]


def test_files_are_listed_by_name_with_their_sizes(directory: Directory) -> None:
    assert [(found.name, found.size) for found in directory.entries()] == [
        ("games.pyr", 5),
        ("PYRAMID.HGH", 5),
        ("PYRAMID.HGH.BAK", 3),
    ]


def test_dates_locks_folders_and_free_bytes_of_a_real_folder(tmp_path: Path) -> None:
    (tmp_path / "A.PYR").write_bytes(b"1")
    (tmp_path / "A.PYR.LCK").touch()
    (tmp_path / "B.PYR.TMP").touch()
    (tmp_path / "folder").mkdir()
    os.utime(tmp_path / "A.PYR", (86400 * 365, 86400 * 365 + 12 * 3600))
    (found,) = Directory(DataFolder(tmp_path)).entries()
    assert found.name == "A.PYR"
    assert found.stamp is not None
    assert found.stamp[:2] == (1971, 1)
    assert (Directory(DataFolder(tmp_path)).free() or 0) > 0


def test_a_copy_keeps_what_it_takes_the_place_of(directory: Directory) -> None:
    assert directory.copy("games.pyr", "NEW.PYR") is None
    assert directory.copy("games.pyr", "PYRAMID.HGH") == "PYRAMID.HGH.BAK2"
    assert (directory.read("NEW.PYR"), directory.read("PYRAMID.HGH")) == (b"games", b"games")
    assert directory.read("PYRAMID.HGH.BAK2") == b"board"
    with pytest.raises(StorageError, match="not there any more"):
        directory.copy("none", "NEW.PYR")
    assert directory.read("NEW.PYR") == b"games"


def test_what_is_removed_is_kept_unless_it_was_a_kept_one(directory: Directory) -> None:
    assert directory.remove("PYRAMID.HGH") == "PYRAMID.HGH.BAK2"
    assert directory.remove("PYRAMID.HGH.BAK") is None
    assert names(directory) == ["games.pyr", "PYRAMID.HGH.BAK2"]
    assert directory.read("PYRAMID.HGH.BAK2") == b"board"


def test_a_file_gets_another_name_that_is_free(directory: Directory) -> None:
    directory.rename("games.pyr", "GAMES.PYR")
    directory.rename("GAMES.PYR", "BEST.PYR")
    assert directory.read("BEST.PYR") == b"games"
    with pytest.raises(StorageError, match="such a file already"):
        directory.rename("BEST.PYR", "PYRAMID.HGH")
    assert directory.read("PYRAMID.HGH") == b"board"


def test_a_folder_that_is_gone_is_told_in_one_line(tmp_path: Path) -> None:
    directory = Directory(DataFolder(tmp_path / "none"))
    assert directory.entries() == []
    with pytest.raises(StorageError):
        directory.read("A.PYR")
