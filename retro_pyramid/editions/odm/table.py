"""On Disk Monthly's table."""

from retro_pyramid.editions.loading import commands, lying
from retro_pyramid.editions.odm.end_animation import SAND
from retro_pyramid.features.match import Scored
from retro_pyramid.machine.video import Video
from retro_pyramid.scenes.scene import Scenes, Sprite, scene
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.render.base import TABLE_TEXT
from retro_pyramid.table.render.painter import label, status_line
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.view import Fact, Standing, View, assisted


def _words(view: View, video: Video) -> None:
    label(view, video, view.places.stock, f"{len(view.session.state.stock)} to draw", TABLE_TEXT)
    label(view, video, view.places.waste, f"{view.piles[1].thick} discarded", TABLE_TEXT)
    status_line(view, video)


def _standing(view: View) -> Standing:
    """Return score and level, draws left and streak, or in their place the deal's worth; the deal at the right."""
    draws = Fact(f"Draws left {len(view.session.state.stock)}", told=False, spare=True)
    last = [Fact(view.worth)] if view.worth else [draws, Fact(_streak(view), told=False)]
    score = Fact(f"Score {view.score}", told=False)
    return Standing((score, Fact(view.options), *last), (*assisted(view), Fact(view.deal)))


def _streak(view: View) -> str:
    streak, bonus = view.session.state.streak, view.session.rules.streak_bonus
    if streak < 2:
        return ""
    return (
        f"Streak {streak}  {bonus * (streak - 2) * (streak - 1) // 2:+}" if streak > 2 else f"Streak {streak}"
    )


LOOK = TableLook(
    graphics=lying("odm", "graphics"),
    text=lying("odm", "text"),
    text_ground=(" ", 0x20),
    referee=lambda: Scored(commands("odm")),
    manner=Manner("select", waste="discard", end="the game is over: press Esc"),
    outline=None,
    shade=2,
    inlay=Scenes(scene("odm"), scene("odm", Sprite((0, 210, 80, 22)))),
    signs={"stuck": SAND},
    standing=_standing,
    words=_words,
    tells_points=True,
    flash={2: 18},
)
