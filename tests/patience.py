"""Waiting for what another program does in its own time."""

import time
from collections.abc import Callable
from typing import Any

SECONDS = 40.0


def wait_for(what: str, ask: Callable[[], Any]) -> Any:
    """Ask until there is an answer."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if answer := ask():
            return answer
        time.sleep(0.01)
    raise AssertionError(f"{what}: not within {SECONDS:.0f} s")
