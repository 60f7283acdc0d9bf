"""What is to be seen of a table, as a `View`: put together from the game, its course and the grip, and nothing changed."""

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

_FREE = Hand()
_WINDOW_ROWS = 5
"""The rows of a window besides its lines: title bar, a blank row, and the button."""


def game_seen(
    session: Session,
    app: App,
    look: TableLook,
    surface: Surface,
    finale: Finale | None,
    hints: list[Hint],
    hand: Hand = _FREE,
    hinted: tuple[str, ...] = (),
    focused: str | None = None,
    places: Places | None = None,
) -> View:
    """Return what is to be seen of a game without anything that can be asked for; `finale` is seen at its end."""
    drag = hand.drag if hand.drag is not None and hand.drag.moved else None
    selector = look.manner.kind == "select"
    # In reverse is only what takes the card.
    mark = "" if selector or look.highlight == "reverse" else look.highlight
    places = surface.places if places is None else places
    options = [app.record.option_words.get(item, "") for item in session.rules.options.items()]
    number = "Own cards" if session.deal is None else f"Deal {session.deal}"
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
        held=drag and Lying(drag.place, drag.card, selector, mark),
        focused=focused,
        hints=hints,
        hinted=hinted,
        dress=app.dress,
        deal=number,
        number=number,
        options="   ".join(filter(None, options)),
        wording=look.wording,
        finale=surface.moment(session, finale),
        sign=finale,
        score=None if session.score is None else session.score - surface.uncounted(),
    )


def view_of(table: Table) -> View:
    """Return all that is to be seen at this moment."""
    session, look, surface, over = table.session, table.look, table.surface, table.over()
    finale, places = finale_of(table), surface.places
    verdict = verdict_of(table) if over else None
    if surface.moment(session, finale) is not None and finale is not None and finale.alone:
        places = places._replace(auto_match=None)
    elif verdict is not None and verdict.shown:
        pyramid = session.state.pyramid
        clear = surface.beside if places.verdict else surface.above
        places = clear(pyramid, verdict.cells)
    hints, grip, focused = hints_of(table), table.grip, table.focused
    view = game_seen(
        session, table.app, look, surface, finale, hints, grip.hand, grip.hinted, focused, places
    )
    # Where not any deal is wanted, it is said what this one is.
    label = table.adviser.label() if table.game.deals != "any" and not over else ""
    view = view._replace(
        over=over,
        buttons=tuple(buttons_of(table)),
        bar=look.bar,
        light=table.adviser.light,
        verdict=verdict,
        deal=f"{view.number} ({label})" if label else view.number,
        label=label,
        worth=table.adviser.worth_words(table.session) if over else "",
        race=race_line(session),
        floats=tuple(surface.floats()),
        flashes=surface.flashes(),
        facts=table.referee.facts(table),
        seeking=table.adviser.seeking,
        draws="" if any(command.action == "draw" for command in table.commands()) else "Draw",
    )
    return view._replace(standing=look.standing(view))


def finale_of(table: Table) -> Finale | None:
    """Return what is seen at the end of the game on the table, None where that is nothing."""
    if not table.celebrates:
        return None
    sign = table.referee.sign(table) if table.over() else ""
    return table.look.end(table.session.status, sign)


def worded(look: TableLook, words: str) -> str:
    """Return what is said in the program's words."""
    for word, other in look.wording:
        words = words.replace(word, other)
    return words


def hints_of(table: Table) -> list[Hint]:
    """Return the keys of the table.

    After the game, keys that cannot be used make room for those of a finished game, as does F2, which switches the sound on
    every screen.
    """
    hints = []
    over = table.over()
    for command in table.commands():
        if command.shown and not command.cells and not (over and command.action == "sound"):
            can = table.usable(command)
            if can or not (command.absent or over):
                hints.append(Hint(command.shown, command.words, command.id, can))
    return [*hints, Hint("Esc", table.referee.leave_word(table) or table.look.esc, "back")]


def buttons_of(table: Table) -> list[Button]:
    """Return the commands that have a button now; an end animation that fills the table leaves at most the usable ones."""
    finale = _full_finale(table)
    if finale is not None and not finale.shows_buttons:
        return []
    commands = [command for command in table.commands() if command.cells]
    buttons = [Button(one, table.usable(one), table.focused == one.id) for one in commands]
    hides_unusable = finale is not None
    return [button for button in buttons if button.usable or not (button.command.absent or hides_unusable)]


def _full_finale(table: Table) -> Finale | None:
    """Return the end animation that has the table for itself, None if there is none."""
    finale = finale_of(table) if table.over() else None
    return finale if finale is not None and finale.alone else None


def verdict_of(table: Table) -> Verdict:
    """Return how the game ended and what comes next."""
    referee, places, size = table.referee, table.surface.places, table.surface.felt.card_size
    told = table.adviser.worth_words(table.session, not referee.proving)
    worth = told if referee.tells_worth(table) else ""
    if table.session.rules.judged_by_score and not referee.proving:
        # Below stands already what the deal was worth.
        worth = table.adviser.slip_words(table.session)
    said = [words for words in (*referee.verdict(table), worth) if words]
    taken = [cells for button in buttons_of(table) if (cells := button.command.cells)]
    if _full_finale(table) is None:
        taken += [pile_cells(pile, size) for pile in (places.stock, places.waste, places.discard) if pile]
    won = referee.sign(table) in JOYS
    # A race is told in place of the keys that go on, which the hints tell too: piles leave no room for one more line.
    comes, shown = race_end(table.session) or referee.go_on_words(table), table.surface.shows_words()
    if places.verdict:
        race = race_end(table.session)
        # The comparison has the player's score.
        statements = [referee.outcome(table), worth, race] if race else said
        sentences = [one for statement in statements for one in statement.split(". ") if one]
        if len(sentences) > 1:
            sentences = [one.rstrip(".") for one in sentences]
        column, top, width, height = places.verdict
        lines = [line for sentence in sentences for line in clause_lines(sentence, width - 2)]
        cells = column, top, width, max(height, len(lines) + _WINDOW_ROWS)
        return Verdict((*lines, referee.go_on_words(table)), cells, shown, won)
    return verdict_at(said, comes, table.look.foot, taken, shown, won)


def lesson_of(table: Table) -> str:
    """Return what can be done now, for who is new to the program; nothing in games that prove a total."""
    session, grip, manner = table.session, table.grip, table.look.manner
    helped = table.lent or table.referee.proving or bool(grip.hinted)
    if not grip.taught or helped or table.over() or table.surface.dealing():
        return ""
    keys = grip.hand.by_keys and not table.machine.pointer_shown
    chosen = grip.hand.focus if manner.kind == "select" else grip.hand.picked
    at = STOCK if grip.cue == manner.empty_stock else grip.cue
    return worded(
        table.look, advice(session.rules, session.state, Attention(chosen, at, keys, manner.stock_deals))
    )
