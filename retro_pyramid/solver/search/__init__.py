"""The exact searches. docs/SOLVER.md explains them."""
