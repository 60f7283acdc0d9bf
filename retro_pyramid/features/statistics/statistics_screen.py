"""The figures of every program, one rule set at a time: games, streaks, the spread of scores, the daily deals."""

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
    from retro_pyramid.formats.native.statistics import Figures as Tally

_LIST, _LIST_WIDTH = 0, 24
_PANEL, _PANEL_WIDTH = 25, COLUMNS - 25
_TOP, _HEIGHT = 3, 20
_SHOWN = (_HEIGHT - 2) // PITCH
"""Rows of the list there is room for."""
_CHART = _PANEL + 2
_CALENDAR = _PANEL + _PANEL_WIDTH - 2 - CALENDAR_WIDTH
_HEADS = _TOP + 6
_COUNTED = (_PANEL + 2, _PANEL + 20, _PANEL + 36)
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
    """A list of the programs with their options, and what was counted of the one with the bar; Esc calls `leave`.

    `play` gets a rule set and the date of which the daily deal is to be played.
    """

    name = "figures"
    speaks = True
    message_row = ROWS - 2
    seen = _SHOWN
    own_keys = _KEYS

    def __init__(self, app: App, leave: Callable[[], None], play: Callable[[Rules, int], None]) -> None:
        super().__init__(app)
        self._leave = leave
        self._play = play
        self._today = app.services.today()
        self._month = self._today // 100
        self._records = {edition: app.services.load(edition) for edition in app.services.programs}
        self._rules = [rules for rules in RECORDS if rules.edition in self._records]
        self._tallies = app.services.files.figures(self._rules)
        at = self._rules.index(app.rules())
        self.start(Listing(tuple(map(_target_id, self._rules)), at=at, page=_SHOWN))

    @property
    def _chosen(self) -> Rules:
        return self._rules[self.listing.at]

    @property
    def _tally(self) -> Tally:
        return self._tallies[self.listing.at]

    @property
    def _record(self) -> ProgramRecord:
        return self._records[self._chosen.edition]

    @property
    def _can(self) -> dict[str, bool]:
        """Whether each command can be used now, by its name."""
        days = (*self._tally.days, *self._tally.late, *self._missed)
        months, edition = [date // 100 for date in days], self._chosen.edition
        rows = zip(self._tallies, self._rules, strict=True)
        counted = [tally.games for tally, rules in rows if rules.edition == edition]
        return {
            "earlier": min(months, default=self._month) < self._month,
            "later": self._month < self._today // 100,
            "clear": any(counted),
            "days": bool(self._missed),
        }

    @property
    def _missed(self) -> list[int]:
        return self._tally.missed(self._today)

    def leave(self) -> None:
        self._leave()

    def act(self, name: str) -> None:
        """Do what a key or a word of the bottom line stands for, where it can be done."""
        name = name.removeprefix("button:")
        if not self._can.get(name, True):
            return
        if name in ("earlier", "later"):
            self._month = moved(self._month, -1 if name == "earlier" else 1)
        elif name == "days":
            self.app.push(Missed(self.app, self._missed, self._take_day))
        elif name == "clear":
            question = f"Clear the figures of {self._record.title}?"
            self.app.push(Confirm(self.app, question, "The file as it is now is kept as .BAK", self._clear))
        elif name == "help":
            self.app.push(Help(self.app))
        elif name != "board":
            super().act(name)
        elif self._record.tournaments:
            # The table is loaded when it is needed.
            from retro_pyramid.features.tournament.tournament_scores import TopTen

            self.app.push(TopTen(self.app, self._chosen))
        elif self._record.board_level is not None:
            from retro_pyramid.features.high_scores import Scores

            self.app.push(Scores(self.app, self.app.pop, onward="Back"))

    def _take_day(self, date: int) -> None:
        self.app.pop()
        self._play(self._chosen, date)

    def _clear(self) -> None:
        files = self.app.services.files
        files.statistics.clear(self._chosen.edition)
        self._tallies = files.figures(self._rules)

    def hints(self) -> list[Hint]:
        can, record = self._can, self._record
        board = "Top 10" if record.tournaments else "Top ten" if record.board_level else ""
        return [
            Hint("↑↓", "Program"),
            Hint("←", "Earlier", "button:earlier", can["earlier"]),
            Hint("→", "Later", "button:later", can["later"]),
            Hint("D", "Days", "button:days", can["days"]),
            *([Hint("T", board, "button:board")] if board else []),
            Hint("C", "Clear", "button:clear", can["clear"]),
            Hint("F1", "Help", "button:help"),
            Hint("Esc", "Menu", "back"),
        ]

    def parts(self) -> list[Part]:
        """Return the list and beside it the figures of the rules with the bar, which alone are read."""
        app, dress = self.app, self.dress
        words = " - ".join(filter(None, self._words(self._chosen)))
        found = [
            painted(self._ground),
            masthead("FIGURES", app.record.title, app.record.issue, dress)._replace(told=""),
        ]
        if app.top is not self:
            return found
        return [
            *found,
            said("Figures"),
            # Between the boxes nothing but crumbs of the picture would be left.
            filled(0, _TOP, COLUMNS, ROWS - 1 - _TOP, " ", dress.paper),
            self._pane(_LIST, _LIST_WIDTH),
            *chain(*map(self._row, self.in_sight(), count(_TOP + 1, PITCH))),
            *self.marks(_LIST + _LIST_WIDTH - 3, _TOP, _TOP + _HEIGHT - 1, dress.frame),
            self._pane(_PANEL, _PANEL_WIDTH),
            text(_PANEL + 2, _TOP, f" {words} ", dress.title, told=""),
            *chain(*map(self._fact_parts, count(_TOP + 1), self._counts())),
            *self._score_parts(),
            *self._day_parts(),
        ]

    def _ground(self, video: Video) -> None:
        """Draw the title picture; under the figures nothing of it is seen, and the colours are those of the table."""
        if self.app.top is self:
            video.set_registers(self.app.record.palette)
        else:
            draw_backdrop(self.app)

    def _pane(self, column: int, width: int) -> Part:
        """Return the frame of a pane; it lies in the paper of the whole screen and has no shadow."""
        lines = SINGLE if self.dress.caption else DOUBLE
        return painted(lambda video: frame(video, column, _TOP, width, _HEIGHT, self.dress.frame, lines))

    def _row(self, name: str, row: int) -> list[Part]:
        """Return a row of the list: the program, and below it its options."""
        at = self.listing.ids.index(name)
        dress, chosen, words = self.dress, at == self.listing.at, self._words(self._rules[at])
        lines = [
            text(
                _LIST + 1,
                row + line,
                f" {shortened(word, _LIST_WIDTH - 4)}".ljust(_LIST_WIDTH - 2),
                dress.bar if chosen else dress.dim if line else dress.paper,
                told="",
            )
            for line, word in enumerate(words)
        ]
        place = spot(_LIST + 1, row, _LIST_WIDTH - 2, PITCH)
        return [*lines, place.use(name, words=" ".join(filter(None, words)))]

    def _words(self, rules: Rules) -> tuple[str, str]:
        """Return the title of a rule set's program, and its options."""
        record = self._records[rules.edition]
        options = (
            record.option_words.get(chosen, f"{chosen[0].replace('_', '-').capitalize()} {chosen[1]}")
            for chosen in rules.chosen
        )
        return record.title, ", ".join(options)

    def _counts(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return what was counted, row by row: words with their values."""
        tally = self._tally
        share = "-" if tally.share is None else f"{tally.share} %"
        mean = "-" if tally.mean is None else f"{tally.mean:.1f}"
        best = "-" if tally.best is None else str(tally.best)
        return (
            (("Games", str(tally.games)), ("Won", str(tally.wins)), ("Share", share)),
            (("Best", best), ("Mean", mean)),
            (("Won in a row now", str(tally.streak)), ("Longest", str(tally.longest))),
        )

    def _fact_parts(self, row: int, facts: Sequence[tuple[str, str]]) -> list[Part]:
        columns = _COUNTED if row < _TOP + 3 else _COUNTED[::2]
        told = ", ".join([f"{word} {'none' if value == '-' else value}" for word, value in facts])
        found = [said(told)]
        for column, (word, value) in zip(columns, facts, strict=False):
            found.append(text(column, row, word, self.dress.dim, told=""))
            found.append(text(column + len(word) + 1, row, value, self.dress.paper, told=""))
        return found

    def _no_scores(self) -> str:
        """Return what stands in place of the bars where there are none."""
        if self._chosen.scoring is None:
            return "No score is kept here"
        return "The next games show here" if self._tally.games else "No score yet"

    def _score_parts(self) -> list[Part]:
        """Return how the scores lie: the chart, and in words every bar that has a height."""
        spread, dress = self._tally.spread(MOST), self.dress
        bars = () if spread is None else enumerate(spread.bars)
        lie = [f"{bar_words(spread, at)}: {games}" for at, games in bars if spread is not None and games]
        return [
            text(_CHART, _HEADS - 1, "How the scores lie", dress.paper, told=""),
            painted(lambda video: draw_chart(video, (_CHART, _HEADS), spread, self._no_scores(), dress)),
            said("How the scores lie: " + ", ".join(lie) if lie else self._no_scores()),
            said("" if spread is None else most_words(spread)),
        ]

    def _day_parts(self) -> list[Part]:
        """Return the calendar of the month with its arrows, and on how many days in a row the deal was played."""
        dress, tally, can, month = self.dress, self._tally, self._can, month_words(self._month)
        weeks = tally.month(self._month)
        days = [
            f"{date % 100} {'won' if won else 'not won'}{', late' if late else ''}"
            for week in weeks
            for date, won, late in week
            if date and won is not None
        ]
        run = tally.run(self._today)
        lines = (f"Days in a row now {run.now}", f"Longest {run.longest}")
        found = [
            text(_CALENDAR, _HEADS - 1, "Deals of the day", dress.paper, told=""),
            text(_CALENDAR, _HEADS, month.center(CALENDAR_WIDTH), dress.paper, told=""),
            painted(lambda video: draw_calendar(video, (_CALENDAR, _HEADS + 1), weeks, self._today, dress)),
            said(f"Deals of the day in {month}: {', '.join(days) or 'none played'}"),
            said(
                f"Won {tally.days_won} of {len(tally.days)} played"
                + (f", {tally.days_late} more played late" if tally.days_late else "")
            ),
            said(", ".join(lines)),
        ]
        arrows = (("earlier", _CALENDAR, "◄", 0), ("later", _CALENDAR + CALENDAR_WIDTH - 3, "►", 2))
        for name, column, sign, at in arrows:
            if can[name]:
                found.append(text(column + at, _HEADS, sign, dress.hot, told=""))
            found.append(spot(column, _HEADS, 3, 1).use(f"button:{name}", can[name]))
        grid = spot(_CALENDAR, _HEADS + 2, CALENDAR_WIDTH, len(weeks))
        found.append(grid.use("button:days", can["days"], words="Days"))
        late = [f"+ played late {tally.days_late}"] if tally.days_late else []
        counted = f"* won {tally.days_won}   · played {len(tally.days)}"
        for row, line in enumerate((counted, *lines, *late), _HEADS + 9):
            found.append(text(_CALENDAR, row, line, dress.paper, told=""))
        return found


def _target_id(rules: Rules) -> str:
    """Return the target id of a rule set's row: the edition, and behind it the values of its options."""
    return f"menu:{'-'.join([rules.edition, *(value for _, value in rules.chosen)])}"
