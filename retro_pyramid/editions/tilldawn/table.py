"""Solitaire Till Dawn's table: its menu bar, its hand, its box of Auto-Match, its match of six under a night sky."""

from retro_pyramid.editions.loading import bar, commands, lying
from retro_pyramid.editions.tilldawn.end_animation import FINALE, SIGNS
from retro_pyramid.features.match import SoloMatch
from retro_pyramid.features.tournament.standings import NowPlaying
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Video
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.layout import SmallCards
from retro_pyramid.table.render.painter import label, status_line
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.target_ids import STOCK
from retro_pyramid.table.view import Fact, Standing, View, assisted
from retro_pyramid.ui.drawing import cells_of

_TEXT_GROUND, _GROUND_WORDS = (" ", 0x37), 0x3F


def _words(view: View, video: Video) -> None:
    state, rules = view.session.state, view.session.rules
    left = (rules.redeals or 0) + 1 - state.pass_number
    # Cards lie there still, or fly over it, when a redeal is taken back.
    lies = view.piles[0].thick or view.under_flight((*view.places.stock, *view.size))
    if not (state.stock or view.alone or lies):
        _hand(view, video, left)
    words = "Redeal" if left and not state.stock else f"{len(state.stock)} left"
    label(view, video, view.places.stock, words, _GROUND_WORDS)
    label(view, video, view.places.waste, f"{len(state.waste)} dealt", _GROUND_WORDS)
    if view.label:
        # The line at the bottom has no room for it; under the lamp there is some above the cards.
        video.write(1, view.places.lamp[1] + 1, f"Deal: {view.label}", _GROUND_WORDS)
    status_line(view, video, "  ")


def _standing(view: View) -> Standing:
    session, match = view.session, view.facts
    now = "Score" if view.verdict or session.status == "won" else "If it ended now"
    left = [Fact(f"{now} {session.score:+}", told=False)]
    if isinstance(match, NowPlaying):
        game = Fact(f"Game {min(match.number, GAMES)} of {GAMES}")
        left += [Fact(f"Total {match.total:+}"), game]
    passed = Fact(f"Pass {session.state.pass_number}")
    return Standing(tuple(left), (*assisted(view), passed, Fact(view.number)))


_SMALL = 48
"""The width of small cards."""
_DOUBLED = str.maketrans("┌┬┐┤└│┘─", "╔╦╗╣╚║╝═")


def _hand(view: View, video: Video, left: int) -> None:
    (x, y), (wide, high) = view.places.stock, view.size
    if video.mode == "text":
        column, row, across, down = cells_of((x, y, wide, high))
        lines = [" ┌┬┬┬┐", f"┌┤ {left} │", *["└┐   │"] * (down - 3), " └───┘"]
        focused, hinted = view.focused == view.manner.empty_stock, STOCK in view.hinted
        attribute = 0x70 if hinted else 0x3E if focused else 0x3F if left else 0x37
        video.fill(column, row, across, down, *((" ", attribute) if hinted else _TEXT_GROUND))
        for line, picture in enumerate(lines):
            shown = picture.translate(_DOUBLED) if focused else picture
            video.write(column + (across - len(shown)) // 2, row + line, shown, attribute)
        if hinted:
            video.write(column, row, "»", attribute)
            video.write(column + across - 1, row, "«", attribute)
        return

    size = "large" if wide > _SMALL else "small"
    draw(video.page, "tilldawn", f"hand_{size}_{'left' if left else 'none'}", (x, y))
    column, row = (x + wide // 2) // CELL_WIDTH - 1, (y + 44 * wide // 64) // CELL_HEIGHT
    video.write(column, row, f" {left} ", 0xF0 if left else 0x8F)


class _Dawn(SoloMatch):
    won = "All 52 cards are gone: you won!"


LOOK = TableLook(
    graphics=lying("tilldawn", "graphics"),
    text=lying("tilldawn", "text"),
    small=SmallCards("tilldawn.cards", lying("tilldawn", "small graphics"), lying("tilldawn", "small text")),
    bar=bar("tilldawn"),
    ground="tilldawn",
    text_ground=_TEXT_GROUND,
    outline=9,
    finale=FINALE,
    signs=SIGNS,
    label=_GROUND_WORDS,
    manner=Manner(empty_stock="hand"),
    standing=_standing,
    words=_words,
    referee=lambda: _Dawn("tilldawn.match", commands("tilldawn")),
)
