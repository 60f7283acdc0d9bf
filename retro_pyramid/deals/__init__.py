"""The choice of the next deal: by number, daily, winnable, or random."""
