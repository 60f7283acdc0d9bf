"""Standings of a tournament as text: scores of the games, net totals, leader, winner."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.rules.editions import GAMES
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import NAME_LENGTH, Standing, Tournament, verdict


class NowPlaying(NamedTuple):
    """Progress of a match: the number of the game on the table (from 1), the net total so far, and the player of it."""

    number: int
    total: int
    player: str = ""


_PAR_TEXTS = {"above": "above par", "par": "par", "below": "below par"}


def signed(points: int) -> str:
    """Format a score with its sign; zero has none.

    >>> signed(12), signed(0), signed(-7)
    ('+12', '0', '-7')
    """
    return f"{points:+d}" if points else "0"


def standing_lines(match: Tournament, playing: Session | None = None) -> list[str]:
    """Return the lines of the standings table, followed by the leader or the result.

    The current score of the unfinished game `current_game` is shown in brackets and is not part of the total.
    """
    game_numbers = "".join([f"{number:>6}" for number in range(1, GAMES + 1)])
    header = f" {'Player':<{NAME_LENGTH}}{game_numbers}     Net"
    lines = [header, " " + "─" * (len(header) - 1)]
    lines += [_format_row(standing) for standing in match.standings(playing)]
    return [*lines, "", *closing_lines(match)]


def standings_told(match: Tournament, playing: Session | None = None) -> list[str]:
    """Return the standings as lines for the screen reader, one per player, followed by the leader or the result."""
    lines = []
    for standing in match.standings(playing):
        game_texts = [f"game {number} {signed(score)}" for number, score in enumerate(standing.scores, 1)]
        if standing.now is not None:
            game_texts.append(f"game {len(game_texts) + 1} is at {signed(standing.now)}")
        lines.append(f"{standing.player.name}: {', '.join([*game_texts, f'net {signed(standing.total)}'])}")
    return [*lines, *(text for line in closing_lines(match) for text in line.split("   "))]


def _format_row(standing: Standing) -> str:
    cells = [f"{signed(score):>6}" for score in standing.scores]
    if standing.now is not None:
        cells.append(f"{f'({signed(standing.now)})':>6}")
    cells += [f"{'.':>6}"] * (GAMES - len(cells))
    return f" {standing.player.name:<{NAME_LENGTH}}{''.join(cells)}{signed(standing.total):>8}"


def closing_lines(match: Tournament) -> list[str]:
    """Return one or two lines: the leader or the result, and each net total in relation to par."""
    standings = match.standings()
    par_texts = [f"{standing.player.name}: {_PAR_TEXTS[verdict(standing.total)]}" for standing in standings]
    if match.over:
        return [_format_result(match, standings), "   ".join(par_texts)]
    if len(standings) == 1:
        return [f"Net total {signed(standings[0].total)}, {_PAR_TEXTS[standings[0].verdict]}"]
    leader_index = match.leader()
    leader_text = "Nobody leads" if leader_index is None else f"{standings[leader_index].player.name} leads"
    return [leader_text, "   ".join(par_texts)]


def _format_result(tournament: Tournament, standings: Sequence[Standing]) -> str:
    winner_index = tournament.winner()
    if winner_index is not None:
        return f"{standings[winner_index].player.name} has won the tournament!"
    if len(standings) == 1:
        is_par = standings[0].verdict == "par"
        return "Par: neither won nor lost" if is_par else "Below par: the tournament is lost"
    return "The tournament is drawn"
