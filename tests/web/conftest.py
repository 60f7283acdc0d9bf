"""The browsers that all tests of the page share; tests are skipped, saying why, where one or the run-time is missing.

A test that seats a player runs in Chromium, or in those that its mark `engines` names. In Firefox each runs with the first
of its cases, or not at all where the mark says `slow="firefox"`: the others are marked slow, and run every night.
"""

from collections.abc import Callable, Iterator

import pytest

from tests.web import engines, firefox, harness

Sit = Callable[..., harness.Player]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("engines") or pytest.mark.engines("chromium")
        cases = []
        for name in mark.args:
            # Where tests run side by side there is one Firefox, and a Chromium beside it takes file after file.
            group = name if name == "firefox" else metafunc.module.__name__
            marks = [pytest.mark.xdist_group(group), *[pytest.mark.slow] * (mark.kwargs.get("slow") == name)]
            cases.append(pytest.param(name, marks=marks))
        # The scope puts all tests of one engine together, so that no other one draws meanwhile.
        metafunc.parametrize("engine", cases, indirect=True, scope="session")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all but the first case of a test in Firefox to the night."""
    seen = set()
    for item in items:
        if isinstance(item, pytest.Function) and "[firefox" in item.name:
            if item.function in seen:
                item.add_marker(pytest.mark.slow)
            seen.add(item.function)


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
