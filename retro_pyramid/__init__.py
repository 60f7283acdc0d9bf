"""Retro Pyramid: five Pyramid solitaire programs of the DOS era on an emulated PC."""

__version__ = "0.1.0"
