"""The screens: menu, table, help, boards and boxes, shared by all programs."""
