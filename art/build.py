"""Builds the program's picture files from their sources: `python art/build.py [--check]`.

deck1.png and deck2.png are sheets of 13 x 5 cells of 64x64 pixels in the 16 default EGA colours: a row a suit
(clubs, diamonds, hearts, spades), A to K; then the back and the empty pile's outline.  They become assets/PYRAMID.DEC.
titles/NAME.png, 640x350 in the 16 colours of that program's record, becomes titles/NAME.BGI: two images of 640x175,
since one of 640x350 would not fit into the 64 KiB of a BGI image.  scenes/*.png, pictures of which scenes show parts,
become scenes/*.BGI; those in characters, scenes/*.BIN, are their own sources.  cga1.png and cga2.png are such sheets of
cells of 32x36 pixels in the four colours of CGA palette 1, high intensity; they become PYRCGA.DEC, images of 2 bits a
pixel; of pieces of them small_PYRCGA.DEC is made.  assets/icon.txt becomes desktop/retro-pyramid.svg and
desktop/SIZE.png, icon16.txt those of sizes that it does not fit.
titles/NAME_cga.png, 320x200 in the same colours, becomes titles/NAME_cga.BGI; titles/NAME_composite.png, 160x200 in the
16 colours of a CGA on a composite monitor, becomes titles/NAME_composite.BGI.  pages/*.png, the pictures of the
magazine's pages, become pages/*.BGI.  tv1.png and tv2.png, cells of 16x36, and tv1_small.png and tv2_small.png, of 12x27,
are the cards of finales on a composite monitor, scenes/NAME_composite.png the scenes there: each of the 16 colours stands
for the register that has it by default, and AAAAAA shows what lies behind.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

ART = Path(__file__).resolve().parent
ASSETS = ART.parent / "assets"
sys.path.insert(0, str(ART.parent))

from art.icon import svg  # noqa: E402
from art.small_cga import small_cga_deck  # noqa: E402
from retro_pyramid.commands.desktop import ICON_SIZES_PX  # noqa: E402
from retro_pyramid.editions import load_edition  # noqa: E402
from retro_pyramid.formats.pictures.bgi import Picture, encode_picture  # noqa: E402
from retro_pyramid.formats.pictures.deck import (  # noqa: E402
    ADAPTER_DECK_LAYOUTS,
    Deck,
    encode_decks,
)
from retro_pyramid.machine.adapters.colours import ARTIFACT_COLOURS, COMPOSITE_REGISTERS  # noqa: E402
from retro_pyramid.machine.adapters.palette import (  # noqa: E402
    CGA_PALETTES,
    DEFAULT_CGA_PALETTE_NAME,
    DEFAULT_REGISTERS,
    ega_to_rgb,
)
from retro_pyramid.machine.host import open_window  # noqa: E402
from retro_pyramid.machine.png import read_png  # noqa: E402
from retro_pyramid.machine.presenter import WindowOptions  # noqa: E402
from web.tools import pictures  # noqa: E402

EGA = [ega_to_rgb(register) for register in DEFAULT_REGISTERS]
CGA = [EGA[index] for index in CGA_PALETTES[DEFAULT_CGA_PALETTE_NAME]]
FINALE = [ARTIFACT_COLOURS[index] for index in COMPOSITE_REGISTERS]
FINALE[7] = 0xAAAAAA
SIZE, COLUMNS, ROWS = 64, 13, 5


def cut(width: int, pixels: bytes, x: int, y: int, columns: int, rows: int) -> Picture:
    """Return the part of a picture `width` pixels wide that starts at (x, y)."""
    lines = (pixels[(y + line) * width + x :][:columns] for line in range(rows))
    return Picture(columns, rows, b"".join(lines))


def encode_pile(width: int, pixels: bytes) -> bytes:
    """Return the bytes of a picture in parts of at most 175 rows, which are below 64 KiB at 640 pixels a row."""
    parts = (pixels[start : start + 175 * width] for start in range(0, len(pixels), 175 * width))
    return b"".join(encode_picture(Picture(width, len(part) // width, part)) for part in parts)


def read_sheet(path: Path, size: tuple[int, int], colours: Sequence[int]) -> bytes:
    """Return the pixels of a source picture; raise ValueError when its size or a colour is wrong."""
    width, height, pixels = read_png(path, colours)
    if (width, height) != size:
        raise ValueError(f"{path.name}: expected {size[0]} x {size[1]} pixels, found {width} x {height}")
    return pixels


def build_deck(path: Path, width: int = SIZE, height: int = SIZE, colours: Sequence[int] = EGA) -> Deck:
    """Return the deck drawn on a sheet of cells of that size."""
    pixels = read_sheet(path, (COLUMNS * width, ROWS * height), colours)
    cells = [
        cut(COLUMNS * width, pixels, width * column, height * row, width, height)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    return Deck(tuple(cells[:52]), cells[52], cells[53])


def build_cga_deck(path: Path) -> Deck:
    """Return the deck drawn on a sheet for 320x200 in 4 colours."""
    return build_deck(path, 32, 36, CGA)


def build_title(path: Path) -> bytes:
    """Return a title picture as it is kept: in two halves, or in one where it is drawn for the CGA."""
    if path.stem.endswith("_composite"):
        return encode_picture(Picture(160, 200, read_sheet(path, (160, 200), ARTIFACT_COLOURS)))
    if path.stem.endswith("_cga"):
        return encode_picture(Picture(320, 200, read_sheet(path, (320, 200), CGA)), bits_per_pixel=2)
    colours = [ega_to_rgb(register) for register in load_edition(path.stem).title_animation.registers]
    return encode_pile(640, read_sheet(path, (640, 350), colours))


def build() -> dict[str, bytes]:
    """Return the built files by name; raise ValueError or OSError in one line."""
    cga = build_cga_deck(ART / "cga1.png"), build_cga_deck(ART / "cga2.png")
    titles = {path.stem: build_title(path) for path in sorted((ART / "titles").glob("*.png"))}
    pages = {path.stem: read_png(path, EGA) for path in sorted((ART / "pages").glob("*.png"))}
    scenes = {
        path.stem: read_png(path, FINALE if path.stem.endswith("_composite") else EGA)
        for path in sorted((ART / "scenes").glob("*.png"))
    }
    drawn = {
        "PYRCGA.DEC": cga,
        "small_PYRCGA.DEC": tuple(map(small_cga_deck, cga)),
        "PYRTV.DEC": [build_deck(ART / f"tv{number}.png", 16, 36, FINALE) for number in (1, 2)],
        "small_PYRTV.DEC": [build_deck(ART / f"tv{number}_small.png", 12, 27, FINALE) for number in (1, 2)],
    }
    icon, small = (
        (folder / name).read_text("ascii").split()
        for folder, name in ((ASSETS, "icon.txt"), (ART, "icon16.txt"))
    )
    icons = {size: icon if size % 32 == 0 else small for size in ICON_SIZES_PX}
    return {
        **{f"scenes/{name}.BGI": encode_pile(width, pixels) for name, (width, _, pixels) in scenes.items()},
        **{f"pages/{name}.BGI": encode_picture(Picture(*picture)) for name, picture in pages.items()},
        "PYRAMID.DEC": encode_decks((build_deck(ART / "deck1.png"), build_deck(ART / "deck2.png"))),
        **{
            name: encode_decks((first, second), ADAPTER_DECK_LAYOUTS[name])
            for name, (first, second) in drawn.items()
        },
        "desktop/retro-pyramid.svg": svg(icon).encode(),
        **{
            f"desktop/{size}.png": pictures.icon(drawn, size, size // len(drawn))
            for size, drawn in icons.items()
        },
        **{f"titles/{name}.BGI": data for name, data in titles.items()},
    }


def main(arguments: Sequence[str]) -> int:
    """Write the built files, or with --check tell which are not current; returns the exit code."""
    open_window(WindowOptions("build", is_headless=True))
    try:
        built = build()
    except (ValueError, OSError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    old = [
        name
        for name, data in built.items()
        if not (ASSETS / name).is_file() or (ASSETS / name).read_bytes() != data
    ]
    if "--check" in arguments:
        print(f"not current: {' '.join(old)}" if old else "all current")
        return 1 if old else 0
    for name in old:
        (ASSETS / name).write_bytes(built[name])
        print(f"{name}: {len(built[name])} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
