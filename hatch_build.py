"""
Puts the grammar with its parser's tables, the rulebooks, their cards and pages of docs inside the
wheel, under `ruleslang/_data/`.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("grammar", "rulebooks", "cards", "examples", "docs/messages", "docs/reference")


class ShipData(BuildHookInterface):
    """An editable install reads the checkout itself, so nothing is copied for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        write_tables(Path(self.root))
        if version != "editable":
            for name in SHIPPED:
                if (Path(self.root) / name).is_dir():
                    build_data["force_include"][name] = f"ruleslang/_data/{name}"


def write_tables(root: Path) -> None:
    """Write the parser's tables beside the grammar, where Lark takes seconds to compute them."""
    sys.path.insert(0, str(root))
    try:
        from ruleslang.language.syntax.grammar import TABLES, build, from_text, to_text
    finally:
        sys.path.remove(str(root))
    tables = root / "grammar" / TABLES
    text = (root / "grammar" / "ruleslang.lark").read_text(encoding="utf-8")
    if not (tables.is_file() and from_text(tables.read_text(encoding="utf-8"), text)):
        with suppress(OSError):  # of a checkout that is only read: a cache has the tables
            tables.write_text(to_text(build(text), text), encoding="utf-8")
