"""EM's finale, a text fanfare: cards and blocks are laid on the beats between chains of lamps; then fireworks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from retro_pyramid.cards import CARDS_IN_DECK
from retro_pyramid.editions.em.fireworks import fireworks
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, WIDTH, Mode, Video
from retro_pyramid.rules import POSITIONS
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.end_animation import Finale, Moment, built, landings, on_beat
from retro_pyramid.scenes.scene import Scenes, Sprite, scene, stamp
from retro_pyramid.scenes.sprites import draw, places

_FIRST_CARD, _LAST = 5, 32
"""The beats on which the first card lands, and the capstone."""
LENGTH = 469
"""The ticks of the march."""

LANDINGS = landings(_FIRST_CARD)


def _falls(moment: Moment, goal: Point, share: float) -> Point:
    x, y = goal
    return x, y - round((y + moment.size[1]) * (1 - share * share))


dropped = partial(built, landings=LANDINGS, flight=14, way=_falls)


# The lamps: chains of # that run along the pyramid's flanks, in three registers that no card of the first deck has.

_LAMPS = (5, 13, 10)
_DARK, _COLD, _GOLD = (0, 0, 0), (59, 3, 8), (62, 38, 20)
_FAMILIES = ((0, _DARK), (4, _COLD), (20, _GOLD))
"""From which beat on the lamps have which colours: of the three, the one that is lit, and those it has just left."""
_FLASH = 4
_FEW = {0: 0, 8: 0, 3: 11, 59: 15, 20: 0, 38: 13, 62: 15, 63: 15}
"""What stands for the lamps' colours where registers cannot change."""
_FLAT = {0: 0, 8: 1, 3: 3, 59: 11, 20: 4, 38: 6, 62: 14, 63: 15}
"""The same where they are too small for a mixture of two colours."""
_INKS = {0: 0, 8: 0, 3: 7, 59: 15, 20: 0, 38: 7, 62: 15, 63: 15}
"""The same without colours."""


def lamps(now: int) -> tuple[int, int, int]:
    """Return the colours of the three kinds of lamps at a tick: with each beat the light goes outwards."""
    last = on_beat(_LAST)
    if last <= now < last + _FLASH:
        return 63, 63, 63
    _, family = max(one for one in _FAMILIES if on_beat(one[0]) <= max(now, 0))
    step = _LAST if now >= last else int(max(now, 0) / on_beat(1))
    first, second, third = (family[(step - kind) % 3] for kind in range(3))
    return (first, second, third) if now < last else family


def _light(now: int) -> Mapping[int, int]:
    return dict(zip(_LAMPS, lamps(now), strict=True))


# The word, block by block.

_COUNT: Mapping[str, tuple[int, int, int]] = {"graphics": (48, 8, 55), "text": (52, 6, 57)}
"""Column and row of the line that counts, and the column of its words."""
_COURSE_INKS = (15, 11, 11, 11, 3), (15, 14, 14, 14, 6)
"""The inks of the letters' courses in characters, as they are laid and in gold."""
_GILDED = ((15, 15), (11, 14), (3, 6), (1, 6))
"""What the colours of a block become when all of it turns to gold."""

_BLOCK_FALL = 6


def _falling(landing: int, now: int, room: int) -> int | None:
    """Return how far above its place a block is that has such a way, None while it is not seen."""
    left = landing - now
    return None if left >= _BLOCK_FALL else max(0, left) * room // _BLOCK_FALL


def _word(video: Video, _: int, now: int) -> None:
    gold = now >= on_beat(_LAST)
    page = video.page
    for colour, instead in _GILDED if gold else ():
        page.pal(colour, instead)
    for x, y, landing in places("em_word"):
        up = _falling(landing, now, 40)
        if up is not None:
            stamp(video, "em", "block", (x, y - up))
    page.pal()


def _text_word(video: Video, _: int, now: int) -> None:
    gold = now >= on_beat(_LAST)
    for column, course, landing in places("em_text_word"):
        up = _falling(landing, now, course + 1)
        if up is not None:
            ink = 15 if video.mono else _COURSE_INKS[gold][course]
            video.write(column, 1 + course - up, "██", ink)


def _count(video: Video, _: int, now: int) -> None:
    """Let a line of # grow by one for each card that lands, and count them."""
    if now < _CURTAIN:
        return
    laid = sum(landing <= now for landing in LANDINGS)
    lit, quiet = (14, 15) if laid == POSITIONS else (11, 11)
    left, line, words_at = _COUNT[video.mode]
    words = f"{CARDS_IN_DECK - POSITIONS + laid} of {CARDS_IN_DECK} cards"
    for column, row, text, ink in (
        (left, line, "#" * laid, lit),
        (left + laid, line, "·" * (POSITIONS - laid), 7),
        (words_at, line + 1, words, quiet),
    ):
        if video.mode == "text":
            video.write(column, row, text, ink)
        else:
            video.print(column * CELL_WIDTH, row * CELL_HEIGHT, text, ink)


_TOP, _BOTTOM = 15, 309
_CURTAIN = on_beat(4)


@cache
def _lit_cells() -> frozenset[tuple[int, int]]:
    """Return the cells of 8x14 in which there is something of a lamp in graphics."""
    return frozenset(
        ((x + wide) // CELL_WIDTH, (y + high) // CELL_HEIGHT)
        for x, y, _ in places("em_lamps")
        for wide in (-4, 0, 4)
        for high in (-5, 0, 5)
    )


def _counts(x: int, y: int, mode: Mode) -> bool:
    """Return whether a character there would touch the line that counts, its words, or what is between them."""
    column, line, _ = _COUNT[mode]
    across, down = x / CELL_WIDTH - column, y / CELL_HEIGHT - line
    return -2 < across < POSITIONS + 1 and -1 < down < 2


def _free(x: int, y: int) -> bool:
    return (x // CELL_WIDTH, y // CELL_HEIGHT) not in _lit_cells() and not _counts(x, y, "graphics")


def _free_cell(x: int, y: int) -> bool:
    """Return whether the cell of a place in picture pixels is on the table in text mode, neither lamp's nor counter's."""
    column, row = x // CELL_WIDTH, y // CELL_HEIGHT
    return (
        0 <= row < 22
        and (column, row) not in [place[:2] for place in places("em_text_lamps")]
        and not _counts(column * CELL_WIDTH, row * CELL_HEIGHT, "text")
    )


def _half(now: int, whole: int) -> int:
    """Return how far the night has come to either side."""
    return min(max(now, 0) * whole // _CURTAIN, whole)


def _lamps(video: Video, _: int, now: int) -> None:
    if not video.full_colour:
        inks = _FLAT if video.drawings else _FEW
        for x, y, kind in places("em_lamps"):
            if ink := inks[lamps(now)[kind]]:
                video.page.pal(_LAMPS[kind], ink)
                stamp(video, "em", "lamp", (x, y), kind)
        video.page.pal()


def _text_lamps(video: Video, _: int, now: int) -> None:
    half = _half(now, COLUMNS // 2)
    video.fill(COLUMNS // 2 - half, 0, 2 * half, 24, " ", 0x07)
    inks = [_INKS[colour] for colour in lamps(now)] if video.mono else _LAMPS
    for column, row, kind in places("em_text_lamps") if now >= _CURTAIN else ():
        video.write(column, row, "#", inks[kind])


_NIGHT = Sprite(
    "night",
    lambda now: (WIDTH // 2 - _half(now, WIDTH // 2), _TOP),
    seen=lambda now: (WIDTH // 2 - _half(now, WIDTH // 2), _TOP, 2 * _half(now, WIDTH // 2), _BOTTOM - _TOP),
    few=dict.fromkeys(_LAMPS, 0),
)

_FIREWORKS = partial(fireworks, "em_bursts", (_free, _free_cell), LENGTH)
FINALE = Finale(
    LENGTH,
    dropped,
    behind=Scenes(
        scene("em", _NIGHT, _lamps, _FIREWORKS, _count, _word),
        scene("em", _text_lamps, _FIREWORKS, _count, _text_word),
    ),
    light=_light,
    landings=LANDINGS,
    words="The cards build the pyramid between chains of lamps, and fireworks rise",
    shows_buttons=True,
)
"""The pyramid, a word of blocks beside it, lamps and fireworks of characters."""

_LINES, _LINE = 21, 4
"""The lines of the table's grid, and after how many ticks each goes out."""


def _grid(video: Video, _: int, now: int) -> None:
    """Draw the grid without the lines that have gone out, from below; the next one flares."""
    left = _LINES - now // _LINE
    video.page.rect(0, _TOP + 3, WIDTH, _BOTTOM - _TOP - 3, 1)
    for line in range(1, left + 1):
        if video.mode == "text":
            video.write(0, line, "┼───────" * 10, 0x1F if line == left else 0x13)
        else:
            draw(video.page, "em", "wire", (0, CELL_HEIGHT * line), int(line == left))


STUCK = Finale(_LINES * _LINE, behind=scene("em", _grid), alone=False, words="The grid goes out line by line")
"""The end of a game in which nothing goes any more."""
