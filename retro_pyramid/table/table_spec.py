"""Static definition of an edition's table: everything in which the tables of the editions differ, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from retro_pyramid.scenes.end_animation import DEFAULT_END_ANIMATION, EndAnimation
from retro_pyramid.scenes.scene import Scene, SceneVariants
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.table.intent import InputRules
from retro_pyramid.table.layout import BarMenu, SmallCardLayouts, TableLayout
from retro_pyramid.table.render.base import TABLE_TEXT_ATTRIBUTE
from retro_pyramid.table.view import STATUS_ROW, StatusLine, build_default_status_line

if TYPE_CHECKING:
    from retro_pyramid.machine.video import DisplayAdapter
    from retro_pyramid.table.table_screen import TableScreen
    from retro_pyramid.table.view import ButtonView, TableView


class TableSpec(NamedTuple):
    """Definition of one edition's table."""

    graphics_layout: TableLayout
    """Coordinates in graphics mode."""
    text_layout: TableLayout
    """Coordinates in text mode."""
    text_background: tuple[str, int]
    """The background in text mode: a character and its attribute."""
    create_game_mode: Callable[[], GameMode]
    """Factory of the game mode, which provides the commands."""
    background_scene: str = "odm"
    """Name of the scene with the empty table, for graphics mode."""
    input_rules: InputRules = InputRules()
    """How clicks and keys are interpreted."""
    small_cards: SmallCardLayouts | None = None
    """Coordinates for small cards, or None if the edition has none."""
    empty_outline: int | None = 10
    """Colour of the outline of an empty pile. None: the deck's own picture of an empty pile is drawn."""
    shadow_offset: int = 0
    """Distance in pixels by which cards cast a shadow to the right and downwards. 0: no shadow."""
    decoration: Scene | SceneVariants = Scene("", ())
    """Decoration that is drawn on the empty table, behind the cards."""
    label_attribute: int = TABLE_TEXT_ATTRIBUTE
    """Text attribute of labels on the bare table."""
    selection_highlight: Literal["frame", "reverse"] = "frame"
    """How a selected card is marked."""
    win_animation: EndAnimation = DEFAULT_END_ANIMATION
    """End animation of a won game."""
    end_animations: Mapping[str, EndAnimation] = {}
    """End animations by ending, as `GameMode.get_ending` names it.

    An animation for `stuck` is shown only if no move is left.
    """
    builtin_assists: frozenset[str] = frozenset()
    """The assists that the original had: `undo`, `redo`, `hint`. The others need the player's permission."""
    pile_names: tuple[tuple[str, str], ...] = ()
    """Pairs of a generic pile name and the edition's own name for it."""
    result_bottom_row: int = STATUS_ROW
    """The row below the last line of the result."""
    hides_empty_waste: bool = False
    """Whether an empty waste has no outline."""
    shows_score_popups: bool = False
    """Whether the points of a move pop up over the table."""
    streak_flash_palette: Mapping[int, int] = {}
    """Palette registers that a long streak flashes, each with its colour during the flash."""
    esc_label: str = "Menu"
    """Key hint of Esc if nothing is selected."""
    shows_hourglass_on_hint: bool = False
    """Whether the pointer is an hourglass while a hint is displayed."""
    error_setting: str = ""
    """Key of a setting: a mistake only beeps if it is not `yes`. Empty: mistakes always have a message."""
    animation_setting: str = ""
    """Key of a setting: if it is `vanish`, removed cards disappear at once. Empty: they are always animated."""
    menu_bar: tuple[BarMenu, ...] = ()
    """The menus of the menu bar."""
    build_status_line: Callable[[TableView], StatusLine] = build_default_status_line
    """Builds the status line."""
    draw_texts: Callable[[TableView, DisplayAdapter], None] | None = None
    """Draws the edition's texts on the table. None: only the status line."""
    draw_button: Callable[[TableView, DisplayAdapter, ButtonView], None] | None = None
    """Draws a button of a command. None: the default button."""
    actions: Mapping[str, Callable[[TableScreen], None]] = {}
    """The edition's own actions, by name. They override those of all tables."""
    disabled_reasons: Mapping[str, Callable[[TableScreen], str]] = {}
    """For each action that can be disabled: returns the reason, or an empty string."""

    def get_end_animation(self, status: str, ending: str = "stuck") -> EndAnimation | None:
        """Return the animation for the end of a game, or None if there is none."""
        # A game that was ended early is not stuck.
        key = status if ending == "stuck" else ending
        return self.end_animations.get(key, self.win_animation if status == "won" else None)

    def get_layout(self, mode: str, has_small_cards: bool) -> TableLayout:
        """Return the coordinates for a display mode, with small or large cards."""
        by = self.small_cards if has_small_cards and self.small_cards else self
        return by.text_layout if mode == "text" else by.graphics_layout
