"""Display adapters by name, and their fonts. Lazy imports: adapters that are not used are not loaded."""

from functools import cache

from retro_pyramid.machine.video import DisplayAdapter, DisplayMode
from retro_pyramid.resources import read_asset_text


def load_adapter_type(name: str) -> type[DisplayAdapter]:
    """Return the class of the adapter `ega`, `cga` or `mono`, for the sizes of its picture and monitor."""
    if name == "cga":
        from retro_pyramid.machine.adapters.cga import CgaAdapter

        return CgaAdapter
    if name == "mono":
        from retro_pyramid.machine.adapters.mda import MdaAdapter

        return MdaAdapter
    return DisplayAdapter


def create_adapter(name: str, mode: DisplayMode, cga_palette: str, phosphor: str) -> DisplayAdapter:
    """Return a new adapter `ega`, `cga` or `mono` in a display mode.

    `cga_palette` is a key of CGA_PALETTES, `phosphor` a key of PHOSPHOR_COLOURS.
    """
    if name == "cga":
        from retro_pyramid.machine.adapters.cga import CgaAdapter

        return CgaAdapter(load_font("8x8"), load_font("4x8"), mode, cga_palette)
    if name == "mono":
        from retro_pyramid.machine.adapters.mda import MdaAdapter

        return MdaAdapter(load_font("8x14"), phosphor)
    return DisplayAdapter(load_font("8x14"), mode)


@cache
def load_font(size: str) -> bytes:
    """Return the patterns of the bundled font of this size: 8x14, 8x8 or 4x8."""
    return parse_font(read_asset_text(f"cp437_{size}.hex"))


def parse_font(text: str) -> bytes:
    r"""Parse a font to 256 patterns, row after row, one byte per row with bit 7 leftmost.

    A line contains a code and the rows of its character in hexadecimal: two digits per row if characters are 8 pixels
    wide, one digit if they are 4 (these have 8 rows). Lines starting with `#` are comments; missing characters are blank.

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
