import pytest

from retro_pyramid.cards import deal
from retro_pyramid.commands.games import perft, replay_result
from retro_pyramid.rules import (
    IllegalMove,
    Rules,
    State,
    editions,
    legal_moves,
    parse_move,
    play,
    rules_for,
    start,
)
from retro_pyramid.rules.editions import par, tally
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.state import all_gone, pyramid_empty
from retro_pyramid.rules.transcript import replay
from retro_pyramid.session import Session
from tests.programs import RULE_SETS
from tests.rules.vectors import GAMES, PERFT, Row, name_of, transcript_of


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_game_ends_exactly_as_recorded(row: Row) -> None:
    session = Session.from_transcript(transcript_of(row))
    assert replay_result(session.rules, session.timeline.now) == row["result"]


@pytest.mark.parametrize("row", PERFT, ids=name_of)
def test_perft_counts_the_recorded_sequences(row: Row) -> None:
    rules = rules_for(row["edition"], row["options"])
    state = replay(transcript_of(row))[-1].state
    assert perft(rules, state, len(row["perft"])) == row["perft"]


@pytest.mark.parametrize("table", [GAMES, PERFT], ids=["games", "perft"])
def test_every_rule_set_is_proven_by_rows(table: list[Row]) -> None:
    proven = {(row["edition"], tuple(row["options"].items())) for row in table}
    assert proven == {(rules.edition, rules.chosen) for rules in RULE_SETS}


def sequences(rules: Rules, state: State, length: int) -> int:
    """The plain definition: every sequence is walked."""
    moves = legal_moves(rules, state)
    if length == 1:
        return len(moves)
    return sum(sequences(rules, play(rules, state, move), length - 1) for move in moves)


@pytest.mark.parametrize("rules", editions.RECORDS, ids=lambda rules: rules.tag)
def test_counting_equal_positions_together_changes_no_count(rules: Rules) -> None:
    state = start(rules, deal(61))
    assert perft(rules, state, 5) == [sequences(rules, state, length) for length in range(1, 6)]


def test_counts_end_in_zeros_when_the_game_ends() -> None:
    rules = editions.RECORDS[0]
    state = start(rules, deal(61))._replace(stock=(), pyramid=0b1, layout=(0,) * 28, waste=(1,))
    assert perft(rules, state, 3) == [1, 0, 0]
    assert perft(rules, state, 0) == []


CHANGES = [
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
