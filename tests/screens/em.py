"""EM's Pyramid in tests: ways to start it, moves as keys and as clicks, games as its computer plays them."""

from __future__ import annotations

from pathlib import Path

from retro_pyramid.features.tournament.auto_play_overlay import AutoPlayOverlay
from retro_pyramid.features.tournament.tournament_mode import TournamentMode
from retro_pyramid.rules import rules_for
from retro_pyramid.session.tournament import FinishedGame
from tests.screens.driver import Game
from tests.screens.pair_games import table_of as table_of

EM = ("--edition", "em", "--start", "table", "--deal", "61")
"""Deal 61 on the table at once."""
ASKING = (*EM, "-ask")
"""The same; whether the mouse is used will be asked."""
MOUSE = (*EM, "-mouse", "-fast")
"""The same with the mouse, in this game and the next ones."""
RULES = rules_for("em")
ALONE = "key t; key n; text Ann; key ENTER; settle; wait 2"
AGAINST_IT = "key t; key c; text Ann; key ENTER; settle; wait 2"
TWO = "key t; key h; text Ann; key ENTER; text Bob; key ENTER; settle; wait 2"
SCORE_NOW = "key F7; key y; key SPACE; settle; wait 3"


def keys(move: str) -> str:
    """A move as script lines of key presses."""
    if move in "DR":
        return "key D"
    return "; ".join(f"key {digit}" for digit in move.replace("+", ""))


def clicks(move: str) -> str:
    """A move as script lines of the mouse."""
    if move in "DR":
        return "rclick 300 320"
    names = {"P": "stock", "W": "waste"}
    return "; ".join(f"clickon {names.get(part, f'card:{part}')}" for part in move.split("+"))


_GAMES = [
    line.split() for line in (Path(__file__).parent / "em_games.txt").read_text("utf-8").splitlines()[1:]
]


def played(number: int) -> tuple[tuple[str, ...], int]:
    """The moves of a whole game of a deal as the computer played it, and its score."""
    return next((tuple(moves), int(score)) for deal, score, *moves in _GAMES if int(deal) == number)


def contest_of(game: Game) -> TournamentMode:
    referee = table_of(game).game_mode
    assert isinstance(referee, TournamentMode)
    return referee


def watched(game: Game) -> bool:
    """Whether the computer is playing."""
    return isinstance(game.app.top_screen, AutoPlayOverlay)


def watch(game: Game) -> Game:
    """Let the computer play to the end of its game."""
    for _ in range(400):
        if not watched(game):
            return game.do("settle")
        game.do("key SPACE; wait 8")
    raise AssertionError("the computer does not come to an end")


def panel(game: Game) -> list[str]:
    """The lines of the panel at the upper left."""
    lines = [row[:17].strip() for row in game.rows()[1:12]]
    return [" ".join(line.strip("│").split()) for line in lines if line.startswith("│")]


def totals(game: Game) -> list[int]:
    match = contest_of(game).tournament
    assert match is not None
    return [standing.total for standing in match.standings()]


def up_to_the_last(game: Game, *others: int) -> None:
    """Let a tournament be before its last game, each player's other games having brought so much in all."""
    contest, transcript = contest_of(game), table_of(game).session.to_transcript()
    assert contest.tournament is not None
    count = 6 * len(others) - 1
    scores = [others[at] if at < len(others) else 0 for at in range(count)]
    contest.tournament = contest.tournament._replace(
        finished_games=tuple(FinishedGame(transcript, score) for score in scores)
    )
