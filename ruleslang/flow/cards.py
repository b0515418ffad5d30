"""What a card is: its title, its kinds."""

from __future__ import annotations

from ruleslang.flow.context import Body
from ruleslang.flow.making import apply, both, negated
from ruleslang.flow.words import NO, Lookup, Word
from ruleslang.program import types as t
from ruleslang.program.operation_variants import Subject
from ruleslang.program.typing.lattice import plain


def title_of(b: Body, card: Word) -> Word:
    """What a card counts as; of none, none."""
    kind = plain(card.type)
    type: t.Type = t.Title(kind.kind if isinstance(kind, t.Card) else None)
    cards = b.whole.everyone.cards
    name = b.whole.table("title", (len(cards),), type, lambda: [each.title for each in cards])
    return Lookup(name, (card,), t.Optional(type) if isinstance(card.type, t.Optional) else type)


def definition_of(b: Body, subject: Word, of: Subject) -> Word:
    """What a card, a title or the card of a play counts as; of none, none."""
    if of == "card":
        return title_of(b, subject)
    if of == "title":
        return subject
    return b.refuse("what the card of a play under way is")


def is_of_kind(b: Body, subject: Word, kind: str, of: Subject) -> Word:
    """Whether something is of a kind of card, or a piece of a declaration; none is not."""
    everyone = b.whole.everyone
    if isinstance(subject.type, t.Never):
        return NO
    if of == "piece":
        pieces = everyone.pieces
        name = b.whole.table(
            f"is piece {kind}",
            (len(pieces),),
            t.Truth(),
            lambda: [each.declaration.name == kind for each in pieces],
        )
        is_so: Word = Lookup(name, (subject,), t.Truth())
    else:
        titles = everyone.titles.values()
        name = b.whole.table(
            f"is {kind}", (len(titles),), t.Truth(), lambda: [kind in each.kinds for each in titles]
        )
        is_so = Lookup(name, (definition_of(b, subject, of),), t.Truth())
    if not isinstance(subject.type, t.Optional):
        return is_so
    held = b.fresh("subject", subject.type)
    return b.bound(held, subject, both(negated(apply("is none", held)), _of(is_so, held)))


def _of(lookup: Word, held: Word) -> Word:
    """The same look-up of what a variable holds."""
    assert isinstance(lookup, Lookup)
    (at,) = lookup.at
    inner = Lookup(at.table, (held,), at.type) if isinstance(at, Lookup) else held
    return Lookup(lookup.table, (inner,), lookup.type)
