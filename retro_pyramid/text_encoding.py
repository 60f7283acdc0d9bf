"""The encoding of texts that a person may write or edit: told by the byte order mark, UTF-8 where there is none.

Windows PowerShell 5.1 writes UTF-16 (`pyramid solve ... > game.txt`), and some editors write UTF-8 with a mark.
"""

import codecs

_UTF8 = "UTF-8"
_MARKS = (
    # UTF-32 first: its mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
    (codecs.BOM_UTF8, _UTF8),
)
"""The byte order marks, each with its encoding. A self-hosted page has no other codecs for these than the built-in ones."""


def encoding_name(data: bytes) -> str:
    r"""Return the name of a text's encoding.

    >>> encoding_name(b"\xff\xfea\0"), encoding_name(b"a")
    ('UTF-16', 'UTF-8')
    """
    return _encoding(data)[1]


def has_mark(data: bytes) -> bool:
    """Say whether a text begins with a byte order mark."""
    return bool(_encoding(data)[0])


def decode_text(data: bytes, errors: str = "strict") -> str:
    r"""Return the characters of a text without its mark; `errors` is as for bytes.decode. Raise UnicodeDecodeError.

    >>> [decode_text(data) for data in (b"a", b"\xef\xbb\xbfa", b"\xff\xfea\0", b"\xfe\xff\0a")]
    ['a', 'a', 'a', 'a']
    """
    mark, name = _encoding(data)
    # The other decoders need the mark, and take it off.
    return (data[len(mark) :] if name == _UTF8 else data).decode(name, errors)


def to_utf8(data: bytes) -> bytes:
    r"""Return a text as UTF-8 without a mark. What cannot be decoded stays where the text is UTF-8, else it is replaced.

    >>> to_utf8(b"\xff\xfea\0"), to_utf8(b"caf\x82")
    (b'a', b'caf\x82')
    """
    mark, name = _encoding(data)
    return data[len(mark) :] if name == _UTF8 else decode_text(data, "replace").encode()


def _encoding(data: bytes) -> tuple[bytes, str]:
    return next((each for each in _MARKS if data.startswith(each[0])), (b"", _UTF8))
