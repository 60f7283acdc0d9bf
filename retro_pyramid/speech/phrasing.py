"""How words are spoken: cards and signs by their names, what was said as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from retro_pyramid.cards import SUIT_NAMES, SUIT_SYMBOLS, name_labels
from retro_pyramid.resources import sections

_ORNAMENTS = re.compile("[─-▟■►▲▼◄·☺☻☼♪♫♂♀≡«»]+")
_SIGNS = {
    "[√]": "on",
    "[ ]": "off",
    **dict(zip(SUIT_SYMBOLS, SUIT_NAMES, strict=True)),
    **dict(sections("spoken")["signs"]),
}
_NEGATIVE, _POSITIVE = re.compile(r"(?<![\w-])-(?=\d)"), re.compile(r"(?<!\w)\+(?=\d)")
_ENDS = (".", "?", "!", ":")
_MARKS = dict(sections("spoken")["marks"])
"""Marks that a voice leaves out where they stand alone."""


def heard(text: str) -> str:
    """Return words of the screen as they are spoken: without frames, with cards, arrow keys and marks by their names.

    >>> heard("║ 10♦ does not go on Q♥ ║"), heard("←→ Cards"), heard("[√] Auto-Match"), heard("Score -5")
    ('10 of diamonds does not go on Queen of hearts', 'Left Right Cards', 'on Auto-Match', 'Score minus 5')
    """
    text = name_labels(text)
    for sign, name in _SIGNS.items():
        text = text.replace(sign, f" {name} ")
    text = _POSITIVE.sub("plus ", _NEGATIVE.sub("minus ", text))
    return re.sub(" +:", ":", " ".join(_ORNAMENTS.sub(" ", text.replace("\0", " ")).split()))


def marked(text: str) -> str:
    """Return text that is perhaps nothing but a mark by its name.

    >>> marked("?"), marked("F1")
    ('question mark', 'F1')
    """
    return _MARKS.get(text, text)


def joined(parts: Iterable[str]) -> str:
    """Return what is said as one text, with the stops in it that a voice needs.

    >>> joined(["Give up this game?", "", "Yes No", "No"])
    'Give up this game? Yes No. No.'
    """
    return " ".join([part if part.endswith(_ENDS) else f"{part}." for part in parts if part])


def listed(names: list[str]) -> str:
    """Return names as one says them one after another.

    >>> listed(["one"]), listed(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
