"""The five editions, each with every choice of its options, as Rules records."""

from collections.abc import Collection, Mapping

from retro_pyramid.cards import quoted
from retro_pyramid.rules.building import BUILDING
from retro_pyramid.rules.pairing import PAIRING
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.scoring import par, tally
from retro_pyramid.rules.state import all_gone, pyramid_empty


class RulesError(ValueError):
    """An edition, option or value that does not exist: the message names it and what is expected."""


_ODM = Rules(
    edition="odm",
    chosen=(("level", "1"),),
    matching=BUILDING,
    won=pyramid_empty,
    scoring=tally,
    # Original: does not say where the first discard comes from.  Here: it is turned from the deck, free.
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
    # Original: the stock lies face down, yet its top card is playable.  Here: the top card is face up.
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
    # Rows 3 to 7 from the bottom count double on level 2.
    _ODM._replace(chosen=(("level", "2"),), hides_covered=True, row_points=(140, 120, 100, 80, 60, 20, 10)),
    _TILLDAWN,
    _TILLDAWN._replace(chosen=(("auto_match", "off"),), auto_match=False),
    _WINDOWS,
    _WINDOWS._replace(chosen=(("variation", "draw3"),), draw_count=3, redeals=None, redeal_cost=5),
    _RELAXED,
    _RELAXED._replace(chosen=(("passes", "2"),), redeals=1),
    _EM,
)
"""Every rule set there is; the first of an edition is its default."""

_BY_CHOICE = {(rules.edition, rules.chosen): rules for rules in RECORDS}

EDITIONS: tuple[str, ...] = tuple(dict.fromkeys(rules.edition for rules in RECORDS))

OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    edition: {
        name: tuple(rules.options[name] for rules in RECORDS if rules.edition == edition)
        for name in next(rules.options for rules in RECORDS if rules.edition == edition)
    }
    for edition in EDITIONS
}
"""For each edition its options with their possible values, the default first."""


def judged(rules: Rules, typed: Collection[str] = ()) -> Rules:
    """Return the rules by which a deal is judged: options that can change in mid-game, unless `typed`, are at their freest.

    >>> judged(rules_for("tilldawn")).options, judged(rules_for("tilldawn"), ["auto_match"]).options
    ({'auto_match': 'off'}, {'auto_match': 'on'})
    """
    free = {name: value for name, value in rules.freest if name not in typed}
    return rules_for(rules.edition, {**rules.options, **free})


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
    """Return the rules of an edition, options left out at their defaults; RulesError names what is unknown.

    >>> rules_for("odm", {"level": "2"}).options
    {'level': '2'}
    >>> rules_for("windows").options
    {'variation': 'draw1'}
    """
    if edition not in OPTIONS:
        raise RulesError(f"unknown edition {quoted(edition)}: expected {', '.join(EDITIONS)}")
    allowed = OPTIONS[edition]
    given = options or {}
    for name, value in given.items():
        if name not in allowed:
            expected = ", ".join(allowed) or "none"
            raise RulesError(f"{edition} has no option {quoted(name)}: expected {expected}")
        if value not in allowed[name]:
            expected = " or ".join(allowed[name])
            raise RulesError(f"option {name} of {edition} cannot be {quoted(value)}: expected {expected}")
    return _BY_CHOICE[edition, tuple((name, given.get(name, values[0])) for name, values in allowed.items())]
