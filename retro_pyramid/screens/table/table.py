"""The table, one for all programs: the only place that changes a game, the hand, what moves, what is said and heard.

An event becomes a gesture, the gesture an intent, the intent a change here; the picture is made from a view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from retro_pyramid.cards import Card, deal
from retro_pyramid.machine.events import Event, Key, Motion, Press, Wheel
from retro_pyramid.machine.pointers import Shape
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import DRAW, REDEAL, IllegalMove, Move, State, judged, why_not
from retro_pyramid.rules.transcript import Save
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.boxes.dialog import Confirm
from retro_pyramid.screens.deals.dealing import Dealing
from retro_pyramid.screens.finale.finale import Finale
from retro_pyramid.screens.parts.coach import Attention, advice
from retro_pyramid.screens.parts.look import Hint
from retro_pyramid.screens.parts.motion import Drag
from retro_pyramid.screens.parts.positions import (
    STOCK,
    WASTE,
    card_at,
    names_of,
    slot_of,
)
from retro_pyramid.screens.parts.wording import reason_told
from retro_pyramid.screens.record import Ways
from retro_pyramid.screens.setting import ANY, DEALS, HELPS, HINT, LAMP, WINNABLE
from retro_pyramid.screens.table.adviser import Adviser
from retro_pyramid.screens.table.bar import OpenMenu
from retro_pyramid.screens.table.flight import Rest
from retro_pyramid.screens.table.gesture import Drop, Gesture, Letter, Use, Walk, of_key, of_pointer
from retro_pyramid.screens.table.hand import Hand, step, walk
from retro_pyramid.screens.table.intent import (
    AUTO_MATCH,
    GO_ON,
    Do,
    FlyBack,
    Intent,
    Order,
    Play,
    Position,
    Refuse,
    Select,
    intent,
    use,
)
from retro_pyramid.screens.table.layout import HOW, REPLAY, BarMenu, Command, command_for
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.picture import draw
from retro_pyramid.screens.table.referee import JOYS, is_not_yours, is_over
from retro_pyramid.screens.table.surface import Surface
from retro_pyramid.screens.table.view import (
    Button,
    Lying,
    Verdict,
    View,
    bar_targets,
    drop_goal,
    rects_of,
    targets_of,
    verdict_at,
    walking_groups,
)
from retro_pyramid.session import Session

NOT_YET = "Not known yet: the solver is looking for the best move"
_ENTER = ("ENTER", "KPENTER", "SPACE")


class Table(Screen):
    """A game at the table; `opening` is a deal number, the game left off, or any other.

    `hand` is what the player holds, `hinted` are the target ids a hint shows.
    """

    name = "table"
    speaks = True
    read_out = False

    def __init__(self, app: App, look: TableLook, opening: Session | Save | int, ways: Ways) -> None:
        super().__init__(app)
        self.ways = ways
        self.look = look
        self.referee = self.look.referee()
        self.surface = Surface(app, self.look)
        self.adviser = Adviser()
        self.hand = Hand()
        self.hinted: tuple[str, ...] = ()
        self._asked: str | None = None
        """The question for a column, as long as it is asked."""
        self._lent = False
        self._cue: str | None = None
        """What the pointer is over or a key has just gone to, for who is taught."""
        self._ended = False
        self._laid = False
        self._previous: Session | None = None
        """The game before the last New, which undo brings back."""
        self.dealing = Dealing(app)
        self._told: set[tuple[Card, ...]] = set()
        """The deals whose odds were told: a game of one of them is assisted."""
        if isinstance(opening, Session):
            self.take(opening)
        elif isinstance(opening, Save):
            self.take(Session.resume(opening, app.record.habits))
            self.say("Your last game goes on where you left it")
        else:
            self.take(self.deal_session(opening))
            self.surface.deal(self.session)
            self.app.sound("deal")

    # The game on the table

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands; nothing moves, and the one before cannot be brought back."""
        self.session = self.app.session = session
        if session.day is None and self.app.day is not None:
            session.day = self.app.day.of(session.deal)
        self._previous = None
        self._lent = self._laid = False
        self._celebrates = True
        self._teaches = self.app.newcomer()
        self._ended = self.over()
        self._ends_known = self._ends()
        self._stand("")
        self.referee.began(self)
        self._show()

    def over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.session.status != "playing" or self.referee.entered

    def still(self) -> bool:
        """Return whether all cards lie where they go."""
        return not self.surface.running()

    def deal_session(self, number: int) -> Session:
        """Return a game of this deal under the program's rules, not begun."""
        return Session(self.app.rules(), deal(number), number, self.app.record.habits)

    def keep(self) -> None:
        """Write the game down as the referee says, unless it stands aside from all others."""
        if not self.session.aside and self._ends() > self._ends_known:
            self._stand_aside()
        if not self.session.aside:
            self.referee.keep(self)

    def _ends(self) -> int:
        """Return how often the game on the table was counted, here or in another window."""
        return self.app.services.files.resume.ends(self.session.rules.edition, self.session.cards)

    def _stand_aside(self) -> None:
        self.session.aside = True
        self.app.services.files.notices.append(
            "This game was finished in another window: here it counts for nothing"
        )

    def write_down(self) -> None:
        """Keep the game as the one left off, or forget it when it is over and no name is to be entered for it."""
        left_off, session = self.app.services.files.resume, self.session
        if self.over() and not self.referee.awaits_name(self):
            left_off.drop(session.save())
        else:
            left_off.put(session.save(), waits=self.over())

    def left_at(self, deal: int) -> None:
        """Take up a match that was left off at this deal."""
        self.referee.left_at(self, deal)

    def start_match(self) -> None:
        """Begin a match, as the referee does."""
        self.referee.start_match(self)

    def to_front(self) -> None:
        """Leave everything that lies over the table."""
        self.app.go(self)

    @property
    def lent(self) -> bool:
        """Whether the computer plays, so that the keyboard's focus does not show."""
        return self._lent

    def lend(self, lent: bool) -> None:
        """Let the computer play, or give the table back."""
        self.forget()
        self._lent = lent

    def point(self, names: tuple[str, ...]) -> None:
        """Mark cards as a hint does."""
        self.hinted = names

    # Moves

    def perform(self, move: Move) -> None:
        """Play a move that somebody else has chosen, and let its cards fly."""
        self._play(move)

    def show_played(self, move: Move) -> None:
        """Let the cards of a move fly that somebody else has played in the session."""
        past = self.session.history[-2].state
        self._moved(move, past, self.surface.resting(self.session, past=past))

    def _play(self, move: Move, dropped: Drag | None = None) -> None:
        session, past = self.session, self.session.state
        before = self.surface.resting(session, dropped)
        try:
            session.play(move)
        except IllegalMove as error:
            self.refuse(reason_told(str(error)))
            self.surface.fly(session, before)
            return
        self.forget()
        self.say(None)
        self._previous = None
        self._moved(move, past, before)

    def _moved(self, move: Move, past: State, before: Mapping[Card, Rest]) -> None:
        turned = self.surface.fly(self.session, before)
        if self.look.tells_points:
            scores = [position.score or 0 for position in self.session.history[-2:]]
            # The bonus for the cleared pyramid is counted by itself.
            won = self.session.rules.clear_bonus if self.session.status == "won" else 0
            self.surface.tell_points(self.session, move, scores[1] - scores[0] - won, before)
        self.app.move_sound(move, past, self.session.state, turned)
        slots = [name for name in names_of(move) if slot_of(name) is not None]
        if self.look.manner.kind == "select" and slots:
            self._focus_near(slots[0])
        self._after_change()

    def _after_change(self) -> None:
        """Keep and announce what a move, an undo or a redo has led to."""
        if self.look.manner.kind == "pair":
            self._focus_near(self.hand.focus)
        self.referee.played(self)
        self.keep()
        ended_before, self._ended = self._ended, self.over()
        if self._ended and not ended_before:
            self._end()
        self._show()

    def _end(self) -> None:
        """Announce and count the end of the game."""
        session, won = self.session, self.session.status == "won"
        self.lasting = self.referee.lasting(self)
        if self.lasting is not None:
            self.say(self.lasting)
        if not (session.assisted or session.aside or session.scoring_stopped or self._lent or self._laid):
            self._count(won)
        self._celebrates = not self._lent
        finale, sign = self._finale(), self.referee.sign(self)
        if finale is None:
            # A finale's tune would sound over an empty table.
            self.app.sound("computer_won" if self._lent and sign in JOYS else sign)
        else:
            # What the cleared pyramid earns is counted before it.
            bonus = session.rules.clear_bonus if won else 0
            self.surface.celebrate(finale, bonus)
            self.app.finale_sound(sign, finale.landings, bonus)
        self.referee.ended(self)

    def _count(self, won: bool) -> None:
        """Count the game, unless another window has ended it at this moment."""
        session, files = self.session, self.app.services.files
        if files.resume.end(session.rules.edition, session.cards, self._ends_known):
            # If its end is undone, it may end again.
            self._ends_known += 1
            files.count(session.rules, won, session.score, session.day)
        else:
            self._stand_aside()

    def _finale(self) -> Finale | None:
        """Return what is seen at the end of the game on the table, None where that is nothing."""
        if not self._celebrates:
            return None
        won = self.session.status == "won"
        sign = self.referee.sign(self) if self.over() else ""
        return self.look.signs.get(sign, self.look.finale if won else None)

    def _travel(self, step: Callable[[], bool], back: bool = False) -> None:
        """Take a move or a restart back, or do it again: the cards fly as they flew, or home."""
        session, entry, before = self.session, self.session.timeline.now, self.surface.resting(self.session)
        if step():
            first, last = (session.timeline.now, entry) if back else (entry, session.timeline.now)
            self._stand(self.hand.focus)
            turned = self.surface.fly(session, before)
            self.app.move_sound(last.move, first.state, last.state, turned, back)
            self._after_change()

    def _stand(self, focus: str) -> None:
        """Show the position as it is, with nothing moving, chosen or said."""
        self.surface.finish()
        self.forget()
        if self.look.manner.kind == "select":
            cards = self.surface.open_cards(self.session)
            self.hand = self.hand.on(cards[0] if cards else STOCK)._replace(last=cards[0] if cards else STOCK)
        else:
            self._focus_near(focus)
        self.lasting = self.referee.lasting(self) if self.over() else None
        self.say(self.lasting)

    def forget(self) -> None:
        """Let go of whatever is selected, advised, held or being thought about."""
        self.adviser.drop_hint()
        self.hinted = ()
        self._cue = None
        self.hand = self.hand.let_go()
        self._end_question()

    def _end_question(self) -> None:
        """Say no more what was asked for, a column."""
        if self._asked is not None and self.message == self._asked:
            self.say(None)
        self._asked = None

    def _focus_near(self, name: str) -> None:
        self.hand = self.hand.on(self.surface.near(self.session, name))

    # What is asked for

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done in the program's words, unless errors are not to be told, and beep."""
        for word, other in self.look.wording:
            reason = reason.replace(word, other)
        if not self.look.errors or self.app.settings[self.look.errors] == "yes":
            self.say(reason[0].upper() + reason[1:])
        else:
            # Nor does a newcomer's line tell what the card would have needed.
            self._cue = None
        self.app.sound("refuse")

    def run(self, action: str) -> None:
        """Do an action by its name, one of the program's own or one of every table."""
        own = self.look.actions.get(action)
        if own is not None:
            own(self)
        else:
            self._ACTIONS[action](self)
        self._show()

    def commands(self) -> tuple[Command, ...]:
        """Return what can be asked for here, now or at other times."""
        return (*self.referee.commands(self), HOW, REPLAY)

    def refusal(self, action: str) -> str:
        """Return why an action cannot be asked for now, empty when it can: all that offers a command asks here."""
        own = self.look.conditions.get(action)
        if own is not None:
            return own(self)
        match action:
            case "play" | "draw":
                return is_over(self)
            case "undo" if self._laid_down() or (self._previous is not None and not self.session.can_undo):
                # The game before the last New comes back without any help.
                return ""
            case "undo" | "redo":
                can = self.session.can_undo if action == "undo" else self.session.can_redo
                return self._off(action) or ("" if can else f"nothing to {action}")
            case "hint":
                return self._off(action) or is_not_yours(self)
            case "replay":
                return "" if self.over() and self.session.moves else "the game is not over"
            case "how":
                return "" if self.can_show_how() else "there is no line to show"
        return ""

    def _off(self, help_: str) -> str:
        allowed = help_ in self.look.free or self.app.settings[HELPS] == "on"
        return "" if allowed else f"{help_} is off. F5 turns it on."

    def usable(self, command: Command) -> bool:
        """Return whether a command can be used now."""
        return not self.refusal(command.action)

    def give(self, command: Command) -> None:
        """Do a command, or say why it cannot be used now."""
        reason = self.refusal(command.action)
        if reason:
            self.refuse(reason)
        else:
            self.run(command.action)

    def checked(self, name: str) -> bool:
        """Return whether a mark stands before a line of a menu that has it under this condition."""
        return {
            "auto_match": self.session.auto_match,
            "helps": self.app.settings[HELPS] == "on",
            "small_cards": self.surface.small,
            "sound": self.app.sound_level.effects,
        }[name]

    def _order(self, name: str) -> None:
        """Give the command that a target id names."""
        titles = [title.id for title in bar_targets(self.look.bar, self.surface.places.bar_row)]
        commands = [command for command in self.commands() if command.id == name]
        if commands:
            self.give(commands[0])
        elif name == "back":
            self.run("leave")
        elif name == GO_ON:
            self.referee.go_on(self)
        elif name == AUTO_MATCH:
            self.run("auto_match")
        elif name in titles:
            self.open_menu(titles.index(name))

    def bar(self) -> tuple[tuple[BarMenu, ...], int]:
        """Return the menus of the bar and its row."""
        return self.look.bar, self.surface.places.bar_row

    def open_menu(self, index: int) -> None:
        """Open a menu of the bar."""
        self.app.push(OpenMenu(self, index))

    def _new(self, keep_previous: bool = True) -> None:
        """Deal another game, once it is found where it is one of a day's or not any deal is wanted."""

        def begin(words: str | None = None) -> None:
            self._begin(keep_previous)
            if words is not None:
                self.say(words)

        if self.referee.shows_first(self):
            self._lay_down()
        elif self.referee.needs_deal:
            self.dealing.find(self.deals, begin)
        else:
            begin()

    def _begin(self, keep_previous: bool) -> None:
        previous = self.session if keep_previous and not self.over() else None
        self.take(self.referee.deal(self))
        self._previous = previous
        self.surface.deal(self.session)
        self.app.sound("deal")
        # The game before has ended: it must not come back when this one is left before its first move.
        self.keep()

    def _lay_down(self) -> None:
        """End the game as it stands, with all that is seen and heard where more than the game ends with it."""
        self._stand(self.hand.focus)
        self.referee.entered = self._ended = self._laid = True
        self.keep()
        self._end()
        self._show()

    def _take_up(self) -> None:
        """Go on with a game that was laid down."""
        self.machine.speaker.stop()
        self._stand(self.hand.focus)
        self._after_change()
        self.say("The game goes on")

    def _laid_down(self) -> bool:
        """Return whether the game ended as it stood, for a new one that has not been dealt."""
        return self._laid and self.referee.entered

    def _ask_number(self) -> None:
        """Ask for a deal number and deal it."""
        from retro_pyramid.screens.deals.deal_number import DealNumber

        def enter(number: int) -> None:
            self.dealing.want(number)
            self.referee.leave_for(self, lambda: self.run("new"))

        self.app.push(DealNumber(self.app, self.session, self.deal_words(), enter, self._told.add))

    def _ask(self, question: str, detail: str, action: str) -> None:
        def yes() -> None:
            self.referee.leave_for(self, lambda: self.run(action))

        self.app.push(Confirm(self.app, question, detail, yes))

    def _ask_new(self) -> None:
        cost = "is finished" if self.over() else "will not be scored"
        self._ask("Deal a new game?", f"The game on the table {cost}", "new")

    def _ask_restart(self) -> None:
        self._ask("Start this deal again?", "Played again, it does not count for the board", "restart")

    def _restart(self) -> None:
        self.session.restart()
        self._stand(self.hand.focus)
        self._after_change()
        self.surface.deal(self.session)
        self.app.sound("deal")

    def _undo(self) -> None:
        if self._laid_down():
            self._take_up()
        elif not self.session.can_undo and self._previous is not None:
            before = self.surface.resting(self.session)
            self.take(self._previous)
            self.surface.fly(self.session, before)
            self.app.sound("deal", back=True)
            self.say("The game before is back")
        else:
            self._travel(self.session.undo, back=True)

    def _redo(self) -> None:
        self._travel(self.session.redo)

    def _hint(self) -> None:
        """Think about a hint: a fair one is there in a moment, the exact one when it is known."""
        self.forget()
        self.adviser.begin_hint(self.session, self.app.settings[HINT] == "exact")
        # What a hint marks stays marked when the program ends before the next move.
        self.keep()
        if self.adviser.thinks == "exact":
            self._think()

    def _quit(self) -> None:
        """Leave the program, if the player says yes."""
        detail = "Your game is kept and goes on next time"
        self.app.push(Confirm(self.app, "Quit Pyramid?", detail, self.ways.quit))

    def _toggle_helps(self) -> None:
        on = self.app.settings[HELPS] == "on"
        self.app.choose(HELPS, "off" if on else "on")
        self.say("Undo and hint are off" if on else "Undo and hint are on: they mark a game as assisted")

    def _draw_card(self) -> None:
        self._play(DRAW if self.session.state.stock else REDEAL)

    def _toggle_auto_match(self) -> None:
        session = self.session
        session.auto_match = not session.auto_match
        now = "on" if session.auto_match else "off"
        self.app.keep_option("auto_match", now)
        self.keep()
        self.say(f"Auto-Match is {now}")

    def _toggle_cards(self) -> None:
        """Change between large and small cards."""
        assert self.look.small is not None, "a program with this command has small cards"
        size = "large" if self.surface.small else "small"
        self.app.choose(self.look.small.setting, size)
        self.refit()
        self.say(f"{size.capitalize()} cards")

    def _use(self, name: str) -> None:
        meant = use(self.look.manner, self._position(), self.hand, name)
        if meant is not None:
            self._do(meant)

    def _how(self) -> None:
        worth, session = self.adviser.worth, self.session
        assert worth is not None, "this is asked for only where there is a line"
        rules = judged(session.rules)
        line = session.transcript()._replace(options=rules.options, moves=tuple(worth.moves), notes=())
        self.app.watch(line, "The best line" if rules.judged_by_score else "How it could be done")

    def _replay(self) -> None:
        self.app.watch(self.session.transcript()._replace(notes=()), "Your game")

    _ACTIONS: Mapping[str, Callable[[Table], None]] = {
        "new": _new,
        "begin": lambda self: self._new(keep_previous=False),
        "ask_new": _ask_new,
        "ask_restart": _ask_restart,
        "number": _ask_number,
        "restart": _restart,
        "undo": _undo,
        "redo": _redo,
        "hint": _hint,
        "helps": _toggle_helps,
        "setup": lambda self: self.app.set_up(),
        "how": _how,
        "replay": _replay,
        "help": lambda self: self.ways.help(),
        "editions": lambda self: self.ways.editions(),
        "menu": lambda self: self.ways.menu(),
        "quit": lambda self: self._quit(),
        "sound": lambda self: self.app.toggle_sound(),
        "draw": _draw_card,
        "auto_match": _toggle_auto_match,
        "cards": _toggle_cards,
        "bar": lambda self: self.open_menu(0),
        "leave": lambda self: self.referee.leave(self),
        "play": lambda self: self._use(self.hand.focus),
        "use_stock": lambda self: self._use(STOCK),
        "use_waste": lambda self: self._use(WASTE),
    }

    # Input

    def event(self, event: Event) -> None:
        """Take an event; whatever still moves is put in its place first, so that nothing ever has to be waited for."""
        if isinstance(event, Key | Press | Wheel):
            dealing, feast = self.surface.dealing() > 1, self.surface.celebrates()
            self.surface.finish()
            self.hand = self.hand._replace(by_keys=isinstance(event, Key))
            if not isinstance(event, Key):
                self.hand = self.hand._replace(row=None)
                self._end_question()
            if self.hinted and not isinstance(event, Wheel):
                self.hinted = ()
                self._show()
                return
            enter = isinstance(event, Key) and event.name in _ENTER
            if feast:
                self.machine.speaker.stop()
            # Meant to end the deal, where a move could cost points, or the finale, to see how the game ended.
            if (dealing and enter) or (feast and (enter or self._aimless(event))):
                self._show()
                return
        if isinstance(event, Motion) and self.hand.drag is not None:
            self.hand = self.hand._replace(drag=self.hand.drag.to(event.x, event.y))
        if isinstance(event, Motion | Press) and self._teaches():
            target = target_at(self.targets(), event.x, event.y)
            self._cue = target.id if target else None
        gesture = self._gesture(event)
        if gesture is not None:
            self._take_gesture(gesture)
        self._show()

    def use(self, name: str) -> None:
        """Do what a target stands for; the stock draws, even where a click only selects it."""
        if name == STOCK and self.look.manner.kind == "select":
            self.hand = self.hand.on(STOCK)
        super().use(name)

    def _aimless(self, event: Event) -> bool:
        """Return whether a press means none of the commands that can be seen."""
        if not isinstance(event, Press):
            return False
        target = target_at(self.targets(), event.x, event.y)
        return target is None or target.id == GO_ON or not target.id.startswith(("button:", "menu:", "back"))

    def _gesture(self, event: Event) -> Gesture | None:
        if isinstance(event, Key):
            return of_key(event, self.look.manner.numbers, self.hand.row)
        view, hand = self.view(), self.hand
        targets = targets_of(view)

        def goal(drag: Drag, x: int, y: int) -> str | None:
            return drop_goal(view, targets, drag, x, y)

        gesture = of_pointer(event, hand, targets, self._grasp, goal)
        if hand.drag is not None and gesture is not None:
            self.hand = hand._replace(drag=None)
        elif hand.drag is not None and isinstance(event, Motion):
            self.hand = hand._replace(drag=self._over(hand.drag, goal(hand.drag, event.x, event.y)))
        return gesture

    def _over(self, drag: Drag, goal: str | None) -> Drag:
        """Return a card held over a target, which is its goal where dropping it there would be a move."""
        rules, state = self.session.rules, self.session.state
        meant = intent(self.look.manner, self._position(), self.hand, Drop(drag, goal))
        moves = drag.moved and isinstance(meant, Play) and why_not(rules, state, meant.move) is None
        pile = WASTE if goal == self.look.manner.waste else goal
        return drag._replace(goal=pile if moves else None)

    def _grasp(self, target: Target, press: Press) -> Drag | None:
        """Return the card of a target that can be taken with the pointer."""
        rules, state, name = self.session.rules, self.session.state, target.id
        if self.over():
            return None
        card = card_at(rules, state, name)
        face_down = self.look.manner.kind == "select" and name == STOCK and target.enabled
        if card is None and not face_down:
            return None
        x, y = self.surface.place(self.session, name)
        return Drag(name, card, (x, y), (press.x - x, press.y - y), (press.x, press.y))

    def _take_gesture(self, gesture: Gesture) -> None:
        hand = self.hand
        if isinstance(gesture, Walk | Letter | Use):
            self.hand = hand._replace(row=None)
        self._end_question()
        match gesture:
            case Walk(key):
                self._walk(key)
            case Letter(key):
                self._letter(key)
            case _:
                meant = intent(self.look.manner, self._position(), self.hand, gesture)
                if meant is not None:
                    self._do(meant)

    def _position(self) -> Position:
        return Position(self.session.rules, self.session.state, self.over())

    def _do(self, meant: Intent) -> None:
        match meant:
            case Select(hand, words):
                self.hand = hand
                if hand.row is not None:
                    self._asked = words
                    self.lasting = words
                if words != "":
                    self.say(words)
            case Play(move, focus, dropped):
                self.hand = self.hand.on(focus)
                self._play(move, dropped)
            case Refuse(reason, hand):
                self.hand = hand
                self.refuse(reason_told(reason))
            case Do(action):
                self.run(action)
            case Order(name):
                self._order(name)
            case FlyBack(drag):
                self.surface.fly(self.session, self.surface.resting(self.session, drag))

    def _walk(self, key: str) -> None:
        """Move the focus."""
        if self.look.manner.kind == "select":
            goal = (
                None
                if self.over() and key in ("UP", "DOWN")
                else step(self.surface.open_cards(self.session), self.hand, key)
            )
            if goal is not None:
                self.hand = self.hand.on(goal)
                self._cue = goal
                self.say(None)
            return
        view = self.view()
        rects = rects_of(view, targets_of(view))
        goal = walk(walking_groups(view, rects), rects, self.hand.focus, key)
        self.hand = self.hand._replace(focus=goal)
        self._cue = goal

    def _letter(self, key: Key) -> None:
        """Give the command of a key, or open the menu of its letter."""
        name = key.name.upper()
        bar = self.look.bar
        titles = [menu.title[0] for menu in bar]
        if titles and (name == "F10" or name in titles):
            self.open_menu(0 if name == "F10" else titles.index(name))
            return
        lines = [line for menu in bar for line in menu.lines if line is not None]
        command = command_for((*self.commands(), *lines), name)
        if command is not None and not key.repeat:
            self.give(command)

    # Time

    def tick(self, ticks: int) -> None:
        """Move what moves, think about what is asked; a message goes after five seconds."""
        self.surface.tick(ticks)
        if not self.over():
            self.session.ticks += ticks
        self._think()
        self._advise()
        super().tick(ticks)
        self.referee.tick(self, ticks)

    def _think(self) -> None:
        """Go on thinking about a hint for a tick, and show it when it is there."""
        kind = self.adviser.thinks
        if not kind:
            return
        advice = self.adviser.hint()
        if advice is None:
            if kind == "exact" and self.message is None:
                self.say(NOT_YET)
            return
        self.hinted = advice.names
        if not advice.names:
            self.refuse("no cards go together now")
        elif advice.words:
            self.say(advice.words)

    def _advise(self) -> None:
        """Let the solver think on for a tick; what it tells of a game that is on marks it."""
        session, lamp = self.session, self.app.settings[LAMP] == "on" and not self.referee.proving
        before = session.assisted
        if lamp and not self.over():
            session.did("lamp")
        told = self.deals != ANY or session.cards in self._told
        if told and not self.over():
            session.did("winnable")
        if session.assisted and not before:
            self.keep()
        graded = self.deals not in (ANY, WINNABLE)
        self.adviser.tick(session, lamp, self.deals != ANY or self.over(), graded and not self.over())

    @property
    def deals(self) -> str:
        """What deals of chance are to be: a value of the setting DEALS."""
        return ANY if self.referee.proving else self.app.settings[DEALS]

    def busy(self) -> bool:
        """Return whether cards still move or a hint is being thought about that will be there in a moment."""
        return self.surface.running() or bool(self.surface.floats()) or self.adviser.thinks == "fair"

    # What is shown

    def covered(self) -> None:
        """End the finale: its music would go on alone."""
        if self.surface.celebrates():
            self.surface.finish()
            self.machine.speaker.stop()

    def refit(self) -> None:
        """Lay the table out for another adapter, mode or deck; the game goes on."""
        self.hand = self.hand._replace(drag=None)
        self.surface.lay_out()

    @property
    def picked(self) -> str | None:
        """The target id of the card selected, None while none is."""
        return self.hand.picked

    @property
    def focused(self) -> str | None:
        """The target id of what the keyboard is on, None where that does not show."""
        if self.look.manner.kind == "select":
            return None if self.over() or self.surface.dealing() else self.hand.focus
        if not self.hand.by_keys or self.over() or self._lent:
            return None
        focus = self.hand.focus
        return self.look.manner.empty_stock if focus == STOCK and not self.session.state.stock else focus

    def _show(self) -> None:
        chosen = self.look.manner.kind == "select"
        self.selected = self.hand.focus if chosen else self.hand.picked or self.focused

    def deal_words(self) -> str:
        """Return the deal's number as the table shows it, labelled where not any deal is wanted."""
        label = self._label()
        return f"{self._number_words()} ({label})" if label else self._number_words()

    def _number_words(self) -> str:
        return "Own cards" if self.session.deal is None else f"Deal {self.session.deal}"

    def _label(self) -> str:
        """Return in a word what the deal is, where not any is wanted and the game is on."""
        return self.adviser.label() if self.deals != ANY and not self.over() else ""

    def worth_words(self) -> str:
        """Return the line that tells, after a game, what its deal was worth at best; empty where that is plain."""
        return self.adviser.worth_words(self.session)

    def can_show_how(self) -> bool:
        """Return whether the game is over and there is a line of play to show that would have been better."""
        worth = self.adviser.worth
        return self.over() and worth is not None and bool(worth.moves) and bool(self.worth_words())

    def pointer_shape(self) -> Shape:
        """Return an hourglass while a hint shows, where the program has it so."""
        return "hourglass" if self.hinted and self.look.waits else "arrow"

    @property
    def said(self) -> str:
        """Return the message, unless it is how the game ended: that has a place of its own."""
        return super().said if not self.over() or self.message != self.lasting else ""

    @property
    def lesson(self) -> str:
        """Return what can be done now, for who is new to the program; nothing in games that prove a total."""
        session, hand, manner = self.session, self.hand, self.look.manner
        helped = self._lent or self.referee.proving or bool(self.hinted)
        if not self._teaches() or helped or self.over() or self.surface.dealing():
            return ""
        keys = hand.by_keys and not self.machine.pointer_shown
        chosen = hand.focus if manner.kind == "select" else hand.picked
        at = STOCK if self._cue == manner.empty_stock else self._cue
        told = advice(session.rules, session.state, Attention(chosen, at, keys, manner.stock_deals))
        for word, other in self.look.wording:
            told = told.replace(word, other)
        note = "" if session.moves or at else self.app.record.note_of(session.rules)
        return f"{note}.\n{told}" if note else told

    @property
    def message_colour(self) -> int:
        """Return the attribute of messages: to be asked for a column is no error."""
        return self.app.record.dress.field if self.hand.row else super().message_colour

    @property
    def message_row(self) -> int:
        """Return the row of messages: above how the game ended, where lines below say that, and above buttons there."""
        row = self._verdict().cells[1] - 2 if self._said_below() else super().message_row
        cells = [button.command.cells for button in self._buttons()]
        above = [one[1] - 2 for one in cells if one is not None and one[1] <= row < one[1] + one[3]]
        return min(above, default=row)

    def hints(self) -> list[Hint]:
        """Return the keys of the table; when a game is over, only those that still do something."""
        hints = []
        for command in self.commands():
            if command.shown and not command.cells:
                can = self.usable(command)
                if can or not (command.absent or self.over()):
                    hints.append(Hint(command.shown, command.words, command.id, can))
        return [*hints, Hint("Esc", self.referee.leave_word(self) or self.look.esc, "back")]

    @property
    def foremost(self) -> str:
        """Return what draws a card; of a finished game, what goes on."""
        draws = [command.id for command in self.commands() if command.action == "draw" and command.shown]
        return GO_ON if self.over() else (*draws, STOCK)[0]

    def targets(self) -> list[Target]:
        """Return hints, buttons, piles and every card of the pyramid, those that can be used enabled."""
        return targets_of(self.view())

    def draw(self) -> None:
        """Draw table, piles, pyramid, what moves, and the words."""
        draw(self.view(), self.look, self.surface.felt, self.video)

    def view(self) -> View:
        """Return all that is to be seen at this moment."""
        session, look, hand, focused, surface = self.session, self.look, self.hand, self.focused, self.surface
        drag = hand.drag if hand.drag is not None and hand.drag.moved else None
        sign = self._finale()
        moment, places = surface.moment(session, sign), surface.places
        if moment is not None and sign is not None and sign.alone:
            places = places._replace(auto_match=None)
        selector = look.manner.kind == "select"
        words = self.app.record.option_words
        options = [words.get(item, "") for item in session.rules.options.items()]
        view = View(
            session=session,
            places=places,
            manner=look.manner,
            size=surface.felt.card_size,
            piles=tuple(surface.piles(session, hand, self.hinted, focused)),
            cards=tuple(surface.cards(session, hand, self.hinted, focused)),
            moving=tuple(surface.moving()),
            arriving=frozenset(glide.slot for glide in surface.motions.glides),
            held=drag and Lying(drag.place, drag.card, selector, "" if selector else look.highlight),
            focused=focused,
            buttons=tuple(self._buttons()),
            bar=look.bar,
            hints=self.hints(),
            hinted=self.hinted,
            light=self.adviser.light,
            verdict=self._verdict() if self.over() else None,
            dress=self.app.record.dress,
            deal=self.deal_words(),
            number=self._number_words(),
            label=self._label(),
            worth=self.worth_words() if self.over() else "",
            options="   ".join(filter(None, options)),
            wording=look.wording,
            finale=moment,
            sign=sign,
            score=None if session.score is None else session.score - surface.uncounted(),
            floats=tuple(surface.floats()),
            flashes=surface.flashes(),
            facts=self.referee.facts(self),
            seeking=self.adviser.seeking,
            draws="" if any(command.action == "draw" for command in self.commands()) else "Draw",
        )
        return view._replace(standing=look.standing(view))

    def _buttons(self) -> list[Button]:
        """Return the commands that have a button now."""
        buttons = [
            Button(command, self.usable(command), self.focused == command.id)
            for command in self.commands()
            if command.cells
        ]
        return [button for button in buttons if button.usable or not button.command.absent]

    def _said_below(self) -> bool:
        """Return whether how the game ended is said below the cards."""
        return self.over() and (self.session.status == "won" or self.look.lost == "below")

    def _verdict(self) -> Verdict:
        """Return how the game ended and what comes next."""
        look, below = self.look, self._said_below()
        worth = self.worth_words() if self.referee.tells_worth(self) else ""
        lines: list[str] = []
        for words in filter(None, [*self.referee.verdict(self), worth]):
            if lines and below and len(f"{lines[-1]}  {words}") <= COLUMNS - 2:
                lines[-1] += f"  {words}"
            else:
                lines.append(words)
        lines += filter(None, [self.referee.go_on_words(self)])
        won = self.referee.sign(self) in JOYS
        return verdict_at(
            lines,
            below,
            look.least,
            self.surface.places,
            self._buttons(),
            self.surface.rests(),
            won,
            look.foot,
        )
