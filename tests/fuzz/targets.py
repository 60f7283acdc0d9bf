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
from retro_pyramid.cp437 import encode, text_of
from retro_pyramid.features.magazine.disk_text import lay_out
from retro_pyramid.formats import FormatError, pascal
from retro_pyramid.formats.detect import kind_of, recognise_decks, recognise_scores
from retro_pyramid.formats.layouts import PictureLayout, ScoreLayout, layout_name, parse_layout, parse_name
from retro_pyramid.formats.native import statistics_text as statistics
from retro_pyramid.formats.native import tournament_text as tournament
from retro_pyramid.formats.native.checksummed import check_line
from retro_pyramid.formats.native.config_text import decode_config, encode_config
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.formats.pictures.bgi import decode_picture
from retro_pyramid.formats.pictures.card_order import is_order, parse_order
from retro_pyramid.formats.pictures.deck import decode_decks, encode_decks, read_decks
from retro_pyramid.formats.pictures.picture_inference import decode_pictures, infer_images, infer_pictures
from retro_pyramid.formats.scores.high_scores import decode_board, decode_totals, encode_board
from retro_pyramid.formats.scores.records import decode_records
from retro_pyramid.formats.scores.score_inference import MAX_BYTES, evidence, infer_scores
from retro_pyramid.launcher.replay_source import game_of
from retro_pyramid.resources import asset_bytes
from retro_pyramid.rules import EDITIONS, parse_move, rules_for
from retro_pyramid.rules.transcript import (
    Save,
    Transcript,
    TranscriptError,
    checksum,
    parse_transcript,
    replay,
    transcript_text,
)
from retro_pyramid.session import Session
from retro_pyramid.storage import GameFiles, MemoryStore, StorageError
from retro_pyramid.storage.importing.import_files import ALL_BYTES_LIMIT, unzip
from retro_pyramid.storage.unfinished import decode_resume, encode_resume
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
    assert encode_board(decode_board(data)) == data


def totals(data: bytes) -> None:
    """Fuzz PYRTOUR.HGH."""
    assert encode_board(decode_totals(data)) == data


def config(data: bytes) -> None:
    """Fuzz PYRAMID.CFG, which takes every text: a setting is changed and the rest stays as it is."""
    found = decode_config(data)
    assert decode_config(encode_config(found)).lines == found.lines
    changed = found.changed({"em.speed": "slow"})
    assert changed.values() == {**found.values(), "em.speed": "slow"}
    assert decode_config(encode_config(changed)) == changed


def saves(data: bytes) -> None:
    """Fuzz RESUME.PYR and its like, and with it the transcript."""
    body = data.rpartition(b"check ")[0] if b"check " in data else data
    save = decode_save(body + f"check {checksum(body)}\n".encode())
    assert decode_save(encode_save(save)) == save
    assert Session.resume(save).save() == save
    parse_transcript(data.decode("utf-8", "surrogateescape"))


def watched(data: bytes) -> None:
    """Fuzz a transcript or a saved game that is to be watched: what is taken can be played."""
    try:
        game = game_of(data.decode("utf-8", "surrogateescape"), "FILE")
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
    game = GameFiles(store)
    _use(game, name)
    assert not any("\n" in notice for notice in game.notices)
    again = GameFiles(store)
    _use(again, name)
    assert not [notice for notice in again.notices if "broken" in notice]


def _use(game: GameFiles, name: str) -> None:
    """Do everything that the game may do with its files, this one among them; the board takes some time."""
    game.remember("em.speed", "fast")
    game.tour.top()
    game.add_totals([("Ann", 12, (_FINISHED.game,))])
    game.suspended.load()
    game.suspend((("edition", "em"),), (_FINISHED.game,), _FINISHED)
    game.saves.read("GAME")
    game.saves.write("GAME", _FINISHED)
    for edition in EDITIONS:
        begun = _FINISHED._replace(game=_FINISHED.game._replace(edition=edition, options={}, moves=()))
        begun = decode_save(encode_save(begun._replace(cursor=0)))
        game.count(rules_for(edition), True, 5, 20261120)
        game.figures([rules_for(edition)])[0].spread()
        left = [game.resume.get(edition), game.resume.waiting(edition)]
        for stored in filter(None, left):
            Session.resume(stored.save).save()
            game.resume.bring_forward(stored.entry)
        entry = game.new_entry(edition)
        game.resume.put(begun, entry)
        game.resume.drop(entry)
    game.statistics.clear(EDITIONS[0])
    if name in ("PYRAMID.HGH", "RESUME.PYR"):
        entry = game.new_entry(EDITIONS[0])
        game.resume.put(_FINISHED, entry, waits=True)
        game.enter("Bob", 50, 1, entry)


def _text(kind: str, blocks: bytes) -> bytes:
    """Return a text of the game's own of these blocks, with the right checks."""
    parts = []
    for block in blocks.split(b"\n= "):
        tag, end, text = block.partition(b"\n")
        before, check, rest = text.rpartition(b"check ")
        parts.append(tag + end + before + check + (checksum(before).encode() + rest[8:] if check else rest))
    body = f"retro-pyramid-{kind} 1\n".encode() + b"\n= ".join(parts)
    return body + check_line(body)


def scores(data: bytes) -> None:
    """Fuzz the inference of score files, with its evidence; what is longer than any is cut to a likely size."""
    data = data[:MAX_BYTES]
    inference = infer_scores(data)
    for candidate in inference.candidates[:3]:
        table = decode_records(candidate.layout, data)
        assert b"".join(table.records) == data
        assert len(table.rows) == candidate.layout.records
        good, bad = evidence(candidate, data)
        assert "\n" not in "".join(good + bad)
        assert parse_name(candidate.layout.name) == candidate.layout
    recognise_scores(data)


def decks(data: bytes) -> None:
    """Fuzz PYRAMID.DEC: the first two bytes choose how the rest is repeated, or no chain would ever be whole."""
    if len(data) > 16:
        unit, times, tail = data[2:], 1 + data[0] % 128, data[2 : 2 + data[1] % 3]
        # A byte near the end differs, so that the pictures do.
        data = b"".join(unit[:-4] + bytes([unit[-4] ^ time]) + unit[-3:] for time in range(times)) + tail
    for candidate in infer_pictures(data):
        assert encode_pictures(candidate.layout, decode_pictures(candidate.layout, data)) == data
        one = decode_pictures(candidate.layout, data)[0][0]
        assert one.width * one.height == len(one.pixels)
    images = infer_images(data)
    if images is not None:
        assert encode_pictures(images, decode_pictures(images, data)) == data
    found = recognise_decks(data)
    builtin = asset_bytes("PYRAMID.DEC")
    read_decks(found.layout, data, None, decode_decks(builtin))
    assert encode_decks(decode_decks(builtin)) == builtin


def layouts(data: bytes) -> None:
    """Fuzz layout files and short names; what is told is told again by the short name."""
    text = data.decode("latin-1")
    first, _, rest = text.partition("\n")
    for part in (first, rest):
        try:
            layout = parse_name(part) if part is first else parse_layout(part, "FILE")
        except FormatError as error:
            _one_line(error)
            continue
        if isinstance(layout, ScoreLayout):
            again = parse_name(layout_name(layout)) if _plain(layout) else layout
            assert isinstance(again, ScoreLayout)
            assert again.fields == layout.fields
        else:
            again = parse_name(layout_name(layout))
            assert isinstance(again, PictureLayout)
            assert again._replace(name="", size=None) == layout._replace(
                name="", size=None, order=again.order
            )


def order(data: bytes) -> None:
    """Fuzz sidecar files."""
    text = data.decode("utf-8", "replace")
    is_order(text)
    found = parse_order(text, "FILE")
    assert parse_order(order_text(found), "FILE") == found


def zips(data: bytes) -> None:
    """Fuzz .zips: what comes out is within the bounds, its names are no paths."""
    try:
        lot = unzip("FILE", data)
    except StorageError as error:
        raise FormatError("zip", None, "one that can be read", str(error)) from None
    assert sum(len(file.data) for file in lot.files) <= ALL_BYTES_LIMIT
    assert not any({*"/\\\n"} & {*file.name} for file in lot.files)
    assert not any("\n" in trouble for trouble in lot.troubles)


def articles(data: bytes) -> None:
    """Fuzz texts from outside: what can be read can be laid out, in the characters of the PC, and no line is too wide."""
    kind_of(data)
    text = text_of(data)
    if text is None:
        raise FormatError("text", None, "characters", "others")
    for line in lay_out(text, 70):
        assert line.indent + len(encode(line.text)) <= 70


_TEXTS: tuple[tuple[str, str, Callable[[bytes], Any], Callable[[Any], bytes]], ...] = (
    ("PYRAMID.STA", "statistics", statistics.decode_statistics, statistics.encode_statistics),
    ("PYRAMID.SAV", "tournament", tournament.decode_suspended, tournament.encode_suspended),
    ("PYRTOUR.TXT", "proofs", tournament.decode_proofs, tournament.encode_proofs),
    ("PYRAMID.ODD", "odds", statistics.decode_odds, statistics.encode_odds),
    ("RESUME.PYR", "resume", decode_resume, encode_resume),
)
_OTHERS = ("PYRAMID.HGH", "PYRAMID.CFG", "PYRTOUR.HGH", "GAME.PYR")
_FINISHED = Save(Transcript("em", {}, 61, deal(61), (parse_move("D"),)), cursor=1)
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
