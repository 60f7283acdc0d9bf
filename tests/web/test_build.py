"""The page holds what the wheel holds, and no more than it may."""

import base64
import gzip
import io
import json
import marshal
import re
import struct
import subprocess
import sys
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import Any

import pytest

from retro_pyramid.formats.pictures.icon import ICON_COLOURS
from retro_pyramid.rules import EDITIONS
from web import build, runtime
from web.tools import compile_stdlib, pictures, trim_runtime


def names_in(page: str) -> list[str]:
    """Return the names of the files in the page's archive."""
    found = re.search('id="app">([^<]*)<', page)
    assert found
    return list(json.loads(zlib.decompress(base64.b64decode(found[1])[4:]).partition(b"\n")[0]))


def test_the_page_holds_the_package_and_its_data_and_nothing_else() -> None:
    files = build.wheel_files(build.ROOT)
    names = names_in(build.build_page(build.build_archive(files)))
    assert sorted(names) == sorted(name for name in files if not name.startswith(build.DESKTOP_ONLY))
    assert {
        "retro_pyramid/page/browser.py",
        "retro_pyramid/rules/__init__.py",
        "retro_pyramid/assets/PYRAMID.DEC",
    } <= set(names)
    assert {name.partition("/")[0] for name in names} == {"retro_pyramid"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".typed"))]


def test_our_payload_is_bounded_and_always_the_same() -> None:
    page = build.build_page(build.build_archive(build.wheel_files(build.ROOT)))
    assert len(page.encode()) <= build.PAYLOAD_LIMIT
    assert page == build.build_page(build.build_archive(build.wheel_files(build.ROOT)))


def test_the_page_is_built_elsewhere_on_other_versions_and_without_a_picture_that_is_not_there(
    tmp_path: Path,
) -> None:
    for name in ("retro_pyramid", "assets", "web", "release"):
        copytree(
            build.ROOT / name, tmp_path / name, ignore=ignore_patterns("__pycache__", "dist", "node_modules")
        )
    for name in ("pyproject.toml", "LICENSE"):
        copyfile(build.ROOT / name, tmp_path / name)
    (tmp_path / "web" / "shots" / "first_em.png").unlink()
    (tmp_path / "web" / "runtime.py").write_text(
        re.sub('(PYXEL|PYODIDE) = "[^"]*"', r'\1 = "98.7.6"', Path(runtime.__file__).read_text("utf-8")),
        "utf-8",
    )
    run = subprocess.run(
        [sys.executable, "web/build.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    page = (tmp_path / "web" / "dist" / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r"(?:pyxel[@-]|pyodide/v)([\d.]+)[/-]", page)) == {"98.7.6"}
    assert re.findall(r'showPoster\("(\w+)"', page) == [name for name in EDITIONS if name != "em"]


def test_the_page_asks_for_pinned_versions_from_one_place_only() -> None:
    page = build.build_page(build.build_archive({}))
    addresses = set(re.findall(r'https?://[^"\s]+', page)) - {"https://cdn.jsdelivr.net/"}
    assert addresses
    for address in addresses:
        assert address.startswith(
            (f"{build.CDN}{runtime.PYXEL_BASE}/", f"{build.CDN}{runtime.PYODIDE_BASE}/")
        )


def policy_of(page: str) -> dict[str, set[str]]:
    """Return what the page's policy allows, by the kind of thing."""
    found = re.search('http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert found
    rules = (rule.split() for rule in found[1].split("; "))
    return {kind: set(sources) for kind, *sources in rules}


@pytest.mark.parametrize("runtime_root", [f"{runtime.CDN}/", "runtime/"])
def test_the_policy_allows_the_scripts_of_the_page_and_the_pieces_of_the_run_time(runtime_root: str) -> None:
    page = build.build_page(build.build_archive({}), "", runtime_root)
    assert re.findall("<(meta|link|style|script|base)", page)[:2] == ["meta", "meta"]
    rules = policy_of(page)
    inline = {
        tag: {
            f"'sha256-{runtime.checksum(text.encode()).sha256}'"
            for text in re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        }
        for tag in ("script", "style")
    }
    assert len(inline["script"]) > 5
    loaded = [runtime_root + piece for piece in runtime.CHECKSUMS]
    scripts = {address for address in loaded if address.endswith(".js")}
    if runtime_root == "runtime/":
        assert rules["script-src"] == {*inline["script"], "'self'", "'unsafe-eval'"}
        assert rules["connect-src"] == {"'self'"}
    else:
        assert rules["script-src"] == {*inline["script"], *scripts, "'unsafe-eval'"}
        assert rules["connect-src"] == set(loaded)
    assert rules["style-src"] == inline["style"]
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == {"'none'"}
    # Every other script is data; none stands in an attribute, nor a style.
    assert set(re.findall('<script type="([^"]*)"', page)) == {"application/octet-stream", "text/python"}
    assert not re.search(r"<[^>]* (?:on\w+|style)=", re.sub("<script.*?</script>", "", page, flags=re.DOTALL))
    for tag in re.findall("<script[^>]* src=[^>]*>", page):
        assert " integrity=" in tag


ENGINE, EXAMPLE = "pyxel/pyxel_wrapper.abi3.so", "pyxel/examples/01.py"
STANDS_IN = {
    ".json": b'{"info": 1, "packages": {"numpy": 2}}',
    ".whl": trim_runtime.pack_zip(
        {ENGINE: b"", EXAMPLE: b"", "a/RECORD": f"{ENGINE},,\n{EXAMPLE},,\n".encode()}
    ),
    ".zip": trim_runtime.pack_zip({"ast.py": b"1 / 0\n", "this.py": b""}),
}


def filled(folder: Path) -> None:
    """Put stand-ins for the pieces of the run-time into a folder."""
    for piece in runtime.FILES:
        path = folder / runtime.CDN_DIR / piece
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f'URL = "{runtime.CDN}/{piece}";' if piece.endswith("/pyxel.js") else piece
        path.write_bytes(STANDS_IN.get(path.suffix, text.encode()))


def within(archive: Path) -> dict[str, bytes]:
    """Return the files of an archive that a self-hosted page carries."""
    files = zipfile.ZipFile(io.BytesIO(gzip.decompress(archive.read_bytes())))
    return {name: files.read(name) for name in files.namelist()}


def size_of(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


def test_all_that_belongs_to_the_page_lies_beside_it() -> None:
    files = build.build_site(b"", "https://play.example/")
    page = files["index.html"].decode()
    for name in re.findall(
        r'(?:href|content)="(?:https://play.example/)?([\w-]+\.(?:png|webmanifest))"', page
    ):
        assert name in files
    manifest = json.loads(files["manifest.webmanifest"])
    for icon in manifest["icons"]:
        assert icon["sizes"] == "{}x{}".format(*size_of(files[icon["src"]]))
    assert 'content="https://play.example/preview.png"' in page
    assert size_of(files["preview.png"]) == (1200, 630)
    assert files == build.build_site(b"", "https://play.example/")


def test_the_worker_knows_the_sum_of_every_file_and_its_version_is_that_of_all() -> None:
    files = build.build_site(b"one")
    worker = files["worker.js"].decode()
    for name in ("index.html", "manifest.webmanifest", "icon-512.png"):
        assert f'"{name}": "{sha256(files[name]).hexdigest()}"' in worker
    for piece in runtime.FILES:
        assert f'"{runtime.CDN}/{piece}"' in worker
    assert "@@" not in worker
    versions = {
        build.build_site(app)["worker.js"].decode().partition("VERSION = ")[2][:18] for app in (b"1", b"2")
    }
    assert len(versions) == 2


def test_a_self_hosted_page_names_no_other_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYXEL_WEB_RUNTIME", str(tmp_path / "runtime"))
    filled(tmp_path / "runtime")
    compiled = {"ast.py": "1 / 0\n"}, {"ast.py": b"1 / 0\n, compiled"}
    monkeypatch.setattr(
        trim_runtime, "compile_stdlib", lambda sources: {repr(compiled[0]): compiled[1]}[repr(sources)]
    )
    assert build.main(["--self-host", str(tmp_path / "site"), "--zip", str(tmp_path / "site.zip")]) == 0
    packed = zipfile.ZipFile(tmp_path / "site.zip")
    names = {
        path.relative_to(tmp_path / "site").as_posix()
        for path in (tmp_path / "site").rglob("*.*")
        if path.is_file()
    }
    assert set(packed.namelist()) == names
    for name in names:
        if name.endswith((".html", ".js", ".webmanifest")):
            assert b"//cdn." not in packed.read(name), name
    # The address of the run-time has a sum in it; what the page never uses is not there.
    [engine] = [name for name in names if re.fullmatch(r"runtime/\w+/gh/kitao/pyxel@[^/]+/wasm/.*whl", name)]
    assert within(tmp_path / "site" / engine) == {"a/RECORD": f"{ENGINE},,\n".encode(), ENGINE: b""}
    [modules] = (tmp_path / "site").rglob("python_stdlib.zip")
    assert within(modules) == {"ast.pyc": b"1 / 0\n, compiled"}
    [lock] = (tmp_path / "site").rglob("pyodide-lock.json")
    assert json.loads(lock.read_text()) == {"info": 1, "packages": {}}


def test_a_compiled_module_does_what_its_source_does_and_names_the_function() -> None:
    source = '"Doc."\ndef fail(part):\n    assert part < 0\n    return 1 / 0\n'
    found = json.loads(
        compile_stdlib.compile_modules(json.dumps({"far/away.py": source, compile_stdlib.DOCUMENTED: source}))
    )
    modules: list[dict[str, Any]] = [{}, {}]
    for module, data in zip(modules, found.values(), strict=True):
        exec(marshal.loads(base64.b64decode(data)[16:]), module)
    assert [module.get("__doc__") for module in modules] == [None, "Doc."]
    with pytest.raises(ZeroDivisionError) as raised:
        modules[0]["fail"](1)
    place = raised.traceback[-1]
    assert (place.path, place.name, place.lineno + 1) == ("far/away.py", "fail", 2)


def test_what_cannot_be_compiled_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYXEL_WEB_RUNTIME", str(tmp_path))
    with pytest.raises(runtime.RuntimeMissing, match=rf"cannot be compiled in {tmp_path}.*"):
        trim_runtime.compile_stdlib({})
    monkeypatch.setattr("web.tools.trim_runtime.shutil.which", lambda *_, **__: None)
    with pytest.raises(runtime.RuntimeMissing, match=r"Node\.js.* is not installed: pip install '.\[page\]'"):
        trim_runtime.compile_stdlib({})


def test_the_bytes_that_a_visitor_waits_for_are_bounded() -> None:
    if runtime.missing_files(runtime.runtime_dir()):
        pytest.skip("no run-time to trim")
    modules = runtime.runtime_dir() / runtime.CDN_DIR / runtime.PYODIDE_BASE / "python_stdlib.zip"
    assert set(trim_runtime.stdlib_files()) <= set(zipfile.ZipFile(modules).namelist())
    files = build.build_self_hosted(build.build_archive(build.wheel_files(build.ROOT)))
    loaded = {name: data for name, data in files.items() if name.startswith(("index", "runtime"))}
    assert sum(min(len(gzip.compress(data)), len(data)) for data in loaded.values()) <= 6_330_000


def test_without_the_run_time_nothing_can_be_self_hosted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYXEL_WEB_RUNTIME", str(tmp_path / "none"))
    assert build.main(["--self-host", str(tmp_path / "site")]) == 2
    assert "wasm/pyxel.js: fill it with python web/runtime.py" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


# The pictures


def test_a_picture_can_be_read_back_whatever_its_filters() -> None:
    golden = pictures.read_png(build.PREVIEW.read_bytes())
    assert (len(golden), {len(row) for row in golden}) == (350, {3 * 640})
    assert golden[0][:3] == bytes(3)
    assert golden[2][60:63] == bytes((0xFF, 0xFF, 0x55))
    assert pictures.read_png(pictures.write_png(golden)) == golden
    title = pictures.read_png((build.ROOT / "art" / "deck1.png").read_bytes())
    assert title[20][3 * 20 : 3 * 20 + 3] in (b"\xff\xff\xff", b"\0\0\0")


def test_the_icon_is_the_drawing_pixel_for_pixel() -> None:
    drawing = [".k", "wr"]
    rows = pictures.read_png(pictures.icon(drawing, 6, 2))
    ground, black, white, red = (bytes(ICON_COLOURS[letter]) for letter in ".kwr")
    assert rows[0] == ground * 6
    assert rows[1] == rows[2] == ground * 3 + black * 2 + ground
    assert rows[3] == ground + white * 2 + red * 2 + ground
    with pytest.raises(pictures.PictureError, match="a scale of at most 3"):
        pictures.icon(drawing, 6, 4)


def test_the_preview_shows_the_screen_as_a_monitor_did() -> None:
    rows = pictures.read_png(build.PREVIEW.read_bytes())
    preview = pictures.read_png(pictures.preview(rows, (1200, 630)))
    black = b"\0\0\0"
    assert (preview[300][:3], preview[300][-3:]) == (black, black)
    # The picture is 840 by 630, 180 from the left: a card's middle is where 4:3 puts it.
    assert preview[round(265 * 630 / 350)][3 * (180 + round(480 * 840 / 640)) :][:3] != black
    assert preview[0][3 * 180 : 3 * 181] == rows[0][:3]
