"""What a card is: its title, its kinds."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, both, negated, when
from ruleslang.flow.context import Body
from ruleslang.flow.state_layout import TITLES, has_specimens
from ruleslang.flow.under_way import card_of
from ruleslang.flow.words import NO, NONE, Cell, Constant, Lookup, Variable, Word
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import Subject
from ruleslang.program.typing.lattice import plain


def title_of(b: Body, card: Word) -> Word:
    """What a card counts as; of none, none."""
    if b.whole.counts_as:
        return _title_now(b, card)
    kind = plain(card.type)
    type: t.Type = t.Title(kind.kind if isinstance(kind, t.Card) else None)
    cards, everyone = b.whole.everyone.cards, b.whole.everyone
    specimens = tuple(everyone.titles.values()) if has_specimens(everyone) else ()
    name = b.whole.table(
        "title",
        (len(cards) + len(specimens),),
        type,
        lambda: [*(each.title for each in cards), *specimens],
    )
    return Lookup(name, (card,), t.Optional(type) if isinstance(card.type, t.Optional) else type)


def _title_now(b: Body, card: Word) -> Word:
    if not isinstance(card.type, (t.Optional, t.Never)):
        return b.read(Cell(TITLES, (card,), t.Title()))
    held = b.fresh("card", card.type)
    found = when(
        apply("is none", held),
        NONE,
        b.read(Cell(TITLES, (Variable(held.name, t.Card()),), t.Title())),
        t.Optional(t.Title()),
    )
    return b.bound(held, card, found)


def specimen(b: Body, title: Word) -> Word:
    """The card of a definition that lies nowhere, for what is asked of the definition alone."""
    number = len(b.whole.everyone.cards)
    return apply("+", title, Constant(number, t.Number(number, number)), type=t.Card())


def definition_of(b: Body, subject: Word, of: Subject) -> Word:
    """What a card, a title or the card of a play counts as; of none, none."""
    if of == "card":
        return title_of(b, subject)
    if of == "title":
        return subject
    return title_of(b, card_of(b, (subject,), t.Card()))


def is_of_kind(b: Body, subject: Word, kind: str, of: Subject) -> Word:
    """Whether something is of a kind of card, or a piece of a declaration; none is not."""
    if isinstance(subject.type, t.Never):
        return NO
    if not isinstance(subject.type, t.Optional):
        return _is_of_kind(b, subject, kind, of)
    held = b.fresh("subject", subject.type)
    is_so = _is_of_kind(b, Variable(held.name, plain(subject.type)), kind, of)
    return b.bound(held, subject, both(negated(apply("is none", held)), is_so))


def _is_of_kind(b: Body, subject: Word, kind: str, of: Subject) -> Word:
    everyone = b.whole.everyone
    if of == "piece":
        pieces = everyone.pieces
        name = b.whole.table(
            f"is piece {kind}",
            (len(pieces),),
            t.Truth(),
            lambda: [each.declaration.name == kind for each in pieces],
        )
        return Lookup(name, (subject,), t.Truth())
    titles = everyone.titles.values()
    name = b.whole.table(
        f"is {kind}", (len(titles),), t.Truth(), lambda: [kind in each.kinds for each in titles]
    )
    return b.whole.looked_up(name, definition_of(b, subject, of), t.Truth())


def is_printed_as(b: Body, card: Word, kind: str) -> Word:
    """Whether a card is of a kind by what is printed on it, whatever it counts as."""
    cards = b.whole.everyone.cards
    name = b.whole.table(
        f"is printed as {kind}",
        (len(cards),),
        t.Truth(),
        lambda: [kind in each.title.kinds for each in cards],
    )
    return Lookup(name, (card,), t.Truth())
