"""
Lowers changed declarations alone, where all others keep their meaning.

What a lowering depends on beside the symbols is given: the types of values, the names that were
taken before, the number of the next origin. Whether the interfaces stayed the same is for the
caller to find out by the texts, and is found out here by what the declarations became.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from ruleslang.lower import behaviour, cards, citations
from ruleslang.lower.context import INFERRED, Context, Stage
from ruleslang.lower.examples import Examples
from ruleslang.lower.measures_and_players import Choosers, lower_measure
from ruleslang.lower.procedures_given_zones import names_any, taking_zones
from ruleslang.lower.rulebook import STANDING, context_of, lower_rule, rewritten
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.displayed_parts import Origin
from ruleslang.program.program import Numbering, Program
from ruleslang.program.types import Type
from ruleslang.program.walk import find
from ruleslang.resolve.gather_symbols import resolve
from ruleslang.resolve.symbol_table import Symbols
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.examples import Claim, Example

NOWHERE = Origin("", 0, 0, 0, 0, "")


class NotAlone(Exception):
    """A change may concern other declarations: all must be lowered."""


@frozen
class Before:
    """
    What one stage of lowering a declaration began with and gave when it was lowered before.

    `first` is the number of its first origin now; `names` are stems of unique names, with how many
    there were before and how many were made; `parts` what it gave to which part of the game.
    """

    stage: Stage
    first: int
    names: tuple[tuple[str, int, int], ...]
    parts: Mapping[str, tuple[Any, ...]]


@frozen
class Again:
    """
    What became of a declaration now: its parts of the game, its origins, what is wrong.

    `retyped` are the names of its values and choices that are of another type than before.
    """

    parts: Mapping[str, tuple[Any, ...]]
    origins: tuple[Origin, ...]
    spans: tuple[Span, ...]
    diagnostics: tuple[Diagnostic, ...]
    retyped: frozenset[str]


@frozen
class Names:
    """All names, and all declarations in the form that is lowered, by their places."""

    symbols: Symbols
    nodes: Mapping[Span, syntax.Declaration]


@frozen
class Rest:
    """What a declaration is lowered by: all names, the types of values, and all that is played."""

    symbols: Symbols
    numbering: Numbering
    types: Mapping[str, Type]
    program: Callable[[], Program]


def names_of(
    trees: Sequence[syntax.Tree], changed: Iterable[syntax.Declaration]
) -> Names:
    """
    The names of a rulebook, of which some declarations have changed.

    Raises `NotAlone` when something is wrong with the names, or one of those that have changed may
    say for which zones a procedure is made.
    """
    symbols, problems = resolve(trees)
    if problems or symbols.header is None:
        raise NotAlone
    taking = taking_zones(symbols.order)
    if any(names_any(each, taking) for each in changed):
        raise NotAlone
    trees, symbols, wrong = rewritten(trees, symbols)
    if wrong:
        raise NotAlone
    return Names(symbols, {each.span: each for tree in trees for each in tree.declarations})


def lower_again(rest: Rest, node: syntax.Declaration, before: Before) -> Again:
    """One stage of a declaration; raises `NotAlone` when others may have to be lowered, too."""
    context = context_of(rest.symbols, [])
    context.value_types.update(rest.types)
    made = _cards(context) if isinstance(node, syntax.Card) else cards.Cards()
    context.origins[:] = [NOWHERE] * before.first
    context.spans[:] = [Span(node.span.source, 0, 0)] * before.first
    context.counters = {stem: number for stem, number, _ in before.names}
    if before.stage == "citations":
        parts = {"cited": (_cited(context, node, rest.numbering),)}
    else:
        parts = dict(_parts(context, rest, node, made))
    _check_alone(context, before, parts)
    return Again(
        parts,
        tuple(context.origins[before.first :]),
        tuple(context.spans[before.first :]),
        tuple(context.diagnostics),
        _retyped(before.parts, parts),
    )


def _cards(context: Context) -> cards.Cards:
    """What cards need to know of the kinds."""
    made = cards.Cards()
    cards.lower_kinds(context, made)
    cards.lower_kind_texts(context, made)
    made.plays.clear()
    made.standings.clear()
    return made


def _cited(context: Context, node: syntax.Declaration, numbering: Numbering) -> Any:
    if numbering.prefix:
        citations.check_cited(context, node, numbering, citations.known_numbers(numbering))
    return citations.cited_in(context, node)


def _parts(
    context: Context, rest: Rest, node: syntax.Declaration, made: cards.Cards
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The parts of the game that a declaration gives something to, and what."""
    if isinstance(node, STANDING):
        yield "standings", (lower_rule(context, node),)
        return
    match node:
        case syntax.Card():
            cards.lower_card(context, made, node)
            yield from ((name, tuple(part)) for name, part in made.parts().items())
        case syntax.Chooser():
            yield "choosers", (Choosers(context, rest.program()).chooser(node),)
        case Example():
            yield "examples", (Examples(context).example(node),)
        case Claim():
            yield "claims", (Examples(context).claim(node),)
        case _:
            part, lower = PLAIN[type(node)]
            yield part, (lower(context, node),)


PLAIN: dict[type[Any], tuple[str, Callable[[Context, Any], Any]]] = {
    syntax.Value: ("values", behaviour.lower_value),
    syntax.Procedure: ("procedures", behaviour.lower_procedure),
    syntax.Action: ("actions", behaviour.lower_action),
    syntax.Measure: ("measures", lower_measure),
}


def _check_alone(context: Context, before: Before, parts: Mapping[str, tuple[Any, ...]]) -> None:
    """Raise `NotAlone` when something else than the declaration itself may be another."""
    names = {stem: start + number for stem, start, number in before.names}
    taken = {
        stem: number for stem, number in context.counters.items() if not stem.startswith(INFERRED)
    }
    same = (
        not context.circles
        and not context.named_cards
        and taken == names
        and parts.keys() == before.parts.keys()
        and all(_offers(parts[part]) == _offers(before.parts[part]) for part in parts)
    )
    if not same:
        raise NotAlone


def _offers(made: Sequence[Any]) -> list[Any]:
    """What others see of parts of a game without naming it: choices of heads, names of others."""
    inside = tuple(made)
    choices = [each.choices for each in find(inside, d.Action)]
    choices += [each.choices for each in find(inside, d.Play)]
    types = [[(each.name, each.type) for each in own] for own in choices]
    return [types, [each.name for each in find(inside, s.Choice)]]


def _retyped(
    before: Mapping[str, Sequence[Any]], now: Mapping[str, Sequence[Any]]
) -> frozenset[str]:
    old, new = (list(_typed(parts)) for parts in (before, now))
    pairs = zip(old, new, strict=True)
    return frozenset(name for (name, type), (_, other) in pairs if type != other)


def _typed(parts: Mapping[str, Sequence[Any]]) -> Iterator[tuple[str, Type | None]]:
    """The values and choices of parts of a game, with their types."""
    for part in sorted(parts):
        yield from ((each.name, each.type) for each in find(tuple(parts[part]), s.Choice))
        if part == "values":
            yield from ((each.name, each.type) for each in parts[part])
