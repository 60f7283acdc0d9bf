"""A module's source as the page carries it: without comments, docstrings and imports for types, which nobody reads there."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import Any


def bare(source: str) -> str:
    r"""Return a module's source without comments, docstrings and what only a checker of types imports.

    Every statement stays on its line.

    >>> bare('def one():  # a comment\n    "A docstring."\n    return 1\n')
    'def one():\n\n    return 1\n'
    >>> bare("if TYPE_CHECKING:\n    import ast\nprint()\n")
    '\n\nprint()\n'
    """
    lines = source.splitlines(keepends=True)
    tree = ast.parse(source)
    for top in tree.body:
        if isinstance(top, ast.If) and ast.unparse(top.test) == "TYPE_CHECKING" and not top.orelse:
            last = top.body[-1].end_lineno or top.lineno
            lines[top.lineno - 1 : last] = ["\n"] * (last - top.lineno + 1)
    for node in ast.walk(tree):
        body: Any = getattr(node, "body", None)
        for said in body if isinstance(body, list) else ():
            if _is_text(said):
                # A body may hold nothing else.
                alone = len(body) == 1 and not isinstance(node, ast.Module)
                lines[said.lineno - 1] = " " * said.col_offset + "pass\n" if alone else "\n"
                for row in range(said.lineno, said.end_lineno):
                    lines[row] = "\n"
    for kind, _, (row, column), *_ in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    return "".join(lines)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
