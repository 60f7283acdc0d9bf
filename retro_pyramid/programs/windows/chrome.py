"""Windows of 1990: bevels, title bars, whole windows; the look is our own."""

from typing import Any, NamedTuple

from retro_pyramid.machine.video import WIDTH

BLACK, BLUE, BROWN, GREY, DARK, YELLOW, WHITE = 0, 1, 6, 7, 8, 14, 15
FRAME = 4
"""The thickness of a window's frame."""
BAR = 16
"""The height of a title bar."""
MENU = 15
"""The height of a menu bar with the line below it."""
_BOX = 19
"""The width of a box at an end of a title bar."""
CLICKED, _ZOOM_STEP, _ZOOM_STEPS = 16, 2, 10
ZOOM_TICKS = _ZOOM_STEP * _ZOOM_STEPS
"""How long a window takes to zoom open."""
OPENED = CLICKED + ZOOM_TICKS
"""The tick at which a window has zoomed open: its icon is clicked, then it grows by steps."""


class Area(NamedTuple):
    """A rectangle of picture pixels, or of character cells."""

    x: int
    y: int
    width: int
    height: int


def bevel(page: Any, area: Area, face: int = GREY, raised: bool = True, thick: int = 1) -> None:
    """Fill a rectangle that stands out or is sunk: lit from the upper left."""
    x, y, width, height = area
    light, shade = (WHITE, DARK) if raised else (DARK, WHITE)
    page.rect(x, y, width, height, shade)
    page.rect(x, y, width - thick, height - thick, light)
    page.rect(x + thick, y + thick, width - 2 * thick, height - 2 * thick, face)


def title_bar(page: Any, area: Area, active: bool = True) -> None:
    """Draw a title bar without its words: a box for its menu at the left, two with arrows at the right."""
    x, y, width, height = area
    page.rect(x, y, width, height, BLUE if active else DARK)
    for left, line in ((x, x + _BOX), (x + width - 2 * _BOX - 1, 0), (x + width - _BOX, 0)):
        bevel(page, Area(left, y, _BOX, height))
        page.rect(line or left - 1, y, 1, height, BLACK)
    middle = y + height // 2
    page.rect(x + 4, middle - 2, 13, 4, BLACK)
    page.rect(x + 4, middle - 2, 12, 3, WHITE)
    for left, down in ((x + width - 2 * _BOX - 1, 1), (x + width - _BOX, -1)):
        for row in range(4):
            page.rect(left + 5 + row, middle - 1 + down * (row - 1), 9 - 2 * row, 1, BLACK)


def client_area(area: Area, menu: bool = True) -> Area:
    """Return what is left of a window inside frame, title bar and menu bar."""
    top = FRAME + BAR + 1 + (MENU if menu else 0)
    return Area(area.x + FRAME, area.y + top, area.width - 2 * FRAME, area.height - top - FRAME)


def window(page: Any, area: Area, ground: int, menu: bool = True, active: bool = True) -> None:
    """Draw a window without words, its client area in the colour `ground`; of a low one only the frame is seen."""
    x, y, width, height = area
    page.rect(x, y, width, height, BLACK)
    bevel(page, Area(x + 1, y + 1, width - 2, height - 2))
    if height <= 2 * FRAME + BAR + MENU:
        return
    page.rectb(x + FRAME - 1, y + FRAME - 1, width - 2 * FRAME + 2, height - 2 * FRAME + 2, BLACK)
    inner = width - 2 * FRAME
    title_bar(page, Area(x + FRAME, y + FRAME, inner, BAR), active)
    page.rect(x + FRAME, y + FRAME + BAR, inner, 1, BLACK)
    if menu:
        page.rect(x + FRAME, y + FRAME + BAR + 1, inner, MENU, WHITE)
        page.rect(x + FRAME, y + FRAME + BAR + MENU, inner, 1, BLACK)
    page.rect(*client_area(area, menu), ground)


def rim(page: Any) -> None:
    """Draw the edge of the window that the whole table is."""
    for inset, colour in ((0, BLACK), (1, GREY), (2, GREY), (3, BLACK)):
        page.rectb(inset, inset, WIDTH - 2 * inset, 322 - 2 * inset, colour)


def zoomed(icon: Area, whole: Area, now: int) -> Area | None:
    """Return how large a window is that opens from its icon, None before it begins to."""
    step = min((now - CLICKED) // _ZOOM_STEP + 1, _ZOOM_STEPS + 1)
    if step <= 0:
        return None
    ends = zip(icon, whole, strict=True)
    return Area(*(start + (end - start) * step // (_ZOOM_STEPS + 1) for start, end in ends))
