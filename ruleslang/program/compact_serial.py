"""
A compiled game as nested lists, which are read ten times as fast as the form of `serial`.

A node is a list: the name of its class, then its fields in their order, without the last ones that
have their defaults. One version of the package keeps it for itself; so nothing is promised of it
but that it is checked against the types of the fields when it is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from attrs import evolve

from ruleslang.program import expressions, patterns, statements
from ruleslang.program.displayed_parts import Origin
from ruleslang.program.program import Compiled, Program

Plain: TypeAlias = Any
Read: TypeAlias = Callable[[Any], Any]
T = TypeVar("T")

BARE = (int, str, bool, NoneType)
# What the nodes say in strings, because it is recursive.
ALIASES: dict[str, Any] = {
    "Block": tuple[statements.Statement, ...],
    "Pattern": tuple[patterns.Entry, ...] | None,
}


_MOVED: ContextVar[Sequence[int] | None] = ContextVar("moved", default=None)


class Unfit(ValueError):
    """What should be a compiled game in this form is none."""


def to_lists(compiled: Compiled) -> Plain:
    """A compiled game as lists, strings and numbers; its origins, field by field, are apart."""
    names = [each.name for each in _fields(Origin)]
    origins = compiled.program.origins
    columns = [[_written(getattr(each, name)) for each in origins] for name in names]
    return [game_to_lists(compiled), columns]


def game_to_lists(compiled: Compiled) -> Plain:
    """A compiled game without its origins as lists, strings and numbers."""
    return _written(evolve(compiled, program=evolve(compiled.program, origins=())))


def from_lists(plain: Plain) -> Compiled:
    """The compiled game that was written so; raises `Unfit` when it is none."""
    try:
        whole, columns = plain
        compiled: Compiled = _reader(Compiled)(whole)
        origins = _origins(columns)
    except (TypeError, ValueError, RecursionError) as problem:
        raise Unfit(str(problem)) from problem
    return evolve(compiled, program=evolve(compiled.program, origins=origins))


def game_from_lists(plain: Plain, moved: Sequence[int] | None = None) -> Compiled:
    """
    The same without origins; `moved` has, by the number of an origin, the one it has now.

    Raises `Unfit` when it is none.
    """
    token = _MOVED.set(moved)
    try:
        compiled: Compiled = _reader(Compiled)(plain)
    except (TypeError, ValueError, LookupError, RecursionError) as problem:
        raise Unfit(str(problem)) from problem
    finally:
        _MOVED.reset(token)
    return compiled


def node_to_lists(node: object) -> Plain:
    """Any node in this form."""
    return _written(node)


def node_from_lists(
    kind: Callable[..., T], plain: Plain, moved: Sequence[int] | None = None
) -> T:
    """A node of a class that was written so, whose origins have moved; raises `Unfit`."""
    token = _MOVED.set(moved)
    try:
        node: T = _reader(kind)(plain)
    except (TypeError, ValueError, LookupError, RecursionError) as problem:
        raise Unfit(str(problem)) from problem
    finally:
        _MOVED.reset(token)
    return node


def part_of_lists(plain: Plain, name: str) -> Sequence[Plain]:
    """One of the tuples of a game in this form: `values`, `examples`; raises `Unfit`."""
    try:
        if name in _places(Compiled):
            return _listed(plain[_places(Compiled)[name]])
        return _listed(plain[1][_places(Program)[name]])
    except LookupError as problem:
        raise Unfit(str(problem)) from problem


def item_from_lists(part: str, plain: Plain) -> Any:
    """One member of such a tuple; raises `Unfit` when it is none."""
    owner = Compiled if part in _places(Compiled) else Program
    try:
        return _reader(get_args(_hints(owner)[part])[0])(plain)
    except (TypeError, ValueError, LookupError, RecursionError) as problem:
        raise Unfit(str(problem)) from problem


def field_from_lists(kind: Any, plain: Plain, name: str) -> Any:
    """One field of an object of a class; raises `Unfit`."""
    place = _places(kind)[name]
    try:
        if place >= len(plain):
            return _fields(kind)[place - 1].default
        return _field_readers(kind)[place - 1](plain[place])
    except (TypeError, ValueError, LookupError, RecursionError) as problem:
        raise Unfit(str(problem)) from problem


@cache
def _places(cls: Any) -> dict[str, int]:
    """Where the fields of a class stand in its list."""
    return {each.name: place for place, each in enumerate(_fields(cls), start=1)}


def _listed(plain: Plain) -> Sequence[Plain]:
    _check_list(plain)
    listed: Sequence[Plain] = plain
    return listed


def _written(value: Any) -> Plain:
    """Some ten thousand nodes come here: what is plain already is not asked about again."""
    kind = value.__class__
    if kind is tuple:
        return [each if each.__class__ in _PLAIN else _written(each) for each in value]
    if kind not in _SHAPES:
        _SHAPES[kind] = _shape(kind)
    shape = _SHAPES[kind]
    if shape is None:
        return value
    parts, defaults = shape
    values = parts(value)
    place = len(values)
    while place and _is(values[place - 1], defaults[place - 1]):
        place -= 1
    told = [each if each.__class__ in _PLAIN else _written(each) for each in values[:place]]
    return [kind.__name__, *told]


_PLAIN = frozenset(BARE)
_SHAPES: dict[type[Any], tuple[Callable[[Any], Sequence[Any]], tuple[Any, ...]] | None] = {}
"""What gives the fields of an object of each class, and their defaults; None: it has none."""


def _shape(kind: Any) -> tuple[Callable[[Any], Sequence[Any]], tuple[Any, ...]] | None:
    fields = getattr(kind, "__attrs_attrs__", None)
    if fields is None:
        return None
    names, defaults = [each.name for each in fields], tuple(each.default for each in fields)
    if len(names) > 1:
        return attrgetter(*names), defaults
    return lambda node: [getattr(node, name) for name in names], defaults


def _is(value: Any, default: Any) -> bool:
    return value is default or (value.__class__ is default.__class__ and bool(value == default))


def _origins(columns: Plain) -> tuple[Origin, ...]:
    """Some thousands of places, whose types are looked at column by column."""
    hints = _hints(Origin)
    read = [
        _column(hints[field.name], column)
        for field, column in zip(_fields(Origin), columns, strict=True)
    ]
    return tuple(Origin(*values) for values in zip(*read, strict=True))


def _column(kind: Any, column: Plain) -> Sequence[Any]:
    if type(column) is not list:
        raise Unfit("a column is no list")
    if kind in BARE:
        if not set(map(type, column)) <= {kind}:
            raise Unfit(f"a column is not of {kind}")
        return column
    read = _reader(kind)
    return [read(each) for each in column]


# ---------------------------------------------------------------- readers, one for each type


@cache
def _reader(kind: Any) -> Read:
    """What reads a value of a type, and raises `Unfit` at any other."""
    if kind in BARE:
        return _one_of_types({kind})
    if hasattr(kind, "__attrs_attrs__"):
        return _node_reader({kind.__name__: kind})
    if get_origin(kind) is Literal:
        return _one_of_words(frozenset(get_args(kind)))
    if get_origin(kind) is tuple:
        return _tuple_reader(get_args(kind))
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return _union_reader(get_args(kind))
    raise AssertionError(f"no field of a program has the type {kind}")


def _one_of_types(kinds: set[type]) -> Read:
    def read(value: Any) -> Any:
        if value.__class__ not in kinds:
            raise Unfit(f"{value!r:.60} is not of {kinds}")
        return value

    return read


def _one_of_words(words: frozenset[str]) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise Unfit(f"{value!r:.60} is not one of {sorted(words)}")
        return value

    return read


def _tuple_reader(members: tuple[Any, ...]) -> Read:
    if members[-1] is not ...:
        reads = [_reader(each) for each in members]

        def read_each(value: Any) -> Any:
            _check_list(value)
            return tuple(read(each) for read, each in zip(reads, value, strict=True))

        return read_each
    read = _reader(members[0])

    def read_all(value: Any) -> Any:
        _check_list(value)
        return tuple([read(each) for each in value]) if value else ()

    return read_all


def _check_list(value: Any) -> None:
    if type(value) is not list:
        raise Unfit(f"{value!r:.60} is no list")


def _union_reader(members: tuple[Any, ...]) -> Read:
    """Of words and numbers, and of nodes or one other type, as lists tell no more apart."""
    bare: set[type] = {each for each in members if each in BARE}
    nodes = {each.__name__: each for each in members if hasattr(each, "__attrs_attrs__")}
    others = [each for each in members if each not in bare and each not in nodes.values()]
    if nodes:
        assert not others, f"{members} cannot be told apart"
        return _node_reader(nodes, frozenset(bare))
    inner = _reader(*others) if others else _one_of_types(bare)

    def read(value: Any) -> Any:
        return value if type(value) in bare else inner(value)

    return read


def _node_reader(classes: dict[str, Any], bare: frozenset[type] = frozenset()) -> Read:
    """Of nodes of some classes, or a value of one of some bare types."""
    known: dict[str, tuple[Any, tuple[Read, ...]]] = {}  # by name, of what has been met

    def first(value: Any) -> tuple[Any, tuple[Read, ...]]:
        _check_list(value)
        cls = classes.get(value[0]) if value and type(value[0]) is str else None
        if cls is None:
            raise Unfit(f"{value!r:.60} is none of {', '.join(classes)}")
        found = known[value[0]] = cls, _field_readers(cls)
        return found

    def read(value: Any) -> Any:
        if value.__class__ is not list:
            if value.__class__ in bare:
                return value
            raise Unfit(f"{value!r:.60} is no list")
        cls, reads = known.get(value[0]) or first(value) if value else first(value)
        if len(value) > len(reads) + 1:
            raise Unfit(f"{value!r:.60} has too many fields")
        fields = iter(value)
        next(fields)
        return cls(*[read(each) for each, read in zip(fields, reads, strict=False)])

    return read


@cache
def _field_readers(cls: Any) -> tuple[Read, ...]:
    hints = _hints(cls)
    return tuple(
        _origin if each.name == "origin" else _reader(hints[each.name]) for each in _fields(cls)
    )


def _origin(value: Any) -> int:
    """The number of an origin, as it is now."""
    if value.__class__ is not int:
        raise Unfit(f"{value!r:.60} is no number")
    moved = _MOVED.get()
    return value if moved is None or value < 0 else moved[value]


@cache
def _hints(cls: Any) -> dict[str, Any]:
    """The types of the fields of a class, whose annotations are strings."""
    return {
        name: _evaluated(str(said), each.__module__)
        for each in reversed(cls.__mro__)
        for name, said in vars(each).get("__annotations__", {}).items()
    }


@cache
def _evaluated(said: str, module: str) -> Any:
    """The type that an annotation of a module says; most stand in many places."""
    return eval(said, _names(module))


@cache
def _names(module: str) -> dict[str, Any]:
    room = vars(sys.modules[module])
    return {**vars(expressions), **vars(statements), **room, **ALIASES}


def _fields(cls: Any) -> tuple[Any, ...]:
    fields: tuple[Any, ...] = cls.__attrs_attrs__
    return fields
