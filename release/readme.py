"""The README as the package index shows it: there its pictures and links need whole addresses."""

from __future__ import annotations

import re

_PICTURES = re.compile(r"<!-- pictures -->\n.*?<!-- /pictures -->\n+", re.DOTALL)
_SOURCE = re.compile(r'(<img src=")(?![a-z]+:)')
_LINK = re.compile(r"\[([^]]+)\]\((?![a-z]+:|#)([^)]+)\)")


def for_index(text: str, repository: str, version: str) -> str:
    """Return the text with what it names taken from the repository's tag of this version.

    Where the repository has no address yet, pictures are left out and links are words. Who reads it there has no
    sources to install from, but the index.

    >>> for_index("[How](docs/A.md)", "https://example.org/x", "0.1.0")
    '[How](https://example.org/x/blob/v0.1.0/docs/A.md)'
    >>> for_index("[How](docs/A.md)", "", "0.1.0")
    'How'
    """
    text = text.replace("pip install . ", "pip install retro-pyramid ")
    if not repository:
        return _LINK.sub(r"\1", _PICTURES.sub("", text))
    text = _SOURCE.sub(rf"\g<1>{repository}/raw/v{version}/", text)
    return _LINK.sub(rf"[\1]({repository}/blob/v{version}/\2)", text)
