"""Lowers set phrases: braces, `where`, `each … where`, `with highest`, `ranked by`, criteria."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, field, frozen

from ruleslang.language.lower.comparisons import has_order
from ruleslang.language.lower.conditions import condition
from ruleslang.language.lower.conversions import faces
from ruleslang.language.lower.diagnostics import calls as call_errors
from ruleslang.language.lower.diagnostics import names as name_errors
from ruleslang.language.lower.diagnostics import statements as statement_errors
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.diagnostics.types import wrong_type
from ruleslang.language.lower.dispatch import (
    inner,
    lower,
    lowers,
    member_type,
    raw,
    subject,
    wanted_member,
    wants_list,
)
from ruleslang.language.lower.lone_names import common_list, declare, is_ambiguous, is_word
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.typing import typed
from ruleslang.language.lower.widen_word_lists import in_one_list
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.declarations import Zone
from ruleslang.language.syntax.expressions import unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.statements import ForEach
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import ordering, over, standard_order
from ruleslang.program.references import EXTREMES, TieBreak, one_of
from ruleslang.program.typing.lattice import (
    element,
    fits,
    is_collection,
    join_members,
    plain,
    stored,
)
from ruleslang.program.typing.type_names import describe
from ruleslang.program.walk import alike, find
from ruleslang.source.span import Span

ANY_NUMBER = t.Number(-1_000_000, 1_000_000)
IN_A_RANGE = (ForEach, syntax.ThereIs, syntax.Every, syntax.EachWhere, syntax.IsIn)
WRITTEN = (e.Literal, e.WordValue)
CONSTANT = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue, e.Local)


# ---------------------------------------------------------------- braces


@lowers(syntax.Braces)
def lower_braces(scope: Scope, node: syntax.Braces, expected: t.Type | None) -> Typed:
    """Lower `{a, b}`: a list where a list is expected, else a set without repetitions."""
    items = lower_copies(scope, node, expected)
    if isinstance(items.expr, e.MakeSet) and not isinstance(items.type, t.Unknown):
        _check_repeated(scope, node, items.expr.items)
    return items


def lower_copies(scope: Scope, node: syntax.Braces, expected: t.Type | None = None) -> Typed:
    """
    Lower braces in which a repeated entry means two equal cards or faces: in an answer, a `given`,
    a ranked list. Repetitions are not reported.
    """
    wanted = wanted_member(expected) or _list_of_words(scope, node)
    items = in_one_list(scope, [_item(scope, node, item, wanted) for item in node.items])
    exprs = tuple(item.expr for item in items)
    if not _are_alike(scope, node, items):
        return Typed(e.MakeSet(exprs), t.Unknown())
    form = e.MakeList if wants_list(expected) else e.MakeSet
    return typed(scope, form(exprs), *items)


def in_order(scope: Scope, node: syntax.Expression) -> Typed | None:
    """Lower braces whose order or repetitions count, as a list; `None` for others."""
    braces = unwrapped(node)
    if not isinstance(braces, syntax.Braces):
        return None
    items = lower_copies(scope, braces)
    if not isinstance(items.expr, e.MakeSet) or not isinstance(items.type, t.SetOf):
        return items
    return Typed(e.MakeList(items.expr.items), t.ListOf(items.type.element, len(items.expr.items)))


def _item(
    scope: Scope, braces: syntax.Braces, node: syntax.Expression, wanted: t.Type | None
) -> Typed:
    item = faces(scope.context, raw(scope, node, wanted))
    if is_collection(item.type) and isinstance(unwrapped(node), syntax.Range):
        ranges = [
            member for member in map(unwrapped, braces.items) if isinstance(member, syntax.Range)
        ]
        others = [
            member for member in braces.items if not isinstance(unwrapped(member), syntax.Range)
        ]
        above = scope.context.symbols.around(braces.span)[-2:-1]
        scope.context.report(
            errors.range_in_braces(
                braces.span,
                node.span,
                [member.span.text for member in ranges],
                [member.span.text for member in others],
                alone=any(isinstance(node, IN_A_RANGE) for node in above),
            )
        )
        return Typed(item.expr, t.Unknown())
    if is_collection(item.type) and not isinstance(item.type, t.Unknown):
        scope.context.report(errors.set_of_sets(node.span))
        return Typed(item.expr, t.Unknown())
    if isinstance(plain(item.type), t.UnderWay):
        scope.context.report(errors.under_way_kept(node.span))
        return Typed(item.expr, t.Unknown())
    return item


def _list_of_words(scope: Scope, node: syntax.Braces) -> t.Type | None:
    """Return the only list with all words of the braces, when a single word would be ambiguous."""
    names = [item for item in node.items if isinstance(item, Name) and is_word(scope, item)]
    ambiguous = any(is_ambiguous(scope, name) for name in names)
    return common_list(scope.context, names) if ambiguous else None


def _are_alike(scope: Scope, node: syntax.Braces, items: Sequence[Typed]) -> bool:
    """Return whether all items fit one type; reports the first that does not."""
    type: t.Type = t.Never()
    for written, item in zip(node.items, items, strict=True):
        both = join_members(type, item.type, scope.context.kinds)
        if both is None:
            scope.context.report(
                errors.unlike_members(written.span, one=describe(item.type), other=describe(type))
            )
            return False
        type = both
    return True


def check_counted(scope: Scope, node: syntax.Expression, members: Typed) -> None:
    """Report braces whose members may be equal, in `number of` or `sum of … over`."""
    braces = unwrapped(node)
    while isinstance(braces, syntax.Where | syntax.EachWhere):
        braces = unwrapped(braces.subject)
    of = plain(member_type(members.type))
    if not isinstance(braces, syntax.Braces) or not isinstance(of, t.Number | t.WordOf):
        return
    made = next((each for each in find(members.expr, e.MakeSet)), None)
    if made is None or sum(not isinstance(each, WRITTEN) for each in made.items) < 2:
        return
    type = of.list if isinstance(of, t.WordOf) else f"{of.low}..{of.high}"
    number, text = len(made.items), braces.span.text
    scope.context.report(errors.counted_once(braces.span, type=type, number=number, braces=text))


def _check_repeated(scope: Scope, node: syntax.Braces, exprs: Sequence[e.Expr]) -> None:
    seen: dict[e.Expr, Span] = {}
    for written, expr in zip(node.items, exprs, strict=True):
        if isinstance(expr, CONSTANT):
            if expr in seen:
                scope.context.report(errors.repeated_member(written.span, at=seen[expr]))
            seen.setdefault(expr, written.span)


# ---------------------------------------------------------------- where


@lowers(syntax.Where)
def lower_where(scope: Scope, node: syntax.Where, expected: t.Type | None) -> Typed:
    """Lower `S where C`: a member is `it`."""
    members = _source(scope, node.subject, expected)
    inside = with_it(scope, member_type(members.type), node.span)
    return typed(scope, _filtered_set(inside, "it", members, node.condition), members)


@lowers(syntax.EachWhere)
def lower_each_where(scope: Scope, node: syntax.EachWhere, expected: t.Type | None) -> Typed:
    """Lower `each x in S where C`."""
    members = _source(scope, node.subject, expected)
    inside = declare(scope, node.variable, member_type(members.type), "member")
    return typed(scope, _filtered_set(inside, node.variable.text, members, node.condition), members)


@lowers(syntax.AsFarAs)
def lower_as_far_as(scope: Scope, node: syntax.AsFarAs, expected: t.Type | None) -> Typed:
    """Lower `S as far as C`, `each x in S as far as C`: the members before the first without C."""
    members = _from_the_top(scope, _source(scope, node.subject, expected))
    where = _stretch(scope, node, members)
    _check_ray(scope, node, where, where.condition)
    return _leading(scope, where, members, where.condition, and_next=False)


@lowers(syntax.UpToAndWith)
def lower_up_to_and_with(scope: Scope, node: syntax.UpToAndWith, expected: t.Type | None) -> Typed:
    """Lower `S up to and with the first where C`: the members including the first with C."""
    members = _from_the_top(scope, _source(scope, node.subject, expected))
    where = _stretch(scope, node, members)
    _check_ray(scope, node, where, e.Not(where.condition))
    return _leading(scope, where, members, e.Not(where.condition), and_next=True)


def _check_ray(
    scope: Scope, node: syntax.AsFarAs | syntax.UpToAndWith, where: e.Where, condition: e.Expr
) -> None:
    """Report a stretch of a ray that ends at the space with which the ray begins."""
    match where.subject, condition:
        case e.CallBuiltIn("ray", (_, begin)), e.Not(e.Equal(e.Local(member), other)):
            if member == where.variable and alike(begin, other):
                ray = node.subject.span.text
                scope.context.report(call_errors.ends_at_once(node.condition.span, ray=ray))


def _stretch(scope: Scope, node: syntax.AsFarAs | syntax.UpToAndWith, members: Typed) -> e.Where:
    """Return the members that satisfy the condition, bound to the given name or `it`."""
    member = member_type(members.type)
    if node.variable is None:
        return _filtered_set(with_it(scope, member, node.span), "it", members, node.condition)
    inside = declare(scope, node.variable, member, "member")
    return _filtered_set(inside, node.variable.text, members, node.condition)


def _leading(
    scope: Scope, where: e.Where, members: Typed, condition: e.Expr, *, and_next: bool
) -> Typed:
    sorting = standard_order(stored(member_type(members.type)))
    expr = e.AsFarAs(where.variable, where.subject, condition, where.over, sorting, and_next)
    return typed(scope, expr, members)


@lowers(syntax.SpreadBy)
def lower_spread_by(scope: Scope, node: syntax.SpreadBy, expected: t.Type | None) -> Typed:
    """Lower `S spread by E`, `each x in S spread by E`: the transitive closure of E from S."""
    members = _source(scope, node.subject, expected)
    member = member_type(members.type)
    if isinstance(member, t.Number):
        member = ANY_NUMBER  # the closure may leave the set it starts from
    if node.variable is None:
        inside = with_it(scope, member, node.span)
    else:
        inside = declare(scope, node.variable, member, "member")
    name = "it" if node.variable is None else node.variable.text
    step = subject(inside, node.step)
    sorting = standard_order(stored(member))
    expr = e.SpreadBy(inside.slot(name), members.expr, step.expr, sorting)
    to = member_type(step.type)
    if member == t.Never() or fits(to, member, scope.context.kinds):
        return typed(scope, expr, members, step)
    scope.context.report(
        errors.unlike_members(node.step.span, one=describe(to), other=describe(member))
    )
    return Typed(expr, t.Unknown())


def _from_the_top(scope: Scope, members: Typed) -> Typed:
    """Lower an ordered pile, iterated in its order."""
    zone = members.expr
    if not isinstance(zone, e.ReadZone) or e.AnyIndex() in zone.index:
        return members
    declared = scope.context.symbols.declared(zone.name, Zone)
    if declared is None or not declared.ordered:
        return members
    number = e.Literal(limits.CARDS)
    most = Typed(number, t.Number(limits.CARDS, limits.CARDS))
    return typed(scope, e.CallBuiltIn("top", (zone, number)), members, most)


def _source(scope: Scope, node: syntax.Expression, expected: t.Type | None) -> Typed:
    """Return the set to narrow; dice stand for themselves where that is expected."""
    dice = isinstance(wanted_member(expected), t.DieIn)
    if isinstance(wanted_member(expected), t.Title) and isinstance(unwrapped(node), Name):
        return raw(scope, node, expected)
    return subject(scope, node, dice=dice)


def _filtered_set(inside: Scope, variable: str, members: Typed, node: syntax.Expression) -> e.Where:
    test, _ = condition(inside, node)
    return e.Where(inside.slot(variable), members.expr, test, over(stored(members.type)))


def with_it(scope: Scope, member: t.Type, span: Span) -> Scope:
    """Return the scope with `it` as a member; reports nested use."""
    if "it" in scope.locals:
        scope.context.report(name_errors.nested_it(span))
    return scope.with_local("it", member, None, "member")


# ---------------------------------------------------------------- with highest, ranked by


@lowers(syntax.With)
def lower_with(scope: Scope, node: syntax.With, expected: t.Type | None) -> Typed:
    """Lower `S with highest E, then lowest F`: the members tied on all keys."""
    members = subject(scope, node.subject)
    inside = with_it(scope, member_type(members.type), node.span)
    keys = tuple(lower_key(inside, key) for key in node.keys)
    return typed(scope, e.With(inside.slot("it"), members.expr, keys), members)


@lowers(syntax.Ranked)
def lower_ranked(scope: Scope, node: syntax.Ranked, expected: t.Type | None) -> Typed:
    """Lower `S ranked by highest E, then order`: a list; chance and choice are not allowed."""
    members = subject(scope, node.subject)
    inside = with_it(scope, member_type(members.type), node.span)
    by = _criteria(inside, scope, node.criteria, "it")
    if by.last not in ("", "order"):
        scope.context.report(call_errors.chance_in_expression(node.criteria[-1].span))
    elif not by.last and not any(key.value == e.Local(by.member) for key in by.keys):
        scope.context.report(statement_errors.unsettled_tie(node.span, ways="`then order`"))
    member = member_type(members.type)
    expr = e.Ranked(by.member, members.expr, by.keys, standard_order(stored(member)))
    return typed(scope, expr, members)


@frozen
class Criteria:
    """
    The keys of a pick or ranking, the tie-breaker, and the player who breaks ties.

    The tie-breaker is `chance`, `order`, `choice` or empty. In the keys the member is in `member`.
    """

    member: Slot
    keys: tuple[e.Key, ...]
    last: TieBreak
    by: e.Expr | None


def criteria(
    scope: Scope,
    nodes: Sequence[syntax.Criterion],
    variable: str,
    element_type: t.Type,
    slot: Slot | None = None,
) -> Criteria:
    """Lower the criteria of a pick or ranking; in the keys the member is called `variable`."""
    inside = inner(scope).with_local(variable, element_type, None, "member", slot=slot)
    return _criteria(inside, inner(scope), nodes, variable)


def _criteria(
    inside: Scope, outside: Scope, nodes: Sequence[syntax.Criterion], variable: str
) -> Criteria:
    keys: list[e.Key] = []
    last: TieBreak = ""
    by = None
    for node in nodes:
        if last:
            outside.context.report(call_errors.after_the_last(node.span))
        match node:
            case syntax.Extreme():
                keys.append(lower_key(inside, node))
            case syntax.ByChance():
                last = "chance"
            case syntax.ByOrder():
                last = "order"
            case syntax.ByChoice():
                last, by = "choice", lower(outside, node.player, t.Player()).expr
    return Criteria(inside.slot(variable), tuple(keys), last, by)


def lower_key(scope: Scope, node: syntax.Extreme) -> e.Key:
    """Lower `highest E`; members with a key of none come last, or are left out."""
    value = faces(scope.context, lower(scope, node.value))
    compared = plain(value.type)
    if not has_order(compared):
        scope.context.report(call_errors.not_comparable(node.value.span, value.type))
    return e.Key(one_of(node.word, EXTREMES), value.expr, ordering(stored(compared)))


@frozen(eq=False)
class Members:
    """
    A set and its filter; `type` is that of a member, after narrowing.

    In `where` the member is in the slot `member`. `of` is the type of the set itself; `facts` are
    the facts that the filter implies for each member.
    """

    source: Expr
    member: Slot | None  # None: no filter
    where: Expr | None
    type: t.Type
    of: t.Type
    facts: dict[str, t.Type] = field(factory=dict)

    def with_facts(self, scope: Scope) -> Scope:
        """Return the scope in which the member's name is bound, with the facts of the filter."""
        return evolve(scope, facts={**scope.facts, **self.facts})


def members(
    scope: Scope,
    node: syntax.Expression,
    called: str,
    span: Span | None,
    place: str,
    *,
    dice: bool = False,
) -> Members:
    """Return the members of a set phrase; in its own `where` one is called `called`."""
    scope = scope.pure(place)
    phrase = node if isinstance(node, syntax.Where) else None
    typed = subject(scope, phrase.subject if phrase else node, dice=dice)
    inner = element(typed.type) or t.Unknown()
    if phrase is None:
        return Members(typed.expr, None, None, inner, typed.type)
    inside = scope.with_local(called, inner, span, "member")
    where, after = condition(inside, phrase.condition)
    facts = {
        path: type
        for path, type in after.facts.items()
        if path != called and path not in scope.facts and called != "it"
    }
    return Members(
        typed.expr, inside.slot(called), where, after.facts.get(called, inner), typed.type, facts
    )


def players(scope: Scope, node: syntax.Expression, variable: Name, place: str) -> Members:
    """Return the members of a set phrase, which must be players."""
    phrase = members(scope, node, variable.text, variable.span, place)
    if not fits(phrase.type, t.Player(), scope.context.kinds):
        wanted, symbols = t.SetOf(t.Player()), scope.context.symbols
        scope.context.report(wrong_type(node.span, phrase.of, wanted, symbols))
    return phrase


def whole(phrase: Members) -> Expr:
    """Return the set as one expression."""
    if phrase.where is None or phrase.member is None:
        return phrase.source
    return e.Where(phrase.member, phrase.source, phrase.where, over(stored(phrase.of)))
