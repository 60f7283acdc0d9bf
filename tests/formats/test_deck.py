"""PYRAMID.DEC: 2 x 54 images, and every way to get it wrong."""

import json
from random import Random

import pytest

from retro_pyramid.commands.decks import info_report
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.pictures.bgi import Picture, encode_picture
from retro_pyramid.formats.pictures.deck import FILE_BYTES, Deck, decode_decks, encode_decks
from retro_pyramid.formats.recognise import recognise_decks

IMAGE = 2054


@pytest.fixture(scope="module")
def data() -> bytes:
    """Return a valid file in which no two images are alike and every trailer is junk."""
    random = Random(61)
    header = bytes([63, 0, 63, 0])
    return b"".join(header + random.randbytes(IMAGE - 4) for _ in range(108))


def test_108_images_stand_in_their_order_and_survive_byte_for_byte(data: bytes) -> None:
    assert len(data) == FILE_BYTES == 221_832
    decks = decode_decks(data)
    pictures = [picture for deck in decks for picture in (*deck.faces, deck.back, deck.empty)]
    assert b"".join(map(encode_picture, pictures)) == data
    assert encode_decks(decks) == data


@pytest.mark.parametrize(
    ("size", "image"),
    [
        (0, "image 1 of deck 1"),
        (3, "image 1 of deck 1"),
        (IMAGE, "image 2 of deck 1"),
        (54 * IMAGE, "image 1 of deck 2"),
        (FILE_BYTES - 1, "image 54 of deck 2"),
    ],
)
def test_a_file_cut_short_names_the_image(data: bytes, size: int, image: str) -> None:
    with pytest.raises(FormatError, match=f"{image}, BGI image.*expected .* bytes, found"):
        decode_decks(data[:size])


def test_a_file_too_long_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match="at byte 221832: expected 221832 bytes in all, found 221833"):
        decode_decks(data + b"\0")


def test_a_header_off_the_size_names_the_image(data: bytes) -> None:
    for number, place in ((0, 0), (17, 1), (53, 2), (54, 3), (107, 0)):
        broken = bytearray(data)
        broken[number * IMAGE + place] ^= 1
        named = f"image {number % 54 + 1} of deck {number // 54 + 1}"
        with pytest.raises(FormatError, match=named) as caught:
            decode_decks(bytes(broken))
        assert caught.value.offset == number * IMAGE


def test_other_files_are_refused_in_one_line() -> None:
    for size in (1, 100, FILE_BYTES):
        for other in (Random(1991).randbytes(size), bytes(size), b"\xff" * size, b"text\r\n" * size):
            with pytest.raises(FormatError) as caught:
                decode_decks(other)
            assert "\n" not in str(caught.value)


def test_decks_of_another_shape_are_not_encoded(data: bytes) -> None:
    first, second = decode_decks(data)
    with pytest.raises(FormatError, match="deck 1: expected 52 faces, found 51"):
        encode_decks((first._replace(faces=first.faces[1:]), second))
    small = Picture(8, 8, bytes(64))
    with pytest.raises(FormatError, match="image 53 of deck 2: expected 64 x 64 pixels, found 8 x 8 pixels"):
        encode_decks((first, second._replace(back=small)))


def test_deck_info_tells_counts_size_colours_and_bytes() -> None:
    red, grey = (Picture(64, 64, bytes([colour]) * 4096) for colour in (4, 7))
    decks = encode_decks((Deck((red,) * 52, red, grey), Deck((grey,) * 52, grey, grey)))
    report = info_report(decks, recognise_decks(decks, loose=True))
    assert json.dumps(report.data) == (
        '{"layout": "canonical", "decks": 2, "images": 54, "width": 64, "height": 64, '
        '"colours": [[4, 7], [7]], "bytes": 221832}'
    )
    assert report.lines == [
        "2 decks of 54 images, 64 x 64 pixels, 221832 bytes, layout canonical",
        "deck 1: 2 colours: 4 7",
        "deck 2: 1 colours: 7",
    ]
