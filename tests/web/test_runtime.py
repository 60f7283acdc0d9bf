"""The run-time folder: where it is, how it is filled, what it answers."""

from pathlib import Path

import pytest

from web import runtime


def sources(root: Path) -> Path:
    """Lay the pieces out as a checkout of Pyxel and an unpacked npm package have them."""
    for piece in runtime.PIECES.values():
        path = root / piece if "/" in piece else root / "npm" / "package" / piece
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(piece)
    return root


def test_a_folder_filled_from_pieces_mirrors_the_cdn(tmp_path: Path) -> None:
    target = tmp_path / "runtime"
    assert len(runtime.missing(target)) == len(runtime.PIECES)
    runtime.fill(target, sources(tmp_path / "pieces"))
    assert runtime.missing(target) == []
    file = runtime.file_for(target, "https://cdn.jsdelivr.net/pyodide/v0.29.3/full/pyodide.asm.wasm")
    assert file is not None
    assert file.read_text() == "pyodide.asm.wasm"
    assert runtime.fill(target, tmp_path / "nothing") == []


@pytest.mark.parametrize(
    "address",
    [
        "https://cdn.jsdelivr.net/gh/kitao/pyxel@2.6.3/wasm/pyxel.js",
        "https://cdn.jsdelivr.net/../../../secret",
        "https://example.org/gh/kitao/pyxel@2.6.2/wasm/pyxel.js",
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
    (sources(tmp_path / "pieces") / "wasm" / "pyxel.css").unlink()
    assert runtime.main(["--from", str(tmp_path / "pieces")]) == 2
    said = capsys.readouterr().err
    assert "wasm/pyxel.css" in said
    assert said.count("\n") == 1


def test_the_folder_is_named_by_the_environment_or_in_the_cache(tmp_path: Path) -> None:
    assert runtime.folder({"PYXEL_WEB_RUNTIME": str(tmp_path)}) == tmp_path
    assert runtime.folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "retro-pyramid" / "pyxel-web-2.6.2"
