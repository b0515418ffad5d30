"""
Walks through bodies with the facts that hold at each place.

Facts come from enclosing conditions, from earlier lines that leave, from choices and payments. A
write invalidates what it may change, and a statement that runs other rules invalidates everything;
so what the solver finds impossible under the facts is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.evaluation.consistency.facts import (
    EVERYTHING,
    Bound,
    Fact,
    Moment,
    Place,
    Rules,
    bounds_of,
    chains_in,
    place_of,
    wheres_in,
)
from ruleslang.evaluation.consistency.solver_terms import (
    Term,
    Unknown,
    apply,
    at_most,
    conditional,
    conjunction,
    disjunction,
    negation,
    number,
    same_value,
    solve,
    unknowns,
)
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.slot_uses import defined_in, written_in
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import children

Sort: TypeAlias = Literal[
    "branch",
    "otherwise",
    "case",
    "row",
    "when",
    "where",
    "answer",
    "option of a menu",
    "action",
    "offer",
    "play",
    "card",
    "price",
    "effect",
    "window",
]


@frozen
class Dead:
    """
    Something that can never happen: its `sort`, place, name, and the lines that imply it.

    `fields` are those that the table of cards must be read for; `None` if it needs no table.
    """

    sort: Sort
    origin: int
    name: str = ""
    because: tuple[int, ...] = ()
    fields: frozenset[str] | None = None


@define
class Walk:
    """A walk through bodies that collects what can never happen."""

    rules: Rules
    unreachable: list[Dead] = field(factory=list)
    reasons: tuple[int, ...] = ()  # the reasons of the last impossibility
    fields: frozenset[str] | None = None  # the fields of cards on which it depends
    called: Mapping[str, d.Procedure] = field(factory=dict)  # walked where they are called

    # ------------------------------------------------------------ questions

    def translated(self, moment: Moment, condition: e.Expr) -> tuple[Term, tuple[Term, ...]]:
        """Return a condition as a term, with facts about its unknowns."""
        translation = Translation(moment)
        term = translation.term(condition)
        return term, tuple(translation.known)

    def possible(self, moment: Moment, *terms: Term) -> bool:
        """Test whether these terms may hold together with the facts; if not, keeps the reasons."""
        if solve((*moment.terms, *terms)) != "impossible":
            return True
        needed = facts_needed(moment.facts, terms)
        self.reasons = tuple(dict.fromkeys(fact.origin for fact in needed if fact.origin >= 0))
        self.fields = fields_needed([*(fact.term for fact in needed), *terms])
        return False

    def entered(
        self, moment: Moment, condition: e.Expr, holds: bool = True, origin: int = -1
    ) -> Moment | None:
        """Return the moment under a condition, or its negation; `None` if that is impossible."""
        term, known = self.translated(moment, condition)
        wanted = term if holds else negation(term)
        if not self.possible(moment, wanted, *known):
            return None
        return moment.knowing(*known).knowing(wanted, origin=origin)

    def dead(self, sort: Sort, origin: int, name: str = "") -> None:
        """Report as dead what was last found impossible."""
        because = tuple(reason for reason in self.reasons if reason != origin)
        self.unreachable.append(Dead(sort, origin, name, because, self.fields))

    # ------------------------------------------------------------ statements

    def block(self, block: s.Block, moment: Moment) -> Moment | None:
        """Walk through statements; `None` if the end is unreachable."""
        here: Moment | None = moment
        for node in block:
            if here is None:
                return None
            here = self.statement(node, here)
        return here

    def statement(self, node: s.Statement, moment: Moment) -> Moment | None:
        self.chains(children(node), moment, node.origin)
        match node:
            case s.If():
                return self.branches(node, moment)
            case s.Depending(subject, cases, otherwise):
                self.cases(node, subject, cases, otherwise, moment)
                return self.after(node, moment)
            case s.Menu(branches=branches):
                self.menu(branches, moment)
                return self.after(node, moment)
            case s.Let(slot, value):
                return self.named(slot, value, moment)
            case s.Repeat(while_=while_, until=until, block=block):
                return self.repeat(node, while_, until, block, moment)
            case s.ForEach(slot, subject, block):
                inside = self.chosen_from(slot, subject, None, self.widened(node, moment))
                self.block(block, inside)
                return self.after(node, moment)
            case s.Choose(_, choice):
                after = self.after(node, moment)
                return None if after is None else self.choice(choice, after)
            case s.MayChoose(_, choice, then, otherwise):
                self.block(then, self.choice(choice, moment))
                self.block(otherwise, moment)
                return self.after(node, moment)
            case s.Assign(place, value):
                return self.assigned(node, place, value, moment)
            case s.AtOnce(block):
                self.block(block, moment)
                return self.after(node, moment)
            case _:
                for inner in traits(node).blocks:
                    self.block(inner, self.widened(node, moment))
                return self.after(node, moment)

    def chains(self, parts: Iterable[object], moment: Moment, origin: int) -> None:
        """
        Check each `x when C otherwise y when D …`: every condition must still be possible.

        So must each `where`, of a member of its set.
        """
        parts = tuple(parts)
        narrowed = (where for part in parts for where in wheres_in(part))
        for member, members, condition in narrowed:
            inside = self.chosen_from(member, members, None, moment)
            if self.possible(inside) and self.entered(inside, condition) is None:
                self.dead("where", origin)
        for chain in (outermost for part in parts for outermost in chains_in(part)):
            here: Moment | None = moment
            link: e.Expr = chain
            while isinstance(link, e.WhenOtherwise) and not link.made:
                if here is None or self.entered(here, link.condition) is None:
                    self.dead("when", origin)
                if here is None:
                    break
                here = self.entered(here, link.condition, False, origin)
                link = link.otherwise

    def branches(self, node: s.If, moment: Moment) -> Moment | None:
        """Walk both branches of an `if`; `None` if neither reaches its end."""
        condition, origin = node.condition, node.origin
        holds = self.entered(moment, condition, origin=origin)
        if holds is None:
            self.dead("branch", origin)
        fails = self.entered(moment, condition, holds=False, origin=origin)
        if fails is None and node.otherwise:
            self.dead("otherwise", origin)
        ends = [
            self.block(block, inside) if inside is not None else None
            for block, inside in ((node.then, holds), (node.otherwise, fails))
        ]
        left = [end for end in ends if end is not None]
        if not left:
            return None
        if len(left) == 1 and left[0] is not None:
            return left[0]
        return self.joined(node, moment, left)

    def joined(self, node: s.Statement, before: Moment, ends: list[Moment]) -> Moment | None:
        """Return the moment after a branching, joined from the branches."""
        after = self.after(node, before)
        if after is None or _written(node):
            return after
        added = [[fact.term for fact in end.facts if fact not in before.facts] for end in ends]
        return after.knowing(disjunction(*(conjunction(*terms) for terms in added)))

    def cases(
        self,
        node: s.Depending,
        subject: e.Expr,
        cases: tuple[s.Case, ...],
        otherwise: s.Block | None,
        moment: Moment,
    ) -> None:
        """Check which cases of `depending on` are possible."""
        left: Moment | None = moment
        for case in cases:
            term, known = self.entries(subject, case.entries, moment)
            if term is None:
                self.block(case.block, moment)
                continue
            inside = moment if left is None else left
            if left is None or not self.possible(left, term, *known):
                self.dead("case", case.origin)
                continue
            self.block(case.block, inside.knowing(term, *known))
            left = left.knowing(*known).knowing(negation(term), origin=node.origin)
        if otherwise is not None and left is not None:
            if not self.possible(left):
                self.dead("otherwise", node.origin)
            else:
                self.block(otherwise, left)

    def entries(
        self, subject: e.Expr, entries: tuple[patterns.Entry, ...], moment: Moment
    ) -> tuple[Term | None, tuple[Term, ...]]:
        """Return the term that a subject matches one of the entries; or `None`."""
        translation = Translation(moment)
        terms: list[Term] = []
        for entry in entries:
            match entry:
                case patterns.EqualEntry(value, "values"):
                    terms.append(translation.term(e.Equal(subject, value)))
                case patterns.MemberEntry(set, "values"):
                    terms.append(translation.term(e.In(subject, set)))
                case _:
                    return None, ()
        return disjunction(*terms), tuple(translation.known)

    def menu(self, branches: tuple[s.Branch, ...], moment: Moment) -> None:
        for branch in branches:
            inside: Moment | None = moment
            if branch.condition is not None:
                inside = self.entered(moment, branch.condition, origin=branch.origin)
            if inside is not None and branch.pays is not None:
                inside = self.paid(branch.pays, inside)
            if inside is None:
                self.dead("option of a menu", branch.origin, branch.name)
            else:
                self.block(branch.block, inside)

    def repeat(
        self,
        node: s.Repeat,
        while_: e.Expr | None,
        until: e.Expr | None,
        block: s.Block,
        moment: Moment,
    ) -> Moment | None:
        inside: Moment | None = self.widened(node, moment)
        if while_ is not None and inside is not None:
            inside = self.entered(inside, while_, origin=node.origin)
        if until is not None and inside is not None:
            inside = self.entered(inside, until, holds=False, origin=node.origin)
        if inside is None:
            self.dead("branch", node.origin)
        else:
            self.block(block, inside)
        return self.after(node, moment)

    def assigned(
        self, node: s.Assign, place: s.Place, value: e.Expr, moment: Moment
    ) -> Moment | None:
        """Return the moment after an assignment."""
        if isinstance(place, s.LocalPlace):
            return self.named(place.slot, value, moment)
        after = self.after(node, moment)
        if after is None or not isinstance(place, s.StatePlace) or self.rules.acting:
            return after
        state = self.rules.world.known.states.get(place.name)
        translation = Translation(moment)
        term = translation.of_local(value)
        if term is None or state is None or state.stops_at_the_ends:
            return after
        same = same_value(Translation(after).term(e.ReadState(place.name, place.index)), term)
        return after if same is None else after.knowing(*translation.known, same)

    def named(self, slot: Slot, value: e.Expr, moment: Moment) -> Moment:
        """Return the moment with a local bound to a value."""
        translation = Translation(moment)
        bound = Bound(translation.key(value), translation.of_local(value))
        return moment.knowing(*translation.known).binding(slot, bound)

    # ------------------------------------------------------------ what is chosen and paid

    def choice(self, choice: s.Choice, moment: Moment) -> Moment:
        """Return the moment after a choice, whose result is a member of its set."""
        if choice.low is not None or choice.high is not None:
            return moment.binding(choice.slot, _fresh(moment, choice.slot))
        translation = Translation(moment)
        some = at_most(number(1), translation.count(choice.source))
        there = moment.knowing(*translation.known).knowing(some, origin=choice.origin)
        return self.chosen_from(choice.slot, choice.source, choice, there)

    def chosen_from(
        self, slot: int, source: e.Expr, choice: s.Choice | None, moment: Moment
    ) -> Moment:
        """Return the moment with a local bound to a member of a set."""
        inside = moment.binding(slot, _fresh(moment, slot))
        translation = Translation(inside)
        local = e.Local(slot)
        facts = [translation.member(translation.term(local), translation.key(local), source)]
        if choice is not None and choice.where is not None and choice.member is not None:
            inside = inside.binding(choice.member, inside.locals[slot])
            translation = Translation(inside, translation.known)
            facts.append(translation.term(choice.where))
        held = [fact for fact in facts if fact is not None]
        origin = choice.origin if choice is not None else -1
        return inside.knowing(*translation.known).knowing(*held, origin=origin)

    def paid(self, pays: s.Pays, moment: Moment) -> Moment | None:
        """Return the moment in which costs can be paid; `None` if they cannot."""
        translation = Translation(moment)
        facts: list[Term] = []
        for cost in pays.costs:
            amount = translation.term(cost.amount)
            match cost:
                case s.CountCost(_, place):
                    read = e.ReadState(place.name, place.index)
                    there = translation.term(read)
                    if isinstance(self.rules.world.known.states[place.name].type, t.Truth):
                        facts.append(there)
                    else:
                        facts.append(_enough(amount, there))
                case s.CardCost(_, source):
                    facts.append(_enough(amount, translation.count(source)))
        facts += [*_added_up(translation, pays.costs), *translation.known]
        if not self.possible(moment, *facts):
            return None
        return moment.knowing(*facts, origin=pays.origin)

    def clauses(self, clauses: tuple[s.Clause, ...], moment: Moment) -> Moment | None:
        """Return the moment in which all clauses hold; `None` if they contradict."""
        costs = [cost for clause in clauses if isinstance(clause, s.Pays) for cost in clause.costs]
        for clause in _together(clauses, tuple(costs)):
            here: Moment | None = moment
            match clause:
                case s.OnlyIf(condition, origin):
                    here = self.entered(moment, condition, origin=origin)
                case s.Pays():
                    here = self.paid(clause, moment)
            if here is None:
                self.reasons = (clause.origin, *self.reasons)
                return None
            moment = here
        return moment

    # ------------------------------------------------------------ what is written

    def after(self, node: s.Statement, moment: Moment) -> Moment | None:
        """Return the moment after a statement's writes; `None` if it always leaves."""
        here = traits(node)
        if here.leaves is not None and here.leaves.always:
            return None
        if isinstance(node, s.Call) and node.procedure in self.rules.ending:
            return None
        written = _written(node)
        if not written:
            return self._with_defined(node, moment)
        return self._with_defined(node, self._forgetting(written, moment))

    def widened(self, node: s.Statement, moment: Moment) -> Moment:
        """Return the moment at the start of any iteration of a loop."""
        written = _written(node)
        return self._with_defined(node, self._forgetting(written, moment) if written else moment)

    def _forgetting(self, written: set[Place], moment: Moment) -> Moment:
        """Return the moment after writes, and after all rules that may act on them."""
        if self.rules.acting:
            written = written | {EVERYTHING}
        after = moment.after_writing(written)
        for slot in after.changeable if EVERYTHING in written else ():
            after = after.binding(slot, _fresh(after, slot))
        return after

    def _with_defined(self, node: s.Statement, moment: Moment) -> Moment:
        """Return the moment with fresh unknowns for locals defined by a statement."""
        slots = {*defined_in(node), *written_in(node)}
        if not slots:
            return moment
        return evolve(
            moment, locals={**moment.locals, **{slot: _fresh(moment, slot) for slot in slots}}
        )


def _enough(amount: Term, there: Term) -> Term:
    return disjunction(at_most(amount, number(0)), at_most(amount, there))


def _added_up(
    translation: Translation, costs: tuple[s.CountCost | s.SharedCost | s.CardCost, ...]
) -> Iterator[Term]:
    """Yield the sum of several costs on one counter or zone."""
    paid: dict[e.Expr, list[e.Expr]] = {}
    for cost in costs:
        match cost:
            case s.CountCost(amount, place):
                paid.setdefault(e.ReadState(place.name, place.index), []).append(amount)
            case s.CardCost(amount, source):
                while isinstance(source, e.Where | e.ListAsSet):
                    source = source.subject if isinstance(source, e.Where) else source.operand
                paid.setdefault(source, []).append(amount)
    for source, amounts in paid.items():
        if len(amounts) > 1:
            terms = [translation.term(amount) for amount in amounts]
            total = apply("+", *(conditional(at_most(number(0), n), n, number(0)) for n in terms))
            is_counter = isinstance(source, e.ReadState)
            there = translation.term(source) if is_counter else translation.count(source)
            yield at_most(total, there)


def _together(
    clauses: tuple[s.Clause, ...], costs: tuple[s.CountCost | s.SharedCost | s.CardCost, ...]
) -> Iterator[s.Clause]:
    """Yield the clauses, and with the last that pays all costs again: they are paid in one step."""
    last = max((n for n, clause in enumerate(clauses) if isinstance(clause, s.Pays)), default=-1)
    for place, clause in enumerate(clauses):
        if place == last and isinstance(clause, s.Pays):
            yield evolve(clause, costs=costs)
        else:
            yield clause


def facts_needed(facts: tuple[Fact, ...], terms: tuple[Term, ...]) -> list[Fact]:
    """Return a minimal set of facts that make the terms impossible."""
    needed = [*facts]
    for fact in reversed(facts):
        without = [other for other in needed if other is not fact]
        if solve((*(other.term for other in without), *terms)) == "impossible":
            needed = without
    return needed


def fields_needed(terms: Sequence[Term]) -> frozenset[str] | None:
    """Return the fields in terms that the table of cards makes impossible; `None`: none are."""
    needed = [*terms]
    for term in terms:
        without = [other for other in needed if other is not term]
        if any(u.field == "" for u in unknowns(term)) and solve(without) == "impossible":
            needed = without
    fields = [{u.field for u in unknowns(term)} for term in needed]
    of_cards = [name for some in fields if "" in some for name in some]
    return frozenset(name for name in of_cards if name) if of_cards else None


@frozen
class Fresh:
    """The key of a local whose value is not known, set so often in a body."""

    body: str
    slot: Slot
    times: int


def _fresh(moment: Moment, slot: Slot) -> Bound:
    """Return a fresh unknown for a local."""
    before = moment.locals.get(slot)
    times = before.key.times + 1 if before is not None and isinstance(before.key, Fresh) else 0
    key = Fresh(moment.body, slot, times)
    type = moment.scope.local(slot)
    if isinstance(type, (t.SetOf, t.ListOf)):
        return Bound(key)
    low, high, optional, truth = bounds_of(type, moment.scope)
    if slot in moment.missing:
        optional = not truth  # a truth value that is missing is as good as unknown
    return Bound(key, Unknown(key, low, high, optional, truth))


def _written(node: s.Statement) -> set[Place]:
    """Return the places that a statement and its blocks may write; other rules may write any."""
    places: set[Place] = set()
    for inner in own_statements((node,)):
        here = traits(inner)
        places |= {place_of(cell) for cell in here.writes if cell.kind != "local"}
        if here.runs or here.effects:
            places.add(EVERYTHING)
    return places
