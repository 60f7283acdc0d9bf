"""Small cards: pieces of the large ones, pixel for pixel, where it is known what lies where; else fitted."""

from itertools import product
from zlib import crc32

import pytest

from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import (
    ADAPTER_DECK_LAYOUTS,
    Deck,
    decode_deck,
    decode_decks,
    resize_picture,
)
from retro_pyramid.formats.pictures.small_cards import SMALL_CARD_SIZE, build_small_deck, scale_down_deck
from retro_pyramid.resources import read_asset_bytes
from tests.programs import TESTS

SUMS = TESTS / "golden" / "small.txt"
"""A sum for each of a deck's small cards, back and empty place; `pytest --record-golden` writes them anew."""
# A pip of a five: its left column, upper row, and its size.
PIP = (27, 27, 11, 9)


@pytest.fixture(scope="module", params=[0, 1], ids=["classic", "egyptian"])
def deck(request: pytest.FixtureRequest) -> Deck:
    number: int = request.param
    return decode_decks(read_asset_bytes("PYRAMID.DEC"))[number]


def piece(picture: Picture, left: int, top: int, width: int, height: int) -> list[bytes]:
    starts = [(top + y) * picture.width + left for y in range(height)]
    return [picture.pixels[start : start + width] for start in starts]


def inks(picture: Picture, paper: set[int]) -> int:
    return sum(pixel not in paper for pixel in picture.pixels)


def test_every_small_card_is_as_it_was_looked_at(deck: Deck, request: pytest.FixtureRequest) -> None:
    name, small = request.node.callspec.id, build_small_deck(deck)
    found = " ".join(
        f"{crc32(card.pixels) & 0xFFFF:04x}" for card in (*small.faces, small.back, small.empty_pile)
    )
    sums = dict(line.split(": ") for line in SUMS.read_text().splitlines())
    if request.config.getoption("--record-golden"):
        sums[name] = found
        SUMS.write_text("".join(f"{one}: {sums[one]}\n" for one in sorted(sums)))
    assert found == sums[name]


def test_every_small_card_differs_and_is_of_one_size(deck: Deck) -> None:
    small = build_small_deck(deck)
    cards = [*small.faces, small.back]
    assert len({card.pixels for card in cards}) == 53
    assert {(card.width, card.height, len(card.pixels)) for card in (*cards, small.empty_pile)} == {
        (48, 48, 2304)
    }


def test_a_card_has_as_many_pips_as_its_rank_says(deck: Deck) -> None:
    small = build_small_deck(deck)
    for suit, rank in product(range(4), range(2, 11)):
        card = small.faces[13 * suit + rank - 1]
        paper = {pixel for line in piece(deck.faces[13 * suit + 3], 14, 13, 31, 38) for pixel in line}
        pip = inks(Picture(11, 9, b"".join(piece(deck.faces[13 * suit + 4], *PIP))), paper)
        field = inks(Picture(31, 42, b"".join(piece(card, 14, 3, 31, 42))), paper)
        assert round(field / pip) == rank, (suit, rank)


def test_a_foreign_deck_is_brought_to_size_card_by_card(deck: Deck) -> None:
    fitted = scale_down_deck(deck)
    assert fitted.faces == tuple(
        resize_picture(face, SMALL_CARD_SIZE, SMALL_CARD_SIZE) for face in deck.faces
    )
    assert (fitted.back, fitted.empty_pile) == (
        resize_picture(deck.back, SMALL_CARD_SIZE, SMALL_CARD_SIZE),
        resize_picture(deck.empty_pile, SMALL_CARD_SIZE, SMALL_CARD_SIZE),
    )


@pytest.mark.parametrize("number", [1, 2], ids=["classic", "egyptian"])
def test_small_cards_for_the_cga_keep_the_index_and_show_one_large_pip(number: int) -> None:
    large = decode_deck(read_asset_bytes("PYRCGA.DEC"), number, ADAPTER_DECK_LAYOUTS["PYRCGA.DEC"])
    small = decode_deck(
        read_asset_bytes("small_PYRCGA.DEC"), number, ADAPTER_DECK_LAYOUTS["small_PYRCGA.DEC"]
    )
    assert {(card.width, card.height) for card in (*small.faces, small.back, small.empty_pile)} == {(24, 27)}
    assert len({card.pixels for card in (*small.faces, small.back)}) == 53
    for whole, card in zip(large.faces, small.faces, strict=True):
        for y in range(16):
            assert card.pixels[24 * y : 24 * y + 8] == whole.pixels[32 * y : 32 * y + 8]
    five, seven = small.faces[4], small.faces[6]
    assert [five.pixels[24 * y + 8 : 24 * y + 24] for y in range(27)] == [
        seven.pixels[24 * y + 8 : 24 * y + 24] for y in range(27)
    ]
