"""The screens pixel for pixel as they were looked at and found good; `pytest --record-golden` records them anew."""

import struct
import zlib
from pathlib import Path

import pytest
import pyxel

from retro_pyramid.machine.png import read_png
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import MOUSE
from tests.screens.places import PLACES, Place
from tests.screens.places_em import DEMOS, tournament_above_par
from tests.screens.places_pairs import pair_places

PAIRS = [name for name, _ in pair_places()]
EM = [name for name in PLACES if name.startswith("em_")]
MONO = (
    *(
        "menu",
        "table",
        "level2",
        "board",
        "helps",
        "odds",
        "help",
        "confirm",
        "won",
        "replay",
        "shell",
        "shell_plays",
        "shell_sounds",
        "dos",
    ),
    *("setup", "setup_play", "setup_deals", "setup_sound", "setup_doors", "setup_own"),
    *("relaxed_replay", "relaxed_picked", "relaxed_hint", "relaxed_won"),
    *("tilldawn_hand", "tilldawn_small", "tilldawn_other"),
    *("windows_draw3", "windows_game", "windows_picked", "windows_load", "windows_won"),
    *("em_table", "em_config", "em_hint", "em_lamp", "em_score", "em_over", "em_champion"),
    *("figures", "figures_some", "figures_many", "figures_late", "figures_days", "shared"),
)
CGA = (
    *("intro", "menu", "table", "level2", "confirm", "won", "odds", "helps", "board", "replay"),
    *("setup", "setup_cards", "setup_play", "setup_deals", "setup_sound", "setup_doors", "setup_own"),
    *("shell", "shell_plays", "shell_sounds", "shell_page", "shell_article", "dos"),
    *(
        "tilldawn_menu",
        "tilldawn_hand",
        "tilldawn_other",
        "tilldawn_small",
        "tilldawn_won",
        "tilldawn_example",
    ),
    *("windows_draw3", "windows_game", "windows_picked", "windows_stuck", "windows_won"),
    *("relaxed_menu", "relaxed_picked", "relaxed_won"),
    *("em_table", "em_config", "em_over", "em_score", "em_lamp", "em_replay", "em_champion"),
    *("figures", "figures_some", "figures_many", "figures_em", "figures_late", "figures_days", "shared"),
)
PALETTES = (("0", "tilldawn_menu"), ("0h", "table"), ("1", "menu"), ("5", "windows_game"), ("5h", "em_table"))
CGA_TEXT = (
    *("menu", "table", "level2", "help", "won", "board", "setup", "setup_play", "odds", "replay"),
    *("tilldawn_small", "tilldawn_help", "windows_game", "windows_help", "relaxed_picked"),
    *("em_table", "em_config", "figures_many"),
)
PHOSPHORS = (("amber", "table"), ("white", "menu"))
SHELL = ("shell", "shell_plays", "shell_sounds", "shell_page", "shell_screens")
TEXT = [
    "intro",
    "menu",
    "table",
    "level2",
    "help",
    "scores",
    "confirm",
    "won",
    "stuck",
    "name",
    "setup",
    "setup_cards",
    "setup_play",
    "setup_deals",
    "setup_sound",
    "setup_doors",
    "setup_help",
    "setup_own",
    "helps",
    "replay",
    "seek",
    "odds",
    "today",
    *(
        "figures",
        "figures_some",
        "figures_many",
        "figures_em",
        "figures_relaxed",
        "figures_clear",
        "figures_late",
        "figures_days",
    ),
    "shared",
    *SHELL,
]
_DEALT = ("--start", "table", "--deal", "61")


def _march(won: str, ticks: int = 60) -> Place:
    """The winners on their way, some of them there."""
    words, lines = PLACES[won]
    return words, (*lines[:-2], f"wait {ticks}")


MOVING: dict[str, Place] = {
    "moving_deal": (_DEALT, ("wait 30",)),
    "moving_draw": (_DEALT, ("settle", "use stock", "wait 2")),
    "moving_card": ((*_DEALT, "--level", "2"), ("use card:75", "wait 1")),
    "moving_turn": (
        ("--start", "table", "--deal", "4", "--level", "2"),
        (
            *(f"use {name}" for name in ("card:77", "card:75", "stock", "card:72", "stock", "card:73")),
            "wait 1",
        ),
    ),
    "moving_pair": (
        ("--start", "table", "--deal", "61", "--edition", "windows"),
        ("settle", "clickon card:72; clickon card:77"),
    ),
    "moving_undo": (
        ("--start", "table", "--deal", "61", "--edition", "em", "-mouse"),
        ("settle", "key F5; wait 320; clickon card:72; clickon card:77; settle; key F3; wait 3"),
    ),
    "moving_redeal": (
        ("--start", "table", "--deal", "61", "--edition", "tilldawn"),
        ("settle", *["key d"] * 24, "settle", "key d; wait 10"),
    ),
    "moving_cut": (PLACES["board"][0], (*PLACES["board"][1][:-2], "wait 12")),
    "moving_march": _march("won"),
    "moving_march_tilldawn": _march("tilldawn_won"),
    "moving_march_relaxed": _march("relaxed_won", 270),
    "moving_march_em": _march("em_over", 300),
    "moving_march_windows": _march("windows_won", 160),
}
"""Cards on their way: some frames of what else is only seen when all of it lies."""
_MATCH = ("--edition", "tilldawn", "--start", "table", "--deal", "61")
_NOW = ("clickon card:73; key n", "settle", "wait 60")
ENDS: dict[str, Place] = {
    "em_record": (MOUSE, tournament_above_par()),
    "match_won": (_MATCH, ("settle", "set tilldawn.match 11 10 10 10 10", *_NOW)),
    "match_lost": (_MATCH, ("settle", "set tilldawn.match -10 -10 -10 -10 -10", *_NOW)),
}
"""What ends more than a game."""
RACES: dict[str, Place] = {
    f"race_{edition}": (
        ("--watch", str(DEMOS / f"{edition}.txt"), "--friend", "Ann", "-mouse"),
        ("key ENTER; settle", "use stock", "settle; wait 330"),
    )
    for edition in PROGRAMS
}
"""A friend's game beside one's own, after a move."""
_TEXT_MOVING = ("cut", "march", "march_windows", "march_em", "turn", "redeal", "undo")
_CGA_MOVING = ("cut", "march_windows", "march_em", "turn", "redeal", "pair")
_PAIRS_AT = ("--start", "table", "--deal", "61", "-mouse", "--edition")
_CHOSEN = ("settle", "clickon card:72", "wait 1")
LESSONS: dict[str, Place] = {
    "lesson_menu": (("--start", "menu"), ("key DOWN",)),
    "lesson_begins": ((*_DEALT, "--level", "2"), ("settle",)),
    "lesson_chosen": (_DEALT, ("settle", "clickon card:75", "wait 1")),
    "lesson_tilldawn": ((*_PAIRS_AT, "tilldawn"), _CHOSEN),
    "lesson_windows": ((*_PAIRS_AT, "windows"), _CHOSEN),
    "lesson_relaxed": ((*_PAIRS_AT, "relaxed"), ("settle",)),
    "lesson_em": ((*_PAIRS_AT, "em"), ("settle",)),
    "lesson_show": (("--start", "menu"), ("key F1; key s; wait 600",)),
    "lesson_show_em": (("--start", "menu", "--edition", "em"), ("key F1; key s; wait 300",)),
}
"""What a newcomer is told: nobody else is."""
_REDUCED = ("lesson_menu", "lesson_begins", "lesson_relaxed", "lesson_show")
FIRST: dict[str, Place] = {f"first_{edition}": (("--edition", edition), ()) for edition in PROGRAMS}
FOLDER = Path(__file__).parents[1] / "golden"
SHOTS = Path(__file__).parents[2] / "web" / "shots"
OF_THE_PAGE = {*FIRST, "table"}
"""What the page shows before the program runs."""
SCREENS: dict[str, tuple[str, tuple[str, ...]]] = {
    **{name: (name, ()) for name in (*PLACES, *FIRST) if name not in ("new", "restart", "quit")},
    "deck2": ("level2", ("2",)),
    "setup_deck2": ("setup_cards", ("2",)),
    "deck2_picked": ("relaxed_picked", ("2",)),
    **{f"text_{name}": (name, ("T",)) for name in TEXT},
    **{f"text_{name}": (name, ("T",)) for name in (*EM, *PAIRS)},
    **{f"mono_{name}": (name, ("--video", "mono")) for name in MONO},
    **{f"{name}_{place}": (place, ("--video", "mono", "--phosphor", name)) for name, place in PHOSPHORS},
    **{f"cga_{name}": (name, ("--video", "cga")) for name in CGA},
    "cga_deck2": ("table", ("2", "--video", "cga")),
    "cga_deck2_small": ("tilldawn_small", ("2", "--video", "cga")),
    **{f"cga{name}_{place}": (place, ("--video", "cga", "--cga", name)) for name, place in PALETTES},
    **{f"cga_text_{name}": (name, ("T", "--video", "cga")) for name in CGA_TEXT},
    **{name: (name, ()) for name in MOVING},
    **{f"mono_moving_{name}": (f"moving_{name}", ("--video", "mono")) for name in ("cut", "march_em")},
    **{name: (name, ()) for name in ENDS},
    **{f"text_{name}": (name, ("T",)) for name in ENDS},
    **{f"{video}_{name}": (name, ("--video", video)) for video in ("mono", "cga") for name in ENDS},
    **{f"text_moving_{name}": (f"moving_{name}", ("T",)) for name in _TEXT_MOVING},
    **{f"cga_moving_{name}": (f"moving_{name}", ("--video", "cga")) for name in _CGA_MOVING},
    **{name: (name, ()) for name in RACES},
    **{f"text_{name}": (name, ("T",)) for name in RACES},
    **{
        f"{video}_race_{PROGRAMS[0]}": (f"race_{PROGRAMS[0]}", ("--video", video))
        for video in ("mono", "cga")
    },
    f"cga_text_race_{PROGRAMS[0]}": (f"race_{PROGRAMS[0]}", ("T", "--video", "cga")),
    **{name: (name, ()) for name in LESSONS},
    **{f"text_{name}": (name, ("T",)) for name in LESSONS},
    **{f"{video}_{name}": (name, ("--video", video)) for video in ("mono", "cga") for name in _REDUCED},
}


def small_png(pixels: bytes, width: int, height: int, colours: list[int]) -> bytes:
    """Return a PNG of 16 colours: a fifth of what Pyxel writes, which counts in a history of recordings."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(
        b"\0" + bytes(a << 4 | b for a, b in zip(row[::2], row[1::2], strict=True))
        for row in (pixels[start : start + width] for start in range(0, len(pixels), width))
    )
    palette = b"".join(colour.to_bytes(3) for colour in colours)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def compared(game: Game, golden: Path, new: Path) -> str | None:
    """Return what differs from the golden picture, None when nothing does; a picture that differs goes to `new`."""
    image = game.image()
    colours = list(pyxel.colors)[:16]
    # Where two indices have one colour, as on a monochrome display, nobody can tell them apart.
    alike = bytes(colours.index(colour) for colour in colours).ljust(256, b"\xff")
    picture = bytes(memoryview(image.data_ptr()).cast("B")).translate(alike)
    differs = difference(golden, image.width, image.height, picture, colours)
    if differs is None:
        return None
    new.write_bytes(small_png(picture, image.width, image.height, colours))
    return f"{differs}; see {new}; `pytest --record-golden` takes the new picture"


def difference(golden: Path, wide: int, high: int, picture: bytes, colours: list[int]) -> str | None:
    if not golden.is_file():
        return f"{golden.name}: not recorded yet"
    try:
        width, height, expected = read_png(golden, colours)
    except ValueError as error:
        return str(error)
    if (width, height) != (wide, high):
        return f"{golden.name}: was {width}x{height}, is {wide}x{high}"
    if picture == expected:
        return None
    at = next(i for i, (a, b) in enumerate(zip(picture, expected, strict=True)) if a != b)
    count = sum(a != b for a, b in zip(picture, expected, strict=True))
    place = f"pixel ({at % width}, {at // width})"
    return f"{golden.name}: {place} was {expected[at]}, is {picture[at]}; {count} pixels differ"


def golden_of(name: str) -> Path:
    return (SHOTS if name in OF_THE_PAGE else FOLDER) / f"{name}.png"


@pytest.mark.parametrize("name", SCREENS)
def test_screen_looks_as_recorded(
    name: str, start: Start, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    place, more = SCREENS[name]
    words, lines = (PLACES | FIRST | MOVING | ENDS | RACES | LESSONS)[place]
    game = start(*words, *more, new=place in LESSONS).go(lines)
    golden, new = golden_of(name), tmp_path / f"{name}.png"
    differs = compared(game, golden, new)
    if differs and request.config.getoption("--record-golden"):
        golden.write_bytes(new.read_bytes())
        differs = compared(game, golden, new)
    assert differs is None, differs


def test_a_difference_names_the_first_pixel_and_where_the_new_picture_is(
    start: Start, tmp_path: Path
) -> None:
    menu = start("--start", "menu")
    golden, new = tmp_path / "golden.png", tmp_path / "new.png"
    assert "not recorded yet" in str(compared(menu, golden, new))
    golden.write_bytes(new.read_bytes())
    assert compared(menu, golden, new) is None
    differs = str(compared(menu.do("key DOWN"), golden, new))
    # The bar leaves the first item.
    left, top, *_ = menu.enabled()["menu:level1"]
    assert f"golden.png: pixel ({left}, {top})" in differs
    assert str(new) in differs


def test_no_picture_is_left_over() -> None:
    there = {*FOLDER.glob("*.png"), *SHOTS.glob("*")}
    assert there <= set(map(golden_of, SCREENS))
