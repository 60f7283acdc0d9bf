"""The rule sets of the five editions: one `Rules` for each edition and each combination of its options."""

from collections.abc import Collection, Mapping

from retro_pyramid.cards import quoted
from retro_pyramid.rules.building import BUILDING
from retro_pyramid.rules.pairing import PAIRING
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.scoring import par, tally
from retro_pyramid.rules.state import all_gone, pyramid_empty


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
