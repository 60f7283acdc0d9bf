"""Standings of a tournament as text: scores of the games, net totals, leader, winner."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import MAX_NAME_LENGTH, Standing, Tournament, compare_with_par


class MatchProgress(NamedTuple):
    """Progress of a match: the number of the game on the table (from 1), the net total so far, and the player of it."""

    game_number: int
    net_total: int
    player_name: str = ""


_PAR_TEXTS = {"above": "above par", "par": "par", "below": "below par"}


def format_signed(points: int) -> str:
    """Format a score with its sign; zero has none.

    >>> format_signed(12), format_signed(0), format_signed(-7)
    ('+12', '0', '-7')
    """
    return f"{points:+d}" if points else "0"


def format_standings(tournament: Tournament, current_game: Session | None = None) -> list[str]:
    """Return the lines of the standings table, followed by the leader or the result.

    The current score of the unfinished game `current_game` is shown in brackets and is not part of the total.
    """
    game_numbers = "".join([f"{number:>6}" for number in range(1, GAMES_PER_MATCH + 1)])
    header = f" {'Player':<{MAX_NAME_LENGTH}}{game_numbers}     Net"
    lines = [header, " " + "─" * (len(header) - 1)]
    lines += [_format_row(standing) for standing in tournament.standings(current_game)]
    return [*lines, "", *format_result_lines(tournament)]


def format_spoken_standings(tournament: Tournament, current_game: Session | None = None) -> list[str]:
    """Return the standings as lines for the screen reader, one per player, followed by the leader or the result."""
    lines = []
    for standing in tournament.standings(current_game):
        game_texts = [
            f"game {number} {format_signed(score)}" for number, score in enumerate(standing.scores, 1)
        ]
        if standing.current_score is not None:
            game_texts.append(f"game {len(game_texts) + 1} is at {format_signed(standing.current_score)}")
        lines.append(
            f"{standing.player.name}: {', '.join([*game_texts, f'net {format_signed(standing.total)}'])}"
        )
    return [*lines, *(text for line in format_result_lines(tournament) for text in line.split("   "))]


def _format_row(standing: Standing) -> str:
    cells = [f"{format_signed(score):>6}" for score in standing.scores]
    if standing.current_score is not None:
        cells.append(f"{f'({format_signed(standing.current_score)})':>6}")
    cells += [f"{'.':>6}"] * (GAMES_PER_MATCH - len(cells))
    return f" {standing.player.name:<{MAX_NAME_LENGTH}}{''.join(cells)}{format_signed(standing.total):>8}"


def format_result_lines(tournament: Tournament) -> list[str]:
    """Return one or two lines: the leader or the result, and each net total in relation to par."""
    standings = tournament.standings()
    par_texts = [
        f"{standing.player.name}: {_PAR_TEXTS[compare_with_par(standing.total)]}" for standing in standings
    ]
    if tournament.is_over:
        return [_format_result(tournament, standings), "   ".join(par_texts)]
    if len(standings) == 1:
        return [f"Net total {format_signed(standings[0].total)}, {_PAR_TEXTS[standings[0].par_result]}"]
    leader_index = tournament.leader_index()
    leader_text = "Nobody leads" if leader_index is None else f"{standings[leader_index].player.name} leads"
    return [leader_text, "   ".join(par_texts)]


def _format_result(tournament: Tournament, standings: Sequence[Standing]) -> str:
    winner_index = tournament.winner_index()
    if winner_index is not None:
        return f"{standings[winner_index].player.name} has won the tournament!"
    if len(standings) == 1:
        is_par = standings[0].par_result == "par"
        return "Par: neither won nor lost" if is_par else "Below par: the tournament is lost"
    return "The tournament is drawn"
