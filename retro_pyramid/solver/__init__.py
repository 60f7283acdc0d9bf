"""Search over the rules. docs/SOLVER.md explains it.

Exact answers, which know every card: `exact` (one question), `oracle` (a game's questions, its worth).
Fair advice and play, which know only what the player sees: `fair`, `computer`; how often they win: `grade`.
"""
