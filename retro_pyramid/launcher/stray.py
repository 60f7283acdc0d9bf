"""Removes characters that surrounding text leaves around a link."""

import re

_STRAY_BEFORE, _STRAY_AFTER = re.compile(r"^[\s\"'(<\[{“‘«]+"), re.compile(r"[^\w-]+$")


def strip_surrounding_punctuation(text: str) -> str:
    """Return a value from a link without the surrounding quotation marks, punctuation and blanks.

    >>> [strip_surrounding_punctuation(text) for text in ("odm.1.61.H2x.", " (61). ", "em.65.D1-")]
    ['odm.1.61.H2x', '61', 'em.65.D1-']
    """
    return _STRAY_AFTER.sub("", _STRAY_BEFORE.sub("", text))
