"""How On Disk Monthly's lost games end: sand creeps up from the foot of the table, and the wind goes on."""

from retro_pyramid.scenes.easing import eased
from retro_pyramid.scenes.end_animation import Finale
from retro_pyramid.scenes.scene import Scenes, Sprite, scene

LENGTH = 90
"""The ticks for which the sand rises."""
_LEFT, _FOOT, _WIDE = 8, 314, 624
"""The felt's first column, the row below it, and its width."""


def _dune(name: str, high: int, drift: int = 0) -> Sprite:
    """Return a dune that rises so high and drifts so far to the right."""

    def so_far(whole: int, now: int) -> int:
        return round(whole * eased(now, LENGTH))

    return Sprite(
        name,
        lambda now: (_LEFT, _FOOT - so_far(high, now)),
        seen=lambda now: (drift - so_far(drift, now), 0, _WIDE, so_far(high, now)),
    )


_GRAINS = Sprite("grains", (_LEFT, 226), seen=lambda now: (_WIDE - 2 * now % _WIDE, 0, _WIDE, 70))
# The last two pictures of seven come by turns.
_CELLS = Sprite((0, 256, 80, 6), (0, 17), lambda now: min(now // 15, 5 + now // 45 % 2))

SAND = Finale(
    LENGTH,
    behind=Scenes(scene("odm", _GRAINS, _dune("sand_far", 84, 60)), scene("odm", _CELLS)),
    front=Scenes(scene("odm", _dune("sand_near", 58)), scene("odm")),
    alone=False,
    words="Sand drifts over the table",
)
"""What is seen where nothing goes any more."""
