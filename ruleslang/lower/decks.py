"""Decks: cards made by crossing words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleslang.lower.cards import Cards, fill
from ruleslang.lower.constant_folding import Constant, Folder, NotConstant, as_expression
from ruleslang.lower.context import Context, NamedCard
from ruleslang.lower.diagnostics import cards as say
from ruleslang.lower.expressions import condition, subject
from ruleslang.lower.scope import Scope
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.display import Text
from ruleslang.resolve.diagnostics import unknown_kind
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as syntax
from ruleslang.types.lattice import element, stored

FEW = 6  # words that a help lists


def lower_deck(context: Context, cards: Cards, node: syntax.Deck, folder: Folder) -> None:
    """`deck french x2 of playing_card: suit in Suit, rank in 1..13 where C`."""
    if node.kind.text not in cards.known:
        context.report(unknown_kind(node.kind, cards.known))
        return
    mistakes = len(context.diagnostics)
    axes = _axes(context, node, folder)
    scope = Scope(context).pure("the condition of a deck")
    for axis, (type, _) in axes.items():
        scope = scope.with_local(axis, type, None, "member")
    test = condition(scope, node.condition)[0] if node.condition is not None else None
    made = _count(scope, node, axes, test, folder, cards)
    origin = context.origin(node.span, node.marks)
    names = {values: tuple(_word(context, value) for value in values) for values in made}
    for values, copies in made.items():
        definition = _definition(context, cards, node, axes, values, names[values], copies, origin)
        cards.definitions.append(definition)
    if len(context.diagnostics) == mistakes:
        context.made_cards[node.name.text] = tuple(names.values())


def check_named(context: Context) -> None:
    """Every card of a deck that is named somewhere is one that the deck makes."""
    for card in context.named_cards:
        made = context.made_cards.get(card.deck)
        if made is None or any(len(words) != len(card.words) for words in made):
            continue  # the deck, or its kind, is refused already
        if card.words not in made and not _is_blamed(context, card.span):
            context.report(say.no_card_of_deck(card.span, card.deck, _why_not(card, made)))


def _is_blamed(context: Context, span: Span) -> bool:
    """Whether something is wrong already with what is written there."""
    return any(
        each.span.source is span.source and span.start <= each.span.start < span.end
        for each in context.diagnostics
    )


def _why_not(card: NamedCard, made: Sequence[tuple[str, ...]]) -> str:
    if not made:
        return "the deck makes no cards at all"
    for axis, word, members in zip(card.axes, card.words, zip(*made, strict=True), strict=True):
        if word not in members:
            return f"its `{axis}` {_members(dict.fromkeys(members))}"
    return "what stands after `where` in the deck leaves it out"


def _members(members: Iterable[str]) -> str:
    words = list(members)
    if all(word.lstrip("-").isdigit() for word in words):
        numbers = sorted(map(int, words))
        if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
            return f"goes from {numbers[0]} to {numbers[-1]}"
        words = list(map(str, numbers))
    else:
        words = [f"`{word}`" for word in words]
    few = ", ".join(words[:FEW]) + (", …" if len(words) > FEW else "")
    return f"is one of {few}" if len(words) > 1 else f"is always {few}"


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
    scope: Scope,
    node: syntax.Deck,
    axes: Axes,
    test: e.Expr | None,
    folder: Folder,
    cards: Cards,
) -> dict[tuple[Constant, ...], int]:
    """The values of the axes that are fields, and how many copies the other axes make of each."""
    context, names = scope.context, list(axes)
    fields = [name for name in names if name in cards.known[node.kind.text].fields]
    copies = 1 if node.copies is None else node.copies
    made: dict[tuple[Constant, ...], int] = {}
    try:
        for number, combination in enumerate(_cross([axes[name][1] for name in names])):
            if number > 20 * limits.CARDS or sum(made.values()) > limits.CARDS:
                context.report(say.too_many_copies(node.name.span, sum(made.values())))
                break
            point = dict(zip(names, combination, strict=True))
            slots = {scope.slot(name): value for name, value in point.items()}
            if test is None or folder.fold(test, slots) is True:
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
    words: tuple[str, ...],
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
        written=f"{node.name.text}({', '.join(words)})" if words else "",
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
