"""Cases that are alike, of which only some run by default."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some_wait(cases: Iterable[Any], step: int) -> list[Any]:
    """The cases, of which all but every `step`-th wait for `pytest -m slow`."""
    return [
        case if number % step == 0 else _waiting(case if isinstance(case, tuple) else (case,))
        for number, case in enumerate(cases)
    ]


def _waiting(values: tuple[Any, ...]) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
