"""The page holds what the wheel holds, and no more than it may."""

import base64
import io
import re
import zipfile

from web import build


def app_in(page: str) -> zipfile.ZipFile:
    found = re.search('id="app">([^<]*)<', page)
    assert found
    return zipfile.ZipFile(io.BytesIO(base64.b64decode(found[1])))


def test_the_page_holds_the_package_and_its_data_and_nothing_else() -> None:
    files = build.wheel_files(build.ROOT)
    names = app_in(build.page(build.archive(files))).namelist()
    assert sorted(names) == sorted(files)
    assert {
        "retro_pyramid/browser.py",
        "retro_pyramid/rules/__init__.py",
        "retro_pyramid/assets/PYRAMID.DEC",
    } <= set(names)
    assert {name.partition("/")[0] for name in names} == {"retro_pyramid"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".typed"))]


def test_our_payload_is_at_most_a_megabyte_and_always_the_same() -> None:
    page = build.page(build.archive(build.wheel_files(build.ROOT)))
    assert len(page.encode()) <= 1_000_000
    assert page == build.page(build.archive(build.wheel_files(build.ROOT)))


def test_the_page_asks_for_pinned_versions_from_one_place_only() -> None:
    page = build.page(build.archive({}))
    addresses = set(re.findall(r'https?://[^"\s]+', page)) - {"https://cdn.jsdelivr.net/"}
    assert addresses
    for address in addresses:
        assert address.startswith(
            ("https://cdn.jsdelivr.net/gh/kitao/pyxel@2.6.2/", "https://cdn.jsdelivr.net/pyodide/v0.29.3/")
        )
