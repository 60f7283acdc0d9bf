"""Tests in a real terminal multiplexer, left out with the reason where there is none."""

import shutil
from pathlib import Path

import pytest

MISSING = shutil.which("tmux") is None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if MISSING:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="not installed here: tmux"))
