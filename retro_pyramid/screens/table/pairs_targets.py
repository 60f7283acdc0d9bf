"""What can be pointed at on a pair game's table, how the keyboard walks over it, and where a card is dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.targets import REACH, Target
from retro_pyramid.machine.video import HEIGHT
from retro_pyramid.rules import POSITIONS, is_open
from retro_pyramid.screens.parts.look import cells_rect, hint_targets
from retro_pyramid.screens.parts.positions import STOCK, WASTE, available, card_name, slot_of
from retro_pyramid.screens.table.commands import buttons_of
from retro_pyramid.screens.table.pairs_bar import bar_targets
from retro_pyramid.screens.table.pairs_picture import notice_cells, place_of

if TYPE_CHECKING:
    from retro_pyramid.screens.parts.motion import Drag
    from retro_pyramid.screens.table.pairs import PairTable


def pair_targets(table: PairTable) -> list[Target]:
    """Return hints, buttons, piles and cards; covered cards and what cannot be used now are not enabled."""
    state, rules, size = table.session.state, table.session.rules, table.felt.card_size
    playing = not table.over()
    redeals = rules.redeals is None or state.pass_number <= rules.redeals
    turns = bool(state.stock) or (redeals and bool(state.waste))
    stock = STOCK if state.stock else table.look.empty_stock
    # A card of the stock can be laid on a waste that is still empty.
    to_waste = bool(state.waste) or (bool(state.stock) and rules.stock_top_playable)
    found = [
        *hint_targets(table.hints()),
        *bar_targets(table),
        *(Target(command.id, cells_rect(*cells), can) for command, cells, can in buttons_of(table)),
        Target(stock, (*table.places.stock, *size), playing and turns),
        Target(WASTE, (*place_of(table, WASTE), *size), playing and to_waste),
    ]
    if table.places.discard:
        found.append(Target(table.look.discard, (*table.places.discard, *size), playing))
    if table.places.auto_match:
        found.append(Target("automatch", cells_rect(*table.places.auto_match)))
    found += [
        Target(
            card_name(slot), _above_hints(*table.places.slots[slot], *size), playing and is_open(state, slot)
        )
        for slot in range(POSITIONS)
        if state.pyramid >> slot & 1
    ]
    if not playing:
        x, y, width, height = _above_hints(*cells_rect(*notice_cells(table)))
        # As high as a finger needs: two lines lose some of it to the hints.
        more = max(0, REACH[1] - height)
        found.append(Target("button:go-on", (x, y - more, width, height + more)))
    return found


def _above_hints(x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle without what a finger needs for the key hints below."""
    return x, y, width, min(height, HEIGHT - REACH[1] - y)


def drop_target(table: PairTable, drag: Drag, x: int, y: int) -> str | None:
    """Return what a card is dropped on: what lies under the pointer, else what the card covers most of."""
    piles = [WASTE, *([STOCK] if STOCK in available(table.session.rules, table.session.state) else [])]
    names = [*available(table.session.rules, table.session.state), table.look.discard, *piles]
    goals = [t for t in pair_targets(table) if t.id in names and t.id != drag.name and t.enabled]
    for target in reversed(goals):
        if target.contains(x, y):
            return target.id
    width, height = table.felt.card_size

    def shared(target: Target) -> int:
        left, top, wide, high = target.rect
        across = min(left + wide, drag.place[0] + width) - max(left, drag.place[0])
        down = min(top + high, drag.place[1] + height) - max(top, drag.place[1])
        return max(0, across) * max(0, down)

    best = max(goals, key=shared, default=None)
    return best.id if best and shared(best) else None


def walk(table: PairTable, key: str) -> str:
    """Return where a key moves the focus: left and right within cards, piles or buttons, up and down between them."""
    groups = _groups(table)
    everything = [name for group in groups for name in group]
    if table.focus not in everything:
        return everything[0]
    group = next(group for group in groups if table.focus in group)
    at = group.index(table.focus)
    match key:
        case "LEFT" | "RIGHT":
            return group[(at + (1 if key == "RIGHT" else -1)) % len(group)]
        case "HOME" | "END":
            return group[0 if key == "HOME" else -1]
        case "TAB":
            return everything[(everything.index(table.focus) + 1) % len(everything)]
        case _:
            other = groups[(groups.index(group) + (1 if key == "DOWN" else -1)) % len(groups)]
            middle = _middle(table, table.focus)
            return min(other, key=lambda name: (name == "automatch", abs(_middle(table, name) - middle)))


def _groups(table: PairTable) -> list[list[str]]:
    """Return what the keyboard can come to, from the top of the screen to the bottom, each from left to right."""
    names = available(table.session.rules, table.session.state)
    cards = [name for name in names if slot_of(name) is not None]
    piles = [STOCK, *([WASTE] if WASTE in names else []), *(["automatch"] if table.places.auto_match else [])]
    buttons = [command.id for command, _, can in buttons_of(table) if can]
    rects = _rects(table)
    groups = [sorted(group, key=lambda name: rects[name][:2]) for group in (cards, piles, buttons) if group]
    return sorted(groups, key=lambda group: max(rects[name][1] for name in group))


def _rects(table: PairTable) -> dict[str, tuple[int, int, int, int]]:
    """Return where everything is by its id, the stock by its own even where it is called otherwise."""
    rects = {target.id: target.rect for target in pair_targets(table)}
    return {STOCK: (*table.places.stock, *table.felt.card_size), **rects}


def _middle(table: PairTable, name: str) -> int:
    left, _, width, _ = _rects(table)[name]
    return left + width // 2
