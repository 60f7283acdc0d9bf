"""The magazine as a front: its contents, its departments, its pages, and the programs it starts."""

from pathlib import Path

import pytest

from retro_pyramid import cp437
from retro_pyramid.features.magazine.magazine import DEPARTMENTS, PICTURE_NAMES
from retro_pyramid.features.magazine.page_script import parse_page_script
from retro_pyramid.machine.video import CELL_WIDTH, WIDTH
from retro_pyramid.resources import read_asset_text
from retro_pyramid.ui import markup
from tests.screens.conftest import Start
from tests.screens.driver import Game

ARTICLES = [name for part in DEPARTMENTS for name in part.article_names]


@pytest.fixture
def shell(start: Start) -> Game:
    return start("--start", "shell")


# The articles


@pytest.mark.parametrize("name", ARTICLES)
def test_every_article_can_be_set_and_its_page_plays(start: Start, name: str) -> None:
    page = parse_page_script(read_asset_text(f"articles/{name}.txt"))
    lines = markup.render_markup(page.text, 70)
    assert 30 < len(lines) < 100, "two to five screens"
    for line in lines:
        cp437.encode(line.text)
    places = dict(page.stills)
    assert places.keys() <= {"title", "descrip", *PICTURE_NAMES}
    last = 54 if page.track_images_file == "deck" else len(PICTURE_NAMES)
    assert all(max(track.image_numbers) <= last for track in page.tracks)
    # Title and subtitle stand in the middle.
    subtitle = [line for line in page.text.split("\n") if line.startswith("^C")][1][2:].strip()
    for still, words in (("title", page.title), ("descrip", subtitle)):
        assert places[still][0] == (WIDTH - CELL_WIDTH * len(words)) // 2
    part = next(part for part in DEPARTMENTS if name in part.article_names)
    shell = start("--start", "shell").do(f"clickon menu:{part.name}", f"clickon menu:{part.name}")
    if shell.selected != f"menu:{name}":
        shell.do(f"clickon menu:{name}")
    shell.do(f"clickon menu:{name}")
    assert (shell.screen, shell.app.state()["program"]) == ("page", "shell")
    before = shell.picture()
    assert shell.do("wait 60").picture() != before
    arrived = shell.do("settle").picture()
    assert shell.do("wait 60").picture() == arrived
    # Every picture has a sketch for text mode.
    shell.app.settings_store.set_values({"shell.mode": "text"})
    for picture in places.keys() - {"title", "descrip"}:
        for row in read_asset_text(f"pages/{picture}.txt").splitlines():
            cp437.encode(row)
            assert shell.says(row.strip())


# The way through it


def test_the_contents_lead_to_every_department_by_keys(shell: Game) -> None:
    assert shell.selected == "menu:games"
    assert shell.says("ON DISK MONTHLY")
    for part in DEPARTMENTS:
        shell.do("key DOWN", "key ENTER")
        assert shell.says(part.tab)
        shell.do("key ENTER")
        assert shell.screen == "page"
        shell.do("settle", "key ENTER")
        assert shell.screen == "article"
        shell.do("key PGDN", "key ESC", "key ESC")
        assert shell.selected == f"menu:{part.article_names[0]}"
        shell.do("key ESC")
        assert shell.says("CONTENTS")
        assert shell.selected == f"menu:{part.name}"


# Texts of the player's own disk


def test_many_texts_are_on_several_pages(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for number in range(8):
        (tmp_path / "data" / f"text{number}.doc").write_text(f"Text {number}\n")
    (tmp_path / "data" / "pyramid.txt").write_text("suits hdcs\n")  # The order of cards is none to read.
    (tmp_path / "data" / "empty.txt").write_text(" \n")
    (tmp_path / "data" / "folder.txt").mkdir()
    shell = start("--start", "shell").do("key y; key ENTER")
    assert [name for name in shell.enabled() if name.startswith("menu:")] == [
        *(f"menu:text{number}.doc" for number in range(6)),
        "menu:more",
    ]
    shell.do("key END; key ENTER")
    assert shell.selected == "menu:text6.doc"
    shell.do("key END; key ENTER")
    assert shell.selected == "menu:text0.doc"
    assert shell.do("key F1").says("Drop PYRAMID.TXT")
    assert shell.do("key ENTER; key ENTER").says("Text 0")


@pytest.mark.parametrize(("longest", "left"), [(60, 5), (70, 5), (77, 1), (200, 5)])
def test_plain_lines_stay_as_they_are(start: Start, tmp_path: Path, longest: int, left: int) -> None:
    line = ("words " * 40)[: longest - 1] + "."
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.txt").write_bytes(
        b"  TABLE \xb3 %page 1\r\n" + line.encode() + b"\r\n^C is Ctrl C\x1ano"
    )
    shell = start("T", "--start", "shell").do("key y; key ENTER; key ENTER")
    rows = shell.rows()
    assert rows[4][left:-1].rstrip() == "  TABLE │ %page 1"
    if longest < 80:
        assert rows[5][left:-1].rstrip() == line
        assert rows[6][left:-1].rstrip() == "^C is Ctrl C"
    else:
        assert all(len(row[left:-1].rstrip()) <= 70 for row in rows[4:9])


# Two colours


def test_on_a_cga_it_is_in_two_colours_and_the_space_bar_changes_one(start: Start) -> None:
    shell = start("--start", "shell", "--video", "cga")
    image = shell.image()
    assert (image.width, image.height) == (640, 200)
    assert set(shell.picture()) == {0, 15}
    shell.do("key SPACE")
    assert set(shell.picture()) == {0, 14}
    assert set(shell.do("key ENTER").picture()) == {0, 14}
    again = start("--start", "shell", "--video", "cga")
    assert set(again.picture()) == {0, 14}, "the colour is remembered"
    # The programs that it starts have all colours.
    again.do("key ENTER", "key ENTER", "settle")
    image = again.image()
    assert (image.width, image.height, len(set(again.picture()))) == (320, 200, 4)
