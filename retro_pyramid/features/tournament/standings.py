"""How a tournament stands, in words: each game's score, net totals, who leads, who has won."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.rules.editions import GAMES
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import NAME_LENGTH, Standing, Tournament, verdict


class NowPlaying(NamedTuple):
    """How a match stands for whose game is on the table: the game's number from 1, the net total so far, the player."""

    number: int
    total: int
    player: str = ""


_AGAINST_PAR = {"above": "above par", "par": "par", "below": "below par"}


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(12), signed(0), signed(-7)
    ('+12', '0', '-7')
    """
    return f"{points:+d}" if points else "0"


def standing_lines(match: Tournament, playing: Session | None = None) -> list[str]:
    """Return the table of a match, line by line, and below it who leads or has won.

    `playing` is the game that is on, whose score as it stands is shown in brackets; it is no part of the total.
    """
    numbers = "".join([f"{number:>6}" for number in range(1, GAMES + 1)])
    head = f" {'Player':<{NAME_LENGTH}}{numbers}     Net"
    lines = [head, " " + "─" * (len(head) - 1)]
    lines += [_line(standing) for standing in match.standings(playing)]
    return [*lines, "", *closing_lines(match)]


def standings_told(match: Tournament, playing: Session | None = None) -> list[str]:
    """Return a match as it is read aloud, player by player, and who leads or has won."""
    said = []
    for standing in match.standings(playing):
        games = [f"game {number} {signed(score)}" for number, score in enumerate(standing.scores, 1)]
        if standing.now is not None:
            games.append(f"game {len(games) + 1} is at {signed(standing.now)}")
        said.append(f"{standing.player.name}: {', '.join([*games, f'net {signed(standing.total)}'])}")
    return [*said, *(part for line in closing_lines(match) for part in line.split("   "))]


def _line(standing: Standing) -> str:
    scores = [f"{signed(score):>6}" for score in standing.scores]
    if standing.now is not None:
        scores.append(f"{f'({signed(standing.now)})':>6}")
    scores += [f"{'.':>6}"] * (GAMES - len(scores))
    return f" {standing.player.name:<{NAME_LENGTH}}{''.join(scores)}{signed(standing.total):>8}"


def closing_lines(match: Tournament) -> list[str]:
    """Return one or two lines: who leads or has won, and how each net total lies against par."""
    standings = match.standings()
    against = [f"{standing.player.name}: {_AGAINST_PAR[verdict(standing.total)]}" for standing in standings]
    if match.over:
        return [_winner(match, standings), "   ".join(against)]
    if len(standings) == 1:
        return [f"Net total {signed(standings[0].total)}, {_AGAINST_PAR[standings[0].verdict]}"]
    leader = match.leader()
    first = "Nobody leads" if leader is None else f"{standings[leader].player.name} leads"
    return [first, "   ".join(against)]


def _winner(match: Tournament, standings: Sequence[Standing]) -> str:
    winner = match.winner()
    if winner is not None:
        return f"{standings[winner].player.name} has won the tournament!"
    if len(standings) == 1:
        par = standings[0].verdict == "par"
        return "Par: neither won nor lost" if par else "Below par: the tournament is lost"
    return "The tournament is drawn"
