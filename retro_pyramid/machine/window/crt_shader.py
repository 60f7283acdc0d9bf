"""Shaders that scale the picture to any window size, with even or crisp strokes or the look of a CRT.

Pyxel's own shader programs scale to the nearest pixel, so that some rows become thicker than others. This module replaces
their shaders: as on the web page (`tube.js`), the light of each picture pixel is distributed exactly among the window
pixels that it covers. If the shaders cannot be replaced, Pyxel's remain in use.
"""

import ctypes
import re
from collections.abc import Callable
from typing import Any

from retro_pyramid.resources import read_asset_text

ProcAddressGetter = Callable[[bytes], int | None]
"""Returns the address of an OpenGL function by name, or None."""

_HEADERS = ("#version 120\n", "#version 100\nprecision highp float;\n")
"""For OpenGL, and for OpenGL ES, which some systems have instead."""
_VERTEX = """
attribute vec2 position;
void main() { gl_Position = vec4(position, 0.0, 1.0); }
"""
_UNIFORMS = [name.encode() for name in re.findall(r"uniform \w+ (u_\w+)", read_asset_text("tube.frag"))[:-1]]
"""Uniforms that Pyxel sets. The last uniform of `tube.frag`, the picture's size and scale, is set by this module."""
_PICTURE_STYLES = ("crisp", "even", "tube")
"""Picture style of each of Pyxel's screen modes: crisp strokes, even strokes, or the scan lines and glow of a CRT."""
_VERTEX_SHADER, _FRAGMENT_SHADER = 0x8B31, 0x8B30
_COMPILE_STATUS, _LINK_STATUS = 0x8B81, 0x8B82
_MAX_PROGRAM_NAMES = 64

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
"""Return type and parameter types of each OpenGL function."""


class ShaderUnavailableError(Exception):
    """Pyxel's shaders cannot be replaced on this system."""


class CrtShader:
    """Replaces the shaders that show Pyxel's screen of `width` x `height` pixels.

    Raises ShaderUnavailableError if they cannot be replaced.
    """

    def __init__(self, get_proc_address: ProcAddressGetter, width: int, height: int) -> None:
        self._gl: dict[str, Any] = {}
        for name, (result_type, parameter_types) in _FUNCTIONS.items():
            function_address = get_proc_address(f"gl{name}".encode())
            if not function_address:
                raise ShaderUnavailableError
            # 32-bit Windows has a different calling convention for OpenGL.
            function_type = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
            self._gl[name] = function_type(result_type, *parameter_types)(function_address)
        self._surface_size = f"vec2({width}.0, {height}.0)"
        programs = self._find_programs()
        if len(programs) != len(_PICTURE_STYLES):
            raise ShaderUnavailableError
        self._picture_uniform = (0.0, 0.0, 0.0, 0.0)
        # All are built before the first is linked: if one fails, Pyxel's shaders remain in use.
        shaders = [
            self._build_shaders(program, style)
            for program, style in zip(programs, _PICTURE_STYLES, strict=True)
        ]
        for program, pair in zip(programs, shaders, strict=True):
            self._link(program, pair, self._gl["GetAttribLocation"](program, b"position"))
        self._picture_locations = [
            (program, self._gl["GetUniformLocation"](program, b"u_picture")) for program in programs
        ]

    def screen_mode_for(self, picture_style: str) -> int:
        """Return the number of Pyxel's screen mode for the picture style `crisp`, `even` or `tube`."""
        return _PICTURE_STYLES.index(picture_style)

    def set_picture(self, width: int, height: int, scale_x: float, scale_y: float) -> None:
        """Set the picture's size in pixels, and its scale relative to Pyxel's surface, in each direction."""
        uniform = (float(width), float(height), scale_x, scale_y)
        if self._picture_uniform != uniform:
            self._picture_uniform = uniform
            for program, location in self._picture_locations:
                self._gl["UseProgram"](program)
                self._gl["Uniform4f"](location, *uniform)

    def _find_programs(self) -> list[int]:
        return [name for name in range(1, _MAX_PROGRAM_NAMES) if self._gl["IsProgram"](name)]

    def _uniform_locations(self, program: int) -> list[int]:
        return [self._gl["GetUniformLocation"](program, name) for name in _UNIFORMS]

    def _build_shaders(self, program: int, style: str) -> list[int]:
        """Compile shaders whose uniforms have the same locations as those of Pyxel's program."""
        expected = self._uniform_locations(program)
        # An unused uniform has no location: one without a location must not get one.
        scaled = "(u_screenScale / u_screenScale)" if expected[2] >= 0 else "1.0"
        fragment = (
            read_asset_text("tube.frag")
            .replace("SURFACE", self._surface_size)
            .replace("SCALED", scaled)
            .replace("CRISP", str(style == "crisp").lower())
            .replace("TUBE", str(style == "tube").lower())
        )
        shaders = self._compile_shaders(_VERTEX, fragment)
        trial_program = self._gl["CreateProgram"]()
        self._link(trial_program, shaders, self._gl["GetAttribLocation"](program, b"position"))
        locations = self._uniform_locations(trial_program)
        for shader in shaders:
            self._gl["DetachShader"](trial_program, shader)
        self._gl["DeleteProgram"](trial_program)
        if locations != expected:
            raise ShaderUnavailableError
        return shaders

    def _compile_shaders(self, vertex: str, fragment: str) -> list[int]:
        for header in _HEADERS:
            shaders = [
                self._compile_shader(kind, header + source)
                for kind, source in ((_VERTEX_SHADER, vertex), (_FRAGMENT_SHADER, fragment))
            ]
            if all(self._get_status("GetShaderiv", shader, _COMPILE_STATUS) for shader in shaders):
                return shaders
        raise ShaderUnavailableError

    def _compile_shader(self, kind: int, source: str) -> int:
        shader: int = self._gl["CreateShader"](kind)
        self._gl["ShaderSource"](shader, 1, ctypes.byref(ctypes.c_char_p(source.encode())), None)
        self._gl["CompileShader"](shader)
        return shader

    def _link(self, program: int, shaders: list[int], position: int) -> None:
        for shader in shaders:
            self._gl["AttachShader"](program, shader)
        self._gl["BindAttribLocation"](program, position, b"position")
        self._gl["LinkProgram"](program)
        if not self._get_status("GetProgramiv", program, _LINK_STATUS):
            raise ShaderUnavailableError

    def _get_status(self, function: str, name: int, status: int) -> int:
        value = ctypes.c_int()
        self._gl[function](name, status, ctypes.byref(value))
        return value.value
