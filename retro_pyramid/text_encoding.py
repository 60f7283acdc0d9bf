"""Detects the encoding of text files by their byte order mark (BOM). A text without one is UTF-8.

Used for files that a user may write or edit. Windows PowerShell 5.1 writes UTF-16 (`pyramid solve ... > game.txt`), and some
editors write UTF-8 with a BOM.
"""

import codecs

_UTF8 = "UTF-8"
_BOMS = (
    # UTF-32 first: its BOM begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
    (codecs.BOM_UTF8, _UTF8),
)
"""Byte order marks with their encodings. For these a self-hosted page has only the built-in codecs."""


def detect_encoding(data: bytes) -> str:
    r"""Return the name of the encoding of a text: 'UTF-8', 'UTF-16' or 'UTF-32'.

    >>> detect_encoding(b"\xff\xfea\0"), detect_encoding(b"a")
    ('UTF-16', 'UTF-8')
    """
    return _bom_and_encoding(data)[1]


def has_bom(data: bytes) -> bool:
    """Return whether a text begins with a byte order mark."""
    return bool(_bom_and_encoding(data)[0])


def decode_text(data: bytes, errors: str = "strict") -> str:
    r"""Decode a text and remove its byte order mark. `errors` is as in `bytes.decode`.

    Raise UnicodeDecodeError if the bytes are invalid and `errors` is 'strict'.

    >>> [decode_text(data) for data in (b"a", b"\xef\xbb\xbfa", b"\xff\xfea\0", b"\xfe\xff\0a")]
    ['a', 'a', 'a', 'a']
    """
    bom, encoding = _bom_and_encoding(data)
    # The other decoders need the byte order mark and remove it themselves.
    return (data[len(bom) :] if encoding == _UTF8 else data).decode(encoding, errors)


def to_utf8(data: bytes) -> bytes:
    r"""Convert a text to UTF-8 without a byte order mark.

    Invalid bytes are kept if the text is UTF-8. In other encodings they become replacement characters.

    >>> to_utf8(b"\xff\xfea\0"), to_utf8(b"caf\x82")
    (b'a', b'caf\x82')
    """
    bom, encoding = _bom_and_encoding(data)
    return data[len(bom) :] if encoding == _UTF8 else decode_text(data, "replace").encode()


def _bom_and_encoding(data: bytes) -> tuple[bytes, str]:
    return next((entry for entry in _BOMS if data.startswith(entry[0])), (b"", _UTF8))
