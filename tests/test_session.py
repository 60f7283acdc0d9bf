from collections.abc import Sequence

import pytest

from retro_pyramid.cards import CardError, deal
from retro_pyramid.rules import IllegalMove, Move, Rules, RulesError, legal_moves, parse_move, rules_for
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.rules.transcript import parse_transcript, transcript_text
from retro_pyramid.screens.record import ProgramRecord
from retro_pyramid.session import Act, AutoPlay, Entry, Habits, Session
from retro_pyramid.solver.fair import fair_hint, fair_play
from retro_pyramid.solver.thinking import Thinking
from tests.rules.vectors import GAMES, Row, name_of, transcript_of

ODM = rules_for("odm")
WINDOWS = rules_for("windows", {"variation": "draw3"})
STOPPING = Habits(assists=frozenset(), stops_scoring=frozenset({"undo", "restart", "load"}))


def texts(session: Session) -> str:
    return " ".join(map(str, session.moves))


def playing(rules: Rules, number: int, moves: str, habits: Habits | None = None) -> Session:
    session = Session(rules, deal(number), number, habits)
    for text in moves.split():
        session.play(parse_move(text))
    return session


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


# Undo and redo


def test_undo_takes_moves_back_one_by_one_and_redo_plays_them_again() -> None:
    session = playing(ODM, 61, "75 D D")
    assert (session.can_undo, session.can_redo, session.redo()) == (True, False, False)
    seen = []
    while session.undo():
        seen.append((texts(session), session.score))
    assert seen == [("75 D", 5), ("75", 10), ("", 0)]
    assert (session.can_undo, session.can_redo, session.undos) == (False, True, 3)
    seen = []
    while session.redo():
        seen.append((texts(session), session.score))
    assert seen == [("75", 10), ("75 D", 5), ("75 D D", 0)]
    assert not session.can_redo


def test_a_move_after_undo_forgets_what_was_undone() -> None:
    session = playing(ODM, 61, "75 D")
    session.undo()
    session.undo()
    session.play(parse_move("D"))
    assert (texts(session), session.can_redo) == ("D", False)


def test_an_illegal_move_keeps_what_was_undone() -> None:
    session = playing(ODM, 61, "75 D")
    session.undo()
    with pytest.raises(IllegalMove):
        session.play(parse_move("75"))
    session.redo()
    assert texts(session) == "75 D"


def test_restart_is_undone_and_done_again_like_a_move() -> None:
    session = playing(ODM, 61, "75 D")
    session.restart()
    session.play(parse_move("D"))
    walk = [texts(session)]
    while session.undo():
        walk.append(texts(session))
    assert walk == ["D", "", "75 D", "75", ""]
    while session.redo():
        walk.append(texts(session))
    assert walk[5:] == ["75", "75 D", "", "D"]
    assert session.undos == 4


def test_restart_at_the_opening_sets_the_mark_and_nothing_else() -> None:
    session = playing(ODM, 61, "75", Habits(assists=frozenset({"restart"})))
    session.undo()
    assert not session.assisted
    session.restart()
    assert (session.assisted, session.can_undo, session.can_redo) == (True, False, True)


def test_the_history_handed_out_is_the_callers_own() -> None:
    session = playing(ODM, 61, "75")
    session.history.clear()
    assert texts(session) == "75"


def test_new_forgets_all_that_was() -> None:
    session = playing(WINDOWS, 61, "D D", STOPPING)
    session.undo()
    session.restart()
    session.hint(First)
    session.ticks += 60
    session.new(deal(62), 62)
    assert session == Session(WINDOWS, deal(62), 62, STOPPING)


# What counts against a game


ACTS: list[Act] = ["undo", "restart", "load", "hint", "auto"]


def do(session: Session, act: Act) -> Session:
    if act == "undo":
        session.undo()
    elif act == "restart":
        session.restart()
    elif act == "hint":
        session.hint(First)
    elif act == "auto":
        AutoPlay(session, First)
    else:
        return Session.load(session.save(), session.habits)
    return session


@pytest.mark.parametrize("act", ACTS)
def test_a_program_says_which_acts_assist(act: Act) -> None:
    for other in ACTS:
        session = playing(ODM, 61, "75 D", Habits(assists=frozenset({act})))
        assert do(session, other).assisted == (other == act)


def test_without_a_word_of_the_program_every_act_assists() -> None:
    assert all(do(playing(ODM, 61, "75"), act).assisted for act in ACTS)
    assert ProgramRecord._field_defaults["habits"] == Habits()


def test_nothing_undone_assists_nobody() -> None:
    session = Session(ODM, deal(61))
    session.undo()
    session.redo()
    assert (session.assisted, session.undos) == (False, 0)


@pytest.mark.parametrize("act", ["undo", "restart", "load"])
def test_where_scoring_stops_the_score_freezes_until_the_next_new_game(act: Act) -> None:
    session = windows_game()
    score = session.score
    assert score == 2
    assert not session.scoring_stopped
    session = do(session, act)
    assert (session.scoring_stopped, session.score, session.assisted) == (True, score, False)
    session.play(parse_move("D"))
    while session.state.stock:
        session.play(parse_move("D"))
    session.play(parse_move("R"))
    assert session.history[-1].score != score
    assert session.score == score
    session.new(deal(5), 5)
    assert (session.scoring_stopped, session.score) == (False, 0)


def windows_game() -> Session:
    """A game whose first move takes a pair of the pyramid, for two points."""
    for number in range(100):
        session = Session(WINDOWS, deal(number), number, STOPPING)
        pairs = [move for move in session.legal_moves() if len(move.positions) == 2]
        if pairs:
            session.play(pairs[0])
            return session
    raise AssertionError


def test_resuming_goes_on_scoring() -> None:
    session = windows_game()
    resumed = Session.resume(session.save(), STOPPING)
    assert resumed == session
    assert not resumed.scoring_stopped


def test_a_game_without_a_score_has_none_to_stop() -> None:
    session = playing(rules_for("relaxed"), 61, "D", STOPPING)
    session.undo()
    assert (session.score, session.scoring_stopped) == (None, False)


# Hint and auto


class First(Thinking[Move]):
    """A chooser of the tests: the first legal move, thought about in three steps; it logs what it was asked."""

    def __init__(self, rules: Rules, history: Sequence[Entry]) -> None:
        self.history = history
        self._moves = legal_moves(rules, history[-1].state)
        self.answer = self.found()
        self._steps = 0

    def step(self, budget: int) -> bool:
        self._steps += budget
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


def test_a_hint_is_thought_about_in_steps_and_counted_once() -> None:
    session = playing(ODM, 61, "75")
    thinking = session.hint(First)
    assert [thinking.step(1) for _ in range(3)] == [False, False, True]
    assert thinking.answer == session.legal_moves()[0]
    assert (session.hints, texts(session)) == (1, "75")


@pytest.mark.parametrize("rules", RECORDS)
def test_auto_plays_on_to_the_end_a_move_at_a_time(rules: Rules) -> None:
    session = Session(rules, deal(61), 61)
    auto = AutoPlay(session, First)
    played: list[Move] = []
    while not auto.step(1):
        assert session.moves[:-1] == played or session.moves == played
        played = session.moves
    assert session.status in ("won", "stuck")
    assert session.moves[:-1] == played
    assert auto.step(1)
    assert session.moves[:-1] == played


def test_auto_asks_for_its_move_till_it_is_played() -> None:
    session, asked = Session(ODM, deal(61), 61), list[Move]()

    def play(move: Move) -> bool:
        asked.append(move)
        return len(asked) > 2 and bool(session.play(move))

    auto = AutoPlay(session, First, play)
    assert [(auto.step(3), len(session.moves)) for _ in range(3)] == [(False, 0), (False, 0), (False, 1)]
    assert asked == [session.moves[0]] * 3


@pytest.mark.parametrize("rules", RECORDS)
def test_the_fair_chooser_advises_and_plays_to_the_end(rules: Rules) -> None:
    session = Session(rules, deal(61), 61)
    thinking = session.hint(fair_hint)
    while not thinking.step(1):
        pass
    assert thinking.answer in session.legal_moves()
    auto = AutoPlay(session, fair_play)
    while not auto.step(1):
        pass
    assert session.status in ("won", "stuck")


def test_auto_ends_when_the_chooser_has_no_answer() -> None:
    session = Session(ODM, deal(61))
    auto = AutoPlay(session, Never)
    assert [auto.step(2), auto.step(2)] == [False, True]
    assert session.moves == []


def test_auto_ends_when_a_chooser_only_turns_the_stock_for_ever() -> None:
    session = windows_game()
    while len([move for move in session.legal_moves() if move.positions]) == 0:
        session.play(session.legal_moves()[-1])
    auto = AutoPlay(session, Idle)
    steps = 0
    while not auto.step(3):
        steps += 1
    assert session.status == "playing"
    assert steps <= 100


def test_auto_thinks_again_when_the_player_undoes_in_between() -> None:
    session = playing(ODM, 61, "75")
    auto = AutoPlay(session, First)
    assert not auto.step(2)
    session.undo()
    assert not auto.step(2)
    assert session.moves == []
    auto.step(2)
    assert texts(session) == "75"


def test_a_wrong_answer_is_refused_like_any_move() -> None:
    session = Session(ODM, deal(61))
    with pytest.raises(IllegalMove, match="covered"):
        AutoPlay(session, Stubborn).step(3)
    assert session.moves == []


# The box of auto_match


def test_auto_match_clicked_in_mid_game_writes_the_same_game_by_hand() -> None:
    matched = matched_game()
    session = Session.from_transcript(matched.transcript())
    session.undo()
    session.redo()
    session.undo()
    session.auto_match = False
    assert session.rules == rules_for("tilldawn", {"auto_match": "off"})
    session.redo()
    assert [entry.state for entry in session.history] == [entry.state for entry in matched.history]
    assert [entry.score for entry in session.history] == [entry.score for entry in matched.history]
    assert [str(move) for move in session.moves].count("P+W") == 1
    again = Session.from_transcript(session.transcript())
    assert again.history == session.history


def test_auto_match_clicked_on_again_matches_by_hand_from_then_on() -> None:
    session = matched_game()
    session.undo()
    session.auto_match = False
    session.auto_match = True
    session.play(parse_move("D"))
    assert str(session.moves[-1]) == "P+W"
    session.undo()
    session.auto_match = False
    session.play(parse_move("D"))
    assert str(session.moves[-1]) == "D"
    assert Session.resume(session.save()) == session


def test_a_new_game_follows_the_box() -> None:
    session = matched_game()
    session.auto_match = False
    session.new(deal(3), 3)
    assert session.rules.options == {"auto_match": "off"}
    session.auto_match = True
    session.play(parse_move("D"))
    assert Session.resume(session.save()) == session
    session.new(deal(4), 4)
    assert session == Session(rules_for("tilldawn"), deal(4), 4)


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
            if len(session.play(parse_move("D")).waste) < waste:
                return session
    raise AssertionError
