"""How large the window is, what is kept of that, and how the picture fills it: read from the display."""

from pathlib import Path

import pytest

from retro_pyramid.formats.own.config import decode_config
from retro_pyramid.machine.host import Presenter
from tests.patience import wait_for
from tests.screens.driver import Game
from tests.window.desktop import (
    TABLE,
    Hands,
    alike,
    least_size,
    on_grid,
    pixels_of,
    see,
    served,
    shown_evenly,
    window,
)


def size_of(place: dict[str, int]) -> tuple[int, int]:
    return place["WIDTH"], place["HEIGHT"]


def settings(folder: Path) -> dict[str, str]:
    file = folder / "data/PYRAMID.CFG"
    return decode_config(file.read_bytes()).values() if file.exists() else {}


def set_up(folder: Path, *lines: str) -> None:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "data/PYRAMID.CFG").write_text(
        "\n".join(["version = 1", "[shell]", *lines, ""]), encoding="utf-8"
    )


@pytest.mark.parametrize(("screen", "size"), [("1366x768", (816, 612)), ("1920x1080", (1152, 864))])
def test_the_first_window_takes_four_fifths_of_the_screen(
    tmp_path: Path, opened: Presenter, screen: str, size: tuple[int, int]
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with served(screen) as display:
        with window(display, tmp_path / "even", game) as (_, place):
            assert size_of(place) == size
        assert "shell.window" not in settings(tmp_path / "even"), "nobody chose that size"
        set_up(tmp_path / "crisp", "picture = crisp")
        with window(display, tmp_path / "crisp", game) as (_, place):
            assert size_of(place) == size, "how strokes are shown is no question of size"
        set_up(tmp_path / "kept", "window = 4000 600")
        with window(display, tmp_path / "kept", game) as (_, place):
            assert size_of(place) == (int(screen.partition("x")[0]), 600), "kept, as far as it fits"
        with window(display, tmp_path / "kept", game, "--scale", "1") as (_, place):
            assert size_of(place) == (640, 480), "the word wins"
        assert settings(tmp_path / "kept")["shell.window"] == "4000 600"


def test_a_size_that_the_player_gives_the_window_is_kept(
    display: str, tmp_path: Path, opened: Presenter
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with window(display, tmp_path, game) as (hands, place):
        see(display, place, game)
        hands.ask("windowsize", str(place["WINDOW"]), "900", "675")
        place = wait_for("the new size", lambda: (now := hands.place()) != place and now)
        assert size_of(place) == (900, 675)
        see(display, place, game)
        wait_for("the setting", lambda: settings(tmp_path).get("shell.window") == "900 675")
        # Just before the end: that too.
        hands.ask("windowsize", str(place["WINDOW"]), "1000", "750")
        wait_for("the new size", lambda: size_of(hands.place()) == (1000, 750))
    assert settings(tmp_path)["shell.window"] in ("1000 750", "900 675")
    with window(display, tmp_path, game) as (_, place):
        assert f"{place['WIDTH']} {place['HEIGHT']}" == settings(tmp_path)["shell.window"]


def test_no_window_manager_makes_the_window_smaller_than_its_picture(
    display: str, tmp_path: Path, opened: Presenter
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with window(display, tmp_path, game) as (_, place):
        assert least_size(display, str(place["WINDOW"])) == "640 480"


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ((), "816 612"),
        ((), "1280 960"),
        (("T",), "816 612"),
        (("--video", "cga"), "816 612"),
        (("T", "--video", "cga"), "1000 750"),
        (("--video", "mono"), "816 612"),
        (("--aspect", "square"), "960 525"),
    ],
    ids=str,
)
def test_the_light_of_every_pixel_is_shared_exactly(
    display: str, tmp_path: Path, opened: Presenter, words: tuple[str, ...], size: str
) -> None:
    game = Game(tmp_path / "headless", *TABLE, *words, new=True).do("settle")
    set_up(tmp_path, f"window = {size}")
    with window(display, tmp_path, game, *words) as (_, place):
        assert f"{place['WIDTH']} {place['HEIGHT']}" == size
        see(display, place, game)


def open_display(display: str, hands: Hands, place: dict[str, int]) -> None:
    """Open Setup while a game goes on, at the page of the display."""
    hands.do("key F8")
    # It is loaded only now: clicks that come before it is there would fall into one frame.
    see(display, place, hands.game)
    hands.do("clickon setup:display")


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        ((), (640, 350)),
        (("T",), (640, 350)),
        (("--video", "cga"), (640, 400)),
        (("T", "--video", "cga"), (640, 400)),
        (("--video", "mono"), (720, 350)),
    ],
    ids=str,
)
def test_the_shape_changes_at_once_while_the_game_goes_on(
    display: str, tmp_path: Path, opened: Presenter, words: tuple[str, ...], shape: tuple[int, int]
) -> None:
    game = Game(tmp_path / "headless", *TABLE, *words, new=True).do("settle")
    with window(display, tmp_path, game, *words) as (hands, first):
        see(display, first, game)
        place = first
        for aspect, (width, height) in (("square", shape), ("4:3", (4, 3))):
            open_display(display, hands, place)
            hands.do(f"clickon config:aspect:{aspect}", "key F8")
            place = wait_for("the shape", lambda: other(hands, place))  # noqa: B023
            assert place["WIDTH"] * height == place["HEIGHT"] * width
            hands.wait()
            # The mouse hits what is seen, and the next key hides it.
            hands.do("clickon stock", "settle", "key RIGHT")
            see(display, place, game)
        assert size_of(place) == size_of(first)
    assert settings(tmp_path)["shell.aspect"] == "4:3"
    assert "shell.window" not in settings(tmp_path), "nobody chose that size"


def other(hands: Hands, place: dict[str, int]) -> dict[str, int]:
    """Where the window is, once its size is another one."""
    now = hands.place()
    return now if now and size_of(now) != size_of(place) else {}


@pytest.mark.parametrize("picture", ["even", "crisp"])
def test_in_a_window_of_the_player_s_size_another_shape_leaves_a_margin(
    display: str, tmp_path: Path, opened: Presenter, picture: str
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with window(display, tmp_path, game) as (hands, place):
        see(display, place, game)
        open_display(display, hands, place)
        hands.do("clickon config:window:1280x960")
        wait_for("the size", lambda: size_of(hands.place()) == (1280, 960))
        place = hands.wait()
        hands.do(f"clickon config:picture:{picture}", "clickon config:aspect:square", "key F8")
        inside = {**place, "Y": place["Y"] + 130, "HEIGHT": 700}
        hands.look_at(inside)
        hands.do("clickon stock", "settle", "key RIGHT")
        row = 1280 * 3

        def shown() -> bool:
            """Each pixel of 640x350 is 2x2 in the middle of the window, whatever the strokes are to be."""
            seen = pixels_of(display, place)
            margin, middle = seen[: 130 * row] + seen[830 * row :], seen[130 * row : 830 * row]
            return margin == margin[:3] * (len(margin) // 3) and alike(
                on_grid(middle, inside), shown_evenly(game.image(), inside)
            )

        wait_for("the picture", shown)
        assert size_of(hands.place()) == (1280, 960)
    assert settings(tmp_path)["shell.window"] == "1280 960"


def test_a_crisp_picture_has_its_own_colours_only(display: str, tmp_path: Path, opened: Presenter) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    picture = game.image()
    pixels = bytes(memoryview(picture.data_ptr()).cast("B"))
    set_up(tmp_path, "picture = crisp", "window = 1280 960")
    with window(display, tmp_path, game) as (_, place):
        import pyxel

        colours = [rgb.to_bytes(3) for rgb in list(pyxel.colors)]
        rows = [pixels[y * 350 // 960 * 640 :][:640] for y in range(960)]
        expected = b"".join(colours[index] * 2 for row in rows for index in row)
        wait_for("the picture", lambda: pixels_of(display, place) == expected)
