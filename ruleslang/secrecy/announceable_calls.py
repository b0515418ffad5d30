"""Which procedure calls may be announced to everybody, with what they were given and answered.

Found in the program, before any match: what is hidden from some player is followed through locals,
arguments and answers, and into the statements that run because of it. Whether an argument reads
what a player does not see is asked in the match; so is whether the procedure does, and cards count
as hidden there alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from attrs import define, field, frozen

from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.slot_uses import defined_in, used_in
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find, walk
from ruleslang.secrecy.bodies_depending_on_secrets import FactsOfStatements
from ruleslang.secrecy.hidden_declarations import secret_names

_STATEMENTS = get_args(s.Statement)
_Rules: TypeAlias = s.Body | s.Hook | s.Whenever


def open_calls(program: Program) -> Mapping[int, s.Call]:
    """The calls of procedures that answer, by `id`, of which everybody may know that they were
    made, and what is in the locals that they are given.
    """
    answering = {each.name for each in program.procedures if each.answers is not None}
    found = _Found(FactsOfStatements(program, secret_names(program)))
    parts = tuple(_parts(program))
    while found.grow(parts):
        pass
    rolling = _rolling(program)
    return {
        id(each): each
        for part in parts
        for each in part.statements
        if isinstance(each, s.Call)
        and each.procedure in answering
        and not found.hides(part, each, rolls_openly=each.procedure in rolling)
    }


def _rolling(program: Program) -> frozenset[str]:
    """The procedures that roll a die that everybody sees: that they run is known to all."""
    rolling: set[str] = set()
    size = -1
    while size != (size := len(rolling)):
        rolling |= {
            each.name
            for each in program.procedures
            if any(roll.seen_by is None for roll in find(each.body, s.RollDie))
            or any(call.procedure in rolling for call in find(each.body, s.Call))
        }
    return frozenset(rolling)


@frozen
class _Part:
    """Something with statements, the procedure for which it answers, and its locals of cards."""

    owner: str
    rules: _Rules
    statements: tuple[s.Statement, ...]
    cards: frozenset[Slot]


def _parts(program: Program) -> Iterator[_Part]:
    owners = {id(each.body): each.name for each in program.procedures}
    cards: frozenset[Slot] = frozenset()
    for each in walk(program):
        table = getattr(each, "locals", None)
        if table is not None:
            cards = frozenset(slot for slot, one in enumerate(table) if _is_card(one.type))
        if isinstance(each, _Rules):
            owner = owners.get(id(each), "")
            if isinstance(each, s.Hook) and isinstance(each.event, ProcedureRun):
                owner = each.event.name
            inside = tuple(every for every in walk(each) if isinstance(every, _STATEMENTS))
            yield _Part(owner, each, inside, cards)


def _is_card(type: t.Type) -> bool:
    return isinstance(type.inner if isinstance(type, t.Optional) else type, t.Card)


@define
class _Found:
    """What may depend on something hidden: whether a procedure is called, what it answers, and
    which arguments it is given.
    """

    facts: FactsOfStatements
    called: frozenset[str] = frozenset()
    answering: frozenset[str] = frozenset()
    arguments: dict[str, frozenset[Slot]] = field(factory=dict)

    def grow(self, parts: Sequence[_Part]) -> bool:
        """Look at every part once more; whether anything was added."""
        before = self.called, self.answering, dict(self.arguments)
        for part in parts:
            hidden, because = self._reached(part)
            for each in part.statements:
                self._note(part, each, hidden, because)
        return before != (self.called, self.answering, self.arguments)

    def hides(self, part: _Part, call: s.Call, *, rolls_openly: bool) -> bool:
        """Whether somebody may not know of a call, or of a local that it is given."""
        hidden, because = self._reached(part)
        return not hidden.isdisjoint(used_in(call.arguments)) or (
            not rolls_openly and id(call) in because
        )

    def _reached(self, part: _Part) -> tuple[frozenset[Slot], frozenset[int]]:
        """The locals that hold something hidden, and the statements that run because of it."""
        hidden = self._given_to(part)
        because: frozenset[int] = frozenset()
        everything = frozenset(map(id, part.statements))
        if part.owner in self.called or self._is_hidden_rule(part.rules):
            because = everything
        size = -1
        while size != (size := len(hidden) + len(because)):
            for each in part.statements:
                if self._depends(each, hidden, because):
                    hidden |= self.facts.of(each).given - part.cards
                    because |= self.facts.of(each).inside - {id(each)}
                if id(each) in because and traits(each).leaves is not None:
                    because = everything
        return hidden, because

    def _given_to(self, part: _Part) -> frozenset[Slot]:
        """The locals of a part that are hidden from the start; all that a hook is given."""
        arguments = self.arguments.get(part.owner, frozenset())
        if isinstance(part.rules, s.Hook):
            slots = [*defined_in(part.rules.pattern), part.rules.answer]
            hidden = arguments or part.owner in self.answering
            arguments = frozenset(each for each in slots if each is not None and hidden)
        return arguments - part.cards

    def _is_hidden_rule(self, rules: _Rules) -> bool:
        match rules:
            case s.Hook():
                return self.facts.reads((rules.pattern, rules.condition))
            case s.Whenever():
                return self.facts.reads((rules.condition,))
        return False

    def _depends(
        self, statement: s.Statement, hidden: frozenset[Slot], because: frozenset[int]
    ) -> bool:
        facts = self.facts.of(statement)
        return (
            id(statement) in because
            or facts.may_tell
            or not facts.read.isdisjoint(hidden)
            or (isinstance(statement, s.RollDie) and statement.seen_by is not None)
            or (isinstance(statement, s.Call) and statement.procedure in self.answering)
        )

    def _note(
        self,
        part: _Part,
        statement: s.Statement,
        hidden: frozenset[Slot],
        because: frozenset[int],
    ) -> None:
        """What a statement passes on to other procedures."""
        match statement:
            case s.Call(procedure, arguments):
                self._pass_on(procedure, arguments, hidden)
                if id(statement) in because:
                    self.called |= {procedure}
            case s.AsUsual(arguments) if arguments is not None:
                self._pass_on(part.owner, arguments, hidden)
            case s.Answer() if part.owner and self._depends(statement, hidden, because):
                self.answering |= {part.owner}

    def _pass_on(self, procedure: str, arguments: Sequence[Any], hidden: frozenset[Slot]) -> None:
        given = frozenset(
            place
            for place, each in enumerate(arguments)
            if self.facts.reads((each,)) or not hidden.isdisjoint(used_in(each))
        )
        if given:
            self.arguments[procedure] = self.arguments.get(procedure, frozenset()) | given
