"""The architecture, kept: who may import whom, and the single places for Pyxel, files, clock and chance.

Everything is read from the sources with `ast`, imports inside functions included, those for annotations alone not.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from retro_pyramid.rules import EDITIONS

PACKAGE = Path(__file__).parent.parent / "retro_pyramid"
ROOT = PACKAGE.name
MODULES = {
    path.relative_to(PACKAGE).with_suffix("").as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))
}

# Each room at the top and those it stands on; an arrow includes what lies below it.
ARROWS: dict[str, set[str]] = {
    "cp437": set(),
    "packaged": set(),
    "cards": set(),
    "rules": {"cards"},
    "solver": {"rules"},
    "session": {"solver"},
    "tournament": {"session", "cp437"},
    "formats": {"rules", "cp437"},
    "machine": {"cp437", "packaged"},
    "screens": {"tournament", "machine", "formats"},
    "speech": {"screens"},
    "programs": {"screens"},
    "storage": {"formats"},
    "commands": {"solver", "session", "formats", "storage", "machine"},
    "page": {"cli"},
    "play": {"programs", "speech", "storage", "commands"},
    "cli": {"commands", "play"},
    "__main__": {"cli"},
    "__init__": set(),
}
GROUND = ("screen", "library", "record", "setting")
# Inside the screens and the formats: a room and those of its neighbours it may use.
INSIDE: dict[str, dict[str, set[str]]] = {
    "screens": {
        "parts": set(),
        "finale": {"parts"},
        "boxes": {"parts", *GROUND, "backdrop"},
        "deals": {"boxes", "parts", *GROUND},
        "table": {"boxes", "parts", "deals", "finale", *GROUND},
        "figures": {"contest", "boxes", "parts", *GROUND, "backdrop"},
        "contest": {"table", "boxes", "parts", "deals", *GROUND},
    },
    "formats": {"boards": {"layouts", "pascal"}, "pictures": {"layouts", "pascal"}, "own": {"pascal"}},
    "solver": {"search": set()},
    "machine": {"adapters": {"cells", "video", "pointers", "fonts"}},
}

CORE = {"cards", "rules", "solver", "session", "tournament", "formats"}
CLOCK_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid"}
FILES = {"io", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile"}

OPENERS = {"open", "fdopen", "read_bytes", "read_text", "write_bytes", "write_text"}
MAY_OPEN_FILES = {
    "storage": "the one place for the user's files",
    "machine/png": "pictures in and out go through Pyxel, which wants a path of its own",
}
BROWSER_MODULES = {"js", "pyodide"}
EDITION_NAMES = set(EDITIONS)


def layer_of(module: str) -> str:
    return module.split("/")[0]


def below(layer: str) -> set[str]:
    reached = set(ARROWS[layer])
    for other in ARROWS[layer]:
        reached |= below(other)
    return reached


def allowed(layer: str) -> set[str]:
    return below(layer) | {layer}


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def running(node: ast.AST) -> Iterator[ast.AST]:
    """All statements in a tree but what only a type checker reads: annotations may point anywhere."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING":
            continue
        if isinstance(part, ast.stmt | ast.excepthandler | ast.match_case):
            yield part
            yield from running(part)


@cache
def imports(tree: ast.Module) -> tuple[str, ...]:
    """Dotted names of everything imported when it runs; `from a import b` gives a.b, whatever b is."""
    found: list[str] = []
    for node in running(tree):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (node.module or "")
            found += (f"{start}.{alias.name}" for alias in node.names)
    return tuple(found)


def foreign(tree: ast.Module) -> set[str]:
    """Top names of imports that are not ours."""
    return {name.split(".")[0] for name in imports(tree)} - {ROOT}


def ours(tree: ast.Module) -> set[str]:
    """Layers imported; names of the package itself, such as its version, belong to none."""
    tops = {layer_of(module) for module in MODULES}
    return {name.split(".")[1] for name in imports(tree) if name.startswith(f"{ROOT}.")} & tops


def opened(tree: ast.Module) -> list[str]:
    """Calls that open a file, unless they are asked of our own storage module."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open":
            found.append(f"line {node.lineno}: open")
        if isinstance(called, ast.Attribute) and called.attr in OPENERS:
            owner = ast.unparse(called.value)
            if owner != "storage":
                found.append(f"line {node.lineno}: {owner}.{called.attr}")
    return found


def edition_branches(tree: ast.Module) -> list[int]:
    """Lines that compare something with the name of an edition."""
    return [
        part.lineno
        for node in ast.walk(tree)
        if isinstance(node, (ast.Compare, ast.MatchValue))
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in EDITION_NAMES
    ]


def of_layers(layers: set[str]) -> list[str]:
    return [module for module in MODULES if layer_of(module) in layers]


def breaches(found: Callable[[str], object], modules: Iterable[str] = MODULES) -> dict[str, object]:
    """The modules in which something is found that is not to be there, and what."""
    return {module: what for module in modules if (what := found(module))}


@cache
def imported(module: str) -> set[str]:
    """The modules that a module imports, inside functions too."""
    found = set()
    for name in imports(tree_of(module)):
        parts = name.split(".")
        if parts[0] != ROOT:
            continue
        for length in (len(parts), len(parts) - 1):
            path = "/".join(parts[1:length])
            known = path if path in MODULES else f"{path}/__init__"
            if path and known in MODULES:
                found.add(known)
                break
    return found - {module}


def circles() -> list[list[str]]:
    """Sets of modules each of which leads back to itself over the others (Tarjan's components)."""
    graph = {module: imported(module) for module in MODULES}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == index[module]:
            part: list[str] = []
            while not part or part[-1] != module:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for module in MODULES:
        if module not in index:
            visit(module)
    return found


def test_every_module_belongs_to_a_room_of_the_plan() -> None:
    assert {layer_of(module) for module in MODULES} <= ARROWS.keys()


def test_imports_follow_the_arrows() -> None:
    assert breaches(lambda module: ours(tree_of(module)) - allowed(layer_of(module))) == {}


@pytest.mark.parametrize(
    ("house", "room"), [(house, room) for house, rooms in INSIDE.items() for room in rooms]
)
def test_imports_inside_follow_the_arrows(house: str, room: str) -> None:
    known = {path.split("/")[1] for path in MODULES if path.startswith(f"{house}/")}
    used = {
        other.split("/")[1]
        for module in MODULES
        if module.startswith(f"{house}/{room}/")
        for other in imported(module)
        if other.startswith(f"{house}/")
    }
    assert used & known - {room, "__init__"} <= INSIDE[house][room]


def test_no_file_imports_a_file_that_imports_it() -> None:
    assert circles() == []


def test_imports_are_absolute() -> None:
    assert breaches(lambda module: [name for name in imports(tree_of(module)) if name.startswith(".")]) == {}


def strangers(module: str) -> set[str]:
    expected = {"pyxel"} if layer_of(module) == "machine" else set()
    if layer_of(module) in ("storage", "page"):
        expected |= BROWSER_MODULES
    return foreign(tree_of(module)) - sys.stdlib_module_names - expected


def test_pyxel_is_the_only_stranger_and_lives_in_the_machine() -> None:
    assert breaches(strangers) == {}


def test_only_storage_opens_the_users_files() -> None:
    others = [module for module in MODULES if not {module, layer_of(module)} & MAY_OPEN_FILES.keys()]
    assert breaches(lambda module: opened(tree_of(module)), others) == {}


def test_the_core_knows_no_files() -> None:
    assert breaches(lambda module: foreign(tree_of(module)) & FILES, of_layers(CORE)) == {}


def clocks(tree: ast.Module) -> set[str]:
    """Modules of clock and chance that are imported; `date` of `datetime` is no clock, but for its `today`."""
    asked = {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
    allowed = set() if "today" in asked else {"datetime.date"}
    return {name for name in imports(tree) if name.split(".")[0] in CLOCK_AND_CHANCE} - allowed


def test_the_core_knows_no_clock_and_no_chance() -> None:
    pure = of_layers(CORE)
    assert breaches(lambda module: clocks(tree_of(module)), pure) == {}


def test_the_screens_know_no_clock_and_no_chance() -> None:
    pure = of_layers({"screens", "programs"})
    assert breaches(lambda module: foreign(tree_of(module)) & CLOCK_AND_CHANCE, pure) == {}


def test_no_branch_asks_for_an_edition() -> None:
    assert breaches(lambda module: edition_branches(tree_of(module))) == {}


def test_an_arrow_includes_what_lies_below_it() -> None:
    assert below("tournament") == {"session", "solver", "rules", "cards", "cp437"}
    assert allowed("machine") == {"machine", "cp437", "packaged"}
    assert "storage" not in below("programs")


def listed_by_hand(source: str) -> list[int]:
    """Lines with a list of nothing but names of programs."""
    name = f"""["'](?:{"|".join(EDITION_NAMES)})["']"""
    if re.search(rf"{name},\s*{name}", source) is None:
        return []
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Tuple | ast.List | ast.Set)
        and len(node.elts) > 1
        and all(isinstance(part, ast.Constant) and part.value in EDITION_NAMES for part in node.elts)
    ]


def test_no_test_lists_programs_by_hand() -> None:
    assert listed_by_hand('x = ["odm",\n"em"]') == [1]
    tests = Path(__file__).parent.rglob("*.py")
    listed = {path.as_posix(): listed_by_hand(path.read_text(encoding="utf-8")) for path in tests}
    assert {name: lines for name, lines in listed.items() if lines} == {}


# The reader of sources is shown to find what it is there to find.


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import pyxel as p", {"pyxel"}),
        ("def f():\n    from time import sleep", {"time"}),
        ("if True:\n    import os.path, random", {"os", "random"}),
        ("from retro_pyramid.rules import State", set()),
    ],
)
def test_foreign_imports_are_found(source: str, found: set[str]) -> None:
    assert foreign(ast.parse(source)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from datetime import date; date(2026, 1, 2).toordinal()", set()),
        ("from datetime import date; date.today()", {"datetime.date"}),
        ("from datetime import datetime", {"datetime.datetime"}),
        ("import datetime, random", {"datetime", "random"}),
    ],
)
def test_a_clock_is_found_in_the_core(source: str, found: set[str]) -> None:
    assert clocks(ast.parse(source)) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from retro_pyramid import cards, __version__", {"cards"}),
        ("def f():\n    import retro_pyramid.rules.perft", {"rules"}),
        ("from retro_pyramid.machine.pc import Machine", {"machine"}),
        ("import json", set()),
        ("if TYPE_CHECKING:\n    from retro_pyramid.screens.app import App", set()),
    ],
)
def test_imports_of_ours_are_found(source: str, found: set[str]) -> None:
    assert ours(ast.parse(source)) == found


@pytest.mark.parametrize(
    "source",
    [
        "open('x')",
        "with io.open('x') as f: pass",
        "os.open('x', 0)",
        "Path('x').read_text()",
        "path.write_bytes(b'')",
        "(folder / 'x').open()",
    ],
)
def test_opened_files_are_found(source: str) -> None:
    assert opened(ast.parse(source)) != []


def test_asking_storage_opens_nothing_itself() -> None:
    assert opened(ast.parse("storage.read_text(name); is_open(state, 0); self._open()")) == []


@pytest.mark.parametrize(
    "source", ["if rules.edition == 'odm': pass", "x = 'em' != edition", "match e:\n case 'relaxed': pass"]
)
def test_branches_on_an_edition_are_found(source: str) -> None:
    assert edition_branches(ast.parse(source)) != []
