"""The table of On Disk Monthly's game: a selector, a draw deck, a discard pile and the pyramid between them."""

from collections.abc import Callable

from retro_pyramid.cards import deal
from retro_pyramid.machine.events import Event, Key, Press, Wheel
from retro_pyramid.machine.targets import Target
from retro_pyramid.rules import (
    DRAW,
    POSITIONS,
    IllegalMove,
    Move,
    coverers,
    is_open,
    open_positions,
    parse_move,
    parse_position,
    position_text,
)
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.characters import Characters
from retro_pyramid.screens.dialog import Confirm
from retro_pyramid.screens.felt import Felt, Pictures
from retro_pyramid.screens.look import (
    Hint,
    hint_line,
    hint_targets,
)
from retro_pyramid.screens.motion import DEAL_STEP, GLIDE_TICKS, Flip, Glide, Motions
from retro_pyramid.screens.table_picture import draw_table, face_up, how_it_ended, notice_rect, parade
from retro_pyramid.screens.wording import reason_told
from retro_pyramid.session import Session

STOCK = "stock"


def _felt_for(app: App) -> Felt:
    if app.machine.video.mode == "text":
        return Characters(app.machine.video)
    return Pictures(app.machine.video, app.services.cards)


class Table(Screen):
    """A game at the table.

    `over` is called with the session when the player leaves a finished game, `leave` when an unfinished one is given up,
    `help_screen` shows the help.
    """

    name = "table"
    shows_notices = True

    def __init__(
        self,
        app: App,
        first_deal: int,
        over: Callable[[Session, Callable[[], None] | None], None],
        leave: Callable[[], None],
        help_screen: Callable[[], None],
    ) -> None:
        super().__init__(app)
        self._felt = _felt_for(app)
        self._over = over
        self._leave = leave
        self._help = help_screen
        self._motions = Motions()
        self.session = Session(app.rules(), deal(first_deal), first_deal, app.record.habits)
        self._begin()

    def _begin(self) -> None:
        """Show the deal of a new or restarted game."""
        self.app.session = self.session
        self._last_card = self._leftmost()
        self.selected = self._last_card
        self.lasting = None
        self.say(None)
        felt = self._felt
        self._motions.finish()
        state = self.session.state
        now = self._motions.now
        for slot in range(POSITIONS):
            face = state.layout[slot] if face_up(self.session, slot) else None
            self._motions.glides.append(
                Glide(face, felt.stock, felt.slots[slot], now + DEAL_STEP * slot, slot)
            )
        top = Glide(state.waste[-1], felt.stock, felt.discard, now + DEAL_STEP * POSITIONS)
        self._motions.glides.append(top)
        self.app.sound("deal")

    # What the position means here

    def _finished(self) -> bool:
        return self.session.status != "playing"

    def _open(self) -> list[str]:
        """Return the open cards' target ids from left to right."""
        slots = sorted(open_positions(self.session.state), key=lambda slot: self._felt.slots[slot][0])
        return [f"card:{position_text(slot)}" for slot in slots]

    def _leftmost(self) -> str:
        return self._open()[0]

    # Input

    def event(self, event: Event) -> None:
        """Take an event; whatever still moves is put in its place first, so that nothing ever has to be waited for."""
        dealing = len(self._motions.glides) > 1
        if isinstance(event, Key | Press | Wheel):
            self._motions.finish()
            if dealing and isinstance(event, Key) and event.name in ("ENTER", "KPENTER", "SPACE"):
                return  # Meant to end the deal; taken as a move it could cost points.
        super().event(event)

    def key(self, key: Key) -> None:
        """Arrows move the selector, Enter plays, letters and function keys command."""
        match key.name.upper():
            case "LEFT" | "RIGHT":
                self._step(-1 if key.name == "LEFT" else 1)
            case "UP" | "DOWN":
                self._to_stock()
            case "HOME" | "END":
                self._jump(0 if key.name == "HOME" else -1)
            case "ENTER" | "KPENTER" | "SPACE":
                if not key.repeat:
                    self._use_selected()
            case "ESC" | "BACKSPACE" | "Q":
                if not key.repeat:
                    self._back()
            case "F1":
                self._help()
            case "N":
                self._ask_new()
            case "R":
                self._ask_restart()

    def click(self, target: Target) -> None:
        """Select what is clicked; use what is selected already."""
        match target.id:
            case "back" | "button:go-on":
                self._back()
            case "button:help":
                self._help()
            case "button:play":
                self._use_selected()
            case "button:new":
                self._ask_new()
            case "button:restart":
                self._ask_restart()
            case "button:sound":
                self.app.toggle_sound()
            case "discard":
                pass
            case name if self._finished():
                self._refuse("The game is over: press Esc")
            case name if name == self.selected:
                self._use_selected()
            case name if target.enabled or name == STOCK:
                self._select(name)
            case _:
                self._refuse("That card is covered")

    def _select(self, name: str) -> None:
        if name != STOCK:
            self._last_card = name
        self.selected = name
        self.say(None)

    def _step(self, direction: int) -> None:
        cards = self._open()
        if not cards:
            return
        if self.selected == STOCK:
            self._select(self._last_card)
        elif self.selected in cards:
            self._select(cards[(cards.index(self.selected) + direction) % len(cards)])

    def _jump(self, end: int) -> None:
        cards = self._open()
        if cards:
            self._select(cards[end])

    def _to_stock(self) -> None:
        if not self._finished():
            self._select(STOCK)

    def _use_selected(self) -> None:
        if self._finished():
            self._refuse("The game is over: press Esc")
        elif self.selected == STOCK:
            self._play(DRAW)
        elif self.selected is not None:
            self._play(parse_move(self.selected.removeprefix("card:")))

    def _refuse(self, reason: str) -> None:
        self.say(reason)
        self.app.sound("refuse")

    # Moves

    def _play(self, move: Move) -> None:
        session, felt, now = self.session, self._felt, self._motions.now
        before = session.state
        try:
            after = session.play(move)
        except IllegalMove as error:
            self._refuse(reason_told(str(error)))
            return
        self.say(None)
        if move == DRAW:
            self._motions.glides.append(Glide(after.waste[-1], felt.stock, felt.discard, now))
            self.app.sound("draw")
        else:
            slot = parse_position(str(move))
            self._motions.glides.append(Glide(before.layout[slot], felt.slots[slot], felt.discard, now))
            if session.rules.hides_covered:
                self._motions.flips += [
                    Flip(above, now)
                    for above in range(POSITIONS)
                    if slot in coverers(above) and is_open(after, above)
                ]
            self._nearest(slot)
            self.app.streak_sound(after.streak)
        if session.status != "playing":
            self.lasting = how_it_ended(session)
            self.say(self.lasting)
        if session.status != "playing" and not session.assisted:
            self.app.services.files.count(session.rules, session.status == "won", session.score)
        if session.status == "won":
            self._motions.glides += parade(felt, now + GLIDE_TICKS)
            self.app.sound("win")
        elif session.status == "stuck":
            self.app.sound("stuck")

    def _nearest(self, gone: int) -> None:
        """Move the selector to the open card nearest to the place of the card that went, the left one of two."""
        x, y = self._felt.slots[gone]
        cards = self._open()

        def distance(name: str) -> float:
            card_x, card_y = self._felt.slots[parse_position(name.removeprefix("card:"))]
            return (card_x - x) ** 2 + (1.37 * (card_y - y)) ** 2

        self._select(min(cards, key=distance) if cards else STOCK)

    # Leaving and starting again

    def _back(self) -> None:
        if self._finished():
            self._over(self.session, None)
        else:
            self.app.push(Confirm(self.app, "Give up this game?", "It will not be scored.", self._leave))

    def _ask_new(self) -> None:
        self.app.push(Confirm(self.app, "Deal a new game?", self._cost(), lambda: self._leave_for(self._new)))

    def _ask_restart(self) -> None:
        detail = "Played again, it does not count for the board."
        self.app.push(
            Confirm(self.app, "Start this deal again?", detail, lambda: self._leave_for(self._restart))
        )

    def _cost(self) -> str:
        return (
            "The game on the table is finished."
            if self._finished()
            else "The game on the table will not be scored."
        )

    def _leave_for(self, then: Callable[[], None]) -> None:
        """Start something else; a finished game goes to the board first, or its score would be lost."""

        def go_on() -> None:
            self.app.go(self)
            then()

        if self._finished():
            self._over(self.session, go_on)
        else:
            then()

    def _new(self) -> None:
        number = self.app.services.next_deal()
        self.session.new(deal(number), number)
        self._begin()

    def _restart(self) -> None:
        self.session.restart()
        self._begin()

    # Time and picture

    def tick(self, ticks: int) -> None:
        """Move what moves."""
        super().tick(ticks)
        self._motions.tick(ticks)

    def busy(self) -> bool:
        """Return whether cards are still moving."""
        return self._motions.running()

    def hints(self) -> list[Hint]:
        """Return the keys of the table."""
        return [
            *self._playing_hints(),
            Hint("N", "New", "button:new"),
            Hint("R", "Restart", "button:restart"),
            Hint("F1", "Help", "button:help"),
            Hint("F2", "Sound", "button:sound"),
            Hint("Esc", "Go on" if self._finished() else "Menu", "back"),
        ]

    def _playing_hints(self) -> list[Hint]:
        if self._finished():
            return []
        return [Hint("←→", "Cards", ""), Hint("↑↓", "Deck", ""), Hint("Enter", "Play", "button:play")]

    def targets(self) -> list[Target]:
        """Return hints, piles and every card of the pyramid, the open ones enabled."""
        felt, state = self._felt, self.session.state
        playing = not self._finished()
        found = [
            *hint_targets(self.hints()),
            Target(STOCK, (*felt.stock, *felt.card_size), playing and bool(state.stock)),
            Target("discard", (*felt.discard, *felt.card_size), False),
            *(
                Target(
                    f"card:{position_text(slot)}",
                    (*felt.slots[slot], *felt.card_size),
                    playing and is_open(state, slot),
                )
                for slot in range(POSITIONS)
                if state.pyramid >> slot & 1
            ),
        ]
        if not playing:
            found.append(Target("button:go-on", notice_rect(self.session)))
        return found

    def draw(self) -> None:
        """Draw table, piles, pyramid, what moves, and the words."""
        draw_table(self.app, self._felt, self._motions, self.session, self.selected, self.message)
        hint_line(self.video, self.hints())
