"""What the program is handed from outside: the player's files, chance, the day, the machine's cards, the host."""

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
    """What is handed in; what is packaged with the program is read where it is needed (`library`).

    `next_deal` returns the number of the next deal of a single game, one of the first deals for a newcomer; `random_deal`
    returns a random one, `today` the day as YYYYMMDD. `load` returns a program's record,
    `programs` are the titles of all there are, by id. `prompt` makes the DOS prompt, told where
    leaving it leads; `setup` makes Setup at a page or, with none named, at the one wanted first.
    `bring_in` takes what a path leads to into the player's files. `fit` makes the adapter that settings ask for and what is
    `shown` on it; it is told whether the deck was asked for in so many words. `host` is what the picture is shown on;
    `fill_screen` makes the window fill the screen or not, `sizes_window` says whether the size and the strokes of a
    window can be chosen; `copy` puts words on the clipboard and says whether it could; `link` returns what leads to the
    deal of a day with options of the command line.
    """

    files: GameFiles
    next_deal: Callable[[], int]
    random_deal: Callable[[], int]
    bring_in: Callable[[App, str], None]
    shown: Shown
    load: Callable[[str], ProgramRecord]
    programs: Mapping[str, str]
    prompt: Callable[[App, Callable[[], None]], Screen]
    setup: Callable[[App, str], Screen]
    fit: Callable[[Mapping[str, str], bool], tuple[Video, Shown]]
    copy: Callable[[str], bool] = lambda _: False
    link: Callable[[int, Iterable[tuple[str, str]]], str] = lambda _day, _words: ""
    today: Callable[[], int] = lambda: 19911101
    fill_screen: Callable[[bool], None] = lambda _: None
    host: Literal["window", "terminal", "page"] = "window"
    sizes_window: bool = True

    @property
    def leaves(self) -> bool:
        """Whether Quit ends the program: a page in a browser has nowhere to go."""
        return self.host != "page"
