"""Games to replay, from files, standard input, arguments or dropped files."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from retro_pyramid import storage
from retro_pyramid.cards import whole
from retro_pyramid.formats.native.game_code import is_packed, unpack
from retro_pyramid.rules.game import IllegalMove
from retro_pyramid.rules.transcript import (
    FRIEND,
    HEADER,
    Transcript,
    TranscriptError,
    parse_transcript,
    replay,
)
from retro_pyramid.storage.importing.importer import Brought, bring_in
from retro_pyramid.storage.save_files import ENDING

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

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


def show_dropped(app: App, path: str) -> None:
    """Import a dropped file and report the result on the screen."""
    # Lazy import: the parser of the command line imports this module, and needs no screen.
    from retro_pyramid.features.import_notices import show_import

    show_import(app, take_dropped(app.services.files, path))


def take_dropped(files: storage.GameFiles, path: str) -> Brought:
    """Bring a file in.

    A transcript is only to be watched; a game that this program saved is read back, as of a backup, and shown too.
    """
    saved, game = path.upper().endswith(ENDING), None
    try:
        game = _game(path)
    except storage.StorageError as error:
        if not saved:
            return Brought(troubles=(str(error),))
    if game is not None and not saved:
        return Brought(game=game)
    return bring_in(files, path)._replace(game=game)


def _game(path: str) -> Transcript | None:
    """Return the game of a file, None if it is something else; StorageError if it is broken."""
    # Opening a named pipe would wait for a writer for ever.
    if not is_file(path):
        return None
    try:
        text = storage.read_text(path)
    except storage.StorageError:
        return None
    return game_of(text, Path(path).name) if text.split(None, 1)[:1] == HEADER.split()[:1] else None
