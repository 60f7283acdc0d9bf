"""How sharp the tests are: of changes to the program that a seed has drawn, they notice nearly all."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.posix
ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_97_in_100_mutants_are_caught(tmp_path: Path) -> None:
    pytest.importorskip("cosmic_ray")
    command = [sys.executable, "-m", "tests.mutants", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| all | 300 |" in done.stdout
