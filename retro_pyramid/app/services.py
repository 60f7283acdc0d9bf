"""The application's dependencies: the player's files, random deals, the date, the card art and the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.app.edition_spec import EditionSpec
    from retro_pyramid.launcher.card_art import CardArt
    from retro_pyramid.machine.video import DisplayAdapter
    from retro_pyramid.storage.user_data import UserData
    from retro_pyramid.ui.screen import Screen


class Services(NamedTuple):
    """Functions and values that the launcher passes in; packaged files are read where they are needed (`assets`)."""

    files: UserData
    """The player's files."""
    choose_next_deal: Callable[[], int]
    """Returns the number of the next single game's deal: one of the first deals for a new player."""
    choose_random_deal: Callable[[], int]
    """Returns a random deal number."""
    import_path: Callable[[App, str], None]
    """Imports the file or folder at a path into the player's files."""
    card_art: CardArt
    """The cards and title pictures for the current display adapter."""
    load_edition: Callable[[str], EditionSpec]
    """Returns an edition's spec by its id."""
    edition_titles: Mapping[str, str]
    """The titles of all editions by id."""
    create_dos_prompt: Callable[[App, Callable[[], None]], Screen]
    """Creates the DOS prompt; the callback is called when it is left."""
    create_setup: Callable[[App, str], Screen]
    """Creates Setup at a page or, if that is empty, at the most relevant one."""
    create_display: Callable[[Mapping[str, str], bool], tuple[DisplayAdapter, CardArt]]
    """Creates display adapter and card art for settings; the flag says whether the deck was requested explicitly."""
    copy_to_clipboard: Callable[[str], bool] = lambda _: False
    """Copies text to the clipboard and returns whether that worked."""
    build_daily_link: Callable[[int, Iterable[tuple[str, str]]], str] = lambda _day, _words: ""
    """Returns a link to the daily deal of a date, with command-line options."""
    get_today: Callable[[], int] = lambda: 19911101
    """Returns the date as YYYYMMDD."""
    set_fullscreen: Callable[[bool], None] = lambda _: None
    """Switches the window between full screen and normal size."""
    host: Literal["window", "terminal", "page"] = "window"
    """Where the picture is shown."""
    can_size_window: bool = True
    """Whether size and picture style of the window can be chosen."""

    @property
    def can_quit(self) -> bool:
        """Whether Quit ends the program: a page in a browser cannot close itself."""
        return self.host != "page"
