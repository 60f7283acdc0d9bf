"""Opens display adapters by name, with their fonts. Adapters that are not used are not imported."""

from functools import cache

from retro_pyramid.machine.video import Mode, Video
from retro_pyramid.resources import asset_text


def adapter_class(name: str) -> type[Video]:
    """Return the class of the adapter `ega`, `cga` or `mono`: what size its picture and its monitor have."""
    if name == "cga":
        from retro_pyramid.machine.adapters.cga import CgaVideo

        return CgaVideo
    if name == "mono":
        from retro_pyramid.machine.adapters.mda import MdaVideo

        return MdaVideo
    return Video


def open_adapter(name: str, mode: Mode, cga: str, phosphor: str) -> Video:
    """Return an adapter; `cga` is the palette of its four colours, `phosphor` the colour of a monochrome screen."""
    if name == "cga":
        from retro_pyramid.machine.adapters.cga import CgaVideo

        return CgaVideo(font("8x8"), font("4x8"), mode, cga)
    if name == "mono":
        from retro_pyramid.machine.adapters.mda import MdaVideo

        return MdaVideo(font("8x14"), phosphor)
    return Video(font("8x14"), mode)


@cache
def font(size: str) -> bytes:
    """Return the patterns of the packaged font of this size: 8x14, 8x8 or 4x8."""
    return parse_font(asset_text(f"cp437_{size}.hex"))


def parse_font(text: str) -> bytes:
    r"""Return a font's 256 patterns, row after row, a byte a row with bit 7 leftmost.

    A line is a code and its rows: two digits a row where characters are 8 pixels wide, one where they are 4
    (these have 8 rows); lines of `#` are comments, and characters that are left out are blank.

    >>> parse_font("00 00000000\n01 9666")[8:].hex()[:16]
    '9060606000000000'
    """
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    patterns = {int(code, 16): rows for code, rows in lines}
    if len(patterns[0]) == 8:
        # A digit is the left half of a byte.
        patterns = {
            code: "".join(digit + "0" for digit in rows).ljust(16, "0") for code, rows in patterns.items()
        }
    blank = "00" * (len(patterns[0]) // 2)
    return b"".join(bytes.fromhex(patterns.get(code, blank)) for code in range(256))
