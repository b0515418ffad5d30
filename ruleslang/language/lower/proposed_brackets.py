"""The brackets of the declaration that is proposed for an undeclared name."""

from __future__ import annotations

import re

from ruleslang.language.lower.scope import Scope
from ruleslang.language.syntax.node import Name
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.type_names import written

GIVEN = re.compile(r"\(([^()]*)\)|(?!\()")
PLAYERS = ("you", "active")


def parameters(scope: Scope, name: Name) -> str | None:
    """The parameters, `(p: player, n: 0..9)`; None if one has no known type, or two one name."""
    given = _given(scope, name)
    if given is None or len({argument for argument, _ in given}) < len(given):
        return None
    listed = ", ".join(f"{argument}: {type}" for argument, type in given)
    return f"({listed})" if given else ""


def index(scope: Scope, name: Name) -> str | None:
    """The types alone, `(player, 0..9)`; None if one is not known."""
    given = _given(scope, name)
    if given is None:
        return None
    return f"({', '.join(type for _, type in given)})" if given else ""


def _given(scope: Scope, name: Name) -> list[tuple[str, str]] | None:
    """The names and types of the arguments behind a name; empty without brackets."""
    called = GIVEN.match(name.span.source.text, name.span.end)
    if called is None:
        return None
    arguments = [argument.strip() for argument in called[1].split(",")] if called[1] else []
    typed = [_one(scope, argument) for argument in arguments]
    known = [argument for argument in typed if argument is not None]
    return known if len(known) == len(typed) else None


def _one(scope: Scope, argument: str) -> tuple[str, str] | None:
    if argument.isdecimal():
        return "n", "0..9"
    symbol = scope.context.symbols.get(argument)
    if argument in PLAYERS or (symbol is not None and symbol.what == "player"):
        return "p", "player"
    local = scope.locals.get(argument)
    type = written(plain(local.type)) if local is not None else ""
    return (argument, type) if type else None
