"""Loads games to replay from files, standard input, game codes or dropped files."""

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
"""In a browser, links contain only game codes: there are no files and no standard input."""
_MOVE_INDEX_KEY = "cursor"


def game_to_watch(words: str) -> Transcript:
    """Load the game that a command-line argument refers to: a file, `-` for standard input, or a game code.

    Raises StorageError or FormatError with a one-line message.
    """
    if BROWSER or (is_packed(words) and not is_file(words)):
        return unpack(words)._replace(notes=((FRIEND, ""),))
    name = "standard input" if words == "-" else words
    return game_of(storage.read_text(words), name)


def is_file(name: str) -> bool:
    """Return whether a file of that name exists."""
    # The check fails for a text that is too long for a file name.
    with suppress(OSError, ValueError):
        return Path(name).is_file()
    return False


def game_of(text: str, name: str) -> Transcript:
    """Parse the game of a transcript or saved game, without undone moves; raise StorageError if it cannot be replayed.

    The note about the player is kept, or added if missing; all other notes are removed.
    """
    try:
        transcript = parse_transcript(text)
        move_index = whole(dict(transcript.notes).get(_MOVE_INDEX_KEY, ""), len(transcript.moves))
        transcript = transcript._replace(moves=transcript.moves[:move_index])
        replay(transcript)
    except (TranscriptError, IllegalMove) as error:
        raise storage.StorageError(f"{name}: {error}") from None
    return transcript._replace(notes=((FRIEND, dict(transcript.notes).get(FRIEND, "")),))


def show_dropped(app: App, path: str) -> None:
    """Import a dropped file and report the result on the screen."""
    # Lazy import: the command-line parser imports this module and needs no screen.
    from retro_pyramid.features.import_notices import show_import

    show_import(app, take_dropped(app.services.files, path))


def take_dropped(files: storage.GameFiles, path: str) -> Brought:
    """Import a file.

    A transcript is only replayed. A game saved by this program is imported like a backup, and replayed, too.
    """
    is_save_file, transcript = path.upper().endswith(ENDING), None
    try:
        transcript = _read_replay(path)
    except storage.StorageError as error:
        if not is_save_file:
            return Brought(troubles=(str(error),))
    if transcript is not None and not is_save_file:
        return Brought(game=transcript)
    return bring_in(files, path)._replace(game=transcript)


def _read_replay(path: str) -> Transcript | None:
    """Return the game in a file, or None if the file is something else; raise StorageError if the game is invalid."""
    # Opening a named pipe would block until a writer opens it.
    if not is_file(path):
        return None
    try:
        text = storage.read_text(path)
    except storage.StorageError:
        return None
    return game_of(text, Path(path).name) if text.split(None, 1)[:1] == HEADER.split()[:1] else None
