"""
Statements run on a distribution: from names with their chances to names with their chances.

What a block makes is dropped at its end, and what is then alike is one; so the places of a loop are
few, and `chain` sums it to its end. A list of faces that nobody reads by its order is kept sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, islice, permutations
from typing import Any, Protocol, TypeAlias

from attrs import define, field, frozen

from ruleslang.meaning.chain import Endless, TooMany, visits
from ruleslang.meaning.choices import candidates, is_single, pool, sizes
from ruleslang.meaning.evaluate import evaluate, evaluate_all, holds, number
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.meaning.patterns import fits
from ruleslang.meaning.sets import groups
from ruleslang.meaning.symmetry import order_matters
from ruleslang.meaning.values import Env, Row, Value, in_standard_order, members, sort_key
from ruleslang.meaning.writing import assign, let, swap_places
from ruleslang.program import statements as s

Names: TypeAlias = tuple[tuple[str, Value], ...]
Weights: TypeAlias = dict[Any, Fraction]  # by Names
Answers: TypeAlias = dict[Value, Fraction]

ONE = Fraction(1)


class NotCounted(Exception):
    """The odds cannot be counted; the message says why, `origin` where."""

    def __init__(self, message: str, origin: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin


class Counting(Protocol):
    """Who knows the answers of procedures."""

    m: Machine

    def answers(self, procedure: str, arguments: tuple[Value, ...], origin: int = -1) -> Answers:
        """The answers of a procedure with these arguments."""


class Standing(Protocol):
    """What a hook stands in for."""

    def as_usual(self, arguments: tuple[Value, ...] | None) -> Answers:
        """Its answers, with the arguments it was called with or others."""


@frozen(eq=False)
class Outcome:
    """Where things go on, and with what answers the procedure is over (None: by `stop`)."""

    on: Weights
    answers: Answers = field(factory=dict)


@define(eq=False)
class Run:
    """One body: who counts, what it stands in for, the types of its names."""

    counting: Counting
    standing: Standing | None
    body: s.Block
    types: dict[str, Any] = field(factory=dict)

    @property
    def m(self) -> Machine:
        """The machine, whose state stays as it is."""
        return self.counting.m


def count_body(
    counting: Counting, body: s.Block, env: Env, standing: Standing | None
) -> Answers:
    """The answers of a body that begins with these names."""
    outcome = _block(Run(counting, standing, body), body, {names_of(env): ONE})
    answers = dict(outcome.answers)
    for weight in outcome.on.values():
        add_to(answers, None, weight)
    return answers


def names_of(env: Env) -> Names:
    """Names as a key."""
    return tuple(sorted(env.items()))


def add_to(weights: dict[Any, Fraction], key: Any, weight: Fraction) -> None:
    """One more way to what may be there already."""
    weights[key] = weights.get(key, Fraction(0)) + weight


# ---------------------------------------------------------------- blocks


def _block(run: Run, block: s.Block, weights: Weights) -> Outcome:
    """The statements of a block, in their order; what it made is dropped at its end."""
    answers: Answers = {}
    known = {name for names in weights for name, _ in names}
    for statement in block:
        if not weights:
            break
        outcome = _COUNTED.get(type(statement), _refuse)(run, statement, weights)
        _merge(answers, outcome.answers, ONE)
        weights = outcome.on
    return Outcome(_only(weights, known), answers)


def _only(weights: Weights, known: set[str]) -> Weights:
    """With these names alone; what is then alike is one."""
    kept: Weights = {}
    for names, weight in weights.items():
        add_to(kept, tuple(each for each in names if each[0] in known), weight)
    return kept


def _merge(into: dict[Any, Fraction], more: dict[Any, Fraction], weight: Fraction) -> None:
    for key, chance in more.items():
        add_to(into, key, weight * chance)


def _each(weights: Weights, one: Callable[[Env], Outcome]) -> Outcome:
    """What a statement makes of each of these names, together."""
    on: Weights = {}
    answers: Answers = {}
    for names, weight in weights.items():
        outcome = one(dict(names))
        _merge(on, outcome.on, weight)
        _merge(answers, outcome.answers, weight)
    return Outcome(on, answers)


def _with(env: Env, name: str | None, values: dict[Value, Fraction]) -> Outcome:
    """The names with each of these values."""
    if name is None:
        return Outcome({names_of(env): ONE})
    return Outcome({names_of({**env, name: value}): chance for value, chance in values.items()})


def _refuse(run: Run, x: Any, weights: Weights) -> Outcome:
    what = type(x).__name__
    raise NotCounted(f"the odds of what changes the match are not counted ({what})", x.origin)


# ---------------------------------------------------------------- simple statements


_SIMPLE: dict[type[Any], Callable[..., Any]] = {
    s.Let: let,
    s.Assign: assign,
    s.SwapPlaces: swap_places,
}


def _simple(run: Run, x: Any, weights: Weights) -> Outcome:
    """`let`, `set` of names, `swap` of names."""
    places = [getattr(x, name) for name in ("place", "left", "right") if hasattr(x, name)]
    if not all(isinstance(place, s.LocalPlace) for place in places):
        return _refuse(run, x, weights)
    work = _SIMPLE[type(x)]

    def one(env: Env) -> Outcome:
        frame = Frame(dict(env), types=run.types)
        work(run.m, x, frame)
        made = {**env, x.name: None} if isinstance(x, s.Let) else env
        return Outcome({names_of({name: frame.env[name] for name in made}): ONE})

    return _each(weights, one)


def _answer(run: Run, x: s.Answer, weights: Weights) -> Outcome:
    return _each(weights, lambda env: Outcome({}, {evaluate(run.m, x.value, env): ONE}))


def _stop(run: Run, x: s.Stop, weights: Weights) -> Outcome:
    return Outcome({}, {None: sum(weights.values(), Fraction(0))})


# ---------------------------------------------------------------- chance


def _roll(run: Run, x: s.RollDie, weights: Weights) -> Outcome:
    faces = _alike(run.m.tables.faces[x.die])
    sorts = x.into is not None and not order_matters(run.body, x.into)

    def one(env: Env) -> Outcome:
        if x.number is None:
            return _with(env, x.into, faces)
        times = number(run.m, x.number, dict(env), x.origin)
        return _with(env, x.into, _thrown(faces, times, sorts))

    return _each(weights, one)


def _alike(values: Iterable[Value]) -> dict[Value, Fraction]:
    """Each as likely as the others; the same ones together."""
    every = tuple(values)
    found: dict[Value, Fraction] = {}
    for value in every:
        add_to(found, value, Fraction(1, len(every)))
    return found


def _thrown(faces: dict[Value, Fraction], times: int, sorts: bool) -> dict[Value, Fraction]:
    """Lists of so many faces."""
    thrown: dict[Value, Fraction] = {Row(): ONE}
    for _ in range(times):
        more: dict[Value, Fraction] = {}
        for begun, weight in thrown.items():
            for face, chance in faces.items():
                row = (*begun, face)
                add_to(more, Row(sorted(row, key=sort_key) if sorts else row), weight * chance)
        thrown = more
    return thrown


def _pick(run: Run, x: s.Pick, weights: Weights) -> Outcome:
    return _each(weights, lambda env: _picked(run.m, x, env))


def _picked(m: Machine, x: s.Pick, env: Env) -> Outcome:
    inner = dict(env)
    whole = pool(m, x.choice, inner)
    if is_single(x.choice):
        if not whole:
            return Outcome({}, {None: ONE})
        best = groups(m, x.choice.name, whole, x.keys, inner)[0]
        return _with(env, x.choice.name, _alike(_settled(x, best)))
    low, high = sizes(m, x.choice, len(whole), inner)
    if low > len(whole):
        return Outcome({}, {None: ONE})
    found: dict[Value, Fraction] = {(): ONE}
    for group in groups(m, "it", whole, x.keys, inner):
        found = _product(found, lambda begun, group=group: _some(x, group, high - len(begun)))  # type: ignore[misc]
    if x.choice.in_order:
        return _with(env, x.choice.name, {Row(each): chance for each, chance in found.items()})
    sets: dict[Value, Fraction] = {}
    for each, chance in found.items():
        add_to(sets, in_standard_order(each), chance)
    return _with(env, x.choice.name, sets)


def _some(x: s.Pick, group: tuple[Value, ...], room: int) -> dict[Value, Fraction]:
    """So many of a group, as far as there is room."""
    size = min(room, len(group))
    if x.choice.in_order:
        return _alike(permutations(group, size))
    if size == len(group) or x.last != "chance":
        return {tuple(_settled(x, group))[:size] if size < len(group) else group: ONE}
    return _alike(combinations(group, size))


def _settled(x: s.Pick | s.Rank, equal: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(equal) > 1 and x.last == "choice":
        raise NotCounted("a player settles what is equal", x.origin)
    return equal if x.last == "chance" else equal[:1]


def _product(
    begun: dict[Value, Fraction], more: Callable[[Value], dict[Value, Fraction]]
) -> dict[Value, Fraction]:
    found: dict[Value, Fraction] = {}
    for first, weight in begun.items():
        for second, chance in more(first).items():
            add_to(found, (*first, *second), weight * chance)
    return found


def _rank(run: Run, x: s.Rank, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        inner = dict(env)
        whole = in_standard_order(members(evaluate(run.m, x.subject, inner)))
        found: dict[Value, Fraction] = {(): ONE}
        for group in groups(run.m, x.variable, whole, x.keys, inner):
            orders = {group: ONE} if x.last != "chance" else _alike(permutations(group))
            if x.last == "choice":
                _settled(x, group)
            found = _product(found, lambda _, orders=orders: orders)  # type: ignore[misc]
        return _with(env, x.into, {Row(each): chance for each, chance in found.items()})

    return _each(weights, one)


# ---------------------------------------------------------------- players


def _choose(run: Run, x: s.Choose, weights: Weights) -> Outcome:
    """Only what is forced can be counted."""

    def one(env: Env) -> Outcome:
        first = list(islice(candidates(run.m, x.choice, dict(env)), 2))
        if not first:
            return Outcome({}, {None: ONE})
        if len(first) > 1:
            raise NotCounted(f"a player chooses {x.choice.name}", x.origin)
        return _with(env, x.choice.name, {first[0]: ONE})

    return _each(weights, one)


# ---------------------------------------------------------------- calls


def _call(run: Run, x: s.Call, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        arguments = evaluate_all(run.m, x.arguments, dict(env))
        return _with(env, x.into, run.counting.answers(x.procedure, arguments, x.origin))

    return _each(weights, one)


def _usual(run: Run, x: s.AsUsual, weights: Weights) -> Outcome:
    standing = run.standing
    if standing is None:
        raise NotCounted("`as usual` stands in nothing's place", x.origin)

    def one(env: Env) -> Outcome:
        given = None if x.arguments is None else evaluate_all(run.m, x.arguments, dict(env))
        return _with(env, x.into, standing.as_usual(given))

    return _each(weights, one)


# ---------------------------------------------------------------- compound statements


def _under(run: Run, block: s.Block, env: Env, known: Iterable[str]) -> Outcome:
    """A block that begins with these names; afterwards only the known ones are there."""
    outcome = _block(run, block, {names_of(env): ONE})
    return Outcome(_only(outcome.on, set(known)), outcome.answers)


def _if(run: Run, x: s.If, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        inner = dict(env)
        block = x.then if evaluate(run.m, x.condition, inner) else x.otherwise
        return _under(run, block, inner, env)

    return _each(weights, one)


def _depending(run: Run, x: s.Depending, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        inner = dict(env)
        value = evaluate(run.m, x.subject, inner)
        for case in x.cases:
            if any(fits(run.m, entry, value, inner) for entry in case.entries):
                return _under(run, case.block, inner, env)
        return _under(run, x.otherwise or (), inner, env)

    return _each(weights, one)


def _for_each(run: Run, x: s.ForEach, weights: Weights) -> Outcome:
    def one(env: Env) -> Outcome:
        on: Weights = {names_of(env): ONE}
        answers: Answers = {}
        for each in members(evaluate(run.m, x.subject, dict(env))):
            begun = _each(on, lambda names, each=each: _under(  # type: ignore[misc]
                run, x.block, {**names, x.variable: each}, names))
            on = begun.on
            _merge(answers, begun.answers, ONE)
        return Outcome(on, answers)

    return _each(weights, one)


def _repeat(run: Run, x: s.Repeat, weights: Weights) -> Outcome:
    if x.times is not None:
        return _each(weights, lambda env: _times(run, x, env, number(run.m, x.times, dict(env))))
    left: Weights = {}
    answers: Answers = {}

    def step(names: Names) -> Weights:
        env = dict(names)
        if not _goes_on(run.m, x, env):
            return {}
        return _under(run, x.block, env, dict(names)).on

    try:
        visited = visits(weights, step)
    except Endless:
        return _each(weights, lambda env: _times(run, x, env, _most(run.m, x, env)))
    except TooMany as error:
        raise NotCounted("a loop has too many ways to go on", x.origin) from error
    for names, often in visited.items():
        env = dict(names)
        if not _goes_on(run.m, x, env):
            add_to(left, names, often)
        else:
            _merge(answers, _under(run, x.block, env, dict(names)).answers, often)
    return Outcome(left, answers)


def _goes_on(m: Machine, x: s.Repeat, env: Env) -> bool:
    return holds(m, x.while_, env) and not (x.until is not None and evaluate(m, x.until, env))


def _most(m: Machine, x: s.Repeat, env: Env) -> int:
    if x.at_most is None:
        raise NotCounted("a loop may never end", x.origin)
    return number(m, x.at_most, dict(env), x.origin)


def _times(run: Run, x: s.Repeat, env: Env, times: int) -> Outcome:
    """So many runs of the block, fewer when its condition says so."""
    on: Weights = {names_of(env): ONE}
    left: Weights = {}
    answers: Answers = {}
    for _ in range(times):
        ready: Weights = {}
        for names, weight in on.items():
            add_to(ready if _goes_on(run.m, x, dict(names)) else left, names, weight)
        begun = _each(ready, lambda names: _under(run, x.block, dict(names), names))
        on = begun.on
        _merge(answers, begun.answers, ONE)
    _merge(left, on, ONE)
    return Outcome(left, answers)


_Count: TypeAlias = Callable[[Run, Any, Weights], Outcome]

_COUNTED: dict[type[Any], _Count] = {
    s.Let: _simple,
    s.Assign: _simple,
    s.SwapPlaces: _simple,
    s.Answer: _answer,
    s.Stop: _stop,
    s.RollDie: _roll,
    s.Pick: _pick,
    s.Rank: _rank,
    s.Choose: _choose,
    s.Call: _call,
    s.AsUsual: _usual,
    s.If: _if,
    s.Depending: _depending,
    s.ForEach: _for_each,
    s.Repeat: _repeat,
}


def counted_statements() -> Iterator[type[Any]]:
    """The classes of statements that can be counted."""
    return iter(_COUNTED)
