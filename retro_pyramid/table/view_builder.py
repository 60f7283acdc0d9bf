"""Builds the immutable `TableView` from the game, the running animations and the input state. Has no side effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.table.game_mode import WIN_ENDINGS
from retro_pyramid.table.gesture import InputState
from retro_pyramid.table.ghost import format_ghost_line, format_ghost_result
from retro_pyramid.table.target_ids import STOCK
from retro_pyramid.table.tips import TipContext, choose_tip
from retro_pyramid.table.view import ButtonView, CardView, ResultBanner, TableView
from retro_pyramid.table.view_geometry import compute_pile_cells, lay_out_result_banner
from retro_pyramid.ui.drawing import KeyHint, wrap_at_clauses

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.scenes.end_animation import EndAnimation
    from retro_pyramid.session import Session
    from retro_pyramid.table.layout import TableLayout
    from retro_pyramid.table.presentation import TablePresentation
    from retro_pyramid.table.table_screen import TableScreen
    from retro_pyramid.table.table_spec import TableSpec

_NO_INPUT = InputState()
_WINDOW_ROWS = 5
"""Rows of a window apart from its lines of text: title bar, blank row, button."""


def build_game_view(
    session: Session,
    app: App,
    table_spec: TableSpec,
    presentation: TablePresentation,
    end_animation: EndAnimation | None,
    key_hints: list[KeyHint],
    input_state: InputState = _NO_INPUT,
    hinted_ids: tuple[str, ...] = (),
    focused_id: str | None = None,
    layout: TableLayout | None = None,
) -> TableView:
    """Return the view of a game without commands, as a replay shows it. `end_animation` is shown at its end."""
    drag = input_state.drag if input_state.drag is not None and input_state.drag.has_moved else None
    has_selector = table_spec.input_rules.style == "select"
    # In reverse video, only the drop target is marked.
    highlight = (
        "" if has_selector or table_spec.selection_highlight == "reverse" else table_spec.selection_highlight
    )
    layout = presentation.layout if layout is None else layout
    options = [app.edition.option_labels.get(item, "") for item in session.rules.options.items()]
    deal_name = "Own cards" if session.deal_number is None else f"Deal {session.deal_number}"
    moving = tuple(presentation.build_moving_cards())
    return TableView(
        session=session,
        layout=layout,
        input_rules=table_spec.input_rules,
        card_size=presentation.renderer.card_size,
        piles=tuple(presentation.build_piles(session, input_state, hinted_ids, focused_id)),
        cards=tuple(presentation.build_cards(session, input_state, hinted_ids, focused_id, layout)),
        moving_cards=moving,
        moving_rects=tuple(
            presentation.renderer.get_painted_rect(card.pos, card.flip_stage) for card in moving
        ),
        arriving_slots=frozenset(glide.to_slot for glide in presentation.animations.tweens),
        dragged_card=drag and CardView(drag.pos, drag.card, has_selector, highlight),
        focused_id=focused_id,
        key_hints=key_hints,
        hinted_ids=hinted_ids,
        theme=app.theme,
        deal_title=deal_name,
        deal_name=deal_name,
        options_text="   ".join(filter(None, options)),
        pile_names=table_spec.pile_names,
        animation_frame=presentation.get_animation_frame(session, end_animation),
        end_animation=end_animation,
        displayed_score=None if session.score is None else session.score - presentation.get_uncounted_bonus(),
    )


def build_view(table: TableScreen) -> TableView:
    """Return the current view of the table."""
    session, table_spec, presentation, is_over = (
        table.session,
        table.table_spec,
        table.presentation,
        table.is_over(),
    )
    end_animation, layout = get_end_animation(table), presentation.layout
    banner = build_result_banner(table) if is_over else None
    if (
        presentation.get_animation_frame(session, end_animation) is not None
        and end_animation is not None
        and end_animation.hides_table
    ):
        layout = layout._replace(auto_match=None)
    elif banner is not None and banner.is_visible:
        pyramid = session.state.pyramid
        get_layout = presentation.get_layout_beside if layout.verdict else presentation.get_layout_above
        layout = get_layout(pyramid, banner.rect_cells)
    key_hints, controller, focused_id = build_key_hints(table), table.input_controller, table.focused_id
    view = build_game_view(
        session,
        table.app,
        table_spec,
        presentation,
        end_animation,
        key_hints,
        controller.state,
        controller.hinted_ids,
        focused_id,
        layout,
    )
    # If the player filters deals, the view tells what this one is.
    label = table.analysis.get_deal_rating() if table.lifecycle.deal_filter != "any" and not is_over else ""
    view = view._replace(
        is_over=is_over,
        buttons=tuple(build_buttons(table)),
        menu_bar=table_spec.menu_bar,
        win_state=table.analysis.win_state,
        result_banner=banner,
        deal_title=f"{view.deal_name} ({label})" if label else view.deal_name,
        deal_rating=label,
        deal_value_text=table.analysis.build_deal_value_text(table.session) if is_over else "",
        ghost_text=format_ghost_line(session),
        score_popups=tuple(presentation.get_score_popups()),
        is_flashing=presentation.is_flashing(),
        mode_data=table.game_mode.get_mode_data(table),
        is_analysing=table.analysis.is_analysing,
        stock_label="" if any(command.action == "draw" for command in table.get_commands()) else "Draw",
    )
    return view._replace(status_line=table_spec.build_status_line(view))


def get_end_animation(table: TableScreen) -> EndAnimation | None:
    """Return the end animation of the game on the table, or None if there is none."""
    if not table.shows_end_animation:
        return None
    ending = table.game_mode.get_ending(table) if table.is_over() else ""
    return table.table_spec.get_end_animation(table.session.status, ending)


def apply_pile_names(table_spec: TableSpec, text: str) -> str:
    """Replace the generic names of the piles with the edition's own."""
    for generic, own_name in table_spec.pile_names:
        text = text.replace(generic, own_name)
    return text


def build_key_hints(table: TableScreen) -> list[KeyHint]:
    """Return the key hints of the table.

    After the game, disabled commands make room for those of a finished game. So does F2, which switches the sound on
    every screen.
    """
    key_hints = []
    is_over = table.is_over()
    for command in table.get_commands():
        if command.key_label and not command.rect_cells and not (is_over and command.action == "sound"):
            is_enabled = table.is_enabled(command)
            if is_enabled or not (command.hide_if_disabled or is_over):
                key_hints.append(KeyHint(command.key_label, command.label, command.id, is_enabled))
    return [
        *key_hints,
        KeyHint("Esc", table.game_mode.get_leave_label(table) or table.table_spec.esc_label, "back"),
    ]


def build_buttons(table: TableScreen) -> list[ButtonView]:
    """Return the visible buttons. An end animation that hides the table leaves only enabled ones, or none."""
    end_animation = _get_full_screen_animation(table)
    if end_animation is not None and not end_animation.shows_buttons:
        return []
    commands = [command for command in table.get_commands() if command.rect_cells]
    buttons = [
        ButtonView(command, table.is_enabled(command), table.focused_id == command.id) for command in commands
    ]
    hides_unusable = end_animation is not None
    return [
        button
        for button in buttons
        if button.is_enabled or not (button.command.hide_if_disabled or hides_unusable)
    ]


def _get_full_screen_animation(table: TableScreen) -> EndAnimation | None:
    """Return the end animation if it hides the table, else None."""
    end_animation = get_end_animation(table) if table.is_over() else None
    return end_animation if end_animation is not None and end_animation.hides_table else None


def build_result_banner(table: TableScreen) -> ResultBanner:
    """Return the banner with the result and what comes next."""
    game_mode, layout, card_size = (
        table.game_mode,
        table.presentation.layout,
        table.presentation.renderer.card_size,
    )
    all_value_text = table.analysis.build_deal_value_text(table.session, not game_mode.is_ranked)
    value_text = all_value_text if game_mode.may_reveal_deal_value(table) else ""
    if table.session.rules.optimises_score and not game_mode.is_ranked:
        # The status line already has the deal's value.
        value_text = table.analysis.build_mistake_text(table.session)
    result_texts = [text for text in (*game_mode.build_result_lines(table), value_text) if text]
    occupied_rects = [cells for button in build_buttons(table) if (cells := button.command.rect_cells)]
    if _get_full_screen_animation(table) is None:
        occupied_rects += [
            compute_pile_cells(pile, card_size)
            for pile in (layout.stock, layout.waste, layout.discard)
            if pile
        ]
    won = game_mode.get_ending(table) in WIN_ENDINGS
    # The ghost's result replaces the keys that continue, which the key hints name, too: there is no room for both.
    continue_text, is_visible = (
        format_ghost_result(table.session) or game_mode.get_continue_text(table),
        table.presentation.shows_result(),
    )
    if layout.verdict:
        ghost_result = format_ghost_result(table.session)
        # The ghost's result contains the player's score.
        statements = (
            [game_mode.get_outcome_text(table), value_text, ghost_result] if ghost_result else result_texts
        )
        sentences = [part for statement in statements for part in statement.split(". ") if part]
        if len(sentences) > 1:
            sentences = [part.rstrip(".") for part in sentences]
        column, top, width, height = layout.verdict
        lines = [line for sentence in sentences for line in wrap_at_clauses(sentence, width - 2)]
        cells = column, top, width, max(height, len(lines) + _WINDOW_ROWS)
        return ResultBanner((*lines, game_mode.get_continue_text(table)), cells, is_visible, won)
    return lay_out_result_banner(
        result_texts, continue_text, table.table_spec.result_bottom_row, occupied_rects, is_visible, won
    )


def build_tip(table: TableScreen) -> str:
    """Return a tip for players who are new to the edition. Empty in ranked games and while it would be in the way."""
    session, controller, input_rules = table.session, table.input_controller, table.table_spec.input_rules
    is_suppressed = table.is_computer_playing or table.game_mode.is_ranked or bool(controller.hinted_ids)
    if (
        not controller.tips_enabled
        or is_suppressed
        or table.is_over()
        or table.presentation.count_cards_being_dealt()
    ):
        return ""
    uses_keyboard = controller.state.uses_keyboard and not table.machine.is_pointer_visible
    picked_id = controller.state.focus_id if input_rules.style == "select" else controller.state.picked_id
    target_id = STOCK if controller.tip_target_id == input_rules.empty_stock_id else controller.tip_target_id
    return apply_pile_names(
        table.table_spec,
        choose_tip(
            session.rules,
            session.state,
            TipContext(picked_id, target_id, uses_keyboard, input_rules.click_stock_draws),
        ),
    )
