"""The statistics screen: games, streaks, score histogram and daily deals of one rule set at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.features.help import Help
from retro_pyramid.features.statistics.charts import (
    CALENDAR_WIDTH,
    MOST,
    Missed,
    bar_words,
    draw_calendar,
    draw_chart,
    month_words,
    most_words,
)
from retro_pyramid.formats.native.daily_streaks import moved
from retro_pyramid.machine.video import COLUMNS, ROWS, Video
from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.ui.dialogs import Confirm
from retro_pyramid.ui.drawing import DOUBLE, SINGLE, Hint, frame, shortened
from retro_pyramid.ui.element import Part, filled, masthead, painted, said, spot, text
from retro_pyramid.ui.lists import PITCH, Listing, ListScreen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.formats.native.statistics import Figures as Statistics

_LIST_LEFT, _LIST_WIDTH = 0, 24
_PANEL_LEFT, _PANEL_WIDTH = 25, COLUMNS - 25
_PANE_TOP, _PANE_HEIGHT = 3, 20
_VISIBLE_ROWS = (_PANE_HEIGHT - 2) // PITCH
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


class Figures(ListScreen):
    """List of the rule sets, and the statistics of the selected one.

    Esc calls `on_leave`. `on_play` is called with a rule set and the date of the daily deal to play.
    """

    name = "figures"
    speaks = True
    message_row = ROWS - 2
    seen = _VISIBLE_ROWS
    own_keys = _KEYS

    def __init__(self, app: App, leave: Callable[[], None], play: Callable[[Rules, int], None]) -> None:
        super().__init__(app)
        self._on_leave = leave
        self._on_play = play
        self._today = app.services.today()
        self._shown_month = self._today // 100
        self._edition_specs = {edition: app.services.load(edition) for edition in app.services.programs}
        self._rule_sets = [rules for rules in RECORDS if rules.edition in self._edition_specs]
        self._all_statistics = app.services.files.figures(self._rule_sets)
        index = self._rule_sets.index(app.rules())
        self.start(Listing(tuple(map(_target_id, self._rule_sets)), at=index, page=_VISIBLE_ROWS))

    @property
    def _selected_rules(self) -> Rules:
        return self._rule_sets[self.listing.at]

    @property
    def _selected_statistics(self) -> Statistics:
        return self._all_statistics[self.listing.at]

    @property
    def _selected_edition(self) -> ProgramRecord:
        return self._edition_specs[self._selected_rules.edition]

    @property
    def _enabled_commands(self) -> dict[str, bool]:
        """Whether each command can be used, by its name."""
        dates = (*self._selected_statistics.days, *self._selected_statistics.late, *self._missed_dates)
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
        return self._selected_statistics.missed(self._today)

    def leave(self) -> None:
        self._on_leave()

    def act(self, name: str) -> None:
        """Run the command of a key or a key hint if it is enabled."""
        name = name.removeprefix("button:")
        if not self._enabled_commands.get(name, True):
            return
        if name in ("earlier", "later"):
            self._shown_month = moved(self._shown_month, -1 if name == "earlier" else 1)
        elif name == "days":
            self.app.push(Missed(self.app, self._missed_dates, self._play_day))
        elif name == "clear":
            question = f"Clear the figures of {self._selected_edition.title}?"
            self.app.push(Confirm(self.app, question, "The file as it is now is kept as .BAK", self._clear))
        elif name == "help":
            self.app.push(Help(self.app))
        elif name != "board":
            super().act(name)
        elif self._selected_edition.tournaments:
            # Lazy import: loaded when it is needed.
            from retro_pyramid.features.tournament.tournament_scores import TopTen

            self.app.push(TopTen(self.app, self._selected_rules))
        elif self._selected_edition.board_level is not None:
            from retro_pyramid.features.high_scores import Scores

            self.app.push(Scores(self.app, self.app.pop, onward="Back"))

    def _play_day(self, date: int) -> None:
        self.app.pop()
        self._on_play(self._selected_rules, date)

    def _clear(self) -> None:
        files = self.app.services.files
        files.statistics.clear(self._selected_rules.edition)
        self._all_statistics = files.figures(self._rule_sets)

    def hints(self) -> list[Hint]:
        enabled, spec = self._enabled_commands, self._selected_edition
        scores_label = "Top 10" if spec.tournaments else "Top ten" if spec.board_level else ""
        return [
            Hint("↑↓", "Program"),
            Hint("←", "Earlier", "button:earlier", enabled["earlier"]),
            Hint("→", "Later", "button:later", enabled["later"]),
            Hint("D", "Days", "button:days", enabled["days"]),
            *([Hint("T", scores_label, "button:board")] if scores_label else []),
            Hint("C", "Clear", "button:clear", enabled["clear"]),
            Hint("F1", "Help", "button:help"),
            Hint("Esc", "Menu", "back"),
        ]

    def parts(self) -> list[Part]:
        """Return the list and the statistics of the selected rule set; only the statistics have spoken text."""
        app, theme = self.app, self.dress
        title = " - ".join(filter(None, self._rule_set_texts(self._selected_rules)))
        elements = [
            painted(self._draw_background),
            masthead("FIGURES", app.record.title, app.record.issue, theme)._replace(told=""),
        ]
        if app.top is not self:
            return elements
        return [
            *elements,
            said("Figures"),
            # Only fragments of the picture would be visible between the panes.
            filled(0, _PANE_TOP, COLUMNS, ROWS - 1 - _PANE_TOP, " ", theme.paper),
            self._pane_frame(_LIST_LEFT, _LIST_WIDTH),
            *chain(*map(self._list_row, self.in_sight(), count(_PANE_TOP + 1, PITCH))),
            *self.marks(_LIST_LEFT + _LIST_WIDTH - 3, _PANE_TOP, _PANE_TOP + _PANE_HEIGHT - 1, theme.frame),
            self._pane_frame(_PANEL_LEFT, _PANEL_WIDTH),
            text(_PANEL_LEFT + 2, _PANE_TOP, f" {title} ", theme.title, told=""),
            *chain(*map(self._count_elements, count(_PANE_TOP + 1), self._count_rows())),
            *self._chart_elements(),
            *self._calendar_elements(),
        ]

    def _draw_background(self, video: Video) -> None:
        """Draw the title picture under a dialog; the screen itself hides it and only needs the table's palette."""
        if self.app.top is self:
            video.set_registers(self.app.record.palette)
        else:
            draw_backdrop(self.app)

    def _pane_frame(self, column: int, width: int) -> Part:
        """Return the frame of a pane, without a shadow because the background is the same inside and outside."""
        lines = SINGLE if self.dress.caption else DOUBLE
        return painted(
            lambda video: frame(video, column, _PANE_TOP, width, _PANE_HEIGHT, self.dress.frame, lines)
        )

    def _list_row(self, name: str, row: int) -> list[Part]:
        """Return a row of the list: the edition's title, and its options in the line below."""
        index = self.listing.ids.index(name)
        theme, is_selected, texts = (
            self.dress,
            index == self.listing.at,
            self._rule_set_texts(self._rule_sets[index]),
        )
        lines = [
            text(
                _LIST_LEFT + 1,
                row + line,
                f" {shortened(line_text, _LIST_WIDTH - 4)}".ljust(_LIST_WIDTH - 2),
                theme.bar if is_selected else theme.dim if line else theme.paper,
                told="",
            )
            for line, line_text in enumerate(texts)
        ]
        row_area = spot(_LIST_LEFT + 1, row, _LIST_WIDTH - 2, PITCH)
        return [*lines, row_area.use(name, words=" ".join(filter(None, texts)))]

    def _rule_set_texts(self, rules: Rules) -> tuple[str, str]:
        """Return the title of a rule set's edition, and its options as text."""
        spec = self._edition_specs[rules.edition]
        option_texts = (
            spec.option_words.get(option, f"{option[0].replace('_', '-').capitalize()} {option[1]}")
            for option in rules.chosen
        )
        return spec.title, ", ".join(option_texts)

    def _count_rows(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return the counts row by row, as labels with their values."""
        statistics = self._selected_statistics
        win_percentage = "-" if statistics.share is None else f"{statistics.share} %"
        mean = "-" if statistics.mean is None else f"{statistics.mean:.1f}"
        best = "-" if statistics.best is None else str(statistics.best)
        return (
            (("Games", str(statistics.games)), ("Won", str(statistics.wins)), ("Share", win_percentage)),
            (("Best", best), ("Mean", mean)),
            (("Won in a row now", str(statistics.streak)), ("Longest", str(statistics.longest))),
        )

    def _count_elements(self, row: int, counts: Sequence[tuple[str, str]]) -> list[Part]:
        columns = _COUNT_COLUMNS if row < _PANE_TOP + 3 else _COUNT_COLUMNS[::2]
        spoken = ", ".join([f"{label} {'none' if value == '-' else value}" for label, value in counts])
        elements = [said(spoken)]
        for column, (label, value) in zip(columns, counts, strict=False):
            elements.append(text(column, row, label, self.dress.dim, told=""))
            elements.append(text(column + len(label) + 1, row, value, self.dress.paper, told=""))
        return elements

    def _empty_chart_text(self) -> str:
        """Return the text in place of the histogram if there are no scores."""
        if self._selected_rules.scoring is None:
            return "No score is kept here"
        return "The next games show here" if self._selected_statistics.games else "No score yet"

    def _chart_elements(self) -> list[Part]:
        """Return the histogram, and its bars as spoken text."""
        spread, theme = self._selected_statistics.spread(MOST), self.dress
        bars = () if spread is None else enumerate(spread.bars)
        spoken_bars = [
            f"{bar_words(spread, index)}: {games}" for index, games in bars if spread is not None and games
        ]
        return [
            text(_CHART_LEFT, _HEADINGS_ROW - 1, "How the scores lie", theme.paper, told=""),
            painted(
                lambda video: draw_chart(
                    video, (_CHART_LEFT, _HEADINGS_ROW), spread, self._empty_chart_text(), theme
                )
            ),
            said(
                "How the scores lie: " + ", ".join(spoken_bars) if spoken_bars else self._empty_chart_text()
            ),
            said("" if spread is None else most_words(spread)),
        ]

    def _calendar_elements(self) -> list[Part]:
        """Return the calendar of the month with its arrows, and the streaks of daily deals."""
        theme, statistics, enabled, month = (
            self.dress,
            self._selected_statistics,
            self._enabled_commands,
            month_words(self._shown_month),
        )
        weeks = statistics.month(self._shown_month)
        spoken_days = [
            f"{date % 100} {'won' if is_won else 'not won'}{', late' if is_late else ''}"
            for week in weeks
            for date, is_won, is_late in week
            if date and is_won is not None
        ]
        day_streak = statistics.run(self._today)
        lines = (f"Days in a row now {day_streak.now}", f"Longest {day_streak.longest}")
        elements = [
            text(_CALENDAR_LEFT, _HEADINGS_ROW - 1, "Deals of the day", theme.paper, told=""),
            text(_CALENDAR_LEFT, _HEADINGS_ROW, month.center(CALENDAR_WIDTH), theme.paper, told=""),
            painted(
                lambda video: draw_calendar(
                    video, (_CALENDAR_LEFT, _HEADINGS_ROW + 1), weeks, self._today, theme
                )
            ),
            said(f"Deals of the day in {month}: {', '.join(spoken_days) or 'none played'}"),
            said(
                f"Won {statistics.days_won} of {len(statistics.days)} played"
                + (f", {statistics.days_late} more played late" if statistics.days_late else "")
            ),
            said(", ".join(lines)),
        ]
        arrows = (("earlier", _CALENDAR_LEFT, "◄", 0), ("later", _CALENDAR_LEFT + CALENDAR_WIDTH - 3, "►", 2))
        for name, column, arrow, dx in arrows:
            if enabled[name]:
                elements.append(text(column + dx, _HEADINGS_ROW, arrow, theme.hot, told=""))
            elements.append(spot(column, _HEADINGS_ROW, 3, 1).use(f"button:{name}", enabled[name]))
        grid = spot(_CALENDAR_LEFT, _HEADINGS_ROW + 2, CALENDAR_WIDTH, len(weeks))
        elements.append(grid.use("button:days", enabled["days"], words="Days"))
        late_totals = [f"+ played late {statistics.days_late}"] if statistics.days_late else []
        totals = f"* won {statistics.days_won}   · played {len(statistics.days)}"
        for row, line in enumerate((totals, *lines, *late_totals), _HEADINGS_ROW + 9):
            elements.append(text(_CALENDAR_LEFT, row, line, theme.paper, told=""))
        return elements


def _target_id(rules: Rules) -> str:
    """Return the target id of a rule set's row: the edition, followed by the values of its options."""
    return f"menu:{'-'.join([rules.edition, *(value for _, value in rules.chosen)])}"
