"""What a file is that is dropped on the window: a game to be watched, or something for the player's files."""

from __future__ import annotations

from pathlib import Path

from retro_pyramid import storage
from retro_pyramid.play.watch import game_of, is_file
from retro_pyramid.rules.transcript import HEADER, Transcript
from retro_pyramid.storage.bringing.bring import Brought, bring_in
from retro_pyramid.storage.saves import ENDING


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
