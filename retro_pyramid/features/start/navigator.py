"""Navigation between screens: title, menu, table, name dialog, high scores, magazine and DOS prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import load_daily_table, load_demo
from retro_pyramid.app.edition_spec import EditionSpec, MenuItem, TableExits
from retro_pyramid.deals.daily_deal import DailyDeal
from retro_pyramid.deals.deal_search import DealSearchScreen, create_daily_deal, find_daily_deal
from retro_pyramid.deals.deal_source import choose_start
from retro_pyramid.features.help import HelpScreen
from retro_pyramid.features.high_scores import HighScoreNameDialog, HighScoreScreen
from retro_pyramid.features.start.menus import EditionsMenu, Menu
from retro_pyramid.features.start.title import TitleScreen
from retro_pyramid.rules.transcript import SavedSession, Transcript
from retro_pyramid.session import Session
from retro_pyramid.settings import DEAL_FILTER_SETTING, LAST_EDITION_SETTING
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.ui.dialogs import ConfirmDialog
from retro_pyramid.ui.lists import ChoiceDialog, ListRow

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.rules import Rules
    from retro_pyramid.storage.unfinished import StoredGame
    from retro_pyramid.table.table_screen import TableScreen


class DailyDealMenu(Menu):
    """The menu of today's daily deals: one deal, or a match of six."""

    esc_label = "Back"

    def __init__(self, app: App, on_play: Callable[[DailyDeal], None], on_leave: Callable[[], None]) -> None:
        self.header_texts = ("TODAY", app.edition.title, create_daily_deal(app).iso_date)
        super().__init__(
            app,
            {
                "deal": lambda _: on_play(create_daily_deal(app)),
                "match": lambda _: on_play(create_daily_deal(app, is_match=True)),
                "help": lambda _: app.push(HelpScreen(app)),
                "quit": lambda _: on_leave(),
            },
            (MenuItem("deal", "Deal of the Day", "deal"), MenuItem("match", "Match of Six", "match")),
        )


class Navigator:
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
        get_table_spec: Callable[[str], TableSpec],
        first_deal_number: int | None,
        requested_options: Mapping[str, str] | None = None,
        search_from_first_deal: bool = False,
        resume_first_deal: bool = False,
        quit_destination: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        self.app = app
        self._get_table_spec = get_table_spec
        self.first_deal_number = first_deal_number
        """The requested deal number, until it is dealt."""
        self._requested_options = dict(requested_options or {})
        self._searches_from_first_deal = search_from_first_deal
        self._resumes_first_deal = resume_first_deal
        self._initial_quit_destination = quit_destination
        self._is_from_magazine = False
        """Whether the current edition was started from the magazine."""

    def install(self) -> None:
        """Set this navigator as the one of the app."""
        self.app.navigator = self

    @property
    def _quit_destination(self) -> tuple[str, Callable[[], None]] | None:
        return (
            ("Back to the magazine?", self.show_magazine)
            if self._is_from_magazine
            else self._initial_quit_destination
        )

    def start(self, screen_name: str, magazine_page: str = "") -> None:
        """Show the first screen: `title`, `menu`, `table`, `shell` (magazine, at `magazine_page`) or `dos` (prompt)."""
        screens = {
            "title": self.show_title,
            "menu": self.show_main_menu,
            "table": self.deal_or_resume,
            "shell": lambda: self.show_magazine(magazine_page),
            "dos": self.start_in_dos,
        }
        screens[screen_name]()

    def start_in_dos(self) -> None:
        """Show the DOS prompt as the first screen: leaving it quits the program, or shows the title in a browser."""
        self.app.replace_screens(
            self.app.services.create_dos_prompt(
                self.app, self._quit if self.app.services.can_quit else self.show_title
            )
        )

    def show_dos_prompt(self) -> None:
        """Show the DOS prompt; leaving it shows the main menu."""
        self.app.session = None
        self.app.machine.has_mouse = True
        self.app.replace_screens(self.app.services.create_dos_prompt(self.app, self.show_main_menu))

    def show_editions(self) -> None:
        """Show the list of the other editions over the current screen."""
        self.app.push(EditionsMenu(self.app, self._select_edition, self.app.pop))

    def show_magazine(self, page: str = "") -> None:
        """Show the cover of the magazine, or one of its pages. Editions started there return to it when they are quit."""
        from retro_pyramid.features.magazine.magazine import MagazineLinks, open_magazine

        self.app.session = None
        self.app.machine.has_mouse = True
        self._is_from_magazine = False
        # The magazine uses the theme of its own edition.
        magazine_edition = next(iter(self.app.services.edition_titles))
        if self.app.edition.id != magazine_edition:
            self.app.select_edition(magazine_edition)
        on_leave = self._ask_quit

        def show_prompt() -> None:
            self.app.replace_screens(self.app.services.create_dos_prompt(self.app, self.show_magazine))

        # A player who came from the prompt returns to it by leaving.
        extra_links = () if self._quit_destination else (("dos", "DOS Prompt", show_prompt),)

        def enter(edition: str) -> None:
            self.app.select_edition(edition)
            self.app.settings_store.set_values({LAST_EDITION_SETTING: edition})
            self._is_from_magazine, self._requested_options = True, {}
            self.show_title()

        open_magazine(self.app, MagazineLinks(enter, on_leave, extra_links), page)

    def show_title(self, on_continue: Callable[[], None] | None = None) -> None:
        """Show the title screen. Any key there calls `on_continue`, which is the main menu by default."""
        self.app.title_ticks = 0
        self.app.titles_seen.add(self.app.edition.id)
        self.app.replace_screens(
            TitleScreen(
                self.app,
                on_continue or self.show_main_menu,
                lambda: self._run_attract_loop(self.show_main_menu),
            )
        )

    def _run_attract_loop(self, on_leave: Callable[[], None]) -> None:
        """Run the attract loop: a recorded game, the high scores if any, the title of the next edition, and so on."""
        self.app.demos_shown[self.app.edition.id] += 1
        self._show_demonstration(
            "Menu", on_leave, self.app.demos_shown[self.app.edition.id], self._show_scores
        )

    def _show_scores(self) -> None:
        if self.app.edition.has_tournaments:
            from retro_pyramid.features.tournament.tournament_scores import TournamentScoresScreen

            self.show_main_menu()
            self.app.push(
                TournamentScoresScreen(self.app, self.app.get_rules()).with_auto_advance(
                    self._show_next_title
                )
            )
        elif self.app.edition.high_score_level is not None:
            self.app.replace_screens(
                HighScoreScreen(self.app, self.show_main_menu).with_auto_advance(self._show_next_title)
            )
        else:
            self._show_next_title()

    def _show_next_title(self) -> None:
        """Show the title of the next edition without its tune. A player who presses a key then continues in that edition."""
        programs = [*self.app.services.edition_titles]
        edition = programs[(programs.index(self.app.edition.id) + 1) % len(programs)]
        self.app.select_edition(edition)
        self.show_title(lambda: self._select_edition(edition))
        self.app.machine.speaker.stop()

    def show_main_menu(self) -> None:
        """Show the main menu; the app has no current game then."""
        self.app.session = None
        # An edition may have disabled the mouse for its games.
        self.app.machine.has_mouse = True
        actions: dict[str, Callable[[MenuItem], None]] = {
            "play": self._play_item,
            "go_on": lambda _: self._resume_or_choose(),
            "scores": lambda _: self.app.replace_screens(HighScoreScreen(self.app, self.show_main_menu)),
            "figures": lambda _: self._show_statistics(),
            "help": lambda _: self._show_help(),
            "editions": lambda _: self.app.replace_screens(
                EditionsMenu(self.app, self._select_edition, self.show_main_menu)
            ),
            "today": lambda _: self.app.replace_screens(
                DailyDealMenu(self.app, self._play_day, self.show_main_menu)
            ),
            "quit": lambda _: self._ask_quit(),
            "attract": lambda _: self._run_attract_loop(self.app.pop),
        }
        self.app.replace_screens(Menu(self.app, actions))

    def show_damaged_link(self, problem: str, transcript: Transcript | None = None) -> None:
        """Show the main menu under a box that reports a damaged link and offers what could still be read from it.

        That is a deal, a daily deal, or a whole game to replay (`transcript`).
        """
        app, deal, day = self.app, self.first_deal_number, self.app.daily_deal
        # They are only played if the player chooses them.
        self.first_deal_number = app.daily_deal = None
        title = app.edition.title

        def play_deal() -> None:
            self.first_deal_number = deal
            self.deal_or_resume()

        def show_game() -> None:
            app.pop()
            if transcript is not None:
                self.show_replay(transcript, "A game to watch", starts_playing=False)

        choices: list[tuple[ListRow, Callable[[], None]]] = []
        if transcript is not None:
            choices.append((ListRow("menu:game", "The game, move by move", "G"), show_game))
        if deal is not None:
            choices.append((ListRow("menu:deal", f"Deal {deal} of {title}", "D"), play_deal))
        if day is not None:
            day_label = f"The {'match' if day.is_match else 'deal'} of {day.iso_date}, {title}"
            choices.append((ListRow("menu:day", day_label, "T"), lambda: self._play_day(day)))
        choices.append((ListRow("menu:menu", f"Menu of {title}", "M"), app.pop))
        self.show_main_menu()
        detail = f"This link is damaged: {problem}"
        rows = [row for row, _ in choices]
        dialog = ChoiceDialog(
            app, "damaged", ("Damaged link", detail, "Go on"), rows, lambda index: choices[index][1]()
        )
        dialog.message = detail
        app.push(dialog)

    def _show_statistics(self) -> None:
        from retro_pyramid.features.statistics.statistics_screen import StatisticsScreen

        self.app.replace_screens(StatisticsScreen(self.app, self.show_main_menu, self._play_day_of_date))

    def _show_help(self) -> None:
        self.app.push(
            HelpScreen(self.app, on_show_demo=lambda: self._show_demonstration("Help", self.app.pop))
        )

    def _show_demonstration(
        self,
        leave_label: str,
        on_leave: Callable[[], None],
        demo_index: int = 0,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """Show the demonstration of the edition. Any key calls `on_leave`; the end of the game calls `on_end`."""
        from retro_pyramid.features.start.attract import AttractScreen

        self.app.push(
            AttractScreen(
                self.app,
                self._current_table_spec(),
                load_demo(self.app.edition.id, demo_index),
                on_leave,
                leave_label,
                on_end,
            )
        )

    def _play_day_of_date(self, rules: Rules, date: int) -> None:
        """Play the daily deal of a date (YYYYMMDD), under rules that may belong to another edition."""
        if rules.edition != self.app.edition.id:
            self.app.select_edition(rules.edition)
            self.app.settings_store.set_values({LAST_EDITION_SETTING: rules.edition})
        self.app.options |= rules.options
        self._play_day(DailyDeal(rules, date, load_daily_table()))

    def _play_day(self, day: DailyDeal) -> None:
        if self._enter_pending_name(lambda: self._play_day(day)):
            return
        self.app.daily_deal = day
        self._requested_options = {}
        self._start_day(day)

    def _start_day(self, day: DailyDeal) -> None:
        """Find the next deal of the day and start it, or resume the unfinished game of it."""

        def start_deal(deal_number: int) -> None:
            rules = self.app.get_rules()
            # Options that can change during a game may have changed since it was saved.
            fixed_options = {
                name: value
                for name, value in rules.option_values
                if name not in dict(rules.permissive_options)
            }
            saved = self._find_unfinished(fixed_options, deal_number)
            table = self._open_table(deal_number) if saved is None else self._resume_game(saved)
            # The deal of a future day is not played late, although not on its own day either.
            is_late = table.session.is_late and day.yyyymmdd < self.app.services.get_today()
            table.show_message(f"{day.description}, played late" if is_late else day.description)
            if day.is_match and saved is None and day.find_day_index(deal_number) == 1:
                table.game_mode.start_match(table)

        if not self.app.screens:
            self.show_main_menu()
        find_daily_deal(self.app, day, start_deal)

    def _find_unfinished(
        self, options: Mapping[str, str], deal_number: int | None = None
    ) -> StoredGame | None:
        """Return the last unfinished game with these options (and of this deal, if one is given), or None."""
        return self.app.services.files.unfinished_games.find_unfinished(
            self.app.edition.id, options, deal_number
        )

    def _resume_or_choose(self) -> None:
        """Resume the unfinished game, or let the player choose one of several."""
        if self._enter_pending_name(self._resume_or_choose):
            return
        games = self.app.services.files.unfinished_games.list_unfinished(self.app.edition.id)

        def resume_at(index: int) -> None:
            self._resume_game(games[index])

        if len(games) == 1:
            resume_at(0)
        else:
            texts = ("Go on", "The game left off last comes first", "")
            rows = [
                ListRow(f"menu:left{index + 1}", _describe_save(game.saved, self.app.edition), "")
                for index, game in enumerate(games)
            ]
            self.app.push(ChoiceDialog(self.app, "left", texts, rows, resume_at))

    def _resume_game(self, stored: StoredGame) -> TableScreen:
        """Resume an unfinished game and make it the last one played."""
        files, record = self.app.services.files, self.app.edition
        # Options stored in settings apply to the next game, regardless of the options of this one.
        self.app.options |= {
            o: v for o, v in stored.saved.transcript.options.items() if o not in record.stored_options
        }
        table = self._open_table(
            Session.from_saved_session(stored.saved, record.assist_policy, stored.entry_id)
        )
        if files.game_lock.mine:
            files.unfinished_games.move_to_front(stored.entry_id)
        table.show_message("Your last game goes on where you left it")
        return table

    def _play_item(self, item: MenuItem) -> None:
        self.app.options |= item.options
        self._requested_options = dict(item.options)
        self.deal_or_resume()

    def _select_edition(self, edition: str) -> None:
        self.app.daily_deal = None
        self.app.select_edition(edition)
        self.app.settings_store.set_values({LAST_EDITION_SETTING: edition})
        self._requested_options = {}
        if edition in self.app.titles_seen:
            self.show_main_menu()
        else:
            self.show_title()

    def deal_or_resume(self) -> None:
        """Resume the unfinished game, or deal one with the selected options."""
        if self._enter_pending_name(self.deal_or_resume):
            return
        day, deal_filter = self.app.daily_deal, self.app.settings[DEAL_FILTER_SETTING]
        requested_deal, resumes = self.first_deal_number, self._resumes_first_deal
        self.first_deal_number, self._resumes_first_deal = None, False
        resumed_deal = requested_deal if resumes else None
        saved = self._find_unfinished(self._requested_options, requested_deal)
        start_kind = choose_start(
            requested_deal is not None,
            resumes,
            self._searches_from_first_deal,
            saved is not None,
            day,
            deal_filter,
        )
        if day is not None and resumed_deal is not None:
            day.last_deal_number = resumed_deal
        if start_kind == "left" and saved is not None:
            self._resume_game(saved)
        elif start_kind == "day" and day is not None:
            self._start_day(day)
        else:
            deal_number = self.app.services.choose_next_deal() if requested_deal is None else requested_deal
            if start_kind == "deal":
                self._start_deal(deal_number, resumed_deal)
                return
            if not self.app.screens:
                self.show_main_menu()
            self.app.push(
                DealSearchScreen(
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
            table.game_mode.resume_match_at(table, deal_number)

    def _open_table(self, game: int | Session) -> TableScreen:
        """Show a table with a new game of a deal number, or with a session."""
        # Lazy import: the first picture appears sooner.
        from retro_pyramid.table.table_screen import TableScreen

        table = TableScreen(self.app, self._current_table_spec(), game, self._create_table_exits())
        self.app.replace_screens(table)
        return table

    def show_replay(
        self,
        transcript: Transcript,
        title: str,
        starts_playing: bool = True,
        move_index: int = 0,
        has_ended: bool = False,
    ) -> None:
        """Show a game move by move over the current screen, from the position after `move_index` moves.

        `starts_playing` says whether the moves follow by themselves at once. A game that `has_ended` is over even if
        moves are left in it.
        """
        from retro_pyramid.features.replay.replay import ReplayScreen

        screen = ReplayScreen(
            self.app,
            self._get_table_spec(transcript.edition),
            transcript,
            title,
            self.app.pop,
            starts_playing,
            move_index,
            has_ended,
        )
        self.app.push(screen)
        screen.install_session()

    def play_from_replay(self, saved: SavedSession) -> None:
        """Start an unrecorded, assisted game from a position of a replay, or a race against the ghost in `saved`."""
        if self.app.edition.id == saved.transcript.edition and self._enter_pending_name(
            lambda: self.play_from_replay(saved)
        ):
            return
        if self.app.edition.id != saved.transcript.edition:
            self.app.select_edition(saved.transcript.edition)
        self.app.daily_deal = None
        self.app.options |= {
            o: v for o, v in saved.transcript.options.items() if o not in self.app.edition.stored_options
        }
        session = Session.from_saved_session(saved, self.app.edition.assist_policy)
        session.is_unrecorded = saved.ghost is None
        table = self._open_table(session)
        if saved.ghost is None:
            table.show_message("Play on from here: this game is assisted and kept nowhere")
        else:
            table.lifecycle.save(table)
            table.animation_controller.animate_deal(session)
            table.show_message(f"The same cards as {saved.ghost.name} had")

    def _current_table_spec(self) -> TableSpec:
        return self._get_table_spec(self.app.edition.id)

    def _create_table_exits(self) -> TableExits:
        return TableExits(
            self._finish_game,
            lambda session: self._find_score_index(session) is not None,
            self.show_main_menu,
            self._show_help,
            self.show_editions,
            self._leave_table,
            lambda: self._play_day(create_daily_deal(self.app)),
        )

    def _ask_quit(self) -> None:
        if self._quit_destination is None:
            can_leave = self.app.services.can_quit
            question = "Leave the program?" if can_leave else "Back to the title?"
            self.app.push(
                ConfirmDialog(
                    self.app, question, "Come back soon", self._quit if can_leave else self.show_title
                )
            )
        else:
            question, on_yes = self._quit_destination
            self.app.push(ConfirmDialog(self.app, question, "It is still there", on_yes))

    def _quit(self) -> None:
        if self.app.shows_power_sequence() and self.app.services.host == "window":
            from retro_pyramid.features.start.title import ShutdownScreen

            self.app.push(ShutdownScreen(self.app))
        else:
            self.app.is_done = True

    def _leave_table(self) -> None:
        """Leave the program from its table; a web page can only return to the menu."""
        if self._quit_destination is not None:
            self._quit_destination[1]()
        elif self.app.services.can_quit:
            self._quit()
        else:
            self.show_main_menu()

    def _find_score_index(self, session: Session) -> int | None:
        """Return the index in the high score table that a finished game earns, or None."""
        if session.is_assisted or session.is_unrecorded or session.score is None:
            return None
        return self.app.services.files.read_high_scores().native.find_rank(session.score)

    def _enter_pending_name(self, on_done: Callable[[], None]) -> bool:
        """Ask for the name of a finished game if the program was closed before it was entered.

        Return True if there is such a game.
        """
        files, edition = self.app.services.files, self.app.edition.id
        stored = files.unfinished_games.find_awaiting_name(edition) or files.unfinished_games.find_unfinished(
            edition
        )
        session = (
            None
            if stored is None
            else Session.from_saved_session(
                stored.saved, self.app.edition.assist_policy, entry=stored.entry_id
            )
        )
        if session is None or session.status == "playing" or self.app.edition.high_score_level is None:
            return False
        if not self.app.screens:
            self.show_main_menu()
        self._finish_game(session, on_done)
        return True

    def _finish_game(self, session: Session, on_done: Callable[[], None] | None) -> None:
        """Ask for a name if a finished game earns a high score, then call `on_done` or show the menu.

        The game stays saved until it has its name, so that closing the window loses no score.
        """
        unfinished = self.app.services.files.unfinished_games
        entry = session.entry
        index, get_level = self._find_score_index(session), self.app.edition.high_score_level
        if index is None or session.score is None or get_level is None or entry is None:
            if not session.is_unrecorded and entry is not None:
                unfinished.remove_game(entry)
            (on_done or self.show_main_menu)()
            return
        score, level = session.score, get_level(session.rules)

        def enter(name: str) -> None:
            new_index = self.app.services.files.enter_score(name, score, level, entry)
            self.app.pop()
            self.app.session = None
            self.app.replace_screens(
                HighScoreScreen(
                    self.app, on_done or self.show_main_menu, new_index, "Go on" if on_done else "Menu"
                )
            )

        def decline() -> None:
            unfinished.remove_game(entry)
            self.app.pop()
            (on_done or self.show_main_menu)()

        self.app.sounds.play_events("score" if index else "record")
        self.app.push(HighScoreNameDialog(self.app, score, index, enter, decline))


def _describe_save(save: SavedSession, record: EditionSpec) -> str:
    deal_text = "Own cards" if save.transcript.deal_number is None else f"Deal {save.transcript.deal_number}"
    option_texts = [record.option_labels.get(option, "") for option in save.transcript.options.items()]
    move_text = f"{save.move_index} move{'s' * (save.move_index != 1)}"
    return f"{deal_text:<17} {move_text:<11} {' '.join(filter(None, option_texts))}".rstrip()
