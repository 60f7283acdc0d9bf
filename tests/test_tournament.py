"""Tournaments: six games each in turn, all replayed from games with known results."""

import pytest

from retro_pyramid.cards import CardError, deal
from retro_pyramid.formats.native.tournament_text import (
    SuspendedTournament,
    decode_suspended,
    encode_suspended,
)
from retro_pyramid.rules import parse_move, rules_for
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.session import Session
from retro_pyramid.session import tournament as tour
from retro_pyramid.session.tournament import Player, Tournament, TournamentError
from tests.rules import vectors

EM = rules_for("em")
ANN, BOB, PC = Player("Ann"), Player("Bob"), Player("PC", is_computer=True)
EM_GAMES = [vectors.transcript_of(row) for row in vectors.GAMES if row["edition"] == "em"]
EM_SCORES = [row["result"]["score"] for row in vectors.GAMES if row["edition"] == "em"]
# Three of them won, one stuck below the pyramid's worth, two left in mid-game.
GOOD = [4, 12, 13, 14, 0, 1]
BOTH = [at for each in GOOD for at in (each, each)]
TOTAL = sum(EM_SCORES[at] for at in GOOD)


def play(tournament: Tournament, game: Transcript) -> Tournament:
    number = game.deal_number
    assert number is not None
    session = tour.start_next_game(tournament, number)
    for move in game.moves:
        session.play_move(move)
    return tour.score_now(tournament, session)


def played(players: list[Player], order: list[int], same_deck: bool = False) -> Tournament:
    tournament = tour.new_tournament(EM, players, same_deck)
    for at in order:
        tournament = play(tournament, EM_GAMES[at])
    return tournament


def test_the_same_deck_is_dealt_to_both() -> None:
    tournament = tour.new_tournament(EM, [ANN, PC], same_deck=True)
    tournament = tour.score_now(tournament, tour.start_next_game(tournament, 61))
    assert not tournament.needs_new_deal
    second = tour.start_next_game(tournament, 99)
    assert (second.deal_number, second.cards) == (61, deal(61))
    with pytest.raises(TournamentError, match="expected the same deck"):
        tour.score_now(tournament, Session(EM, deal(99), 99))
    tournament = tour.score_now(tournament, second)
    assert tournament.needs_new_deal
    assert tour.start_next_game(tournament, 99).cards == deal(99)
    alone = tour.new_tournament(EM, [ANN], same_deck=True)
    assert tour.score_now(alone, tour.start_next_game(alone, 1)).needs_new_deal


def test_the_better_total_wins_and_equal_totals_do_not_and_alone_only_a_plus_at_the_end() -> None:
    equal = played([ANN, BOB], BOTH)
    assert (equal.leader_index(), equal.winner_index()) == (None, None)
    worse = played([ANN, BOB], [*BOTH[:-2], 5, BOTH[-1]])
    assert (worse.leader_index(), worse.winner_index()) == (1, 1)
    assert [played([ANN], order).winner_index() for order in ([0], [12, 12], [0] * GAMES_PER_MATCH)] == [
        None
    ] * 3
    assert [tour.compare_with_par(total) for total in (1, 0, -1)] == ["above", "par", "below"]


def test_a_game_still_on_is_ended_only_by_score_now() -> None:
    tournament = tour.new_tournament(EM, [ANN])
    session = tour.start_next_game(tournament, 61)
    with pytest.raises(TournamentError, match="the game is still on"):
        tour.finish_game(tournament, session)
    assert tour.score_now(tournament, session).finished_games[0].score == session.score == -52
    won = Session.from_transcript(EM_GAMES[12])
    assert won.status == "won"
    assert tour.finish_game(tournament, won).finished_games[0].score == 35


def test_what_cannot_be_in_a_tournament_is_refused() -> None:
    tournament, over = tour.new_tournament(EM, [ANN]), played([ANN], GOOD)
    with pytest.raises(TournamentError, match="the game is of odm: expected em"):
        tour.score_now(tournament, Session(rules_for("odm"), deal(1), 1))
    with pytest.raises(CardError):
        tour.start_next_game(tournament, -1)
    with pytest.raises(TournamentError, match="all games are over"):
        tour.start_next_game(over, 1)
    with pytest.raises(TournamentError, match="all games are over"):
        tour.score_now(over, Session(EM, deal(1), 1))


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        ([], "a person alone"),
        ([PC], "a person alone"),
        ([PC, ANN], "a person alone"),
        ([ANN, BOB, PC], "a person alone"),
        ([Player("")], "a name of 1 to 15 characters"),
        ([Player("x" * 16)], "a name of 1 to 15 characters"),
        ([Player(" Ann")], "a name of 1 to 15 characters"),
        ([Player("Ann ")], "a name of 1 to 15 characters"),
        ([Player("A\nB")], "a name of 1 to 15 characters"),
        ([Player("A\x00")], "a name of 1 to 15 characters"),
        ([Player("日")], "a name of 1 to 15 characters"),
    ],
)
def test_one_or_two_play_and_a_named_person_begins(players: list[Player], problem: str) -> None:
    with pytest.raises(TournamentError, match=f"expected {problem}"):
        tour.new_tournament(EM, players)


def test_the_match_of_six_is_one_players_and_its_option_may_change() -> None:
    match = tour.new_tournament(rules_for("tilldawn"), [ANN])
    totals = []
    for number in range(1, 7):
        session = tour.start_next_game(match, number)
        for _ in range(6):
            session.play_move(parse_move("D"))
        if number == 3:
            session.auto_match = False
        match = tour.score_now(match, session)
        totals.append(match.standings()[0].total)
    assert match.is_over
    assert totals[-1] == sum(ended.score for ended in match.finished_games)
    assert [ended.transcript.options["auto_match"] for ended in match.finished_games] == [
        "on",
        "on",
        "off",
        *["on"] * 3,
    ]
    assert tour.restore_tournament(tour.tournament_settings(match), match.player_transcripts(0), None) == (
        match,
        None,
    )


# Proofs


def test_six_games_prove_their_total() -> None:
    alone = played([ANN], GOOD)
    (standing,) = alone.standings()
    assert standing.scores == tuple(EM_SCORES[at] for at in GOOD)
    assert (standing.total, standing.par_result, standing.current_score, TOTAL) == (107, "above", None, 107)
    assert (alone.is_over, alone.winner_index(), alone.leader_index()) == (True, 0, None)
    games = [EM_GAMES[at] for at in GOOD]
    assert tour.verification_error(EM, TOTAL, games) is None
    assert tour.verification_error(EM, TOTAL + 1, games) == "the games make 107: expected 108"
    assert tour.verification_error(EM, TOTAL, games[:5]) == "5 games: expected 6"
    illegal = games[0]._replace(moves=(parse_move("11"),))
    assert (
        tour.verification_error(EM, TOTAL, [*games[:5], illegal])
        == "game 6: move 1 (11): the card at 11 is covered"
    )
    other = Transcript("odm", {"level": "1"}, 1, deal(1))
    assert tour.verification_error(EM, TOTAL, [other, *games[1:]]) == "game 1 is of odm: expected em"
    helped = games[2]._replace(notes=(("assisted", "yes"),))
    assert (tour.verification_error(EM, TOTAL, [*games[:2], helped, *games[3:]]) or "").startswith(
        "game 3 is assisted"
    )


def test_only_persons_above_par_go_to_the_board_and_with_a_proof() -> None:
    (row,) = tour.leaderboard_entries(played([ANN, PC], BOTH))
    assert row[:2] == ("Ann", TOTAL)
    assert tour.verification_error(EM, row[1], row[2]) is None
    assert [name for name, _, _ in tour.leaderboard_entries(played([ANN, BOB], BOTH))] == ["Ann", "Bob"]
    assert tour.leaderboard_entries(played([ANN], GOOD[:5])) == []
    assert tour.leaderboard_entries(played([ANN], [0] * 6)) == []
    assert tour.rematch(played([ANN, PC], BOTH)) == tour.new_tournament(EM, [ANN, PC])


# Suspending


def suspended(tournament: Tournament, session: Session | None) -> SuspendedTournament:
    games = tuple(ended.transcript for ended in tournament.finished_games)
    return SuspendedTournament(
        tour.tournament_settings(tournament), games, session.to_saved_session() if session else None
    )


@pytest.mark.parametrize("count", [0, 1, 6, 11])
@pytest.mark.parametrize("same_deck", [False, True])
def test_a_tournament_is_suspended_and_resumed_exactly(count: int, same_deck: bool) -> None:
    tournament = tour.new_tournament(EM, [ANN, PC], same_deck)
    for at in range(count):
        session = tour.start_next_game(tournament, at)
        for move in session.legal_moves()[:1]:
            session.play_move(move)
        tournament = tour.score_now(tournament, session)
    on = tour.start_next_game(tournament, 61)
    for _ in range(5):
        on.play_move(on.legal_moves()[-1])
    on.undo()
    on.ticks = 1234
    for session_on in (on, None):
        said, games, playing = decode_suspended(encode_suspended(suspended(tournament, session_on)))
        assert tour.restore_tournament(said, games, playing) == (tournament, session_on)


def wrong_facts(**changes: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (key, changes.get(key, value))
        for key, value in tour.tournament_settings(tour.new_tournament(EM, [ANN]))
    )


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ((), "same_deck: expected yes or no"),
        (wrong_facts(same_deck="maybe"), "same_deck: expected yes or no"),
        (wrong_facts(edition="chess"), "unknown edition 'chess'"),
        (wrong_facts(edition="relaxed"), "edition relaxed: expected one scored by par"),
        (wrong_facts(player="robot Ann"), "player 'robot': expected human or computer"),
        (wrong_facts(player="human "), "player '': expected a name"),
        ((*wrong_facts(), ("more", "x")), "facts: expected edition, option"),
        ((*wrong_facts(), ("option", "level 2")), "em has no option 'level'"),
    ],
)
def test_facts_that_cannot_be_are_refused(said: tuple[tuple[str, str], ...], problem: str) -> None:
    with pytest.raises(TournamentError, match=problem):
        tour.restore_tournament(said, [], None)


def test_games_that_cannot_be_are_refused_by_number() -> None:
    said = tour.tournament_settings(tour.new_tournament(EM, [ANN, BOB], same_deck=True))
    one, two = EM_GAMES[:2]
    for problem, games, on in [
        ("game 2: the game is of other cards", [one, two], None),
        ("game 1: move 1 \\(11\\)", [one._replace(moves=(parse_move("11"),))], None),
        ("game 1: the game is of odm", [], Session(rules_for("odm"), deal(1)).to_saved_session()),
        ("game 13: all games are over", [one] * 13, None),
        ("game 13: all games are over", [one] * 12, Session(EM, one.cards).to_saved_session()),
    ]:
        with pytest.raises(TournamentError, match=problem):
            tour.restore_tournament(said, games, on)
