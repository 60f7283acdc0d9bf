"""The session: one game being played, with its history; screens see the game only through it."""

from retro_pyramid.rules.transcript import Entry
from retro_pyramid.session.autoplay import AutoPlay
from retro_pyramid.session.play import Act, Chooser, Habits, Session
from retro_pyramid.session.timeline import Timeline
from retro_pyramid.solver.thinking import Stepper

__all__ = ["Act", "AutoPlay", "Chooser", "Entry", "Habits", "Session", "Stepper", "Timeline"]
