"""Zones that may have no room for what is moved to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ruleslang.language.checks.queries.call_graph import effects, graph, whole, with_called
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import effect_traits, own_statements
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import alike, find
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, WarningMessage, advice, warning
from ruleslang.source.span import Span

LOOPS = (s.Repeat, s.TakeTurns, s.TogetherForEach)
CHANGING = ("zone", "players", "active", "pieces", "dice", "counts as", "anything")


def room_may_shrink(span: Span, zone: d.Zone) -> Diagnostic:
    """Report that the capacity of a zone can shrink, and nothing removes the surplus."""
    return warning(
        "room-may-shrink",
        span,
        f"the capacity of `{zone.name}` may fall below its number of cards",
        help=f"add a rule for the surplus: `whenever {_condition_of_surplus(zone)}`",
        possible=True,
    )


def _condition_of_surplus(zone: d.Zone) -> str:
    """Return the condition with which a rule detects the surplus."""
    match zone.index:
        case ():
            return f"number of {zone.name} > …"
        case (d.IndexPlace(type=t.Player()),):
            return f"there is p in players where number of {zone.name}(p) > …"
        case (d.IndexPlace(type=t.Space(str(board))),):
            return f"there is s in {board} where number of {zone.name}(s) > …"
        case _:
            return f"there is … where number of {zone.name}(…) > …"


def _shrinks(subject: Subject, size: Any, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether a capacity depends on state that can decrease."""
    if any(cell.kind in CHANGING for cell in cells_read(size)):
        return True
    if any(_is_lowered(subject, read.name) for read in find(size, e.ReadState)):
        return True
    called = {call.name for call in find(size, e.CallValue)} - seen
    changed = {modifier.value for modifier in find(subject.program, s.Modifier)}
    return bool(called & changed) or any(
        _shrinks(subject, value, seen | called)
        for value in subject.program.values
        if value.name in called
    )


def _is_lowered(subject: Subject, state: str) -> bool:
    """Return whether a state is ever reset, or set other than by raising it."""
    declared = next(
        (declaration for declaration in subject.program.states if declaration.name == state), None
    )
    if declared is None or declared.reset_each:
        return True
    return any(
        _state_of_place(node.place) == state and not _is_raised(node)
        for node in find(subject.program, s.Assign)
    )


def _state_of_place(place: Any) -> str | None:
    return place.name if isinstance(place, s.StatePlace) else None


def _is_raised(node: s.Assign) -> bool:
    match node.value:
        case e.Arithmetic("+", e.ReadState(name), e.Literal(int(more))):
            return name == _state_of_place(node.place) and more >= 0
        case _:
            return False


def find_room_may_shrink(subject: Subject) -> Iterator[Diagnostic]:
    """Report that the capacity of a zone can fall below the number of its cards."""
    watched = {
        read.name
        for effect in effects(subject)
        for read in find(effect_traits(effect).watches, e.ReadZone)
    }
    for zone in subject.program.zones:
        if (
            zone.at_most is not None
            and zone.name not in watched
            and _shrinks(subject, zone.at_most)
        ):
            yield room_may_shrink(subject.span(zone.origin), zone)


ENDS = ("top", "bottom")


may_be_full = AdviceMessage(
    "may-be-full",
    "`{zone}` may already hold a card, and has room for only one",
    help="move that card away first, or test `if … is empty`; a full zone stops the match",
)


def never_counted(span: Span, zone: d.Zone) -> Diagnostic:
    """Report that a card is drawn to a zone for several cards whose size no rule tests."""
    room = zone.at_most.value if isinstance(zone.at_most, e.Literal) else 0
    return advice(
        "may-be-full",
        span,
        f"`{zone.name}` may already hold {room} cards, and no rule tests the number",
        help=f"test first: `if number of {zone.name}{'(p)' if zone.index else ''} < {room}`; or"
        f" remove `at most {room}`, and let a `whenever` discard the surplus; a full zone"
        " stops the match",
    )


def _callers_of_bodies(subject: Subject, bodies: Sequence[Caller]) -> dict[str, list[Caller]]:
    callers: dict[str, list[Caller]] = {}
    for calling, body in bodies:
        nodes = subject.statements(body[1])
        called = {node.procedure for node in nodes if isinstance(node, s.Call)}
        for name in called:
            callers.setdefault(name, []).append((calling, body))
    return callers


Written: TypeAlias = "tuple[tuple[s.Clause | e.Expr, ...], tuple[s.Statement, ...]]"
Caller: TypeAlias = "tuple[str, Written]"  # by its name; effects have none
Emptied: TypeAlias = Literal["here", "by callers", "never"]


def _bodies_written(subject: Subject) -> Iterator[Caller]:
    program = subject.program
    bodies: list[d.Procedure | d.Action | d.Play] = [*program.procedures, *program.actions]
    for declared in [*bodies, *program.plays]:
        yield declared.name, (declared.body.clauses, whole(declared.body))
    for effect in effects(subject):
        here = effect_traits(effect)
        if here.block is not None:
            tested = () if here.condition is None else (here.condition,)
            yield "", (tested, here.block)


def _running_once(subject: Subject) -> set[str]:
    """Return the procedures that run once a match: the first, and those with one call, no loop."""
    calls = [
        node.procedure
        for _, (_, block) in _bodies_written(subject)
        for node in subject.statements(block)
        if isinstance(node, s.Call)
    ]
    once: set[str] = set()
    waiting = [subject.program.start]
    while waiting:
        name = waiting.pop()
        once.add(name)
        for node in _outside_loops(whole(subject.procedures[name].body)):
            if isinstance(node, s.Call) and calls.count(node.procedure) == 1:
                waiting.append(node.procedure)
    return once


def _outside_loops(block: tuple[s.Statement, ...]) -> Iterator[s.Statement]:
    for node in block:
        yield node
        here = traits(node)
        if here.blocks_run in ("exactly one", "at most one"):
            for inner in here.blocks:
                yield from _outside_loops(inner)


def _moves_without_room(
    subject: Subject, name: str, body: Written, callers: Mapping[str, Sequence[Caller]]
) -> Iterator[Diagnostic]:
    """Report moves for which neither their own body nor every caller makes room."""
    for node in subject.statements(body[1]):
        if not isinstance(node, s.MoveCards):
            continue
        zone = subject.zones.get(node.target.name)
        if zone is None or not _may_surprise(subject, zone, node):
            continue
        calling = callers.get(name, ())
        if not (
            _is_read_or_swapped(zone, node, body)
            or (calling and all(_is_read_or_swapped(zone, node, each) for _, each in calling))
            or _is_emptied(subject, zone, (name, body), node, callers)
        ):
            span = subject.span(node.origin)
            if _has_one_place(zone):
                yield may_be_full(span, zone=zone.name)
            else:
                yield never_counted(span, zone)


def _has_one_place(zone: d.Zone) -> bool:
    return zone.at_most == e.Literal(1)


def _may_surprise(subject: Subject, zone: d.Zone, move: s.MoveCards) -> bool:
    """
    Return whether a move may overflow a zone: one for a single card, or a hand that is drawn to.

    Cards that a player chose, or that move themselves, may be limited by other rules.
    """
    if _has_one_place(zone):
        return True
    drawn = any(call.function in ENDS for call in find(move.cards, e.CallBuiltIn))
    return drawn and isinstance(zone.at_most, e.Literal) and not _is_counted(subject, zone)


def _is_counted(subject: Subject, zone: d.Zone) -> bool:
    """Return whether any rule tests the size of a zone, or whether it is empty."""
    counted = (*find(subject.program, e.NumberOf), *find(subject.program, e.IsEmpty))
    return any(
        read.name == zone.name for expression in counted for read in find(expression, e.ReadZone)
    )


def _is_emptied(
    subject: Subject,
    zone: d.Zone,
    caller: Caller,
    at: s.MoveCards | str,
    callers: Mapping[str, Sequence[Caller]],
) -> bool:
    """Return whether a body, or all its callers, empty the zone before a move or a call in it."""
    name, (_, block) = caller
    found = set(_emptied_before(subject, zone, block, at, "by callers"))
    calling = callers.get(name, ())
    return "never" not in found and (
        "by callers" not in found
        or (
            bool(calling)
            and all(_is_emptied(subject, zone, each, name, callers) for each in calling)
        )
    )


def _emptied_before(
    subject: Subject, zone: d.Zone, block: s.Block, at: s.MoveCards | str, emptied: Emptied
) -> Iterator[Emptied]:
    """Yield what empties the zone before each run of a move, or of a call of that name."""
    for node in block:
        if node is at or (isinstance(node, s.Call) and node.procedure == at):
            yield emptied
        again = isinstance(node, LOOPS) or (isinstance(node, s.ForEach) and not zone.index)
        for inner in traits(node).blocks:
            around = block if isinstance(node, s.TogetherForEach) else inner
            in_loop: Emptied = (
                "here" if any(_empties(subject, zone, each) for each in around) else "never"
            )
            yield from _emptied_before(subject, zone, inner, at, in_loop if again else emptied)
        if _empties(subject, zone, node):
            emptied = "here"


def _empties(subject: Subject, zone: d.Zone, node: s.Statement) -> bool:
    """Test whether a statement gathers all cards, or a procedure that it calls empties the zone."""
    if not any(isinstance(each, s.Call | s.MoveCards) for each in own_statements((node,))):
        return False
    run = tuple(with_called(subject, (node,)))
    moves = [each for each in run if isinstance(each, s.MoveCards)]
    named = any(find(move.cards, e.Local) for move in moves)
    taken = [*(move.cards for move in moves), *(each for each in run if named and _names(each))]
    return any(_gathers(subject, move.cards, zone) for move in moves) or any(
        read.name == zone.name for each in taken for read in find(each, e.ReadZone)
    )


def _names(node: s.Statement) -> bool:
    return isinstance(node, s.Let | s.Choose | s.Pick | s.ForEach)


def _gathers(subject: Subject, cards: e.Expr, zone: d.Zone) -> bool:
    """Return whether these are all cards in any zone, or all of a kind that the zone takes."""
    match cards:
        case e.Everything("cards"):
            return True
        case e.Where(_, e.Everything("cards"), e.IsKind(e.Local(), of_kind)):
            return zone.kind is not None and of_kind in subject.world.kinds[zone.kind]
    return False


def _is_read_or_swapped(zone: d.Zone, move: s.MoveCards, body: Written) -> bool:
    """Return whether a body reads or swaps the zone, or is only offered where there is room."""
    clauses, block = body
    if any(isinstance(clause, s.HasRoom) and clause.target.name == zone.name for clause in clauses):
        return True
    for node in (*clauses, *block):
        for read in find(node, e.ReadZone):
            if read.name == zone.name:
                return True
        for swap in find(node, s.SwapZones):
            if zone.name in (swap.left.name, swap.right.name) and not alike(swap, move):
                return True
    return False


def find_may_be_full(subject: Subject) -> Iterator[Diagnostic]:
    """Report every move that may overflow its zone."""
    setting_up = _running_once(subject)
    bodies = list(_bodies_written(subject))
    callers = _callers_of_bodies(subject, bodies)
    for name, body in bodies:
        if name not in setting_up:
            yield from _moves_without_room(subject, name, body, callers)


moves_all = WarningMessage(
    "moves-all",
    "`{moved}` means all {number}, and `{target}` holds {room}",
    help="choose one: `move first({moved} where …) to {target}`",
)


def find_moves_all(subject: Subject) -> Iterator[Diagnostic]:
    """Report a move of all cards of a sort to a place that has too little room for them."""
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.MovePieces | s.MoveCards):
                yield from _moves_too_many(subject, node)


def _moves_too_many(subject: Subject, node: s.MovePieces | s.MoveCards) -> Iterator[Diagnostic]:
    match node:
        case s.MovePieces(e.Everything("pieces of", name), space) if space != e.Literal(None):
            number, room = _least_pieces(subject.program, name), 1
        case s.MoveCards(cards, target):
            end = subject.zones[target.name].at_most
            number = _least_cards(subject, cards)
            room = (
                end.value if isinstance(end, e.Literal) and isinstance(end.value, int) else number
            )
        case _:
            return
    if number > room:
        span = subject.span(node.origin)
        moved, _, place = span.text.removeprefix("move ").partition(" to ")
        yield moves_all(span, moved=moved, number=number, target=place, room=room)


def _least_pieces(program: Program, name: str) -> int:
    """Return how many pieces of a sort there are at least; 0 where a space may hold several."""
    (piece,) = (piece for piece in program.pieces if piece.name == name)
    boards = [board for board in program.boards if piece.board in (None, board.name)]
    if not all(board.one_piece_per_space for board in boards):
        return 0
    return piece.copies * (program.seats.low if piece.per_player else 1)


def _least_cards(subject: Subject, cards: e.Expr) -> int:
    """Return how many cards are moved at least, if they are all or all of a kind; else 0."""
    match cards:
        case e.Everything("cards"):
            kind = None
        case e.Where(_, e.Everything("cards"), e.IsKind(e.Local(), of_kind)):
            kind = of_kind
        case _:
            return 0
    return sum(
        definition.copies
        for definition in subject.program.definitions
        if definition.copies_by is None
        and (kind is None or kind in subject.world.kinds[definition.kind])
    )
