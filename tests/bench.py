"""Speed and size, measured: `python -m tests.bench [STUDY ...]` prints medians and p99 beside their goals.

Studies: first-frame, frames, picture, memory, size, core; without a name all of these, within three minutes.
Longer ones, only when named: computer, solver, formats.  With --web the page in a real Chromium is measured instead:
first-contact, payload, memory, frames.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.bench_children import FLOOR, LIGHT, OURS
from tests.bench_lines import MEGABYTE, Line, a_users, p99, print_lines

if TYPE_CHECKING:
    from retro_pyramid.rules import Rules

ROOT = Path(__file__).resolve().parent.parent
ADAPTERS = ("ega", "cga", "mono")
STARTS = 9
MEMORY_RUNS, MEMORY_FRAMES = 3, 60
ROUNDS = 3


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
        with TemporaryDirectory() as compiled:
            # No sound card in either program: opening one takes as long as the machine likes.
            words = {"DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
            yield a_users(compiled) | words
    finally:
        server.terminate()
        server.wait()


def child(code: str, frames: int, environment: dict[str, str], adapter: str = "ega") -> tuple[float, int]:
    """Run a window till it has drawn so many frames; return the seconds it took and its resident kilobytes."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code, str(frames), *([] if adapter == "ega" else ["--video", adapter])],
            env=environment | {"RETRO_PYRAMID_DATA": folder},
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
    """From the start of the process to the first frame drawn, the two programs in turn, their modules compiled."""
    with display() as environment:
        if environment is None:
            return without_windows("first frame")
        # The first start of each fills the disk's cache and keeps the compiled modules.
        runs = [
            [child(FLOOR, 1, environment)[0], *(child(OURS, 1, environment, name)[0] for name in ADAPTERS)]
            for _ in range(STARTS + 1)
        ][1:]
    floor, *ours = ([1000 * took for took in column] for column in zip(*runs, strict=True))
    lines = [
        Line("first frame, Pyxel's emptiest program", f"{median(floor):.0f} ms", f"{p99(floor):.0f} ms"),
        Line("  both of compiled modules, as a user has them", ""),
    ]
    for name, found in zip(ADAPTERS, ours, strict=True):
        ratio = median(found) / median(floor)
        lines.append(
            Line(f"first frame, the title ({name})", f"{median(found):.0f} ms", f"{p99(found):.0f} ms")
        )
        lines.append(Line("  times the emptiest", f"{ratio:.2f}", goal="median <= 1.5", met=ratio <= 1.5))
    return lines


def memory() -> list[Line]:
    """Resident memory in a window after 60 frames, less that of the emptiest program."""
    if not Path("/proc/self/status").exists():
        return [Line("memory: skipped, this system does not tell it", "-")]
    with display() as environment:
        if environment is None:
            return without_windows("memory")
        kilobytes = [
            [
                child(FLOOR, MEMORY_FRAMES, environment)[1],
                *(child(OURS, MEMORY_FRAMES, environment, name)[1] for name in ADAPTERS),
            ]
            for _ in range(MEMORY_RUNS)
        ]
    floor, *ours = ([1024 * value / MEGABYTE for value in column] for column in zip(*kilobytes, strict=True))
    lines = [Line("memory, Pyxel's emptiest program", f"{median(floor):.1f} MB")]
    for name, found in zip(ADAPTERS, ours, strict=True):
        more = [mine - empty for mine, empty in zip(found, floor, strict=True)]
        lines.append(
            Line(
                f"  the title above it ({name})",
                f"{median(more):.1f} MB",
                f"{max(more):.1f} MB",
                "<= 25 MB",
                max(more) <= 25,
            )
        )
    return lines


def frames() -> list[Line]:
    """Update, draw and present in a process of its own without a window: scale 1, then 2, then the
    other adapters; the quietest of some rounds.

    Processor time, as what else the machine does is none of ours.
    """
    rounds: dict[str, list[list[float]]] = {}
    for scale, adapter in (("1", "ega"), ("2", "ega"), ("1", "cga"), ("1", "mono")):
        for _ in range(ROUNDS):
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench_children", scale, adapter],
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
        # The solver may take 4 ms of a frame beside all else.
        goal = 1.0 if "present" in name else 6.0 if "lamp" in name else 2.0
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


def picture() -> list[Line]:
    """The crisp and the even picture in a window at scale 2: our part of a frame, and all that the process does.

    On a display without a graphics card the second is mostly the work of one, done by the processor.
    """
    with display() as environment:
        if environment is None:
            return without_windows("picture")
        found: dict[str, list[list[float]]] = {"crisp": [], "even": []}
        whole: dict[str, list[float]] = {"crisp": [], "even": []}
        for _ in range(ROUNDS):
            for name in found:
                with TemporaryDirectory() as folder:
                    Path(folder, "PYRAMID.CFG").write_text(f"[shell]\npicture = {name}\n", encoding="utf-8")
                    done = subprocess.run(
                        [sys.executable, "-c", LIGHT, "--scale", "2", "--mute", "--start", "table"],
                        env=environment | {"RETRO_PYRAMID_DATA": folder},
                        stdout=subprocess.PIPE,
                        timeout=60,
                        check=True,
                    )
                all_threads, times = json.loads(done.stdout)
                whole[name].append(all_threads)
                found[name].append(times)
    lines = []
    for name, rounds in found.items():
        best = min(rounds, key=p99)
        cost = f"{median(best):.2f} ms", f"{p99(best):.2f} ms"
        lines.append(Line(f"present in a window, scale 2, {name}", *cost, "p99 <= 1 ms", met=p99(best) <= 1))
    crisp, even = min(whole["crisp"]), min(whole["even"])
    lines.append(Line("  a whole frame, all threads, crisp", f"{crisp:.1f} ms"))
    lines.append(Line("  a whole frame, all threads, even", f"{even:.1f} ms"))
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


def grade_times(rules: "Rules") -> list[float]:
    """Return the milliseconds that the grade of each of 40 deals takes, processor time."""
    from tests.bench_solver import grades

    times, _ = grades(rules, 40)
    return [1000 * spent for spent in times]


def p95(times: list[float]) -> float:
    """Return the time that 95 % keep to."""
    return sorted(times)[int(0.95 * len(times))]


def core() -> list[Line]:
    """Rules and session on mid-game positions: the slowest of the nine rule sets, with a loop to compare with."""
    from retro_pyramid.cards import deal
    from retro_pyramid.formats.own.saves import encode_save
    from retro_pyramid.rules import judged, rules_for
    from retro_pyramid.rules.editions import RECORDS
    from retro_pyramid.session import Session
    from tests.bench_computer import legal_moves_time, perft_speed, play_time

    def calibrate() -> int:
        total = 0
        for number in range(1_000_000):
            total += number & 1
        return 2 * total

    legal = max(legal_moves_time(rules) for rules in RECORDS)
    played = max(play_time(rules) for rules in RECORDS)
    depth, sequences, speed = perft_speed(rules_for("em"))
    session = Session(rules_for("em"), deal(61), 61)
    while session.status == "playing":
        session.play(session.legal_moves()[0])
    stores = []
    for _ in range(500):
        began = time.perf_counter()
        encode_save(session.save())
        stores.append((time.perf_counter() - began) * 1000)
    store, worst = median(stores), p99(stores)
    graded = max((grade_times(judged(rules)) for rules in RECORDS), key=lambda times: p95(times))
    return [
        Line("calibration: turns of an empty loop", f"{rate(calibrate):,.0f} a second"),
        Line("legal_moves, slowest rule set", f"{legal:.2f} µs", "", "<= 15 µs", legal <= 15),
        Line("play, slowest rule set", f"{played:.2f} µs", "", "<= 10 µs", played <= 10),
        Line(
            f"perft {depth}: {sequences:,} sequences", f"{speed:,.0f} /s", "", ">= 100,000 /s", speed >= 1e5
        ),
        Line(
            "grade of a deal, slowest rule set",
            f"{median(graded):.0f} ms",
            f"{p95(graded):.0f} ms",
            "p95 <= 300 ms",
            p95(graded) <= 300,
        ),
        Line("storing a whole game", f"{store:.3f} ms", f"{worst:.3f} ms", "p99 <= 1 ms", worst <= 1),
    ]


STUDIES: dict[str, Callable[[], list[Line]]] = {
    "first-frame": first_frame,
    "frames": frames,
    "picture": picture,
    "memory": memory,
    "size": size,
    "core": core,
}
STANDARD = tuple(STUDIES)


def computer() -> int:
    """The computer player beside others, over 1,000 deals: about four minutes."""
    from tests.bench_computer import main as study

    return study()


def solver() -> int:
    """The exact solver over 200 deals: about three minutes."""
    from tests.bench_solver import main as study

    return study()


def formats() -> int:
    """The inference of score and picture files, 12,400 of them: about a minute."""
    from tests.bench_formats import main as study

    return study(())


LONG: dict[str, Callable[[], int]] = {"computer": computer, "solver": solver, "formats": formats}
"""Studies that take longer and print a table of their own; only run when named."""


def main() -> int:
    """Run the studies named on the command line; returns 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure speed and size.")
    parser.add_argument(
        "studies",
        nargs="*",
        metavar="STUDY",
        help=f"{', '.join([*STUDIES, *LONG])} (default: {', '.join(STANDARD)})",
    )
    parser.add_argument(
        "--web", action="store_true", help="measure the page in Chromium, beside Pyxel's emptiest page"
    )
    arguments = parser.parse_args()
    if arguments.web:
        from tests.bench_web import NAMES, study

        names, known = arguments.studies or NAMES, NAMES
    else:
        names, known = arguments.studies or STANDARD, (*STUDIES, *LONG)
    if unknown := [name for name in names if name not in known]:
        parser.error(f"no study is called {unknown[0]!r}; there are {', '.join(known)}")
    if arguments.web:
        return 1 if print_lines(study(names)) else 0
    missed = sum(LONG[name]() for name in names if name in LONG)
    names = [name for name in names if name in STUDIES]
    if not names:
        return 1 if missed else 0
    missed += print_lines(line for name in names for line in STUDIES[name]())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
