"""
Lowers statements that choose: a player (choices, menus, offers of actions) or the rules (picks,
rankings).
"""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.action_clauses import pays
from ruleslang.language.lower.blocks import Step, block, lowers, statements
from ruleslang.language.lower.choices import MOST, choice
from ruleslang.language.lower.diagnostics import heads
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.dispatch import inner, member_type
from ruleslang.language.lower.expressions import condition, criteria, lower
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.patterns import actions_named
from ruleslang.language.lower.reads_under_way import choices_or_parameters
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.sets import lower_key, members, whole
from ruleslang.language.lower.typing import most_members
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import Extreme
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Choice, Choose, Do, Pick, Rank
from ruleslang.language.syntax.statements import MayAgree, MayChoose, Menu, MenuItem
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr, Literal, Local
from ruleslang.program.operation_variants_by_type import standard_order
from ruleslang.program.references import OFFER_MODES, one_of
from ruleslang.program.typing.lattice import stored
from ruleslang.source.span import Span


def who(scope: Scope, node: x.Expression | None, span: Span) -> Expr:
    """Return the player who decides: the one written, else `you`."""
    if node is not None:
        return lower(scope.pure("who is asked"), node, t.Player()).expr
    if "you" in scope.locals:
        scope.uses.read.add("you")
        return Local(scope.slot("you"))
    scope.context.report(errors.nobody_chooses(span))
    return Literal(None)


@lowers(Choose)
def choose(scope: Scope, node: Choose) -> Step:
    """Lower `p chooses …`, `choose …`."""
    player = who(scope, node.player, node.span)
    lowered, after = choice(scope, node.choice)
    return [s.Choose(player, lowered, scope.context.origin(node.span, node.marks))], after


@lowers(MayChoose)
def may_choose(scope: Scope, node: MayChoose) -> Step:
    """Lower `p may choose …`, its block, and `else`."""
    player = who(scope, node.player, node.span)
    lowered, inner = choice(scope, node.choice)
    return [_optional(scope, node, player, lowered, block(inner, node.block))], scope


@lowers(MayAgree)
def may_agree(scope: Scope, node: MayAgree) -> Step:
    """Lower `p may agree "draw a card?"`: a choice from yes alone, which has no name."""
    player = who(scope, node.player, node.span)
    agreed = x.Braces((x.Truth(True, span=node.span),), span=node.span)
    name = Name("_agreed", span=node.span)
    lowered, _ = choice(scope, Choice(name, agreed, text=node.text, span=node.span))
    return [_optional(scope, node, player, lowered, block(scope, node.block))], scope


def _optional(
    scope: Scope, node: MayChoose | MayAgree, player: Expr, asked: s.Choice, then: s.Block
) -> s.MayChoose:
    otherwise = () if node.otherwise is None else block(scope, node.otherwise)
    origin = scope.context.origin(node.span, node.marks)
    return s.MayChoose(player, asked, then, otherwise, origin)


@lowers(Menu)
def menu(scope: Scope, node: Menu) -> Step:
    """Lower `p chooses one of` and its branches."""
    player = who(scope, node.player, node.span)
    first: dict[str, Name] = {}
    for item in node.items:
        if item.name.text in first:
            scope.context.report(
                heads.repeated_name(
                    item.name.span, at=first[item.name.text].span, name=item.name.text
                )
            )
        first.setdefault(item.name.text, item.name)
    branches = tuple(_branch(scope, item) for item in node.items)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Menu(player, branches, scope.context.text(node.text), origin)], scope


def _branch(scope: Scope, item: MenuItem) -> s.Branch:
    test, inner = None, scope
    if item.condition is not None:
        test, inner = condition(scope.pure("a condition of a branch"), item.condition)
    return s.Branch(
        item.name.text,
        test,
        block(inner, item.block),
        None if item.pays is None else pays(inner, item.pays),
        scope.context.text(item.text),
        scope.context.origin(item.span, item.marks),
    )


@lowers(Do)
def offer(scope: Scope, node: Do) -> Step:
    """Lower `p must do A, if impossible STATEMENT`, `p may do A as often as allowed`."""
    player = who(scope, node.player, node.span)
    actions = actions_named(scope.context, node.offered)
    impossible: s.Block | None = None
    if node.if_impossible is not None:
        impossible = statements(evolve(scope, lifted=None), (node.if_impossible,))
    often = "most" if node.mode == "must" else "any"
    mode = one_of(often if node.as_often else node.mode, OFFER_MODES)
    once = None if node.once is None else _once_only(scope, node.once, actions)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Offer(player, mode, actions, impossible, once, origin)], scope


def _once_only(scope: Scope, node: Extreme, actions: tuple[str, ...]) -> s.OnceOnly:
    """Lower `if once only by highest d`: choices that all the actions share can be read by name."""
    tables = [dict(choices_or_parameters(scope.context, name)) for name in actions]
    shared = [
        (name, type)
        for name, type in (tables[0] if tables else {}).items()
        if all(table.get(name) == type for table in tables)
    ]
    inside = inner(scope).pure("a criterion")
    for name, type in shared:
        inside = inside.with_local(name, type, None, "choice")
    key = lower_key(inside, node)
    names = tuple(name for name, _ in shared)
    return s.OnceOnly((key,), names, tuple(inside.slot(name) for name in names))


# ---------------------------------------------------------------- what the rules pick


@lowers(Pick)
def pick(scope: Scope, node: Pick) -> Step:
    """Lower `pick x from S by lowest E, then chance`."""
    lowered, after = choice(scope, node.choice)
    type = after.locals[node.choice.name.text].type
    variable = node.choice.name.text
    if node.choice.quantity is not None:
        variable, type = "it", member_type(type)
    ranking = criteria(scope.pure("a criterion"), node.criteria, variable, type)
    if not ranking.last:
        scope.context.report(errors.unsettled_tie(node.span, ways=errors.ALL_TIE_BREAKS))
    origin = scope.context.origin(node.span, node.marks)
    return [s.Pick(lowered, ranking.member, ranking.keys, ranking.last, ranking.by, origin)], after


@lowers(Rank)
def rank(scope: Scope, node: Rank) -> Step:
    """Lower `rank S by highest E, then chance as table`: a list."""
    ranked_members = members(
        scope.pure("what is ranked"), node.subject, "it", None, "what is ranked"
    )
    by = criteria(scope.pure("a criterion"), node.criteria, "it", ranked_members.type)
    if not by.last:
        scope.context.report(errors.unsettled_tie(node.span, ways=errors.ALL_TIE_BREAKS))
    most = most_members(scope.context, ranked_members.of)
    type = t.ListOf(stored(ranked_members.type), MOST if most is None else most)
    origin = scope.context.origin(node.span, node.marks)
    after = declare(scope, node.name, type, "result")
    name = node.name.text
    ranked = s.Rank(
        name,
        by.member,
        whole(ranked_members),
        after.slot(name),
        by.keys,
        by.last,
        by.by,
        standard_order(stored(ranked_members.type)),
        origin,
    )
    return [ranked], after
