"""
One test for many files: it tries them all, and names all that fail.

A test item for each file costs more than most of what is tried on it, and lists that are made when
tests are collected are made by every process. `pytest tests/language/corpus --case never-set` tries
only the files with that word in their names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

MOST_SHOWN = 20
MOST_LINES = 25
SELECTED: list[str] = []  # what `--case` says, set when pytest starts


def every(
    name: str,
    items: Iterable[Any] | Callable[[], Iterable[Any]],
    *,
    ids: Callable[[Any], object] = str,
    parts: int = 1,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """
    The test is tried on each of the items, which it is given under a name.

    `items` may be a function, asked when the test runs. `parts` is how many tests they are spread
    over, so that several processors can share them.
    """

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def tried(part: int, **fixtures: Any) -> None:
            found = list(items() if callable(items) else items)
            assert found, "there is nothing to try this on"
            selected = [item for item in found if all(word in str(ids(item)) for word in SELECTED)]
            if not selected:
                pytest.skip(f"no case has {' and '.join(SELECTED)} in its name")
            failures = []
            for item in selected[part::parts]:
                try:
                    test(**{name: item}, **fixtures)
                except (Exception, pytest.fail.Exception) as problem:
                    failures.append(_logged(ids(item), problem))
            assert not failures, _together(failures)

        signature = inspect.signature(test)
        others = [each for each in signature.parameters.values() if each.name != name]
        own = inspect.Parameter("part", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        tried.__signature__ = signature.replace(parameters=[own, *others])  # type: ignore[attr-defined]
        return pytest.mark.parametrize("part", range(parts))(tried)

    return decorated


def _logged(item: object, problem: BaseException) -> str:
    lines = (str(problem) or type(problem).__name__).splitlines()
    return "\n    ".join([f"{item}: {type(problem).__name__}", *lines[:MOST_LINES]])


def _together(failures: list[str]) -> str:
    shown = "\n".join(failures[:MOST_SHOWN])
    rest = [each.splitlines()[0] for each in failures[MOST_SHOWN:]]
    return f"{len(failures)} of them fail\n{shown}" + "".join(f"\n{each}" for each in rest)
