"""Picture files of any layout: decoding, and inference of an unknown layout.

The layouts in question: images in 16 colours or in CGA's 4, each with or without the trailing word, with or without a
size word before it; one or two decks of 52 to 56 images; any one size from 16 x 16 to 96 x 128 pixels. A layout
fits if every header has the same size and the last image ends at the end of the file.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from retro_pyramid.formats import FormatError, error_context, raise_if
from retro_pyramid.formats.layouts import BITS_PER_PIXEL, MAX_IMAGES, PictureLayout, format_layout_name
from retro_pyramid.formats.pascal import WORD
from retro_pyramid.formats.pictures.bgi import SIZE_LIMIT_BYTES, Picture, compute_picture_size, decode_picture

DECK_IMAGE_COUNTS = range(52, 57)
IMAGE_WIDTHS, IMAGE_HEIGHTS = range(16, 97), range(16, 129)
MIN_DIFFERENT_IMAGES = 26
"""A file with fewer different images is not accepted as a deck."""
_HEADER_BYTES = 4
_MAX_IMAGE_FILE_BYTES = 1 << 20


class PictureCandidate(NamedTuple):
    """A layout that fits, with evidence for and doubts about it.

    It `is_certain` unless the same few pictures are repeated: then it is no deck.
    """

    layout: PictureLayout
    evidence: tuple[str, ...]
    doubts: tuple[str, ...]
    is_certain: bool


def decode_picture_file(layout: PictureLayout, data: bytes) -> list[list[Picture]]:
    """Return the images of a file with this layout as one list per deck. CGA images have the colours 0 to 3.

    Raise FormatError with the number of the invalid image.
    """
    offset = 0
    decks = []
    for number in range(1, layout.deck_count + 1):
        pictures, offset = decode_deck_images(layout, data, number, offset)
        decks.append(pictures)
        layout = layout._replace(image_size=(pictures[0].width, pictures[0].height))
    raise_if(len(data) != offset, "end of the decks", offset, f"{offset} bytes in all", len(data))
    return decks


def decode_deck_images(
    layout: PictureLayout, data: bytes, deck_number: int, offset: int
) -> tuple[list[Picture], int]:
    """Return the images of one deck that starts at `offset`, and the offset of its end.

    Raise FormatError with the number of the invalid image.
    """
    bits_per_pixel, prefix, size = BITS_PER_PIXEL[layout.image_format], layout.size_prefix, layout.image_size
    pictures = []
    for number_in_deck in range(1, layout.images_per_deck + 1):
        start = offset if prefix is None else offset + 2
        subject = f"image {number_in_deck} of deck {deck_number}"
        with error_context(subject):
            picture, end = decode_picture(data, start, bits_per_pixel, layout.has_trailer)
            if prefix is not None and WORD.decode(data, offset) != end - start + prefix:
                actual = str(WORD.decode(data, offset))
                raise FormatError("size word", offset, str(end - start + prefix), actual)
        size = size or (picture.width, picture.height)
        require_picture_size(subject, start, picture, size)
        pictures.append(picture)
        offset = end
    return pictures, offset


def require_picture_size(
    subject: str, offset: int | None, picture: Picture, size: tuple[int, int] | None
) -> None:
    """Raise FormatError unless the picture has this width and height. None allows any."""
    if size and (picture.width, picture.height) != size:
        actual = f"{picture.width} x {picture.height} pixels"
        raise FormatError(subject, offset, f"{size[0]} x {size[1]} pixels", actual)


def infer_deck_layouts(data: bytes) -> tuple[PictureCandidate, ...]:
    """Return every layout that fits, best first.

    A single one can be trusted, since at least 52 headers and the end of the file agree with it.
    """
    candidates = [_assess_layout(layout, size, data) for layout, size in _find_uniform_layouts(data)]
    return tuple(sorted(candidates, key=lambda candidate: (len(candidate.doubts), candidate.layout.name)))


def infer_image_layout(data: bytes, min_side_px: int = 1) -> PictureLayout | None:
    """Return the layout of a file with images of one size, such as a RIPscrip icon. Return None if it is no such file.

    For tools that only display images: 1 to 256 of them, at most 1 MiB, each with its trailing word and at least
    `min_side_px` pixels wide and high.
    """
    for image, bits_per_pixel in BITS_PER_PIXEL.items() if len(data) <= _MAX_IMAGE_FILE_BYTES else ():
        measured = _measure_uniform_images(data, bits_per_pixel, True, None)
        if measured is not None and min(measured[1:]) >= min_side_px:
            layout = PictureLayout(name="", image_format=image, deck_count=1, images_per_deck=measured[0])
            return layout._replace(name=format_layout_name(layout))
    return None


def begins_with_card(data: bytes) -> bool:
    """Return whether the first bytes can be the header of a card's image; of a shorter file whether it may have lost one.

    Where they cannot, a size read from them would only mislead.
    """
    if len(data) < _HEADER_BYTES:
        return True
    return WORD.decode(data) + 1 in IMAGE_WIDTHS and WORD.decode(data, 2) + 1 in IMAGE_HEIGHTS


def _measure_uniform_images(
    data: bytes, bits_per_pixel: int, has_trailer: bool, size_prefix: int | None
) -> tuple[int, int, int] | None:
    """Return the number of images and their width and height if all have one size and fill the data, otherwise None."""
    prefix_bytes = 0 if size_prefix is None else 2
    if len(data) < prefix_bytes + 4:
        return None
    width, height = WORD.decode(data, prefix_bytes) + 1, WORD.decode(data, prefix_bytes + 2) + 1
    size = compute_picture_size(width, height, bits_per_pixel, has_trailer)
    prefix_value = size + (size_prefix or 0)
    starts = range(0, len(data), prefix_bytes + size)
    if len(data) % starts.step or len(starts) > MAX_IMAGES or prefix_value >= SIZE_LIMIT_BYTES:
        return None
    header = (b"" if size_prefix is None else WORD.encode(prefix_value)) + data[
        prefix_bytes : prefix_bytes + 4
    ]
    return (len(starts), width, height) if all(data.startswith(header, start) for start in starts) else None


def _find_uniform_layouts(data: bytes) -> Iterator[tuple[PictureLayout, tuple[int, int]]]:
    for image, bits_per_pixel in BITS_PER_PIXEL.items():
        for has_trailer, size_prefix in product((True, False), (None, 0, 2, -2)):
            count, width, height = _measure_uniform_images(
                data, bits_per_pixel, has_trailer, size_prefix
            ) or (0, 0, 0)
            decks = 1 if count in DECK_IMAGE_COUNTS else 2
            if count % decks or count // decks not in DECK_IMAGE_COUNTS:
                continue
            if width in IMAGE_WIDTHS and height in IMAGE_HEIGHTS:
                layout = PictureLayout(
                    name="",
                    image_format=image,
                    deck_count=decks,
                    images_per_deck=count // decks,
                    size_prefix=size_prefix,
                    has_trailer=has_trailer,
                )
                yield layout._replace(name=format_layout_name(layout)), (width, height)


def _assess_layout(layout: PictureLayout, size: tuple[int, int], data: bytes) -> PictureCandidate:
    width, height = size
    decks = decode_picture_file(layout, data)
    pictures = [picture for deck in decks for picture in deck]
    evidence = [f"{len(pictures)} headers of {width} x {height} pixels, the last image ends with the file"]
    if layout.size_prefix is not None:
        evidence.append("every word before an image is its size")
    distinct = len({picture.pixels for picture in pictures})
    doubts = []
    if distinct < 52:
        doubts.append(f"only {distinct} different pictures")
    else:
        evidence.append(f"{distinct} different pictures")
    padded = sum(bool(picture.padding) for picture in pictures)
    if padded:
        doubts.append(f"{padded} images with colour in the unseen pixels beyond their width")
    if layout.image_format == "cga4" and width % 8:
        doubts.append("how CGA rows of such a width are filled up is not known")
    return PictureCandidate(
        layout=layout,
        evidence=tuple(evidence),
        doubts=tuple(doubts),
        is_certain=distinct >= MIN_DIFFERENT_IMAGES,
    )
