"""Setup: every choice of every program, at once and the next time, while a game goes on; single acts: `acts.txt`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from retro_pyramid.features.setup.setup_screen import CONTENT_TOP, PREVIEW_HEIGHT, PREVIEW_LEFT
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.settings import CARD_DEFS, DISPLAY_DEFS, PLAY_DEFS
from tests.programs import PROGRAMS, TESTS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game

GAME = ("--start", "table", "--deal", "61")


def choose(game: Game, goal: str) -> Game:
    """Come to a choice of Setup by clicks alone; by keys alone a script goes to each."""
    for page in [target.id for target in game.app.targets() if target.id.startswith("setup:")]:
        if any(target.id == goal for target in game.app.targets()):
            break
        game.do(f"clickon {page}")
    return game.do(f"clickon {goal}")


def choices(game: Game) -> set[str]:
    found = set()
    for page in [target.id for target in game.app.targets() if target.id.startswith("setup:")]:
        game.do(f"clickon {page}")
        found |= {name for name in game.enabled() if name.startswith(("config:", "menu:"))}
    return found


@pytest.mark.parametrize(
    ("edition", "mode"),
    [*((edition, "graphics") for edition in PROGRAMS), ("odm", "text"), ("em", "mono"), ("windows", "cga")],
)
def test_every_choice_can_be_clicked_and_is_kept(start: Start, edition: str, mode: str) -> None:
    game = start("--edition", edition, *GAME, "-mouse", *MODES[mode]).do("settle", "key F8")
    shown = choices(game)
    for goal in sorted(name for name in shown if name.startswith("config:")):
        _, name, value = goal.split(":", 2)
        if name in ("video", "mode", "listen") or goal == "config:deck:1":
            # They change what else there is, or sound; a deck of one's own that is not there is the first.
            continue
        assert choose(game, goal).selected == goal
        settings = game.app.settings
        value = value.replace("x", " ") if name == "window" else value
        assert value in (settings.get(f"shell.{name}"), settings.get(f"{edition}.{name}"))
    game.do("clickon back")
    assert (game.screen, game.state["deal"]) == ("table", 61)
    kept = game.files.config.read_settings()
    for name in ("shell.helps", "shell.lamp", "shell.still"):
        assert kept[name] == game.app.settings[name]


def test_adapter_mode_and_deck_change_while_the_game_goes_on(start: Start) -> None:
    game = start(*GAME).play("75", "D").do("settle")
    before, first = game.state, game.picture()
    for goal, expected in [
        ("config:deck:2", ("ega", "graphics", 2)),
        ("config:video:cga", ("cga", "graphics", 2)),
        ("config:mode:text", ("cga", "text", 1)),
        ("config:video:mono", ("mono", "text", 1)),
        ("config:video:ega", ("ega", "text", 1)),
        ("config:mode:graphics", ("ega", "graphics", 2)),
        ("config:deck:1", ("ega", "graphics", 1)),
    ]:
        shown = choose(game.do("key F8"), goal).state
        assert (shown["video"], shown["mode"], shown["deck"]) == expected
        game.do("key ESC")
        now = game.state
        assert all(now[key] == before[key] for key in ("screen", "deal", "moves", "score", "selected"))
        assert (game.picture() == first) == (goal == "config:deck:1")
    assert game.do("key RIGHT; key ENTER; settle").app.session is not None


def test_a_word_of_the_command_line_wins_for_its_run_and_setup_says_so(start: Start) -> None:
    start("--start", "menu").do("key F8; clickon config:video:mono")
    game = start("--start", "menu", "--video", "cga", "--still").do("key F8")
    assert game.state["video"] == "cga"
    assert game.says("From the command line, for this run only: Adapter")
    assert game.files.config.read_settings()["shell.video"] == "mono"
    assert game.do("clickon setup:cards").says("this run only: Animation")
    game.app.services = game.app.services._replace(host="page")
    assert game.says("From the page's address, for this run only: Animation")
    game.do("clickon setup:display; clickon config:video:ega")
    assert not game.says("this run only")
    assert start("--start", "menu").state["video"] == "ega"


def test_what_makes_no_sense_is_no_choice_and_of_an_adapter_it_is_said(start: Start) -> None:
    def shown(game: Game, *kinds: str) -> set[str]:
        return {name for name in choices(game) if name.startswith(tuple(f"config:{kind}" for kind in kinds))}

    game = start("--start", "menu").do("key F8")
    everything = choices(game)
    assert {"config:fullscreen:on", "config:aspect:square", "config:deck:2", "menu:folder"} <= everything
    named = {setting.name for setting in (*DISPLAY_DEFS, *CARD_DEFS, *PLAY_DEFS)}
    assert {"video", "cga", "phosphor", "mode", "aspect", "fullscreen", "deck", "suits", "still"} <= named
    assert not shown(game, "cga", "phosphor")
    assert not shown(start("--start", "menu", "--video", "mono").do("key F8"), "mode", "deck", "suits")
    assert game.do("clickon setup:display").says("Palette: on a CGA, in graphics")
    mono = start("--start", "menu", "--video", "mono").do("key F8")
    assert mono.says("Mode: this display shows letters only")
    assert mono.do("clickon setup:cards").says("Deck: in graphics only")
    assert mono.says("Suits: four colours on EGA, or CGA text")
    text = start("--start", "menu", "T").do("key F8")
    assert shown(text, "deck", "suits") == {"config:suits:two", "config:suits:four"}
    fixed = start("--start", "menu")
    fixed.app.services = fixed.app.services._replace(can_size_window=False)
    assert not shown(fixed.do("key F8"), "window", "picture")
    fixed.app.services = fixed.app.services._replace(host="terminal")
    fixed.app.rebuild()
    assert not shown(fixed, "fullscreen", "aspect")


@pytest.mark.parametrize("edition", PROGRAMS)
def test_setup_begins_at_its_first_page_where_the_one_asked_for_is_missing(
    start: Start, edition: str
) -> None:
    game = start("--edition", edition, "--start", "menu", "--setup", "own")
    if "setup:own" in game.enabled():
        assert game.app.top_screen.link_params == {"setup": "own"}
        assert game.message is None or "no such page" not in game.message
    else:
        assert game.app.top_screen.link_params == {"setup": "display"}
        assert game.message == f"--setup own: {edition} has no such page, so Setup begins at Display"
        assert game.says(game.message)


@pytest.mark.parametrize("host", ["window", "page"])
@pytest.mark.parametrize("mode", ["graphics", "cga"])
@pytest.mark.parametrize("edition", PROGRAMS)
def test_no_words_run_into_the_preview(
    start: Start, edition: str, mode: str, host: Literal["window", "page"]
) -> None:
    game = start("--edition", edition, "--start", "menu", *MODES[mode])
    game.app.services = game.app.services._replace(host=host)
    game.do("key F8")
    for page in [target.id for target in game.app.targets() if target.id.startswith("setup:")]:
        if page == "setup:sound":
            # It has no preview: its lists are as wide as the screen.
            continue
        rows = game.do(f"clickon {page}").rows()[CONTENT_TOP : CONTENT_TOP + PREVIEW_HEIGHT + 1]
        assert {row[PREVIEW_LEFT:].strip() for row in rows} == {""}, page


def test_the_folder_is_shown_and_copied(start: Start, tmp_path: Path) -> None:
    game = start("--start", "menu").do("key F8; clickon setup:doors")
    copied = game.clipboard()
    game.do("clickon menu:folder")
    assert game.says("Copied to the clipboard")
    assert Path(copied[0]).is_dir()
    assert Path(copied[0]).is_relative_to(tmp_path)


def test_four_colours_tell_all_suits_apart(start: Start) -> None:
    game = start(*GAME).do("settle", "key F8; clickon setup:cards")
    two = game.picture()
    assert game.do("clickon config:suits:four").picture() != two
    faces = game.app.services.card_art.get_card_images().faces
    inks = [set(bytes(memoryview(faces[suit * 13].data_ptr()).cast("B"))) for suit in range(4)]
    assert (2 in inks[0], 1 in inks[1], 4 in inks[2], {1, 2, 4} & inks[3]) == (True, True, True, set())
    # A court card's figure keeps its colours.
    assert 4 in set(bytes(memoryview(faces[23].data_ptr()).cast("B")))


def test_a_deck_of_one_s_own_can_be_left_and_taken_up(start: Start, tmp_path: Path) -> None:
    data = read_asset_bytes("PYRAMID.DEC")
    own = tmp_path / "other" / "PYRAMID.DEC"
    own.parent.mkdir()
    own.write_bytes(data[len(data) // 2 :] + data[: len(data) // 2])
    game = start(*GAME).do("settle", "key F8; clickon setup:cards")
    assert "config:deck:own" not in game.enabled()
    game.do("clickon config:deck:1; key ESC")
    built_in = game.picture()
    game.do(f"drop {own}", "wait 400", "key RIGHT; key LEFT")
    assert game.app.settings["shell.deck"] == "own"
    assert game.picture() != built_in
    game.do("key F8; clickon setup:cards; clickon config:deck:1; key ESC")
    assert game.picture() == built_in
    game.do("key F8; clickon setup:cards; clickon config:deck:own; key ESC")
    assert game.picture() != built_in


SHARES = {
    words: int(share)
    for words, share in [
        ("one in 27", "4"),
        ("one in ten", "10"),
        ("one in six", "17"),
        ("one in four", "25"),
        ("three in ten", "30"),
        ("two in five", "40"),
        ("half", "50"),
        ("over half", "57"),
        ("three in five", "60"),
        ("two in three", "67"),
        ("four in five", "80"),
    ]
}


@pytest.mark.parametrize(
    ("words", "study"),
    [
        ("--edition odm --level 1", "odm, level 1"),
        ("--edition odm --level 2", "odm, level 2"),
        ("--edition tilldawn", "tilldawn, Auto-Match cleared"),
        ("--edition windows", "windows draw1, relaxed with one pass"),
        ("--edition windows --option variation=draw3", "windows draw3"),
        ("--edition relaxed", "windows draw1, relaxed with one pass"),
        ("--edition relaxed --option passes=2", "relaxed with two passes"),
        ("--edition em", "em"),
    ],
)
def test_choices_of_deals_are_told_with_the_shares_of_the_studies(
    start: Start, words: str, study: str
) -> None:
    lines = (TESTS.parent / "docs" / "STUDIES.md").read_text(encoding="utf-8").splitlines()
    (row,) = [line for line in lines if line.startswith(f"| {study} | ") and "%" in line]
    can, gentle, _, hard = map(int, re.findall(r"(\d+) %", row))
    for mode in MODES.values():
        game = start(*words.split(), "--setup", "play", *mode).do("key TAB")
        told = {}
        for kind in ("any", "gentle", "hard"):
            game.do(f"clickon config:deals:{kind}")
            told[kind] = " ".join(" ".join(row.split()) for row in game.rows()[20:24])
        found = [
            re.search("All deals; (.*) can be", told["any"]),
            re.search("can be won, (.*) of them, where fair play wins a third", told["gentle"]),
            re.search("can be won, (.*) of them, where fair play wins under a tenth", told["hard"]),
        ]
        shares = [SHARES[one[1]] for one in found if one]
        assert shares == pytest.approx([can, gentle, hard], abs=4), told
        assert [words.endswith("Marks games as assisted.") for words in told.values()] == [False, True, True]
