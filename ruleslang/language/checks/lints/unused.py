"""Declarations, states, fields, parameters and names that nothing uses, sets or reads."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from ruleslang.language.checks.queries.call_graph import (
    Node,
    always_under_way,
    graph,
    reachable,
    whole,
)
from ruleslang.language.checks.queries.example_facts import procedures_run, references_read
from ruleslang.language.checks.queries.reads_and_writes import (
    parameters_in_patterns,
    slots_read,
    state_uses,
)
from ruleslang.language.checks.queries.set_bounds import cards_of
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.references import Declared, Reference, names_in
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import fits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, WarningMessage
from ruleslang.source.span import Span


class Named(Protocol):
    """Anything with a name and an origin."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def origin(self) -> int:
        """Its place in the text."""


never_used = WarningMessage(
    "never-used", "the {what} `{name}` is never {how}", help="remove it, or use it somewhere"
)


def find_never_used(subject: Subject) -> Iterator[Diagnostic]:
    """Report procedures, actions, states, values, zones and options that nothing names."""
    program, beside = subject.program, subject.compiled
    declared: dict[Declared, tuple[str, Sequence[Named]]] = {
        "value": ("read", program.values),
        "state": ("read or written", program.states),
        "zone": ("used", program.zones),
        "dice": ("used", program.dice),
        "option": ("read", program.options),
    }
    read: dict[Declared, set[str]] = defaultdict(set)
    read["value"] |= {program.payoff, *beside.in_decks}
    read["state"].add(program.payoff)
    # Rules read most of them: examples are searched only for the rest.
    for named in _references_of_rules_and_plans(subject):
        if any(entry.name not in read[sort] for sort in declared for entry in declared[sort][1]):
            for entry in named:
                read[entry.what].add(entry.name)
    for sort, (how, all) in declared.items():
        yield from _never_named(subject, sort, how, all, read[sort])
    yield from _procedures_never_run(subject)


def _procedures_never_run(subject: Subject) -> Iterator[Diagnostic]:
    table, program = graph(subject), subject.program
    declared: dict[str, tuple[str, Sequence[Named]]] = {
        "procedure": ("called", program.procedures),
        "action": ("offered", program.actions),
        "window": ("opened", program.windows),
    }
    imagined = (Node("procedure", node.procedure) for node in find(program, e.WhatWouldBe))
    run = {*always_under_way(table)} | reachable(imagined, table)
    claimed = procedures_run(subject.compiled.claims)
    shown = (name for example in subject.examples for name in example.runs)
    for names in (claimed, shown):
        if any((sort, entry.name) not in run for sort in declared for entry in declared[sort][1]):
            run |= reachable((Node("procedure", name) for name in names), table)
    for sort, (how, all) in declared.items():
        yield from _never_named(
            subject, sort, how, all, {name for kind, name in run if kind == sort}
        )


def _references_of_rules_and_plans(subject: Subject) -> Iterator[Iterator[Reference]]:
    """Yield the references of the rules, then those of each sort of unplayed declaration."""
    beside = subject.compiled
    unplayed = (beside.measures, beside.choosers, beside.claims, beside.properties)
    for parts in (beside.program, *unplayed):
        yield references_read(parts)
    yield (name for example in subject.examples for name in example.names)


def _never_named(
    subject: Subject, sort: str, how: str, declared: Iterable[Named], read: set[str]
) -> Iterator[Diagnostic]:
    for named in declared:
        if named.name not in read:
            yield never_used(subject.span(named.origin), what=sort, name=named.name, how=how)


never_set = WarningMessage(
    "never-set",
    "nothing ever sets the state `{name}`",
    help="set it somewhere, or make it a `value {name}`, which is computed",
)


def find_never_set(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a state is read and never written."""
    uses = state_uses(subject)
    for state in subject.program.states:
        if state.name in uses.read and state.name not in uses.written:
            yield never_set(subject.span(state.origin), name=state.name)


never_read = AdviceMessage(
    "never-read",
    "the state `{name}` is set, but no rule reads it",
    help="remove it, or use it; if only players look at it, it can stay",
)
field_never_read = AdviceMessage(
    "never-read",
    "no rule reads the field `{name}` of `{kind}`",
    help="remove it, or use it, as in `{name}(c)`; if only players look at it, it can stay",
)
price_never_read = AdviceMessage(
    "never-read",
    "no rule reads the field `{name}` of `{kind}`, so nobody pays it",
    help="write the cost in the kind: `pays {name}(this) from {counter}(you)`",
)
DECK = re.compile(r"^deck [^\n]*?:([^\n]*)", re.MULTILINE)
AXIS = re.compile(r"\b(\w+) in ")
DECLARED = re.compile(r"^[ \t]+(has (\w+)\b[^\n#]*?)[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
COUNTER = re.compile(r"^state (\w+)\((?:\w+: )?player\): -?\d", re.MULTILINE)
PRICES = frozenset({"cost", "costs", "price", "mana"})


def _is_for_rules(type: t.Type) -> bool:
    """Return whether rules should read it: words and cards may be there for players to see."""
    return isinstance(type, (t.Number, t.Truth))


def find_never_read(subject: Subject) -> Iterator[Diagnostic]:
    """Report a number or truth that is only written, then fields that are only printed."""
    uses = state_uses(subject)
    for state in subject.program.states:
        if state.name in uses.written and state.name not in uses.read and _is_for_rules(state.type):
            yield never_read(subject.span(state.origin), name=state.name)
    yield from _fields_never_read(subject)


def _fields_never_read(subject: Subject) -> Iterator[Diagnostic]:
    """Report fields that neither rules nor examples read; axes of a deck appear in its titles."""
    beside = subject.compiled
    unplayed = (beside.measures, beside.choosers, beside.properties, beside.claims, beside.examples)
    parts = (beside.program, *unplayed)
    read = {node.name for node in find(parts, e.ReadField)}
    for kind in subject.program.kinds:
        unread = [
            candidate
            for candidate in kind.fields
            if candidate.name not in read and _is_for_rules(candidate.type)
        ]
        places = _spans_of_fields(subject.spans[kind.origin]) if unread else {}
        for field in unread:
            place = places.get(field.name)
            if place is None:
                continue
            counter = field.name in PRICES and COUNTER.search(
                f"{place.source.text}\n{place.source.beside}"
            )
            if counter:
                yield price_never_read(place, name=field.name, kind=kind.name, counter=counter[1])
            else:
                yield field_never_read(place, name=field.name, kind=kind.name)


def _spans_of_fields(kind: Span) -> dict[str, Span]:
    """Return the field declarations of a kind, without those that a deck shows."""
    text = f"{kind.source.text}\n{kind.source.beside}"
    axes = {axis for deck in DECK.findall(text) for axis in AXIS.findall(deck)}
    return {
        match[2]: kind.source.span(kind.start + match.start(1), kind.start + match.end(1))
        for match in DECLARED.finditer(kind.text)
        if match[2] not in axes
    }


unread_name = WarningMessage(
    "unread-name",
    "{what} `{name}`, but nothing reads it",
    help="remove the line, or use the name: perhaps another one was written by mistake",
)
chosen_unread = WarningMessage(
    "unread-name",
    "this is chosen as `{name}`, but nothing reads it",
    help="use the name: perhaps another one was written by mistake; for table talk, write "
    "`# allow: unread-name, because players announce it`",
)

roll_unread = WarningMessage(
    "unread-name",
    "this roll has no name, so nothing reads it",
    help="name it, as in `roll {die} as face`, or remove the line",
)


def _unread_in_block(
    subject: Subject, block: tuple[s.Statement, ...], top: Any, locals: tuple[LocalDecl, ...]
) -> Iterator[Diagnostic]:
    read = slots_read(top)
    for node in subject.statements(block):
        if isinstance(node, s.RollDie) and node.into is None:
            yield roll_unread(subject.span(node.origin), die=node.die)
        for slot, bound_as in _binds(node):
            name = locals[slot].name
            # a choice that its own `where` reads says which may be chosen
            own = {choice.slot for choice in find(node, s.Choice) if choice.where is not None}
            if slot not in read | own and not name.startswith("_"):
                span = subject.span(getattr(node, "origin", -1))
                yield (
                    unread_name(span, name=name, what=bound_as)
                    if bound_as
                    else chosen_unread(span, name=name)
                )


def _binds(node: s.Statement) -> Iterator[tuple[Slot, str]]:
    """Yield the locals that a statement declares, with how it keeps them; empty for choices."""
    for slot in traits(node).defines:
        if isinstance(node, s.Rolling):
            yield slot, "the faces are kept as"
        elif isinstance(node, s.Choosing) and not isinstance(node, s.Rank):
            yield slot, ""
        else:
            yield slot, "this is kept as"


def _choices_unread(
    subject: Subject, body: d.Action | d.Play, asked: set[tuple[str, int]], of_others: set[str]
) -> Iterator[Diagnostic]:
    read = slots_read(body)
    for place, choice in enumerate(body.choices):
        known = choice.slot in read or choice.where is not None or choice.name in of_others
        if not known and (body.name, place) not in asked:
            help = _only_its_own(subject, body, body.locals[choice.slot])
            yield chosen_unread(subject.span(choice.origin), name=choice.name, help=help)


def _only_its_own(subject: Subject, body: d.Action | d.Play, chosen: LocalDecl) -> str | None:
    """Return help for a hook on every run that could be on the runs for one thing."""
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


def find_unread_name(subject: Subject) -> Iterator[Diagnostic]:
    """Report every local and choice that is never read."""
    program = subject.program
    bodies: list[d.Procedure | d.Action | d.Play] = [*program.procedures, *program.actions]
    for body in [*bodies, *program.plays]:
        yield from _unread_in_block(subject, whole(body.body), body, body.locals)
    for effect, locals in subject.effects:
        block = effect_traits(effect).block
        if block is not None:
            yield from _unread_in_block(subject, block, effect, locals)
    asked = parameters_in_patterns(subject)
    of_others = {place.name for place in find(program, e.ReadPlace)}
    offered: list[d.Action | d.Play] = [*program.actions, *program.plays]
    for chosen in offered:
        yield from _choices_unread(subject, chosen, asked, of_others)


unread_parameter = AdviceMessage(
    "unread-parameter",
    "`{of}` has a parameter `{name}`, but nothing reads it",
    help="remove it, or use it: perhaps another name was written by mistake",
)


def _parameters_unread(
    subject: Subject, procedure: d.Procedure, asked: set[tuple[str, int]], of_others: set[str]
) -> Iterator[Diagnostic]:
    read = slots_read(procedure)
    for place, parameter in enumerate(procedure.parameters):
        known = place in read or parameter.name in of_others or parameter.changeable
        if not known and (procedure.name, place) not in asked:
            yield unread_parameter(
                subject.span(procedure.origin), name=parameter.name, of=procedure.name
            )


def find_unread_parameter(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a parameter is never read."""
    asked = parameters_in_patterns(subject)
    of_others = {place.name for place in find(subject.program, e.ReadPlace)}
    phrases = {look.name: look.phrase.text for look in subject.program.looks if look.phrase}
    for procedure in subject.program.procedures:
        shown = names_in(phrases.get(procedure.name, ""))
        yield from _parameters_unread(subject, procedure, asked, {*of_others, *shown})


FIELDS_AND_CARDS = (
    "write its fields below it, `has cost: 0..9`, and its cards, "
    '`card my_card "My card" x2: {name}`; or drop the kind'
)
empty_kind = WarningMessage(
    "empty-kind",
    "no card is of the kind `{name}`",
    help='declare one, `card my_card "My card" x2: {name}`, or drop the kind',
)


def find_empty_kind(subject: Subject) -> Iterator[Diagnostic]:
    """Report a kind without cards."""
    program = subject.program
    for kind in program.kinds:
        if cards_of(subject, kind.name) == 0 and not any(
            definition.kind == kind.name for definition in program.definitions
        ):
            help = None if kind.fields or kind.parent else FIELDS_AND_CARDS.format(name=kind.name)
            yield empty_kind(subject.span(kind.origin), name=kind.name, help=help)


empty_deck = WarningMessage(
    "empty-deck",
    "the deck `{name}` makes no card",
    help="no card meets its `where`, or one of its axes is empty",
)


def find_empty_deck(subject: Subject) -> Iterator[Diagnostic]:
    """Report a deck without cards."""
    filled = {definition.deck for definition in subject.program.definitions}
    for cited in subject.compiled.cited:
        if cited.kind == "deck" and cited.name not in filled:
            yield empty_deck(subject.span(cited.origin), name=cited.name)
