"""The archive in the page: what the build puts in comes out, and modules are imported from it."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from web import build
from web.page.archive import ROOT, Archive


@pytest.fixture
def packed(tmp_path: Path) -> Iterator[Archive]:
    """An archive with a package of two modules and a data file, from which can be imported."""
    files = {
        "far/__init__.py": "",
        "far/away.py": "from far.further import NAME\nloader = __spec__.loader\n",
        "far/further.py": "NAME = 'é'\ndef fail():\n    raise ValueError\n",
        "far/assets/data.bin": "\x00\n",
    }
    for number, text in enumerate(files.values()):
        (tmp_path / str(number)).write_text(text, encoding="utf-8")
    archive = Archive(
        build.build_archive({name: tmp_path / str(number) for number, name in enumerate(files)})
    )
    sys.meta_path.insert(0, archive)
    yield archive
    sys.meta_path.remove(archive)
    for name in [name for name in sys.modules if name.partition(".")[0] == "far"]:
        del sys.modules[name]


def imported(name: str) -> ModuleType:
    __import__(name)
    return sys.modules[name]


def test_modules_are_imported_from_it(packed: Archive) -> None:
    away = imported("far.away")
    assert away.NAME == "é"
    assert away.loader is packed
    assert away.__file__ == f"{ROOT}far/away.py"
    assert imported("far").__path__ == []
    assert packed.folders() == {f"{ROOT}far", f"{ROOT}far/assets"}


def test_a_module_it_has_not_is_left_to_others(packed: Archive) -> None:
    assert packed.find_spec("json") is None
    with pytest.raises(ModuleNotFoundError, match=r"far\.nothing"):
        imported("far.nothing")


def test_data_lies_beside_the_modules(packed: Archive) -> None:
    folder = Path(imported("far").__file__ or "").parent
    assert packed.get_data(str(folder / "assets" / "data.bin")) == b"\x00\n"
    with pytest.raises(FileNotFoundError, match="nothing"):
        packed.get_data(str(folder / "nothing"))


def test_an_error_tells_its_line(packed: Archive) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        imported("far.further").fail()
    assert error.traceback[-1].lineno == 2


class _Unsaid(ast.NodeTransformer):
    """Takes away the statements that do nothing: texts that nobody is given, `pass`, and imports for types alone."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if text else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_Pass(self, node: ast.Pass) -> None:
        return None


def statements(source: bytes) -> str:
    """Return all that a module does, with the lines and columns where each part of it begins."""
    return re.sub(r"\bend_\w+=\d+", "", ast.dump(_Unsaid().visit(ast.parse(source)), include_attributes=True))


def test_the_program_in_it_is_that_of_the_wheel_without_comments_and_docstrings() -> None:
    files = build.wheel_files(build.ROOT)
    archive = Archive(build.build_archive(files))
    for name, path in files.items():
        if name.startswith(build.DESKTOP_ONLY):
            continue
        here, there = archive.get_data(f"{ROOT}{name}"), path.read_bytes()
        if name.endswith(".py"):
            assert statements(here) == statements(there), name
            assert "Expr(value=Constant(value='" not in ast.dump(ast.parse(here)), name
        else:
            assert here == there, name


def test_pictures_come_out_byte_by_byte_and_take_less_room(tmp_path: Path) -> None:
    deck = (build.ROOT / "assets" / "PYRAMID.DEC").read_bytes()
    contents = {"deck.DEC": deck, "cut.DEC": deck[:-1], "junk.DEC": deck[:-1] + b"!", "none.BGI": b""}
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    packed = Archive(build.build_archive({name: tmp_path / name for name in contents}))
    assert {name: packed.get_data(ROOT + name) for name in contents} == contents
    alone = [len(build.build_archive({name: tmp_path / name})) for name in contents]
    assert alone[0] < 0.75 * alone[1]
