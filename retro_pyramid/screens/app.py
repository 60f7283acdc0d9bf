"""The stack of screens a program is made of, and what they share: machine, record, game, files, cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from retro_pyramid.machine.events import Drop, Event, Key, Named, Press, Release, Wheel
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.pointers import Shape
from retro_pyramid.machine.speaker import Tune
from retro_pyramid.machine.targets import Target, target_at, visible_point
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT, ROWS, WIDTH, Image, Video
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, judged, rules_for
from retro_pyramid.rules.transcript import Save, Transcript
from retro_pyramid.screens.finale.beats import counted, milliseconds, ticked
from retro_pyramid.screens.finale.finale import COUNT_STEP, COUNT_TICKS
from retro_pyramid.screens.parts.felt import CardImages
from retro_pyramid.screens.parts.look import (
    DOUBLE,
    MAGAZINE,
    Dress,
    Hint,
    box,
    fitted,
    heading,
    hint_line,
    hint_targets,
    message_line,
)
from retro_pyramid.screens.parts.motion import GLIDE_TICKS
from retro_pyramid.screens.record import Brought, Files, ProgramRecord, SoundLevel
from retro_pyramid.screens.setting import DECK, FULLSCREEN, MACHINE, STILL, TEACH
from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.screens.deals.day import Day
    from retro_pyramid.screens.table.view import View
    from retro_pyramid.solver.daily import DayTable

SOUND_KEY, SETUP_KEY = "F2", "F8"
READING_KEYS = frozenset(",.;")
"""What a player types who has the screen read aloud: no program has a use for these keys, and every layout has them."""
READING = (
    "To have the table read: comma the pyramid row by row, full stop what is open, semicolon the piles and the score",
    "To have any other screen read: full stop the next line or paragraph, comma the one before, semicolon all of it",
)
"""What help tells a player of these keys who does not see it."""
MESSAGE_TICKS = 300
_MOST_LINES = 16
_MOST_LIFTED = 2 * CELL_HEIGHT
"""The height of words that light up under the pointer; what is higher is a card, a pile or a picture."""
LETTER_TICKS = 4
"""The ticks it takes to read a letter."""
REPEATING = frozenset({"UP", "DOWN", "LEFT", "RIGHT", "PGUP", "PGDN", "BACKSPACE", "DELETE"})
"""The named keys that do something again while they are held; a held Enter or Esc must not answer what it brought up."""


def reading_ticks(words: str) -> int:
    """Return the ticks in which a line about the player's files can be read."""
    return max(MESSAGE_TICKS, LETTER_TICKS * len(words))


class Services(NamedTuple):
    """What the program is handed from outside: files, chance and pictures.

    `next_deal` returns the number of the next deal; `title` returns a title picture, 640x350, by name; `help_text` is
    mark-up; `tunes` are the named tunes, `tune_words` what each is for; `load` returns a program's record and help
    text, `programs` are the titles of all there are, by id; `demonstration` is a program's recorded game by its id,
    `spare_files` makes files that nobody keeps; `prompt` makes the DOS prompt, told where leaving it leads; `scores`
    makes the board that a file brought in is shown on, `disk_text` the page of a text of that name, `report` a box of
    lines under a title, `setup` Setup at a page or, with none named, at the one wanted first; `fit` makes the adapter
    that settings ask for, and the services that hang on it, by name; it is told whether the deck was asked for in so
    many words; `fill_screen` makes the window fill the screen or not; `host` is what the picture is shown on,
    `sizes_window` says whether the size and the strokes of a window can be chosen, `own_deck` whether the player has
    cards of his own; `article` and `picture` are the magazine's own by name, `sketch` such a picture as lines of
    characters; `bring_in` takes what a path leads to into the player's files and, where it is cards, paints them over
    the old ones; `cards` makes the deck's cards, `small_cards` smaller ones; `leaves` says whether Quit ends the
    program (a page in a browser has nowhere to go); `today` is the day as YYYYMMDD, `days` the table of the
    deals of a day; `copy` puts words on the clipboard and says whether it could; `pack` makes a game one word, as
    `--watch` takes it; `settings` are those of all programs by name as they are kept, `words` those that the command
    line chose for this run.
    """

    files: Files
    next_deal: Callable[[], int]
    bring_in: Callable[[str], Brought]
    cards: Callable[[], CardImages]
    small_cards: Callable[[], CardImages]
    deck: int
    title: Callable[[str], Image]
    help_text: str
    tunes: Mapping[str, Tune]
    tune_words: Mapping[str, str]
    load: Callable[[str], tuple[ProgramRecord, str]]
    programs: Mapping[str, str]
    demonstration: Callable[[str], Transcript]
    spare_files: Callable[[], Files]
    article: Callable[[str], str]
    picture: Callable[[str], Image]
    sketch: Callable[[str], list[str]]
    pack: Callable[[Transcript], str]
    prompt: Callable[["App", Callable[[], None]], "Screen"]
    scores: Callable[["App"], "Screen"]
    disk_text: Callable[["App", str, str], "Screen"]
    report: Callable[["App", str, Sequence[str]], "Screen"]
    setup: Callable[["App", str], "Screen"]
    fit: Callable[[Mapping[str, str], bool], tuple[Video, dict[str, Any]]]
    days: "Callable[[], DayTable]"
    leaves: bool = True
    copy: Callable[[str], bool] = lambda _: False
    today: Callable[[], int] = lambda: 19911101
    settings: Mapping[str, str] = MappingProxyType({})
    words: Mapping[str, str] = MappingProxyType({})
    fill_screen: Callable[[bool], None] = lambda _: None
    host: Literal["window", "terminal", "page"] = "window"
    sizes_window: bool = True
    own_deck: Callable[[], bool] = lambda: False


class Screen:
    """One screen: takes events and ticks, draws itself, tells what can be pointed at."""

    name = ""
    overlay = False
    """Whether the screen beneath is drawn too, as around a box."""
    program: str | None = None
    """The `program` of the state, for screens of the magazine or the prompt; None for the program being played."""
    key_hints: tuple[Hint, ...] = ()
    """The key hints of a screen that always has the same."""
    speaks = False
    """Whether its message, or a notice about the player's files, is shown on a line over it."""
    shown: Transcript | None = None
    """The game that is being shown, whole, on a screen that shows one."""
    read_out = True
    """Whether a screen reader is told what the screen has written; of a table the view tells more."""
    hinted: tuple[str, ...] = ()
    """The target ids that a hint marks."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.machine = app.machine
        self.selected: str | None = None
        self.message: str | None = None
        self.lasting: str | None = None
        """The message that comes back when another one has been shown for its time."""
        self._message_ticks = 0
        self.messages = 0
        """How many messages were said: the same one may be said again."""

    @property
    def video(self) -> Video:
        """Return the adapter that is in the machine now."""
        return self.machine.video

    def covered(self) -> None:
        """Take note that another screen is put over it: its time stands still till that is gone."""

    def refit(self) -> None:
        """Lay itself out anew: there is another adapter, mode or deck; most screens are drawn whole every time."""

    def event(self, event: Event) -> None:
        """Take one event: a key becomes `key`, the wheel `wheel`, a press of the left button on a target `click`."""
        if isinstance(event, Key):
            self.key(event)
        elif isinstance(event, Wheel):
            self.wheel(event.notches)
        elif isinstance(event, Press) and event.button == 1:
            target = target_at(self.targets(), event.x, event.y)
            if target is not None:
                self.click(target)

    def key(self, key: Key) -> None:
        """Take a key press."""

    def wheel(self, notches: int) -> None:
        """Take a turn of the wheel; up is positive."""

    def click(self, target: Target) -> None:
        """Take a click or tap on a target, enabled or not."""

    def use(self, name: str) -> None:
        """Do what a target stands for: it is clicked where it can be seen."""
        point = visible_point(self.targets(), name)
        if point is not None:
            self.event(Press(*point))
            if self.app.top is self:
                self.event(Release(*point))

    def say(self, message: str | None) -> None:
        """Show a message for five seconds, or none."""
        self.message = message
        self.messages += message is not None
        self._message_ticks = MESSAGE_TICKS

    def tick(self, ticks: int) -> None:
        """Let time pass: so many 1/60 s."""
        if self._message_ticks > 0:
            self._message_ticks -= ticks
            if self._message_ticks <= 0:
                self.message = self.lasting

    def draw(self) -> None:
        """Draw the whole screen."""

    @property
    def dress(self) -> Dress:
        """The colours of its boxes and lines."""
        return self.app.record.dress

    def draw_box(
        self, column: int, row: int, width: int, height: int, title: str = "", lines: str = DOUBLE
    ) -> None:
        """Draw a box of so many cells, with a title in its upper edge."""
        box(self.video, column, row, width, height, self.dress.paper, self.dress.frame, lines)
        if title:
            heading(self.video, row, title, self.dress)

    def draw_hints(self) -> None:
        """Draw the key hints in the bottom line."""
        hint_line(self.video, self.hints(), self.dress)

    def hints(self) -> list[Hint]:
        """Return the key hints of the bottom line as they are now."""
        return list(self.key_hints)

    @property
    def focused(self) -> str | None:
        """Return the target id of what the keys are on, None while they are on nothing."""
        return self.selected

    @property
    def picked(self) -> str | None:
        """Return the target id of the card taken up, None while none is."""
        return None

    @property
    def choices(self) -> Sequence[str]:
        """Return the target ids of the list that the keys move in, none where there is no list."""
        return ()

    def view(self) -> "View | None":
        """Return the table that the screen shows, None where it shows none."""
        return None

    @property
    def foremost(self) -> str:
        """Return the target id of what is done most here, empty for nothing."""
        return ""

    @property
    def here(self) -> Mapping[str, str]:
        """Return the options of the command line that lead to the screen, with their values, beside those of its game."""
        return {}

    @property
    def told(self) -> Sequence[str] | None:
        """Return the lines a screen reader is told, None for what is written: of columns side by side rows make no sense."""
        return None

    @property
    def two_colours(self) -> str | None:
        """Return the colour beside black in which the screen is shown where the adapter has such a mode, None for all."""
        return None

    @property
    def message_colour(self) -> int:
        """Return the attribute of its message."""
        return self.dress.notice

    @property
    def said(self) -> str:
        """Return the message as a line over the screen has to show it, empty for none."""
        return self.message or ""

    @property
    def lesson(self) -> str:
        """Return what a newcomer is told where no message stands, in lines, empty for nothing."""
        return ""

    @property
    def lesson_row(self) -> int:
        """Return the row in which that ends."""
        return self.message_row

    @property
    def message_row(self) -> int:
        """Return the row in which a message ends that is said over the screen."""
        return ROWS - 3

    def targets(self) -> list[Target]:
        """Return what can be pointed at, later ones on top: the key hints, and what a screen adds."""
        return hint_targets(self.hints())

    def takes_text(self) -> bool:
        """Return whether a line of text is being typed."""
        return False

    def busy(self) -> bool:
        """Return whether a finite animation runs."""
        return False

    def read_again(self) -> bool:
        """Read the score board anew, on a screen that shows it; return whether this one does."""
        return False

    def left_at(self, deal: int) -> None:
        """Resume the suspended match, if this is the number of its last deal; most screens have none."""

    def start_match(self) -> None:
        """Begin a match of the day, in programs that have matches of their own."""

    def pointer_shape(self) -> Shape:
        """Return the shape of the mouse pointer here."""
        return "arrow"


class App:
    """The running program: a stack of screens on one machine, as a host drives it."""

    def __init__(
        self, machine: Machine, record: ProgramRecord, services: Services, options: Mapping[str, str]
    ) -> None:
        self.machine = machine
        self.record = record
        self.services = services
        self._pointed: Target | None = None
        self.asked = ""
        """The reading key that was pressed last, till a listener takes it."""
        self.picture_ticks = 0
        """For how long the title picture has been there: it lives behind the menus too."""
        self.settings = {**services.settings, **services.words}
        """The settings of all programs by name (`em.speed`), as they hold in this run."""
        self._kept = {setting: services.settings[setting] for setting in services.words}
        """What the settings were that words of the command line stand for in this run."""
        self.options = {**self._usual_options(), **options}
        self.session: Session | None = None
        self._day: Day | None = None
        self.straight = False
        """Whether the first game is to be on the table at once, with nothing asked before it."""
        self.done = False
        self.watch: Callable[[Transcript, str], None] = lambda _game, _title: None
        """Shows a game move by move under a title; the flow of screens sets it, and what follows."""
        self.play_on: Callable[[Save], None] = lambda _save: None
        """Begins an assisted game in the midst of one that was shown."""
        self.screens: list[Screen] = []
        self._passing = ("", 0)
        self._passing_colour = MAGAZINE.notice
        self._notice = ("", 0)
        self.noticed: list[str] = []
        """The notices shown so far."""

    @property
    def day(self) -> "Day | None":
        """The day whose deals are being played; it pauses while other rules than its own are chosen."""
        day = self._day
        return day if day is not None and judged(day.rules) == judged(self.rules()) else None

    @day.setter
    def day(self, day: "Day | None") -> None:
        self._day = day

    @property
    def top(self) -> Screen:
        """Return the screen that takes the input."""
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        if self.screens:
            self.top.covered()
        self.screens.append(screen)

    def pop(self) -> None:
        """Go back to the screen beneath."""
        self.screens.pop()

    def go(self, *screens: Screen) -> None:
        """Leave all screens for these, the last on top."""
        self.screens = list(screens)

    def switch(self, edition: str) -> None:
        """Become another program, with its usual options."""
        self.record, help_text = self.services.load(edition)
        self.services = self.services._replace(help_text=help_text)
        self.options = self._usual_options()
        self.session = None
        self.machine.speaker.stop()
        self.follow_sound()

    def _usual_options(self) -> dict[str, str]:
        """Return the options of games for which nothing else is asked."""
        kept = {option: self.settings[setting] for option, setting in self.record.kept.items()}
        return {**rules_for(self.record.id).options, **kept}

    def keep_option(self, option: str, value: str) -> None:
        """Choose an option of the rules for the games to come, and for the next time."""
        self.choose(self.record.kept[option], value)

    def rules(self) -> Rules:
        """Return the rules with the options now chosen."""
        return rules_for(self.record.id, self.options)

    def sound(self, *happened: str, steps: int | None = None, back: bool = False) -> None:
        """Play the tunes that this program has for what happened, one after another; songs only where songs are on.

        They sound `steps` semitones higher, and backwards for what is taken `back`.
        """
        record = self.record
        names = [
            record.tunes[what]
            for what in happened
            if what in record.tunes and (what not in record.songs or self.sound_level.songs)
        ]
        if not names:
            return
        higher = 2 ** ((steps or 0) / 12)
        tune = [
            (round(hertz * higher), length) for name in names for hertz, length in self.services.tunes[name]
        ]
        name = " ".join(names) + ("" if steps is None else f"+{steps}")
        self.machine.speaker.play(f"{name} back" if back else name, tune[::-1] if back else tune)

    def finale_sound(self, what: str, landings: Iterable[int], bonus: int) -> None:
        """Play the tune of a finale with the ticks of what lands in it, after those of a bonus that is counted up."""
        name = self.record.tunes.get(what)
        if name is None or (what in self.record.songs and not self.sound_level.songs):
            return
        count = counted(bonus // COUNT_STEP, COUNT_TICKS)
        pause = [(0, milliseconds(GLIDE_TICKS))]
        self.machine.speaker.play(name, [*pause, *count, *ticked(self.services.tunes[name], landings)])

    def move_sound(
        self, move: Move | None, before: State, after: State, turned: bool = False, back: bool = False
    ) -> None:
        """Play what a move sounds like that led from one state to the other, None for a restart.

        Every card of a streak sounds a semitone higher than the last, up to two octaves. A card that it `turned` over
        is heard after it; of a move taken `back` all sounds backwards.
        """
        cards = [len(state.stock) + len(state.waste) for state in (before, after)]
        if move is None:
            self.sound("deal", back=back)
        elif move in (DRAW, REDEAL) and cards[0] == cards[1]:
            self.sound("draw" if move == DRAW else "redeal", back=back)
        else:
            steps = min(after.streak - 1, 24) if after.streak else None
            self.sound("move", *["turn"] * turned, steps=steps, back=back)

    @property
    def sound_level(self) -> SoundLevel:
        """Return how loud the program is now."""
        levels = self.record.sound_levels
        return next(level for level in levels if level.value == self.settings[self.record.sound_setting])

    def choose(self, setting: str, value: str) -> None:
        """Choose a setting, now and for the next time; speaker, adapter and window follow at once."""
        self._kept.pop(setting, None)
        self.settings[setting] = value
        self.options |= {option: value for option, kept in self.record.kept.items() if kept == setting}
        self.services.files.remember(setting, value)
        self.follow_sound()
        if setting in (*MACHINE, STILL):
            self.refit()
        elif setting == FULLSCREEN:
            self.services.fill_screen(value == "on")

    def obey(self, words: Mapping[str, str]) -> None:
        """Let the settings that words choose hold for this run, and what is kept in place of any words before."""
        before = dict(self.settings)
        self.settings |= self._kept
        self._kept = {setting: self.settings[setting] for setting in words}
        self.settings |= words
        if any(self.settings[setting] != before[setting] for setting in MACHINE):
            self.refit()
        self.follow_sound()

    @property
    def words(self) -> dict[str, str]:
        """The settings that words of the command line have chosen for this run."""
        return {setting: self.settings[setting] for setting in self._kept}

    @property
    def still(self) -> bool:
        """Whether nothing is to move: cards lie where they go at once, and no game plays itself unasked."""
        return self.settings.get(STILL) == "on"

    def refit(self) -> None:
        """Put the adapter, mode and deck of the settings into the machine; whatever is going on goes on."""
        self.machine.video, fitted = self.services.fit(self.settings, DECK in self.words)
        self.services = self.services._replace(**fitted)
        for screen in self.screens:
            screen.refit()

    def follow_sound(self) -> None:
        """Turn the speaker on or off as the sound level says."""
        speaker = self.machine.speaker
        speaker.on = self.sound_level.effects
        if not speaker.on:
            speaker.stop()

    def newcomer(self) -> Callable[[], bool]:
        """Return what tells whether to teach the player: who is new to the program now, unless told not to."""
        new = not self.services.files.learnt(self.record.id)
        return lambda: new and self.settings[TEACH] == "on"

    def toggle_sound(self) -> None:
        """Go on to the next sound level."""
        levels = self.record.sound_levels
        level = levels[(levels.index(self.sound_level) + 1) % len(levels)]
        self.choose(self.record.sound_setting, level.value)
        self._passing = (f"Sound {level.word}", MESSAGE_TICKS)
        self._passing_colour = MAGAZINE.notice

    def set_up(self, page: str = "") -> None:
        """Show Setup over whatever is shown, at a page or at the one that is wanted first; or leave it."""
        if self.top.name == "setup":
            self.pop()
        else:
            self.push(self.services.setup(self, page))

    @property
    def here(self) -> dict[str, str]:
        """The options of the command line that lead to where the program is, beside those of its game."""
        return {name: value for screen in self.screens for name, value in screen.here.items()}

    def _said(self) -> tuple[str, bool]:
        """Return the words shown over the screen, and whether they are a notice, which is shown when nothing else is."""
        words = self._passing[0] or (self.top.said if self.top.speaks else "")
        if words or not self.top.speaks:
            return words, False
        return self._notice[0], True

    def update(self, events: list[Event], ticks: int) -> None:
        """Take what happened since the last call, and how many 1/60 s passed."""
        for event in events:
            if isinstance(event, Key) and event.repeat and not event.char and event.name not in REPEATING:
                continue
            if isinstance(event, Key) and event.name == SOUND_KEY:
                self.toggle_sound()
            elif isinstance(event, Key) and event.name == SETUP_KEY:
                self.set_up()
            elif isinstance(event, Key) and event.char in READING_KEYS and not self.takes_text():
                self.asked = event.char
            elif isinstance(event, Drop):
                self.bring_in(event.path)
            elif isinstance(event, Named):
                self.top.use(event.id)
            else:
                self.top.event(event)
            if self.done:
                return
        self.picture_ticks += ticks
        self.top.tick(ticks)
        words, left = self._passing
        self._passing = (words, left - ticks) if left > ticks else ("", 0)
        self._show_notices(events, ticks)
        self._pointed = self._under_pointer()
        self.machine.pointer_shape = self._pointer()

    def _show_notices(self, events: list[Event], ticks: int) -> None:
        """Show one notice after another: each for as long as it takes to read, and on till somebody does something."""
        words, left = self._notice
        if self._said()[1]:
            left -= ticks
            here = any(isinstance(event, Key | Press) for event in events)
            self._notice = ("", 0) if left <= 0 and here else (words, left)
        notices = self.services.files.notices
        if notices and self.top.speaks and not self._notice[0]:
            words = notices.pop(0)
            self._notice = (words, reading_ticks(words))
            self.noticed.append(words)

    def bring_in(self, path: str) -> None:
        """Take in what was dropped on the window, say what it is, and show a board at once."""
        brought = self.services.bring_in(path)
        if brought.game is not None:
            self.watch(brought.game, "A game to watch")
            if not (brought.lines or brought.troubles):
                return
        self.settings |= brought.settings
        self.follow_sound()
        if brought.board and not self.top.read_again():
            self.push(self.services.scores(self))
        elif brought.text and (text := self.services.files.texts().get(brought.text)):
            self.push(self.services.disk_text(self, brought.text, text))
        report = (*brought.lines, *brought.troubles)
        if len(report) == 1 and (brought.board or len(report[0]) <= COLUMNS - 4):
            dress = self.record.dress
            self._passing = (report[0], reading_ticks(report[0]))
            self._passing_colour = dress.field if brought.lines else dress.notice
        else:
            self.push(
                self.services.report(self, "Brought in" if brought.lines else "Not brought in", _told(report))
            )

    def _pointer(self) -> Shape:
        """Return the pointer's shape: the screen's own, or a hand over what can be used, where the program has one."""
        shape = self.top.pointer_shape()
        if shape == "hourglass" and self.still:
            return "standing hourglass"
        pointed = self._pointed is not None and self._pointed.enabled
        return "hand" if shape == "arrow" and pointed and self.record.pointing_hand else shape

    def _under_pointer(self) -> Target | None:
        """Return what the pointer is on; what covers the whole picture cannot be pointed at, only clicked away."""
        if not self.machine.pointer_shown:
            return None
        over = target_at(self.targets(), *self.machine.pointer)
        return None if over is None or over.rect[2:] == (WIDTH, HEIGHT) else over

    def _lift(self) -> None:
        """Show words that the pointer is on brighter, where they can be clicked."""
        if self._pointed is not None and self._pointed.enabled:
            x, y, width, height = self._pointed.rect
            if height <= _MOST_LIFTED:
                self.machine.video.lift(
                    x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT
                )

    def draw(self) -> None:
        """Draw the top screen and whatever it lies over."""
        self.machine.video.two_colours(self.top.two_colours)
        first = max((i for i, screen in enumerate(self.screens) if not screen.overlay), default=0)
        for screen in self.screens[first:]:
            screen.draw()
        self._lift()
        words, _ = self._said()
        colour = self._passing_colour if self._passing[0] else self.top.message_colour
        if words:
            message_line(self.machine.video, self.top.message_row, words, colour)
        elif lesson := self.top.lesson:
            message_line(self.machine.video, self.top.lesson_row, lesson, self.record.dress.field)

    def targets(self) -> list[Target]:
        """Return what can be pointed at on the top screen."""
        return self.top.targets()

    def busy(self) -> bool:
        """Return whether a finite animation runs."""
        return self.top.busy()

    def takes_text(self) -> bool:
        """Return whether a line of text is being typed."""
        return self.top.takes_text()

    def passed_on(self) -> Transcript | None:
        """Return the game to pass on: the one shown, else the one on the table as far as it went; None without moves."""
        if self.top.shown is not None:
            return self.top.shown
        return self.session.transcript() if self.session is not None and self.session.moves else None

    def state(self) -> dict[str, object]:
        """Return the state of the program as `docs/COMMANDS.md` lays it out, without the machine's part."""
        session = self.session
        return {
            "program": self.top.program or self.record.id,
            "screen": self.top.name,
            "deck": self.services.deck,
            "deal": session.deal if session else None,
            "options": dict((session.rules if session else self.rules()).options),
            "moves": [str(move) for move in session.moves] if session else [],
            "score": session.score if session else None,
            "status": session.status if session else None,
            "selected": self.top.selected,
            "message": self._said()[0] or self.top.message or self.top.lesson.replace("\n", " ") or None,
        }


def _told(report: Sequence[str]) -> list[str]:
    """Return a report as the lines of a box, as many as there is room for."""
    lines = [part for line in report for part in fitted(line, COLUMNS - 20, _MOST_LINES)]
    return lines if len(lines) <= _MOST_LINES else [*lines[: _MOST_LINES - 1], "and more"]
