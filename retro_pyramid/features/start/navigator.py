"""Which screen comes after which: title, menu, table, name entry, board."""

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
    """What there is today: a deal, or a match of six."""

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
    """Moves an app from screen to screen; `looks` gives a program's table by its id.

    `first_deal` is the first game's deal number, None for a chance one.

    `asked` are the options a game must have to be taken up again where it was left off; `seek` says whether the first
    deal's number is only where looking for a winnable one begins; `resume` that such a game of the first deal comes
    before it, which was on the table when the page was left; `home` is where quitting leads, as a question and a way, when
    the program was started from there. It begins to act with `lead`.
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
        self._looks = looks
        self.first_deal = first_deal
        """The deal that was asked for, till it is dealt."""
        self._asked = dict(asked or {})
        self._seek = seek
        self._resume = resume
        self._started_from = home
        self._from_magazine = False
        """Whether the program on the screen was started from the magazine."""

    def lead(self) -> None:
        """Be the flow of the app from now on."""
        self.app.flow = self

    @property
    def _home(self) -> tuple[str, Callable[[], None]] | None:
        return ("Back to the magazine?", self.shell) if self._from_magazine else self._started_from

    def start(self, where: str, page: str = "") -> None:
        """Begin at `title`, `menu`, `table`, `shell` (the magazine, opened at a `page`) or `dos` (the prompt)."""
        ways = {
            "title": self.title,
            "menu": self.menu,
            "table": self.table,
            "shell": lambda: self.shell(page),
            "dos": self.prompt,
        }
        ways[where]()

    def prompt(self) -> None:
        """Show the DOS prompt, from which nothing leads on but leaving."""
        self.app.go(
            self.app.services.prompt(self.app, self._quit if self.app.services.leaves else self.title)
        )

    def dos(self) -> None:
        """Show the DOS prompt; leaving it leads to the menu."""
        self.app.session = None
        self.app.machine.mouse = True
        self.app.go(self.app.services.prompt(self.app, self.menu))

    def shelf(self) -> None:
        self.app.push(Editions(self.app, self._switch, self.app.pop))

    def shell(self, page: str = "") -> None:
        """Show the magazine, from which the programs are started and to which they come back: its cover, or a page."""
        from retro_pyramid.features.magazine.magazine import Doors, open_issue

        self.app.session = None
        self.app.machine.mouse = True
        self._from_magazine = False
        # The magazine wears its own program's dress.
        magazine = next(iter(self.app.services.programs))
        if self.app.record.id != magazine:
            self.app.switch(magazine)
        leave = self._ask_quit

        def dos() -> None:
            self.app.go(self.app.services.prompt(self.app, self.shell))

        # Who came from the prompt comes back to it by leaving.
        others = () if self._home else (("dos", "DOS Prompt", dos),)

        def enter(edition: str) -> None:
            self.app.switch(edition)
            self.app.choices.change({LAST: edition})
            self._from_magazine, self._asked = True, {}
            self.title()

        open_issue(self.app, Doors(enter, leave, others), page)

    def title(self, go_on: Callable[[], None] | None = None) -> None:
        self.app.picture_ticks = 0
        self.app.introduced.add(self.app.record.id)
        self.app.go(Intro(self.app, go_on or self.menu, lambda: self._round(self.menu)))

    def _round(self, back: Callable[[], None]) -> None:
        """Show what nobody asked for: a recorded game, the board where there is one, the next program's title, and so on."""
        self.app.shown[self.app.record.id] += 1
        self._show_me("Menu", back, self.app.shown[self.app.record.id], self._board)

    def _board(self) -> None:
        if self.app.record.tournaments:
            from retro_pyramid.features.tournament.tournament_scores import TopTen

            self.menu()
            self.app.push(TopTen(self.app, self.app.rules()).passing(self._next))
        elif self.app.record.board_level is not None:
            self.app.go(Scores(self.app, self.menu).passing(self._next))
        else:
            self._next()

    def _next(self) -> None:
        """Show the next program's title, without its tune; whoever comes then is in that program."""
        programs = [*self.app.services.programs]
        edition = programs[(programs.index(self.app.record.id) + 1) % len(programs)]
        self.app.switch(edition)
        self.title(lambda: self._switch(edition))
        self.app.machine.speaker.stop()

    def menu(self) -> None:
        """Show the main menu; no game is on."""
        self.app.session = None
        # A program may have put the mouse away for its games.
        self.app.machine.mouse = True
        actions: dict[str, Callable[[MenuItem], None]] = {
            "play": self._play,
            "go_on": lambda _: self._go_on(),
            "scores": lambda _: self.app.go(Scores(self.app, self.menu)),
            "figures": lambda _: self._figures(),
            "help": lambda _: self._help(),
            "editions": lambda _: self.app.go(Editions(self.app, self._switch, self.menu)),
            "today": lambda _: self.app.go(Today(self.app, self._today, self.menu)),
            "quit": lambda _: self._ask_quit(),
            "attract": lambda _: self._round(self.app.pop),
        }
        self.app.go(Menu(self.app, actions))

    def show_damaged_link(self, problem: str, game: Transcript | None = None) -> None:
        """Show the menu under a box that says what is wrong with a link and offers what it still tells.

        That is a deal, a day, or a whole `game` to be watched.
        """
        app, deal, day = self.app, self.first_deal, self.app.day
        # Played only if the player chooses them.
        self.first_deal = app.day = None
        title = app.record.title

        def play_deal() -> None:
            self.first_deal = deal
            self.table()

        def watch() -> None:
            app.pop()
            if game is not None:
                self.watch(game, "A game to watch", going=False)

        ways: list[tuple[Row, Callable[[], None]]] = []
        if game is not None:
            ways.append((Row("menu:game", "The game, move by move", "G"), watch))
        if deal is not None:
            ways.append((Row("menu:deal", f"Deal {deal} of {title}", "D"), play_deal))
        if day is not None:
            words = f"The {'match' if day.match else 'deal'} of {day.date}, {title}"
            ways.append((Row("menu:day", words, "T"), lambda: self._today(day)))
        ways.append((Row("menu:menu", f"Menu of {title}", "M"), app.pop))
        self.menu()
        detail = f"This link is damaged: {problem}"
        rows = [row for row, _ in ways]
        box = Choose(app, "damaged", ("Damaged link", detail, "Go on"), rows, lambda at: ways[at][1]())
        box.message = detail
        app.push(box)

    def _figures(self) -> None:
        from retro_pyramid.features.statistics.statistics_screen import Figures

        self.app.go(Figures(self.app, self.menu, self._day))

    def _help(self) -> None:
        self.app.push(Help(self.app, show=lambda: self._show_me("Help", self.app.pop)))

    def _show_me(
        self, where: str, back: Callable[[], None], number: int = 0, on: Callable[[], None] | None = None
    ) -> None:
        """Let the program show how it is played, till a key is pressed, which leads back; the game's end leads `on`."""
        from retro_pyramid.features.start.attract import Attract

        self.app.push(
            Attract(self.app, self._look(), demonstration(self.app.record.id, number), back, where, on)
        )

    def _day(self, rules: Rules, number: int) -> None:
        """Play the daily deal of a date under rules that may be another program's."""
        if rules.edition != self.app.record.id:
            self.app.switch(rules.edition)
            self.app.choices.change({LAST: rules.edition})
        self.app.options |= rules.options
        self._today(Day(rules, number, days()))

    def _today(self, day: Day) -> None:
        if self._name_first(lambda: self._today(day)):
            return
        self.app.day = day
        self._asked = {}
        self._deal_of_the_day(day)

    def _deal_of_the_day(self, day: Day) -> None:
        """Look for the next deal of the day and begin with it, or go on with it where it was left off."""

        def found(number: int) -> None:
            rules = self.app.rules()
            # The options that can change in mid-game may have changed since.
            fixed = {name: value for name, value in rules.chosen if name not in dict(rules.freest)}
            saved = self._left(fixed, number)
            table = self._sit(number) if saved is None else self._take_up(saved)
            # A day to come is not played late, but on another day than its own all the same.
            late = table.session.late and day.number < self.app.services.today()
            table.say(f"{day.words}, played late" if late else day.words)
            if day.match and saved is None and day.place(number) == 1:
                table.referee.start_match(table)

        if not self.app.screens:
            self.menu()
        seek_of_day(self.app, day, found)

    def _left(self, options: Mapping[str, str], deal: int | None = None) -> StoredGame | None:
        """Return the last game left off with these options, and of this deal if one is given; None without one."""
        return self.app.services.files.resume.get(self.app.record.id, options, deal)

    def _go_on(self) -> None:
        """Go on with the game that was left off, or let the player choose where there are several."""
        if self._name_first(self._go_on):
            return
        games = self.app.services.files.resume.left(self.app.record.id)

        def take(at: int) -> None:
            self._take_up(games[at])

        if len(games) == 1:
            take(0)
        else:
            words = ("Go on", "The game left off last comes first", "")
            rows = [
                Row(f"menu:left{at + 1}", _told(one.save, self.app.record), "")
                for at, one in enumerate(games)
            ]
            self.app.push(Choose(self.app, "left", words, rows, take))

    def _take_up(self, stored: StoredGame) -> Table:
        """Resume an unfinished game, which is the last one from now on."""
        files, record = self.app.services.files, self.app.record
        # What the settings keep holds for the next game, whatever this one was dealt with.
        self.app.options |= {o: v for o, v in stored.save.game.options.items() if o not in record.kept}
        table = self._sit(Session.resume(stored.save, record.habits, stored.entry))
        if files.claim.mine:
            files.resume.bring_forward(stored.entry)
        table.say("Your last game goes on where you left it")
        return table

    def _play(self, item: MenuItem) -> None:
        self.app.options |= item.options
        self._asked = dict(item.options)
        self.table()

    def _switch(self, edition: str) -> None:
        self.app.day = None
        self.app.switch(edition)
        self.app.choices.change({LAST: edition})
        self._asked = {}
        if edition in self.app.introduced:
            self.menu()
        else:
            self.title()

    def table(self) -> None:
        """Take up the game left off, or deal one with the options now chosen."""
        if self._name_first(self.table):
            return
        day, kind = self.app.day, self.app.settings[DEALS]
        wanted, resume = self.first_deal, self._resume
        self.first_deal, self._resume = None, False
        again = wanted if resume else None
        saved = self._left(self._asked, wanted)
        comes = opening(wanted is not None, resume, self._seek, saved is not None, day, kind)
        if day is not None and again is not None:
            day.dealt = again
        if comes == "left" and saved is not None:
            self._take_up(saved)
        elif comes == "day" and day is not None:
            self._deal_of_the_day(day)
        else:
            number = self.app.services.next_deal() if wanted is None else wanted
            if comes == "deal":
                self._begin(number, again)
                return
            if not self.app.screens:
                self.menu()
            self.app.push(Seek(self.app, number, lambda found: self._begin(found, again), kind))

    def _begin(self, number: int, again: int | None) -> None:
        """Begin with a deal; `again` is the one that was on the table when the page was left, if any was."""
        table = self._sit(number)
        if again is not None:
            table.referee.left_at(table, number)

    def _sit(self, game: int | Session) -> Table:
        """Go to a table with a deal, or with a game that goes on."""
        # The first picture comes sooner without it.
        from retro_pyramid.table.table_screen import Table

        table = Table(self.app, self._look(), game, self._ways())
        self.app.go(table)
        return table

    def watch(
        self, game: Transcript, title: str, going: bool = True, at: int = 0, ended: bool = False
    ) -> None:
        """Show a game move by move, over whatever is on the screen; it stands `at` a position or is `going` at once.

        One that `ended` is over even if moves are left in it.
        """
        from retro_pyramid.features.replay.replay import Replay

        shown = Replay(self.app, self._looks(game.edition), game, title, self.app.pop, going, at, ended)
        self.app.push(shown)
        shown.begin()

    def play_on(self, save: Save) -> None:
        """Begin an assisted game in the midst of one that was shown, which stands aside from all others, or a race."""
        if self.app.record.id == save.game.edition and self._name_first(lambda: self.play_on(save)):
            return
        if self.app.record.id != save.game.edition:
            self.app.switch(save.game.edition)
        self.app.day = None
        self.app.options |= {o: v for o, v in save.game.options.items() if o not in self.app.record.kept}
        session = Session.resume(save, self.app.record.habits)
        session.aside = save.race is None
        table = self._sit(session)
        if save.race is None:
            table.say("Play on from here: this game is assisted and kept nowhere")
        else:
            table.game.keep(table)
            table.course.deal(session)
            table.say(f"The same cards as {save.race.name} had")

    def _look(self) -> TableLook:
        return self._looks(self.app.record.id)

    def _ways(self) -> Ways:
        return Ways(
            self._game_over,
            lambda session: self._rank(session) is not None,
            self.menu,
            self._help,
            self.shelf,
            self._leave,
            lambda: self._today(day_of(self.app)),
        )

    def _ask_quit(self) -> None:
        if self._home is None:
            leaves = self.app.services.leaves
            question = "Leave the program?" if leaves else "Back to the title?"
            self.app.push(Confirm(self.app, question, "Come back soon", self._quit if leaves else self.title))
        else:
            question, way = self._home
            self.app.push(Confirm(self.app, question, "It is still there", way))

    def _quit(self) -> None:
        if self.app.powers() and self.app.services.host == "window":
            from retro_pyramid.features.start.title import PowerOff

            self.app.push(PowerOff(self.app))
        else:
            self.app.done = True

    def _leave(self) -> None:
        """Leave the program from its table: a page in a browser has nowhere to go but the menu."""
        if self._home is not None:
            self._home[1]()
        elif self.app.services.leaves:
            self._quit()
        else:
            self.menu()

    def _rank(self, session: Session) -> int | None:
        """Return the place on the board that a finished game earns, None for none."""
        if session.assisted or session.aside or session.score is None:
            return None
        return self.app.services.files.board().own.rank_for(session.score)

    def _name_first(self, then: Callable[[], None]) -> bool:
        """Ask for the name of a finished game, where the program was closed before; return whether there is one."""
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
        self._game_over(session, then)
        return True

    def _game_over(self, session: Session, then: Callable[[], None] | None) -> None:
        """Go where a finished game leads: to the board if it earns a place, else on to `then` or the menu.

        It is kept till it has its name, so that a window that is closed costs no score.
        """
        left_off = self.app.services.files.resume
        entry = session.entry
        rank, level_of = self._rank(session), self.app.record.board_level
        if rank is None or session.score is None or level_of is None or entry is None:
            if not session.aside and entry is not None:
                left_off.drop(entry)
            (then or self.menu)()
            return
        score, level = session.score, level_of(session.rules)

        def enter(name: str) -> None:
            place = self.app.services.files.enter(name, score, level, entry)
            self.app.pop()
            self.app.session = None
            self.app.go(Scores(self.app, then or self.menu, place, "Go on" if then else "Menu"))

        def decline() -> None:
            left_off.drop(entry)
            self.app.pop()
            (then or self.menu)()

        self.app.sounds.play("score" if rank else "record")
        self.app.push(NameEntry(self.app, score, rank, enter, decline))


def _told(save: Save, record: ProgramRecord) -> str:
    deal = "Own cards" if save.game.deal is None else f"Deal {save.game.deal}"
    options = [record.option_words.get(option, "") for option in save.game.options.items()]
    moves = f"{save.cursor} move{'s' * (save.cursor != 1)}"
    return f"{deal:<17} {moves:<11} {' '.join(filter(None, options))}".rstrip()
