"""What tests of the emulated PC share: Pyxel, opened once without a window, and a fresh machine on it."""

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from retro_pyramid.machine import host
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.presenter import Presenter, WindowOptions
from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.resources import read_asset_text

# A busy machine makes no test fail: how fast things are is the benchmark's business.
settings.register_profile("unhurried", deadline=None, derandomize=True)
settings.load_profile("unhurried")

HOURS = 4 * 3600
"""Seconds that a long study may take; of any other test pyproject.toml says it."""

MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 1 << 28:
    # A disk that is waited for at every game kept takes a third of the time of some tests.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-golden", action="store_true", help="write tests/golden/*.png anew instead of comparing"
    )


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: many tests wait for a window or a terminal."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pass over what needs a POSIX system where there is none, and give the long studies their time."""
    for item in items:
        if os.name != "posix" and item.get_closest_marker("posix"):
            item.add_marker(pytest.mark.skip(reason="needs a POSIX system"))
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(HOURS))


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over the thousands of tests: it would look at all of them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def heeded() -> None:
    """Let the programs that tests start heed signals, also where the tests run in the background or under nohup."""
    for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)


@pytest.fixture(scope="session")
def font() -> bytes:
    """The 256 patterns of 14 bytes, read from the hex file line by line."""
    patterns = [bytes(14)] * 256
    for line in read_asset_text("cp437_8x14.hex").splitlines():
        if not line.startswith("#"):
            code, rows = line.split()
            patterns[int(code, 16)] = bytes.fromhex(rows)
    return b"".join(patterns)


@pytest.fixture(scope="session")
def opened() -> Presenter:
    """Pyxel without a window: it can be opened only once in a process, and moves to another folder as it opens."""
    here = Path.cwd()
    try:
        return host.open_window(WindowOptions("tests", aspect="square", is_headless=True))
    finally:
        os.chdir(here)


@pytest.fixture
def one_host(opened: Presenter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pyxel opens no second time for a program that is run by its command line."""
    monkeypatch.setattr(host, "open_window", lambda _: opened)


@pytest.fixture
def machine(opened: Presenter, font: bytes) -> Iterator[Machine]:
    """A silent graphics machine with the default palette."""
    pc = Machine(DisplayAdapter(font), is_silent=True)
    pc.display.set_registers()
    yield pc
    pc.display.set_registers()
