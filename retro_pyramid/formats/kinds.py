"""Other kinds of files, recognised by their first bytes, so that a refusal can say what was found."""

import re

from retro_pyramid.cp437 import text_of

TEXT = "a text"
_ANSI = re.compile(rb"[^\x1b]{0,80}\x1b\[[0-9;]*[A-Za-z]")
_LOOKED_AT = 1 << 18
"""Bytes that tell whether a file is a text: laying out all of a large one takes ten times its memory."""
_KINDS = (
    (rb"\x89PNG\r\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"BM.{4}\0{4}", "a BMP picture"),
    (rb"\n[\0-\x05]\x01[\x01\x02\x04\x08]", "a PCX picture"),
    (rb"%PDF-", "a PDF document"),
    (rb"RIFF.{4}WAVE|OggS|ID3|fLaC", "a sound"),
    (rb"MThd", "a MIDI tune"),
    (rb"MZ", "a program of DOS, which is not run here"),
    (rb"\x7fELF", "a program of Unix, which is not run here"),
    (
        rb"\x1f\x8b|7z\xbc\xaf|Rar!|\x60\xea|BZh|\xfd7zXZ|.{2}-lh[0-7]-|.{257}ustar",
        "an archive: unpack it first, or make a .zip of it",
    ),
    (rb"\0\0[\1\2]\0.\0.{3}\0", "icons of Windows"),
    (rb"\0[\1-\3](?=.{64}[\0\1\x80\x81]\0)|PK\x08\x08BGI ", "a font"),
    (rb"\xeb.\x90.{507}\x55\xaa", "the image of a disk: copy its files out first"),
)


def kind_of(data: bytes) -> str:
    r"""Return the kind of a file in words, an empty text where it is not known.

    >>> kind_of(b"\x89PNG\r\n\x1a\n"), kind_of(b"A text\r\n"), kind_of(b"\0\1")
    ('a PNG picture', 'a text', '')
    """
    for pattern, words in _KINDS:
        if re.match(pattern, data, re.DOTALL):
            return words
    if (text_of(data[:_LOOKED_AT]) or "").strip():
        return TEXT
    return "a picture in ANSI characters" if _ANSI.match(data) else ""
