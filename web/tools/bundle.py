"""Bundles the page's ES modules into plain scripts, and strips scripts and style.

The scripts are plain so that the page is one file and needs no build tool but Python.

Each module becomes a function of its own, whose result is the module's exports; an import becomes a destructuring of that
result. So names of one module never clash with those of another. The modules keep to a subset of the syntax: imports by
name from `./MODULE.js`, and exports of functions, classes and constants where they are defined.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*//.*\n|/\*\*(?s:.*?)\*/[ \t]*\n?", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+|^[ \t]*\n", re.MULTILINE)


class BundleError(ValueError):
    """A module that cannot be bundled; the message is one line."""


def strip_comments(script: str) -> str:
    r"""Return a script without JSDoc, comments of whole lines, indents and empty lines.

    >>> strip_comments('/** Doc. */\nconst a = /** @type {any} */ (1);\n  // why\n\n  a("//");\n')
    'const a = (1);\na("//");\n'
    """
    return _INDENT.sub("", _COMMENT.sub("", script))


def minify_css(style: str) -> str:
    r"""Return a style sheet without comments of whole lines, indents and optional spaces.

    >>> minify_css("/* Why. */\np {\n  color: #fff; margin: calc(1px + 2px);\n}\n")
    'p{\ncolor:#fff;margin:calc(1px + 2px);\n}\n'
    """
    return re.sub(r"(?<=[:;,{]) | (?=\{)", "", re.sub(r"(?m)^[ \t]*(?:/\*(?s:.*?)\*/\n)?", "", style))


def define(script: str, names: Mapping[str, Any]) -> str:
    """Return a script with values, as JSON, in place of names such as `__VERSION__`.

    >>> define("const version = __VERSION__;", {"VERSION": "1"})
    'const version = "1";'
    """
    for name, value in names.items():
        script = script.replace(f"__{name}__", json.dumps(value))
    return script


def bundle(folder: Path, entry: str, loaded: Iterable[str] = ()) -> str:
    """Return the script of module `entry` in `folder` and all that it imports, each module once, imported ones first.

    Modules of `loaded` were bundled by an earlier script of the page. Raises BundleError.
    """
    modules: dict[str, str] = {}
    _add(folder, entry, set(loaded), [], modules)
    return '"use strict";\n' + "".join(modules.values())


def bundled_modules(folder: Path, entry: str) -> list[str]:
    """Return the names of the modules in the bundle of `entry`, in the order in which they run."""
    modules: dict[str, str] = {}
    _add(folder, entry, set(), [], modules)
    return list(modules)


def _add(folder: Path, name: str, loaded: set[str], importers: list[str], modules: dict[str, str]) -> None:
    if name in modules or name in loaded:
        return
    if name in importers:
        raise BundleError(f"{name}.js: it imports itself by way of {', '.join(importers)}")
    source = (folder / f"{name}.js").read_text(encoding="utf-8")
    for _, imported in _IMPORT.findall(source):
        _add(folder, imported, loaded, [*importers, name], modules)
    modules[name] = _wrap(name, source)


def _wrap(name: str, source: str) -> str:
    """Return a module as the definition of the constant `$name`.

    >>> _wrap("two", 'import { a, b as c } from "./one.js";\\nexport function f() {\\n  return a + c;\\n}\\n')
    'const $two = (() => {\\nconst { a, b: c } = $one;\\nfunction f() {\\nreturn a + c;\\n}\\nreturn { f };\\n})();\\n'
    """
    exports = _EXPORT.findall(source)
    script = _EXPORT.sub("", _IMPORT.sub(_destructure, source))
    if left := re.search(r"^(?:import|export)\b.*", script, re.MULTILINE):
        raise BundleError(f"{name}.js: expected an import by name or an export of a definition: {left[0]}")
    script = strip_comments(script)
    if not exports:
        return f"(() => {{\n{script}}})();\n"
    return f"const ${name} = (() => {{\n{script}return {{ {', '.join(exports)} }};\n}})();\n"


def _destructure(found: re.Match[str]) -> str:
    names, module = found.groups()
    return "" if names is None else f"const {{{names.replace(' as ', ': ')}}} = ${module};\n"
