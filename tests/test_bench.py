"""The benchmark measures what a user has."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench_children import frame_times
from tests.bench_lines import a_users

ROOT = Path(__file__).parents[1]


def test_programs_that_are_measured_have_their_modules_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    run = [sys.executable, "-v", "-c", "import retro_pyramid.cards"]
    first, second = (
        subprocess.run(run, env=a_users(str(tmp_path)), cwd=ROOT, capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    source = f"# code object from {ROOT / 'retro_pyramid' / 'cards.py'}"
    assert source in first.stderr
    assert source not in second.stderr
    assert "import 'retro_pyramid.cards'" in second.stderr


@pytest.mark.parametrize("adapter", ["ega", "cga"])
def test_every_study_of_frames_comes_to_its_end(one_host: None, adapter: str) -> None:
    times = frame_times(1, adapter=adapter, most=1)
    assert "present" in " ".join(times)
    assert min(map(len, times.values())) >= 1
