"""Rules that name seats or opponents, for numbers of players where these differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import written_effects
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.patterns import EqualEntry, MemberEntry
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find, walk
from ruleslang.source.diagnostic import Diagnostic, WarningMessage, warning
from ruleslang.source.span import Span

TELLS_TWO_APART = re.compile(r"\bnumber of (?:all_)?players (?:is|<=) 2\b")  # two are distinguished
WHOSE = re.compile(r"opponent\((\w+)\)")
OF_TWO = "opponent"
TWO = 2


def opponent_of_several(span: Span, most: int) -> Diagnostic:
    match = WHOSE.fullmatch(span.text)
    player = match[1] if match else "p"
    chooses = "choose" if player == "you" else f"{player} chooses"
    return warning(
        "opponent-of-several",
        span,
        f"with up to {most} players there can be several opponents",
        help=f"write `next({player})`, or let a player choose:"
        f" `{chooses} q from players except {{{player}}}`",
    )


def find_opponent_of_several(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first `opponent` for more than two, unless the file tells the numbers apart."""
    most = subject.program.seats.high
    if most <= TWO:
        return
    spans = (
        subject.span(call.origin)
        for call in find(subject.program, e.CallBuiltIn)
        if call.function == OF_TWO and call.origin >= 0
    )
    first = next(spans, None)
    if first is not None and not TELLS_TWO_APART.search(first.source.text):
        yield opponent_of_several(first, most)


COUNTS_PLAYERS = re.compile(
    r"\bnumber of (?:all_)?players\b|\b(?:is|are) (?:not )?in (?:all_)?players\b"
)
COMMENT = re.compile(r"#[^\n]*")


def seat_may_be_empty(span: Span, seat: str, few: int) -> Diagnostic:
    """Report that a seat is named that is empty in a match with the fewest players."""
    return warning(
        "seat-may-be-empty",
        span,
        f"with {few} player{'' if few == 1 else 's'}, seat `{seat}` is empty",
        help="test `number of players` first, or name the player by position: `first(players)`,"
        " `previous(first(players))`",
    )


def find_seat_may_be_empty(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first line that names a seat empty when few play, if no rule counts players."""
    seats = subject.program.seats
    for node in _statements_naming_a_seat(subject, seats.low) if seats.low < seats.high else ():
        if node.origin < 0:
            continue
        span, name = subject.span(node.origin), seats.names[_seats_named(node, seats.low)[0]]
        if not _counts_players(subject, span):
            yield seat_may_be_empty(_span_of_name(span, name), name, seats.low)
        return


def _counts_players(subject: Subject, span: Span) -> bool:
    """Return whether any rule counts players, or tests for one."""
    program = subject.program
    origins = [procedure.origin for procedure in program.procedures]
    origins += [action.origin for action in program.actions]
    origins += [value.origin for value in program.values]
    spans = (span, *(subject.span(origin) for origin in origins if origin >= 0))
    files = {place.source for place in spans}
    return any(COUNTS_PLAYERS.search(COMMENT.sub("", file.text)) for file in files)


def _statements_naming_a_seat(
    subject: Subject, low: int
) -> Iterator[s.Statement | s.Effect | d.Value]:
    """Yield the innermost statements that name such a seat, then heads of effects, and values."""
    for block in graph(subject).blocks.values():
        named = [node for node in subject.statements(block) if _seats_named(node, low)]
        if statement := _innermost_statement(named):
            yield statement
    heads = (*(effect for effect, _ in subject.effects), *subject.program.values)
    yield from (head for head in heads if _seats_named(head, low))


def _seats_named(node: object, low: int) -> list[int]:
    return [value.seat for value in find(node, e.SeatValue) if value.seat >= low]


def _innermost_statement(nodes: list[s.Statement]) -> s.Statement | None:
    """Return the smallest of these nodes that is inside the first."""
    if not nodes:
        return None
    innermost = nodes[0]
    for node in nodes[1:]:
        if any(part is node for part in walk(innermost)):
            innermost = node
    return innermost


def _span_of_name(span: Span, name: str) -> Span:
    match = re.search(rf"\b{name}\b", span.text)
    start = span.start + (match.start() if match else 0)
    return Span(span.source, start, start + len(name)) if match else span


automatic_never_tested = WarningMessage(
    "automatic-never-tested",
    "some seats never decide, and no rule says what they do instead",
    help="test it: `if p is automatic: …`; asking such a seat stops the match",
)


def find_automatic_never_tested(subject: Subject) -> Iterator[Diagnostic]:
    """Report that some seats are automatic, and no rule tests which."""
    program = subject.program
    may_decide = program.seats.automatic_low < program.seats.automatic_high
    blocks = graph(subject).blocks.values()
    asks = any(traits(node).asks for block in blocks for node in subject.statements(block))
    if may_decide and asks and not any(find(program, e.IsAutomatic)):
        header = next(cited for cited in subject.compiled.cited if cited.kind == "rulebook")
        yield automatic_never_tested(subject.span(header.origin))


MOST_IN_A_LINE = 6  # times that one line names a seat: what reads and writes names it twice


seat_named_once = WarningMessage(
    "seat-named-once",
    "this is the only rule about any player that names a seat, `{seat}`",
    help="name the player that is meant, as `you` or `p`; if it is always `{seat}`, allow it",
)


def find_seat_named_once(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report a seat named where a player has a name, if no other rule names one.

    `p is home`, `let leader = home`, and a rule with all seats equally often, name them on purpose.
    """
    program = subject.program
    bodies: tuple[d.Value | d.Procedure | d.Action | d.Play | d.Window, ...]
    bodies = (*program.values, *program.procedures, *program.actions, *program.plays)
    tables: list[tuple[object, Sequence[LocalDecl]]] = [
        (body, body.locals) for body in (*bodies, *program.windows)
    ]
    effects = (each for each in written_effects(program) if isinstance(each.begun_by, d.Standing))
    tables += [(each.effect, each.locals) for each in effects]
    found = dict[tuple[tuple[str, int], int], tuple[object, e.SeatValue]]()
    for body, locals in tables:
        if not any(isinstance(each.type, t.Player) for each in locals):
            continue
        seats = _seats_preferred(body, program.seats.high)
        if len(seats) > MOST_IN_A_LINE:
            return  # so it is not the only one
        for seat in seats:
            if _is_about_a_player(body, locals, seat):
                place = _place(subject.span(_innermost_origin(body, seat)))
                found[place, seat.seat] = body, seat
    if len(found) == 1 and not any(_is_compared(*each) for each in found.values()):
        ((body, seat),) = found.values()
        name, span = program.seats.names[seat.seat], subject.span(_innermost_origin(body, seat))
        yield seat_named_once(_span_of_name(span, name), seat=name)


def _place(span: Span) -> tuple[str, int]:
    return span.source.name, span.line


def _innermost_origin(body: object, seat: e.SeatValue) -> int:
    """Return the place in the text of the smallest part that names a seat."""
    naming = (node for node in walk(body) if any(at is seat for at in find(node, e.SeatValue)))
    return [at for node in naming if (at := getattr(node, "origin", -1)) >= 0][-1]


def _is_about_a_player(body: object, locals: Sequence[LocalDecl], seat: e.SeatValue) -> bool:
    """Return whether a player has a name where a seat is named."""
    players = [slot for slot, each in enumerate(locals) if isinstance(each.type, t.Player)]
    if any(locals[slot].role in ("parameter", "you", "bound") for slot in players):
        return True
    loops: tuple[s.ForEach | s.TakeTurns | s.TogetherForEach, ...]
    loops = (*find(body, s.ForEach), *find(body, s.TakeTurns), *find(body, s.TogetherForEach))
    return any(
        loop.variable in players and any(at is seat for at in find(loop, e.SeatValue))
        for loop in loops
    )


def _is_compared(body: object, seat: e.SeatValue) -> bool:
    """Return whether a seat is compared with a named player: `p is home`."""
    sides = ((node.left, node.right) for node in find(body, e.Equal))
    return any(seat in two and any(isinstance(at, e.Local) for at in two) for two in sides)


def _seats_preferred(body: object, seats: int) -> list[e.SeatValue]:
    """Return the places where a body names one of the seats, rather than telling them apart."""
    apart = {id(node.value) for node in find(body, s.Let)}
    entries = (*find(body, EqualEntry), *find(body, MemberEntry))  # in heads of effects
    apart |= {id(at) for entry in entries for at in find(entry, e.SeatValue)}
    named = [at for at in find(body, e.SeatValue) if id(at) not in apart]
    often = Counter(at.seat for at in named)
    return [] if len(often) == seats and len({*often.values()}) == 1 else named


no_holder = WarningMessage(
    "no-holder",
    "`{here}` is none: `{zone}`, where the card is, belongs to no player",
    help="give each player a place, `zone {zone}(player): …`, and take the card from `{zone}(any)`",
)


def find_no_holder(subject: Subject) -> Iterator[Diagnostic]:
    """Report `holder` of a card that was just taken from a zone without an index."""
    for block in graph(subject).blocks.values():
        yield from _without_holder(subject, block, {})


def _without_holder(
    subject: Subject, block: s.Block, zones: dict[Slot, str]
) -> Iterator[Diagnostic]:
    """Report such calls before anything can move the card; in loops, on their first run."""
    for node in block:
        here = traits(node)
        for call in () if here.blocks else find(node, e.CallBuiltIn):
            match call:
                case e.CallBuiltIn("holder", (e.Local(slot),)) if slot in zones:
                    yield no_holder(subject.span(call.origin), zone=zones[slot])
        zones = {} if here.writes or here.runs or here.effects else {**zones, **_taken(node)}
        zones = {slot: zone for slot, zone in zones.items() if not subject.zones[zone].index}
        for inner in here.blocks:
            yield from _without_holder(subject, inner, zones)
        zones = {} if here.blocks else zones


def _taken(node: s.Statement) -> dict[Slot, str]:
    """Return the zone of a card that a statement names."""
    match node:
        case s.Choose(_, choice) | s.MayChoose(_, choice) | s.Pick(choice):
            slot, source = choice.slot, choice.source
        case s.ForEach(slot, source) | s.Let(slot, source):
            pass
        case _:
            return {}
    while isinstance(source, e.Where):
        source = source.subject
    match source:
        case e.ReadZone(zone) | e.CallBuiltIn("top" | "bottom" | "first", (e.ReadZone(zone), *_)):
            return {slot: zone}
    return {}
