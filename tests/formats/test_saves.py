"""Saves: exact, proven by their check, looked at whole before use, and readable for ever."""

from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.commands.games import build_replay_report
from retro_pyramid.formats.native import save_text as saves
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules import parse_move, rules_for
from retro_pyramid.rules.transcript import (
    MAX_TRANSCRIPT_LENGTH,
    SavedSession,
    TranscriptError,
    crc32_hex,
    parse_transcript,
)
from retro_pyramid.session import AssistPolicy, Session
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
    return f"{text}check {crc32_hex(text.encode())}\n".encode()


NOT_LAST = "found check before the end: expected it on the last line"


def refusal(data: bytes) -> str | None:
    """The one line a save is refused with, None if it is read."""
    refused = None
    try:
        decode_save(data)
    except TranscriptError as error:
        refused = error
    message = str(refused)
    assert refused is None or message.startswith(f"line {refused.line_number}: ")
    assert "\n" not in message
    assert len(message) < 300
    return message if refused else None


def texts(session: Session) -> str:
    return " ".join(map(str, session.moves))


def test_a_save_holds_the_games_between_restarts_the_counts_and_the_day() -> None:
    save = decode_save(sealed(SMALL))
    assert [str(move) for move in save.transcript.moves] == ["75", "D"]
    assert [[str(move) for move in game] for game in (*save.previous_games, *save.redo_games)] == [
        ["D", "D"],
        ["D"],
    ]
    assert (save.move_index, save.ticks, save.undo_count, save.hint_count, save.is_assisted) == (
        1,
        60,
        3,
        0,
        True,
    )
    assert (save.frozen_score, save.auto_match) == (None, False)
    assert encode_save(save) == sealed(SMALL)
    save = save._replace(daily_date=20240229, is_late=True)
    assert b"note day 20240229\nnote late yes\n" in encode_save(save)
    assert Session.from_saved_session(decode_save(encode_save(save))).to_saved_session() == save


def test_a_session_resumed_can_undo_and_redo_all_that_it_could() -> None:
    session = Session.from_saved_session(decode_save(sealed(SMALL)))
    walk = [texts(session)]
    while session.undo():
        walk.append(texts(session))
    assert walk == ["75", "", "D D", "D", ""]
    walk = []
    while session.redo():
        walk.append(texts(session))
    assert walk == ["D", "D D", "", "75", "75 D", "", "D"]


def test_a_save_of_a_new_game() -> None:
    for edition in PROGRAMS:
        for number in (61, None):
            session = Session(rules_for(edition), deal(61), number)
            assert Session.from_saved_session(decode_save(encode_save(session.to_saved_session()))) == session


def test_a_save_is_a_transcript_too() -> None:
    text = sealed(SMALL).decode()
    game = parse_transcript(text)
    assert game.notes[:2] == (("save", "1"), ("cursor", "1"))
    assert build_replay_report(text).exit_code == 0
    assert Session.from_transcript(game).is_assisted
    # A check may have small letters and a comment.
    text, end = "retro-pyramid 1\nedition em\ndeal 1\n", " # so it is\n\n"
    assert parse_transcript(f"{text}check\t{crc32_hex(text.encode()).lower()}{end}").deal_number == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("check 00000000\n", "line 1: the text is empty"),
        ("check 00000001\n", "line 1: the check '00000001' does not fit .*: expected 00000000"),
        ("retro-pyramid 1\ncheck\n", "line 2: the check '' does not fit the text before it"),
        ("retro-pyramid 1\ncheck 00000000\nedition em\n", f"line 2: {NOT_LAST}"),
    ],
)
def test_a_wrong_check_in_a_transcript_is_named(text: str, message: str) -> None:
    with pytest.raises(TranscriptError, match=message):
        parse_transcript(text)


WHOLE, NOTE = "expected a whole number", "note assisted yes"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("note save 1\n", "note save 2\n", "line 6: found save '2': expected 1"),
        ("note save 1\n", "", "line 13: no note save up to the end: expected note save N"),
        (
            "retro-pyramid 1",
            "retro-pyramid 2",
            (
                "line 1: found 'retro-pyramid 2', of a newer version of Retro Pyramid: "
                "expected 'retro-pyramid 1'"
            ),
        ),
        ("edition odm", "edition chess", "line 2: unknown edition 'chess'"),
        ("deal 61", "deal x", "line 4: 'x' is no deal number"),
        ("moves 75 D", "moves 75 75", "line 5: move 2 (75): the card at 75 is gone"),
        ("moves 75 D", "moves 75\nmoves D 11", "line 6: move 3 (11): the card at 11 is covered"),
        ("moves 75 D", "moves 75 X", "line 5: 'X' is no move"),
        ("cursor 1\n", "cursor 3\n", "line 7: found cursor '3': expected 0 to 2, the number of moves"),
        ("cursor 1\n", "cursor -1\n", "line 7: found cursor '-1': expected a whole number"),
        ("cursor 1\n", "cursor\n", "line 7: found cursor '': expected a whole number"),
        ("note cursor 1\n", "", "line 13: no note cursor up to the end: expected note cursor N"),
        ("note cursor 1\n", "note cursor 1\nnote cursor 1\n", "line 8: note cursor stands on line 7 already"),
        ("earlier D D", "earlier D 11", "line 8: move 2 (11): the card at 11 is covered"),
        ("earlier D D", "earlier D+1", "line 8: 'D+1' is no move"),
        ("earlier D D", "earlier", "line 8: found earlier '': expected moves"),
        ("later D\n", "later\nnote later D\n", "line 10: found later 'D': expected a game with moves before"),
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
            "line 10: found ticks '99999999999999999999...': expected a whole number",
        ),
        ("undos 3", "undos 2", "line 11: found undos '2': expected at least 3, the number of undone moves"),
        ("hints 0", "hints +1", "line 12: found hints '+1': expected a whole number"),
        ("note assisted yes", "note assisted no", "line 13: found assisted 'no': expected yes"),
        ("note assisted yes", "note stopped 1x", "line 13: found stopped '1x': expected a whole number"),
        ("note assisted yes", "note stopped --1", "line 13: found stopped '--1': expected a whole number"),
        (
            "note assisted yes",
            "note auto_match on",
            "line 13: found auto_match 'on': expected no such note without option",
        ),
        (
            "note assisted yes",
            "note day 20261131",
            "line 13: found day '20261131': expected a date as YYYYMMDD",
        ),
        ("note assisted yes", "note day 2026", "line 13: found day '2026': expected a date as YYYYMMDD"),
        ("note assisted yes", "note race 5,x 416e6e", "line 13: found race 'x': expected a whole number"),
        (
            "note assisted yes",
            "note race 5,10",
            "line 13: found race '5,10': expected figures with commas between",
        ),
        (
            "note assisted yes",
            "note race 5 Ann",
            "line 13: found race '5 Ann': expected figures with commas between",
        ),
        (
            "note assisted yes",
            "note player Ann",
            "line 13: found note 'player': expected one of save, cursor, ticks",
        ),
        (
            "note assisted yes",
            "check yes",
            "line 13: found check before the end: expected it on the last line",
        ),
    ],
)
def test_a_save_that_contradicts_itself_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert SMALL.count(old) == 1
    assert (refusal(sealed(SMALL.replace(old, new))) or "").startswith(message)


def test_notes_that_the_rules_have_no_use_for_are_refused() -> None:
    head = "retro-pyramid 1\nedition {}\ndeal 1\n"
    head += "".join(f"note {note}\n" for note in ("save 1", "cursor 0", "ticks 0", "undos 0", "hints 0"))
    off = head.format("tilldawn\noption auto_match off")
    scored = "line 9: found stopped '1': expected no such note, relaxed keeps no score"
    assert refusal(sealed(head.format("relaxed") + "note stopped 1\n")) == scored
    assert refusal(sealed(off + "note auto_match off\n")) == "line 10: found auto_match 'off': expected on"
    assert refusal(sealed(off + "note auto_match on\nnote stopped -7\n")) is None


def test_a_save_without_its_check_is_no_save() -> None:
    wanted = "at the end: expected check and eight digits"
    assert refusal(SMALL.encode()) == f"line 13: found 'note assisted yes' {wanted}"
    assert refusal(b"") == f"line 1: found '' {wanted}"
    assert refusal(b"\xff" * 9) == "line 1: found byte 255: expected plain ASCII"
    assert decode_save(sealed(SMALL).replace(b"\n", b"\r\n")) == decode_save(sealed(SMALL))


def test_a_save_too_great_is_refused_unread_and_not_written() -> None:
    too_great = "line 1: the game has 131081 characters: expected at most 131072"
    assert refusal(b"#" * MAX_TRANSCRIPT_LENGTH + b"\ncheck 0\n") == too_great
    small = decode_save(sealed(SMALL))
    with pytest.raises(ValueError, match="expected at most 131072"):
        encode_save(small._replace(previous_games=((parse_move("D"),) * MAX_TRANSCRIPT_LENGTH,)))


def refused(data: bytes, good: SavedSession) -> bool:
    """Say whether the bytes were refused; if not, they mean the same."""
    found = refusal(data) is not None
    assert found or decode_save(data) == good
    return found


def test_any_byte_changed_lost_or_put_in_is_harmless_or_refused() -> None:
    data = sealed(SMALL)
    good = decode_save(data)
    count = 0
    for at, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 32, 0, 10, 35, 255} - {byte}:
            count += refused(data[:at] + bytes([other]) + data[at + 1 :], good)
        refused(data[:at] + data[at + 1 :], good)
        refused(data[:at] + b"1" + data[at:], good)
        assert refused(data[:at], good) or at == len(data) - 1
    assert count > 4 * len(data)


@pytest.mark.slow
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_byte_changed_to_every_other_is_harmless_or_refused(path: Path) -> None:
    data = path.read_bytes()
    good = decode_save(data)
    count = 0
    for at, byte in enumerate(data):
        for other in set(range(256)) - {byte}:
            count += refused(data[:at] + bytes([other]) + data[at + 1 :], good)
    assert count > 200 * len(data)


# A save of every version there ever was must load for ever: these files are kept as that version wrote them.


FACTS: dict[str, list[Any]] = {
    name: facts
    for name, *facts in [
        ("v1-odm", "75 71 D 76 77 74 73 63 72", (185, "playing"), (3725, 3, 0), (True, None, False), (19, 3)),
        (
            "v1-tilldawn",
            (
                "72+76 P 74+P D 75+P 77+P 71+P 65+W 66 D D 61+P D 73+P 62+P 51+63 52+W 41+55 D "
                "64+P D D P+W D 54+P 44 D 53+P P+W D D R D 42+P D D D"
            ),
            (-13, "playing"),
            (90061, 2, 2),
            (False, None, True),
            (37, 1),
        ),
        ("v1-windows", "74+75 64+77 73", (13, "playing"), (12, 7, 0), (False, 13, False), (23, 6)),
        (
            "v1-relaxed",
            "76+77 D 72+W D 66+W D D D D D 73+W 62+W D D D W D D D W D D D D D D W D D D D D R" + " D" * 17,
            (None, "stuck"),
            (99999, 0, 1),
            (True, None, False),
            (50, 0),
        ),
        (
            "v1-em",
            "72+73 D D P D D P D 71+P 75+P D 77+P P D D D D 61+P 74+P 62+64 51+76 65+P 54+W D D",
            (-29, "playing"),
            (0, 0, 0),
            (False, None, False),
            (25, 0),
        ),
    ]
}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_save_still_loads_as_it_was(path: Path) -> None:
    moves, result, counts, marks, (undos, redos) = FACTS[path.stem]
    session = Session.from_saved_session(decode_save(path.read_bytes()), AssistPolicy())
    assert texts(session) == moves
    assert (session.score, session.status) == result
    assert (session.ticks, session.undo_count, session.hint_count) == counts
    assert (session.is_assisted, session.frozen_score, session.auto_match) == marks
    assert sum(session.redo() for _ in range(99)) == redos
    assert sum(session.undo() for _ in range(99)) == undos + redos


def test_a_save_of_each_edition_is_kept_in_every_version_and_this_ones_written_back_byte_for_byte() -> None:
    versions = range(1, int(saves.SAVE_VERSION) + 1)
    names = [f"v{version}-{edition}" for version in versions for edition in PROGRAMS]
    assert sorted(names) == [path.stem for path in KEPT] == sorted(FACTS)
    for data in (path.read_bytes() for path in KEPT if path.stem.startswith(f"v{saves.SAVE_VERSION}-")):
        assert encode_save(Session.from_saved_session(decode_save(data)).to_saved_session()) == data
