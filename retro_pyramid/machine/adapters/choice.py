"""The display adapters by their names; those that are not asked for are not even read."""

from retro_pyramid.machine.fonts import font
from retro_pyramid.machine.video import Mode, Video


def adapter_class(name: str) -> type[Video]:
    """Return the class of the adapter `ega`, `cga` or `mono`: what size its picture and its monitor have."""
    if name == "cga":
        from retro_pyramid.machine.adapters.cga import CgaVideo

        return CgaVideo
    if name == "mono":
        from retro_pyramid.machine.adapters.mda import MdaVideo

        return MdaVideo
    return Video


def open_adapter(name: str, mode: Mode, cga: str, phosphor: str) -> Video:
    """Return an adapter; `cga` is the palette of its four colours, `phosphor` the colour of a monochrome screen."""
    if name == "cga":
        from retro_pyramid.machine.adapters.cga import CgaVideo

        return CgaVideo(font("8x8"), font("4x8"), mode, cga)
    if name == "mono":
        from retro_pyramid.machine.adapters.mda import MdaVideo

        return MdaVideo(font("8x14"), phosphor)
    return Video(font("8x14"), mode)
