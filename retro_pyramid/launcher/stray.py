"""Removes the characters that other software leaves around a link."""

import re

_STRAY_BEFORE, _STRAY_AFTER = re.compile(r"^[\s\"'(<\[{“‘«]+"), re.compile(r"[^\w-]+$")


def strip_stray(text: str) -> str:
    """Return a value of a link without the punctuation and blanks of the text that the link stood in.

    >>> strip_stray("odm.1.61.H2x."), strip_stray(" (61). "), strip_stray("em.65.D1-")
    ('odm.1.61.H2x', '61', 'em.65.D1-')
    """
    return _STRAY_AFTER.sub("", _STRAY_BEFORE.sub("", text))
