"""Checksummed texts: a header with a version, blocks, and a last line with the CRC-32 of everything before it.

Only the program writes them. An editor, git or FTP may have changed line ends and encoding, which is undone before the
check.

RESUME.PYR, PYRAMID.SAV, PYRTOUR.TXT and PYRAMID.STA have this format.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from retro_pyramid.cards import quote
from retro_pyramid.formats import FormatError, NewerFormatError, raise_if
from retro_pyramid.rules.transcript import crc32_hex, is_newer_header
from retro_pyramid.text_encoding import to_utf8

MAX_BLOCKS = 1000
"""Far more than any file needs. It limits the work of reading one."""

_BLOCK_PREFIX = "= "
_MAX_SHOWN_TAG = 40
"""Characters; the longest tag that the program writes has 36."""
_CHECK_BYTES = len("check 00000000\n")
_HEADER_BYTES = 64


class Block(NamedTuple):
    """A part of a text: its tag, which is one line, and the lines after it, each with its line end."""

    tag: str
    text: str = ""


def shorten_tag(tag: str) -> str:
    """Return a tag for an error message: a file may have any tag, and the message is to stay readable.

    >>> shorten_tag("tilldawn auto_match=off goal=cleared"), len(shorten_tag("x" * 5000))
    ('tilldawn auto_match=off goal=cleared', 43)
    """
    return tag if len(tag) <= _MAX_SHOWN_TAG else f"{tag[:_MAX_SHOWN_TAG]}..."


def format_check_line(data: bytes) -> bytes:
    """Return the line that proves that the bytes before it are unchanged.

    >>> format_check_line(b"123456789")
    b'check CBF43926\\n'
    """
    return f"check {crc32_hex(data)}\n".encode()


def normalize_text(data: bytes) -> bytes:
    r"""Return a text in the encoding and with the line ends that the program writes: UTF-8 without byte order mark, LF.

    >>> normalize_text(b"\xef\xbb\xbfa\r\n")
    b'a\n'
    """
    return to_utf8(data).replace(b"\r\n", b"\n")


def split_check_line(data: bytes) -> tuple[bytes, bytes]:
    """Return the bytes before the position of a check line, and the rest."""
    end = max(len(data) - _CHECK_BYTES, 0)
    return data[:end], data[end:]


def encode_blocks(file_kind: str, blocks: Iterable[Block]) -> bytes:
    """Return a text of version 1 of this kind. Raise FormatError for blocks that could not be read back.

    >>> print(encode_blocks("example", [Block("one", "a line\\n")]).decode(), end="")
    retro-pyramid-example 1
    = one
    a line
    check 042A6872
    """
    parts = [f"{_format_header(file_kind)}\n"]
    for block in (block_list := tuple(blocks)):
        tag, text = block.tag, block.text
        # Error messages contain the tag, so it must be one printable line.
        if tag != " ".join(tag.split()) or not tag.isprintable():
            raise FormatError("block", None, "a tag of one line", quote(tag))
        if (text and not text.endswith("\n")) or f"\n{text}".find(f"\n{_BLOCK_PREFIX}") >= 0 or "\r" in text:
            expected = f"whole lines, none starting with {_BLOCK_PREFIX!r}"
            raise FormatError(f"block {shorten_tag(tag)}", None, expected, quote(text))
        parts.append(f"{_BLOCK_PREFIX}{tag}\n{text}")
    raise_if(len(block_list) > MAX_BLOCKS, file_kind, None, f"at most {MAX_BLOCKS} blocks", len(block_list))
    body = "".join(parts).encode()
    return body + format_check_line(body)


def decode_blocks(file_kind: str, data: bytes) -> tuple[Block, ...]:
    """Return the blocks of a text. Raise FormatError for any text that encode_blocks does not write.

    Changed line ends, and another encoding with a byte order mark, are accepted.

    Raise NewerFormatError for a text of a newer version, whatever follows its first line.

    >>> decode_blocks("example", encode_blocks("example", [Block("one", "a line\\n"), Block("two")]))
    (Block(tag='one', text='a line\\n'), Block(tag='two', text=''))
    """
    data = normalize_text(data)
    if has_newer_header(data):
        line = read_first_line(data)
        raise NewerFormatError(f"{file_kind}, line 1", 0, repr(_format_header(file_kind)), quote(line))
    body, check = split_check_line(data)
    if check != format_check_line(body):
        expected, actual = format_check_line(body).decode().strip(), check.decode("ascii", "replace").strip()
        raise FormatError(f"{file_kind}, last line", len(body), expected, quote(actual))
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise FormatError(file_kind, error.start, "text in UTF-8", f"byte {body[error.start]:#04x}") from None
    first, *blocks = f"\n{text}".split(f"\n{_BLOCK_PREFIX}")
    if first.strip("\n") != _format_header(file_kind):
        raise FormatError(f"{file_kind}, line 1", 0, repr(_format_header(file_kind)), quote(first.strip()))
    # Splitting removed the line end before each block but the first.
    block_texts = [f"{block}\n" for block in blocks[:-1]] + blocks[-1:]
    decoded = tuple(
        [Block(tag, content) for tag, _, content in (block.partition("\n") for block in block_texts)]
    )
    if encode_blocks(file_kind, decoded) != data:
        raise FormatError(file_kind, None, "a header and blocks of whole lines", "other lines")
    return decoded


def decode_blocks_by_tag(file_kind: str, data: bytes) -> dict[str, str]:
    """Return the texts of blocks by tag. Raise FormatError like decode_blocks, and for a duplicate tag."""
    texts: dict[str, str] = {}
    for block in decode_blocks(file_kind, data):
        raise_if(block.tag in texts, f"{file_kind}, {shorten_tag(block.tag)}", None, "it once", "it twice")
        texts[block.tag] = block.text
    return texts


def encode_blocks_by_tag(file_kind: str, texts_by_tag: Mapping[str, str]) -> bytes:
    """Return the text with these blocks, sorted by tag. decode_blocks_by_tag is the inverse."""
    return encode_blocks(file_kind, [Block(tag, texts_by_tag[tag]) for tag in sorted(texts_by_tag)])


def format_pairs(pairs: Iterable[tuple[str, object]]) -> str:
    """Return the lines of a block with one key and value per line. parse_pairs is the inverse."""
    return "".join([f"{key} {value}\n" for key, value in pairs])


def parse_pairs(text: str) -> tuple[tuple[str, str], ...]:
    r"""Return the keys and values of a block's lines.

    >>> parse_pairs("name Ann\ntotal 12\n")
    (('name', 'Ann'), ('total', '12'))
    """
    return tuple([(key, value) for key, _, value in (line.partition(" ") for line in text.split("\n")[:-1])])


def has_newer_header(data: bytes) -> bool:
    """Return whether the first line of a text contains a version above 1.

    >>> has_newer_header(b"retro-pyramid-odds 2\\n"), has_newer_header(b"retro-pyramid-odds 1\\n")
    (True, False)
    """
    return is_newer_header(read_first_line(data))


def read_first_line(data: bytes) -> str:
    """Return the first line of a text. Only as many bytes as a header may have are inspected."""
    return data[:_HEADER_BYTES].partition(b"\n")[0].decode("ascii", "replace").rstrip()


def _format_header(kind: str) -> str:
    return f"retro-pyramid-{kind} 1"
