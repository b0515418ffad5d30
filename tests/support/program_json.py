"""A program as JSON text, and back."""

from __future__ import annotations

import json
from typing import TypeVar

from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import from_plain, plain

Saved = TypeVar("Saved", Program, Compiled)


def to_json(saved: Program | Compiled) -> str:
    """Return the JSON text of a program or of a compiled rulebook."""
    return json.dumps(plain(saved), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str, kind: type[Saved]) -> Saved:
    """Read the text of `to_json`; raises `DamagedProgram` when it is not of this `kind`."""
    return from_plain(json.loads(text), kind)
