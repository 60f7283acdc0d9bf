"""The members that Python and the page's scripts share: both sides list the same ones."""

import ast
import re
from pathlib import Path

import pytest

from retro_pyramid.page import probe, program
from retro_pyramid.storage.backends.store import GameLock
from tests.programs import TESTS
from tests.screens.driver import Game
from web.build import PAGE
from web.tools.bundle import strip_comments

PACKAGE = TESTS.parent / "retro_pyramid"
BRIDGE = (PAGE / "bridge.js").read_text(encoding="utf-8")
PROGRAM = ast.parse(Path(program.__file__).read_text(encoding="utf-8"))
MEMBERS = {"ScriptMembers", "ProgramMembers"}


def properties(typedef: str) -> set[str]:
    """Return the properties of a type that bridge.js defines."""
    found = re.search(rf"@typedef {{object}} {typedef}\n(.*?)\*/", BRIDGE, re.DOTALL)
    assert found, f"bridge.js defines no {typedef}"
    return set(re.findall(r"^ \* @property \{.*\} \[?(\w+)\]?", found[1], re.MULTILINE))


def protocol(name: str) -> set[str]:
    """Return the members of a protocol of the Python side; no protocol is there at run time."""
    (found,) = (node for node in ast.walk(PROGRAM) if isinstance(node, ast.ClassDef) and node.name == name)
    fields = {
        node.target.id
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return fields | {node.name for node in found.body if isinstance(node, ast.FunctionDef)}


def public(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_python_and_bridge_js_list_the_same_members(name: str) -> None:
    assert protocol(name) == properties(name)


def test_scripts_know_the_methods_of_the_objects_that_python_gives_them() -> None:
    assert properties("PageApi") == public(program.PageApi)
    assert properties("TestHook") == public(probe.TestHook) - {"run_frames"}
    assert protocol("ScriptRunner") == properties("ScriptRunner") - {"run", "state"}


def test_a_lock_of_the_page_has_the_members_of_a_claim() -> None:
    assert properties("GameLock") == public(GameLock)


def script(name: str) -> str:
    return strip_comments((PAGE / name).read_text(encoding="utf-8"))


def test_scripts_define_what_python_uses_and_python_what_scripts_use() -> None:
    scripts = {path.name: script(path.name) for path in PAGE.glob("*.js")}
    assigned = {name for text in scripts.values() for name in re.findall(r"\bbridge\.(\w+) = ", text)}
    assert assigned == properties("ScriptMembers") | properties("PageMembers")
    set_by_python = {
        node.attr
        for node in ast.walk(PROGRAM)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "page"
    }
    assert set_by_python == properties("ProgramMembers")


def test_python_elsewhere_uses_members_of_the_bridge() -> None:
    """In load.py, start.py and the modules that take `retroPyramid` themselves."""
    files = [*PACKAGE.rglob("*.py"), *PAGE.glob("*.py")]
    used = {
        name
        for file in files
        for name in re.findall(r"\bretroPyramid\.(\w+)\b", file.read_text(encoding="utf-8"))
    }
    assert {"programArchive", "startQuery", "copyOrShow", "storage"} <= used
    assert used <= properties("ScriptMembers") | properties("ProgramMembers")


def test_scripts_use_nothing_that_bridge_js_does_not_list() -> None:
    used = {
        name for path in PAGE.glob("*.js") for name in re.findall(r"(?<!/)\bbridge\.(\w+)", script(path.name))
    }
    assert used <= properties("ScriptMembers") | properties("ProgramMembers") | properties("PageMembers")


@pytest.mark.usefixtures("opened")
def test_json_for_the_scripts_has_the_properties_that_bridge_js_documents(tmp_path: Path) -> None:
    game = Game(tmp_path, "--edition", "em", "--deal", "61", "--start", "table").do("settle")
    game.picture()
    controls = program.touch_controls(game.app)
    assert controls.keys() == properties("TouchControls")
    for records, typedef in (
        (controls["controls"], "Control"),
        (controls["piles"], "Pile"),
        (program.accessible_targets(game.app), "AccessibleTarget"),
    ):
        assert isinstance(records, list)
        assert records
        assert all(record.keys() == properties(typedef) for record in records)
