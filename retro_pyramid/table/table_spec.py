"""Static definition of an edition's table: everything in which the tables of the editions differ, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from retro_pyramid.scenes.end_animation import BUILDING, Finale
from retro_pyramid.scenes.scene import Scene, Scenes
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.layout import BarMenu, Places, SmallCards
from retro_pyramid.table.render.base import TABLE_TEXT
from retro_pyramid.table.view import STATUS_ROW, Standing, usual_standing

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video
    from retro_pyramid.table.table_screen import Table
    from retro_pyramid.table.view import Button, View


class TableLook(NamedTuple):
    """Definition of one edition's table."""

    graphics: Places
    """Coordinates in graphics mode."""
    text: Places
    """Coordinates in text mode."""
    text_ground: tuple[str, int]
    """The background in text mode: a character and its attribute."""
    referee: Callable[[], Referee]
    """Factory of the game mode, which provides the commands."""
    ground: str = "odm"
    """Name of the scene with the empty table, for graphics mode."""
    manner: Manner = Manner()
    """How clicks and keys are interpreted."""
    small: SmallCards | None = None
    """Coordinates for small cards, or None if the edition has none."""
    outline: int | None = 10
    """Colour of the outline of an empty pile. None: the deck's own picture of an empty pile is drawn."""
    shade: int = 0
    """Distance in pixels by which cards cast a shadow to the right and downwards. 0: no shadow."""
    inlay: Scene | Scenes = Scene("", ())
    """Decoration that is drawn on the empty table, behind the cards."""
    label: int = TABLE_TEXT
    """Text attribute of labels on the bare table."""
    highlight: Literal["frame", "reverse"] = "frame"
    """How a selected card is marked."""
    finale: Finale = BUILDING
    """End animation of a won game."""
    signs: Mapping[str, Finale] = {}
    """End animations by ending, as `GameMode.get_ending` names it.

    An animation for `stuck` is shown only if no move is left.
    """
    free: frozenset[str] = frozenset()
    """The assists that the original had: `undo`, `redo`, `hint`. The others need the player's permission."""
    wording: tuple[tuple[str, str], ...] = ()
    """Pairs of a generic pile name and the edition's own name for it."""
    foot: int = STATUS_ROW
    """The row below the last line of the result."""
    bare_waste: bool = False
    """Whether an empty waste has no outline."""
    tells_points: bool = False
    """Whether the points of a move pop up over the table."""
    flash: Mapping[int, int] = {}
    """Palette registers that a long streak flashes, each with its colour during the flash."""
    esc: str = "Menu"
    """Key hint of Esc if nothing is selected."""
    waits: bool = False
    """Whether the pointer is an hourglass while a hint is displayed."""
    errors: str = ""
    """Key of a setting: a mistake only beeps if it is not `yes`. Empty: mistakes always have a message."""
    vanish: str = ""
    """Key of a setting: if it is `vanish`, removed cards disappear at once. Empty: they are always animated."""
    bar: tuple[BarMenu, ...] = ()
    """The menus of the menu bar."""
    standing: Callable[[View], Standing] = usual_standing
    """Builds the status line."""
    words: Callable[[View, Video], None] | None = None
    """Draws the edition's texts on the table. None: only the status line."""
    button: Callable[[View, Video, Button], None] | None = None
    """Draws a button of a command. None: the default button."""
    actions: Mapping[str, Callable[[Table], None]] = {}
    """The edition's own actions, by name. They override those of all tables."""
    conditions: Mapping[str, Callable[[Table], str]] = {}
    """For each action that can be disabled: returns the reason, or an empty string."""

    def end(self, status: str, sign: str = "stuck") -> Finale | None:
        """Return the animation for the end of a game, or None if there is none."""
        # A game that was ended early is not stuck.
        key = status if sign == "stuck" else sign
        return self.signs.get(key, self.finale if status == "won" else None)

    def arranged(self, mode: str, small: bool) -> Places:
        """Return the coordinates for a display mode, with small or large cards."""
        by = self.small if small and self.small else self
        return by.text if mode == "text" else by.graphics
