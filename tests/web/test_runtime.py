"""The run-time folder: where it is, how it is filled, what it answers."""

import re
from pathlib import Path

import pytest

from web import runtime


def sources(root: Path) -> Path:
    """Lay the pieces out as a checkout of Pyxel and an unpacked npm package have them."""
    for piece in runtime.FILES.values():
        path = root / piece if "/" in piece else root / "npm" / "package" / piece
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(piece)
    return root


def test_a_folder_filled_from_pieces_mirrors_the_cdn(tmp_path: Path) -> None:
    target = tmp_path / "runtime"
    assert len(runtime.missing_files(target)) == len(runtime.FILES)
    runtime.fill(target, sources(tmp_path / "pieces"))
    assert runtime.missing_files(target) == []
    file = runtime.file_for(target, f"{runtime.CDN}/{runtime.PYODIDE_BASE}/pyodide.asm.wasm")
    assert file is not None
    assert file.read_text() == "pyodide.asm.wasm"
    assert runtime.fill(target, tmp_path / "nothing") == []


@pytest.mark.parametrize(
    "address",
    [
        "https://cdn.jsdelivr.net/gh/kitao/pyxel@0.0.0/wasm/pyxel.js",
        "https://cdn.jsdelivr.net/../../../secret",
        f"https://example.org/{runtime.PYXEL_BASE}/wasm/pyxel.js",
    ],
)
def test_no_other_address_is_answered(tmp_path: Path, address: str) -> None:
    (tmp_path / "secret").write_text("")
    runtime.fill(tmp_path / "a" / "runtime", sources(tmp_path / "pieces"))
    assert runtime.file_for(tmp_path / "a" / "runtime", address) is None


def test_a_missing_piece_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYXEL_WEB_RUNTIME", str(tmp_path / "runtime"))
    (sources(tmp_path / "pieces") / "wasm" / "pyxel.js").unlink()
    assert runtime.main(["--from", str(tmp_path / "pieces")]) == 2
    said = capsys.readouterr().err
    assert "wasm/pyxel.js" in said
    assert said.count("\n") == 1


def test_the_folder_is_named_by_the_environment_or_in_the_cache(tmp_path: Path) -> None:
    assert runtime.runtime_dir({"PYXEL_WEB_RUNTIME": str(tmp_path)}) == tmp_path
    kept = runtime.runtime_dir({"XDG_CACHE_HOME": str(tmp_path)})
    assert kept == tmp_path / "retro-pyramid" / f"pyxel-web-{runtime.PYXEL}"


def test_the_versions_stand_in_one_place_and_where_they_are_explained() -> None:
    web = Path(runtime.__file__).parent
    texts = {
        path.name: path.read_text("utf-8")
        for path in [*web.glob("*.*"), *web.glob("page/*.*"), *web.glob("tools/*.*")]
    }
    named = {name for name, text in texts.items() if runtime.PYXEL in text or runtime.PYODIDE in text}
    assert named == {"README.md", "runtime.py"}
    [desk] = re.findall(r'"pyxel>=(.+?),<', (web.parent / "pyproject.toml").read_text("utf-8"))
    said = (
        f"The page runs on Pyxel {runtime.PYXEL} with Pyodide {runtime.PYODIDE}, the desk on {desk} or newer."
    )
    assert said in texts["README.md"]
