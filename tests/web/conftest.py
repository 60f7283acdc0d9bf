"""The browsers that all tests of the page share; tests are skipped, saying why, where one or the run-time is missing.

A test that seats a player runs in Chromium, or in those that its mark `engines` names; those in Firefox come last.
"""

from collections.abc import Callable, Iterator

import pytest

from tests.web import engines, firefox, harness
from web import build

Sit = Callable[..., harness.Player]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("engines")
        names = mark.args if mark else ["chromium"]
        # The scope puts all tests of one engine together, so that no other one draws meanwhile.
        metafunc.parametrize("engine", names, indirect=True, scope="session")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was not tried in Firefox, where anything was."""
    if any("[firefox" in report.nodeid for report in terminalreporter.stats.get("passed", ())):
        terminalreporter.line(f"Firefox lacks: {'; '.join(engines.FIREFOX_LACKS)}")
        terminalreporter.line(f"not tried in Firefox: {'; '.join(engines.UNTRIED_IN_FIREFOX)}")


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> Iterator[engines.Engine]:
    if missing := harness.browser_missing():
        pytest.skip(f"page not tried in a browser: {missing}")
    if request.param == "chromium":
        with harness.open_browser() as browser:
            yield engines.Chromium(browser)
    elif missing := firefox.firefox_missing():
        pytest.skip(f"page not tried in Firefox: {missing}")
    else:
        with engines.open_firefox() as browser:
            yield browser


@pytest.fixture(scope="module")
def sit(engine: engines.Engine) -> Iterator[Sit]:
    """Return a function that seats a player before a page, and at last leave it without errors."""
    yield engine.seat
    engine.leave()


@pytest.fixture(scope="session")
def shipped() -> str:
    """Return the page as `python web/build.py` writes it."""
    assert build.main() == 0
    return (build.WEB / "dist" / "index.html").read_text(encoding="utf-8")
