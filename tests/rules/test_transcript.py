import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.rules import IllegalMove
from retro_pyramid.rules.transcript import TranscriptError, parse_transcript, replay, transcript_text
from tests.tables import table

GAME = """retro-pyramid 1
edition odm
option level 2
deal 61
moves 75 D
"""


def lines(*rest: str) -> str:
    return "\n".join(("retro-pyramid 1", *rest)) + "\n"


def test_reads_edition_options_deal_and_moves() -> None:
    game = parse_transcript(GAME)
    assert (game.edition, game.options, game.deal, game.cards) == ("odm", {"level": "2"}, 61, deal(61))
    assert ([str(move) for move in game.moves], game.notes) == (["75", "D"], ())
    assert transcript_text(game) == GAME
    history = [(entry.move and str(entry.move), entry.score) for entry in replay(game)]
    assert history == [(None, 0), ("75", 10), ("D", 5)]


def test_typed_in_cards_have_no_deal_number() -> None:
    game = parse_transcript(lines("edition em", f"cards {deal_text(deal(7)).upper()}"))
    assert (game.deal, game.cards, game.options, game.moves) == (None, deal(7), {}, ())
    assert f"cards {deal_text(deal(7))}\n" in transcript_text(game)


def test_comments_blank_lines_line_ends_and_order_do_not_matter() -> None:
    body = "# a game\n\nretro-pyramid 1 # ours\nmoves 75\n\tdeal 61\noption level 2\nedition odm\nmoves D"
    assert parse_transcript(body.replace("\n", "\r\n")) == parse_transcript(GAME)


def test_moves_lines_are_joined_and_long_games_wrapped() -> None:
    game = parse_transcript(lines("edition odm", "deal 61", "moves D D", "moves", "moves " + "D " * 40))
    assert [str(move) for move in game.moves] == ["D"] * 42
    written = transcript_text(game)
    assert max(map(len, written.splitlines())) < 110
    assert parse_transcript(written) == game


def test_notes_are_kept_in_order_and_ignored_by_replay() -> None:
    notes = (("player", "somebody  else"), ("assisted", "yes"), ("player", "again"), ("empty", ""))
    game = parse_transcript(GAME + "".join(f"note {key} {value}\n" for key, value in notes))
    assert game.notes == notes
    assert parse_transcript(transcript_text(game)) == game
    assert replay(game) == replay(parse_transcript(GAME))


@pytest.mark.parametrize(
    "note", [("two words", "x"), ("", "x"), ("a", "b#c"), ("a", "b\nmoves D"), ("a", " b"), ("#", "")]
)
def test_a_note_that_would_not_read_back_is_not_written(note: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="expected one line without '#'"):
        transcript_text(parse_transcript(GAME)._replace(notes=(note,)))


@pytest.mark.parametrize(("rest", "message"), table(__file__, "bad lines"))
def test_a_bad_line_is_named_with_what_was_expected(rest: str, message: str) -> None:
    headed = rest.startswith(("edition ", "option ", "deal "))
    text = lines(*rest.split("|")) if headed else rest
    with pytest.raises(TranscriptError, match=message) as error:
        parse_transcript(text)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(f"line {error.value.line}:")


def test_replay_names_the_illegal_move() -> None:
    with pytest.raises(IllegalMove, match="move 3 \\(75\\): the card at 75 is gone"):
        replay(parse_transcript(GAME.replace("75 D", "75 D 75 D")))
