"""What the package says of itself where it is shown: the index, a release, the issue forms."""

import re
import tomllib
from pathlib import Path

import pytest

from release import notes
from release.readme import for_index
from release.readme_hook import Readme
from retro_pyramid import __version__
from web import addresses

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SOMEWHERE = "https://example.org/pyramid"


def relative(text: str) -> list[str]:
    """Every link and picture without a whole address."""
    named = re.findall(r'\]\(([^)]+)\)|(?:src|href)="([^"]+)"', text)
    return [link or source for link, source in named if "://" not in link + source]


def test_on_the_index_every_link_has_a_whole_address_and_without_one_there_are_words_alone() -> None:
    shown, bare = for_index(README, SOMEWHERE, "1.2.3"), for_index(README, "", "1.2.3")
    assert relative(README) != []
    assert relative(shown) == relative(bare) == []
    assert f'src="{SOMEWHERE}/raw/v1.2.3/web/shots/table.png"' in shown
    assert f"]({SOMEWHERE}/blob/v1.2.3/HACKING.md)" in shown
    assert shown.count("pip install retro-pyramid && ") == README.count("pip install . && ") == 2
    assert "<img" not in bare
    assert "pictures -->" not in bare
    assert "\nHACKING.md shows the rooms" in bare
    # Nothing but the pictures is lost.
    assert [heading for heading in re.findall(r"^##.*", README, re.MULTILINE) if heading not in bare] == []


def test_the_package_has_that_readme(capsys: Capture) -> None:
    metadata: dict[str, object] = {}
    Readme(str(ROOT), {}).update(metadata)
    repository = addresses.address(addresses.REPOSITORY)
    warning = addresses.not_set(addresses.REPOSITORY, "the index shows the README without pictures")
    assert capsys.readouterr().err.strip() == ("" if repository else warning)
    shown = for_index(README, repository, __version__)
    assert metadata["readme"] == {"content-type": "text/markdown", "text": shown}


def test_an_address_is_set_in_one_place(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nname = "x"\n')
    assert addresses.address(addresses.REPOSITORY, tmp_path) == ""
    project.write_text(f'[project.urls]\nRepository = "{SOMEWHERE}/"\n')
    assert addresses.address(addresses.REPOSITORY, tmp_path) == SOMEWHERE
    assert addresses.address(addresses.PAGE, tmp_path) == ""


# Releases


def test_the_newest_version_of_the_changelog_is_the_package_s() -> None:
    first = re.search(r"^## (\S+)", CHANGELOG, re.MULTILINE)
    assert first is not None
    assert first[1].rstrip(",") == __version__


HISTORY = "# Changes\n\n## 0.2.0 (2026-12-24)\n\nMore.\n\n## 0.1.0 (2026-12-01)\n\nThe first.\n"


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    assert notes.notes("v0.2.0", "0.2.0", HISTORY) == "More.\n"
    assert notes.notes("v0.1.0", "0.1.0", HISTORY) == "The first.\n"
    for tag, changelog, message in (
        ("v0.2.1", HISTORY, "the tag is v0.2.1, the package's version 0.2.0: expected the tag v0.2.0"),
        ("0.2.0", HISTORY, "expected the tag v0.2.0"),
        ("v0.2.0", "# Changes\n\n## 0.2.0.1 (2026-12-24)\n", "says nothing of 0.2.0"),
        ("v0.2.0", "## 0.2.0, not released yet\n", "no day for 0.2.0"),
        ("v0.2.0", "## 0.2.0\n\nMore.\n", "no day for 0.2.0"),
    ):
        with pytest.raises(notes.WrongTag, match=message):
            notes.notes(tag, "0.2.0", changelog)


# Forms


def test_what_a_release_packs_is_named(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in packed if not list(ROOT.glob(name.removeprefix("/")))] == []
    assert project["project"]["license"] == "MIT"
