"""Pictures: Borland images, PYRAMID.DEC and picture files of any layout, orders, and cards brought to size."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.commands.decks import add_number_below, build_deck_info_report, build_sheet_pictures
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import detect_decks
from retro_pyramid.formats.layouts import PictureLayout, format_layout_name
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.pictures.bgi import Picture, compute_picture_size, decode_picture, encode_picture
from retro_pyramid.formats.pictures.card_order import (
    BACK,
    CANONICAL_CARD_ORDER,
    EMPTY_PILE,
    is_card_order_text,
    parse_card_order,
)
from retro_pyramid.formats.pictures.deck import DECK_FILE_BYTES, Deck, decode_decks, encode_decks
from retro_pyramid.formats.pictures.picture_inference import (
    decode_picture_file,
    infer_deck_layouts,
    infer_image_layout,
)
from retro_pyramid.resources import read_asset_bytes
from tests.formats.writers import encode_pictures, order_text

SIZES = ((16, 16), (24, 17), (41, 20), (96, 16), (16, 128))


def chain(
    image: str, decks: int, images: int, prefix: int | None, trailer: bool, size: tuple[int, int], seed: int
) -> bytes:
    """A file as the format's description says, byte by byte, with random bodies and junk trailers."""
    random = Random(seed)
    width, height = size
    row = (4 if image == "bgi16" else 2) * ((width + 7) // 8)
    parts = []
    for _ in range(decks * images):
        header = (width - 1).to_bytes(2, "little") + (height - 1).to_bytes(2, "little")
        body = random.randbytes(row * height) + random.randbytes(2 if trailer else 0)
        word = b"" if prefix is None else (len(header + body) + prefix).to_bytes(2, "little")
        parts.append(word + header + body)
    return b"".join(parts)


MEMBERS = list(product(("bgi16", "cga4"), (1, 2), (52, 53, 54, 56), (None, 0, 2), (True, False)))


def test_every_member_of_the_family_is_told_by_its_bytes_alone() -> None:
    for number, (image, decks, images, prefix, trailer) in enumerate(MEMBERS):
        size = SIZES[number % 5]
        data = chain(image, decks, images, prefix, trailer, size, number)
        expected = PictureLayout("", image, decks, images, prefix, trailer)
        (found,) = infer_deck_layouts(data)
        assert (found.layout, found.is_certain) == (
            expected._replace(name=format_layout_name(expected)),
            True,
        )
        if number % 4 == 0:
            pictures = decode_picture_file(found.layout, data)
            assert {(one.width, one.height) for each in pictures for one in each} == {size}
            assert encode_pictures(found.layout, pictures) == data


@pytest.mark.parametrize("change", ["cut", "long", "header", "51 images"])
def test_a_chain_that_is_broken_is_no_deck(change: str) -> None:
    data = chain("cga4", 1, 54, None, True, (40, 50), 3)
    step = len(data) // 54
    broken = {
        "cut": data[:-1],
        "long": data + b"\0",
        "header": data[: 9 * step] + b"\x10" + data[9 * step + 1 :],
        "51 images": data[: 51 * step],
    }[change]
    assert infer_deck_layouts(broken) == ()
    with pytest.raises(FormatError, match=r"image 1 of deck [12]"):
        detect_decks(broken)


def test_one_picture_again_and_again_is_not_taken_for_a_deck() -> None:
    data = encode_picture(Picture(32, 40, bytes(1280))) * 52
    with pytest.raises(
        FormatError, match=r"the pictures of a deck .or --layout 1x52,bgi16.*only 1 different"
    ):
        detect_decks(data)
    assert detect_decks(data, (), "1x52,bgi16").reason == "chosen by name"


def test_a_single_icon_is_no_deck_but_can_be_looked_at() -> None:
    data = chain("bgi16", 1, 1, None, True, (37, 11), 5)
    assert infer_image_layout(data) == PictureLayout("1x1,bgi16", "bgi16", 1, 1)
    assert build_deck_info_report(data, detect_decks(data, allow_any_images=True)).stdout_lines[0] == (
        f"1 deck of 1 image, 37 x 11 pixels, {len(data)} bytes, layout 1x1,bgi16"
    )
    with pytest.raises(FormatError, match="expected pictures of cards"):
        detect_decks(data)


def test_a_wrong_size_word_names_its_image() -> None:
    data = bytearray(chain("bgi16", 2, 52, 0, True, (16, 20), 4))
    step = len(data) // 104
    data[60 * step] ^= 1
    layout = PictureLayout("x", "bgi16", 2, 52, 0)
    with pytest.raises(FormatError, match=rf"image 9 of deck 2, size word at byte {60 * step}: expected"):
        decode_picture_file(layout, bytes(data))


SIDECAR = """
# what the images of HEARTS.DEC show
suits hearts spades diamonds clubs
ranks 2 3 4 5 6 7 8 9 10 J Q K A
by    rank
rest  - empty back
"""


def test_a_sidecar_tells_the_order_and_a_manual_is_none() -> None:
    order = parse_card_order(SIDECAR, "HEARTS.TXT")
    two_hearts, two_spades, ace_clubs = 27, 40, 0
    assert (order.cards[0], order.cards[1], order.cards[51]) == (two_hearts, two_spades, ace_clubs)
    assert order.cards[52:] == (-1, EMPTY_PILE, BACK)
    assert sorted(order.cards[:52]) == list(range(52))
    assert parse_card_order(order_text(order), "again") == order
    assert parse_card_order("", "empty") == CANONICAL_CARD_ORDER
    manual = "PYRAMID SOLITAIRE\n\nsuits are told by their shapes\n"
    assert [is_card_order_text(text) for text in (SIDECAR, manual, "")] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("suits chd", "T, line 1: expected each of cdhs once, found 'chd'"),
        ("\nranks A23456789TJQQ", "T, line 2: expected each of A23456789TJQK once"),
        ("by colour", "T, line 1, by: expected suit or rank, found 'colour'"),
        ("rest back back", "expected each card once, back and empty at most once, found 2 back or empty"),
        ("rest joker", "expected cards as Ac, back, empty or -, found 'joker'"),
        ("show Ac", "found 0 2c"),
        ("show Ac\nby suit", "expected show alone"),
        ("palette 0 1 2", "expected four different colours from 0 to 15"),
        ("palette 0 1 2 99", "expected four different colours from 0 to 15"),
        ("suits cdhs\nsuits cdhs", "T, line 2: expected one line suits, found a second one"),
        ("suit cdhs", "T, line 1: expected one of suits ranks by rest show palette, found 'suit'"),
    ],
)
def test_a_wrong_sidecar_is_told_by_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        parse_card_order(text, "T")
    assert "\n" not in str(caught.value)


Decks = tuple[deck.Deck, deck.Deck]


@pytest.fixture(scope="module")
def builtin() -> Decks:
    return deck.decode_decks(read_asset_bytes("PYRAMID.DEC"))


def test_our_own_file_comes_out_as_it_is_and_a_back_in_its_place_is_used(builtin: Decks) -> None:
    data = read_asset_bytes("PYRAMID.DEC")
    found = detect_decks(data)
    assert (found.layout, found.is_inferred) == (deck.DECK_LAYOUT, False)
    assert deck.decode_decks_for_table(found.layout, data, None, builtin) == builtin
    data = chain("bgi16", 2, 53, None, True, (64, 64), 9)
    layout = detect_decks(data).layout
    decks = deck.decode_decks_for_table(layout, data, None, builtin)
    assert [one.back.pixels for one in decks] == [
        each[52].pixels for each in decode_picture_file(layout, data)
    ]
    assert [one.empty_pile for one in decks] == [one.empty_pile for one in builtin]


def test_one_cga_deck_without_back_and_outline_in_an_order_of_its_own(builtin: Decks) -> None:
    data = chain("cga4", 1, 52, 0, False, (40, 56), 8)
    found = detect_decks(data)
    assert (found.layout.name, found.is_inferred) == ("1x52,cga4,prefix,notrailer", True)
    order = parse_card_order("suits shdc\nranks KQJT98765432A\npalette 0 2 4 6", "x")
    first, second = deck.decode_decks_for_table(found.layout, data, order, builtin)
    assert first.faces == second.faces
    assert (first.back, second.back, first.empty_pile) == (
        builtin[0].back,
        builtin[1].back,
        builtin[0].empty_pile,
    )
    king_of_spades = decode_picture_file(found.layout, data)[0][0]
    assert first.faces[51] == deck.resize_picture(
        deck.apply_palette(king_of_spades, found.layout, order), 64, 64
    )
    assert set().union(*(face.pixels for face in first.faces)) == {0, 2, 4, 6}
    assert {(face.width, face.height) for face in first.faces} == {(64, 64)}


@given(st.integers(1, 90), st.integers(1, 90), st.integers(1, 70), st.integers(1, 70), st.integers())
@settings(max_examples=25)
def test_fitting_takes_pixels_and_mixes_none(
    width: int, height: int, wide: int, tall: int, seed: int
) -> None:
    pixels = bytes(Random(seed).choices(range(16), k=width * height))
    fitted = deck.resize_picture(Picture(width, height, pixels), wide, tall)
    for y, x in product(range(tall), range(wide)):
        source = ((2 * y + 1) * height // (2 * tall)) * width + (2 * x + 1) * width // (2 * wide)
        assert fitted.pixels[y * wide + x] == pixels[source]
    assert deck.resize_picture(Picture(width, height, pixels), width, height).pixels == pixels


def test_the_sheets_pictures_carry_their_numbers(font: bytes) -> None:
    data = chain("bgi16", 2, 54, None, True, (16, 20), 2)
    first, second = build_sheet_pictures(data, detect_decks(data), None, font)
    assert len(first) == len(second) == 54
    assert {(one.width, one.height) for one in first} == {(24, 36)}
    seven = add_number_below(Picture(8, 1, bytes(8)), 7, font)
    for line in range(14):
        row, bits = seven.pixels[24 * (3 + line) : 24 * (4 + line)], font[14 * ord("7") + line]
        assert row == bytes([8] * 8 + [15 if bits >> 7 - x & 1 else 8 for x in range(8)] + [8] * 8)


# Three pixels wide, two high: light red (8+4), blue, white (15) above green, black, yellow (8+4+2).
SMALL = bytes.fromhex("0200 0100  A0 A0 20 60  20 20 A0 00  0000")
SMALL_PIXELS = bytes([12, 1, 15, 2, 0, 14])


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 3), (8, 2), (9, 2), (16, 5), (39, 4)])
def test_encoding_and_decoding_agree_with_the_plain_way(width: int, height: int) -> None:
    random = Random(width)
    colours, padding = (bytes(random.choices(range(16), k=size * height)) for size in (width, -width % 8))
    picture = Picture(width, height, colours, random.randrange(65536), padding)
    data = encode_picture(picture)
    assert len(data) == compute_picture_size(width, height)
    assert slow_pixels(data) == list(colours)
    assert decode_picture(data) == (picture, len(data))


def slow_pixels(data: bytes) -> list[int]:
    """Decode the plain way, one bit at a time, as the format is described."""
    width, height = data[0] + 256 * data[1] + 1, data[2] + 256 * data[3] + 1
    row_bytes = (width + 7) // 8
    pixels = []
    for y in range(height):
        for x in range(width):
            colour = 0
            for plane, weight in enumerate((8, 4, 2, 1)):
                byte = data[4 + (4 * y + plane) * row_bytes + x // 8]
                colour += weight * (byte >> 7 - x % 8 & 1)
            pixels.append(colour)
    return pixels


def test_pictures_worked_out_by_hand_follow_one_another() -> None:
    picture = Picture(3, 2, SMALL_PIXELS)
    assert encode_picture(picture) == SMALL
    assert decode_picture(SMALL * 2) == (picture, len(SMALL))
    assert decode_picture(SMALL * 2, len(SMALL)) == (picture, 2 * len(SMALL))


def test_a_cga_image_worked_out_by_hand() -> None:
    data = bytes.fromhex("0700 0100  1B E4  00 FF  3412")
    picture = Picture(8, 2, bytes([0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 0, 0, 3, 3, 3, 3]), 0x1234)
    assert decode_picture(data, 0, bits_per_pixel=2) == (picture, len(data))
    assert encode_picture(picture, bits_per_pixel=2) == data
    with pytest.raises(FormatError, match="colours 0 to 3, found 4"):
        encode_picture(Picture(8, 1, bytes([4] * 8)), bits_per_pixel=2)


def test_a_picture_cut_short_anywhere_is_refused() -> None:
    for size in range(len(SMALL)):
        with pytest.raises(FormatError, match=r"BGI image.* at byte 0: expected .* bytes, found"):
            decode_picture(SMALL[:size])


def test_a_header_that_asks_for_64_kib_is_refused_whatever_follows() -> None:
    with pytest.raises(FormatError, match="below 64 KiB, found 65536 x 65536 pixels"):
        decode_picture(b"\xff" * 200_000)
    with pytest.raises(FormatError, match="64 KiB"):
        encode_picture(Picture(640, 350, bytes(640 * 350)))


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (Picture(0, 1, b""), "0 x 1 pixels"),
        (Picture(2, 2, bytes(3)), "pixels: expected 4, found 3"),
        (Picture(2, 1, bytes([0, 16])), "colours 0 to 15, found 16"),
        (Picture(2, 1, bytes(2), 0, bytes(5)), "padding: expected 6, found 5"),
        (Picture(8, 1, bytes(8), 0, bytes(1)), "padding: expected 0, found 1"),
        (Picture(2, 1, bytes(2), 65536), "word: expected 0 to 65535"),
    ],
)
def test_a_picture_that_is_none_is_not_encoded(picture: Picture, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        encode_picture(picture)


IMAGE = 2054


@pytest.fixture(scope="module")
def data() -> bytes:
    """Return a valid file in which no two images are alike and every trailer is junk."""
    random = Random(61)
    header = bytes([63, 0, 63, 0])
    return b"".join(header + random.randbytes(IMAGE - 4) for _ in range(108))


def test_108_images_stand_in_their_order_and_survive_byte_for_byte(data: bytes) -> None:
    assert len(data) == DECK_FILE_BYTES == 221_832
    decks = decode_decks(data)
    pictures = [picture for deck in decks for picture in (*deck.faces, deck.back, deck.empty_pile)]
    assert b"".join(map(encode_picture, pictures)) == data
    assert encode_decks(decks) == data


def test_a_file_cut_short_or_too_long_or_a_header_off_the_size_names_the_image(data: bytes) -> None:
    for size, image in ((0, 0), (3, 0), (IMAGE, 1), (54 * IMAGE, 54), (DECK_FILE_BYTES - 1, 107)):
        with pytest.raises(FormatError, match=f"{name(image)}, BGI image.*expected .* bytes, found"):
            decode_decks(data[:size])
    with pytest.raises(FormatError, match="at byte 221832: expected 221832 bytes in all, found 221833"):
        decode_decks(data + b"\0")
    for number, place in ((0, 0), (17, 1), (53, 2), (54, 3), (107, 0)):
        broken = bytearray(data)
        broken[number * IMAGE + place] ^= 1
        with pytest.raises(FormatError, match=name(number)) as caught:
            decode_decks(bytes(broken))
        assert caught.value.offset == number * IMAGE


def name(image: int) -> str:
    return f"image {image % 54 + 1} of deck {image // 54 + 1}"


def test_other_files_are_refused_in_one_line() -> None:
    for size in (1, 100, DECK_FILE_BYTES):
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
    report = build_deck_info_report(decks, detect_decks(decks, allow_any_images=True))
    assert report.json_data == {
        "layout": "canonical",
        "decks": 2,
        "images": 54,
        "width": 64,
        "height": 64,
        "colours": [[4, 7], [7]],
        "bytes": 221832,
    }
    head = "2 decks of 54 images, 64 x 64 pixels, 221832 bytes, layout canonical"
    assert report.stdout_lines == [head, "deck 1: 2 colours: 4 7", "deck 2: 1 colours: 7"]


OTHER_PICTURES = {
    "an ILBM picture": b"FORM\0\0\1\xf4ILBMBMHD\0\0\0\x14\0\x24\0\x36" + bytes(400),
    "a TIFF picture": b"II*\0\x08\0\0\0" + bytes(400),
    "a Photoshop picture": b"8BPS\0\1" + bytes(400),
    "a WebP picture": b"RIFF\x2c\1\0\0WEBPVP8 " + bytes(292),
    "a TGA picture": b"\0\0\2" + bytes(9) + b"\x24\0\x36\0\x18\0" + bytes(400),
    "icons of Windows": b"\0\0\1\0\1\0\x20\x20\x10\0" + bytes(400),
    # Of no known kind; its first bytes would be an image of 20295 x 19795 pixels.
    "no image of 16 x 16 to 96 x 128 pixels at the start": b"FORM" + bytes(range(256)),
}


@pytest.mark.parametrize("found", OTHER_PICTURES)
def test_size_is_never_read_from_a_file_of_another_kind(found: str) -> None:
    with pytest.raises(FormatError) as refused:
        detect_decks(OTHER_PICTURES[found], allow_any_images=True)
    assert str(refused.value) == f"decks: expected pictures of cards (or --layout NAME), found {found}"


@pytest.mark.parametrize("data", [b"", encode_picture(Picture(40, 60, bytes(2400)))[:-9]])
def test_damaged_file_of_card_images_names_the_image(data: bytes) -> None:
    with pytest.raises(FormatError, match="image 1 of deck 1"):
        detect_decks(data, allow_any_images=True)
