"""A program as plain data, and back."""

from __future__ import annotations

import json
import sys
from functools import cache
from hashlib import blake2b
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import attrs
from attrs import evolve
from cattrs import Converter, transform_error
from cattrs.v import format_exception

from ruleslang.program import (
    declarations,
    events,
    expressions,
    locals,
    patterns,
    program,
    statements,
    types,
)
from ruleslang.program import references as names
from ruleslang.program.program import Compiled, Program, memoised
from ruleslang.program.references import DISPLAY, Text
from ruleslang.program.walk import rebuilt
from ruleslang.source.plain_data import is_node, strict_converter

Saved = TypeVar("Saved", Program, Compiled)
Plain: TypeAlias = Any

# The names that nodes write as strings, because the types are recursive.
_ALIASES: dict[str, Any] = {
    "Block": tuple[statements.Statement, ...],
    "Pattern": tuple[patterns.Entry, ...] | None,
}
_ROOMS: tuple[ModuleType, ...] = (
    names,
    types,
    locals,
    events,
    expressions,
    patterns,
    statements,
    declarations,
    program,
)


class DamagedProgram(ValueError):
    """Data that should be a saved program is not one; the message says where it fails."""


def from_plain(plain: Plain, kind: type[Saved]) -> Saved:
    """Read the result of `plain`; raises `DamagedProgram` when it is not of this `kind`."""
    try:
        saved: Saved = _converter(with_display=True).structure(plain, kind)
    except Exception as error:  # cattrs raises groups of errors; all of them mean damage
        problems = transform_error(error, format_exception=_what_is_wrong)
        raise DamagedProgram("; ".join(problems)) from error
    return saved


def plain(saved: Any, *, with_display: bool = True) -> Plain:
    """Return lists, dictionaries, strings and numbers; on request without what is only shown."""
    return _converter(with_display=with_display).unstructure(saved)


def _what_is_wrong(error: BaseException, kind: type[Any] | None) -> str:
    if isinstance(error, TypeError):
        return str(error)
    return format_exception(error, kind)


@cache
def _converter(*, with_display: bool) -> Converter:
    _resolve_types()
    return strict_converter(hidden=None if with_display else DISPLAY)


def _resolve_types() -> None:
    """Resolve the annotations of every class of the contract to types."""
    shared = {**vars(expressions), **vars(statements)}
    for room in _ROOMS:
        for cls in vars(room).values():
            if is_node(cls) and cls.__module__.startswith(room.__name__):
                names = vars(sys.modules[cls.__module__])
                attrs.resolve_types(cls, {**shared, **names, **_ALIASES})


BYTES = 16


@memoised
def digest(program: Program) -> str:
    """Return 32 hexadecimal letters that stand for everything of a program that is played."""
    canonical = json.dumps(
        plain(program, with_display=False), ensure_ascii=True, sort_keys=True, separators=(",", ":")
    )
    return blake2b(canonical.encode("ascii"), digest_size=BYTES).hexdigest()


def in_language(compiled: Compiled, language: str) -> Compiled:
    """
    Return the game with its texts in a language; what is not there in it stays as the rulebook has
    it.

    Always: the digest is the same, and a match played by the one goes on with the other.
    """
    if language in compiled.program.languages[:1]:
        return compiled
    translated: Compiled = _rewritten(compiled, language)
    return evolve(translated, program=evolve(translated.program, spoken=language))


def _rewritten(node: Any, language: str) -> Any:
    if isinstance(node, Text):
        words = dict(node.translations).get(language)
        return node if words is None else evolve(node, text=words)
    return rebuilt(node, lambda _, part: _rewritten(part, language))
