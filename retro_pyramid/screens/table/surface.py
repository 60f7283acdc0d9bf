"""The surface of a table: where its cards lie and which are on their way, in pictures or in characters."""

from __future__ import annotations

from collections.abc import Mapping

from retro_pyramid.cards import CARDS_IN_DECK
from retro_pyramid.rules import POSITIONS, Move, State, cards_left
from retro_pyramid.screens.app import App
from retro_pyramid.screens.finale.finale import COUNT_STEP, COUNT_TICKS, Moment
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.felt import WHOLE_STOCK, Felt, Mark, Pictures
from retro_pyramid.screens.parts.motion import GLIDE_TICKS, Drag, Glide, Motions, Point
from retro_pyramid.screens.parts.positions import (
    STOCK,
    WASTE,
    available,
    card_name,
    last_taken,
    names_of,
    slot_of,
)
from retro_pyramid.screens.setting import SUITS
from retro_pyramid.screens.table.flight import (
    FLASH_TICKS,
    STREAK_FLASHES,
    TO_DISCARD,
    TO_STOCK,
    TO_WASTE,
    Float,
    deal_flight,
    face,
    move_flight,
    turning,
)
from retro_pyramid.screens.table.hand import Hand, nearest
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.view import Lying, Pile, place_of, waste_places
from retro_pyramid.session import Session


class Surface:
    """`places` say where things lie, `felt` draws them, `motions` are the cards on their way."""

    def __init__(self, app: App, look: TableLook) -> None:
        self._app = app
        self._look = look
        self.motions = Motions(app.still)
        self._bonus = 0
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
            cards = app.services.small_cards() if small else app.services.cards()
            self.felt = Pictures(video, cards, look.ground(), app.record.palette, look.outline)

    def place(self, session: Session, name: str) -> Point:
        """Return where the card of a target id lies."""
        return place_of(self.places, self._look.manner, session, name)

    def open_cards(self, session: Session) -> list[str]:
        """Return the open cards' target ids from left to right."""
        names = available(session.rules, session.state)
        cards = [name for name in names if slot_of(name) is not None]
        return sorted(cards, key=lambda name: self.place(session, name)[0])

    def near(self, session: Session, name: str) -> str:
        """Return the open card nearest to a target id; what is on piles and buttons stays there."""
        names = available(session.rules, session.state)
        cards = {other: self.place(session, other) for other in names if slot_of(other) is not None}
        card = name.startswith("card:")
        if not cards or (name in (STOCK, WASTE) and session.moves):
            return STOCK if card else name
        if name in cards or name.startswith("button:"):
            return name
        return nearest(cards, self.place(session, name) if card else (0, 0))

    # Cards on their way

    def deal(self, session: Session) -> None:
        """Let the cards of a new game fly to their places."""
        self.motions.glides += deal_flight(session.rules, session.state, self.places, self.motions.now)

    def move(self, session: Session, move: Move, past: State, starts: Mapping[str, Point]) -> None:
        """Let the cards of a move fly from where they lay, by target id, and those it uncovers turn."""
        after, now, top = session.state, self.motions.now, self.place(session, WASTE)
        self.motions.glides += move_flight(move, past, after, self.places, starts, top, now)
        self.motions.flips += turning(session.rules, past, after, now)

    def tell_points(self, session: Session, move: Move, points: int, starts: Mapping[str, Point]) -> None:
        """Let what a move earned rise from its card, or what it cost fall from its pile; a long streak is a flash."""
        if not points or self.motions.still:
            return
        names = [name for name in names_of(move) if name in starts]
        x, y = starts[names[0]] if names else self.places.stock
        wide, high = self.felt.card_size
        self._floats = [
            Float(points, (x + wide // 2, y + (high // 3 if points > 0 else high)), self.motions.now)
        ]
        if session.state.streak in STREAK_FLASHES and points > 0:
            self._flash = self.motions.now + FLASH_TICKS

    def floats(self) -> list[tuple[Point, int]]:
        """Return the points that rise or fall now, and where."""
        now = self.motions.now
        return [(place, float_.points) for float_ in self._floats if (place := float_.at(now)) is not None]

    def flashes(self) -> bool:
        """Return whether the table flashes."""
        return self.motions.now < self._flash

    def move_back(self, session: Session, move: Move, past: State, top: Point) -> None:
        """Let the cards of a move that was taken back fly home; `past` is the state after it, `top` where its waste lay."""
        starts = {name: self.place(session, name) for name in available(session.rules, session.state)}
        glides = move_flight(move, session.state, past, self.places, starts, top, self.motions.now)
        homes = {self.place(session, card_name(slot)): slot for slot in range(POSITIONS)}
        homes |= {self.places.stock: TO_STOCK, self.place(session, WASTE): TO_WASTE}
        self.motions.glides += [
            glide._replace(origin=glide.goal, goal=glide.origin, slot=homes.get(glide.origin, TO_STOCK))
            for glide in glides
        ]

    def fly_back(self, session: Session, drag: Drag) -> None:
        """Let a card that was dropped wrongly fly back to where it was taken."""
        slot = slot_of(drag.name)
        goal = slot if slot is not None else TO_WASTE if drag.name == WASTE else TO_STOCK
        home = self.place(session, drag.name)
        self.motions.glides.append(Glide(drag.card, drag.place, home, self.motions.now, goal))

    def celebrate(self, bonus: int) -> None:
        """Begin the finale of a game that is won, once the last card lies and the bonus has been counted."""
        self._bonus = bonus
        self._feast = -GLIDE_TICKS - bonus // COUNT_STEP * COUNT_TICKS
        if self.motions.still:
            self.finish()

    def finish(self) -> None:
        """Put everything where it goes, at once."""
        self.motions.finish()
        self._floats = []
        self._flash = 0
        self._feast = self._look.finale.length

    def tick(self, ticks: int) -> None:
        """Let time pass."""
        self.motions.tick(ticks)
        self._feast = min(self._feast + ticks, self._look.finale.length)

    def celebrates(self) -> bool:
        """Return whether the finale goes on."""
        return self._feast < self._look.finale.length

    def running(self) -> bool:
        """Return whether anything still moves."""
        return self.motions.running() or self.celebrates()

    def uncounted(self) -> int:
        """Return how much of the bonus for the cleared pyramid is still to be counted."""
        steps = min(max(0, -self._feast) // COUNT_TICKS, self._bonus // COUNT_STEP)
        return steps * COUNT_STEP

    def moment(self, session: Session) -> Moment | None:
        """Return where the finale of a game that is won is, None while it has not begun, and of other games."""
        if session.status != "won" or self._feast < 0:
            return None
        pile = self.places.discard or self.places.waste
        return Moment(self._feast, session.state.layout, self.places.slots, pile, self.felt.card_size)

    # What lies there

    def dealing(self) -> int:
        """Return how many cards are on their way to the pyramid."""
        return sum(0 <= glide.slot < POSITIONS for glide in self.motions.glides)

    def rests(self) -> bool:
        """Return whether no card is on its way, and the finale over."""
        return not self.running()

    def mark(self, name: str, hand: Hand, hinted: tuple[str, ...]) -> Mark:
        """Return how a card is marked that a hint points at, or that is selected."""
        if name in hinted:
            return "hint"
        return self._look.highlight if name == hand.picked else ""

    def piles(self, session: Session, hand: Hand, hinted: tuple[str, ...], focused: str | None) -> list[Pile]:
        """Return the piles as they lie, without what is held or on its way."""
        state, places, manner, glides = session.state, self.places, self._look.manner, self.motions.glides
        held = hand.drag.name if hand.drag is not None and hand.drag.moved else None
        # Till the deal is done the stock still holds what is to come.
        dealing = self.dealing()
        stock = state.stock[1:] if held == STOCK else state.stock
        top = stock[0] if stock and session.rules.stock_top_playable and not dealing else None
        # While cards are dealt from it, it is no thicker than it will lie: there is no room beside it.
        thick = min(len(stock) + dealing, WHOLE_STOCK)
        lit = focused in (STOCK, manner.empty_stock)
        piles = [Pile(places.stock, thick, top, lit, self.mark(STOCK, hand, hinted))]
        waste = list(state.waste)[: len(state.waste) - sum(glide.slot == TO_WASTE for glide in glides)]
        waste = waste[:-1] if held == WASTE else waste
        spots = waste_places(places, state.waste)
        shown = waste[-len(spots) :]
        if not shown and (focused == WASTE or not self._look.bare_waste):
            piles.append(Pile(spots[0], 0, None, focused == WASTE))
        for spot, card in zip(spots, shown, strict=False):
            on_top = card == shown[-1]
            mark = self.mark(WASTE, hand, hinted) if on_top else ""
            piles.append(
                Pile(spot, len(waste) if len(shown) == 1 else 1, card, on_top and focused == WASTE, mark)
            )
        if places.discard:
            taken = CARDS_IN_DECK - cards_left(state) - sum(glide.slot == TO_DISCARD for glide in glides)
            card_taken = last_taken(session.history) if taken > 0 else None
            piles.append(Pile(places.discard, taken, card_taken, focused == manner.discard))
        return piles

    def cards(
        self, session: Session, hand: Hand, hinted: tuple[str, ...], focused: str | None
    ) -> list[Lying]:
        """Return the cards of the pyramid as they lie."""
        arriving = {glide.slot for glide in self.motions.glides}
        held = hand.drag.name if hand.drag is not None and hand.drag.moved else None
        stages = {flip.slot: flip.stage(self.motions.now) for flip in self.motions.flips}
        cards = []
        for slot in range(POSITIONS):
            name = card_name(slot)
            if session.state.pyramid >> slot & 1 and slot not in arriving and name != held:
                card = face(session.rules, session.state, slot)
                mark = self.mark(name, hand, hinted)
                cards.append(Lying(self.places.slots[slot], card, focused == name, mark, stages.get(slot)))
        return cards

    def moving(self) -> list[tuple[Point, int | None]]:
        """Return the cards on their way that have started, and where they are."""
        glides, now = self.motions.glides, self.motions.now
        return [(way, glide.card) for glide in glides if (way := glide.place(now)) is not None]
