"""Finds the shipped data: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_SHIPPED_AS = _PACKAGE / "_data"


def data_root() -> Path:
    """The folder that holds `rulebooks/`, `cards/` and `examples/`."""
    return _SHIPPED_AS if _SHIPPED_AS.is_dir() else _PACKAGE.parent


def shipped_rulebooks() -> dict[str, Path]:
    """
    Every shipped rulebook by name, in name order: its folder, or its only file.

    A folder without a file of its own name (the standard pieces) is not a rulebook.
    """
    found: dict[str, Path] = {}
    for room in ("examples", "rulebooks"):
        for path in sorted((data_root() / room).glob("*")):
            if path.suffix == ".rules" and path.is_file():
                found[path.stem] = path
            elif (path / f"{path.name}.rules").is_file():
                found[path.name] = path
    return dict(sorted(found.items()))


def standard_folder() -> Path:
    """Where the files are that several rulebooks share."""
    return data_root() / "rulebooks" / "standard"


def standard_pieces() -> dict[str, Path]:
    """What `uses` can name: the files that several rulebooks share, by name."""
    return {path.stem: path for path in sorted(standard_folder().glob("*.rules"))}
