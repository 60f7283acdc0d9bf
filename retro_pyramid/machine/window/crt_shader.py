"""The monitor: shows the picture at any size of the window, its strokes even, as crisp as they go, or as a tube writes them.

Pyxel's graphics card programs draw its screen with pixels as large as the scale makes them, so that some rows become
thicker than others.  Here they are given other shaders: as on the page (`tube.js`), the light of the picture's pixels
is shared out exactly among the pixels of the window that they cover.  Where that cannot be had, all stays as it was.
"""

import ctypes
import re
from collections.abc import Callable
from typing import Any

from retro_pyramid.resources import asset_text

Address = Callable[[bytes], int | None]
"""Returns where a function of OpenGL is in memory."""

_HEADERS = ("#version 120\n", "#version 100\nprecision highp float;\n")
"""For OpenGL, and for OpenGL ES, which some systems have instead."""
_VERTEX = """
attribute vec2 position;
void main() { gl_Position = vec4(position, 0.0, 1.0); }
"""
_UNIFORMS = [name.encode() for name in re.findall(r"uniform \w+ (u_\w+)", asset_text("tube.frag"))[:-1]]
"""What Pyxel tells its shaders; the last of ours, the picture's size and its share of the surface, is told by us."""
_LOOKS = ("crisp", "even", "tube")
"""What each of Pyxel's screen modes shows from now on: crisp strokes, even ones, or the lines and the glow of a tube."""
_VERTEX_SHADER, _FRAGMENT_SHADER = 0x8B31, 0x8B30
_COMPILE_STATUS, _LINK_STATUS = 0x8B81, 0x8B82
_MOST_NAMES = 64

_int, _uint, _text = ctypes.c_int, ctypes.c_uint, ctypes.c_char_p
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "CreateProgram": (_uint, ()),
    "CreateShader": (_uint, (_uint,)),
    "ShaderSource": (None, (_uint, _int, ctypes.POINTER(_text), ctypes.c_void_p)),
    "CompileShader": (None, (_uint,)),
    "GetShaderiv": (None, (_uint, _uint, ctypes.POINTER(_int))),
    "AttachShader": (None, (_uint, _uint)),
    "DetachShader": (None, (_uint, _uint)),
    "BindAttribLocation": (None, (_uint, _uint, _text)),
    "LinkProgram": (None, (_uint,)),
    "GetProgramiv": (None, (_uint, _uint, ctypes.POINTER(_int))),
    "GetAttribLocation": (_int, (_uint, _text)),
    "GetUniformLocation": (_int, (_uint, _text)),
    "IsProgram": (ctypes.c_ubyte, (_uint,)),
    "UseProgram": (None, (_uint,)),
    "Uniform4f": (None, (_int, *[ctypes.c_float] * 4)),
    "DeleteProgram": (None, (_uint,)),
}
"""Of each function of OpenGL what it returns and takes."""


class NoTube(Exception):
    """The graphics card's programs cannot be given other shaders here."""


class Tube:
    """Pyxel's screen, of `width` x `height` pixels, shown by shaders of ours; raises NoTube where that cannot be."""

    def __init__(self, address: Address, width: int, height: int) -> None:
        self._gl: dict[str, Any] = {}
        for name, (result, arguments) in _FUNCTIONS.items():
            where = address(f"gl{name}".encode())
            if not where:
                raise NoTube
            # 32-bit Windows calls OpenGL in a way of its own.
            kind = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
            self._gl[name] = kind(result, *arguments)(where)
        self._surface = f"vec2({width}.0, {height}.0)"
        programs = self._programs()
        if len(programs) != len(_LOOKS):
            raise NoTube
        self._told = (0.0, 0.0, 0.0, 0.0)
        # All of them before the first one is linked: where one cannot be had, Pyxel's stay.
        shaders = [self._fitting(program, look) for program, look in zip(programs, _LOOKS, strict=True)]
        for program, pair in zip(programs, shaders, strict=True):
            self._link(program, pair, self._gl["GetAttribLocation"](program, b"position"))
        self._pictures = [
            (program, self._gl["GetUniformLocation"](program, b"u_picture")) for program in programs
        ]

    def mode(self, look: str) -> int:
        """Return which of Pyxel's screen modes shows `crisp` strokes, `even` ones, or a `tube`."""
        return _LOOKS.index(look)

    def follow(self, width: int, height: int, across: float, down: float) -> None:
        """Show pictures of this size from now on, so many times as wide and as high as Pyxel would show its surface."""
        told = (float(width), float(height), across, down)
        if self._told != told:
            self._told = told
            for program, place in self._pictures:
                self._gl["UseProgram"](program)
                self._gl["Uniform4f"](place, *told)

    def _programs(self) -> list[int]:
        return [name for name in range(1, _MOST_NAMES) if self._gl["IsProgram"](name)]

    def _places(self, program: int) -> list[int]:
        return [self._gl["GetUniformLocation"](program, name) for name in _UNIFORMS]

    def _fitting(self, program: int, look: str) -> list[int]:
        """Return shaders that find what Pyxel tells this program just where those that it has now do."""
        wanted = self._places(program)
        # A uniform that is not used has no place: those who had none must get none.
        scaled = "(u_screenScale / u_screenScale)" if wanted[2] >= 0 else "1.0"
        fragment = (
            asset_text("tube.frag")
            .replace("SURFACE", self._surface)
            .replace("SCALED", scaled)
            .replace("CRISP", str(look == "crisp").lower())
            .replace("TUBE", str(look == "tube").lower())
        )
        shaders = self._compiled(_VERTEX, fragment)
        trial = self._gl["CreateProgram"]()
        self._link(trial, shaders, self._gl["GetAttribLocation"](program, b"position"))
        found = self._places(trial)
        for shader in shaders:
            self._gl["DetachShader"](trial, shader)
        self._gl["DeleteProgram"](trial)
        if found != wanted:
            raise NoTube
        return shaders

    def _compiled(self, vertex: str, fragment: str) -> list[int]:
        for header in _HEADERS:
            shaders = [
                self._shader(kind, header + text)
                for kind, text in ((_VERTEX_SHADER, vertex), (_FRAGMENT_SHADER, fragment))
            ]
            if all(self._asked("GetShaderiv", shader, _COMPILE_STATUS) for shader in shaders):
                return shaders
        raise NoTube

    def _shader(self, kind: int, text: str) -> int:
        shader: int = self._gl["CreateShader"](kind)
        self._gl["ShaderSource"](shader, 1, ctypes.byref(ctypes.c_char_p(text.encode())), None)
        self._gl["CompileShader"](shader)
        return shader

    def _link(self, program: int, shaders: list[int], position: int) -> None:
        for shader in shaders:
            self._gl["AttachShader"](program, shader)
        self._gl["BindAttribLocation"](program, position, b"position")
        self._gl["LinkProgram"](program)
        if not self._asked("GetProgramiv", program, _LINK_STATUS):
            raise NoTube

    def _asked(self, question: str, name: int, what: int) -> int:
        answer = ctypes.c_int()
        self._gl[question](name, what, ctypes.byref(answer))
        return answer.value
