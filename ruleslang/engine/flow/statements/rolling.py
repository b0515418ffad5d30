"""Lowers rolls of dice, and picks and rankings by the rules."""

from __future__ import annotations

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.asked_questions import PickQuestion
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    known,
    pieced_together,
    standard,
    within,
)
from ruleslang.engine.flow.cell_access import address
from ruleslang.engine.flow.context import Body, lowers_statement
from ruleslang.engine.flow.expressions.reading import all_places, dice_of, face, faces, first_die
from ruleslang.engine.flow.expressions.sets import groups
from ruleslang.engine.flow.state_layout import dice_family, shown_family
from ruleslang.engine.flow.statements.set_choices import COUNT, one_of_each, point_at, pool, sizes
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import members

PLACE = t.Number(0, limits.FACES)


@lowers_statement(s.RollDie)
def roll_die(x: s.RollDie, b: Body) -> list[p.Stmt]:
    """Roll a die once, or a number of times into a list of faces; who sees it can be a fault."""
    place = b.fresh("place", PLACE)
    seer = [] if x.seen_by is None else [p.Set(b.fresh("seer", t.Player()), b.expr(x.seen_by))]
    if x.number is None:
        stmts: list[p.Stmt] = [*seer, p.Do("roll", (x.die,), (), place)]
        return (
            stmts if x.into is None else [*stmts, p.Set(b.variable(x.into), face(b, x.die, place))]
        )
    number = known(b.expr(x.number), x.origin)
    if seer:
        seer.insert(0, p.Set(times := b.fresh("times", number.type), number))
        number = times
    rolled = b.fresh("faces", t.ListOf(PLACE, limits.DICE))
    stmts = [*seer, p.Do("roll several", (x.die, x.origin), (number,), rolled)]
    if x.into is None:
        return stmts
    shown = v.Variable(place.name, PLACE)
    into = b.variable(x.into)
    shows = v.Through("members", shown, rolled, None, face(b, x.die, shown), into.type)
    return [*stmts, p.Set(into, shows)]


@lowers_statement(s.RollDice)
def roll_dice(x: s.RollDice, b: Body) -> list[p.Stmt]:
    """Roll all dice on the table at an index again."""
    declared, family = b.lowering.population.dice[x.dice], dice_family(x.dice)
    places = all_places(b, declared.index, x.index)
    stmts: list[p.Stmt] = []
    cells = []
    for place in places:
        at = tuple(b.fresh("at", coordinate.type) for coordinate in place)
        cell = v.Cell(family, at, b.lowering.layout[family].type)
        number = apply("number of", cell, type=PLACE)
        stmts += [p.Set(coordinate, where) for coordinate, where in zip(at, place, strict=True)]
        stmts.append(p.Do("throw", (declared.die, family), (number, *at)))
        cells.append(cell)
    if x.into is None:
        return stmts
    into = b.variable(x.into)
    there = pieced_together(cells, into.type)
    return [*stmts, p.Set(into, faces(b, declared.die, there, into.type))]


@lowers_statement(s.RollAgain)
def roll_again(x: s.RollAgain, b: Body) -> list[p.Stmt]:
    """Roll only the chosen dice, in place."""
    chosen = b.expr(x.which)
    declared = b.lowering.population.dice[dice_of(b.type_of(x.which))]
    names_and_sizes = (
        declared.die,
        dice_family(declared.name),
        first_die(b, declared.name),
        declared.number,
    )
    rolled = b.fresh("faces", t.ListOf(PLACE, limits.DICE))
    stmts: list[p.Stmt] = [p.Do("roll again", names_and_sizes, (chosen,), rolled)]
    if x.into is None:
        return stmts
    into = b.variable(x.into)
    if x.one:
        first = v.Apply("first", (rolled,), PLACE)
        return [*stmts, p.Set(into, face(b, declared.die, first))]
    return [*stmts, p.Set(into, faces(b, declared.die, rolled, into.type))]


@lowers_statement(s.SwapDice)
def swap_dice(x: s.SwapDice, b: Body) -> list[p.Stmt]:
    """Swap the dice of two places, within their capacities."""
    left, first = _place_of_dice(b, x.left)
    right, second = _place_of_dice(b, x.right)
    mine, theirs = b.fresh("mine", left.type), b.fresh("theirs", right.type)
    is_same: v.Expr = v.NO
    if x.left.name == x.right.name:
        is_same = both_same(left.at, right.at)
    swaps = [
        *_room_for(b, x.left.name, theirs, x.origin),
        *_room_for(b, x.right.name, mine, x.origin),
        *_lay_dice(b, left, theirs),
        *_lay_dice(b, right, mine),
    ]
    stmts: list[p.Stmt] = [*first, *second, p.Set(mine, left), p.Set(theirs, right)]
    return [*stmts, p.If(is_same, (), tuple(swaps))]


def both_same(left: tuple[v.Expr, ...], right: tuple[v.Expr, ...]) -> v.Expr:
    """Return whether two addresses are equal."""
    same: v.Expr = v.YES
    for in_left, in_right in zip(left, right, strict=True):
        same = both(same, apply("same", in_left, in_right))
    return same


def _place_of_dice(b: Body, target: s.DiceTarget) -> tuple[v.Cell, list[p.Stmt]]:
    """Return the cell of dice, and statements that compute its address."""
    family = dice_family(target.name)
    place = address(b, b.lowering.population.dice[target.name].index, target.index)
    at = tuple(b.fresh("at", coordinate.type) for coordinate in place)
    stmts: list[p.Stmt] = [
        p.Set(coordinate, where) for coordinate, where in zip(at, place, strict=True)
    ]
    return v.Cell(family, at, b.lowering.layout[family].type), stmts


def _room_for(b: Body, name: str, there: v.Expr, origin: int) -> list[p.Stmt]:
    most = v.Constant(b.lowering.population.dice[name].number, PLACE)
    number = apply("number of", there, type=PLACE)
    return [p.If(apply(">", number, most), (p.Fail("out-of-range", origin),))]


def _lay_dice(b: Body, cell: v.Cell, there: v.Expr) -> list[p.Stmt]:
    stmts: list[p.Stmt] = [p.Write(cell.family, cell.at, there)]
    shown = shown_family(cell.family)
    if shown in b.lowering.layout.families:
        stmts.append(p.Write(shown, cell.at, v.NONE))
    return stmts


@lowers_statement(s.RollNew)
def roll_new(x: s.RollNew, b: Body) -> list[p.Stmt]:
    """Replace the dice at an index by new ones."""
    declared = b.lowering.population.dice[x.dice]
    number = known(b.expr(x.number), x.origin)
    number = within(number, 0, declared.number, origin=x.origin)
    at = address(b, declared.index, x.index)
    return [p.Do("throw", (declared.die, dice_family(x.dice)), (number, *at))]


@lowers_statement(s.Pick)
def pick(x: s.Pick, b: Body) -> list[p.Stmt]:
    """Pick one or several of a set; if there are too few, the procedure ends."""
    several = pool(b, x.choice)
    candidates, into = b.fresh("members", several.type), b.variable(x.choice.slot)
    if x.choice.high is not None:
        return [p.Set(candidates, several), *_best_of_several(b, x, candidates, into)]
    best = b.fresh("best", several.type)
    first: v.Expr = v.Apply("first", (_groups(b, x.member, candidates, x.keys),), several.type)
    return [
        p.Set(candidates, several),
        p.If(apply("is empty", candidates), (p.Return(),)),
        p.Set(best, first if x.keys else candidates),
        *_settle(b, x, x.choice.name, best, into),
    ]


def _groups(b: Body, member: int, candidates: v.Variable, keys: tuple[e.Key, ...]) -> v.Expr:
    """Return the members in groups with equal keys, the best first."""
    if not keys:
        return apply("tuple", candidates, type=t.ListOf(candidates.type, 1))
    return groups(b, b.variable(member), candidates, keys)


def _best_of_several(b: Body, x: s.Pick, candidates: v.Variable, into: v.Variable) -> list[p.Stmt]:
    """Return the best n; ties at the cut-off are broken one at a time."""
    available = apply("number of", candidates, type=COUNT)
    least, most = sizes(b, x.choice, available)
    low, high = b.fresh("low", COUNT), b.fresh("high", COUNT)
    chosen, group = b.fresh("chosen", candidates.type), b.fresh("group", candidates.type)
    body = _one_by_one(b, x, x.choice.name, group, chosen, high)
    in_order = x.choice.in_order
    result = chosen if in_order else standard(b, chosen, x.choice.sorting, into.type)
    return [
        p.Set(low, least),
        p.Set(high, most),
        p.If(apply(">", low, available), (p.Return(),)),
        p.Set(chosen, v.Constant((), candidates.type)),
        p.Each(
            b.lowering.fresh("groups"), group, _groups(b, x.member, candidates, x.keys), tuple(body)
        ),
        p.Set(into, result),
    ]


@lowers_statement(s.Rank)
def rank(x: s.Rank, b: Body) -> list[p.Stmt]:
    """Return a list by keys; ties are broken by chance, by a player, or by standard order."""
    subject = b.expr(x.subject)
    candidates = b.fresh("members", subject.type)
    chosen, group = b.fresh("ranked", candidates.type), b.fresh("group", candidates.type)
    body = _one_by_one(b, x, x.name, group, chosen, None)
    return [
        p.Set(candidates, standard(b, subject, x.sorting, subject.type)),
        p.Set(chosen, v.Constant((), candidates.type)),
        p.Each(
            b.lowering.fresh("groups"),
            group,
            _groups(b, x.variable, candidates, x.keys),
            tuple(body),
        ),
        p.Set(b.variable(x.into), chosen),
    ]


def _one_by_one(
    b: Body,
    x: s.Pick | s.Rank,
    name: str,
    group: v.Variable,
    chosen: v.Variable,
    high: v.Variable | None,
) -> list[p.Stmt]:
    """Break the ties within a group, up to `high` members in all."""
    remaining, label = b.fresh("rest", group.type), b.lowering.fresh("picks")
    taken = b.fresh("taken", members(group.type))
    alone = apply("tuple", taken, type=group.type)
    number_chosen = apply("number of", chosen, type=COUNT)
    done: v.Expr = apply("is empty", remaining)
    stmts: list[p.Stmt] = []
    if high is not None:
        done = either(done, apply(">=", number_chosen, high))
    if isinstance(x, s.Pick) and not x.choice.in_order and high is not None:
        all_of_them = p.Set(chosen, apply("joined", chosen, remaining, type=chosen.type))
        together = apply("+", number_chosen, apply("number of", remaining, type=COUNT), type=COUNT)
        stmts.append(p.If(apply("<=", together, high), (all_of_them, p.Leave(label))))
    stmts += [
        *_settle(b, x, name, remaining, taken),
        p.Set(chosen, apply("joined", chosen, alone, type=chosen.type)),
        p.Set(remaining, apply("without", remaining, alone, type=remaining.type)),
    ]
    return [p.Set(remaining, group), p.Loop(label, (p.If(done, (p.Leave(label),)), *stmts))]


def _settle(
    b: Body, x: s.Pick | s.Rank, name: str, equal: v.Variable, into: v.Variable
) -> list[p.Stmt]:
    if x.last == "chance":
        return [p.Do("pick", (name, _drawn(b, name, into.type)), (equal,), into)]
    if x.last != "choice" or x.by is None:
        return [p.Set(into, v.Apply("first", (equal,), into.type))]
    who = b.fresh("who", t.Player())
    question = b.lowering.number_of_question(PickQuestion(x, name, into.type, x.origin))
    return [
        p.Set(who, known(b.expr(x.by), x.origin, "asked-nobody")),
        *point_at(b, x),
        p.Ask(question, who, one_of_each(b, equal, who), into),
    ]


def _drawn(b: Body, name: str, type: t.Type) -> str:
    """Return the key for the type of what chance picks under a name."""
    key = name
    while b.lowering.picked.setdefault(key, type) != type:
        key += "'"
    return key
