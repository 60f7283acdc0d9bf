"""The sub-command `deck`: what is in a deck file, as text, as a sheet, as pictures; and a deck file made of pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from retro_pyramid import storage
from retro_pyramid.cards import card_text
from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.commands.files import declared_layouts, of_file
from retro_pyramid.commands.report import Report, kept_note, refuse_input
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import FoundDecks, recognise_decks
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.card_order import UNUSED, Order
from retro_pyramid.formats.pictures.deck import (
    FACES,
    HEIGHT,
    WIDTH,
    Deck,
    coloured,
    decode_decks,
    encode_decks,
)
from retro_pyramid.formats.pictures.picture_inference import decode_pictures
from retro_pyramid.storage.importing import original_files as originals

PICTURE_NAMES = (*map(card_text, range(FACES)), "back", "empty")
"""What the images of a deck are called in files' names: by their number in the canonical order."""
_PAPER, _INK = 8, 15
_DIGIT_WIDTH, _DIGIT_HEIGHT = 8, 14
_BLANK = Picture(WIDTH, HEIGHT, bytes(WIDTH * HEIGHT))
_MOST_COLOURS = 8
"""The most colours of one picture that are told to be none of the 16."""


def run_deck(arguments: argparse.Namespace) -> Report:
    """Do what is asked with a deck file."""
    if arguments.part == "build":
        return _build(arguments.folder, arguments.out)
    name, declared = arguments.file, declared_layouts(arguments.data)

    def report(data: bytes) -> Report:
        if arguments.part == "sheet" and storage.is_same_file(name, arguments.out):
            raise UsageError(f"{arguments.out}: expected a file other than the one to be drawn")
        found = recognise_decks(data, declared, arguments.layout, loose=True)
        if arguments.part == "info":
            return info_report(data, found)
        return (_draw_sheet if arguments.part == "sheet" else _extract)(name, arguments.out, data, found)

    return of_file(name, report)


def _draw_sheet(name: str, out: str, data: bytes, found: FoundDecks) -> Report:
    """Write a PNG with every image of a deck file and its number, from which a sidecar file can be written."""
    from retro_pyramid.machine.adapters.choice import font

    pictures = sheet_pictures(data, found, _sidecar(name), font("8x14"))
    # Pyxel changes the working directory when it starts.
    path = Path(out).absolute()
    _open()
    from retro_pyramid.machine.png import draw_sheet, png_bytes
    from retro_pyramid.machine.video import image_from_pixels

    sheet = draw_sheet(
        [
            [image_from_pixels(picture.width, picture.height, picture.pixels) for picture in deck]
            for deck in pictures
        ]
    )
    kept = storage.write_output(str(path), png_bytes(sheet))
    return Report([f"{out}: {_counted(sum(map(len, pictures)), 'image')}{kept_note(kept)}"])


def _extract(name: str, out: str, data: bytes, found: FoundDecks) -> Report:
    """Write every image of a deck file as a PNG of its own, named by what the sidecar file says it shows."""
    pictures = named_pictures(data, found, _sidecar(name))
    folder = Path(out).absolute()
    storage.DataFolder(folder).create()
    _open()
    from retro_pyramid.machine.png import png_bytes
    from retro_pyramid.machine.video import image_from_pixels

    lines = []
    for part, picture in pictures.items():
        image = image_from_pixels(picture.width, picture.height, picture.pixels)
        kept = storage.write_output(str(folder / f"{part}.png"), png_bytes(image))
        lines += [f"{part}.png: written{kept_note(kept)}"] if kept else []
    return Report([*lines, f"{out}: {_counted(len(pictures), 'picture')}"])


def _build(folder: str, out: str) -> Report:
    """Write a canonical deck file from the PNGs of a folder; without a second deck the first is both.

    Every picture that is missing, of another size or with a colour that is none of the 16 is a fault.
    """
    source, path = Path(folder).absolute(), Path(out).absolute()
    if not source.is_dir():
        raise UsageError(f"{folder}: expected a folder with deck1-Ac.png, ...")
    if any(storage.is_same_file(str(picture), out) for picture in source.glob("*.png")):
        raise UsageError(f"{out}: expected a file other than the pictures")
    _open()
    second = any((source / f"deck2-{name}.png").exists() for name in PICTURE_NAMES)
    faults: list[str] = []
    decks = []
    for number in (1, 2) if second else (1,):
        pictures = [_read(source / f"deck{number}-{name}.png", faults) for name in PICTURE_NAMES]
        decks.append(Deck(tuple(pictures[:FACES]), pictures[FACES], pictures[FACES + 1]))
    if faults:
        return refuse_input(f"{folder}: no deck is built", faults)
    data = encode_decks((decks[0], decks[-1]))
    kept = storage.write_output(str(path), data, _is_canonical)
    note = "" if second else ", the second deck like the first"
    return Report([f"{out}: {len(data)} bytes{note}{kept_note(kept)}"])


def _is_canonical(data: bytes) -> bool:
    """Say whether a deck file is one that can be made again: drawn, built, looked at, over and over."""
    try:
        return encode_decks(decode_decks(data)) == data
    except FormatError:
        return False


def _read(path: Path, faults: list[str]) -> Picture:
    """Return a picture of the size of a card; what is wrong with it goes to `faults`, and a blank one stands for it."""
    from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
    from retro_pyramid.machine.png import read_png

    colours = [ega_rgb(register) for register in DEFAULT_REGISTERS]
    foreign: list[str] = []
    try:
        width, height, pixels = read_png(path, colours, foreign)
    except Exception as error:
        # Pyxel raises exceptions of no class of their own for what is no PNG.
        missing = isinstance(error, FileNotFoundError)
        faults.append(f"{path.name}: no {'such picture' if missing else 'picture that can be read'}")
        return _BLANK
    faults += foreign[:_MOST_COLOURS]
    if len(foreign) > _MOST_COLOURS:
        faults.append(f"{path.name}: more such colours")
    if (width, height) != (WIDTH, HEIGHT):
        faults.append(f"{path.name}: expected {WIDTH} x {HEIGHT} pixels, found {width} x {height}")
        return _BLANK
    return Picture(width, height, pixels)


def _sidecar(name: str) -> Order | None:
    """Return the order that the text beside a deck file tells: PYRAMID.TXT for PYRAMID.DEC, in any case."""
    if name == "-":
        return None
    path = Path(name).absolute()
    return originals.read_order(storage.DataFolder(path.parent), path.name)


def _open() -> None:
    from retro_pyramid.machine.host import open_host
    from retro_pyramid.machine.presenter import Window
    from retro_pyramid.machine.video import load_registers

    open_host(Window("deck", headless=True))
    load_registers()


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count > 1 else ''}"


def info_report(data: bytes, found: FoundDecks) -> Report:
    """Report what is in a picture file of a layout.

    The data has the keys layout, decks, images (in a deck), width, height (pixels), colours (the colour numbers used,
    one list a deck; of CGA images 0 to 3) and bytes.
    """
    decks = decode_pictures(found.layout, data)
    width, height = decks[0][0].width, decks[0][0].height
    colours = [sorted(set().union(*(picture.pixels for picture in deck))) for deck in decks]
    count, images, name = len(decks), len(decks[0]), found.layout.name
    facts = {"layout": name, "decks": count, "images": images, "width": width, "height": height}
    used = [
        f"deck {number}: {len(numbers)} colours: {' '.join(map(str, numbers))}"
        for number, numbers in enumerate(colours, 1)
    ]
    told = [f"inferred: {found.reason}"] if found.inferred else []
    size = f"{width} x {height} pixels, {len(data)} bytes"
    head = f"{_counted(count, 'deck')} of {_counted(images, 'image')}, {size}, layout {name}"
    return Report([head, *used, *told], {**facts, "colours": colours, "bytes": len(data)})


def sheet_pictures(data: bytes, found: FoundDecks, order: Order | None, font: bytes) -> list[list[Picture]]:
    """Return the images of a picture file, a list a deck, each with its number (from 1) written under it.

    `font` holds 256 patterns of 8 x 14 pixels, 14 bytes each. The numbers are those that the lines of a
    sidecar file count by; of `order`, if there is one already, only the palette matters.
    """
    order = order or found.layout.order
    return [
        [
            numbered(coloured(picture, found.layout, order), number, font)
            for number, picture in enumerate(deck, 1)
        ]
        for deck in decode_pictures(found.layout, data)
    ]


def numbered(picture: Picture, number: int, font: bytes) -> Picture:
    """Return the picture with a number under it, in light ink on the sheet's grey.

    >>> wide = numbered(Picture(16, 16, bytes(256)), 7, bytes(256 * 14))
    >>> wide.width, wide.height
    (24, 32)
    """
    width, pixels = max(picture.width, 3 * _DIGIT_WIDTH), picture.pixels
    rows = [pixels[start : start + picture.width] for start in range(0, len(pixels), picture.width)]
    rows += [b"", b""]
    for line in range(_DIGIT_HEIGHT):
        bits = "".join(f"{font[ord(digit) * _DIGIT_HEIGHT + line]:08b}" for digit in str(number))
        rows.append(bytes([_INK if bit == "1" else _PAPER for bit in bits]))
    return Picture(width, len(rows), b"".join([row.center(width, bytes([_PAPER])) for row in rows]))


def named_pictures(data: bytes, found: FoundDecks, order: Order | None) -> dict[str, Picture]:
    """Return the images of a picture file by the names `deck extract` and `deck build` give their files.

    `deck1-Ac`, `deck1-back`, `deck2-empty`; an image without a use is `deck1-image55`. Colours are 0 to 15.
    """
    order = order or found.layout.order
    # Images too few for a deck show no cards.
    shows = order.shows if found.layout.images >= FACES else ()
    named = {}
    for number, deck in enumerate(decode_pictures(found.layout, data), 1):
        for image, picture in enumerate(deck):
            show = shows[image] if image < len(shows) else UNUSED
            name = PICTURE_NAMES[show] if show != UNUSED else f"image{image + 1}"
            named[f"deck{number}-{name}"] = coloured(picture, found.layout, order)
    return named
