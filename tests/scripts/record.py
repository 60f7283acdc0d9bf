"""Record whole games as scripts, by keys and by mouse: `python -m tests.scripts.record` writes tests/scripts/*.script."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from retro_pyramid.rules import DRAW, Move
from tests.screens.driver import Game
from tests.scripts import FOLDER
from tests.scripts.search import cleared_game, stuck_game

NAME = "Ann of Ålborg"


class Plan(NamedTuple):
    """A game to record: how it ends, by which device, at which level."""

    end: str
    device: str
    level: int

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.end}_{self.device}_level{self.level}.script"

    @property
    def deal(self) -> int:
        return self._game()[0]

    @property
    def moves(self) -> list[Move]:
        return self._game()[1]

    def _game(self) -> tuple[int, list[Move]]:
        return cleared_game() if self.end == "cleared" else stuck_game()


PLANS = [
    Plan(end, device, level)
    for end in ("cleared", "stuck")
    for device in ("keys", "mouse")
    for level in (1, 2)
]


class Recorder:
    """Plays and writes down what it does."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[str] = []

    def do(self, *lines: str) -> None:
        self.game.do(*lines)
        self.lines += lines

    def state(self, name: str) -> None:
        self.game.do("wait 1")
        self.lines.append(f"state {name}")

    def select_by_keys(self, wanted: str) -> None:
        """Walk the selector to a target."""
        if self.game.selected == "stock" != wanted:
            self.do("key LEFT")
        for _ in range(10):
            if self.game.selected == wanted:
                return
            self.do("key UP" if wanted == "stock" else "key RIGHT")
        raise AssertionError(f"the selector does not come to {wanted}")

    def use(self, wanted: str, device: str) -> None:
        """Select a target if it is not selected, then play it."""
        if device == "keys":
            self.select_by_keys(wanted)
            self.do("key ENTER")
            return
        if self.game.selected != wanted:
            self.do(f"clickon {wanted}")
        self.do(f"clickon {wanted}")


def record(plan: Plan, data: Path) -> str:
    """Return the script of a whole game, from the title to a name on the board and back to the menu."""
    recorder = Recorder(Game(data, "--deal", str(plan.deal)))
    keys = plan.device == "keys"
    recorder.state("intro")
    recorder.do("key SPACE" if keys else "clickon button:start")
    recorder.state("menu")
    if keys:
        recorder.do(*["key DOWN"] * (plan.level - 1), "key ENTER")
    else:
        recorder.use(f"menu:level{plan.level}", "mouse")
    recorder.do("settle")
    recorder.state("dealt")
    for move in plan.moves:
        recorder.use("stock" if move == DRAW else f"card:{move}", plan.device)
    recorder.do("settle")
    recorder.state("over")
    recorder.lines.append("shot over")
    recorder.do("key ESC" if keys else "clickon back")
    recorder.state("name")
    # A name is typed, also by somebody who plays with the mouse.
    recorder.do(f"text {NAME}", "key ENTER" if keys else "clickon button:enter", "settle")
    recorder.state("board")
    recorder.lines.append("shot board")
    recorder.do("key ESC" if keys else "clickon back")
    recorder.state("end")
    head = f"# Deal {plan.deal}, level {plan.level}, by {plan.device}: {plan.end}, and a name on the board"
    lines = [f"{head}: pyramid --deal {plan.deal}", "# Recorded by python -m tests.scripts.record"]
    return "\n".join([*lines, *recorder.lines, ""])


def main() -> None:
    from retro_pyramid.machine.host import open_window
    from retro_pyramid.machine.presenter import WindowOptions

    open_window(WindowOptions("record", is_headless=True))
    for plan in PLANS:
        with TemporaryDirectory() as folder:
            plan.path.write_text(record(plan, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
