"""Advice and play: fair choosers, which see what a player sees, and the computer player."""
