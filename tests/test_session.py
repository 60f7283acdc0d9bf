import pytest

from retro_pyramid.cards import CardError, deal
from retro_pyramid.rules import IllegalMove, Rules, parse_move, rules_for
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.rules.transcript import parse_transcript, transcript_text
from retro_pyramid.session import Entry, Session
from tests.rules.vectors import GAMES, Row, name_of, transcript_of

ODM = rules_for("odm")


def test_a_new_session_stands_at_the_opening() -> None:
    session = Session(ODM, deal(61), 61)
    assert (session.deal, session.cards, session.rules) == (61, deal(61), ODM)
    assert (session.score, session.status, session.moves, session.assisted) == (0, "playing", [], False)
    assert session.history == [Entry(session.state, None, 0)]
    assert [str(move) for move in session.legal_moves()] == ["75", "D"]


def test_play_adds_to_the_history() -> None:
    session = Session(ODM, deal(61), 61)
    state = session.play(parse_move("75"))
    assert state == session.state == session.history[-1].state
    session.play(parse_move("D"))
    assert [entry.score for entry in session.history] == [0, 10, 5]
    assert [str(move) for move in session.moves] == ["75", "D"]


def test_an_illegal_move_changes_nothing() -> None:
    session = Session(ODM, deal(61), 61)
    before = list(session.history)
    with pytest.raises(IllegalMove, match="the card at 11 is covered"):
        session.play(parse_move("11"))
    assert session.history == before


def test_restart_deals_the_same_cards_and_marks_the_game_assisted() -> None:
    session = Session(ODM, deal(61), 61)
    opening = session.state
    session.play(parse_move("75"))
    session.restart()
    assert (session.state, session.score, session.moves, session.deal) == (opening, 0, [], 61)
    assert session.assisted
    session.new(deal(62), 62)
    assert (session.assisted, session.deal, session.cards, session.moves) == (False, 62, deal(62), [])


def test_cards_that_are_no_deal_are_refused_and_the_game_goes_on() -> None:
    session = Session(ODM, deal(61), 61)
    with pytest.raises(CardError):
        session.new(deal(62)[:51])
    assert session.cards == deal(61)
    assert session.deal == 61


@pytest.mark.parametrize("row", GAMES[:: len(GAMES) // 27], ids=name_of)
def test_a_game_goes_through_a_transcript_and_back(row: Row) -> None:
    session = Session.from_transcript(transcript_of(row))
    again = Session.from_transcript(parse_transcript(transcript_text(session.transcript())))
    assert again.history == session.history
    assert (again.rules, again.deal, again.cards) == (session.rules, session.deal, session.cards)
    assert (again.score, again.status) == (row["result"]["score"], row["result"]["status"])


@pytest.mark.parametrize("assisted", [False, True])
def test_the_assisted_mark_goes_through_a_transcript(assisted: bool) -> None:
    session = Session(ODM, deal(61), 61)
    if assisted:
        session.restart()
    assert Session.from_transcript(session.transcript()).assisted is assisted


@pytest.mark.parametrize("rules", RECORDS)
def test_a_session_under_every_rule_set(rules: Rules) -> None:
    session = Session(rules, deal(61))
    session.play(parse_move("D"))
    assert session.transcript().deal is None
    assert session.transcript().options == session.rules.options
