"""Prints what CHANGELOG.md says of the version that a tag names: `python release/notes.py v0.1.0`.

Fails where tag, package and CHANGELOG.md do not name the same version, or its day is missing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from retro_pyramid import __version__  # noqa: E402


class WrongTag(Exception):
    """No release can be made of this tag; the message is one line."""


def notes(tag: str, version: str, changelog: str) -> str:
    """Return what the changelog says of the version that `tag` names; raise WrongTag.

    >>> notes("v0.2.0", "0.2.0", "# Changes\\n\\n## 0.2.0 (2026-12-24)\\n\\nMore.\\n\\n## 0.1.0\\n")
    'More.\\n'
    """
    if tag != f"v{version}":
        raise WrongTag(f"the tag is {tag}, the package's version {version}: expected the tag v{version}")
    found = re.search(rf"^## {re.escape(version)}(?![\d.])(.*)\n((?:(?!## ).*\n)*)", changelog, re.MULTILINE)
    if found is None:
        raise WrongTag(f"CHANGELOG.md says nothing of {version}: expected ## {version} (YYYY-MM-DD)")
    if re.fullmatch(r" \(\d{4}-\d{2}-\d{2}\)", found[1]) is None:
        raise WrongTag(f"CHANGELOG.md gives no day for {version}: expected ## {version} (YYYY-MM-DD)")
    return found[2].strip() + "\n"


def main(arguments: list[str]) -> int:
    """Print the notes of a tag; returns the exit code."""
    if len(arguments) != 1:
        print("notes.py: expected one tag, as v0.1.0", file=sys.stderr)
        return 2
    try:
        text = notes(arguments[0], __version__, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    except WrongTag as error:
        print(f"notes.py: {error}", file=sys.stderr)
        return 1
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
