"""`--licences`: whose work the program is made of, and under which licences."""

from contextlib import suppress
from importlib import metadata

from retro_pyramid.commands.report import Report
from retro_pyramid.packaged import asset_text

_PACKAGES = ("retro-pyramid", "pyxel", "pysdl2-dll")


def run_licences() -> Report:
    """Print all texts where the program carries them with what it is built of, else say where each package has its own."""
    with suppress(FileNotFoundError):
        return Report(asset_text("licences.txt").splitlines())
    lines = ["Python: its own word license() prints its licence."]
    for name in _PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            files = metadata.files(name) or ()
            lines += [f"{name}: {file.locate()}" for file in files if "licenses" in file.parts]
    return Report(lines)
