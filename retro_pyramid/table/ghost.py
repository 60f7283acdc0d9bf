"""A ghost: a friend's recorded progress in the same deal. Its score is shown beside the player's, its moves never are."""

from __future__ import annotations

from retro_pyramid.cp437 import DECODING_TABLE
from retro_pyramid.rules import count_cards_left
from retro_pyramid.rules.transcript import (
    FRIEND_NOTE_KEY,
    Ghost,
    HistoryEntry,
    SavedSession,
    Transcript,
    replay,
)
from retro_pyramid.session import Session

_DEFAULT_NAME = "Friend"
_MAX_NAME_LENGTH = 10
"""The maximum number of characters of a name that are displayed."""


def create_ghost_game(transcript: Transcript) -> SavedSession:
    """Return a new game of the same deal that is played against the recorded one."""
    note = dict(transcript.notes).get(FRIEND_NOTE_KEY, "")
    name = " ".join("".join([char for char in note if char in DECODING_TABLE[1:] and char != "#"]).split())[
        :_MAX_NAME_LENGTH
    ]
    race = Ghost(
        name.rstrip() or _DEFAULT_NAME, tuple([_get_progress(entry) for entry in replay(transcript)])
    )
    return SavedSession(transcript._replace(moves=(), notes=()), ghost=race)


def format_ghost_line(session: Session) -> str:
    """Return the ghost's score after as many moves, or at its end if that came before. Empty without a ghost."""
    race = session.ghost
    if race is None:
        return ""
    move = min(len(session.moves), len(race.progress) - 1)
    return f"{race.name}, move {move}: {race.progress[move]}{_progress_unit(session)}"


def format_ghost_result(session: Session) -> str:
    """Return how both games ended. Of a ghost whose game is not over, its last score is given. Empty without a ghost."""
    race = session.ghost
    if race is None:
        return ""
    current, unit = session.undo_history.current, _progress_unit(session)
    score = current.score if session.score is None else session.score
    own_progress = _get_progress(current._replace(score=score))
    own_count, ghost_count = len(session.moves), len(race.progress) - 1
    # The text has to fit between the piles at the bottom.
    moves = "" if unit else " moves"
    return (
        f"{race.name}: {race.progress[-1]}{unit} in {ghost_count}{moves}, you {own_progress} in {own_count}"
    )


def _get_progress(entry: HistoryEntry) -> int:
    return count_cards_left(entry.state) if entry.score is None else entry.score


def _progress_unit(session: Session) -> str:
    return " left" if session.score is None else ""
