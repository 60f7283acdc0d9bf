"""The replay screen: a game shown move by move on a table, with captions, buttons and a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from retro_pyramid.features.replay.replay_table import ReplayTable
from retro_pyramid.machine.events import Event, MouseMotion, MousePress, MouseRelease
from retro_pyramid.machine.targets import MIN_TOUCH_SIZE, Target, find_target_at
from retro_pyramid.machine.video import CELL_WIDTH, COLUMNS, HEIGHT
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import apply_move, status
from retro_pyramid.rules.transcript import FRIEND_NOTE_KEY, Transcript, truncated_save
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.table.analysis import NODES_PER_TICK
from retro_pyramid.table.ghost import create_ghost_game
from retro_pyramid.table.move_text import describe_move_short, fit_caption
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.view import STATUS_ROW, TableView
from retro_pyramid.table.view_geometry import build_targets
from retro_pyramid.ui.dialogs import MessageBox
from retro_pyramid.ui.drawing import MAX_HEADING_LENGTH, KeyHint
from retro_pyramid.ui.element import Element, custom_element, fill_element, text_element, title_element
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.solver.game_analysis import GameAnalysis

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
_HIT_SPAN = (HEIGHT - 2 * MIN_TOUCH_SIZE[1], MIN_TOUCH_SIZE[1])
"""Top and height in pixels of the area for hitting buttons and bar: a finger high, above the area of the key hints."""
_COPY_LINE_WIDTH = 64
"""Characters per line of a text to be copied by hand."""


class ReplayScreen(Screen):
    """Shows a game move by move on a table of its own: scores, statistics and unfinished games are not affected.

    It starts at the position after `move_index` moves; if `starts_playing`, the moves follow by themselves. `title`
    describes the game in the first caption. `on_leave` is called to go back. A game that `has_ended` is over even if
    moves are left in it, as one that was scored early.
    """

    name = "replay"
    is_spoken = False
    primary_target_id = "replay:forward"
    displayed_game: Transcript

    def __init__(
        self,
        app: App,
        table_spec: TableSpec,
        transcript: Transcript,
        title: str,
        on_leave: Callable[[], None],
        starts_playing: bool,
        move_index: int = 0,
        has_ended: bool = False,
    ) -> None:
        super().__init__(app)
        self.replay_table = ReplayTable(app, table_spec, transcript, bottom_row=_BUTTON_ROW)
        self.replay_table.seek(move_index)
        self.state_program = transcript.edition
        self.displayed_game = transcript
        self._title = title
        self._on_leave = on_leave
        self._is_playing = starts_playing
        self._has_ended = has_ended
        self._speed = _DEFAULT_SPEED
        self._is_dragging_bar = False
        """Whether the pointer is dragging the bar."""
        self._mistakes: dict[int, str] = {}
        """Texts about mistakes, by the index of the position after the move."""
        self._marks: dict[int, str] = {}
        """Marks on the bar, by the index of the position."""
        self._caption_line = ""
        """The caption, shortened to fit on the screen."""
        self._previous_session = app.session
        self._update_caption()

    def install_session(self) -> None:
        """Make the replayed game the current one of the app, with the sounds of its edition."""
        self.app.session = self.replay_table.session
        self.replay_table.app.sounds.apply_level()

    def _update_caption(self) -> None:
        """Update the caption, which describes the move that led to the current position."""
        self.replay_table.pause_ticks = _SPEED_TICKS[self._speed]
        caption = self.replay_table.describe_current_move()
        if not caption:
            move_count = self.replay_table.last_index
            final_score = self.replay_table.session.undo_history.games[0][-1].score
            score_text = "" if final_score is None else f", score {final_score}"
            caption = f"{self._title}: {move_count} move{'s' * (move_count != 1)}{score_text}"
        mistake = self._mistakes.get(self.replay_table.move_index, "")
        self.sticky_message = self.message = ". ".join(filter(None, (caption, mistake)))
        self._caption_line = fit_caption(caption, mistake, MAX_HEADING_LENGTH)

    @cached_property
    def _analysis_task(self) -> IncrementalTask[GameAnalysis] | None:
        """The task that analyses the moves, or None if the game was not played to its end."""
        from retro_pyramid.solver.game_analysis import analyse_game

        history = self.replay_table.session.undo_history.games[0]
        is_over = self._has_ended or status(self.replay_table.session.rules, history[-1].state) != "playing"
        return IncrementalTask(analyse_game(self.replay_table.session.rules, history)) if is_over else None

    def _apply_analysis(self, analysis: GameAnalysis | None) -> None:
        """Mark the mistakes that the analysis has found, and add them to the captions."""
        rules, history = self.replay_table.session.rules, self.replay_table.session.undo_history.games[0]
        for index, cost in enumerate(analysis.move_costs if analysis else ()):
            before, after = analysis.position_results[index : index + 2] if analysis else ()
            if cost or (cost is None and (before.result, after.result) == ("won", "lost")):
                state, move = history[index].state, before.moves[0]
                cost_text = f"It cost {cost}" if cost else "This lost the game"
                better_move = describe_move_short(rules, state, move, apply_move(rules, state, move))
                self._mistakes[index + 1] = f"{cost_text}; better: {better_move}"
        if analysis and self._mistakes:
            mistake_marks = {
                index: _LOST_MARK if index - 1 == analysis.mistake_index else _COSTLY_MARK
                for index in self._mistakes
            }
            self._marks = {min(self._mistakes) - 1: _BEST_MARK, **mistake_marks}
        self._update_caption()

    def _go_to_mark(self, direction: int) -> None:
        """Go to the next mark on the bar, or to the previous one if `direction` is -1."""
        indexes = [
            index
            for index in sorted(self._marks)[::direction]
            if (index - self.replay_table.move_index) * direction > 0
        ]
        if indexes:
            self._stop_at(indexes[0])

    def on_suspend(self) -> None:
        """End all animations: the music of an end animation would continue without it."""
        self.replay_table.finish_animations()

    def rebuild(self) -> None:
        """Rebuild the layout of the table."""
        self.replay_table.rebuild(self.app.services)

    @cached_property
    def _game_code(self) -> str:
        from retro_pyramid.formats.native.game_code import encode_game_code

        return encode_game_code(self.displayed_game)

    @property
    def link_params(self) -> dict[str, str]:
        """Return the parameters of a link to this replay: the game code, the name of a friend, and the current move."""
        move_params = {"move": str(self.replay_table.move_index)} if self.replay_table.move_index else {}
        friend_name = dict(self.displayed_game.notes).get(FRIEND_NOTE_KEY)
        return {
            "watch": self._game_code,
            **({FRIEND_NOTE_KEY: friend_name} if friend_name else {}),
            **move_params,
        }

    # Navigation

    def _toggle_playing(self) -> None:
        """Start or stop playing; at the last position, start again from the first."""
        self._is_playing = not self._is_playing
        if self._is_playing and self.replay_table.move_index == self.replay_table.last_index:
            self._seek(0)
        self.replay_table.pause_ticks = _SPEED_TICKS[self._speed]

    def _seek(self, move_index: int) -> None:
        if move_index != self.replay_table.move_index:
            self.replay_table.seek(move_index)
            self._update_caption()

    def _step(self, direction: int) -> None:
        """Show the next move, or take the last one back if `direction` is -1, and stop playing."""
        self._is_playing = False
        if 0 <= self.replay_table.move_index + direction <= self.replay_table.last_index:
            self.replay_table.step(direction)
            self._update_caption()

    def _stop_at(self, move_index: int) -> None:
        self._is_playing = False
        self._seek(move_index)

    def _change_speed(self, change: int) -> None:
        old_speed, self._speed = self._speed, min(max(self._speed + change, 0), len(_SPEED_TICKS) - 1)
        self.replay_table.pause_ticks += _SPEED_TICKS[self._speed] - _SPEED_TICKS[old_speed]
        self.show_message(f"Pace {self._speed + 1} of {len(_SPEED_TICKS)}")

    def _play_from_here(self) -> None:
        """Start a race, or an assisted game from the current position (before the last move if that was a mistake)."""
        if self._can_race():
            self._leave_to(
                lambda: self.app.navigator.play_from_replay(create_ghost_game(self.displayed_game))
            )
            return
        was_mistake = self.replay_table.move_index in self._mistakes
        if was_mistake or self._can_play():
            saved = truncated_save(self.displayed_game, self.replay_table.move_index - was_mistake)
            self._leave_to(lambda: self.app.navigator.play_from_replay(saved))
        else:
            self.app.sounds.play_events("refuse")
            self.show_message("Nothing can be played here: go back some moves")

    def _can_race(self) -> bool:
        """Return True at the start of a friend's game, whose deal can be played as a race."""
        return self.replay_table.move_index == 0 and FRIEND_NOTE_KEY in dict(self.displayed_game.notes)

    def _can_play(self) -> bool:
        return self.replay_table.session.status == "playing"

    def _leave_to(self, callback: Callable[[], None]) -> None:
        self.app.session = self._previous_session
        self.app.sounds.apply_level()
        callback()

    def _copy_game(self) -> None:
        """Copy the command-line arguments that show this game, and show them to be copied by hand."""
        args = f"--watch {self._game_code}"
        is_copied = self.app.services.copy_to_clipboard(args)
        title = "The words are copied" if is_copied else "Copy these words by hand"
        lines = [
            f"pyramid {args}"[start : start + _COPY_LINE_WIDTH]
            for start in range(0, len(args) + 8, _COPY_LINE_WIDTH)
        ]
        self.app.push(MessageBox(self.app, title, ("Who types them sees this game:", "", *lines)))

    def _show_help(self) -> None:
        lines = read_asset_text("replay.txt").splitlines()
        self.app.push(MessageBox(self.app, "A game shown move by move", lines, name="help"))

    _ACTIONS: Mapping[str, tuple[tuple[str, ...], Callable[[ReplayScreen], None]]] = {
        "replay:play": (("SPACE",), _toggle_playing),
        "replay:back": (("LEFT",), lambda self: self._step(-1)),
        "replay:forward": (("RIGHT",), lambda self: self._step(1)),
        "replay:first": (("HOME",), lambda self: self._stop_at(0)),
        "replay:last": (("END",), lambda self: self._stop_at(self.replay_table.last_index)),
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

    def handle_event(self, event: Event) -> None:
        """Handle a key, the wheel, a click, or a drag along the bar."""
        if isinstance(event, MousePress) and event.button == 1:
            target = find_target_at(self.targets(), event.x, event.y)
            self._is_dragging_bar = target is not None and target.id == "replay:bar"
        elif isinstance(event, MouseRelease):
            self._is_dragging_bar = False
        if self._is_dragging_bar and isinstance(event, MousePress | MouseMotion):
            self._is_playing = False
            progress = (event.x - _BAR_COLUMN * CELL_WIDTH) / (_BAR_WIDTH * CELL_WIDTH - 1)
            self._seek(round(min(max(progress, 0), 1) * self.replay_table.last_index))
        else:
            super().handle_event(event)

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the key bindings of all actions."""
        return [(key, name) for name, (keys, _) in self._ACTIONS.items() for key in keys]

    def on_action(self, action_id: str) -> None:
        """Run the action of a target; ignore any other target."""
        if action_id in self._ACTIONS:
            self._ACTIONS[action_id][1](self)

    def on_wheel(self, notches: int) -> None:
        """Go back one move for a turn up, forward one move for a turn down."""
        self._step(-1 if notches > 0 else 1)

    def advance(self, ticks: int) -> None:
        """Advance the animation and the analysis; play the next move once the pause after the last one has passed."""
        super().advance(ticks)
        if (
            self._analysis_task
            and not self._analysis_task.run_slice(0)
            and self._analysis_task.run_slice(NODES_PER_TICK)
        ):
            self._apply_analysis(self._analysis_task.result)
        if not (self.replay_table.advance(ticks) and self._is_playing):
            return
        if self.replay_table.move_index < self.replay_table.last_index:
            self.replay_table.step()
            self._update_caption()
        self._is_playing = self.replay_table.move_index < self.replay_table.last_index

    def is_busy(self) -> bool:
        """Return True while cards are moving, not for the whole length of the game."""
        return self.replay_table.is_animating()

    # Display

    def get_key_hints(self) -> list[KeyHint]:
        """Return the key hints."""
        return [
            KeyHint("Space", "Stop" if self._is_playing else "Go on"),
            KeyHint("←→", "Move"),
            KeyHint("+-", "Pace"),
            KeyHint(
                "Enter", "Race" if self._can_race() else "Play from here", "replay:here", self._can_play()
            ),
            KeyHint("F6", "Copy", "replay:copy"),
            KeyHint("F1", "Keys", "replay:help"),
            KeyHint("Esc", "Back", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the targets: piles and cards, which are disabled, then key hints, buttons and bar."""
        own_targets = super().targets()
        own_ids = {target.id for target in own_targets}
        table_targets = [
            target for target in build_targets(self.get_table_view()) if target.id not in own_ids
        ]
        return [*(target._replace(enabled=False, label="") for target in table_targets), *own_targets]

    def _label_of(self, name: str) -> str:
        return (
            "Stop" if name == "play" and self._is_playing else _TOUCH_KEY_LABELS.get(name, name.capitalize())
        )

    def get_table_view(self) -> TableView:
        """Return the view model of the table."""
        return self.replay_table.build_view()

    def build_elements(self) -> list[Element]:
        """Return the table, the caption, the buttons, the progress bar, the speed and the move count."""
        dress, replay_table = self.replay_table.app.theme, self.replay_table
        top, height = _HIT_SPAN
        done_cells = round(_BAR_WIDTH * replay_table.move_index / max(1, replay_table.last_index))
        score_text = "" if replay_table.score is None else f"   Score {replay_table.score}"
        progress_text = f"Move {replay_table.move_index} of {replay_table.last_index}{score_text}"
        shown_text = self._caption_line if self.message == self.sticky_message else self.message or ""
        elements = [
            custom_element(lambda _: replay_table.draw()),
            fill_element(0, _BUTTON_ROW, COLUMNS, 2, " ", dress.text),
            title_element(STATUS_ROW, shown_text, dress)._replace(spoken=self.message or ""),
        ]
        for (name, sign), column, edges in zip(
            _BUTTONS.items(), _BUTTON_COLUMNS, pairwise(_HIT_EDGES), strict=True
        ):
            shown_text = _STOP_SIGN if name == "play" and self._is_playing else sign
            rect = (CELL_WIDTH * edges[0], top, CELL_WIDTH * (edges[1] - edges[0]), height)
            button = text_element(column, _BUTTON_ROW, f" {shown_text} ", dress.selection)._replace(rect=rect)
            elements.append(button.with_target(f"replay:{name}", label=self._label_of(name)))
        # Starts at the last button, so that there is no gap between them for a finger.
        rect = ((_BAR_COLUMN - 1) * CELL_WIDTH, top, (_BAR_WIDTH + 1) * CELL_WIDTH, height)
        cells = ["█"] * done_cells + ["░"] * (_BAR_WIDTH - done_cells)
        for index, sign in self._marks.items():
            cells[min(_BAR_WIDTH * index // max(1, replay_table.last_index), _BAR_WIDTH - 1)] = sign
        bar = text_element(_BAR_COLUMN, _BUTTON_ROW, "".join(cells), dress.text)
        return [
            *elements,
            bar._replace(rect=rect).with_target("replay:bar"),
            text_element(_SPEED_COLUMN, _BUTTON_ROW, str(self._speed + 1), dress.text, spoken=""),
            text_element(COLUMNS - 1 - len(progress_text), _BUTTON_ROW, progress_text, dress.text),
        ]
