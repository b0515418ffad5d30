"""What a named value was made of: which case held, and what its sum adds up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.match.entities import place_name
from ruleslang.match.faults import Fault
from ruleslang.match.match import Reader
from ruleslang.match.position_queries import evaluate_all
from ruleslang.match.value_text import shown
from ruleslang.match.values import Env, Value, members
from ruleslang.nodes.frozen import frozen
from ruleslang.program import expressions as e
from ruleslang.program.locals import LocalDecl

_NAMED = (e.CallValue, e.ReadState, e.ReadField, e.NumberOf)

DEEPEST = 4  # named values inside of each other that are gone into
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
        Part(sign, _text(match, each, env, names), match.evaluate(each, env))
        for sign, each in _addends(declared.cases[place - 1].value, "+")
    )
    return () if len(parts) == 1 and parts[0].text in (CONSTANT, NAMELESS) else parts


def failing_part(match: Reader, condition: e.Expr | None, env: Env) -> e.Expr | None:
    """The first of the conditions joined by `and` that does not hold."""
    while isinstance(condition, e.And):
        condition = condition.right if match.evaluate(condition.left, env) else condition.left
    return condition


def why_no(match: Reader, name: str, arguments: Sequence[Value]) -> str:
    """What of a named value that is no does not hold; empty: it is not no, or that has no name."""
    return _what_makes_no(match, name, arguments, DEEPEST)


def what_fails(
    match: Reader,
    condition: e.Expr | None,
    env: Env,
    names: tuple[LocalDecl, ...],
    depth: int = DEEPEST,
) -> str:
    """
    The first part of a condition that does not hold, by what it reads; empty: it has no name.

    Of a named value that is no, the part of it that makes it so follows.
    """
    condition = failing_part(match, condition, env)
    match condition:
        case e.CallValue():
            value = match.evaluate(condition, env)
            given = evaluate_all(match, condition.arguments, env)
            inner = _what_makes_no(match, condition.name, given, depth) if value is False else ""
            said = f"`{_text(match, condition, env, names)}` is {shown(value)}"
            return f"{said}, since {inner}" if inner else said
        case e.Not(operand=e.CallValue() | e.ReadState() as read):
            return f"`{_text(match, read, env, names)}` is {shown(match.evaluate(read, env))}"
        case e.Not(operand=e.IsEmpty(operand=e.CallValue() | e.ReadZone() as read)):
            return f"`{_text(match, read, env, names)}` is empty"
        case e.Compare(left=e.CallBuiltIn() as left, operator=operator, right=right):
            measured = place_name(left.function, evaluate_all(match, left.arguments, env))
            met, wanted = (shown(match.evaluate(side, env)) for side in (left, right))
            return f"`{measured}` is {met}, not {operator} {wanted}"
        case e.Compare(left=left) | e.Equal(left=left):
            value = shown(match.evaluate(left, env))
            return (
                f"`{_text(match, left, env, names)}` is {value}" if isinstance(left, _NAMED) else ""
            )
        case e.IsKind(kind=kind):
            return f"it is no {kind.replace('_', ' ')}"
    return ""


def _what_makes_no(match: Reader, name: str, arguments: Sequence[Value], depth: int) -> str:
    """What of a named value that is no does not hold; empty: that has no name, or goes too deep."""
    declared = match.population.values[name]
    inner = locals_of(match, name, arguments)
    place, _ = case_of(match, name, arguments)
    value = declared.cases[place - 1].value
    while isinstance(value, e.Local):
        let = next((each.value for each in declared.lets if each.slot == value.slot), None)
        if let is None:
            return ""
        value = let
    if depth == 0 or match.evaluate(value, inner) is not False:
        return ""
    return what_fails(match, value, inner, declared.locals, depth - 1)


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


def _text(match: Reader, x: e.Expr, env: Env, names: tuple[LocalDecl, ...]) -> str:
    """An addend as the rulebook calls it, as far as it has a name."""
    match x:
        case e.CallValue():
            return place_name(x.name, evaluate_all(match, x.arguments, env))
        case e.ReadState() | e.ReadZone():
            if any(isinstance(each, e.AnyIndex) for each in x.index):
                return f"{x.name}(any)"
            return place_name(x.name, evaluate_all(match, x.index, env))
        case e.ReadField():
            subject = _text(match, x.subject, env, names)
            nameless = subject in (CONSTANT, NAMELESS)
            return f"{x.name} of {shown(match.evaluate(x.subject, env)) if nameless else subject}"
        case e.Local():
            return names[x.slot].name
        case e.NumberOf():
            subject = _text(match, x.subject, env, names)
            nameless = subject in (CONSTANT, NAMELESS)
            return f"number of {shown(match.evaluate(x.subject, env)) if nameless else subject}"
        case e.Fold():
            return f"{x.word} over {len(members(match.evaluate(x.subject, env)))} members"
        case e.Literal():
            return CONSTANT
        case e.Arithmetic():
            left, right = (
                str(side.value) if isinstance(side, e.Literal) else _text(match, side, env, names)
                for side in (x.left, x.right)
            )
            return f"{left} {x.operator} {right}"
        case e.WhenOtherwise():
            chosen = x.value if match.evaluate(x.condition, env) else x.otherwise
            return _text(match, chosen, env, names)
    return NAMELESS
