"""Lets the wheel carry completions, the manual page and a desktop's files, if `shell.py` made them, below its prefix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Called by hatchling for every wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files; what makes them is no part of an installation, which must not fail by it."""
        made = Path(self.root) / "release" / "made" / "share"
        if made.is_dir():
            build_data["shared_data"][str(made)] = "share"
        else:
            self.app.display_warning(
                "without completions, manual page and desktop files: python release/shell.py --out release/made makes them"
            )
