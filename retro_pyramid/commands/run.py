"""The sub-commands of the command line: what they read, what they print, with which exit code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from retro_pyramid import storage
from retro_pyramid.cards import quoted
from retro_pyramid.commands.games import Report, command_deal, command_perft, command_replay, kept_note
from retro_pyramid.commands.words import (
    UsageError,
    add_edition_arguments,
    deal_number,
    fail,
    new_parser,
    option_pairs,
    printable,
)
from retro_pyramid.formats import FormatError

if TYPE_CHECKING:
    from retro_pyramid.formats.layouts import Layout

Value = TypeVar("Value")


def run_command(words: Sequence[str]) -> int:
    """Run the sub-command that the first word names; raise UsageError, FormatError or StorageError."""
    if words[0] in ("solve", "odds"):
        return _exact(words)
    code, lines = {
        "deal": _deal,
        "replay": _replay,
        "perft": _perft,
        "scores": _scores,
        "deck": _deck,
        "stats": _stats,
        "import": _import,
        "export": _export,
    }[words[0]](words[1:])
    if code == 2:
        for line in lines:
            fail(line)
        return code
    for line in lines:
        print(printable(line))
    return code


def _exact(words: Sequence[str]) -> int:
    """Run what asks the exact solver; imported only then, as nothing else needs it."""
    if words[0] == "solve":
        from retro_pyramid.commands.solve import run_solve

        return run_solve(words[1:])
    from retro_pyramid.commands.odds import run_odds

    return run_odds(words[1:])


def _deal(words: Sequence[str]) -> Report:
    parser = new_parser(prog="pyramid deal", description="Print a deal's 52 cards on one line.")
    add_edition_arguments(parser, None)
    parser.add_argument("--deal", required=True, metavar="N", help="the deal's number")
    arguments = parser.parse_args(list(words))
    options = option_pairs(arguments.option, arguments.level)
    return command_deal(arguments.edition, options, deal_number(arguments.deal))


def _replay(words: Sequence[str]) -> Report:
    parser = new_parser(prog="pyramid replay", description="Play a transcript and tell where it leads.")
    parser.add_argument("file", metavar="FILE", help="a transcript, - for standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(list(words))
    return command_replay(storage.read_text(arguments.file), arguments.json)


def _perft(words: Sequence[str]) -> Report:
    parser = new_parser(
        prog="pyramid perft", description="Count the legal move sequences after a transcript."
    )
    parser.add_argument("file", metavar="FILE", help="a transcript, - for standard input")
    parser.add_argument("--depth", required=True, metavar="D", help="the greatest length to count")
    arguments = parser.parse_args(list(words))
    # Told by the length: int refuses numbers of thousands of digits.
    if not (arguments.depth.isascii() and arguments.depth.isdigit() and len(arguments.depth) <= 3):
        raise UsageError(f"depth {quoted(arguments.depth)}: expected a whole number from 1 to 999")
    return command_perft(storage.read_text(arguments.file), int(arguments.depth))


def _scores(words: Sequence[str]) -> Report:
    from retro_pyramid.commands.files import explain_lines, scores_lines

    parser = new_parser(prog="pyramid scores", description="Show the high scores of a .HGH file.")
    parser.add_argument("file", metavar="FILE", help="a .HGH file, of this program or another of its time")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--layout", metavar="NAME", help="read it by this layout, such as 15xname15,int16,int16"
    )
    parser.add_argument("--explain", action="store_true", help="list every layout that fits, and why")
    parser.add_argument("--data", metavar="DIR", help="where layout files of your own lie (NAME.LAY)")
    arguments = parser.parse_args(list(words))
    if arguments.explain and arguments.layout:
        raise UsageError("--explain compares all layouts: it does not go with --layout")
    if arguments.explain:
        return 0, _of_file(
            arguments.file, partial(explain_lines, as_json=arguments.json, declared=_layouts(arguments.data))
        )
    read = partial(
        scores_lines, as_json=arguments.json, declared=_layouts(arguments.data), layout=arguments.layout
    )
    return 0, _of_file(arguments.file, read)


def _deck(words: Sequence[str]) -> Report:
    parser = new_parser(prog="pyramid deck", description="Look into a .DEC file, take it apart, make one.")
    named = "info|sheet|build|extract"
    parts = parser.add_subparsers(dest="part", required=True, metavar=named, parser_class=type(parser))
    info = parts.add_parser("info", help="say what is in it", allow_abbrev=False)
    info.add_argument("--json", action="store_true", help="print one JSON object")
    sheet = parts.add_parser("sheet", help="draw all its images, numbered, on one sheet", allow_abbrev=False)
    sheet.add_argument("--out", required=True, metavar="PNG", help="the picture to write")
    extract = parts.add_parser("extract", help="write each image as a PNG", allow_abbrev=False)
    extract.add_argument("--out", required=True, metavar="DIR", help="the folder to write into")
    for part in (info, sheet, extract):
        part.add_argument("file", metavar="FILE", help="a .DEC file, of this program or another of its time")
        part.add_argument("--layout", metavar="NAME", help="read it by this layout, such as 2x54,bgi16")
        part.add_argument("--data", metavar="DIR", help="where layout files of your own lie (NAME.LAY)")
    build = parts.add_parser(
        "build", help="make one from PNGs named as extract names them", allow_abbrev=False
    )
    build.add_argument("folder", metavar="DIR", help="the folder with deck1-Ac.png, ... deck2-empty.png")
    build.add_argument("--out", required=True, metavar="FILE.DEC", help="the file to write")
    arguments = parser.parse_args(list(words))
    if arguments.part == "info":
        from retro_pyramid.commands.files import deck_info_lines

        read = partial(
            deck_info_lines,
            as_json=arguments.json,
            declared=_layouts(arguments.data),
            layout=arguments.layout,
        )
        return 0, _of_file(arguments.file, read)
    from retro_pyramid.commands.decks import build_deck, draw_deck_sheet, extract_deck
    from retro_pyramid.formats.recognise import recognise_decks

    if arguments.part == "build":
        return build_deck(arguments.folder, arguments.out)
    act = draw_deck_sheet if arguments.part == "sheet" else extract_deck
    recognise = partial(recognise_decks, declared=_layouts(arguments.data), name=arguments.layout, loose=True)
    return _of_file(arguments.file, partial(act, arguments.file, arguments.out, recognise))


def _layouts(data: str | None) -> list[Layout]:
    """Return the layouts that are told by files: ours, and the user's in the data folder; a fault is said at once."""
    from retro_pyramid.formats.layouts import read_layouts
    from retro_pyramid.storage.packaged import asset_text

    texts = {
        "scores.layout": asset_text("layouts/scores.layout"),
        "decks.layout": asset_text("layouts/decks.layout"),
    }
    own, faults = storage.read_own_layouts(storage.open_store(data))
    for fault in faults:
        fail(f"a layout is left out: {fault}")
    return [*read_layouts(texts)[0], *own]


def _stats(words: Sequence[str]) -> Report:
    from retro_pyramid.formats.own.figures import json_figures, stats_lines
    from retro_pyramid.storage.statistics import read_statistics

    parser = new_parser(prog="pyramid stats", description="Show the figures of all games that ended.")
    parser.add_argument("--json", action="store_true", help="print one JSON object, all rule sets in it")
    parser.add_argument("--data", metavar="DIR", help="where PYRAMID.STA lives")
    arguments = parser.parse_args(list(words))
    table = read_statistics(storage.open_store(arguments.data))
    if arguments.json:
        import json

        return 0, [json.dumps({"figures": json_figures(table)})]
    return 0, stats_lines(table)


def _import(words: Sequence[str]) -> Report:
    parser = new_parser(
        prog="pyramid import",
        description="Copy high scores, cards and texts of the original's time into the data folder, whatever their layout.",
    )
    parser.add_argument("path", metavar="PATH", help="a file, a folder, or a .zip of a whole disk")
    parser.add_argument("--layout", metavar="NAME", help="read the score file by this layout")
    parser.add_argument("--data", metavar="DIR", help="the data folder")
    arguments = parser.parse_args(list(words))
    files = storage.game_files(arguments.data)
    from retro_pyramid.storage.bringing.bring import bring_in

    brought = bring_in(files, arguments.path, arguments.layout)
    told = [*brought.troubles, *files.notices]
    if not brought.lines:
        return 2, told
    for line in told:
        fail(line)
    return 0, list(brought.lines)


def _export(words: Sequence[str]) -> Report:
    from retro_pyramid.commands.files import export_bytes, is_report

    parser = new_parser(
        prog="pyramid export", description="Write the ten high scores, or everything, to a file."
    )
    parser.add_argument(
        "file", metavar="FILE", help="its ending says how: .HGH, .csv or .json; all files: .zip"
    )
    parser.add_argument("--data", metavar="DIR", help="the data folder")
    arguments = parser.parse_args(list(words))
    store = storage.open_store(arguments.data)
    if storage.is_board(store, arguments.file):
        raise storage.StorageError(f"{arguments.file}: expected a file other than the board itself")
    if arguments.file.lower().endswith(".zip"):
        files = storage.GameFiles(store)
        from retro_pyramid.storage.bringing.backup import pack

        data = pack(files)
        for notice in files.notices:
            fail(notice)
    else:
        held = storage.read_held(store)
        data = export_bytes(held.own if held else None, arguments.file)
    kept = storage.write_output(arguments.file, data, is_report)
    return 0, [f"{arguments.file}: {len(data)} bytes{kept_note(kept)}"]


def _of_file(name: str, read: Callable[[bytes], Value]) -> Value:
    """Return what `read` makes of a file; an error names the file."""
    try:
        return read(storage.read_bytes(name))
    except FormatError as error:
        raise storage.StorageError(f"{name}: {error}") from None
