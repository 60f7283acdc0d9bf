"""King Tut's game of three cards at a time."""
