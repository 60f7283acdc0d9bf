"""What is fuzzed: every decoder of bytes or text from outside, as a function that must return or refuse in one line.

Each target takes any bytes. It may raise FormatError or TranscriptError, whose text is one line; anything else is a
finding. What is decoded is encoded again, which must not be refused, and must give the same bytes, or at least the same
value. Texts that carry a check of their bytes get the right one here, those in them too, or hardly any would be read
further.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

from retro_pyramid.cards import deal
from retro_pyramid.cp437 import decode_text_file, encode
from retro_pyramid.features.magazine.disk_text import lay_out_text
from retro_pyramid.formats import FormatError, pascal
from retro_pyramid.formats.detect import describe_file_kind, detect_decks, detect_scores
from retro_pyramid.formats.layouts import (
    PictureLayout,
    ScoreLayout,
    format_layout_name,
    parse_layout,
    parse_layout_name,
)
from retro_pyramid.formats.native import statistics_text as statistics
from retro_pyramid.formats.native import tournament_text as tournament
from retro_pyramid.formats.native.checksummed import format_check_line
from retro_pyramid.formats.native.config_text import decode_config, encode_config
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.formats.pictures.bgi import decode_picture
from retro_pyramid.formats.pictures.card_order import is_card_order_text, parse_card_order
from retro_pyramid.formats.pictures.deck import decode_decks, decode_decks_for_table, encode_decks
from retro_pyramid.formats.pictures.picture_inference import (
    decode_picture_file,
    infer_deck_layouts,
    infer_image_layout,
)
from retro_pyramid.formats.scores.high_scores import decode_high_scores, decode_totals, encode_high_scores
from retro_pyramid.formats.scores.records import decode_score_records
from retro_pyramid.formats.scores.score_inference import MAX_FILE_BYTES, describe_evidence, infer_score_layout
from retro_pyramid.launcher.replay_source import parse_replay
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.rules import EDITIONS, parse_move, rules_for
from retro_pyramid.rules.transcript import (
    SavedSession,
    Transcript,
    TranscriptError,
    crc32_hex,
    parse_transcript,
    replay,
    transcript_text,
)
from retro_pyramid.session import Session
from retro_pyramid.storage import MemoryStore, StorageError, UserData
from retro_pyramid.storage.importing.import_files import MAX_TOTAL_BYTES, read_zip
from retro_pyramid.storage.unfinished import decode_resume_file, encode_resume_file
from tests.formats.writers import encode_image, encode_pictures, encode_real, order_text


def types(data: bytes) -> None:
    """Fuzz the simple types of Turbo Pascal."""
    assert pascal.encode_cp437(pascal.decode_cp437(data)) == data
    for ordinal in (pascal.BYTE, pascal.INTEGER, pascal.WORD, pascal.LONGINT):
        if len(data) >= ordinal.size:
            assert ordinal.encode(ordinal.decode(data)) == data[: ordinal.size]
    if data:
        text = pascal.decode_string(data, 0, data[0])
        assert pascal.encode_string(text, data[0]) == data[: 1 + data[0]]
    if len(data) >= pascal.REAL_SIZE:
        value = pascal.decode_real(data)
        assert pascal.decode_real(encode_real(value)) == value


def image(data: bytes) -> None:
    """Fuzz a single image, of 16 colours and of CGA, with its trailing word and without."""
    for planes, trailer in product((4, 2), (True, False)):
        try:
            picture, end = decode_picture(data, 0, planes, trailer)
        except FormatError as error:
            _one_line(error)
            continue
        assert encode_image(picture, planes, trailer) == data[:end]


def board(data: bytes) -> None:
    """Fuzz PYRAMID.HGH in its canonical layout."""
    assert encode_high_scores(decode_high_scores(data)) == data


def totals(data: bytes) -> None:
    """Fuzz PYRTOUR.HGH."""
    assert encode_high_scores(decode_totals(data)) == data


def config(data: bytes) -> None:
    """Fuzz PYRAMID.CFG, which takes every text: a setting is changed and the rest stays as it is."""
    found = decode_config(data)
    assert decode_config(encode_config(found)).lines == found.lines
    changed = found.with_settings({"em.speed": "slow"})
    assert changed.to_dict() == {**found.to_dict(), "em.speed": "slow"}
    assert decode_config(encode_config(changed)) == changed


def saves(data: bytes) -> None:
    """Fuzz RESUME.PYR and its like, and with it the transcript."""
    body = data.rpartition(b"check ")[0] if b"check " in data else data
    save = decode_save(body + f"check {crc32_hex(body)}\n".encode())
    assert decode_save(encode_save(save)) == save
    assert Session.from_saved_session(save).to_saved_session() == save
    parse_transcript(data.decode("utf-8", "surrogateescape"))


def watched(data: bytes) -> None:
    """Fuzz a transcript or a saved game that is to be watched: what is taken can be played."""
    try:
        game = parse_replay(data.decode("utf-8", "surrogateescape"), "FILE")
    except StorageError as error:
        raise FormatError("game", None, "one that can be played", str(error)) from None
    assert len(replay(game)) == 1 + len(game.moves)
    assert parse_transcript(transcript_text(game)) == game


def texts(data: bytes) -> None:
    """Fuzz the texts made of blocks: the first byte chooses among those of the game."""
    _, kind, decode, encode = _TEXTS[data[0] % len(_TEXTS)] if data else _TEXTS[0]
    value = decode(_text(kind, data[1:]))
    try:
        again = encode(value)
    except ValueError as error:
        raise AssertionError(f"read, but refused when written: {error}") from error
    assert decode(again) == value


def files(data: bytes) -> None:
    """Fuzz what the game does with a data folder: the first byte chooses the file; nothing is raised into the game.

    What it has written it reads again without a word about something broken.
    """
    chosen = data[0] % (len(_TEXTS) + len(_OTHERS)) if data else 0
    if chosen < len(_TEXTS):
        name, kind, _, _ = _TEXTS[chosen]
        content = _text(kind, data[1:])
    else:
        name, content = _OTHERS[chosen - len(_TEXTS)], data[1:]
    store = MemoryStore()
    store.write(name, content)
    game = UserData(store)
    _use(game, name)
    assert not any("\n" in notice for notice in game.notification_lines)
    again = UserData(store)
    _use(again, name)
    assert not [notice for notice in again.notification_lines if "broken" in notice]


def _use(game: UserData, name: str) -> None:
    """Do everything that the game may do with its files, this one among them; the board takes some time."""
    game.save_setting("em.speed", "fast")
    game.tournament_scores.read_top_ten()
    game.add_totals([("Ann", 12, (_FINISHED.transcript,))])
    game.suspended_tournament.load()
    game.suspend_tournament((("edition", "em"),), (_FINISHED.transcript,), _FINISHED)
    game.saved_games.read("GAME")
    game.saved_games.write("GAME", _FINISHED)
    for edition in EDITIONS:
        begun = _FINISHED._replace(
            transcript=_FINISHED.transcript._replace(edition=edition, options={}, moves=())
        )
        begun = decode_save(encode_save(begun._replace(move_index=0)))
        game.count_game(rules_for(edition), True, 5, 20261120)
        game.read_statistics([rules_for(edition)])[0].build_histogram()
        left = [
            game.unfinished_games.find_unfinished(edition),
            game.unfinished_games.find_awaiting_name(edition),
        ]
        for stored in filter(None, left):
            Session.from_saved_session(stored.saved).to_saved_session()
            game.unfinished_games.move_to_front(stored.entry_id)
        entry = game.make_entry_id(edition)
        game.unfinished_games.save_game(begun, entry)
        game.unfinished_games.remove_game(entry)
    game.statistics.clear_edition(EDITIONS[0])
    if name in ("PYRAMID.HGH", "RESUME.PYR"):
        entry = game.make_entry_id(EDITIONS[0])
        game.unfinished_games.save_game(_FINISHED, entry, is_awaiting_name=True)
        game.enter_score("Bob", 50, 1, entry)


def _text(kind: str, blocks: bytes) -> bytes:
    """Return a text of the game's own of these blocks, with the right checks."""
    parts = []
    for block in blocks.split(b"\n= "):
        tag, end, text = block.partition(b"\n")
        before, check, rest = text.rpartition(b"check ")
        parts.append(tag + end + before + check + (crc32_hex(before).encode() + rest[8:] if check else rest))
    body = f"retro-pyramid-{kind} 1\n".encode() + b"\n= ".join(parts)
    return body + format_check_line(body)


def scores(data: bytes) -> None:
    """Fuzz the inference of score files, with its evidence; what is longer than any is cut to a likely size."""
    data = data[:MAX_FILE_BYTES]
    inference = infer_score_layout(data)
    for candidate in inference.candidates[:3]:
        table = decode_score_records(candidate.layout, data)
        assert b"".join(table.raw_records) == data
        assert len(table.rows) == candidate.layout.record_count
        good, bad = describe_evidence(candidate, data)
        assert "\n" not in "".join(good + bad)
        assert parse_layout_name(candidate.layout.name) == candidate.layout
    detect_scores(data)


def decks(data: bytes) -> None:
    """Fuzz PYRAMID.DEC: the first two bytes choose how the rest is repeated, or no chain would ever be whole."""
    if len(data) > 16:
        unit, times, tail = data[2:], 1 + data[0] % 128, data[2 : 2 + data[1] % 3]
        # A byte near the end differs, so that the pictures do.
        data = b"".join(unit[:-4] + bytes([unit[-4] ^ time]) + unit[-3:] for time in range(times)) + tail
    for candidate in infer_deck_layouts(data):
        assert encode_pictures(candidate.layout, decode_picture_file(candidate.layout, data)) == data
        one = decode_picture_file(candidate.layout, data)[0][0]
        assert one.width * one.height == len(one.pixels)
    images = infer_image_layout(data)
    if images is not None:
        assert encode_pictures(images, decode_picture_file(images, data)) == data
    found = detect_decks(data)
    builtin = read_asset_bytes("PYRAMID.DEC")
    decode_decks_for_table(found.layout, data, None, decode_decks(builtin))
    assert encode_decks(decode_decks(builtin)) == builtin


def layouts(data: bytes) -> None:
    """Fuzz layout files and short names; what is told is told again by the short name."""
    text = data.decode("latin-1")
    first, _, rest = text.partition("\n")
    for part in (first, rest):
        try:
            layout = parse_layout_name(part) if part is first else parse_layout(part, "FILE")
        except FormatError as error:
            _one_line(error)
            continue
        if isinstance(layout, ScoreLayout):
            again = parse_layout_name(format_layout_name(layout)) if _plain(layout) else layout
            assert isinstance(again, ScoreLayout)
            assert again.fields == layout.fields
        else:
            again = parse_layout_name(format_layout_name(layout))
            assert isinstance(again, PictureLayout)
            assert again._replace(name="", image_size=None) == layout._replace(
                name="", image_size=None, card_order=again.card_order
            )


def order(data: bytes) -> None:
    """Fuzz sidecar files."""
    text = data.decode("utf-8", "replace")
    is_card_order_text(text)
    found = parse_card_order(text, "FILE")
    assert parse_card_order(order_text(found), "FILE") == found


def zips(data: bytes) -> None:
    """Fuzz .zips: what comes out is within the bounds, its names are no paths."""
    try:
        lot = read_zip("FILE", data)
    except StorageError as error:
        raise FormatError("zip", None, "one that can be read", str(error)) from None
    assert sum(len(file.data) for file in lot.files) <= MAX_TOTAL_BYTES
    assert not any({*"/\\\n"} & {*file.name} for file in lot.files)
    assert not any("\n" in trouble for trouble in lot.errors)


def articles(data: bytes) -> None:
    """Fuzz texts from outside: what can be read can be laid out, in the characters of the PC, and no line is too wide."""
    describe_file_kind(data)
    text = decode_text_file(data)
    if text is None:
        raise FormatError("text", None, "characters", "others")
    for line in lay_out_text(text, 70):
        assert line.indent + len(encode(line.text)) <= 70


_TEXTS: tuple[tuple[str, str, Callable[[bytes], Any], Callable[[Any], bytes]], ...] = (
    ("PYRAMID.STA", "statistics", statistics.decode_statistics, statistics.encode_statistics),
    ("PYRAMID.SAV", "tournament", tournament.decode_suspended, tournament.encode_suspended),
    ("PYRTOUR.TXT", "proofs", tournament.decode_proofs, tournament.encode_proofs),
    ("PYRAMID.ODD", "odds", statistics.decode_odds, statistics.encode_odds),
    ("RESUME.PYR", "resume", decode_resume_file, encode_resume_file),
)
_OTHERS = ("PYRAMID.HGH", "PYRAMID.CFG", "PYRTOUR.HGH", "GAME.PYR")
_FINISHED = SavedSession(Transcript("em", {}, 61, deal(61), (parse_move("D"),)), move_index=1)
TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        *(types, image, board, totals, scores, decks, layouts, order),
        *(articles, zips, config, saves, watched, texts, files),
    )
}


def run(name: str, data: bytes) -> bool:
    """Run a target; return whether it took the bytes, False when it refused them in one line."""
    try:
        TARGETS[name](data)
    except (FormatError, TranscriptError) as error:
        _one_line(error)
        return False
    return True


def _one_line(error: Exception) -> None:
    text = str(error)
    assert len(text.splitlines()) == 1, text
    assert len(text) <= 600, text


def _plain(layout: ScoreLayout) -> bool:
    """Say whether the labels are of the kind a short name can carry."""
    return all(
        field.label in ("", "name") or (field.label.isalnum() and not field.label.startswith("name"))
        for field in layout.fields
    )
