"""Every field of a Rules record matters: changed, it changes a result of some recorded game."""

import pytest

from retro_pyramid.commands.games import replay_result
from retro_pyramid.rules import IllegalMove, Rules, parse_move, rules_for
from retro_pyramid.rules.pairing import PAIRING
from retro_pyramid.rules.perft import perft
from retro_pyramid.rules.scoring import par, tally
from retro_pyramid.rules.state import all_gone, pyramid_empty
from retro_pyramid.session import Session
from tests.rules.vectors import GAMES, transcript_of

CHANGES: list[tuple[str, dict[str, str], str, object]] = [
    ("odm", {}, "matching", PAIRING),
    ("em", {}, "won", pyramid_empty),
    ("relaxed", {}, "won", all_gone),
    ("em", {}, "scoring", tally),
    ("windows", {}, "scoring", None),
    ("tilldawn", {}, "scoring", tally),
    ("odm", {}, "scoring", par),
    ("odm", {}, "opening_draws", 2),
    ("windows", {"variation": "draw3"}, "draw_count", 1),
    ("windows", {"variation": "draw3"}, "redeals", 2),
    ("relaxed", {}, "redeals", 1),
    ("em", {}, "stock_top_playable", False),
    ("tilldawn", {"auto_match": "off"}, "waste_pairs", False),
    ("tilldawn", {}, "auto_match", False),
    ("odm", {}, "row_points", (140, 120, 100, 80, 60, 20, 10)),
    ("odm", {}, "streak_bonus", 5),
    ("odm", {}, "clear_bonus", 20),
    ("odm", {}, "draw_cost", 0),
    ("windows", {"variation": "draw3"}, "redeal_cost", 0),
    ("em", {}, "par_points", (50, 35, 21)),
]

# Names of the record, what is only shown, and what a deal is judged by: neither legality nor points depend on them.
WITHOUT_EFFECT_ON_PLAY = {"edition", "chosen", "hides_covered", "judged_by_score", "freest"}


def results(rules: Rules, record: Rules) -> list[object]:
    """The outcomes under `rules` of all recorded games of `record`: result and perft, or the refusal."""
    outcomes: list[object] = []
    for row in GAMES:
        if (row["edition"], row["options"]) != (record.edition, record.options):
            continue
        session = Session(rules, transcript_of(row).cards)
        try:
            for text in row["moves"]:
                session.play(parse_move(text))
        except IllegalMove as refusal:
            outcomes.append((len(session.moves), str(refusal)))
            continue
        outcomes.append((replay_result(rules, session.timeline.now), perft(rules, session.state, 2)))
    return outcomes


@pytest.mark.parametrize(("edition", "options", "field", "value"), CHANGES)
def test_a_changed_field_changes_a_result(
    edition: str, options: dict[str, str], field: str, value: object
) -> None:
    record = rules_for(edition, options)
    changed = record._replace(**{field: value})  # type: ignore[arg-type]
    assert changed != record
    assert results(changed, record) != results(record, record)


def test_no_field_is_left_out() -> None:
    assert {field for _, _, field, _ in CHANGES} | WITHOUT_EFFECT_ON_PLAY == set(Rules._fields)
