"""End animation of On Disk Monthly's lost games: sand rises from the bottom of the table, then the wind keeps blowing."""

from retro_pyramid.scenes.easing import eased
from retro_pyramid.scenes.end_animation import Finale
from retro_pyramid.scenes.scene import Scenes, Sprite, scene

LENGTH = 90
"""Ticks for which the sand rises."""
_FELT_LEFT, _FELT_BOTTOM, _FELT_WIDTH = 8, 314, 624
"""The felt's first column, the row below it, and its width, in pixels."""


def _create_dune(name: str, height: int, drift: int = 0) -> Sprite:
    """Return a dune that rises to a height and drifts to the right, in pixels."""

    def scale_by_progress(full_value: int, tick: int) -> int:
        """Return the part of a full value that is reached at a tick."""
        return round(full_value * eased(tick, LENGTH))

    return Sprite(
        name,
        lambda tick: (_FELT_LEFT, _FELT_BOTTOM - scale_by_progress(height, tick)),
        seen=lambda tick: (
            drift - scale_by_progress(drift, tick),
            0,
            _FELT_WIDTH,
            scale_by_progress(height, tick),
        ),
    )


_GRAIN_SPRITE = Sprite(
    "grains", (_FELT_LEFT, 226), seen=lambda tick: (_FELT_WIDTH - 2 * tick % _FELT_WIDTH, 0, _FELT_WIDTH, 70)
)
# The last two frames of seven alternate.
_TEXT_SPRITE = Sprite((0, 256, 80, 6), (0, 17), lambda tick: min(tick // 15, 5 + tick // 45 % 2))

SAND = Finale(
    LENGTH,
    behind=Scenes(scene("odm", _GRAIN_SPRITE, _create_dune("sand_far", 84, 60)), scene("odm", _TEXT_SPRITE)),
    front=Scenes(scene("odm", _create_dune("sand_near", 58)), scene("odm")),
    alone=False,
    words="Sand drifts over the table",
)
"""The animation of a stuck game."""
