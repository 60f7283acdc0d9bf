"""A session is one game being played, with its history; screens know the game only through it."""

from retro_pyramid.rules.transcript import Entry
from retro_pyramid.session.autoplay import AutoPlay
from retro_pyramid.session.play import Act, Chooser, Habits, Session
from retro_pyramid.solver.thinking import Thinking
