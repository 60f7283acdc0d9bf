"""Speed and size, measured: `python -m tests.bench [STUDY ...]` prints medians and p99 beside their goals.

Studies: first-frame, frames, picture, asleep, memory, size, core; without a name all of these, within three minutes.
Longer ones, only when named: computer, solver, formats.  With --web the page in a real Chromium is measured instead:
first-contact, slow-contact, payload, memory, frames, asleep; firefox-contact is first-contact in a real Firefox.
The windows are opened on a display of their own (Xvfb), so that nothing on the real one disturbs or is disturbed.
"""

import argparse
import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.save_text import encode_save
from retro_pyramid.rules import rules_for, solver_rules
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.session import Session
from tests.bench_children import ASLEEP, FLOOR, LIGHT, OURS
from tests.bench_computer import legal_moves_time, perft_speed, play_time
from tests.bench_lines import MEGABYTE, Line, a_users, line, p95, p99, print_lines
from tests.bench_solver import grades
from tests.window.display import served
from web.build import build_archive, build_page, wheel_files

ROOT = Path(__file__).resolve().parent.parent
ADAPTERS = ("ega", "cga", "mono")
STARTS = 9
MEMORY_RUNS, MEMORY_FRAMES = 3, 60
ROUNDS = 3


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """Give the environment for programs on a display of its own."""
    with served("1280x1024") as name, TemporaryDirectory() as compiled:
        # No sound card in either program: opening one takes as long as the machine likes.
        words = {"DISPLAY": name, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
        yield a_users(compiled) | words


def child(environment: dict[str, str], *words: str) -> tuple[float, str]:
    """Run a Python with files of its own; return the milliseconds it took and what it printed."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *words],
            env=environment | {"RETRO_PYRAMID_DATA": folder},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        took = 1000 * (time.perf_counter() - began)
    if done.returncode:
        raise SystemExit(f"bench: a window failed: {done.stderr.strip()[-300:]}")
    return took, done.stdout


def beside_the_floor(runs: int, frames: int) -> list[list[tuple[float, str]]]:
    """Run Pyxel's emptiest program and ours on each adapter in turn, till so many frames are drawn; a list for each."""
    with display() as environment:
        found = [
            [
                child(environment, "-c", FLOOR, str(frames)),
                *(child(environment, "-c", OURS, str(frames), "--video", name) for name in ADAPTERS),
            ]
            for _ in range(runs)
        ]
    return [list(column) for column in zip(*found, strict=True)]


def first_frame() -> Iterator[Line]:
    """From the start of the process to the first frame drawn, the two programs in turn, their modules compiled."""
    # The first start of each fills the disk's cache and keeps the compiled modules.
    floor, *ours = ([took for took, _ in runs[1:]] for runs in beside_the_floor(STARTS + 1, 1))
    yield line("first frame, Pyxel's emptiest program", floor, digits=0)
    yield Line("  both of compiled modules, as a user has them", "")
    for name, found in zip(ADAPTERS, ours, strict=True):
        yield line(f"first frame, the title ({name})", found, digits=0)
        ratio = median(found) / median(floor)
        yield Line("  times the emptiest", f"{ratio:.2f}", goal="median <= 1.5", met=ratio <= 1.5)


def memory() -> Iterator[Line]:
    """Resident memory in a window after 60 frames, less that of the emptiest program."""
    if not Path("/proc/self/status").exists():
        yield Line("memory: skipped, this system does not tell it", "-")
        return
    columns = beside_the_floor(MEMORY_RUNS, MEMORY_FRAMES)
    floor, *ours = ([1024 * int(said) / MEGABYTE for _, said in runs] for runs in columns)
    yield Line("memory, Pyxel's emptiest program", f"{median(floor):.1f} MB")
    for name, found in zip(ADAPTERS, ours, strict=True):
        more = [mine - empty for mine, empty in zip(found, floor, strict=True)]
        cost = f"{median(more):.1f} MB", f"{max(more):.1f} MB"
        yield Line(f"  the title above it ({name})", *cost, "<= 25 MB", max(more) <= 25)


def frames() -> Iterator[Line]:
    """Update, draw and present in a process of its own without a window: scale 1, then 2, then the other adapters.

    Of some rounds the quietest counts, in processor time, as what else the machine does is none of ours.
    """
    rounds: dict[str, list[list[float]]] = {}
    for scale, adapter in (("1", "ega"), ("2", "ega"), ("1", "cga"), ("1", "mono")):
        for _ in range(ROUNDS):
            said = child(dict(os.environ), "-m", "tests.bench_children", scale, adapter)[1]
            for name, times in json.loads(said).items():
                rounds.setdefault(name, []).append(times)
    for name, found in rounds.items():
        # The solver may take 4 ms of a frame beside all else.
        most = 1 if "present" in name else 6 if "lamp" in name else 2
        yield line(name, min(found, key=p99), p99_most=most)


def picture() -> Iterator[Line]:
    """The crisp and the even picture in a window at scale 2: our part of a frame, and all that the process does.

    On a display without a graphics card the second is mostly the work of one, done by the processor.
    """
    found: dict[str, list[tuple[float, list[float]]]] = {"crisp": [], "even": []}
    with display() as environment, TemporaryDirectory() as folder:
        for name in [*found] * ROUNDS:
            Path(folder, "PYRAMID.CFG").write_text(f"[shell]\npicture = {name}\n", encoding="utf-8")
            words = ("--scale", "2", "--mute", "--start", "table", "--data", folder)
            found[name].append(json.loads(child(environment, "-c", LIGHT, *words)[1]))
    for name, rounds in found.items():
        best = min((times for _, times in rounds), key=p99)
        yield line(f"present in a window, scale 2, {name}", best, p99_most=1)
    for name, rounds in found.items():
        yield Line(f"  a whole frame, all threads, {name}", f"{min(whole for whole, _ in rounds):.1f} ms")


def asleep() -> Iterator[Line]:
    """What a process does in a second of a table at which nothing is done, and Pyxel's emptiest program beside it."""
    with display() as environment:
        floor = float(child(environment, "-c", ASLEEP + FLOOR, "100000")[1])
        ours = ASLEEP + "from retro_pyramid.cli import main\nmain(sys.argv[1:])"
        table = float(child(environment, "-c", ours, "--scale", "1", "--start", "table")[1])
    yield Line("work while nothing is done, emptiest program", f"{floor:.0f} ms a second")
    yield Line("work while nothing is done, a table", f"{table:.0f} ms a second")
    yield Line("  times the emptiest", f"{table / floor:.2f}", "", "<= 1.2", table / floor <= 1.2)


def size() -> Iterator[Line]:
    """What is downloaded: the wheel, and the page as `web/build.py` writes it."""
    sizes = {"browser page": len(build_page(build_archive(wheel_files(ROOT))).encode())}
    if importlib.util.find_spec("hatch_fancy_pypi_readme") and importlib.util.find_spec("pip"):
        with TemporaryDirectory() as folder:
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
            options = ["--no-deps", "--no-build-isolation", "--wheel-dir", folder, str(ROOT)]
            subprocess.run([*pip, *options], check=True, timeout=120)
            (wheel,) = Path(folder).glob("*.whl")
            sizes = {"wheel": wheel.stat().st_size, **sizes}
    else:
        yield Line("wheel: skipped, it takes pip and hatch-fancy-pypi-readme to build it", "-")
    for name, size in sizes.items():
        yield Line(name, f"{size / MEGABYTE:.3f} MB", goal="<= 1 MB", met=size <= MEGABYTE)


def empty_loops() -> float:
    """Return how many turns of an empty loop there are in a second, the best of some rounds."""
    rounds = []
    for _ in range(5):
        began, total = time.perf_counter(), 0
        for number in range(1_000_000):
            total += number & 1
        rounds.append(2 * total / (time.perf_counter() - began))
    return max(rounds)


def core() -> Iterator[Line]:
    """Rules and session on mid-game positions: the slowest of the nine rule sets, with a loop to compare with."""
    yield Line("calibration: turns of an empty loop", f"{empty_loops():,.0f} a second")
    for name, time_of, most in (("legal_moves", legal_moves_time, 15), ("play", play_time, 10)):
        slowest = max(map(time_of, ALL_RULES))
        yield Line(f"{name}, slowest rule set", f"{slowest:.2f} µs", "", f"<= {most} µs", slowest <= most)
    depth, sequences, speed = perft_speed(rules_for("em"))
    what = f"perft {depth}: {sequences:,} sequences"
    yield Line(what, f"{speed:,.0f} /s", "", ">= 100,000 /s", speed >= 1e5)
    # Of 40 deals each, processor time.
    times = [[1000 * spent for spent in grades(solver_rules(rules), 40)[0]] for rules in ALL_RULES]
    graded = max(times, key=p95)
    cost = f"{median(graded):.0f} ms", f"{p95(graded):.0f} ms"
    yield Line("grade of a deal, slowest rule set", *cost, "p95 <= 300 ms", p95(graded) <= 300)
    session = Session(rules_for("em"), deal(61), 61)
    while session.status == "playing":
        session.play_move(session.legal_moves()[0])
    stores = []
    for _ in range(500):
        began = time.perf_counter()
        encode_save(session.to_saved_session())
        stores.append((time.perf_counter() - began) * 1000)
    yield line("storing a whole game", stores, digits=3, p99_most=1)


STUDIES: dict[str, Callable[[], Iterator[Line]]] = {
    "first-frame": first_frame,
    "frames": frames,
    "picture": picture,
    "asleep": asleep,
    "memory": memory,
    "size": size,
    "core": core,
}
WINDOWS = ("first-frame", "picture", "asleep", "memory")
LONG = ("computer", "solver", "formats")
"""Studies that take one to four minutes and print a table of their own; only run when named."""


def lines_of(name: str) -> Iterator[Line]:
    """Yield the lines of a study, one that says so where it cannot be run."""
    if name in WINDOWS and shutil.which("Xvfb") is None:
        yield Line(f"{name.replace('-', ' ')}: skipped, there is no Xvfb to open windows on", "-")
    else:
        yield from STUDIES[name]()


def main() -> int:
    """Run the studies named on the command line; returns 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure speed and size.")
    known = f"{', '.join([*STUDIES, *LONG])} (default: {', '.join(STUDIES)})"
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=known)
    beside = "measure the page in Chromium and Firefox, beside Pyxel's emptiest page"
    parser.add_argument("--web", action="store_true", help=beside)
    arguments = parser.parse_args()
    web = importlib.import_module("tests.bench_web") if arguments.web else None
    standard = web.NAMES if web else tuple(STUDIES)
    names, there = arguments.studies or standard, standard if web else (*STUDIES, *LONG)
    if unknown := [name for name in names if name not in there]:
        parser.error(f"no study is called {unknown[0]!r}; there are {', '.join(there)}")
    if web:
        return int(print_lines(web.study(names)) > 0)
    missed = sum(importlib.import_module(f"tests.bench_{name}").main(()) for name in names if name in LONG)
    if names := [name for name in names if name in STUDIES]:
        missed += print_lines(line for name in names for line in lines_of(name))
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
