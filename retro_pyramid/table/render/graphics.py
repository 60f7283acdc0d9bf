"""Renderer of the card table in graphics mode."""

from collections.abc import Callable, Sequence
from functools import cached_property

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import (
    CELL_HEIGHT,
    CELL_WIDTH,
    TRANSPARENT,
    WIDTH,
    DisplayAdapter,
    copy_pixels,
)
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.scenes.scene import draw_scene_image
from retro_pyramid.scenes.sprites import load_sprite_image
from retro_pyramid.table.render.base import (
    _CARDS_PER_PIXEL,
    MAX_PILE_THICKNESS_PX,
    CardImages,
    DrawCache,
    Highlight,
    Trail,
    compute_pyramid_positions,
)

_SELECTED_COLOUR, _HINTED_COLOUR = 11, 10
"""Frames of selected and hinted cards: light cyan and light green stand out on white and on papyrus cards."""
_TRIANGLES = ((0, 22, 16), (2, 17, 12), (4, 11, 8))
"""Layers of the selector's triangles: distance from the corner, and the lengths of the legs."""
_SAMPLE_STEP = 7
"""One pixel of this many is looked at to find the main colour of the background."""
_TEXT_ROWS = 2, 22
"""The rows with text on the table itself. Above are bars, below messages."""


class GraphicsRenderer:
    """Table in graphics mode, with cards of any size.

    The positions are odm's: columns 72 pixels apart, rows 36, apex at the top centre.
    """

    slot_positions = compute_pyramid_positions(WIDTH // 2, 16, 72, 36, 64)
    stock_pos = (44, 24)
    discard_pos = (532, 24)

    def __init__(
        self,
        display: DisplayAdapter,
        cards: CardImages,
        background_scene: str = "odm",
        registers: Sequence[int] = DEFAULT_REGISTERS,
        empty_outline: int | None = None,
        shadow_offset: int = 0,
    ) -> None:
        self._video = display
        self._cards = cards
        self.card_size = (cards.back.width, cards.back.height)
        self._scene = background_scene
        self._registers = registers
        self._outline = empty_outline
        self._shadow_offset = shadow_offset
        self.trail = Trail(display, self.draw_card)
        self._background_cache, self._table_cache = DrawCache(display), DrawCache(display)

    def draw_empty_table(self) -> None:
        """Draw the background scene with the edition's palette."""
        self._video.set_registers(self._registers)
        if not self._background_cache.restore(self._scene):
            draw_scene_image(self._video, self._scene, "ground")
            self._background_cache.store(self._scene)

    def draw_cached(self, content_key: object, draw: Callable[[], None]) -> None:
        # On a CGA, the colours of a picture depend on the registers.
        self._video.set_registers(self._registers)
        if not self._table_cache.restore(content_key):
            draw()
            self._table_cache.store(content_key)

    def draw_card(
        self, pos: Point, card: int | None, is_focused: bool = False, highlight: Highlight = ""
    ) -> None:
        """Draw the card's picture, with red triangles on its corners if it is focused."""
        face = self._cards.back if card is None else self._cards.faces[card]
        page = self._video.page
        if highlight == "reverse":
            for colour in range(16):
                page.pal(colour, 15 - colour)
        page.blt(*pos, face, 0, 0, *self.card_size, TRANSPARENT)
        if highlight == "reverse":
            page.pal()
        self._draw_highlight(pos, highlight, is_focused)

    def draw_resting_shadow(self, pos: Point) -> None:
        """Draw the shadow of a card at rest, if the edition has shadows."""
        if self._shadow_offset:
            self._video.page.rect(
                pos[0] + self._shadow_offset, pos[1] + self._shadow_offset, *self.card_size, 0
            )

    def _draw_highlight(self, pos: Point, highlight: Highlight, is_focused: bool) -> None:
        if highlight in ("frame", "hint"):
            self._draw_frame(pos, _SELECTED_COLOUR if highlight == "frame" else _HINTED_COLOUR)
        if is_focused:
            self._draw_triangles(pos)

    def get_painted_rect(self, pos: Point, flip_stage: int | None = None) -> Rect:
        (x, y), (width, height) = pos, self.card_size
        inset = 0 if flip_stage is None else width // 2 - 2 if flip_stage == 1 else width // 4
        return x + inset, y, width - 2 * inset, height

    def clear_text_under(self, rect: Rect) -> None:
        """Clear the cells of the rectangle, but not those of bars and lines at the edges of the screen."""
        x, y, width, height = rect
        left, top = x // CELL_WIDTH, max(y // CELL_HEIGHT, _TEXT_ROWS[0])
        right = -(-(x + width) // CELL_WIDTH)
        bottom = min(-(-(y + height) // CELL_HEIGHT), _TEXT_ROWS[1])
        self._video.clear_cells(left, top, right - left, bottom - top)

    @cached_property
    def _main_colour(self) -> int:
        """The most frequent colour of the empty table."""
        # A sample of the pixels, in slanting lines, is enough: all of them take a millisecond while a card lands.
        sample = copy_pixels(
            load_sprite_image(self._scene, "ground", allow_dither=self._video.has_full_palette)
        )[::_SAMPLE_STEP]
        return max(range(16), key=sample.count)

    def _draw_frame(self, pos: Point, colour: int) -> None:
        (x, y), (width, height) = pos, self.card_size
        dot, colour = self._video.pixel_width, self._video.highlight_colour(colour, self._main_colour)
        # Black beside white stands out on any table and any card, whatever colours the player can distinguish. On a
        # table of the frame's own hue, only two pixels of black do.
        shades = (0, 15, colour, 0) if dot > 1 else (0, 0, 15, 15, colour, colour, 0)
        for index, shade in enumerate(shades):
            outset = dot * (len(shades) - 1 - index) - 1
            self._video.page.rectb(x - outset, y - outset, width + 2 * outset, height + 2 * outset, shade)

    def _draw_triangles(self, pos: Point) -> None:
        page = self._video.page
        (x, y), (width, height) = pos, self.card_size
        red = self._video.highlight_colour(4, self._main_colour)
        # The triangles extend beyond the card, so that they do not cover its index. Black and white stand out as in a frame.
        # Where a pixel is two pixels wide, the corners are at even positions.
        reach = 8 - self._video.pixel_width
        for left, sign_x in ((x - reach, 1), (x + width + reach - 1, -1)):
            for top, sign_y in ((y - reach + 1, 1), (y + height + reach - 2, -1)):
                for (inset, leg_width, leg_height), colour in zip(_TRIANGLES, (0, 15, red), strict=True):
                    at_x, at_y = left + sign_x * inset, top + sign_y * inset
                    page.tri(
                        at_x, at_y, at_x + sign_x * leg_width, at_y, at_x, at_y + sign_y * leg_height, colour
                    )

    def draw_drag_shadow(self, pos: Point) -> None:
        """Draw a black shadow to the right and below, wider than a frame round the card."""
        self._video.page.rect(pos[0] + 4, pos[1] + 4, self.card_size[0] + 4, self.card_size[1] + 3, 0)

    def draw_flip(self, pos: Point, card: int, flip_stage: int) -> None:
        """Draw the card at half width, or as an edge of four columns."""
        page = self._video.page
        x, y, width, height = self.get_painted_rect(pos, flip_stage)
        if flip_stage == 1:
            page.rect(x, y, width, height, 0)
            page.rect(x + 1, y + 1, width - 2, height - 2, 15)
            return
        whole = self._cards.faces[card] if flip_stage == 2 else self._cards.back
        page.blt(x, y, self._video.half_width_image(whole), 0, 0, width, height, TRANSPARENT)

    def draw_pile(
        self, pos: Point, card_count: int, card: int | None, is_focused: bool, highlight: Highlight = ""
    ) -> None:
        """Draw the pile one pixel thicker for every three cards, up to `MAX_PILE_THICKNESS_PX`."""
        (x, y), (width, height) = pos, self.card_size
        if not card_count:
            if self._outline is None:
                self._video.page.blt(x, y, self._cards.empty_pile, 0, 0, width, height)
            else:
                outline = self._video.highlight_colour(self._outline, self._main_colour)
                for inset in (0, 1):
                    self._video.page.rectb(
                        x + inset, y + inset, width - 2 * inset, height - 2 * inset, outline
                    )
            self._draw_highlight(pos, highlight, is_focused)
            return
        page, thickness = self._video.page, min(MAX_PILE_THICKNESS_PX, (card_count - 1) // _CARDS_PER_PIXEL)
        for depth in range(thickness + 1):
            self.draw_resting_shadow((x - depth, y + depth))
        # From the bottom: each layer is a pixel to the left and lower than the one on it, paper and shade in turn.
        for depth in range(thickness, 0, -1):
            page.rect(x - depth, y + depth, width, height, 15 if depth % 2 else 8)
        self.draw_card(pos, card, is_focused, highlight)
