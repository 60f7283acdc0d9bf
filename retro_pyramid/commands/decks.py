"""The sub-command `deck`: describe a deck file, draw it as a sheet, extract its pictures, or build one from pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from retro_pyramid import storage
from retro_pyramid.cards import card_text
from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.commands.files import build_file_report, read_declared_layouts
from retro_pyramid.commands.report import CommandReport, build_input_error_report, format_backup_note
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import DetectedDecks, detect_decks
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.card_order import UNUSED, CardOrder
from retro_pyramid.formats.pictures.deck import (
    CARD_HEIGHT,
    CARD_WIDTH,
    FACE_COUNT,
    Deck,
    apply_palette,
    decode_decks,
    encode_decks,
)
from retro_pyramid.formats.pictures.picture_inference import decode_picture_file
from retro_pyramid.storage.importing import original_files as originals

IMAGE_FILE_STEMS = (*map(card_text, range(FACE_COUNT)), "back", "empty")
"""File name stems of a deck's images, by image number in the canonical order."""
_BACKGROUND_COLOUR, _TEXT_COLOUR = 8, 15
_DIGIT_WIDTH, _DIGIT_HEIGHT = 8, 14
_BLANK_PICTURE = Picture(CARD_WIDTH, CARD_HEIGHT, bytes(CARD_WIDTH * CARD_HEIGHT))
_MAX_COLOUR_FAULTS = 8
"""Maximum number of invalid colours reported per picture."""


def run_deck(arguments: argparse.Namespace) -> CommandReport:
    """Run the sub-command of `deck` that the arguments select."""
    if arguments.part == "build":
        return _build_deck_file(arguments.folder, arguments.out)
    name, declared = arguments.file, read_declared_layouts(arguments.data)

    def report(data: bytes) -> CommandReport:
        if arguments.part == "sheet" and storage.is_same_file(name, arguments.out):
            raise UsageError(f"{arguments.out}: expected a file other than the one to be drawn")
        detected = detect_decks(data, declared, arguments.layout, allow_any_images=True)
        if arguments.part == "info":
            return build_deck_info_report(data, detected)
        return (_draw_sheet if arguments.part == "sheet" else _extract_pictures)(
            name, arguments.out, data, detected
        )

    return build_file_report(name, report)


def _draw_sheet(name: str, out: str, data: bytes, detected: DetectedDecks) -> CommandReport:
    """Write a PNG with all images of a deck file and their numbers, as a basis for writing a sidecar file."""
    from retro_pyramid.machine.adapters.choice import load_font

    pictures = build_sheet_pictures(data, detected, _read_sidecar(name), load_font("8x14"))
    # Pyxel changes the working directory at start.
    path = Path(out).absolute()
    _start_headless_host()
    from retro_pyramid.machine.png import draw_contact_sheet, encode_png
    from retro_pyramid.machine.video import image_from_pixels

    sheet = draw_contact_sheet(
        [
            [image_from_pixels(picture.width, picture.height, picture.pixels) for picture in deck]
            for deck in pictures
        ]
    )
    backup_name = storage.write_with_backup(str(path), encode_png(sheet))
    return CommandReport(
        [f"{out}: {_format_count(sum(map(len, pictures)), 'image')}{format_backup_note(backup_name)}"]
    )


def _extract_pictures(name: str, out: str, data: bytes, detected: DetectedDecks) -> CommandReport:
    """Write each image of a deck file as a PNG, named after the card that the sidecar file assigns to it."""
    pictures = get_pictures_by_file_stem(data, detected, _read_sidecar(name))
    folder = Path(out).absolute()
    storage.DataFolder(folder).create()
    _start_headless_host()
    from retro_pyramid.machine.png import encode_png
    from retro_pyramid.machine.video import image_from_pixels

    lines = []
    for file_stem, picture in pictures.items():
        image = image_from_pixels(picture.width, picture.height, picture.pixels)
        backup_name = storage.write_with_backup(str(folder / f"{file_stem}.png"), encode_png(image))
        lines += [f"{file_stem}.png: written{format_backup_note(backup_name)}"] if backup_name else []
    return CommandReport([*lines, f"{out}: {_format_count(len(pictures), 'picture')}"])


def _build_deck_file(folder: str, out: str) -> CommandReport:
    """Write a canonical deck file from the PNGs in a folder; a missing second deck is a copy of the first.

    A picture that is missing, has a wrong size or uses a colour outside the 16 colours is a fault.
    """
    source, path = Path(folder).absolute(), Path(out).absolute()
    if not source.is_dir():
        raise UsageError(f"{folder}: expected a folder with deck1-Ac.png, ...")
    if any(storage.is_same_file(str(picture), out) for picture in source.glob("*.png")):
        raise UsageError(f"{out}: expected a file other than the pictures")
    _start_headless_host()
    has_second_deck = any((source / f"deck2-{name}.png").exists() for name in IMAGE_FILE_STEMS)
    faults: list[str] = []
    decks = []
    for deck_number in (1, 2) if has_second_deck else (1,):
        pictures = [
            _read_card_picture(source / f"deck{deck_number}-{name}.png", faults) for name in IMAGE_FILE_STEMS
        ]
        decks.append(Deck(tuple(pictures[:FACE_COUNT]), pictures[FACE_COUNT], pictures[FACE_COUNT + 1]))
    if faults:
        return build_input_error_report(f"{folder}: no deck is built", faults)
    data = encode_decks((decks[0], decks[-1]))
    backup_name = storage.write_with_backup(str(path), data, _is_canonical)
    note = "" if has_second_deck else ", the second deck like the first"
    return CommandReport([f"{out}: {len(data)} bytes{note}{format_backup_note(backup_name)}"])


def _is_canonical(data: bytes) -> bool:
    """Return whether the data is a canonical deck file, which can be rebuilt and needs no backup when it is overwritten."""
    try:
        return encode_decks(decode_decks(data)) == data
    except FormatError:
        return False


def _read_card_picture(path: Path, faults: list[str]) -> Picture:
    """Return a card-sized picture; append any problems to `faults` and return a blank picture instead."""
    from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_to_rgb
    from retro_pyramid.machine.png import read_png

    colours = [ega_to_rgb(register) for register in DEFAULT_REGISTERS]
    foreign_colours: list[str] = []
    try:
        width, height, pixels = read_png(path, colours, foreign_colours)
    except Exception as error:
        # Pyxel raises plain exceptions for a file that is not a PNG.
        is_missing = isinstance(error, FileNotFoundError)
        faults.append(f"{path.name}: no {'such picture' if is_missing else 'picture that can be read'}")
        return _BLANK_PICTURE
    faults += foreign_colours[:_MAX_COLOUR_FAULTS]
    if len(foreign_colours) > _MAX_COLOUR_FAULTS:
        faults.append(f"{path.name}: more such colours")
    if (width, height) != (CARD_WIDTH, CARD_HEIGHT):
        faults.append(f"{path.name}: expected {CARD_WIDTH} x {CARD_HEIGHT} pixels, found {width} x {height}")
        return _BLANK_PICTURE
    return Picture(width, height, pixels)


def _read_sidecar(name: str) -> CardOrder | None:
    """Return the card order from the text file beside a deck file (PYRAMID.TXT for PYRAMID.DEC, in any case), or None."""
    if name == "-":
        return None
    path = Path(name).absolute()
    return originals.read_card_order(storage.DataFolder(path.parent), path.name)


def _start_headless_host() -> None:
    """Start Pyxel without a window and load the default palette."""
    from retro_pyramid.machine.host import open_window
    from retro_pyramid.machine.presenter import WindowOptions
    from retro_pyramid.machine.video import load_palette_registers

    open_window(WindowOptions("deck", is_headless=True))
    load_palette_registers()


def _format_count(count: int, noun: str) -> str:
    """Return a count with a noun, in the plural if necessary."""
    return f"{count} {noun}{'s' if count > 1 else ''}"


def build_deck_info_report(data: bytes, detected: DetectedDecks) -> CommandReport:
    """Report the content of a picture file in the detected layout.

    The JSON object has the keys layout, decks, images (per deck), width, height (pixels), colours (a list of the colour
    numbers in use for each deck; 0 to 3 for CGA images) and bytes.
    """
    decks = decode_picture_file(detected.layout, data)
    width, height = decks[0][0].width, decks[0][0].height
    colours = [sorted(set().union(*(picture.pixels for picture in deck))) for deck in decks]
    count, images, name = len(decks), len(decks[0]), detected.layout.name
    facts = {"layout": name, "decks": count, "images": images, "width": width, "height": height}
    colour_lines = [
        f"deck {deck_number}: {len(numbers)} colours: {' '.join(map(str, numbers))}"
        for deck_number, numbers in enumerate(colours, 1)
    ]
    notes = [f"inferred: {detected.reason}"] if detected.is_inferred else []
    size = f"{width} x {height} pixels, {len(data)} bytes"
    summary = f"{_format_count(count, 'deck')} of {_format_count(images, 'image')}, {size}, layout {name}"
    return CommandReport([summary, *colour_lines, *notes], {**facts, "colours": colours, "bytes": len(data)})


def build_sheet_pictures(
    data: bytes, detected: DetectedDecks, card_order: CardOrder | None, font: bytes
) -> list[list[Picture]]:
    """Return the images of a picture file, one list per deck, each with its number (from 1) below it.

    `font` holds 256 patterns of 8 x 14 pixels, 14 bytes each. A sidecar file refers to images by these numbers. Only the
    palette of `card_order` is used.
    """
    card_order = card_order or detected.layout.card_order
    return [
        [
            add_number_below(apply_palette(picture, detected.layout, card_order), number, font)
            for number, picture in enumerate(deck, 1)
        ]
        for deck in decode_picture_file(detected.layout, data)
    ]


def add_number_below(picture: Picture, number: int, font: bytes) -> Picture:
    """Return the picture with a number below it, in white on a grey background.

    >>> picture_from_rows = add_number_below(Picture(16, 16, bytes(256)), 7, bytes(256 * 14))
    >>> picture_from_rows.width, picture_from_rows.height
    (24, 32)
    """
    width, pixels = max(picture.width, 3 * _DIGIT_WIDTH), picture.pixels
    rows = [pixels[start : start + picture.width] for start in range(0, len(pixels), picture.width)]
    rows += [b"", b""]
    for line in range(_DIGIT_HEIGHT):
        bits = "".join(f"{font[ord(digit) * _DIGIT_HEIGHT + line]:08b}" for digit in str(number))
        rows.append(bytes([_TEXT_COLOUR if bit == "1" else _BACKGROUND_COLOUR for bit in bits]))
    return Picture(
        width, len(rows), b"".join([row.center(width, bytes([_BACKGROUND_COLOUR])) for row in rows])
    )


def get_pictures_by_file_stem(
    data: bytes, detected: DetectedDecks, card_order: CardOrder | None
) -> dict[str, Picture]:
    """Return the images of a picture file by the file name stems that `deck extract` and `deck build` use.

    Examples are `deck1-Ac`, `deck1-back` and `deck2-empty`; an unassigned image is `deck1-image55`. Colours are 0 to 15.
    """
    card_order = card_order or detected.layout.card_order
    # A file with fewer images than a deck has cards is not assigned to cards.
    cards = card_order.cards if detected.layout.images_per_deck >= FACE_COUNT else ()
    pictures = {}
    for deck_number, deck in enumerate(decode_picture_file(detected.layout, data), 1):
        for index, picture in enumerate(deck):
            card = cards[index] if index < len(cards) else UNUSED
            name = IMAGE_FILE_STEMS[card] if card != UNUSED else f"image{index + 1}"
            pictures[f"deck{deck_number}-{name}"] = apply_palette(picture, detected.layout, card_order)
    return pictures
