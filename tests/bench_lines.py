"""What all studies of the benchmark print: one line each, median and p99 beside the goal."""

import os
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

MEGABYTE = 1_000_000


def a_users(folder: str) -> dict[str, str]:
    """Return the surroundings of a Python that keeps its compiled modules, in a folder, from the second start on.

    Every user's does, whatever the one that measures is told not to write.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": folder}


class Line(NamedTuple):
    """One line of the table: what, median and p99 as text, the goal and whether it was met (None: no goal)."""

    what: str
    median: str
    p99: str = ""
    goal: str = ""
    met: bool | None = None


def p99(values: Sequence[float]) -> float:
    """Return the value that 99 in 100 do not exceed; of fewer than 100 the greatest."""
    return sorted(values)[max(0, -(-99 * len(values) // 100) - 1)]


def p95(values: Sequence[float]) -> float:
    """Return the time that 95 % keep to."""
    return sorted(values)[int(0.95 * len(values))]


def line(what: str, times: Sequence[float], digits: int = 2, p99_most: int | None = None) -> Line:
    """Return the line of times in milliseconds, of which the p99 may come to so many."""
    cost = f"{median(times):.{digits}f} ms", f"{p99(times):.{digits}f} ms"
    return (
        Line(what, *cost)
        if p99_most is None
        else Line(what, *cost, f"p99 <= {p99_most} ms", p99(times) <= p99_most)
    )


def print_lines(lines: Iterable[Line]) -> int:
    """Print the table, each line as soon as it is known; return how many goals were missed."""
    missed = 0
    print(f"{'':56}{'median':>20}{'p99':>11}   goal")
    for line in lines:
        verdict = "" if line.met is None else "ok" if line.met else "MISSED"
        missed += line.met is False
        print(f"{line.what:56}{line.median:>20}{line.p99:>11}   {line.goal:16}{verdict}".rstrip(), flush=True)
    return missed
