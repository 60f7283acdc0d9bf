"""What the documents name is there: links, files of the package, and a README that a player reads to its end."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    "README.md",
    "HACKING.md",
    "web/README.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").iterdir()),
)
_ROOMS = "cards|cli|rules|solver|session|formats|machine|screens|programs|storage|commands|play|page|tests|assets|web"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    folder = (ROOT / document).parent
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert [link for link in links if not Path(os.path.normpath(folder / link)).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_files_of_the_package_that_are_named_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    named = set(re.findall(rf"`((?:retro_pyramid/)?(?:{_ROOMS})/[\w/.]*)", text))
    missing = [
        name
        for name in named
        if not any((place / name).exists() for place in (ROOT, ROOT / "retro_pyramid", ROOT / "web"))
        and "NAME" not in name
        # Made by a build, never kept.
        and not name.startswith("web/dist")
    ]
    assert missing == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= 8192
