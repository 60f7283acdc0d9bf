"""Programs ended by SIGKILL while they write, on disks that run full: every file is the old or the new one, whole.

The study runs in a program of its own (tests.killing), which forks: that suits no process with Pyxel in it.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.posix
FIGURES = re.compile(
    r"(\d+) programs killed on .*: (\d+) states written, (\d+) times no room, .*, 0 broken\n"
)


def study(folder: Path, runs: int, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.killing", str(folder), "--runs", str(runs), *words]
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300)


def killed(folder: Path, runs: int, *words: str) -> tuple[int, int, int]:
    """Return how many programs were killed, how many states they had written, how often there was no room."""
    done = study(folder, runs, *words)
    figures = FIGURES.fullmatch(done.stdout)
    assert figures, done.stdout + done.stderr
    assert done.returncode == 0
    runs_done, written, full = map(int, figures.groups())
    return runs_done, written, full


@pytest.mark.parametrize("words", [(), ("--no-mount",)], ids=["tmpfs", "limited"])
def test_a_killed_program_leaves_the_old_or_the_new_file(tmp_path: Path, words: tuple[str, ...]) -> None:
    runs, written, full = killed(tmp_path, 12, *words)
    assert runs == 12
    assert written > 0
    assert full > 0


def test_a_careless_writer_would_be_found_out(tmp_path: Path) -> None:
    done = study(tmp_path, 12, "--no-mount", "--careless")
    assert done.returncode == 1
    assert not FIGURES.fullmatch(done.stdout)
    assert "PYRAMID.HGH: " in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--no-mount",)], ids=["tmpfs", "limited"])
def test_500_killed_programs_leave_the_old_or_the_new_file(tmp_path: Path, words: tuple[str, ...]) -> None:
    runs, written, full = killed(tmp_path, 500, *words)
    assert runs == 500
    assert written > 100
    assert full > 100
