"""King Tut's table: three cards are turned at a time, and the waste is gone through without end."""

from retro_pyramid.editions.loading import load_commands, load_table_layout
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.table.table_spec import TableSpec

TABLE = TableSpec(
    graphics_layout=load_table_layout("tut", "graphics"),
    text_layout=load_table_layout("tut", "text"),
    text_background=(" ", 0x60),
    label_attribute=0x6F,
    create_game_mode=lambda: GameMode(load_commands("tut")),
)
