"""What differs between the tables of the pair programs: places, highlights, clicks and commands, all as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from retro_pyramid.screens.parts.motion import Parade, Point
from retro_pyramid.screens.table.commands import Cells, Command

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Image
    from retro_pyramid.screens.app import App
    from retro_pyramid.screens.contest.referee import Referee
    from retro_pyramid.screens.table.game import GameScreen
    from retro_pyramid.screens.table.pairs import PairTable


class Places(NamedTuple):
    """Where the piles of a table lie, in picture pixels; a fan shows `fan` pixels of each of the waste's top three.

    `lamp` is the column and row of the lamp. `discard` None: cards taken are gone. `auto_match` is the box of that
    name, if the program has one; `bar_row` the row of the bar of menus.
    """

    slots: tuple[Point, ...]
    stock: Point
    waste: Point
    lamp: tuple[int, int]
    discard: Point | None = None
    auto_match: Cells | None = None
    fan: int = 0
    bar_row: int = 0


class SmallCards(NamedTuple):
    """Where everything lies with small cards, for a player who has chosen `small` for a setting."""

    setting: str
    graphics: Places
    text: Places


class BarMenu(NamedTuple):
    """A menu of a bar: its title, whose first letter opens it, and its lines, None being a rule."""

    title: str
    lines: tuple[Command | None, ...]


class PairLook(NamedTuple):
    """A pair program's table as the player meets it.

    `stock_deals`: a click on the stock with nothing selected deals, else it selects the stock's top card.
    `wrong_card` says what a second card that does not fit does: it takes the selection, or it is refused and the
    selection cleared. `right_draws`: the right button draws or redeals wherever it is pressed. `numbers`: rows and
    columns are numbered, and two digits name a card. `discard` is the target id of the pile of cards taken.
    `empty_stock` is the target id of the stock when it is empty. `ground` paints the empty table; `registers` are
    its palette; `text_ground` is the same in text mode: a character and its attribute. `words` writes what the
    program says on its table. `actions` are a program's own, by name, beside those every table has.
    """

    graphics: Places
    text: Places
    commands: tuple[Command, ...]
    ground: Callable[[], Image]
    registers: tuple[int, ...]
    text_ground: tuple[str, int]
    small: SmallCards | None = None
    outline: int = 10
    """The colour of an empty pile's outline."""
    label: int = 0x2F
    """The attribute of words on the bare table."""
    highlight: Literal["frame", "reverse"] = "frame"
    bare_waste: bool = False
    """Whether an empty waste is nothing but the table."""
    won: str = "You won!"
    parade: Parade = Parade()
    """Where the court cards lie that march in when a game is won."""
    lost: Literal["below", "box"] = "below"
    """Where it is said that a game is lost: in lines below the cards, which stay to be seen, or in a box as a win is."""
    stock_deals: bool = True
    wrong_card: Literal["selects", "clears"] = "selects"
    right_draws: bool = False
    numbers: bool = False
    free: frozenset[str] = frozenset()
    """Helps the original had: undo, redo, hint. The others work only where the player has allowed them."""
    discard: str = "discard"
    empty_stock: str = "stock"
    go_on: str = "N deals a new game, Esc leads to the menu"
    """The last line under a game that is over."""
    esc: str = "Menu"
    """What Esc does with nothing selected, in a word."""
    wording: tuple[tuple[str, str], ...] = ()
    """Words of the rules and what the program says instead."""
    waits: bool = False
    """Whether the pointer is an hourglass while a hint shows."""
    errors: str = ""
    """The setting that leaves a mistake with a beep alone when it is `no`."""
    button: Callable[[PairTable, Command, bool], None] | None = None
    """Draws a command's button, if not as usual; told whether it can be used."""
    bar: tuple[BarMenu, ...] = ()
    words: Callable[[PairTable], None] | None = None
    actions: Mapping[str, Callable[[PairTable], None]] = {}
    conditions: Mapping[str, Callable[[GameScreen], str]] = {}
    """Why an action of the program's own cannot be asked for now, by its name."""
    referee: Callable[[], Referee] | None = None


def small_cards(app: App, look: PairLook) -> SmallCards | None:
    """Return the table with small cards if the player has chosen it, else None."""
    return look.small if look.small is not None and app.settings[look.small.setting] == "small" else None
