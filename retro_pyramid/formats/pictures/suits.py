"""A deck in four colours: clubs green and diamonds blue, so that no suit has the colour of another."""

from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import FACES, Deck

_SUIT, _COURT = 13, 10
_CLUBS, _DIAMONDS = 0, 1
_GREEN = bytes.maketrans(b"\x00\x08", b"\x02\x0a")
_BLUE = bytes.maketrans(b"\x04\x0c", b"\x01\x09")
"""Black and its shade become green, red and its shade blue."""
_EDGE = 2
_INDEX = (14, 28)
"""How far from a corner of a court card index and suit reach, in columns and rows: the figure keeps its colours."""


def four_coloured(deck: Deck) -> Deck:
    """Return a deck with green clubs and blue diamonds; it may be one of a player's own, too."""
    return deck._replace(faces=tuple([_face(deck.faces[card], card) for card in range(FACES)]))


def _face(face: Picture, card: int) -> Picture:
    suit, rank = divmod(card, _SUIT)
    if suit not in (_CLUBS, _DIAMONDS):
        return face
    table = _GREEN if suit == _CLUBS else _BLUE
    width, height, pixels = face.width, face.height, bytearray(face.pixels)
    across, down = _INDEX if rank >= _COURT else (width // 2, height // 2)
    for row in range(_EDGE, height - _EDGE):
        if down <= row < height - down:
            continue
        start = row * width
        for left, right in ((_EDGE, across), (width - across, width - _EDGE)):
            pixels[start + left : start + right] = pixels[start + left : start + right].translate(table)
    return face._replace(pixels=bytes(pixels))
