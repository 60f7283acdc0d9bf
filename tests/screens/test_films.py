"""Films of what moves, frame by frame as they were looked at: a sum for each frame, in `golden/films.txt`.

`pytest --record-golden` writes the sums anew, once the pictures have been looked at.
"""

from collections.abc import Iterator
from zlib import crc32

import pytest
import pyxel

from retro_pyramid.scenes.title import draw_backdrop
from tests.programs import PROGRAMS, TESTS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import reach

FILE = TESTS / "golden" / "films.txt"
ADAPTERS = {
    "ega": (),
    "text": ("T",),
    "cga": ("--video", "cga"),
    "mono": ("--video", "mono"),
    "composite": ("--video", "cga", "--cga", "composite"),
}
ENDS = {
    **dict.fromkeys(("won", "em_over", "relaxed_won", "tilldawn_won", "windows_won", "match_won"), (2, 900)),
    "match_lost": (2, 240),
    "em_champion": (1, 500),
}
"""Games that end, by place: how many of its last lines are left out, and for how many ticks the end is seen."""
TITLES = [f"title_{edition}" for edition in PROGRAMS]
FILMS = [*TITLES, *(f"deal_{edition}" for edition in PROGRAMS), *ENDS]
SHOWN = [
    (name, adapter)
    for name in FILMS
    for adapter in ADAPTERS
    if adapter != "composite" or not name.startswith(("deal_", "match_lost"))
]
"""Films by adapter: on a composite monitor only titles and finales are others than on the CGA."""


def frame(game: Game) -> str:
    shown = game.picture()
    return f"{crc32(shown + repr(list(pyxel.colors)).encode()) & 0xFFFF:04x}"


def film(start: Start, name: str, words: tuple[str, ...]) -> Iterator[str]:
    what, _, edition = name.partition("_")
    if what == "deal":
        game = start("--edition", edition, "--start", "table", "--deal", "61", *words)
        for _ in range(16):
            yield frame(game)
            game.do("wait 7")
    elif what == "title":
        game = start("--edition", edition, "--start", "title", *words)
        for _ in range(14):
            yield frame(game)
            game.do("wait 9")
        for now in (*range(130, 3600, 173), 1452):
            game.app.title_ticks = now
            yield frame(game)
        # Behind a menu it stands lower, and lives on.
        game.machine.display.clear_text()
        draw_backdrop(game.app, 28, 600)
        yield f"{crc32(bytes(game.machine.display.cells)) & 0xFFFF:04x}"
    else:
        but, ticks = ENDS[name]
        game = reach(start, name, *words, but=but)
        for _ in range(0, ticks, 23):
            yield frame(game)
            game.do("wait 23")


@pytest.mark.parametrize(("name", "adapter"), SHOWN)
def test_every_frame_is_as_it_was_looked_at(
    start: Start, name: str, adapter: str, request: pytest.FixtureRequest
) -> None:
    key, kept = f"{name} {adapter}", FILE.read_text().splitlines()
    sums = dict(line.split(": ") for line in kept)
    found = list(film(start, name, ADAPTERS[adapter]))
    if request.config.getoption("--record-golden"):
        sums[key] = " ".join(found)
        FILE.write_text("".join(f"{one}: {sums[one]}\n" for one in sorted(sums)))
    expected = sums[key].split()
    wrong = [at for at, pair in enumerate(zip(found, expected, strict=True)) if len({*pair}) > 1]
    assert not wrong, f"frames {wrong} of {key} are others; --record-golden takes them, once looked at"
