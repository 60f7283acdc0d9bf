"""A game being played: session, undo history and automatic play. Screens access a game only through its session."""

from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.session.autoplay import AutoPlay
from retro_pyramid.session.session import AssistAction, AssistPolicy, MovePolicy, Session
from retro_pyramid.solver.incremental_task import IncrementalTask
