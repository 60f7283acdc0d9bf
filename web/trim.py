"""The run-time without what the page never uses, for a page that carries its own: the same bytes from the same pieces.

It needs the extra [page]: Node.js, which runs Pyodide, and a packer.
"""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from web import runtime

WEB = Path(__file__).parent
LIBRARY = WEB / "library.txt"
UNUSED = ("pyxel/examples/", "pyxel/editor/", "pyxel/cli.py", "pyxel/__main__.py", "pyxel/__init__.pyi")
"""What Pyxel's wheel has besides its engine."""
UNIX = 3
"""The system that a zip is said to come from, so that it is the same from every one."""
_IN_PYODIDE = """
const [folder] = process.argv.slice(1);
const { readFileSync } = require("fs");
const [code, sources] = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = require(`${folder}/pyodide.js`);
// Sets of constants would stand in another order each time.
loadPyodide({ indexURL: `${folder}/`, env: { PYTHONHASHSEED: "0" } }).then((pyodide) => {
  pyodide.runPython(code);
  process.stdout.write(pyodide.globals.get("compiled")(sources));
});
"""


def packed(files: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of `files` (path in the archive -> bytes); the same files give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", how, compresslevel=9) as zipped:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = how
            # Windows would name itself there.
            entry.create_system = UNIX
            zipped.writestr(entry, data)
    return target.getvalue()


def library() -> list[str]:
    """Return the names of the files of Python's library that the page needs."""
    return [line for line in LIBRARY.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]


@cache
def trimmed(piece: str, data: bytes) -> bytes:
    """Return a piece of the run-time without what the page never uses; most have nothing such.

    An archive is gzip around a .zip that packs nothing itself: what is packed as a whole takes less room, and the browser
    unpacks it. Raises RuntimeMissing where this cannot be made.
    """
    if piece.endswith("pyodide-lock.json"):
        return json.dumps(json.loads(data) | {"packages": {}}).encode()
    if not piece.endswith((".whl", "python_stdlib.zip")):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    if piece.endswith(".whl"):
        files = _engine(files)
    else:
        needed = [name for name in library() if name in files]
        files = {
            f"{name}c": data
            for name, data in compiled({name: files[name].decode() for name in needed}).items()
        }
    return tight("gzip", packed(files, zipfile.ZIP_STORED))


def tight(form: str, data: bytes) -> bytes:
    """Return data packed as `gzip` or `zlib` do, in less room than Python's own packer needs; raise RuntimeMissing."""
    try:
        packer = import_module("deflate")
    except ImportError:
        raise runtime.RuntimeMissing("deflate, the packer, is not installed: pip install '.[page]'") from None
    done: bytes = getattr(packer, f"{form}_compress")(data, 12)
    return done


def _engine(files: Mapping[str, bytes]) -> dict[str, bytes]:
    left = {name: data for name, data in files.items() if not name.startswith(UNUSED)}
    for name in left:
        if name.endswith("/RECORD"):
            lines = left[name].splitlines(keepends=True)
            left[name] = b"".join(line for line in lines if not line.decode().startswith(UNUSED))
    return left


def compiled(sources: Mapping[str, str]) -> dict[str, bytes]:
    """Return modules (name -> source) compiled by the Pyodide of the run-time folder; raise RuntimeMissing."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    if (node := shutil.which("node", path=places)) is None:
        raise runtime.RuntimeMissing(
            "Node.js, which compiles Python's library, is not installed: pip install '.[page]'"
        )
    folder = runtime.folder() / runtime.FOLDER / runtime.PYODIDE_BASE
    asked = json.dumps([(WEB / "compile.py").read_text(encoding="utf-8"), json.dumps(sources)])
    run = subprocess.run(
        [node, "-e", _IN_PYODIDE, str(folder)], input=asked.encode(), capture_output=True, check=False
    )
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().splitlines()
        raise runtime.RuntimeMissing(
            f"Python's library cannot be compiled in {folder}: {said[-1] if said else 'no word'}"
        )
    return {name: base64.b64decode(data) for name, data in json.loads(run.stdout).items()}
