"""What an assignment of all choices must pass: `only if`, room, limits, costs."""

from __future__ import annotations

from attrs import frozen

from ruleslang.flow.card_titles_and_kinds import title_of
from ruleslang.flow.cell_addresses import address
from ruleslang.flow.constant_folding import apply, both, either, known
from ruleslang.flow.context import Body, Lowering
from ruleslang.flow.costs import payable
from ruleslang.flow.state_layout import LIMITS, zone_family
from ruleslang.flow.statements.candidates import pool
from ruleslang.flow.statements.moving import room_of
from ruleslang.flow.steps import Set, Step, Write
from ruleslang.flow.words import NONE, YES, Apply, Bind, Cell, Constant, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t

COUNT = t.Number(0, 2**31 - 1)
ZERO = Constant(0, COUNT)


def accepted(b: Body, what: d.Action | d.Play, who: Variable) -> Word:
    """Whether a way to do something passes all its clauses; gives the names that they give."""
    found: Word = YES
    for clause in what.body.clauses:
        if not isinstance(clause, s.Pays):
            found = both(found, _passes(b, clause, what, who))
    return both(found, payable(b, what.body.clauses))


@frozen(eq=False)
class AsOffered:
    """Choices that are put in order behind the offer: the lists, and the sets that were chosen."""

    ordered: tuple[Variable, ...]
    kept: tuple[Variable, ...]
    unordered: tuple[Variable, ...]

    def within(self, step: Step) -> list[Step]:
        """A step that reads the sets, so that it gives names as the offer did."""
        taken = zip((*self.kept, *self.ordered), (*self.ordered, *self.unordered), strict=True)
        back = zip(self.ordered, self.kept, strict=True)
        return [*(Set(*each) for each in taken), step, *(Set(*each) for each in back)]


def as_offered(b: Body, choices: tuple[s.Choice, ...]) -> AsOffered:
    """What an action or play with these choices is given beside them."""
    ordered = tuple(b.variable(each.slot) for each in choices if each.in_order)
    kept = tuple(b.fresh("in_order", each.type) for each in ordered)
    return AsOffered(ordered, kept, tuple(b.fresh("offered", each.type) for each in ordered))


def _passes(b: Body, clause: s.Clause, what: d.Action | d.Play, who: Variable) -> Word:
    before, b.origin = b.origin, clause.origin
    match clause:
        case s.OnlyIf(condition=condition):
            found = b.word(condition)
        case s.HasRoom():
            found = has_room(b, clause)
        case s.Limit():
            most = known(b.word(clause.number), "none-in-arithmetic", -1)
            uses = Apply("count of", (COUNTS, limit_key(b, clause, what, who)), COUNT)
            found = apply("<", uses, most)
        case s.Pays():
            found = YES
    b.origin = before
    return found


def has_room(b: Body, clause: s.HasRoom) -> Word:
    """Whether what the body surely moves finds room."""
    declared = b.whole.everyone.zones[clause.target.name]
    if declared.at_most is None:
        return YES
    cards, lying = b.fresh("cards", t.SetOf(t.Card())), b.fresh("lying", t.SetOf(t.Card()))
    most = b.fresh("most", COUNT)
    family = zone_family(declared.name)
    there = Cell(family, address(b, declared.index, clause.target.index), lying.type)
    coming = apply("number of", apply("without", cards, lying, type=cards.type), type=COUNT)
    both_numbers = apply("+", apply("number of", lying, type=COUNT), coming, type=COUNT)
    none_comes = apply("same", coming, ZERO)
    given = both(
        Bind(cards, apply("distinct", b.word(clause.cards), type=cards.type)),
        both(Bind(most, room_of(b, clause.target)), Bind(lying, there)),
    )
    return both(given, either(none_comes, apply("<=", both_numbers, most)))


# ---------------------------------------------------------------- limits

KEY = t.ListOf(COUNT, 100)
COUNTS = Cell(LIMITS, (), t.ListOf(KEY, 1000))


def limit_key(b: Body, clause: s.Limit, what: d.Action | d.Play, who: Variable) -> Word:
    """What a limit counts: for each definition, player, and combination of choices."""
    number = Constant(b.whole.limits.index(clause.name), COUNT)
    title: Word = NONE
    if isinstance(what, d.Play):
        title = title_of(b, b.variable(what.this))
    named = (b.variable(slot) for slot in clause.for_each)
    return apply("tuple", number, title, who, *named, type=KEY)


def count_uses(b: Body, what: d.Action | d.Play, who: Variable) -> list[Step]:
    """One more use, for every limit of an action or play."""
    return [
        Write(LIMITS, (), Apply("counted", (COUNTS, limit_key(b, clause, what, who)), COUNTS.type))
        for clause in what.body.clauses
        if isinstance(clause, s.Limit)
    ]


def forget_uses(whole: Lowering, event: str) -> list[Step]:
    """Limits that begin anew with an event."""
    names = whole.derived.limits.get(event, frozenset())
    numbers = tuple(place for place, name in enumerate(whole.limits) if name in names)
    if not numbers:
        return []
    gone = Constant(numbers, KEY)
    return [Write(LIMITS, (), Apply("without counts", (COUNTS, gone), COUNTS.type))]


def standing(b: Body, choices: tuple[s.Choice, ...]) -> tuple[tuple[Variable, Word], ...]:
    """For each choice that can fizzle a variable, and whether it stands in its set now."""
    return tuple(
        (b.fresh("held", t.Truth()), _stands(b, choice))
        for choice in choices
        if not choice.each_alone
    )


def _stands(b: Body, choice: s.Choice) -> Word:
    whole, chosen = pool(b, choice), b.variable(choice.slot)
    if choice.high is None:
        return apply("is in", chosen, whole)
    return apply("is empty", apply("without", chosen, whole, type=chosen.type))
