"""Reports `unread-name`: a name is bound and never read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.language.checks.queries.call_graph import whole
from ruleslang.language.checks.queries.reads_and_writes import parameters_in_patterns, slots_read
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import fits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

unread_name = Message(
    "unread-name",
    "{what} `{name}`, and nothing reads it",
    help="drop the line, or use the name: perhaps another one was written in its place",
    severity=Severity.WARNING,
)
chosen_unread = Message(
    "unread-name",
    "this is chosen as `{name}`, and nothing reads it",
    help="use the name: perhaps another one was written in its place; of what players only say "
    "to each other, `# allow: unread-name, because it is said to the others`",
    severity=Severity.WARNING,
)

roll_unread = Message(
    "unread-name",
    "what is rolled here has no name, so nothing reads it",
    help="give it one, as `roll {die} as face`, or drop the line",
    severity=Severity.WARNING,
)


def _lines(
    subject: Subject, block: tuple[s.Statement, ...], top: Any, locals: tuple[LocalDecl, ...]
) -> Iterator[Diagnostic]:
    read = slots_read(top)
    for node in subject.statements(block):
        if isinstance(node, s.RollDie) and node.into is None:
            yield roll_unread(subject.span(node.origin), die=node.die)
        for slot, bound_as in _binds(node):
            name = locals[slot].name
            if slot not in read | _read_by_its_own(node) and not name.startswith("_"):
                span = subject.span(getattr(node, "origin", -1))
                yield (
                    unread_name(span, name=name, what=bound_as)
                    if bound_as
                    else chosen_unread(span, name=name)
                )


def _read_by_its_own(node: s.Statement) -> set[Slot]:
    """What is chosen by a line whose own `where` reads it: it says which may be chosen."""
    return {choice.slot for choice in find(node, s.Choice) if choice.where is not None}


def _binds(node: s.Statement) -> Iterator[tuple[Slot, str]]:
    """The locals that a statement declares, with how it keeps them; empty for choices."""
    for slot in traits(node).defines:
        if isinstance(node, s.Rolling):
            yield slot, "the faces are kept as"
        elif isinstance(node, s.Choosing) and not isinstance(node, s.Rank):
            yield slot, ""
        else:
            yield slot, "this is kept as"


def _choices(
    subject: Subject, body: d.Action | d.Play, asked: set[tuple[str, int]], of_others: set[str]
) -> Iterator[Diagnostic]:
    read = slots_read(body)
    for place, choice in enumerate(body.choices):
        known = choice.slot in read or choice.where is not None or choice.name in of_others
        if not known and (body.name, place) not in asked:
            help = _only_its_own(subject, body, body.locals[choice.slot])
            yield chosen_unread(subject.span(choice.origin), name=choice.name, help=help)


def _only_its_own(subject: Subject, body: d.Action | d.Play, chosen: LocalDecl) -> str | None:
    """The help for a hook on every run of a procedure that could be on the runs for one thing."""
    for hook in find(body.body, s.Hook):
        procedure = subject.procedures.get(event_name(hook.event))
        if hook.pattern is None and procedure is not None:
            wanted = [parameter.type for parameter in procedure.parameters]
            fitting = [fits(chosen.type, type, subject.world.kinds) for type in wanted]
            if any(fitting):
                entries = ["any"] * len(fitting)
                entries[fitting.index(True)] = chosen.name
                written = subject.span(hook.origin).text
                return (
                    f"`{written}` is about every run: those for `{chosen.name}` are"
                    f" `{written}({', '.join(entries)})`"
                )
    return None


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every local and choice that is never read."""
    program = subject.program
    bodies: list[d.Procedure | d.Action | d.Play] = [*program.procedures, *program.actions]
    for body in [*bodies, *program.plays]:
        yield from _lines(subject, whole(body.body), body, body.locals)
    for effect, locals in subject.effects:
        block = effect_traits(effect).block
        if block is not None:
            yield from _lines(subject, block, effect, locals)
    asked = parameters_in_patterns(subject)
    of_others = {place.name for place in find(program, e.ReadPlace)}
    offered: list[d.Action | d.Play] = [*program.actions, *program.plays]
    for chosen in offered:
        yield from _choices(subject, chosen, asked, of_others)
