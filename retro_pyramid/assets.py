"""The program's own data files, found alike in a checkout, in an installed wheel and in the browser package."""

from pathlib import Path


def asset_path(name: str) -> Path:
    """Return the path of the built data file `name`; raise FileNotFoundError naming it when it is missing."""
    here = Path(__file__).resolve().parent
    for folder in (here / "assets", here.parent / "assets"):
        path = folder / name
        if path.is_file():
            return path
    raise FileNotFoundError(f"{name}: a data file of the program is missing; install it again")


def asset_bytes(name: str) -> bytes:
    """Return the bytes of the built data file `name`."""
    return asset_path(name).read_bytes()


def asset_text(name: str) -> str:
    """Return the text of the built data file `name` (UTF-8, line feeds)."""
    return asset_path(name).read_text(encoding="utf-8")
