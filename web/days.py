"""Writes a small page for each of the coming days: `python web/days.py DIR [--from YYYYMMDD] [--days N] [--url URL]`.

It is DIR/YYYYMMDD.html, with a picture of that day's pyramid beside it, which services show beside a posted link. The page
leads to the game in the folder above, with `?day=YYYYMMDD`: DIR is a folder in the output of web/build.py.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from web.build import PREVIEW_SIZE  # noqa: E402
from web.tools import pictures, project_urls  # noqa: E402

DAYS = 60
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Retro Pyramid: the deal of {day}</title>
<meta property="og:type" content="website">
<meta property="og:title" content="Retro Pyramid: the deal of {day}">
<meta property="og:image" content="{url}{number}.png">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta property="og:image:alt" content="The pyramid that is dealt that day.">
<meta name="twitter:card" content="summary_large_image">
</head>
<body>
<p><a href="../?day={number}"><img src="{number}.png" alt="The pyramid that is dealt that day." width="600"></a></p>
<p><a href="../?day={number}">Play the deal of {day}</a></p>
</body>
</html>
"""


def preview_of_day(day: date) -> bytes:
    """Return a PNG file of the table with the daily deal of a day, as shown beside links."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "script")
        script.write_text("settle\nshot day\n", encoding="utf-8")
        args = [
            "--daily",
            "--day",
            f"{day:%Y%m%d}",
            "--still",
            "--mute",
            "--headless",
            "--script",
            str(script),
        ]
        command = [sys.executable, "-m", "retro_pyramid", *args, "--shots", folder, "--data", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        return pictures.preview(pictures.read_png(Path(folder, "day.png").read_bytes()), PREVIEW_SIZE)


def write_pages(folder: Path, first: date, days: int, url: str) -> None:
    """Write the pages of `days` days into a folder. `url` is its address, ending in `/`, empty if it is not known."""
    folder.mkdir(parents=True, exist_ok=True)
    width, height = PREVIEW_SIZE
    for day in (first + timedelta(days=offset) for offset in range(days)):
        name = f"{day:%Y%m%d}"
        (folder / f"{name}.png").write_bytes(preview_of_day(day))
        fields = {
            "day": f"{day:%Y-%m-%d}",
            "number": name,
            "url": escape(url),
            "width": width,
            "height": height,
        }
        (folder / f"{name}.html").write_text(PAGE.format(**fields), encoding="utf-8")


def _day(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y%m%d").replace(tzinfo=UTC).date()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a day as YYYYMMDD") from None


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= 366:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to 366")
    return int(text)


def main() -> None:
    """Write the pages as the command line says."""
    parser = argparse.ArgumentParser(description="Writes a small page for each of the coming days.")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument(
        "--from", type=_day, dest="first", metavar="YYYYMMDD", default=datetime.now(UTC).date()
    )
    parser.add_argument("--days", type=_count, default=DAYS, metavar="N", help=f"how many (usually {DAYS})")
    parser.add_argument("--url", default="", help="the address of DIR, if pyproject.toml's is another")
    args = parser.parse_args()
    home = project_urls.project_url(project_urls.PAGE)
    url = args.url or (f"{home}/{args.folder.name}/" if home else "")
    if not url:
        print(
            project_urls.missing_url_message(
                project_urls.PAGE, "links to these pages show no picture (or say --url)"
            )
        )
    write_pages(args.folder, args.first, args.days, url.rstrip("/") + "/" if url else "")
    print(f"{args.folder}: {args.days} days from {args.first}")


if __name__ == "__main__":
    main()
