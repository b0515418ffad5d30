"""A phrase as data: a pattern, and its replacement."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

Place: TypeAlias = Literal[
    "margin",
    "header",
    "statement",
    "branch",
    "card",
    "play",
    "example",
    "player",
    "window",
    "value",
    "case",
    "effect",
    "chosen",
    "option",
    "menu",
    "listed",
]

NAME = r"[^\W\d]\w*"
THING = rf"{NAME}(?:\([^()]*\))?"  # a name or `f(x)`
VALUE = r"[\w(][^\n,:]*"  # the rest of a spoken expression
NEW = "NEW"  # in a template: a name that is unused in the declaration
ACTOR = "ACTOR"  # in a template: who does the action, or `you`
DEEP = rf"{NAME}(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?"  # the same, with one in it
OWNED = rf"{NAME}\([^()]*\)"
compiled = cache(re.compile)  # on the first syntax error, not on import


@frozen
class Row:
    r"""
    A pattern of a line, and the template of its replacement; a line of it ends at `\n`.

    `example` is a line that the row rewrites to `result`. A `sure` row may be written without
    asking; a `partial` one may leave another mistake behind it in the line.
    """

    pattern: str
    template: str
    place: Place
    example: str
    result: str
    slug: str = "other-wording"
    sure: bool = False
    partial: bool = False
