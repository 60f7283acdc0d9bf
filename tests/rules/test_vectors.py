import pytest

from retro_pyramid.commands.games import replay_result
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.perft import perft
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
