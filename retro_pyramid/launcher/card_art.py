"""The pictures that an adapter shows: a deck's as images, large and small, and the titles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from retro_pyramid import storage
from retro_pyramid.app import assets
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.card_order import CGA_PALETTE
from retro_pyramid.formats.pictures.deck import (
    LAYOUTS,
    Deck,
    decode_deck,
    decode_decks,
    fit,
    four_coloured,
)
from retro_pyramid.machine.adapters.colours import REGISTERS
from retro_pyramid.machine.video import CLEAR, Image, Video, image_from_pixels, pixels_of
from retro_pyramid.resources import asset_bytes
from retro_pyramid.table.render.base import CardImages

_ARTIFACT_COLOURS = bytes((*REGISTERS, *range(16, 256)))
_FELT_COLOUR = 2
_MAX_CORNER_PX = 12
"""Pixels of the felt's colour along the edge of a card that are still its corner."""


class Shown:
    """The pictures on an adapter: `title` returns a title picture, 640x350, by name; `deck` is the deck's number, 1 or 2.

    The cards are those of the player's files, else the built-in ones, read when they are first asked for. `own` says
    whether the player's are shown where there are any, `four` whether clubs are green and diamonds blue. An adapter that
    has cards of its own shows them in place of the built-in ones.
    """

    def __init__(
        self, files: storage.GameFiles, number: int, video: Video, own: bool = True, four: bool = False
    ) -> None:
        self._user_data = files
        self.deck = number
        self.title = cache(partial(_load_title_image, video))
        self._display = video
        self._uses_custom_deck = own
        self._has_four_suit_colours = four
        self._images_by_size: dict[bool, CardImages] = {}
        """The cards made so far, by whether they are the small ones."""
        custom_decks = self._read_custom_decks() if own else None
        self._is_builtin_deck = custom_decks is None
        self._loaded_deck = custom_decks[number - 1] if custom_decks else None

    def _read_custom_decks(self) -> tuple[Deck, Deck] | None:
        return self._user_data.decks(lambda: decode_decks(asset_bytes("PYRAMID.DEC")))

    def has_own(self) -> bool:
        """Return whether the player has cards of his own."""
        return not self._is_builtin_deck if self._uses_custom_deck else self._read_custom_decks() is not None

    def _get_deck(self, is_small: bool) -> Deck:
        if self._loaded_deck is None:
            self._loaded_deck = _load_builtin_deck(self.deck)
        deck = four_coloured(self._loaded_deck) if self._has_four_suit_colours else self._loaded_deck
        if not is_small:
            return deck
        from retro_pyramid.formats.pictures.small_cards import fitted_deck

        return _build_small_deck(deck) if self._is_builtin_deck else fitted_deck(deck)

    def cards(self, small: bool = False) -> CardImages:
        """Return the cards of 64x64 or 48x48 pixels, made when they are first asked for."""
        if small not in self._images_by_size:
            self._images_by_size[small] = _create_card_images(self._get_deck(small))
            self._override_images(small)
        return self._images_by_size[small]

    def _override_images(self, is_small: bool) -> None:
        """Let the adapter show its own cards wherever the built-in ones are drawn, and the player's as they are.

        What the player's have in CGA's four colours alone is shown dot by dot in those of its palette.
        """
        images = _list_images(self._images_by_size[is_small])
        for name in self._display.own_cards:
            replacements: Iterable[Image | None] = map(_convert_to_cga, images)
            if self._is_builtin_deck:
                deck = _load_adapter_deck(name, self.deck, is_small)
                # Four colours have no green and blue, and are those of the page; 16 are the programs' ones.
                is_composite = name == "PYRTV.DEC"
                replacements = _create_adapter_images(
                    four_coloured(deck) if self._has_four_suit_colours and is_composite else deck,
                    _ARTIFACT_COLOURS if is_composite else None,
                )
            for image, replacement in zip(images, replacements, strict=True):
                self._display.own(image, replacement)


def _load_title_image(display: Video, name: str) -> Image:
    """Return the title picture of this name, and show what was drawn for an adapter with other pixels in its place there."""
    title = assets.image(f"titles/{name}")
    for suffix, planes in display.title_files.items():
        display.own(title, assets.image(f"titles/{name}{suffix}", planes))
    return title


# Every change of the display or the cards asks for them again.
@cache
def _load_builtin_deck(deck_number: int) -> Deck:
    return decode_deck(asset_bytes("PYRAMID.DEC"), deck_number)


@cache
def _build_small_deck(deck: Deck) -> Deck:
    from retro_pyramid.formats.pictures.small_cards import small_deck

    return small_deck(deck)


@cache
def _load_adapter_deck(name: str, deck_number: int, is_small: bool) -> Deck:
    """Return a deck in the packaged file of an adapter's own cards."""
    name = f"small_{name}" if is_small else name
    return decode_deck(asset_bytes(name), deck_number, LAYOUTS[name])


def _list_images(images: CardImages) -> tuple[Image, ...]:
    return (*images.faces, images.back, images.empty)


def _create_adapter_images(deck: Deck, colour_table: bytes | None) -> tuple[Image, ...]:
    """Return cards drawn for an adapter, in the colours of its `table`.

    Of 4 colours none is the felt's, so the very corners are see-through.
    """
    pictures = *deck.faces, deck.back, deck.empty
    images = tuple(
        [
            image_from_pixels(picture.width, picture.height, picture.pixels.translate(colour_table))
            for picture in pictures
        ]
    )
    for image in images[:-1]:
        for x in (0, image.width - 1):
            for y in (0, image.height - 1):
                image.pset(x, y, CLEAR)
    return images


def _convert_to_cga(image: Image) -> Image | None:
    """Return a picture of 640x350 in the dots of 320x200 if it has CGA's four colours alone, else None."""
    pixels = pixels_of(image)
    if not set(pixels) <= {*CGA_PALETTE, CLEAR}:
        return None
    colour_table = bytearray(range(256))
    for value, colour in enumerate(CGA_PALETTE):
        colour_table[colour] = value
    dots = fit(Picture(image.width, image.height, pixels), image.width // 2, image.height * 200 // 350)
    return image_from_pixels(dots.width, dots.height, dots.pixels.translate(colour_table))


def _create_card_images(deck: Deck) -> CardImages:
    return CardImages(
        tuple(card_image(face) for face in deck.faces),
        card_image(deck.back),
        image_from_pixels(deck.empty.width, deck.empty.height, deck.empty.pixels),
    )


def card_image(picture: Picture) -> Image:
    """Return the picture with its softened corners see-through: in a file they have the colour of the felt."""
    width, height, pixels = picture.width, picture.height, bytearray(picture.pixels)
    for dx, start in ((1, 0), (-1, width - 1)):
        for dy, row in ((width, 0), (-width, (height - 1) * width)):
            for pixel in _find_corner_pixels(pixels, start + row, dx, dy):
                pixels[pixel] = CLEAR
    return image_from_pixels(width, height, bytes(pixels))


def _find_corner_pixels(pixels: bytearray, corner: int, dx: int, dy: int) -> set[int]:
    """Return the places of the felt's colour that hang together at a corner; none where that is more than a corner.

    `across` and `down` are the steps from the corner along its row and its column. In a picture made larger the
    corner is larger, too.
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
