"""Loads games to replay from files, standard input, game codes or dropped files."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from retro_pyramid import storage
from retro_pyramid.cards import parse_int
from retro_pyramid.formats.native.game_code import decode_game_code, is_game_code
from retro_pyramid.rules.game import IllegalMoveError
from retro_pyramid.rules.transcript import (
    FRIEND_NOTE_KEY,
    TRANSCRIPT_HEADER,
    Transcript,
    TranscriptError,
    parse_transcript,
    replay,
)
from retro_pyramid.storage.importing.importer import ImportResult, import_path
from retro_pyramid.storage.save_files import SAVE_EXTENSION

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

IS_BROWSER = sys.platform == "emscripten"
"""In a browser, links contain only game codes: there are no files and no standard input."""
_MOVE_INDEX_KEY = "cursor"


def load_replay(source: str) -> Transcript:
    """Load the game that a command-line argument refers to: a file, `-` for standard input, or a game code.

    Raises StorageError or FormatError with a one-line message.
    """
    if IS_BROWSER or (is_game_code(source) and not is_file(source)):
        return decode_game_code(source)._replace(notes=((FRIEND_NOTE_KEY, ""),))
    name = "standard input" if source == "-" else source
    return parse_replay(storage.read_text(source), name)


def is_file(name: str) -> bool:
    """Return whether a file of that name exists."""
    # The check fails for a text that is too long for a file name.
    with suppress(OSError, ValueError):
        return Path(name).is_file()
    return False


def parse_replay(text: str, source_name: str) -> Transcript:
    """Parse the game of a transcript or saved game, without undone moves; raise StorageError if it cannot be replayed.

    The note about the player is kept, or added if missing; all other notes are removed.
    """
    try:
        transcript = parse_transcript(text)
        move_index = parse_int(dict(transcript.notes).get(_MOVE_INDEX_KEY, ""), len(transcript.moves))
        transcript = transcript._replace(moves=transcript.moves[:move_index])
        replay(transcript)
    except (TranscriptError, IllegalMoveError) as error:
        raise storage.StorageError(f"{source_name}: {error}") from None
    return transcript._replace(notes=((FRIEND_NOTE_KEY, dict(transcript.notes).get(FRIEND_NOTE_KEY, "")),))


def handle_dropped_file(app: App, path: str) -> None:
    """Import a dropped file and report the result on the screen."""
    # Lazy import: the command-line parser imports this module and needs no screen.
    from retro_pyramid.features.import_notices import show_import_result

    show_import_result(app, import_dropped_file(app.services.files, path))


def import_dropped_file(user_data: storage.UserData, path: str) -> ImportResult:
    """Import a file.

    A transcript is only replayed. A game saved by this program is imported like a backup, and replayed, too.
    """
    is_save_file, transcript = path.upper().endswith(SAVE_EXTENSION), None
    try:
        transcript = _read_replay(path)
    except storage.StorageError as error:
        if not is_save_file:
            return ImportResult(errors=(str(error),))
    if transcript is not None and not is_save_file:
        return ImportResult(transcript=transcript)
    return import_path(user_data, path)._replace(transcript=transcript)


def _read_replay(path: str) -> Transcript | None:
    """Return the game in a file, or None if the file is something else; raise StorageError if the game is invalid."""
    # Opening a named pipe would block until a writer opens it.
    if not is_file(path):
        return None
    try:
        text = storage.read_text(path)
    except storage.StorageError:
        return None
    return (
        parse_replay(text, Path(path).name)
        if text.split(None, 1)[:1] == TRANSCRIPT_HEADER.split()[:1]
        else None
    )
