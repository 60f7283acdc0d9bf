"""What tests of scripts share: one run of a script by the command line, that does not wait for the disk."""

import itertools
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cli import main
from retro_pyramid.launcher import launcher as playing
from tests.scripts import FOLDER, words_of

States = dict[str, dict[str, Any]]
RunScript = Callable[..., States]
MANY = Path(__file__).parents[1] / "screens" / "figures" / "many.sta"
MODES = {"graphics": "", "text": "T", "cga": "--video cga", "mono": "--video mono"}
"""Words for each display."""


def crossed(scripts: Iterable[str], modes: Iterable[str], odd: int = 0) -> list[Any]:
    """Each script on each display, as parameters; every second pair (as the black fields of a board) once a night."""
    pairs = itertools.product(enumerate(scripts), enumerate(modes))
    return [
        pytest.param(script, mode, marks=pytest.mark.slow if (row + column + odd) % 2 else ())
        for (row, script), (column, mode) in pairs
    ]


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    # A game is kept after every move.
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def run_script(one_host: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RunScript:
    """Run a script with its words and others; return the states it wrote; deals of chance are 1001, 1002, ..."""
    numbers = itertools.count(1001)
    monkeypatch.setattr(playing, "_random_deal_number", lambda: next(numbers))

    def run(script: str, words: str = "", folder: Path = tmp_path) -> States:
        given = [*words_of(script), *words.split(), "--script", str(FOLDER / f"{script}.script")]
        files = ["--state", str(folder / "last.json"), "--shots", str(folder), "--data", str(folder / "data")]
        assert main([*given, "--headless", *files]) == 0
        return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")}

    return run
