"""The replay screen: a game shown move by move on a table, with captions, buttons and a progress bar."""

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

_SPEED_TICKS = (150, 100, 70, 45, 20)
_DEFAULT_SPEED = 2
"""Ticks from one move to the next, by speed, and the index of the initial speed."""
_BUTTON_ROW = STATUS_ROW - 1
_BUTTONS = {"first": "«", "back": "<", "play": "►", "forward": ">", "last": "»", "slower": "-", "faster": "+"}
_BUTTON_COLUMNS = (1, 5, 9, 13, 17, 21, 29)
_SPEED_COLUMN = 26
"""The first columns of the buttons, and the column of the number of the speed."""
_HIT_EDGES = (0, *((left + 3 + right) // 2 for left, right in pairwise(_BUTTON_COLUMNS)), 32)
"""The columns between which each button can be hit."""
_STOP_SIGN = "║"
_LOST_MARK, _COSTLY_MARK, _BEST_MARK = "▼", "▲", "♦"
"""Marks on the bar: the losing or costliest move, other mistakes, and the last position from which the best result of the
deal was still possible."""
_TOUCH_KEY_LABELS = {"back": "Move back", "play": "Play", "forward": "Move on"}
"""Labels of the touch keys beside the picture; the labels of all others are their names."""
_BAR_COLUMN, _BAR_WIDTH = _HIT_EDGES[-1] + 1, 16
"""The first column of the progress bar, and its width in cells."""
_HIT_SPAN = (HEIGHT - 2 * REACH[1], REACH[1])
"""Top and height in pixels of the area for hitting buttons and bar: a finger high, above the area of the key hints."""
_COPY_LINE_WIDTH = 64
"""Characters per line of a text to be copied by hand."""


class Replay(Screen):
    """Shows a game move by move on a table of its own: scores, statistics and unfinished games are not affected.

    It starts at the position after `move_index` moves; if `starts_playing`, the moves follow by themselves. `title`
    describes the game in the first caption. `on_leave` is called to go back. A game that `has_ended` is over even if
    moves are left in it, as one that was scored early.
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
        self._on_leave = leave
        self._is_playing = going
        self._has_ended = ended
        self._speed = _DEFAULT_SPEED
        self._is_dragging_bar = False
        """Whether the pointer is dragging the bar."""
        self._slips: dict[int, str] = {}
        """Texts about mistakes, by the index of the position after the move."""
        self._marks: dict[int, str] = {}
        """Marks on the bar, by the index of the position."""
        self._caption_line = ""
        """The caption, shortened to fit on the screen."""
        self._previous_session = app.session
        self._update_caption()

    def begin(self) -> None:
        """Make the replayed game the current one of the app, with the sounds of its edition."""
        self.app.session = self.stage.session
        self.stage.app.sounds.follow()

    def _update_caption(self) -> None:
        """Update the caption, which describes the move that led to the current position."""
        self.stage.pause = _SPEED_TICKS[self._speed]
        caption = self.stage.caption()
        if not caption:
            move_count = self.stage.last
            final_score = self.stage.session.timeline.games[0][-1].score
            score_text = "" if final_score is None else f", score {final_score}"
            caption = f"{self._title}: {move_count} move{'s' * (move_count != 1)}{score_text}"
        mistake = self._slips.get(self.stage.at, "")
        self.lasting = self.message = ". ".join(filter(None, (caption, mistake)))
        self._caption_line = fit_caption(caption, mistake, HEADING_ROOM)

    @cached_property
    def _analysis_task(self) -> Thinking[Judgement] | None:
        """The task that analyses the moves, or None if the game was not played to its end."""
        from retro_pyramid.solver.game_analysis import judge

        history = self.stage.session.timeline.games[0]
        is_over = self._has_ended or status(self.stage.session.rules, history[-1].state) != "playing"
        return Thinking(judge(self.stage.session.rules, history)) if is_over else None

    def _apply_analysis(self, analysis: Judgement | None) -> None:
        """Mark the mistakes that the analysis has found, and add them to the captions."""
        rules, history = self.stage.session.rules, self.stage.session.timeline.games[0]
        for index, cost in enumerate(analysis.costs if analysis else ()):
            before, after = analysis.worth[index : index + 2] if analysis else ()
            if cost or (cost is None and (before.verdict, after.verdict) == ("won", "lost")):
                state, move = history[index].state, before.line[0]
                cost_text = f"It cost {cost}" if cost else "This lost the game"
                better_move = in_short(rules, state, move, play(rules, state, move))
                self._slips[index + 1] = f"{cost_text}; better: {better_move}"
        if analysis and self._slips:
            mistake_marks = {
                index: _LOST_MARK if index - 1 == analysis.lost_by else _COSTLY_MARK for index in self._slips
            }
            self._marks = {min(self._slips) - 1: _BEST_MARK, **mistake_marks}
        self._update_caption()

    def _go_to_mark(self, direction: int) -> None:
        """Go to the next mark on the bar, or to the previous one if `direction` is -1."""
        indexes = [
            index for index in sorted(self._marks)[::direction] if (index - self.stage.at) * direction > 0
        ]
        if indexes:
            self._stop_at(indexes[0])

    def covered(self) -> None:
        """End all animations: the music of an end animation would continue without it."""
        self.stage.finish()

    def refit(self) -> None:
        """Rebuild the layout of the table."""
        self.stage.refit(self.app.services)

    @cached_property
    def _game_code(self) -> str:
        from retro_pyramid.formats.native.game_code import pack

        return pack(self.shown)

    @property
    def here(self) -> dict[str, str]:
        """Return the parameters of a link to this replay: the game code, the name of a friend, and the current move."""
        move_params = {"move": str(self.stage.at)} if self.stage.at else {}
        friend_name = dict(self.shown.notes).get(FRIEND)
        return {"watch": self._game_code, **({FRIEND: friend_name} if friend_name else {}), **move_params}

    # Navigation

    def _toggle_playing(self) -> None:
        """Start or stop playing; at the last position, start again from the first."""
        self._is_playing = not self._is_playing
        if self._is_playing and self.stage.at == self.stage.last:
            self._seek(0)
        self.stage.pause = _SPEED_TICKS[self._speed]

    def _seek(self, move_index: int) -> None:
        if move_index != self.stage.at:
            self.stage.jump(move_index)
            self._update_caption()

    def _step(self, direction: int) -> None:
        """Show the next move, or take the last one back if `direction` is -1, and stop playing."""
        self._is_playing = False
        if 0 <= self.stage.at + direction <= self.stage.last:
            self.stage.step(direction)
            self._update_caption()

    def _stop_at(self, move_index: int) -> None:
        self._is_playing = False
        self._seek(move_index)

    def _change_speed(self, change: int) -> None:
        old_speed, self._speed = self._speed, min(max(self._speed + change, 0), len(_SPEED_TICKS) - 1)
        self.stage.pause += _SPEED_TICKS[self._speed] - _SPEED_TICKS[old_speed]
        self.say(f"Pace {self._speed + 1} of {len(_SPEED_TICKS)}")

    def _play_from_here(self) -> None:
        """Start a race, or an assisted game from the current position (before the last move if that was a mistake)."""
        if self._can_race():
            self._leave_to(lambda: self.app.flow.play_on(race_of(self.shown)))
            return
        was_mistake = self.stage.at in self._slips
        if was_mistake or self._can_play():
            saved = part_of(self.shown, self.stage.at - was_mistake)
            self._leave_to(lambda: self.app.flow.play_on(saved))
        else:
            self.app.sounds.play("refuse")
            self.say("Nothing can be played here: go back some moves")

    def _can_race(self) -> bool:
        """Return True at the start of a friend's game, whose deal can be played as a race."""
        return self.stage.at == 0 and FRIEND in dict(self.shown.notes)

    def _can_play(self) -> bool:
        return self.stage.session.status == "playing"

    def _leave_to(self, callback: Callable[[], None]) -> None:
        self.app.session = self._previous_session
        self.app.sounds.follow()
        callback()

    def _copy_game(self) -> None:
        """Copy the command-line arguments that show this game, and show them to be copied by hand."""
        args = f"--watch {self._game_code}"
        is_copied = self.app.services.copy(args)
        title = "The words are copied" if is_copied else "Copy these words by hand"
        lines = [
            f"pyramid {args}"[start : start + _COPY_LINE_WIDTH]
            for start in range(0, len(args) + 8, _COPY_LINE_WIDTH)
        ]
        self.app.push(Notice(self.app, title, ("Who types them sees this game:", "", *lines)))

    def _show_help(self) -> None:
        lines = asset_text("replay.txt").splitlines()
        self.app.push(Notice(self.app, "A game shown move by move", lines, name="help"))

    _ACTIONS: Mapping[str, tuple[tuple[str, ...], Callable[[Replay], None]]] = {
        "replay:play": (("SPACE",), _toggle_playing),
        "replay:back": (("LEFT",), lambda self: self._step(-1)),
        "replay:forward": (("RIGHT",), lambda self: self._step(1)),
        "replay:first": (("HOME",), lambda self: self._stop_at(0)),
        "replay:last": (("END",), lambda self: self._stop_at(self.stage.last)),
        "replay:next": (("N",), lambda self: self._go_to_mark(1)),
        "replay:previous": (("P",), lambda self: self._go_to_mark(-1)),
        "replay:here": (("ENTER", "KPENTER"), _play_from_here),
        "replay:help": (("F1",), _show_help),
        "replay:copy": (("F6",), _copy_game),
        "replay:faster": (("+",), lambda self: self._change_speed(1)),
        "replay:slower": (("-",), lambda self: self._change_speed(-1)),
        "back": (("ESC",), lambda self: self._leave_to(self._on_leave)),
    }
    """Keys and function of each action, by target id."""

    # Input

    def event(self, event: Event) -> None:
        """Handle a key, the wheel, a click, or a drag along the bar."""
        if isinstance(event, Press) and event.button == 1:
            target = target_at(self.targets(), event.x, event.y)
            self._is_dragging_bar = target is not None and target.id == "replay:bar"
        elif isinstance(event, Release):
            self._is_dragging_bar = False
        if self._is_dragging_bar and isinstance(event, Press | Motion):
            self._is_playing = False
            progress = (event.x - _BAR_COLUMN * CELL_WIDTH) / (_BAR_WIDTH * CELL_WIDTH - 1)
            self._seek(round(min(max(progress, 0), 1) * self.stage.last))
        else:
            super().event(event)

    def keys(self) -> list[tuple[str, str]]:
        """Return the key bindings of all actions."""
        return [(key, name) for name, (keys, _) in self._ACTIONS.items() for key in keys]

    def act(self, name: str) -> None:
        """Run the action of a target; ignore any other target."""
        if name in self._ACTIONS:
            self._ACTIONS[name][1](self)

    def wheel(self, notches: int) -> None:
        """Go back one move for a turn up, forward one move for a turn down."""
        self._step(-1 if notches > 0 else 1)

    def tick(self, ticks: int) -> None:
        """Advance the animation and the analysis; play the next move once the pause after the last one has passed."""
        super().tick(ticks)
        if self._analysis_task and not self._analysis_task.step(0) and self._analysis_task.step(BUDGET):
            self._apply_analysis(self._analysis_task.answer)
        if not (self.stage.due(ticks) and self._is_playing):
            return
        if self.stage.at < self.stage.last:
            self.stage.step()
            self._update_caption()
        self._is_playing = self.stage.at < self.stage.last

    def busy(self) -> bool:
        """Return True while cards are moving, not for the whole length of the game."""
        return self.stage.moving()

    # Display

    def hints(self) -> list[Hint]:
        """Return the key hints."""
        return [
            Hint("Space", "Stop" if self._is_playing else "Go on"),
            Hint("←→", "Move"),
            Hint("+-", "Pace"),
            Hint("Enter", "Race" if self._can_race() else "Play from here", "replay:here", self._can_play()),
            Hint("F6", "Copy", "replay:copy"),
            Hint("F1", "Keys", "replay:help"),
            Hint("Esc", "Back", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the targets: piles and cards, which are disabled, then key hints, buttons and bar."""
        own_targets = super().targets()
        own_ids = {target.id for target in own_targets}
        table_targets = [target for target in targets_of(self.view()) if target.id not in own_ids]
        return [*(target._replace(enabled=False, words="") for target in table_targets), *own_targets]

    def _label_of(self, name: str) -> str:
        return (
            "Stop" if name == "play" and self._is_playing else _TOUCH_KEY_LABELS.get(name, name.capitalize())
        )

    def view(self) -> View:
        """Return the view model of the table."""
        return self.stage.view()

    def parts(self) -> list[Part]:
        """Return the table, the caption, the buttons, the progress bar, the speed and the move count."""
        dress, replay_table = self.stage.app.dress, self.stage
        top, height = _HIT_SPAN
        done_cells = round(_BAR_WIDTH * replay_table.at / max(1, replay_table.last))
        score_text = "" if replay_table.score is None else f"   Score {replay_table.score}"
        progress_text = f"Move {replay_table.at} of {replay_table.last}{score_text}"
        shown_text = self._caption_line if self.message == self.lasting else self.message or ""
        elements = [
            painted(lambda _: replay_table.draw()),
            filled(0, _BUTTON_ROW, COLUMNS, 2, " ", dress.paper),
            title(STATUS_ROW, shown_text, dress)._replace(told=self.message or ""),
        ]
        for (name, sign), column, edges in zip(
            _BUTTONS.items(), _BUTTON_COLUMNS, pairwise(_HIT_EDGES), strict=True
        ):
            shown_text = _STOP_SIGN if name == "play" and self._is_playing else sign
            rect = (CELL_WIDTH * edges[0], top, CELL_WIDTH * (edges[1] - edges[0]), height)
            button = text(column, _BUTTON_ROW, f" {shown_text} ", dress.bar)._replace(rect=rect)
            elements.append(button.use(f"replay:{name}", words=self._label_of(name)))
        # Starts at the last button, so that there is no gap between them for a finger.
        rect = ((_BAR_COLUMN - 1) * CELL_WIDTH, top, (_BAR_WIDTH + 1) * CELL_WIDTH, height)
        cells = ["█"] * done_cells + ["░"] * (_BAR_WIDTH - done_cells)
        for index, sign in self._marks.items():
            cells[min(_BAR_WIDTH * index // max(1, replay_table.last), _BAR_WIDTH - 1)] = sign
        bar = text(_BAR_COLUMN, _BUTTON_ROW, "".join(cells), dress.paper)
        return [
            *elements,
            bar._replace(rect=rect).use("replay:bar"),
            text(_SPEED_COLUMN, _BUTTON_ROW, str(self._speed + 1), dress.paper, told=""),
            text(COLUMNS - 1 - len(progress_text), _BUTTON_ROW, progress_text, dress.paper),
        ]
