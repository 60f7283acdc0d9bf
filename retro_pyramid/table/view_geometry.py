"""Geometry of a table view: targets, menu titles, result banner, drop targets and keyboard focus groups."""

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

_FIRST_TITLE_COLUMN, _TITLE_GAP = 3, 3


def open_cards(session: Session, places: Places, manner: Manner) -> list[str]:
    """Return the target ids of the exposed cards, from left to right."""
    cards = [
        target_id for target_id in available(session.rules, session.state) if slot_of(target_id) is not None
    ]
    return sorted(cards, key=lambda target_id: place_of(places, manner, session, target_id)[0])


def near(session: Session, places: Places, manner: Manner, name: str) -> str:
    """Return the exposed card nearest to a target. Piles and buttons keep the focus."""
    positions = {
        other_id: place_of(places, manner, session, other_id)
        for other_id in open_cards(session, places, manner)
    }
    is_card = name.startswith("card:")
    if not positions or (name in (STOCK, WASTE) and session.moves):
        return STOCK if is_card else name
    if name in positions or name.startswith("button:"):
        return name
    return nearest(positions, place_of(places, manner, session, name) if is_card else (0, 0))


def verdict_at(
    said: Sequence[str], comes: str, foot: int, taken: Sequence[Cells], shown: bool, won: bool
) -> Verdict:
    """Return a result banner whose lines end above `bottom_row`, between the occupied rectangles there.

    Result texts share a line if there is room. `continue_text` has a line of its own.
    """
    # With two rows above it: a rectangle that ends right above is too near for a finger.
    left, right = _free_columns(foot - len(said) - 2, foot, taken)
    lines: list[str] = []
    width = right - left
    for text in said:
        if lines and len(f"{lines[-1]}  {text}") <= width - 2:
            lines[-1] += f"  {text}"
        else:
            lines += fitted(text, width, 3)
    lines += fitted(comes, width, 2) if comes else []
    line_rects = []
    for row in range(foot - len(lines), foot):
        strip_left, strip_right = _free_columns(row, row + 1, taken)
        line_rects.append((strip_left, row, strip_right - strip_left, 1))
    cells = left, foot - len(lines), width, len(lines)
    return Verdict(tuple(lines), cells, shown, won, tuple(line_rects))


def _free_columns(top: int, bottom: int, occupied_rects: Sequence[Cells]) -> tuple[int, int]:
    """Return the first free column and the end of the free columns in rows `top` to `bottom`."""
    left, right = 0, COLUMNS
    for column, row, width, height in occupied_rects:
        if row < bottom and row + height > top:
            if column < COLUMNS // 2:
                left = max(left, column + width)
            else:
                right = min(right, column)
    return left, right


def pile_cells(place: Point, size: tuple[int, int]) -> Cells:
    """Return the cells that the thickest pile at a position covers, with one more column beside it."""
    (x, y), (width, height) = place, size
    left, top = (x - THICKEST) // CELL_WIDTH, y // CELL_HEIGHT
    right = -(-(x + width + CELL_WIDTH) // CELL_WIDTH)
    bottom = -(-(y + height + THICKEST) // CELL_HEIGHT)
    return left, top, right - left, bottom - top


def place_of(places: Places, manner: Manner, session: Session, name: str) -> Point:
    """Return the position of the card with this target id."""
    if name in (WASTE, manner.waste):
        return waste_places(places, session.state.waste)[-1]
    slot = slot_of(name)
    if slot is not None:
        return places.slots[slot]
    return places.stock if name in (STOCK, manner.empty_stock) else places.discard or places.stock


def bar_titles(bar: Sequence[BarMenu]) -> list[tuple[int, BarMenu]]:
    """Return the menus, each with the column of its title."""
    column, titles = _FIRST_TITLE_COLUMN, []
    for menu in bar:
        titles.append((column, menu))
        column += len(menu.title) + _TITLE_GAP
    return titles


def bar_targets(bar: Sequence[BarMenu], row: int) -> list[Target]:
    """Return the targets of the titles in the menu bar."""
    return [
        Target(
            f"menu:{menu.title.lower()}",
            cells_rect(column - 1, row, len(menu.title) + 2, 1),
            words=menu.title,
        )
        for column, menu in bar_titles(bar)
    ]


def targets_of(view: View) -> list[Target]:
    """Return key hints, buttons, piles and cards as targets. Covered cards and unusable targets are disabled."""
    state, rules, card_size, input_rules = view.session.state, view.session.rules, view.size, view.manner
    is_playing = view.verdict is None
    is_pair_style = input_rules.kind == "pair"
    can_turn = bool(state.stock) or (is_pair_style and has_redeal(view.session) and bool(state.waste))
    # A stock card can be put on a waste that is still empty.
    can_use_waste = is_pair_style and (bool(state.waste) or (bool(state.stock) and rules.stock_top_playable))
    targets = [
        *hint_targets(view.hints),
        *bar_targets(view.bar, view.places.bar_row),
        *(
            Target(button.command.id, cells_rect(*button.command.cells), button.usable, button.command.words)
            for button in view.buttons
            if button.command.cells
        ),
        Target(
            STOCK if state.stock else input_rules.empty_stock,
            (*view.places.stock, *card_size),
            is_playing and can_turn,
            view.draws if is_playing else "",
        ),
        Target(
            input_rules.waste,
            (*place_of(view.places, input_rules, view.session, WASTE), *card_size),
            is_playing and can_use_waste,
        ),
    ]
    if view.places.discard:
        targets.append(Target(input_rules.discard, (*view.places.discard, *card_size), is_playing))
    if view.places.auto_match:
        targets.append(
            Target(
                AUTO_MATCH,
                cells_rect(*view.places.auto_match),
                words="Auto-Match",
                chosen=view.session.auto_match,
            )
        )
    targets += [
        Target(
            card_name(slot),
            _clip_above_hints(*view.places.slots[slot], *card_size),
            is_playing and is_open(state, slot),
        )
        for slot in range(POSITIONS)
        if state.pyramid >> slot & 1
    ]
    if view.verdict is not None:
        x, y, width, height = _clip_above_hints(*cells_rect(*view.verdict.cells))
        # As high as a finger needs: two lines of text lose some height to the key hints.
        extra_height = max(0, REACH[1] - height)
        targets.append(Target(GO_ON, (x, y - extra_height, width, height + extra_height), words="Go on"))
        if view.finale is not None and view.sign is not None and view.sign.goes_on:
            targets.append(Target(GO_ON, view.sign.goes_on(view.finale.now)))
    return targets


def _clip_above_hints(x: int, y: int, width: int, height: int) -> Rect:
    """Return the rectangle without the touch area of the key hints below it."""
    return x, y, width, min(height, HEIGHT - REACH[1] - y)


def drop_goal(view: View, targets: Sequence[Target], drag: Drag, x: int, y: int) -> str | None:
    """Return the target that a card is dropped on: the one under the pointer, else the one that the card overlaps most."""
    target_ids = [view.manner.waste]
    if view.manner.kind == "pair":
        cards = available(view.session.rules, view.session.state)
        target_ids = [*cards, view.manner.discard, WASTE]
    candidates = [
        target
        for target in targets
        if target.id in target_ids
        and target.id != drag.name
        and (target.enabled or target.id == view.manner.waste != WASTE)
    ]
    for target in reversed(candidates):
        if target.contains(x, y):
            return target.id
    width, height = view.size

    def overlap_area(target: Target) -> int:
        left, top, target_width, target_height = target.rect
        dx = min(left + target_width, drag.place[0] + width) - max(left, drag.place[0])
        dy = min(top + target_height, drag.place[1] + height) - max(top, drag.place[1])
        return max(0, dx) * max(0, dy)

    best = max(candidates, key=overlap_area, default=None)
    return best.id if best and overlap_area(best) else None


def walking_groups(view: View, rects: dict[str, Rect]) -> list[list[str]]:
    """Return the targets that the focus can reach: groups from top to bottom, each sorted from left to right."""
    target_ids = available(view.session.rules, view.session.state)
    cards = [target_id for target_id in target_ids if slot_of(target_id) is not None]
    piles = [
        STOCK,
        *([WASTE] if WASTE in target_ids else []),
        *([AUTO_MATCH] if view.places.auto_match else []),
    ]
    buttons = [button.command.id for button in view.buttons if button.command.cells and button.usable]
    groups = [sorted(group, key=lambda target_id: rects[target_id][:2]) for group in (cards, piles) if group]
    # Row by row, in reading order.
    groups += [sorted(buttons, key=lambda target_id: rects[target_id][1::-1])] if buttons else []
    return sorted(groups, key=lambda group: max(rects[target_id][1] for target_id in group))


def rects_of(view: View, targets: Sequence[Target]) -> dict[str, Rect]:
    """Return all target rectangles by id. The stock is always found by its own id, too, even while it is empty."""
    rects = {target.id: target.rect for target in targets}
    return {STOCK: (*view.places.stock, *view.size), **rects}
