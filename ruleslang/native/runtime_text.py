"""The parts of the C text that all games share."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files


def runtime(name: str) -> str:
    """A part by its name."""
    return (files("ruleslang.native") / "runtime" / f"{name}.c").read_text(encoding="utf-8")


@cache
def names_of_runtime() -> frozenset[str]:
    """All names that stand in the parts: of functions, macros, variables, and keywords of C."""
    parts = (files("ruleslang.native") / "runtime").iterdir()
    found = (re.findall(r"[A-Za-z_]\w*", each.read_text(encoding="utf-8")) for each in parts)
    return frozenset(name for names in found for name in names)
