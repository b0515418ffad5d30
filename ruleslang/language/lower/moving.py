"""Lowers `move`, `swap` and `shuffle`, for cards in zones and pieces on spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from ruleslang.language.lower.arguments import indices, name_of
from ruleslang.language.lower.arithmetic import number
from ruleslang.language.lower.assignments import note, written
from ruleslang.language.lower.blocks import HANDLERS, Step, lowers
from ruleslang.language.lower.choices import MOST
from ruleslang.language.lower.conversions import dice_number, die_of, die_type, face_type
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.diagnostics.declarations import unknown_die
from ruleslang.language.lower.dispatch import DICE, raw, subject
from ruleslang.language.lower.expressions import lower
from ruleslang.language.lower.foreign_names import equivalent_name
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.types import index_places
from ruleslang.language.lower.write_targets import (
    place,
    states_only_elsewhere,
    zone_kind,
    zone_symbol,
    zone_target,
)
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import head_name, unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import (
    Move,
    MoveAround,
    Reveal,
    Roll,
    Shuffle,
    Swap,
    TakeAway,
)
from ruleslang.language.syntax.statements import AtOnce, Block, ForEach
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import CALLED_NAMES
from ruleslang.program.locals import Slot
from ruleslang.program.operation_variants_by_type import asked_of, comparing
from ruleslang.program.references import Facing, Position
from ruleslang.program.typing.lattice import element, fits, is_collection, plain, stored
from ruleslang.program.typing.type_names import describe

POSITIONS: dict[str | None, tuple[Position, Facing]] = {
    None: ("top", ""),
    "on top": ("top", ""),
    "at bottom": ("bottom", ""),
    "face up": ("top", "up"),
    "face down": ("top", "down"),
}


@lowers(Move)
def move(scope: Scope, node: Move) -> Step:
    """Lower `move S to PLACE`: cards to a zone, a piece to a space or to none."""
    pure = scope.pure("what is moved")
    moved = subject(pure, node.subject, single=True)
    origin = scope.context.origin(node.span, node.marks)
    if isinstance(_member(moved.type), t.Piece):
        space = lower(scope.pure("a space"), node.target, t.Optional(t.Space()))
        if node.position is not None:
            scope.context.report(errors.piece_position(node.target.span))
        return [s.MovePieces(moved.expr, space.expr, origin)], scope
    if not isinstance(_member(moved.type), (t.Card, t.Unknown)):
        there = scope.locals.get(node.target.span.text)
        is_piece = there is not None and isinstance(there.type, t.Piece)
        turned = is_piece and isinstance(_member(moved.type), t.Space)
        instead = f"move {node.target.span.text} to {node.subject.span.text}" if turned else None
        scope.context.report(errors.cannot_move(node.subject.span, moved.type, instead))
        return [], scope
    where = node.target.span.text.partition("(")[0]
    if isinstance(_member(moved.type), t.Unknown) and where in {*scope.locals, *CALLED_NAMES}:
        return [], scope  # perhaps a space, where what is moved would have been a piece
    target = zone_target(scope.pure("a zone"), node.target)
    if target is None:
        return [], scope
    _check_kind(scope, node, moved)
    position, face = POSITIONS[node.position]
    return [s.MoveCards(moved.expr, target, position, face, origin)], scope


def _member(type: t.Type) -> t.Type:
    return plain(element(type) or type)


def _check_kind(scope: Scope, node: Move, moved: Typed) -> None:
    """Report cards that a zone declared for another kind cannot hold."""
    kind = zone_kind(scope, node.target)
    found = _member(moved.type)
    if kind is not None and not fits(found, kind, scope.context.kinds):
        zone = zone_symbol(scope, node.target)
        name = zone.name if zone is not None else node.target.span.text
        scope.context.report(
            errors.wrong_zone(
                node.subject.span, got=describe(found), kind=kind.kind or "", zone=name
            )
        )


@lowers(Shuffle)
def shuffle(scope: Scope, node: Shuffle) -> Step:
    zone = zone_target(scope.pure("a zone"), node.zone)
    origin = scope.context.origin(node.span, node.marks)
    return ([] if zone is None else [s.Shuffle(zone, origin)]), scope


# ---------------------------------------------------------------- around


@lowers(MoveAround)
def move_around(scope: Scope, node: MoveAround) -> Step:
    """
    Lower `move hand(any) to the left`: the contents of all zones move to the next player at once.

    The first player's zone is swapped with that of every other in turn, to the left in ascending
    order.
    """
    of_one = _of_one(scope, node.subject, beside := Name("player beside", span=node.span))
    if of_one is None:
        scope.context.report(errors.needs_zone_per_player(node.subject.span))
        return [], scope
    at = node.span
    everybody = Name("players", span=at)
    leader = x.Apply(Name("first", span=at), (everybody,), span=at)
    others: x.Expression = x.Binary("except", everybody, x.Braces((leader,), span=at), span=at)
    if node.direction == "right":
        seat = x.Apply(Name("seat", span=at), (Name("it", span=at),), span=at)
        by_seat = (x.Extreme("highest", seat, span=at), x.ByOrder(span=at))
        others = x.Ranked(others, by_seat, span=at)
    swapped = Swap(of_one(leader), of_one(beside), marks=node.marks, span=at)
    block = Block((swapped,), span=at)
    loop = ForEach(beside, x.Paren(others, span=at), block, marks=node.marks, span=at)
    moment = AtOnce(Block((loop,), span=at), marks=node.marks, span=at)
    return HANDLERS[AtOnce](scope, moment)


def _of_one(
    scope: Scope, node: x.Expression, beside: Name
) -> Callable[[x.Expression], x.Expression] | None:
    """Build the zone of one player from a zone with `any` in a player's place."""
    symbol = zone_symbol(scope, node)
    if symbol is None or not isinstance(node, x.Apply):
        return None
    assert isinstance(symbol.node, syntax.Zone)
    index = index_places(scope.context, symbol.node.index)
    open_ = [
        number
        for number, argument in enumerate(node.arguments)
        if isinstance(argument, x.AnyPlace) and number < len(index)
    ]
    if len(open_) != 1 or index[open_[0]].type != t.Player():
        return None
    before, after = node.arguments[: open_[0]], node.arguments[open_[0] + 1 :]
    return lambda player: x.Apply(node.function, (*before, player, *after), span=node.span)


# ---------------------------------------------------------------- swap


@lowers(Swap)
def swap(scope: Scope, node: Swap) -> Step:
    """Lower `swap A with B`: two zones, dice places, cards, pieces, states or locals."""
    scope = scope.pure("what is swapped")
    origin = scope.context.origin(node.span, node.marks)
    if zone_symbol(scope, node.left) and zone_symbol(scope, node.right):
        left, right = zone_target(scope, node.left), zone_target(scope, node.right)
        return ([s.SwapZones(left, right, origin)] if left and right else []), scope
    if _head_kind(scope, node.left) == "dice" and _head_kind(scope, node.right) == "dice":
        return _swap_dice(scope, node, origin), scope
    if _is_place(scope, node.left) and _is_place(scope, node.right):
        return _swap_places(scope, node, origin)
    first, second = _on_board(scope, node.left), _on_board(scope, node.right)
    if first is None or second is None:
        scope.context.report(errors.cannot_swap(node.span))
        return [], scope
    of = asked_of(stored(second.type if first.type == t.Never() else first.type))
    return [s.SwapMembers(first.expr, second.expr, of, states_only_elsewhere(scope), origin)], scope


def _swap_dice(scope: Scope, node: Swap, origin: int) -> list[s.Statement]:
    left, right = _dice(scope, node.left), _dice(scope, node.right)
    if left is None or right is None:
        return []
    if die_of(scope.context, left.name) != die_of(scope.context, right.name):
        scope.context.report(errors.cannot_swap(node.span))
    return [s.SwapDice(left, right, origin)]


def _dice(scope: Scope, node: x.Expression) -> s.DiceTarget | None:
    """Return one place of dice; not `any`."""
    typed = raw(scope, node, DICE)
    if not isinstance(typed.expr, e.DiceAt):
        return None
    index = tuple(place for place in typed.expr.index if not isinstance(place, e.AnyIndex))
    if len(index) < len(typed.expr.index):
        scope.context.report(errors.cannot_swap(node.span))
        return None
    return s.DiceTarget(typed.expr.name, index)


def _swap_places(scope: Scope, node: Swap, origin: int) -> Step:
    left, right = place(scope, node.left), place(scope, node.right)
    if left is None or right is None:
        return [], scope
    for side, (target, type) in ((node.left, left), (node.right, right)):
        if isinstance(target, s.LocalPlace) and isinstance(plain(type), (t.Card, t.Piece)):
            scope.context.report(errors.swapped_let(side.span, name=side.span.text))
    note(scope, node.left, left[0], "set", right[1])
    note(scope, node.right, right[0], "set", left[1])
    if not (_types_match(scope, left[1], right[1]) and _types_match(scope, right[1], left[1])):
        scope.context.report(errors.cannot_swap(node.span))
    after = written(written(scope, node.left), node.right)
    return [s.SwapPlaces(left[0], right[0], origin)], after


def _types_match(scope: Scope, left: t.Type, right: t.Type) -> bool:
    return fits(left, right, scope.context.kinds)


def _head_kind(scope: Scope, node: x.Expression) -> str:
    name = head_name(node)
    if name is None or name.text in scope.locals:
        return ""
    symbol = scope.context.symbols.get(name.text)
    return symbol.what if symbol else name.text


def _is_place(scope: Scope, node: x.Expression) -> bool:
    """Return whether it is a state, `active`, or a local that `set` could write."""
    local = scope.locals.get(node.text) if isinstance(node, Name) else None
    return (local is not None and local.settable) or _head_kind(scope, node) in ("state", "active")


def _on_board(scope: Scope, node: x.Expression) -> Typed | None:
    """Return a card or piece that changes places; `space(m)` stands for the piece m."""
    if isinstance(node, x.Apply) and node.function.text == "space" and len(node.arguments) == 1:
        inner = node.arguments[0]
        return None if isinstance(inner, x.NamedArgument) else lower(scope, inner, t.Piece())
    typed = lower(scope, node)
    return typed if isinstance(plain(stored(typed.type)), (t.Card, t.Piece, t.Never)) else None


KEPT_FIRST = (
    "; store a computed result in a state first: `state found: yes or no = no, seen by nobody`, "
    "`set found to …`, `reveal found`"
)


@lowers(Reveal)
def reveal(scope: Scope, node: Reveal) -> Step:
    """Lower `reveal S to p`."""
    pure = scope.pure("what is revealed")
    to = None if node.to is None else lower(pure, node.to, t.Player()).expr
    origin = scope.context.origin(node.span, node.marks)
    revealed = unwrapped(node.subject)
    if isinstance(revealed, x.Is):
        shown: s.Statement | None = _fact(pure, revealed, to, origin)
    else:
        shown = _place(pure, revealed, to, origin) or _cards(pure, node, to, origin)
    return ([] if shown is None else [shown]), scope


def _place(scope: Scope, node: x.Expression, to: e.Expr | None, origin: int) -> s.Statement | None:
    """Return a state or dice to reveal; without an index, at every place."""
    if not isinstance(node, (Name, x.Apply)) or name_of(node).text in scope.locals:
        return None
    name = name_of(node)
    declared = scope.context.symbols.declared(name.text, syntax.State, syntax.Dice)
    if not isinstance(declared, (syntax.State, syntax.Dice)):
        return None
    places = index_places(scope.context, declared.index)
    index: tuple[e.Expr | e.AnyIndex, ...] = tuple(e.AnyIndex() for _ in places)
    if isinstance(node, x.Apply) or not places:
        typed = [(place.name, place.type) for place in places]
        index = indices(scope, node, typed, any_allowed=True)
    if isinstance(declared, syntax.Dice):
        return s.RevealDice(name.text, index, to, origin)
    return s.RevealState(name.text, index, to, origin)


def _cards(scope: Scope, node: Reveal, to: e.Expr | None, origin: int) -> s.Statement | None:
    typed = subject(scope, node.subject, single=True)
    if not isinstance(plain(element(typed.type) or typed.type), (t.Card, t.Unknown)):
        problem = "only cards, states, dice and facts are shown"
        scope.context.report(
            errors.unreadable_fact(node.subject.span, what=problem, more=KEPT_FIRST)
        )
        return None
    return s.RevealCards(typed.expr, to, origin)


def _fact(scope: Scope, node: x.Is, to: e.Expr | None, origin: int) -> s.RevealFact | None:
    left = unwrapped(node.left)
    if node.negated or not isinstance(left, x.Apply):
        problem = "this isn't a fact that can be revealed"
        scope.context.report(errors.unreadable_fact(node.span, what=problem, more=""))
        return None
    fact = raw(scope, left)
    value = lower(scope, node.right, None if isinstance(fact.type, t.Unknown) else plain(fact.type))
    card = card_of(scope, left)
    if card is None:
        if not isinstance(fact.type, t.Unknown):
            problem = "this fact isn't about one card"
            scope.context.report(errors.unreadable_fact(node.span, what=problem, more=""))
        return None
    how = comparing(stored(fact.type), stored(value.type))
    return s.RevealFact(fact.expr, value.expr, card, to, how, origin)


def card_of(scope: Scope, fact: x.Apply) -> e.Expr | None:
    """Return the only card that a fact is about; None if there is none or several."""
    cards = [
        typed.expr
        for argument in fact.arguments
        if not isinstance(argument, x.NamedArgument | x.AnyPlace)
        if isinstance(plain((typed := raw(scope, argument)).type), t.Card)
    ]
    return cards[0] if len(cards) == 1 else None


@lowers(Roll)
def roll(scope: Scope, node: Roll) -> Step:
    """Return any of the forms of `roll`, with the name of its result."""
    pure = scope.pure("a roll")
    if node.target is not None:
        return _new_dice(pure, node), scope
    symbol = _symbol(scope, node.what)
    if symbol is not None and isinstance(symbol.node, syntax.Die):
        return _die(scope, pure, node, symbol.node)
    if node.seen_by is not None:
        scope.context.report(errors.dice_seen_by(node.seen_by.span))
    return _dice_there(scope, pure, node)


def _symbol(scope: Scope, node: x.Expression) -> Symbol | None:
    name = head_name(node)
    if name is None or name.text in scope.locals:
        return None
    return scope.context.symbols.get(name.text)


def _is_undeclared(node: x.Expression, scope: Scope) -> TypeGuard[Name]:
    """Return whether it is a name that neither a declaration nor a local has."""
    if not isinstance(node, Name) or node.text in scope.locals or equivalent_name(node.text):
        return False
    return _symbol(scope, node) is None


def _named(scope: Scope, node: Roll, type: t.Type) -> Scope:
    return scope if node.name is None else declare(scope, node.name, type, "result")


def _result_slot(after: Scope, node: Roll) -> Slot | None:
    return None if node.name is None else after.slot(node.name.text)


def _die(scope: Scope, pure: Scope, node: Roll, die: syntax.Die) -> Step:
    face: t.Type = die_type(die)
    type: t.Type = face
    count = None
    if node.number is not None and not _is_one(node.number):
        typed = number(pure, node.number)
        known = plain(typed.type)
        count = typed.expr
        if isinstance(known, t.Unknown):
            type = known  # one face or a list of faces: not known
        else:
            type = t.ListOf(face, max(known.high, 0) if isinstance(known, t.Number) else MOST)
    seen = None if node.seen_by is None else lower(pure, node.seen_by, t.Player()).expr
    origin = scope.context.origin(node.span, node.marks)
    after = _named(scope, node, type)
    return [s.RollDie(die.name.text, count, _result_slot(after, node), seen, origin)], after


def _is_one(node: x.Expression) -> bool:
    """Return whether it is the literal 1: then the result is a face, else a list of faces."""
    return isinstance(node, x.Number) and node.value == 1


def _dice_there(scope: Scope, pure: Scope, node: Roll) -> Step:
    """Roll dice on the table: all at a place, or chosen ones."""
    origin = scope.context.origin(node.span, node.marks)
    if _is_undeclared(node.what, scope):
        names = scope.context.symbols.names_of
        scope.context.report(unknown_die(node.what, [*names("die"), *names("dice")]))
        return [], _named(scope, node, t.Unknown())
    typed = raw(pure, node.what, DICE)
    match typed.expr, element(typed.type) or typed.type:
        case e.DiceAt(dice, index), _ if node.number is None:
            type = t.ListOf(
                stored(face_type(scope.context, dice)), dice_number(scope.context, dice)
            )
            after = _named(scope, node, type)
            return [s.RollDice(dice, index, _result_slot(after, node), origin)], after
        case _, t.DieIn(dice) if node.number is None:
            face = face_type(scope.context, dice)
            if not is_collection(typed.type):
                after = _named(scope, node, face)
                only = e.OptionalAsSet(typed.expr)
                return [s.RollAgain(only, _result_slot(after, node), True, origin)], after
            after = _named(scope, node, t.ListOf(stored(face), dice_number(scope.context, dice)))
            return [s.RollAgain(typed.expr, _result_slot(after, node), False, origin)], after
    if not isinstance(typed.type, t.Unknown):
        scope.context.report(errors.not_a_die(node.what.span))
    return [], _named(scope, node, t.Unknown())


def _new_dice(scope: Scope, node: Roll) -> list[s.Statement]:
    """Lower `roll n d6 to force(p)`."""
    assert node.target is not None
    count: e.Expr = e.Literal(1) if node.number is None else number(scope, node.number).expr
    if count == e.Literal(0):
        scope.context.report(errors.rolls_no_dice(node.span, place=node.target.span.text))
    place = _rolling_place(scope, node.target)
    if place is None:
        return []
    _check_die(scope, node, place[0])
    return [s.RollNew(count, *place, scope.context.origin(node.span, node.marks))]


@lowers(TakeAway)
def take_away(scope: Scope, node: TakeAway) -> Step:
    """Lower `take away force(p)`: replaces the dice by zero new ones."""
    place = _rolling_place(scope.pure("a place of dice"), node.dice)
    if place is None:
        return [], scope
    dice = scope.context.symbols.declared(place[0], syntax.Dice)
    if dice is not None and dice.exact:
        scope.context.report(errors.always_so_many_dice(node.dice.span, number=dice.number))
    origin = scope.context.origin(node.span, node.marks)
    return [s.RollNew(e.Literal(0), *place, origin)], scope


def _rolling_place(scope: Scope, node: x.Expression) -> tuple[str, tuple[e.Expr, ...]] | None:
    """Return the dice and the index, if they name one place."""
    typed = raw(scope, node, DICE)
    if not isinstance(typed.expr, e.DiceAt):
        if not isinstance(typed.type, t.Unknown):
            scope.context.report(errors.dice_expected(node.span))
        return None
    index = tuple(place for place in typed.expr.index if not isinstance(place, e.AnyIndex))
    if len(index) < len(typed.expr.index):
        scope.context.report(errors.dice_expected(node.span))
    return typed.expr.name, index


def _check_die(scope: Scope, node: Roll, dice: str) -> None:
    die = die_of(scope.context, dice)
    found = node.what.text if isinstance(node.what, Name) else ""
    if die and die != found and scope.context.what_is(die) == "die":
        scope.context.report(errors.wrong_die(node.what.span, found=found, dice=dice, wanted=die))
