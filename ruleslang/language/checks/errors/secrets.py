"""Choices, runs, histories and preferences that depend on what a player does not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import evolve

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.queries.simultaneous_runs import Run, is_local, runs_of, slot_of
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.traits.reads import cells_read, sources
from ruleslang.program.traits.statements import paid, traits
from ruleslang.program.traits.trait_classes import Cell, WindowOpening
from ruleslang.program.walk import alike, children, find, walk
from ruleslang.source.diagnostic import Diagnostic, Message
from ruleslang.source.span import Span

choosing_unseen = Message(
    "choosing-unseen",
    "the chooser can't see the cards of `{zone}`",
    help="write `reveal … to p` before, or let chance pick: `pick c from … by chance`",
)


def find_choosing_unseen(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a player chooses among cards that are hidden from that player."""
    deeds: tuple[d.Action | d.Play, ...] = (*subject.program.actions, *subject.program.plays)
    for deed in deeds:
        for choice in deed.choices:
            you = e.Local(deed.you)
            yield from _hidden_cards_in(subject, choice.source, choice.origin, you, ())
    for block in graph(subject).blocks.values():
        yield from _choices_unseen_in(subject, block)


def _choices_unseen_in(subject: Subject, block: s.Block) -> Iterator[Diagnostic]:
    shown: list[s.RevealCards] = []
    for node in subject.statements(block):
        if isinstance(node, s.RevealCards):
            shown.append(node)
        for question in traits(node).asks:
            if question.player is not None and question.source is not None:
                yield from _hidden_cards_in(
                    subject, question.source, question.origin, question.player, tuple(shown)
                )


def _hidden_cards_in(
    subject: Subject, source: e.Expr, origin: int, chooser: e.Expr, shown: tuple[s.RevealCards, ...]
) -> Iterator[Diagnostic]:
    to_him = [reveal.cards for reveal in shown if reveal.to is None or alike(reveal.to, chooser)]
    # zones whose cards are offered, not those that a condition counts
    for read in sources(source):
        if not isinstance(read, e.ReadZone):
            continue
        zone = subject.zones[read.name]
        revealed = any(alike(read, seen) for cards in to_him for seen in walk(cards))
        if not revealed and not _chooser_sees(zone.seen.by, read, chooser, subject):
            yield choosing_unseen(subject.span(origin), zone=read.name)
            return


def _chooser_sees(seen_by: str, read: e.ReadZone, chooser: e.Expr, subject: Subject) -> bool:
    if seen_by in ("all", "set"):
        return True
    if seen_by == "nobody":
        return False
    places = subject.zones[read.name].index
    owner = next(
        (
            index
            for place, index in zip(places, read.index, strict=True)
            if place.type == t.Player()
        ),
        None,
    )
    return owner is None or alike(owner, chooser)


HOLDING_PLACES = ("state", "zone", "dice")
SHARED_BY_ALL = {"active": "active", "players": "players"}  # cells shared by all players

common_write = Message(
    "common-write",
    "`{name}` doesn't belong to `{variable}` alone, and all act together here",
    help="write only things indexed by `{variable}`, or move cards to an unordered zone"
    " that is `seen by nobody, count seen by nobody`; the rest comes after the block",
    label="it is changed here",
)
reads_others = Message(
    "reads-others",
    "this reads `{name}` of other players, who change it at the same time",
    help="read only `{name}({variable})`, or something that this block doesn't change",
    label="it is read here",
)
interrupted_together = Message(
    "interrupted-together",
    "{what} isn't allowed where several act at the same time",
    help="do it before or after the block, where players only choose, move and set",
    label="it is here",
)


def find_common_write(subject: Subject) -> Iterator[Diagnostic]:
    """Report a line of a `together for each` that could reveal one player's run to another."""
    table = graph(subject)
    for place, block in table.blocks.items():
        for node in subject.statements(block):
            if isinstance(node, s.TogetherForEach):
                yield from _common_in_run(subject, node, table.locals[place][node.variable].name)


def _common_in_run(subject: Subject, node: s.TogetherForEach, name: str) -> Iterator[Diagnostic]:
    runs = list(runs_of(subject, node, name))
    written = {
        cell.name
        for run in runs
        for cell in _cells_written(subject, run)
        if cell.kind in HOLDING_PLACES and not cell.is_reset
    }
    for run in runs:
        for clause in run.beside:
            writes, parts = _clause_writes(clause), _clause_parts(clause)
            yield from _first_noticed(subject, clause, writes, parts, run, written)
        for statement in subject.statements(run.statements):
            yield from _noticed_in_statement(subject, statement, run, written)


def _cells_written(subject: Subject, run: Run) -> Iterator[Cell]:
    for clause in run.beside:
        yield from _clause_writes(clause)
    for statement in subject.statements(run.statements):
        yield from traits(statement).writes


def _clause_writes(clause: s.Clause | s.Choice | s.Hook) -> tuple[Cell, ...]:
    costs = clause.costs if isinstance(clause, s.Pays) else ()
    return tuple(cell for cost in costs for cell in paid(cost))


def _clause_parts(clause: s.Clause | s.Choice | s.Hook) -> tuple[object, ...]:
    if isinstance(clause, s.Hook):
        return clause.by, clause.pattern, clause.condition
    return (clause,)


def _span_and_call(subject: Subject, origin: int, run: Run) -> tuple[Span, Span | None]:
    """Return the span for a report about an origin, and the origin's own if a call leads to it."""
    here = subject.span(origin)
    return (here, None) if run.called < 0 else (subject.span(run.called), here)


def _noticed_in_statement(
    subject: Subject, node: s.Statement, run: Run, written: set[str]
) -> Iterator[Diagnostic]:
    here = traits(node)
    opens = any(isinstance(opening, WindowOpening) for opening in here.runs)
    if here.chance or opens:
        span, at = _span_and_call(subject, getattr(node, "origin", -1), run)
        yield interrupted_together(span, at=at, what="chance" if here.chance else "a window")
        return
    writes = tuple(cell for cell in here.writes if not _is_put_away(subject, node, cell))
    yield from _first_noticed(subject, node, writes, own_parts(node), run, written)


def _first_noticed(
    subject: Subject,
    node: s.Statement | s.Clause | s.Choice | s.Hook,
    writes: tuple[Cell, ...],
    parts: Iterable[object],
    run: Run,
    written: set[str],
) -> Iterator[Diagnostic]:
    """Yield a node's first writes and reads by which others could notice the player's run."""
    span, at = _span_and_call(subject, getattr(node, "origin", -1), run)
    for cell in writes:
        if not _is_own_cell(subject, cell, run.player):
            yield common_write(
                span, at=at, name=SHARED_BY_ALL.get(cell.kind, cell.name), variable=run.name
            )
            return
    for part in parts:
        for cell, holder in _cells_read_by_player(subject, part, run.player):
            if cell.name in written and not _is_own_cell(subject, cell, holder):
                yield reads_others(span, at=at, name=cell.name, variable=run.name)
                return


def _is_put_away(subject: Subject, node: s.Statement, cell: Cell) -> bool:
    """Return whether cards go where nobody sees, counts or orders them."""
    if not isinstance(node, s.MoveCards) or cell.kind != "zone" or cell.name != node.target.name:
        return False
    zone = subject.zones[cell.name]
    return zone.seen.by == zone.count_seen.by == "nobody" and not zone.ordered


def _is_own_cell(subject: Subject, cell: Cell, variable: Slot | None) -> bool:
    """
    Return whether a cell belongs to the player.

    Pieces are assumed to, and cards that a statement takes without naming a zone: the player had to
    find a moved card in a place that they may read.
    """
    if cell.kind in SHARED_BY_ALL:
        return False
    if cell.kind not in HOLDING_PLACES or not cell.name or cell.is_reset:
        return True
    program = subject.program
    declared: list[d.Zone | d.State | d.Dice] = [*program.zones, *program.states]
    declared += program.dice
    places = next(declaration.index for declaration in declared if declaration.name == cell.name)
    return any(
        (place.type == t.Player() and is_local(at, variable)) or isinstance(place.type, t.Piece)
        for place, at in zip(places, cell.index, strict=False)
    )


def _cells_read_by_player(
    subject: Subject, part: object, variable: Slot | None, seen: frozenset[str] = frozenset()
) -> Iterator[tuple[Cell, Slot | None]]:
    """Yield the cells that are read, also through named values, with their player's local."""
    for cell in cells_read(part):
        if cell.kind in HOLDING_PLACES and cell.name:
            yield cell, variable
    for call in find(part, e.CallValue):
        value = next(
            (candidate for candidate in subject.program.values if candidate.name == call.name), None
        )
        if value is not None and call.name not in seen:
            slot = slot_of(call.arguments, variable)
            inside = (value.lets, value.cases)
            yield from _cells_read_by_player(subject, inside, slot, seen | {call.name})


hidden_in_history = Message(
    "hidden-in-history",
    "`{name}` compares `{hidden}`, which some players can't see",
    help="counting repetitions would reveal it; compare only things `seen by all`",
)


def find_hidden_in_history(subject: Subject) -> Iterator[Diagnostic]:
    """Report a history that notes hidden state, so that `times` would reveal it."""
    program = subject.program
    if not program.histories:
        return
    stored: tuple[d.State | d.Zone | d.Dice, ...] = (*program.states, *program.zones, *program.dice)
    hidden = {declared.name for declared in stored if declared.seen.by != "all"}
    reads = derive(program).reads.values
    for history in program.histories:
        read = {cell.name for name in history.values for cell in reads[name]}
        for name in sorted({*history.states, *history.zones, *history.dice, *read} & hidden):
            yield hidden_in_history(subject.span(history.origin), name=history.name, hidden=name)


Read: TypeAlias = "e.ReadZone | e.ReadState"
Bound: TypeAlias = Mapping[int, Any]  # arguments, by slot


preference_peeks = Message(
    "preference-peeks",
    "the player of this preference can't see the cards of `{name}`",
    help="read something that `you` can see; the number of cards is `number of {name}`",
)
preference_reads_secret = Message(
    "preference-peeks",
    "the player of this preference can't see `{name}`",
    help="read something that `you` can see; this line would never apply",
)


def find_preference_peeks(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a preference of a rulebook's player reads what its seat can never see."""
    shown = _names_revealed(subject)
    values = {value.name: value for value in subject.program.values}
    for chooser in subject.compiled.choosers:
        for line in chooser.preferences:
            for read in _read_in_preference(line, values, {}):
                if read.name not in shown and not _may_see(subject, read):
                    place = subject.span(line.origin)
                    if isinstance(read, e.ReadZone):
                        yield preference_peeks(place, name=read.name)
                    else:
                        yield preference_reads_secret(place, name=read.name)
                    break


def _names_revealed(subject: Subject) -> set[str]:
    cards = {
        read.name
        for reveal in find(subject.program, s.RevealCards)
        for read in find(reveal, e.ReadZone)
    }
    return cards | {reveal.name for reveal in find(subject.program, s.RevealState)}


def _read_in_preference(node: Any, values: Mapping[str, d.Value], bound: Bound) -> Iterator[Read]:
    """
    Yield the states that are read, and the zones whose cards are read, not only counted.

    `bound` has the arguments of the value whose body contains `node`; among several cases only the
    first condition is always read.
    """
    match node:
        case e.ReadZone() | e.ReadState():
            yield evolve(node, index=tuple(_argument_bound(part, bound) for part in node.index))
        case e.NumberOf(e.ReadZone() as zone) | e.IsEmpty(e.ReadZone() as zone):
            for index in zone.index:
                yield from _read_in_preference(index, values, bound)
        case e.WhenOtherwise():
            yield from _read_in_preference(node.condition, values, bound)
        case e.CallValue():
            for argument in node.arguments:
                yield from _read_in_preference(argument, values, bound)
            value = values.get(node.name)
            if value is not None:
                inside = {at: _argument_bound(arg, bound) for at, arg in enumerate(node.arguments)}
                others = {name: part for name, part in values.items() if name != node.name}
                first = value.cases[0]
                first_read = first.value if first.condition is None else first.condition
                yield from _read_in_preference(first_read, others, inside)
        case _:
            for child in children(node):
                yield from _read_in_preference(child, values, bound)


def _argument_bound(index: Any, bound: Bound) -> Any:
    """Return the value of a parameter; anything else is itself."""
    return bound.get(index.slot, index) if isinstance(index, e.Local) else index


def _may_see(subject: Subject, read: Read) -> bool:
    place = (subject.zones if isinstance(read, e.ReadZone) else subject.states)[read.name]
    if place.seen.by != "owner":
        return place.seen.by != "nobody"
    owners = [
        index for at, index in zip(place.index, read.index, strict=True) if at.type == t.Player()
    ]
    return not owners or isinstance(owners[0], e.Local | e.SeatValue)
