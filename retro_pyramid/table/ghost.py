"""A ghost: a friend's recorded progress in the same deal. Its score is shown beside the player's, its moves never are."""

from __future__ import annotations

from retro_pyramid.cp437 import TABLE
from retro_pyramid.rules import cards_left
from retro_pyramid.rules.transcript import FRIEND, Entry, Race, Save, Transcript, replay
from retro_pyramid.session import Session

_DEFAULT_NAME = "Friend"
_MAX_NAME_LENGTH = 10
"""The maximum number of characters of a name that are displayed."""


def race_of(game: Transcript) -> Save:
    """Return a new game of the same deal that is played against the recorded one."""
    note = dict(game.notes).get(FRIEND, "")
    name = " ".join("".join([char for char in note if char in TABLE[1:] and char != "#"]).split())[
        :_MAX_NAME_LENGTH
    ]
    race = Race(name.rstrip() or _DEFAULT_NAME, tuple([_get_progress(entry) for entry in replay(game)]))
    return Save(game._replace(moves=(), notes=()), race=race)


def race_line(session: Session) -> str:
    """Return the ghost's score after as many moves, or at its end if that came before. Empty without a ghost."""
    race = session.race
    if race is None:
        return ""
    move = min(len(session.moves), len(race.figures) - 1)
    return f"{race.name}, move {move}: {race.figures[move]}{_progress_unit(session)}"


def race_end(session: Session) -> str:
    """Return how both games ended. Of a ghost whose game is not over, its last score is given. Empty without a ghost."""
    race = session.race
    if race is None:
        return ""
    current, unit = session.timeline.now, _progress_unit(session)
    score = current.score if session.score is None else session.score
    own_progress = _get_progress(current._replace(score=score))
    own_count, ghost_count = len(session.moves), len(race.figures) - 1
    # The text has to fit between the piles at the bottom.
    moves = "" if unit else " moves"
    return f"{race.name}: {race.figures[-1]}{unit} in {ghost_count}{moves}, you {own_progress} in {own_count}"


def _get_progress(entry: Entry) -> int:
    return cards_left(entry.state) if entry.score is None else entry.score


def _progress_unit(session: Session) -> str:
    return " left" if session.score is None else ""
