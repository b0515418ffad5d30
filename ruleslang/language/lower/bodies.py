"""Lowers the bodies of procedures, actions and plays: clauses, statements, `in any case`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, get_args

import attrs
from attrs import define, evolve, field, frozen

from ruleslang.language.lower.action_clauses import clauses
from ruleslang.language.lower.blocks import sequence
from ruleslang.language.lower.conversions import report_twice
from ruleslang.language.lower.diagnostics import heads
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.dispatch import lower
from ruleslang.language.lower.patterns import report_unused
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.statement_handlers import block
from ruleslang.language.syntax import declarations as syntax_declarations
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as syntax
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.simple_statements import Choice
from ruleslang.language.syntax.walk import walk as walk_tree
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.slot_uses import defined_in, used_in
from ruleslang.program.traits.effects import may_leave, own_statements
from ruleslang.program.traits.reads import taken_from
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find, walk


@define
class _Touched:
    """The state that earlier statements may have changed; `any_zone`: from an unknown one."""

    zones: set[str] = field(factory=set)
    states: set[str] = field(factory=set)
    any_zone: bool = False

    def take(self, statement: s.Statement) -> None:
        """Record the zones from which a statement takes cards, and the states it writes."""
        for inner in own_statements((statement,)):
            cells = (
                taken_from(inner.cards) if isinstance(inner, s.MoveCards) else traits(inner).writes
            )
            self.zones |= {cell.name for cell in cells if cell.kind == "zone"}
            self.states |= {cell.name for cell in cells if cell.kind == "state"}
        self.any_zone |= "" in self.zones

    def concerns(self, move: s.MoveCards) -> bool:
        """Return whether a move may now be a different one than when the choice was made."""
        read = {node.name for node in find((move.cards, move.target), e.ReadState)}
        computed = any(True for _ in find((move.cards, move.target), e.CallValue))
        return (
            self.any_zone
            or move.target.name in self.zones
            or bool(read & self.states)
            or (computed and bool(self.states or self.zones))
        )


def room(scope: Scope, statements: s.Block) -> tuple[s.HasRoom, ...]:
    """Return the capacity conditions implied by moves that always run; `scope` is the head's."""
    rooms: list[s.HasRoom] = []
    touched = _Touched()
    for statement in statements:
        if any(_is_open(inner) for inner in own_statements((statement,))):
            break
        if (
            isinstance(statement, s.MoveCards)
            and _is_bounded(scope, statement.target.name)
            and _is_readable(scope, statement)
            and not touched.concerns(statement)
        ):
            rooms.append(s.HasRoom(statement.cards, statement.target, statement.origin))
        touched.take(statement)
    return tuple(rooms)


def _is_open(statement: s.Statement) -> bool:
    """Return whether what follows a statement is not determined when the choice is made."""
    here = traits(statement)
    decided = here.chance or bool(here.asks) or bool(here.effects)
    return decided or may_leave(statement, acts_at_once=False)


def _is_bounded(scope: Scope, zone: str) -> bool:
    node = scope.context.symbols.declared(zone, syntax_declarations.Zone)
    return node is not None and node.at_most is not None


def _is_readable(scope: Scope, move: s.MoveCards) -> bool:
    """Return whether cards and zone can be evaluated when the choice is made."""
    parts = (move.cards, move.target)
    known = {local.slot for local in scope.locals.values()} | {*defined_in(parts)}
    return all(slot in known for slot in used_in(parts))


@frozen
class WhatIsLeft:
    """
    What a body begins with if some of its choices don't fail together: statements that note what is
    gone, its scope, and for each such choice of one thing the local that holds whether it is gone.
    """

    begun: tuple[s.Statement, ...]
    scope: Scope
    gone: Mapping[Slot, Slot]
    drops: bool  # whether sets lose members


def what_is_left(scope: Scope, choices: Sequence[Choice]) -> WhatIsLeft:
    """Note or drop chosen things that are gone; the body ends if none of them is left."""
    begun: list[s.Statement] = []
    gone: dict[Slot, Slot] = {}
    absent: list[e.Expr] = []
    lost: list[e.Expr] = []
    for place, node in enumerate(choices):
        chosen = scope.locals.get(node.name.text)
        if not node.each_alone or chosen is None:
            continue
        origin = scope.context.origin(node.span)
        if node.quantity is None:
            inner = scope.with_local(f"{chosen.name} is gone", t.Truth(), node.span, "let")
            gone[chosen.slot] = inner.slot(f"{chosen.name} is gone")
            now: e.Expr = e.Not(e.StillThere(place))
            begun.append(s.Let(gone[chosen.slot], now, origin))
            absent.append(e.Local(gone[chosen.slot]))
            lost.append(absent[-1])
        else:
            inner = scope.with_local(chosen.name, chosen.type, chosen.span, "choice")
            begun.append(s.Let(inner.slot(chosen.name), _still_there(scope, node, place), origin))
            absent.append(e.IsEmpty(e.Local(inner.slot(chosen.name))))
            lost.append(e.Not(e.IsEmpty(e.Local(chosen.slot))))
        scope = inner
    if begun:
        none_left = e.And(reduce(e.And, absent), reduce(e.Or, lost))
        begun.append(s.If(none_left, (s.Stop(begun[0].origin),), (), begun[0].origin))
    is_dropping = any(node.each_alone and node.quantity is not None for node in choices)
    return WhatIsLeft(tuple(begun), scope, gone, is_dropping)


def _still_there(scope: Scope, node: Choice, place: int) -> e.Expr:
    """Return the chosen members still in the set they were chosen from, and never out of it."""
    at = node.span
    member = Name(f"one of {node.name.text}", span=at)
    among = x.IsIn(member, x.Paren(node.subject, span=at), span=at)
    still_in = x.EachWhere(member, Name(node.name.text, span=at), among, span=at)
    left = lower(scope.pure("a choice"), still_in).expr
    assert isinstance(left, e.Where)
    stayed = e.StillThere(place, e.Local(left.variable))
    return evolve(left, condition=e.And(stayed, left.condition))


def _without_gone(block: s.Block, gone: Mapping[Slot, Slot]) -> s.Block:
    """Return a block whose statements do nothing if what they name is gone."""
    return _Guards({slot: (flag,) for slot, flag in gone.items()}).block(block) if gone else block


@define
class _Guards:
    """The locals that say whether what a slot depends on is gone."""

    flags: dict[Slot, tuple[Slot, ...]] = field(factory=dict)

    def block(self, statements: s.Block) -> s.Block:
        return tuple(self._guarded(statement) for statement in statements)

    def _guarded(self, statement: s.Statement) -> s.Statement:
        head = _mapped(statement, lambda _: ())
        needed = dict.fromkeys(flag for slot in used_in(head) for flag in self.flags.get(slot, ()))
        for slot in defined_in(head):
            self.flags[slot] = tuple(dict.fromkeys((*self.flags.get(slot, ()), *needed)))
        inside: s.Statement = _mapped(statement, self.block)
        if needed:
            flags: list[e.Expr] = [e.Local(flag) for flag in needed]
            is_gone = reduce(e.Or, flags)
            return s.If(e.Not(is_gone), (inside,), (), statement.origin)
        return inside


def _mapped(node: Any, change: Callable[[s.Block], s.Block]) -> Any:
    """Return a statement, or a branch of one, with each of its blocks changed."""
    changes: dict[str, object] = {}
    for of in attrs.fields(type(node)):
        value: Any = getattr(node, of.name)
        if isinstance(value, tuple) and value and isinstance(value[0], STATEMENTS):
            changes[of.name] = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], BRANCHES):
            changes[of.name] = tuple(_mapped(branch, change) for branch in value)
    return evolve(node, **changes) if changes else node


STATEMENTS = get_args(s.Statement)
BRANCHES = (s.Case, s.Branch)
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}
# Statements allowed under `in any case`.
FIT = (
    *get_args(simple.Assigning),
    syntax.If,
    syntax.Depending,
    syntax.ForEach,
    syntax.Repeat,
    simple.DoNothing,
)


def body(
    scope: Scope, node: syntax.Body, *, action_or_play: bool, choices: Sequence[simple.Choice] = ()
) -> s.Body:
    """
    Lower a body in the scope of its head, which has these choices.

    Reports names bound by the head of an action or a play that the body never reads.
    """
    if action_or_play:
        scope = evolve(scope, actor=_actor(scope))
    else:
        for clause in node.clauses:
            word, instead = _first_word(clause), _instead_of_clause(scope, clause)
            scope.context.report(heads.clause_in_procedure(clause.span, word=word, instead=instead))
    report_twice(scope.context, node.clauses)
    conditions, inner = clauses(scope, node.clauses)
    left = what_is_left(inner, choices)
    statements, sure, last = _statements(inner, left.scope, node)
    if action_or_play and not left.drops:
        conditions += room(inner, statements)
    statements = (*left.begun, *_without_gone(statements, left.gone))
    always = _block_in_any_case(inner, node.in_any_case, sure, last) if node.in_any_case else None
    if action_or_play:
        report_unused(
            scope, {local.name for local in scope.locals.values() if local.role == "bound"}
        )
    return s.Body(conditions, statements, always)


def _statements(inner: Scope, scope: Scope, node: syntax.Body) -> tuple[s.Block, Scope, Scope]:
    """
    Return the statements of a body, lowered in `scope`; the scope before the first that can leave,
    which is at least `inner`; the last scope.

    No other scope is kept: each has a table of all locals before it.
    """
    acts_at_once = scope.context.symbols.acts_at_once
    statements: list[s.Statement] = []
    sure = last = inner
    leaves = False
    for step in sequence(scope, node.statements):
        statements += step.statements
        last = step.after
        leaves = leaves or any(
            may_leave(statement, acts_at_once=acts_at_once)
            for statement in own_statements(step.statements)
        )
        sure = sure if leaves else last
    return tuple(statements), sure, last


def _actor(scope: Scope) -> str | None:
    """Return the local of the acting player: `you`, or the name after `by`."""
    return next((local.name for local in scope.locals.values() if local.role == "you"), None)


def _instead_of_clause(scope: Scope, clause: syntax.Clause) -> str:
    """Return the line of a procedure that corresponds to a line of an action's head."""
    if scope.answers is not None or not isinstance(clause, syntax.OnlyIf):
        return "use `if`"
    return f"write `if {_negated(clause.condition)}: stop`"


def _negated(condition: x.Expression) -> str:
    """Return the text of a condition that holds just when another does not."""
    written = condition.span.text
    match condition:
        case x.Not(operand=operand):
            return operand.span.text
        case x.ThereIs(negated=negated):
            no, some = ("there is no ", "there is ")
            return (some if negated else no) + written.removeprefix(no if negated else some)
        case x.Compare(operator=operator, left=left, right=right):
            return f"{left.span.text} {OPPOSITE[operator]} {right.span.text}"
        case x.Is(negated=negated, left=left, right=right):
            return f"{left.span.text} is{'' if negated else ' not'} {right.span.text}"
        case x.IsIn(negated=negated, left=left, right=right):
            return f"{left.span.text} is{'' if negated else ' not'} in {right.span.text}"
        case x.IsEmpty(negated=negated, operand=operand):
            return f"{operand.span.text} is{'' if negated else ' not'} empty"
        case Name() | x.Apply() | x.Paren():
            return f"not {written}"
        case _:
            return f"not ({written})"


def _first_word(node: Node) -> str:
    words = node.span.text.split()
    return " ".join(words[:2]) if words[:2] == ["only", "if"] else words[0] if words else ""


# ---------------------------------------------------------------- in any case


def _block_in_any_case(scope: Scope, node: syntax.Block, sure: Scope, last: Scope) -> s.Block:
    """Return what is done in any case, in the locals that are sure to be there."""
    unfit = [
        part
        for part in walk_tree(node)
        if isinstance(part, simple.Marked) and not isinstance(part, FIT)
    ]
    for line in unfit:
        word = "a call" if isinstance(line, simple.Call) else f"`{_first_word(line)}`"
        scope.context.report(errors.unfit_in_any_case(line.span, what=word))
    facts = {path: type for path, type in sure.facts.items() if path in sure.locals}
    inside = evolve(sure, facts=facts, answers=None, locals={**sure.locals, **scope.locals})
    for part in walk_tree(node):
        if isinstance(part, Name) and part.text in last.locals and part.text not in inside.locals:
            scope.context.report(errors.late_local(part.span, name=part.text))
    lowered = block(inside, node)
    if not unfit and any(isinstance(part, (s.Call, s.AsUsual)) for part in walk(lowered)):
        scope.context.report(errors.unfit_in_any_case(node.span, what="a call"))
    return lowered
