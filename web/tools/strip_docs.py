"""Strips a module's source for the page: comments, docstrings and imports for types alone, a fifth of the source."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import Any


def strip_docs(source: str) -> str:
    r"""Return a module's source without comments, docstrings and its `if TYPE_CHECKING` blocks.

    Every statement stays on its line, so that tracebacks tell the right one.

    >>> strip_docs('def one():  # a comment\n    "A docstring."\n    return 1\n')
    'def one():\n\n    return 1\n'
    >>> strip_docs('if TYPE_CHECKING:\n    class A:\n        "A docstring."\nprint()\n')
    '\n\n\nprint()\n'
    """
    lines = source.splitlines(keepends=True)
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body: Any = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if _is_docstring(statement):
                # A body that is nothing else needs a statement.
                is_only = len(body) == 1 and not isinstance(node, ast.Module)
                lines[statement.lineno - 1] = " " * statement.col_offset + "pass\n" if is_only else "\n"
                for row in range(statement.lineno, statement.end_lineno):
                    lines[row] = "\n"
    for block in tree.body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING" and not block.orelse:
            last = block.body[-1].end_lineno or block.lineno
            lines[block.lineno - 1 : last] = ["\n"] * (last - block.lineno + 1)
    for kind, _, (row, column), *_ in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    return "".join(lines)


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
