"""The surface of a table: where its cards lie and which are on their way, in pictures or in characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.machine.video import CELL_HEIGHT, ROWS
from retro_pyramid.rules import POSITIONS, Move, cards_left
from retro_pyramid.scenes.easing import GLIDE_TICKS, Point
from retro_pyramid.scenes.end_animation import COUNT_STEP, COUNT_TICKS, Finale, Moment, raised
from retro_pyramid.session import Session
from retro_pyramid.settings import SUITS
from retro_pyramid.table.animation import (
    DEAL_STEP,
    FLASH_TICKS,
    STREAK_FLASHES,
    TO_DISCARD,
    TO_STOCK,
    TO_WASTE,
    Drag,
    Float,
    Glide,
    Motions,
    Rest,
    face,
    flight,
    in_waste,
    resting,
)
from retro_pyramid.table.gesture import Hand
from retro_pyramid.table.layout import Cells, Places, waste_places
from retro_pyramid.table.render.base import WHOLE_STOCK, Felt, Mark
from retro_pyramid.table.render.graphics import Pictures
from retro_pyramid.table.render.text import Characters
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.target_ids import STOCK, WASTE, card_name, last_taken, names_of, slot_of
from retro_pyramid.table.view import Lying, Pile
from retro_pyramid.ui.drawing import cells_rect

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class Surface:
    """`places` say where things lie, `felt` draws them, `motions` are the cards on their way."""

    def __init__(self, app: App, look: TableLook, foot: int = ROWS) -> None:
        self._app = app
        self._look = look
        self._foot = foot
        self.motions = Motions(app.still)
        self._bonus = self._feast = self._words_at = 0
        self._finale = look.finale
        self.lay_out()

    @property
    def small(self) -> bool:
        """Whether the player has chosen small cards."""
        small = self._look.small
        return small is not None and self._app.settings[small.setting] == "small"

    def lay_out(self) -> None:
        """Lay everything out anew, in the mode the machine is in and with the cards that are chosen now."""
        app, look, video, small = self._app, self._look, self._app.machine.video, self.small
        self.finish()
        self.motions.still = app.still
        self.places = look.arranged(video.mode, small)
        self.felt: Felt
        if video.mode == "text":
            self.felt = Characters(
                video, look.text_ground, app.record.palette, small, app.settings.get(SUITS) == "four"
            )
        else:
            cards = app.services.shown.cards(small)
            self.felt = Pictures(video, cards, look.ground, app.record.palette, look.outline, look.shade)
        slots = self.places.slots
        over = max(y for _, y in slots) + self.felt.card_size[1] - self._foot * CELL_HEIGHT
        if over > 0:
            up = -(-over // self._unit) * self._unit
            self.places = self.places._replace(slots=tuple((x, y - up) for x, y in slots))

    # Cards on their way

    def resting(self, session: Session, drag: Drag | None = None) -> dict[Card, Rest]:
        """Return where every card lies; one of them is perhaps held by the pointer."""
        rests = resting(session.rules, session.state, self.places)
        if drag is not None:
            card = session.state.stock[0] if drag.card is None else drag.card
            rests[card] = rests[card]._replace(place=drag.place)
        return rests

    def deal(self, session: Session) -> None:
        """Let the cards of a new game fly to their places."""
        undealt = dict.fromkeys(range(CARDS_IN_DECK), Rest(TO_STOCK, self.places.stock, up=False))
        self._fly(flight(undealt, self.resting(session), self.motions.now, DEAL_STEP))

    def fly(self, session: Session, before: Mapping[Card, Rest]) -> bool:
        """Let all cards fly that lie elsewhere than before; return whether one has turned over where it lies."""
        glides = flight(before, self.resting(session), self.motions.now)
        if self._look.vanish and self._app.settings[self._look.vanish] == "vanish":
            glides = [glide for glide in glides if TO_DISCARD not in (glide.slot, glide.source)]
        self._fly(glides)
        return any(glide.slot == glide.source and glide.up[0] != glide.up[1] for glide in glides)

    def _fly(self, glides: list[Glide]) -> None:
        self.motions.finish()
        self.motions.glides += glides

    def tell_points(self, session: Session, move: Move, points: int, before: Mapping[Card, Rest]) -> None:
        """Let what a move earned rise from its card, or what it cost fall from its pile; a long streak is a flash."""
        if not points or self.motions.still:
            return
        slots = [slot for name in names_of(move) if (slot := slot_of(name)) is not None]
        x, y = before[session.state.layout[slots[0]]].place if slots else self.places.stock
        wide, high = self.felt.card_size
        place = (x + wide // 2, y + (high // 3 if points > 0 else high))
        self._floats = [Float(points, place, self.motions.now)]
        if session.state.streak in STREAK_FLASHES and points > 0:
            self._flash = self.motions.now + FLASH_TICKS

    def floats(self) -> list[tuple[Point, int]]:
        """Return the points that rise or fall now, and where."""
        now = self.motions.now
        return [(place, float_.points) for float_ in self._floats if (place := float_.at(now)) is not None]

    def flashes(self) -> bool:
        """Return whether the table flashes."""
        return self.motions.now < self._flash

    def celebrate(self, finale: Finale, bonus: int, words_at: int | None = None) -> None:
        """Begin a finale, once the last card lies and the bonus has been counted.

        `words_at` is the tick of the finale at which the words about the end appear, None for its last one.
        """
        self._finale = finale
        self._words_at = finale.length if words_at is None else min(words_at, finale.length)
        self._bonus = bonus
        self._feast = -GLIDE_TICKS - bonus // COUNT_STEP * COUNT_TICKS
        if self.motions.still:
            self.finish()

    def finish(self) -> None:
        """Put everything where it goes, at once."""
        self.motions.finish()
        self._floats = []
        self._flash = 0
        self._feast = max(self._feast, self._finale.length)

    def tick(self, ticks: int) -> None:
        """Let time pass."""
        self.motions.tick(ticks)
        self._feast += ticks

    def celebrates(self) -> bool:
        """Return whether the finale goes on."""
        return self._feast < self._finale.length

    def running(self) -> bool:
        """Return whether a card is on its way, or the finale goes on."""
        return bool(self.motions.glides) or self.celebrates()

    def shows_words(self) -> bool:
        """Return whether the words about the end of a game are shown: no card is on its way, and the finale is so far."""
        return not self.motions.glides and self._feast >= self._words_at

    def uncounted(self) -> int:
        """Return how much of the bonus for the cleared pyramid is still to be counted."""
        steps = min(max(0, -self._feast) // COUNT_TICKS, self._bonus // COUNT_STEP)
        return steps * COUNT_STEP

    def moment(self, session: Session, finale: Finale | None) -> Moment | None:
        """Return where a finale is, None while it has not begun, and where there is none; all others are over.

        In its last picture time goes on, unless nothing is to move.
        """
        if finale is None or self._feast < 0:
            return None
        last = finale.length if self.motions.still else max(self._feast, finale.length)
        now = self._feast if self.celebrates() else last
        pile, slots = self.places.discard or self.places.waste, self.places.slots
        slots = self._raised(slots, self._look.foot - finale.told)
        return Moment(now, session.state.layout, slots, pile, self.felt.card_size)

    def above(self, pyramid: int, cells: Cells) -> Places:
        """Return where everything lies once the pyramid of these cards has closed up above a rectangle of cells."""
        seen = pyramid.bit_length()
        slots = self.places.slots
        return self.places._replace(slots=(*self._raised(slots[:seen], cells[1]), *slots[seen:]))

    def beside(self, pyramid: int, cells: Cells) -> Places:
        """Return where everything lies once the rows of the pyramid have sunk, so that a window at its right covers no card.

        The lowest row stays where it is, the others come nearer to it.
        """
        left, top, _, height = cells_rect(*cells)
        slots, rows = self.places.slots, sorted({y for _, y in self.places.slots})
        apart = rows[1] - rows[0]
        for slot, (x, y) in enumerate(slots):
            if pyramid >> slot & 1 and x + self.felt.card_size[0] > left and top + height > y < rows[-1]:
                apart = min(apart, (rows[-1] - top - height) // (len(rows) - 1 - rows.index(y)))
        apart -= apart % self._unit
        lines = {y: rows[-1] - apart * above for above, y in enumerate(reversed(rows))}
        return self.places._replace(slots=tuple((x, lines[y]) for x, y in slots))

    def _raised(self, slots: tuple[Point, ...], row: int) -> tuple[Point, ...]:
        return raised(slots, self.felt.card_size[1], row * CELL_HEIGHT, self._unit)

    @property
    def _unit(self) -> int:
        """The least difference of two heights in picture pixels."""
        return CELL_HEIGHT if self._app.machine.video.mode == "text" else 1

    # What lies there

    def dealing(self) -> int:
        """Return how many cards are on their way from the stock to the pyramid."""
        return sum(glide.slot >= 0 and glide.source == TO_STOCK for glide in self.motions.glides)

    def mark(self, name: str, hand: Hand, hinted: tuple[str, ...]) -> Mark:
        """Return how a card or pile is marked that a hint points at, that is selected or would take the card held."""
        if name in hinted:
            return "hint"
        takes = hand.drag is not None and hand.drag.goal == name
        return self._look.highlight if takes or name == hand.picked else ""

    def piles(self, session: Session, hand: Hand, hinted: tuple[str, ...], focused: str | None) -> list[Pile]:
        """Return the piles as they lie, without what is held or on its way."""
        state, places, manner = session.state, self.places, self._look.manner
        held = hand.drag.name if hand.drag is not None and hand.drag.moved else None
        flying = [glide for glide in self.motions.glides if glide.slot < POSITIONS]
        moving = {glide.card for glide in flying}
        # What is to leave a pile later still lies there, as the stock does till the deal is done.
        waiting = [glide for glide in flying if glide.begin > self.motions.now and glide.slot != glide.source]

        stock = [card for card in state.stock if card not in moving][held == STOCK :]
        leaving = sum(glide.source == TO_STOCK for glide in waiting)
        faced = session.rules.stock_top_playable and not leaving and stock[:1] == list(state.stock[:1])
        # While cards are dealt from it, it is no thicker than it will lie: there is no room beside it.
        thick = min(len(stock) + leaving, WHOLE_STOCK)
        top = stock[0] if stock and faced else None
        lit = focused in (STOCK, manner.empty_stock)
        piles = [Pile(places.stock, thick, top, lit, self.mark(STOCK, hand, hinted))]

        waste = [(place, card) for card, place in in_waste(state, places).items() if card not in moving]
        if held == WASTE:
            del waste[-1:]
        waste += [(glide.origin, glide.card) for glide in reversed(waiting) if glide.source == TO_WASTE]
        lit, mark = focused == WASTE, self.mark(WASTE, hand, hinted)
        if not waste and (lit or mark or not self._look.bare_waste):
            piles.append(Pile(places.waste, 0, None, lit, mark))
        seen = len(waste_places(places, waste))
        for at, (spot, card) in enumerate(waste[-seen:], 1 - min(seen, len(waste))):
            thick = 1 if places.fan else len(waste)
            piles.append(Pile(spot, thick, card, lit and not at, "" if at else mark))

        if places.discard:
            taken = CARDS_IN_DECK - cards_left(state) - sum(glide.slot == TO_DISCARD for glide in flying)
            top = last_taken(session.history, moving)
            lit, mark = focused == manner.discard, self.mark(manner.discard, hand, hinted)
            piles.append(Pile(places.discard, taken, top, lit, mark))
        return piles

    def cards(
        self, session: Session, hand: Hand, hinted: tuple[str, ...], focused: str | None, places: Places
    ) -> list[Lying]:
        """Return the cards of the pyramid as they lie at these places."""
        arriving = {glide.slot for glide in self.motions.glides}
        held = hand.drag.name if hand.drag is not None and hand.drag.moved else None
        cards, state = [], session.state
        for slot in range(POSITIONS):
            name = card_name(slot)
            if state.pyramid >> slot & 1 and slot not in arriving and name != held:
                card = face(session.rules, state, slot)
                mark = self.mark(name, hand, hinted)
                cards.append(Lying(places.slots[slot], card, focused == name, mark))
        return cards

    def moving(self) -> list[Lying]:
        """Return the cards on their way that have started, and where they are."""
        now, moving = self.motions.now, []
        for glide in self.motions.glides:
            if (place := glide.place(now)) is not None:
                card, stage = glide.side(now)
                moving.append(Lying(place, card, stage=stage))
        return moving
