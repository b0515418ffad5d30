"""Moments: the position of an analysis in a body, the facts known there, and the writes so far."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import evolve, field, frozen

from ruleslang.evaluation.consistency.possible_state_values import Reached, reached_values
from ruleslang.evaluation.consistency.solver_terms import MOST, TRUE, Term
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import written_effects
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.typing.environment import Scope, World, scope_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import children, find

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
    reads = derive(program).reads.values
    return Rules(
        subject.world,
        changed=frozenset(effect.value for effect in effects if isinstance(effect, s.Modifier)),
        reads={name: frozenset(map(place_of, cells)) for name, cells in reads.items()},
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
    """Return the procedures that always end the match: no hook, no early exit."""
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
    """Return whether the match ends in a block, and no statement leaves before."""
    for node in block:
        if isinstance(node, s.Wins) or (isinstance(node, s.Call) and node.procedure in ending):
            return True
        if traits(node).leaves is not None:
            return False
    return False


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
        """Return the moment with further facts, established at `origin`."""
        facts = [Fact(term, origin) for term in terms if term != TRUE]
        return evolve(self, facts=(*self.facts, *facts))

    @property
    def terms(self) -> tuple[Term, ...]:
        """The facts as terms."""
        return tuple(fact.term for fact in self.facts)

    def binding(self, slot: Slot, bound: Bound) -> Moment:
        """Return the moment with another value of a local."""
        return evolve(self, locals={**self.locals, slot: bound})

    def after_writing(self, places: Iterable[Place]) -> Moment:
        """Return the moment after these places may have been written."""
        versions = dict(self.versions)
        for place in places:
            versions[place] = versions.get(place, 0) + 1
        return evolve(self, versions=versions)

    def version(self, places: Iterable[Place]) -> tuple[tuple[Place, int], ...]:
        """Return the writes so far that matter to a read of these places."""
        asked = {EVERYTHING}
        for kind, name in places:
            asked |= {(kind, name), (kind, "")}
            if kind == "anything":
                asked |= set(self.versions)
            if not name:
                asked |= {place for place in self.versions if place[0] == kind}
        return tuple(sorted((place, self.versions[place]) for place in asked & {*self.versions}))

    def places_read(self, expression: e.Expr) -> frozenset[Place]:
        """Return the places that an expression reads, through named values too."""
        direct = {place_of(cell) for cell in cells_read(expression)}
        values = {name for kind, name in direct if kind == "value"}
        followed = {p for name in values for p in self.rules.reads.get(name, {EVERYTHING})}
        if (direct | followed) and any(name in self.rules.changed for _, name in direct | followed):
            followed.add(EVERYTHING)
        return frozenset(direct | followed)


def beginning(rules: Rules, declaration: object, name: str) -> Moment:
    """Return the moment at the start of a body, before anything is known."""
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
    """Return the locals that may be set in a window while the body runs."""
    parameters = getattr(declaration, "parameters", ())
    slots = {
        slot for slot, parameter in enumerate(parameters) if getattr(parameter, "changeable", False)
    }
    choices = getattr(declaration, "choices", ())
    return frozenset(slots | {choice.slot for choice in choices if choice.changeable})


# ---------------------------------------------------------------- where cards are played from


def played_from(subject: Subject) -> tuple[str, int]:
    """
    Return the name of the zone, and the line of a choice from it; empty where cards come from
    elsewhere.

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
    """Yield the zone from which the card of a line is chosen, with the line of the choice."""
    if not isinstance(line.card, e.Local) or line.card.slot not in choices:
        return
    choice = choices[line.card.slot]
    source = choice.source
    while isinstance(source, e.Where | e.ListAsSet):
        source = source.subject if isinstance(source, e.Where) else source.operand
    if isinstance(source, e.ReadZone) and len(source.index) == 1:
        tests = [choice.where] if line.played_as is None else [c.where for c in choices.values()]
        (owner,) = source.index
        parts = (test for where in tests for test in conjuncts(where))
        if any(isinstance(test, e.Playable) and test.player == owner for test in parts):
            yield source.name, choice.origin if choice.origin >= 0 else line.origin


def conjuncts(condition: e.Expr | None) -> Iterator[e.Expr]:
    """Yield the conditions that a condition joins by `and`; none for no condition."""
    if isinstance(condition, e.And):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition


# ---------------------------------------------------------------- conditions inside of a line


def wheres_in(node: object) -> Iterator[tuple[Slot, e.Expr, e.Expr]]:
    """
    Yield the members, sets and conditions of `where` in a part of a line; nested lines have their
    own.
    """
    if isinstance(node, s.Statement | s.Branch | s.Case):
        return
    if isinstance(node, e.Where | e.ThereIs) and node.condition is not None:
        yield node.variable, node.subject, node.condition
    for child in children(node):
        yield from wheres_in(child)


def chains_in(node: object) -> Iterator[e.WhenOtherwise]:
    """Yield the outermost conditional chains in a part of a line; nested lines have their own."""
    if isinstance(node, s.Statement | s.Branch | s.Case):
        return
    if not isinstance(node, e.WhenOtherwise) or node.made:
        for child in children(node):
            yield from chains_in(child)
        return
    yield node
    link: e.Expr = node
    while isinstance(link, e.WhenOtherwise) and not link.made:
        yield from (*chains_in(link.value), *chains_in(link.condition))
        link = link.otherwise
    yield from chains_in(link)


def with_one_condition_less(subject: e.Expr) -> tuple[e.Where, ...]:
    """Return the sets of members with several conditions around this one: with one condition."""
    match subject:
        case e.Where(_, _, e.And(left, right)):
            return tuple(
                where
                for condition in (left, right)
                for where in (
                    evolve(subject, condition=condition),
                    *with_one_condition_less(evolve(subject, condition=condition)),
                )
            )
    return ()


def bounds_of(type: t.Type, scope: Scope) -> tuple[int, int, bool, bool]:
    """Return the range of a type, whether it may be none, and whether it is a truth value."""
    optional = isinstance(type, t.Optional)
    sizes = scope.world.sizes
    match plain(type):
        case t.Number(low, high):
            return max(low, -MOST), min(high, MOST), optional, False
        case t.Truth():
            return 0, 1, optional, not optional
        case t.Player():
            return 0, sizes.seats - 1, optional, False
        case t.Team():
            return 0, sizes.teams - 1, optional, False
        case t.WordOf(list):
            return 0, sizes.words.get(list, MOST) - 1, optional, False
    return 0, MOST, True, False
