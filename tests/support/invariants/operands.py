"""The required operands of expressions, for `types-agree`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import operation_variants_by_type as variants
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS, Takes, measured
from ruleslang.program.typing.environment import Scope
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import join, members, plain
from tests.support.invariants.accepted import is_accepted

Test: TypeAlias = Callable[[t.Type], bool]
Wanted: TypeAlias = "t.Type | Test"
Operand: TypeAlias = "tuple[e.Expr, Wanted, str]"  # what stands there, what may, what it is

PLAYER, TRUTH = t.Player(), t.Truth()


def is_number(type: t.Type) -> bool:
    """Whether it can be reckoned with."""
    return isinstance(plain(type), (t.Number, t.Fraction))


def is_collection(type: t.Type) -> bool:
    """Whether it is a set or list for certain, which something can run through."""
    return isinstance(type, (t.SetOf, t.ListOf))


def is_set_of(*classes: type) -> Test:
    """A set or list of things of these classes; an empty one is of any."""

    def test(type: t.Type) -> bool:
        return isinstance(type, (t.SetOf, t.ListOf)) and isinstance(
            plain(type.element), (*classes, t.Never)
        )

    return test


def operands(node: e.Expr, scope: Scope) -> Iterator[Operand]:
    """The operands of one expression, not of those inside it."""
    match node:
        case e.ReadState() | e.ReadZone() | e.ZoneAt() | e.ReadDice() | e.DiceAt() | e.ReadField():
            yield from _of_reading(node, scope)
        case e.CallValue(name, arguments):
            yield from handed_over(scope.world.known.values.get(name), arguments)
        case e.CallBuiltIn(function, arguments) if arguments and function in FUNCTIONS:
            for given, place in zip(arguments, FUNCTIONS[function].takes, strict=False):
                wanted = place.takes if isinstance(place, Takes) else place
                yield given, wanted, f"an argument of {function}"
        case e.CallBuiltIn():
            pass  # how many arguments there are is another invariant
        case e.ReadPlace(subject):
            yield subject, lambda type: isinstance(plain(type), t.UnderWay), "what is under way"
        case e.FaceOf(die):
            yield die, lambda type: isinstance(plain(type), t.DieIn), "a die"
        case e.FacesOf(dice):
            yield dice, is_set_of(t.DieIn), "dice"
        case e.Arithmetic(_, left, right) | e.Divide(left, right):
            yield left, is_number, "the left"
            yield right, is_number, "the right"
        case e.Negate(operand):
            yield operand, is_number, "the number"
        case e.WhenOtherwise(_, condition, _):
            yield condition, TRUTH, "the condition"
        case _:
            yield from _of_tests(node)
            yield from _of_sets(node)


def handed_over(
    to: d.Value | d.Procedure | d.Window | None, arguments: tuple[e.Expr, ...]
) -> Iterator[Operand]:
    """Arguments, and what the parameters take; that there are as many is another invariant."""
    parameters = to.parameters if to is not None else ()
    for parameter, given in zip(parameters, arguments, strict=False):
        yield given, parameter.type, parameter.name


def at_index(
    declared: d.State | d.Zone | d.Dice | d.FieldType | None, index: tuple[e.Expr | e.AnyIndex, ...]
) -> Iterator[Operand]:
    """The places of an index, and what they take."""
    places = declared.index if declared is not None else ()
    for place, given in zip(places, index, strict=False):
        if not isinstance(given, e.AnyIndex):
            yield given, place.type, place.name


def _of_reading(
    node: e.ReadState | e.ReadZone | e.ZoneAt | e.ReadDice | e.DiceAt | e.ReadField, scope: Scope
) -> Iterator[Operand]:
    known = scope.world.known
    match node:
        case e.ReadState():
            yield from at_index(known.states.get(node.name), node.index)
        case e.ReadZone() | e.ZoneAt():
            yield from at_index(known.zones.get(node.name), node.index)
        case e.ReadDice() | e.DiceAt():
            yield from at_index(known.dice.get(node.name), node.index)
        case e.ReadField():
            yield node.subject, asked(node.of), "the card"
            yield from at_index(_field(node, scope), node.index)


def _field(node: e.ReadField, scope: Scope) -> d.FieldType | None:
    """A field as the kind of the card declares it, else as some kind does with such an index."""
    of, known = plain(type_of(node.subject, scope)), scope.world.known
    kind = of.kind if isinstance(of, (t.Card, t.Title, t.UnderWay)) else None
    above = scope.world.kinds.get(kind or "", ())
    found = [
        (kind.name in above, _takes(field, node, scope), place, field)
        for place, kind in enumerate(known.program.kinds)
        for field in kind.fields
        if field.name == node.name
    ]
    return max(found, key=lambda each: each[:3])[-1] if found else None


def _takes(field: d.FieldType, node: e.ReadField, scope: Scope) -> bool:
    """Whether an index is one of a field."""
    pairs = zip(node.index, field.index, strict=False)
    return len(node.index) == len(field.index) and all(
        is_accepted(type_of(given, scope), place.type, scope.world.kinds) for given, place in pairs
    )


def asked(of: variants.Subject) -> Test:
    """A card, a title, a play or a piece, as the program says."""
    classes = {"card": t.Card, "title": t.Title, "play": t.UnderWay, "piece": t.Piece}
    return lambda type: isinstance(plain(type), (classes[of], t.Never))


def _of_tests(node: e.Expr) -> Iterator[Operand]:
    match node:
        case e.Playable(card, player, of):
            yield card, asked(of), "the card"
            yield player, PLAYER, "the player"
        case e.IsKind(subject, _, of):
            yield subject, asked(of), "the subject"
        case e.IsTitle(subject, title):
            yield subject, t.Card(), "the card"
            yield title, t.Title(), "the title"
        case e.IsPiece(subject):
            yield subject, t.Piece(), "the piece"
        case e.IsAutomatic(player):
            yield player, PLAYER, "the player"
        case e.Not(operand):
            yield operand, TRUTH, "the operand"
        case e.And(left, right) | e.Or(left, right):
            yield left, TRUTH, "the left"
            yield right, TRUTH, "the right"
        case e.ThereIs(_, _, condition) if condition is not None:
            yield condition, TRUTH, "the condition"
        case e.Every(_, _, condition) | e.Where(_, _, condition) | e.AsFarAs(_, _, condition):
            yield condition, TRUTH, "the condition"


def _of_sets(node: e.Expr) -> Iterator[Operand]:
    match node:
        case e.IsEmpty(operand):
            yield operand, is_collection, "the set"
        case e.In(_, of):
            yield of, is_collection, "the set"
        case e.OptionalAsSet(operand):
            yield operand, lambda type: not is_collection(plain(type)), "what may be there"
        case e.ListAsSet(operand):
            yield operand, lambda type: type == t.Never() or is_collection(plain(type)), "the list"
        case e.Union(left, right) | e.Except(left, right):
            yield left, is_collection, "the left"
            yield right, is_collection, "the right"
        case e.Join(left, right):
            yield left, lambda type: isinstance(type, t.ListOf), "the left"
            yield right, lambda type: isinstance(type, t.ListOf), "the right"
        case e.Subsets(subject, low, high):
            yield subject, is_collection, "the set"
            yield low, is_number, "the least"
            yield high, is_number, "the most"
        case e.SpreadBy(_, subject, step):
            yield subject, is_collection, "the set"
            yield step, is_collection, "the step"
        case e.UnionOver(_, subject, value):
            yield subject, is_collection, "the set"
            yield value, is_collection, "the sets"
        case _:
            yield from _of_phrases(node)


def _of_phrases(node: e.Expr) -> Iterator[Operand]:
    """The sets and lists that phrases run through."""
    match node:
        case e.Fold("sum", _, subject, value):
            yield subject, is_collection, "the set"
            yield value, lambda type: is_number(type) or type == t.Never(), "the numbers"
        case (
            e.Where(_, subject) | e.AsFarAs(_, subject) | e.With(_, subject) | e.Ranked(_, subject)
        ):
            yield subject, is_collection, "the set"
        case (
            e.ThereIs(_, subject)
            | e.Every(_, subject)
            | e.Image(_, subject)
            | e.Fold(_, _, subject)
            | e.NumberOf(subject)
        ):
            yield subject, is_collection, "the set"


# ---------------------------------------------------------------- variants


def wrong_variant(node: e.Expr, scope: Scope) -> str | None:
    """The variant that an expression should have by its types, if it has another."""
    match node:
        case e.Equal(left, right, chosen):
            a, b = type_of(left, scope), type_of(right, scope)
            return other_variant(chosen, variants.comparing(a, b), alike(a, b, scope))
        case e.In(member, of, chosen):
            return other_variant(
                chosen, variants.comparing_member(type_of(member, scope), type_of(of, scope))
            )
        case e.Except(left, right, chosen, over):
            whole = type_of(left, scope)
            right_type = type_of(right, scope)
            inner = whole.element if isinstance(whole, (t.SetOf, t.ListOf)) else t.Never()
            return other_variant(
                chosen, variants.comparing_member(inner, right_type)
            ) or other_variant(over, variants.over(whole))
        case e.Compare(_, left, right, order):
            a, b = type_of(left, scope), type_of(right, scope)
            return other_variant(order, variants.ordering(b if is_empty_list(a) else a))
        case e.Range(low, _, of):
            return other_variant(of, variants.ordering(type_of(low, scope)))
        case e.Where(_, subject) | e.AsFarAs(_, subject) | e.ThereIs(_, subject):
            return other_variant(node.over, variants.over(type_of(subject, scope)))
        case e.Fold("highest" | "lowest", _, _, value, order):
            return other_variant(order, variants.ordering(type_of(value, scope)))
        case e.CallBuiltIn(function, arguments, of):
            given = tuple(type_of(each, scope) for each in arguments)
            return other_variant(of, measured(function, given))
    return None


def wrong_order(node: e.Expr, scope: Scope) -> str | None:
    """The standard order that an expression should name by its types, if it names another."""
    match node:
        case e.AsFarAs(_, of) | e.ThereIs(_, of) | e.Ranked(_, of) | e.Subsets(of):
            inner = members(type_of(of, scope))
        case e.Image(_, _, of):
            inner = type_of(of, scope)
        case e.SpreadBy() | e.UnionOver():
            inner = members(type_of(node, scope))
        case e.ListAsSet(operand, sorting):
            inner = members(plain(type_of(operand, scope)))
            return other_variant(sorting, variants.declared_order(inner))
        case _:
            return None
    return other_variant(node.sorting, variants.standard_order(inner))


def is_empty_list(type: t.Type) -> bool:
    """Whether nothing can be in it."""
    return isinstance(type, t.ListOf) and type.element == t.Never()


def alike(one: t.Type, other: t.Type, scope: Scope) -> bool:
    """Whether two things can be the same at all."""
    kinds = scope.world.kinds
    if variants.comparing(one, other) in ("title", "titles", "titles in order"):
        return True
    return (
        is_accepted(one, other, kinds)
        or is_accepted(other, one, kinds)
        or join(plain(one), plain(other), kinds) is not None
        or variants.comparing(one, other) == "copies"
    )


def other_variant(chosen: str, intended: str, sound: bool = True) -> str | None:
    """What is wrong with the variant that was chosen, if another is meant."""
    if not sound:
        return "compares what can never be the same"
    return None if chosen == intended else f"is `{chosen}`, by its types `{intended}`"
