"""How large the window is, what is kept of that, and how the picture fills it: read from the display."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import pyxel

from retro_pyramid.formats.own.config import decode_config
from retro_pyramid.machine.host import Presenter
from tests.patience import wait_for
from tests.screens.driver import Game
from tests.window.desktop import TABLE, Hands, alike, on_grid, shown_evenly, window
from tests.window.display import Display, opened_display


@pytest.fixture(scope="module")
def screen() -> Iterator[Display]:
    with opened_display("1366x768") as found:
        yield found


@pytest.fixture(scope="module")
def tall() -> Iterator[Display]:
    with opened_display("1300x1000") as found:
        yield found


def settings(folder: Path) -> dict[str, str]:
    file = folder / "data/PYRAMID.CFG"
    return decode_config(file.read_bytes()).values() if file.exists() else {}


def set_up(folder: Path, *lines: str) -> None:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "data/PYRAMID.CFG").write_text(
        "\n".join(["version = 1", "[shell]", *lines, ""]), encoding="utf-8"
    )


def test_the_first_window_takes_four_fifths_of_the_screen(
    screen: Display, tmp_path: Path, opened: Presenter
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with window(screen, tmp_path / "even", *TABLE, game=game) as hands:
        hands.sized(816, 612)
        assert screen.least_size(hands.place.window) == (640, 480), "for every window manager"
    assert "shell.window" not in settings(tmp_path / "even"), "nobody chose that size"
    set_up(tmp_path / "crisp", "picture = crisp")
    with (
        opened_display("1920x1080") as larger,
        window(larger, tmp_path / "crisp", *TABLE, game=game) as hands,
    ):
        hands.sized(1152, 864)
    set_up(tmp_path / "kept", "window = 4000 600")
    with window(screen, tmp_path / "kept", *TABLE, game=game) as hands:
        hands.sized(1366, 600)
    with window(screen, tmp_path / "kept", *TABLE, "--scale", "1", game=game) as hands:
        hands.sized(640, 480)
    assert settings(tmp_path / "kept")["shell.window"] == "4000 600", "kept, as far as it fits"


def test_a_size_that_the_player_gives_the_window_is_kept(
    screen: Display, tmp_path: Path, opened: Presenter
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with window(screen, tmp_path, *TABLE, game=game) as hands:
        hands.see()
        screen.resize(hands.place.window, 900, 675)
        hands.sized(900, 675)
        hands.see()
        wait_for("the setting", lambda: settings(tmp_path).get("shell.window") == "900 675")
        # Just before the end: that too.
        screen.resize(hands.place.window, 800, 600)
        hands.sized(800, 600)
    kept = settings(tmp_path)["shell.window"]
    assert kept in ("800 600", "900 675")
    with window(screen, tmp_path, *TABLE, game=game) as hands:
        hands.sized(*map(int, kept.split()))


@pytest.mark.parametrize(
    ("words", "size"),
    [
        (("T",), "816 612"),
        (("--video", "cga"), "816 612"),
        (("T", "--video", "cga"), "1000 750"),
        (("--aspect", "square"), "960 525"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (((), "816 612"), ((), "1280 960"), (("--video", "mono"), "816 612"))
        ),
    ],
    ids=str,
)
def test_the_light_of_every_pixel_is_shared_exactly(
    tall: Display, tmp_path: Path, opened: Presenter, words: tuple[str, ...], size: str
) -> None:
    set_up(tmp_path, f"window = {size}")
    with window(tall, tmp_path, *TABLE, *words) as hands:
        hands.game.do("settle")
        hands.sized(*map(int, size.split()))
        hands.see()


def open_display(hands: Hands) -> None:
    """Open Setup while a game goes on, at the page of the display."""
    hands.do("key F8")
    # It is loaded only now: clicks that come before it is there would fall into one frame.
    hands.see()
    hands.do("clickon setup:display")


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        ((), (640, 350)),
        (("T", "--video", "cga"), (640, 400)),
        (("--video", "mono"), (720, 350)),
        pytest.param(("T",), (640, 350), marks=pytest.mark.slow),
        pytest.param(("--video", "cga"), (640, 400), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_shape_changes_at_once_while_the_game_goes_on(
    screen: Display, tmp_path: Path, opened: Presenter, words: tuple[str, ...], shape: tuple[int, int]
) -> None:
    with window(screen, tmp_path, *TABLE, *words) as hands:
        hands.game.do("settle")
        hands.see()
        first = hands.place.size
        for aspect, (width, height) in (("square", shape), ("4:3", (4, 3))):
            before = hands.place.size
            open_display(hands)
            hands.do(f"clickon config:aspect:{aspect}", "key F8")
            place = wait_for("another size", lambda: (now := hands.found()) and now.size != before and now)  # noqa: B023
            assert place.width * height == place.height * width
            hands.sized(*place.size)
            # The mouse hits what is seen, and the next key hides it.
            hands.do("clickon stock", "settle", "key RIGHT")
            hands.see()
        assert hands.place.size == first
    assert settings(tmp_path)["shell.aspect"] == "4:3"
    assert "shell.window" not in settings(tmp_path), "nobody chose that size"


def test_in_a_window_of_the_player_s_size_another_shape_leaves_a_margin(
    tall: Display, tmp_path: Path, opened: Presenter
) -> None:
    with window(tall, tmp_path, *TABLE) as hands:
        hands.game.do("settle")
        open_display(hands)
        hands.do("clickon config:window:1280x960")
        hands.sized(1280, 960)
        whole = hands.place
        hands.do("clickon config:aspect:square", "key F8")
        row, size = 1280 * 3, (1280, 700)
        inside = whole._replace(y=whole.y + 130, height=700)

        def shown() -> bool:
            """Each pixel of 640x350 is 2x2 in the middle of the window, whatever the strokes are to be."""
            seen = tall.pixels(whole)
            margin, middle = seen[: 130 * row] + seen[830 * row :], seen[130 * row : 830 * row]
            return margin == margin[:3] * (len(margin) // 3) and alike(
                on_grid(middle, size), shown_evenly(hands.game.image(), size)
            )

        hands.place = inside
        for lines in ((), ("key F8", "clickon setup:display", "clickon config:picture:crisp", "key F8")):
            hands.do(*lines, "clickon stock", "settle", "key RIGHT")
            wait_for("the picture", shown)
        assert tall.place(whole.window) == whole
    assert settings(tmp_path)["shell.window"] == "1280 960"


def test_a_crisp_picture_has_its_own_colours_only(tall: Display, tmp_path: Path, opened: Presenter) -> None:
    set_up(tmp_path, "picture = crisp", "window = 1280 960")
    with window(tall, tmp_path, *TABLE) as hands:
        pixels = hands.game.do("settle").picture()
        hands.sized(1280, 960)
        colours = [rgb.to_bytes(3) for rgb in list(pyxel.colors)]
        rows = [pixels[y * 350 // 960 * 640 :][:640] for y in range(960)]
        expected = b"".join(colours[index] * 2 for row in rows for index in row)
        wait_for("the picture", lambda: tall.pixels(hands.place) == expected)
