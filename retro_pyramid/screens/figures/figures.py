"""The figures of every program, one rule set at a time: games, streaks, the spread of scores, the daily deals."""

from collections.abc import Callable

from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.screens.app import App
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.boxes.dialog import Confirm
from retro_pyramid.screens.boxes.help import Help
from retro_pyramid.screens.boxes.list_box import PITCH, ListScreen
from retro_pyramid.screens.figures.calendar import WIDTH as CALENDAR_WIDTH
from retro_pyramid.screens.figures.calendar import draw_calendar, earlier, later, month_words
from retro_pyramid.screens.figures.chart import MOST, bar_words, draw_chart, most_words
from retro_pyramid.screens.parts.list import Listing
from retro_pyramid.screens.parts.look import Hint, cells_rect, header, shortened
from retro_pyramid.screens.record import ProgramRecord, Tally

_LIST, _LIST_WIDTH = 0, 24
_PANEL, _PANEL_WIDTH = 25, 53
_TOP, _HEIGHT = 3, 20
_SHOWN = (_HEIGHT - 2) // PITCH
"""Rows of the list there is room for."""
_CHART = _PANEL + 2
_CALENDAR = _PANEL + _PANEL_WIDTH - 2 - CALENDAR_WIDTH
_HEADS = _TOP + 6
_COUNTED = (_PANEL + 2, _PANEL + 20, _PANEL + 36)


class Figures(ListScreen):
    """A list of the programs with their options, and what was counted of the one with the bar; Esc calls `leave`."""

    name = "figures"
    speaks = True
    message_row = ROWS - 2

    def __init__(self, app: App, leave: Callable[[], None]) -> None:
        super().__init__(app)
        self._leave = leave
        self._today = app.services.today()
        self._month = self._today // 100
        self._records = {edition: app.services.load(edition)[0] for edition in app.services.programs}
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
    def _first_row(self) -> int:
        """The first row of the list that is shown."""
        return max(0, min(self.listing.at - _SHOWN // 2, len(self._rules) - _SHOWN))

    @property
    def _can(self) -> dict[str, bool]:
        """Whether each command can be used now, by its name."""
        months, edition = [date // 100 for date in self._tally.days], self._chosen.edition
        rows = zip(self._tallies, self._rules, strict=True)
        counted = [tally.games for tally, rules in rows if rules.edition == edition]
        return {
            "earlier": min(months, default=self._month) < self._month,
            "later": self._month < self._today // 100,
            "clear": any(counted),
        }

    def leave(self) -> None:
        """Go back to where the figures were asked for."""
        self._leave()

    def key(self, key: Key) -> None:
        """Turn the calendar, clear, show the board beside; the rest is the list's."""
        names = {
            "LEFT": "earlier",
            "RIGHT": "later",
            "C": "clear",
            "DELETE": "clear",
            "T": "board",
            "F1": "help",
        }
        name = names.get(key.name if len(key.name) > 1 else key.char.upper())
        if name:
            self._run(name)
        else:
            super().key(key)

    def click(self, target: Target) -> None:
        """Do what a hint says; the rest is the list's."""
        kind, _, name = target.id.partition(":")
        if kind == "button":
            self._run(name)
        else:
            super().click(target)

    def _run(self, name: str) -> None:
        if not self._can.get(name, True):
            return
        if name in ("earlier", "later"):
            self._month = (earlier if name == "earlier" else later)(self._month)
        elif name == "clear":
            question = f"Clear the figures of {self._record.title}?"
            self.app.push(Confirm(self.app, question, "The file as it is now is kept as .BAK", self._clear))
        elif name == "help":
            self.app.push(Help(self.app))
        elif self._record.tournaments:
            # The table is loaded when it is needed.
            from retro_pyramid.screens.contest.topten import TopTen

            self.app.push(TopTen(self.app, self._chosen))
        elif self._record.board_level is not None:
            from retro_pyramid.screens.boxes.scores import Scores

            self.app.push(Scores(self.app, self.app.pop, onward="Back"))

    def _clear(self) -> None:
        files = self.app.services.files
        files.clear_figures(self._chosen.edition)
        self._tallies = files.figures(self._rules)

    def hints(self) -> list[Hint]:
        """Return the keys as they are now."""
        can, record = self._can, self._record
        board = "Top 10" if record.tournaments else "Top ten" if record.board_level else ""
        return [
            Hint("↑↓", "Program", ""),
            Hint("←", "Earlier", "button:earlier", can["earlier"]),
            Hint("→", "Later", "button:later", can["later"]),
            *([Hint("T", board, "button:board")] if board else []),
            Hint("C", "Clear", "button:clear", can["clear"]),
            Hint("F1", "Help", "button:help"),
            Hint("Esc", "Menu", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the hints, the rows that are shown, and the arrows of the calendar."""
        can, first = self._can, self._first_row
        rows = [
            Target(
                name,
                cells_rect(_LIST + 1, _TOP + 1 + PITCH * line, _LIST_WIDTH - 2, PITCH),
                words=" ".join(filter(None, self._words(self._rules[first + line]))),
            )
            for line, name in enumerate(self.listing.ids[first : first + _SHOWN])
        ]
        arrows = [
            Target(f"button:{name}", cells_rect(column, _HEADS, 3, 1), can[name])
            for name, column in (("earlier", _CALENDAR), ("later", _CALENDAR + CALENDAR_WIDTH - 3))
        ]
        return [*super().targets(), *rows, *arrows]

    @property
    def told(self) -> list[str]:
        """Return what was counted of the rules with the bar: list, chart and calendar stand side by side."""
        tally, spread = self._tally, self._tally.spread(MOST)
        counts = [
            ", ".join([f"{word} {'none' if value == '-' else value}" for word, value in facts])
            for facts in self._counts()
        ]
        bars = [] if spread is None else [(at, games) for at, games in enumerate(spread.bars) if games]
        lie = [f"{bar_words(spread, at)}: {games}" for at, games in bars] if spread is not None else []
        scores = "How the scores lie: " + ", ".join(lie) if lie else self._no_scores()
        most = [] if spread is None else [most_words(spread)]
        days = [
            f"{date % 100} {'won' if won else 'not won'}"
            for week in tally.month(self._month)
            for date, won in week
            if date and won is not None
        ]
        month = f"Deals of the day in {month_words(self._month)}: {', '.join(days) or 'none played'}"
        played = f"Won {tally.days_won} of {len(tally.days)} played"
        run = ", ".join(self._run_lines())
        return ["Figures", *counts, scores, *most, month, played, run]

    def draw(self) -> None:
        """Draw the list and beside it the figures."""
        draw_backdrop(self.app)
        header(self.video, "FIGURES", self.app.record.title.upper(), self.app.record.issue, self.dress)
        if self.app.top is not self:
            return
        # Between the boxes nothing but crumbs of the picture would be left.
        self.video.fill(0, _TOP, COLUMNS, ROWS - 1 - _TOP, " ", self.dress.paper)
        self._draw_list()
        self.draw_box(_PANEL, _TOP, _PANEL_WIDTH, _HEIGHT)
        words = self._words(self._chosen)
        title = " - ".join(word for word in words if word)
        self.video.write(_PANEL + 2, _TOP, f" {title} ", self.dress.title)
        self._draw_counts()
        self._draw_scores()
        self._draw_days()
        self.draw_hints()

    def _words(self, rules: Rules) -> tuple[str, str]:
        """Return the title of a rule set's program, and its options."""
        record = self._records[rules.edition]
        options = (
            record.option_words.get(chosen, f"{chosen[0].replace('_', '-').capitalize()} {chosen[1]}")
            for chosen in rules.chosen
        )
        return record.title, ", ".join(options)

    def _draw_list(self) -> None:
        video, dress, first = self.video, self.dress, self._first_row
        self.draw_box(_LIST, _TOP, _LIST_WIDTH, _HEIGHT)
        for line, rules in enumerate(self._rules[first : first + _SHOWN]):
            row, chosen = _TOP + 1 + PITCH * line, first + line == self.listing.at
            for at, words in enumerate(self._words(rules)):
                attribute = dress.bar if chosen else dress.dim if at else dress.paper
                shown = shortened(words, _LIST_WIDTH - 4)
                video.write(_LIST + 1, row + at, f" {shown}".ljust(_LIST_WIDTH - 2), attribute)
        for row, more in ((_TOP, first > 0), (_TOP + _HEIGHT - 1, first + _SHOWN < len(self._rules))):
            if more:
                video.write(_LIST + _LIST_WIDTH - 3, row, "▲" if row == _TOP else "▼", dress.frame)

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

    def _draw_counts(self) -> None:
        for row, facts in enumerate(self._counts(), _TOP + 1):
            columns = _COUNTED if row < _TOP + 3 else _COUNTED[::2]
            for column, (word, value) in zip(columns, facts, strict=False):
                self.video.write(column, row, word, self.dress.dim)
                self.video.write(column + len(word) + 1, row, value, self.dress.paper)

    def _no_scores(self) -> str:
        """Return what stands in place of the bars where there are none."""
        if self._chosen.scoring is None:
            return "No score is kept here"
        return "The next games show here" if self._tally.games else "No score yet"

    def _draw_scores(self) -> None:
        self.video.write(_CHART, _HEADS - 1, "How the scores lie", self.dress.paper)
        draw_chart(self.video, (_CHART, _HEADS), self._tally.spread(MOST), self._no_scores(), self.dress)

    def _draw_days(self) -> None:
        video, dress, tally, can = self.video, self.dress, self._tally, self._can
        video.write(_CALENDAR, _HEADS - 1, "Deals of the day", dress.paper)
        video.write(_CALENDAR, _HEADS, month_words(self._month).center(CALENDAR_WIDTH), dress.paper)
        if can["earlier"]:
            video.write(_CALENDAR, _HEADS, "◄", dress.hot)
        if can["later"]:
            video.write(_CALENDAR + CALENDAR_WIDTH - 1, _HEADS, "►", dress.hot)
        draw_calendar(video, (_CALENDAR, _HEADS + 1), tally.month(self._month), self._today, dress)
        lines = (f"* won {tally.days_won}   · played {len(tally.days)}", *self._run_lines())
        for row, line in enumerate(lines, _HEADS + 9):
            video.write(_CALENDAR, row, line, dress.paper)

    def _run_lines(self) -> tuple[str, str]:
        """Return on how many days in a row the deal of the day was played."""
        run = self._tally.run(self._today)
        return f"Days in a row now {run.now}", f"Longest {run.longest}"


def _target_id(rules: Rules) -> str:
    """Return the target id of a rule set's row: the edition, and behind it the values of its options."""
    return f"menu:{'-'.join([rules.edition, *(value for _, value in rules.chosen)])}"
