"""The replay: a game shown on the table itself, each move said in words, to be gone through at will."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Motion, Press, Release
from retro_pyramid.machine.targets import REACH, Target, target_at
from retro_pyramid.machine.video import CELL_WIDTH, COLUMNS, HEIGHT
from retro_pyramid.packaged import asset_text
from retro_pyramid.rules.transcript import Save, Transcript
from retro_pyramid.screens.boxes.notice import Notice
from retro_pyramid.screens.parts.look import Hint
from retro_pyramid.screens.parts.part import Part, filled, painted, text, title
from retro_pyramid.screens.screen import Screen
from retro_pyramid.screens.stage import Stage
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.view import STATUS_ROW, View, targets_of

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

_PACES = (150, 100, 70, 45, 20)
_USUAL = 2
"""Ticks from one move to the next, and which of these holds at first."""
_BUTTON_ROW = STATUS_ROW - 1
_BUTTONS = {"first": "«", "back": "<", "play": "►", "forward": ">", "last": "»", "slower": "-", "faster": "+"}
_COLUMNS = (1, 5, 9, 13, 17, 21, 29)
_PACE = 26
"""The columns the buttons begin at, and that of the number of the pace."""
_EDGES = (0, *((one + 3 + two) // 2 for one, two in pairwise(_COLUMNS)), 32)
"""The columns between which each can be hit."""
_STOP = "║"
_WORDS = {"back": "Move back", "play": "Play", "forward": "Move on"}
"""What is written on the keys beside the picture; on all others their names."""
_BAR, _BAR_WIDTH = _EDGES[-1] + 1, 16
"""The column the progress bar begins at, and how many cells it has."""
_REACH = (HEIGHT - 2 * REACH[1], REACH[1])
"""From where and how high buttons and bar can be hit: as a finger needs, and clear of what it needs for the hints."""
_ROOM = 64
"""Characters of a line of what is copied by hand."""


class Replay(Screen):
    """Shows a game, standing `at` a position or `going` at once; `leave` leads back, `title` says whose line it is.

    It has a stage of its own: no score, no figure and no game left off is touched.
    """

    name = "replay"
    read_out = False
    shown: Transcript

    def __init__(
        self,
        app: App,
        look: TableLook,
        game: Transcript,
        title: str,
        leave: Callable[[], None],
        going: bool,
        at: int = 0,
    ) -> None:
        super().__init__(app)
        self.stage = Stage(app, look, game, foot=_BUTTON_ROW)
        self.stage.jump(at)
        self.program = game.edition
        self.shown = game
        self._title = title
        self._leave = leave
        self._going = going
        self._pace = _USUAL
        self._held = False
        """Whether the bar is held with the pointer."""
        self._beneath = app.session
        app.session = self.stage.session
        self.stage.app.sounds.follow()
        self._tell()

    def _tell(self) -> None:
        self.stage.pause = _PACES[self._pace]
        words = self.stage.caption()
        if not words:
            count = self.stage.last
            end = self.stage.session.timeline.games[0][-1].score
            score = "" if end is None else f", score {end}"
            words = f"{self._title}: {count} move{'s' * (count != 1)}{score}"
        self.lasting = self.message = words

    def covered(self) -> None:
        """Put everything where it goes: a finale's music would go on alone."""
        self.stage.finish()

    def refit(self) -> None:
        self.stage.refit(self.app.services)

    @cached_property
    def _packed(self) -> str:
        from retro_pyramid.formats.own.packed import pack

        return pack(self.shown)

    @property
    def here(self) -> dict[str, str]:
        move = {"move": str(self.stage.at)} if self.stage.at else {}
        return {"watch": self._packed, **move}

    # Going through it

    def _play(self) -> None:
        """Go on, from the first position when the last one is shown, or stop."""
        self._going = not self._going
        if self._going and self.stage.at == self.stage.last:
            self._jump(0)
        self.stage.pause = _PACES[self._pace]

    def _jump(self, at: int) -> None:
        if at != self.stage.at:
            self.stage.jump(at)
            self._tell()

    def _step(self, by: int) -> None:
        self._going = False
        if 0 <= self.stage.at + by <= self.stage.last:
            self.stage.step(by)
            self._tell()

    def _end(self, at: int) -> None:
        self._going = False
        self._jump(at)

    def _hurry(self, by: int) -> None:
        before, self._pace = self._pace, min(max(self._pace + by, 0), len(_PACES) - 1)
        self.stage.pause += _PACES[self._pace] - _PACES[before]
        self.say(f"Pace {self._pace + 1} of {len(_PACES)}")

    def _here(self) -> None:
        if self._can_play():
            session = self.stage.session
            moves = tuple(session.moves)
            save = Save(self.shown._replace(moves=moves, notes=()), len(moves), assisted=True)
            self._go(lambda: self.app.play_on(save))
        else:
            self.app.sounds.play("refuse")
            self.say("Nothing can be played here: go back some moves")

    def _can_play(self) -> bool:
        return self.stage.session.status == "playing"

    def _go(self, way: Callable[[], None]) -> None:
        self.app.session = self._beneath
        self.app.sounds.follow()
        way()

    def _copy(self) -> None:
        """Copy the words that show this game, and say them where they can be copied by hand."""
        words = f"--watch {self._packed}"
        copied = self.app.services.copy(words)
        title = "The words are copied" if copied else "Copy these words by hand"
        shown = [f"pyramid {words}"[at : at + _ROOM] for at in range(0, len(words) + 8, _ROOM)]
        self.app.push(Notice(self.app, title, ("Who types them sees this game:", "", *shown)))

    def _help(self) -> None:
        keys = asset_text("replay.txt").splitlines()
        self.app.push(Notice(self.app, "A game shown move by move", keys, name="help"))

    _ACTIONS: Mapping[str, tuple[tuple[str, ...], Callable[[Replay], None]]] = {
        "replay:play": (("SPACE",), _play),
        "replay:back": (("LEFT",), lambda self: self._step(-1)),
        "replay:forward": (("RIGHT",), lambda self: self._step(1)),
        "replay:first": (("HOME",), lambda self: self._end(0)),
        "replay:last": (("END",), lambda self: self._end(self.stage.last)),
        "replay:here": (("ENTER", "KPENTER"), _here),
        "replay:help": (("F1",), _help),
        "replay:copy": (("F6",), _copy),
        "replay:faster": (("+",), lambda self: self._hurry(1)),
        "replay:slower": (("-",), lambda self: self._hurry(-1)),
        "back": (("ESC",), lambda self: self._go(self._leave)),
    }
    """What can be done, by target id, with its keys."""

    # Input

    def event(self, event: Event) -> None:
        """Take a key, the wheel or a click; the bar can be dragged along, too."""
        if isinstance(event, Press) and event.button == 1:
            target = target_at(self.targets(), event.x, event.y)
            self._held = target is not None and target.id == "replay:bar"
        elif isinstance(event, Release):
            self._held = False
        if self._held and isinstance(event, Press | Motion):
            self._going = False
            reached = (event.x - _BAR * CELL_WIDTH) / (_BAR_WIDTH * CELL_WIDTH - 1)
            self._jump(round(min(max(reached, 0), 1) * self.stage.last))
        else:
            super().event(event)

    def keys(self) -> list[tuple[str, str]]:
        return [(key, name) for name, (keys, _) in self._ACTIONS.items() for key in keys]

    def act(self, name: str) -> None:
        if name in self._ACTIONS:
            self._ACTIONS[name][1](self)

    def wheel(self, notches: int) -> None:
        self._step(-1 if notches > 0 else 1)

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        if not (self.stage.due(ticks) and self._going):
            return
        if self.stage.at < self.stage.last:
            self.stage.step()
            self._tell()
        self._going = self.stage.at < self.stage.last

    def busy(self) -> bool:
        """Return whether cards are moving; the game itself may go on for long."""
        return self.stage.moving()

    # What is shown

    def hints(self) -> list[Hint]:
        return [
            Hint("Space", "Stop" if self._going else "Go on", ""),
            Hint("←→", "Move", ""),
            Hint("+-", "Pace", ""),
            Hint("Enter", "Play from here", "replay:here", self._can_play()),
            Hint("F6", "Copy", "replay:copy"),
            Hint("F1", "Keys", "replay:help"),
            Hint("Esc", "Back", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return piles and cards, which cannot be used, then hints, buttons and bar."""
        mine = super().targets()
        own = {target.id for target in mine}
        table = [target for target in targets_of(self.view()) if target.id not in own]
        return [*(target._replace(enabled=False, words="") for target in table), *mine]

    def _word(self, name: str) -> str:
        return "Stop" if name == "play" and self._going else _WORDS.get(name, name.capitalize())

    @property
    def foremost(self) -> str:
        return "replay:forward"

    def view(self) -> View:
        return self.stage.view()

    def parts(self) -> list[Part]:
        dress, stage = self.stage.app.record.dress, self.stage
        top, height = _REACH
        done = round(_BAR_WIDTH * stage.at / max(1, stage.last))
        score = "" if stage.score is None else f"   Score {stage.score}"
        words = f"Move {stage.at} of {stage.last}{score}"
        found = [
            painted(lambda _: stage.draw()),
            filled(0, _BUTTON_ROW, COLUMNS, 2, " ", dress.paper),
            title(STATUS_ROW, self.message or "", dress),
        ]
        for (name, sign), column, edges in zip(_BUTTONS.items(), _COLUMNS, pairwise(_EDGES), strict=True):
            shown = _STOP if name == "play" and self._going else sign
            place = (CELL_WIDTH * edges[0], top, CELL_WIDTH * (edges[1] - edges[0]), height)
            button = text(column, _BUTTON_ROW, f" {shown} ", dress.bar)._replace(rect=place)
            found.append(button.use(f"replay:{name}", words=self._word(name)))
        # From the last button on, so that no finger falls between them.
        place = ((_BAR - 1) * CELL_WIDTH, top, (_BAR_WIDTH + 1) * CELL_WIDTH, height)
        bar = text(_BAR, _BUTTON_ROW, "█" * done + "░" * (_BAR_WIDTH - done), dress.paper)
        return [
            *found,
            bar._replace(rect=place).use("replay:bar"),
            text(_PACE, _BUTTON_ROW, str(self._pace + 1), dress.paper, told=""),
            text(COLUMNS - 1 - len(words), _BUTTON_ROW, words, dress.paper),
        ]
