"""
The code of `__init__` for all classes of one shape.

An object of a frozen class is of the class's open twin as long as its fields are filled, so that
they are written as any others; to go round what refuses takes twice as long. The shapes of nearly
all classes stand in `init_shapes.py`, which this module writes:

    python -m ruleslang.nodes.init_code
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from ruleslang.nodes import init_shapes

MOST_WRITTEN = 10  # fields of the shapes in the module
HEAD = '''"""
`__init__` of frozen classes of up to ten fields, which `init_code.py` writes and explains.

The code takes the names of a class's own parameters and fields. It stands here so that it is
compiled once and for all, and not at every start.
"""

from __future__ import annotations

from typing import Any

_set_class: Any = None  # these are others in each class
_open: Any = None
_shut: Any = None
'''


class Shape(NamedTuple):
    """
    What makes the code another.

    For each field, `fields` has whether it has a factory, and whether it is given at all. `frozen`
    objects are open while they are filled; `walked` have a place for what stands in them; `more` is
    to be done afterwards.
    """

    fields: tuple[tuple[bool, bool], ...]
    frozen: bool
    walked: bool
    more: bool


def init_code(shape: Shape, arguments: tuple[str, ...], names: tuple[str, ...]) -> CodeType:
    """The code for a class whose `__init__` takes these arguments, and which has these fields."""
    code = _code(shape)
    named = {f"field_{place}": name for place, name in enumerate(names)}
    return code.replace(
        co_varnames=("self", *arguments),
        co_names=tuple([named.get(each, each) for each in code.co_names]),
    )


@cache
def _code(shape: Shape) -> CodeType:
    """The code of a shape, whose parameters and fields have numbers for names."""
    written = getattr(init_shapes, _name(shape), None) if _is_plain(shape) else None
    if written is not None:
        code: CodeType = written.__code__
        return code
    made: dict[str, Any] = {}
    text = "from __future__ import annotations\n" + _text(shape, "init")
    exec(compile(text, "<__init__>", "exec"), made)
    made_of_text: CodeType = made["init"].__code__
    return made_of_text


def _is_plain(shape: Shape) -> bool:
    return shape.frozen and not shape.more and set(shape.fields) <= {(False, True)}


def _name(shape: Shape) -> str:
    return f"{'walked' if shape.walked else 'filled'}_{len(shape.fields)}"


def _text(shape: Shape, name: str) -> str:
    """The text of a function that fills an object."""
    given = [f"argument_{place}: Any" for place, (_, given) in enumerate(shape.fields) if given]
    head = f"def {name}({', '.join(['self: Any', *given])}) -> None:\n"
    if len(head) > 100:
        parameters = "".join(f"    {each},\n" for each in ["self: Any", *given])
        head = f"def {name}(\n{parameters}) -> None:\n"
    return head + ("".join(f"    {line}\n" for line in _lines(shape)) or "    pass\n")


def _lines(shape: Shape) -> Iterator[str]:
    is_open = shape.frozen and (shape.fields or shape.walked)
    if is_open:
        yield "_set_class(self, _open)"
    for place, (made, given) in enumerate(shape.fields):
        if not given:
            if made:
                yield f"self.field_{place} = _make_{place}()"
            continue
        if made:
            yield f"if argument_{place} is _nothing: argument_{place} = _make_{place}()"
        yield f"self.field_{place} = argument_{place}"
    if shape.walked:
        yield "self._all_inside = None"  # what is there is asked for at less cost
    if is_open:
        yield "self.__class__ = _shut"
    if shape.more:
        yield "self.__attrs_post_init__()"


def written() -> str:
    """The text of `init_shapes.py`."""
    shapes = (
        Shape(((False, True),) * number, True, walked, False)
        for walked in (False, True)
        for number in range(MOST_WRITTEN + 1)
    )
    return HEAD + "".join(f"\n\n{_text(each, _name(each))}" for each in shapes)


if __name__ == "__main__":
    Path(init_shapes.__file__).write_text(written())
