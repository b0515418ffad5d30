"""Lowers deck lists: `list starter of attack: stab x3, feint` and `move starter from box to
deck(p)`.

A list is a value of type list of definitions. Moving it is lowered to a loop in one moment: for
each definition a copy, which must be in the source, goes to the zone.
"""

from __future__ import annotations

from collections import Counter

from ruleslang.language.lower.blocks import HANDLERS, Step, lowers
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import cards as errors
from ruleslang.language.lower.diagnostics import statements as statement_errors
from ruleslang.language.lower.dispatch import subject
from ruleslang.language.lower.expressions import lower
from ruleslang.language.lower.scope import Scope, slots_of, with_locals
from ruleslang.language.resolve.diagnostics import unknown_kind
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Let, Move, MoveListed
from ruleslang.language.syntax.statements import AtOnce, Block, ForEach
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import element, is_collection, plain


def type_of_list(node: syntax.CardList) -> t.ListOf:
    """Return a list of titles of its kind, as long as the list."""
    return t.ListOf(t.Title(node.kind.text), sum(entry.copies or 1 for entry in node.entries))


def lower_list(context: Context, node: syntax.CardList) -> d.Value:
    """Return the named value that a list declares."""
    kinds = [symbol.name for symbol in context.symbols.of("kind")]
    type = type_of_list(node)
    if node.kind.text not in kinds:
        context.report(unknown_kind(node.kind, kinds))
        type = t.ListOf(t.Title(), type.up_to)
    scope = Scope(context).pure("a list of cards")
    titles: list[e.Expr] = []
    for entry in node.entries:
        titles += [lower(scope, entry.title, type.element).expr] * (entry.copies or 1)
    origin = context.origin(node.span, node.marks)
    cases = (d.ValueCase(None, e.MakeList(tuple(titles))),)
    value = d.Value(node.name.text, (), (), type, (), cases, origin)
    return with_locals(context, value, slots_of(scope))


def check_copies(context: Context, program: Program) -> None:
    """Report a list that asks for more copies of a title than exist under some settings."""
    copies = {definition.name: definition.copies for definition in program.definitions}
    values = {value.name: value for value in program.values}
    for node in context.symbols.each(syntax.CardList):
        if node.name.text not in values:
            continue
        listed = values[node.name.text].cases[0].value
        assert isinstance(listed, e.MakeList)
        titles = [item.name for item in listed.items if isinstance(item, e.TitleValue)]
        for title, wanted in Counter(titles).items():
            if wanted > copies.get(title, wanted):
                at = next(
                    item_place
                    for item_place, name in zip(_one_each(node), titles, strict=True)
                    if name == title
                )
                context.report(
                    errors.too_few_copies(at.span, title=title, wanted=wanted, found=copies[title])
                )


def _one_each(node: syntax.CardList) -> list[syntax.Listed]:
    return [entry for entry in node.entries for _ in range(entry.copies or 1)]


@lowers(MoveListed)
def move_listed(scope: Scope, node: MoveListed) -> Step:
    """Lower `move L from S to Z`, as a loop over L."""
    typed = subject(scope.pure("what is moved"), node.listed, single=True)
    moved = plain(element(typed.type) or typed.type)
    if not isinstance(moved, (t.Title, t.Never, t.Unknown)):
        scope.context.report(statement_errors.needless_source(node, typed.type))
        return [], scope
    at = node.span
    listed = node.listed
    if not is_collection(typed.type):
        listed = x.Braces((listed,), span=listed.span)
    title, card = Name("title listed", span=at), Name("card that is listed", span=at)
    it = Name("it", span=at)
    wanted = x.And(
        x.Is(it, title, span=at), x.IsIn(it, node.target, negated=True, span=at), span=at
    )
    fitting = x.Where(node.source, wanted, span=node.source.span)
    first = x.Apply(Name("first", span=at), (fitting,), span=node.source.span)
    lines = (
        Let(card, None, first, True, marks=node.marks, span=node.source.span),
        Move(card, node.target, node.position, marks=node.marks, span=at),
    )
    loop = ForEach(title, listed, Block(lines, span=at), marks=node.marks, span=at)
    moment = AtOnce(Block((loop,), span=at), marks=node.marks, span=at)
    return HANDLERS[AtOnce](scope, moment)
