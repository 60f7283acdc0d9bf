"""Conversion of screen text to spoken text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from retro_pyramid.cards import SUIT_NAMES, SUIT_SYMBOLS, expand_card_labels
from retro_pyramid.resources import load_asset_sections

_ORNAMENTS = re.compile("[─-▟■►▲▼◄·☺☻☼♪♫♂♀≡«»]+")
_SYMBOL_NAMES = {
    "[√]": "on",
    "[ ]": "off",
    **dict(zip(SUIT_SYMBOLS, SUIT_NAMES, strict=True)),
    **dict(load_asset_sections("spoken")["signs"]),
}
_NEGATIVE, _POSITIVE = re.compile(r"(?<![\w-])-(?=\d)"), re.compile(r"(?<!\w)\+(?=\d)")
_SENTENCE_ENDS = (".", "?", "!", ":")
_PUNCTUATION_NAMES = dict(load_asset_sections("spoken")["marks"])
"""Names of punctuation marks that a voice does not speak on their own."""


def to_spoken_text(text: str) -> str:
    """Return screen text as it is spoken: without frames, with cards, arrow keys and symbols by their names.

    >>> to_spoken_text("║ 10♦ does not go on Q♥ ║"), to_spoken_text("←→ Cards")
    ('10 of diamonds does not go on Queen of hearts', 'Left Right Cards')
    >>> to_spoken_text("[√] Auto-Match"), to_spoken_text("Score -5")
    ('on Auto-Match', 'Score minus 5')
    """
    text = expand_card_labels(text)
    for symbol, name in _SYMBOL_NAMES.items():
        text = text.replace(symbol, f" {name} ")
    text = _POSITIVE.sub("plus ", _NEGATIVE.sub("minus ", text))
    return re.sub(" +:", ":", " ".join(_ORNAMENTS.sub(" ", text.replace("\0", " ")).split()))


def name_punctuation(text: str) -> str:
    """Return the name of a text that is a single punctuation mark, or the text unchanged.

    >>> name_punctuation("?"), name_punctuation("F1")
    ('question mark', 'F1')
    """
    return _PUNCTUATION_NAMES.get(text, text)


def join_sentences(parts: Iterable[str]) -> str:
    """Return sentences as one text, with a full stop after each that has no end mark; empty ones are skipped.

    >>> join_sentences(["Give up this game?", "", "Yes No", "No"])
    'Give up this game? Yes No. No.'
    """
    return " ".join(
        [sentence if sentence.endswith(_SENTENCE_ENDS) else f"{sentence}." for sentence in parts if sentence]
    )


def join_and(names: list[str]) -> str:
    """Return names as a list with commas and "and".

    >>> join_and(["one"]), join_and(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
