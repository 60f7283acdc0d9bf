"""Compiles modules of the standard library.

`trim_runtime.py` runs this in the page's Pyodide, since only that version of Python can load the result.
"""

from __future__ import annotations

import base64
import json
import marshal
from importlib.util import MAGIC_NUMBER
from types import CodeType

DOCUMENTED = "_pyodide/_core_docs.py"
"""Pyodide reads the docstrings of this module; all others are compiled without (`python -OO`)."""
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""Header of a .pyc that is used without checking a source (PEP 552)."""


def drop_line_numbers(code: CodeType) -> CodeType:
    """Return code whose instructions are all in the first line of their function.

    The line numbers take a third of the size, and only tracebacks through the library show them.
    """
    full, rest = divmod(len(code.co_code) // 2, 8)
    # CPython's location table: eight instructions an entry, without columns, line offset 0.
    table = b"\xef\0" * full + (bytes([0xE7 + rest, 0]) if rest else b"")
    constants = tuple(
        drop_line_numbers(constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return code.replace(co_linetable=table, co_consts=constants)


def compile_modules(sources: str) -> str:
    """Return JSON, name -> .pyc in base64, for JSON, name -> source."""
    modules = {}
    for name, source in json.loads(sources).items():
        level = 0 if name == DOCUMENTED else 2
        code = compile(source, name, "exec", dont_inherit=True, optimize=level)
        modules[name] = MAGIC_NUMBER + UNCHECKED + marshal.dumps(drop_line_numbers(code))
    return json.dumps({name: base64.b64encode(data).decode() for name, data in modules.items()})
