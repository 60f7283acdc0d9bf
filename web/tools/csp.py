"""The page's Content-Security-Policy: its own scripts by their checksums, the run-time by its addresses, nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256


def content_security_policy(page: str, runtime_root: str, runtime_files: Iterable[str]) -> str:
    """Return the policy of a page's HTML.

    `runtime_files` are the paths of the run-time below `runtime_root`, which is relative to the page if it names no server.

    >>> content_security_policy("<style>p {}</style>", "https://cdn.example/", ["one.js", "two.zip"]).split("; ")[:3]
    ["default-src 'none'", "script-src https://cdn.example/one.js 'unsafe-eval'", 'connect-src https://cdn.example/one.js https://cdn.example/two.zip']
    """
    # A policy cannot name relative addresses.
    is_remote = "//" in runtime_root
    paths = list(runtime_files)
    scripts = [runtime_root + path for path in paths if path.endswith(".js")] if is_remote else ["'self'"]
    rules = {
        "default-src": ["'none'"],
        # Pyodide evaluates the JavaScript in Pyxel's wheel as it loads it; `boot.js` forbids that afterwards.
        "script-src": [*_checksums("script", page), *scripts, "'unsafe-eval'"],
        # Scripts too: a damaged one is requested once more.
        "connect-src": [runtime_root + path for path in paths] if is_remote else ["'self'"],
        "style-src": _checksums("style", page),
        "img-src": ["'self'", "data:"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(f"{kind} {' '.join(sources)}" for kind, sources in rules.items())


def _checksums(tag: str, page: str) -> list[str]:
    """Return the checksum of every inline element with this tag and no attributes, in the policy's notation.

    >>> _checksums("style", "<style></style><style type='text/other'></style>")
    ["'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"]
    """
    texts = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    return [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'" for text in texts]
