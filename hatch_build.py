"""
Puts the grammar with its parser's tables, the rulebooks, their cards and pages of docs inside the
wheel, under `ruleslang/_data/`.
"""

from __future__ import annotations

import sys
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
    """Write the parser's tables beside the grammar, if those there are of another one."""
    sys.path.insert(0, str(root))
    try:
        from ruleslang.language.syntax.grammar import tables
    finally:
        sys.path.remove(str(root))
    tables()
