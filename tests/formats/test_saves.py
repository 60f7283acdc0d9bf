"""Saves: exact, proven by their check, looked at whole before use, and readable for ever."""

import doctest
import timeit
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.cards import deal
from retro_pyramid.commands.games import replay_report
from retro_pyramid.formats.own import saves
from retro_pyramid.formats.own.saves import decode_save, encode_save
from retro_pyramid.rules import parse_move, rules_for
from retro_pyramid.rules.transcript import (
    MOST_CHARACTERS,
    Save,
    TranscriptError,
    checksum,
    parse_transcript,
)
from retro_pyramid.session import Habits, Session
from tests.programs import PROGRAMS

KEPT = sorted((Path(__file__).parent.parent / "saves").glob("v*.pyr"))

SMALL = """retro-pyramid 1
edition odm
option level 1
deal 61
moves 75 D
note save 1
note cursor 1
note earlier D D
note later D
note ticks 60
note undos 3
note hints 0
note assisted yes
"""


def sealed(text: str) -> bytes:
    return f"{text}check {checksum(text.encode())}\n".encode()


def refusal(data: bytes) -> str | None:
    """The one line a save is refused with, None if it is read."""
    try:
        decode_save(data)
    except TranscriptError as error:
        refused = error
    else:
        return None
    message = str(refused)
    assert message.startswith(f"line {refused.line}: ")
    assert "\n" not in message
    assert len(message) < 300
    return message


def texts(session: Session) -> str:
    return " ".join(map(str, session.moves))


def test_examples_in_docstrings_run() -> None:
    failed, attempted = doctest.testmod(saves)
    assert (failed, attempted > 0) == (0, True)


def test_a_save_holds_the_games_between_restarts_and_the_counts() -> None:
    save = decode_save(sealed(SMALL))
    assert [str(move) for move in save.game.moves] == ["75", "D"]
    assert [[str(move) for move in game] for game in (*save.earlier, *save.later)] == [["D", "D"], ["D"]]
    assert (save.cursor, save.ticks, save.undos, save.hints, save.assisted) == (1, 60, 3, 0, True)
    assert (save.stopped_at, save.auto_match) == (None, False)
    assert encode_save(save) == sealed(SMALL)


@pytest.mark.parametrize("late", [False, True])
def test_a_save_knows_the_day_of_which_it_is_the_daily_deal(late: bool) -> None:
    save = decode_save(sealed(SMALL))._replace(day=20240229, late=late)
    assert b"note day 20240229\n" + b"note late yes\n" * late in encode_save(save)
    assert decode_save(encode_save(save)) == save
    assert Session.resume(save).save() == save


def test_a_session_resumed_can_undo_and_redo_all_that_it_could() -> None:
    session = Session.resume(decode_save(sealed(SMALL)))
    walk = [texts(session)]
    while session.undo():
        walk.append(texts(session))
    assert walk == ["75", "", "D D", "D", ""]
    walk = []
    while session.redo():
        walk.append(texts(session))
    assert walk == ["D", "D D", "", "75", "75 D", "", "D"]


@pytest.mark.parametrize("deal_number", [61, None])
def test_a_save_of_a_new_game(deal_number: int | None) -> None:
    for edition in PROGRAMS:
        session = Session(rules_for(edition), deal(61), deal_number)
        assert Session.resume(decode_save(encode_save(session.save()))) == session


def test_a_save_is_a_transcript_too() -> None:
    text = sealed(SMALL).decode()
    game = parse_transcript(text)
    assert game.notes[:2] == (("save", "1"), ("cursor", "1"))
    assert replay_report(text).code == 0
    assert Session.from_transcript(game).assisted
    wrong = text.replace("deal 61", "deal 62")
    true = checksum(wrong[: wrong.index("check")].encode())
    said = f"line 14: the check '{text[-9:-1]}' does not fit the text before it: expected {true}"
    with pytest.raises(TranscriptError) as refused:
        replay_report(wrong)
    assert str(refused.value) == said


def test_a_transcript_may_have_a_check_in_small_letters_with_a_comment() -> None:
    text = "retro-pyramid 1\nedition em\ndeal 1\n"
    for end in (
        f"check {checksum(text.encode()).lower()}",
        f"check\t{checksum(text.encode())} # so it is\n\n",
    ):
        assert parse_transcript(text + end).deal == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("check 00000000\n", "line 1: the text is empty"),
        ("check 00000001\n", "line 1: the check '00000001' does not fit .*: expected 00000000"),
        ("retro-pyramid 1\ncheck\n", "line 2: the check '' does not fit the text before it"),
        (
            "retro-pyramid 1\ncheck 00000000\nedition em\n",
            "line 2: found check before the end: expected it on the last line",
        ),
    ],
)
def test_a_wrong_check_in_a_transcript_is_named(text: str, message: str) -> None:
    with pytest.raises(TranscriptError, match=message):
        parse_transcript(text)


# Whatever a save says beside its check is looked at, too.


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("note save 1\n", "note save 2\n", "line 6: found save '2': expected 1"),
        ("note save 1\n", "", "line 13: no note save up to the end: expected note save N"),
        ("retro-pyramid 1", "retro-pyramid 2", "line 1: found 'retro-pyramid 2': expected 'retro-pyramid 1'"),
        ("edition odm", "edition chess", "line 2: unknown edition 'chess'"),
        ("deal 61", "deal x", "line 4: 'x' is no deal number"),
        ("moves 75 D", "moves 75 75", "line 5: move 2 (75): the card at 75 is gone"),
        ("moves 75 D", "moves 75\nmoves D 11", "line 6: move 3 (11): the card at 11 is covered"),
        ("moves 75 D", "moves 75 X", "line 5: 'X' is no move"),
        ("cursor 1\n", "cursor 3\n", "line 7: found cursor '3': expected 0 to 2, the number of moves"),
        ("cursor 1\n", "cursor -1\n", "line 7: found cursor '-1': expected a whole number"),
        ("cursor 1\n", "cursor\n", "line 7: found cursor '': expected a whole number"),
        ("note cursor 1\n", "", "line 13: no note cursor up to the end: expected note cursor N"),
        ("note cursor 1\n", "note cursor 1\n" * 2, "line 8: note cursor stands on line 7 already"),
        ("earlier D D", "earlier D 11", "line 8: move 2 (11): the card at 11 is covered"),
        ("earlier D D", "earlier D+1", "line 8: 'D+1' is no move"),
        ("earlier D D", "earlier", "line 8: found earlier '': expected moves"),
        (
            "later D\n",
            "later\nnote later D\n",
            "line 10: found later 'D': expected a game with moves before it",
        ),
        (
            "moves 75 D\nnote save 1\nnote cursor 1",
            "note save 1\nnote cursor 0",
            "line 8: found later 'D': exp",
        ),
        ("later D", "later R", "line 9: move 1 (R): there is no redeal"),
        ("ticks 60", "ticks 6.5", "line 10: found ticks '6.5': expected a whole number of at most 12 digits"),
        (
            "ticks 60",
            "ticks " + "9" * 5000,
            "line 10: found ticks '99999999999999999999...': expected a whole",
        ),
        ("undos 3", "undos 2", "line 11: found undos '2': expected at least 3, the number of undone moves"),
        ("hints 0", "hints +1", "line 12: found hints '+1': expected a whole number"),
        ("assisted yes", "assisted no", "line 13: found assisted 'no': expected yes"),
        ("assisted yes", "stopped 1x", "line 13: found stopped '1x': expected a whole number"),
        ("assisted yes", "stopped --1", "line 13: found stopped '--1': expected a whole number"),
        (
            "assisted yes",
            "auto_match on",
            "line 13: found auto_match 'on': expected no such note without option",
        ),
        ("assisted yes", "day 20261131", "line 13: found day '20261131': expected a date as YYYYMMDD"),
        ("assisted yes", "day 2026", "line 13: found day '2026': expected a date as YYYYMMDD"),
        ("assisted yes", "race 5,x 416e6e", "line 13: found race 'x': expected a whole number"),
        ("assisted yes", "race 5,10", "line 13: found race '5,10': expected figures with commas between"),
        ("assisted yes", "race 5 Ann", "line 13: found race '5 Ann': expected figures with commas between"),
        ("assisted yes", "player Ann", "line 13: found note 'player': expected one of save, cursor, ticks"),
        ("note assisted", "check", "line 13: found check before the end: expected it on the last line"),
    ],
)
def test_a_save_that_contradicts_itself_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert SMALL.count(old) == 1
    found = refusal(sealed(SMALL.replace(old, new)))
    assert found is not None
    assert found.startswith(message)


def test_notes_that_the_rules_have_no_use_for_are_refused() -> None:
    head = "retro-pyramid 1\nedition {}\ndeal 1\n"
    notes = "note save 1\nnote cursor 0\nnote ticks 0\nnote undos 0\nnote hints 0\n"
    assert refusal(sealed(head.format("relaxed") + notes + "note stopped 1\n")) == (
        "line 9: found stopped '1': expected no such note, relaxed keeps no score"
    )
    off = head.format("tilldawn\noption auto_match off")
    assert refusal(sealed(off + notes + "note auto_match off\n")) == (
        "line 10: found auto_match 'off': expected on"
    )
    assert refusal(sealed(off + notes + "note auto_match on\nnote stopped -7\n")) is None


def test_a_save_without_its_check_is_no_save() -> None:
    assert refusal(SMALL.encode()) == (
        "line 13: found 'note assisted yes' at the end: expected check and eight digits"
    )
    assert refusal(b"") == "line 1: found '' at the end: expected check and eight digits"
    assert refusal(b"\xff" * 9) == "line 1: found byte 255: expected plain ASCII"
    assert refusal(sealed(SMALL).replace(b"\n", b"\r\n")) is not None


def test_a_save_too_great_is_refused_unread_and_not_written() -> None:
    assert (
        refusal(b"#" * MOST_CHARACTERS + b"\ncheck 0\n")
        == "line 1: the game has 131081 characters: expected at most 131072"
    )
    small = decode_save(sealed(SMALL))
    with pytest.raises(ValueError, match="expected at most 131072"):
        encode_save(small._replace(earlier=((parse_move("D"),) * MOST_CHARACTERS,)))


def test_a_long_game_is_stored_within_a_millisecond() -> None:
    session = Session(rules_for("windows", {"variation": "draw3"}), deal(61))
    for _ in range(500):
        session.play(session.legal_moves()[-1])
    session.restart()
    session.play(session.legal_moves()[-1])
    # The best of several: other programs on the machine are not what is measured.
    best = min(timeit.repeat(lambda: encode_save(session.save()), number=1, repeat=20))
    assert best < 0.001


# One byte changed


def assert_harmless_or_refused(data: bytes, good: Save) -> bool:
    """Say whether the bytes were refused; if not, they are shown to mean the same."""
    refused = refusal(data) is not None
    assert refused or decode_save(data) == good
    return refused


def test_any_byte_changed_is_harmless_or_refused() -> None:
    data = sealed(SMALL)
    good = decode_save(data)
    refused = 0
    for at, byte in enumerate(data):
        others = {byte ^ 1, byte ^ 32, byte ^ 128, 0, 10, 13, 32, 35, 48, 255} - {byte}
        refused += sum(
            assert_harmless_or_refused(data[:at] + bytes([other]) + data[at + 1 :], good) for other in others
        )
    assert refused > 7 * len(data)


def test_any_byte_lost_or_put_in_is_harmless_or_refused() -> None:
    data = sealed(SMALL)
    good = decode_save(data)
    for at in range(len(data) + 1):
        assert_harmless_or_refused(data[:at] + data[at + 1 :], good)
        assert_harmless_or_refused(data[:at] + b"1" + data[at:], good)
        if at < len(data) - 1:
            assert assert_harmless_or_refused(data[:at], good)


@pytest.mark.slow
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_byte_changed_to_every_other_is_harmless_or_refused(path: Path) -> None:
    data = path.read_bytes()
    good = decode_save(data)
    for at, byte in enumerate(data):
        for other in set(range(256)) - {byte}:
            assert_harmless_or_refused(data[:at] + bytes([other]) + data[at + 1 :], good)


LINES = st.sampled_from(SMALL.splitlines(keepends=True))


@given(st.lists(LINES | st.text("DR75 -\nnote", max_size=12)).map("".join), st.booleans())
@settings(derandomize=True, deadline=None, max_examples=300)
def test_any_text_with_a_true_check_is_a_save_or_refused(text: str, headed: bool) -> None:
    text = SMALL + text if headed else text
    data = sealed(text if text.endswith("\n") else text + "\n")
    if refusal(data) is None:
        save = decode_save(data)
        assert decode_save(encode_save(save)) == save
        assert Session.resume(save).save() == save


@given(st.binary(max_size=300))
@settings(derandomize=True, deadline=None, max_examples=200)
def test_any_bytes_are_refused_in_one_line(data: bytes) -> None:
    assert refusal(data) is not None


# A save of every version there ever was must load for ever: these files are kept as that version wrote them.

FACTS = {
    # moves that stand, (score, status), (ticks, undos, hints), (assisted, stopped_at, auto_match), undo steps, redo steps
    "v1-odm": (
        "75 71 D 76 77 74 73 63 72",
        (185, "playing"),
        (3725, 3, 0),
        (True, None, False),
        (19, 3),
    ),
    "v1-tilldawn": (
        "72+76 P 74+P D 75+P 77+P 71+P 65+W 66 D D 61+P D 73+P 62+P 51+63 52+W 41+55 D 64+P D D P+W D 54+P 44 D "
        "53+P P+W D D R D 42+P D D D",
        (-13, "playing"),
        (90061, 2, 2),
        (False, None, True),
        (37, 1),
    ),
    "v1-windows": (
        "74+75 64+77 73",
        (13, "playing"),
        (12, 7, 0),
        (False, 13, False),
        (23, 6),
    ),
    "v1-relaxed": (
        "76+77 D 72+W D 66+W D D D D D 73+W 62+W D D D W D D D W D D D D D D W D D D D D R" + " D" * 17,
        (None, "stuck"),
        (99999, 0, 1),
        (True, None, False),
        (50, 0),
    ),
    "v1-em": (
        "72+73 D D P D D P D 71+P 75+P D 77+P P D D D D 61+P 74+P 62+64 51+76 65+P 54+W D D",
        (-29, "playing"),
        (0, 0, 0),
        (False, None, False),
        (25, 0),
    ),
}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_save_still_loads_as_it_was(path: Path) -> None:
    moves, result, counts, marks, (undos, redos) = FACTS[path.stem]
    session = Session.resume(decode_save(path.read_bytes()), Habits())
    assert texts(session) == moves
    assert (session.score, session.status) == result
    assert (session.ticks, session.undos, session.hints) == counts
    assert (session.assisted, session.stopped_at, session.auto_match) == marks
    assert sum(session.redo() for _ in range(99)) == redos
    assert sum(session.undo() for _ in range(99)) == undos + redos


def test_a_save_of_each_edition_is_kept_in_every_version() -> None:
    versions = range(1, int(saves.VERSION) + 1)
    names = [f"v{version}-{edition}" for version in versions for edition in PROGRAMS]
    assert sorted(names) == [path.stem for path in KEPT] == sorted(FACTS)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_kept_save_of_this_version_is_written_back_byte_for_byte(edition: str) -> None:
    (path,) = [path for path in KEPT if path.stem == f"v{saves.VERSION}-{edition}"]
    data = path.read_bytes()
    assert encode_save(Session.resume(decode_save(data)).save()) == data
