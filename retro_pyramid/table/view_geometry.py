"""Geometry of a table view: targets, menu titles, result banner, drop targets and keyboard focus groups."""

from __future__ import annotations

from collections.abc import Sequence

from retro_pyramid.machine.targets import MIN_TOUCH_SIZE, Target
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT
from retro_pyramid.rules import SLOT_COUNT, is_exposed
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.session import Session
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import find_nearest_card
from retro_pyramid.table.intent import AUTO_MATCH, CONTINUE, InputRules
from retro_pyramid.table.layout import BarMenu, CellRect, TableLayout, compute_waste_card_positions
from retro_pyramid.table.render.base import MAX_PILE_THICKNESS_PX
from retro_pyramid.table.target_ids import (
    STOCK,
    WASTE,
    card_target_id,
    list_available_targets,
    slot_from_target_id,
)
from retro_pyramid.table.view import ResultBanner, TableView, has_redeal_left
from retro_pyramid.ui.drawing import cells_to_pixels, get_key_hint_targets, wrap_text

_FIRST_TITLE_COLUMN, _TITLE_GAP = 3, 3


def list_exposed_card_ids(session: Session, layout: TableLayout, input_rules: InputRules) -> list[str]:
    """Return the target ids of the exposed cards, from left to right."""
    cards = [
        target_id
        for target_id in list_available_targets(session.rules, session.state)
        if slot_from_target_id(target_id) is not None
    ]
    return sorted(cards, key=lambda target_id: get_card_pos(layout, input_rules, session, target_id)[0])


def find_nearest_available(
    session: Session, layout: TableLayout, input_rules: InputRules, target_id: str
) -> str:
    """Return the exposed card nearest to a target. Piles and buttons keep the focus."""
    positions = {
        other_id: get_card_pos(layout, input_rules, session, other_id)
        for other_id in list_exposed_card_ids(session, layout, input_rules)
    }
    is_card = target_id.startswith("card:")
    if not positions or (target_id in (STOCK, WASTE) and session.moves):
        return STOCK if is_card else target_id
    if target_id in positions or target_id.startswith("button:"):
        return target_id
    return find_nearest_card(
        positions, get_card_pos(layout, input_rules, session, target_id) if is_card else (0, 0)
    )


def lay_out_result_banner(
    result_texts: Sequence[str],
    continue_text: str,
    bottom_row: int,
    occupied_rects: Sequence[CellRect],
    is_visible: bool,
    is_win: bool,
) -> ResultBanner:
    """Return a result banner whose lines end above `bottom_row`, between the occupied rectangles there.

    Result texts share a line if there is room. `continue_text` has a line of its own.
    """
    # With two rows above it: a rectangle that ends right above is too near for a finger.
    left, right = _free_columns(bottom_row - len(result_texts) - 2, bottom_row, occupied_rects)
    lines: list[str] = []
    width = right - left
    for text in result_texts:
        if lines and len(f"{lines[-1]}  {text}") <= width - 2:
            lines[-1] += f"  {text}"
        else:
            lines += wrap_text(text, width, 3)
    lines += wrap_text(continue_text, width, 2) if continue_text else []
    line_rects = []
    for row in range(bottom_row - len(lines), bottom_row):
        strip_left, strip_right = _free_columns(row, row + 1, occupied_rects)
        line_rects.append((strip_left, row, strip_right - strip_left, 1))
    cells = left, bottom_row - len(lines), width, len(lines)
    return ResultBanner(tuple(lines), cells, is_visible, is_win, tuple(line_rects))


def _free_columns(top: int, bottom: int, occupied_rects: Sequence[CellRect]) -> tuple[int, int]:
    """Return the first free column and the end of the free columns in rows `top` to `bottom`."""
    left, right = 0, COLUMNS
    for column, row, width, height in occupied_rects:
        if row < bottom and row + height > top:
            if column < COLUMNS // 2:
                left = max(left, column + width)
            else:
                right = min(right, column)
    return left, right


def compute_pile_cells(pos: Point, card_size: tuple[int, int]) -> CellRect:
    """Return the cells that the thickest pile at a position covers, with one more column beside it."""
    (x, y), (width, height) = pos, card_size
    left, top = (x - MAX_PILE_THICKNESS_PX) // CELL_WIDTH, y // CELL_HEIGHT
    right = -(-(x + width + CELL_WIDTH) // CELL_WIDTH)
    bottom = -(-(y + height + MAX_PILE_THICKNESS_PX) // CELL_HEIGHT)
    return left, top, right - left, bottom - top


def get_card_pos(layout: TableLayout, input_rules: InputRules, session: Session, target_id: str) -> Point:
    """Return the position of the card with this target id."""
    if target_id in (WASTE, input_rules.waste_id):
        return compute_waste_card_positions(layout, session.state.waste)[-1]
    slot = slot_from_target_id(target_id)
    if slot is not None:
        return layout.slots[slot]
    return (
        layout.stock if target_id in (STOCK, input_rules.empty_stock_id) else layout.discard or layout.stock
    )


def place_menu_titles(menus: Sequence[BarMenu]) -> list[tuple[int, BarMenu]]:
    """Return the menus, each with the column of its title."""
    column, titles = _FIRST_TITLE_COLUMN, []
    for menu in menus:
        titles.append((column, menu))
        column += len(menu.title) + _TITLE_GAP
    return titles


def build_menu_targets(menus: Sequence[BarMenu], row: int) -> list[Target]:
    """Return the targets of the titles in the menu bar."""
    return [
        Target(
            f"menu:{menu.title.lower()}",
            cells_to_pixels(column - 1, row, len(menu.title) + 2, 1),
            label=menu.title,
        )
        for column, menu in place_menu_titles(menus)
    ]


def build_targets(view: TableView) -> list[Target]:
    """Return key hints, buttons, piles and cards as targets. Covered cards and unusable targets are disabled."""
    state, rules, card_size, input_rules = (
        view.session.state,
        view.session.rules,
        view.card_size,
        view.input_rules,
    )
    is_playing = view.result_banner is None
    is_pair_style = input_rules.style == "pair"
    can_turn = bool(state.stock) or (is_pair_style and has_redeal_left(view.session) and bool(state.waste))
    # A stock card can be put on a waste that is still empty.
    can_use_waste = is_pair_style and (bool(state.waste) or (bool(state.stock) and rules.stock_top_playable))
    targets = [
        *get_key_hint_targets(view.key_hints),
        *build_menu_targets(view.menu_bar, view.layout.bar_row),
        *(
            Target(
                button.command.id,
                cells_to_pixels(*button.command.rect_cells),
                button.is_enabled,
                button.command.label,
            )
            for button in view.buttons
            if button.command.rect_cells
        ),
        Target(
            STOCK if state.stock else input_rules.empty_stock_id,
            (*view.layout.stock, *card_size),
            is_playing and can_turn,
            view.stock_label if is_playing else "",
        ),
        Target(
            input_rules.waste_id,
            (*get_card_pos(view.layout, input_rules, view.session, WASTE), *card_size),
            is_playing and can_use_waste,
        ),
    ]
    if view.layout.discard:
        targets.append(Target(input_rules.discard_id, (*view.layout.discard, *card_size), is_playing))
    if view.layout.auto_match:
        targets.append(
            Target(
                AUTO_MATCH,
                cells_to_pixels(*view.layout.auto_match),
                label="Auto-Match",
                checked=view.session.auto_match,
            )
        )
    targets += [
        Target(
            card_target_id(slot),
            _clip_above_hints(*view.layout.slots[slot], *card_size),
            is_playing and is_exposed(state, slot),
        )
        for slot in range(SLOT_COUNT)
        if state.pyramid >> slot & 1
    ]
    if view.result_banner is not None:
        x, y, width, height = _clip_above_hints(*cells_to_pixels(*view.result_banner.rect_cells))
        # As high as a finger needs: two lines of text lose some height to the key hints.
        extra_height = max(0, MIN_TOUCH_SIZE[1] - height)
        targets.append(Target(CONTINUE, (x, y - extra_height, width, height + extra_height), label="Go on"))
        if (
            view.animation_frame is not None
            and view.end_animation is not None
            and view.end_animation.continue_rect_at
        ):
            targets.append(Target(CONTINUE, view.end_animation.continue_rect_at(view.animation_frame.tick)))
    return targets


def _clip_above_hints(x: int, y: int, width: int, height: int) -> Rect:
    """Return the rectangle without the touch area of the key hints below it."""
    return x, y, width, min(height, HEIGHT - MIN_TOUCH_SIZE[1] - y)


def find_drop_target(view: TableView, targets: Sequence[Target], drag: Drag, x: int, y: int) -> str | None:
    """Return the target that a card is dropped on: the one under the pointer, else the one that the card overlaps most."""
    target_ids = [view.input_rules.waste_id]
    if view.input_rules.style == "pair":
        cards = list_available_targets(view.session.rules, view.session.state)
        target_ids = [*cards, view.input_rules.discard_id, WASTE]
    candidates = [
        target
        for target in targets
        if target.id in target_ids
        and target.id != drag.target_id
        and (target.enabled or target.id == view.input_rules.waste_id != WASTE)
    ]
    for target in reversed(candidates):
        if target.contains(x, y):
            return target.id
    width, height = view.card_size

    def overlap_area(target: Target) -> int:
        left, top, target_width, target_height = target.rect
        dx = min(left + target_width, drag.pos[0] + width) - max(left, drag.pos[0])
        dy = min(top + target_height, drag.pos[1] + height) - max(top, drag.pos[1])
        return max(0, dx) * max(0, dy)

    best = max(candidates, key=overlap_area, default=None)
    return best.id if best and overlap_area(best) else None


def build_focus_groups(view: TableView, rects: dict[str, Rect]) -> list[list[str]]:
    """Return the targets that the focus can reach: groups from top to bottom, each sorted from left to right."""
    target_ids = list_available_targets(view.session.rules, view.session.state)
    cards = [target_id for target_id in target_ids if slot_from_target_id(target_id) is not None]
    piles = [
        STOCK,
        *([WASTE] if WASTE in target_ids else []),
        *([AUTO_MATCH] if view.layout.auto_match else []),
    ]
    buttons = [
        button.command.id for button in view.buttons if button.command.rect_cells and button.is_enabled
    ]
    groups = [sorted(group, key=lambda target_id: rects[target_id][:2]) for group in (cards, piles) if group]
    # Row by row, in reading order.
    groups += [sorted(buttons, key=lambda target_id: rects[target_id][1::-1])] if buttons else []
    return sorted(groups, key=lambda group: max(rects[target_id][1] for target_id in group))


def get_target_rects(view: TableView, targets: Sequence[Target]) -> dict[str, Rect]:
    """Return all target rectangles by id. The stock is always found by its own id, too, even while it is empty."""
    rects = {target.id: target.rect for target in targets}
    return {STOCK: (*view.layout.stock, *view.card_size), **rects}
