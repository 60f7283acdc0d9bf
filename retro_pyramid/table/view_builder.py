"""Builds the immutable `TableView` from the game, the running animations and the input state. Has no side effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.table.game_mode import JOYS
from retro_pyramid.table.gesture import Hand
from retro_pyramid.table.ghost import race_end, race_line
from retro_pyramid.table.target_ids import STOCK
from retro_pyramid.table.tips import Attention, advice
from retro_pyramid.table.view import Button, Lying, Verdict, View
from retro_pyramid.table.view_geometry import pile_cells, verdict_at
from retro_pyramid.ui.drawing import Hint, clause_lines

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.scenes.end_animation import Finale
    from retro_pyramid.session import Session
    from retro_pyramid.table.layout import Places
    from retro_pyramid.table.presentation import Surface
    from retro_pyramid.table.table_screen import Table
    from retro_pyramid.table.table_spec import TableLook

_NO_INPUT = Hand()
_WINDOW_ROWS = 5
"""Rows of a window apart from its lines of text: title bar, blank row, button."""


def game_seen(
    session: Session,
    app: App,
    look: TableLook,
    surface: Surface,
    finale: Finale | None,
    hints: list[Hint],
    hand: Hand = _NO_INPUT,
    hinted: tuple[str, ...] = (),
    focused: str | None = None,
    places: Places | None = None,
) -> View:
    """Return the view of a game without commands, as a replay shows it. `end_animation` is shown at its end."""
    drag = hand.drag if hand.drag is not None and hand.drag.moved else None
    has_selector = look.manner.kind == "select"
    # In reverse video, only the drop target is marked.
    highlight = "" if has_selector or look.highlight == "reverse" else look.highlight
    places = surface.places if places is None else places
    options = [app.record.option_words.get(item, "") for item in session.rules.options.items()]
    deal_name = "Own cards" if session.deal is None else f"Deal {session.deal}"
    moving = tuple(surface.moving())
    return View(
        session=session,
        places=places,
        manner=look.manner,
        size=surface.felt.card_size,
        piles=tuple(surface.piles(session, hand, hinted, focused)),
        cards=tuple(surface.cards(session, hand, hinted, focused, places)),
        moving=moving,
        flight_rects=tuple(surface.felt.painted_rect(card.place, card.stage) for card in moving),
        arriving=frozenset(glide.slot for glide in surface.motions.glides),
        held=drag and Lying(drag.place, drag.card, has_selector, highlight),
        focused=focused,
        hints=hints,
        hinted=hinted,
        dress=app.dress,
        deal=deal_name,
        number=deal_name,
        options="   ".join(filter(None, options)),
        wording=look.wording,
        finale=surface.moment(session, finale),
        sign=finale,
        score=None if session.score is None else session.score - surface.uncounted(),
    )


def view_of(table: Table) -> View:
    """Return the current view of the table."""
    session, table_spec, presentation, is_over = table.session, table.look, table.surface, table.over()
    end_animation, layout = finale_of(table), presentation.places
    banner = verdict_of(table) if is_over else None
    if (
        presentation.moment(session, end_animation) is not None
        and end_animation is not None
        and end_animation.alone
    ):
        layout = layout._replace(auto_match=None)
    elif banner is not None and banner.shown:
        pyramid = session.state.pyramid
        get_layout = presentation.beside if layout.verdict else presentation.above
        layout = get_layout(pyramid, banner.cells)
    key_hints, controller, focused_id = hints_of(table), table.grip, table.focused
    view = game_seen(
        session,
        table.app,
        table_spec,
        presentation,
        end_animation,
        key_hints,
        controller.hand,
        controller.hinted,
        focused_id,
        layout,
    )
    # If the player filters deals, the view tells what this one is.
    label = table.adviser.label() if table.game.deals != "any" and not is_over else ""
    view = view._replace(
        over=is_over,
        buttons=tuple(buttons_of(table)),
        bar=table_spec.bar,
        light=table.adviser.light,
        verdict=banner,
        deal=f"{view.number} ({label})" if label else view.number,
        label=label,
        worth=table.adviser.worth_words(table.session) if is_over else "",
        race=race_line(session),
        floats=tuple(presentation.floats()),
        flashes=presentation.flashes(),
        facts=table.referee.facts(table),
        seeking=table.adviser.seeking,
        draws="" if any(command.action == "draw" for command in table.commands()) else "Draw",
    )
    return view._replace(standing=table_spec.standing(view))


def finale_of(table: Table) -> Finale | None:
    """Return the end animation of the game on the table, or None if there is none."""
    if not table.celebrates:
        return None
    ending = table.referee.sign(table) if table.over() else ""
    return table.look.end(table.session.status, ending)


def worded(look: TableLook, words: str) -> str:
    """Replace the generic names of the piles with the edition's own."""
    for generic, own_name in look.wording:
        words = words.replace(generic, own_name)
    return words


def hints_of(table: Table) -> list[Hint]:
    """Return the key hints of the table.

    After the game, disabled commands make room for those of a finished game. So does F2, which switches the sound on
    every screen.
    """
    key_hints = []
    is_over = table.over()
    for command in table.commands():
        if command.shown and not command.cells and not (is_over and command.action == "sound"):
            is_enabled = table.usable(command)
            if is_enabled or not (command.absent or is_over):
                key_hints.append(Hint(command.shown, command.words, command.id, is_enabled))
    return [*key_hints, Hint("Esc", table.referee.leave_word(table) or table.look.esc, "back")]


def buttons_of(table: Table) -> list[Button]:
    """Return the visible buttons. An end animation that hides the table leaves only enabled ones, or none."""
    end_animation = _get_full_screen_animation(table)
    if end_animation is not None and not end_animation.shows_buttons:
        return []
    commands = [command for command in table.commands() if command.cells]
    buttons = [Button(command, table.usable(command), table.focused == command.id) for command in commands]
    hides_unusable = end_animation is not None
    return [button for button in buttons if button.usable or not (button.command.absent or hides_unusable)]


def _get_full_screen_animation(table: Table) -> Finale | None:
    """Return the end animation if it hides the table, else None."""
    end_animation = finale_of(table) if table.over() else None
    return end_animation if end_animation is not None and end_animation.alone else None


def verdict_of(table: Table) -> Verdict:
    """Return the banner with the result and what comes next."""
    game_mode, layout, card_size = table.referee, table.surface.places, table.surface.felt.card_size
    all_value_text = table.adviser.worth_words(table.session, not game_mode.proving)
    value_text = all_value_text if game_mode.tells_worth(table) else ""
    if table.session.rules.judged_by_score and not game_mode.proving:
        # The status line already has the deal's value.
        value_text = table.adviser.slip_words(table.session)
    result_texts = [text for text in (*game_mode.verdict(table), value_text) if text]
    occupied_rects = [cells for button in buttons_of(table) if (cells := button.command.cells)]
    if _get_full_screen_animation(table) is None:
        occupied_rects += [
            pile_cells(pile, card_size) for pile in (layout.stock, layout.waste, layout.discard) if pile
        ]
    won = game_mode.sign(table) in JOYS
    # The ghost's result replaces the keys that continue, which the key hints name, too: there is no room for both.
    continue_text, is_visible = (
        race_end(table.session) or game_mode.go_on_words(table),
        table.surface.shows_words(),
    )
    if layout.verdict:
        ghost_result = race_end(table.session)
        # The ghost's result contains the player's score.
        statements = [game_mode.outcome(table), value_text, ghost_result] if ghost_result else result_texts
        sentences = [part for statement in statements for part in statement.split(". ") if part]
        if len(sentences) > 1:
            sentences = [part.rstrip(".") for part in sentences]
        column, top, width, height = layout.verdict
        lines = [line for sentence in sentences for line in clause_lines(sentence, width - 2)]
        cells = column, top, width, max(height, len(lines) + _WINDOW_ROWS)
        return Verdict((*lines, game_mode.go_on_words(table)), cells, is_visible, won)
    return verdict_at(result_texts, continue_text, table.look.foot, occupied_rects, is_visible, won)


def lesson_of(table: Table) -> str:
    """Return a tip for players who are new to the edition. Empty in ranked games and while it would be in the way."""
    session, controller, input_rules = table.session, table.grip, table.look.manner
    is_suppressed = table.lent or table.referee.proving or bool(controller.hinted)
    if not controller.taught or is_suppressed or table.over() or table.surface.dealing():
        return ""
    uses_keyboard = controller.hand.by_keys and not table.machine.pointer_shown
    picked_id = controller.hand.focus if input_rules.kind == "select" else controller.hand.picked
    target_id = STOCK if controller.cue == input_rules.empty_stock else controller.cue
    return worded(
        table.look,
        advice(
            session.rules,
            session.state,
            Attention(picked_id, target_id, uses_keyboard, input_rules.stock_deals),
        ),
    )
