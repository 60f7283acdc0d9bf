"""Speed in the browser, beside Pyxel's emptiest page in the same one: `python -m tests.bench --web`.

All is measured in Chromium, and how soon the page is there (`firefox-contact`) in Firefox too. Both pages come from a
server of this process, so that their run-time takes the same short way to the browser.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path, PurePath
from statistics import median
from threading import Thread
from typing import Any, NamedTuple

from tests.bench_children import PARTS
from tests.bench_lines import MEGABYTE, Line, line, p95, p99
from tests.web.firefox import firefox_missing, open_firefox
from tests.web.harness import PRESSES, TYPES, browser_missing, open_browser, open_profile
from web import runtime
from web.build import PYXEL_SCRIPT, RUNTIME_DIR, build_archive, build_page, build_self_hosted, wheel_files

ROOT = Path(__file__).resolve().parent.parent
VISITS = ("cold", "warm", "warm again")
"""The second visit is the first that the worker serves."""
SETTLING = 8000
"""Milliseconds."""
STILL, LOOKED = 4000, 5000
"""Milliseconds till a table has nothing to do any more, and in which its work is counted."""
PRESSED, FLOWN = 20, 8
"""Keys that are timed, and cards whose flight is."""
ROUNDS = 3
PATIENCE = 300_000
"""Milliseconds that a page may take to come."""
SETTLED = 120
"""Frames after which the memory is measured."""
LAUNCHER = (
    *("wasm/import_hook.py", "wasm/pyxel.css", "docs/images/pyxel_logo_76x32.png"),
    *("docs/images/click_to_start_114x14.png", "docs/images/pyxel_icon_64x64.ico"),
)
"""What Pyxel's own page asks for besides: files of a checkout of it, to be laid into the run-time folder."""
FLOOR = f"""<!DOCTYPE html>
<html><body><script src="{runtime.CDN}/{runtime.PYXEL_BASE}/wasm/pyxel.js"></script>
<pyxel-run gamepad="disabled" script="
import pyxel
pyxel.init(640, 350, fps=60, capture_sec=0)
pyxel.run(lambda: None, lambda: None)
"></pyxel-run></body></html>"""
# The first press comes as soon as it is asked for; a frame ends with the one call that draws it. A picture that stands
# there before the press is none of the game's frames.
_WATCH = """(() => {
  window.frames_drawn = 0;
  window.drawn_at = [];
  window.answers = [];
  let pressed = 0;
  let answered = 0;
  addEventListener("keydown", () => { pressed = performance.now(); }, true);
  window.follow_answers = () => retroPyramid.on("state", () => { answered = pressed; });
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const real = kind.prototype.drawArrays;
    kind.prototype.drawArrays = function (...where) {
      if (this.canvas.id === (document.body.classList.contains("lit") ? "tube" : "canvas")) {
        drawn_at.push(performance.now());
        if (answered) answered = pressed = answers.push(performance.now() - answered) && 0;
      }
      if (this.canvas.id === "canvas" && (window.retroPyramid?.phase ?? "playing") === "playing") {
        window.first_frame ??= performance.now();
        frames_drawn += 1;
      }
      return real.apply(this, where);
    };
  }
  new MutationObserver(() => {
    if (!document.getElementById("pyxel-prompt") && window.retroPyramid?.phase !== "waiting") return;
    window.asked ??= performance.now();
    window.pyxelContext.resolveInput?.();
    window.retroPyramid?.startGame();
  }).observe(document, { childList: true, subtree: true });
})();"""
_SCRIPTS = (PRESSES, _WATCH)
_KEPT = "public, max-age=31536000, immutable"
"""What the CDN says of the run-time."""
_MEMORY = """(async () => {
  const { bytes } = await performance.measureUserAgentSpecificMemory();
  return [bytes, pyxelContext.pyodide._module.HEAP8.length];
})()"""


class Way(NamedTuple):
    """What visitors come by: so many times slower than this processor, and bytes a second if they are few."""

    name: str
    slower: int = 1
    throughput: int = 0
    starts: int = 5
    goals: Mapping[str, float] = {}

    def limit(self, measures: Any, on: bool = True) -> None:
        """Slow a page down, by its CDP session, or let it run again."""
        measures.send("Emulation.setCPUThrottlingRate", {"rate": self.slower if on else 1})
        if self.throughput:
            few = {"downloadThroughput": self.throughput, "uploadThroughput": self.throughput, "latency": 40}
            free = {"downloadThroughput": -1, "uploadThroughput": -1, "latency": 0}
            measures.send("Network.enable")
            measures.send("Network.emulateNetworkConditions", {"offline": False, **(few if on else free)})


# A goal is that of all visits, or of one by its name.
QUICK = Way("quick", goals={"prompt, cold": 1.1, "prompt": 0.55, "press to first frame": 1.3})
SLOW = Way("slow", 6, 500_000, 3, {"prompt, cold": 0.7, "prompt": 0.4})
"""4 Mbit/s on a processor six times slower."""
FIREFOX = QUICK._replace(name="firefox")


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[str]:
    """Serve files, by name, at one address of this machine, which is given; texts and code packed, as hosts do."""
    packed = {
        name: gzip.compress(data)
        for name, data in files.items()
        if not name.endswith((".png", ".whl", ".zip"))
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.partition("?")[0].removeprefix("/")
            # A page that is closed takes no more: nothing to complain of.
            with suppress(ConnectionError):
                if name not in files:
                    self.send_error(404)
                    return
                self.send_response(200)
                for header, value in {
                    "Content-Type": TYPES.get(PurePath(name).suffix, "application/octet-stream"),
                    "Content-Length": str(len(packed.get(name, files[name]))),
                    **({"Content-Encoding": "gzip"} if name in packed else {}),
                    # Only a page apart from all others may measure its memory.
                    "Cross-Origin-Opener-Policy": "same-origin",
                    "Cross-Origin-Embedder-Policy": "require-corp",
                    "Cache-Control": _KEPT if name.startswith(f"{RUNTIME_DIR}/") else "no-cache",
                }.items():
                    self.send_header(header, value)
                self.end_headers()
                self.wfile.write(packed.get(name, files[name]))

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


class Visit(NamedTuple):
    """A page that draws, and how many milliseconds its main thread has worked for that, if the browser tells."""

    page: Any
    worked: float | None = None


Visiting = Callable[[str], Visit]
Profile = Callable[[Way], AbstractContextManager[Visiting]]


@contextmanager
def serving() -> Iterator[str]:
    """Serve both pages (`floor.html`, `index.html`) with their run-time; gives the address."""
    ours = build_self_hosted(build_archive(wheel_files(ROOT)))
    floor = FLOOR.replace(f"{runtime.CDN}/", f"{RUNTIME_DIR}/").encode()
    root = runtime.runtime_dir() / runtime.CDN_DIR
    pieces = [*runtime.FILES, *(f"{runtime.PYXEL_BASE}/{piece}" for piece in LAUNCHER)]
    theirs = {f"{RUNTIME_DIR}/{piece}": (root / piece).read_bytes() for piece in pieces}
    # It names where Pyodide would come from.
    script = f"{RUNTIME_DIR}/{PYXEL_SCRIPT}"
    theirs[script] = theirs[script].replace(f"{runtime.CDN}/".encode(), f"{RUNTIME_DIR}/".encode())
    with served({**theirs, **ours, "floor.html": floor}) as address:
        yield address


@contextmanager
def visiting(address: str) -> Iterator[Visiting]:
    """Give a function that opens a page (`floor.html`, `index.html?T`) in a new context, once it draws."""
    with open_browser() as browser:
        yield lambda name: visit(_watched(browser.new_context()), address + name)


@contextmanager
def chromium_profile(way: Way) -> Iterator[Visiting]:
    """Give a function that opens an address in a new tab of one Chromium with a new profile, once it draws."""
    with open_profile() as context:
        _watched(context)
        yield lambda address: visit(context, address, way)


@contextmanager
def firefox_profile(_: Way) -> Iterator[Visiting]:
    """Give a function that opens an address in a new window of one Firefox with a new profile, once it draws."""
    with open_firefox() as browser:
        for script in _SCRIPTS:
            browser.before_every_page(script)
        yield lambda address: Visit(_opened(browser.new_page(), address))


def _watched(context: Any) -> Any:
    """Let a context of Playwright run the scripts that watch, in every page before its own; gives the context."""
    for script in _SCRIPTS:
        context.add_init_script(script)
    return context


def _opened(shown: Any, address: str) -> Any:
    """Open an address in a page of either browser and wait until it draws; gives the page."""
    shown.set_viewport_size({"width": 1280, "height": 960})
    shown.goto(address)
    _wait(shown, 1)
    return shown


def visit(context: Any, address: str, way: Way = QUICK) -> Visit:
    """Open a page in a context and wait until it draws."""
    shown = context.new_page()
    shown.set_default_navigation_timeout(PATIENCE)
    measures = context.new_cdp_session(shown)
    measures.send("Performance.enable", {"timeDomain": "threadTicks"})
    way.limit(measures)
    _opened(shown, address)
    worked = _worked(measures)
    way.limit(measures, on=False)
    measures.detach()
    return Visit(shown, worked)


def _worked(measures: Any) -> float:
    """Return the milliseconds that a page's main thread has worked."""
    found = {one["name"]: one["value"] for one in measures.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(found["TaskDuration"])


def _wait(shown: Any, drawn: int) -> None:
    """Wait until a page has drawn so many frames; by looks from outside, as its policy forbids those from inside."""
    while shown.evaluate("frames_drawn") < drawn:
        shown.wait_for_timeout(100)


def first_contact(address: str, way: Way, profile: Profile) -> Iterator[Line]:
    """Yield the lines of a first visit and of the next ones: paint, prompt, first frame, work, the two pages in turn.

    Between two visits the page is closed, not the browser: its own start would be in the times of each.
    """
    yield Line(f"load of the machine, {way.name}", f"{os.getloadavg()[0]:.1f}")
    names = ("floor.html", "index.html")
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    for _ in range(way.starts):
        for name in names:
            with profile(way) as visits:
                for visited in VISITS:
                    page, worked = visits(address + name)
                    # Firefox tells of no paint before the first with contents.
                    first, asked, paint = page.evaluate(
                        "[first_frame, asked, performance.getEntriesByType('paint')[0]?.startTime ?? 0]"
                    )
                    # What the page and the browser keep for the next visit has been written by then.
                    page.wait_for_timeout(SETTLING)
                    page.close()
                    measured = {"first paint": paint, "prompt": asked, "press to first frame": first - asked}
                    measured |= {} if worked is None else {"work": worked}
                    for what, value in measured.items():
                        times = found.setdefault((what, visited), {name: [] for name in names})
                        times[name].append(value)
    for (what, visited), times in found.items():
        name = f"{what}, {visited}"
        yield from _beside(f"{way.name}: {name}", times, way.goals.get(name, way.goals.get(what)))


def _beside(what: str, times: dict[str, list[float]], most: float | None = None) -> Iterator[Line]:
    """Yield the lines of two pages' milliseconds, and how many times the one's are the other's, run by run."""
    floor, ours = times.values()
    ratios = [mine / theirs for mine, theirs in zip(ours, floor, strict=True)]
    yield line(f"{what}, emptiest page", floor, digits=0)
    yield line(f"{what}, our title", ours, digits=0)
    if most is not None:
        cost = f"{median(ratios):.2f}", f"{max(ratios):.2f}"
        yield Line("  times the emptiest", *cost, f"median <= {most}", median(ratios) <= most)


def frames(visits: Visiting) -> Iterator[Line]:
    """Yield update, draw and present of every screen, measured in the page by the desk's own study, part by part.

    Each frame counts with the quickest of some runs of the same frames, as other programs share the machine.
    """
    code = (ROOT / "tests" / "bench_children.py").read_text(encoding="utf-8").partition("if __name__")[0]
    shown = visits("index.html?test&--mute").page
    # The smaller the picture, the shorter it takes a processor without a graphics card to show it, which is none of ours.
    shown.set_viewport_size({"width": 320, "height": 240})
    for part in PARTS:
        study = f"{code}\njson.dumps(frame_times(1, in_page=True, only={part!r}))"
        # The same frames again: no game is left to go on with.
        run = "(code) => { localStorage.clear(); return pyxelContext.pyodide.runPython(code); }"
        rounds: dict[str, list[list[float]]] = {}
        for _ in range(ROUNDS):
            for name, found in json.loads(shown.evaluate(run, study)).items():
                rounds.setdefault(name, []).append(found)
        for name, runs in rounds.items():
            best = [min(frame) for frame in zip(*runs, strict=True)]
            goal = 10 if name.startswith("text, every cell") else 6
            cost = f"{median(best):.2f} ms", f"{p99(best):.2f} ms"
            yield Line(name, *cost, f"median <= {goal} ms", median(best) <= goal)
    shown.context.close()


def memory(visits: Visiting) -> Iterator[Line]:
    """Yield what the browser says the page takes, and Python's heap, which it does not count, once the page runs."""
    whole = []
    for address, what in (("floor.html", "Pyxel's emptiest page"), ("index.html", "our title")):
        shown = visits(address).page
        _wait(shown, SETTLED)
        page_size, heap = (size / MEGABYTE for size in shown.evaluate(_MEMORY))
        shown.context.close()
        whole.append(page_size + heap)
        yield Line(f"memory, {what}", f"{page_size:.1f} + {heap:.1f} MB")
    ratio = whole[1] / whole[0]
    yield Line("  times the emptiest", f"{ratio:.2f}", "", "<= 1.2", ratio <= 1.2)


def payload(_: Visiting) -> Iterator[Line]:
    """Yield what of the page is ours."""
    size = len(build_page(build_archive(wheel_files(ROOT))).encode())
    yield Line("our payload", f"{size / MEGABYTE:.3f} MB", "", "<= 1.05 MB", size <= 1.05 * MEGABYTE)


def asleep(visits: Visiting) -> Iterator[Line]:
    """Yield what the main thread works in a second while nobody does anything, and what a key costs a slow processor."""
    found = []
    for address, what in (("floor.html", "Pyxel's emptiest page"), ("index.html?start=table", "a table")):
        shown = visits(address).page
        shown.wait_for_timeout(STILL)
        measures = shown.context.new_cdp_session(shown)
        measures.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _worked(measures)
        shown.wait_for_timeout(LOOKED)
        found.append(1000 * (_worked(measures) - before) / LOOKED)
        yield Line(f"work while nothing is done, {what}", f"{found[-1]:.0f} ms a second")
        if what == "a table":
            ratio = found[1] / found[0]
            yield Line("  times the emptiest", f"{ratio:.2f}", "", "<= 1.2", ratio <= 1.2)
            SLOW._replace(throughput=0).limit(measures)
            yield from _answered(shown)
        shown.context.close()


def _answered(shown: Any) -> Iterator[Line]:
    """Yield how long it takes from a key to the picture that answers it, and from one frame of a flight to the next."""
    shown.evaluate("follow_answers()")
    for number in range(PRESSED):
        shown.keyboard.press(("ArrowRight", "ArrowLeft")[number % 2])
        shown.wait_for_timeout(400)
    answers = shown.evaluate("answers")
    goal = "median <= 60 ms"
    yield line("key to picture, six times slower", answers)._replace(goal=goal, met=median(answers) <= 60)
    gaps: list[float] = []
    for _ in range(FLOWN):
        shown.keyboard.press("ArrowUp")
        shown.wait_for_timeout(400)
        shown.evaluate("void (drawn_at.length = 0)")
        shown.keyboard.press("Enter")
        shown.wait_for_timeout(250)
        times = shown.evaluate("drawn_at")
        gaps += [after - before for before, after in pairwise(times)]
        shown.wait_for_timeout(1500)
    cost = f"{median(gaps):.0f} ms", f"{p95(gaps):.0f} ms"
    yield Line("frame of a flight, six times slower, p95", *cost, "p95 <= 60 ms", p95(gaps) <= 60)


STUDIES: dict[str, Callable[[Visiting], Iterator[Line]]] = {
    "payload": payload,
    "memory": memory,
    "frames": frames,
    "asleep": asleep,
}
CONTACTS: dict[str, tuple[Way, Profile]] = {
    "first-contact": (QUICK, chromium_profile),
    "slow-contact": (SLOW, chromium_profile),
    "firefox-contact": (FIREFOX, firefox_profile),
}
MISSING = {"firefox-contact": firefox_missing}
"""What says whether the browser of a study is missing, where that is not Chromium."""
NAMES = (*CONTACTS, *STUDIES)


def study(names: Sequence[str]) -> Iterator[Line]:
    """Yield the lines of the studies named; one for each that says so where its browser is missing."""
    able = []
    for name in names:
        if missing := MISSING.get(name, browser_missing)():
            yield Line(f"{name}: skipped, {missing}", "-")
        else:
            able.append(name)
    if not able:
        return
    with serving() as address:
        for name in able:
            if name in CONTACTS:
                yield from first_contact(address, *CONTACTS[name])
        if not STUDIES.keys() & able:
            return
        with visiting(address) as visits:
            for name in able:
                if name in STUDIES:
                    yield from STUDIES[name](visits)
