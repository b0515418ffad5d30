"""Lowers sets and lists: construction, filters, ranking, iteration."""

from __future__ import annotations

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import apply, both, known, negated, standard
from ruleslang.engine.flow.cards import is_member
from ruleslang.engine.flow.context import Body, lowers_expression, may_be_none
from ruleslang.engine.flow.expressions.reading import zone_count
from ruleslang.engine.flow.ir_stmts import If, Leave, Loop, Return, Set, inside, read
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members

ANY_NUMBER = t.Number(0, 2**31 - 1)

# ---------------------------------------------------------------- making


@lowers_expression(e.OptionalAsSet)
def optional_as_set(x: e.OptionalAsSet, b: Body) -> v.Expr:
    """Return none as the empty set, anything else as a set of one."""
    value = b.expr(x.operand)
    if not may_be_none(value.type):
        return apply("tuple", value, type=b.type_of(x))
    return apply("tuple of known", value, type=b.type_of(x))


@lowers_expression(e.ListAsSet)
def list_as_set(x: e.ListAsSet, b: Body) -> v.Expr:
    """Return the distinct entries, in the order of their type; none stays none."""
    return apply("sorted", b.expr(x.operand), type=b.type_of(x))


@lowers_expression(e.Range)
def span(x: e.Range, b: Body) -> v.Expr:
    """Return the range of numbers, or words of a list, both ends included."""
    low, high = (known(b.expr(end), b.origin) for end in (x.low, x.high))
    return apply("range", low, high, type=b.type_of(x))


@lowers_expression(e.MakeSet)
def make_set(x: e.MakeSet, b: Body) -> v.Expr:
    """Return a set of the written members without duplicates and `none`."""
    items = b.exprs(x.items)
    if len(items) < 2 and not any(may_be_none(item.type) for item in items):
        return apply("tuple", *items, type=b.type_of(x))
    if all(isinstance(item, v.Constant) for item in items):
        values = dict.fromkeys(item.value for item in items if isinstance(item, v.Constant))
        known_values = (
            value for value in values if value is not None and not isinstance(value, v.Absent)
        )
        return v.Constant(tuple(known_values), b.type_of(x))
    return apply("tuple of known", *items, type=b.type_of(x))


@lowers_expression(e.MakeList)
def make_list(x: e.MakeList, b: Body) -> v.Expr:
    """Return the entries as written; one that is none is dropped."""
    items, type = b.exprs(x.items), b.type_of(x)
    if not any(may_be_none(item.type) for item in items):
        return apply("tuple", *items, type=type)
    entry = b.fresh("entry", t.Optional(members(type)))
    entries = apply("tuple", *items, type=t.ListOf(entry.type, len(items)))
    return v.Through("members", entry, entries, negated(apply("is none", entry)), None, type)


@lowers_expression(e.Union)
def union(x: e.Union, b: Body) -> v.Expr:
    """Return the left members, then those only in the right."""
    return apply("union", b.expr(x.left), b.expr(x.right), type=b.type_of(x))


@lowers_expression(e.Join)
def join(x: e.Join, b: Body) -> v.Expr:
    return apply("joined", b.expr(x.left), b.expr(x.right), type=b.type_of(x))


@lowers_expression(e.Except)
def without(x: e.Except, b: Body) -> v.Expr:
    left, right = b.expr(x.left), b.expr(x.right)
    if x.comparing == "title":
        return _without_titles(b, left, right, b.type_of(x))
    return apply(
        "without sets" if x.comparing == "sets" else "without", left, right, type=b.type_of(x)
    )


def _without_titles(b: Body, cards: v.Expr, titles: v.Expr, type: t.Type) -> v.Expr:
    """Return the cards except those that count as one of the titles."""
    card, all_cards = b.fresh("card", t.Card()), b.fresh("cards", cards.type)
    out = b.fresh("titles", titles.type)
    stays = negated(is_member(b, card, out, "title"))
    kept_ones = v.Through("members", card, all_cards, stays, None, type)
    return b.bound(all_cards, cards, b.bound(out, titles, kept_ones))


# ---------------------------------------------------------------- running through


@lowers_expression(e.Where)
def where(x: e.Where, b: Body) -> v.Expr:
    over, variable = b.expr(x.subject), b.variable(x.variable)
    return v.Through("members", variable, over, b.expr(x.condition), None, b.type_of(x))


@lowers_expression(e.AsFarAs)
def as_far_as(x: e.AsFarAs, b: Body) -> v.Expr:
    """Return the members before the first that fails the condition, optionally including it."""
    over, type = b.expr(x.subject), b.type_of(x)
    ordered = over if x.over == "list" else standard(b, over, x.sorting, over.type)
    variable = b.variable(x.variable)
    walk: v.Walk = "reaching" if x.and_next else "leading"
    return v.Through(walk, variable, ordered, b.expr(x.condition), None, type)


@lowers_expression(e.ThereIs)
def there_is(x: e.ThereIs, b: Body) -> v.Expr:
    """Return whether some member meets the condition; the variable is then bound to the first."""
    all_members = b.expr(x.subject)
    ordered = x.over == "list" or type(x.subject) is e.Subsets
    over = all_members if ordered else standard(b, all_members, x.sorting, all_members.type)
    variable = b.variable(x.variable)
    return v.Find(variable, over, None if x.condition is None else b.expr(x.condition))


@lowers_expression(e.Every)
def every(x: e.Every, b: Body) -> v.Expr:
    """Return whether all members meet the condition; true for an empty set."""
    over, variable = b.expr(x.subject), b.variable(x.variable)
    return v.Through("every", variable, over, b.expr(x.condition), None, t.Truth())


@lowers_expression(e.NumberOf)
def number_of(x: e.NumberOf, b: Body) -> v.Expr:
    if b.has_eyes and isinstance(x.subject, e.ReadZone):
        return zone_count(x.subject, b)
    over = b.expr(x.subject)
    if isinstance(over, v.Through) and over.walk == "members" and over.condition is not None:
        return v.Through("number", over.variable, over.over, over.condition, None, b.type_of(x))
    return apply("number of", over, type=b.type_of(x))


@lowers_expression(e.Fold)
def fold(x: e.Fold, b: Body) -> v.Expr:
    """Return the sum, highest or lowest, skipping none; without members 0, none, none."""
    over, variable = b.expr(x.subject), b.variable(x.variable)
    type = b.type_of(x)
    if x.word == "sum":
        b.lowering.note_largest(type, b.origin)
    return v.Through(x.word, variable, over, None, b.expr(x.value), type)


@lowers_expression(e.Image)
def image(x: e.Image, b: Body) -> v.Expr:
    """Return the distinct values of an expression over the members, in the order of their type."""
    over, variable = b.expr(x.subject), b.variable(x.variable)
    value = b.expr(x.value)
    type = b.type_of(x)
    if may_be_none(value.type):
        variable_of_value = b.fresh("value", value.type)
        is_known = both(
            v.Bind(variable_of_value, value), negated(apply("is none", variable_of_value))
        )
        values: v.Expr = v.Through("members", variable, over, is_known, variable_of_value, type)
    else:
        values = v.Through("members", variable, over, None, value, type)
    return standard(b, values, x.sorting, type)


@lowers_expression(e.UnionOver)
def union_over(x: e.UnionOver, b: Body) -> v.Expr:
    """Return the union of an expression's sets over the members."""
    over, variable = b.expr(x.subject), b.variable(x.variable)
    type = b.type_of(x)
    sets = v.Through("members", variable, over, None, b.expr(x.value), t.ListOf(type, 100_000))
    return standard(b, apply("pieced together", sets, type=type), x.sorting, type)


@lowers_expression(e.SpreadBy)
def spread_by(x: e.SpreadBy, b: Body) -> v.Expr:
    """Return the transitive closure of a step from the members, in its own routine."""
    over, member, type = b.expr(x.subject), b.variable(x.variable), b.type_of(x)
    step = b.expr(x.step)
    captured = {
        variable.name: variable
        for variable in inside(step)
        if isinstance(variable, v.Variable)
        and variable.name in read(step)
        and variable.name != member.name
    }
    reached, place = v.Variable("found_", type), v.Variable("place_", ANY_NUMBER)
    name, label = b.lowering.fresh("spread"), b.lowering.fresh("spread")
    one_more = apply("+", place, v.Constant(1, t.Number(1, 1)), type=ANY_NUMBER)
    is_done = apply(">=", place, apply("number of", reached, type=ANY_NUMBER))
    stmts = (
        Set(reached, apply("distinct", reached, type=type)),
        Set(place, v.Constant(0, ANY_NUMBER)),
        Loop(
            label,
            (
                If(is_done, (Leave(label),)),
                Set(place, one_more),
                Set(member, v.Apply("entry", (reached, place), member.type)),
                Set(reached, apply("union", reached, step, type=type)),
            ),
        ),
        Return(standard(b, reached, x.sorting, type)),
    )
    parameters = (*captured.values(), reached)
    b.lowering.routines[name] = Routine(name, parameters, stmts, is_pure=True, origin=b.origin)
    return v.Invoke(name, (*captured.values(), over), type)


@lowers_expression(e.Subsets)
def subsets(x: e.Subsets, b: Body) -> v.Expr:
    """Return the subsets, by size, then in standard order."""
    ordered = standard(b, b.expr(x.subject), x.sorting, b.type_of(x.subject))
    low, high = (known(b.expr(end), b.origin) for end in (x.low, x.high))
    return apply("subsets", ordered, low, high, type=b.type_of(x))


# ---------------------------------------------------------------- keys


@lowers_expression(e.With)
def with_keys(x: e.With, b: Body) -> v.Expr:
    """Return the best members by the keys; a member whose key is none is excluded."""
    return narrowed(b, b.variable(x.variable), b.expr(x.subject), x.keys)


def narrowed(b: Body, variable: v.Variable, several: v.Expr, keys: tuple[e.Key, ...]) -> v.Expr:
    """Narrow a set by one key after the other."""
    for key in keys:
        rated = b.fresh("rated", t.ListOf(ANY_NUMBER, 2))
        pair = apply("tuple", b.expr(key.value), variable, type=rated.type)
        pairs = v.Through("members", variable, several, None, pair, t.ListOf(rated.type, 100_000))
        word: v.Walk = key.word
        several = apply("best", pairs, v.Constant(word == "highest", t.Truth()), type=several.type)
    return several


@lowers_expression(e.Ranked)
def ranked(x: e.Ranked, b: Body) -> v.Expr:
    """Return a list sorted by the keys, with all entries of a list; ties stay in standard order."""
    several, type = b.expr(x.subject), b.type_of(x.subject)
    ordered = standard(b, several, x.sorting, type)
    if isinstance(type, t.ListOf):
        one, same = b.fresh("one", type.element), b.fresh("same", type.element)
        times = v.Through("members", same, several, apply("same", one, same), None, type)
        rows = v.Through("members", one, ordered, None, times, t.ListOf(type, 100_000))
        ordered = apply("pieced together", rows, type=type)
    grouped = groups(b, b.variable(x.variable), ordered, x.keys)
    return apply("pieced together", grouped, type=b.type_of(x))


def groups(b: Body, variable: v.Variable, several: v.Expr, keys: tuple[e.Key, ...]) -> v.Expr:
    """
    Return the members in groups with equal keys, the best first.

    A member whose key is none comes last.
    """
    rows = t.ListOf(t.ListOf(ANY_NUMBER, len(keys) + 1), 100_000)
    values = [b.expr(key.value) for key in keys]
    row = apply("tuple", *values, variable, type=rows.element)
    pairs = v.Through("members", variable, several, None, row, rows)
    words = v.Constant(tuple(key.word == "highest" for key in keys), t.ListOf(t.Truth(), len(keys)))
    return apply("ranked", pairs, words, type=t.ListOf(several.type, 100_000))
