"""How a value that ranks its candidates comes about: what each measure leaves of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.match.match import Reader
from ruleslang.match.values import Env, Value, members
from ruleslang.program import expressions as e
from ruleslang.why.value_cases_and_addends import case_of, locals_of


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
    """How the case that holds ranks its candidates; none: it does not."""
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
            return x.said_as or x.name
        case e.CallBuiltIn():
            return x.function
        case e.ReadField() | e.ReadState():
            return x.name
    return "of what is compared"
