"""
Frozen classes with slots whose `__init__` is compiled when the first object is made.

attrs compiles the methods of a class when it is defined, most of a millisecond each; with some
three hundred classes of nodes that was a third of the time that a command took to start. What
attrs itself asks of a class (`fields`, `evolve`, `has`) is answered when somebody asks, by fields
that attrs makes: attrs is imported only then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from threading import RLock
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ruleslang.nodes.init_code import Shape, init_code

if TYPE_CHECKING:
    import attrs

C = TypeVar("C", bound=type)
T = TypeVar("T")
NOTHING: Any = object()
WALKED = "_all_inside"  # where an object keeps what `walk` gathered
_WORD = r"(?:int|str|bool|None|Span|tuple\[(?:int|str|bool|Origin), \.\.\.\])"
_PLAIN = re.compile(rf"{_WORD}(?: \| {_WORD})*")  # what no node is
_LEAVES = frozenset({"int", "str", "bool", "Span", "Source"})  # where no node can stand, either


class Field(NamedTuple):
    """One field of a class, in the order in which `fields` of attrs gives them."""

    name: str
    default: Any = NOTHING
    factory: Callable[[], Any] | None = None
    repr: bool | Callable[[Any], str] = True
    kw_only: bool = False
    metadata: Mapping[str, Any] = MappingProxyType({})
    eq: bool = True
    init: bool = True

    @property
    def argument(self) -> str:
        """What `__init__` calls it."""
        return self.name.lstrip("_")


class _Sort(NamedTuple):
    """What sort of class is made: `slots` alone, or a `__dict__` beside them."""

    eq: bool
    kw_only: bool
    slots: bool
    frozen: bool


def field(
    *,
    default: Any = NOTHING,
    factory: Callable[[], Any] | None = None,
    repr: bool | Callable[[Any], str] = True,
    kw_only: bool = False,
    metadata: Mapping[str, Any] | None = None,
    eq: bool = True,
    init: bool = True,
) -> Any:
    """What stands behind a field of such a class, as `attrs.field` does."""
    return Field("", default, factory, repr, kw_only, metadata or {}, eq, init)


def frozen(
    cls: C | None = None, *, eq: bool = True, kw_only: bool = False, slots: bool = True
) -> C | Callable[[C], C]:
    """As `attrs.frozen`: a class with slots whose objects do not change."""
    return _decorator(cls, _Sort(eq, kw_only, slots, frozen=True))


def define(cls: C | None = None, *, eq: bool = True, slots: bool = True) -> C | Callable[[C], C]:
    """As `attrs.define`: a class with slots whose objects change."""
    return _decorator(cls, _Sort(eq, False, slots, frozen=False))


def _decorator(cls: C | None, sort: _Sort) -> C | Callable[[C], C]:
    def decorated(cls: C) -> C:
        made: C = _made(cls, sort)
        return made

    return decorated if cls is None else decorated(cls)


def evolve(node: T, **changes: Any) -> T:
    """As `attrs.evolve`: the same object with other values in some fields."""
    kind = node.__class__
    for name, argument in _ARGUMENTS.get(kind) or _arguments(kind):
        if argument not in changes:
            changes[argument] = getattr(node, name)
    return kind(**changes)


_ARGUMENTS: dict[Any, tuple[tuple[str, str], ...]] = {}  # of each class, kept
_NAMES: dict[Any, tuple[str, ...] | None] = {}


def _arguments(cls: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class that `__init__` takes, each with the name of its argument."""
    found = _ARGUMENTS.get(cls)
    if found is None:
        own: Sequence[Field] | None = getattr(cls, "__lazy_fields__", None)
        if own is not None:
            found = tuple((each.name, each.argument) for each in own if each.init)
        else:
            attributes: Sequence[attrs.Attribute[Any]] = cls.__attrs_attrs__
            found = tuple((each.name, str(each.alias)) for each in attributes if each.init)
        _ARGUMENTS[cls] = found
    return found


def field_names(cls: type[object]) -> tuple[str, ...] | None:
    """
    The fields of a class, of this sort or of attrs, in their order; None: it has none to speak of.

    >>> field_names(int)
    """
    if cls not in _NAMES:
        known = hasattr(cls, "__lazy_fields__") or hasattr(cls, "__attrs_attrs__")
        _NAMES[cls] = tuple(each.name for each in own_fields(cls)) if known else None
    return _NAMES[cls]


def own_fields(cls: type[object]) -> Sequence[Field | attrs.Attribute[Any]]:
    """The fields of a class, of this sort or of attrs; none where it has none to speak of."""
    own: Sequence[Field] | None = getattr(cls, "__lazy_fields__", None)
    if own is not None:
        return own
    attributes: Sequence[attrs.Attribute[Any]] = getattr(cls, "__attrs_attrs__", ())
    return attributes


def node_fields(cls: type[object]) -> tuple[str, ...] | None:
    """
    The fields of a class in which nodes may stand, by their annotations; None: it has no fields.

    >>> node_fields(Field)
    """
    own = getattr(cls, "__lazy_fields__", None)
    if own is None:
        return field_names(cls)
    written = {name: said for each in reversed(cls.__mro__) for name, said in _annotations(each)}
    return tuple(each.name for each in own if not _PLAIN.fullmatch(str(written[each.name])))


def _made(cls: Any, sort: _Sort) -> Any:
    """The class again, with slots."""
    named = dict(cls.__dict__)
    written = named.get("__annotations__", {})
    own = tuple([_field(name, named.pop(name, NOTHING), sort.kw_only) for name in written])
    inherited = tuple(
        [each for each in getattr(cls, "__lazy_fields__", ()) if each.name not in written]
    )
    fields = inherited + own
    named.pop("__dict__", None)
    named.pop("__weakref__", None)
    named.update(
        __slots__=(*written, *_more_slots(cls.__base__, written, sort)),
        __lazy_fields__=fields,
        __attrs_attrs__=_AttrsFields(),
        __match_args__=tuple([each.argument for each in fields if not each.kw_only and each.init]),
        __init__=_first_init,
        __init_subclass__=_SUBCLASSED,
        __getstate__=_state,
        __setstate__=_set_state,
    )
    if sort.frozen:
        named.update(__setattr__=_refuse, __delattr__=_refuse)
    named.setdefault("__repr__", _shown)
    if sort.eq:
        named.update(_comparing(tuple([each.name for each in fields if each.eq])))
        if not sort.frozen:
            named["__hash__"] = None
    return type(cls)(cls.__name__, cls.__bases__, named)


def _more_slots(base: Any, written: Mapping[str, str], sort: _Sort) -> Iterator[str]:
    """The slots of a class beside its fields."""
    if not hasattr(base, "__weakref__"):
        yield "__weakref__"
    if not sort.slots and not base.__dictoffset__:
        yield "__dict__"
    if sort.frozen and not hasattr(base, WALKED) and not _LEAVES.issuperset(written.values()):
        yield WALKED


def _field(name: str, said: Any, kw_only: bool) -> Field:
    if isinstance(said, Field):
        return said._replace(name=name, kw_only=kw_only or said.kw_only)
    return Field(name, said, kw_only=kw_only)


def _comparing(names: tuple[str, ...]) -> dict[str, Any]:
    """Equal when of one class and equal in every field."""
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def __hash__(self: Any) -> int:
        return hash((self.__class__, values(self)))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _first_init(self: Any, *values: Any, **named: Any) -> None:
    """Stands in the place of `__init__` until it is needed."""
    cls = type(self)
    cls.__init__ = _compiled_init(cls)
    cls.__init__(self, *values, **named)


def _subclassed(cls: Any) -> None:
    """A class that inherits `__init__` gets its own: that of its base makes objects of the base."""
    if "__init__" not in cls.__dict__:
        cls.__init__ = _first_init
    for base in cls.__mro__[1:]:
        others = vars(base).get("__init_subclass__", _SUBCLASSED)
        if others is not _SUBCLASSED:
            others.__get__(None, cls)()
            return


_SUBCLASSED = classmethod(_subclassed)


def _compiled_init(cls: Any) -> Any:
    """`__init__` of a class."""
    fields = sorted(cls.__lazy_fields__, key=lambda each: each.kw_only)
    given = [each for each in fields if each.init]
    is_frozen, walked = cls.__setattr__ is _refuse, hasattr(cls, WALKED)
    shape = Shape(
        tuple([(each.factory is not None, each.init) for each in fields]),
        is_frozen,
        walked,
        hasattr(cls, "__attrs_post_init__"),
    )
    names = tuple([each.name for each in fields])
    code = init_code(shape, tuple([each.argument for each in given]), names)
    by_name = [each for each in given if each.kw_only]
    init = FunctionType(
        code.replace(
            co_argcount=code.co_argcount - len(by_name),
            co_kwonlyargcount=len(by_name),
            co_qualname=f"{cls.__qualname__}.__init__",
        ),
        _known(cls, fields, is_frozen),
        "__init__",
    )
    plain = [each for each in given if not each.kw_only and _has_default(each)]
    init.__defaults__ = tuple(each.default for each in plain)
    init.__kwdefaults__ = {each.argument: each.default for each in by_name if _has_default(each)}
    return init


def _known(cls: Any, fields: Sequence[Field], is_frozen: bool) -> dict[str, Any]:
    """What the code of `__init__` names."""
    known: dict[str, Any] = {"_nothing": NOTHING}
    for place, each in enumerate(fields):
        if each.factory is not None:
            known[f"_make_{place}"] = each.factory
    if is_frozen:
        known["_open"] = type(cls)(cls.__name__, (cls,), _OPEN)
        known["_shut"] = cls
        known["_set_class"] = _CLASS.__set__
    return known


_OPEN = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
_CLASS: Any = vars(object)["__class__"]


def _has_default(each: Field) -> bool:
    return each.factory is not None or each.default is not NOTHING


def _refuse(self: Any, *_: Any) -> None:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


def _state(self: Any) -> dict[str, Any]:
    return {each.name: getattr(self, each.name) for each in self.__lazy_fields__}


def _set_state(self: Any, state: Mapping[str, Any]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)


def _shown(self: Any) -> str:
    told = (f"{e.name}={_told(e, getattr(self, e.name))}" for e in self.__lazy_fields__ if e.repr)
    return f"{type(self).__qualname__.rpartition('.')[2]}({', '.join(told)})"


def _told(each: Field, value: Any) -> str:
    return each.repr(value) if callable(each.repr) else repr(value)


_MAKING = RLock()


class _AttrsFields:
    """
    What attrs calls the fields of a class, made when it is first asked for.

    They are made once: attrs changes them when it resolves their types, and then asks no more.
    """

    def __get__(self, instance: object, owner: Any) -> Any:
        with _MAKING:
            made = vars(owner).get("__attrs_attrs__", self)
            return self._made(owner) if made is self else made

    def _made(self, owner: Any) -> Any:
        import attrs

        said = {each.name: _of_attrs(each) for each in owner.__lazy_fields__}
        stand_in = attrs.make_class(
            owner.__name__, said, init=False, repr=False, eq=False, order=False
        )
        hints = {
            name: said for each in reversed(owner.__mro__) for name, said in _annotations(each)
        }
        fields = attrs.fields(stand_in)
        for each in fields:
            object.__setattr__(each, "type", hints.get(each.name))
        owner.__attrs_attrs__ = fields
        return fields


def _annotations(cls: type[Any]) -> Iterable[tuple[str, Any]]:
    written: Mapping[str, Any] = vars(cls).get("__annotations__", {})
    return written.items()


def _of_attrs(each: Field) -> Any:
    import attrs

    default = attrs.NOTHING if each.default is NOTHING else each.default
    if each.factory is not None:
        default = attrs.Factory(each.factory)
    return attrs.field(
        default=default,
        repr=each.repr,
        kw_only=each.kw_only,
        metadata=dict(each.metadata),
        eq=each.eq,
        init=each.init,
    )
