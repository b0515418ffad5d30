"""Which parts of a program are only displayed, and so left out of its digest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from attrs import field, frozen

DISPLAY = {"display": True}


def shown(**options: Any) -> Any:
    """An attrs field that no rule reads."""
    return field(metadata=DISPLAY, **options)


@frozen
class Text:
    """
    Display text, as it is shown, and in other languages: pairs of language and text.

    It is shown in the rulebook's own language, unless `in_language` made it otherwise.
    """

    text: str
    translations: tuple[tuple[str, str], ...] = ()


@frozen
class Origin:
    """
    Where something stands in the text: a one-based place, its excerpt, the rules it cites.

    `designed` says that it was invented, not taken from a paper rulebook.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str
    cites: tuple[str, ...] = ()
    designed: bool = False


_NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def names_in(text: str) -> Iterator[str]:
    """
    The names that a text shows the values of.

    >>> list(names_in("{seller} sells {w}"))
    ['seller', 'w']
    """
    return (found[1] for found in _NAME.finditer(text))


def filled(text: str, value: Callable[[str], str]) -> str:
    """
    A text with the values of its names.

    >>> filled("{seller} sells", {"seller": "west"}.get)
    'west sells'
    """
    return _NAME.sub(lambda found: value(found[1]), text)
