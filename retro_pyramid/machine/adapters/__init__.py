"""Display adapters CGA and MDA (the EGA is in `machine.video`), palettes, colour reduction and fonts."""
