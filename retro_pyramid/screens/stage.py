"""A stage: the table of a program on which a game that is over is shown, move by move; nothing of it is ever kept."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.screens.app import App
from retro_pyramid.screens.parts.captions import caption
from retro_pyramid.screens.parts.look import Hint
from retro_pyramid.screens.services import Services
from retro_pyramid.screens.table.hand import Hand
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.picture import draw
from retro_pyramid.screens.table.surface import Surface
from retro_pyramid.screens.table.view import View
from retro_pyramid.session import Session


class Stage:
    """A game at one of its positions; a `silent` one makes no sound. IllegalMove if a move cannot be played.

    It has an app of its own, dressed as the game's program, so that the game beneath stays what it is.
    """

    def __init__(self, app: App, look: TableLook, game: Transcript, silent: bool = False) -> None:
        record = app.record if app.record.id == game.edition else app.services.load(game.edition)
        self.app = App(app.machine, record, app.services, app.choices, game.options)
        self._look = look
        self._silent = silent
        self.session = Session.from_transcript(game, record.habits)
        self.last = len(game.moves)
        """The number of the position after the last move; the opening's is 0."""
        self.pointed: tuple[str, ...] = ()
        """The target ids that are marked, as those of a hint are."""
        self._surface = Surface(self.app, look)
        self.session.timeline.at = 0

    def refit(self, services: Services) -> None:
        """Lay the table out anew for another adapter, mode or deck."""
        self.app.services = services
        self._surface.lay_out()

    @property
    def at(self) -> int:
        """The number of the position shown."""
        return self.session.timeline.at

    def deal(self) -> None:
        """Let the cards of the opening fly to their places."""
        self._surface.deal(self.session)

    def jump(self, at: int) -> None:
        """Show a position at once."""
        self.finish()
        self.session.timeline.at = min(max(at, 0), self.last)

    def finish(self) -> None:
        """Put everything where it goes; a finale ends with its music."""
        if self._surface.celebrates() and not self._silent:
            self.app.machine.speaker.stop()
        self._surface.finish()

    @property
    def score(self) -> int | None:
        """The points shown: less, while a bonus is counted; None where there are none."""
        return None if self.session.score is None else self.session.score - self._surface.uncounted()

    def on(self) -> None:
        """Play the next move with all its flight and sound."""
        session, surface = self.session, self._surface
        past, before = session.state, surface.resting(session)
        surface.finish()
        session.timeline.at += 1
        turned = surface.fly(session, before)
        self._sound(lambda: self.app.sounds.move(session.timeline.now.move, past, session.state, turned))
        if session.status != "playing":
            self._sound(lambda: self._end_sound(session.status == "won"))
        if session.status == "won":
            surface.celebrate(self._look.finale, session.rules.clear_bonus)

    def _end_sound(self, won: bool) -> None:
        if won:
            self.app.sounds.finale("win", self._look.finale.landings, self.session.rules.clear_bonus)
        else:
            self.app.sounds.play("stuck")

    def back(self) -> None:
        """Take the last move back: its cards fly where they came from."""
        session, surface = self.session, self._surface
        undone, before = session.timeline.now, surface.resting(session)
        surface.finish()
        session.timeline.at -= 1
        turned = surface.fly(session, before)
        self._sound(lambda: self.app.sounds.move(undone.move, session.state, undone.state, turned, back=True))

    def caption(self) -> str:
        """Return in words the move that led to the position shown; empty at the opening."""
        *_, before, now = (None, *self.session.history)
        if before is None or now is None or now.move is None:
            return ""
        points = None if now.score is None or before.score is None else now.score - before.score
        return caption(self.session.rules, before.state, now.move, now.state, points)

    def _sound(self, play: Callable[[], None]) -> None:
        if not self._silent:
            play()

    def tick(self, ticks: int) -> None:
        """Let the cards fly on."""
        self._surface.tick(ticks)

    def moving(self) -> bool:
        """Return whether cards are on their way."""
        return self._surface.running()

    def view(self, hints: list[Hint]) -> View:
        """Return all that is to be seen, with these key hints."""
        session, look, surface, record = self.session, self._look, self._surface, self.app.record
        finale = look.finale if session.status == "won" else None
        words = [record.option_words.get(item, "") for item in session.rules.options.items()]
        number = "Own cards" if session.deal is None else f"Deal {session.deal}"
        view = View(
            session=session,
            places=surface.places._replace(auto_match=None),
            manner=look.manner,
            size=surface.felt.card_size,
            piles=tuple(surface.piles(session, Hand(), self.pointed, None)),
            cards=tuple(surface.cards(session, Hand(), self.pointed, None, surface.places)),
            moving=tuple(surface.moving()),
            arriving=frozenset(glide.slot for glide in surface.motions.glides),
            held=None,
            focused=None,
            buttons=(),
            bar=(),
            hints=hints,
            hinted=self.pointed,
            light=None,
            verdict=None,
            dress=record.dress,
            deal=number,
            number=number,
            label="",
            worth="",
            options="   ".join(filter(None, words)),
            wording=look.wording,
            finale=surface.moment(session, finale),
            sign=finale,
            score=self.score,
            captioned=True,
        )
        return view._replace(standing=look.standing(view))

    def draw(self, hints: list[Hint]) -> None:
        """Paint the table."""
        draw(self.view(hints), self._look, self._surface.felt, self.app.machine.video)
