"""Code page 437, the IBM PC's character set: 256 codes and the Unicode characters that picture them.

Source: the IBM PC character set with the pictures of the codes 0-31 and 127.
"""

import re

from retro_pyramid.text_encoding import decode_text, encoding_name

_PICTURES = " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"

TABLE: str = _PICTURES + bytes(range(32, 127)).decode("ascii") + "⌂" + bytes(range(128, 256)).decode("cp437")
NUL = "␀"
"""Stands for code 0 where no code may get lost; on the screen it looks like a blank."""
_CONTROLS = bytes(set(range(1, 32)) - set(b"\t\n\f\r"))
_NO_CONTROLS = dict.fromkeys(_CONTROLS)
_MOST_CONTROLS = 0.02
"""Of a text's bytes: manuals of the time show arrows and suits by the codes of controls."""
_LINE_BREAKS = re.compile(r"\r\n?")
_TEXT = {code: character for code, character in enumerate(TABLE) if code != ord("\n")}
_ALIKE = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "..."})
_CODES: dict[str, int] = {
    **{character: code for code, character in reversed(list(enumerate(TABLE)))},
    " ": 32,
    NUL: 0,
}


def encode(text: str) -> bytes:
    """Return the codes of `text`, one byte a character; raise UnicodeEncodeError at a character without a code.

    >>> encode("█♥").hex()
    'db03'
    """
    try:
        return bytes([_CODES[character] for character in text])
    except KeyError as error:
        start = text.index(error.args[0])
        raise UnicodeEncodeError("cp437", text, start, start + 1, "no such character") from None


def shown(text: str) -> bytes:
    """Return the codes in which `text` is shown, ? for what has none: names of files come from all over the world.

    >>> shown("Пир♥")
    b'???\\x03'
    """
    return bytes([_CODES.get(character, _CODES["?"]) for character in text])


def decode(codes: bytes, nul: str = TABLE[0]) -> str:
    """Return the Unicode characters that picture `codes`; `nul` is that of code 0, a blank as on the screen.

    With NUL for `nul` no code gets lost: `encode` is the inverse.

    >>> decode(bytes([0x05, 0xC9]))
    '♣╔'
    """
    return "".join([TABLE[code] if code else nul for code in codes])


def text_of(data: bytes) -> str | None:
    r"""Return a text file's characters up to the first Ctrl-Z, tabs spread; None for what is no text.

    Lines end in `\n`. The encoding is that of the byte order mark, UTF-8 where it is that, else code page 437; a character
    that the code page lacks is a question mark.

    >>> text_of(b"one\ttwo\r\ncaf\x82\x1ahidden"), text_of(b"\x00\x01")
    ('one     two\ncafé', None)
    """
    if encoding_name(data) != "UTF-8":
        return _unicode_text(data)
    data = data.partition(b"\x1a")[0]
    controls = len(data) - len(data.translate(None, _CONTROLS))
    if 0 in data or controls > _MOST_CONTROLS * len(data):
        return None
    try:
        text = data.decode("latin-1") if controls else decode_text(data)
        old = bool(controls)
    except UnicodeDecodeError:
        text, old = data.decode("latin-1"), True
    return _with_even_lines(text).translate(_TEXT) if old else _in_code_page(text)


def _unicode_text(data: bytes) -> str | None:
    try:
        text = decode_text(data).partition("\x1a")[0]
    except UnicodeDecodeError:
        return None
    controls = len(text) - len(text.translate(_NO_CONTROLS))
    if "\0" in text or controls > _MOST_CONTROLS * len(text):
        return None
    return _in_code_page(text)


def _with_even_lines(text: str) -> str:
    return _LINE_BREAKS.sub("\n", text.replace("\f", "")).expandtabs(8)


def _in_code_page(text: str) -> str:
    text = _with_even_lines(text)
    return "".join(char if char in _CODES or char == "\n" else "?" for char in text.translate(_ALIKE))
