"""The architecture, kept: who may import whom, and the single places for Pyxel, files, clock and chance.

Everything is read from the sources with `ast`, imports inside functions included, those for annotations alone not.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from retro_pyramid.rules import EDITIONS

PACKAGE = Path(__file__).parent.parent / "retro_pyramid"
ROOT = PACKAGE.name
MODULES = {
    path.relative_to(PACKAGE).with_suffix("").as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))
}

LAYERS = [
    layer.split()
    for layer in (
        "__init__ text_encoding",
        "cards cp437 resources",
        "rules machine",
        "solver formats settings",
        "session scenes storage",
        "ui commands",
        "app",
        "deals",
        "table",
        "speech features",
        "editions",
        "launcher",
        "cli",
        "page __main__",
    )
]
"""The packages and modules of the program, lowest layer first. A module may import from lower layers and its own package."""
LEVELS = {package: level for level, layer in enumerate(LAYERS) for package in layer}
INSIDE = {
    "formats": {"scores": {"layouts", "pascal"}, "pictures": {"layouts", "pascal"}, "native": {"pascal"}},
    "solver": {"search": set[str]()},
    "machine": {"adapters": {"text_layer", "video"}},
    "features": {
        "magazine": {"help", "start"},
        "dos": {"magazine"},
        "setup": {"help"},
        "statistics": {"help", "high_scores", "tournament"},
        "tournament": {"high_scores", "saved_games", "match"},
    },
    "storage": {"backends": set[str]()},
}
"""Sub-packages that may import only some of their neighbours."""

CLOCK_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid"}
FILES = {"io", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile"}
OPENERS = {"open", "fdopen", "read_bytes", "read_text", "write_bytes", "write_text"}
STRANGERS = {"machine": {"pyxel"}, "storage": {"js", "pyodide"}, "page": {"js", "pyodide"}}
CORE = {"cards", "rules", "solver", "session", "formats"}
"""Packages without side effects."""
SCREENS = {"scenes", "ui", "app", "deals", "table", "features", "editions"}
OPENING = {"storage", "machine/png"}
"""The one place for the user's files; and pictures in and out go through Pyxel, which wants a path of its own."""


def layer_of(module: str) -> str:
    return module.split("/")[0]


def may_import(package: str, imported: str) -> bool:
    return package == imported or LEVELS[imported] < LEVELS[package]


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


def opened(tree: ast.Module) -> set[str]:
    """Calls that open a file, unless they are asked of our own storage module."""
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = {call.id for call in called if isinstance(call, ast.Name)} & {"open"}
    asked = {(ast.unparse(call.value), call.attr) for call in called if isinstance(call, ast.Attribute)}
    return names | {f"{owner}.{name}" for owner, name in asked if name in OPENERS and owner != "storage"}


def clocks(tree: ast.Module) -> set[str]:
    """Modules of clock and chance that are imported; `date` of `datetime` is no clock, but for its `today`."""
    asked = {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
    pure = set() if "today" in asked else {"datetime.date"}
    return {name for name in imports(tree) if name.split(".")[0] in CLOCK_AND_CHANCE} - pure


def branches(tree: ast.Module) -> set[str]:
    """Names of editions that something is compared with."""
    compared = [node for node in ast.walk(tree) if isinstance(node, (ast.Compare, ast.MatchValue))]
    parts = [part for node in compared for part in ast.walk(node)]
    return {str(part.value) for part in parts if isinstance(part, ast.Constant) and part.value in EDITIONS}


def listed_by_hand(tree: ast.Module) -> set[int]:
    """Lines with a list of nothing but names of programs."""
    return {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Tuple | ast.List | ast.Set)
        and len(node.elts) > 1
        and all(isinstance(part, ast.Constant) and part.value in EDITIONS for part in node.elts)
    }


@cache
def imported(module: str) -> set[str]:
    """The modules that a module imports, inside functions too."""
    found = set()
    for name in imports(tree_of(module)):
        first, *parts = name.split(".")
        for path in ("/".join(parts), "/".join(parts[:-1])) if first == ROOT else ():
            known = path if path in MODULES else f"{path}/__init__"
            if path and known in MODULES:
                found.add(known)
                break
    return found - {module}


def test_every_module_belongs_to_a_layer() -> None:
    assert {layer_of(module) for module in MODULES} == LEVELS.keys()


Find = Callable[[ast.Module, str], object]
"""What is not to be there in a module, by its tree and its name."""
RULES: dict[str, Find] = {
    "imports point down the layers": lambda tree, name: {
        package for package in ours(tree) if not may_import(layer_of(name), package)
    },
    "imports are absolute": lambda tree, _: [found for found in imports(tree) if found.startswith(".")],
    "Pyxel is the only stranger and lives in the machine": lambda tree, name: (
        foreign(tree) - sys.stdlib_module_names - STRANGERS.get(layer_of(name), set())
    ),
    "only storage opens the user's files": lambda tree, name: (
        not {name, layer_of(name)} & OPENING and opened(tree)
    ),
    "the core knows no files": lambda tree, name: layer_of(name) in CORE and foreign(tree) & FILES,
    "the core knows no clock and no chance": lambda tree, name: layer_of(name) in CORE and clocks(tree),
    "the screens know no clock and no chance": lambda tree, name: (
        layer_of(name) in SCREENS and foreign(tree) & CLOCK_AND_CHANCE
    ),
    "no branch asks for an edition": lambda tree, _: branches(tree),
}


@pytest.mark.parametrize("rule", RULES)
def test_the_layout_is_kept(rule: str) -> None:
    found = {name: what for name in MODULES if (what := RULES[rule](tree_of(name), name))}
    assert found == {}


@pytest.mark.parametrize(
    ("house", "room"), [(house, room) for house, rooms in INSIDE.items() for room in rooms]
)
def test_imports_inside_follow_the_arrows(house: str, room: str) -> None:
    known = {path.split("/")[1] for path in MODULES if path.startswith(f"{house}/")}
    using = [module for module in MODULES if module.startswith(f"{house}/{room}/")]
    used = [other.split("/") for module in using for other in imported(module)]
    inside = {path[1] for path in used if path[0] == house}
    assert inside & known - {room, "__init__"} <= INSIDE[house][room]


def test_no_file_imports_a_file_that_imports_it() -> None:
    # What nothing else leads on from is taken away till nothing is left but circles.
    left = {module: imported(module) for module in MODULES}
    while ends := {module for module, others in left.items() if not others & left.keys()}:
        left = {module: others for module, others in left.items() if module not in ends}
    assert left == {}


def test_no_test_lists_programs_by_hand() -> None:
    name = f"""["'](?:{"|".join(EDITIONS)})["']"""
    two, tests = re.compile(rf"{name},\s*{name}"), Path(__file__).parent.rglob("*.py")
    texts = {path.as_posix(): path.read_text(encoding="utf-8") for path in tests}
    found = {path: listed_by_hand(ast.parse(text)) for path, text in texts.items() if two.search(text)}
    assert {path: lines for path, lines in found.items() if lines} == {}


def written_elsewhere(tree: ast.Module) -> set[str]:
    """Return what constructors assign that is no attribute of their own object."""
    inits = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    parts = [part for init in inits for part in ast.walk(init) if isinstance(part, ast.Attribute)]
    written = {ast.unparse(part) for part in parts if not isinstance(part.ctx, ast.Load)}
    return {name for name in written if not re.fullmatch(r"self\.\w+", name)}


@pytest.mark.parametrize("house", sorted(SCREENS | {"launcher"}))
def test_no_constructor_writes_into_another_object(house: str) -> None:
    found = {module: written_elsewhere(tree_of(module)) for module in MODULES if layer_of(module) == house}
    assert {module: names for module, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("reader", "source", "found"),
    [
        (foreign, "import pyxel as p", {"pyxel"}),
        (foreign, "def f():\n    from time import sleep", {"time"}),
        (foreign, "if True:\n    import os.path, random", {"os", "random"}),
        (foreign, "from retro_pyramid.rules import State", set()),
        (clocks, "from datetime import date; date(2026, 1, 2).toordinal()", set()),
        (clocks, "from datetime import date; date.today()", {"datetime.date"}),
        (clocks, "from datetime import datetime", {"datetime.datetime"}),
        (clocks, "import datetime, random", {"datetime", "random"}),
        (ours, "from retro_pyramid import cards, __version__", {"cards"}),
        (ours, "def f():\n    import retro_pyramid.rules.game", {"rules"}),
        (ours, "from retro_pyramid.machine.pc import Machine", {"machine"}),
        (ours, "import json", set()),
        (ours, "if TYPE_CHECKING:\n    from retro_pyramid.app.app import App", set()),
        (opened, "open('x')", {"open"}),
        (opened, "with io.open('x') as f: pass", {"io.open"}),
        (opened, "os.open('x', 0)", {"os.open"}),
        (opened, "Path('x').read_text()", {"Path('x').read_text"}),
        (opened, "path.write_bytes(b'')", {"path.write_bytes"}),
        (opened, "(folder / 'x').open()", {"folder / 'x'.open"}),
        (opened, "storage.read_text(name); is_open(state, 0); self._open()", set()),
        (branches, "if rules.edition == 'odm': pass", {"odm"}),
        (branches, "x = 'em' != edition", {"em"}),
        (branches, "match e:\n case 'relaxed': pass", {"relaxed"}),
        (written_elsewhere, "class C:\n def __init__(self): self.x = app.y; self.x[0] = 1", set()),
        (
            written_elsewhere,
            "class C:\n def __init__(self, app): app.x, self.y.z = 1, 2",
            {"app.x", "self.y.z"},
        ),
        (listed_by_hand, 'x = ["odm",\n"em"]', {1}),
    ],
)
def test_the_reader_of_sources_finds_what_it_is_there_to_find(
    reader: Callable[[ast.Module], set[object]], source: str, found: set[object]
) -> None:
    assert reader(ast.parse(source)) == found
