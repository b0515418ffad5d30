"""Hidden orders, rolls and zones: leaks, useless reveals, and secrets that no example tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.language.checks.queries.call_graph import whole
from ruleslang.language.checks.queries.example_facts import ANY
from ruleslang.language.checks.queries.set_bounds import most_members
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import cells_read, drawn_from
from ruleslang.program.typing.lattice import element, plain, related
from ruleslang.program.walk import alike, find
from ruleslang.source.diagnostic import Diagnostic, WarningMessage, advice
from ruleslang.source.span import Span

ENDS = ("top", "bottom")

Loops: TypeAlias = Mapping[Slot, e.Expr]  # the subjects of `for each`, by variable


order_leaks = WarningMessage(
    "order-leaks",
    "these cards enter `{zone}` in an order that anyone could know",
    help="`shuffle {zone}` afterwards, or let a player choose them `in order`",
)
taken_unshuffled = WarningMessage(
    "order-leaks",
    "cards are taken from `{zone}` before it is shuffled",
    help="`shuffle {zone}` before they are taken",
)
shuffled_too_early = WarningMessage(
    "order-leaks",
    "these cards enter `{zone}` after it was shuffled",
    help="`shuffle {zone}` afterwards; if the order is intended, use a separate procedure",
)


def find_order_leaks(subject: Subject) -> Iterator[Diagnostic]:
    """
    Report that the order of a hidden ordered zone is known because cards from an unordered zone are
    not shuffled, or are shuffled too early or too late.

    Every move from an unordered zone into an ordered one that nobody sees, without a shuffle
    after: in the same block, or in a procedure that is called there.
    """
    bodies = [
        *(p.body for p in subject.program.procedures),
        *(a.body for a in subject.program.actions),
        *(p.body for p in subject.program.plays),
    ]
    blocks = [whole(body) for body in bodies]
    hooks = [hook for standing in subject.standings for hook in find(standing, s.Hook)]
    # a `before` hook may have its zone shuffled by the procedure
    blocks += [hook.block for hook in hooks if hook.moment != "before"]
    for block in blocks:
        nodes = list(subject.statements(block))
        loops = {loop.variable: loop.subject for loop in nodes if isinstance(loop, s.ForEach)}
        for place, node in enumerate(nodes):
            if not isinstance(node, s.MoveCards):
                continue
            if _order_is_known(subject, node, loops):
                yield from _leaks_of_move(subject, node, nodes[place + 1 :])
            elif _comes_too_late(subject, node, nodes[:place], nodes[place + 1 :]):
                yield shuffled_too_early(subject.span(node.origin), zone=node.target.name)


def _leaks_of_move(
    subject: Subject, move: s.MoveCards, later: list[s.Statement]
) -> Iterator[Diagnostic]:
    """Yield whether the cards are shuffled before some are taken."""
    zone = move.target.name
    before = [*takewhile(lambda statement: not _shuffles(subject, statement, zone), later)]
    if len(before) == len(later):
        yield order_leaks(subject.span(move.origin), zone=zone)
        return
    taking = next(
        (statement for statement in before if _takes_cards(subject, statement, zone)), None
    )
    if isinstance(taking, s.MoveCards | s.Call):
        yield taken_unshuffled(subject.span(taking.origin), zone=zone)


def _comes_too_late(
    subject: Subject, move: s.MoveCards, before: list[s.Statement], later: list[s.Statement]
) -> bool:
    """Return whether a whole zone goes on top of one that was shuffled earlier and not again."""
    zone = subject.zones.get(move.target.name)
    if zone is None or not zone.ordered or zone.seen.by == "all":
        return False
    if move.position != "top" or not isinstance(move.cards, e.ReadZone):
        return False
    shuffled = any(isinstance(one, s.Shuffle) and one.zone.name == zone.name for one in before)
    return shuffled and not any(_shuffles(subject, statement, zone.name) for statement in later)


def _takes_cards(
    subject: Subject, node: s.Statement, zone: str, under_way: frozenset[str] = frozenset()
) -> bool:
    """Return whether a statement takes cards from an end of a zone, directly or by calls."""
    match node:
        case s.MoveCards():
            return any(
                call.function in ENDS and getattr(call.arguments[0], "name", "") == zone
                for call in find(node.cards, e.CallBuiltIn)
                if call.arguments
            )
        case s.Call(name) if name not in under_way:
            body = subject.procedures[name].body
            return any(
                _takes_cards(subject, statement, zone, under_way | {name})
                for statement in subject.statements(body.statements)
            )
        case _:
            return False


def _shuffles(
    subject: Subject, node: s.Statement, zone: str, under_way: frozenset[str] = frozenset()
) -> bool:
    """Return whether a statement always shuffles a zone, directly or by calls."""
    match node:
        case s.Shuffle(target):
            return target.name == zone
        case s.Call(name) if name not in under_way:
            body = subject.procedures[name].body
            return any(
                _shuffles(subject, statement, zone, under_way | {name})
                for statement in body.statements
            )
        case _:
            return False


def _order_is_known(subject: Subject, node: s.MoveCards, loops: Loops) -> bool:
    target = subject.zones.get(node.target.name)
    if target is None or not target.ordered or target.seen.by == "all":
        return False
    return not _is_of_copies(subject, node) and _are_unordered(subject, node.cards, loops)


def _is_of_copies(subject: Subject, node: s.MoveCards) -> bool:
    """Return whether all cards that ever come to a zone are copies of one definition."""
    titles: set[e.Expr] = set()
    for move in find(subject.program, s.MoveCards):
        if move.target.name == node.target.name:
            match move.cards:
                case e.Where(_, _, e.IsTitle(_, e.TitleValue() as title)):
                    titles.add(title)
                case _:
                    return False
    return len(titles) == 1


def _are_unordered(subject: Subject, cards: e.Expr, loops: Loops) -> bool:
    """Return whether neither chance nor a player determined the order of the cards."""
    match cards:
        case e.ReadZone(name, index):
            unordered = e.AnyIndex() in index or not subject.zones[name].ordered
            return unordered and most_members(subject, cards) != 1  # a single card has no order
        case e.Everything("cards"):
            return True
        case e.Local(slot) if slot in loops:
            return _are_unordered(subject, loops[slot], {})
        case e.Ranked() | e.Join():
            return False  # a list has a defined order
        case _:
            return any(_are_unordered(subject, part, loops) for part in drawn_from(cards))


Hidden: TypeAlias = d.Zone | d.State | d.Dice
Index: TypeAlias = tuple[int | str, ...]


def untested_secret(span: Span, hidden: str, line: str, *, partly: bool) -> Diagnostic:
    missing = "but examples don't cover everybody" if partly else "but no example tests who sees it"
    help = f"add to an example: `{line}`"
    return advice("untested-secret", span, f"{hidden} is hidden, {missing}", help=help)


@frozen
class _Secret:
    """A hidden declaration, or the number of its cards."""

    declared: Hidden
    seen: d.Seen
    is_count: bool = False


@define(eq=False)
class _Coverage:
    """The seats that examples state about a secret, by index: not to see it, or alone to."""

    seats: dict[Index, set[int]] = field(factory=dict)


def find_untested_secret(subject: Subject) -> Iterator[Diagnostic]:
    """Report that no example tests who does not see a hidden zone or state.

    Secrecy is stated twice: in the declaration, and in examples that name who sees it. No rule can
    decide who may see something; so a `seen by` that reveals too much is noticed only where an
    example states, for each player, whether that player sees it.

    Every hidden declaration that examples do not cover, if there are examples at all.
    """
    program = subject.program
    if not subject.examples:
        return
    coverage_of: dict[tuple[str, bool], _Coverage] = {}
    for example in subject.examples:
        for audience in example.secrets:
            seats = range(program.seats.high) if audience.seats is None else audience.seats
            coverage = coverage_of.setdefault((audience.name, audience.is_count), _Coverage())
            coverage.seats.setdefault(audience.index, set()).update(seats)
    for secret in _secrets(program):
        declared = secret.declared
        coverage = coverage_of.get((declared.name, secret.is_count), _Coverage())
        if uncovered := _uncovered(program, secret, coverage):
            of = "the number of " if secret.is_count else ""
            hidden, line = f"{of}`{declared.name}`", _example_line(program, secret, uncovered[0])
            span = subject.span(declared.origin)
            yield untested_secret(span, hidden, line, partly=bool(coverage.seats))


def _secrets(program: Program) -> Iterator[_Secret]:
    everything: tuple[Hidden, ...] = (*program.zones, *program.states, *program.dice)
    for declared in everything:
        if declared.seen.by != "all":
            yield _Secret(declared, declared.seen)
            if isinstance(declared, d.Zone) and declared.count_seen.by != "all":
                yield _Secret(declared, declared.count_seen, is_count=True)


# ---------------------------------------------------------------- whether that is enough


def _uncovered(program: Program, secret: _Secret, coverage: _Coverage) -> list[int]:
    """
    Return the players at whose index not all players are covered, if a set decides who sees;
    otherwise the first player unless all are covered at some index.
    """
    indexes = [
        index
        for index, seats in coverage.seats.items()
        if _covers_all_others(program, secret, index, seats)
    ]
    place = _index_of_a_player(secret.declared)
    if secret.seen.by != "set" or place is None:
        return [] if indexes else [0]
    at = [index[place] for index in indexes]
    return [seat for seat in range(program.seats.low) if seat not in at and ANY not in at]


def _covers_all_others(program: Program, secret: _Secret, index: Index, seats: set[int]) -> bool:
    """Return whether the seats cover all players except owners at an index."""
    owners: set[int] = set()
    if secret.seen.by == "owner":
        owners = {seat for seat in index if isinstance(seat, int)}
        if any(isinstance(place.type, t.Team) for place in secret.declared.index):
            return bool(seats)
    return seats | owners >= set(range(program.seats.low))


def _index_of_a_player(declared: Hidden) -> int | None:
    types = [place.type for place in declared.index]
    return types.index(t.Player()) if t.Player() in types else None


def _example_line(program: Program, secret: _Secret, player: int) -> str:
    """Return the example line to write, with a seat's name where only that is open."""
    declared, seat = secret.declared, program.seats.names[player]
    one_player = [place.type for place in declared.index] == [t.Player()]
    at = f"({seat})" if one_player else "(…)" if declared.index else ""
    hidden = f"number of {declared.name}{at}" if secret.is_count else f"{declared.name}{at}"
    if secret.seen.by == "nobody":
        return f"then nobody sees {hidden}"
    if secret.seen.by == "owner" and one_player:
        return f"then only {seat} sees {hidden}"
    return f"then only … sees {hidden}"


Body: TypeAlias = d.Procedure | d.Action | d.Play
SETTING: Any = s.RollDie | s.Call | s.Let


def open_roll(span: Span, state: str, *, to_all: bool, line: str) -> Diagnostic:
    who = "everybody sees this roll" if to_all else "another player sees this roll"
    message = f"{who}, but it sets the hidden state `{state}`"
    return advice("open-roll", span, message, help=line)


@frozen
class _Roll:
    """A roll, and who sees it, named in the body that holds the outcome; None: everybody."""

    statement: s.RollDie
    into: str
    seen_by: e.Expr | None


def find_open_roll(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a hidden state holds the outcome of a roll that other players saw.

    Data flow is followed through `let`, through the answers of procedures, and into a state that
    holds nothing else.
    """
    program = subject.program
    bodies: tuple[Body, ...] = (*program.procedures, *program.actions, *program.plays)
    answered = _rolls_answered(subject, bodies)
    hidden = {state.name: state for state in program.states if state.seen.by != "all"}
    reported: set[tuple[int, str]] = set()  # rolls by number
    for body in bodies if hidden else ():
        rolled = _locals_with_rolls(subject, body, answered)
        for assignment in find(body.body, s.Assign):
            roll = _roll_alone(assignment.value, rolled)
            place = assignment.place
            if roll is None or not isinstance(place, s.StatePlace) or place.name not in hidden:
                continue
            state = hidden[place.name]
            number = parts_of(program).number(roll.statement)
            if _is_seen_roll(state, place, roll) and (number, state.name) not in reported:
                reported.add((number, state.name))
                line = _help_for_roll(state, roll)
                to_all = roll.seen_by is None
                yield open_roll(
                    subject.span(roll.statement.origin), state.name, to_all=to_all, line=line
                )


def _rolls_answered(subject: Subject, bodies: tuple[Body, ...]) -> dict[str, _Roll]:
    """Return the procedures that answer with a roll, and the roll in terms of their parameters."""
    rolls: dict[str, _Roll] = {}
    while True:
        more = {
            body.name: roll
            for body in bodies
            if isinstance(body, d.Procedure) and body.name not in rolls
            for roll in _rolls_in_answers(body, _locals_with_rolls(subject, body, rolls))
        }
        if not more:
            return rolls
        rolls |= more


def _rolls_in_answers(body: d.Procedure, rolled: Mapping[Slot, _Roll]) -> Iterator[_Roll]:
    for answer in find(body.body, s.Answer):
        roll = _roll_alone(answer.value, rolled)
        if roll is not None:
            yield roll


def _locals_with_rolls(
    subject: Subject, body: Body, answered: Mapping[str, _Roll]
) -> dict[Slot, _Roll]:
    """Return the locals of a body that hold the outcome of a roll."""
    rolls: dict[Slot, _Roll] = {}
    for node in find(body.body, SETTING):
        match node:
            case s.RollDie(into=int(into)):
                name = body.locals[into].name
                rolls[into] = _Roll(node, name, node.seen_by)
            case s.Call(into=int(into), procedure=name) if name in answered:
                rolls[into] = _as_called(subject.procedures[name], node, answered[name])
            case s.Let():
                roll = _roll_alone(node.value, rolls)
                if roll is not None:
                    rolls[node.slot] = roll
    return rolls


def _as_called(procedure: d.Procedure, call: s.Call, roll: _Roll) -> _Roll:
    """Return a procedure's roll in terms of the caller."""
    seer = roll.seen_by
    if isinstance(seer, e.Local) and seer.slot < len(procedure.parameters):
        return evolve(roll, seen_by=call.arguments[seer.slot])
    return roll


def _roll_alone(value: e.Expr, rolled: Mapping[Slot, _Roll]) -> _Roll | None:
    """Return the roll that is the whole of a value; None if the value has other parts."""
    slots = {node.slot for node in find(value, e.Local)} if rolled else set()
    if not slots or not slots <= rolled.keys() or any(True for _ in cells_read(value)):
        return None
    return rolled[min(slots)]


def _is_seen_roll(state: d.State, place: s.StatePlace, roll: _Roll) -> bool:
    """Return whether somebody sees the roll but not the state."""
    if roll.seen_by is None:
        return True
    owners = [
        at
        for at, index in zip(place.index, state.index, strict=True)
        if isinstance(index.type, t.Player)
    ]
    return state.seen.by == "owner" and bool(owners) and not alike(owners[0], roll.seen_by)


def _help_for_roll(state: d.State, roll: _Roll) -> str:
    if state.seen.by == "nobody":
        return f"use dice instead: `dice {state.name}: {roll.statement.die}, seen by nobody`"
    return f"write `roll {roll.statement.die} as {roll.into} seen by p`, where p is its owner"


shows_no_card = WarningMessage(
    "shows-nothing",
    "this shows the value of `{state}`, but not the {cards} it refers to",
    help="show the {cards}: `let shown = {state}`, and then `reveal shown`",
)
seen_already = WarningMessage(
    "shows-nothing",
    "everyone sees `{state}`, so this shows nothing",
    help="remove the line, or hide the state before: `state {state}: …, seen by nobody`",
)
of_a_card = WarningMessage(
    "shows-nothing",
    "only players who see the card see its `{state}`, so this shows nothing new",
    help="reveal a fact, which doesn't show the card: `reveal {state}(…) is …`",
)


def find_shows_nothing(subject: Subject) -> Iterator[Diagnostic]:
    """Report a `reveal` of a state that all see, or of one that names hidden cards.

    Seeing a state that names a card does not show the card.
    """
    open_kinds = [zone.kind for zone in subject.program.zones if zone.seen.by == "all"]
    for node in find(subject.program, s.RevealState):
        state, span = subject.states[node.name], subject.span(node.origin)
        to_all = state.seen.by == "all"
        held = _card_type_held(state)
        if held is not None:
            is_open = any(related(held.kind, kind, subject.world.kinds) for kind in open_kinds)
            if to_all or not is_open:
                several = element(plain(state.type)) is not None
                yield shows_no_card(span, state=state.name, cards="cards" if several else "card")
        elif to_all and any(isinstance(place.type, t.Card) for place in state.index):
            yield of_a_card(span, state=state.name)
        elif to_all:
            yield seen_already(span, state=state.name)


def _card_type_held(state: d.State) -> t.Card | None:
    type = plain(state.type)
    inner = element(type) or type
    return inner if isinstance(inner, t.Card) else None
