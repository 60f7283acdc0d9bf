"""Detection of the layout of a score file or picture file.

The layout is the native one, one declared by the user, one inferred from the bytes, or one chosen by name. Other kinds
of files are identified by their first bytes, so that an error can name them.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from retro_pyramid.cards import quote
from retro_pyramid.cp437 import decode_text_file
from retro_pyramid.formats import FormatError, raise_if
from retro_pyramid.formats.layouts import (
    CANONICAL_NAME,
    Layout,
    PictureLayout,
    ScoreLayout,
    parse_layout_name,
)
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.pictures.picture_inference import (
    IMAGE_HEIGHTS,
    IMAGE_WIDTHS,
    begins_with_card,
    decode_picture_file,
    infer_deck_layouts,
    infer_image_layout,
)
from retro_pyramid.formats.scores import high_scores as scores
from retro_pyramid.formats.scores.records import ScoreRecords, decode_score_records
from retro_pyramid.rules.editions import ALL_RULES, max_points_score, points_score

if TYPE_CHECKING:
    from retro_pyramid.formats.scores.score_inference import ScoreInference

MAX_CANONICAL_SCORE = max(max_points_score(rules) for rules in ALL_RULES if rules.scoring is points_score)
"""The highest score that any rules allow, and therefore the highest that this program writes to PYRAMID.HGH."""
NATIVE_MARGIN_BITS = 18.0
"""The native layout is accepted if it explains the bytes at most this many bits worse than the best layout."""
_MAX_LISTED = 4
TEXT_KIND = "a text"
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


class AmbiguousFormatError(FormatError):
    """The file may belong to this game, but several layouts fit it, or one fits only with doubts."""


class DetectedScores(NamedTuple):
    """The detected layout and records of a score file, and the reason for the choice.

    If the layout `is_inferred`, the file must only be read, never written.
    """

    score_records: ScoreRecords
    is_inferred: bool
    reason: str

    @property
    def layout(self) -> ScoreLayout:
        return self.score_records.layout


class DetectedDecks(NamedTuple):
    """The detected layout of a picture file, whether it was inferred, and the reason for the choice."""

    layout: PictureLayout
    is_inferred: bool
    reason: str


def detect_scores(
    data: bytes, declared_layouts: Sequence[Layout] = (), layout_name: str | None = None
) -> DetectedScores:
    """Return the layout and the records of a score file.

    `declared_layouts` come from the user's layout files. `layout_name` selects one of them, `canonical`, or any short
    name. Raise FormatError if no layout fits, if none is clearly the best, or if the selected one does not fit.
    """
    score_layouts = [
        layout
        for layout in declared_layouts
        if isinstance(layout, ScoreLayout) and layout != scores.HIGH_SCORE_LAYOUT
    ]
    if layout_name is not None:
        chosen = _find_layout(layout_name, [*score_layouts, scores.HIGH_SCORE_LAYOUT])
        score_records = decode_score_records(chosen, data)
        return DetectedScores(
            score_records=score_records,
            is_inferred=chosen != scores.HIGH_SCORE_LAYOUT,
            reason="chosen by name",
        )
    try:
        native_scores: scores.HighScores | None = scores.decode_high_scores(data)
    except FormatError as error:
        native_scores, problem = None, error
    else:
        assert native_scores is not None
        problem = FormatError("score board", None, "a row with a name and a score", "none")
        if (
            _has_native_rows(native_scores)
            and _is_within_rules(native_scores)
            and not native_scores.has_stale_bytes
        ):
            score_records = decode_score_records(scores.HIGH_SCORE_LAYOUT, data)
            return DetectedScores(
                score_records=score_records, is_inferred=False, reason="exactly as this program writes it"
            )
    # Lazy import: keeps start-up fast, because a native file needs no inference.
    from retro_pyramid.formats.scores.score_inference import infer_score_layout

    inference = infer_score_layout(data, score_layouts)
    best = inference.candidates[0].layout if inference.is_certain else None
    if native_scores is not None and (
        _field_shape(best) == _field_shape(scores.HIGH_SCORE_LAYOUT)
        or _may_be_native(native_scores, inference)
    ):
        score_records = decode_score_records(scores.HIGH_SCORE_LAYOUT, data)
        return DetectedScores(
            score_records=score_records, is_inferred=False, reason="as this program writes it"
        )
    if best is not None:
        score_records = (
            decode_score_records(best, data) if best in score_layouts else inference.decode_best(data)
        )
        return DetectedScores(score_records=score_records, is_inferred=True, reason=inference.reason)
    _reject_other_kind("score board", "high scores", data)
    if not inference.candidates:
        raise _no_layout_error(problem)
    layout_names = [candidate.layout.name for candidate in inference.best_per_interpretation]
    more_text = f" and {len(layout_names) - _MAX_LISTED} more" if len(layout_names) > _MAX_LISTED else ""
    expected = "one layout that clearly fits (choose with --layout NAME, --explain tells more)"
    found_text = f"{', '.join(layout_names[:_MAX_LISTED])}{more_text}: {inference.reason}"
    raise AmbiguousFormatError("score board", None, expected, found_text)


def detect_totals(data: bytes) -> DetectedScores | None:
    """Return the totals of a PYRTOUR.HGH exactly as this program writes it, or None for any other file."""
    try:
        totals = scores.decode_totals(data)
    except FormatError:
        return None
    if totals.has_stale_bytes or any(row.score <= 0 and row != scores.EMPTY_TOTAL_ROW for row in totals.rows):
        return None
    score_records = decode_score_records(scores.TOTALS_LAYOUT, data)
    return DetectedScores(
        score_records=score_records, is_inferred=False, reason="totals, as this program writes them"
    )


def detect_decks(
    data: bytes,
    declared_layouts: Sequence[Layout] = (),
    layout_name: str | None = None,
    allow_any_images: bool = False,
) -> DetectedDecks:
    """Return the layout of a picture file; the arguments are those of detect_scores.

    With `allow_any_images`, images that are no deck are accepted too, for tools.
    """
    picture_layouts = [
        layout
        for layout in declared_layouts
        if isinstance(layout, PictureLayout) and layout != deck.DECK_LAYOUT
    ]
    if layout_name is not None:
        chosen = _find_layout(layout_name, [*picture_layouts, deck.DECK_LAYOUT])
        decode_picture_file(chosen, data)
        return DetectedDecks(layout=chosen, is_inferred=chosen != deck.DECK_LAYOUT, reason="chosen by name")
    # Declared layouts first: one may differ from the native layout only in card order, which is not in the file.
    fitting = [layout for layout in picture_layouts if _can_decode(layout, data)]
    if len(fitting) == 1:
        return DetectedDecks(layout=fitting[0], is_inferred=True, reason="a declared layout that fits")
    if not fitting and len(data) == deck.DECK_FILE_BYTES and _can_decode(deck.DECK_LAYOUT, data):
        return DetectedDecks(layout=deck.DECK_LAYOUT, is_inferred=False, reason="as this program writes it")
    candidates = infer_deck_layouts(data)
    if not candidates and not fitting:
        images = infer_image_layout(data) if allow_any_images else None
        if images is not None:
            return DetectedDecks(layout=images, is_inferred=True, reason="images of one size, but no deck")
        _reject_other_kind("decks", "pictures of cards", data)
        raise_if(
            not begins_with_card(data),
            "decks",
            None,
            "pictures of cards (or --layout NAME)",
            f"no image of {IMAGE_WIDTHS[0]} x {IMAGE_HEIGHTS[0]} to {IMAGE_WIDTHS[-1]} x {IMAGE_HEIGHTS[-1]} "
            "pixels at the start",
        )
        try:
            deck.decode_decks(data)
        except FormatError as error:
            raise _no_layout_error(error) from None
    names = [candidate.layout.name for candidate in candidates]
    if len(fitting) > 1 or len(candidates) != 1:
        expected = "one layout that fits (choose with --layout NAME)"
        raise AmbiguousFormatError(
            "decks", None, expected, ", ".join([*(layout.name for layout in fitting), *names])
        )
    best = candidates[0]
    if not best.is_certain:
        expected = f"the pictures of a deck (or --layout {names[0]})"
        raise AmbiguousFormatError("decks", None, expected, "; ".join(best.doubts))
    reason = "; ".join((*best.evidence, *best.doubts))
    return DetectedDecks(layout=best.layout, is_inferred=True, reason=reason)


def _reject_other_kind(subject: str, expected: str, data: bytes) -> None:
    """Raise FormatError if the bytes are of another known kind: that says more than a wrong offset or size."""
    kind = describe_file_kind(data)
    raise_if(kind, subject, None, f"{expected} (or --layout NAME)", kind)


def _no_layout_error(error: FormatError) -> FormatError:
    """Return the error of the native layout for a file that no other known layout fits either."""
    expected = f"{error.expected} (or another layout, chosen with --layout NAME)"
    return FormatError(error.subject, error.offset, expected, f"{error.found}, and no other layout fits")


def _find_layout(name: str, declared: Sequence[LayoutT]) -> LayoutT:
    """Return the declared layout with this name, or the layout that it describes as a short name. Raise FormatError."""
    match = next((layout for layout in declared if layout.name == name), None)
    if match is not None:
        return match
    try:
        described = parse_layout_name(name)
    except FormatError as error:
        if "x" in name.replace("*", "x"):
            raise
        allowed = ", ".join(dict.fromkeys([*(layout.name for layout in declared), CANONICAL_NAME]))
        raise FormatError(error.subject, None, f"{allowed} or {error.expected}", "neither") from None
    if not isinstance(described, type(declared[0])):
        mismatch = ("a layout of pictures", "one of a score file")
        if isinstance(described, PictureLayout):
            mismatch = ("a layout of a score file", "one of pictures")
        raise FormatError(f"layout {quote(name)}", None, *mismatch)
    return described


def _has_native_rows(native_scores: scores.HighScores) -> bool:
    """Return whether every row is a native placeholder, or has points and a valid level."""
    return all(
        row == scores.EMPTY_ROW or (row.score > 0 and row.level in (1, 2)) for row in native_scores.rows
    )


def _is_within_rules(native_scores: scores.HighScores) -> bool:
    return all(row.score <= MAX_CANONICAL_SCORE for row in native_scores.rows)


def _may_be_native(native_scores: scores.HighScores, inference: "ScoreInference") -> bool:
    """Return whether a file may be native although it was edited or has stale bytes of an older file behind its names.

    The inference must not be certain of another layout, and no other layout may explain the bytes clearly better.
    """
    if (
        inference.is_certain
        or not _has_native_rows(native_scores)
        or (native_scores.has_stale_bytes and not _is_within_rules(native_scores))
    ):
        return False
    best_bits = inference.candidates[0].cost_bits if inference.candidates else 0.0
    return any(
        _field_shape(candidate.layout) == _field_shape(scores.HIGH_SCORE_LAYOUT)
        and candidate.cost_bits - best_bits <= NATIVE_MARGIN_BITS
        for candidate in inference.candidates
    )


def _field_shape(layout: ScoreLayout | None) -> tuple[int, list[tuple[str, int]]]:
    """Return a layout's record count with the types and offsets of its fields, without their labels."""
    return (
        (layout.record_count, [(field.type, field.offset) for field in layout.fields]) if layout else (0, [])
    )


def _can_decode(layout: PictureLayout, data: bytes) -> bool:
    try:
        decode_picture_file(layout, data)
    except FormatError:
        return False
    return True


def describe_file_kind(data: bytes) -> str:
    r"""Return the kind of a file as a phrase, or an empty string if it is unknown.

    >>> describe_file_kind(b"\x89PNG\r\n\x1a\n"), describe_file_kind(b"A text\r\n"), describe_file_kind(b"\0\1")
    ('a PNG picture', 'a text', '')
    """
    for pattern, description in _SIGNATURES:
        if re.match(pattern, data, re.DOTALL):
            return description
    if (decode_text_file(data[:_TEXT_PROBE_BYTES]) or "").strip():
        return TEXT_KIND
    return "a picture in ANSI characters" if _ANSI_SEQUENCE.match(data) else ""
