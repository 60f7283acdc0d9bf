"""The table of cards, one for all programs."""
