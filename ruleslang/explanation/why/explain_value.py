"""
How a value is computed: from its declaration and each modifier in its stage; and why a condition
is false: its first part that fails, followed through named values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.engine.match.entities import place_name
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Reader
from ruleslang.engine.match.position_queries import evaluate_all
from ruleslang.engine.match.runtime_values import Env, Value, members, shown
from ruleslang.explanation.why.sentence import Name, Sentence, sentence
from ruleslang.program import expressions as e
from ruleslang.program.locals import LocalDecl
from ruleslang.program.walk import children, find

ALONE = ("starts from", "becomes")  # stages of which the last line alone counts


@frozen
class Step:
    """
    A modifier in force: its stage and amount, the value after it, and its source.

    `source` is the definition of its card, or empty for the rulebook's own; `lasting` means that a
    statement began it. It is not `counted` if a later `starts from` or `becomes` overrides it.
    """

    stage: str
    amount: Value
    after: Value
    source: str
    lasting: bool
    counted: bool
    origin: int


@frozen
class Derivation:
    """A value: its number without modifiers, each step, and its result."""

    name: str
    base: Value
    steps: tuple[Step, ...]
    value: Value
    origin: int


def why_value(match: Reader, name: str, arguments: Sequence[Value] = ()) -> Derivation:
    """Return the chain of modifiers that make a named value of these arguments what it is."""
    inquiry, values = match.inquiry(), tuple(arguments)
    base = inquiry.unmodified(name, values)
    changes = inquiry.contributions(name, values)
    value, steps = base, []
    for place, change in enumerate(changes):
        is_outdone = change.stage in ALONE and any(
            later.stage == change.stage for later in changes[place + 1 :]
        )
        if not is_outdone:
            value = inquiry.modified(value, change.stage, change.amount)
        source = "" if change.card is None else match.position.title_of(change.card).name
        steps.append(
            Step(
                change.stage,
                change.amount,
                value,
                source,
                change.lasting,
                not is_outdone,
                change.origin,
            )
        )
    now = inquiry.value_of(name, values)
    return Derivation(name, base, tuple(steps), now, match.population.values[name].origin)


CONSTANT, NAMELESS = sentence("as written"), sentence("other terms")


@frozen
class Part:
    """Something that a value reads, in words: an addend, with a sign if it is a number."""

    sign: str
    text: str
    value: Value


def case_of(match: Reader, name: str, arguments: Sequence[Value]) -> tuple[int, int]:
    """Return which case a value takes for these arguments, from 1, and how many there are."""
    declared = match.population.values[name]
    env = locals_of(match, name, arguments)
    for place, case in enumerate(declared.cases, 1):
        if case.condition is None or match.evaluate(case.condition, env):
            return place, len(declared.cases)
    raise Fault("not-a-member", f"no case of `{name}` holds", declared.origin)


def parts_of(match: Reader, name: str, arguments: Sequence[Value]) -> tuple[Part, ...]:
    """Return the addends of the case that holds, one level deep; nothing if one has no name."""
    declared, env = match.population.values[name], locals_of(match, name, arguments)
    names = declared.locals
    place, _ = case_of(match, name, arguments)
    parts = tuple(
        Part(sign if type(value) is int else "", str(text_of(match, addend, env, names)), value)
        for sign, addend in _addends(declared.cases[place - 1].value, "+")
        for value in (match.evaluate(addend, env),)
    )
    (first, *more), nameless = parts, map(str, (CONSTANT, NAMELESS))
    is_clear = first.text in nameless or isinstance(first.value, bool)
    return () if is_clear and not more else parts


def locals_of(match: Reader, name: str, arguments: Sequence[Value]) -> Env:
    """Return the arguments of a named value and what its `let` lines are, by their slots."""
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


def text_of(match: Reader, x: e.Expr, env: Env, names: tuple[LocalDecl, ...]) -> Sentence | Name:
    """Return an addend as the rulebook calls it, as far as it has a name."""
    match x:
        case e.CallValue():
            return _called(match, x.name, evaluate_all(match, x.arguments, env))
        case e.ReadState() | e.ReadZone():
            if any(isinstance(part, e.AnyIndex) for part in x.index):
                return Name(f"{x.name}(any)")
            return Name(place_name(x.name, evaluate_all(match, x.index, env)))
        case e.ReadField():
            subject = _subject(match, x.subject, env, names)
            return sentence("{field} of {thing}", field=Name(x.name), thing=subject)
        case e.Local():
            return Name(names[x.slot].name)
        case e.NumberOf():
            return sentence("number of {thing}", thing=_subject(match, x.subject, env, names))
        case e.Fold():
            number = str(len(members(match.evaluate(x.subject, env))))
            return sentence("{word} over {number} members", word=x.word, number=number)
        case e.CallBuiltIn("larger" | "smaller"):
            values = ", ".join(map(shown, evaluate_all(match, x.arguments, env)))
            return Name(f"{x.function}({values})")
        case e.Literal():
            return CONSTANT
        case e.Arithmetic():
            left, right = (
                str(side.value) if isinstance(side, e.Literal) else text_of(match, side, env, names)
                for side in (x.left, x.right)
            )
            return sentence("{left} {sign} {right}", left=left, sign=x.operator, right=right)
        case e.WhenOtherwise():
            chosen = x.value if match.evaluate(x.condition, env) else x.otherwise
            return text_of(match, chosen, env, names)
    return NAMELESS


def _called(match: Reader, name: str, arguments: tuple[Value, ...]) -> Name:
    """Return a named value of these arguments, and what the looks call it."""
    text, program = place_name(name, arguments), match.population.program
    phrase = next((look.phrase for look in program.looks if look.name == name), None)
    if phrase is None:
        return Name(text)
    parameters = (parameter.name for parameter in match.population.values[name].parameters)
    values = zip(parameters, (Name(shown(value)) for value in arguments), strict=True)
    return Name(text, Sentence(phrase.text, tuple(values)))


def _subject(match: Reader, x: e.Expr, env: Env, names: tuple[LocalDecl, ...]) -> Sentence | Name:
    """Return the subject of a value that is read: its name, or its current value."""
    subject = NAMELESS if isinstance(x, e.Local) else text_of(match, x, env, names)
    return Name(shown(match.evaluate(x, env))) if subject in (CONSTANT, NAMELESS) else subject


@frozen
class Measure:
    """A measure of a ranking in words, the best value that anybody has, and who has it."""

    text: str
    best: Value
    leaves: Value


@frozen
class Ranking:
    """The candidates, and the measures in their order, up to one that nobody has."""

    candidates: Value
    measures: tuple[Measure, ...]


def ranking_of(match: Reader, name: str, arguments: Sequence[Value]) -> Ranking | None:
    """Return how the case that holds ranks its candidates; none: it does not."""
    place, _ = case_of(match, name, arguments)
    ranked = match.population.values[name].cases[place - 1].value
    if isinstance(ranked, e.ListAsSet):
        ranked = ranked.operand
    if not isinstance(ranked, e.With):
        return None
    env = locals_of(match, name, arguments)
    return Ranking(match.evaluate(ranked.subject, env), tuple(_measures(match, ranked, env)))


def _measures(match: Reader, ranked: e.With, env: Env) -> Iterator[Measure]:
    for number, key in enumerate(ranked.keys, 1):
        leaves = match.evaluate(evolve(ranked, keys=ranked.keys[:number]), dict(env))
        if not members(leaves):
            return
        best = match.evaluate(key.value, {**env, ranked.variable: members(leaves)[0]})
        yield Measure(f"{key.word} {_name(key.value)}", best, leaves)


def _name(x: e.Expr) -> str:
    match x:
        case e.CallValue():
            return x.written_as or x.name
        case e.CallBuiltIn():
            return x.function
        case e.ReadField() | e.ReadState():
            return x.name
    return "of what is compared"


_READS = (e.CallValue, e.ReadState, e.ReadZone, e.ReadField, e.NumberOf)


@frozen
class ReadValue:
    """A value that was read, by its name in the rulebook."""

    text: str
    value: Value


def values_read(
    match: Reader, condition: e.Expr, names: tuple[LocalDecl, ...]
) -> tuple[ReadValue, ...]:
    """
    Return the named values, states, zones and fields that a condition reads, each once.

    Left out is what hangs on the members that it goes through, and what has no value now.
    """
    read_values: dict[str, ReadValue] = {}
    for x in _outermost(condition):
        try:
            text = str(text_of(match, x, {}, names))
            read_values.setdefault(text, ReadValue(text, match.evaluate(x)))
        except Fault:
            continue
    return tuple(read_values.values())


def _outermost(node: object) -> Iterator[e.Expr]:
    """Yield the reads that are not inside another read, without locals."""
    if isinstance(node, _READS) and next(find(node, e.Local), None) is None:
        yield node
    else:
        for child in children(node):
            yield from _outermost(child)


NAMED = (e.CallValue, e.ReadState, e.ReadField, e.NumberOf)

DEEPEST = 4  # named values inside of each other that are gone into


def failing_part(match: Reader, condition: e.Expr | None, env: Env) -> e.Expr | None:
    """Return the first of the conditions joined by `and` that does not hold."""
    while isinstance(condition, e.And):
        condition = condition.right if match.evaluate(condition.left, env) else condition.left
    return condition


def why_no(match: Reader, name: str, arguments: Sequence[Value]) -> Sentence | None:
    """Return the parts that make a named value false; None: it is true, or has no such parts."""
    return _what_makes_no(match, name, arguments, DEEPEST)


def what_fails(
    match: Reader,
    condition: e.Expr | None,
    env: Env,
    names: tuple[LocalDecl, ...],
    depth: int = DEEPEST,
) -> Sentence | None:
    """
    Return the first false part of a condition, named by what it reads; None if that has no name.

    For a named value that is no, the part that makes it so follows.
    """
    condition = failing_part(match, condition, env)
    match condition:
        case e.CallValue():
            clause = _value_sentence(match, condition, env, names)
            arguments = evaluate_all(match, condition.arguments, env)
            is_yes = match.evaluate(condition, env)
            since = None if is_yes else _what_makes_no(match, condition.name, arguments, depth)
            return clause if since is None else sentence("{it}, since {why}", it=clause, why=since)
        case (e.ReadState() as read) | e.Not(operand=e.CallValue() | e.ReadState() as read):
            return _value_sentence(match, read, env, names)
        case e.Not(operand=e.IsEmpty(operand=e.CallValue() | e.ReadZone() as read)):
            return sentence("`{zone}` is empty", zone=text_of(match, read, env, names))
        case e.Compare(left=e.CallBuiltIn() as left, operator=operator, right=right):
            what = Name(place_name(left.function, evaluate_all(match, left.arguments, env)))
            now, wanted = (Name(shown(match.evaluate(side, env))) for side in (left, right))
            clause = sentence("{sign} {value}", sign=operator, value=wanted)
            return sentence(
                "`{what}` is {value}, not {wanted}", what=what, value=now, wanted=clause
            )
        case e.Compare(left=left) | e.Equal(left=left):
            return _value_sentence(match, left, env, names) if isinstance(left, NAMED) else None
        case e.IsKind(kind=kind):
            return sentence("it is not of kind {kind}", kind=Name(kind.replace("_", " ")))
    return None


def _value_sentence(match: Reader, x: e.Expr, env: Env, names: tuple[LocalDecl, ...]) -> Sentence:
    value = Name(shown(match.evaluate(x, env)))
    return sentence("`{what}` is {value}", what=text_of(match, x, env, names), value=value)


def _what_makes_no(
    match: Reader, name: str, arguments: Sequence[Value], depth: int
) -> Sentence | None:
    """Return the parts that make a named value false; None: it has none, or is nested too deep."""
    declared = match.population.values[name]
    inner = locals_of(match, name, arguments)
    place, _ = case_of(match, name, arguments)
    value = declared.cases[place - 1].value
    lets = {let.slot: let.value for let in declared.lets}
    while isinstance(value, e.Local):
        if value.slot not in lets:
            return None
        value = lets[value.slot]
    if depth == 0 or match.evaluate(value, inner) is not False:
        return None
    return what_fails(match, value, inner, declared.locals, depth - 1)
