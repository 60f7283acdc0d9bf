"""Retro Pyramid: five Pyramid solitaire games of the DOS era on an emulated PC."""

__version__ = "0.1.0"
