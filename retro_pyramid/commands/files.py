"""The sub-commands about the player's files: `scores`, `import` and `export`."""

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
    """Report the high scores of a file, or which layouts fit it."""
    if arguments.explain and arguments.layout:
        raise UsageError("--explain compares all layouts: it does not go with --layout")
    declared = declared_layouts(arguments.data)
    read = explain_report if arguments.explain else partial(scores_report, layout=arguments.layout)
    return of_file(arguments.file, lambda data: read(data, declared))


def declared_layouts(data: str | None) -> list[Layout]:
    """Return the layouts of the user's files in the data folder; a fault is said at once."""
    own, faults = originals.read_own_layouts(storage.open_store(data))
    for fault in faults:
        say(f"a layout is left out: {fault}")
    return own


def of_file(name: str, report: Callable[[bytes], Report]) -> Report:
    """Return what is reported of a file's bytes; an error names the file."""
    try:
        return report(storage.read_bytes(name))
    except FormatError as error:
        raise storage.StorageError(f"{name}: {error}") from None


def scores_report(data: bytes, declared: Sequence[Layout] = (), layout: str | None = None) -> Report:
    """Report the scores in a .HGH file's bytes; raise FormatError.

    The data is {"layout": NAME, "records": [{"name", "score", "level"}, ...]}, best first; the level is None where the
    layout has no such field.
    """
    found = (None if layout else recognise_totals(data)) or recognise_scores(data, declared, layout)
    rows, name = found.table.rows, found.table.layout.name
    wide = max(15, *(len(row.name) for row in rows))
    tall = max(6, *(len(f"{row.score:.10g}") for row in rows))
    lines = [
        f"{place:2}  {row.name:<{wide}}  {row.score:{tall}.10g}  {'' if row.level is None else row.level:>5}".rstrip()
        for place, row in enumerate(rows, 1)
    ]
    told = [f"layout {name} ({found.reason}); the file is only read"] if found.inferred else []
    cuts = ForeignBoard(best_rows(rows), name).cuts if found.inferred else ""
    told += [f"the board of this program would cut {cuts}"] if cuts else []
    return Report([f"    {'Name':<{wide}}  {'Score':>{tall}}  Level", *lines, *told], _records(name, rows))


def _records(layout: str, rows: Sequence[Row]) -> dict[str, object]:
    records = [{"name": row.name, "score": row.score, "level": row.level} for row in rows]
    return {"layout": layout, "records": records}


def explain_report(data: bytes, declared: Sequence[Layout] = ()) -> Report:
    """Report by which layout a score file is read, then every layout that fits, with the evidence.

    The data is {"taken", "certain", "reason", "candidates": [{"layout", "bits", "for", "against"}, ...]}; `taken` is
    the layout by which the file is read, None where it is refused; `certain` and `reason` are of the inference alone,
    which a board of this program does not need.
    """
    from retro_pyramid.formats.scores.score_inference import evidence, infer_scores

    own = [one for one in declared if isinstance(one, ScoreLayout) and one != LAYOUT]
    inference = infer_scores(data, own)
    told = [(candidate, *evidence(candidate, data)) for candidate in inference.candidates]
    try:
        found: FoundScores | None = recognise_totals(data) or recognise_scores(data, declared)
    except FormatError:
        found = None
    facts = {
        "taken": found.table.layout.name if found else None,
        "certain": inference.certain,
        "reason": inference.reason,
        "candidates": [
            {"layout": one.layout.name, "bits": round(one.bits, 1), "for": good, "against": bad}
            for one, good, bad in told
        ],
    }
    taken = f"taken by layout {facts['taken']}: {found.reason}" if found else f"not taken: {inference.reason}"
    if not told:
        return Report([taken], facts)
    fit = f"layouts that fit: {len(told)}; the fewer bits one needs to tell the file, the likelier it is"
    lines = [taken if found else f"{taken}; --layout NAME chooses", fit]
    first = inference.candidates[0]
    for place, (one, good, bad) in enumerate(told, 1):
        alike = "" if place == 1 else f", {one.bits - first.bits:.0f} behind"
        alike += ", reads the same names and scores" if place > 1 and one.reading == first.reading else ""
        lines.append(f"{place:3}. {one.layout.name}: bits {one.bits:.0f}{alike}")
        lines.append(f"     for: {'; '.join(good)}")
        lines += [f"     against: {'; '.join(bad)}"] if bad else []
    return Report(lines, facts)


def run_import(arguments: argparse.Namespace) -> Report:
    """Copy original files into the data folder; report a line for each, and what was wrong with others."""
    from retro_pyramid.storage.importing.importer import Brought, bring_in

    files = storage.game_files(arguments.data)
    brought = bring_in(files, arguments.path, arguments.layout)
    cuts, join = brought.asked or ("", Brought)
    joined = join() if arguments.cut else Brought()
    left = f"{arguments.path}: its scores are not added, as that cuts {cuts}; --cut goes on"
    asked = [left] if cuts and not arguments.cut else []
    said = [*brought.troubles, *joined.troubles, *asked, *files.notices]
    lines = (*brought.lines, *joined.lines)
    return Report(lines, said=said) if lines else refuse_input(f"{arguments.path}: nothing is imported", said)


def run_export(arguments: argparse.Namespace) -> Report:
    """Write the board, or all of the player's files, to a file; report its size."""
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
        held = originals.read_held(store)
        data = export_bytes(held, arguments.file)
        if isinstance(held, ForeignBoard) and held.cuts and arguments.file.lower().endswith(".hgh"):
            say(f"{arguments.file} cuts {held.cuts}")
    kept = storage.write_output(arguments.file, data, is_report)
    return Report([f"{arguments.file}: {len(data)} bytes{kept_note(kept)}"])


def export_bytes(board: ScoreBoard | ForeignBoard | None, name: str) -> bytes:
    """Return a board (None: an empty one) as a file of that name; raise FormatError for its ending.

    .HGH is the canonical layout with its ten places; .csv with the columns name, score and level, and .json as
    `scores --json` prints it, have those with points.
    """
    board = board or empty_board()
    rows = [row for row in board.rows if row.score]
    ending = name.rpartition(".")[2].lower()
    if ending == "hgh":
        return encode_board(board.own)
    if ending == "json":
        import json

        layout = board.layout if isinstance(board, ForeignBoard) else LAYOUT.name
        return f"{json.dumps(_records(layout, rows))}\n".encode()
    if ending == "csv":
        import csv
        from io import StringIO

        text = StringIO()
        writer = csv.writer(text)
        writer.writerow(("name", "score", "level"))
        writer.writerows((escape_formula(row.name), row.score, row.level) for row in rows)
        return text.getvalue().encode()
    raise FormatError(
        f"file {quoted(name)}", None, "a name that ends in .HGH, .csv, .json or .zip", quoted(ending)
    )


def escape_formula(name: str) -> str:
    """Return a name as a cell of a table: a spreadsheet takes what begins with one of these signs for a formula.

    >>> escape_formula("=1+1"), escape_formula("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{name}" if name.lstrip().startswith(_FORMULA_SIGNS) else name


def is_report(data: bytes) -> bool:
    """Say whether bytes are such as export_bytes writes for other programs, .csv or .json, made anew at any time.

    >>> is_report(export_bytes(None, "a.csv")), is_report(export_bytes(None, "a.hgh"))
    (True, False)
    """
    return data.startswith((b"name,score,level\r\n", b'{"layout": "'))
