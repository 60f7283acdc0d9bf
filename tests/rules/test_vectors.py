import pytest

from retro_pyramid.cards import deal
from retro_pyramid.commands.games import build_replay_json, perft
from retro_pyramid.rules import (
    IllegalMoveError,
    Rules,
    State,
    apply_move,
    editions,
    initial_state,
    legal_moves,
    parse_move,
    rules_for,
)
from retro_pyramid.rules.editions import par_score, points_score
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.state import are_all_cards_removed, is_pyramid_cleared
from retro_pyramid.rules.transcript import replay
from retro_pyramid.session import Session
from tests.programs import RULE_SETS
from tests.rules.vectors import GAMES, PERFT, Row, name_of, transcript_of


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_game_ends_exactly_as_recorded(row: Row) -> None:
    session = Session.from_transcript(transcript_of(row))
    assert build_replay_json(session.rules, session.undo_history.current) == row["result"]


@pytest.mark.parametrize("row", PERFT, ids=name_of)
def test_perft_counts_the_recorded_sequences(row: Row) -> None:
    rules = rules_for(row["edition"], row["options"])
    state = replay(transcript_of(row))[-1].state
    assert perft(rules, state, len(row["perft"])) == row["perft"]


@pytest.mark.parametrize("table", [GAMES, PERFT], ids=["games", "perft"])
def test_every_rule_set_is_proven_by_rows(table: list[Row]) -> None:
    proven = {(row["edition"], tuple(row["options"].items())) for row in table}
    assert proven == {(rules.edition, rules.option_values) for rules in RULE_SETS}


def sequences(rules: Rules, state: State, length: int) -> int:
    """The plain definition: every sequence is walked."""
    moves = legal_moves(rules, state)
    if length == 1:
        return len(moves)
    return sum(sequences(rules, apply_move(rules, state, move), length - 1) for move in moves)


@pytest.mark.parametrize("rules", editions.ALL_RULES, ids=lambda rules: rules.id)
def test_counting_equal_positions_together_changes_no_count(rules: Rules) -> None:
    state = initial_state(rules, deal(61))
    assert perft(rules, state, 5) == [sequences(rules, state, length) for length in range(1, 6)]


def test_counts_end_in_zeros_when_the_game_ends() -> None:
    rules = editions.ALL_RULES[0]
    state = initial_state(rules, deal(61))._replace(
        stock=(), pyramid=0b1, pyramid_cards=(0,) * 28, waste=(1,)
    )
    assert perft(rules, state, 3) == [1, 0, 0]
    assert perft(rules, state, 0) == []


CHANGES = [
    ("odm", {}, "match_rule", PAIR_MATCH),
    ("em", {}, "is_won", is_pyramid_cleared),
    ("relaxed", {}, "is_won", are_all_cards_removed),
    ("em", {}, "scoring", points_score),
    ("windows", {}, "scoring", None),
    ("tilldawn", {}, "scoring", points_score),
    ("odm", {}, "scoring", par_score),
    ("odm", {}, "opening_draws", 2),
    ("windows", {"variation": "draw3"}, "draw_count", 1),
    ("windows", {"variation": "draw3"}, "max_redeals", 2),
    ("relaxed", {}, "max_redeals", 1),
    ("em", {}, "stock_top_playable", False),
    ("tilldawn", {"auto_match": "off"}, "allows_waste_pairs", False),
    ("tilldawn", {}, "auto_match", False),
    ("odm", {}, "row_points", (140, 120, 100, 80, 60, 20, 10)),
    ("odm", {}, "streak_bonus", 5),
    ("odm", {}, "clear_bonus", 20),
    ("odm", {}, "draw_cost", 0),
    ("windows", {"variation": "draw3"}, "redeal_cost", 0),
    ("em", {}, "par_points", (50, 35, 21)),
]
# Names of the record, what is only shown, and what a deal is judged by: neither legality nor points depend on them.
WITHOUT_EFFECT_ON_PLAY = {
    "edition",
    "option_values",
    "hides_covered",
    "optimises_score",
    "permissive_options",
}


def results(rules: Rules, record: Rules) -> list[object]:
    """The outcomes under `rules` of all recorded games of `record`: result and perft, or the refusal."""
    outcomes: list[object] = []
    for row in GAMES:
        if (row["edition"], row["options"]) != (record.edition, record.options):
            continue
        session = Session(rules, transcript_of(row).cards)
        try:
            for text in row["moves"]:
                session.play_move(parse_move(text))
        except IllegalMoveError as refusal:
            outcomes.append((len(session.moves), str(refusal)))
            continue
        outcomes.append(
            (build_replay_json(rules, session.undo_history.current), perft(rules, session.state, 2))
        )
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
