"""The application's dependencies: the player's files, random deals, the date, the card art and the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.app.edition_spec import ProgramRecord
    from retro_pyramid.launcher.card_art import Shown
    from retro_pyramid.machine.video import Video
    from retro_pyramid.storage.user_data import GameFiles
    from retro_pyramid.ui.screen import Screen


class Services(NamedTuple):
    """Functions and values that the launcher passes in; packaged files are read where they are needed (`assets`)."""

    files: GameFiles
    """The player's files."""
    next_deal: Callable[[], int]
    """Returns the number of the next single game's deal: one of the first deals for a new player."""
    random_deal: Callable[[], int]
    """Returns a random deal number."""
    bring_in: Callable[[App, str], None]
    """Imports the file or folder at a path into the player's files."""
    shown: Shown
    """The cards and title pictures for the current display adapter."""
    load: Callable[[str], ProgramRecord]
    """Returns an edition's spec by its id."""
    programs: Mapping[str, str]
    """The titles of all editions by id."""
    prompt: Callable[[App, Callable[[], None]], Screen]
    """Creates the DOS prompt; the callback is called when it is left."""
    setup: Callable[[App, str], Screen]
    """Creates Setup at a page or, if that is empty, at the most relevant one."""
    fit: Callable[[Mapping[str, str], bool], tuple[Video, Shown]]
    """Creates display adapter and card art for settings; the flag says whether the deck was requested explicitly."""
    copy: Callable[[str], bool] = lambda _: False
    """Copies text to the clipboard and returns whether that worked."""
    link: Callable[[int, Iterable[tuple[str, str]]], str] = lambda _day, _words: ""
    """Returns a link to the daily deal of a date, with command-line options."""
    today: Callable[[], int] = lambda: 19911101
    """Returns the date as YYYYMMDD."""
    fill_screen: Callable[[bool], None] = lambda _: None
    """Switches the window between full screen and normal size."""
    host: Literal["window", "terminal", "page"] = "window"
    """Where the picture is shown."""
    sizes_window: bool = True
    """Whether size and picture style of the window can be chosen."""

    @property
    def leaves(self) -> bool:
        """Whether Quit ends the program: a page in a browser cannot close itself."""
        return self.host != "page"
