"""Moments: the position of an analysis in a body, the facts known there, and the writes so far."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from ruleslang.evaluation.consistency.terms import TRUE, Term
from ruleslang.language.checks.queries.call_graph import in_play
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import written_effects
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.world import Scope, World, scope_of
from ruleslang.program.walk import children, find, walk

Place: TypeAlias = tuple[str, str]  # the kind of a cell, and its name; empty: any of the kind
EVERYTHING: Place = ("anything", "")


@frozen
class Bound:
    """The abstract value of a local: `key` identifies it, `term` expresses it if possible."""

    key: Hashable
    term: Term | None = None


@frozen
class Rules:
    """
    The properties of a whole program that analyses use.

    `changed` are the values that some effect modifies. `reads` has for each value the places that
    it reads, transitively. `fixed_titles`: no card ever counts as another. `acting`: some rule acts
    immediately, so any write may cause others. `played_from` is the zone of its player in which
    every card lies while its play is tried, and a line that chooses one there.
    """

    world: World
    changed: frozenset[str]
    reads: Mapping[str, frozenset[Place]]
    reached: Mapping[str, Reached]
    fixed_titles: bool
    acting: bool
    ending: frozenset[str] = frozenset()  # procedures that always end the match
    played_from: tuple[str, int] = ("", -1)

    @property
    def program(self) -> Program:
        return self.world.known.program


def rules_of(subject: Subject, *, in_play: bool = True) -> Rules:
    """Collect the properties of a program; unless `in_play`, for arbitrary given positions too."""
    program = subject.program
    effects = [effect.effect for effect in written_effects(program)]
    return Rules(
        subject.world,
        changed=frozenset(effect.value for effect in effects if isinstance(effect, s.Modifier)),
        reads=_reads(program.values),
        reached=reached_values(subject) if in_play else {},
        fixed_titles=not any(
            cell.kind == "counts as"
            for node in find(program, object)
            if isinstance(node, s.Statement)
            for cell in traits(node).writes
        ),
        acting=any(isinstance(effect, s.Whenever) for effect in effects),
        ending=_ending(program, effects),
        played_from=played_from(subject),
    )


def _ending(program: Program, effects: Iterable[s.Effect]) -> frozenset[str]:
    """The procedures that always end the match: no hook acts on them, no line leaves before."""
    replaced = {event_name(effect.event) for effect in effects if isinstance(effect, s.Hook)}
    ending: set[str] = set()
    for _ in program.procedures:
        more = {
            procedure.name
            for procedure in program.procedures
            if procedure.name not in ending | replaced and _ends(procedure.body.statements, ending)
        }
        if not more:
            break
        ending |= more
    return frozenset(ending)


def _ends(block: s.Block, ending: set[str]) -> bool:
    """Whether the match ends in a block, and no statement leaves before."""
    for node in block:
        if isinstance(node, s.Wins) or (isinstance(node, s.Call) and node.procedure in ending):
            return True
        if traits(node).leaves is not None:
            return False
    return False


def _reads(values: Iterable[d.Value]) -> dict[str, frozenset[Place]]:
    """The places that each value reads, transitively."""
    read_by = {value.name: {place_of(cell) for cell in cells_read(value)} for value in values}
    growing = True
    while growing:
        growing = False
        for places in read_by.values():
            asked = {name for kind, name in places if kind == "value"}
            more = {place for name in asked for place in read_by.get(name, {EVERYTHING})}
            if not more <= places:
                places |= more
                growing = True
    return {name: frozenset(places) for name, places in read_by.items()}


def place_of(cell: Cell) -> Place:
    return cell.kind, cell.name


@frozen
class Fact:
    """A fact, and the origin of the statement that establishes it; -1: it follows from types."""

    term: Term
    origin: int = -1


@frozen
class Moment:
    """
    A position of an analysis.

    `facts` hold there. `versions` count the possible writes to a place so far, so that reads before
    and after a write are different unknowns. `locals` has the contents of slots. `printed` are the
    fields of `this`, if it is one known card. `changeable` are the locals that may be set while
    something else runs, `missing` those that may be `none` beyond their types, because what answers
    them was ended.
    """

    rules: Rules
    scope: Scope
    body: str
    locals: Mapping[Slot, Bound] = field(factory=dict)
    facts: tuple[Fact, ...] = ()
    versions: Mapping[Place, int] = field(factory=dict)
    printed: Mapping[str, e.Expr] = field(factory=dict)
    this: Slot | None = None
    changeable: frozenset[Slot] = frozenset()
    missing: frozenset[Slot] = frozenset()

    def knowing(self, *terms: Term, origin: int = -1) -> Moment:
        """The moment with further facts, established at `origin`."""
        facts = [Fact(term, origin) for term in terms if term != TRUE]
        return evolve(self, facts=(*self.facts, *facts))

    @property
    def terms(self) -> tuple[Term, ...]:
        """The facts as terms."""
        return tuple(fact.term for fact in self.facts)

    def binding(self, slot: Slot, bound: Bound) -> Moment:
        """The moment with another value of a local."""
        return evolve(self, locals={**self.locals, slot: bound})

    def after_writing(self, places: Iterable[Place]) -> Moment:
        """The moment after these places may have been written."""
        versions = dict(self.versions)
        for place in places:
            versions[place] = versions.get(place, 0) + 1
        return evolve(self, versions=versions)

    def version(self, places: Iterable[Place]) -> tuple[tuple[Place, int], ...]:
        """The writes so far that matter to a read of these places."""
        asked = {EVERYTHING}
        for kind, name in places:
            asked |= {(kind, name), (kind, "")}
            if kind == "anything":
                asked |= set(self.versions)
            if not name:
                asked |= {place for place in self.versions if place[0] == kind}
        return tuple(sorted((place, self.versions[place]) for place in asked & {*self.versions}))

    def places_read(self, expression: e.Expr) -> frozenset[Place]:
        """The places that an expression reads, through named values too."""
        direct = {place_of(cell) for cell in cells_read(expression)}
        values = {name for kind, name in direct if kind == "value"}
        followed = {p for name in values for p in self.rules.reads.get(name, {EVERYTHING})}
        if (direct | followed) and any(name in self.rules.changed for _, name in direct | followed):
            followed.add(EVERYTHING)
        return frozenset(direct | followed)


def beginning(rules: Rules, declaration: object, name: str) -> Moment:
    """The moment at the start of a body, of which nothing is known yet."""
    locals: tuple[LocalDecl, ...] = getattr(declaration, "locals", ())
    answers = (slot for slot, local in enumerate(locals) if local.role in ("answer", "result"))
    return Moment(
        rules,
        scope_of(rules.world, declaration),
        name,
        changeable=_changeable(declaration),
        missing=frozenset(answers),
    )


def _changeable(declaration: object) -> frozenset[Slot]:
    """The locals that may be set in a window while the body runs."""
    parameters = getattr(declaration, "parameters", ())
    slots = {
        slot for slot, parameter in enumerate(parameters) if getattr(parameter, "changeable", False)
    }
    choices = getattr(declaration, "choices", ())
    return frozenset(slots | {choice.slot for choice in choices if choice.changeable})


# ---------------------------------------------------------------- where cards are played from


def played_from(subject: Subject) -> tuple[str, int]:
    """
    The name of the zone, and the line of a choice from it; empty where cards come from elsewhere.

    A line that plays a card counts if its card is chosen from a zone of the player for whom it is
    tested whether it is playable.
    """
    program = subject.program
    bodies = (*program.procedures, *program.actions, *program.plays, *program.standings)
    zones: dict[str, int] = {}
    performed = tested = 0
    for body in (*bodies, *program.card_standings):
        choices = {choice.slot: choice for choice in find(body, s.Choice)}
        for line in find(body, s.Perform):
            performed += 1
            for name, origin in _zone(line, choices):
                tested += 1
                zones.setdefault(name, origin)
    if performed != tested or len(zones) != 1:
        return "", -1
    (only,) = zones.items()
    return only


def _zone(line: s.Perform, choices: dict[int, s.Choice]) -> Iterator[tuple[str, int]]:
    """The zone from which the card of a line is chosen, with the line of the choice."""
    if not isinstance(line.card, e.Local) or line.card.slot not in choices:
        return
    choice = choices[line.card.slot]
    source = choice.source
    while isinstance(source, e.Where | e.ListAsSet):
        source = source.subject if isinstance(source, e.Where) else source.operand
    if isinstance(source, e.ReadZone) and len(source.index) == 1:
        tests = [choice.where] if line.played_as is None else [c.where for c in choices.values()]
        (owner,) = source.index
        if any(test.player == owner for where in tests for test in _conjuncts(where)):
            yield source.name, choice.origin if choice.origin >= 0 else line.origin


def _conjuncts(condition: e.Expr | None) -> Iterator[e.Playable]:
    if isinstance(condition, e.And):
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    elif isinstance(condition, e.Playable):
        yield condition


# ---------------------------------------------------------------- conditions inside of a line


def wheres_in(node: object) -> Iterator[tuple[Slot, e.Expr, e.Expr]]:
    """
    The members, sets and conditions of `where` in a part of a line; nested lines have their own.
    """
    if isinstance(node, s.Statement | s.Branch | s.Case):
        return
    if isinstance(node, e.Where | e.ThereIs) and node.condition is not None:
        yield node.variable, node.subject, node.condition
    for child in children(node):
        yield from wheres_in(child)


def chains_in(node: object) -> Iterator[e.WhenOtherwise]:
    """The outermost conditional chains in a part of a line; nested lines have their own."""
    if isinstance(node, s.Statement | s.Branch | s.Case):
        return
    if not isinstance(node, e.WhenOtherwise):
        for child in children(node):
            yield from chains_in(child)
        return
    yield node
    link: e.Expr = node
    while isinstance(link, e.WhenOtherwise):
        yield from (*chains_in(link.value), *chains_in(link.condition))
        link = link.otherwise
    yield from chains_in(link)


# ---------------------------------------------------------------- what states can hold in play


ROUNDS = 8

Reached: TypeAlias = "tuple[int, int] | frozenset[int]"  # the least and highest number, or places


def reached_values(subject: Subject) -> dict[str, Reached]:
    """
    The possible values of each state of numbers, words or truth values, if fewer than its type has.

    >>> from ruleslang.library.load import load
    >>> pig = load("pig")
    >>> reached_values(Subject(pig.compiled, pig.spans)) == {}
    True
    """
    program, writes = subject.program, [*_writes(subject)]
    return {**_words(program, writes), **_numbers(program, subject.world, writes)}


@frozen(eq=False)
class _Write:
    """A write to a state: a `value`, or anything; or a subtraction of `less`."""

    state: str
    scope: Any
    value: e.Expr | None
    less: e.Expr | None = None


def _writes(subject: Subject) -> Iterator[_Write]:
    for declaration in _bodies(subject):
        for node in walk(declaration):
            match node:
                case s.Assign(s.StatePlace(name), value):
                    yield _Write(name, declaration, value)
                case s.SwapPlaces(left, right):
                    for place in (left, right):
                        if isinstance(place, s.StatePlace):
                            yield _Write(place.name, declaration, None)
                case s.CountCost(amount, place):
                    yield _Write(place.name, declaration, None, amount)
                case s.SharedCost(amount, name):
                    yield _Write(name, declaration, None, amount)


def _bodies(subject: Subject) -> Iterator[Any]:
    """What a match may run, or a question imagines: what nothing calls or offers writes nothing."""
    program, run = subject.program, in_play(subject)
    yield from (
        declaration for declaration in program.procedures if ("procedure", declaration.name) in run
    )
    yield from (
        declaration for declaration in program.actions if ("action", declaration.name) in run
    )
    yield from (declaration for declaration in program.plays if ("play", declaration.name) in run)
    yield from subject.standings


def _words(program: Program, writes: list[_Write]) -> dict[str, Reached]:
    """The possible words, or truth values, of states that are only set to literals."""
    words_held: dict[str, Reached] = {}
    for state in program.states:
        if not isinstance(state.type, (t.WordOf, t.Truth)) or state.start is None:
            continue
        given = [state.start, *(write.value for write in writes if write.state == state.name)]
        places = [_place(value) for value in given]
        paid = any(write.less is not None for write in writes if write.state == state.name)
        held = {place for place in places if place is not None}
        if None not in places or (paid and all(p is not None for p in places[:1])):
            if paid:
                held.add(0)
            words_held[state.name] = frozenset(held)
    size = {word.name: len(word.words) for word in program.words}
    types = {declared.name: declared.type for declared in program.states}
    return {
        name: held
        for name, held in words_held.items()
        if isinstance(held, frozenset) and len(held) < _how_many(types[name], size)
    }


def _how_many(type: t.Type, size: Mapping[str, int]) -> int:
    return size.get(type.list, 0) if isinstance(type, t.WordOf) else 2


def _place(value: e.Expr | None) -> int | None:
    match value:
        case e.WordValue(_, place):
            return place
        case e.Literal(bool() as truth):
            return int(truth)
    return None


def _numbers(program: Program, world: World, writes: list[_Write]) -> dict[str, Reached]:
    """The range of each numeric state, if narrower than declared."""
    declared = {
        state.name: state
        for state in program.states
        if isinstance(state.type, t.Number) and state.start is not None
    }
    held = {
        name: type
        for name, state in declared.items()
        if isinstance(type := _of(state.start, state, world), t.Number)
    }
    for round in range(ROUNDS + 1):
        narrowed = _narrowed(world, held)
        grown = dict(held)
        for write in writes:
            if write.state in grown:
                grown[write.state] = _with(
                    grown[write.state], write, declared[write.state], narrowed
                )
        if grown == held:
            break
        held = {
            name: _widened(held[name], grown[name], declared[name]) if round >= 2 else grown[name]
            for name in held
        }
    return {
        name: (range.low, range.high)
        for name, range in held.items()
        if range != declared[name].type
    }


def _with(before: t.Number, write: _Write, state: d.State, world: World) -> t.Number:
    """The range joined with what a statement may write, within the declared range."""
    assert isinstance(state.type, t.Number)
    if write.less is not None:
        amount = plain(_of(write.less, write.scope, world))
        most = amount.high if isinstance(amount, t.Number) else state.type.high
        low = max(state.type.low, before.low - max(0, most))
        return t.Number(min(before.low, low), before.high)
    written = plain(_of(write.value, write.scope, world)) if write.value is not None else state.type
    if not isinstance(written, t.Number):
        return state.type
    low, high = (
        min(max(end, state.type.low), state.type.high) for end in (written.low, written.high)
    )
    return t.Number(min(before.low, low), max(before.high, high))


def _widened(before: t.Number, after: t.Number, state: d.State) -> t.Number:
    assert isinstance(state.type, t.Number)
    return t.Number(
        state.type.low if after.low < before.low else after.low,
        state.type.high if after.high > before.high else after.high,
    )


def _narrowed(world: World, held: Mapping[str, t.Number]) -> World:
    """The world with states narrowed to their ranges so far."""
    states = {
        name: evolve(state, type=held[name]) if name in held else state
        for name, state in world.known.states.items()
    }
    return evolve(world, known=evolve(world.known, states=states))


def _of(value: e.Expr | None, declaration: Any, world: World) -> t.Type:
    if value is None:
        return t.Never()
    return type_of(value, Scope(world, scope_of(world, declaration).locals))
