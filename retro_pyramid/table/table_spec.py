"""A program's table as the player meets it: all that differs between the tables, as data."""

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
    """A program's table.

    `referee` makes what stands beside the table and knows its commands. `ground` is the scene with the empty table,
    `text_ground` is the same in text mode: a character and its attribute. `outline` is the colour of an empty pile's
    outline, None where the deck's own picture shows. `shade` is how far cards that lie there throw a shadow to the right
    and below, in pixels. `inlay` is seen of the table where no cards lie. `label` is the attribute of words on the bare
    table. `free` are the helps the original had: undo, redo, hint; the others work only where the player has allowed them.
    `wording` is what the program calls the piles. `finale` celebrates a game that is won, `signs` are seen at other ends, by
    what `Referee.sign` calls them; `stuck` only where nothing goes any more. How a game ended is told in lines above the
    row `foot`.
    `bare_waste`: an empty waste is nothing but the table.
    `tells_points`: what a move earns or costs is told over it. `flash` are the palette registers that a long streak
    lights up, and their colours then.
    `esc` is what Esc does with nothing selected. `waits`: the pointer is an hourglass while a hint shows. `errors` is
    the setting that leaves a mistake with a beep alone when it is `no`, `vanish` the one that lets cards taken be gone at
    once when it is `vanish`. `standing` returns what is written about the game, `words` writes what the program says on its
    table, `button` draws a command; None: as usual. `actions` are the program's own, by name; `conditions` tell why
    one cannot be asked for now.
    """

    graphics: Places
    text: Places
    text_ground: tuple[str, int]
    referee: Callable[[], Referee]
    ground: str = "odm"
    manner: Manner = Manner()
    small: SmallCards | None = None
    outline: int | None = 10
    shade: int = 0
    inlay: Scene | Scenes = Scene("", ())
    label: int = TABLE_TEXT
    highlight: Literal["frame", "reverse"] = "frame"
    finale: Finale = BUILDING
    signs: Mapping[str, Finale] = {}
    free: frozenset[str] = frozenset()
    wording: tuple[tuple[str, str], ...] = ()
    foot: int = STATUS_ROW
    bare_waste: bool = False
    tells_points: bool = False
    flash: Mapping[int, int] = {}
    esc: str = "Menu"
    waits: bool = False
    errors: str = ""
    vanish: str = ""
    bar: tuple[BarMenu, ...] = ()
    standing: Callable[[View], Standing] = usual_standing
    words: Callable[[View, Video], None] | None = None
    button: Callable[[View, Video, Button], None] | None = None
    actions: Mapping[str, Callable[[Table], None]] = {}
    conditions: Mapping[str, Callable[[Table], str]] = {}

    def end(self, status: str, sign: str = "stuck") -> Finale | None:
        """Return what is seen at the end of a game with that status and sign, None where that is nothing."""
        # Scored as it stands, a game is not stuck.
        own = status if sign == "stuck" else sign
        return self.signs.get(own, self.finale if status == "won" else None)

    def arranged(self, mode: str, small: bool) -> Places:
        """Return where everything lies in a mode, with small cards or large ones."""
        by = self.small if small and self.small else self
        return by.text if mode == "text" else by.graphics
