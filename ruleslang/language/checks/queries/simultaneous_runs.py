"""All that may run while several players act at once in secret."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from attrs import frozen

from ruleslang.language.checks.queries.call_graph import Node, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.patterns import BindEntry, Entry, EqualEntry


@frozen
class Run:
    """
    A run of one player: a body, with its clauses, choices and conditions.

    `player` is the local with the player, and `name` its name; None where the body does not name
    the player. `called` is the origin of the outermost call that leads here, -1 without one.
    """

    statements: tuple[s.Statement, ...]
    beside: tuple[s.Clause | s.Choice | s.Hook, ...]
    player: Slot | None
    name: str
    called: int = -1


def runs_of(subject: Subject, block: s.TogetherForEach, name: str) -> Iterator[Run]:
    """
    Yield the block itself, and all that it may run, hooks included; not rules with `whenever`,
    which wait until the block is over.
    """
    run = Run(block.block, (), block.variable, name)
    yield run
    waiting = deque(_begun(subject, run))
    seen = set[tuple[Node, Slot | None]]()
    while waiting:
        node, player, called = waiting.popleft()
        if (node, player) in seen:
            continue
        seen.add((node, player))
        run = _run(subject, node, player, called)
        yield run
        waiting += _begun(subject, run)
        waiting += _hooks_on(subject, node, player, called)


def is_local(part: object, slot: Slot | None) -> bool:
    return isinstance(part, e.Local) and part.slot == slot


def slot_of(arguments: tuple[e.Expr, ...], player: Slot | None) -> Slot | None:
    """Return the place of the player among arguments: the local of the parameter as well."""
    return next(
        (slot for slot, argument in enumerate(arguments) if is_local(argument, player)), None
    )


def _run(subject: Subject, node: Node, player: Slot | None, called: int) -> Run:
    table, (sort, name) = graph(subject), node
    known = "p" if player is None else table.locals[node][player].name
    beside: tuple[s.Clause | s.Choice | s.Hook, ...]
    match sort:
        case "procedure":
            beside = subject.procedures[name].body.clauses
        case "action":
            action = subject.actions[name]
            beside = (*action.choices, *action.body.clauses)
        case "play":
            play = subject.plays[name]
            beside = (*play.choices, *play.body.clauses)
        case _:
            beside = (subject.hooks[name],)
    return Run(table.blocks[node], beside, player, known, called)


def _begun(subject: Subject, run: Run) -> Iterator[tuple[Node, Slot | None, int]]:
    """Yield the runs that the statements of a run begin, each with the local of its player."""
    table = graph(subject)
    for statement in subject.statements(run.statements):
        for edge in table.of_statement.get(id(statement), ()):
            if edge.way == "window":
                continue
            match statement:
                case s.Call(arguments=arguments):
                    called = run.called if run.called >= 0 else statement.origin
                    yield edge.target, slot_of(arguments, run.player), called
                case s.Offer(player=player):
                    you = subject.actions[edge.target.name].you
                    yield edge.target, you if is_local(player, run.player) else None, run.called
                case s.Perform(by=by):
                    for play in table.edges[edge.target]:
                        you = subject.plays[play.target.name].you
                        yield play.target, you if is_local(by, run.player) else None, run.called
                case _:
                    yield edge.target, None, run.called


def _hooks_on(
    subject: Subject, node: Node, player: Slot | None, called: int
) -> Iterator[tuple[Node, Slot | None, int]]:
    """Yield the hooks on a run, each with the local that takes the player."""
    for edge in graph(subject).edges[node]:
        if edge.target.kind == "hook":
            hook = subject.hooks[edge.target.name]
            entry: Entry | None = hook.by
            if node.kind == "procedure":
                entries = hook.pattern or ()
                entry = entries[player] if player is not None and player < len(entries) else None
            elif player is None:
                entry = None
            yield edge.target, _taken_by(entry), called


def _taken_by(entry: Entry | None) -> Slot | None:
    match entry:
        case BindEntry(slot) | EqualEntry(e.Local(slot)):
            return slot
        case _:
            return None
