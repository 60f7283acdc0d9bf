"""A tournament won in EM's program: a word and a cup of blocks on the notes of the song, gold on the last one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from retro_pyramid.editions.em.fireworks import fireworks
from retro_pyramid.features.tournament.tournament_won import Feast
from retro_pyramid.machine.video import COLUMNS, ROWS, Video
from retro_pyramid.scenes.scene import Scenes, Sprite, lit, scene, stamp
from retro_pyramid.scenes.sprites import places

# The ticks of the song's notes: a phrase, its answer, a run of eight, and the last note.
_LETTERS_AT = (0, 7, 10, 13, 23, 30, 36, 56)
_CUP_AT = (63, 66, 69, 79, 86, 92)
_GAMES_AT = (112, 117, 122, 127, 132, 137)
_LAST = 152
_LENGTH = 178

_FALL, _FALL_FROM = 5, 30
_SHINE = (10, 13, 5)
"""The registers of blocks: face, shade, dark side."""
_FEW_COLD, _FEW_GOLD = (15, 11, 2), (15, 13, 5)


def _beside(x: int, y: int) -> bool:
    """Return whether there is neither the word, the cup nor the ledger."""
    return 84 <= y < 184 and not 210 < x < 424


def _blocks(video: Video, _: int, now: int) -> None:
    """Draw the word of blocks that fall letter by letter, and the cup, which grows from its foot."""
    page = video.page
    few = () if video.lit else _FEW_COLD if now < _LAST else _FEW_GOLD
    for register, colour in zip(_SHINE, few, strict=False):
        page.pal(register, colour)
    for x, y, begin in places("em_champion"):
        if now >= begin:
            up = max(0, _FALL - now + begin) * _FALL_FROM // _FALL
            stamp(video, "em", "gold", (x, y - up))
    # Too fine for a coarser grid, the joints would come and go there.
    joint = 2 - video.dot
    for x, y, shade, begin in places("em_cup"):
        if now >= begin:
            page.rect(x, y, 10 - joint, 9 - joint, _SHINE[shade])
    page.pal()


def _heard(notes: Sequence[int], now: int) -> int:
    return sum(now >= note for note in notes)


def _ground(video: Video, *_: int) -> None:
    video.fill(0, 0, COLUMNS, ROWS, " ", 0x07)


_FIREWORKS = partial(fireworks, "em_trophy_bursts", (_beside, _beside), _LENGTH)
_PICTURE = Scenes(
    scene("em", Sprite("sky"), _FIREWORKS, _blocks),
    scene(
        "em_champion",
        _ground,
        _FIREWORKS,
        Sprite((0, 0, COLUMNS, 5), (17, 1), partial(_heard, _LETTERS_AT)),
        Sprite((0, 45, 21, 7), (29, 7), partial(_heard, _CUP_AT)),
    ),
)

TROPHY = Feast(_LENGTH, _PICTURE, partial(lit, "em_champion"), (*_GAMES_AT, _LAST))
"""The cup; its tune is `em_tour_won`."""
