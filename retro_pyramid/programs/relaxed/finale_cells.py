"""The finale's tomb in characters: its wall with two torches, the door pushed open, light by shades."""

from functools import cache
from math import atan2, hypot, pi

from retro_pyramid import cp437
from retro_pyramid.machine.video import COLUMNS, Video

_MIDDLE = COLUMNS // 2
_LINTEL, _SILL, _GROUND = 1, 17, 23
"""The first row of the doorway, of the floor, of what lies below the table."""
_JAMB, _DOORWAY = 9, 12
_LEAF = _MIDDLE - _DOORWAY
_OPEN = _LEAF - 5
_HEART = 9
_TORCH, _FLAME_ROW = 4, 5
_SUITS = "♠♥♣♦"

_FLAMES = (" ▄ ▐█▌▐█▌", "▄  ▐█▄▐█▌", " ▄ ▄█▌▐█▌", "  ▄▄█▌▐█▌")
_FLAME_INKS = (12, 14, 14)
_FLAME_TICKS = 5

_GLOW = (
    (" ", 0x33),
    ("░", 0x3D),
    ("▒", 0x3D),
    ("▓", 0x3D),
    ("█", 0x0D),
    ("▓", 0x3B),
    ("█", 0x0B),
    ("█", 0x0A),
)
"""The light, from the edge to the heart: characters and attributes in the finale's registers."""
_STONE = (
    (" ", 0x00),
    ("░", 0x05),
    ("▒", 0x05),
    (" ", 0x50),
    ("░", 0x54),
    ("▒", 0x54),
    ("░", 0x46),
    ("▒", 0x46),
)
"""The wall, from the dark to the light of a torch."""
_MONO_RAYS = (("░", 0x07), ("▓", 0x0F))
"""Between the rays, and the rays."""

Row = list[tuple[str, int]]


def draw_cells(video: Video, share: float, now: int) -> None:
    """Draw the tomb as it is at a tick, with the door open as far as `share`, 0 to 1."""
    mono, pushed = video.mono, round(_OPEN * share)
    shut = _LEAF - pushed
    for row in range(_GROUND):
        line = _wall(mono)[row]
        if _LINTEL <= row < _SILL:
            left, right = _leaves(mono)[row - _LINTEL]
            light = _beyond(mono)[row - _LINTEL]
            line = b"".join(
                (
                    line[: 2 * _DOORWAY],
                    left[2 * pushed :],
                    light[2 * shut : 2 * (shut + 2 * pushed)],
                    right[: 2 * shut],
                    line[-2 * _DOORWAY :],
                )
            )
        start = 2 * COLUMNS * row
        video.cells[start : start + len(line)] = line
        if row >= _SILL and pushed:
            _shine(video, row, pushed)
    for middle in (_TORCH, COLUMNS - 1 - _TORCH):
        picture = _FLAMES[(now // _FLAME_TICKS + middle) % len(_FLAMES)]
        for row in range(3):
            for column, char in enumerate(picture[3 * row : 3 * row + 3], middle - 1):
                if char != " ":
                    at = 2 * ((_FLAME_ROW + row) * COLUMNS + column) + 1
                    paper = 0 if mono else video.cells[at] & 0xF0
                    ink = 15 if mono else _FLAME_INKS[row]
                    video.write(column, _FLAME_ROW + row, char, paper | ink)


def _shine(video: Video, row: int, pushed: int) -> None:
    """Draw the light that falls through the door on a row of the floor."""
    far = row - _SILL
    for part, spread, char, attribute in ((1.0, 3, "▒", 0x53), (1.0, 2, " ", 0x30), (0.6, 1, "▒", 0x3D)):
        half = round(pushed * part + far * spread * min(1, pushed / 8))
        if video.mono:
            char, attribute = ("░", 0x07) if char == "▒" and part == 1 else ("▒", 0x0F)
        video.fill(_MIDDLE - half, row, 2 * half, 1, char, attribute)


def _bytes(cells: Row) -> bytes:
    return bytes(value for char, attribute in cells for value in (cp437.shown(char)[0], attribute))


@cache
def _beyond(mono: bool) -> list[bytes]:
    """Return what is behind the door, row by row."""
    rows = []
    for row in range(_LINTEL, _SILL):
        line: Row = []
        for column in range(_DOORWAY, COLUMNS - _DOORWAY):
            across, down = column - _MIDDLE + 0.5, 1.9 * (row - _HEART)
            ray = int((atan2(down, across) + pi) * 12 / pi) % 2
            level = min(max(int(8.5 - hypot(across, down) / 3.6 + 1.6 * ray), 0), 7)
            line.append(_MONO_RAYS[ray] if mono else _GLOW[level])
        rows.append(_bytes(line))
    return rows


@cache
def _wall(mono: bool) -> list[bytes]:
    """Return the wall and the floor, row by row, with nothing in the doorway."""
    rows: list[Row] = []
    for row in range(_GROUND):
        line: Row = []
        for column in range(COLUMNS):
            edge = min(column, COLUMNS - 1 - column)
            away = hypot(edge - _TORCH, 2.0 * (row - _FLAME_ROW - 1))
            level = min(max(int(8.2 - away * 0.62), 1), 7)
            cell = (" ", 0x07) if mono else _STONE[level]
            if row == 0:
                cell = ("▀", (0x07 if mono else (0x4E, 0x1E)[column % 2]))
            elif row >= _SILL:
                level = max(0, 3 - abs(edge - _TORCH) // 4 - (row - _SILL) // 2)
                cell = (" ", 0x07) if mono else _STONE[level]
            elif _JAMB <= edge < _DOORWAY:
                carved = edge == _JAMB + 1 and row % 2
                suit = _SUITS[row // 2 % 4] if carved else " "
                ink = 14 if suit in "♠♣" else 15
                cell = (suit if carved else "│", 0x0F if carved else 0x07) if mono else (suit, 0x60 | ink)
            elif edge == _TORCH and row > _FLAME_ROW + 3:
                cell = ("║", 0x07 if mono else cell[1] & 0x70 | 14)
            elif row == _FLAME_ROW + 3 and abs(edge - _TORCH) < 3:
                cell = ("▀" if abs(edge - _TORCH) == 2 else "█", 0x0F if mono else cell[1] & 0x70 | 14)
            line.append(cell)
        rows.append(line)
    return [_bytes(line) for line in rows]


@cache
def _leaves(mono: bool) -> list[tuple[bytes, bytes]]:
    """Return the rows of the door's two leaves: stone, half a pyramid of cards on each, an edge in the light."""
    rows = []
    for row in range(_SILL - _LINTEL):
        bare: tuple[str, int] = (" ", 0x07) if mono else ("░" if row % 2 else "▒", 0x54)
        line = [bare] * (2 * _LEAF)
        card = (row - 1) // 2
        if row % 2 and card < 7:
            for at in range(card + 1):
                first = _LEAF - 2 * (card + 1) + 4 * at
                suit = _SUITS[(card + 3 * at) % 4]
                for aside, char in enumerate(f" {suit} "):
                    line[first + aside] = (char, 0x70 if mono else 0x4E)
        for column, char in ((_LEAF - 1, "▐"), (_LEAF, "▌")):
            line[column] = (char, 0x0F if mono else 0x5B)
        rows.append((_bytes(line[:_LEAF]), _bytes(line[_LEAF:])))
    return rows
