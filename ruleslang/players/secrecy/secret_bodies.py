"""Which running bodies depend on secrets, and which calls may be announced to everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from attrs import define, field, frozen

from ruleslang.engine.match.interface import Begun, Match, Observer
from ruleslang.players.secrecy.secret_reads import is_read
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ProcedureRun
from ruleslang.program.locals import Slot
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.program import Program, memoised
from ruleslang.program.slot_uses import defined_in, used_in, written_in
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.traits.reads import is_expression
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find, walk


def secret_names(program: Program) -> frozenset[str]:
    """Return the zones, states and dice that some player may not see or count."""
    zones = (z.name for z in program.zones if not z.seen.by == z.count_seen.by == "all")
    states = (state.name for state in program.states if state.seen.by != "all")
    dice = (dice.name for dice in program.dice if dice.seen.by != "all")
    return frozenset((*zones, *states, *dice))


def has_secrets(program: Program) -> bool:
    """Return whether any player is barred from seeing anything."""
    return bool(secret_names(program)) or any(
        roll.seen_by is not None for roll in find(program, s.RollDie)
    )


@frozen(eq=False)
class Facts:
    """
    The relevant parts of a statement: its own expressions, the locals they read, the locals it
    sets, the statements nested in it, whether it reads a secret itself, and whether anything it
    calls may do so.
    """

    parts: tuple[e.Expr, ...]
    read: frozenset[Slot]
    defined: frozenset[Slot]
    inside: frozenset[int]
    reads_secret: bool
    may_reveal: bool


@define(eq=False)
class FactsOfStatements:
    """Memoised facts of statements."""

    program: Program
    secret: frozenset[str]
    known: dict[int, Facts] = field(factory=dict)

    def of(self, statement: s.Statement) -> Facts:
        facts = self.known.get(id(statement))
        if facts is None:
            facts = self.known[id(statement)] = self._facts_of(statement)
        return facts

    def _facts_of(self, statement: s.Statement) -> Facts:
        parts = tuple(_read_by(statement))
        reads = self.reads(parts)
        may_reveal = reads or (
            isinstance(statement, s.Call)
            and statement.into is not None
            and self.reads(tuple(bodies_called(statement, self.program)))
        )
        return Facts(
            parts,
            frozenset(local.slot for local in find(parts, e.Local)),
            frozenset((*defined_in(statement), *written_in(statement))),
            _inside(statement),
            reads,
            may_reveal,
        )

    def reads(self, parts: tuple[Any, ...]) -> bool:
        return derive(self.program).reads.reads_one_of(parts, self.secret)


def _read_by(statement: s.Statement) -> Iterator[e.Expr]:
    """Yield the expressions that a statement reads itself; filtered candidates count as one."""
    for part in own_parts(statement):
        if is_expression(part):
            yield part
        elif isinstance(part, s.Choice):
            yield _candidates(part.source, part.member, part.where)
    ranks = traits(statement).ranks
    if ranks is not None and ranks.keys:
        pool = _candidates(ranks.source, ranks.candidate, ranks.where)
        yield e.Ranked(ranks.member, pool, ranks.keys, ranks.sorting)


def _candidates(source: e.Expr, member: Slot | None, where: e.Expr | None) -> e.Expr:
    """Return the candidates among which a player chooses or a ranking selects."""
    return source if member is None or where is None else e.Where(member, source, where)


def _inside(statement: s.Statement) -> frozenset[int]:
    """
    Return the `id`s of the statement and of all statements nested in it.

    A choosing statement itself is left out: the player asked sees the choices anyway.
    """
    inside = frozenset(id(nested) for nested in walk(statement))
    return inside - {id(statement)} if isinstance(statement, s.Choosing) else inside


def bodies_called(part: object, program: Program) -> Iterator[s.Body]:
    """Yield the bodies of the procedures that a part of a program calls, and of their callees."""
    bodies = {procedure.name: procedure.body for procedure in program.procedures}
    names = list(dict.fromkeys(call.procedure for call in find(part, s.Call)))
    for called in names:
        calls = find(bodies[called], s.Call)
        names += (call.procedure for call in calls if call.procedure not in names)
        yield bodies[called]


@define(eq=False)
class _SecretStatements:
    """An observer that collects, by body, the statements that may have read a secret."""

    facts: FactsOfStatements
    number: int = 0
    numbers_by_body: dict[int, set[int]] = field(factory=dict)

    def statement(self, match: Match, begun: Begun) -> None:
        if self.facts.of(begun.statement).may_reveal:
            self.numbers_by_body.setdefault(begun.body, set()).add(self.number)
        self.number += 1


@define(eq=False)
class _Body:
    """
    The taint of a running body: locals computed from secrets, statements that read one, loops
    reached; `last` is the latest statement.
    """

    slots: set[Slot] = field(factory=set)
    reveals: list[s.Statement] = field(factory=list)
    loops: list[s.Statement] = field(factory=list)
    last: s.Statement | None = None


@define(eq=False)
class Memory:
    """An observer of what the running bodies have read of things hidden from a player."""

    seat: int
    facts: FactsOfStatements
    numbers: frozenset[int] | None  # of the statements to look at; None: of all
    number: int = 0
    bodies: dict[int, _Body] = field(factory=dict)

    def statement(self, match: Match, begun: Begun) -> None:
        statement = begun.statement
        body = self.bodies.setdefault(begun.body, _Body())
        body.last = statement
        facts = self.facts.of(statement)
        looks = facts.may_reveal and (self.numbers is None or self.number in self.numbers)
        reveals = self.uses(begun) or (
            looks and is_read(match, match.population.players[self.seat], facts.parts, begun.locals)
        )
        body.reveals = _updated(body.reveals, statement, reveals)
        body.loops = _updated(body.loops, statement, isinstance(statement, s.Repeat | s.TakeTurns))
        if reveals or (looks and isinstance(statement, s.Call)):
            body.slots |= facts.defined  # what is called is not looked into: it may have read one
        elif isinstance(statement, s.Let):
            body.slots.discard(statement.slot)
        self.number += 1

    def uses(self, begun: Begun) -> bool:
        """Return whether a statement reads a local computed from a secret."""
        body = self.bodies.get(begun.body)
        return body is not None and self._uses(begun.statement, body)

    def _uses(self, statement: s.Statement, body: _Body) -> bool:
        return not self.facts.of(statement).read.isdisjoint(body.slots)

    def holds(self) -> bool:
        """Return whether a running body got where it is, or will go on, depending on a secret."""
        return any(
            id(body.last) in self.facts.of(statement).inside
            for body in self.bodies.values()
            for statement in (*body.reveals, *(at for at in body.loops if self._uses(at, body)))
        )


def _updated(
    statements: list[s.Statement], statement: s.Statement, present: bool
) -> list[s.Statement]:
    others = [other for other in statements if other is not statement]
    return [*others, statement] if present else others


def remembering(match: Match, seat: int) -> tuple[Match, Memory]:
    """Return a copy of a match, and what its bodies remember that is hidden from a player."""
    program = match.population.program
    facts = FactsOfStatements(program, secret_names(program))
    numbers: frozenset[int] = frozenset()
    if facts.secret:
        first = _SecretStatements(facts)
        running = match.copy(observers=[Observer(statement=first.statement)]).bodies()
        numbers = frozenset(n for body in running for n in first.numbers_by_body.get(body, ()))
    memory = Memory(seat, facts, numbers)
    observer = Observer(statement=memory.statement)
    copy = match.copy(observers=[observer])
    memory.bodies = {body: memory.bodies[body] for body in copy.bodies() if body in memory.bodies}
    copy.ignore(observer)
    return copy, memory


@define(eq=False)
class Follower:
    """
    Determines at each decision of one match whether a running body depends on a secret.

    Follows the match from decision to decision, where `remembering` would replay it from the start.
    """

    seat: int
    match: Match | None = None
    memory: Memory | None = None

    def remembers(self, match: Match) -> bool:
        """Return whether a running body has read something hidden from the player."""
        program = match.population.program
        if not secret_names(program):
            return False
        if self.match is None or not has_followed(self.match, match):
            facts = FactsOfStatements(program, secret_names(program))
            self.memory = Memory(self.seat, facts, None)
            self.match = match.copy(observers=[Observer(statement=self.memory.statement)])
        assert self.memory is not None and self.match is not None
        running = self.match.bodies()
        bodies = self.memory.bodies
        self.memory.bodies = {number: bodies[number] for number in running if number in bodies}
        return self.memory.holds() or any(body.slots for body in self.memory.bodies.values())


def has_followed(follower: Match, match: Match) -> bool:
    """Make the choices of `match` that `follower` has not made; false if it has diverged."""
    before = len(follower.chosen)
    if list(match.chosen[:before]) != list(follower.chosen):
        return False
    try:
        for index in match.chosen[before:]:
            follower.choose(index)
    except ValueError:
        return False
    return follower.hash() == match.hash()


_STATEMENTS = get_args(s.Statement)
_Rules: TypeAlias = s.Body | s.Hook | s.Whenever


def open_calls(program: Program) -> Mapping[int, s.Call]:
    """Return the calls of answering procedures that may be announced to everybody, by `id`."""
    answering = {p.name for p in program.procedures if p.answers is not None}
    (flows, parts), rolling = _secret_flows(program), _rolling(program)
    return {
        id(statement): statement
        for part in parts
        for statement in part.statements
        if isinstance(statement, s.Call)
        and statement.procedure in answering
        and not flows.hides(part, statement, rolls_openly=statement.procedure in rolling)
    }


def open_procedures(program: Program) -> frozenset[str]:
    """Return the procedures of which all may know that they run, and with which arguments."""
    flows, _ = _secret_flows(program)
    return frozenset(p.name for p in program.procedures) - flows.called - flows.arguments.keys()


@memoised
def _secret_flows(program: Program) -> tuple[_SecretFlows, tuple[_Part, ...]]:
    """Return what may depend on secrets, and the parts of a program."""
    flows = _SecretFlows(FactsOfStatements(program, secret_names(program)))
    parts = tuple(_parts(program))
    while flows.grow(parts):
        pass
    return flows, parts


def _rolling(program: Program) -> frozenset[str]:
    """Return the procedures that publicly roll a die, also by a call: all know that they run."""
    rolling: set[str] = set()
    size = -1
    while size != (size := len(rolling)):
        rolling |= {
            procedure.name
            for procedure in program.procedures
            if any(roll.seen_by is None for roll in find(procedure.body, s.RollDie))
            or any(call.procedure in rolling for call in find(procedure.body, s.Call))
        }
    return frozenset(rolling)


@frozen
class _Part:
    """
    Statements with one owner: the procedure they answer for (if any), their rules, and their locals
    that hold cards.
    """

    owner: str
    rules: _Rules
    statements: tuple[s.Statement, ...]
    cards: frozenset[Slot]


def _parts(program: Program) -> Iterator[_Part]:
    owners = {id(procedure.body): procedure.name for procedure in program.procedures}
    cards: frozenset[Slot] = frozenset()
    for node in walk(program):
        table = getattr(node, "locals", None)
        if table is not None:
            cards = frozenset(slot for slot, local in enumerate(table) if _is_card(local.type))
        if isinstance(node, _Rules):
            owner = owners.get(id(node), "")
            if isinstance(node, s.Hook) and isinstance(node.event, ProcedureRun):
                owner = node.event.name
            inside = tuple(every for every in walk(node) if isinstance(every, _STATEMENTS))
            yield _Part(owner, node, inside, cards)


def _is_card(type: t.Type) -> bool:
    return isinstance(type.inner if isinstance(type, t.Optional) else type, t.Card)


@define
class _SecretFlows:
    """
    The fixed point of what may depend on secrets: which procedures are called, what they answer,
    and which arguments they get.
    """

    facts: FactsOfStatements
    called: frozenset[str] = frozenset()
    answering: frozenset[str] = frozenset()
    arguments: dict[str, frozenset[Slot]] = field(factory=dict)

    def grow(self, parts: Sequence[_Part]) -> bool:
        """Propagate through every part once; returns whether anything was added."""
        before = self.called, self.answering, dict(self.arguments)
        for part in parts:
            hidden, because = self._reached(part)
            for statement in part.statements:
                self._note(part, statement, hidden, because)
        return before != (self.called, self.answering, self.arguments)

    def hides(self, part: _Part, call: s.Call, *, rolls_openly: bool) -> bool:
        """Return whether a player may not know of a call, or of one of its arguments."""
        hidden, because = self._reached(part)
        return not hidden.isdisjoint(used_in(call.arguments)) or (
            not rolls_openly and id(call) in because
        )

    def _reached(self, part: _Part) -> tuple[frozenset[Slot], frozenset[int]]:
        """Return the locals that hold secrets, and `id`s of the statements that depend on one."""
        hidden = self._secret_parameters(part)
        because: frozenset[int] = frozenset()
        everything = frozenset(map(id, part.statements))
        if part.owner in self.called or self._is_hidden_rule(part.rules):
            because = everything
        size = -1
        while size != (size := len(hidden) + len(because)):
            for statement in part.statements:
                if self._depends(statement, hidden, because):
                    hidden |= self.facts.of(statement).defined - part.cards
                    because |= self.facts.of(statement).inside - {id(statement)}
                if id(statement) in because and traits(statement).leaves is not None:
                    because = everything
        return hidden, because

    def _secret_parameters(self, part: _Part) -> frozenset[Slot]:
        """Return the parameters of a part that hold secrets; for a hook, all or none of them."""
        arguments = self.arguments.get(part.owner, frozenset())
        if isinstance(part.rules, s.Hook):
            slots = [*defined_in(part.rules.pattern), part.rules.answer]
            hidden = arguments or part.owner in self.answering
            arguments = frozenset(slot for slot in slots if slot is not None and hidden)
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
            or facts.reads_secret
            or not facts.read.isdisjoint(hidden)
            or (isinstance(statement, s.RollDie) and statement.seen_by is not None)
            or (isinstance(statement, s.Call) and statement.procedure in self.answering)
        )

    def _note(
        self, part: _Part, statement: s.Statement, hidden: frozenset[Slot], because: frozenset[int]
    ) -> None:
        """Propagate what a statement passes on to other procedures."""
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
        secret = frozenset(
            place
            for place, argument in enumerate(arguments)
            if self.facts.reads((argument,)) or not hidden.isdisjoint(used_in(argument))
        )
        if secret:
            self.arguments[procedure] = self.arguments.get(procedure, frozenset()) | secret
