"""Leaves the long searches out, unless they are asked for: `pytest -m long`."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks are chosen with `-m`; without it, what takes minutes waits."""
    if not config.option.markexpr:
        kept = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
