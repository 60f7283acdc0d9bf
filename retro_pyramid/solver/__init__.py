"""Solver and computer players for all editions. docs/SOLVER.md explains the searches.

Perfect information (all cards are known): `exact` answers one question about a position, `perfect_engine` answers the
questions of a game in progress and evaluates deals, `game_analysis` finds the mistakes of a finished game.
Visible cards only: `heuristic` gives hints and plays, `computer_player` plays against par, and `difficulty` measures how
often the heuristic player wins a deal.
"""
