"""Zones that may have no room for what is moved to them, and cards that run out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from attrs import define, evolve, field

from ruleslang.language.checks.queries.call_graph import effects, graph, whole, with_called
from ruleslang.language.checks.queries.compared_parts import parts_with_lines
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.environment import scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.walk import alike, find
from ruleslang.source.diagnostic import Diagnostic, Label, Message, Severity, advice, warning
from ruleslang.source.span import Span

CHANGING = ("zone", "players", "active", "pieces", "dice", "counts as", "anything")


def room_may_shrink(span: Span, zone: d.Zone) -> Diagnostic:
    """The capacity of a zone can shrink, and nothing removes the surplus."""
    return warning(
        "room-may-shrink",
        span,
        f"the capacity of `{zone.name}` may fall below its number of cards",
        help=f"add a rule for the surplus: `whenever {_condition_of_surplus(zone)}`",
    )


def _condition_of_surplus(zone: d.Zone) -> str:
    """The condition with which a rule detects the surplus."""
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
    """Whether a capacity depends on state that can decrease."""
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
    """Whether a state is ever reset, or set other than by raising it."""
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
    """The capacity of a zone can fall below the number of its cards."""
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


def may_be_full(span: Span, zone: d.Zone) -> Diagnostic:
    """A card moves to a zone for one card that may be full."""
    return advice(
        "may-be-full",
        span,
        f"`{zone.name}` may already hold a card, and has room for only one",
        help="move that card away first, or test `if … is empty`; a full zone stops the match",
    )


def never_counted(span: Span, zone: d.Zone) -> Diagnostic:
    """A card is drawn to a zone for several cards whose size no rule tests."""
    room = zone.at_most.value if isinstance(zone.at_most, e.Literal) else 0
    return advice(
        "may-be-full",
        span,
        f"`{zone.name}` may already hold {room} cards, and no rule tests the number",
        help=f"test first: `if number of {zone.name}{'(p)' if zone.index else ''} < {room}`; or"
        f" remove `at most {room}`, and let a `whenever` discard the surplus; a full zone"
        " stops the match",
    )


def _callers_of_bodies(
    subject: Subject, bodies: Sequence[tuple[str, Written]]
) -> dict[str, list[Written]]:
    callers: dict[str, list[Written]] = {}
    for _, body in bodies:
        nodes = subject.statements(body[1])
        called = {node.procedure for node in nodes if isinstance(node, s.Call)}
        for name in called:
            callers.setdefault(name, []).append(body)
    return callers


Written: TypeAlias = "tuple[tuple[s.Clause | e.Expr, ...], tuple[s.Statement, ...]]"


def _bodies_written(subject: Subject) -> Iterator[tuple[str, Written]]:
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
    """The start procedure, and those that only it calls, outside loops: each runs once a match."""
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
    subject: Subject, name: str, body: Written, callers: Sequence[Written]
) -> Iterator[Diagnostic]:
    """Moves for which neither their own body nor every caller makes room."""
    for node in subject.statements(body[1]):
        if not isinstance(node, s.MoveCards):
            continue
        zone = subject.zones.get(node.target.name)
        if zone is None or not _may_surprise(subject, zone, node):
            continue
        thought_of = _is_read_or_swapped(zone, node, body) or _is_emptied(subject, zone, body, node)
        by_callers = callers and all(
            _is_read_or_swapped(zone, node, caller) or _is_emptied(subject, zone, caller, name)
            for caller in callers
        )
        if not by_callers and not thought_of:
            span = subject.span(node.origin)
            say = may_be_full if _has_one_place(zone) else never_counted
            yield say(span, zone)


def _has_one_place(zone: d.Zone) -> bool:
    return zone.at_most == e.Literal(1)


def _may_surprise(subject: Subject, zone: d.Zone, move: s.MoveCards) -> bool:
    """
    Whether a move may overflow a zone: one for a single card, or a hand that is drawn to.

    Cards that a player chose, or that move themselves, may be limited by other rules.
    """
    if _has_one_place(zone):
        return True
    drawn = any(call.function in ENDS for call in find(move.cards, e.CallBuiltIn))
    return drawn and isinstance(zone.at_most, e.Literal) and not _is_counted(subject, zone)


def _is_counted(subject: Subject, zone: d.Zone) -> bool:
    """Whether any rule tests the size of a zone, or whether it is empty."""
    counted = (*find(subject.program, e.NumberOf), *find(subject.program, e.IsEmpty))
    return any(
        read.name == zone.name for expression in counted for read in find(expression, e.ReadZone)
    )


def _is_emptied(subject: Subject, zone: d.Zone, body: Written, at: s.MoveCards | str) -> bool:
    """Whether a call in the body empties the zone before a move in it or a call of that name."""
    for node in subject.statements(body[1]):
        if node is at or (isinstance(node, s.Call) and node.procedure == at):
            return False
        if isinstance(node, s.Call) and any(
            any(read.name == zone.name for read in find(statement.cards, e.ReadZone))
            for statement in with_called(subject, [node])
            if isinstance(statement, s.MoveCards)
        ):
            return True
    return False


def _is_read_or_swapped(zone: d.Zone, move: s.MoveCards, body: Written) -> bool:
    """Whether a body reads or swaps the zone, or is only offered where there is room."""
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
    """A move to a zone that may have no room.

    Every move that may overflow its zone.
    """
    setting_up = _running_once(subject)
    bodies = list(_bodies_written(subject))
    callers = _callers_of_bodies(subject, bodies)
    for name, body in bodies:
        if name not in setting_up:
            yield from _moves_without_room(subject, name, body, callers.get(name, ()))


moves_all = Message(
    "moves-all",
    "`{moved}` means all {number}, and `{target}` holds {room}",
    help="choose one: `move first({moved} where …) to {target}`",
    severity=Severity.WARNING,
)


def find_moves_all(subject: Subject) -> Iterator[Diagnostic]:
    """All of a sort are moved to a place that cannot hold so many.

    Every move of all pieces or cards of a sort to where there is surely no room for them.
    """
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
    """How many pieces of a sort there are at least; 0 where a space may hold several."""
    (piece,) = (piece for piece in program.pieces if piece.name == name)
    boards = [board for board in program.boards if piece.board in (None, board.name)]
    if not all(board.one_piece_per_space for board in boards):
        return 0
    return piece.copies * (program.seats.low if piece.per_player else 1)


def _least_cards(subject: Subject, cards: e.Expr) -> int:
    """How many cards are moved at least, if they are all or all of a kind; else 0."""
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


MOST_SHOWN = 3  # cards, of those that are too few

too_few_for_all = Message(
    "too-few-for-all",
    "{number} each for {players} players are {wanted}, and there are {copies}",
    help="give each player fewer, or allow fewer players in the header",
    severity=Severity.WARNING,
)
too_few_to_deal = Message(
    "too-few-for-all",
    "{wanted} cards are dealt from `{zone}` up to here{players}, and there are {copies}",
    help="deal fewer, or say in the header how many can play",
    severity=Severity.WARNING,
)


def find_too_few_for_all(subject: Subject) -> Iterator[Diagnostic]:
    """Every number of cards that each player gets, of which there are too few in all."""
    reported = set[int]()
    for diagnostic, origin in (*_taken_by_each(subject), *_dealt(subject)):
        if origin not in reported:
            reported.add(origin)
            yield diagnostic


def _taken_by_each(subject: Subject) -> Iterator[tuple[Diagnostic, int]]:
    """The cards that one line deals to each player in a loop over all players."""
    players = subject.program.seats.high
    for declaration, _, loop in parts_with_lines(subject.program):
        if not isinstance(loop, s.ForEach) or not _is_of_players(subject, declaration, loop):
            continue
        for node in loop.block:
            for number, kind in _cards_taken(subject, node):
                copies, labels = _copies_of(subject, kind)
                if 0 < copies < number * players:
                    found = too_few_for_all(
                        subject.span(node.origin),
                        number=number,
                        players=players,
                        wanted=number * players,
                        copies=copies,
                    )
                    yield evolve(found, labels=labels), node.origin


def _is_of_players(subject: Subject, declaration: object, loop: s.ForEach) -> bool:
    type = type_of(loop.subject, scope_of(subject.world, declaration))
    return isinstance(type, (t.SetOf, t.ListOf)) and isinstance(type.element, t.Player)


def _cards_taken(subject: Subject, node: s.Statement) -> Iterator[tuple[int, str | None]]:
    """How many cards a line takes, and of which kind; the kind is `None` for cards of all kinds."""
    match node:
        case s.Pick(choice) | s.Choose(_, choice) if choice.source == e.Everything("cards"):
            for kind in find(choice.where, e.IsKind):
                if isinstance(choice.low, e.Literal) and isinstance(choice.low.value, int):
                    yield choice.low.value, kind.kind
        case s.MoveCards(e.CallBuiltIn("top", (e.ReadZone(name), e.Literal(int(number))))):
            yield number, subject.zones[name].kind


def _copies_of(subject: Subject, kind: str | None) -> tuple[int, tuple[Label, ...]]:
    """How many cards there are of a kind, with the lines of the first of them."""
    cards = [
        card
        for card in subject.program.definitions
        if kind is None or kind in subject.world.kinds[card.kind]
    ]
    lines = sorted({card.origin for card in cards if card.origin >= 0})
    labels = tuple(Label(subject.span(line), "of these") for line in islice(lines, MOST_SHOWN))
    return sum(card.copies for card in cards), labels


# ---------------------------------------------------------------- a whole deal


def _dealt(subject: Subject) -> Iterator[tuple[Diagnostic, int]]:
    """The line of each body up to which more cards are dealt than there are."""
    players, few = subject.program.seats.high, subject.program.seats.low
    for body in subject.program.procedures:
        deal = _Deal(subject)
        deal.block(body.body.statements, 1, (body.name,))
        for zone, (origin, wanted) in deal.beyond.items():
            copies, labels = _copies_of(subject, subject.zones[zone].kind)
            with_players = f", with {players} players" if deal.by_players and few < players else ""
            found = too_few_to_deal(
                subject.span(origin), wanted=wanted, zone=zone, players=with_players, copies=copies
            )
            yield evolve(found, labels=labels), origin


@define(slots=False)
class _Deal:
    """What is surely dealt from each zone, up to a line after which more is dealt than there is."""

    subject: Subject
    dealt: Counter[str] = field(factory=Counter)
    filled: set[str] = field(factory=set)  # zones to which cards come back
    beyond: dict[str, tuple[int, int]] = field(factory=dict)
    by_players: bool = False
    ended: bool = False

    def block(self, block: s.Block, times: int, under_way: tuple[str, ...]) -> None:
        """Follow a block that runs `times` times, as long as its effect is known."""
        for node in block:
            if self.ended:
                return
            self._statement(node, times, under_way)

    def _statement(self, node: s.Statement, times: int, under_way: tuple[str, ...]) -> None:
        procedures = self.subject.procedures
        match node:
            case s.MoveCards(cards, s.ZoneTarget(target)):
                self._refill(target)
                self._draw(cards, node.origin, times)
            case s.ForEach(_, e.Everything("players"), block):
                self.by_players = True
                self.filled |= self._targets(block, under_way)
                self.block(block, times * self.subject.program.seats.high, under_way)
            case s.Repeat(e.Literal(int(number)), None, None, None, block):
                self.filled |= self._targets(block, under_way)
                self.block(block, times * number, under_way)
            case s.Call(name) if name in self._replaced:
                self.ended = True
            case s.Call(name) if name in procedures and name not in under_way:
                body = procedures[name].body
                self.block(body.statements, times, (*under_way, name))
            case s.Let() | s.Shuffle():
                pass
            case _:
                here = traits(node)
                self.ended = bool(here.asks or here.runs or here.blocks or here.leaves)

    @cached_property
    def _replaced(self) -> frozenset[str]:
        """The procedures on which a hook acts, whatever it does."""
        return frozenset(event_name(hook.event) for hook in self.subject.hooks.values())

    def _targets(self, block: s.Block, under_way: tuple[str, ...]) -> set[str]:
        zones = {move.target.name for move in find(block, s.MoveCards)}
        for call in find(block, s.Call):
            if call.procedure in self.subject.procedures and call.procedure not in under_way:
                body = self.subject.procedures[call.procedure].body
                zones |= self._targets(body.statements, (*under_way, call.procedure))
        return zones

    def _refill(self, zone: str) -> None:
        if self.dealt[zone]:
            self.filled.add(zone)

    def _draw(self, cards: e.Expr, origin: int, times: int) -> None:
        drawn = cards.operand if isinstance(cards, e.OptionalAsSet) else cards
        match drawn:
            case e.CallBuiltIn("top" | "bottom", (e.ReadZone(zone, ()), e.Literal(int(number)))):
                pass
            case e.CallBuiltIn("top" | "bottom", (e.ReadZone(zone, ()),)):
                number = 1
            case _:
                return
        self.dealt[zone] += number * times
        copies, _ = _copies_of(self.subject, self.subject.zones[zone].kind)
        if zone not in self.filled and 0 < copies < self.dealt[zone]:
            self.beyond.setdefault(zone, (origin, self.dealt[zone]))
