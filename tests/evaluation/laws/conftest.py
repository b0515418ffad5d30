"""What tests of laws share."""

from __future__ import annotations

import pytest

from ruleslang.evaluation.laws import shrink


@pytest.fixture
def as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A breach is reported as it was found: making it small takes most of the time."""
    monkeypatch.setattr(shrink, "MOST_ATTEMPTS", 0)
