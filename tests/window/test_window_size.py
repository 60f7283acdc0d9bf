"""How large the window is, what is kept of that, and how the picture fills it: read from the display."""

from collections.abc import Iterator
from operator import sub
from pathlib import Path

import pytest
import pyxel

from retro_pyramid.formats.native.config_text import decode_config
from retro_pyramid.machine.presenter import Presenter
from tests.patience import wait_for
from tests.tube import tube_points
from tests.window.desktop import TABLE, Hands, alike, on_grid, shown_evenly, window
from tests.window.display import Display, opened_display

FIRST, CHOSEN = (816, 612), (1280, 960)


@pytest.fixture(scope="module")
def screen() -> Iterator[Display]:
    with opened_display("1366x768") as found:
        yield found


def settings(folder: Path) -> dict[str, str]:
    file = folder / "data/PYRAMID.CFG"
    return decode_config(file.read_bytes()).to_dict() if file.exists() else {}


def set_up(folder: Path, *lines: str) -> None:
    (folder / "data").mkdir(parents=True)
    text = "\n".join(["version = 1", "[shell]", *lines, ""])
    (folder / "data/PYRAMID.CFG").write_text(text, encoding="utf-8")


def choose(hands: Hands, *targets: str, loaded: bool = True) -> None:
    """Open Setup while a game goes on, choose at the page of the display, and leave it."""
    hands.do("key F8")
    if not loaded:
        # It is loaded only now: clicks that come before it is there would fall into one frame.
        hands.see()
    hands.do("clickon setup:display", *(f"clickon config:{target}" for target in targets), "key F8")


def use_what_is_seen(hands: Hands) -> None:
    """The mouse hits what is seen, and the next key hides it."""
    hands.do("clickon stock", "settle", "key RIGHT")


@pytest.mark.parametrize(
    ("words", "least", "square"),
    [
        ((), (640, 480), (1088, 595)),
        (("T", "--video", "cga"), (640, 480), (976, 610)),
        (("--video", "mono"), (720, 540), (1080, 525)),
        pytest.param(("T",), (640, 480), (1088, 595), marks=pytest.mark.slow),
        pytest.param(("--video", "cga"), (640, 480), (976, 610), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_first_window_takes_four_fifths_of_the_screen_and_follows_settings_and_player(
    screen: Display,
    tmp_path: Path,
    opened: Presenter,
    words: tuple[str, ...],
    least: tuple[int, int],
    square: tuple[int, int],
) -> None:
    with window(screen, tmp_path, *TABLE, *words, size=FIRST) as hands:
        assert screen.least_size(hands.place.window) == least, "for every window manager"
        hands.game.do("settle")
        hands.see()
        for aspect, size in (("square", square), ("4:3", FIRST)):
            choose(hands, f"aspect:{aspect}", loaded=aspect != "square")
            hands.sized(*size)
            use_what_is_seen(hands)
            hands.see("wait 310")
        kept = settings(tmp_path)
        assert kept["shell.aspect"] == "4:3"
        assert "shell.window" not in kept, "nobody chose that size"
        screen.resize(hands.place.window, 900, 675)
        hands.sized(900, 675)
        # The mouse is elsewhere in it now, and shown, till the next key.
        hands.do("key LEFT")
        hands.see("wait 310")
        wait_for(
            "the setting 900 675",
            lambda: settings(tmp_path).get("shell.window") == "900 675",
            lambda: settings(tmp_path),
        )
        # Just before the end: that too, if a frame has seen it.
        screen.resize(hands.place.window, 800, 600)
        hands.sized(800, 600)
    assert settings(tmp_path)["shell.window"] in ("800 600", "900 675")


def test_a_size_that_was_kept_comes_back_as_far_as_it_fits(
    screen: Display, tmp_path: Path, opened: Presenter
) -> None:
    set_up(tmp_path, "window = 4000 600")
    with window(screen, tmp_path, *TABLE, size=(1366, 600)):
        pass
    with window(screen, tmp_path, *TABLE, "--scale", "1", size=(640, 480)):
        pass
    assert settings(tmp_path)["shell.window"] == "4000 600"


def test_a_chosen_size_stays_at_another_shape_and_a_crisp_picture_has_its_own_colours_only(
    tmp_path: Path, opened: Presenter
) -> None:
    with opened_display("1300x1000") as tall, window(tall, tmp_path, *TABLE, size=(1040, 780)) as hands:
        hands.game.do("settle")
        choose(hands, "window:1280x960", loaded=False)
        hands.sized(*CHOSEN)
        hands.see()
        whole = hands.place
        choose(hands, "aspect:square")
        row, size = 1280 * 3, (1280, 700)

        def middle_is_seen() -> bool:
            """Each pixel of 640x350 is 2x2 in the middle of the window, whatever the strokes are to be."""
            seen = tall.pixels(whole)
            margin, middle = seen[: 130 * row] + seen[830 * row :], seen[130 * row : 830 * row]
            return margin == margin[:3] * (len(margin) // 3) and alike(
                on_grid(middle, size), shown_evenly(hands.game.image(), size)
            )

        def crisp_is_seen() -> bool:
            pixels, colours = hands.game.picture(), [rgb.to_bytes(3) for rgb in list(pyxel.colors)]
            rows = [pixels[y * 350 // 960 * 640 :][:640] for y in range(960)]
            return tall.pixels(whole) == b"".join(colours[index] * 2 for row in rows for index in row)

        hands.place = whole._replace(y=whole.y + 130, height=700)
        use_what_is_seen(hands)
        wait_for("the picture in the middle", middle_is_seen)
        assert tall.place(whole.window) == whole

        def tube_is_seen() -> bool:
            pixels, colours, seen = hands.game.picture(), list(pyxel.colors), tall.pixels(whole)
            points = tube_points(
                lambda x, y: colours[pixels[640 * y + x]].to_bytes(3), (640, 350), whole.size
            )
            return all(
                max(map(abs, map(sub, seen[3 * (1280 * y + x) :], colour))) <= 3
                for (x, y), colour in points.items()
            )

        choose(hands, "picture:crisp")
        use_what_is_seen(hands)
        wait_for("the crisp picture in the middle", middle_is_seen)
        choose(hands, "aspect:4:3")
        hands.place = whole
        use_what_is_seen(hands)
        wait_for("the crisp picture", crisp_is_seen)
        choose(hands, "picture:tube")
        use_what_is_seen(hands)
        wait_for("the picture of a tube", tube_is_seen)
        assert tall.place(whole.window) == whole
    assert settings(tmp_path)["shell.window"] == "1280 960"
