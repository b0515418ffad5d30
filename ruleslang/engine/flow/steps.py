"""
The statements of the intermediate representation.

A routine is a tuple of steps. `Next` and `Leave` name their loop. An engine that cannot suspend a
function cuts a routine that waits into blocks (`flow.resumable_blocks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter, is_not
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.engine.flow.words import Bind, Find, Places, Raw, Through, Variable, Word
from ruleslang.source.walk import node_fields

Steps: TypeAlias = "tuple[Step, ...]"


NOWHERE = -1


@frozen
class At:
    """The number of the statement that the next steps belong to; NOWHERE: after the body."""

    statement: int


@frozen
class Set:
    """Assign a local."""

    variable: Variable
    value: Word


@frozen
class SetIn:
    """Assign a local in the innermost frame of another routine, a caller of this one."""

    routine: str
    variable: Variable
    value: Word


@frozen
class Write:
    """Write a cell."""

    family: str
    at: tuple[Word, ...]
    value: Word


@frozen
class Do:
    """
    An effect of `flow.operations`; `into` receives its result.

    `given` are its static arguments: the name of a die, `top`, …
    """

    effect: str
    given: tuple[Raw | str | Places, ...]
    operands: tuple[Word, ...]
    into: Variable | None = None


@frozen
class If:
    """A conditional."""

    condition: Word
    then: Steps
    otherwise: Steps = ()


@frozen
class Loop:
    """Repeat `body` and then `tail`, until something leaves; `Next` continues at `tail`."""

    label: str
    body: Steps
    tail: Steps = ()


@frozen
class Each:
    """Iterate over a tuple, evaluated beforehand."""

    label: str
    variable: Variable
    over: Word
    body: Steps


@frozen
class Stretch:
    """Steps that `Leave` leaves."""

    label: str
    body: Steps


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

    run: Word
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
    arguments: tuple[Word, ...]
    into: Variable | None = None


@frozen
class Return:
    """Return from the routine with an answer (`None`: none)."""

    value: Word | None = None


@frozen
class Ask:
    """
    Ask a player to choose from a non-empty tuple of options; `into` receives the choice.

    A single option is taken without asking. Both count as a decision. `question` is the number of
    the question; `shown` are values needed to name the options.
    """

    question: int
    who: Word
    options: Word
    into: Variable
    shown: tuple[Word, ...] = ()


@frozen
class Fail:
    """Stop the match with a fault."""

    slug: str
    origin: int


@frozen
class Win:
    """End the match."""

    winners: Word


Step: TypeAlias = (
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


Node = Any  # a word, a step, or a tuple of such


@cache
def walked(cls: Any) -> tuple[str, ...] | None:
    """The fields of a class of words or steps that contain others; `None` for other classes."""
    names = None if cls.__module__.endswith("program.types") else node_fields(cls)
    return None if names is None else tuple(name for name in names if name != "type")


@cache
def _parts(cls: Any) -> Callable[[Any], tuple[Any, ...]] | None:
    """A getter for the fields of a class of words or steps that contain others, the last first."""
    names = walked(cls)
    if not names:
        return None if names is None else lambda _: ()
    get = attrgetter(*names[::-1])
    return get if len(names) > 1 else lambda node: (get(node),)


def inside(node: Node) -> Iterator[Any]:
    """Yield all words and steps in a node, in preorder."""
    left = [node]
    pop, push = left.pop, left.extend
    while left:
        node_inside = pop()
        if node_inside.__class__ is tuple:
            push(node_inside[::-1])
        elif (parts := _parts(node_inside.__class__)) is not None:
            yield node_inside
            push(parts(node_inside))


def steps_in(steps: Iterable[Step]) -> Iterator[Step]:
    """Steps, with those in nested blocks."""
    for step in steps:
        yield step
        match step:
            case If():
                yield from steps_in(step.then)
                yield from steps_in(step.otherwise)
            case Each() | Stretch():
                yield from steps_in(step.body)
            case Loop():
                yield from steps_in(step.body)
                yield from steps_in(step.tail)


def with_returns(steps: Steps, by: Callable[[Return], Steps]) -> Steps:
    """Steps with each `Return` replaced."""
    return with_exits(steps, (), lambda step: by(step) if isinstance(step, Return) else (step,))


def with_exits(steps: Steps, around: Iterable[str], by: Callable[[Return | Next], Steps]) -> Steps:
    """Steps with each `Return`, and each `Next` of a loop around them, replaced."""
    replaced: list[Step] = []
    for step in steps:
        match step:
            case Return():
                replaced += by(step)
            case Next(label) if label in around:
                replaced += by(step)
            case If():
                then = with_exits(step.then, around, by)
                replaced.append(If(step.condition, then, with_exits(step.otherwise, around, by)))
            case Each():
                body = with_exits(step.body, around, by)
                replaced.append(Each(step.label, step.variable, step.over, body))
            case Loop():
                body, tail = with_exits(step.body, around, by), with_exits(step.tail, around, by)
                replaced.append(Loop(step.label, body, tail))
            case Stretch():
                replaced.append(Stretch(step.label, with_exits(step.body, around, by)))
            case _:
                replaced.append(step)
    return tuple(replaced)


def with_labels_apart(steps: Steps) -> Steps:
    """Steps with duplicate labels renamed."""
    labels = [step.label for step in steps_in(steps) if isinstance(step, Each | Loop | Stretch)]
    if len(labels) == len(set(labels)):
        return steps
    return _relabelled(steps, {}, set())


def _relabelled(steps: Steps, now: Mapping[str, str], used: set[str]) -> Steps:
    relabelled: list[Step] = []
    for step in steps:
        match step:
            case If():
                then = _relabelled(step.then, now, used)
                relabelled.append(If(step.condition, then, _relabelled(step.otherwise, now, used)))
            case Each() | Stretch():
                label = _unused(step.label, used)
                body = _relabelled(step.body, {**now, step.label: label}, used)
                relabelled.append(evolve(step, label=label, body=body))
            case Loop():
                label = _unused(step.label, used)
                inside = {**now, step.label: label}
                body = _relabelled(step.body, inside, used)
                relabelled.append(Loop(label, body, _relabelled(step.tail, inside, used)))
            case Next(label) | Leave(label):
                relabelled.append(evolve(step, label=now.get(label, label)))
            case _:
                relabelled.append(step)
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


def binds(word: Word | None) -> bool:
    """Return whether evaluating a word binds variables."""
    return any(isinstance(inner, Bind | Find) for inner in inside(word))


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


def substituted(word: Any, by: Mapping[str, Word]) -> Any:
    """Return a word with variables replaced, by name."""

    def of(inner: Any) -> Any:
        return by.get(inner.name, inner) if isinstance(inner, Variable) else inner

    return rewritten(word, of)
