"""A class of nodes is what attrs would have made of it."""

from __future__ import annotations

import copy
import pickle
from functools import cached_property
from typing import Any, Generic, TypeVar

import attrs
import pytest
from attrs.exceptions import FrozenInstanceError

from ruleslang.nodes import lazily_compiled_classes

Kind = TypeVar("Kind")


@lazily_compiled_classes.frozen(eq=False, kw_only=True)
class Placed:
    place: int = lazily_compiled_classes.field(repr=False)


@lazily_compiled_classes.frozen(eq=False)
class Named(Placed):
    name: str
    items: tuple[int, ...] = ()


@lazily_compiled_classes.frozen
class Pair:
    one: Any
    other: Any = lazily_compiled_classes.field(default=2, metadata={"display": True})


@lazily_compiled_classes.frozen
class Nothing:
    pass


@lazily_compiled_classes.frozen(slots=False)
class Shown:
    _hidden: int
    other: str = lazily_compiled_classes.field(default="b", repr=str.upper, kw_only=True)

    @cached_property
    def twice(self) -> int:
        return self._hidden * 2


@lazily_compiled_classes.define
class Counted:
    items: list[int] = lazily_compiled_classes.field(factory=list)
    number: int = 0

    def __attrs_post_init__(self) -> None:
        self.number += len(self.items)


@attrs.frozen
class OfAttrs:
    one: Any
    other: Any = attrs.field(default=2, metadata={"display": True})


def test_equal_values_are_equal_and_of_another_class_never() -> None:
    assert Pair(1) == Pair(1, 2) == Pair(other=2, one=1)
    assert hash(Pair(1)) == hash(Pair(1, 2))
    assert Pair(1) != Pair(2)
    assert Pair(1) != OfAttrs(1)
    assert Nothing() == Nothing()
    assert len({Nothing(), Nothing(), Pair(1), Pair(1)}) == 2
    assert Named("a", place=1) != Named("a", place=1)


def test_nothing_changes() -> None:
    pair = Pair(1)
    for change in (lambda: setattr(pair, "one", 2), lambda: delattr(pair, "one")):
        with pytest.raises(FrozenInstanceError):
            change()
    assert not hasattr(pair, "__dict__")


def test_arguments_are_those_of_attrs() -> None:
    named = Named("a", (1,), place=3)

    assert (named.place, named.name, named.items) == (3, "a", (1,))
    assert Named.__match_args__ == ("name", "items")
    assert repr(named) == "Named(name='a', items=(1,))"
    for wrong in (
        lambda: Named("a"),
        lambda: Named("a", (), 3),
        lambda: Pair(),
        lambda: Pair(1, z=1),
    ):
        with pytest.raises(TypeError):
            wrong()
    match Pair(3, 4):
        case Pair(one, other):
            assert (one, other) == (3, 4)


def test_what_is_private_is_given_without_its_underscore() -> None:
    shown = Shown(3)

    assert (shown.twice, shown._hidden) == (6, 3)
    assert shown == Shown(hidden=3)
    assert repr(shown) == "Shown(_hidden=3, other=B)"
    assert lazily_compiled_classes.evolve(shown, other="c").other == "c"
    with pytest.raises(FrozenInstanceError):
        shown.other = "d"  # type: ignore[misc]


def test_a_copy_with_changes_works_out_anew_what_is_no_field() -> None:
    shown = Shown(3)
    assert shown.twice == 6

    assert lazily_compiled_classes.evolve(shown, hidden=4).twice == 8


def test_what_is_defined_changes() -> None:
    counted = Counted([1, 2])
    assert counted.number == 2
    counted.number += 1

    assert (counted.number, Counted()) == (3, Counted([]))
    assert counted != Counted([1, 2])
    assert not hasattr(counted, "__dict__")
    with pytest.raises(TypeError):
        hash(counted)


def test_attrs_knows_the_fields() -> None:
    assert attrs.has(Pair)
    mine, theirs = attrs.fields(Pair), attrs.fields(OfAttrs)
    for ours, each in zip(mine, theirs, strict=True):
        assert (ours.name, ours.default, dict(ours.metadata)) == (
            each.name, each.default, dict(each.metadata)
        )  # fmt: skip
    assert [each.name for each in attrs.fields(Named)] == ["place", "name", "items"]
    assert attrs.evolve(Named("a", place=1), name="b").name == "b"
    assert attrs.asdict(Pair(1)) == {"one": 1, "other": 2}
    assert lazily_compiled_classes.field_names(Named) == ("place", "name", "items")
    assert lazily_compiled_classes.field_names(OfAttrs) == ("one", "other")
    assert lazily_compiled_classes.field_names(int) is None


def test_copies_are_equal() -> None:
    for each in (copy.copy(Pair(1)), copy.deepcopy(Pair(1)), pickle.loads(pickle.dumps(Pair(1)))):
        assert each == Pair(1)
    assert pickle.loads(pickle.dumps(Named("a", place=2))).place == 2


def test_objects_of_a_plain_subclass_are_of_it() -> None:
    class Twin(Pair):
        def both(self) -> tuple[Any, Any]:
            return self.one, self.other

    class Parted(Generic[Kind]):
        pass

    @lazily_compiled_classes.frozen
    class Typed(Parted[int]):
        one: int

    class Plain(Typed):
        pass

    assert Pair(1) == Pair(1)
    assert Twin(1).both() == (1, 2)
    assert type(Twin(1, other=3)) is Twin
    assert type(Typed(1)) is Typed and type(Plain(one=1)) is Plain
    with pytest.raises(FrozenInstanceError):
        setattr(Twin(1), "one", 2)  # noqa: B010
