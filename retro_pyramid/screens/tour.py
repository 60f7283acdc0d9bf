"""Going over to Tournament Play: against whom, and under which names; or on with the one that was saved."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.entry import LineEntry
from retro_pyramid.screens.look import (
    Hint,
    box,
    cells_rect,
    centred,
    heading,
    hint_line,
    hint_targets,
    hot_letter,
)
from retro_pyramid.tournament import NAME_LENGTH, Player

_WIDTH = 50
_TOP = 7
COMPUTER = Player("Computer", computer=True)


class Opponent(NamedTuple):
    """One line of the box: its name (target `menu:NAME`), its words, how many names are asked, who comes after them."""

    name: str
    words: str
    names: int = 1
    after: tuple[Player, ...] = ()


OPPONENTS = (
    Opponent("none", "None       alone against par"),
    Opponent("human", "Human      two of you, game by game", 2),
    Opponent("computer", "Computer   it plays fair, but well", 1, (COMPUTER,)),
    Opponent("restore", "Restore    the tournament that was saved", 0),
)


class Tour(Screen):
    """Asks for the opponent; `start` gets the players, `restore` is called for the saved tournament.

    `names` are what the players were called the last time.
    """

    name = "tour"
    overlay = True

    def __init__(
        self,
        app: App,
        names: Sequence[str],
        start: Callable[[list[Player]], None],
        restore: Callable[[], None],
    ) -> None:
        super().__init__(app)
        self._names = names
        self._start = start
        self._restore = restore
        self._at = 0
        self.selected = f"menu:{OPPONENTS[0].name}"

    def key(self, key: Key) -> None:
        """First letters choose at once; arrows move the bar, Enter takes it, Esc goes back."""
        match key.name:
            case "UP" | "DOWN":
                self._at = (self._at + (1 if key.name == "DOWN" else -1)) % len(OPPONENTS)
                self.selected = f"menu:{OPPONENTS[self._at].name}"
            case "ENTER" | "KPENTER" | "SPACE":
                if not key.repeat:
                    self._take(OPPONENTS[self._at])
            case "ESC":
                self.app.pop()
            case _:
                named = [one for one in OPPONENTS if key.char and one.words[0] == key.char.upper()]
                if named:
                    self._take(named[0])

    def click(self, target: Target) -> None:
        """Choose what is clicked."""
        if target.id == "back":
            self.app.pop()
        else:
            self._take(next(one for one in OPPONENTS if f"menu:{one.name}" == target.id))

    def _take(self, opponent: Opponent) -> None:
        if opponent.names:
            self._ask(opponent, [])
        else:
            self.app.pop()
            self._restore()

    def _ask(self, opponent: Opponent, names: list[str]) -> None:
        """Ask for the next name, or start when all are there."""
        app = self.app
        number = len(names)
        if number == opponent.names:
            app.pop()
            self._start([*map(Player, names), *opponent.after])
            return
        several = opponent.names > 1
        words = (
            f"Tournament: player {number + 1}" if several else "Tournament",
            f"Six games{' each' if several or opponent.after else ''}, scored against par",
            f"{'First' if not number else 'Second'} name:" if several else "Your name:",
            "Type a name first, or press Esc to go back",
            "Go on",
            "Back",
        )

        def enter(name: str) -> None:
            app.pop()
            self._ask(opponent, [*names, name])

        text = self._names[number] if number < len(self._names) else ""
        app.push(LineEntry(app, words, enter, app.pop, NAME_LENGTH, text))

    def hints(self) -> list[Hint]:
        """Return the keys."""
        return [Hint("N H C R", "Opponent", ""), Hint("↑↓ Enter", "Choose", ""), Hint("Esc", "Back", "back")]

    def targets(self) -> list[Target]:
        """Return the four lines and the way back."""
        left = (COLUMNS - _WIDTH) // 2
        return [
            *hint_targets(self.hints()),
            *(
                Target(f"menu:{one.name}", cells_rect(left + 1, _TOP + 3 + 2 * line, _WIDTH - 2, 2))
                for line, one in enumerate(OPPONENTS)
            ),
        ]

    def draw(self) -> None:
        """Draw the box with its bar; while a name is asked for, that box stands alone."""
        if self.app.top is not self:
            return
        video, dress, left = self.video, self.app.record.dress, (COLUMNS - _WIDTH) // 2
        box(video, left, _TOP, _WIDTH, 12, dress.paper, edge=dress.frame)
        heading(video, _TOP, "Tournament Play", dress)
        centred(video, _TOP + 1, "Opponent", dress.dim)
        for line, one in enumerate(OPPONENTS):
            row, chosen = _TOP + 3 + 2 * line, line == self._at
            attribute = dress.bar if chosen else dress.paper
            video.fill(left + 1, row, _WIDTH - 2, 1, " ", attribute)
            video.write(left + 4, row, one.words, attribute)
            if not chosen:
                video.write(left + 4, row, one.words[0], hot_letter(video, dress))
        hint_line(video, self.hints(), dress)
