"""
Leaves the long searches out, unless they are asked for: `pytest -m long`.

The short ones look at the same cases every time, so that a run that was green stays green; the long
ones look at new cases each time.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("the same each time", derandomize=True)
settings.load_profile("the same each time")

gc.set_threshold(100_000, 20, 100)  # what tests make is kept, and looking through it costs a tenth

BYTECODE = Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode"

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # The processes that tests start would all compile the same modules, half a second each.
    os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks are chosen with `-m`; without it, what takes minutes waits."""
    if not config.option.markexpr:
        kept = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
