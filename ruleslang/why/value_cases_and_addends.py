"""What a named value was made of: which case held, what its sum adds up, what its locals are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ruleslang.match.entities import place_name
from ruleslang.match.faults import Fault
from ruleslang.match.match import Reader
from ruleslang.match.position_queries import evaluate_all
from ruleslang.match.value_text import shown
from ruleslang.match.values import Env, Value, members
from ruleslang.program import expressions as e
from ruleslang.program.locals import LocalDecl

CONSTANT, NAMELESS = "as written", "what else it adds"


@frozen
class Part:
    """Something that a value reads, in words: an addend with its sign, or what is in one."""

    sign: str
    text: str
    value: Value


def case_of(match: Reader, name: str, arguments: Sequence[Value]) -> tuple[int, int]:
    """Which of its cases a value of these arguments takes, from 1, and how many there are."""
    declared = match.population.values[name]
    env = locals_of(match, name, arguments)
    for place, case in enumerate(declared.cases, 1):
        if case.condition is None or match.evaluate(case.condition, env):
            return place, len(declared.cases)
    raise Fault("not-a-member", f"no case of `{name}` holds", declared.origin)


def parts_of(match: Reader, name: str, arguments: Sequence[Value]) -> tuple[Part, ...]:
    """The addends of the case that holds, one level deep; nothing, when one has no name alone."""
    declared, env = match.population.values[name], locals_of(match, name, arguments)
    names = declared.locals
    place, _ = case_of(match, name, arguments)
    parts = tuple(
        Part(sign, text_of(match, each, env, names), match.evaluate(each, env))
        for sign, each in _addends(declared.cases[place - 1].value, "+")
    )
    return () if len(parts) == 1 and parts[0].text in (CONSTANT, NAMELESS) else parts


def locals_of(match: Reader, name: str, arguments: Sequence[Value]) -> Env:
    """The arguments of a named value and what its `let` lines are, by their slots."""
    declared = match.population.values[name]
    env: Env = dict(enumerate(arguments))
    for let in declared.lets:
        env[let.slot] = match.evaluate(let.value, env)
    return env


def _addends(x: e.Expr, sign: str) -> Iterator[tuple[str, e.Expr]]:
    if isinstance(x, e.Arithmetic) and x.operator in ("+", "-"):
        yield from _addends(x.left, sign)
        turned = {"+": "-", "-": "+"}[sign]
        yield from _addends(x.right, sign if x.operator == "+" else turned)
    else:
        yield sign, x


def text_of(match: Reader, x: e.Expr, env: Env, names: tuple[LocalDecl, ...]) -> str:
    """An addend as the rulebook calls it, as far as it has a name."""
    match x:
        case e.CallValue():
            return place_name(x.name, evaluate_all(match, x.arguments, env))
        case e.ReadState() | e.ReadZone():
            if any(isinstance(each, e.AnyIndex) for each in x.index):
                return f"{x.name}(any)"
            return place_name(x.name, evaluate_all(match, x.index, env))
        case e.ReadField():
            subject = text_of(match, x.subject, env, names)
            nameless = subject in (CONSTANT, NAMELESS)
            return f"{x.name} of {shown(match.evaluate(x.subject, env)) if nameless else subject}"
        case e.Local():
            return names[x.slot].name
        case e.NumberOf():
            subject = text_of(match, x.subject, env, names)
            nameless = subject in (CONSTANT, NAMELESS)
            return f"number of {shown(match.evaluate(x.subject, env)) if nameless else subject}"
        case e.Fold():
            return f"{x.word} over {len(members(match.evaluate(x.subject, env)))} members"
        case e.Literal():
            return CONSTANT
        case e.Arithmetic():
            left, right = (
                str(side.value) if isinstance(side, e.Literal) else text_of(match, side, env, names)
                for side in (x.left, x.right)
            )
            return f"{left} {x.operator} {right}"
        case e.WhenOtherwise():
            chosen = x.value if match.evaluate(x.condition, env) else x.otherwise
            return text_of(match, chosen, env, names)
    return NAMELESS
