"""Translates expressions of a program at a moment to terms."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from attrs import define, evolve, field

from ruleslang.evaluation.consistency.facts import Bound, Moment, bounds_of, with_one_condition_less
from ruleslang.evaluation.consistency.solver_terms import (
    MOST,
    NONE,
    TRUE,
    Constant,
    Term,
    Unknown,
    apply,
    at_most,
    conditional,
    conjunction,
    disjunction,
    equal,
    negation,
    number,
    same_value,
)
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.locals import Slot, slot_fields, slots_of
from ruleslang.program.references import DISPLAY
from ruleslang.program.typing.environment import scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.sizes import count_of
from ruleslang.source.walk import own_fields

LITERALS = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)
MOST_CARDS = 200  # cards of a table that are examined
MOST_MEMBERS = 12  # members of a set that are examined one by one
MOST_WITNESSES = 2  # witnesses of a set in the condition of another
DEEPEST = 8  # how far values are followed into the values that they read


@define
class Translation:
    """
    Translates expressions at one moment.

    `known` collects facts about the unknowns, such as that a subset has at most as many members as
    the set.
    """

    moment: Moment
    known: list[Term] = field(factory=list)
    depth: int = 0
    witnesses: int = 0  # the number of enclosing sets

    # ------------------------------------------------------------ what a thing is

    def term(self, expression: e.Expr) -> Term:
        """Return an expression as a term; inexpressible parts become unknowns."""
        translated = self._constant(expression) or self._operation(expression)
        if translated is None:
            translated = self._test(expression)
        return self.unknown(expression) if translated is None else translated

    def _constant(self, expression: e.Expr) -> Term | None:
        match expression:
            case e.Literal(None):
                return number(NONE)
            case e.Literal(value) if value is not None:
                return Constant(value)
            case e.WordValue(_, place):
                return number(place)
            case e.SeatValue(seat):
                return number(seat)
            case e.TeamValue(team):
                return number(team)
            case e.Local(slot):
                bound = self.moment.locals.get(slot)
                return bound.term if bound is not None else None
            case e.ReadField(name, e.Local(slot), ()) if slot == self.moment.this:
                printed = self.moment.printed.get(name)
                return None if printed is None else self.term(printed)
        return None

    def _operation(self, expression: e.Expr) -> Term | None:
        match expression:
            case e.Arithmetic(operator, left, right):
                return apply(operator, self.term(left), self.term(right))
            case e.Negate(operand):
                return apply("-", number(0), self.term(operand))
            case e.Divide(left, e.Literal(int(divisor)), "down") if divisor > 0:
                return apply("//", self.term(left), number(divisor))
            case e.Divide(left, e.Literal(int(divisor)), "up") if divisor > 0:
                rounded_up = apply("+", self.term(left), number(divisor - 1))
                return apply("//", rounded_up, number(divisor))
            case e.WhenOtherwise(value, condition, otherwise):
                return conditional(self.term(condition), self.term(value), self.term(otherwise))
            case e.CallBuiltIn("smaller" | "larger" as word, (left, right), "numbers"):
                a, b = self.term(left), self.term(right)
                return conditional(at_most(a, b), *((a, b) if word == "smaller" else (b, a)))
            case e.CallBuiltIn("distance", (left, right), "words"):
                apart = [
                    apply("-", *map(self.term, pair)) for pair in ((left, right), (right, left))
                ]
                return conditional(at_most(number(0), apart[0]), *apart)
            case e.CallBuiltIn("remainder", (left, e.Literal(int(divisor)))) if divisor > 0:
                return apply("%", self.term(left), number(divisor))
            case e.NumberOf(subject):
                return self.count(subject)
            case e.CallValue(name, arguments):
                return self._value(name, arguments)
        return None

    def _test(self, expression: e.Expr) -> Term | None:
        match expression:
            case e.Not(operand):
                return negation(self.term(operand))
            case e.And(left, right):
                return conjunction(self.term(left), self.term(right))
            case e.Or(left, right):
                return disjunction(self.term(left), self.term(right))
            case e.Compare(operator, left, right, "numbers" | "words"):
                return _compared(operator, self.term(left), self.term(right))
            case e.Equal(left, right, "values"):
                return self._equal(left, right)
            case e.Equal(left, right, "sets"):
                return self._same_members(expression, left, right)
            case e.In(member, subject, "values"):
                return self.member(self.term(member), self.key(member), subject)
            case e.IsEmpty(subject):
                return self._is_empty(subject)
            case e.IsKind(subject, kind, "card" | "title"):
                kinds = self.moment.rules.world.kinds
                return self._is_definition(subject, lambda card: kind in kinds[card.kind])
            case e.IsTitle(subject, e.TitleValue(name)):
                return self._is_definition(subject, lambda card: card.name == name)
            case e.ThereIs(slot, subject, condition):
                return self._there_is(slot, subject, condition)
            case e.Every(slot, subject, condition):
                return negation(self._there_is(slot, subject, e.Not(condition)))
        return None

    def _equal(self, left: e.Expr, right: e.Expr) -> Term | None:
        sides = [self.type(side) for side in (left, right)]
        if any(isinstance(plain(side), (t.SetOf, t.ListOf, t.Fraction)) for side in sides):
            return None
        a, b = self.term(left), self.term(right)
        if isinstance(plain(sides[0]), t.Truth) and isinstance(plain(sides[1]), t.Truth):
            if any(isinstance(side, t.Optional) for side in sides):
                return None
            if isinstance(b, Constant):
                return a if b.value else negation(a)
        return equal(a, b)

    def _same_members(self, equality: e.Expr, left: e.Expr, right: e.Expr) -> Term:
        """Return whether two sets are equal: an unknown, for which they have as many members."""
        same = self.unknown(equality)
        as_many = equal(self.count(left), self.count(right))
        self.known.append(disjunction(negation(same), as_many))
        return same

    def type(self, expression: e.Expr) -> t.Type:
        return type_of(expression, self.moment.scope)

    # ------------------------------------------------------------ sets

    def count(self, subject: e.Expr) -> Term:
        """Return the number of members of a set."""
        match subject:
            case e.MakeSet(()) | e.MakeList(()):
                return number(0)
            case e.MakeSet(items) if all(isinstance(item, LITERALS) for item in items):
                return number(len(set(items)))
            case e.Range(e.Literal(int(low)), e.Literal(int(high))):
                return number(max(0, high - low + 1))
            case e.Image(_, source):
                part, total = self.unknown_count(subject), self.count(source)
                self.known.append(at_most(part, total))
                return part
            case e.Except(source, left_out) if self._holds_all_of(left_out, source):
                return number(0)
            case e.Where(_, source, _, "set") | e.Except(source) | e.With(_, source):
                part, total = self.unknown_count(subject), self.count(source)
                wider = [self.unknown_count(where) for where in with_one_condition_less(subject)]
                self.known += [at_most(part, whole) for whole in (total, *wider)]
                return part
            case e.OptionalAsSet(operand):
                is_none = equal(self.term(operand), number(NONE))
                return conditional(is_none, number(0), number(1))
            case e.ListAsSet(source) if isinstance(source, (e.ReadZone, e.Everything)):
                return self.count(source)
            case e.CallValue(name, arguments) if inside := self._inside(name, arguments):
                return inside[1].cases(inside[0], Translation.count)
        return self.unknown_count(subject)

    def _holds_all_of(self, container: e.Expr, part: e.Expr) -> bool:
        """Return whether a set certainly contains all members of another."""
        if self.key(container) == self.key(part):
            return True
        match part:
            case e.Where(_, source, _, "set") | e.Except(source) | e.ListAsSet(source):
                return self._holds_all_of(container, source)
            case e.CallBuiltIn("clockwise", (_, source)):
                return self._holds_all_of(container, source)
        return isinstance(container, e.ListAsSet) and self._holds_all_of(container.operand, part)

    def unknown_count(self, subject: e.Expr) -> Term:
        bounds = count_of(self.type(subject), self.moment.scope.world.sizes)
        return Unknown(
            ("number of", self.key(subject)), 0, min(bounds.high, MOST), shown=e.NumberOf(subject)
        )

    def _is_empty(self, subject: e.Expr) -> Term:
        given = self.type(subject)
        if isinstance(given, t.Optional) and not isinstance(given.inner, (t.SetOf, t.ListOf)):
            return equal(self.term(subject), number(NONE))
        return equal(self.count(subject), number(0))

    def _there_is(self, slot: Slot, subject: e.Expr, condition: e.Expr | None) -> Term:
        """Return whether a set has a matching member; a disjunction over a short set's members."""
        members = self._members(subject)
        if members is not None:
            return disjunction(
                *(
                    conjunction(
                        there, TRUE if condition is None else self._holds(slot, member, condition)
                    )
                    for member, there in members
                )
            )
        some = subject if condition is None else e.Where(slot, subject, condition)
        exists = negation(equal(self.count(some), number(0)))
        if condition is not None and self.witnesses < MOST_WITNESSES:
            self._with_a_witness(exists, slot, some, condition)
        return exists

    def _with_a_witness(self, exists: Term, slot: Slot, some: e.Expr, condition: e.Expr) -> None:
        """Note that the condition holds of a member of a set, where it has one."""
        key = ("witness", self.key(some))
        low, high, optional, truth = bounds_of(self.moment.scope.local(slot), self.moment.scope)
        member = Unknown(key, low, high, optional, truth)
        inside = self.moment.binding(slot, Bound(key, member))
        inner = Translation(inside, self.known, self.depth, self.witnesses + 1)
        self.known.append(disjunction(negation(exists), inner.term(condition)))

    def _holds(self, slot: Slot, member: Term, condition: e.Expr) -> Term:
        """Return a condition with a local bound to a member."""
        inner = Translation(
            self.moment.binding(slot, Bound(member, member)), self.known, self.depth, self.witnesses
        )
        return inner.term(condition)

    def _members(self, subject: e.Expr) -> list[tuple[Term, Term]] | None:
        """Return the members of a short set, each with its condition; `None`: unknown."""
        match subject:
            case e.MakeSet(items) if len(items) <= MOST_MEMBERS:
                terms = [self.term(item) for item in items]
                return [(term, negation(equal(term, number(NONE)))) for term in terms]
            case e.Range(e.Literal(int(low)), e.Literal(int(high))) if high - low < MOST_MEMBERS:
                return [(number(value), TRUE) for value in range(low, high + 1)]
            case e.Everything("words", name):
                words = self.moment.scope.world.known.words.get(name)
                if words is not None and len(words.words) <= MOST_MEMBERS:
                    return [(number(value), TRUE) for value in range(len(words.words))]
        return None

    def member(self, term: Term, key: Hashable, subject: e.Expr) -> Term | None:
        """Return whether the thing with this key is a member; `None` if no term can express it."""
        match subject:
            case e.CallValue(name, arguments):
                inside = self._inside(name, arguments)
                return inside and inside[1].cases(
                    inside[0], lambda here, source: here.membership(term, key, source)
                )
            case e.MakeSet(items) | e.MakeList(items):
                return disjunction(*(equal(term, self.term(item)) for item in items))
            case e.Range(low, high):
                return conjunction(
                    negation(equal(term, number(NONE))),
                    at_most(self.term(low), term),
                    at_most(term, self.term(high)),
                )
            case e.Where(slot, source, condition):
                inner = Translation(
                    self.moment.binding(slot, Bound(key, term)),
                    self.known,
                    self.depth,
                    self.witnesses,
                )
                return conjunction(self.membership(term, key, source), inner.term(condition))
            case e.Union(left, right):
                return disjunction(*(self.membership(term, key, side) for side in (left, right)))
            case e.Except(left, right, "values"):
                in_left, in_right = (self.membership(term, key, side) for side in (left, right))
                return conjunction(in_left, negation(in_right))
            case e.ListAsSet(operand):
                return self.member(term, key, operand)
        return None

    def membership(self, term: Term, key: Hashable, subject: e.Expr) -> Term:
        """Return whether something is a member; an unknown where no term can express it."""
        expressed = self.member(term, key, subject)
        unknown = Unknown(("in", key, self.key(subject)), 0, 1, truth=True, shown=subject)
        return unknown if expressed is None else expressed

    # ------------------------------------------------------------ named values

    def _value(self, name: str, arguments: tuple[e.Expr, ...]) -> Term | None:
        """Return a named value that nothing modifies, as the term of its cases."""
        value = self.moment.rules.world.known.values.get(name)
        if value is None or not isinstance(
            plain(value.type), (t.Number, t.Truth, t.Player, t.WordOf)
        ):
            return None
        inside = self._inside(name, arguments)
        return inside and inside[1].cases(value, Translation.term)

    def _inside(
        self, name: str, arguments: tuple[e.Expr, ...]
    ) -> tuple[d.Value, Translation] | None:
        """Return a value that nothing modifies, and its cases' translation; `None` if too deep."""
        rules = self.moment.rules
        value = rules.world.known.values.get(name)
        if value is None or name in rules.changed or self.depth >= DEEPEST:
            return None
        locals = {
            slot: Bound(self.argument(argument), self.term(argument))
            for slot, argument in enumerate(arguments)
        }
        card = None if self.moment.this is None else e.Local(self.moment.this)
        inside = evolve(
            self.moment,
            scope=scope_of(rules.world, value),
            body=f"value {name}",
            locals=locals,
            this=arguments.index(card) if card in arguments else None,
        )
        return value, Translation(inside, self.known, self.depth + 1, self.witnesses)

    def argument(self, expression: e.Expr) -> Hashable:
        """Return the values that distinguish an argument; a caller's local has its value."""
        is_local = isinstance(expression, e.Local)
        return self.canonical(expression) if is_local else self.key(expression)

    def cases(self, value: d.Value, read: Callable[[Translation, e.Expr], Term]) -> Term:
        """Return the cases of a value as a nested conditional, each as `read` has it."""
        for let in value.lets:
            bound = Bound(self.key(let.value), self.of_local(let.value))
            self.moment = self.moment.binding(let.slot, bound)
        answer: Term | None = None
        for case in reversed(value.cases):
            term = read(self, case.value)
            if case.condition is None or answer is None:
                answer = term
            else:
                answer = conditional(self.term(case.condition), term, answer)
        assert answer is not None
        return answer

    def of_local(self, expression: e.Expr) -> Term | None:
        return (
            None
            if isinstance(self.type(expression), (t.SetOf, t.ListOf))
            else self.term(expression)
        )

    # ------------------------------------------------------------ what is not known

    def unknown(self, expression: e.Expr) -> Term:
        """Return an unknown for an expression, shared by equal ones with no write in between."""
        low, high, optional, truth = bounds_of(self.type(expression), self.moment.scope)
        if isinstance(expression, e.Local) and expression.slot in self.moment.missing:
            optional = not truth  # a truth value that is missing is as good as unknown
        if isinstance(expression, e.ReadState) and expression.name in self.moment.rules.reached:
            return self._reached(expression, truth)
        key, names = self.key(expression), self.names(expression)
        printed = expression.name if isinstance(expression, e.ReadField) else None
        unknown = Unknown(key, low, high, optional, truth, expression, names, printed)
        if isinstance(expression, e.ReadField) and not expression.index:
            self._know_from_the_table(unknown, expression)
        return unknown

    def _know_from_the_table(self, unknown: Unknown, read: e.ReadField) -> None:
        """Let a card's printed value be the value in the table for its definition."""
        table = self._definitions(read.subject)
        if table is None or read.name in self.moment.rules.changed:
            return
        which, definitions = table
        places = dict[Term, list[int]]()
        for place, definition in definitions:
            printed = [f.value for f in definition.fields if f.name == read.name and not f.index]
            value = self.term(printed[0]) if printed else unknown
            if not isinstance(value, Constant) and printed:
                return
            places.setdefault(value, []).append(place)
        rows: list[Term] = []
        for value, some in places.items():
            is_one = disjunction(*(equal(which, number(place)) for place in some))
            same = same_value(unknown, value)
            rows.append(is_one if same is None else conjunction(is_one, same))
        self.known.append(disjunction(*rows))

    def _definitions(
        self, subject: e.Expr
    ) -> tuple[Term, Sequence[tuple[int, d.Definition]]] | None:
        """
        Return the number of the definition of a card, and all that it may be; `None` if that is
        unknown.

        Where there may be no card, the number may be that of no definition.
        """
        rules, type = self.moment.rules, self.type(subject)
        card, there = plain(type), rules.program.definitions
        if not isinstance(card, t.Card | t.Title) or not rules.fixed_titles:
            return None
        definitions = [
            (place, definition)
            for place, definition in enumerate(there)
            if card.kind is None or card.kind in rules.world.kinds[definition.kind]
        ]
        if not definitions or len(there) > MOST_CARDS:
            return None
        places = [place for place, _ in definitions]
        places += [len(there)] if isinstance(type, t.Optional) else []
        which = Unknown(("definition", self.key(subject)), places[0], places[-1], field="")
        if len(places) <= places[-1] - places[0]:
            self.known.append(disjunction(*(equal(which, number(place)) for place in places)))
        return which, definitions

    def _is_definition(
        self, subject: e.Expr, wanted: Callable[[d.Definition], bool]
    ) -> Term | None:
        """Return whether a card is of one of the definitions that are wanted."""
        table = self._definitions(subject)
        if table is None:
            return None
        which, definitions = table
        places = [place for place, definition in definitions if wanted(definition)]
        return disjunction(*(equal(which, number(place)) for place in places))

    def _reached(self, expression: e.ReadState, truth: bool) -> Term:
        """Return an unknown for a state that holds less than its type allows."""
        held = self.moment.rules.reached[expression.name]
        low, high = (min(held), max(held))
        key = self.key(expression)
        if truth and low == high:
            return Constant(bool(low))
        if truth:
            return Unknown(key, 0, 1, truth=True, shown=expression)
        unknown = Unknown(key, low, high, shown=expression, names=self.names(expression))
        if isinstance(held, frozenset) and len(held) <= high - low:
            self.known.append(disjunction(*(equal(unknown, number(place)) for place in held)))
        return unknown

    def names(self, expression: e.Expr) -> tuple[str, ...]:
        """Return the names of its values, from 0; empty: they are numbers, or have no names."""
        match plain(self.type(expression)):
            case t.Player():
                return self.moment.rules.program.seats.names
            case t.WordOf(list):
                return self.moment.scope.world.known.words[list].words
        return ()

    def key(self, expression: e.Expr) -> Hashable:
        """Return the key that identifies an expression at this moment."""
        reads = self.moment.version(self.moment.places_read(expression))
        return self.canonical(expression), reads

    def canonical(self, node: object) -> Hashable:
        """Return a part of a program without origins, its locals replaced by what they hold."""
        return self._canonical(node, {})

    def _canonical(self, node: object, inner: Mapping[Slot, Hashable]) -> Hashable:
        """Return a key as `canonical` does; locals defined inside are numbered."""
        if isinstance(node, tuple):
            return tuple(self._canonical(member, inner) for member in node)
        if isinstance(node, e.Local):
            if node.slot in inner:
                return inner[node.slot]
            bound = self.moment.locals.get(node.slot)
            return bound.key if bound is not None else ("local", self.moment.body, node.slot)
        fields = [part for part in own_fields(type(node)) if part.metadata != DISPLAY]
        if not fields:
            return type(node).__name__ if not isinstance(node, (int, str, type(None))) else node
        held = {name for name, _ in slot_fields(type(node))}
        defined = {slot for name in held for slot in slots_of(getattr(node, name))}
        deeper = {**inner, **{slot: ("member", len(inner)) for slot in defined}}
        return type(node).__name__, *(
            self._canonical(getattr(node, part.name), deeper)
            for part in fields
            if part.name not in held
        )


def _compared(operator: str, left: Term, right: Term) -> Term:
    match operator:
        case "<":
            return apply("<", left, right)
        case "<=":
            return at_most(left, right)
        case ">":
            return apply("<", right, left)
    return at_most(right, left)
