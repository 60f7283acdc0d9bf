"""What Linux asks for beyond the program: metainfo for software centres, a Flatpak manifest, an AppImage."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from retro_pyramid import __version__
from web.tools import project_urls

ROOT = Path(__file__).resolve().parent.parent
NAME = "retro-pyramid"


def identifier(page: str) -> str:
    """Return the program's name among all programs, made of the page's address.

    >>> identifier("https://my-own.example.org/pyramid")
    'org.example.my_own.retro_pyramid'
    """
    host = (urlsplit(page).hostname or "").split(".")
    return ".".join([*reversed(host), NAME]).replace("-", "_")


def metainfo() -> dict[str, bytes]:
    """Return the file that tells software centres of the program, by its path below a prefix; none without addresses."""
    found = {name: project_urls.project_url(name) for name in (project_urls.PAGE, project_urls.REPOSITORY)}
    for name, address in found.items():
        if not address:
            print(
                project_urls.missing_url_message(name, "no metainfo for software centres is made"),
                file=sys.stderr,
            )
            return {}
    page, repository = found.values()
    id = identifier(page)
    text = (ROOT / "release" / "metainfo.xml").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    day = re.search(rf"^## {re.escape(__version__)} \((.+)\)", changelog, re.MULTILINE)
    if day is None:
        text = re.sub(r"  <releases>.*</releases>\n", "", text, flags=re.DOTALL)
    filled = {
        "id": id,
        "page": page,
        "repository": repository,
        "version": __version__,
        "day": day[1] if day else "",
    }
    for name, value in filled.items():
        text = text.replace(f"{{{name}}}", value)
    return {f"share/metainfo/{id}.metainfo.xml": text.encode()}


def flatpak(archive: Path) -> Path | None:
    """Write beside the download `archive` the manifest that makes a Flatpak of it; None without an address."""
    page = project_urls.project_url(project_urls.PAGE)
    if not page:
        print(project_urls.missing_url_message(project_urls.PAGE, "no Flatpak manifest is made"))
        return None
    id = identifier(page)
    text = (ROOT / "release" / "flatpak.json").read_text(encoding="utf-8")
    manifest = archive.with_name(f"{id}.json")
    manifest.write_text(text.replace("{id}", id).replace("{archive}", archive.name), encoding="utf-8")
    if builder := shutil.which("flatpak-builder"):
        shown = subprocess.run([builder, "--show-manifest", str(manifest)], check=True, capture_output=True)
        assert json.loads(shown.stdout)["id"] == id
    return manifest


def appdir(folder: Path) -> None:
    """Make an AppDir of the program's folder, which has all else below `usr` already."""
    (folder / "AppRun").symlink_to("pyramid")
    (folder / ".DirIcon").symlink_to(f"{NAME}.png")
    shutil.copy(folder / f"usr/share/applications/{NAME}.desktop", folder)


def appimage(folder: Path, file: Path, runtime: Path | None) -> Path | None:
    """Pack an AppDir into an AppImage, which begins with the file `runtime`; say what is missing, and return None."""
    packer = shutil.which("mksquashfs")
    if runtime is None or packer is None:
        lacks = (
            "mksquashfs (squashfs-tools)"
            if runtime
            else "--runtime FILE (a type-2 runtime, in no package registry)"
        )
        print(f"no AppImage is made of the folder, which is an AppDir: expected {lacks}")
        return None
    packed = file.with_suffix(".squashfs")
    subprocess.run([packer, str(folder), str(packed), "-root-owned", "-noappend", "-quiet"], check=True)
    file.write_bytes(runtime.read_bytes() + packed.read_bytes())
    packed.unlink()
    file.chmod(0o755)
    return file
