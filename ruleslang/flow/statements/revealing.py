"""`reveal`: cards, states and dice that are shown, facts that are told."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.flow.cell_addresses import address, surely_lies_in
from ruleslang.flow.comparison import same
from ruleslang.flow.constant_folding import apply, negated, when
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.state_layout import dice_family, shown_family, state_family
from ruleslang.flow.steps import Do, If, Set, Step
from ruleslang.flow.words import Constant, Lookup, Through, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

EVERYONE = t.SetOf(t.Player())
NUMBERS = t.ListOf(t.Number(0, 2**31 - 1), 100_000)


def shown_to(b: Body, to: e.Expr | None) -> Word:
    """To whom something is shown; to none, to nobody."""
    if to is None:
        return Constant(tuple(range(len(b.whole.everyone.players))), EVERYONE)
    who = b.word(to)
    if not may_be_none(who.type):
        return apply("tuple", who, type=EVERYONE)
    held = b.fresh("to", who.type)
    one = apply("tuple", held, type=EVERYONE)
    nobody = Constant((), EVERYONE)
    return b.bound(held, who, when(apply("is none", held), nobody, one, EVERYONE))


def reveal_cards(x: s.RevealCards, b: Body) -> list[Step]:
    """Cards are shown to a player, or to all."""
    to = b.fresh("to", EVERYONE)
    return [Set(to, shown_to(b, x.to)), Do("mark", (), (b.word(x.cards), to))]


def reveal_state(x: s.RevealState, b: Body) -> list[Step]:
    """States are shown until they are next written."""
    index = b.whole.everyone.states[x.name].index
    to = b.fresh("to", EVERYONE)
    at = [_matching(b, place, each) for place, each in zip(index, x.index, strict=True)]
    family = state_family(x.name)
    return [Set(to, shown_to(b, x.to)), Do("show", (family, shown_family(family)), (to, *at))]


def reveal_dice(x: s.RevealDice, b: Body) -> list[Step]:
    """Dice are shown until they are next rolled."""
    index = b.whole.everyone.dice[x.name].index
    to = b.fresh("to", EVERYONE)
    at: Sequence[Word]
    if any(isinstance(each, e.AnyIndex) for each in x.index):
        at = [_matching(b, place, each) for place, each in zip(index, x.index, strict=True)]
    else:
        at = [apply("tuple", each, type=NUMBERS) for each in address(b, index, x.index)]
    family = dice_family(x.name)
    return [Set(to, shown_to(b, x.to)), Do("show", (family, shown_family(family)), (to, *at))]


def _matching(b: Body, place: d.IndexPlace, index: e.Expr | e.AnyIndex) -> Word:
    """The numbers along a dimension that an index speaks of; none, if there is no such place."""
    numbers = Constant(tuple(range(len(b.whole.everyone.domain(place.type)))), NUMBERS)
    if isinstance(index, e.AnyIndex):
        return numbers
    if not surely_lies_in(b, b.type_of(index), place.type):
        return _those_that_are(b, place, b.word(index), numbers)
    (at,) = address(b, (place,), (index,))
    return apply("tuple", at, type=NUMBERS)


def _those_that_are(b: Body, place: d.IndexPlace, wanted: Word, numbers: Word) -> Word:
    """Of the numbers along a dimension that of a value, if it has one."""
    domain = b.whole.everyone.domain(place.type)
    at, held = b.fresh("number", t.Number(0, len(domain))), b.fresh("index", wanted.type)
    name = b.whole.table(f"members of {place.type}", (len(domain),), place.type, lambda: domain)
    is_it = apply("same", Lookup(name, (at,), place.type), held)
    return b.bound(held, wanted, Through("members", at, numbers, is_it, None, NUMBERS))


def reveal_fact(x: s.RevealFact, b: Body) -> list[Step]:
    """A fact of a card is told, whether it holds or not; of none nothing is."""
    number = b.whole.derived.told_facts[id(x)]
    type = b.type_of(x.value)
    b.whole.told[number] = x, type
    card, value = b.fresh("card", b.type_of(x.card)), b.fresh("value", type)
    is_so = same(b, b.word(x.fact), value, x.comparing)
    known_card = Variable(card.name, plain(card.type))
    tell = Do("tell", (number,), (known_card, value, is_so, shown_to(b, x.to)))
    steps: list[Step] = [Set(card, b.word(x.card)), Set(value, b.word(x.value))]
    if not may_be_none(card.type):
        return [*steps, tell]
    return [*steps, If(negated(apply("is none", card)), (tell,))]
