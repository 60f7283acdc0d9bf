"""What tests in a real window share: a display of each worker, or the reason to leave them out."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.desktop import served

MISSING = [tool for tool in ("Xvfb", "xdotool", "xprop") if shutil.which(tool) is None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if MISSING:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=f"not installed here: {' '.join(MISSING)}"))


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    with served() as name:
        yield name
