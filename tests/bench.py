"""Speed and size, measured: `python -m tests.bench [STUDY ...]` prints medians and p99 beside their goals.

Studies: first-frame, frames, memory, size, core; without a name all of them, within three minutes.
The windows are opened on a display of their own (Xvfb), so that nothing on the real one disturbs or is disturbed.
"""

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.bench_children import FLOOR, OURS

ROOT = Path(__file__).resolve().parent.parent
STARTS = 15
MEMORY_RUNS, MEMORY_FRAMES = 3, 60
ROUNDS = 3
MEGABYTE = 1_000_000


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


@contextmanager
def display() -> Iterator[dict[str, str] | None]:
    """Start Xvfb on a free display; give the environment for programs on it, None where there is no Xvfb."""
    if shutil.which("Xvfb") is None:
        yield None
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        if not number:
            yield None
            return
        # No sound card in either program: opening one takes as long as the machine likes.
        yield os.environ | {"DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
    finally:
        server.terminate()
        server.wait()


def child(code: str, frames: int, environment: dict[str, str]) -> tuple[float, int]:
    """Run a window till it has drawn so many frames; return the seconds it took and its resident kilobytes."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code, str(frames), folder],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        took = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(f"bench: a window failed: {done.stderr.strip()[-300:]}")
    return took, int(done.stdout or 0)


def without_windows(what: str) -> list[Line]:
    return [Line(f"{what}: skipped, there is no Xvfb to open windows on", "-")]


def first_frame() -> list[Line]:
    """From the start of the process to the first frame drawn, the two programs in turn."""
    with display() as environment:
        if environment is None:
            return without_windows("first frame")
        for code in (FLOOR, OURS):  # The first start of each fills the disk's cache.
            child(code, 1, environment)
        pairs = [tuple(child(code, 1, environment)[0] for code in (FLOOR, OURS)) for _ in range(STARTS)]
    floor, ours = ([1000 * took for took in column] for column in zip(*pairs, strict=True))
    ratio = median(ours) / median(floor)
    return [
        Line("first frame, Pyxel's emptiest program", f"{median(floor):.0f} ms", f"{p99(floor):.0f} ms"),
        Line("first frame, the title", f"{median(ours):.0f} ms", f"{p99(ours):.0f} ms"),
        Line("  times the emptiest", f"{ratio:.2f}", goal="median <= 1.5", met=ratio <= 1.5),
    ]


def memory() -> list[Line]:
    """Resident memory in a window after 60 frames, less that of the emptiest program."""
    if not Path("/proc/self/status").exists():
        return [Line("memory: skipped, this system does not tell it", "-")]
    with display() as environment:
        if environment is None:
            return without_windows("memory")
        pairs = [
            [child(code, MEMORY_FRAMES, environment)[1] * 1024 / MEGABYTE for code in (FLOOR, OURS)]
            for _ in range(MEMORY_RUNS)
        ]
    more = [ours - floor for floor, ours in pairs]
    return [
        Line("memory, Pyxel's emptiest program", f"{median(floor for floor, _ in pairs):.1f} MB"),
        Line(
            "  the title above it",
            f"{median(more):.1f} MB",
            f"{max(more):.1f} MB",
            "<= 25 MB",
            max(more) <= 25,
        ),
    ]


def frames() -> list[Line]:
    """Update, draw and present in a process of its own without a window: scale 1, then 2; the quietest of some rounds."""
    rounds: dict[str, list[list[float]]] = {}
    for scale in ("1", "2"):
        for _ in range(ROUNDS):
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench_children", scale],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                check=True,
                timeout=120,
            )
            for name, times in json.loads(done.stdout).items():
                rounds.setdefault(name, []).append(times)
    lines = []
    for name, found in rounds.items():
        best = min(found, key=p99)
        goal = 1.0 if name.startswith("present") else 2.0
        lines.append(
            Line(
                name,
                f"{median(best):.2f} ms",
                f"{p99(best):.2f} ms",
                f"p99 <= {goal:.0f} ms",
                p99(best) <= goal,
            )
        )
    return lines


def size() -> list[Line]:
    """What is downloaded: the wheel, and the page as `web/build.py` writes it."""
    from web.build import archive, page, wheel_files

    lines = []
    if importlib.util.find_spec("hatchling") and importlib.util.find_spec("pip"):
        with TemporaryDirectory() as folder:
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
            options = ["--no-deps", "--no-build-isolation", "--wheel-dir", folder, str(ROOT)]
            subprocess.run([*pip, *options], check=True, timeout=120)
            (wheel,) = Path(folder).glob("*.whl")
            bytes_ = wheel.stat().st_size
        lines.append(Line("wheel", f"{bytes_ / MEGABYTE:.3f} MB", goal="<= 1 MB", met=bytes_ <= MEGABYTE))
    else:
        lines.append(Line("wheel: skipped, it takes pip and hatchling to build it", "-"))
    payload = len(page(archive(wheel_files(ROOT))).encode())
    lines.append(
        Line("browser page", f"{payload / MEGABYTE:.3f} MB", goal="<= 1 MB", met=payload <= MEGABYTE)
    )
    return lines


def rate(count: Callable[[], int]) -> float:
    """Return how many a second, the best of some rounds."""
    best = 0.0
    for _ in range(5):
        began = time.perf_counter()
        number = count()
        best = max(best, number / (time.perf_counter() - began))
    return best


def core() -> list[Line]:
    """Rules without a screen, beside an empty loop that says how fast this machine is."""
    from retro_pyramid.cards import deal
    from retro_pyramid.rules import DRAW, State, legal_moves, play, rules_for, start
    from retro_pyramid.rules.perft import perft

    rules = rules_for("odm")
    states: list[State] = []
    for number in range(200):
        state = start(rules, deal(number))
        while moves := legal_moves(rules, state):
            states.append(state)
            state = play(rules, state, next((move for move in moves if move != DRAW), DRAW))
    pairs = [(state, legal_moves(rules, state)[0]) for state in states]

    def calibrate() -> int:
        total = 0
        for number in range(1_000_000):
            total += number & 1
        return 2 * total

    def count_moves() -> int:
        for state in states:
            legal_moves(rules, state)
        return len(states)

    def count_plays() -> int:
        for state, move in pairs:
            play(rules, state, move)
        return len(pairs)

    def count_perft() -> int:
        return sum(sum(perft(rules, start(rules, deal(number)), 12)) for number in range(10))

    return [
        Line(name, f"{rate(count):,.0f} a second")
        for name, count in (
            ("calibration: turns of an empty loop", calibrate),
            ("core, legal_moves", count_moves),
            ("core, play", count_plays),
            ("core, perft 12: sequences", count_perft),
        )
    ]


STUDIES: dict[str, Callable[[], list[Line]]] = {
    "first-frame": first_frame,
    "frames": frames,
    "memory": memory,
    "size": size,
    "core": core,
}
STANDARD = tuple(STUDIES)


def main() -> int:
    """Run the studies named on the command line; returns 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure speed and size.")
    parser.add_argument(
        "studies", nargs="*", metavar="STUDY", help=f"{', '.join(STUDIES)} (default: {', '.join(STANDARD)})"
    )
    names = parser.parse_args().studies or STANDARD
    unknown = [name for name in names if name not in STUDIES]
    if unknown:
        parser.error(f"no study is called {unknown[0]!r}; there are {', '.join(STUDIES)}")
    print(f"{'':44}{'median':>20}{'p99':>11}   goal")
    missed = 0
    for name in names:
        for line in STUDIES[name]():
            verdict = "" if line.met is None else "ok" if line.met else "MISSED"
            missed += line.met is False
            print(
                f"{line.what:44}{line.median:>20}{line.p99:>11}   {line.goal:16}{verdict}".rstrip(),
                flush=True,
            )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
