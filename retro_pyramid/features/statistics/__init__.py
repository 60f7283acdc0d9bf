"""Figures: what every program has counted, how scores are spread, and the calendar of the daily deals."""
