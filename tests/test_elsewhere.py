"""What only Windows or macOS runs, tried here with their modules stood in for."""

import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import process
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.commands import parallel as processes
from retro_pyramid.commands.arguments import COMMANDS
from retro_pyramid.storage import DataFolder, StorageError
from retro_pyramid.storage.backends import data_folder as folder
from retro_pyramid.storage.backends import user_files as named
from tests.elsewhere import Msvcrt

Patch = pytest.MonkeyPatch

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "tests" / "scripts" / "stuck_keys_level1.script"
METHODS = [name for name in ("spawn", "forkserver") if name in multiprocessing.get_all_start_methods()]


def ran(*words: str, start: tuple[str, ...] = ("-m", "retro_pyramid"), home: Path | None = None) -> bytes:
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *start, *words], capture_output=True, check=False, cwd=home, env=surroundings
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def as_on(system: str) -> tuple[str, ...]:
    return (str(ROOT / "tests" / "elsewhere.py"), system)


# The whole program


def test_a_game_is_played_and_kept_elsewhere_as_here(tmp_path: Path) -> None:
    words = (
        f"--script {SCRIPT} --deal 4 --headless --state files/state --record files/record --data data"
        " then export --data data files/all.zip then import --data again files/all.zip"
        " then stats --data data then scores data/PYRAMID.HGH"
    ).split()
    found = {}
    for system in ("here", "win32", "darwin"):
        home = tmp_path / system
        (home / "files").mkdir(parents=True)
        said = ran(*words, start=as_on(system), home=home)
        text = said.decode("cp1252" if system == "win32" else "utf-8").replace("\r\n", "\n")
        files = [path for path in home.rglob("*") if path.is_file()]
        found[system] = (text, {path.relative_to(home).as_posix(): path.read_bytes() for path in files})
    here, kept = found.pop("here")
    assert "Ann of Ålborg" in here
    assert {"data/PYRAMID.HGH", "files/state", "again/PYRAMID.HGH"} <= kept.keys()
    for system, (text, written) in found.items():
        assert text == here, system
        assert [file for file, data in kept.items() if written.get(file) != data] == [], system


def test_windows_breaks_its_lines_and_takes_them_back(tmp_path: Path) -> None:
    found = ran("solve", "--edition", "em", "--deal", "2", start=as_on("win32"))
    assert found.count(b"\r\n") == found.count(b"\n") > 3
    (tmp_path / "game").write_bytes(found)
    replayed = ran("replay", str(tmp_path / "game"), start=as_on("win32"))
    assert b"pyramid cleared in pass 2\r\n" in replayed


def test_every_help_can_be_printed_where_there_are_few_characters() -> None:
    code = f"""
from tests.elsewhere import become; become("win32")
from retro_pyramid.cli import main
for words in (["--help"], *([name, "--help"] for name in {list(COMMANDS)})):
    try:
        main(words)
    except SystemExit as end:
        assert not end.code, words
"""
    said = ran("-c", code, start=())
    assert len(re.findall(rb"^(?:usage:|pyramid: )", said, re.MULTILINE | re.IGNORECASE)) == 1 + len(COMMANDS)


# Files


@pytest.fixture
def windows(monkeypatch: Patch) -> Msvcrt:
    stood_in = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", stood_in)
    monkeypatch.setattr(sys, "platform", "win32")
    return stood_in


def test_a_lock_of_windows_keeps_others_out_and_is_given_back_before_its_file_is_closed(
    windows: Msvcrt, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(folder, "LOCK_TIMEOUT_SECONDS", 0.05)
    one, other = DataFolder(tmp_path), DataFolder(tmp_path)
    close = os.close

    def closed(handle: int) -> None:
        assert handle not in windows.held.values()
        close(handle)

    monkeypatch.setattr(os, "close", closed)
    with one.lock("A"):
        with pytest.raises(StorageError, match="held the lock for too long"), other.lock("A"):
            pass
        with other.lock("B"):
            assert len(windows.held) == 2
        with one.lock("A"):
            assert len(windows.held) == 1
    assert windows.held == {}
    # Also when what it is for fails.
    with suppress(RuntimeError), other.lock("A"):
        assert len(windows.held) == 1
        raise RuntimeError
    assert windows.held == {}


def test_a_game_of_windows_is_taken_over_and_its_file_removed(windows: Msvcrt, tmp_path: Path) -> None:
    one, other = (DataFolder(tmp_path).lock_game("em left 1") for _ in range(2))
    assert (one.mine, other.mine, len(windows.held)) == (True, False, 1)
    other.take()
    assert (other.mine, one.mine, other.mine, len(windows.held)) == (True, False, True, 1)
    one.release()
    assert [path.name for path in tmp_path.iterdir()] == ["EM-LEFT-1.LCK"]
    other.release()
    assert (list(tmp_path.iterdir()), windows.held) == ([], {})


@pytest.fixture
def refusals(monkeypatch: Patch) -> list[int]:
    """How often a file will still refuse to be replaced, as one that a scanner looks into."""
    left = [0]
    replace = Path.replace

    def refused(path: Path, target: Path) -> Path:
        if left[0]:
            left[0] -= 1
            raise PermissionError(13, "Access is denied")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refused)
    return left


@pytest.mark.parametrize(
    ("system", "times", "kept"), [("win32", 3, b"new"), ("win32", 10**6, b"old"), ("linux", 1, b"old")]
)
def test_windows_replaces_a_file_as_soon_as_nobody_looks_into_it_and_elsewhere_a_refusal_is_final(
    windows: Msvcrt,
    tmp_path: Path,
    refusals: list[int],
    monkeypatch: Patch,
    system: str,
    times: int,
    kept: bytes,
) -> None:
    place = DataFolder(tmp_path)
    place.write("A", b"old")
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(named, "_REPLACE_TIMEOUT_SECONDS", 5 if kept == b"new" else 0.05)
    refusals[0] = times
    with nullcontext() if kept == b"new" else pytest.raises(StorageError, match="Access is denied"):
        place.write("A", b"new")
    assert (place.read("A"), place.list_names()) == (kept, ["A"])
    assert (refusals[0] == 0) == (times < 10)


def test_a_name_that_is_taken_can_be_given(tmp_path: Path, monkeypatch: Patch) -> None:
    def refused(*_: object) -> None:
        raise FileExistsError(17, "Cannot create a file when that file already exists")

    # As on Windows, where `rename` replaces nothing.
    monkeypatch.setattr(Path, "rename", refused)
    place = DataFolder(tmp_path)
    place.write("A", b"one")
    place.write("B", b"other")
    place.rename("A", "B")
    assert (place.read("B"), place.list_names()) == (b"one", ["B"])


# Processes


def in_processes(method: str) -> tuple[str, ...]:
    begun = f"import multiprocessing; multiprocessing.set_start_method({method!r})"
    return ("-c", f"{begun}; from retro_pyramid.cli import main; raise SystemExit(main())")


def test_workers_that_begin_anew_give_the_same_answers(tmp_path: Path) -> None:
    odds = ["odds", "--edition", "relaxed", "--option", "passes=1", "--deals", "6"]
    one = ran(*odds, "--jobs", "1", "--data", str(tmp_path / "one"))
    kept = (tmp_path / "one" / "PYRAMID.ODD").read_bytes()
    for method in METHODS:
        assert ran(*odds, "--jobs", "2", "--data", str(tmp_path / method), start=in_processes(method)) == one
        assert (tmp_path / method / "PYRAMID.ODD").read_bytes() == kept, method


def test_on_windows_no_more_workers_are_asked_for_than_it_waits_for(monkeypatch: Patch) -> None:
    asked: list[int] = []

    class Pool(futures.ThreadPoolExecutor):
        def __init__(self, workers: int, initializer: Callable[[], None]) -> None:
            asked.append(workers)
            super().__init__(1)

    monkeypatch.setattr(futures, "ProcessPoolExecutor", Pool)
    for system in ("win32", "linux"):
        monkeypatch.setattr(sys, "platform", system)
        numbers: list[Any] = list(processes.parallel_map(abs, range(100), 96))
        assert numbers == list(range(100))
    assert asked == [process._MAX_WINDOWS_WORKERS, 96]
