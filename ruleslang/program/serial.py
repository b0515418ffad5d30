"""
A program as JSON text, and back.

A member of a union is an object whose `is` names its class; a field that has its default is left
out, so that a field added later does not make old texts unreadable.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import Any, TypeAlias, TypeGuard, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import Converter, transform_error
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.v import format_exception

from ruleslang.program import (
    declarations,
    displayed_parts,
    events,
    expressions,
    locals,
    patterns,
    program,
    statements,
    types,
)
from ruleslang.program.displayed_parts import DISPLAY
from ruleslang.program.program import Compiled, Program

TAG = "is"
Saved = TypeVar("Saved", Program, Compiled)
Plain: TypeAlias = Any
Write: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any, Any], Any]

# What the nodes say in strings, because it is recursive.
_ALIASES: dict[str, Any] = {
    "Block": tuple[statements.Statement, ...],
    "Pattern": tuple[patterns.Entry, ...] | None,
}
_ROOMS: tuple[ModuleType, ...] = (
    displayed_parts,
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
    """A text that should be a saved program is not one; the message says where it fails."""


def to_json(saved: Program | Compiled) -> str:
    """The text of a program, or of a program with all that stands beside it."""
    return json.dumps(
        _converter(with_display=True).unstructure(saved), ensure_ascii=False, separators=(",", ":")
    )


def from_json(text: str, kind: type[Saved]) -> Saved:
    """What was saved; raises `DamagedProgram` when the text is not one of a `kind`."""
    try:
        return from_plain(json.loads(text), kind)
    except json.JSONDecodeError as error:
        raise DamagedProgram(f"not JSON: {error}") from error


def from_plain(plain: Plain, kind: type[Saved]) -> Saved:
    """What `plain` gave; raises `DamagedProgram` when it is not one of a `kind`."""
    try:
        saved: Saved = _converter(with_display=True).structure(plain, kind)
    except Exception as error:  # cattrs raises groups of errors; all of them mean damage
        found = transform_error(error, format_exception=_what_is_wrong)
        raise DamagedProgram("; ".join(found)) from error
    return saved


def plain(saved: Any, *, with_display: bool = True) -> Plain:
    """Lists, dictionaries, strings and numbers; without what is for the eye only, if so wished."""
    return _converter(with_display=with_display).unstructure(saved)


def _what_is_wrong(error: BaseException, kind: type[Any] | None) -> str:
    if isinstance(error, TypeError):
        return str(error)
    return format_exception(error, kind)


# ---------------------------------------------------------------- the converters


@cache
def _converter(*, with_display: bool) -> Converter:
    _resolve_types()
    return strict_converter(with_display=with_display)


def strict_converter(*, with_display: bool = True) -> Converter:
    """Reads and writes frozen classes, and takes no value that is not of the type of its field."""
    made = Converter(forbid_extra_keys=True, omit_if_default=True)
    for exact in (int, str, bool):
        made.register_structure_hook(exact, _exactly(exact))
    made.register_structure_hook_factory(_is_union, lambda union: _union_reader(made, union))
    made.register_unstructure_hook_factory(_is_union, lambda union: made.unstructure)
    made.register_unstructure_hook_factory(_is_tuple, lambda _: _list_writer(made))
    made.register_unstructure_hook_factory(_is_node, lambda cls: _writer(made, cls, with_display))
    made.register_structure_hook_factory(_is_node, lambda cls: _reader(made, cls))
    return made


def _writer(made: Converter, cls: type[Any], with_display: bool) -> Write:
    shown = [field.name for field in attrs.fields(cls) if field.metadata == DISPLAY]
    left_out: Any = {} if with_display else dict.fromkeys(shown, override(omit=True))
    return _tagged(
        cls, make_dict_unstructure_fn(cls, made, _cattrs_omit_if_default=True, **left_out)
    )


def _reader(made: Converter, cls: type[Any]) -> Read:
    return _untagged(make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True))


def _list_writer(made: Converter) -> Write:
    return lambda items: [made.unstructure(item) for item in items]


def _resolve_types() -> None:
    """The annotations of every class of the contract become types."""
    shared = {**vars(expressions), **vars(statements)}
    for room in _ROOMS:
        for cls in vars(room).values():
            if _is_node(cls) and cls.__module__.startswith(room.__name__):
                names = vars(sys.modules[cls.__module__])
                attrs.resolve_types(cls, {**shared, **names, **_ALIASES})


def _is_node(cls: object) -> TypeGuard[type[Any]]:
    return isinstance(cls, type) and attrs.has(cls)


def _is_union(kind: Any) -> bool:
    return isinstance(kind, UnionType) or get_origin(kind) is Union


def _is_tuple(kind: Any) -> bool:
    return kind is tuple or get_origin(kind) is tuple


def _exactly(kind: type[Any]) -> Read:
    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, met {value!r}")
        return value

    return read


def _tagged(cls: type[Any], write: Write) -> Write:
    return lambda value: {TAG: cls.__name__, **write(value)}


def _untagged(read: Read) -> Read:
    def read_tagged(value: Any, kind: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"expected an object, met {value!r}")
        if value.get(TAG) != kind.__name__:
            raise TypeError(f"expected a {kind.__name__}, met {value.get(TAG)!r}")
        return read({key: it for key, it in value.items() if key != TAG}, kind)

    return read_tagged


def _union_reader(made: Converter, union: Any) -> Read:
    members = get_args(union)
    by_name = {member.__name__: member for member in members if attrs.has(member)}
    others = tuple(member for member in members if not attrs.has(member))
    bare = {member for member in others if member in (int, str, bool, NoneType)}
    (inner,) = [member for member in others if member not in bare] or [None]

    def read(value: Any, _: Any) -> Any:
        if type(value) in bare:
            return value
        if inner is not None:
            return made.structure(value, inner)
        if not isinstance(value, dict) or value.get(TAG) not in by_name:
            raise TypeError(f"expected one of {', '.join(sorted(by_name))}, met {value!r:.60}")
        return made.structure(value, by_name[value[TAG]])

    return read
