"""Next of Kin's table: cards are turned one at a time, and the waste is gone through twice."""

from retro_pyramid.editions.loading import load_commands, load_table_layout
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.table.table_spec import TableSpec

TABLE = TableSpec(
    graphics_layout=load_table_layout("kin", "graphics"),
    text_layout=load_table_layout("kin", "text"),
    text_background=(" ", 0x20),
    label_attribute=0x2F,
    create_game_mode=lambda: GameMode(load_commands("kin")),
)
