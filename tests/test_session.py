"""One game being played; what undo, restart, habits and the box do in any order is tried in test_session_machine.py."""

from collections.abc import Sequence

import pytest

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.cards import CardError, deal
from retro_pyramid.rules import IllegalMoveError, Move, Rules, RulesError, legal_moves, parse_move, rules_for
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import parse_transcript, transcript_text
from retro_pyramid.session import AssistAction, AssistPolicy, AutoPlay, HistoryEntry, MovePolicy, Session
from retro_pyramid.solver.heuristic import create_hint_task, create_move_task
from retro_pyramid.solver.incremental_task import IncrementalTask
from tests.rules.vectors import GAMES, Row, name_of, transcript_of

ODM = rules_for("odm")


def texts(session: Session) -> str:
    return " ".join(map(str, session.moves))


def playing(rules: Rules, number: int, moves: str) -> Session:
    session = Session(rules, deal(number), number)
    for text in moves.split():
        session.play_move(parse_move(text))
    return session


class First(IncrementalTask[Move]):
    """A chooser of the tests: the first legal move, thought about in three steps; it logs what it was asked."""

    def __init__(self, rules: Rules, history: Sequence[HistoryEntry]) -> None:
        self.history = history
        self._moves = legal_moves(rules, history[-1].state)
        self.result = self.found()
        self._steps = 0

    def run_slice(self, node_budget: int) -> bool:
        self._steps += node_budget
        return self._steps >= 3

    def found(self) -> Move | None:
        return self._moves[0] if self._moves else None


class Never(First):
    def found(self) -> Move | None:
        return None


class Idle(First):
    def found(self) -> Move | None:
        return self._moves[-1]


class Stubborn(First):
    def found(self) -> Move | None:
        return parse_move("11")


def test_a_session_goes_from_the_opening_move_by_move() -> None:
    session = Session(ODM, deal(61), 61)
    assert (session.deal_number, session.cards, session.rules) == (61, deal(61), ODM)
    assert (session.score, session.status, session.moves, session.is_assisted) == (0, "playing", [], False)
    assert session.history == [HistoryEntry(session.state, None, 0)]
    assert [str(move) for move in session.legal_moves()] == ["75", "D"]
    with pytest.raises(IllegalMoveError, match="the card at 11 is covered"):
        session.play_move(parse_move("11"))
    assert session.play_move(parse_move("75")) == session.state
    session.play_move(parse_move("D"))
    assert ([entry.score for entry in session.history], texts(session)) == ([0, 10, 5], "75 D")
    session.history.clear()
    assert texts(session) == "75 D", "the history handed out is the caller's own"
    with pytest.raises(CardError):
        session.start_new_game(deal(62)[:51])
    assert (session.cards, session.deal_number, texts(session)) == (deal(61), 61, "75 D"), "the game goes on"


@pytest.mark.parametrize("row", GAMES[:: len(GAMES) // 12], ids=name_of)
def test_a_game_goes_through_a_transcript_and_back(row: Row) -> None:
    session = Session.from_transcript(transcript_of(row))
    again = Session.from_transcript(parse_transcript(transcript_text(session.to_transcript())))
    assert again.history == session.history
    assert (again.rules, again.deal_number, again.cards) == (
        session.rules,
        session.deal_number,
        session.cards,
    )
    assert (again.score, again.status) == (row["result"]["score"], row["result"]["status"])


@pytest.mark.parametrize("act", ["undo", "restart", "load", "hint", "auto"])
def test_without_a_word_of_the_program_every_act_assists(act: AssistAction) -> None:
    session = playing(ODM, 61, "75")
    if act == "undo":
        session.undo()
    elif act == "restart":
        session.restart()
    elif act == "hint":
        session.request_hint(First)
    elif act == "auto":
        AutoPlay(session, First)
    else:
        session = Session.load_as_assist(session.to_saved_session(), session.assist_policy)
    assert session.is_assisted
    assert EditionSpec._field_defaults["assist_policy"] == AssistPolicy()


def test_restart_is_undone_and_done_again_like_a_move() -> None:
    session = playing(ODM, 61, "75 D")
    session.restart()
    session.play_move(parse_move("D"))
    walk = [texts(session)]
    while session.undo():
        walk.append(texts(session))
    while session.redo():
        walk.append(texts(session))
    assert walk == ["D", "", "75 D", "75", "", "75", "75 D", "", "D"]


# Hint and auto


def test_a_hint_is_thought_about_in_steps_and_counted_once() -> None:
    session = playing(ODM, 61, "75")
    thinking = session.request_hint(First)
    assert [thinking.run_slice(1) for _ in range(3)] == [False, False, True]
    assert thinking.result == session.legal_moves()[0]
    assert (session.hint_count, texts(session)) == (1, "75")


@pytest.mark.parametrize("chooser", [First, create_move_task])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_auto_plays_on_to_the_end_a_move_at_a_time(rules: Rules, chooser: MovePolicy) -> None:
    session = Session(rules, deal(61))
    assert (session.to_transcript().deal_number, session.to_transcript().options) == (None, rules.options)
    thinking = session.request_hint(create_hint_task)
    while not thinking.run_slice(100):
        pass
    assert thinking.result in session.legal_moves()
    auto, played = AutoPlay(session, chooser), list[Move]()
    while not auto.step(1):
        assert session.moves[:-1] == played or session.moves == played
        played = session.moves
    assert session.status in ("won", "stuck")
    assert auto.step(1)
    assert session.moves[:-1] == played


def test_auto_asks_for_its_move_till_it_is_played() -> None:
    session, asked = Session(ODM, deal(61), 61), list[Move]()

    def play(move: Move) -> bool:
        asked.append(move)
        return len(asked) > 2 and bool(session.play_move(move))

    auto = AutoPlay(session, First, play)
    assert [(auto.step(3), len(session.moves)) for _ in range(3)] == [(False, 0), (False, 0), (False, 1)]
    assert asked == [session.moves[0]] * 3


def test_auto_ends_where_its_chooser_does_not_play_on() -> None:
    session = Session(ODM, deal(61))
    auto = AutoPlay(session, Never)
    assert ([auto.step(2), auto.step(2)], session.moves) == ([False, True], [])
    with pytest.raises(IllegalMoveError, match="covered"):
        AutoPlay(session, Stubborn).step(3)
    assert session.moves == []
    # One only turns the stock for ever.
    session = Session(rules_for("windows", {"variation": "draw3"}), deal(61))
    while not any(move.slots for move in session.legal_moves()):
        session.play_move(session.legal_moves()[-1])
    auto, steps = AutoPlay(session, Idle), 0
    while not auto.step(3):
        steps += 1
        assert steps <= 100
    assert session.status == "playing"


def test_auto_thinks_again_when_the_player_undoes_in_between() -> None:
    session = playing(ODM, 61, "75")
    auto = AutoPlay(session, First)
    assert not auto.step(2)
    session.undo()
    assert not auto.step(2)
    assert session.moves == []
    auto.step(2)
    assert texts(session) == "75"


# The box of auto_match


def test_auto_match_clicked_in_mid_game_writes_the_same_game_by_hand() -> None:
    matched = matched_game()
    session = Session.from_transcript(matched.to_transcript())
    session.undo()
    session.auto_match = False
    assert session.rules == rules_for("tilldawn", {"auto_match": "off"})
    session.redo()
    assert [entry[::2] for entry in session.history] == [entry[::2] for entry in matched.history]
    assert [str(move) for move in session.moves].count("P+W") == 1
    # Clicked on again it matches by hand from then on.
    session.undo()
    session.auto_match = True
    session.play_move(parse_move("D"))
    assert str(session.moves[-1]) == "P+W"


def test_auto_match_is_refused_where_there_is_no_such_box() -> None:
    session = playing(ODM, 61, "75")
    session.auto_match = False
    with pytest.raises(RulesError, match="odm has no option 'auto_match'"):
        session.auto_match = True
    assert session == playing(ODM, 61, "75")


def matched_game() -> Session:
    """Draws of the first deal where one of the first ten is matched at once, the match last."""
    for number in range(100):
        session = Session(rules_for("tilldawn"), deal(number), number)
        for _ in range(10):
            waste = len(session.state.waste)
            if len(session.play_move(parse_move("D")).waste) < waste:
                return session
    raise AssertionError
