"""Lets the wheel carry what `shell.py` makes: completions, a manual page and a desktop's files, below its prefix."""

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
        from release.shell import write

        self.folder = tempfile.TemporaryDirectory()
        prefix = Path(self.folder.name)
        for file in write(prefix):
            build_data["shared_data"][str(file)] = file.relative_to(prefix).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the files away again."""
        if version != "editable":
            self.folder.cleanup()
