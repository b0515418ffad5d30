"""
Frozen classes as plain data (objects, lists, strings, numbers) and back.

A member of a union is an object whose `is` names its class; a field that has its default is left
out, so that a field added later does not make old data unreadable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeGuard, Union, get_args, get_origin, get_type_hints

import attrs
from cattrs import Converter, transform_error
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.v import format_exception

TAG = "is"
Write: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any, Any], Any]
Metadata: TypeAlias = Mapping[str, Any]


def strict_converter(hidden: Metadata | None = None) -> Converter:
    """
    Return a converter of frozen classes that takes no value of another type than its field. Fields
    with the metadata `hidden` are left out in writing.
    """
    converter = exact_converter(omit_if_default=True)
    converter.register_structure_hook_factory(
        _is_union, lambda union: _union_reader(converter, union)
    )
    converter.register_unstructure_hook_factory(_is_union, lambda union: converter.unstructure)
    converter.register_unstructure_hook_factory(
        lambda kind: tuple in (kind, get_origin(kind)),
        lambda _: lambda items: [converter.unstructure(item) for item in items],
    )
    converter.register_unstructure_hook_factory(
        is_node, lambda cls: _writer(converter, cls, hidden)
    )
    converter.register_structure_hook_factory(is_node, lambda cls: _reader(converter, cls))
    return converter


def exact_converter(**settings: Any) -> Converter:
    """Return a converter that takes only what a class has, and no text for a number."""
    converter = Converter(forbid_extra_keys=True, **settings)

    def read(value: Any, kind: type[Any]) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, met {value!r:.60}")
        return value

    for kind in (int, str, bool):
        converter.register_structure_hook(kind, read)
    converter.register_structure_hook(
        float, lambda value, kind: float(value) if type(value) is int else read(value, kind)
    )
    return converter


def _writer(converter: Converter, cls: type[Any], hidden: Metadata | None) -> Write:
    fields = [field.name for field in attrs.fields(cls) if field.metadata == hidden]
    left_out: Any = dict.fromkeys(fields, override(omit=True))
    write = make_dict_unstructure_fn(cls, converter, _cattrs_omit_if_default=True, **left_out)
    return lambda value: {TAG: cls.__name__, **write(value)}


def _reader(converter: Converter, cls: type[Any]) -> Read:
    read = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)

    def read_tagged(value: Any, kind: Any) -> Any:
        if not isinstance(value, dict):
            raise TypeError(f"expected an object, met {value!r}")
        if value.get(TAG) != kind.__name__:
            raise TypeError(f"expected a {kind.__name__}, met {value.get(TAG)!r}")
        return read({key: part for key, part in value.items() if key != TAG}, kind)

    return read_tagged


def damage(problem: Exception) -> str:
    """Return what a record that could not be read lacks, or what in it is not as expected."""
    text, _, where = transform_error(problem, format_exception=_refused)[0].rpartition(" @ ")
    what = f"`{where[2:]}`" if where[2:] else "it"
    if text.startswith("required field"):
        return f"{what} is missing"
    is_vague = text == "invalid value" or text.startswith("unknown")
    return f"{what} is not as expected{'' if is_vague else f' ({text})'}"


def _refused(problem: BaseException, kind: type[Any] | None) -> str:
    """Return why a value was refused: what was expected and met, by a reader or a validator."""
    text = str(problem.args[0]) if problem.args else ""
    if isinstance(problem, TypeError):
        return text if text.startswith("expected ") else "invalid value"
    return text if isinstance(problem, ValueError) else format_exception(problem, kind)


def without_lists(kind: type[object], record: Mapping[str, object], at: str = "") -> Iterator[str]:
    """Yield the fields that must be lists and are not; a string would be split into letters."""
    for name, wanted in get_type_hints(kind).items():
        found = record.get(name, [])
        if get_origin(wanted) is tuple and not isinstance(found, list):
            yield f"{at}{name}"
        elif attrs.has(wanted) and isinstance(found, dict):
            yield from without_lists(wanted, found, f"{at}{name}.")


def is_node(cls: object) -> TypeGuard[type[Any]]:
    return isinstance(cls, type) and attrs.has(cls)


def _is_union(kind: Any) -> bool:
    return isinstance(kind, UnionType) or get_origin(kind) is Union


def _union_reader(converter: Converter, union: Any) -> Read:
    members = get_args(union)
    by_name = {member.__name__: member for member in members if attrs.has(member)}
    others = tuple(member for member in members if not attrs.has(member))
    bare = {member for member in others if member in (int, str, bool, NoneType)}
    (inner,) = [member for member in others if member not in bare] or [None]

    def read(value: Any, _: Any) -> Any:
        if type(value) in bare:
            return value
        if inner is not None:
            return converter.structure(value, inner)
        if not isinstance(value, dict) or value.get(TAG) not in by_name:
            raise TypeError(f"expected one of {', '.join(sorted(by_name))}, met {value!r:.60}")
        return converter.structure(value, by_name[value[TAG]])

    return read
