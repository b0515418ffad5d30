"""
The statements of the intermediate representation.

A routine is a tuple of statements. `Next` and `Leave` name their loop. An engine that cannot
suspend a function cuts a routine that waits into blocks (`flow.resumable_blocks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter, is_not
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.engine.flow.ir_exprs import Bind, Expr, Find, Places, Raw, Through, Variable
from ruleslang.source.walk import node_fields

Stmts: TypeAlias = "tuple[Stmt, ...]"


NOWHERE = -1


@frozen
class At:
    """The number of the program's statement that the next ones implement; NOWHERE: none."""

    statement: int


@frozen
class Set:
    """Assign a local."""

    variable: Variable
    value: Expr


@frozen
class SetIn:
    """Assign a local in the innermost frame of another routine, a caller of this one."""

    routine: str
    variable: Variable
    value: Expr


@frozen
class Write:
    """Write a cell."""

    family: str
    at: tuple[Expr, ...]
    value: Expr


@frozen
class Do:
    """
    An effect of `flow.operations`; `into` receives its result.

    `given` are its static arguments: the name of a die, `top`, …
    """

    effect: str
    given: tuple[Raw | str | Places, ...]
    operands: tuple[Expr, ...]
    into: Variable | None = None


@frozen
class If:
    """A conditional."""

    condition: Expr
    then: Stmts
    otherwise: Stmts = ()


@frozen
class Loop:
    """Repeat `body` and then `tail`, until something leaves; `Next` continues at `tail`."""

    label: str
    body: Stmts
    tail: Stmts = ()


@frozen
class Each:
    """Iterate over a tuple, evaluated beforehand."""

    label: str
    variable: Variable
    over: Expr
    body: Stmts


@frozen
class Stretch:
    """Statements that `Leave` leaves."""

    label: str
    body: Stmts


@frozen
class Landing:
    """Where a routine continues if its run is ended from outside; never fallen into."""


@frozen
class End:
    """
    Leave the innermost run of an event, with everything above it.

    Continues at the landing of its routine. Without such a run it is a fault, unless
    `if_under_way`.
    """

    event: str
    if_under_way: bool
    origin: int


@frozen
class Cancel:
    """
    Leave a run, with everything above it, skipping what follows its body.

    `run` is the number of its frame. A run not in progress is a fault.
    """

    run: Expr
    origin: int


@frozen
class Next:
    """Continue with the next iteration of a loop."""

    label: str


@frozen
class Leave:
    """Leave a loop."""

    label: str


@frozen
class CountStep:
    """Count a step; a million without a decision are a fault."""


@frozen
class CountDecision:
    """Count a decision, though nobody was asked."""


@frozen
class Call:
    """Call a routine; `into` receives its answer."""

    routine: str
    arguments: tuple[Expr, ...]
    into: Variable | None = None


@frozen
class Return:
    """Return from the routine with an answer (`None`: none)."""

    value: Expr | None = None


@frozen
class Ask:
    """
    Ask a player to choose from a non-empty tuple of options; `into` receives the choice.

    A single option is taken without asking. Both count as a decision. `question` is the number of
    the question; `shown` are values needed to name the options.
    """

    question: int
    who: Expr
    options: Expr
    into: Variable
    shown: tuple[Expr, ...] = ()


@frozen
class Fail:
    """Stop the match with a fault."""

    slug: str
    origin: int


@frozen
class Win:
    """End the match."""

    winners: Expr


Stmt: TypeAlias = (
    At
    | Set
    | SetIn
    | Write
    | Do
    | If
    | Loop
    | Each
    | Stretch
    | Landing
    | End
    | Cancel
    | Next
    | Leave
    | CountStep
    | CountDecision
    | Call
    | Return
    | Ask
    | Fail
    | Win
)


Node = Any  # an expression, a statement, or a tuple of such


@cache
def walked(cls: Any) -> tuple[str, ...] | None:
    """Return a class's fields that contain expressions or statements; `None`: no such class."""
    names = None if cls.__module__.endswith("program.types") else node_fields(cls)
    return None if names is None else tuple(name for name in names if name != "type")


@cache
def _parts(cls: Any) -> Callable[[Any], tuple[Any, ...]] | None:
    """Return a getter for the fields of a class that contain others, the last first."""
    names = walked(cls)
    if not names:
        return None if names is None else lambda _: ()
    get = attrgetter(*names[::-1])
    return get if len(names) > 1 else lambda node: (get(node),)


def inside(node: Node) -> Iterator[Any]:
    """Yield all expressions and statements in a node, in preorder."""
    left = [node]
    pop, push = left.pop, left.extend
    while left:
        node_inside = pop()
        if node_inside.__class__ is tuple:
            push(node_inside[::-1])
        elif (parts := _parts(node_inside.__class__)) is not None:
            yield node_inside
            push(parts(node_inside))


def stmts_in(stmts: Iterable[Stmt]) -> Iterator[Stmt]:
    """Yield statements, with those in nested blocks."""
    for stmt in stmts:
        yield stmt
        match stmt:
            case If():
                yield from stmts_in(stmt.then)
                yield from stmts_in(stmt.otherwise)
            case Each() | Stretch():
                yield from stmts_in(stmt.body)
            case Loop():
                yield from stmts_in(stmt.body)
                yield from stmts_in(stmt.tail)


def with_returns(stmts: Stmts, by: Callable[[Return], Stmts]) -> Stmts:
    """Return statements with each `Return` replaced."""
    return with_exits(stmts, (), lambda stmt: by(stmt) if isinstance(stmt, Return) else (stmt,))


def with_exits(stmts: Stmts, around: Iterable[str], by: Callable[[Return | Next], Stmts]) -> Stmts:
    """Return statements with each `Return`, and each `Next` of a loop around them, replaced."""
    replaced: list[Stmt] = []
    for stmt in stmts:
        match stmt:
            case Return():
                replaced += by(stmt)
            case Next(label) if label in around:
                replaced += by(stmt)
            case If():
                then = with_exits(stmt.then, around, by)
                replaced.append(If(stmt.condition, then, with_exits(stmt.otherwise, around, by)))
            case Each():
                body = with_exits(stmt.body, around, by)
                replaced.append(Each(stmt.label, stmt.variable, stmt.over, body))
            case Loop():
                body, tail = with_exits(stmt.body, around, by), with_exits(stmt.tail, around, by)
                replaced.append(Loop(stmt.label, body, tail))
            case Stretch():
                replaced.append(Stretch(stmt.label, with_exits(stmt.body, around, by)))
            case _:
                replaced.append(stmt)
    return tuple(replaced)


def with_labels_apart(stmts: Stmts) -> Stmts:
    """Return statements with duplicate labels renamed."""
    labels = [stmt.label for stmt in stmts_in(stmts) if isinstance(stmt, Each | Loop | Stretch)]
    if len(labels) == len(set(labels)):
        return stmts
    return _relabelled(stmts, {}, set())


def _relabelled(stmts: Stmts, now: Mapping[str, str], used: set[str]) -> Stmts:
    relabelled: list[Stmt] = []
    for stmt in stmts:
        match stmt:
            case If():
                then = _relabelled(stmt.then, now, used)
                relabelled.append(If(stmt.condition, then, _relabelled(stmt.otherwise, now, used)))
            case Each() | Stretch():
                label = _unused(stmt.label, used)
                body = _relabelled(stmt.body, {**now, stmt.label: label}, used)
                relabelled.append(evolve(stmt, label=label, body=body))
            case Loop():
                label = _unused(stmt.label, used)
                inside = {**now, stmt.label: label}
                body = _relabelled(stmt.body, inside, used)
                relabelled.append(Loop(label, body, _relabelled(stmt.tail, inside, used)))
            case Next(label) | Leave(label):
                relabelled.append(evolve(stmt, label=now.get(label, label)))
            case _:
                relabelled.append(stmt)
    return tuple(relabelled)


def _unused(label: str, used: set[str]) -> str:
    number, candidate = 1, label
    while candidate in used:
        number += 1
        candidate = f"{label}_{number}"
    used.add(candidate)
    return candidate


def assigned(node: Node) -> dict[str, Variable]:
    """Return the variables that are assigned, in the order of their first assignment."""
    variables: dict[str, Variable] = {}
    for inner in inside(node):
        match inner:
            case Set(variable=variable) | Bind(variable=variable) | Find(variable=variable):
                variables.setdefault(variable.name, variable)
            case Each(variable=variable):
                variables.setdefault(variable.name, variable)
            case Ask(into=into):
                variables.setdefault(into.name, into)
            case Call(into=Variable() as into) | Do(into=Variable() as into):
                variables.setdefault(into.name, into)
    return variables


def read(node: Node) -> set[str]:
    """Return the names of the free variables."""
    names: set[str] = set()
    left = [node]
    while left:
        match each := left.pop():
            case tuple():
                left += each
            case Variable(name):
                names.add(name)
            case Through(variable=variable, over=over):
                left.append(over)
                names |= read((each.condition, each.value)) - {variable.name}
            case Find(variable=variable, over=over, condition=condition):
                left.append(over)
                names |= read(condition) - {variable.name}
            case Set(value=value) | SetIn(value=value) | Bind(value=value):
                left.append(value)
            case Each(over=over, body=body):
                left += over, body
            case _:
                fields = walked(each.__class__) or ()
                left += [getattr(each, field) for field in fields if field != "into"]
    return names


def binds(expr: Expr | None) -> bool:
    """Return whether evaluating an expression binds variables."""
    return any(isinstance(inner, Bind | Find) for inner in inside(expr))


def rewritten(node: Any, of: Callable[[Any], Any]) -> Any:
    """Return a node rewritten bottom-up."""
    if isinstance(node, tuple):
        several = [rewritten(member, of) for member in node]
        return tuple(several) if any(map(is_not, several, node)) else node
    names = walked(node.__class__)
    if names is None:
        return node
    changed = {}
    for name in names:
        old = getattr(node, name)
        if name in ("invoked", "seen"):  # which must stay calls
            arguments = rewritten(old.arguments, of)
            new = old if arguments is old.arguments else evolve(old, arguments=arguments)
        else:
            new = rewritten(old, of)
        if new is not old:
            changed[name] = new
    return of(evolve(node, **changed) if changed else node)


def substituted(expr: Any, by: Mapping[str, Expr]) -> Any:
    """Return an expression with variables replaced, by name."""

    def of(inner: Any) -> Any:
        return by.get(inner.name, inner) if isinstance(inner, Variable) else inner

    return rewritten(expr, of)
