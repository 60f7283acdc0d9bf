"""The project's addresses, which are set in one place: `[project.urls]` in pyproject.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE, REPOSITORY = "Homepage", "Repository"
"""Names that the package index knows: the page that plays in a browser, and the sources."""


def project_url(name: str, root: Path = ROOT) -> str:
    """Return the address with this name, without a slash at its end; empty if it is not set."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    url: str = project.get("urls", {}).get(name, "")
    return url.rstrip("/")


def missing_url_message(name: str, consequence: str) -> str:
    """Return the line that a build prints if an address is not set."""
    return f"[project.urls] in pyproject.toml has no {name}: {consequence}"
