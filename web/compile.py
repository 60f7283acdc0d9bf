"""Compiles modules of Python's library; `trim.py` runs it in the Pyodide that the page loads, whose Python it must be."""

from __future__ import annotations

import base64
import json
import marshal
from importlib.util import MAGIC_NUMBER
from types import CodeType

DOCUMENTED = "_pyodide/_core_docs.py"
"""Pyodide reads the docstrings of this module; all others do without (`python -OO`)."""
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""What says in a .pyc that no source is looked for (PEP 552)."""


def in_one_line(code: CodeType) -> CodeType:
    """Return code that says of every instruction that it is in the first line of its function: the true lines take a
    third of the room, and only a traceback through the library tells them.
    """
    full, rest = divmod(len(code.co_code) // 2, 8)
    # CPython's location table: eight instructions an entry, without columns, no line further.
    table = b"\xef\0" * full + (bytes([0xE7 + rest, 0]) if rest else b"")
    constants = tuple(in_one_line(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=constants)


def compiled(sources: str) -> str:
    """Return JSON, name -> .pyc in base64, of JSON, name -> source."""
    found = {}
    for name, source in json.loads(sources).items():
        level = 0 if name == DOCUMENTED else 2
        code = compile(source, name, "exec", dont_inherit=True, optimize=level)
        found[name] = MAGIC_NUMBER + UNCHECKED + marshal.dumps(in_one_line(code))
    return json.dumps({name: base64.b64encode(data).decode() for name, data in found.items()})
