"""A web server for one page, whose files can be exchanged while it runs: what it hands out, and what it was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

_TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}
_UNKEPT = {"Cache-Control": "no-store"}


class Site:
    """Files by name, and the names that were asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.asked: list[str] = []
        self.address = ""


@contextmanager
def serve(files: Mapping[str, bytes], headers: Mapping[str, str] = _UNKEPT) -> Iterator[Site]:
    """Serve files on a port of this machine, each with these headers; ends with the context."""
    site = Site(files)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.partition("?")[0].removeprefix("/") or "index.html"
            site.asked.append(name)
            data = site.files.get(name)
            self.send_response(404 if data is None else 200)
            kind = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
            self.send_header("Content-Type", kind)
            for header, value in headers.items():
                self.send_header(header, value)
            self.send_header("Content-Length", str(len(data or b"")))
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site.address = f"http://127.0.0.1:{server.server_address[1]}/"
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield site
        finally:
            # Else a test that fails would leave a thread that the whole run waits for.
            server.shutdown()
            thread.join()
