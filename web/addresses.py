"""Where the project lives: `[project.urls]` in pyproject.toml is the one place where its addresses are set."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE, REPOSITORY = "Homepage", "Repository"
"""The names that the package index knows: the page that plays in a browser, and the sources."""


def address(name: str, root: Path = ROOT) -> str:
    """Return the address of this name, without a slash at its end; empty where none is set."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: str = project.get("urls", {}).get(name, "")
    return found.rstrip("/")


def not_set(name: str, therefore: str) -> str:
    """Return the line that a build says where an address is not set."""
    return f"[project.urls] in pyproject.toml has no {name}: {therefore}"
