"""A box with lines to read; any key or mouse button closes it."""

from collections.abc import Callable, Sequence

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS, HEIGHT, ROWS, WIDTH
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import Hint, centred

_LEAST_WIDTH = 40


class Notice(Screen):
    """Lines in a box over the screen beneath; `then` is called once the box is gone, `name` is the screen's.

    Lines are centred; all that begin with a blank keep their places below each other: `told` is how they are read.
    """

    overlay = True
    key_hints = (Hint("Press any key", "", ""),)

    def __init__(
        self,
        app: App,
        title: str,
        lines: Sequence[str],
        then: Callable[[], None] | None = None,
        name: str = "notice",
        told: Sequence[str] | None = None,
    ) -> None:
        super().__init__(app)
        self.name = name
        first = lines[:1] if told is None else ()
        self.message = " ".join([title, *first] if title else first)
        self._title = title
        self._lines = list(lines)
        self._then = then
        self._told = told

    def event(self, event: Event) -> None:
        """Close at any key or mouse button, but not at the repeat of a held key."""
        if isinstance(event, Press) or (isinstance(event, Key) and not event.repeat):
            self.app.pop()
            if self._then is not None:
                self._then()

    @property
    def told(self) -> list[str] | None:
        """Return title and lines as paragraphs; lines that keep their places are read one by one."""
        if self._told is not None:
            return [self._title, *self._told]
        if any(line[:1] == " " for line in self._lines):
            return None
        blocks: list[str] = [""]
        for line in self._lines:
            blocks = [*blocks, ""] if not line else [*blocks[:-1], f"{blocks[-1]} {line}".strip()]
        return [block for block in (self._title, *blocks) if block]

    def targets(self) -> list[Target]:
        """Return the whole picture: wherever it is clicked, the box goes."""
        return [Target("back", (0, 0, WIDTH, HEIGHT), words="Go on")]

    def draw(self) -> None:
        """Draw the box in the middle of the screen."""
        video, dress, lines = self.video, self.dress, self._lines
        laid_out = max([len(line) for line in lines if line[:1] == " "], default=0)
        width = max([_LEAST_WIDTH, len(self._title) + 8, *(len(line) + 6 for line in lines)])
        height = len(lines) + 4
        column, top = (COLUMNS - width) // 2, (ROWS - 1 - height) // 2
        self.draw_box(column, top, width, height, self._title)
        for row, line in enumerate(lines, top + 2):
            centred(video, row, line.ljust(laid_out) if line[:1] == " " else line, dress.paper)
        self.draw_hints()
