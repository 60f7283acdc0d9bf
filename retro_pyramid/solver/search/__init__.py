"""How the exact answers are found."""
