"""Waiting for what another program does in its own time."""

import time
from collections.abc import Callable
from typing import Any

SECONDS = 40.0


def wait_for(what: str, ask: Callable[[], Any], there: Callable[[], object] | None = None) -> Any:
    """Ask until there is an answer; who waits in vain is told for what, and what was `there` instead."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if answer := ask():
            return answer
        time.sleep(0.01)
    raise AssertionError(f"{what}: not within {SECONDS:.0f} s; there was {(there or ask)()!r}")
