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


@pytest.mark.parametrize(
    ("runs", "least", "words"),
    [
        (8, 0, ["--no-mount"]),
        pytest.param(500, 100, ["--no-mount"], marks=pytest.mark.slow),
        pytest.param(500, 100, [], marks=pytest.mark.slow),
    ],
    ids=["limited", "500 limited", "500 tmpfs"],
)
def test_a_killed_program_leaves_whole_files(tmp_path: Path, runs: int, least: int, words: list[str]) -> None:
    done = study(tmp_path, runs, *words)
    figures = FIGURES.fullmatch(done.stdout)
    assert figures, done.stdout + done.stderr
    assert done.returncode == 0
    killed, written, full = map(int, figures.groups())
    assert killed == runs
    assert min(written, full) > least
