import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.rules import IllegalMove
from retro_pyramid.rules.transcript import (
    TranscriptError,
    parse_transcript,
    replay,
    transcript_text,
)

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
    assert parse_transcript("\ufeff" + body.replace("\n", "\r\n")) == parse_transcript(GAME)


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


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("deal 61", "line 2: no edition up to the end: expected edition odm or tilldawn"),
        ("edition odm", "line 2: no deal up to the end: expected deal N or cards"),
        ("edition odm|dael 61", "line 3: found 'dael': expected edition, option, deal, cards, moves or note"),
        ("edition chess|deal 61", "line 2: unknown edition 'chess': expected odm, "),
        ("edition odm|option lvl 1|deal 61", "line 3: odm has no option 'lvl': expected level"),
        ("edition odm|option level 1 1|deal 1", "line 3: found 'level 1 1': expected option NAME VALUE"),
        ("edition odm|option|deal 1", "line 3: found '': expected option NAME VALUE"),
        ("edition odm|deal 1|option level 9", "line 4: option level of odm cannot be '9': expected 1 or 2"),
        ("edition odm|edition em", "line 3: 'edition' stands on line 2 already"),
        ("option level 1|option level\t2", "line 3: 'option level' stands on line 2 already"),
        ("edition odm|deal x", "line 3: 'x' is no deal number: expected 0 to 4294967295"),
        ("edition odm|deal 4294967296", "line 3: '4294967296' is no deal number"),
        ("edition odm|cards As", "line 3: a deal is 52 different cards: .* missing"),
        (f"edition odm|deal 1|cards {deal_text(deal(1))}", "line 4: found deal and cards: expected one"),
        ("edition odm|deal 1|moves 75|moves D 88", "line 5: '88' is no move: expected 11 to 77"),
        ("edition odm|deal 1|note", "line 4: found a note without a key: expected note KEY VALUE"),
        ("edition odm|deal 1|note who a\rb", "line 4: found a carriage return in a note: expected one line"),
        ("edition em|deal 61|moves" + " D" * 70_000, "line 1: the game has 1400"),
        # Another first line.
        ("", "line 1: the text is empty: expected 'retro-pyramid 1'"),
        ("# nothing", "line 1: the text is empty"),
        ("\nedition odm", "line 2: found 'edition odm': expected 'retro-pyramid 1'"),
        ("retro-pyramid 2", "line 1: found 'retro-pyramid 2': expected 'retro-pyramid 1'"),
    ],
)
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
