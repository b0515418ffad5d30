"""
Puts the grammar, the rulebooks, their cards and pages of docs inside the wheel, under
`ruleslang/_data/`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("grammar", "rulebooks", "cards", "examples", "docs/messages", "docs/reference")


class ShipData(BuildHookInterface):
    """An editable install reads the checkout itself, so nothing is copied for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            for name in SHIPPED:
                if (Path(self.root) / name).is_dir():
                    build_data["force_include"][name] = f"ruleslang/_data/{name}"
