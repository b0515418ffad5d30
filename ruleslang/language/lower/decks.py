"""Lowers decks: a card for each combination of words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import evolve

from ruleslang.language.lower.cards import Cards, fill
from ruleslang.language.lower.check_text_placeholders import check_deck_text
from ruleslang.language.lower.constant_numbers import players_of
from ruleslang.language.lower.context import Context, NamedCard
from ruleslang.language.lower.conversions import mismatch
from ruleslang.language.lower.diagnostics import cards as errors
from ruleslang.language.lower.diagnostics.types import too_many_settings
from ruleslang.language.lower.expressions import condition, subject
from ruleslang.language.lower.scope import Scope
from ruleslang.language.resolve.diagnostics import duplicate_name, unknown_kind
from ruleslang.language.syntax import declarations as syntax
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.constant_folding import (
    PLAYERS,
    Constant,
    Folding,
    NeedsSetting,
    NotConstant,
    as_expression,
)
from ruleslang.program.references import Text, filled
from ruleslang.program.typing.lattice import element, fits, plain, stored
from ruleslang.source.diagnostic import has_error
from ruleslang.source.span import Span

FEW = 6  # most words that a help lists


def lower_deck(context: Context, cards: Cards, node: syntax.Deck, folder: Folding) -> None:
    """Lower `deck french x2 of playing_card: suit in Suit, rank in 1..13 where C`."""
    if node.kind.text not in cards.known:
        context.report(unknown_kind(node.kind, cards.known))
        return
    before = len(context.diagnostics)
    first = next(iter(context.symbols.own_decks.get(node.name.text, ())), node)
    if [axis.name.text for axis in first.axes] != [axis.name.text for axis in node.axes]:
        first_axes = ", ".join(f"`{axis.name.text}`" for axis in first.axes)
        context.report(errors.unlike_axes(node.name.span, kind=node.kind.text, axes=first_axes))
        return
    axes = _axes(context, node)
    scope = Scope(context).pure("the condition of a deck")
    for axis, (type, _) in axes.items():
        scope = scope.with_local(axis, type, None, "member")
    test = condition(scope, node.condition)[0] if node.condition is not None else None
    combinations = _deck_cards(scope, node, axes, test, folder, cards)
    known = [axis for axis in axes if axis in cards.known[node.kind.text].fields]
    _check_filled_fields(context, cards, node, axes, combinations)
    context.diagnostics.extend(check_deck_text(node, known, context.symbols.texts))
    origin = context.origin(node.span, node.marks)
    names = {values: tuple(_word(context, value) for value in values) for values in combinations}
    for values, copies in combinations.items():
        definition = _definition(context, cards, node, axes, values, names[values], origin)
        by = copies if len(set(copies.numbers)) > 1 else None
        cards.definitions.append(evolve(definition, copies=max(copies.numbers), copies_by=by))
    made = context.made_cards.get(node.name.text, ())
    for twice in {*made} & {*names.values()}:
        card, what = f"{node.name.text}({', '.join(twice)})", "a card"
        context.report(duplicate_name(node.name.span, at=first.name.span, name=card, what=what))
    if not has_error(context.diagnostics[before:]):
        context.made_cards[node.name.text] = (*made, *names.values())


def _check_filled_fields(
    context: Context, cards: Cards, node: syntax.Deck, axes: Axes, points: Iterable[Point]
) -> None:
    """Check that the values of each axis fit its field; numbers against the cards made."""
    fields = cards.known[node.kind.text].fields
    filled = [axis for axis in node.axes if axis.name.text in fields]
    for axis, values in zip(filled, zip(*points, strict=True), strict=False):
        axis_type, wanted = axes[axis.name.text][0], fields[axis.name.text].type
        range = plain(wanted)
        if isinstance(axis_type, t.Number) and isinstance(range, t.Number):
            beyond = [n for n in values if isinstance(n, int) and not range.low <= n <= range.high]
            axis_type = t.Number(min(beyond), max(beyond)) if beyond else range
        if wanted != t.Never() and not fits(axis_type, wanted, context.kinds):
            context.report(mismatch(axis.subject.span, axis_type, wanted, context))


def check_named(context: Context) -> None:
    """Report named deck cards that the deck does not make."""
    for card in context.named_cards:
        combinations = context.made_cards.get(card.deck)
        if combinations is None or any(len(words) != len(card.words) for words in combinations):
            continue  # the deck or its kind has an error already
        if card.words not in combinations and not _is_blamed(context, card.span):
            why_not = _why_not(card, combinations)
            context.report(errors.no_card_of_deck(card.span, deck=card.deck, why_not=why_not))


def _is_blamed(context: Context, span: Span) -> bool:
    """Return whether an error was reported within a span."""
    return any(
        diagnostic.span.source is span.source and span.start <= diagnostic.span.start < span.end
        for diagnostic in context.diagnostics
    )


def _why_not(card: NamedCard, combinations: Sequence[tuple[str, ...]]) -> str:
    if not combinations:
        return "the deck makes no cards at all"
    for axis, word, members in zip(
        card.axes, card.words, zip(*combinations, strict=True), strict=True
    ):
        if word not in members:
            return f"its `{axis}` {_members(dict.fromkeys(members))}"
    return "the `where` of the deck excludes it"


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


Axes = dict[str, tuple[t.Type, e.Expr]]
Point = tuple[Constant, ...]  # values of the axes that are fields
Copies = dict[Point, int]


def _axes(context: Context, node: syntax.Deck) -> Axes:
    axes: Axes = {}
    for axis in node.axes:
        typed = subject(Scope(context).pure("an axis"), axis.subject)
        inner = element(typed.type)
        axes[axis.name.text] = (stored(inner) if inner is not None else t.Never(), typed.expr)
    return axes


def _deck_cards(
    scope: Scope, node: syntax.Deck, axes: Axes, test: e.Expr | None, folder: Folding, cards: Cards
) -> dict[Point, d.BySettings]:
    """
    Return the axis values of the deck's cards, with the number of copies by setting.

    The settings that matter are found by evaluation: each one that is read is then tried with all
    its values.
    """
    read: list[str] = []
    while True:
        settings = [_values(scope.context, name) for name in read]
        if prod(map(len, settings)) > limits.SETTINGS:
            scope.context.report(too_many_settings(node.name.span))
            return {}
        try:
            counts = [
                _count(scope, node, axes, test, _folder_at(folder, read, values), cards)
                for values in product(*settings)
            ]
        except NeedsSetting as needs:
            read = sorted([*read, needs.name], key=lambda name: name == PLAYERS)
        else:
            return _by_settings(read, counts)


def _values(context: Context, name: str) -> Sequence[Constant]:
    if name == PLAYERS:
        return players_of(context)
    option = context.symbols.declared(name, syntax.Option)
    assert option is not None
    if option.numbers is not None:
        return range(option.numbers.low, option.numbers.high + 1)
    words = [value.name.text for value in option.values]
    if set(words) == {"yes", "no"}:
        return [word == "yes" for word in words]
    return [e.WordValue(name, place) for place in range(len(words))]


def _folder_at(folder: Folding, read: Sequence[str], values: Sequence[Constant]) -> Folding:
    settings = dict(zip(read, values, strict=True))
    players = settings.pop(PLAYERS, None)
    return folder.at(settings, players if isinstance(players, int) else None)


def _by_settings(read: Sequence[str], counts: Sequence[Copies]) -> dict[Point, d.BySettings]:
    """Return the number of copies of each card, by setting."""
    options = tuple(name for name in read if name != PLAYERS)
    points = dict.fromkeys(point for count in counts for point in count)
    return {
        point: d.BySettings(
            options, PLAYERS in read, tuple(count.get(point, 0) for count in counts)
        )
        for point in points
    }


def _members_of(
    context: Context, node: syntax.Deck, axes: Axes, folder: Folding
) -> dict[str, tuple[Constant, ...]]:
    members_by_axis: dict[str, tuple[Constant, ...]] = {}
    for axis in node.axes:
        members: Constant = ()
        try:
            members = folder.fold(axes[axis.name.text][1], {})
            if not isinstance(members, tuple):
                raise NotConstant
        except NeedsSetting:
            raise
        except NotConstant:
            context.report(errors.deck_axis(axis.subject.span, axis=axis.name.text))
            members = ()
        members_by_axis[axis.name.text] = members
    return members_by_axis


def _count(
    scope: Scope, node: syntax.Deck, axes: Axes, test: e.Expr | None, folder: Folding, cards: Cards
) -> Copies:
    """Return the axis values that are fields, and how many combinations of the others make each."""
    context, names = scope.context, list(axes)
    members = _members_of(context, node, axes, folder)
    fields = [name for name in names if name in cards.known[node.kind.text].fields]
    copies = 1 if node.copies is None else node.copies
    counts: Copies = {}
    try:
        for number, combination in enumerate(_cross([members[name] for name in names])):
            if number > 20 * limits.CARDS or sum(counts.values()) > limits.CARDS:
                context.report(errors.too_many_copies(node.name.span, found=sum(counts.values())))
                break
            point = dict(zip(names, combination, strict=True))
            slots = {scope.slot(name): value for name, value in point.items()}
            if test is None or folder.fold(test, slots) is True:
                key = tuple(point[name] for name in fields)
                counts[key] = counts.get(key, 0) + copies
    except NeedsSetting:
        raise
    except NotConstant:
        if node.condition is not None:
            context.report(errors.deck_condition(node.condition.span))
    return counts


def _cross(sets: list[tuple[Constant, ...]]) -> Iterator[tuple[Constant, ...]]:
    if not sets:
        yield ()
        return
    for first in sets[0]:
        for others in _cross(sets[1:]):
            yield (first, *others)


def _definition(
    context: Context,
    cards: Cards,
    node: syntax.Deck,
    axes: Axes,
    values: tuple[Constant, ...],
    words: tuple[str, ...],
    origin: int,
) -> d.Definition:
    info = cards.known[node.kind.text]
    names = [name for name in axes if name in info.fields]
    fields = {
        name: [d.FieldValue(name, (), as_expression(value))]
        for name, value in zip(names, values, strict=True)
    }
    spare = [name for name in axes if name not in info.fields]
    name = "_".join((node.name.text, *words))
    return d.Definition(
        name,
        node.kind.text,
        0,
        fill(context, name, node.kind.text, info, fields, node.name.span, spare),
        info.plays.names,
        info.standings,
        node.name.text,
        _title(context, node, dict(zip(names, words, strict=True))),
        info.rules_text,
        origin,
        written=f"{node.name.text}({', '.join(words)})" if words else "",
    )


def _title(context: Context, node: syntax.Deck, words: Mapping[str, str]) -> Text:
    """Return the deck's title, filled in; without one, the words themselves."""
    shown = {axis: word.replace("_", " ") for axis, word in words.items()}
    text = context.text(node.text)
    if text is None:
        return Text(" ".join(shown.values()) or node.name.text)

    def value(name: str) -> str:
        return shown.get(name, name)

    others = tuple(
        (language, filled(text_in_language, value))
        for language, text_in_language in text.translations
    )
    return Text(filled(text.text, value), others)


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
