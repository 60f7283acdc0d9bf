"""Games to be watched: read from a file, standard input, or the words that stand for one."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from retro_pyramid import storage
from retro_pyramid.cards import whole
from retro_pyramid.formats.own.packed import is_packed, unpack
from retro_pyramid.rules.game import IllegalMove
from retro_pyramid.rules.transcript import FRIEND, Transcript, TranscriptError, parse_transcript, replay

BROWSER = sys.platform == "emscripten"
"""There a link has nothing but packed games: no files, no standard input."""
_CURSOR = "cursor"


def game_to_watch(words: str) -> Transcript:
    """Return the game that a word of the command line names: a file, `-`, or a packed game.

    StorageError or FormatError, in one line, where there is none.
    """
    if BROWSER or (is_packed(words) and not is_file(words)):
        return unpack(words)._replace(notes=((FRIEND, ""),))
    name = "standard input" if words == "-" else words
    return game_of(storage.read_text(words), name)


def is_file(name: str) -> bool:
    """Return whether there is a file of that name."""
    # A long word is no name of a file, and to look for it fails.
    with suppress(OSError, ValueError):
        return Path(name).is_file()
    return False


def game_of(text: str, name: str) -> Transcript:
    """Return the game of a transcript or a saved game, as far as it is not undone; StorageError if it cannot be played.

    Of its notes only that about its player stays, which is added where it has none.
    """
    try:
        game = parse_transcript(text)
        cursor = whole(dict(game.notes).get(_CURSOR, ""), len(game.moves))
        game = game._replace(moves=game.moves[:cursor])
        replay(game)
    except (TranscriptError, IllegalMove) as error:
        raise storage.StorageError(f"{name}: {error}") from None
    return game._replace(notes=((FRIEND, dict(game.notes).get(FRIEND, "")),))
