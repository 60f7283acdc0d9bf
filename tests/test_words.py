"""What the player reads follows one rule: one sentence has no full stop, two or more have them."""

import ast
import re
from pathlib import Path

import retro_pyramid

_PACKAGE = Path(retro_pyramid.__file__).parent
_FOLDERS = ("screens", "programs", "storage", "rules", "session")
_NEXT = re.compile(r"[A-Za-z0-9}'][.!?] +[A-Z]")
"""Where a sentence ends and another begins."""

_NOT_ALONE = {
    *("No more moves.", "Scored as it stands.", "None is open: draw.", "The pyramid is cleared."),
    # This one could do without, but the recorded speech has it.
    "No two cards make {}, and the stock is empty: {} to redeal.",
}
"""What another sentence stands beside in every case, or what a program of its time said."""


def _text(node: ast.expr) -> str | None:
    """Return a text with its places as {}, None for what is none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _texts(source: str) -> list[str]:
    """Return the texts of a module but its docstrings; the lines of one text as one."""
    nodes = list(ast.walk(ast.parse(source)))
    parts = {
        id(part)
        for node in nodes
        if isinstance(node, ast.JoinedStr | ast.Expr)
        for part in ast.iter_child_nodes(node)
    }
    texts = []
    for node in nodes:
        if isinstance(node, ast.Tuple | ast.List):
            lines = [_text(line) for line in node.elts]
            parts.update(id(line) for line, text in zip(node.elts, lines, strict=True) if text is not None)
            texts.append(" ".join(filter(None, lines)))
        elif isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in parts:
            texts.append(_text(node) or "")
    return texts


def _breaks(text: str) -> bool:
    several, stop = _NEXT.search(text) is not None, text.endswith(".") and not text.endswith("..")
    return stop and text[0].isupper() and " " in text and not several


def test_a_text_of_one_sentence_that_ends_in_a_full_stop_is_noticed() -> None:
    assert _breaks("It is there.")
    assert not any(map(_breaks, ("It is there", "It is there. Take it.", "Load...", "\\.", "Is it there?")))


def test_one_sentence_has_no_full_stop_and_several_have_them() -> None:
    paths = [path for folder in _FOLDERS for path in (_PACKAGE / folder).rglob("*.py")]
    texts = {text: path.name for path in paths for text in _texts(path.read_text(encoding="utf-8"))}
    assert len(texts) > 1000
    assert {text: name for text, name in texts.items() if _breaks(text) and text not in _NOT_ALONE} == {}
