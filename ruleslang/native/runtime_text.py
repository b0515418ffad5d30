"""The parts of the C text that all games share."""

from __future__ import annotations

from importlib.resources import files


def runtime(name: str) -> str:
    """A part by its name."""
    return (files("ruleslang.native") / "runtime" / f"{name}.c").read_text(encoding="utf-8")
