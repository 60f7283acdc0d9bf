"""Find the layout of a score file or picture file: ours, declared, inferred from the bytes, or chosen by name.

Other kinds of files are told by their first bytes, so that a refusal can say what was found.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from retro_pyramid.cards import quoted
from retro_pyramid.cp437 import text_of
from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.boards import scores
from retro_pyramid.formats.boards.records import Table, decode_records
from retro_pyramid.formats.layouts import CANONICAL, Layout, PictureLayout, ScoreLayout, parse_name
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.pictures.inference import decode_pictures, infer_images, infer_pictures
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.rules.scoring import max_tally, tally

if TYPE_CHECKING:
    from retro_pyramid.formats.boards.inference import Inference

MAX_CANONICAL_SCORE = max(max_tally(rules) for rules in RECORDS if rules.scoring is tally)
"""The highest score that any rules allow, and so the highest that this program writes to PYRAMID.HGH."""
OURS_BITS = 18.0
"""How many bits worse than the best layout ours may explain the bytes and still be taken."""
_NAMED = 4
TEXT = "a text"
_ANSI = re.compile(rb"[^\x1b]{0,80}\x1b\[[0-9;]*[A-Za-z]")
_LOOKED_AT = 1 << 18
"""Bytes that tell whether a file is a text: laying out all of a large one takes ten times its memory."""
_KINDS = (
    (rb"\x89PNG\r\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"BM.{4}\0{4}", "a BMP picture"),
    (rb"\n[\0-\x05]\x01[\x01\x02\x04\x08]", "a PCX picture"),
    (rb"%PDF-", "a PDF document"),
    (rb"RIFF.{4}WAVE|OggS|ID3|fLaC", "a sound"),
    (rb"MThd", "a MIDI tune"),
    (rb"MZ", "a program of DOS, which is not run here"),
    (rb"\x7fELF", "a program of Unix, which is not run here"),
    (
        rb"\x1f\x8b|7z\xbc\xaf|Rar!|\x60\xea|BZh|\xfd7zXZ|.{2}-lh[0-7]-|.{257}ustar",
        "an archive: unpack it first, or make a .zip of it",
    ),
    (rb"\0\0[\1\2]\0.\0.{3}\0", "icons of Windows"),
    (rb"\0[\1-\3](?=.{64}[\0\1\x80\x81]\0)|PK\x08\x08BGI ", "a font"),
    (rb"\xeb.\x90.{507}\x55\xaa", "the image of a disk: copy its files out first"),
)
Kind = TypeVar("Kind", ScoreLayout, PictureLayout)


class Unclear(FormatError):
    """A file that may be of this game, but more than one layout fits it, or one only with doubts."""


class FoundScores(NamedTuple):
    """A score file's layout and records, whether that was inferred (then it is only to be read), and why it was taken."""

    table: Table
    inferred: bool
    reason: str

    @property
    def layout(self) -> ScoreLayout:
        return self.table.layout


class FoundDecks(NamedTuple):
    """A picture file: its layout, whether that was inferred, and why it was taken, in words."""

    layout: PictureLayout
    inferred: bool
    reason: str


def recognise_scores(data: bytes, declared: Sequence[Layout] = (), name: str | None = None) -> FoundScores:
    """Return the layout and the records of a score file.

    `declared` are the layouts of the user's layout files; `name` chooses one of them, `canonical`, or any
    short name. Raise FormatError when no layout fits, when none clearly fits best, or when the chosen one
    does not fit.
    """
    own = [one for one in declared if isinstance(one, ScoreLayout) and one != scores.LAYOUT]
    if name is not None:
        chosen = _chosen(name, [*own, scores.LAYOUT])
        table = decode_records(chosen, data)
        return FoundScores(table=table, inferred=chosen != scores.LAYOUT, reason="chosen by name")
    try:
        board: scores.ScoreBoard | None = scores.decode_board(data)
    except FormatError as error:
        board, trouble = None, error
    else:
        assert board is not None
        trouble = FormatError("score board", None, "a row with a name and a score", "none")
        if _is_ours(board) and _is_within_rules(board) and not board.has_leftovers:
            table = decode_records(scores.LAYOUT, data)
            return FoundScores(table=table, inferred=False, reason="exactly as this program writes it")
    # Imported late: the game starts with this module, and its own board needs no inference.
    from retro_pyramid.formats.boards.inference import infer_scores

    inference = infer_scores(data, own)
    best = inference.candidates[0].layout if inference.certain else None
    if board is not None and (_shape(best) == _shape(scores.LAYOUT) or _may_be_ours(board, inference)):
        table = decode_records(scores.LAYOUT, data)
        return FoundScores(table=table, inferred=False, reason="as this program writes it")
    if best is not None:
        table = decode_records(best, data) if best in own else inference.table(data)
        return FoundScores(table=table, inferred=True, reason=inference.reason)
    _name_other_kind("score board", "high scores", data)
    if not inference.candidates:
        raise _no_layout_fits(trouble)
    readings = [candidate.layout.name for candidate in inference.readings]
    more = f" and {len(readings) - _NAMED} more" if len(readings) > _NAMED else ""
    expected = "one layout that clearly fits (choose with --layout NAME, --explain tells more)"
    found = f"{', '.join(readings[:_NAMED])}{more}: {inference.reason}"
    raise Unclear("score board", None, expected, found)


def recognise_totals(data: bytes) -> FoundScores | None:
    """Return the totals of tournaments, a PYRTOUR.HGH exactly as this program writes it; None for any other file."""
    try:
        board = scores.decode_totals(data)
    except FormatError:
        return None
    if board.has_leftovers or any(row.score <= 0 and row != scores.EMPTY_TOTAL for row in board.rows):
        return None
    table = decode_records(scores.TOTALS, data)
    return FoundScores(table=table, inferred=False, reason="totals, as this program writes them")


def recognise_decks(
    data: bytes, declared: Sequence[Layout] = (), name: str | None = None, loose: bool = False
) -> FoundDecks:
    """Return a picture file's layout, as recognise_scores does; `loose` also takes images that are no deck, for tools."""
    own = [one for one in declared if isinstance(one, PictureLayout) and one != deck.LAYOUT]
    if name is not None:
        chosen = _chosen(name, [*own, deck.LAYOUT])
        decode_pictures(chosen, data)
        return FoundDecks(layout=chosen, inferred=chosen != deck.LAYOUT, reason="chosen by name")
    # Declared layouts first: one may differ from ours in the order alone, which is not in the file.
    fitting = [layout for layout in own if _decodes(layout, data)]
    if len(fitting) == 1:
        return FoundDecks(layout=fitting[0], inferred=True, reason="a declared layout that fits")
    if not fitting and len(data) == deck.FILE_BYTES and _decodes(deck.LAYOUT, data):
        return FoundDecks(layout=deck.LAYOUT, inferred=False, reason="as this program writes it")
    candidates = infer_pictures(data)
    if not candidates and not fitting:
        images = infer_images(data) if loose else None
        if images is not None:
            return FoundDecks(layout=images, inferred=True, reason="images of one size, but no deck")
        _name_other_kind("decks", "pictures of cards", data)
        try:
            deck.decode_decks(data)
        except FormatError as error:
            raise _no_layout_fits(error) from None
    names = [candidate.layout.name for candidate in candidates]
    if len(fitting) > 1 or len(candidates) != 1:
        expected = "one layout that fits (choose with --layout NAME)"
        raise Unclear("decks", None, expected, ", ".join([*(one.name for one in fitting), *names]))
    best = candidates[0]
    if not best.certain:
        expected = f"the pictures of a deck (or --layout {names[0]})"
        raise Unclear("decks", None, expected, "; ".join(best.doubts))
    reason = "; ".join((*best.evidence, *best.doubts))
    return FoundDecks(layout=best.layout, inferred=True, reason=reason)


def _name_other_kind(what: str, expected: str, data: bytes) -> None:
    """Raise FormatError where the bytes are of another known kind, which says more than a wrong offset or size."""
    kind = kind_of(data)
    refuse(kind, what, None, f"{expected} (or --layout NAME)", kind)


def _no_layout_fits(error: FormatError) -> FormatError:
    """Return the error of our own layout for a file that no other known layout fits either."""
    expected = f"{error.expected} (or another layout, chosen with --layout NAME)"
    return FormatError(error.what, error.offset, expected, f"{error.found}, and no other layout fits")


def _chosen(name: str, declared: Sequence[Kind]) -> Kind:
    """Return the declared layout of that name, or the one that it describes as a short name; raise FormatError."""
    found = next((layout for layout in declared if layout.name == name), None)
    if found is not None:
        return found
    try:
        described = parse_name(name)
    except FormatError as error:
        if "x" in name.replace("*", "x"):
            raise
        known = ", ".join(dict.fromkeys([*(layout.name for layout in declared), CANONICAL]))
        raise FormatError(error.what, None, f"{known} or {error.expected}", "neither") from None
    if not isinstance(described, type(declared[0])):
        words = ("a layout of pictures", "one of a score file")
        if isinstance(described, PictureLayout):
            words = ("a layout of a score file", "one of pictures")
        raise FormatError(f"layout {quoted(name)}", None, *words)
    return described


def _is_ours(board: scores.ScoreBoard) -> bool:
    """Say whether every row is a placeholder of ours, or has points and a level that there is."""
    return all(row == scores.EMPTY_PLACE or (row.score > 0 and row.level in (1, 2)) for row in board.rows)


def _is_within_rules(board: scores.ScoreBoard) -> bool:
    return all(row.score <= MAX_CANONICAL_SCORE for row in board.rows)


def _may_be_ours(board: scores.ScoreBoard, inference: "Inference") -> bool:
    """Say whether a board may be ours although it was edited, or has stale bytes of an older file behind its names.

    The inference must not be certain of another layout, nor explain the bytes clearly better by one.
    """
    if inference.certain or not _is_ours(board) or (board.has_leftovers and not _is_within_rules(board)):
        return False
    best = inference.candidates[0].bits if inference.candidates else 0.0
    return any(
        _shape(one.layout) == _shape(scores.LAYOUT) and one.bits - best <= OURS_BITS
        for one in inference.candidates
    )


def _shape(layout: ScoreLayout | None) -> tuple[int, list[tuple[str, int]]]:
    """Return a layout's record count, types and offsets, without the labels."""
    return (layout.records, [(field.type, field.offset) for field in layout.fields]) if layout else (0, [])


def _decodes(layout: PictureLayout, data: bytes) -> bool:
    try:
        decode_pictures(layout, data)
    except FormatError:
        return False
    return True


def kind_of(data: bytes) -> str:
    r"""Return the kind of a file in words, an empty text where it is not known.

    >>> kind_of(b"\x89PNG\r\n\x1a\n"), kind_of(b"A text\r\n"), kind_of(b"\0\1")
    ('a PNG picture', 'a text', '')
    """
    for pattern, words in _KINDS:
        if re.match(pattern, data, re.DOTALL):
            return words
    if (text_of(data[:_LOOKED_AT]) or "").strip():
        return TEXT
    return "a picture in ANSI characters" if _ANSI.match(data) else ""
