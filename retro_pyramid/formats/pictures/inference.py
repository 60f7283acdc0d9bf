"""Picture files of any layout: read them, and infer the layout of an unknown one.

The known layouts: images of 16 colours or of CGA's 4, each with or without the trailing word and a word with its
size before it; one or two decks of 52 to 56 images; any one size from 16 x 16 to 96 x 128 pixels. A layout fits when
every header has the same size and the last image ends where the file ends.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from retro_pyramid.formats import FormatError, inside, refuse
from retro_pyramid.formats.layouts import MAX_IMAGES, PLANES, PictureLayout, layout_name
from retro_pyramid.formats.pascal import WORD
from retro_pyramid.formats.pictures.bgi import SIZE_LIMIT, Picture, decode_picture, picture_size

DECK_IMAGES = range(52, 57)
WIDTHS, HEIGHTS = range(16, 97), range(16, 129)
LEAST_DIFFERENT = 26
_MAX_LOOSE_BYTES = 1 << 20


class PictureCandidate(NamedTuple):
    """A layout that fits, evidence and doubts, and whether it may be taken: one picture again and again is no deck."""

    layout: PictureLayout
    evidence: tuple[str, ...]
    doubts: tuple[str, ...]
    certain: bool


def decode_pictures(layout: PictureLayout, data: bytes) -> list[list[Picture]]:
    """Return the images of a file of that layout by deck, CGA's in colours 0 to 3; FormatError names a wrong image."""
    offset = 0
    decks = []
    for number in range(1, layout.decks + 1):
        pictures, offset = decode_images(layout, data, number, offset)
        decks.append(pictures)
        layout = layout._replace(size=(pictures[0].width, pictures[0].height))
    refuse(len(data) != offset, "end of the decks", offset, f"{offset} bytes in all", len(data))
    return decks


def decode_images(layout: PictureLayout, data: bytes, number: int, offset: int) -> tuple[list[Picture], int]:
    """Return the images of deck `number` from `offset` on, and the offset of their end; FormatError names a wrong image."""
    planes, prefix, size = PLANES[layout.image], layout.prefix, layout.size
    pictures = []
    for image in range(1, layout.images + 1):
        start = offset if prefix is None else offset + 2
        what = f"image {image} of deck {number}"
        with inside(what):
            picture, end = decode_picture(data, start, planes, layout.trailer)
            if prefix is not None and WORD.decode(data, offset) != end - start + prefix:
                found = str(WORD.decode(data, offset))
                raise FormatError("size word", offset, str(end - start + prefix), found)
        size = size or (picture.width, picture.height)
        check_size(what, start, picture, size)
        pictures.append(picture)
        offset = end
    return pictures, offset


def check_size(what: str, offset: int | None, picture: Picture, size: tuple[int, int] | None) -> None:
    """Raise FormatError unless the picture has that width and height; None allows any."""
    if size and (picture.width, picture.height) != size:
        found = f"{picture.width} x {picture.height} pixels"
        raise FormatError(what, offset, f"{size[0]} x {size[1]} pixels", found)


def infer_pictures(data: bytes) -> tuple[PictureCandidate, ...]:
    """Return every layout that fits, best first; a single one may be taken, as 52 headers and the end agree with it."""
    found = [_judged(layout, size, data) for layout, size in _chains(data)]
    return tuple(sorted(found, key=lambda candidate: (len(candidate.doubts), candidate.layout.name)))


def infer_images(data: bytes, least: int = 1) -> PictureLayout | None:
    """Return the layout of images of one size, such as one RIPscrip icon; None where it is none.

    For tools that only show images: 1 to 256 of them, 1 MiB at most, every one with its trailing word, of `least` pixels
    or more in width and height.
    """
    for image, planes in PLANES.items() if len(data) <= _MAX_LOOSE_BYTES else ():
        chain = _chain(data, planes, True, None)
        if chain is not None and min(chain[1:]) >= least:
            layout = PictureLayout(name="", image=image, decks=1, images=chain[0])
            return layout._replace(name=layout_name(layout))
    return None


def _chain(data: bytes, planes: int, trailer: bool, prefix: int | None) -> tuple[int, int, int] | None:
    """Return the number of images and their width and height, if all have one size and fill the data; else None."""
    before = 0 if prefix is None else 2
    if len(data) < before + 4:
        return None
    width, height = WORD.decode(data, before) + 1, WORD.decode(data, before + 2) + 1
    size = picture_size(width, height, planes, trailer)
    word = size + (prefix or 0)
    starts = range(0, len(data), before + size)
    if len(data) % starts.step or len(starts) > MAX_IMAGES or word >= SIZE_LIMIT:
        return None
    header = (b"" if prefix is None else WORD.encode(word)) + data[before : before + 4]
    return (len(starts), width, height) if all(data.startswith(header, at) for at in starts) else None


def _chains(data: bytes) -> Iterator[tuple[PictureLayout, tuple[int, int]]]:
    for image, planes in PLANES.items():
        for trailer, prefix in product((True, False), (None, 0, 2, -2)):
            count, width, height = _chain(data, planes, trailer, prefix) or (0, 0, 0)
            decks = 1 if count in DECK_IMAGES else 2
            if count % decks or count // decks not in DECK_IMAGES:
                continue
            if width in WIDTHS and height in HEIGHTS:
                layout = PictureLayout(
                    name="", image=image, decks=decks, images=count // decks, prefix=prefix, trailer=trailer
                )
                yield layout._replace(name=layout_name(layout)), (width, height)


def _judged(layout: PictureLayout, size: tuple[int, int], data: bytes) -> PictureCandidate:
    width, height = size
    decks = decode_pictures(layout, data)
    pictures = [picture for deck in decks for picture in deck]
    evidence = [f"{len(pictures)} headers of {width} x {height} pixels, the last image ends with the file"]
    if layout.prefix is not None:
        evidence.append("every word before an image is its size")
    different = len({picture.pixels for picture in pictures})
    doubts = []
    if different < 52:
        doubts.append(f"only {different} different pictures")
    else:
        evidence.append(f"{different} different pictures")
    odd = sum(bool(picture.padding) for picture in pictures)
    if odd:
        doubts.append(f"{odd} images with colour in the unseen pixels beyond their width")
    if layout.image == "cga4" and width % 8:
        doubts.append("how CGA rows of such a width are filled up is not known")
    return PictureCandidate(
        layout=layout,
        evidence=tuple(evidence),
        doubts=tuple(doubts),
        certain=different >= LEAST_DIFFERENT,
    )
