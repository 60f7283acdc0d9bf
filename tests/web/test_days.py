"""The small pages of the coming days: one each, with the pyramid that is dealt that day."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import TESTS
from web.build import PREVIEW_SIZE
from web.tools.pictures import read_png

SCRIPT = TESTS.parent / "web" / "days.py"


def made(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_each_day_has_a_page_with_its_pyramid_and_a_link_that_begins_it(tmp_path: Path) -> None:
    words = ("--from", "20261231", "--days", "2", "--url", "https://example.org/days")
    assert made(tmp_path / "days", *words).returncode == 0
    names = sorted(path.name for path in (tmp_path / "days").iterdir())
    assert names == ["20261231.html", "20261231.png", "20270101.html", "20270101.png"]
    page = (tmp_path / "days/20261231.html").read_text(encoding="utf-8")
    assert 'href="../?day=20261231"' in page
    assert 'content="https://example.org/days/20261231.png"' in page
    one, other = (read_png((tmp_path / "days" / name).read_bytes()) for name in names[1::2])
    assert (len(one[0]) // 3, len(one)) == PREVIEW_SIZE
    assert one != other


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--from", "20261301"), "'20261301': expected a day as YYYYMMDD"),
        (("--days", "0"), "'0': expected 1 to 366"),
    ],
)
def test_wrong_words_are_refused(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    done = made(tmp_path / "days", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert not (tmp_path / "days").exists()
