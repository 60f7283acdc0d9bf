"""A race with a friend: the friend's game of the same cards, told beside one's own and never shown."""

from __future__ import annotations

from retro_pyramid.cp437 import TABLE
from retro_pyramid.rules import cards_left
from retro_pyramid.rules.transcript import FRIEND, Entry, Race, Save, Transcript, replay
from retro_pyramid.session import Session

_NAMELESS = "Friend"
_MOST = 10
"""The most characters of a name that are shown."""


def race_of(game: Transcript) -> Save:
    """Return the game to begin with against this one."""
    known = dict(game.notes).get(FRIEND, "")
    name = " ".join("".join([one for one in known if one in TABLE[1:] and one != "#"]).split())[:_MOST]
    race = Race(name.rstrip() or _NAMELESS, tuple([_figure(entry) for entry in replay(game)]))
    return Save(game._replace(moves=(), notes=()), race=race)


def race_line(session: Session) -> str:
    """Return how the friend stood after as many moves, or at the end where that came before; empty without a race."""
    race = session.race
    if race is None:
        return ""
    move = min(len(session.moves), len(race.figures) - 1)
    return f"{race.name}, move {move}: {race.figures[move]}{_unit(session)}"


def race_end(session: Session) -> str:
    """Return how both games ended, or as far as the friend's goes; empty without a race."""
    race = session.race
    if race is None:
        return ""
    mine, unit = session.timeline.now, _unit(session)
    own = mine.score if session.score is None else session.score
    shown = _figure(mine._replace(score=own))
    count, theirs = len(session.moves), len(race.figures) - 1
    # As short as that between the piles at the bottom.
    moves = "" if unit else " moves"
    return f"{race.name}: {race.figures[-1]}{unit} in {theirs}{moves}, you {shown} in {count}"


def _figure(entry: Entry) -> int:
    return cards_left(entry.state) if entry.score is None else entry.score


def _unit(session: Session) -> str:
    return " left" if session.score is None else ""
