"""Sessions driven at random beside a model of plain lists: whatever is done in whatever order, both must agree."""

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from retro_pyramid.cards import MAX_DEAL_NUMBER, deal
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules import (
    MOVES_BY_TEXT,
    IllegalMoveError,
    Move,
    Rules,
    apply_move,
    legal_moves,
    parse_move,
    rules_for,
    status,
)
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import initial_entry, next_entry
from retro_pyramid.session import AssistAction, AssistPolicy, AutoPlay, HistoryEntry, Session
from tests.test_session import First

# The model's word for a restart among the moves.
RESTART = None
SETS_OF_HABITS = (
    AssistPolicy(),
    AssistPolicy(marks_assisted=frozenset(), freezes_score=frozenset({"undo", "restart", "load"})),
    AssistPolicy(marks_assisted=frozenset({"restart", "hint"}), freezes_score=frozenset({"auto"})),
)


class Model:
    """All that was done since New in one list, how much of it stands, and the plain counts."""

    def __init__(self, rules: Rules, number: int, habits: AssistPolicy, box: bool | None = None) -> None:
        self.box = rules.auto_match if box is None else box
        if self.box != rules.auto_match:
            rules = rules_for(rules.edition, {"auto_match": "on" if self.box else "off"})
        self.rules, self.number, self.habits = rules, number, habits
        self.done: list[Move | None] = []
        self.stands = 0
        self.ticks = self.undos = self.hints = 0
        self.assisted = False
        self.frozen: int | None = None

    def history(self) -> list[HistoryEntry]:
        """Play what stands once more from its last restart on."""
        rules = self.rules
        done = self.done[: self.stands]
        while RESTART in done:
            done = done[done.index(RESTART) + 1 :]
        entries = [initial_entry(rules, deal(self.number))]
        for move in done:
            assert move is not None
            entries.append(next_entry(rules, entries[-1], move))
        return entries

    def add(self, what: Move | None) -> None:
        self.done[self.stands :] = [what]
        self.stands += 1

    def act(self, act: AssistAction) -> None:
        self.assisted |= act in self.habits.marks_assisted
        if act in self.habits.freezes_score and self.frozen is None:
            self.frozen = self.history()[-1].score

    def click_box(self) -> None:
        """Write matched draws as pairs taken by hand, which leads to the same states."""
        if self.rules.auto_match:
            everything, self.stands, stands = self.done, 0, self.stands
            self.done = []
            for what in everything:
                if what is not RESTART and what.text == "D":
                    before = self.history()[-1].state
                    if len(apply_move(self.rules, before, what).waste) < len(before.waste):
                        what = parse_move("P+W")
                self.add(what)
            self.stands = stands
            self.rules = rules_for(self.rules.edition, {"auto_match": "off"})
        self.box = not self.box

    def as_played(self, move: Move) -> Move:
        pair = parse_move("P+W")
        if self.box and not self.rules.auto_match and move.text == "D":
            return pair if pair in legal_moves(self.rules, self.history()[-1].state) else move
        return move


class Sessions(RuleBasedStateMachine):
    """What a player can do, done to a session and to its model."""

    @initialize(
        rules=st.sampled_from(ALL_RULES),
        number=st.integers(0, MAX_DEAL_NUMBER),
        habits=st.sampled_from(SETS_OF_HABITS),
    )
    def begin(self, rules: Rules, number: int, habits: AssistPolicy) -> None:
        self.session = Session(rules, deal(number), number, habits)
        self.model = Model(rules, number, habits)
        self.saves: list[tuple[bytes, Model]] = []

    @rule(choices=st.lists(st.integers(0, 40), min_size=1, max_size=12))
    def play_some(self, choices: list[int]) -> None:
        for choice in choices:
            moves = self.session.legal_moves()
            if moves:
                self.try_move(moves[choice % len(moves)])

    @rule(move=st.sampled_from(list(MOVES_BY_TEXT.values())))
    def try_move(self, move: Move) -> None:
        before = self.model.history()[-1].state
        if move in legal_moves(self.model.rules, before):
            self.model.add(self.model.as_played(move))
            assert self.session.play_move(move) == self.model.history()[-1].state
        else:
            with pytest.raises(IllegalMoveError):
                self.session.play_move(move)

    @rule(times=st.integers(1, 15))
    def undo(self, times: int) -> None:
        for _ in range(times):
            could = self.model.stands > 0
            if could:
                self.model.act("undo")
                self.model.undos += 1
                self.model.stands -= 1
            assert self.session.undo() == could

    @rule(times=st.integers(1, 15))
    def redo(self, times: int) -> None:
        for _ in range(times):
            could = self.model.stands < len(self.model.done)
            self.model.stands += could
            assert self.session.redo() == could

    @rule()
    def restart(self) -> None:
        self.model.act("restart")
        if len(self.model.history()) > 1:
            self.model.add(RESTART)
        self.session.restart()

    @rule(number=st.integers(0, MAX_DEAL_NUMBER))
    def new(self, number: int) -> None:
        self.model = Model(self.model.rules, number, self.model.habits, self.model.box)
        self.session.start_new_game(deal(number), number)

    @rule(ticks=st.integers(0, 10**6))
    def time_passes(self, ticks: int) -> None:
        self.model.ticks += ticks
        self.session.ticks += ticks

    @rule()
    def hint(self) -> None:
        self.model.act("hint")
        self.model.hints += 1
        assert self.session.request_hint(First).run_slice(3)

    @rule(steps=st.integers(0, 5))
    def auto(self, steps: int) -> None:
        self.model.act("auto")
        auto = AutoPlay(self.session, First)
        for _ in range(steps):
            before = len(self.session.moves)
            auto.step(3)
            if len(self.session.moves) > before:
                self.model.add(self.session.moves[-1])

    @precondition(lambda self: "auto_match" in self.model.rules.options)
    @rule()
    def click_auto_match(self) -> None:
        self.model.click_box()
        self.session.auto_match = not self.session.auto_match

    @rule()
    def save(self) -> None:
        self.saves.append((encode_save(self.session.to_saved_session()), deepcopy(self.model)))

    @rule(which=st.integers(0, 9))
    def load(self, which: int) -> None:
        if self.saves:
            data, model = self.saves[which % len(self.saves)]
            self.model = deepcopy(model)
            self.model.act("load")
            self.session = Session.load_as_assist(decode_save(data), self.model.habits)

    @rule()
    def leave_and_resume(self) -> None:
        data = encode_save(self.session.to_saved_session())
        resumed = Session.from_saved_session(decode_save(data), self.model.habits)
        assert resumed == self.session
        assert encode_save(resumed.to_saved_session()) == data
        self.session = resumed

    @invariant()
    def they_agree(self) -> None:
        session, model = self.session, self.model
        history = model.history()
        assert session.history == history
        assert (session.state, session.moves) == (history[-1].state, [entry.move for entry in history[1:]])
        assert session.score == (history[-1].score if model.frozen is None else model.frozen)
        assert (session.frozen_score is None) == (model.frozen is None)
        assert session.status == status(model.rules, history[-1].state)
        assert session.undo_history.can_undo == (model.stands > 0)
        assert session.undo_history.can_redo == (model.stands < len(model.done))
        assert (session.ticks, session.undo_count, session.hint_count) == (
            model.ticks,
            model.undos,
            model.hints,
        )
        marks = session.is_assisted, session.auto_match, session.rules
        assert marks == (model.assisted, model.box, model.rules)
        assert (session.deal_number, session.cards) == (model.number, deal(model.number))
        again = Session.from_transcript(session.to_transcript())
        assert (again.history, again.is_assisted) == (history, model.assisted)


TestSessions = Sessions.TestCase
TestSessions.settings = settings(derandomize=True, deadline=None, max_examples=80, stateful_step_count=30)


@pytest.mark.slow
def test_sessions_agree_with_the_model_for_long() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    long = settings(derandomize=True, deadline=None, max_examples=1000, stateful_step_count=60)
    run_state_machine_as_test(Sessions, settings=long)
