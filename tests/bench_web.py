"""Speed in the browser, beside Pyxel's emptiest page in the same Chromium: `python -m tests.bench --web`.

Both pages come from a server of this process, so that their run-time takes the same short way to the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from tests.bench_lines import MEGABYTE, Line, p99
from tests.web.harness import TYPES, browser_missing, open_browser
from web import runtime
from web.build import archive, page, wheel_files

ROOT = Path(__file__).resolve().parent.parent
STARTS = 7
ROUNDS = 3
SETTLED = 120
"""Frames after which the memory is measured."""
FLOOR = f"""<!DOCTYPE html>
<html><body><script src="{runtime.CDN}/{runtime.PYXEL_BASE}/wasm/pyxel.js"></script>
<pyxel-run gamepad="disabled" script="
import pyxel
pyxel.init(640, 350, fps=60, capture_sec=0)
pyxel.run(lambda: None, lambda: None)
"></pyxel-run></body></html>"""
# The first press comes as soon as it is asked for; a frame ends with the one call that draws it.
_WATCH = """(() => {
  window.frames_drawn = 0;
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const real = kind.prototype.drawArrays;
    kind.prototype.drawArrays = function (...where) {
      window.first_frame ??= performance.now();
      frames_drawn += 1;
      return real.apply(this, where);
    };
  }
  new MutationObserver(() => {
    if (!document.getElementById("pyxel-prompt")) return;
    window.asked ??= performance.now();
    window.pyxelContext.resolveInput?.();
  }).observe(document, { childList: true, subtree: true });
})();"""
_MEMORY = """(async () => {
  const { bytes } = await performance.measureUserAgentSpecificMemory();
  return [bytes, pyxelContext.pyodide._module.HEAP8.length];
})()"""


class Server:
    """Serves the two pages and the run-time at one address of this machine."""

    def __init__(self, pages: dict[str, str]) -> None:
        root = runtime.folder()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.partition("?")[0]
                file = runtime.file_for(root, f"https:/{name}")
                if name in pages:
                    self._send(
                        pages[name].replace(f"{runtime.CDN}/", f"{name_of_cdn}/").encode(), "text/html"
                    )
                elif file is None:
                    self.send_error(404)
                elif file.suffix == ".js":
                    text = file.read_text(encoding="utf-8").replace(f"{runtime.CDN}/", f"{name_of_cdn}/")
                    self._send(text.encode(), TYPES[".js"])
                else:
                    self._send(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))

            def _send(self, data: bytes, kind: str) -> None:
                # A page that is closed takes no more: nothing to complain of.
                with suppress(ConnectionError):
                    self._answer(data, kind)

            def _answer(self, data: bytes, kind: str) -> None:
                self.send_response(200)
                for header, value in (
                    ("Content-Type", kind),
                    ("Content-Length", str(len(data))),
                    # Only a page apart from all others may measure its memory.
                    ("Cross-Origin-Opener-Policy", "same-origin"),
                    ("Cross-Origin-Embedder-Policy", "require-corp"),
                ):
                    self.send_header(header, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        name_of_cdn = "/" + runtime.CDN.removeprefix("https://")
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def visiting() -> Iterator[Callable[[str], Any]]:
    """Give a function that opens an address (`/floor`, `/ours?T`) in a new context and returns the page once it draws."""
    pages = {"/floor": FLOOR, "/ours": page(archive(wheel_files(ROOT)))}
    server = Server(pages)
    try:
        with open_browser() as browser:

            def visit(address: str) -> Any:
                context = browser.new_context(viewport={"width": 1280, "height": 960})
                context.add_init_script(_WATCH)
                shown = context.new_page()
                shown.goto(server.address + address)
                shown.wait_for_function("frames_drawn > 0", timeout=120_000)
                return shown

            yield visit
    finally:
        server.close()


def first_frame(visit: Callable[[str], Any]) -> list[Line]:
    """From the request for the page to the first frame drawn, the two pages in turn; the press comes at once."""
    found: dict[str, list[list[float]]] = {"/floor": [], "/ours": []}
    for turn in range(STARTS + 1):
        for address, times in found.items():
            shown = visit(address)
            if turn:  # The first start of each fills the browser's caches.
                times.append(shown.evaluate("[first_frame, first_frame - asked]"))
            shown.context.close()
    floor, ours = ([start for start, _ in times] for times in found.values())
    own = [[after for _, after in times] for times in found.values()]
    ratios = [mine / theirs for mine, theirs in zip(ours, floor, strict=True)]
    return [
        Line("first frame, Pyxel's emptiest page", f"{median(floor):.0f} ms", f"{p99(floor):.0f} ms"),
        Line("first frame, our title", f"{median(ours):.0f} ms", f"{p99(ours):.0f} ms"),
        Line(
            "  times the emptiest",
            f"{median(ratios):.2f}",
            f"{max(ratios):.2f}",
            "median <= 1.25",
            median(ratios) <= 1.25,
        ),
        Line("  of that after the press, emptiest", f"{median(own[0]):.0f} ms", f"{p99(own[0]):.0f} ms"),
        Line("  of that after the press, ours", f"{median(own[1]):.0f} ms", f"{p99(own[1]):.0f} ms"),
    ]


def frames(visit: Callable[[str], Any]) -> list[Line]:
    """Update, draw and present of every table, measured in the page by the desk's own study.

    Each frame counts with the quickest of some runs of the same frames, as other programs share the machine.
    """
    code = (ROOT / "tests" / "bench_children.py").read_text(encoding="utf-8").partition("if __name__")[0]
    rounds: dict[str, list[list[float]]] = {}
    shown = visit("/ours?test&--mute")
    for _ in range(ROUNDS):
        study = f"{code}\njson.dumps(frame_times(1, in_page=True))"
        times = json.loads(shown.evaluate("(code) => pyxelContext.pyodide.runPython(code)", study))
        for name, found in times.items():
            rounds.setdefault(name, []).append(found)
    shown.context.close()
    lines = []
    for name, runs in rounds.items():
        best = [min(frame) for frame in zip(*runs, strict=True)]
        goal = 10 if name.startswith("text, every cell") else 6
        lines.append(
            Line(
                name,
                f"{median(best):.2f} ms",
                f"{p99(best):.2f} ms",
                f"median <= {goal} ms",
                median(best) <= goal,
            )
        )
    return lines


def memory(visit: Callable[[str], Any]) -> list[Line]:
    """What the browser says the page takes, and Python's heap, which it does not count, once the page runs."""
    found = []
    for address in ("/floor", "/ours"):
        shown = visit(address)
        shown.wait_for_function(f"frames_drawn > {SETTLED}")
        found.append([size / MEGABYTE for size in shown.evaluate(_MEMORY)])
        shown.context.close()
    (page_floor, heap_floor), (page_ours, heap_ours) = found
    ratio = (page_ours + heap_ours) / (page_floor + heap_floor)
    return [
        Line("memory, Pyxel's emptiest page", f"{page_floor:.1f} + {heap_floor:.1f} MB"),
        Line("memory, our title", f"{page_ours:.1f} + {heap_ours:.1f} MB"),
        Line("  times the emptiest", f"{ratio:.2f}", "", "<= 1.2", ratio <= 1.2),
    ]


def payload(_: Callable[[str], Any]) -> list[Line]:
    """What of the page is ours."""
    size = len(page(archive(wheel_files(ROOT))).encode())
    return [Line("our payload", f"{size / MEGABYTE:.3f} MB", "", "<= 1 MB", size <= MEGABYTE)]


def study() -> Iterator[Line]:
    """Yield the lines of all studies; one that says so where there is no browser."""
    if missing := browser_missing():
        yield Line(f"skipped: {missing}", "-")
        return
    with visiting() as visit:
        for part in (payload, first_frame, memory, frames):
            yield from part(visit)
