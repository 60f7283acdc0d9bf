"""The check that a game can reach a position, so that the solver is not asked about an impossible one."""

from __future__ import annotations

from retro_pyramid.cards import CARDS_IN_DECK, KING, RANK, card_text, check_deal
from retro_pyramid.rules.pyramid import FULL, POSITIONS, coverers, open_in, position_text, positions_in
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State


class PositionError(ValueError):
    """A position that no game reaches, or a question that makes no sense there; the message is one line."""


def check_position(rules: Rules, state: State) -> None:
    """Raise PositionError, or CardError for doubled cards, if no game under the rules leads to the state.

    In odm the discard pile is replayed. In pair games, whose ranks are to have no more than one partner, it is checked
    that no card is gone from under another and that of two partners as many cards are left, but not that the removals
    had a legal order.
    """
    if len(state.layout) != POSITIONS:
        raise PositionError(f"the pyramid was dealt {len(state.layout)} cards: expected {POSITIONS}")
    if not 0 <= state.pyramid <= FULL:
        raise PositionError(f"the pyramid is {state.pyramid}: expected a mask of {POSITIONS} bits")
    for index in range(POSITIONS):
        if not state.pyramid >> index & 1 and any(state.pyramid >> cover & 1 for cover in coverers(index)):
            raise PositionError(f"the card at {position_text(index)} is gone, but a card covers it")
    if rules.matching.builds:
        _check_discard(rules, state)
    else:
        _check_pairs(rules, state)


def _check_discard(rules: Rules, state: State) -> None:
    kept = [state.layout[i] for i in positions_in(state.pyramid)]
    check_deal([*kept, *state.stock, *state.waste])
    pyramid, streak, top = FULL, 0, None
    at = {card: index for index, card in enumerate(state.layout)}
    for card in state.waste:
        if card in at:
            if top is None or not rules.matching.fits(card, top):
                raise PositionError(f"{card_text(card)} cannot have been built where it lies on the discard")
            if at[card] not in open_in(pyramid):
                raise PositionError(f"{card_text(card)} was covered when it went to the discard")
            pyramid ^= 1 << at[card]
            streak += 1
        else:
            streak = 0
        top = card
    if top is None or pyramid != state.pyramid:
        raise PositionError("the discard lacks cards that are gone from the pyramid or the stock")
    if state.streak != streak:
        raise PositionError(f"the streak is {state.streak}: expected {streak} from the discard")


def _check_pairs(rules: Rules, state: State) -> None:
    kept = [state.layout[i] for i in positions_in(state.pyramid)]
    left = (*kept, *state.stock, *state.waste)
    seen = (*state.layout, *state.stock, *state.waste)
    # The rest of the deck stands for the stock cards that are gone.
    gone = [card for card in range(CARDS_IN_DECK) if card not in seen]
    check_deal([*seen, *gone[: CARDS_IN_DECK - len(seen)]])
    counts = [0] * (KING + 1)
    for card in left:
        counts[RANK[card]] += 1
    for rank, (partner, *_) in enumerate(rules.matching.partners[1:KING], 1):
        if counts[rank] != counts[partner]:
            found = f"{counts[rank]} and {counts[partner]}"
            raise PositionError(f"of ranks {rank} and {partner} {found} cards are left: expected as many")
    most = None if rules.redeals is None else rules.redeals + 1
    if state.pass_number < 1 or (most is not None and state.pass_number > most):
        raise PositionError(f"pass {state.pass_number}: expected 1 to {'any' if most is None else most}")
    if (state.cleared_pass is None) != bool(state.pyramid) or (state.cleared_pass or 1) > state.pass_number:
        raise PositionError(f"cleared in pass {state.cleared_pass}, but {len(kept)} pyramid cards are left")
