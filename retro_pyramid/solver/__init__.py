"""Search over the rules: exact answers with proof, and fair advice and play that see only what a player sees.

The exact ones: `solve_deal`, `Solver` in bounded slices, `first_winnable`, `worth`.  The fair ones: `fair`, `computer`.
"""
