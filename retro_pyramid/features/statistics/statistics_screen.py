"""The statistics screen: games, streaks, score histogram and daily deals of one rule set at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.features.help import HelpScreen
from retro_pyramid.features.statistics.charts import (
    CALENDAR_WIDTH,
    MAX_BARS,
    MissedDailies,
    draw_calendar,
    draw_chart,
    format_bar_range,
    format_month,
    format_most_frequent,
)
from retro_pyramid.formats.native.daily_streaks import add_months
from retro_pyramid.machine.video import COLUMNS, ROWS, DisplayAdapter
from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.ui.dialogs import ConfirmDialog
from retro_pyramid.ui.drawing import DOUBLE_LINE_CHARS, SINGLE_LINE_CHARS, KeyHint, draw_frame, ellipsize
from retro_pyramid.ui.element import (
    Element,
    custom_element,
    fill_element,
    header_element,
    hit_area,
    spoken_only,
    text_element,
)
from retro_pyramid.ui.lists import ROW_PITCH, ListModel, ListScreen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.formats.native.statistics import Statistics as Statistics

_LIST_LEFT, _LIST_WIDTH = 0, 24
_PANEL_LEFT, _PANEL_WIDTH = 25, COLUMNS - 25
_PANE_TOP, _PANE_HEIGHT = 3, 20
_VISIBLE_ROWS = (_PANE_HEIGHT - 2) // ROW_PITCH
"""Number of rows of the list that fit."""
_CHART_LEFT = _PANEL_LEFT + 2
_CALENDAR_LEFT = _PANEL_LEFT + _PANEL_WIDTH - 2 - CALENDAR_WIDTH
_HEADINGS_ROW = _PANE_TOP + 6
_COUNT_COLUMNS = (_PANEL_LEFT + 2, _PANEL_LEFT + 20, _PANEL_LEFT + 36)
_KEYS = {
    "ESC": "back",
    "LEFT": "earlier",
    "RIGHT": "later",
    "D": "days",
    "C": "clear",
    "DELETE": "clear",
    "T": "board",
    "F1": "help",
}


class StatisticsScreen(ListScreen):
    """List of the rule sets, and the statistics of the selected one.

    Esc calls `on_leave`. `on_play` is called with a rule set and the date of the daily deal to play.
    """

    name = "figures"
    shows_messages = True
    message_row = ROWS - 2
    visible_row_count = _VISIBLE_ROWS
    BINDINGS = _KEYS

    def __init__(self, app: App, on_leave: Callable[[], None], on_play: Callable[[Rules, int], None]) -> None:
        super().__init__(app)
        self._on_leave = on_leave
        self._on_play = on_play
        self._today = app.services.get_today()
        self._shown_month = self._today // 100
        self._edition_specs = {
            edition: app.services.load_edition(edition) for edition in app.services.edition_titles
        }
        self._rule_sets = [rules for rules in ALL_RULES if rules.edition in self._edition_specs]
        self._all_statistics = app.services.files.read_statistics(self._rule_sets)
        index = self._rule_sets.index(app.get_rules())
        self.show_list(
            ListModel(tuple(map(_target_id, self._rule_sets)), selected_index=index, page_rows=_VISIBLE_ROWS)
        )

    @property
    def _selected_rules(self) -> Rules:
        return self._rule_sets[self.list_model.selected_index]

    @property
    def _selected_statistics(self) -> Statistics:
        return self._all_statistics[self.list_model.selected_index]

    @property
    def _selected_edition(self) -> EditionSpec:
        return self._edition_specs[self._selected_rules.edition]

    @property
    def _enabled_commands(self) -> dict[str, bool]:
        """Whether each command can be used, by its name."""
        dates = (
            *self._selected_statistics.daily_results,
            *self._selected_statistics.late_results,
            *self._missed_dates,
        )
        months, edition = [date // 100 for date in dates], self._selected_rules.edition
        statistics_and_rules = zip(self._all_statistics, self._rule_sets, strict=True)
        game_counts = [
            statistics.games for statistics, rules in statistics_and_rules if rules.edition == edition
        ]
        return {
            "earlier": min(months, default=self._shown_month) < self._shown_month,
            "later": self._shown_month < self._today // 100,
            "clear": any(game_counts),
            "days": bool(self._missed_dates),
        }

    @property
    def _missed_dates(self) -> list[int]:
        return self._selected_statistics.list_missed_dates(self._today)

    def close(self) -> None:
        self._on_leave()

    def on_action(self, action_id: str) -> None:
        """Run the command of a key or a key hint if it is enabled."""
        action_id = action_id.removeprefix("button:")
        if not self._enabled_commands.get(action_id, True):
            return
        if action_id in ("earlier", "later"):
            self._shown_month = add_months(self._shown_month, -1 if action_id == "earlier" else 1)
        elif action_id == "days":
            self.app.push(MissedDailies(self.app, self._missed_dates, self._play_day))
        elif action_id == "clear":
            question = f"Clear the figures of {self._selected_edition.title}?"
            self.app.push(
                ConfirmDialog(self.app, question, "The file as it is now is kept as .BAK", self._clear)
            )
        elif action_id == "help":
            self.app.push(HelpScreen(self.app))
        elif action_id != "board":
            super().on_action(action_id)
        elif self._selected_edition.has_tournaments:
            # Lazy import: loaded when it is needed.
            from retro_pyramid.features.tournament.tournament_scores import TournamentScoresScreen

            self.app.push(TournamentScoresScreen(self.app, self._selected_rules))
        elif self._selected_edition.high_score_level is not None:
            from retro_pyramid.features.high_scores import HighScoreScreen

            self.app.push(HighScoreScreen(self.app, self.app.pop, leave_label="Back"))

    def _play_day(self, date: int) -> None:
        self.app.pop()
        self._on_play(self._selected_rules, date)

    def _clear(self) -> None:
        files = self.app.services.files
        files.statistics.clear_edition(self._selected_rules.edition)
        self._all_statistics = files.read_statistics(self._rule_sets)

    def get_key_hints(self) -> list[KeyHint]:
        enabled, spec = self._enabled_commands, self._selected_edition
        scores_label = "Top 10" if spec.has_tournaments else "Top ten" if spec.high_score_level else ""
        return [
            KeyHint("↑↓", "Program"),
            KeyHint("←", "Earlier", "button:earlier", enabled["earlier"]),
            KeyHint("→", "Later", "button:later", enabled["later"]),
            KeyHint("D", "Days", "button:days", enabled["days"]),
            *([KeyHint("T", scores_label, "button:board")] if scores_label else []),
            KeyHint("C", "Clear", "button:clear", enabled["clear"]),
            KeyHint("F1", "Help", "button:help"),
            KeyHint("Esc", "Menu", "back"),
        ]

    def build_elements(self) -> list[Element]:
        """Return the list and the statistics of the selected rule set; only the statistics have spoken text."""
        app, theme = self.app, self.theme
        title = " - ".join(filter(None, self._rule_set_texts(self._selected_rules)))
        elements = [
            custom_element(self._draw_background),
            header_element("FIGURES", app.edition.title, app.edition.issue, theme)._replace(spoken=""),
        ]
        if app.top_screen is not self:
            return elements
        return [
            *elements,
            spoken_only("Figures"),
            # Only fragments of the picture would be visible between the panes.
            fill_element(0, _PANE_TOP, COLUMNS, ROWS - 1 - _PANE_TOP, " ", theme.text),
            self._pane_frame(_LIST_LEFT, _LIST_WIDTH),
            *chain(*map(self._list_row, self.get_visible_ids(), count(_PANE_TOP + 1, ROW_PITCH))),
            *self.build_scroll_marks(
                _LIST_LEFT + _LIST_WIDTH - 3, _PANE_TOP, _PANE_TOP + _PANE_HEIGHT - 1, theme.frame
            ),
            self._pane_frame(_PANEL_LEFT, _PANEL_WIDTH),
            text_element(_PANEL_LEFT + 2, _PANE_TOP, f" {title} ", theme.title, spoken=""),
            *chain(*map(self._count_elements, count(_PANE_TOP + 1), self._count_rows())),
            *self._chart_elements(),
            *self._calendar_elements(),
        ]

    def _draw_background(self, video: DisplayAdapter) -> None:
        """Draw the title picture under a dialog; the screen itself hides it and only needs the table's palette."""
        if self.app.top_screen is self:
            video.set_registers(self.app.edition.palette)
        else:
            draw_backdrop(self.app)

    def _pane_frame(self, column: int, width: int) -> Element:
        """Return the frame of a pane, without a shadow because the background is the same inside and outside."""
        lines = SINGLE_LINE_CHARS if self.theme.window_title else DOUBLE_LINE_CHARS
        return custom_element(
            lambda video: draw_frame(video, column, _PANE_TOP, width, _PANE_HEIGHT, self.theme.frame, lines)
        )

    def _list_row(self, name: str, row: int) -> list[Element]:
        """Return a row of the list: the edition's title, and its options in the line below."""
        index = self.list_model.target_ids.index(name)
        theme, is_selected, texts = (
            self.theme,
            index == self.list_model.selected_index,
            self._rule_set_texts(self._rule_sets[index]),
        )
        lines = [
            text_element(
                _LIST_LEFT + 1,
                row + line,
                f" {ellipsize(line_text, _LIST_WIDTH - 4)}".ljust(_LIST_WIDTH - 2),
                theme.selection if is_selected else theme.muted if line else theme.text,
                spoken="",
            )
            for line, line_text in enumerate(texts)
        ]
        row_area = hit_area(_LIST_LEFT + 1, row, _LIST_WIDTH - 2, ROW_PITCH)
        return [*lines, row_area.with_target(name, label=" ".join(filter(None, texts)))]

    def _rule_set_texts(self, rules: Rules) -> tuple[str, str]:
        """Return the title of a rule set's edition, and its options as text."""
        spec = self._edition_specs[rules.edition]
        option_texts = (
            spec.option_labels.get(option, f"{option[0].replace('_', '-').capitalize()} {option[1]}")
            for option in rules.option_values
        )
        return spec.title, ", ".join(option_texts)

    def _count_rows(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return the counts row by row, as labels with their values."""
        statistics = self._selected_statistics
        win_percentage = "-" if statistics.win_percentage is None else f"{statistics.win_percentage} %"
        mean = "-" if statistics.mean_score is None else f"{statistics.mean_score:.1f}"
        best = "-" if statistics.best_score is None else str(statistics.best_score)
        return (
            (("Games", str(statistics.games)), ("Won", str(statistics.wins)), ("Share", win_percentage)),
            (("Best", best), ("Mean", mean)),
            (("Won in a row now", str(statistics.win_streak)), ("Longest", str(statistics.best_win_streak))),
        )

    def _count_elements(self, row: int, counts: Sequence[tuple[str, str]]) -> list[Element]:
        columns = _COUNT_COLUMNS if row < _PANE_TOP + 3 else _COUNT_COLUMNS[::2]
        spoken = ", ".join([f"{label} {'none' if value == '-' else value}" for label, value in counts])
        elements = [spoken_only(spoken)]
        for column, (label, value) in zip(columns, counts, strict=False):
            elements.append(text_element(column, row, label, self.theme.muted, spoken=""))
            elements.append(text_element(column + len(label) + 1, row, value, self.theme.text, spoken=""))
        return elements

    def _empty_chart_text(self) -> str:
        """Return the text in place of the histogram if there are no scores."""
        if self._selected_rules.scoring is None:
            return "No score is kept here"
        return "The next games show here" if self._selected_statistics.games else "No score yet"

    def _chart_elements(self) -> list[Element]:
        """Return the histogram, and its bars as spoken text."""
        spread, theme = self._selected_statistics.build_histogram(MAX_BARS), self.theme
        bars = () if spread is None else enumerate(spread.bin_counts)
        spoken_bars = [
            f"{format_bar_range(spread, index)}: {games}"
            for index, games in bars
            if spread is not None and games
        ]
        return [
            text_element(_CHART_LEFT, _HEADINGS_ROW - 1, "How the scores lie", theme.text, spoken=""),
            custom_element(
                lambda video: draw_chart(
                    video, (_CHART_LEFT, _HEADINGS_ROW), spread, self._empty_chart_text(), theme
                )
            ),
            spoken_only(
                "How the scores lie: " + ", ".join(spoken_bars) if spoken_bars else self._empty_chart_text()
            ),
            spoken_only("" if spread is None else format_most_frequent(spread)),
        ]

    def _calendar_elements(self) -> list[Element]:
        """Return the calendar of the month with its arrows, and the streaks of daily deals."""
        theme, statistics, enabled, month = (
            self.theme,
            self._selected_statistics,
            self._enabled_commands,
            format_month(self._shown_month),
        )
        weeks = statistics.list_month_results(self._shown_month)
        spoken_days = [
            f"{date % 100} {'won' if is_won else 'not won'}{', late' if is_late else ''}"
            for week in weeks
            for date, is_won, is_late in week
            if date and is_won is not None
        ]
        day_streak = statistics.compute_daily_streak(self._today)
        lines = (f"Days in a row now {day_streak.current}", f"Longest {day_streak.best}")
        elements = [
            text_element(_CALENDAR_LEFT, _HEADINGS_ROW - 1, "Deals of the day", theme.text, spoken=""),
            text_element(_CALENDAR_LEFT, _HEADINGS_ROW, month.center(CALENDAR_WIDTH), theme.text, spoken=""),
            custom_element(
                lambda video: draw_calendar(
                    video, (_CALENDAR_LEFT, _HEADINGS_ROW + 1), weeks, self._today, theme
                )
            ),
            spoken_only(f"Deals of the day in {month}: {', '.join(spoken_days) or 'none played'}"),
            spoken_only(
                f"Won {statistics.daily_wins} of {len(statistics.daily_results)} played"
                + (f", {statistics.days_late} more played late" if statistics.days_late else "")
            ),
            spoken_only(", ".join(lines)),
        ]
        arrows = (("earlier", _CALENDAR_LEFT, "◄", 0), ("later", _CALENDAR_LEFT + CALENDAR_WIDTH - 3, "►", 2))
        for name, column, arrow, dx in arrows:
            if enabled[name]:
                elements.append(text_element(column + dx, _HEADINGS_ROW, arrow, theme.hotkey, spoken=""))
            elements.append(
                hit_area(column, _HEADINGS_ROW, 3, 1).with_target(f"button:{name}", enabled[name])
            )
        grid = hit_area(_CALENDAR_LEFT, _HEADINGS_ROW + 2, CALENDAR_WIDTH, len(weeks))
        elements.append(grid.with_target("button:days", enabled["days"], label="Days"))
        late_totals = [f"+ played late {statistics.days_late}"] if statistics.days_late else []
        totals = f"* won {statistics.daily_wins}   · played {len(statistics.daily_results)}"
        for row, line in enumerate((totals, *lines, *late_totals), _HEADINGS_ROW + 9):
            elements.append(text_element(_CALENDAR_LEFT, row, line, theme.text, spoken=""))
        return elements


def _target_id(rules: Rules) -> str:
    """Return the target id of a rule set's row: the edition, followed by the values of its options."""
    return f"menu:{'-'.join([rules.edition, *(value for _, value in rules.option_values)])}"
