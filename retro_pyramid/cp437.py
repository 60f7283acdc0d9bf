"""Code page 437, the character set of the IBM PC: conversion between its 256 codes and Unicode, and decoding of text files.

Source: the IBM PC character set with the glyphs of the codes 0-31 and 127.
"""

import re

from retro_pyramid.text_encoding import decode_text, detect_encoding

_CONTROL_GLYPHS = " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"

DECODING_TABLE: str = (
    _CONTROL_GLYPHS + bytes(range(32, 127)).decode("ascii") + "⌂" + bytes(range(128, 256)).decode("cp437")
)
"""The character of each code, in the order of the codes."""
NUL_SYMBOL = "␀"
"""The character for code 0 where the conversion must be lossless. On the screen code 0 looks like a space."""
_CONTROL_CODES = bytes(set(range(1, 32)) - set(b"\t\n\f\r"))
_DELETE_CONTROLS = dict.fromkeys(_CONTROL_CODES)
_MAX_CONTROL_SHARE = 0.02
"""The maximum share of control codes in a text. Manuals of the time use them for arrows and suits."""
_LINE_BREAKS = re.compile(r"\r\n?")
_DECODING_MAP = {code: character for code, character in enumerate(DECODING_TABLE) if code != ord("\n")}
_ASCII_SUBSTITUTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."})
_CODE_OF: dict[str, int] = {
    **{character: code for code, character in reversed(list(enumerate(DECODING_TABLE)))},
    " ": 32,
    NUL_SYMBOL: 0,
}


def encode(text: str) -> bytes:
    """Return the codes of a text, one byte for each character. Raise UnicodeEncodeError at a character without a code.

    >>> encode("█♥").hex()
    'db03'
    """
    try:
        return bytes([_CODE_OF[character] for character in text])
    except KeyError as error:
        start = text.index(error.args[0])
        raise UnicodeEncodeError("cp437", text, start, start + 1, "no such character") from None


def encode_lossy(text: str) -> bytes:
    """Return the codes of a text, with `?` for characters without a code. File names can have any characters.

    >>> encode_lossy("Пир♥")
    b'???\\x03'
    """
    return bytes([_CODE_OF.get(character, _CODE_OF["?"]) for character in text])


def decode(codes: bytes, nul_char: str = DECODING_TABLE[0]) -> str:
    """Return the Unicode characters of codes. `nul_char` stands for code 0, by default a space as on the screen.

    With NUL_SYMBOL as `nul_char` the conversion is lossless, and `encode` is the inverse.

    >>> decode(bytes([0x05, 0xC9]))
    '♣╔'
    """
    return "".join([DECODING_TABLE[code] if code else nul_char for code in codes])


def decode_text_file(data: bytes) -> str | None:
    r"""Decode the bytes of a text file up to the first Ctrl-Z. Return None if they are not text.

    The encoding is that of the byte order mark, else UTF-8 if the bytes are valid UTF-8, else code page 437. Lines end in
    `\n` and tabs are expanded. Characters that the code page lacks become question marks.

    >>> decode_text_file(b"one\ttwo\r\ncaf\x82\x1ahidden"), decode_text_file(b"\x00\x01")
    ('one     two\ncafé', None)
    """
    if detect_encoding(data) != "UTF-8":
        return _decode_unicode(data)
    data = data.partition(b"\x1a")[0]
    controls = len(data) - len(data.translate(None, _CONTROL_CODES))
    if 0 in data or controls > _MAX_CONTROL_SHARE * len(data):
        return None
    try:
        text = data.decode("latin-1") if controls else decode_text(data)
        is_cp437 = bool(controls)
    except UnicodeDecodeError:
        text, is_cp437 = data.decode("latin-1"), True
    return _normalize_whitespace(text).translate(_DECODING_MAP) if is_cp437 else _restrict_to_code_page(text)


def _decode_unicode(data: bytes) -> str | None:
    try:
        text = decode_text(data).partition("\x1a")[0]
    except UnicodeDecodeError:
        return None
    controls = len(text) - len(text.translate(_DELETE_CONTROLS))
    if "\0" in text or controls > _MAX_CONTROL_SHARE * len(text):
        return None
    return _restrict_to_code_page(text)


def _normalize_whitespace(text: str) -> str:
    return _LINE_BREAKS.sub("\n", text.replace("\f", "")).expandtabs(8)


def _restrict_to_code_page(text: str) -> str:
    text = _normalize_whitespace(text)
    return "".join(
        char if char in _CODE_OF or char == "\n" else "?" for char in text.translate(_ASCII_SUBSTITUTES)
    )
