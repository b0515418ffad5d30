"""
The invariants about locals: read only where they are defined, and in a table that is complete.

The names in the table are for people; the messages use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import define, field, frozen

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.locals import DEFINES, LocalDecl, Slot, slots_in
from ruleslang.program.program import Ending, Program
from ruleslang.program.slot_uses import captured_by, defined_in, used_in
from ruleslang.program.traits.effects import may_leave, own_statements
from ruleslang.program.traits.reads import is_expression
from ruleslang.program.traits.statements import clause_traits, traits
from ruleslang.program.typing.environment import Known
from ruleslang.program.walk import children, find
from tests.support.invariants.broken import Broken


@frozen
class MadeUnless:
    """A local that is defined wherever none of these locals holds."""

    slot: Slot
    flags: frozenset[Slot]


Scope = frozenset["Slot | MadeUnless"]

NOTHING: Scope = frozenset()


@define(eq=False)
class Found:
    """What is wrong with the locals of one declaration."""

    locals: tuple[LocalDecl, ...]
    messages: list[str] = field(factory=list)

    def say(self, slot: Slot, wrong: str) -> None:
        """Something is wrong with a local."""
        known = 0 <= slot < len(self.locals)
        self.messages.append(f"{self.locals[slot].name if known else f'slot {slot}'} {wrong}")


def local_defined(k: Known) -> Iterator[Broken]:
    """Every local is read where it has a value, and gets its first value only once on a way."""
    for name, declaration, read in _declarations(k.program):
        found = Found(declaration.locals)
        read(declaration, found)
        for message in found.messages:
            yield Broken("local-defined", name, message)


def locals_declared(k: Known) -> Iterator[Broken]:
    """Every slot has its entry in the table, and every entry but a parameter is given a value."""
    for name, declaration, _ in _declarations(k.program):
        found = Found(declaration.locals)
        defined = {*defined_in(declaration)}
        for slot in {*defined, *used_in(declaration)}:
            if not 0 <= slot < len(declaration.locals):
                found.say(slot, "is not in the table")
        for slot, local in enumerate(declaration.locals):
            if (slot in defined) is (local.role == "parameter"):
                found.say(slot, "is in the table and nowhere else")
        for message in found.messages:
            yield Broken("locals-declared", name, message)


def first_slots_agree(k: Known) -> Iterator[Broken]:
    """The first slots are the parameters, or the places of an index, with their types."""
    for name, declaration, _ in _declarations(k.program):
        places = getattr(declaration, "parameters", getattr(declaration, "index", None))
        wanted = places if isinstance(places, tuple) and _are_places(places) else ()
        first = declaration.locals[: len(wanted)]
        if [local.type for local in first] != [place.type for place in wanted]:
            yield Broken("first-slots-agree", name, "the first slots have other types")
        roles = [local.role == "parameter" for local in declaration.locals]
        if roles != [slot < len(wanted) for slot in range(len(roles))]:
            yield Broken("first-slots-agree", name, "the first slots are not the parameters")


def _are_places(places: tuple[object, ...]) -> bool:
    """Whether these are parameters or places of an index, not the pattern of a standing effect."""
    return all(isinstance(place, (d.Parameter, d.IndexPlace)) for place in places)


def captures_complete(k: Known) -> Iterator[Broken]:
    """What a lasting statement captures is what its effects read of the body around it."""
    for name, declaration, _ in _declarations(k.program):
        for lasting in find(declaration, s.Lasting):
            if lasting.captures != captured_by(lasting):
                yield Broken("captures-complete", name, f"{lasting.name} captures something else")


def _declarations(p: Program) -> Iterator[tuple[str, Any, Callable[[Any, Found], None]]]:
    """Every declaration that has a table of locals, and what tests it."""
    groups: tuple[tuple[tuple[Any, ...], Callable[[Any, Found], None]], ...] = (
        (p.zones, _place),
        (p.states, _place),
        (p.dice, _place),
        (p.values, _value),
        (p.procedures, _procedure),
        (p.actions, _action),
        (p.plays, _play),
        (p.windows, _window),
        (p.standings, _standing),
        (p.card_standings, _standing),
    )
    for group, read in groups:
        for declaration in group:
            yield declaration.name, declaration, read
    yield "header", p.ending, _ending


# ---------------------------------------------------------------- declarations


def _first(places: tuple[Any, ...]) -> Scope:
    """Parameters, or the places of an index, have the first slots."""
    return frozenset(range(len(places)))


def _place(place: d.Zone | d.State | d.Dice, found: Found) -> None:
    scope = _first(place.index)
    for name in ("at_most", "start", "seen", "count_seen"):
        _expression(getattr(place, name, None), scope, found)


def _ending(ending: Ending, found: Found) -> None:
    _expression(ending.winners, NOTHING, found)


def _value(value: d.Value, found: Found) -> None:
    scope = _first(value.parameters)
    for let in value.lets:
        _expression(let.value, scope, found)
        scope = _bind(scope, [let.slot], found)
    for case in value.cases:
        _expression(case.condition, scope, found)
        _expression(case.value, scope | set(_held(case.condition)), found)


def _procedure(procedure: d.Procedure, found: Found) -> None:
    _body(procedure.body, _first(procedure.parameters), found)


def _action(action: d.Action, found: Found) -> None:
    scope = _uses(action.windows, action.window_condition, frozenset({action.you}), found)
    _body(action.body, _choices(action.choices, scope, found), found)


def _play(play: d.Play, found: Found) -> None:
    scope = _uses(play.windows, play.window_condition, frozenset({play.you, play.this}), found)
    _body(play.body, _choices(play.choices, scope, found), found)


def _uses(uses: tuple[s.WindowUse, ...], where: e.Expr | None, scope: Scope, found: Found) -> Scope:
    """A local is readable when every window listed binds it."""
    readable: Scope | None = None
    for use in uses:
        bound = _pattern(use.pattern, scope, found)
        readable = bound if readable is None else readable & bound
    return _condition(where, scope if readable is None else readable, found)


def _choices(choices: Iterable[s.Choice], scope: Scope, found: Found) -> Scope:
    for choice in choices:
        scope = _choice(choice, scope, found)
    return scope


def _window(window: d.Window, found: Found) -> None:
    _expression(window.asks, _first(window.parameters), found)


def _standing(standing: d.Standing, found: Found) -> None:
    own = (slot for slot in (standing.this, standing.you) if slot is not None)
    scope = _pattern(standing.index, frozenset(own), found)
    scope = _condition(standing.condition, scope, found)
    for effect in standing.effects:
        _effect(effect, scope, found)


# ---------------------------------------------------------------- heads


def _pattern(pattern: patterns.Pattern, scope: Scope, found: Found) -> Scope:
    for entry in pattern or ():
        if isinstance(entry, patterns.BindEntry):
            scope = _bind(scope, [entry.slot], found)
        else:
            _expression(entry, scope, found)
    return scope


def _condition(condition: e.Expr | None, scope: Scope, found: Found) -> Scope:
    """The scope in which what stands under a condition is read."""
    _expression(condition, scope, found)
    return scope | set(_held(condition))


def _effect(effect: s.Effect, scope: Scope, found: Found) -> None:
    match effect:
        case s.Hook():
            scope = _pattern(effect.pattern, scope, found)
            scope = _pattern((effect.by,) if effect.by is not None else (), scope, found)
            if effect.answer is not None:
                scope = _bind(scope, [effect.answer], found)
            _block(effect.block, _condition(effect.condition, scope, found), found)
        case s.Modifier():
            scope = _pattern(effect.pattern, scope, found)
            scope = _condition(effect.condition, scope, found)
            for change in effect.changes:
                _expression(change.amount, scope, found)
        case s.Whenever():
            _block(effect.block, _condition(effect.condition, scope, found), found)


def _body(body: s.Body, scope: Scope, found: Found) -> None:
    for clause in body.clauses:
        _expression(clause, scope, found)
        scope |= set(_held(clause_traits(clause).condition))
    _block(body.statements, scope, found)
    early = _made_early(body.statements)
    _block(body.in_any_case or (), scope | set(early), found)


def _made_early(block: s.Block) -> Iterator[Slot]:
    """Locals made before the first line that can leave."""
    for statement in block:
        if any(may_leave(one, acts_at_once=False) for one in own_statements((statement,))):
            return
        yield from traits(statement).defines


# ---------------------------------------------------------------- statements


def _block(block: s.Block, scope: Scope, found: Found) -> None:
    for statement in block:
        scope = _statement(statement, scope, found)


def _statement(statement: s.Statement, scope: Scope, found: Found) -> Scope:
    """Test a statement; the scope of those after it."""
    match statement:
        case s.If():
            unless = frozenset(_negated(statement.condition))
            inner = _condition(statement.condition, scope, found) | set(_made(scope, unless))
            _block(statement.then, inner, found)
            _block(statement.otherwise, scope, found)
            made = (slot for one in statement.then for slot in traits(one).defines)
            return scope | {MadeUnless(slot, unless) for slot in made if unless}
        case s.Depending():
            _expression(statement.subject, scope, found)
            for case in statement.cases:
                _block(case.block, _pattern(case.entries, scope, found), found)
            _block(statement.otherwise or (), scope, found)
        case s.AtOnce():
            _block(statement.block, scope, found)
        case s.ForEach() | s.TogetherForEach():
            _expression(statement.subject, scope, found)
            _block(statement.block, _bind(scope, [statement.variable], found), found)
        case s.TakeTurns():
            for part in (statement.among, statement.starting, statement.until):
                _expression(part, scope, found)
            _block(statement.block, _bind(scope, [statement.variable], found), found)
        case s.Repeat():
            for part in (statement.times, statement.until, statement.at_most):
                _expression(part, scope, found)
            _block(statement.block, _condition(statement.while_, scope, found), found)
        case _:
            return _asking_statement(statement, scope, found)
    return scope


def _made(scope: Scope, unless: frozenset[Slot]) -> Iterator[Slot]:
    """The locals that are defined where none of these holds."""
    for entry in scope:
        if isinstance(entry, MadeUnless) and entry.flags <= unless:
            yield entry.slot


def _negated(condition: e.Expr) -> Iterator[Slot]:
    """The locals of which a condition says that none holds."""
    match condition:
        case e.Not(e.Or(left, right)):
            yield from _negated(e.Not(left))
            yield from _negated(e.Not(right))
        case e.Not(e.Local(slot)):
            yield slot


def _asking_statement(statement: s.Statement, scope: Scope, found: Found) -> Scope:
    match statement:
        case s.MayChoose():
            _expression(statement.player, scope, found)
            _block(statement.then, _choice(statement.choice, scope, found), found)
            _block(statement.otherwise, scope, found)
        case s.Menu():
            _expression(statement.player, scope, found)
            for branch in statement.branches:
                inner = _condition(branch.condition, scope, found)
                _expression(branch.pays, inner, found)
                _block(branch.block, inner, found)
        case s.Together():
            for question in statement.questions:
                _expression(question.player, scope, found)
                inner = _condition(question.condition, scope, found)
                _choice(question.choice, inner, found)
            return _bind(scope, [question.into for question in statement.questions], found)
        case s.Offer():
            _expression(statement.player, scope, found)
            _block(statement.impossible or (), scope, found)
        case s.Lasting():
            inner = _lifetime(statement.lifetime, scope, found)
            for effect in statement.effects:
                _effect(effect, inner, found)
        case _:
            return _simple_statement(statement, scope, found)
    return scope


def _lifetime(lifetime: s.Lifetime, scope: Scope, found: Found) -> Scope:
    match lifetime:
        case s.UntilRunEnds():
            return scope
        case s.UntilNextEnd(pattern=pattern) | s.UntilNextStart(pattern=pattern):
            return _pattern(pattern, scope, found)
        case s.WhileHolds(condition):
            return _condition(condition, scope, found)


def _simple_statement(statement: s.Statement, scope: Scope, found: Found) -> Scope:
    match statement:
        case s.Choose():
            _expression(statement.player, scope, found)
            return _choice(statement.choice, scope, found)
        case s.Pick():
            after = _choice(statement.choice, scope, found)
            inner = _bind(scope, [statement.member], found)
            for key in statement.keys:
                _expression(key.value, inner, found)
            _expression(statement.by, scope, found)
            return after
        case s.Rank():
            _expression(statement.subject, scope, found)
            inner = _bind(scope, [statement.variable], found)
            for key in statement.keys:
                _expression(key.value, inner, found)
            _expression(statement.by, scope, found)
            return _bind(scope, [statement.into], found)
    _expression(statement, scope, found)
    return _bind(scope, traits(statement).defines, found)


def _choice(choice: s.Choice, scope: Scope, found: Found) -> Scope:
    """Test a choice; the scope of what comes after it."""
    for part in (choice.source, choice.low, choice.high):
        _expression(part, scope, found)
    if choice.member is not None:
        _expression(choice.where, _bind(scope, [choice.member], found), found)
    after = _bind(scope, [choice.slot], found)
    _expression(choice.so_that, after, found)
    return after


# ---------------------------------------------------------------- expressions


def _expression(node: Any, scope: Scope, found: Found) -> None:
    match node:
        case None:
            return
        case e.Local(slot) | s.LocalPlace(slot):
            if slot not in scope:
                found.say(slot, "is read where it is not defined")
        case e.And():
            _expression(node.left, scope, found)
            _expression(node.right, scope | set(_held(node.left)), found)
        case e.WhenOtherwise():
            _expression(node.value, _condition(node.condition, scope, found), found)
            _expression(node.otherwise, scope, found)
        case tuple():
            for item in node:
                _expression(item, scope, found)
        case _:
            _with_member(node, scope, found)


def _with_member(node: Any, scope: Scope, found: Found) -> None:
    """Test a node; the member that an expression names is readable in all but its `subject`."""
    inner = _bind(scope, slots_in(node, (DEFINES,)), found) if is_expression(node) else scope
    for child in children(node):
        _expression(child, scope if child is getattr(node, "subject", None) else inner, found)


def _held(condition: Any) -> Iterator[Slot]:
    """The locals that stay readable where a condition holds."""
    match condition:
        case e.ThereIs(variable, _, inner):
            yield variable
            yield from _held(inner)
        case e.And(left, right):
            yield from _held(left)
            yield from _held(right)


def _bind(scope: Scope, slots: Iterable[Slot], found: Found) -> Scope:
    for slot in slots:
        if slot in scope:
            found.say(slot, "is defined where it is already defined")
        scope = scope | {slot}
    return scope
