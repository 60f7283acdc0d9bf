"""The table of On Disk Monthly's game: a selector, a draw deck, a discard pile and the pyramid between them."""

from collections.abc import Callable

from retro_pyramid.machine.events import Event, Key, Motion, Press, Release, Wheel
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.rules import (
    DRAW,
    POSITIONS,
    IllegalMove,
    Move,
    is_open,
    open_positions,
    parse_move,
    parse_position,
    position_text,
)
from retro_pyramid.rules.transcript import Save
from retro_pyramid.screens.app import App
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.felt import Felt, Pictures
from retro_pyramid.screens.parts.look import Hint, cells_rect, hint_line, hint_targets
from retro_pyramid.screens.parts.motion import Drag, Motions, Point
from retro_pyramid.screens.parts.wording import reason_told
from retro_pyramid.screens.record import Ways
from retro_pyramid.screens.table.actions import ACTIONS, think
from retro_pyramid.screens.table.commands import Command, buttons_of, command_for, give, hints_of
from retro_pyramid.screens.table.game import GameScreen
from retro_pyramid.screens.table.table_actions import COMMANDS, TABLE_ACTIONS, give_up
from retro_pyramid.screens.table.table_drag import let_go, take
from retro_pyramid.screens.table.table_flight import fly_deal, fly_move, fly_parade
from retro_pyramid.screens.table.table_picture import draw_table, how_it_ended, notice_rect
from retro_pyramid.session import Session

STOCK = "stock"


def _felt_for(app: App) -> Felt:
    if app.machine.video.mode == "text":
        return Characters(app.machine.video)
    return Pictures(app.machine.video, app.services.cards())


class Table(GameScreen):
    """A game at the table; `opening` is a deal number, or the game left off."""

    def __init__(self, app: App, opening: Save | int, ways: Ways) -> None:
        super().__init__(app, ways)
        self.felt = _felt_for(app)
        self.motions = Motions(app.still)
        self._last_card = ""
        self.drag: Drag | None = None
        """The card that follows the pointer."""
        self.uses_at_release = False
        """Whether a click goes to what was selected before, and so uses it."""
        self.begin(opening)

    # Games

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands; nothing moves."""
        self.session = self.app.session = session
        self._show_position()

    def forget(self) -> None:
        """Let go of whatever is advised, held or being thought about."""
        super().forget()
        self.drag = None

    def _show_position(self) -> None:
        """Show the position as it is, the selector on the leftmost open card."""
        self.motions.finish()
        self.forget()
        cards = self._open()
        self._last_card = cards[0] if cards else STOCK
        self.selected = self._last_card
        self._ended = self.over()
        self.lasting = how_it_ended(self.session) if self._ended else None
        self.say(self.lasting)

    def deal_out(self) -> None:
        """Let the cards of a new game fly to their places."""
        fly_deal(self)
        self.app.sound("deal")

    def changed(self) -> None:
        """Show and keep what an undo, a redo or a restart has led to."""
        self._show_position()
        self.keep()

    def awaits_name(self) -> bool:
        """Return whether the game is over and earns a place on the board."""
        return self.over() and self.ways.earns(self.session)

    def leave_for(self, then: Callable[[], None]) -> None:
        """Go on to another game; a finished one goes to the board first, or its score would be lost."""

        def go_on() -> None:
            self.app.go(self)
            then()

        if self.over():
            self.ways.over(self.session, go_on)
        else:
            then()

    def run(self, action: str) -> None:
        """Do an action by its name, one of this table's own or one of every table."""
        (TABLE_ACTIONS.get(action) or ACTIONS[action])(self)

    # What the position means here

    def _open(self) -> list[str]:
        """Return the open cards' target ids from left to right."""
        slots = sorted(open_positions(self.session.state), key=lambda slot: self.felt.slots[slot][0])
        return [f"card:{position_text(slot)}" for slot in slots]

    # Input

    def event(self, event: Event) -> None:
        """Take an event; whatever still moves is put in its place first, so that nothing ever has to be waited for."""
        dealing = len(self.motions.glides) > 1
        if isinstance(event, Key | Press | Wheel):
            self.motions.finish()
            if dealing and isinstance(event, Key) and event.name in ("ENTER", "KPENTER", "SPACE"):
                return  # Meant to end the deal; taken as a move it could cost points.
            if self.hinted and not isinstance(event, Wheel):
                self.hinted = ()
                return
        match event:
            case Press(button=1):
                self._press(event)
            case Motion() if self.drag is not None:
                self.drag = self.drag.to(event.x, event.y)
            case Release():
                let_go(self, event)
            case _:
                super().event(event)

    def _press(self, press: Press) -> None:
        target = target_at(self.targets(), press.x, press.y)
        if target is None:
            return
        if target.enabled and (target.id == STOCK or target.id.startswith("card:")):
            take(self, target, press)
        else:
            self.click(target)

    def key(self, key: Key) -> None:
        """Arrows move the selector, Enter plays, letters and function keys command."""
        name = key.name.upper()
        match name:
            case "LEFT" | "RIGHT":
                self._step(-1 if name == "LEFT" else 1)
            case "UP" | "DOWN":
                self._to_stock()
            case "HOME" | "END":
                self._jump(0 if name == "HOME" else -1)
            case "ENTER" | "KPENTER" | "SPACE":
                if not key.repeat:
                    self.use_selected()
            case "ESC" | "BACKSPACE" | "Q":
                if not key.repeat:
                    self._back()
            case _:
                command = command_for(COMMANDS, key)
                if command is not None and not key.repeat:
                    give(self, command)

    def click(self, target: Target) -> None:
        """Command what is clicked; cards that can be used are taken by the pointer."""
        command = next((command for command in COMMANDS if command.id == target.id), None)
        match target.id:
            case "back" | "button:go-on":
                self._back()
            case _ if command is not None:
                give(self, command)
            case "discard":
                pass
            case name if self.over():
                self.refuse("the game is over: press Esc")
            case name if name == STOCK and name == self.selected:
                self.use_selected()
            case name if name == STOCK:
                self.select(name)
            case _:
                self.refuse("that card is covered")

    def select(self, name: str) -> None:
        """Put the selector on a card or the deck."""
        if name != STOCK:
            self._last_card = name
        self.selected = name
        self.say(None)

    def _step(self, direction: int) -> None:
        cards = self._open()
        if not cards:
            return
        if self.selected == STOCK:
            self.select(self._last_card)
        elif self.selected in cards:
            self.select(cards[(cards.index(self.selected) + direction) % len(cards)])

    def _jump(self, end: int) -> None:
        cards = self._open()
        if cards:
            self.select(cards[end])

    def _to_stock(self) -> None:
        if not self.over():
            self.select(STOCK)

    def use_selected(self, dropped: Point | None = None) -> None:
        """Play the selected card, or draw; a card that was dropped flies from there."""
        if self.over():
            self.refuse("the game is over: press Esc")
        elif self.selected == STOCK:
            self._play(DRAW, dropped)
        elif self.selected is not None:
            self._play(parse_move(self.selected.removeprefix("card:")), dropped)

    def _back(self) -> None:
        if self.over():
            self.ways.over(self.session, None)
        else:
            give_up(self)

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done, and beep."""
        self.say(reason[0].upper() + reason[1:])
        self.app.sound("refuse")

    # Moves

    def perform(self, move: Move) -> None:
        """Play a move that somebody else has chosen, and let its card fly."""
        self._play(move)

    def _play(self, move: Move, dropped: Point | None = None) -> None:
        session, before = self.session, self.session.state
        try:
            after = session.play(move)
        except IllegalMove as error:
            self.refuse(reason_told(str(error)))
            return
        self.forget()
        self.say(None)
        self.previous = None
        fly_move(self, move, before, after, dropped)
        if move == DRAW:
            self.app.sound("draw")
        else:
            self._nearest(parse_position(str(move)))
            self.app.streak_sound(after.streak)
        self.keep()
        if self.over():
            self._end()

    def _end(self) -> None:
        """Announce and count the end of the game."""
        session = self.session
        self.lasting = how_it_ended(session)
        self.say(self.lasting)
        if not session.assisted:
            self.app.services.files.count(session.rules, session.status == "won", session.score)
        if session.status == "won":
            fly_parade(self)
        self.app.sound("win" if session.status == "won" else "stuck")

    def _nearest(self, gone: int) -> None:
        """Move the selector to the open card nearest to the place of the card that went, the left one of two."""
        x, y = self.felt.slots[gone]
        cards = self._open()

        def distance(name: str) -> float:
            card_x, card_y = self.felt.slots[parse_position(name.removeprefix("card:"))]
            return (card_x - x) ** 2 + (1.37 * (card_y - y)) ** 2

        self.select(min(cards, key=distance) if cards else STOCK)

    # Time and picture

    def tick(self, ticks: int) -> None:
        """Move what moves, think about what is asked."""
        super().tick(ticks)
        self.motions.tick(ticks)
        if not self.over():
            self.session.ticks += ticks
        think(self)
        self.advise()

    @property
    def said(self) -> str:
        """Return the message, unless it is how the game ended: that has a place of its own."""
        return super().said if self.message != self.lasting else ""

    @property
    def message_row(self) -> int:
        """Return the row of messages: above how the game ended, where a line says that."""
        return super().message_row - 2 * (self.session.status == "stuck")

    def busy(self) -> bool:
        """Return whether cards still move or a hint is there in a moment."""
        return self.motions.running() or self.hint_due()

    def commands(self) -> tuple[Command, ...]:
        """Return what can be asked for here, now or at other times."""
        return COMMANDS

    def hints(self) -> list[Hint]:
        """Return the keys of the table."""
        move = [] if self.over() else [Hint("←→↑↓", "Move", "")]
        return [*move, *hints_of(self), Hint("Esc", "Go on" if self.over() else "Menu", "back")]

    def targets(self) -> list[Target]:
        """Return hints, buttons, piles and every card of the pyramid, the open ones enabled."""
        felt, state = self.felt, self.session.state
        playing = not self.over()
        found = [
            *hint_targets(self.hints()),
            *(Target(command.id, cells_rect(*cells), can) for command, cells, can in buttons_of(self)),
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
        draw_table(self)
        hint_line(self.video, self.hints())
