"""The sub-commands for the player's files: `scores`, `import` and `export`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from retro_pyramid import storage
from retro_pyramid.cards import quoted
from retro_pyramid.commands.arguments import UsageError, say
from retro_pyramid.commands.report import Report, kept_note, refuse_input
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import FoundScores, recognise_scores, recognise_totals
from retro_pyramid.formats.layouts import Layout, ScoreLayout
from retro_pyramid.formats.scores.high_scores import (
    LAYOUT,
    ForeignBoard,
    ScoreBoard,
    best_rows,
    empty_board,
    encode_board,
)
from retro_pyramid.formats.scores.records import Row
from retro_pyramid.storage.importing import original_files as originals

_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "|", "%")


def run_scores(arguments: argparse.Namespace) -> Report:
    """Report the high scores in a file, or which layouts fit the file."""
    if arguments.explain and arguments.layout:
        raise UsageError("--explain compares all layouts: it does not go with --layout")
    declared = declared_layouts(arguments.data)
    read = explain_report if arguments.explain else partial(scores_report, layout=arguments.layout)
    return of_file(arguments.file, lambda data: read(data, declared))


def declared_layouts(data: str | None) -> list[Layout]:
    """Return the layouts that the user has defined in the data folder; print a warning for each invalid one."""
    layouts, faults = originals.read_own_layouts(storage.open_store(data))
    for fault in faults:
        say(f"a layout is left out: {fault}")
    return layouts


def of_file(name: str, report: Callable[[bytes], Report]) -> Report:
    """Return the report on a file's contents; add the file name to any FormatError and raise it as StorageError."""
    try:
        return report(storage.read_bytes(name))
    except FormatError as error:
        raise storage.StorageError(f"{name}: {error}") from None


def scores_report(data: bytes, declared: Sequence[Layout] = (), layout: str | None = None) -> Report:
    """Report the scores in a .HGH file's contents; raise FormatError.

    The JSON object is {"layout": NAME, "records": [{"name", "score", "level"}, ...]}, best score first; the level is None
    if the layout has no such field.
    """
    detected = (None if layout else recognise_totals(data)) or recognise_scores(data, declared, layout)
    rows, name = detected.table.rows, detected.table.layout.name
    name_width = max(15, *(len(row.name) for row in rows))
    score_width = max(6, *(len(f"{row.score:.10g}") for row in rows))
    lines = [
        (
            f"{rank:2}  {row.name:<{name_width}}  {row.score:{score_width}.10g}  "
            f"{'' if row.level is None else row.level:>5}"
        ).rstrip()
        for rank, row in enumerate(rows, 1)
    ]
    notes = [f"layout {name} ({detected.reason}); the file is only read"] if detected.inferred else []
    losses = ForeignBoard(best_rows(rows), name).cuts if detected.inferred else ""
    notes += [f"the board of this program would cut {losses}"] if losses else []
    return Report(
        [f"    {'Name':<{name_width}}  {'Score':>{score_width}}  Level", *lines, *notes],
        _build_records_json(name, rows),
    )


def _build_records_json(layout: str, rows: Sequence[Row]) -> dict[str, object]:
    """Return the JSON object of a score table."""
    records = [{"name": row.name, "score": row.score, "level": row.level} for row in rows]
    return {"layout": layout, "records": records}


def explain_report(data: bytes, declared: Sequence[Layout] = ()) -> Report:
    """Report the layout used to read a score file, then all layouts that fit it, with the evidence.

    The JSON object is {"taken", "certain", "reason", "candidates": [{"layout", "bits", "for", "against"}, ...]}. `taken` is
    the layout used to read the file, or None if the file is rejected. `certain` and `reason` describe the inference only,
    which is not needed for a native high score file.
    """
    from retro_pyramid.formats.scores.score_inference import evidence, infer_scores

    score_layouts = [known for known in declared if isinstance(known, ScoreLayout) and known != LAYOUT]
    inference = infer_scores(data, score_layouts)
    candidates = [(candidate, *evidence(candidate, data)) for candidate in inference.candidates]
    try:
        detected: FoundScores | None = recognise_totals(data) or recognise_scores(data, declared)
    except FormatError:
        detected = None
    json_data = {
        "taken": detected.table.layout.name if detected else None,
        "certain": inference.certain,
        "reason": inference.reason,
        "candidates": [
            {
                "layout": candidate.layout.name,
                "bits": round(candidate.bits, 1),
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
        return Report([summary], json_data)
    fit_line = (
        f"layouts that fit: {len(candidates)}; the fewer bits one needs to tell the file, the likelier it is"
    )
    lines = [summary if detected else f"{summary}; --layout NAME chooses", fit_line]
    first = inference.candidates[0]
    for rank, (candidate, evidence_for, evidence_against) in enumerate(candidates, 1):
        comparison = "" if rank == 1 else f", {candidate.bits - first.bits:.0f} behind"
        comparison += (
            ", reads the same names and scores" if rank > 1 and candidate.reading == first.reading else ""
        )
        lines.append(f"{rank:3}. {candidate.layout.name}: bits {candidate.bits:.0f}{comparison}")
        lines.append(f"     for: {'; '.join(evidence_for)}")
        lines += [f"     against: {'; '.join(evidence_against)}"] if evidence_against else []
    return Report(lines, json_data)


def run_import(arguments: argparse.Namespace) -> Report:
    """Copy original files into the data folder; report a line for each, and the problems with others."""
    from retro_pyramid.storage.importing.importer import Brought, bring_in

    files = storage.game_files(arguments.data)
    result = bring_in(files, arguments.path, arguments.layout)
    losses, merge_scores = result.asked or ("", Brought)
    merged = merge_scores() if arguments.cut else Brought()
    merge_refusal = f"{arguments.path}: its scores are not added, as that cuts {losses}; --cut goes on"
    refusal_lines = [merge_refusal] if losses and not arguments.cut else []
    stderr_lines = [*result.troubles, *merged.troubles, *refusal_lines, *files.notices]
    lines = (*result.lines, *merged.lines)
    return (
        Report(lines, said=stderr_lines)
        if lines
        else refuse_input(f"{arguments.path}: nothing is imported", stderr_lines)
    )


def run_export(arguments: argparse.Namespace) -> Report:
    """Write the high scores, or a backup of all of the player's files, to a file; report its size."""
    store = storage.open_store(arguments.data)
    if originals.is_board(store, arguments.file):
        raise storage.StorageError(f"{arguments.file}: expected a file other than the board itself")
    if arguments.file.lower().endswith(".zip"):
        from retro_pyramid.storage.importing.backup import pack

        files = storage.GameFiles(store)
        data = pack(files)
        for notice in files.notices:
            say(notice)
    else:
        high_scores = originals.read_held(store)
        data = export_bytes(high_scores, arguments.file)
        if (
            isinstance(high_scores, ForeignBoard)
            and high_scores.cuts
            and arguments.file.lower().endswith(".hgh")
        ):
            say(f"{arguments.file} cuts {high_scores.cuts}")
    backup_name = storage.write_output(arguments.file, data, is_report)
    return Report([f"{arguments.file}: {len(data)} bytes{kept_note(backup_name)}"])


def export_bytes(board: ScoreBoard | ForeignBoard | None, name: str) -> bytes:
    """Return high scores (None: an empty table) encoded for the extension of the file name; raise FormatError for others.

    .HGH is the canonical layout with ten rows. A .csv file has the columns name, score and level, and .json is the output of
    `scores --json`; both contain only rows with a score.
    """
    board = board or empty_board()
    rows = [row for row in board.rows if row.score]
    extension = name.rpartition(".")[2].lower()
    if extension == "hgh":
        return encode_board(board.own)
    if extension == "json":
        import json

        layout = board.layout if isinstance(board, ForeignBoard) else LAYOUT.name
        return f"{json.dumps(_build_records_json(layout, rows))}\n".encode()
    if extension == "csv":
        import csv
        from io import StringIO

        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(("name", "score", "level"))
        writer.writerows((escape_formula(row.name), row.score, row.level) for row in rows)
        return text.getvalue().encode()
    raise FormatError(
        f"file {quoted(name)}", None, "a name that ends in .HGH, .csv, .json or .zip", quoted(extension)
    )


def escape_formula(name: str) -> str:
    """Return a name as a safe CSV cell, as spreadsheets interpret some leading characters as a formula.

    >>> escape_formula("=1+1"), escape_formula("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{name}" if name.lstrip().startswith(_FORMULA_SIGNS) else name


def is_report(data: bytes) -> bool:
    """Return whether the data is a .csv or .json file written by `encode_export`, which can be regenerated at any time.

    >>> is_report(export_bytes(None, "a.csv")), is_report(export_bytes(None, "a.hgh"))
    (True, False)
    """
    return data.startswith((b"name,score,level\r\n", b'{"layout": "'))
