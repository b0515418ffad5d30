"""Lowers the plays of a card: its own, and the inherited ones that these do not replace.

The clauses of kinds are copied into every play, and a play tied to a zone gets an `only if`, so
that later passes know neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.language.lower.behaviour import lower_play
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import cards as say
from ruleslang.language.lower.diagnostics.statements import unknown_zone
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.build_by_hand import no_marks
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.statements import Body, Clause, OnlyIf
from ruleslang.program import declarations as d


@frozen(eq=False)
class KnownPlay:
    """A play as written, and the name of its lowered play."""

    node: syntax.Play
    name: str

    @property
    def zone(self) -> str | None:
        return _zone_name(self.node)


@frozen(eq=False)
class PlaysAbove:
    """What a card or kind inherits: plays, and clauses for all its plays."""

    plays: tuple[KnownPlay, ...] = ()
    clauses: tuple[Clause, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(play.name for play in self.plays)


def lower_plays(
    context: Context,
    lowered: list[d.Play],
    above: PlaysAbove,
    owner: tuple[str, str],
    items: Sequence[object],
) -> PlaysAbove:
    """
    The plays of a card or kind, `owner` being its name and its kind; lowered plays are added to
    `made`.

    Its own plays replace inherited ones tied to the same zone, or to none as they are. Inherited
    plays are lowered again if it adds clauses.
    """
    written = [item for item in items if isinstance(item, syntax.Play)]
    _check_titles(context, written, owner[0])
    more = tuple(item for item in items if isinstance(item, Clause))
    clauses = (*above.clauses, *more)
    zones = {_zone_name(item) for item in written}
    left = [play for play in above.plays if play.zone not in zones]
    if more:
        left = [_lowered(context, lowered, play.node, owner, clauses) for play in left]
    new = [_lowered(context, lowered, item, owner, clauses) for item in written]
    return PlaysAbove((*left, *new), clauses)


def check_clauses(context: Context, definitions: Sequence[d.Definition]) -> None:
    """Reports clauses of kinds whose cards have no plays."""
    for node in context.symbols.order:
        if not isinstance(node, syntax.Kind):
            continue
        clause = next((item for item in node.items if isinstance(item, Clause)), None)
        mine = [
            definition
            for definition in definitions
            if node.name.text in context.kinds.get(definition.kind, ())
        ]
        if clause is not None and mine and not any(definition.plays for definition in mine):
            context.report(say.clause_without_play(clause.span, kind=node.name.text))


def _check_titles(context: Context, plays: Sequence[syntax.Play], owner: str) -> None:
    """Reports plays without a title that may be legal at the same moment."""
    zones = [_zone_name(written) for written in plays]
    for play, zone in zip(plays, zones, strict=True):
        alone = zone is not None and zones.count(zone) == 1 and None not in zones
        if play.text is None and len(plays) > 1 and not alone:
            context.report(say.two_plays_need_titles(play.span, name=owner))


def _lowered(
    context: Context,
    plays: list[d.Play],
    node: syntax.Play,
    owner: tuple[str, str],
    clauses: tuple[Clause, ...],
) -> KnownPlay:
    title, kind = owner
    name = context.unique(f"play {title}").removeprefix("play ")
    first = (*_in_its_zone(context, node), *clauses)
    plays.append(lower_play(context, _with_clauses(node, first), name, kind, title))
    return KnownPlay(node, name)


def _with_clauses(node: syntax.Play, clauses: tuple[Clause, ...]) -> syntax.Play:
    if not clauses:
        return node
    if node.body is None:
        return evolve(node, body=Body(clauses, (), None, None, span=node.span))
    return evolve(node, body=evolve(node.body, clauses=(*clauses, *node.body.clauses)))


def _in_its_zone(context: Context, node: syntax.Play) -> Iterator[OnlyIf]:
    """`while in field(you)` as `only if this is in field(you)`."""
    if node.zone is None:
        return
    name = node.zone if isinstance(node.zone, Name) else node.zone.function
    symbol = context.symbols.get(name.text)
    if symbol is None or not isinstance(symbol.node, syntax.Zone):
        zones = context.symbols.names_of("zone")
        context.report(unknown_zone(name.span, name.text, zones))
        return
    zone: x.Expression = node.zone
    if isinstance(zone, Name) and symbol.node.index:
        places = tuple(x.AnyPlace(span=zone.span) for _ in symbol.node.index)
        zone = x.Apply(zone, places, span=zone.span)
    test = x.IsIn(x.This(span=node.zone.span), zone, False, span=node.zone.span)
    yield OnlyIf(test, marks=no_marks(node.zone.span), span=node.zone.span)


def _zone_name(node: syntax.Play) -> str | None:
    match node.zone:
        case None:
            return None
        case Name(text=text) | x.Apply(function=Name(text=text)):
            return text
