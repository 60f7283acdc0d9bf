"""What a Windows program says of itself in its properties."""

_RESOURCE = """VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0, OS=0x40004, fileType=1, subtype=0, date=(0, 0)
  ),
  kids=[
    StringFileInfo([StringTable("040904B0", [{strings}])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
  ],
)
"""


def version_resource(version: str, name: str = "pyramid") -> str:
    """Return the version resource of the program of this name, in the form that PyInstaller takes.

    >>> "filevers=(0, 1, 0, 0)" in version_resource("0.1.0")
    True
    """
    numbers = tuple([*(int(part) for part in version.split(".")), 0, 0, 0][:4])
    said = {
        "CompanyName": "The Retro Pyramid contributors",
        "FileDescription": "Retro Pyramid",
        "FileVersion": version,
        "InternalName": name,
        "LegalCopyright": "MIT licence",
        "OriginalFilename": f"{name}.exe",
        "ProductName": "Retro Pyramid",
        "ProductVersion": version,
    }
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in said.items())
    return _RESOURCE.format(numbers=numbers, strings=strings)
