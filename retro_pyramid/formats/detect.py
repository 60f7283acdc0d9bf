"""Detection of the layout of a score file or picture file.

The layout is the native one, one declared by the user, one inferred from the bytes, or one chosen by name. Other kinds
of files are identified by their first bytes, so that an error can name them.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from retro_pyramid.cards import quoted
from retro_pyramid.cp437 import text_of
from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.layouts import CANONICAL, Layout, PictureLayout, ScoreLayout, parse_name
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.pictures.picture_inference import (
    HEIGHTS,
    WIDTHS,
    begins_with_card,
    decode_pictures,
    infer_images,
    infer_pictures,
)
from retro_pyramid.formats.scores import high_scores as scores
from retro_pyramid.formats.scores.records import Table, decode_records
from retro_pyramid.rules.editions import RECORDS, max_tally, tally

if TYPE_CHECKING:
    from retro_pyramid.formats.scores.score_inference import Inference

MAX_CANONICAL_SCORE = max(max_tally(rules) for rules in RECORDS if rules.scoring is tally)
"""The highest score that any rules allow, and therefore the highest that this program writes to PYRAMID.HGH."""
OURS_BITS = 18.0
"""The native layout is accepted if it explains the bytes at most this many bits worse than the best layout."""
_MAX_LISTED = 4
TEXT = "a text"
"""The kind of a plain text file."""
_ANSI_SEQUENCE = re.compile(rb"[^\x1b]{0,80}\x1b\[[0-9;]*[A-Za-z]")
_TEXT_PROBE_BYTES = 1 << 18
"""Bytes inspected to detect a text: splitting a whole large file into lines takes ten times its memory."""
_SIGNATURES = (
    (rb"\x89PNG\r\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"BM.{4}\0{4}", "a BMP picture"),
    (rb"\n[\0-\x05]\x01[\x01\x02\x04\x08]", "a PCX picture"),
    (rb"FORM.{4}(ILBM|PBM )", "an ILBM picture"),
    (rb"II\*\0|MM\0\*", "a TIFF picture"),
    (rb"8BPS\0", "a Photoshop picture"),
    (rb"RIFF.{4}WEBP", "a WebP picture"),
    (rb"%PDF-", "a PDF document"),
    (rb"RIFF.{4}WAVE|OggS|ID3|fLaC", "a sound"),
    (rb"MThd", "a MIDI tune"),
    (rb"MZ", "a program of DOS, which is not run here"),
    (rb"\x7fELF", "a program of Unix, which is not run here"),
    (
        rb"\x1f\x8b|7z\xbc\xaf|Rar!|\x60\xea|BZh|\xfd7zXZ|.{2}-lh[0-7]-|.{257}ustar",
        "an archive: unpack it first, or make a .zip of it",
    ),
    (rb"\0\0[\1\2]\0[^\0]\0.{3}\0", "icons of Windows"),
    (rb"\0[\1-\3](?=.{64}[\0\1\x80\x81]\0)|PK\x08\x08BGI ", "a font"),
    (rb"\xeb.\x90.{507}\x55\xaa", "the image of a disk: copy its files out first"),
    # It has no signature: no text, no or one colour map, a type, and the bits of a pixel.
    (rb"\0[\0\1][\1-\3\x09-\x0b].{13}[\x08\x0f\x10\x18\x20]", "a TGA picture"),
)
LayoutT = TypeVar("LayoutT", ScoreLayout, PictureLayout)


class Unclear(FormatError):
    """The file may belong to this game, but several layouts fit it, or one fits only with doubts."""


class FoundScores(NamedTuple):
    """The detected layout and records of a score file, and the reason for the choice.

    If the layout `is_inferred`, the file must only be read, never written.
    """

    table: Table
    inferred: bool
    reason: str

    @property
    def layout(self) -> ScoreLayout:
        return self.table.layout


class FoundDecks(NamedTuple):
    """The detected layout of a picture file, whether it was inferred, and the reason for the choice."""

    layout: PictureLayout
    inferred: bool
    reason: str


def recognise_scores(data: bytes, declared: Sequence[Layout] = (), name: str | None = None) -> FoundScores:
    """Return the layout and the records of a score file.

    `declared_layouts` come from the user's layout files. `layout_name` selects one of them, `canonical`, or any short
    name. Raise FormatError if no layout fits, if none is clearly the best, or if the selected one does not fit.
    """
    score_layouts = [
        layout for layout in declared if isinstance(layout, ScoreLayout) and layout != scores.LAYOUT
    ]
    if name is not None:
        chosen = _find_layout(name, [*score_layouts, scores.LAYOUT])
        score_records = decode_records(chosen, data)
        return FoundScores(table=score_records, inferred=chosen != scores.LAYOUT, reason="chosen by name")
    try:
        native_scores: scores.ScoreBoard | None = scores.decode_board(data)
    except FormatError as error:
        native_scores, problem = None, error
    else:
        assert native_scores is not None
        problem = FormatError("score board", None, "a row with a name and a score", "none")
        if (
            _has_native_rows(native_scores)
            and _is_within_rules(native_scores)
            and not native_scores.has_leftovers
        ):
            score_records = decode_records(scores.LAYOUT, data)
            return FoundScores(
                table=score_records, inferred=False, reason="exactly as this program writes it"
            )
    # Lazy import: keeps start-up fast, because a native file needs no inference.
    from retro_pyramid.formats.scores.score_inference import infer_scores

    inference = infer_scores(data, score_layouts)
    best = inference.candidates[0].layout if inference.certain else None
    if native_scores is not None and (
        _field_shape(best) == _field_shape(scores.LAYOUT) or _may_be_native(native_scores, inference)
    ):
        score_records = decode_records(scores.LAYOUT, data)
        return FoundScores(table=score_records, inferred=False, reason="as this program writes it")
    if best is not None:
        score_records = decode_records(best, data) if best in score_layouts else inference.table(data)
        return FoundScores(table=score_records, inferred=True, reason=inference.reason)
    _reject_other_kind("score board", "high scores", data)
    if not inference.candidates:
        raise _no_layout_error(problem)
    layout_names = [candidate.layout.name for candidate in inference.readings]
    more_text = f" and {len(layout_names) - _MAX_LISTED} more" if len(layout_names) > _MAX_LISTED else ""
    expected = "one layout that clearly fits (choose with --layout NAME, --explain tells more)"
    found_text = f"{', '.join(layout_names[:_MAX_LISTED])}{more_text}: {inference.reason}"
    raise Unclear("score board", None, expected, found_text)


def recognise_totals(data: bytes) -> FoundScores | None:
    """Return the totals of a PYRTOUR.HGH exactly as this program writes it, or None for any other file."""
    try:
        totals = scores.decode_totals(data)
    except FormatError:
        return None
    if totals.has_leftovers or any(row.score <= 0 and row != scores.EMPTY_TOTAL for row in totals.rows):
        return None
    score_records = decode_records(scores.TOTALS, data)
    return FoundScores(table=score_records, inferred=False, reason="totals, as this program writes them")


def recognise_decks(
    data: bytes, declared: Sequence[Layout] = (), name: str | None = None, loose: bool = False
) -> FoundDecks:
    """Return the layout of a picture file; the arguments are those of detect_scores.

    With `allow_any_images`, images that are no deck are accepted too, for tools.
    """
    picture_layouts = [
        layout for layout in declared if isinstance(layout, PictureLayout) and layout != deck.LAYOUT
    ]
    if name is not None:
        chosen = _find_layout(name, [*picture_layouts, deck.LAYOUT])
        decode_pictures(chosen, data)
        return FoundDecks(layout=chosen, inferred=chosen != deck.LAYOUT, reason="chosen by name")
    # Declared layouts first: one may differ from the native layout only in card order, which is not in the file.
    fitting = [layout for layout in picture_layouts if _can_decode(layout, data)]
    if len(fitting) == 1:
        return FoundDecks(layout=fitting[0], inferred=True, reason="a declared layout that fits")
    if not fitting and len(data) == deck.FILE_BYTES and _can_decode(deck.LAYOUT, data):
        return FoundDecks(layout=deck.LAYOUT, inferred=False, reason="as this program writes it")
    candidates = infer_pictures(data)
    if not candidates and not fitting:
        images = infer_images(data) if loose else None
        if images is not None:
            return FoundDecks(layout=images, inferred=True, reason="images of one size, but no deck")
        _reject_other_kind("decks", "pictures of cards", data)
        refuse(
            not begins_with_card(data),
            "decks",
            None,
            "pictures of cards (or --layout NAME)",
            f"no image of {WIDTHS[0]} x {HEIGHTS[0]} to {WIDTHS[-1]} x {HEIGHTS[-1]} pixels at the start",
        )
        try:
            deck.decode_decks(data)
        except FormatError as error:
            raise _no_layout_error(error) from None
    names = [candidate.layout.name for candidate in candidates]
    if len(fitting) > 1 or len(candidates) != 1:
        expected = "one layout that fits (choose with --layout NAME)"
        raise Unclear("decks", None, expected, ", ".join([*(layout.name for layout in fitting), *names]))
    best = candidates[0]
    if not best.certain:
        expected = f"the pictures of a deck (or --layout {names[0]})"
        raise Unclear("decks", None, expected, "; ".join(best.doubts))
    reason = "; ".join((*best.evidence, *best.doubts))
    return FoundDecks(layout=best.layout, inferred=True, reason=reason)


def _reject_other_kind(subject: str, expected: str, data: bytes) -> None:
    """Raise FormatError if the bytes are of another known kind: that says more than a wrong offset or size."""
    kind = kind_of(data)
    refuse(kind, subject, None, f"{expected} (or --layout NAME)", kind)


def _no_layout_error(error: FormatError) -> FormatError:
    """Return the error of the native layout for a file that no other known layout fits either."""
    expected = f"{error.expected} (or another layout, chosen with --layout NAME)"
    return FormatError(error.what, error.offset, expected, f"{error.found}, and no other layout fits")


def _find_layout(name: str, declared: Sequence[LayoutT]) -> LayoutT:
    """Return the declared layout with this name, or the layout that it describes as a short name. Raise FormatError."""
    match = next((layout for layout in declared if layout.name == name), None)
    if match is not None:
        return match
    try:
        described = parse_name(name)
    except FormatError as error:
        if "x" in name.replace("*", "x"):
            raise
        allowed = ", ".join(dict.fromkeys([*(layout.name for layout in declared), CANONICAL]))
        raise FormatError(error.what, None, f"{allowed} or {error.expected}", "neither") from None
    if not isinstance(described, type(declared[0])):
        mismatch = ("a layout of pictures", "one of a score file")
        if isinstance(described, PictureLayout):
            mismatch = ("a layout of a score file", "one of pictures")
        raise FormatError(f"layout {quoted(name)}", None, *mismatch)
    return described


def _has_native_rows(native_scores: scores.ScoreBoard) -> bool:
    """Return whether every row is a native placeholder, or has points and a valid level."""
    return all(
        row == scores.EMPTY_PLACE or (row.score > 0 and row.level in (1, 2)) for row in native_scores.rows
    )


def _is_within_rules(native_scores: scores.ScoreBoard) -> bool:
    return all(row.score <= MAX_CANONICAL_SCORE for row in native_scores.rows)


def _may_be_native(native_scores: scores.ScoreBoard, inference: "Inference") -> bool:
    """Return whether a file may be native although it was edited or has stale bytes of an older file behind its names.

    The inference must not be certain of another layout, and no other layout may explain the bytes clearly better.
    """
    if (
        inference.certain
        or not _has_native_rows(native_scores)
        or (native_scores.has_leftovers and not _is_within_rules(native_scores))
    ):
        return False
    best_bits = inference.candidates[0].bits if inference.candidates else 0.0
    return any(
        _field_shape(candidate.layout) == _field_shape(scores.LAYOUT)
        and candidate.bits - best_bits <= OURS_BITS
        for candidate in inference.candidates
    )


def _field_shape(layout: ScoreLayout | None) -> tuple[int, list[tuple[str, int]]]:
    """Return a layout's record count with the types and offsets of its fields, without their labels."""
    return (layout.records, [(field.type, field.offset) for field in layout.fields]) if layout else (0, [])


def _can_decode(layout: PictureLayout, data: bytes) -> bool:
    try:
        decode_pictures(layout, data)
    except FormatError:
        return False
    return True


def kind_of(data: bytes) -> str:
    r"""Return the kind of a file as a phrase, or an empty string if it is unknown.

    >>> kind_of(b"\x89PNG\r\n\x1a\n"), kind_of(b"A text\r\n"), kind_of(b"\0\1")
    ('a PNG picture', 'a text', '')
    """
    for pattern, description in _SIGNATURES:
        if re.match(pattern, data, re.DOTALL):
            return description
    if (text_of(data[:_TEXT_PROBE_BYTES]) or "").strip():
        return TEXT
    return "a picture in ANSI characters" if _ANSI_SEQUENCE.match(data) else ""
