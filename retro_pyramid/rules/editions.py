"""The five editions as Rules records, one for every choice of their options, and their two ways of scoring."""

from collections.abc import Collection, Mapping

from retro_pyramid.cards import quote
from retro_pyramid.rules.build_match import BUILD_MATCH
from retro_pyramid.rules.geometry import SLOT_COUNT, row_of
from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, are_all_cards_removed, count_cards_left, is_pyramid_cleared

GAMES_PER_MATCH = 6
"""The number of games of a match, for each player. The result of a match is the total of their scores."""


def points_score(rules: Rules, score: int, state: State, move: Move | None, next_state: State) -> int:
    """Return the score after a move in editions that count points: the score before it plus the move's points.

    A pyramid card counts by its row and its place in the streak. Clearing the pyramid adds a bonus. Draws and redeals cost
    points.
    """
    if move is None:
        return score
    if move == DRAW:
        return score - rules.draw_cost
    if move == REDEAL:
        return score - rules.redeal_cost
    for slot in move.slots:
        score += rules.row_points[row_of(slot) - 1]
    score += _streak_points(rules, next_state.streak)
    if state.pyramid and not next_state.pyramid:
        score += rules.clear_bonus
    return score


def max_points_score(rules: Rules) -> int:
    """Return the highest possible result of `points_score`: the whole pyramid in one streak, without a draw."""
    row_points = sum(rules.row_points[row_of(slot) - 1] for slot in range(SLOT_COUNT))
    streak_points = sum(_streak_points(rules, length) for length in range(1, SLOT_COUNT + 1))
    return row_points + streak_points + rules.clear_bonus


def _streak_points(rules: Rules, length: int) -> int:
    """Return the streak bonus of the last card of a streak. The first two cards have none."""
    return rules.streak_bonus * max(0, length - 2)


def par_score(rules: Rules, _score: int, _state: State, _move: Move | None, next_state: State) -> int:
    """Return the par score of the state reached: par points minus one for each card that is left.

    The par points are those of the pass in which the pyramid was cleared, or 0 if it is not.
    """
    cleared_pass = next_state.cleared_pass
    return (0 if cleared_pass is None else rules.par_points[cleared_pass - 1]) - count_cards_left(next_state)


class RulesError(ValueError):
    """An unknown edition, option or option value. The message names it and the valid ones."""


_ODM = Rules(
    edition="odm",
    option_values=(("level", "1"),),
    match_rule=BUILD_MATCH,
    is_won=is_pyramid_cleared,
    scoring=points_score,
    # The original does not say where the first discard comes from. Here it is turned from the deck, at no cost.
    opening_draws=1,
    optimises_score=True,
    row_points=(70, 60, 50, 40, 30, 20, 10),
    streak_bonus=10,
    clear_bonus=500,
    draw_cost=5,
)
_TILLDAWN = Rules(
    edition="tilldawn",
    option_values=(("auto_match", "on"),),
    match_rule=PAIR_MATCH,
    is_won=are_all_cards_removed,
    scoring=par_score,
    max_redeals=2,
    # In the original the stock is face down, yet its top card can be played. Here the top card is face up.
    stock_top_playable=True,
    allows_waste_pairs=True,
    auto_match=True,
    par_points=(50, 35, 20),
    permissive_options=(("auto_match", "off"),),
)
_WINDOWS = Rules(
    edition="windows",
    option_values=(("variation", "draw1"),),
    match_rule=PAIR_MATCH,
    is_won=is_pyramid_cleared,
    scoring=points_score,
    row_points=(1,) * 7,
    clear_bonus=20,
)
_RELAXED = Rules("relaxed", (("passes", "1"),), PAIR_MATCH, is_won=is_pyramid_cleared, scoring=None)
_EM = _TILLDAWN._replace(
    edition="em", option_values=(), allows_waste_pairs=False, auto_match=False, permissive_options=()
)
ALL_RULES: tuple[Rules, ...] = (
    _ODM,
    # On level 2 rows 3 to 7 from the bottom count double.
    _ODM._replace(
        option_values=(("level", "2"),), hides_covered=True, row_points=(140, 120, 100, 80, 60, 20, 10)
    ),
    _TILLDAWN,
    _TILLDAWN._replace(option_values=(("auto_match", "off"),), auto_match=False),
    _WINDOWS,
    _WINDOWS._replace(option_values=(("variation", "draw3"),), draw_count=3, max_redeals=None, redeal_cost=5),
    _RELAXED,
    _RELAXED._replace(option_values=(("passes", "2"),), max_redeals=1),
    _EM,
)
"""All rule sets. The first one of an edition is its default."""
_BY_EDITION_AND_OPTIONS = {(rules.edition, rules.option_values): rules for rules in ALL_RULES}
EDITIONS: tuple[str, ...] = tuple(dict.fromkeys(rules.edition for rules in ALL_RULES))
"""The ids of the editions."""
EDITION_OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    edition: {
        name: tuple(rules.options[name] for rules in ALL_RULES if rules.edition == edition)
        for name in next(rules.options for rules in ALL_RULES if rules.edition == edition)
    }
    for edition in EDITIONS
}
"""For each edition the possible values of each option, the default first."""


def solver_rules(rules: Rules, fixed_options: Collection[str] = ()) -> Rules:
    """Return the rules with which the solver analyses a deal.

    Options that a player can change during a game have their most permissive value, except those in `fixed_options`.

    >>> solver_rules(rules_for("tilldawn")).options, solver_rules(rules_for("tilldawn"), ["auto_match"]).options
    ({'auto_match': 'off'}, {'auto_match': 'on'})
    """
    permissive = {name: value for name, value in rules.permissive_options if name not in fixed_options}
    return rules_for(rules.edition, {**rules.options, **permissive})


def assumed_options(rules: Rules) -> str:
    """Return the options that a verdict under these rules assumes although a player can change them in mid-game.

    >>> assumed_options(solver_rules(rules_for("tilldawn"))), assumed_options(rules_for("em"))
    ('auto_match=off', '')
    """
    return " ".join(f"{name}={rules.options[name]}" for name, _ in rules.permissive_options)


def assumption_label(rules: Rules) -> str:
    """Return the options in words that every verdict under these rules assumes, or "" if there are none.

    >>> assumption_label(rules_for("tilldawn")), assumption_label(rules_for("em"))
    ('Auto-match off', '')
    """
    options = solver_rules(rules).options
    return ", ".join(
        f"{name.replace('_', '-').capitalize()} {options[name]}" for name, _ in rules.permissive_options
    )


def daily_rules(rules: Rules) -> Rules:
    """Return the rules that have the deal of a day: options that can change in mid-game are at their defaults.

    >>> daily_rules(rules_for("tilldawn", {"auto_match": "off"})).options
    {'auto_match': 'on'}
    """
    defaults = {name: EDITION_OPTIONS[rules.edition][name][0] for name, _ in rules.permissive_options}
    return rules_for(rules.edition, {**rules.options, **defaults})


def rules_for(edition: str, options: Mapping[str, str] | None = None) -> Rules:
    """Return the rules of an edition with these options; missing options have their default.

    Raise RulesError for an unknown edition, option or value.

    >>> rules_for("odm", {"level": "2"}).options
    {'level': '2'}
    >>> rules_for("windows").options
    {'variation': 'draw1'}
    """
    if edition not in EDITION_OPTIONS:
        raise RulesError(f"unknown edition {quote(edition)}: expected {', '.join(EDITIONS)}")
    valid = EDITION_OPTIONS[edition]
    requested = options or {}
    for name, value in requested.items():
        if name not in valid:
            expected = ", ".join(valid) or "none"
            raise RulesError(f"{edition} has no option {quote(name)}: expected {expected}")
        if value not in valid[name]:
            expected = " or ".join(valid[name])
            raise RulesError(f"option {name} of {edition} cannot be {quote(value)}: expected {expected}")
    return _BY_EDITION_AND_OPTIONS[
        edition, tuple((name, requested.get(name, values[0])) for name, values in valid.items())
    ]
