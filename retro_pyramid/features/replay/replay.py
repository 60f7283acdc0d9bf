"""The replay: a game shown on the table itself, each move said in words, to be gone through at will."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from retro_pyramid.features.replay.replay_table import Stage
from retro_pyramid.machine.events import Event, Motion, Press, Release
from retro_pyramid.machine.targets import REACH, Target, target_at
from retro_pyramid.machine.video import CELL_WIDTH, COLUMNS, HEIGHT
from retro_pyramid.resources import asset_text
from retro_pyramid.rules import play, status
from retro_pyramid.rules.transcript import FRIEND, Transcript, part_of
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.table.analysis import BUDGET
from retro_pyramid.table.ghost import race_of
from retro_pyramid.table.move_text import fit_caption, in_short
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.view import STATUS_ROW, View
from retro_pyramid.table.view_geometry import targets_of
from retro_pyramid.ui.dialogs import Notice
from retro_pyramid.ui.drawing import HEADING_ROOM, Hint
from retro_pyramid.ui.element import Part, filled, painted, text, title
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.solver.game_analysis import Judgement

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
_LOST, _COSTLY, _BEST = "▼", "▲", "♦"
"""Marks of the bar: the move that lost the game or cost the most, others that cost something, and the last position at
which all that the deal was worth could still be had."""
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

    `ended` says that the game is over even if moves are left in it, as one that was scored as it stood.
    It has a stage of its own: no score, no figure and no game left off is touched.
    """

    name = "replay"
    read_out = False
    foremost = "replay:forward"
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
        ended: bool = False,
    ) -> None:
        super().__init__(app)
        self.stage = Stage(app, look, game, foot=_BUTTON_ROW)
        self.stage.jump(at)
        self.program = game.edition
        self.shown = game
        self._title = title
        self._leave = leave
        self._going = going
        self._ended = ended
        self._pace = _USUAL
        self._held = False
        """Whether the bar is held with the pointer."""
        self._slips: dict[int, str] = {}
        """What is said of a move that gave something away, by the position it led to."""
        self._marks: dict[int, str] = {}
        """The positions that are marked on the bar, each with its sign."""
        self._line = ""
        """The caption as it fits on the screen."""
        self._beneath = app.session
        self._tell()

    def begin(self) -> None:
        """Make the game shown the one of the app, with the sounds of its program."""
        self.app.session = self.stage.session
        self.stage.app.sounds.follow()

    def _tell(self) -> None:
        """Say what the move did that led to the position shown."""
        self.stage.pause = _PACES[self._pace]
        words = self.stage.caption()
        if not words:
            count = self.stage.last
            end = self.stage.session.timeline.games[0][-1].score
            score = "" if end is None else f", score {end}"
            words = f"{self._title}: {count} move{'s' * (count != 1)}{score}"
        slip = self._slips.get(self.stage.at, "")
        self.lasting = self.message = ". ".join(filter(None, (words, slip)))
        self._line = fit_caption(words, slip, HEADING_ROOM)

    @cached_property
    def _judging(self) -> Thinking[Judgement] | None:
        """The work on what each move gave away, for a game that was played to its end."""
        from retro_pyramid.solver.game_analysis import judge

        history = self.stage.session.timeline.games[0]
        over = self._ended or status(self.stage.session.rules, history[-1].state) != "playing"
        return Thinking(judge(self.stage.session.rules, history)) if over else None

    def _judged(self, found: Judgement | None) -> None:
        """Mark what gave something away, and say it."""
        rules, history = self.stage.session.rules, self.stage.session.timeline.games[0]
        for at, cost in enumerate(found.costs if found else ()):
            before, after = found.worth[at : at + 2] if found else ()
            if cost or (cost is None and (before.verdict, after.verdict) == ("won", "lost")):
                state, move = history[at].state, before.line[0]
                lost = f"It cost {cost}" if cost else "This lost the game"
                better = in_short(rules, state, move, play(rules, state, move))
                self._slips[at + 1] = f"{lost}; better: {better}"
        if found and self._slips:
            signs = {at: _LOST if at - 1 == found.lost_by else _COSTLY for at in self._slips}
            self._marks = {min(self._slips) - 1: _BEST, **signs}
        self._tell()

    def _mark(self, by: int) -> None:
        """Go to the next mark of the bar, or to the last one."""
        ahead = [at for at in sorted(self._marks)[::by] if (at - self.stage.at) * by > 0]
        if ahead:
            self._end(ahead[0])

    def covered(self) -> None:
        """Put everything where it goes: a finale's music would go on alone."""
        self.stage.finish()

    def refit(self) -> None:
        """Lay the table out anew."""
        self.stage.refit(self.app.services)

    @cached_property
    def _packed(self) -> str:
        from retro_pyramid.formats.native.game_code import pack

        return pack(self.shown)

    @property
    def here(self) -> dict[str, str]:
        """Return the words of the game, and the move that is shown."""
        move = {"move": str(self.stage.at)} if self.stage.at else {}
        name = dict(self.shown.notes).get(FRIEND)
        return {"watch": self._packed, **({FRIEND: name} if name else {}), **move}

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
        """Show the next move or take the last one back, and stop there."""
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
        """Begin an assisted game at the position shown, or before the move if that gave something away; or a race."""
        if self._races():
            self._go(lambda: self.app.flow.play_on(race_of(self.shown)))
            return
        slipped = self.stage.at in self._slips
        if slipped or self._can_play():
            save = part_of(self.shown, self.stage.at - slipped)
            self._go(lambda: self.app.flow.play_on(save))
        else:
            self.app.sounds.play("refuse")
            self.say("Nothing can be played here: go back some moves")

    def _races(self) -> bool:
        """Return whether a friend's game stands at its opening, where the same cards can be dealt."""
        return self.stage.at == 0 and FRIEND in dict(self.shown.notes)

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
        "replay:next": (("N",), lambda self: self._mark(1)),
        "replay:previous": (("P",), lambda self: self._mark(-1)),
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
        """Return the keys of all that can be done."""
        return [(key, name) for name, (keys, _) in self._ACTIONS.items() for key in keys]

    def act(self, name: str) -> None:
        """Do it, if it is one of the things that can be done."""
        if name in self._ACTIONS:
            self._ACTIONS[name][1](self)

    def wheel(self, notches: int) -> None:
        """Go back a move or on."""
        self._step(-1 if notches > 0 else 1)

    def tick(self, ticks: int) -> None:
        """Show the next move when the last one's cards lie and have been looked at."""
        super().tick(ticks)
        if self._judging and not self._judging.step(0) and self._judging.step(BUDGET):
            self._judged(self._judging.answer)
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
        """Return the keys."""
        return [
            Hint("Space", "Stop" if self._going else "Go on"),
            Hint("←→", "Move"),
            Hint("+-", "Pace"),
            Hint("Enter", "Race" if self._races() else "Play from here", "replay:here", self._can_play()),
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

    def view(self) -> View:
        """Return the table as it is to be seen."""
        return self.stage.view()

    def parts(self) -> list[Part]:
        """Return the table, the caption, the buttons with the bar, and how far the game is shown."""
        dress, stage = self.stage.app.dress, self.stage
        top, height = _REACH
        done = round(_BAR_WIDTH * stage.at / max(1, stage.last))
        score = "" if stage.score is None else f"   Score {stage.score}"
        words = f"Move {stage.at} of {stage.last}{score}"
        shown = self._line if self.message == self.lasting else self.message or ""
        found = [
            painted(lambda _: stage.draw()),
            filled(0, _BUTTON_ROW, COLUMNS, 2, " ", dress.paper),
            title(STATUS_ROW, shown, dress)._replace(told=self.message or ""),
        ]
        for (name, sign), column, edges in zip(_BUTTONS.items(), _COLUMNS, pairwise(_EDGES), strict=True):
            shown = _STOP if name == "play" and self._going else sign
            place = (CELL_WIDTH * edges[0], top, CELL_WIDTH * (edges[1] - edges[0]), height)
            button = text(column, _BUTTON_ROW, f" {shown} ", dress.bar)._replace(rect=place)
            found.append(button.use(f"replay:{name}", words=self._word(name)))
        # From the last button on, so that no finger falls between them.
        place = ((_BAR - 1) * CELL_WIDTH, top, (_BAR_WIDTH + 1) * CELL_WIDTH, height)
        cells = ["█"] * done + ["░"] * (_BAR_WIDTH - done)
        for at, sign in self._marks.items():
            cells[min(_BAR_WIDTH * at // max(1, stage.last), _BAR_WIDTH - 1)] = sign
        bar = text(_BAR, _BUTTON_ROW, "".join(cells), dress.paper)
        return [
            *found,
            bar._replace(rect=place).use("replay:bar"),
            text(_PACE, _BUTTON_ROW, str(self._pace + 1), dress.paper, told=""),
            text(COLUMNS - 1 - len(words), _BUTTON_ROW, words, dress.paper),
        ]
