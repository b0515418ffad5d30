"""What PyInstaller puts into a program besides the modules that it finds: data, and lazy names."""

from __future__ import annotations

from pathlib import Path

from ruleslang.library import find_rulebook
from ruleslang.library.find_rulebook import data_root

# As `hatch_build.py` says.
SHIPPED = ("grammar", "rulebooks", "cards", "examples", "docs/messages", "docs/reference")
PACKAGE = Path(find_rulebook.__file__).parents[1]

_packed = [path for path in PACKAGE.rglob("*") if "_data" not in path.parts and path.is_file()]
datas = [
    *((str(path), str(path.relative_to(PACKAGE.parent).parent)) for path in _packed
      if path.suffix not in (".py", ".pyc")),
    *((str(data_root() / name), f"ruleslang/_data/{name}") for name in SHIPPED),
]  # fmt: skip
hiddenimports = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in _packed
    if path.suffix == ".py" and "apps" not in path.relative_to(PACKAGE).parts
]
