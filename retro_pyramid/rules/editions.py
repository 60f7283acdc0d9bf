"""The five editions as Rules records, one for every choice of their options, and their two ways of scoring."""

from collections.abc import Collection, Mapping

from retro_pyramid.cards import quoted
from retro_pyramid.rules.build_match import BUILDING
from retro_pyramid.rules.geometry import POSITIONS, row_of
from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, all_gone, cards_left, pyramid_empty

GAMES = 6
"""The number of games of a match, for each player. The result of a match is the total of their scores."""


def tally(rules: Rules, total: int, state: State, move: Move | None, after: State) -> int:
    """Return the score after a move in editions that count points: the score before it plus the move's points.

    A pyramid card counts by its row and its place in the streak. Clearing the pyramid adds a bonus. Draws and redeals cost
    points.
    """
    if move is None:
        return total
    if move == DRAW:
        return total - rules.draw_cost
    if move == REDEAL:
        return total - rules.redeal_cost
    for slot in move.positions:
        total += rules.row_points[row_of(slot) - 1]
    total += _streak_points(rules, after.streak)
    if state.pyramid and not after.pyramid:
        total += rules.clear_bonus
    return total


def max_tally(rules: Rules) -> int:
    """Return the highest possible result of `points_score`: the whole pyramid in one streak, without a draw."""
    row_points = sum(rules.row_points[row_of(slot) - 1] for slot in range(POSITIONS))
    streak_points = sum(_streak_points(rules, length) for length in range(1, POSITIONS + 1))
    return row_points + streak_points + rules.clear_bonus


def _streak_points(rules: Rules, length: int) -> int:
    """Return the streak bonus of the last card of a streak. The first two cards have none."""
    return rules.streak_bonus * max(0, length - 2)


def par(rules: Rules, _total: int, _state: State, _move: Move | None, after: State) -> int:
    """Return the par score of the state reached: par points minus one for each card that is left.

    The par points are those of the pass in which the pyramid was cleared, or 0 if it is not.
    """
    cleared_pass = after.cleared_pass
    return (0 if cleared_pass is None else rules.par_points[cleared_pass - 1]) - cards_left(after)


class RulesError(ValueError):
    """An unknown edition, option or option value. The message names it and the valid ones."""


_ODM = Rules(
    edition="odm",
    chosen=(("level", "1"),),
    matching=BUILDING,
    won=pyramid_empty,
    scoring=tally,
    # The original does not say where the first discard comes from. Here it is turned from the deck, at no cost.
    opening_draws=1,
    judged_by_score=True,
    row_points=(70, 60, 50, 40, 30, 20, 10),
    streak_bonus=10,
    clear_bonus=500,
    draw_cost=5,
)
_TILLDAWN = Rules(
    edition="tilldawn",
    chosen=(("auto_match", "on"),),
    matching=PAIRING,
    won=all_gone,
    scoring=par,
    redeals=2,
    # In the original the stock is face down, yet its top card can be played. Here the top card is face up.
    stock_top_playable=True,
    waste_pairs=True,
    auto_match=True,
    par_points=(50, 35, 20),
    freest=(("auto_match", "off"),),
)
_WINDOWS = Rules(
    edition="windows",
    chosen=(("variation", "draw1"),),
    matching=PAIRING,
    won=pyramid_empty,
    scoring=tally,
    row_points=(1,) * 7,
    clear_bonus=20,
)
_RELAXED = Rules("relaxed", (("passes", "1"),), PAIRING, won=pyramid_empty, scoring=None)
_EM = _TILLDAWN._replace(edition="em", chosen=(), waste_pairs=False, auto_match=False, freest=())
RECORDS: tuple[Rules, ...] = (
    _ODM,
    # On level 2 rows 3 to 7 from the bottom count double.
    _ODM._replace(chosen=(("level", "2"),), hides_covered=True, row_points=(140, 120, 100, 80, 60, 20, 10)),
    _TILLDAWN,
    _TILLDAWN._replace(chosen=(("auto_match", "off"),), auto_match=False),
    _WINDOWS,
    _WINDOWS._replace(chosen=(("variation", "draw3"),), draw_count=3, redeals=None, redeal_cost=5),
    _RELAXED,
    _RELAXED._replace(chosen=(("passes", "2"),), redeals=1),
    _EM,
)
"""All rule sets. The first one of an edition is its default."""
_BY_EDITION_AND_OPTIONS = {(rules.edition, rules.chosen): rules for rules in RECORDS}
EDITIONS: tuple[str, ...] = tuple(dict.fromkeys(rules.edition for rules in RECORDS))
"""The ids of the editions."""
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    edition: {
        name: tuple(rules.options[name] for rules in RECORDS if rules.edition == edition)
        for name in next(rules.options for rules in RECORDS if rules.edition == edition)
    }
    for edition in EDITIONS
}
"""For each edition the possible values of each option, the default first."""


def judged(rules: Rules, typed: Collection[str] = ()) -> Rules:
    """Return the rules with which the solver analyses a deal.

    Options that a player can change during a game have their most permissive value, except those in `fixed_options`.

    >>> judged(rules_for("tilldawn")).options, judged(rules_for("tilldawn"), ["auto_match"]).options
    ({'auto_match': 'off'}, {'auto_match': 'on'})
    """
    permissive = {name: value for name, value in rules.freest if name not in typed}
    return rules_for(rules.edition, {**rules.options, **permissive})


def assumed_options(rules: Rules) -> str:
    """Return the options that a verdict under these rules assumes although a player can change them in mid-game.

    >>> assumed_options(judged(rules_for("tilldawn"))), assumed_options(rules_for("em"))
    ('auto_match=off', '')
    """
    return " ".join(f"{name}={rules.options[name]}" for name, _ in rules.freest)


def daily_rules(rules: Rules) -> Rules:
    """Return the rules that have the deal of a day: options that can change in mid-game are at their defaults.

    >>> daily_rules(rules_for("tilldawn", {"auto_match": "off"})).options
    {'auto_match': 'on'}
    """
    defaults = {name: OPTIONS[rules.edition][name][0] for name, _ in rules.freest}
    return rules_for(rules.edition, {**rules.options, **defaults})


def rules_for(edition: str, options: Mapping[str, str] | None = None) -> Rules:
    """Return the rules of an edition with these options; missing options have their default.

    Raise RulesError for an unknown edition, option or value.

    >>> rules_for("odm", {"level": "2"}).options
    {'level': '2'}
    >>> rules_for("windows").options
    {'variation': 'draw1'}
    """
    if edition not in OPTIONS:
        raise RulesError(f"unknown edition {quoted(edition)}: expected {', '.join(EDITIONS)}")
    valid = OPTIONS[edition]
    requested = options or {}
    for name, value in requested.items():
        if name not in valid:
            expected = ", ".join(valid) or "none"
            raise RulesError(f"{edition} has no option {quoted(name)}: expected {expected}")
        if value not in valid[name]:
            expected = " or ".join(valid[name])
            raise RulesError(f"option {name} of {edition} cannot be {quoted(value)}: expected {expected}")
    return _BY_EDITION_AND_OPTIONS[
        edition, tuple((name, requested.get(name, values[0])) for name, values in valid.items())
    ]
