"""The bundle of the page's modules: their order, and what the bundler refuses."""

import re
from pathlib import Path

import pytest

from web.build import FIRST_MODULE, MAIN_MODULE, PAGE
from web.tools.bundle import BundleError, bundle, bundled_modules


def write_modules(folder: Path, **modules: str) -> None:
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")


def test_imported_modules_come_first_and_each_once(tmp_path: Path) -> None:
    write_modules(
        tmp_path,
        main='import "./b.js";\nimport { f } from "./a.js";\nf();\n',
        a="// Why.\nexport function f() {}\n",
        b='import { f as g } from "./a.js";\ng();\n',
    )
    assert bundled_modules(tmp_path, "main") == ["a", "b", "main"]
    assert bundle(tmp_path, "main", loaded=["a"]) == (
        '"use strict";\n(() => {\nconst { f: g } = $a;\ng();\n})();\n(() => {\nconst { f } = $a;\nf();\n})();\n'
    )


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('import { a } from "./main.js";\n', "imports itself by way of main, other"),
        ("export let state = 1;\n", "other.js: expected .*: export let state = 1;"),
        ("export default 1;\n", "other.js: expected .*: export default 1;"),
        ('import * as all from "./a.js";\n', "other.js: expected .*: import \\* as all"),
    ],
)
def test_a_module_that_cannot_be_bundled_is_named(tmp_path: Path, source: str, problem: str) -> None:
    write_modules(tmp_path, main='import { b } from "./other.js";\nexport const a = b;\n', other=source)
    with pytest.raises(BundleError, match=problem):
        bundle(tmp_path, "main")


def test_every_module_of_the_page_is_bundled_and_imports_what_is_exported() -> None:
    apart = {"poster", "worker"}
    bundled = bundled_modules(PAGE, MAIN_MODULE)
    assert set(bundled) == {path.stem for path in PAGE.glob("*.js")} - apart
    assert bundled_modules(PAGE, FIRST_MODULE) == [FIRST_MODULE]
    script = bundle(PAGE, MAIN_MODULE)
    exported = {
        name: set(names.split(", "))
        for name, names in re.findall(
            r"^const \$(\w+) = .*?^return \{ (.*?) \};$\n\}\)", script, re.MULTILINE | re.DOTALL
        )
    }
    for names, module in re.findall(r"^const \{ (.*?) \} = \$(\w+);$", script, re.MULTILINE):
        assert {name.partition(":")[0] for name in names.split(", ")} <= exported[module], module
