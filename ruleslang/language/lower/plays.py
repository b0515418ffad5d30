"""Lowers the plays of a card: its own, and the inherited ones that these do not replace.

The clauses of kinds are copied into the plays that they are about, and a play tied to a zone gets
an `only if`, so that later passes know neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.language.lower.behaviour import lower_play
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import cards as errors
from ruleslang.language.lower.diagnostics.statements import unknown_zone
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.build_by_hand import no_marks
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Move
from ruleslang.language.syntax.statements import Body, Clause, OnlyIf
from ruleslang.language.syntax.walk import find
from ruleslang.program import declarations as d


@frozen(eq=False)
class KnownPlay:
    """
    A play as written, the name of its lowered play, and the plays on the table beside which it is
    impossible in their zones.
    """

    node: syntax.Play
    name: str
    on_table: tuple[syntax.Play, ...] = ()

    @property
    def zone(self) -> str | None:
        return _zone_name(self.node)


@frozen(eq=False)
class KindClause:
    """A clause of a kind, and the zones to which plays of this kind, or above, are tied."""

    clause: Clause
    zones: frozenset[str | None]


@frozen(eq=False)
class PlaysAbove:
    """What a card or kind inherits: plays, and clauses for its plays."""

    plays: tuple[KnownPlay, ...] = ()
    clauses: tuple[KindClause, ...] = ()
    zones: frozenset[str | None] = frozenset()

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
    Return the plays of a card or kind, `owner` being its name and its kind; lowered plays are added
    to `made`.

    Its own plays replace inherited ones tied to the same zone, or to none as they are. Inherited
    plays are lowered again if it adds clauses, or plays on the table.
    """
    written = [item for item in items if isinstance(item, syntax.Play)]
    _check_titles(context, written, owner[0])
    more = [item for item in items if isinstance(item, Clause)]
    here = [_zone_name(item) for item in written]
    zones = above.zones | {*here}
    clauses = (*above.clauses, *(KindClause(clause, zones) for clause in more))
    left = [play for play in above.plays if play.zone not in here]
    everywhere = {*here, *(play.zone for play in left)}
    on_table = tuple(
        item for item in written if len(everywhere) > 1 and _is_on_table(context, _zone_name(item))
    )
    if more or on_table:
        left = [
            _lowered(context, lowered, play.node, owner, clauses, (*play.on_table, *on_table))
            for play in left
        ]
    new = [
        _lowered(
            context, lowered, item, owner, _about(item, clauses, on_table), _laying(item, on_table)
        )
        for item in written
    ]
    return PlaysAbove((*left, *new), clauses, zones)


def _about(
    node: syntax.Play, clauses: tuple[KindClause, ...], on_table: tuple[syntax.Play, ...]
) -> tuple[KindClause, ...]:
    """Return the clauses for a play, without those about playing a card already on the table."""
    if node not in on_table:
        return clauses
    return tuple(clause for clause in clauses if _zone_name(node) in clause.zones)


def _laying(node: syntax.Play, on_table: tuple[syntax.Play, ...]) -> tuple[syntax.Play, ...]:
    """Return the plays on the table beside one of the card that moves it to their zones."""
    moves = list(find(node, Move)) if node.zone is None else []
    targets = {
        move.target.span.text.partition("(")[0]
        for move in moves
        if isinstance(move.subject, x.This)
    }
    return tuple(play for play in on_table if _zone_name(play) in targets)


def _is_on_table(context: Context, zone: str | None) -> bool:
    """Return whether cards in a zone are on the table: everybody sees them."""
    declared = None if zone is None else context.symbols.declared(zone, syntax.Zone)
    return declared is not None and declared.seen_by is not None and declared.seen_by.word == "all"


def check_clauses(context: Context, definitions: Sequence[d.Definition]) -> None:
    """Report clauses of kinds whose cards have no plays."""
    for node in context.symbols.each(syntax.Kind):
        clause = next((item for item in node.items if isinstance(item, Clause)), None)
        mine = [
            definition
            for definition in definitions
            if node.name.text in context.kinds.get(definition.kind, ())
        ]
        if clause is not None and mine and not any(definition.plays for definition in mine):
            context.report(errors.clause_without_play(clause.span, kind=node.name.text))


def _check_titles(context: Context, plays: Sequence[syntax.Play], owner: str) -> None:
    """Report plays without a title that may be legal at the same moment."""
    zones = [_zone_name(written) for written in plays]
    for play, zone in zip(plays, zones, strict=True):
        alone = zone is not None and zones.count(zone) == 1 and None not in zones
        if play.text is None and len(plays) > 1 and not alone:
            context.report(errors.two_plays_need_titles(play.span, name=owner))


def _lowered(
    context: Context,
    plays: list[d.Play],
    node: syntax.Play,
    owner: tuple[str, str],
    clauses: tuple[KindClause, ...],
    on_table: tuple[syntax.Play, ...],
) -> KnownPlay:
    title, kind = owner
    name = context.unique(f"play {title}").removeprefix("play ")
    others = on_table if node.zone is None else ()
    elsewhere = (test for play in others for test in _in_its_zone(context, play, negated=True))
    first = (*_in_its_zone(context, node), *elsewhere, *(of.clause for of in clauses))
    plays.append(lower_play(context, _with_clauses(node, first), name, kind, title))
    return KnownPlay(node, name, others)


def _with_clauses(node: syntax.Play, clauses: tuple[Clause, ...]) -> syntax.Play:
    if not clauses:
        return node
    if node.body is None:
        return evolve(node, body=Body(clauses, (), None, None, span=node.span))
    return evolve(node, body=evolve(node.body, clauses=(*clauses, *node.body.clauses)))


def _in_its_zone(context: Context, node: syntax.Play, *, negated: bool = False) -> Iterator[OnlyIf]:
    """Yield `while in field(you)` as `only if this is in field(you)`, or not in any such zone."""
    if node.zone is None:
        return
    name = node.zone if isinstance(node.zone, Name) else node.zone.function
    symbol = context.symbols.get(name.text)
    if symbol is None or not isinstance(symbol.node, syntax.Zone):
        zones = context.symbols.names_of("zone")
        context.report(unknown_zone(node.zone, zones))
        return
    zone: x.Expression = node.zone
    if (negated or isinstance(zone, Name)) and symbol.node.index:
        places = tuple(x.AnyPlace(span=zone.span) for _ in symbol.node.index)
        zone = x.Apply(name, places, span=zone.span)
    test = x.IsIn(x.This(span=node.zone.span), zone, negated, span=node.zone.span)
    yield OnlyIf(test, marks=no_marks(node.zone.span), span=node.zone.span)


def _zone_name(node: syntax.Play) -> str | None:
    match node.zone:
        case None:
            return None
        case Name(text=text) | x.Apply(function=Name(text=text)):
            return text
