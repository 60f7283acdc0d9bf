"""Card and title pictures for the current display adapter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from retro_pyramid import storage
from retro_pyramid.app import assets
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.card_order import CGA_PALETTE
from retro_pyramid.formats.pictures.deck import (
    ADAPTER_DECK_LAYOUTS,
    Deck,
    decode_deck,
    decode_decks,
    make_four_colour_deck,
    resize_picture,
)
from retro_pyramid.machine.adapters.colours import COMPOSITE_REGISTERS
from retro_pyramid.machine.video import TRANSPARENT, DisplayAdapter, Image, copy_pixels, image_from_pixels
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.table.render.base import CardImages

_ARTIFACT_COLOURS = bytes((*COMPOSITE_REGISTERS, *range(16, 256)))
"""Translation table from the 16 colour numbers to those of a composite monitor."""
_FELT_COLOUR = 2
_MAX_CORNER_PX = 12
"""Maximum length of a card's rounded corner along an edge, in pixels of the felt's colour."""


class CardArt:
    """Card and title pictures for a display adapter and a deck (`deck_number`, 1 or 2).

    `get_title_image(name)` returns a title picture of 640x350 pixels. The cards come from the player's deck files, or else
    from the built-in ones, and are loaded on first use. `uses_custom_deck` says whether the player's deck is preferred,
    `has_four_suit_colours` whether clubs are green and diamonds blue. An adapter with card pictures of its own shows them
    instead of the built-in ones.
    """

    def __init__(
        self,
        user_data: storage.UserData,
        deck_number: int,
        display: DisplayAdapter,
        uses_custom_deck: bool = True,
        has_four_suit_colours: bool = False,
    ) -> None:
        self._user_data = user_data
        self.deck_number = deck_number
        self.get_title_image = cache(partial(_load_title_image, display))
        self._display = display
        self._uses_custom_deck = uses_custom_deck
        self._has_four_suit_colours = has_four_suit_colours
        self._images_by_size: dict[bool, CardImages] = {}
        """The card images created so far, by whether they are small."""
        custom_decks = self._read_custom_decks() if uses_custom_deck else None
        self._is_builtin_deck = custom_decks is None
        self._loaded_deck = custom_decks[deck_number - 1] if custom_decks else None

    def _read_custom_decks(self) -> tuple[Deck, Deck] | None:
        """Return the player's decks, or None if there are none."""
        return self._user_data.read_decks(lambda: decode_decks(read_asset_bytes("PYRAMID.DEC")))

    def has_custom_deck(self) -> bool:
        """Return whether the player has deck files."""
        return not self._is_builtin_deck if self._uses_custom_deck else self._read_custom_decks() is not None

    def _get_deck(self, is_small: bool) -> Deck:
        """Return the deck in full or small size, with four suit colours if requested."""
        if self._loaded_deck is None:
            self._loaded_deck = _load_builtin_deck(self.deck_number)
        deck = make_four_colour_deck(self._loaded_deck) if self._has_four_suit_colours else self._loaded_deck
        if not is_small:
            return deck
        from retro_pyramid.formats.pictures.small_cards import scale_down_deck

        return _build_small_deck(deck) if self._is_builtin_deck else scale_down_deck(deck)

    def get_card_images(self, is_small: bool = False) -> CardImages:
        """Return the card images of 64x64 or 48x48 pixels, created on first use."""
        if is_small not in self._images_by_size:
            self._images_by_size[is_small] = _create_card_images(self._get_deck(is_small))
            self._override_images(is_small)
        return self._images_by_size[is_small]

    def _override_images(self, is_small: bool) -> None:
        """Let the adapter show its own cards in place of the built-in ones, and suitable cards of the player pixel by pixel.

        A player's picture that uses only the four CGA colours is shown at 320x200 in the colours of the adapter's palette.
        """
        images = _list_images(self._images_by_size[is_small])
        for name in self._display.card_files:
            replacements: Iterable[Image | None] = map(_convert_to_cga, images)
            if self._is_builtin_deck:
                deck = _load_adapter_deck(name, self.deck_number, is_small)
                # The 4 colours have no green or blue, and are those of the page. The 16 are those of the editions.
                is_composite = name == "PYRTV.DEC"
                replacements = _create_adapter_images(
                    make_four_colour_deck(deck) if self._has_four_suit_colours and is_composite else deck,
                    _ARTIFACT_COLOURS if is_composite else None,
                )
            for image, replacement in zip(images, replacements, strict=True):
                self._display.override_image(image, replacement)


def _load_title_image(display: DisplayAdapter, name: str) -> Image:
    """Return a title picture, and register the adapter-specific versions of it with the display adapter."""
    title = assets.load_packed_image(f"titles/{name}")
    for suffix, planes in display.title_planes_by_suffix.items():
        display.override_image(title, assets.load_packed_image(f"titles/{name}{suffix}", planes))
    return title


# Cached, as each change of the display or the cards loads the deck again.
@cache
def _load_builtin_deck(deck_number: int) -> Deck:
    """Return a built-in deck."""
    return decode_deck(read_asset_bytes("PYRAMID.DEC"), deck_number)


@cache
def _build_small_deck(deck: Deck) -> Deck:
    """Return the small cards of a built-in deck."""
    from retro_pyramid.formats.pictures.small_cards import build_small_deck

    return build_small_deck(deck)


@cache
def _load_adapter_deck(name: str, deck_number: int, is_small: bool) -> Deck:
    """Return a deck from the bundled file of an adapter's own cards."""
    name = f"small_{name}" if is_small else name
    return decode_deck(read_asset_bytes(name), deck_number, ADAPTER_DECK_LAYOUTS[name])


def _list_images(images: CardImages) -> tuple[Image, ...]:
    """Return all images of a deck in file order."""
    return (*images.faces, images.back, images.empty_pile)


def _create_adapter_images(deck: Deck, colour_table: bytes | None) -> tuple[Image, ...]:
    """Return card images drawn for an adapter; `colour_table` maps their colours, None keeps them.

    None of 4 colours is that of the felt, so the corner pixels themselves are made transparent.
    """
    pictures = *deck.faces, deck.back, deck.empty_pile
    images = tuple(
        [
            image_from_pixels(picture.width, picture.height, picture.pixels.translate(colour_table))
            for picture in pictures
        ]
    )
    for image in images[:-1]:
        for x in (0, image.width - 1):
            for y in (0, image.height - 1):
                image.pset(x, y, TRANSPARENT)
    return images


def _convert_to_cga(image: Image) -> Image | None:
    """Return a 640x350 picture as 320x200 pixels if it uses only the four CGA colours, else None."""
    pixels = copy_pixels(image)
    if not set(pixels) <= {*CGA_PALETTE, TRANSPARENT}:
        return None
    colour_table = bytearray(range(256))
    for value, colour in enumerate(CGA_PALETTE):
        colour_table[colour] = value
    dots = resize_picture(
        Picture(image.width, image.height, pixels), image.width // 2, image.height * 200 // 350
    )
    return image_from_pixels(dots.width, dots.height, dots.pixels.translate(colour_table))


def _create_card_images(deck: Deck) -> CardImages:
    """Return the images of a deck."""
    return CardImages(
        tuple(make_card_image(face) for face in deck.faces),
        make_card_image(deck.back),
        image_from_pixels(deck.empty_pile.width, deck.empty_pile.height, deck.empty_pile.pixels),
    )


def make_card_image(picture: Picture) -> Image:
    """Return a card image with transparent corners. In a file, the rounded corners have the colour of the felt."""
    width, height, pixels = picture.width, picture.height, bytearray(picture.pixels)
    for dx, start in ((1, 0), (-1, width - 1)):
        for dy, row in ((width, 0), (-width, (height - 1) * width)):
            for pixel in _find_corner_pixels(pixels, start + row, dx, dy):
                pixels[pixel] = TRANSPARENT
    return image_from_pixels(width, height, bytes(pixels))


def _find_corner_pixels(pixels: bytearray, corner: int, dx: int, dy: int) -> set[int]:
    """Return the indexes of the connected felt-coloured pixels at a corner, or an empty set if the area is too large.

    `dx` and `dy` are the index steps from the corner along its row and its column. Enlarged pictures have larger corners.
    """
    corner_pixels: set[int] = set()
    pending = [(0, 0)] if pixels[corner] == _FELT_COLOUR else []
    while pending:
        x, y = pending.pop()
        if max(x, y) == _MAX_CORNER_PX:
            return set()
        corner_pixels.add(corner + x * dx + y * dy)
        for column, line in ((x + 1, y), (x, y + 1)):
            neighbour = corner + column * dx + line * dy
            if neighbour not in corner_pixels and pixels[neighbour] == _FELT_COLOUR:
                pending.append((column, line))
    return corner_pixels
