"""Decks: cards made by crossing words and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.lower import diagnose_declarations as say
from ruleslang.lower.cards import MOST_CARDS, Cards, fill
from ruleslang.lower.context import Context
from ruleslang.lower.expressions import condition, subject
from ruleslang.lower.fold import Constant, Folder, NotConstant, as_expression
from ruleslang.lower.scope import Scope
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.display import Text
from ruleslang.resolve.diagnostics import unknown_kind
from ruleslang.syntax import declarations as syntax
from ruleslang.types.lattice import element, stored


def lower_deck(context: Context, cards: Cards, node: syntax.Deck, folder: Folder) -> None:
    """`deck french x2 of playing_card: suit in Suit, rank in 1..13 where C`."""
    if node.kind.text not in cards.known:
        context.report(unknown_kind(node.kind, cards.known))
        return
    axes = _axes(context, node, folder)
    scope = Scope(context).pure("the condition of a deck")
    for axis, (type, _) in axes.items():
        scope = scope.with_local(axis, type, None, "member")
    test = condition(scope, node.condition)[0] if node.condition is not None else None
    made = _count(context, node, axes, test, folder, cards)
    origin = context.origin(node.span, node.marks)
    for values, copies in made.items():
        cards.definitions.append(_definition(context, cards, node, axes, values, copies, origin))


Axes = dict[str, tuple[t.Type, tuple[Constant, ...]]]


def _axes(context: Context, node: syntax.Deck, folder: Folder) -> Axes:
    axes: Axes = {}
    for axis in node.axes:
        typed = subject(Scope(context).pure("an axis"), axis.subject)
        try:
            members = folder.fold(typed.expr, {})
            if not isinstance(members, tuple):
                raise NotConstant
        except NotConstant:
            context.report(say.deck_axis(axis.subject.span, axis.name.text))
            members = ()
        inner = element(typed.type)
        axes[axis.name.text] = (stored(inner) if inner is not None else t.Never(), members)
    return axes


def _count(
    context: Context,
    node: syntax.Deck,
    axes: Axes,
    test: e.Expr | None,
    folder: Folder,
    cards: Cards,
) -> dict[tuple[Constant, ...], int]:
    """The values of the axes that are fields, and how many copies the other axes make of each."""
    names = list(axes)
    fields = [name for name in names if name in cards.known[node.kind.text].fields]
    copies = 1 if node.copies is None else node.copies
    made: dict[tuple[Constant, ...], int] = {}
    try:
        for number, combination in enumerate(_cross([axes[name][1] for name in names])):
            if number > 20 * MOST_CARDS or sum(made.values()) > MOST_CARDS:
                context.report(say.too_many_copies(node.name.span, sum(made.values())))
                break
            point = dict(zip(names, combination, strict=True))
            if test is None or folder.fold(test, point) is True:
                key = tuple(point[name] for name in fields)
                made[key] = made.get(key, 0) + copies
    except NotConstant:
        if node.condition is not None:
            context.report(say.deck_condition(node.condition.span))
    return made


def _cross(sets: list[tuple[Constant, ...]]) -> Iterator[tuple[Constant, ...]]:
    if not sets:
        yield ()
        return
    for first in sets[0]:
        for rest in _cross(sets[1:]):
            yield (first, *rest)


def _definition(
    context: Context,
    cards: Cards,
    node: syntax.Deck,
    axes: Axes,
    values: tuple[Constant, ...],
    copies: int,
    origin: int,
) -> d.Definition:
    info = cards.known[node.kind.text]
    names = [name for name in axes if name in info.fields]
    given = {
        name: [d.FieldValue(name, (), as_expression(value))]
        for name, value in zip(names, values, strict=True)
    }
    spare = [name for name in axes if name not in info.fields]
    words = [_word(context, value) for value in values]
    name = "_".join((node.name.text, *words))
    return d.Definition(
        name,
        node.kind.text,
        copies,
        fill(context, name, node.kind.text, info, given, node.name.span, spare),
        info.plays,
        info.standings,
        node.name.text,
        Text(" ".join(words).replace("_", " ") or node.name.text),
        info.rules_text,
        origin,
    )


def _word(context: Context, value: Constant) -> str:
    if isinstance(value, e.WordValue):
        return next(
            (
                word
                for word, uses in context.symbols.words.items()
                if any(use.list == value.list and use.place == value.place for use in uses)
            ),
            "?",
        )
    if isinstance(value, e.TitleValue):
        return value.name
    return str(value)
