"""What is written is true: links and files that documents name are there, examples run, sentences follow one rule."""

import ast
import doctest
import importlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.commands.arguments import (
    COMMANDS,
    OPTION_CONFLICTS,
    ArgumentOrGroup,
    SubcommandSpecs,
    load_command_arguments,
)
from retro_pyramid.commands.statistics_report import build_statistics_json
from retro_pyramid.editions.settings_file import EDITION_SWITCHES
from retro_pyramid.formats.native.statistics import Statistics
from retro_pyramid.formats.pascal import decode_real
from retro_pyramid.formats.pictures.bgi import Picture, encode_picture
from retro_pyramid.formats.scores.high_scores import make_empty_high_scores
from retro_pyramid.launcher.cli_args import GAME_ARGUMENTS
from retro_pyramid.rules import initial_state, rules_for
from retro_pyramid.solver import exact
from retro_pyramid.solver.exact import solve_position
from retro_pyramid.solver.search import winning

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    "README.md",
    "HACKING.md",
    "web/README.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)
_ROOMS = "cards|cli|rules|solver|session|formats|machine|screens|programs|storage|commands|play|page|tests|assets|web"


def page(name: str | Path) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere_and_files_that_are_named_exist(document: str) -> None:
    text, folder = page(document), (ROOT / document).parent
    links = [link for link in re.findall(r'(?:src="|\]\()([^)#"]+)', text) if "://" not in link]
    assert [link for link in links if not Path(os.path.normpath(folder / link)).exists()] == []
    named = set(re.findall(rf"`((?:retro_pyramid/)?(?:{_ROOMS})/[\w/.]*)", text))
    # What a build makes is never kept.
    kept = [name for name in named if "NAME" not in name and not name.startswith("web/dist")]
    places = (ROOT, ROOT / "retro_pyramid", ROOT / "web")
    assert [name for name in kept if not any((place / name).exists() for place in places)] == []


def test_the_share_of_odm_deals_that_can_be_cleared_is_the_same_everywhere() -> None:
    """STUDIES.md has the figure; Setup and the magazine's article give it in words."""
    for level in ("1", "2"):
        (percent,) = re.findall(rf"\| odm, level {level} \| (\d+) % \|", page("docs/STUDIES.md"))
        number = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")[
            round(100 / int(percent))
        ]
        assert f"level={level} | one in {number} can be cleared |" in page("assets/programs/odm.txt")
        assert f"About one deal in {number} can be cleared" in page("assets/articles/pyramid.txt")


def test_the_bytes_in_the_figures_are_those_of_the_formats() -> None:
    text = page("docs/FILES.md")
    image, record = [
        bytes.fromhex(line) for line in re.findall(r"(?m)^    ((?:[0-9A-F]{2} +)+[0-9A-F]{2})$", text)
    ]
    assert image == encode_picture(Picture(3, 2, bytes([12, 1, 15, 2, 0, 14])))
    assert record == make_empty_high_scores().add("Ann", 120, 2)[0].raw_records[0]
    (real,) = re.findall(r"`real` 12345 is `([0-9A-F ]+)`", text)
    assert decode_real(bytes.fromhex(real)) == 12345


def test_the_examples_of_the_solver_s_document_run_and_its_shortest_line_is_the_one_printed() -> None:
    text = page("docs/SOLVER.md")
    examples = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, "SOLVER", None, 0)
    result = doctest.DocTestRunner().run(examples)
    assert result.attempted > 20
    assert result.failed == 0
    printed = text.partition("--shortest\n")[2].partition("```")[0].split()
    rules = rules_for("em")
    found = solve_position(rules, initial_state(rules, deal(2)), "cleared", shortest=True)
    assert [str(move) for move in found.moves] == printed


def test_the_limits_and_the_files_of_the_solver_s_document_are_those_of_the_code() -> None:
    text = page("docs/SOLVER.md")
    assert all(
        f"{limit:,}" in text
        for limit in (
            winning.RELAXATION_AFTER_NODES,
            winning.LAYERED_SEARCH_AFTER_NODES,
            exact.MAX_NODES_SHORTEST,
        )
    )
    assert f"{exact.MAX_NODES_WIN / 1e6:g} million" in text
    files = {path.name for path in (ROOT / "retro_pyramid/solver").rglob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"^\| `(\w+\.py)` \|", text, re.MULTILINE)) == files


def options_in(arguments: SubcommandSpecs | Sequence[ArgumentOrGroup]) -> set[str]:
    if isinstance(arguments, Mapping):
        return set().union(*(options_in(own) for _, own in arguments.values()))
    rows = [row if isinstance(row, list) else [row] for row in arguments]
    return {name for row in rows for name, _ in row if name.startswith("--")}


def test_the_commands_that_are_listed_are_those_there_are_each_with_all_its_options() -> None:
    text = page("docs/COMMANDS.md")
    listed: dict[str, set[str]] = {}
    for name, words in re.findall(r"^pyramid (\w+) +(.*(?:\n  .*)*)$", text, re.MULTILINE):
        listed.setdefault(name, set()).update(re.findall(r"--[a-z]+", words))
    known = {name: options_in(load_command_arguments(name)) for name in COMMANDS}
    (keepers,) = re.findall(r"`--data DIR` is where the player's files are, of ([^.]+)\.", text)
    assert re.findall(r"`(\w+)`", keepers) == sorted(name for name in COMMANDS if "--data" in known[name])
    beside = {"--option", "--level"}
    assert all(("--edition" in options) == (beside <= options) for options in known.values())
    assert listed == {name: options - beside - {"--data"} for name, options in known.items()}


def test_every_line_of_what_a_game_refuses_is_understood_and_names_words_there_are() -> None:
    lines = page("assets/words.txt").partition("[refused]\n")[2].split("\n\n")[0]
    assert len(OPTION_CONFLICTS) == len(lines.splitlines()) > 10
    known = {"2", *(name for name, _ in GAME_ARGUMENTS)}
    said = {
        word for first, others, unless, _ in OPTION_CONFLICTS for word in (first, *others, unless) if word
    }
    assert {word.partition("=")[0] for word in said} <= known


def test_every_word_that_starts_a_game_is_in_the_document_of_the_commands_and_no_other() -> None:
    text = page("docs/COMMANDS.md").partition("## Without a screen")[0]
    listed = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]+", text)) - {"--out"}
    known = options_in(GAME_ARGUMENTS) | set(EDITION_SWITCHES) | {"--version", "--help"}
    assert (known - listed, listed - known) == (set(), set())


def test_the_keys_of_the_figures_are_those_in_the_document_of_the_commands() -> None:
    text = (
        page("docs/COMMANDS.md").partition("`stats --json` prints")[2].partition("What there is none of")[0]
    )
    named = {word for words in re.findall("`([^`]*)`", text) for word in re.findall("[a-z]+", words)}
    finished = Statistics(daily_results={20261120: True})
    (line, *_) = build_statistics_json({rules_for("odm").id: finished}, 20261120)
    days = line["days"]
    assert isinstance(days, dict)
    assert named - {"or"} == {"figures", *line, *days}
    assert f'"{next(iter(days["dates"]))}": "won"' in text


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= 8192


MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "retro_pyramid").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0


# One sentence has no full stop, two or more have them.

_PACKAGE = ROOT / "retro_pyramid"
_FOLDERS = ("ui", "scenes", "app", "deals", "table", "features", "editions", "storage", "rules", "session")
_NEXT = re.compile(r"[A-Za-z0-9}'][.!?] +[A-Z]")
"""Where a sentence ends and another begins."""

_NOT_ALONE = {
    *("No more moves.", "Scored as it stands.", "None is open: draw.", "The pyramid is cleared."),
    # This one could do without, but the recorded speech has it.
    "No two cards make {}, and the stock is empty: {} to redeal.",
}
"""What another sentence stands beside in every case, or what a program of its time said."""


def _text(node: ast.expr) -> str | None:
    """Return a text with its places as {}, None for what is none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _texts(node: ast.AST) -> Iterator[str]:
    """Return the texts in a part of a module but its docstrings; the lines of one text as one."""
    lines = [_text(line) for line in node.elts] if isinstance(node, ast.Tuple | ast.List) else []
    yield " ".join(filter(None, lines))
    for part in ast.iter_child_nodes(node):
        text = _text(part) if isinstance(part, ast.expr) else None
        if text is None:
            yield from _texts(part)
        elif not lines and not isinstance(node, ast.Expr):
            yield text


def _breaks(text: str) -> bool:
    several, stop = _NEXT.search(text) is not None, text.endswith(".") and not text.endswith("..")
    return stop and text[0].isupper() and " " in text and not several


def test_a_text_of_one_sentence_that_ends_in_a_full_stop_is_noticed() -> None:
    assert _breaks("It is there.")
    assert not any(map(_breaks, ("It is there", "It is there. Take it.", "Load...", "\\.", "Is it there?")))


def test_one_sentence_has_no_full_stop_and_several_have_them() -> None:
    paths = [path for folder in _FOLDERS for path in (_PACKAGE / folder).rglob("*.py")]
    texts = {text: path.name for path in paths for text in _texts(ast.parse(page(path)))}
    assert len(texts) > 1000
    assert {text: name for text, name in texts.items() if _breaks(text) and text not in _NOT_ALONE} == {}
