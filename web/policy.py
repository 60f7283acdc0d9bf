"""The page's Content-Security-Policy: its own scripts by their sums, the run-time by its addresses, nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256


def policy(page: str, runtime_at: str, pieces: Iterable[str]) -> str:
    """Return the policy of `page`; its run-time's `pieces` lie at `runtime_at`, beside it where that names no server.

    >>> policy("<style>p {}</style>", "https://cdn.example/", ["one.js", "two.zip"]).split("; ")[:3]
    ["default-src 'none'", "script-src https://cdn.example/one.js 'unsafe-eval'", 'connect-src https://cdn.example/one.js https://cdn.example/two.zip']
    """
    # A policy can name no address relative to the page's own.
    elsewhere = "//" in runtime_at
    scripts = [runtime_at + piece for piece in pieces if piece.endswith(".js")] if elsewhere else ["'self'"]
    rules = {
        "default-src": ["'none'"],
        # Pyodide makes functions of text in Pyxel's wheel as it loads it; `boot.js` forbids that afterwards.
        "script-src": [*_sums("script", page), *scripts, "'unsafe-eval'"],
        # A script that came damaged is asked for once more.
        "connect-src": [runtime_at + piece for piece in pieces] if elsewhere else ["'self'"],
        "style-src": _sums("style", page),
        "img-src": ["'self'", "data:"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(f"{kind} {' '.join(sources)}" for kind, sources in rules.items())


def _sums(tag: str, page: str) -> list[str]:
    """Return the sum of every inline element with this tag and no attributes, as a policy names it.

    >>> _sums("style", "<style></style><style type='text/other'></style>")
    ["'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"]
    """
    found = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    return [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'" for text in found]
