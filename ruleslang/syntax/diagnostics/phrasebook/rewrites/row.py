"""One row of the table of rewrites."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from attrs import frozen

Place: TypeAlias = Literal[
    "margin",
    "header",
    "statement",
    "value",
    "menu",
    "case",
    "card",
    "play",
    "kind",
    "example",
    "player",
]
"""Where the example of a row stands: at the left margin, or below a head of this kind."""


@frozen
class Row:
    """
    A part of a line as people write it, and what stands there in this language.

    `rewrite` is a template of `re.Match.expand`, or a function where a template cannot say it.
    `example` is a line that the row rewrites, and `result` the line that comes out.
    """

    pattern: str
    rewrite: str | Callable[[re.Match[str]], str]
    place: Place
    example: str
    result: str
