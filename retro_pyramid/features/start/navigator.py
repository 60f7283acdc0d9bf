"""Navigation between screens: title, menu, table, name dialog, high scores, magazine and DOS prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import days, demonstration
from retro_pyramid.app.edition_spec import MenuItem, ProgramRecord, Ways
from retro_pyramid.deals.daily_deal import Day
from retro_pyramid.deals.deal_search import Seek, day_of, seek_of_day
from retro_pyramid.deals.deal_source import opening
from retro_pyramid.features.help import Help
from retro_pyramid.features.high_scores import NameEntry, Scores
from retro_pyramid.features.start.menus import Editions, Menu
from retro_pyramid.features.start.title import Intro
from retro_pyramid.rules.transcript import Save, Transcript
from retro_pyramid.session import Session
from retro_pyramid.settings import DEALS, LAST
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.ui.dialogs import Confirm
from retro_pyramid.ui.lists import Choose, Row

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.rules import Rules
    from retro_pyramid.storage.unfinished import StoredGame
    from retro_pyramid.table.table_screen import Table


class Today(Menu):
    """The menu of today's daily deals: one deal, or a match of six."""

    esc = "Back"

    def __init__(self, app: App, play: Callable[[Day], None], back: Callable[[], None]) -> None:
        self.heading = ("TODAY", app.record.title, day_of(app).date)
        super().__init__(
            app,
            {
                "deal": lambda _: play(day_of(app)),
                "match": lambda _: play(day_of(app, match=True)),
                "help": lambda _: app.push(Help(app)),
                "quit": lambda _: back(),
            },
            (MenuItem("deal", "Deal of the Day", "deal"), MenuItem("match", "Match of Six", "match")),
        )


class Flow:
    """Decides which screen follows which, and owns what has to be known about the next game.

    `install` makes it the navigator of the app. The arguments of the constructor:

    `get_table_spec` returns the table of an edition by its id.
    `first_deal_number` is the deal number of the first game, None for a random one.
    `requested_options` are the rule options that an unfinished game must have to be resumed.
    `search_from_first_deal` says that the search for a winnable deal starts at the first deal number.
    `resume_first_deal` says that an unfinished game of the first deal is resumed if there is one: it was on the table
    when the web page was closed.
    `quit_destination` is where quitting leads if the edition was started from there: a question and a callback.
    """

    def __init__(
        self,
        app: App,
        looks: Callable[[str], TableLook],
        first_deal: int | None,
        asked: Mapping[str, str] | None = None,
        seek: bool = False,
        resume: bool = False,
        home: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        self.app = app
        self._get_table_spec = looks
        self.first_deal = first_deal
        """The requested deal number, until it is dealt."""
        self._requested_options = dict(asked or {})
        self._searches_from_first_deal = seek
        self._resumes_first_deal = resume
        self._initial_quit_destination = home
        self._is_from_magazine = False
        """Whether the current edition was started from the magazine."""

    def lead(self) -> None:
        """Set this navigator as the one of the app."""
        self.app.flow = self

    @property
    def _quit_destination(self) -> tuple[str, Callable[[], None]] | None:
        return (
            ("Back to the magazine?", self.shell)
            if self._is_from_magazine
            else self._initial_quit_destination
        )

    def start(self, where: str, page: str = "") -> None:
        """Show the first screen: `title`, `menu`, `table`, `shell` (magazine, at `magazine_page`) or `dos` (prompt)."""
        screens = {
            "title": self.title,
            "menu": self.menu,
            "table": self.table,
            "shell": lambda: self.shell(page),
            "dos": self.prompt,
        }
        screens[where]()

    def prompt(self) -> None:
        """Show the DOS prompt as the first screen: leaving it quits the program, or shows the title in a browser."""
        self.app.go(
            self.app.services.prompt(self.app, self._quit if self.app.services.leaves else self.title)
        )

    def dos(self) -> None:
        """Show the DOS prompt; leaving it shows the main menu."""
        self.app.session = None
        self.app.machine.mouse = True
        self.app.go(self.app.services.prompt(self.app, self.menu))

    def shelf(self) -> None:
        """Show the list of the other editions over the current screen."""
        self.app.push(Editions(self.app, self._select_edition, self.app.pop))

    def shell(self, page: str = "") -> None:
        """Show the cover of the magazine, or one of its pages. Editions started there return to it when they are quit."""
        from retro_pyramid.features.magazine.magazine import Doors, open_issue

        self.app.session = None
        self.app.machine.mouse = True
        self._is_from_magazine = False
        # The magazine uses the theme of its own edition.
        magazine_edition = next(iter(self.app.services.programs))
        if self.app.record.id != magazine_edition:
            self.app.switch(magazine_edition)
        on_leave = self._ask_quit

        def show_prompt() -> None:
            self.app.go(self.app.services.prompt(self.app, self.shell))

        # A player who came from the prompt returns to it by leaving.
        extra_links = () if self._quit_destination else (("dos", "DOS Prompt", show_prompt),)

        def enter(edition: str) -> None:
            self.app.switch(edition)
            self.app.choices.change({LAST: edition})
            self._is_from_magazine, self._requested_options = True, {}
            self.title()

        open_issue(self.app, Doors(enter, on_leave, extra_links), page)

    def title(self, go_on: Callable[[], None] | None = None) -> None:
        """Show the title screen. Any key there calls `on_continue`, which is the main menu by default."""
        self.app.picture_ticks = 0
        self.app.introduced.add(self.app.record.id)
        self.app.go(Intro(self.app, go_on or self.menu, lambda: self._run_attract_loop(self.menu)))

    def _run_attract_loop(self, on_leave: Callable[[], None]) -> None:
        """Run the attract loop: a recorded game, the high scores if any, the title of the next edition, and so on."""
        self.app.shown[self.app.record.id] += 1
        self._show_demonstration("Menu", on_leave, self.app.shown[self.app.record.id], self._show_scores)

    def _show_scores(self) -> None:
        if self.app.record.tournaments:
            from retro_pyramid.features.tournament.tournament_scores import TopTen

            self.menu()
            self.app.push(TopTen(self.app, self.app.rules()).passing(self._show_next_title))
        elif self.app.record.board_level is not None:
            self.app.go(Scores(self.app, self.menu).passing(self._show_next_title))
        else:
            self._show_next_title()

    def _show_next_title(self) -> None:
        """Show the title of the next edition without its tune. A player who presses a key then continues in that edition."""
        programs = [*self.app.services.programs]
        edition = programs[(programs.index(self.app.record.id) + 1) % len(programs)]
        self.app.switch(edition)
        self.title(lambda: self._select_edition(edition))
        self.app.machine.speaker.stop()

    def menu(self) -> None:
        """Show the main menu; the app has no current game then."""
        self.app.session = None
        # An edition may have disabled the mouse for its games.
        self.app.machine.mouse = True
        actions: dict[str, Callable[[MenuItem], None]] = {
            "play": self._play_item,
            "go_on": lambda _: self._resume_or_choose(),
            "scores": lambda _: self.app.go(Scores(self.app, self.menu)),
            "figures": lambda _: self._show_statistics(),
            "help": lambda _: self._show_help(),
            "editions": lambda _: self.app.go(Editions(self.app, self._select_edition, self.menu)),
            "today": lambda _: self.app.go(Today(self.app, self._play_day, self.menu)),
            "quit": lambda _: self._ask_quit(),
            "attract": lambda _: self._run_attract_loop(self.app.pop),
        }
        self.app.go(Menu(self.app, actions))

    def show_damaged_link(self, problem: str, game: Transcript | None = None) -> None:
        """Show the main menu under a box that reports a damaged link and offers what could still be read from it.

        That is a deal, a daily deal, or a whole game to replay (`transcript`).
        """
        app, deal, day = self.app, self.first_deal, self.app.day
        # They are only played if the player chooses them.
        self.first_deal = app.day = None
        title = app.record.title

        def play_deal() -> None:
            self.first_deal = deal
            self.table()

        def show_game() -> None:
            app.pop()
            if game is not None:
                self.watch(game, "A game to watch", going=False)

        choices: list[tuple[Row, Callable[[], None]]] = []
        if game is not None:
            choices.append((Row("menu:game", "The game, move by move", "G"), show_game))
        if deal is not None:
            choices.append((Row("menu:deal", f"Deal {deal} of {title}", "D"), play_deal))
        if day is not None:
            day_label = f"The {'match' if day.match else 'deal'} of {day.date}, {title}"
            choices.append((Row("menu:day", day_label, "T"), lambda: self._play_day(day)))
        choices.append((Row("menu:menu", f"Menu of {title}", "M"), app.pop))
        self.menu()
        detail = f"This link is damaged: {problem}"
        rows = [row for row, _ in choices]
        dialog = Choose(
            app, "damaged", ("Damaged link", detail, "Go on"), rows, lambda index: choices[index][1]()
        )
        dialog.message = detail
        app.push(dialog)

    def _show_statistics(self) -> None:
        from retro_pyramid.features.statistics.statistics_screen import Figures

        self.app.go(Figures(self.app, self.menu, self._play_day_of_date))

    def _show_help(self) -> None:
        self.app.push(Help(self.app, show=lambda: self._show_demonstration("Help", self.app.pop)))

    def _show_demonstration(
        self,
        leave_label: str,
        on_leave: Callable[[], None],
        demo_index: int = 0,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """Show the demonstration of the edition. Any key calls `on_leave`; the end of the game calls `on_end`."""
        from retro_pyramid.features.start.attract import Attract

        self.app.push(
            Attract(
                self.app,
                self._current_table_spec(),
                demonstration(self.app.record.id, demo_index),
                on_leave,
                leave_label,
                on_end,
            )
        )

    def _play_day_of_date(self, rules: Rules, date: int) -> None:
        """Play the daily deal of a date (YYYYMMDD), under rules that may belong to another edition."""
        if rules.edition != self.app.record.id:
            self.app.switch(rules.edition)
            self.app.choices.change({LAST: rules.edition})
        self.app.options |= rules.options
        self._play_day(Day(rules, date, days()))

    def _play_day(self, day: Day) -> None:
        if self._enter_pending_name(lambda: self._play_day(day)):
            return
        self.app.day = day
        self._requested_options = {}
        self._start_day(day)

    def _start_day(self, day: Day) -> None:
        """Find the next deal of the day and start it, or resume the unfinished game of it."""

        def start_deal(deal_number: int) -> None:
            rules = self.app.rules()
            # Options that can change during a game may have changed since it was saved.
            fixed_options = {name: value for name, value in rules.chosen if name not in dict(rules.freest)}
            saved = self._find_unfinished(fixed_options, deal_number)
            table = self._open_table(deal_number) if saved is None else self._resume_game(saved)
            # The deal of a future day is not played late, although not on its own day either.
            is_late = table.session.late and day.number < self.app.services.today()
            table.say(f"{day.words}, played late" if is_late else day.words)
            if day.match and saved is None and day.place(deal_number) == 1:
                table.referee.start_match(table)

        if not self.app.screens:
            self.menu()
        seek_of_day(self.app, day, start_deal)

    def _find_unfinished(
        self, options: Mapping[str, str], deal_number: int | None = None
    ) -> StoredGame | None:
        """Return the last unfinished game with these options (and of this deal, if one is given), or None."""
        return self.app.services.files.resume.get(self.app.record.id, options, deal_number)

    def _resume_or_choose(self) -> None:
        """Resume the unfinished game, or let the player choose one of several."""
        if self._enter_pending_name(self._resume_or_choose):
            return
        games = self.app.services.files.resume.left(self.app.record.id)

        def resume_at(index: int) -> None:
            self._resume_game(games[index])

        if len(games) == 1:
            resume_at(0)
        else:
            texts = ("Go on", "The game left off last comes first", "")
            rows = [
                Row(f"menu:left{index + 1}", _describe_save(game.save, self.app.record), "")
                for index, game in enumerate(games)
            ]
            self.app.push(Choose(self.app, "left", texts, rows, resume_at))

    def _resume_game(self, stored: StoredGame) -> Table:
        """Resume an unfinished game and make it the last one played."""
        files, record = self.app.services.files, self.app.record
        # Options stored in settings apply to the next game, regardless of the options of this one.
        self.app.options |= {o: v for o, v in stored.save.game.options.items() if o not in record.kept}
        table = self._open_table(Session.resume(stored.save, record.habits, stored.entry))
        if files.claim.mine:
            files.resume.bring_forward(stored.entry)
        table.say("Your last game goes on where you left it")
        return table

    def _play_item(self, item: MenuItem) -> None:
        self.app.options |= item.options
        self._requested_options = dict(item.options)
        self.table()

    def _select_edition(self, edition: str) -> None:
        self.app.day = None
        self.app.switch(edition)
        self.app.choices.change({LAST: edition})
        self._requested_options = {}
        if edition in self.app.introduced:
            self.menu()
        else:
            self.title()

    def table(self) -> None:
        """Resume the unfinished game, or deal one with the selected options."""
        if self._enter_pending_name(self.table):
            return
        day, deal_filter = self.app.day, self.app.settings[DEALS]
        requested_deal, resumes = self.first_deal, self._resumes_first_deal
        self.first_deal, self._resumes_first_deal = None, False
        resumed_deal = requested_deal if resumes else None
        saved = self._find_unfinished(self._requested_options, requested_deal)
        start_kind = opening(
            requested_deal is not None,
            resumes,
            self._searches_from_first_deal,
            saved is not None,
            day,
            deal_filter,
        )
        if day is not None and resumed_deal is not None:
            day.dealt = resumed_deal
        if start_kind == "left" and saved is not None:
            self._resume_game(saved)
        elif start_kind == "day" and day is not None:
            self._start_day(day)
        else:
            deal_number = self.app.services.next_deal() if requested_deal is None else requested_deal
            if start_kind == "deal":
                self._start_deal(deal_number, resumed_deal)
                return
            if not self.app.screens:
                self.menu()
            self.app.push(
                Seek(
                    self.app,
                    deal_number,
                    lambda found_number: self._start_deal(found_number, resumed_deal),
                    deal_filter,
                )
            )

    def _start_deal(self, deal_number: int, resumed_deal: int | None) -> None:
        """Start a game of a deal. `resumed_deal` is the deal on the table when the web page was closed, or None."""
        table = self._open_table(deal_number)
        if resumed_deal is not None:
            table.referee.left_at(table, deal_number)

    def _open_table(self, game: int | Session) -> Table:
        """Show a table with a new game of a deal number, or with a session."""
        # Lazy import: the first picture appears sooner.
        from retro_pyramid.table.table_screen import Table

        table = Table(self.app, self._current_table_spec(), game, self._create_table_exits())
        self.app.go(table)
        return table

    def watch(
        self, game: Transcript, title: str, going: bool = True, at: int = 0, ended: bool = False
    ) -> None:
        """Show a game move by move over the current screen, from the position after `move_index` moves.

        `starts_playing` says whether the moves follow by themselves at once. A game that `has_ended` is over even if
        moves are left in it.
        """
        from retro_pyramid.features.replay.replay import Replay

        screen = Replay(
            self.app, self._get_table_spec(game.edition), game, title, self.app.pop, going, at, ended
        )
        self.app.push(screen)
        screen.begin()

    def play_on(self, save: Save) -> None:
        """Start an unrecorded, assisted game from a position of a replay, or a race against the ghost in `saved`."""
        if self.app.record.id == save.game.edition and self._enter_pending_name(lambda: self.play_on(save)):
            return
        if self.app.record.id != save.game.edition:
            self.app.switch(save.game.edition)
        self.app.day = None
        self.app.options |= {o: v for o, v in save.game.options.items() if o not in self.app.record.kept}
        session = Session.resume(save, self.app.record.habits)
        session.aside = save.race is None
        table = self._open_table(session)
        if save.race is None:
            table.say("Play on from here: this game is assisted and kept nowhere")
        else:
            table.game.keep(table)
            table.course.deal(session)
            table.say(f"The same cards as {save.race.name} had")

    def _current_table_spec(self) -> TableLook:
        return self._get_table_spec(self.app.record.id)

    def _create_table_exits(self) -> Ways:
        return Ways(
            self._finish_game,
            lambda session: self._find_score_index(session) is not None,
            self.menu,
            self._show_help,
            self.shelf,
            self._leave_table,
            lambda: self._play_day(day_of(self.app)),
        )

    def _ask_quit(self) -> None:
        if self._quit_destination is None:
            can_leave = self.app.services.leaves
            question = "Leave the program?" if can_leave else "Back to the title?"
            self.app.push(
                Confirm(self.app, question, "Come back soon", self._quit if can_leave else self.title)
            )
        else:
            question, on_yes = self._quit_destination
            self.app.push(Confirm(self.app, question, "It is still there", on_yes))

    def _quit(self) -> None:
        if self.app.powers() and self.app.services.host == "window":
            from retro_pyramid.features.start.title import PowerOff

            self.app.push(PowerOff(self.app))
        else:
            self.app.done = True

    def _leave_table(self) -> None:
        """Leave the program from its table; a web page can only return to the menu."""
        if self._quit_destination is not None:
            self._quit_destination[1]()
        elif self.app.services.leaves:
            self._quit()
        else:
            self.menu()

    def _find_score_index(self, session: Session) -> int | None:
        """Return the index in the high score table that a finished game earns, or None."""
        if session.assisted or session.aside or session.score is None:
            return None
        return self.app.services.files.board().own.rank_for(session.score)

    def _enter_pending_name(self, on_done: Callable[[], None]) -> bool:
        """Ask for the name of a finished game if the program was closed before it was entered.

        Return True if there is such a game.
        """
        files, edition = self.app.services.files, self.app.record.id
        stored = files.resume.waiting(edition) or files.resume.get(edition)
        session = (
            None
            if stored is None
            else Session.resume(stored.save, self.app.record.habits, entry=stored.entry)
        )
        if session is None or session.status == "playing" or self.app.record.board_level is None:
            return False
        if not self.app.screens:
            self.menu()
        self._finish_game(session, on_done)
        return True

    def _finish_game(self, session: Session, on_done: Callable[[], None] | None) -> None:
        """Ask for a name if a finished game earns a high score, then call `on_done` or show the menu.

        The game stays saved until it has its name, so that closing the window loses no score.
        """
        unfinished = self.app.services.files.resume
        entry = session.entry
        index, get_level = self._find_score_index(session), self.app.record.board_level
        if index is None or session.score is None or get_level is None or entry is None:
            if not session.aside and entry is not None:
                unfinished.drop(entry)
            (on_done or self.menu)()
            return
        score, level = session.score, get_level(session.rules)

        def enter(name: str) -> None:
            new_index = self.app.services.files.enter(name, score, level, entry)
            self.app.pop()
            self.app.session = None
            self.app.go(Scores(self.app, on_done or self.menu, new_index, "Go on" if on_done else "Menu"))

        def decline() -> None:
            unfinished.drop(entry)
            self.app.pop()
            (on_done or self.menu)()

        self.app.sounds.play("score" if index else "record")
        self.app.push(NameEntry(self.app, score, index, enter, decline))


def _describe_save(save: Save, record: ProgramRecord) -> str:
    deal_text = "Own cards" if save.game.deal is None else f"Deal {save.game.deal}"
    option_texts = [record.option_words.get(option, "") for option in save.game.options.items()]
    move_text = f"{save.cursor} move{'s' * (save.cursor != 1)}"
    return f"{deal_text:<17} {move_text:<11} {' '.join(filter(None, option_texts))}".rstrip()
