"""`pyramid deck sheet`, `extract` and `build`: deck files to pictures and back, through Pyxel without a window."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from retro_pyramid import storage
from retro_pyramid.commands.files import PICTURE_NAMES, named_pictures, sheet_pictures
from retro_pyramid.commands.games import Report, kept_note
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import FACES, HEIGHT, WIDTH, Deck, decode_decks, encode_decks
from retro_pyramid.formats.pictures.order import Order
from retro_pyramid.formats.recognise import FoundDecks
from retro_pyramid.machine.fonts import parse_font
from retro_pyramid.storage.packaged import asset_text

Recognise = Callable[[bytes], FoundDecks]
_MOST_COLOURS = 8


def draw_deck_sheet(name: str, out: str, recognise: Recognise, data: bytes) -> Report:
    """Write a PNG with every image of a deck file and its number, from which a sidecar file can be written."""
    if storage.is_same_file(name, out):
        return 2, [f"{out}: expected a file other than the one to be drawn"]
    found = recognise(data)
    pictures = sheet_pictures(data, found, _sidecar(name), parse_font(asset_text("cp437_8x14.hex")))
    path = Path(out).absolute()
    _open()
    from retro_pyramid.machine.png import draw_sheet, png_bytes
    from retro_pyramid.machine.video import image_from_pixels

    sheet = draw_sheet([[image_from_pixels(*picture[:3]) for picture in deck] for deck in pictures])
    kept = storage.write_output(str(path), png_bytes(sheet))
    count = sum(map(len, pictures))
    return 0, [f"{out}: {count} image{'s' if count > 1 else ''}{kept_note(kept)}"]


def extract_deck(name: str, out: str, recognise: Recognise, data: bytes) -> Report:
    """Write every image of a deck file as a PNG of its own, named by what the sidecar file says it shows."""
    found = recognise(data)
    pictures = named_pictures(data, found, _sidecar(name))
    folder = Path(out).absolute()
    storage.DataFolder(folder).create()
    _open()
    from retro_pyramid.machine.png import png_bytes
    from retro_pyramid.machine.video import image_from_pixels

    lines = []
    for part, (width, height, pixels, *_) in pictures.items():
        image = image_from_pixels(width, height, pixels)
        kept = storage.write_output(str(folder / f"{part}.png"), png_bytes(image))
        lines += [f"{part}.png: written{kept_note(kept)}"] if kept else []
    return 0, [*lines, f"{out}: {len(pictures)} picture{'s' if len(pictures) > 1 else ''}"]


def build_deck(folder: str, out: str) -> Report:
    """Write a canonical deck file from the PNGs of a folder; without a second deck the first is both.

    Every picture that is missing, of another size or with a colour that is none of the 16 is told in a line.
    """
    source, path = Path(folder).absolute(), Path(out).absolute()
    if not source.is_dir():
        return 2, [f"{folder}: expected a folder with deck1-Ac.png, ..."]
    if any(storage.is_same_file(str(picture), out) for picture in source.glob("*.png")):
        return 2, [f"{out}: expected a file other than the pictures"]
    _open()
    second = any((source / f"deck2-{name}.png").exists() for name in PICTURE_NAMES)
    faults: list[str] = []
    decks = []
    for number in (1, 2) if second else (1,):
        pictures = [_read(source / f"deck{number}-{name}.png", faults) for name in PICTURE_NAMES]
        decks.append(Deck(tuple(pictures[:FACES]), pictures[FACES], pictures[FACES + 1]))
    if faults:
        return 2, faults
    data = encode_decks((decks[0], decks[-1]))
    kept = storage.write_output(str(path), data, _is_canonical)
    note = "" if second else ", the second deck like the first"
    return 0, [f"{out}: {len(data)} bytes{note}{kept_note(kept)}"]


def _is_canonical(data: bytes) -> bool:
    """Say whether a deck file is one that can be made again: drawn, built, looked at, over and over."""
    try:
        return encode_decks(decode_decks(data)) == data
    except FormatError:
        return False


def _read(path: Path, faults: list[str]) -> Picture:
    """Return a picture of the size of a card; what is wrong with it goes to `faults`."""
    from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
    from retro_pyramid.machine.png import read_png

    colours = [ega_rgb(register) for register in DEFAULT_REGISTERS]
    blank = Picture(WIDTH, HEIGHT, bytes(WIDTH * HEIGHT))
    # Each colour that is none of the 16 is told once: it is then let through to find the next.
    for _ in range(_MOST_COLOURS):
        try:
            width, height, pixels = read_png(path, colours)
        except OSError as error:
            reason = (
                "no such picture" if isinstance(error, FileNotFoundError) else "no picture that can be read"
            )
            faults.append(f"{path.name}: {reason}")
            return blank
        except ValueError as error:
            faults.append(re.sub(r"none of the \d+ colours", "none of the 16 colours", str(error)))
            foreign = re.search("#([0-9A-F]{6}),", str(error))
            if foreign is None:
                return blank
            colours.append(int(foreign[1], 16))
            continue
        except Exception:
            # Pyxel raises exceptions of no class of their own for what is no PNG.
            faults.append(f"{path.name}: no picture that can be read")
            return blank
        if (width, height) != (WIDTH, HEIGHT):
            faults.append(f"{path.name}: expected {WIDTH} x {HEIGHT} pixels, found {width} x {height}")
            return blank
        return Picture(width, height, pixels) if len(colours) == 16 else blank
    faults.append(f"{path.name}: more such colours")
    return blank


def _sidecar(name: str) -> Order | None:
    """Return the order that the text beside a deck file tells: PYRAMID.TXT for PYRAMID.DEC, in any case."""
    if name == "-":
        return None
    path = Path(name).absolute()
    return storage.read_order(storage.DataFolder(path.parent), path.name)


def _open() -> None:
    """Open Pyxel without a window, with the 16 colours as its palette."""
    from retro_pyramid.machine.host import Window, open_host
    from retro_pyramid.machine.video import load_registers

    open_host(Window("deck", headless=True))
    load_registers()
