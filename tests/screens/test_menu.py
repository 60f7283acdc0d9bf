"""Menus: what every key that they name does, Setup over them, and words that light up. Their acts: `acts.txt`."""

import pytest

from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.editions.windows.title import CLIENT_RECT
from retro_pyramid.features.start.menus import Menu
from retro_pyramid.machine.video import _BRIGHTENED, HEIGHT, WIDTH, copy_pixels
from tests.screens.conftest import Start
from tests.screens.driver import MODES

MENUS = {
    "main": ("--start", "menu"),
    "others": ("--start", "menu", "key o; key ENTER"),
    "today": ("--start", "menu", "key F3"),
    "magazine": ("--start", "shell"),
    "games": ("--start", "shell", "key ENTER"),
    "department": ("--start", "shell", "key f; key ENTER"),
    **{edition: ("--edition", edition, "--start", "menu") for edition in EDITION_INFO},
}


@pytest.mark.parametrize("menu", MENUS)
def test_every_key_that_a_menu_names_does_something(start: Start, menu: str) -> None:
    words = [word for word in MENUS[menu] if not word.startswith("key ")]
    game = start(*words).do(*(word for word in MENUS[menu] if word.startswith("key ")))
    here = game.app.screens[:]
    for hint in game.app.top_screen.get_key_hints():
        if hint.key in ("↑↓", "F2"):
            continue
        for line in (f"key {hint.key.upper()}", f"clickon {hint.target_id}"):
            game.do(line)
            assert game.app.screens != here or game.app.is_done, line
            game.app.is_done = False
            game.app.replace_screens(*here)


@pytest.mark.parametrize("menu", MENUS)
def test_f8_brings_setup_over_a_menu(start: Start, menu: str) -> None:
    words = [word for word in MENUS[menu] if not word.startswith("key ")]
    # What lives in a title picture would go on meanwhile.
    game = start(*words, "--still").do(*(word for word in MENUS[menu] if word.startswith("key ")))
    before = game.picture()
    game.do("key F8; clickon setup:play; clickon config:helps:on")
    assert (game.screen, game.says("SETUP") or game.says(" - Setup")) == ("setup", True)
    assert game.app.settings["shell.helps"] == "on"
    assert game.do("key ESC").picture() == before


@pytest.mark.parametrize("words", [(), ("T",), ("--video", "cga"), ("--video", "mono")], ids=" ".join)
def test_words_under_the_pointer_light_up(start: Start, words: tuple[str, ...]) -> None:
    game = start("--start", "menu", "--still", *words).do("moveon menu:quit; wait 1")
    elsewhere = game.picture()
    assert game.do("moveon menu:help; wait 1").picture() != elsewhere
    cells, rects = {}, game.enabled()
    for name in ("menu:help", "menu:setup"):
        game.do(f"moveon {name}; wait 1").picture()
        cells[name] = bytes(game.machine.display.cells)
    for name, other in (("menu:help", "menu:setup"), ("menu:setup", "menu:help")):
        x, y, width, _ = rects[name]
        row = slice(2 * (80 * (y // 14) + x // 8) + 1, 2 * (80 * (y // 14) + (x + width) // 8), 2)
        assert cells[name][row] != cells[other][row]


def test_what_lights_up_can_be_read_on_light_papers() -> None:
    assert {_BRIGHTENED[0x70 | ink] & 15 for ink in range(16)} == {1}
    assert {_BRIGHTENED[0x30 | ink] for ink in range(16)} == {0x1F}


UNDER_HEADER = (0, 42, 640, 84)
NAMES = {
    ("tilldawn", "graphics"): (0, 0, 640, 80),
    ("tilldawn", "text"): (0, 0, 640, 126),
    ("windows", "graphics"): (120, 190, 490, 54),
    ("windows", "text"): (112, 196, 504, 70),
}
"""Where the name stands in the title picture behind the main menu, in picture pixels."""


@pytest.mark.parametrize("left_off", [False, True])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", EDITION_INFO)
def test_a_main_menu_covers_no_part_of_the_name(
    start: Start, edition: str, mode: str, left_off: bool
) -> None:
    words = ("--edition", edition, *MODES[mode], "--still")
    if left_off:
        table = start(*words, "--start", "table", "-mouse").do("settle")
        table.do("key UP; key ENTER" if edition == "odm" else "key d")
    game = start(*words, "--start", "menu")
    menu = game.app.top_screen
    assert isinstance(menu, Menu)
    assert ("menu:go_on" in menu.list_item_ids) == left_off
    whole, video = game.picture(), game.machine.display
    video.clear_text()
    paint = menu.build_backdrop()[0].paint
    assert paint is not None
    paint(video)
    image = video.compose_picture(0, None)
    behind = copy_pixels(image)
    x, y, width, height = NAMES.get((edition, video.mode), UNDER_HEADER)
    left, right = x * image.width // WIDTH, (x + width) * image.width // WIDTH
    rows = range(-(-y * image.height // HEIGHT), (y + height) * image.height // HEIGHT)
    seen = [
        [one[image.width * row + left : image.width * row + right] for row in rows] for one in (whole, behind)
    ]
    assert len({*b"".join(seen[0])}) > 1
    assert seen[0] == seen[1]


@pytest.mark.parametrize("mode", ["graphics", "text"])
def test_the_menu_of_windows_stays_in_its_window(start: Start, mode: str) -> None:
    start("--edition", "windows", "--start", "table").do("settle; key d; settle")
    menu = start("--edition", "windows", "--start", "menu", *MODES[mode]).app.top_screen
    assert "menu:go_on" in menu.list_item_ids
    items = [target.rect for target in menu.targets() if target.id.startswith("menu:")]

    def holds_all(rect: tuple[int, int, int, int]) -> bool:
        return all(
            rect[0] <= x and rect[1] <= y and x + wide <= rect[0] + rect[2] and y + high <= rect[1] + rect[3]
            for x, y, wide, high in items
        )

    (box,) = [part.rect for part in menu.build_elements() if holds_all(part.rect)]
    left, top, width, height = CLIENT_RECT
    # In characters the window begins a little further to the left.
    assert left - 8 <= box[0] <= box[0] + box[2] <= left + width
    assert box[1] + box[3] <= top + height


@pytest.mark.parametrize("mode", ["graphics", "cga"])
def test_nothing_is_left_of_the_title_that_the_menu_of_windows_hangs_from(start: Start, mode: str) -> None:
    image = start("--edition", "windows", "--start", "menu", "--still", *MODES[mode]).image()
    pixels, width, height = copy_pixels(image), image.width, image.height
    # Between the window's title bar and the cells of the title, which the menu draws itself.
    rows = range(-(-26 * height // HEIGHT), 28 * height // HEIGHT)
    above = {pixels[width * row + x * width // WIDTH] for row in rows for x in range(120, 168)}
    assert rows
    assert len(above) == 1
