"""End animation of On Disk Monthly's lost games: sand rises from the bottom of the table, then the wind keeps blowing."""

from retro_pyramid.scenes.easing import smoothstep
from retro_pyramid.scenes.end_animation import EndAnimation
from retro_pyramid.scenes.scene import SceneVariants, Sprite, make_scene

LENGTH_TICKS = 90
"""Ticks for which the sand rises."""
_FELT_LEFT, _FELT_BOTTOM, _FELT_WIDTH = 8, 314, 624
"""The felt's first column, the row below it, and its width, in pixels."""


def _create_dune(name: str, height: int, drift: int = 0) -> Sprite:
    """Return a dune that rises to a height and drifts to the right, in pixels."""

    def scale_by_progress(full_value: int, tick: int) -> int:
        """Return the part of a full value that is reached at a tick."""
        return round(full_value * smoothstep(tick, LENGTH_TICKS))

    return Sprite(
        name,
        lambda tick: (_FELT_LEFT, _FELT_BOTTOM - scale_by_progress(height, tick)),
        clip=lambda tick: (
            drift - scale_by_progress(drift, tick),
            0,
            _FELT_WIDTH,
            scale_by_progress(height, tick),
        ),
    )


_GRAIN_SPRITE = Sprite(
    "grains", (_FELT_LEFT, 226), clip=lambda tick: (_FELT_WIDTH - 2 * tick % _FELT_WIDTH, 0, _FELT_WIDTH, 70)
)
# The last two frames of seven alternate.
_TEXT_SPRITE = Sprite((0, 256, 80, 6), (0, 17), lambda tick: min(tick // 15, 5 + tick // 45 % 2))

SAND_ANIMATION = EndAnimation(
    LENGTH_TICKS,
    background=SceneVariants(
        make_scene("odm", _GRAIN_SPRITE, _create_dune("sand_far", 84, 60)), make_scene("odm", _TEXT_SPRITE)
    ),
    foreground=SceneVariants(make_scene("odm", _create_dune("sand_near", 58)), make_scene("odm")),
    hides_table=False,
    description="Sand drifts over the table",
)
"""The animation of a stuck game."""
