"""The functions that fill objects are those that their shapes ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.nodes import init_shapes
from ruleslang.nodes.frozen import define, field, frozen
from ruleslang.nodes.init_code import written


def test_the_shapes_are_as_they_are_written_now() -> None:
    """Else: `python -m ruleslang.nodes.init_code`."""
    assert Path(init_shapes.__file__).read_text(encoding="utf-8") == written()


@frozen
class Pair:
    """Two fields, the last by its name alone."""

    first: object
    second: object = field(default=2, kw_only=True)


@frozen
class Longer(Pair):
    """One more, made when it is not given."""

    third: list[int] = field(factory=list)


@define
class Open:
    """One that may change."""

    first: object
    second: list[int] = field(factory=list)


def test_an_object_is_of_its_class_and_closed_when_it_is_made() -> None:
    pair = Pair(1, second=3)

    assert type(pair) is Pair and pair == Pair(1, second=3)
    with pytest.raises(AttributeError):
        pair.first = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del pair.first


def test_fields_are_given_as_the_class_says() -> None:
    assert (Pair(1).first, Pair(first=1).second) == (1, 2)
    longer, other = Longer(1, second=5), Longer(1)
    assert (longer.first, longer.second, longer.third) == (1, 5, [])
    assert longer.third is not other.third
    with pytest.raises(TypeError, match=r"Pair.__init__\(\) takes 2 positional arguments"):
        Pair(1, 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'first'"):
        Pair()  # type: ignore[call-arg]


def test_an_object_that_changes_stays_so() -> None:
    one = Open(1)
    one.first = 2

    assert one == Open(2) and type(one) is Open
