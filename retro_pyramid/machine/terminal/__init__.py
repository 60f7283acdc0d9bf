"""Text mode in a terminal."""
