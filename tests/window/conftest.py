"""What tests in a real window share: a display of each worker, or the reason to leave them out."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.display import LIBRARIES, Display, opened_display

MISSING = [
    name for name, there in (("Xvfb", shutil.which("Xvfb")), ("libXtst", len(LIBRARIES) == 2)) if not there
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if MISSING:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=f"not installed here: {' '.join(MISSING)}"))


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    """A small one, where frames are drawn in time: of a window of 1120x840 there are 17 a second without a card."""
    with opened_display("800x600") as found:
        yield found
