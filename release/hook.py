"""Lets the wheel carry what `shell.py` makes: an installation then has completions and a manual page below its prefix."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Called by hatchling for every wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files and name them; an installation that is only a link (-e) needs none."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from release.shell import files

        self.folder = tempfile.TemporaryDirectory()
        for place, text in files().items():
            file = Path(self.folder.name) / Path(place).name
            file.write_text(text, encoding="utf-8", newline="\n")
            build_data["shared_data"][str(file)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the files away again."""
        if version != "editable":
            self.folder.cleanup()
