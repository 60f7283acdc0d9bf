"""Code page 437, the IBM PC's character set: 256 codes and the Unicode characters that picture them.

Source: the IBM PC character set with the pictures of the codes 0-31 and 127.
"""

_PICTURES = " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"

TABLE: str = _PICTURES + bytes(range(32, 127)).decode("ascii") + "⌂" + bytes(range(128, 256)).decode("cp437")
_CODES: dict[str, int] = {character: code for code, character in reversed(list(enumerate(TABLE)))} | {" ": 32}


def encode(text: str) -> bytes:
    """Return the codes of `text`, one byte a character; raise UnicodeError naming a character it lacks.

    >>> encode("█♥").hex()
    'db03'
    """
    try:
        return bytes([_CODES[character] for character in text])
    except KeyError as error:
        raise UnicodeError(f"code page 437 has no character {error.args[0]!r}") from None


def shown(text: str) -> bytes:
    """Return the codes in which `text` is shown, ? for what has none: names of files come from all over the world.

    >>> shown("Пир♥")
    b'???\\x03'
    """
    return bytes([_CODES.get(character, _CODES["?"]) for character in text])


def decode(codes: bytes) -> str:
    """Return the Unicode characters that picture `codes`; code 0 reads as a blank.

    >>> decode(bytes([0x05, 0xC9]))
    '♣╔'
    """
    return "".join([TABLE[code] for code in codes])
