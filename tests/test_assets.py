"""The program's own data files: built from their sources, and all of them in the wheel."""

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from retro_pyramid import cp437
from retro_pyramid.formats.pictures.deck import ADAPTER_DECK_LAYOUTS, decode_deck, decode_decks, encode_decks
from retro_pyramid.formats.pictures.picture_inference import infer_deck_layouts
from retro_pyramid.resources import read_asset_bytes

ROOT = Path(__file__).resolve().parent.parent
FELT = 2


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", ROOT / "art" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_built_pictures_are_those_the_sources_show(builder: ModuleType, opened: object) -> None:
    for name, data in builder.build().items():
        assert read_asset_bytes(name) == data, f"{name} is not current: run python art/build.py"


def test_a_source_of_a_foreign_colour_is_refused(builder: ModuleType, opened: object, tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"odm\.png: pixel \(\d+, \d+\) is #[0-9A-F]{6}, none of the 16 colours"
    ):
        builder.read_sheet(ROOT / "art" / "titles" / "odm.png", (640, 350), range(16))


def test_every_card_of_the_decks_differs_also_when_covered_and_has_softened_corners() -> None:
    decks = decode_decks(read_asset_bytes("PYRAMID.DEC"))
    for deck in decks:
        cards = [*deck.faces, deck.back]
        assert len({card.pixels for card in cards}) == 53
        for card in cards:
            for row in (card.pixels[:64], card.pixels[64 * 63 :]):
                assert row[0] == row[63] == FELT
                assert row[8] != FELT
        corners = {
            bytes(face.pixels[64 * y + x] for y in range(3, 31) for x in range(3, 13)) for face in deck.faces
        }
        assert len(corners) == 52
    first, second = decks
    assert not {face.pixels for face in first.faces} & {face.pixels for face in second.faces}


@pytest.mark.parametrize(("name", "wide"), [("PYRCGA.DEC", 32), ("PYRTV.DEC", 16)])
def test_the_cards_for_the_cga_are_a_deck_file_like_any_other_of_cards_that_all_differ(
    name: str, wide: int
) -> None:
    data, layout = read_asset_bytes(name), ADAPTER_DECK_LAYOUTS[name]
    (candidate,) = infer_deck_layouts(data)
    assert candidate.is_certain
    assert (candidate.layout.image_format, candidate.layout.deck_count, candidate.layout.images_per_deck) == (
        layout.image_format,
        2,
        54,
    )
    decks = decode_deck(data, 1, layout), decode_deck(data, 2, layout)
    assert encode_decks(decks, layout) == data
    for deck in decks:
        assert {(card.width, card.height) for card in (*deck.faces, deck.back, deck.empty_pile)} == {
            (wide, 36)
        }
        assert len({card.pixels for card in (*deck.faces, deck.back)}) == 53
        assert len({card.pixels[: 20 * wide] for card in deck.faces}) == 52


@pytest.mark.parametrize("number", [1, 2], ids=["classic", "egyptian"])
def test_black_suits_are_black_and_red_ones_red_with_a_black_outline_on_the_cga(number: int) -> None:
    """Light magenta on white is 2.6:1, on black 8:1."""
    deck = decode_deck(read_asset_bytes("PYRCGA.DEC"), number, ADAPTER_DECK_LAYOUTS["PYRCGA.DEC"])
    for card, face in enumerate(deck.faces):
        # The index: five columns inside the line, on paper.
        inks = {face.pixels[32 * y + x] for y in range(2, 16) for x in range(2, 7)}
        assert inks == ({0, 3} if card // 13 in (0, 3) else {0, 2, 3}), card
    for face in deck.faces[13:39]:
        for left, towards in ((0, 1), (31, -1)):
            index = {
                (x, y)
                for x in range(2, 7)
                for y in range(2, 16)
                if face.pixels[32 * y + left + towards * x] == 2
            }
            assert len(index) > 20
            beside = {(x + by, y + down) for x, y in index for by, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            # The second figure of a ten is a column to the right.
            shown = {face.pixels[32 * y + left + towards * x] for x, y in beside - index if x < 7}
            assert shown == {0}


def test_the_wheel_carries_every_data_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {"assets": "retro_pyramid/assets"}


def test_a_missing_data_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.xyz: a data file of the program is missing"):
        read_asset_bytes("nothing.xyz")


def test_code_page_437_reads_both_ways() -> None:
    assert len(cp437.DECODING_TABLE) == 256
    assert all(cp437.encode(cp437.DECODING_TABLE[code]) == bytes([code]) for code in range(1, 256))
    assert cp437.encode(" ") == b"\x20"
    assert cp437.encode(cp437.decode(b"\0", cp437.NUL_SYMBOL)) == b"\0"
    assert cp437.decode(b"\0") == " "
    with pytest.raises(UnicodeEncodeError) as refusal:
        cp437.encode("10 €")
    assert (refusal.value.start, refusal.value.end) == (3, 4)
