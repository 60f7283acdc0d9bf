"""The colour theme of boxes, bars, buttons and text lines."""

from typing import NamedTuple


class Dress(NamedTuple):
    """The colours of a program's boxes and lines as attributes; the magazine's unless a program has its own.

    Where there is a `caption`, boxes are windows, with this title unless they have their own, and buttons are raised.
    Words have a contrast of 4.5:1 at least to what is behind them, `dim` ones and those that are `off` 3:1.
    """

    paper: int = 0x1F
    dim: int = 0x17
    frame: int = 0x17
    title: int = 0x1E
    bar: int = 0x4F
    hot: int = 0x1E
    key: int = 0x0F
    word: int = 0x07
    notice: int = 0x4F
    field: int = 0x70
    joy: int = 0x20
    off: int = 0x09
    caption: str = ""


MAGAZINE = Dress()
