"""EM's title picture in characters."""

from retro_pyramid.machine.video import Video


def draw_cells(video: Video, now: int, behind: bool) -> None:
    """Draw the banner in cells."""
    video.clear()
