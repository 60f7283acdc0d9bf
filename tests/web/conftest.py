"""The browsers that all tests of the page share; tests are skipped, saying why, where one or the run-time is missing.

A test that seats a player runs in Chromium, or in those that its mark `engines` names. In Firefox each runs with the first
of its cases, or not at all where the mark says `slow="firefox"`: the others are marked slow, and run every night.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from tests.web import engines, firefox, harness

Sit = Callable[..., harness.Player]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("engines") or pytest.mark.engines("chromium")
        slow = mark.kwargs.get("slow")
        cases = [pytest.param(name, marks=pytest.mark.slow if name == slow else ()) for name in mark.args]
        # The scope puts all tests of one engine together, so that no other one draws meanwhile.
        metafunc.parametrize("engine", cases, indirect=True, scope="session")


LONGEST = "first links thumb tabs touch files harness same hands gamepad page buttons tube offline"
"""The files that take longest, in this order: `--dist loadfile` begins with them, so that none is left alone at the end."""


def pytest_configure(config: pytest.Config) -> None:
    """Let files of tests be handed out in their order, and not by how many tests they have."""
    config.option.loadscopereorder = False


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and leave all but the first case of a test in Firefox to the night."""
    place = {f"test_{name}.py": at for at, name in enumerate(LONGEST.split())}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))
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
def browsers() -> Iterator[Callable[[str], engines.Engine]]:
    """Open a browser when it is first asked for."""
    with ExitStack() as opened:

        @cache
        def browser(name: str) -> engines.Engine:
            if name == "firefox":
                return opened.enter_context(engines.open_firefox())
            return opened.enter_context(engines.open_chromium())

        yield browser


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest, browsers: Callable[[str], engines.Engine]) -> engines.Engine:
    if missing := harness.browser_missing():
        pytest.skip(f"page not tried in a browser: {missing}")
    if request.param == "firefox" and (missing := firefox.firefox_missing()):
        pytest.skip(f"page not tried in Firefox: {missing}")
    return browsers(request.param)


@pytest.fixture(scope="module")
def sit(engine: engines.Engine) -> Iterator[Sit]:
    """Return a function that seats a player before a page, and at last leave it without errors."""
    yield engine.seat
    engine.leave()
