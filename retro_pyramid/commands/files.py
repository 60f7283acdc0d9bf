"""The sub-commands for the player's files: `scores`, `import` and `export`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from retro_pyramid import storage
from retro_pyramid.cards import quote
from retro_pyramid.commands.arguments import UsageError, warn
from retro_pyramid.commands.report import CommandReport, build_input_error_report, format_backup_note
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import DetectedScores, detect_scores, detect_totals
from retro_pyramid.formats.layouts import Layout, ScoreLayout
from retro_pyramid.formats.scores.high_scores import (
    HIGH_SCORE_LAYOUT,
    ForeignHighScores,
    HighScores,
    encode_high_scores,
    make_empty_high_scores,
    select_best_rows,
)
from retro_pyramid.formats.scores.records import ScoreRow
from retro_pyramid.storage.importing import original_files as originals

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "|", "%")


def run_scores(arguments: argparse.Namespace) -> CommandReport:
    """Report the high scores in a file, or which layouts fit the file."""
    if arguments.explain and arguments.layout:
        raise UsageError("--explain compares all layouts: it does not go with --layout")
    declared = read_declared_layouts(arguments.data)
    read = (
        build_layout_inference_report
        if arguments.explain
        else partial(build_scores_report, layout_name=arguments.layout)
    )
    return build_file_report(arguments.file, lambda data: read(data, declared))


def read_declared_layouts(data_folder: str | None) -> list[Layout]:
    """Return the layouts that the user has defined in the data folder; print a warning for each invalid one."""
    layouts, faults = originals.read_user_layouts(storage.open_store(data_folder))
    for fault in faults:
        warn(f"a layout is left out: {fault}")
    return layouts


def build_file_report(file_name: str, build_report: Callable[[bytes], CommandReport]) -> CommandReport:
    """Return the report on a file's contents; add the file name to any FormatError and raise it as StorageError."""
    try:
        return build_report(storage.read_bytes(file_name))
    except FormatError as error:
        raise storage.StorageError(f"{file_name}: {error}") from None


def build_scores_report(
    data: bytes, declared_layouts: Sequence[Layout] = (), layout_name: str | None = None
) -> CommandReport:
    """Report the scores in a .HGH file's contents; raise FormatError.

    The JSON object is {"layout": NAME, "records": [{"name", "score", "level"}, ...]}, best score first; the level is None
    if the layout has no such field.
    """
    detected = (None if layout_name else detect_totals(data)) or detect_scores(
        data, declared_layouts, layout_name
    )
    rows, name = detected.score_records.rows, detected.score_records.layout.name
    name_width = max(15, *(len(row.name) for row in rows))
    score_width = max(6, *(len(f"{row.score:.10g}") for row in rows))
    lines = [
        (
            f"{rank:2}  {row.name:<{name_width}}  {row.score:{score_width}.10g}  "
            f"{'' if row.level is None else row.level:>5}"
        ).rstrip()
        for rank, row in enumerate(rows, 1)
    ]
    notes = [f"layout {name} ({detected.reason}); the file is only read"] if detected.is_inferred else []
    losses = ForeignHighScores(select_best_rows(rows), name).truncation_text if detected.is_inferred else ""
    notes += [f"the board of this program would cut {losses}"] if losses else []
    return CommandReport(
        [f"    {'Name':<{name_width}}  {'Score':>{score_width}}  Level", *lines, *notes],
        _build_records_json(name, rows),
    )


def _build_records_json(layout: str, rows: Sequence[ScoreRow]) -> dict[str, object]:
    """Return the JSON object of a score table."""
    records = [{"name": row.name, "score": row.score, "level": row.level} for row in rows]
    return {"layout": layout, "records": records}


def build_layout_inference_report(data: bytes, declared_layouts: Sequence[Layout] = ()) -> CommandReport:
    """Report the layout used to read a score file, then all layouts that fit it, with the evidence.

    The JSON object is {"taken", "certain", "reason", "candidates": [{"layout", "bits", "for", "against"}, ...]}. `taken` is
    the layout used to read the file, or None if the file is rejected. `certain` and `reason` describe the inference only,
    which is not needed for a native high score file.
    """
    from retro_pyramid.formats.scores.score_inference import describe_evidence, infer_score_layout

    score_layouts = [
        known for known in declared_layouts if isinstance(known, ScoreLayout) and known != HIGH_SCORE_LAYOUT
    ]
    inference = infer_score_layout(data, score_layouts)
    candidates = [(candidate, *describe_evidence(candidate, data)) for candidate in inference.candidates]
    try:
        detected: DetectedScores | None = detect_totals(data) or detect_scores(data, declared_layouts)
    except FormatError:
        detected = None
    json_data = {
        "taken": detected.score_records.layout.name if detected else None,
        "certain": inference.is_certain,
        "reason": inference.reason,
        "candidates": [
            {
                "layout": candidate.layout.name,
                "bits": round(candidate.cost_bits, 1),
                "for": evidence_for,
                "against": evidence_against,
            }
            for candidate, evidence_for, evidence_against in candidates
        ],
    }
    summary = (
        f"taken by layout {json_data['taken']}: {detected.reason}"
        if detected
        else f"not taken: {inference.reason}"
    )
    if not candidates:
        return CommandReport([summary], json_data)
    fit_line = (
        f"layouts that fit: {len(candidates)}; the fewer bits one needs to tell the file, the likelier it is"
    )
    lines = [summary if detected else f"{summary}; --layout NAME chooses", fit_line]
    first = inference.candidates[0]
    for rank, (candidate, evidence_for, evidence_against) in enumerate(candidates, 1):
        comparison = "" if rank == 1 else f", {candidate.cost_bits - first.cost_bits:.0f} behind"
        comparison += (
            ", reads the same names and scores"
            if rank > 1 and candidate.interpretation == first.interpretation
            else ""
        )
        lines.append(f"{rank:3}. {candidate.layout.name}: bits {candidate.cost_bits:.0f}{comparison}")
        lines.append(f"     for: {'; '.join(evidence_for)}")
        lines += [f"     against: {'; '.join(evidence_against)}"] if evidence_against else []
    return CommandReport(lines, json_data)


def run_import(arguments: argparse.Namespace) -> CommandReport:
    """Copy original files into the data folder; report a line for each, and the problems with others."""
    from retro_pyramid.storage.importing.importer import ImportResult, import_path

    files = storage.open_user_data(arguments.data)
    result = import_path(files, arguments.path, arguments.layout)
    losses, merge_scores = result.merge_question or ("", ImportResult)
    merged = merge_scores() if arguments.cut else ImportResult()
    merge_refusal = f"{arguments.path}: its scores are not added, as that cuts {losses}; --cut goes on"
    refusal_lines = [merge_refusal] if losses and not arguments.cut else []
    stderr_lines = [*result.errors, *merged.errors, *refusal_lines, *files.notification_lines]
    lines = (*result.lines, *merged.lines)
    return (
        CommandReport(lines, stderr_lines=stderr_lines)
        if lines
        else build_input_error_report(f"{arguments.path}: nothing is imported", stderr_lines)
    )


def run_export(arguments: argparse.Namespace) -> CommandReport:
    """Write the high scores, or a backup of all of the player's files, to a file; report its size."""
    store = storage.open_store(arguments.data)
    if originals.is_high_scores_path(store, arguments.file):
        raise storage.StorageError(f"{arguments.file}: expected a file other than the board itself")
    if arguments.file.lower().endswith(".zip"):
        from retro_pyramid.storage.importing.backup import build_backup_zip

        files = storage.UserData(store)
        data = build_backup_zip(files)
        for notice in files.notification_lines:
            warn(notice)
    else:
        high_scores = originals.read_high_scores(store)
        data = encode_export(high_scores, arguments.file)
        if (
            isinstance(high_scores, ForeignHighScores)
            and high_scores.truncation_text
            and arguments.file.lower().endswith(".hgh")
        ):
            warn(f"{arguments.file} cuts {high_scores.truncation_text}")
    backup_name = storage.write_with_backup(arguments.file, data, is_exported_report)
    return CommandReport([f"{arguments.file}: {len(data)} bytes{format_backup_note(backup_name)}"])


def encode_export(high_scores: HighScores | ForeignHighScores | None, file_name: str) -> bytes:
    """Return high scores (None: an empty table) encoded for the extension of the file name; raise FormatError for others.

    .HGH is the canonical layout with ten rows. A .csv file has the columns name, score and level, and .json is the output of
    `scores --json`; both contain only rows with a score.
    """
    high_scores = high_scores or make_empty_high_scores()
    rows = [row for row in high_scores.rows if row.score]
    extension = file_name.rpartition(".")[2].lower()
    if extension == "hgh":
        return encode_high_scores(high_scores.native)
    if extension == "json":
        import json

        layout = (
            high_scores.layout_name if isinstance(high_scores, ForeignHighScores) else HIGH_SCORE_LAYOUT.name
        )
        return f"{json.dumps(_build_records_json(layout, rows))}\n".encode()
    if extension == "csv":
        import csv
        from io import StringIO

        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(("name", "score", "level"))
        writer.writerows((escape_csv_formula(row.name), row.score, row.level) for row in rows)
        return text.getvalue().encode()
    raise FormatError(
        f"file {quote(file_name)}", None, "a name that ends in .HGH, .csv, .json or .zip", quote(extension)
    )


def escape_csv_formula(text: str) -> str:
    """Return a name as a safe CSV cell, as spreadsheets interpret some leading characters as a formula.

    >>> escape_csv_formula("=1+1"), escape_csv_formula("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULA_SIGNS) else text


def is_exported_report(data: bytes) -> bool:
    """Return whether the data is a .csv or .json file written by `encode_export`, which can be regenerated at any time.

    >>> is_exported_report(encode_export(None, "a.csv")), is_exported_report(encode_export(None, "a.hgh"))
    (True, False)
    """
    return data.startswith((b"name,score,level\r\n", b'{"layout": "'))
