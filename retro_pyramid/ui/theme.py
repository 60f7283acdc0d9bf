"""The colour theme of boxes, bars, buttons and text lines."""

from typing import NamedTuple


class Theme(NamedTuple):
    """Text attributes of the boxes, bars, buttons and lines of an edition; the defaults are the magazine's.

    An attribute is the background colour (high four bits) and the foreground colour (low four bits). Text has a contrast
    of at least 4.5:1 to its background, `muted` and `disabled` text 3:1.
    """

    text: int = 0x1F
    """Ordinary text, and the background of boxes."""
    muted: int = 0x17
    """Secondary text, and rows and buttons that cannot be used."""
    frame: int = 0x17
    """Lines of frames."""
    title: int = 0x1E
    """Titles, and title bars of windows."""
    selection: int = 0x4F
    """The selection bar of a list, and the selected button."""
    hotkey: int = 0x1E
    """The letter of a label that is its hotkey."""
    hint_key: int = 0x0F
    """Keys in the line of key hints."""
    hint_text: int = 0x07
    """Labels in the line of key hints."""
    notice: int = 0x4F
    """Warnings, and notices about the player's files."""
    field: int = 0x70
    """Text input fields, and messages over a screen."""
    win_banner: int = 0x20
    """The banner of a game that is won."""
    disabled: int = 0x09
    """Key hints that cannot be used now."""
    window_title: str = ""
    """The title of windows without one of their own; if it is not empty, boxes are windows and buttons are raised."""


MAGAZINE_THEME = Theme()
"""The theme of the magazine, and of editions without their own."""
