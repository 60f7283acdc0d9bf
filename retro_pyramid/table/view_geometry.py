"""Where things are in a table view: targets, menu titles, drop goals and keyboard focus groups."""

from __future__ import annotations

from collections.abc import Sequence

from retro_pyramid.machine.targets import REACH, Target
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT
from retro_pyramid.rules import POSITIONS, is_open
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.session import Session
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import nearest
from retro_pyramid.table.intent import AUTO_MATCH, GO_ON, Manner
from retro_pyramid.table.layout import BarMenu, Cells, Places, waste_places
from retro_pyramid.table.render.base import THICKEST
from retro_pyramid.table.target_ids import STOCK, WASTE, available, card_name, slot_of
from retro_pyramid.table.view import Verdict, View, has_redeal
from retro_pyramid.ui.drawing import cells_rect, fitted, hint_targets

_BAR_FIRST, _BAR_GAP = 3, 3


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
