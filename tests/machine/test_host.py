"""The hosts: how the picture is shown, and how a program is driven with and without a window."""

import os
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import pyxel

from retro_pyramid.machine import host, keyboard
from retro_pyramid.machine.adapters.cga import CgaAdapter
from retro_pyramid.machine.adapters.mda import MdaAdapter
from retro_pyramid.machine.events import Event, KeyPress, MouseMotion
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.presenter import Presenter, WindowOptions
from retro_pyramid.machine.script import Script
from retro_pyramid.machine.video import DisplayAdapter, Image, image_from_pixels
from tests.machine.naive import HEIGHT, WIDTH, pixels
from tests.machine.stage import Stage

Patch = pytest.MonkeyPatch


class PanicException(BaseException):
    """What a panic of Pyxel's library is raised as, by its name."""


class Surface:
    """Stands in for Pyxel: a screen of any size."""

    def __init__(self, width: int, height: int) -> None:
        self.screen = pyxel.Image(width, height)
        self.blt = self.screen.blt


def show(monkeypatch: Patch, window: WindowOptions, picture: Image) -> tuple[tuple[int, int], bytes]:
    presenter = Presenter(window)
    surface = Surface(*presenter.surface_size)
    monkeypatch.setattr("retro_pyramid.machine.presenter.pyxel", surface)
    if window.fits_monitor_shape:
        presenter.set_aspect(window.aspect, window.adapter_type)
    for shown in (image_from_pixels(picture.width, picture.height, pixels(picture)[::-1]), picture):
        presenter.present(shown)
    return presenter.surface_size, pixels(surface.screen)


def rows_of(content: bytes, width: int) -> list[bytes]:
    return [content[start : start + width] for start in range(0, len(content), width)]


def by_row() -> Image:
    """Rows that all differ: the row number in two digits of base 16 at both ends, other columns between."""
    middle = bytes(x % 13 for x in range(WIDTH - 6))
    ends = [bytes([y // 256, y // 16 % 16, y % 16]) for y in range(HEIGHT)]
    return image_from_pixels(WIDTH, HEIGHT, b"".join(end + middle + end for end in ends))


def test_the_surface_is_the_monitor_s_but_for_the_page() -> None:
    for window, size in [
        (WindowOptions("t"), (640, 480)),
        (WindowOptions("t", aspect="square", scale=2), (1280, 960)),
        (WindowOptions("t", adapter_type=MdaAdapter), (720, 540)),
        (WindowOptions("t", fits_monitor_shape=False), (640, 350)),
    ]:
        assert Presenter(window).surface_size == size


@pytest.mark.parametrize("scale", [1, 2])
def test_at_4_to_3_rows_are_repeated_evenly(opened: Presenter, monkeypatch: Patch, scale: int) -> None:
    picture = by_row()
    (width, height), shown = show(monkeypatch, WindowOptions("t", scale=scale), picture)
    assert (width, height) == (640 * scale, 480 * scale)
    source = [bytes(pixel for pixel in row for _ in range(scale)) for row in rows_of(pixels(picture), WIDTH)]
    order = [source.index(row) for row in rows_of(shown, width)]
    assert order == sorted(order)
    counts = Counter(order)
    assert set(counts) == set(range(HEIGHT))
    few = height // HEIGHT
    assert set(counts.values()) == {few, few + 1}
    # Evenly: never is a row shown more than one surface row from where it belongs.
    assert all(abs(row - at * HEIGHT / height) <= 1 for at, row in enumerate(order))


@pytest.mark.parametrize(
    ("adapter", "rows", "scale"),
    [(DisplayAdapter, 350, 1), (DisplayAdapter, 350, 2), (CgaAdapter, 400, 1), (MdaAdapter, 350, 1)],
)
def test_square_pixels_are_the_picture_itself(
    opened: Presenter, monkeypatch: Patch, adapter: type[DisplayAdapter], rows: int, scale: int
) -> None:
    wide, high = adapter.max_picture_size
    content = bytes((3 * x + 7 * y) % 15 + 1 for y in range(high) for x in range(wide))
    window = WindowOptions("t", aspect="square", scale=scale, adapter_type=adapter)
    (width, height), shown = show(monkeypatch, window, image_from_pixels(wide, high, content))
    margin, times = (height - rows * scale) // 2, rows * scale // high
    picture = [bytes(pixel for pixel in row for _ in range(scale)) for row in rows_of(content, wide)]
    empty = [bytes(width)] * margin
    assert rows_of(shown, width) == [*empty, *(row for row in picture for _ in range(times)), *empty]


def test_the_shape_changes_while_it_is_shown(opened: Presenter, monkeypatch: Patch) -> None:
    presenter, picture = (
        Presenter(WindowOptions("t")),
        image_from_pixels(WIDTH, HEIGHT, b"\5" * WIDTH * HEIGHT),
    )
    surface = Surface(*presenter.surface_size)
    monkeypatch.setattr("retro_pyramid.machine.presenter.pyxel", surface)
    filled: dict[tuple[str, type[DisplayAdapter]], int] = {}
    for aspect, adapter in (
        ("4:3", DisplayAdapter),
        ("square", DisplayAdapter),
        ("square", CgaAdapter),
        ("4:3", CgaAdapter),
    ):
        before = len(filled)
        assert presenter.set_aspect(aspect, adapter) == (before > 0)
        assert not presenter.set_aspect(aspect, adapter)
        presenter.present(picture)
        filled[aspect, adapter] = pixels(surface.screen).count(5) // WIDTH
        top = (480 - filled[aspect, adapter]) // 2
        assert (presenter.surface_to_picture(0, top)[1], presenter.surface_to_picture(639, 479 - top)) == (
            0,
            (639, 349),
        )
    assert list(filled.values()) == [480, 350, 400, 480]


@pytest.mark.parametrize(
    ("adapter", "of", "shown"),
    [
        (DisplayAdapter, 720, [x for x in range(720) if x % 9 != 8]),
        (MdaAdapter, 640, [x // 9 * 8 + min(x % 9, 7) for x in range(720)]),
        (MdaAdapter, 320, [(x // 9 * 8 + min(x % 9, 7)) // 2 for x in range(720)]),
    ],
)
def test_another_adapter_s_picture_is_shown_cell_by_cell(
    opened: Presenter, monkeypatch: Patch, adapter: type[DisplayAdapter], of: int, shown: list[int]
) -> None:
    line = bytes(x % 251 % 16 for x in range(of))
    height = 200 if of == 320 else HEIGHT
    for scale in (1, 2):
        picture = image_from_pixels(of, height, line * height)
        size, content = show(monkeypatch, WindowOptions("t", scale=scale, adapter_type=adapter), picture)
        expected = bytes(line[x] for x in shown for _ in range(scale))
        assert size[0] == len(expected)
        assert set(rows_of(content, size[0])) == {expected}


def test_a_tube_s_surface_holds_every_adapter_s_picture(opened: Presenter, monkeypatch: Patch) -> None:
    screen = Image(640, 480)
    monkeypatch.setattr(pyxel, "screen", screen)
    shown: list[tuple[int, int]] = []
    window = SimpleNamespace(
        crt_shader=True, set_picture_size=lambda width, height: shown.append((width, height))
    )
    presenter = Presenter(WindowOptions("tests", aspect="square"))
    monkeypatch.setattr(presenter, "desktop_window", window)
    for wide, high in (
        MdaAdapter.max_picture_size,
        DisplayAdapter.max_picture_size,
        CgaAdapter.max_picture_size,
        (640, 400),
    ):
        content = bytes(x % 9 for x in range(wide)) * high
        presenter.present(image_from_pixels(wide, high, content))
        assert shown[-1] == (wide, high)
        assert pixels(screen)[: wide * high] == content


@pytest.mark.parametrize(
    "window",
    [WindowOptions("t"), WindowOptions("t", scale=2), WindowOptions("t", aspect="square", scale=2)],
    ids=str,
)
def test_the_mouse_points_at_what_is_seen(
    opened: Presenter, monkeypatch: Patch, window: WindowOptions
) -> None:
    picture = by_row()
    (width, _), shown = show(monkeypatch, window, picture)
    source = {row: y for y, row in enumerate(rows_of(pixels(picture), WIDTH))}
    mouse = Mouse()
    monkeypatch.setattr(keyboard, "pyxel", mouse)
    presenter = Presenter(window)
    presenter.set_aspect(window.aspect, window.adapter_type)
    devices = keyboard.InputReader(presenter)
    columns, seen = width // WIDTH, set()
    for y, row in enumerate(rows_of(shown, width)):
        if row == bytes(width):
            continue  # The margin.
        mouse.mouse_x, mouse.mouse_y = 0, -1000
        devices.read_events()
        mouse.mouse_x, mouse.mouse_y = y % width, y
        (event,) = devices.read_events()
        assert event == MouseMotion(y % width // columns, source[row[::columns]])
        seen.add(event.y)
    assert seen == set(range(HEIGHT))


class Mouse:
    """Stands in for Pyxel: a mouse without buttons, a keyboard and a gamepad nobody touches."""

    mouse_x = mouse_y = mouse_wheel = 0
    input_text = ""
    input_keys: tuple[int, ...] = ()
    dropped_files: tuple[str, ...] = ()

    def btnp(self, *_: int, **__: int) -> bool:
        return False

    btn = btnr = btnp

    def btnv(self, axis: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("text", "last", "frames", "end"),
    [
        (
            "key a\nwait 3\nmove 5 6\nquit\nkey b",
            None,
            [[KeyPress("a", "a")], [], [], [], [MouseMotion(5, 6)]],
            "None",
        ),
        ("wait 9\nnonsense", 2, [[], []], "None"),
        ("wait 1\nnonsense", None, [[]], "script line 2: unknown word 'nonsense'"),
    ],
    ids=["the script ends", "the program ends", "a bad line"],
)
def test_headless_runs_to_the_end(
    machine: Machine, text: str, last: int | None, frames: list[list[Event]], end: str
) -> None:
    stage, ends = Stage(last=last), list[str]()

    def finish(error: Exception | None) -> int:
        ends.append(str(error))
        return 7

    assert host.run_headless(machine, stage, Script(text, stage, list[str]().append), finish) == 7
    assert stage.frames == frames
    assert (machine.tick, stage.ticks, len(ends)) == (len(frames), len(frames), 1)
    assert ends[0].startswith(end)
    assert machine.is_pointer_visible is (len(frames) == 5)


def test_drawing_starts_with_empty_cells(machine: Machine, monkeypatch: Patch) -> None:
    stage, empty = Stage(), list[bool]()

    def draw() -> None:
        empty.append(not any(machine.display.cells))
        machine.display.put_text(0, 0, "A", 0x0F)

    monkeypatch.setattr(stage, "draw", draw)
    machine.display.put_text(5, 5, "old", 0x0F)
    assert pixels(host.render_frame(machine, stage)) == pixels(host.render_frame(machine, stage))
    assert (empty, stage.frames, machine.tick) == ([True, True], [], 0)
    assert machine.display.decode_text_rows()[5].strip() == ""


class Loop(Mouse):
    """Stands in for Pyxel's loop: so many frames at given times."""

    def __init__(self, times: list[float]) -> None:
        self.times = iter(times)
        self.now = 0.0

    def run(self, update: Callable[[], None], draw: Callable[[], None]) -> None:
        for now in self.times:
            self.now = now
            update()
            draw()


def run_window(
    monkeypatch: Patch,
    machine: Machine,
    stage: Stage,
    times: list[float],
    script: Script | None = None,
    **hooks: Any,
) -> tuple[int, list[Any]]:
    """How many pictures were shown, and how it ended: with which error, with which exit code."""
    loop, shown, ends = Loop(times), list[Image](), list[Any]()
    presenter = Presenter(WindowOptions("t"))
    monkeypatch.setattr(presenter, "present", lambda picture, fresh: shown.extend([picture] * fresh))
    monkeypatch.setattr(host, "pyxel", loop)
    monkeypatch.setattr(keyboard, "pyxel", loop)
    monkeypatch.setattr(host, "time", SimpleNamespace(perf_counter=lambda: loop.now))

    def finish(error: Exception | None) -> int:
        ends.append(error and str(error))
        return 2 if error else 0

    follower = host.HostListener()
    vars(follower).update(hooks)
    try:
        host.run_window(machine, stage, presenter, script, finish, follower)
    except SystemExit as leave:
        ends.append(leave.code)
    return len(shown), ends


def test_a_window_hands_in_the_ticks_that_really_passed(monkeypatch: Patch, machine: Machine) -> None:
    stage, ticks = Stage(), list[int]()
    monkeypatch.setattr(stage, "update", lambda _, passed: ticks.append(passed))
    times = [1 / 60, 2 / 60, 2.4 / 60, 7.2 / 60, 8 / 60 + 1e-9, 500.0, 500 + 1 / 60]
    shown, ends = run_window(monkeypatch, machine, stage, [time + 1e-6 for time in times])
    assert ticks == [1, 1, 0, 5, 1, 60, 1]
    assert (machine.tick, shown, ends) == (69, 7, [])


def test_what_does_not_change_is_drawn_once_but_for_its_cursor_and_what_blinks_and_is_waited_with(
    monkeypatch: Patch, machine: Machine
) -> None:
    script = Script("wait 60", Stage(), print)
    for shows, given, pictures, waits in (
        (lambda: None, None, 1, True),
        (lambda: setattr(machine.display, "cursor", (1, 1)), None, 8, False),
        (lambda: setattr(machine.display, "cursor", None), script, 1, False),
    ):
        stage, rests = Stage(), list[int]()
        stage.moving = False
        monkeypatch.setattr(stage, "draw", shows)
        times = [n / 60 + 1e-6 for n in range(1, 60)]
        shown = run_window(
            monkeypatch, machine, stage, times, given, on_idle=lambda rests=rests: rests.append(1)
        )[0]
        assert (shown, bool(rests)) == (pictures, waits)


@pytest.mark.parametrize(
    ("hook", "turns", "frames", "pictures", "ticks"),
    [
        ("replace_frame", [False, True, True, False, False], 3, 5, [1, 1, 1, 2, 4]),
        ("is_paused", [*[True] * 5, *[False] * 4], 2, 3, [0, 1, 3]),
    ],
)
def test_no_time_passes_for_a_program_that_waits(
    monkeypatch: Patch,
    machine: Machine,
    hook: str,
    turns: list[bool],
    frames: int,
    pictures: int,
    ticks: list[int],
) -> None:
    stage, asked, after = Stage(), iter(turns), list[int]()
    hooks: dict[str, Any] = {hook: lambda: next(asked), "after_frame": lambda *_: after.append(machine.tick)}
    shown, _ = run_window(monkeypatch, machine, stage, [n / 60 + 1e-6 for n in (1, 2, 30, 31, 33)], **hooks)
    assert (len(stage.frames), shown, after) == (frames, pictures, ticks)


def test_a_script_in_a_window_does_what_it_does_without(monkeypatch: Patch, machine: Machine) -> None:
    text = "key a\nshot one\nmove 5 6\nwait 2\nstate two"

    def play(drive: Callable[[Stage, Script], object]) -> tuple[list[list[Event]], list[tuple[str, int]]]:
        stage, written = Stage(), list[tuple[str, int]]()
        drive(stage, Script(text, stage, lambda name: written.append((name, len(stage.frames)))))
        return stage.frames, written

    windowed = play(lambda s, x: run_window(monkeypatch, machine, s, [0.0] * 50, x))
    headless = play(lambda s, x: host.run_headless(machine, s, x, lambda _: 0))
    assert windowed == headless
    assert headless[1] == [("one.png", 2), ("two.json", 6)]


@pytest.mark.parametrize(
    ("text", "last", "ends"),
    [
        ("wait 9", 2, [None, 0]),
        ("wait 2\nquit", None, [None, 0]),
        ("wait 2\nclickon x", None, ["script line 2: no target 'x' on the screen", 2]),
        ("wait 2\nclickon x", 2, [None, 0]),
    ],
)
def test_how_a_script_ends_in_a_window(
    monkeypatch: Patch, machine: Machine, text: str, last: int | None, ends: list[Any]
) -> None:
    stage = Stage(last=last)
    script = Script(text, stage, list[str]().append)
    _, (said, code) = run_window(monkeypatch, machine, stage, [0.0] * 50, script)
    assert [said and said[: len(ends[0])], code] == ends
    assert len(stage.frames) == 2


NO_SOUND = b"ALSA lib confmisc.c:855:(parse_card) cannot find card '0'\n"
PANIC = b"thread '<unnamed>' panicked at platform_sdl2.rs:247:13:\nstack backtrace:\n"
NO_WINDOW = "Failed to create window: GLX is not supported"


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="ALSA is Linux's")
@pytest.mark.parametrize(
    ("noise", "error", "raised", "said", "left"),
    [
        (
            NO_SOUND + b"no such font\n",
            RuntimeError("no window"),
            RuntimeError,
            "no window",
            "no such font\n",
        ),
        (
            PANIC,
            PanicException(NO_WINDOW),
            host.DisplayUnavailableError,
            f"no window can be opened: {NO_WINDOW}",
            "",
        ),
    ],
)
def test_a_window_that_cannot_be_opened_is_told_in_one_line(
    monkeypatch: Patch,
    capfd: pytest.CaptureFixture[str],
    noise: bytes,
    error: BaseException,
    raised: type[Exception],
    said: str,
    left: str,
) -> None:
    def init(*_: object, **__: object) -> None:
        os.write(2, noise)
        os.write(1, b"Failed to initialize audio device\n")
        raise error

    monkeypatch.setattr(host, "pyxel", SimpleNamespace(init=init, KEY_NONE=0))
    monkeypatch.setenv("DISPLAY", ":1")
    with pytest.raises(raised, match=said):
        host.open_window(WindowOptions("t"))
    assert capfd.readouterr() == ("", left)
    os.write(1, b"out\n")
    assert capfd.readouterr() == ("out\n", "")
