"""The pictures that an adapter shows: a deck's as images, large and small, and the titles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial

from retro_pyramid import storage
from retro_pyramid.app import assets as library
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

_ARTIFACTS = bytes((*REGISTERS, *range(16, 256)))
_FELT = 2
_MOST_CORNER = 12
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
        self._files = files
        self.deck = number
        self.title = cache(partial(_title_image, video))
        self._video = video
        self._own = own
        self._four = four
        self._made: dict[bool, CardImages] = {}
        """The cards made so far, by whether they are the small ones."""
        found = self._players() if own else None
        self._ours = found is None
        self._found = found[number - 1] if found else None

    def _players(self) -> tuple[Deck, Deck] | None:
        return self._files.decks(lambda: decode_decks(asset_bytes("PYRAMID.DEC")))

    def has_own(self) -> bool:
        """Return whether the player has cards of his own."""
        return not self._ours if self._own else self._players() is not None

    def _deck(self, small: bool) -> Deck:
        if self._found is None:
            self._found = _built_in(self.deck)
        deck = four_coloured(self._found) if self._four else self._found
        if not small:
            return deck
        from retro_pyramid.formats.pictures.small_cards import fitted_deck

        return _small_deck(deck) if self._ours else fitted_deck(deck)

    def cards(self, small: bool = False) -> CardImages:
        """Return the cards of 64x64 or 48x48 pixels, made when they are first asked for."""
        if small not in self._made:
            self._made[small] = _images(self._deck(small))
            self._show_own(small)
        return self._made[small]

    def _show_own(self, small: bool) -> None:
        """Let the adapter show its own cards wherever the built-in ones are drawn, and the player's as they are.

        What the player's have in CGA's four colours alone is shown dot by dot in those of its palette.
        """
        cards = _all(self._made[small])
        for name in self._video.own_cards:
            drawn: Iterable[Image | None] = map(_in_four_colours, cards)
            if self._ours:
                deck = _own_deck(name, self.deck, small)
                # Four colours have no green and blue, and are those of the page; 16 are the programs' ones.
                tv = name == "PYRTV.DEC"
                drawn = _drawn(four_coloured(deck) if self._four and tv else deck, _ARTIFACTS if tv else None)
            for image, picture in zip(cards, drawn, strict=True):
                self._video.own(image, picture)


def _title_image(video: Video, name: str) -> Image:
    """Return the title picture of this name, and show what was drawn for an adapter with other pixels in its place there."""
    title = library.image(f"titles/{name}")
    for end, planes in video.title_files.items():
        video.own(title, library.image(f"titles/{name}{end}", planes))
    return title


# Every change of the display or the cards asks for them again.
@cache
def _built_in(number: int) -> Deck:
    return decode_deck(asset_bytes("PYRAMID.DEC"), number)


@cache
def _small_deck(deck: Deck) -> Deck:
    from retro_pyramid.formats.pictures.small_cards import small_deck

    return small_deck(deck)


@cache
def _own_deck(name: str, number: int, small: bool) -> Deck:
    """Return a deck in the packaged file of an adapter's own cards."""
    name = f"small_{name}" if small else name
    return decode_deck(asset_bytes(name), number, LAYOUTS[name])


def _all(cards: CardImages) -> tuple[Image, ...]:
    return (*cards.faces, cards.back, cards.empty)


def _drawn(deck: Deck, table: bytes | None) -> tuple[Image, ...]:
    """Return cards drawn for an adapter, in the colours of its `table`.

    Of 4 colours none is the felt's, so the very corners are see-through.
    """
    pictures = *deck.faces, deck.back, deck.empty
    images = tuple(
        [
            image_from_pixels(picture.width, picture.height, picture.pixels.translate(table))
            for picture in pictures
        ]
    )
    for image in images[:-1]:
        for x in (0, image.width - 1):
            for y in (0, image.height - 1):
                image.pset(x, y, CLEAR)
    return images


def _in_four_colours(image: Image) -> Image | None:
    """Return a picture of 640x350 in the dots of 320x200 if it has CGA's four colours alone, else None."""
    pixels = pixels_of(image)
    if not set(pixels) <= {*CGA_PALETTE, CLEAR}:
        return None
    table = bytearray(range(256))
    for value, colour in enumerate(CGA_PALETTE):
        table[colour] = value
    dots = fit(Picture(image.width, image.height, pixels), image.width // 2, image.height * 200 // 350)
    return image_from_pixels(dots.width, dots.height, dots.pixels.translate(table))


def _images(deck: Deck) -> CardImages:
    return CardImages(
        tuple(card_image(face) for face in deck.faces),
        card_image(deck.back),
        image_from_pixels(deck.empty.width, deck.empty.height, deck.empty.pixels),
    )


def card_image(picture: Picture) -> Image:
    """Return the picture with its softened corners see-through: in a file they have the colour of the felt."""
    width, height, pixels = picture.width, picture.height, bytearray(picture.pixels)
    for across, start in ((1, 0), (-1, width - 1)):
        for down, row in ((width, 0), (-width, (height - 1) * width)):
            for pixel in _corner(pixels, start + row, across, down):
                pixels[pixel] = CLEAR
    return image_from_pixels(width, height, bytes(pixels))


def _corner(pixels: bytearray, corner: int, across: int, down: int) -> set[int]:
    """Return the places of the felt's colour that hang together at a corner; none where that is more than a corner.

    `across` and `down` are the steps from the corner along its row and its column. In a picture made larger the
    corner is larger, too.
    """
    found: set[int] = set()
    open_ends = [(0, 0)] if pixels[corner] == _FELT else []
    while open_ends:
        x, y = open_ends.pop()
        if max(x, y) == _MOST_CORNER:
            return set()
        found.add(corner + x * across + y * down)
        for column, line in ((x + 1, y), (x, y + 1)):
            place = corner + column * across + line * down
            if place not in found and pixels[place] == _FELT:
                open_ends.append((column, line))
    return found
