"""What hatchling asks when it builds the package: the README for the index."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Readme(MetadataHookInterface):
    """Sets the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the README with whole addresses into the package's metadata."""
        root = Path(self.root)
        # The file is loaded by its path: what it needs lies beside it.
        sys.path.insert(0, self.root)
        try:
            from release.readme import for_index
            from web.addresses import REPOSITORY, address, not_set
        finally:
            sys.path.remove(self.root)
        repository = address(REPOSITORY, root)
        if not repository:
            print(not_set(REPOSITORY, "the index shows the README without pictures"), file=sys.stderr)
        found = re.search(
            r'__version__ = "(.+)"', (root / "retro_pyramid" / "__init__.py").read_text("utf-8")
        )
        assert found is not None
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": for_index(text, repository, found[1]),
        }
