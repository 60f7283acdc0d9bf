"""EM's Pyramid, Tournament Play: opponents, turns, saving in the middle, the end, the Top 10."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from retro_pyramid.formats.boards.scores import decode_totals
from retro_pyramid.formats.own.tournament import decode_proofs
from retro_pyramid.screens.contest.standings import signed
from retro_pyramid.tournament import Ended, why_unproven
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import (
    ASKING,
    MOUSE,
    RULES,
    clicks,
    contest_of,
    keys,
    played,
    table_of,
    totals,
    watch,
    watched,
)

ALONE = "key t; key n; text Ann; key ENTER; settle; wait 2"
AGAINST_IT = "key t; key c; text Ann; key ENTER; settle; wait 2"
TWO = "key t; key h; text Ann; key ENTER; text Bob; key ENTER; settle; wait 2"
SCORE_NOW = "key F7; key y; key SPACE; settle; wait 3"


@pytest.fixture
def em(start: Start) -> Game:
    return start(*MOUSE).do("settle")


def play_out(game: Game, by_mouse: bool = False) -> None:
    """Play the game on the table as the computer would, by keys or by the mouse."""
    number = game.state["deal"]
    for move in played(number)[0]:
        if game.screen == "confirm":
            game.do("clickon no" if by_mouse else "key n")
        game.do(clicks(move) if by_mouse else keys(move), "settle")


def panel(game: Game) -> list[str]:
    """The lines of the panel at the upper left."""
    lines = [row[:17].strip() for row in game.rows()[1:12]]
    return [" ".join(line.strip("│").split()) for line in lines if line.startswith("│")]


def test_none_plays_alone(em: Game) -> None:
    em.do(ALONE)
    assert em.message == "Game 1 of 6: good luck, Ann"
    assert em.state["deal"] == 1001
    assert {"button:top10", "button:save", "button:score", "button:exit"} <= em.enabled().keys()
    assert not {"button:hint", "button:tour", "button:auto", "button:quit"} & em.enabled().keys()


def test_hint_auto_undo_and_quit_are_not_there(em: Game) -> None:
    em.do(ALONE, "key D; settle; key h; key a; key q; key F3; key F5; wait 3")
    assert em.screen == "table"
    assert em.moves == ["D"]
    assert em.app.session is not None
    assert not em.app.session.assisted


def test_two_take_turns(em: Game) -> None:
    em.do(TWO)
    assert em.message == "Game 1 of 6 Ann, it is your turn"
    em.do("key SPACE", SCORE_NOW)
    assert em.message == "Game 1 of 6 Bob, it is your turn"
    assert em.state["deal"] == 1002
    em.do("key SPACE", SCORE_NOW)
    assert em.message == "Game 2 of 6 Ann, it is your turn"


def test_with_the_same_deck_both_get_the_same_deal(start: Start) -> None:
    em = start(*MOUSE).do("settle; key c; clickon config:use_same_deck:yes; rclick 9 9", TWO, "key SPACE")
    em.do(SCORE_NOW)
    assert em.state["deal"] == 1001
    em.do("key SPACE", SCORE_NOW)
    assert em.state["deal"] == 1003


def test_names_are_typed_and_a_blank_one_is_refused(em: Game) -> None:
    em.do("clickon button:tour; clickon menu:human")
    assert em.says("First name:")
    em.do("key ENTER")
    assert em.message == "Type a name, or press Esc to go back"
    em.do("text Ann; clickon button:enter")
    assert em.says("Second name:")
    em.do("key ESC")
    assert em.screen == "tour"
    em.do("key ESC")
    assert em.screen == "table"
    assert contest_of(em).match is None


def test_the_names_of_the_last_time_are_there_already(em: Game) -> None:
    em.do(ALONE, "key e; key y; settle; key t; key n; key ENTER; key y; settle; wait 2")
    assert em.message == "Game 1 of 6: good luck, Ann"


def test_nothing_to_restore_is_dim_and_said(em: Game) -> None:
    em.do("key t")
    assert "menu:none" in em.enabled()
    assert "menu:restore" not in em.enabled()
    em.do("key r")
    assert em.message == "No tournament is saved"
    assert em.heard == "em_beep"


def test_the_computer_plays_its_games_itself(em: Game) -> None:
    em.do(AGAINST_IT, SCORE_NOW)
    assert watched(em)
    assert em.message == "Game 1 of 6: the computer plays"
    watch(em)
    assert em.moves == list(played(1002)[0])
    assert totals(em) == [-52, played(1002)[1]]
    assert em.says("Enter or a click goes on to the next game")
    em.do("clickon button:go-on; settle; wait 2")
    assert em.message == "Game 2 of 6: good luck, Ann"


@pytest.mark.parametrize("words", [(), ("T",)], ids=["graphics", "text"])
def test_the_panel_names_the_game_on_the_table_till_the_next_is_dealt(
    start: Start, words: tuple[str, ...]
) -> None:
    em = start(*MOUSE, *words).do("settle", AGAINST_IT, "key F7; key y")
    assert em.says(" Game 1 of 6 ")
    assert panel(em)[:2] == ["Ann", "Net -52"]
    watch(em.do("key SPACE; settle; wait 3"))
    assert (panel(em)[0], em.says(" Game 1 of 6 ")) == ("Computer", True)
    em.do("key ENTER; settle")
    assert (panel(em)[0], em.says(" Game 2 of 6 ")) == ("Ann", True)


def test_the_panel_of_a_tournament_that_is_over_has_its_last_game(em: Game) -> None:
    em.do(ALONE, *[SCORE_NOW] * 6)
    assert panel(em)[:2] == ["Ann", f"Net {6 * -52}"]
    assert em.says(" Game 6 of 6 ")


def test_a_game_that_the_computer_plays_for_itself_is_not_assisted_and_not_the_players(em: Game) -> None:
    em.do(AGAINST_IT, SCORE_NOW, "wait 30")
    assert (watched(em), em.moves != [], "Assisted" in panel(em)) == (True, True, False)
    watch(em)
    assert not table_of(em).session.assisted
    assert em.files.statistics.value() == {}
    match = contest_of(em).match
    assert match is not None
    assert [ended.game.notes for ended in match.ended] == [(), ()]


def test_score_shows_totals_par_and_who_leads(em: Game) -> None:
    em.do(AGAINST_IT, SCORE_NOW)
    watch(em)
    em.do("key ENTER; settle; key 7; key 4; key 7; key 6; key r")
    assert em.screen == "standings"
    rows = em.rows()
    (ann,) = [row for row in rows if "Ann  " in row and "║" in row]
    assert ann.split("║")[1].split()[:2] == ["Ann", "-52"]
    assert "(-5" in ann
    assert em.says("Computer leads")
    assert em.says("Ann: below par   Computer: above par")
    em.do("click 9 9")
    assert em.screen == "table"


def test_new_begins_another_with_the_same_settings(em: Game) -> None:
    em.do(AGAINST_IT, "key D; settle; key n")
    assert em.message == "Begin a new tournament?"
    em.do("key y; settle; wait 2")
    match = contest_of(em).match
    assert match is not None
    assert [player.name for player in match.players] == ["Ann", "Computer"]
    assert match.ended == ()
    assert em.state["deal"] == 1002


@pytest.mark.parametrize(("ask", "yes"), [("key e", "key y"), ("clickon button:exit", "clickon yes")])
def test_exit_goes_back_to_the_game_of_standard_play(em: Game, ask: str, yes: str) -> None:
    em.do("key 7; key 3; settle", ALONE, ask, yes)
    assert contest_of(em).match is None
    assert em.state["deal"] == 61
    assert em.moves == ["73"]
    assert "button:hint" in em.enabled()


def test_another_tournament_takes_the_place_of_the_saved_one_only_after_asking(em: Game) -> None:
    em.do(ALONE, "key D; settle; key e; key y", "key t; key n; key ENTER")
    assert em.message == "Replace the tournament that is saved?"
    em.do("key n; key t; key r; settle")
    assert em.moves == ["D"]


def test_a_tournament_switched_off_can_be_restored(em: Game, start: Start) -> None:
    em.do(ALONE, "key 7; key 2; key D; settle")
    again = start(*MOUSE).do("settle; key t; key r; settle")
    assert again.moves == em.moves
    match = contest_of(again).match
    assert match is not None
    assert match.players[0].name == "Ann"


def test_where_nothing_can_be_saved_that_is_said_and_nothing_is_lost(
    em: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    em.do(ALONE, "key 7; key 2; key D; settle")
    moves = em.moves
    with monkeypatch.context() as disk:
        disk.setattr(os, "replace", full)
        assert em.do("key s").message == "Save The tournament cannot be saved."
        em.do("key SPACE; key e; key y")
        assert em.message == "Exit The tournament cannot be saved."
        assert em.do("key SPACE; key t; key r; settle").moves == moves
    assert em.do("key s").message == "Save The tournament is saved."


def test_a_broken_save_is_told_and_left_alone(em: Game, start: Start, tmp_path: Path) -> None:
    em.do(ALONE, "key s; key SPACE; key e; key y")
    path = tmp_path / "data" / "PYRAMID.SAV"
    broken = path.read_bytes().replace(b"Ann", b"Amy")
    path.write_bytes(broken)
    again = start(*MOUSE).do("settle; key t; key r; wait 2")
    assert str(again.message).startswith("The suspended tournament cannot be used: PYRAMID.SAV")
    assert contest_of(again).match is None
    assert path.read_bytes() == broken


def test_a_whole_tournament_against_the_computer_saved_in_the_middle_and_resumed(
    em: Game, start: Start
) -> None:
    # Ann plays deals 1001, 1003 ... as the computer would; her total is above par and enters the Top 10.
    em.do(AGAINST_IT)
    play_out(em)
    em.do("settle; key ENTER")
    watch(em.do("settle; wait 3"))
    em.do("key ENTER; settle")
    for move in played(1003)[0][:20]:
        em.do(keys(move), "settle")
    em.do("clickon button:save")
    assert em.message == "Save The tournament is saved."
    em.do("key SPACE")
    left_off, stood = em.moves, totals(em)
    assert len(left_off) == 20

    em = start(*MOUSE).do("settle; key t; key r; settle")
    em.app.services = em.app.services._replace(next_deal=iter(range(1004, 1020)).__next__)
    assert em.moves == left_off
    assert totals(em) == stood == [played(1001)[1], played(1002)[1]]
    for move in played(1003)[0][20:]:
        em.do(keys(move), "settle")
    for game in range(2, 7):
        em.do("key ENTER; settle; wait 3")
        watch(em)
        if game < 6:
            em.do("clickon button:go-on; settle")
            play_out(em, by_mouse=bool(game % 2))
            em.do("settle")
    expected = [sum(played(number)[1] for number in range(first, 1013, 2)) for first in (1001, 1002)]
    assert totals(em) == expected
    assert expected[1] > expected[0] > 0
    em.do("settle", "wait 10")
    assert em.heard == "em_tour_lost"
    assert em.screen == "standings"
    assert em.says("Computer has won the tournament!")
    em.do("key SPACE; settle")
    assert em.screen == "top10"
    (row,) = [row for row in em.rows() if "Ann" in row]
    assert row.split("║")[1].split() == ["1", "Ann", str(expected[0])]
    assert em.says("All are proven by their games")
    em.do("key SPACE")
    assert em.says("NEW plays another tournament")
    assert "button:save" not in em.enabled()

    store = em.files.store
    board = decode_totals(store.read("PYRTOUR.HGH") or b"")
    assert board.rows[0][:2] == ("Ann", expected[0])
    (proof,) = decode_proofs(store.read("PYRTOUR.TXT") or b"")
    assert why_unproven(RULES, expected[0], proof.games) is None
    em.do("key n; settle; wait 3")
    match = contest_of(em).match
    assert match is not None
    assert match.ended == ()


def test_a_tournament_alone_above_par_is_won(em: Game) -> None:
    em.do(ALONE)
    table = table_of(em)
    for number in range(1, 7):
        play_out(em)
        em.do("settle")
        if number < 6:
            em.do("key ENTER; settle")
    em.do("wait 10; settle")
    assert em.heard == "em_tour_won"
    assert em.says("Ann has won the tournament!")
    em.do("key SPACE; settle; key SPACE")
    assert em.app.top is table


def test_a_row_without_its_proof_is_marked(em: Game) -> None:
    em.files.add_totals([("Cheat", 99, ())])
    em.do(ALONE, "key t; settle")
    (row,) = [row for row in em.rows() if "Cheat" in row]
    assert row.split("║")[1].split() == ["1", "Cheat", "99", "?"]
    em.do("key SPACE")
    assert em.screen == "table"


# Closed in the middle


def by_tour(start: Start, deal: int) -> Game:
    """The program started again, and the tournament taken up by TOUR and Restore."""
    return start(*MOUSE).do("settle; key t; key r")


def by_page(start: Start, deal: int) -> Game:
    """The program as a page starts it that is loaded again with this deal on the table."""
    return start("--edition", "em", "-mouse", "-fast", "--start", "table", "--deal", str(deal), "--resume")


AGAIN = pytest.mark.parametrize("again", [by_tour, by_page])


def stands(game: Game) -> tuple[str, list[int], object, list[str]]:
    """The program's words on whose game is on, the totals, the deal and its moves."""
    return str(game.message), totals(game), game.state["deal"], game.moves


@AGAIN
def test_closed_on_a_fresh_deal_it_goes_on_there(
    em: Game, start: Start, again: Callable[[Start, int], Game]
) -> None:
    em.do(ALONE, SCORE_NOW)
    expected: tuple[str, list[int], int, list[str]] = ("Game 2 of 6: good luck, Ann", [-52], 1002, [])
    assert stands(em) == expected
    assert stands(again(start, 1002).do("settle; wait 3")) == expected


@AGAIN
def test_closed_on_the_computers_turn_the_computer_plays_that_deal_again(
    em: Game, start: Start, again: Callable[[Start, int], Game]
) -> None:
    em.do(AGAINST_IT, SCORE_NOW, "wait 60")
    assert (watched(em), em.state["deal"], bool(em.moves)) == (True, 1002, True)
    em = again(start, 1002).do("settle; wait 3")
    assert watched(em)
    assert stands(em) == ("Game 1 of 6: the computer plays", [-52, 0], 1002, [])
    watch(em)
    moves, score = played(1002)
    assert (em.moves, totals(em)) == (list(moves), [-52, score])
    em.do("key ENTER; settle; wait 3")
    assert (em.message, em.moves) == ("Game 2 of 6: good luck, Ann", [])


@AGAIN
@pytest.mark.parametrize("same", ["yes", "no"])
def test_closed_between_two_games_the_next_one_is_dealt(
    em: Game, start: Start, again: Callable[[Start, int], Game], same: str
) -> None:
    em.files.config.change({"em.use_same_deck": same})
    em = start(*MOUSE).do("settle", TWO, "key SPACE; key 7; key 4; settle; key F7; key y")
    assert em.says("Enter or a click goes on to the next game")
    stood, ann = totals(em), em.state["deal"]
    em = again(start, ann)
    # The deals of chance begin with 1001 at every start.
    em.app.services = em.app.services._replace(next_deal=lambda: 5005)
    em.do("settle; wait 3")
    deal = ann if same == "yes" else em.state["deal"]
    assert stands(em) == ("Game 1 of 6 Bob, it is your turn", stood, deal, [])
    em.do("key SPACE", SCORE_NOW)
    assert stands(em) == ("Game 2 of 6 Ann, it is your turn", [stood[0], -52], 5005, [])


def test_closed_after_the_last_game_there_is_nothing_to_restore(em: Game, start: Start) -> None:
    em.do(ALONE, *[SCORE_NOW] * 6)
    again = start(*MOUSE).do("settle; key t; key r")
    assert again.message == "No tournament is saved"
    assert contest_of(again).match is None


def test_a_link_to_another_deal_leaves_the_saved_tournament_alone(em: Game, start: Start) -> None:
    em.do(AGAINST_IT, "key F7; key y")
    again = by_page(start, 777).do("settle; wait 3")
    assert (contest_of(again).match, again.state["deal"]) == (None, 777)
    again.do("key t; key r; settle; wait 3")
    assert again.message == "Game 1 of 6: the computer plays"


# The end


def up_to_the_last(game: Game, *others: int) -> None:
    """Let a tournament be before its last game, each player's other games having brought so much in all."""
    contest, transcript = contest_of(game), table_of(game).session.transcript()
    assert contest.match is not None
    count = 6 * len(others) - 1
    scores = [others[at] if at < len(others) else 0 for at in range(count)]
    contest.match = contest.match._replace(ended=tuple(Ended(transcript, score) for score in scores))


@pytest.mark.parametrize(
    ("begin", "others", "words", "against", "song", "entered"),
    [
        (ALONE, (53,), "Ann has won the tournament!", "Ann: above par", "em_tour_won", [("Ann", 1)]),
        (ALONE, (52,), "Par: neither won nor lost", "Ann: par", "", []),
        (ALONE, (51,), "Below par: the tournament is lost", "Ann: below par", "em_tour_lost", []),
        (
            TWO,
            (3, 54),
            "Ann has won the tournament!",
            "Ann: above par   Bob: above par",
            "em_tour_won",
            [("Ann", 3), ("Bob", 2)],
        ),
        (
            TWO,
            (-60, 0),
            "Bob has won the tournament!",
            "Ann: below par   Bob: below par",
            "em_tour_won",
            [],
        ),
        (
            TWO,
            (7, 59),
            "The tournament is drawn",
            "Ann: above par   Bob: above par",
            "",
            [("Ann", 7), ("Bob", 7)],
        ),
        (TWO, (0, 52), "The tournament is drawn", "Ann: par   Bob: par", "", []),
    ],
)
def test_every_end_is_told_with_its_song_and_leads_to_the_board_or_the_table(
    em: Game,
    begin: str,
    others: tuple[int, ...],
    words: str,
    against: str,
    song: str,
    entered: list[tuple[str, int]],
) -> None:
    em.do(begin, "key SPACE")
    up_to_the_last(em, *others)
    before = em.heard
    em.do("key F7; key y; wait 3")
    assert (em.screen, em.heard) == ("standings", song or before)
    em.do("settle")
    assert em.says(words)
    assert em.says(against)
    rows = [(row.name, row.total) for row in em.files.tour.top() if row.total > 0]
    assert rows == entered
    em.do("key SPACE")
    if entered:
        assert (em.screen, em.heard) == ("top10", "em_record")
        assert em.says(" 1  *")
        em.do("settle")
        assert em.says("A NEW RECORD")
        # The bar is on the best place that was taken.
        first = em.rows()[6]
        assert em.machine.video.cells[2 * (80 * 6 + 30) + 1] == em.app.record.dress.bar
        assert f" 1  {entered[0][0]}" in first
        em.do("key SPACE")
    assert em.screen == "table"
    assert em.says("NEW plays another tournament")
    # Nothing more can be played or scored.
    em.do("key D; key P; key F7; rclick 300 300")
    assert (em.screen, em.moves) == ("table", [])
    assert em.do("key n; settle; wait 3").message in (
        "Game 1 of 6: good luck, Ann",
        "Game 1 of 6 Ann, it is your turn",
    )


@pytest.mark.parametrize(
    ("ahead", "words", "song"),
    [
        (1, "Ann has won the tournament!", "em_tour_won"),
        (0, "The tournament is drawn", ""),
        (-1, "Computer has won the tournament!", "em_tour_lost"),
    ],
)
def test_the_computers_last_game_decides_against_it(em: Game, ahead: int, words: str, song: str) -> None:
    em.do(AGAINST_IT)
    up_to_the_last(em, ahead, -played(1002)[1])
    em.app.services = em.app.services._replace(next_deal=lambda: 1002)
    table_of(em).run("new")
    watch(em.do("settle; wait 3"))
    em.do("settle; wait 10; settle")
    assert em.screen == "standings"
    assert em.says(words)
    assert em.heard == (song or {True: "em_computer", False: "em_lost"}[table_of(em).session.status == "won"])
    assert [(row.name, row.total) for row in em.files.tour.top() if row.total > 0] == (
        [("Ann", 1)] if ahead > 0 else []
    )


@pytest.mark.parametrize("same", ["yes", "no"])
def test_what_the_deal_was_worth_is_told_where_nobody_has_it_still_before_him(em: Game, same: str) -> None:
    em.app.choices.change({"em.use_same_deck": same})
    em.do(TWO, "key SPACE; key F7; key y; wait 60")
    assert em.says("This game is scored")
    assert (em.says("This deal") or em.says("this deal")) == (same == "no")


def test_a_tournament_begun_before_its_first_game_was_dealt_out_asks_once(start: Start) -> None:
    em = start(*ASKING).do("settle; wait 1; key y; key t; key n; text Ann; key ENTER")
    em.do("key n; key y; settle; wait 3")
    assert (em.message, em.state["deal"]) == ("Play this game with the mouse?", 1002)
    assert em.do("key n; settle; wait 3").screen == "table"


def test_the_running_total_is_in_the_panel_and_under_score(em: Game) -> None:
    em.do(TWO, "key SPACE")
    nets = {"Ann": 0, "Bob": 0}
    for number, name in enumerate(["Ann", "Bob"] * 2):
        assert panel(em)[:2] == [name, f"Net {signed(nets[name])}"]
        assert em.moves == []
        if number % 2:
            em.do("key F7; key y")
        else:
            play_out(em)
        nets[name] += em.state["score"]
        net = f"Net {signed(nets[name])}"
        em.do("settle")
        # A finale has the table for itself.
        assert em.says(net) if em.state["status"] == "won" else panel(em)[:2] == [name, net]
        em.do("key ENTER; settle; wait 3; key SPACE")
    em.do("key r")
    rows = em.rows()
    for name, total in nets.items():
        (row,) = [row for row in rows if f"{name}  " in row and "║" in row]
        assert row.split("║")[1].split()[-1] == signed(total)
    leader = max(nets, key=lambda name: nets[name])
    assert em.says(f"{leader} leads")
