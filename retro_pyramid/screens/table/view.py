"""What a table shows at one moment, as a value: the picture, what can be pointed at and what is spoken come from it."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.targets import REACH, Target
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT
from retro_pyramid.rules import POSITIONS, is_open
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.felt import THICKEST, Mark
from retro_pyramid.screens.parts.lamp import Light
from retro_pyramid.screens.parts.look import Dress, Hint, cells_rect, fitted, hint_targets, shortened
from retro_pyramid.screens.parts.motion import Drag, Point, Rect
from retro_pyramid.screens.parts.positions import STOCK, WASTE, available, card_name, slot_of
from retro_pyramid.screens.table.hand import nearest
from retro_pyramid.screens.table.intent import AUTO_MATCH, GO_ON, Manner
from retro_pyramid.screens.table.layout import BarMenu, Cells, Command, Places
from retro_pyramid.session import Session

STATUS_ROW = 23
_BAR_FIRST, _BAR_GAP = 3, 3


class Lying(NamedTuple):
    """A card where it lies (None: its back); `lit` is the selector, `stage` that of a card turning over."""

    place: Point
    card: Card | None
    lit: bool = False
    mark: Mark = ""
    stage: int | None = None


class Pile(NamedTuple):
    """A pile of `thick` cards with `card` on top (None: a back), an outline when empty."""

    place: Point
    thick: int
    card: Card | None
    lit: bool = False
    mark: Mark = ""


class Button(NamedTuple):
    """A command as it stands now: whether it can be used, and whether the keyboard is on it."""

    command: Command
    usable: bool
    lit: bool


class Verdict(NamedTuple):
    """How a game ended, in lines below the cards; a click on it goes on.

    It is `shown` once the cards lie still. `cells` can be clicked; a line without a window around it fills its strip of
    `strips`, which may be wider than a finger can tell from a button.
    """

    lines: tuple[str, ...]
    cells: Cells
    shown: bool
    won: bool
    strips: tuple[Cells, ...] = ()


class Fact(NamedTuple):
    """Something that is written about the game; of what is `told`, a listener hears when it has changed.

    One that is `spare` is written elsewhere too, and left out where the line has no room.
    """

    words: str
    told: bool = True
    spare: bool = False


class Standing(NamedTuple):
    """What is written about the game as a whole: at the left end of the line above the keys, and at the right."""

    left: tuple[Fact, ...] = ()
    right: tuple[Fact, ...] = ()

    def line(self, gap: str, room: int) -> tuple[str, str]:
        """Return both ends of the line as they are written, with a blank between them in `room` characters.

        Where they have no room with these gaps between the facts, the gaps shrink, then spare facts are left out.
        """
        for width in range(len(gap), 0, -1):
            left, right = ((" " * width).join([fact.words for fact in side]) for side in self)
            if len(left) + len(right) < room:
                return left, right
        needed = tuple(fact for fact in self.left if not fact.spare)
        if needed != self.left:
            return self._replace(left=needed).line(gap, room)
        return shortened(left, room - len(right) - 1), right


class View(NamedTuple):
    """All that a picture of the table needs; places are picture pixels.

    `size` is that of a card. `moving` are cards on their way, `flight_rects` what they are painted in, `arriving` the
    pyramid positions they go to, `held` the one that follows the pointer. `focused` is the target id of what the keyboard
    is on, None where that does not show. `over` says whether the game is, `verdict` is set then. `deal`, `number` and
    `label` name the deal; `worth` tells what it was worth at best. `wording` is what the program calls the piles. `finale`
    is where the celebration of an end is, `sign` is the celebration, `score` what is shown of the points: less, while a
    bonus is counted. `floats` are points that rise or fall, with the middle of their words; `flashes` says whether the
    table is lit up. `facts` is what the program's referee adds for its own words, `standing` all that is written about the
    game. `seeking` says whether the lamp is still to find out what it will show, `captioned` whether each move is told in
    words on the screen. `draws` is the word for what the stock does where no command does it. `race` is how a friend stood
    after as many moves.
    """

    session: Session
    places: Places
    manner: Manner
    size: tuple[int, int]
    piles: tuple[Pile, ...]
    cards: tuple[Lying, ...]
    moving: tuple[Lying, ...]
    flight_rects: tuple[Rect, ...]
    arriving: frozenset[int]
    held: Lying | None
    focused: str | None
    hints: list[Hint]
    hinted: tuple[str, ...]
    dress: Dress
    deal: str
    number: str
    options: str
    wording: tuple[tuple[str, str], ...]
    over: bool = False
    buttons: tuple[Button, ...] = ()
    bar: tuple[BarMenu, ...] = ()
    light: Light | None = None
    verdict: Verdict | None = None
    label: str = ""
    worth: str = ""
    finale: Moment | None = None
    sign: Finale | None = None
    score: int | None = None
    floats: tuple[tuple[Point, int], ...] = ()
    flashes: bool = False
    facts: object = None
    standing: Standing = Standing()
    seeking: bool = False
    captioned: bool = False
    draws: str = ""
    race: str = ""

    @property
    def alone(self) -> bool:
        """Whether the finale has the table for itself."""
        return self.finale is not None and self.sign is not None and self.sign.alone

    def under_flight(self, rect: Rect) -> bool:
        """Return whether a card is flying over a rectangle."""
        x, y, width, height = rect
        return any(
            x - card_width < left < x + width and y - card_height < top < y + height
            for left, top, card_width, card_height in self.flight_rects
        )


def open_cards(session: Session, places: Places, manner: Manner) -> list[str]:
    """Return the open cards' target ids from left to right."""
    cards = [name for name in available(session.rules, session.state) if slot_of(name) is not None]
    return sorted(cards, key=lambda name: place_of(places, manner, session, name)[0])


def near(session: Session, places: Places, manner: Manner, name: str) -> str:
    """Return the open card nearest to a target id; what is on piles and buttons stays there."""
    cards = {other: place_of(places, manner, session, other) for other in open_cards(session, places, manner)}
    card = name.startswith("card:")
    if not cards or (name in (STOCK, WASTE) and session.moves):
        return STOCK if card else name
    if name in cards or name.startswith("button:"):
        return name
    return nearest(cards, place_of(places, manner, session, name) if card else (0, 0))


def verdict_at(
    said: Sequence[str], comes: str, foot: int, taken: Sequence[Cells], shown: bool, won: bool
) -> Verdict:
    """Return how a game ended, with its place: lines that end above the row `foot`, between what is `taken` there.

    What is `said` stands side by side where there is room; what `comes` next has a line of its own.
    """
    # What ends right above is as near as a finger can tell.
    left, right = _free_columns(foot - len(said) - 2, foot, taken)
    lines: list[str] = []
    width = right - left
    for words in said:
        if lines and len(f"{lines[-1]}  {words}") <= width - 2:
            lines[-1] += f"  {words}"
        else:
            lines += fitted(words, width, 3)
    lines += fitted(comes, width, 2) if comes else []
    strips = []
    for row in range(foot - len(lines), foot):
        strip_left, strip_right = _free_columns(row, row + 1, taken)
        strips.append((strip_left, row, strip_right - strip_left, 1))
    cells = left, foot - len(lines), width, len(lines)
    return Verdict(tuple(lines), cells, shown, won, tuple(strips))


def _free_columns(top: int, bottom: int, taken: Sequence[Cells]) -> tuple[int, int]:
    """Return the first free column and the one after the last, in rows `top` to `bottom` between what is taken there."""
    left, right = 0, COLUMNS
    for column, row, width, height in taken:
        if row < bottom and row + height > top:
            if column < COLUMNS // 2:
                left = max(left, column + width)
            else:
                right = min(right, column)
    return left, right


def pile_cells(place: Point, size: tuple[int, int]) -> Cells:
    """Return the cells of the thickest pile at a place, and a column beside it."""
    (x, y), (width, height) = place, size
    left, top = (x - THICKEST) // CELL_WIDTH, y // CELL_HEIGHT
    right = -(-(x + width + CELL_WIDTH) // CELL_WIDTH)
    bottom = -(-(y + height + THICKEST) // CELL_HEIGHT)
    return left, top, right - left, bottom - top


def waste_places(places: Places, waste: Sized, seen: int = 3) -> list[Point]:
    """Return where the waste's cards lie that can be seen, the top one last."""
    x, y = places.waste
    shown = min(len(waste), seen if places.fan else 1)
    return [(x + places.fan * at, y) for at in range(max(1, shown))]


def place_of(places: Places, manner: Manner, session: Session, name: str) -> Point:
    """Return where the card of a target id lies."""
    if name in (WASTE, manner.waste):
        return waste_places(places, session.state.waste)[-1]
    slot = slot_of(name)
    if slot is not None:
        return places.slots[slot]
    return places.stock if name in (STOCK, manner.empty_stock) else places.discard or places.stock


def bar_titles(bar: Sequence[BarMenu]) -> list[tuple[int, BarMenu]]:
    """Return the menus of a bar, each with the column its title begins at."""
    column, placed = _BAR_FIRST, []
    for menu in bar:
        placed.append((column, menu))
        column += len(menu.title) + _BAR_GAP
    return placed


def bar_targets(bar: Sequence[BarMenu], row: int) -> list[Target]:
    """Return the titles in the bar."""
    return [
        Target(
            f"menu:{menu.title.lower()}",
            cells_rect(column - 1, row, len(menu.title) + 2, 1),
            words=menu.title,
        )
        for column, menu in bar_titles(bar)
    ]


def has_redeal(session: Session) -> bool:
    """Return whether the rules allow another redeal."""
    redeals = session.rules.redeals
    return redeals is None or session.state.pass_number <= redeals


def targets_of(view: View) -> list[Target]:
    """Return hints, buttons, piles and cards; covered cards and what cannot be used now are not enabled."""
    state, rules, size, manner = view.session.state, view.session.rules, view.size, view.manner
    playing = view.verdict is None
    pairs = manner.kind == "pair"
    turns = bool(state.stock) or (pairs and has_redeal(view.session) and bool(state.waste))
    # A card of the stock can be laid on a waste that is still empty.
    to_waste = pairs and (bool(state.waste) or (bool(state.stock) and rules.stock_top_playable))
    found = [
        *hint_targets(view.hints),
        *bar_targets(view.bar, view.places.bar_row),
        *(
            Target(button.command.id, cells_rect(*button.command.cells), button.usable, button.command.words)
            for button in view.buttons
            if button.command.cells
        ),
        Target(
            STOCK if state.stock else manner.empty_stock,
            (*view.places.stock, *size),
            playing and turns,
            view.draws if playing else "",
        ),
        Target(
            manner.waste, (*place_of(view.places, manner, view.session, WASTE), *size), playing and to_waste
        ),
    ]
    if view.places.discard:
        found.append(Target(manner.discard, (*view.places.discard, *size), playing))
    if view.places.auto_match:
        found.append(
            Target(
                AUTO_MATCH,
                cells_rect(*view.places.auto_match),
                words="Auto-Match",
                chosen=view.session.auto_match,
            )
        )
    found += [
        Target(
            card_name(slot), _above_hints(*view.places.slots[slot], *size), playing and is_open(state, slot)
        )
        for slot in range(POSITIONS)
        if state.pyramid >> slot & 1
    ]
    if view.verdict is not None:
        x, y, width, height = _above_hints(*cells_rect(*view.verdict.cells))
        # As high as a finger needs: two lines lose some of it to the hints.
        more = max(0, REACH[1] - height)
        found.append(Target(GO_ON, (x, y - more, width, height + more), words="Go on"))
        if view.finale is not None and view.sign is not None and view.sign.goes_on:
            found.append(Target(GO_ON, view.sign.goes_on(view.finale.now)))
    return found


def _above_hints(x: int, y: int, width: int, height: int) -> Rect:
    """Return the rectangle without what a finger needs for the key hints below."""
    return x, y, width, min(height, HEIGHT - REACH[1] - y)


def drop_goal(view: View, targets: Sequence[Target], drag: Drag, x: int, y: int) -> str | None:
    """Return what a card is dropped on: what lies under the pointer, else what the card covers most of."""
    names = [view.manner.waste]
    if view.manner.kind == "pair":
        cards = available(view.session.rules, view.session.state)
        names = [*cards, view.manner.discard, WASTE]
    goals = [
        target
        for target in targets
        if target.id in names
        and target.id != drag.name
        and (target.enabled or target.id == view.manner.waste != WASTE)
    ]
    for target in reversed(goals):
        if target.contains(x, y):
            return target.id
    width, height = view.size

    def shared(target: Target) -> int:
        left, top, wide, high = target.rect
        across = min(left + wide, drag.place[0] + width) - max(left, drag.place[0])
        down = min(top + high, drag.place[1] + height) - max(top, drag.place[1])
        return max(0, across) * max(0, down)

    best = max(goals, key=shared, default=None)
    return best.id if best and shared(best) else None


def walking_groups(view: View, rects: dict[str, Rect]) -> list[list[str]]:
    """Return what the keyboard can come to, from the top of the screen to the bottom, each from left to right."""
    names = available(view.session.rules, view.session.state)
    cards = [name for name in names if slot_of(name) is not None]
    piles = [STOCK, *([WASTE] if WASTE in names else []), *([AUTO_MATCH] if view.places.auto_match else [])]
    buttons = [button.command.id for button in view.buttons if button.command.cells and button.usable]
    groups = [sorted(group, key=lambda name: rects[name][:2]) for group in (cards, piles) if group]
    # Row by row, as they are read.
    groups += [sorted(buttons, key=lambda name: rects[name][1::-1])] if buttons else []
    return sorted(groups, key=lambda group: max(rects[name][1] for name in group))


def rects_of(view: View, targets: Sequence[Target]) -> dict[str, Rect]:
    """Return where everything is by its id, the stock by its own even where it is called otherwise."""
    rects = {target.id: target.rect for target in targets}
    return {STOCK: (*view.places.stock, *view.size), **rects}


def usual_standing(view: View) -> Standing:
    """Return score, variation and cards left, then marks and the deal's number."""
    session = view.session
    score = [] if session.score is None else [Fact(f"Score {session.score}", told=False)]
    options = [Fact(view.options)] if view.options else []
    stopped = [Fact("Scoring stopped")] if session.stopped_at is not None else []
    stock = Fact(f"Stock {len(session.state.stock)}", told=False)
    return Standing((*score, *options, stock), (*assisted(view), *stopped, Fact(view.deal)))


def assisted(view: View) -> list[Fact]:
    """Return the mark of a game that was helped, if it has it."""
    return [Fact("Assisted")] if view.session.assisted else []
