"""
What choices are called: by names for records and examples, by texts for people
(docs/reference/choices.md).

The name of a choice depends on what is chosen alone, not on what else is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from ruleslang.match.decision import Option, options
from ruleslang.match.value_text import shown
from ruleslang.match.values import (
    Card,
    DieIn,
    Piece,
    Player,
    Value,
    enumerated,
    sort_key,
    text_of,
)
from ruleslang.meaning.alike import Made, Mark, marks
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.reading import face_shown
from ruleslang.meaning.revealed import zone_seers


def word_for(m: Machine, value: Value) -> str:
    """A value as a rulebook writes it: a die as its face, a piece by where it stands."""
    if isinstance(value, DieIn):
        return shown(face_shown(m, value))
    if isinstance(value, Piece):
        return _piece(m, value)
    if isinstance(value, tuple):
        return "{" + ", ".join(word_for(m, each) for each in by_face(m, value)) + "}"
    return shown(value)


def _piece(m: Machine, piece: Piece) -> str:
    """A piece by where it stands; one that does not, or not alone, by its place among all."""
    space = m.state.spaces.get(piece)
    if space is not None and len(m.state.standing[space]) == 1:
        return f"piece_on({shown(space)})"
    owner = piece.owner
    all_of = m.tables.pieces if owner is None else m.tables.pieces_of[owner]
    whose = "pieces" if owner is None else f"pieces({owner.name})"
    return f"item({whose}, {all_of.index(piece) + 1})"


def text_for(m: Machine, value: Value) -> str:
    """What a person reads: of a die the face that it shows, of a piece also where it stands."""
    if isinstance(value, DieIn):
        return text_of(face_shown(m, value))
    if isinstance(value, Piece):
        space = m.state.spaces.get(value)
        return text_of(value) if space is None else f"{text_of(value)} on {text_of(space)}"
    if isinstance(value, tuple) and value and isinstance(value[0], (DieIn, Piece)):
        return ", ".join(text_for(m, each) for each in by_face(m, value))
    return text_of(value)


def by_face(m: Machine, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    """A set of dice by what they show; anything else as it is."""
    if not chosen or not isinstance(chosen[0], DieIn):
        return chosen
    return tuple(sorted(chosen, key=lambda die: sort_key(face_shown(m, die))))


# ---------------------------------------------------------------- of what is offered


@frozen(eq=False)
class Naming:
    """
    Names for what a player is offered.

    `in_one_zone` says that all of it lies there, so that the place of a card need not be said; nor
    need a zone that only he sees, such as his hand.
    `made` is what he chose before in the same action or play. A naming serves one decision: what
    tells cards apart is looked up once for the name and the text.
    """

    m: Machine
    who: Player
    in_one_zone: bool = False
    made: Made = ()
    _marked: dict[Card, tuple[Mark, ...]] = field(factory=dict, init=False)

    def word(self, value: Value) -> str:
        """The name of a value; of a card of which there are several, with what tells it apart."""
        if isinstance(value, Card):
            told = self._told(value, shown)
            return f"{shown(value)} [{told}]" if told else shown(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Card):
            return "{" + ", ".join(map(self.word, value)) + "}"
        return word_for(self.m, value)

    def text(self, value: Value) -> str:
        """What people read of it."""
        if isinstance(value, Card):
            told = self._told(value, text_of).replace("_", " ")
            return f"{text_of(value)} ({told})" if told else text_of(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Card):
            return enumerated([self.text(each) for each in value])
        return text_for(self.m, value)

    def _told(self, card: Card, named: Callable[[Value], str]) -> str:
        """What tells a card from others of its definition: where it lies, then the rest."""
        if card.title.definition.copies == 1:
            return ""
        place = self.m.state.where.get(card)
        is_plain = self.in_one_zone or place is None or zone_seers(self.m, place) == (self.who,)
        said = [] if is_plain else [f"in {shown(place)}"]
        title = self.m.state.title_of(card)
        if title is not card.title:
            said.append(f"as {named(title)}")
        return ", ".join(dict.fromkeys([*said, *(mark.text for mark in self._marks(card))]))

    def _marks(self, card: Card) -> tuple[Mark, ...]:
        if card not in self._marked:
            self._marked.update(marks(self.m, (card,), self.who, self.made))
        return self._marked[card]


def value_options(naming: Naming, name: str, values: Sequence[Value]) -> list[Option]:
    """A choice for each value of one name."""
    return options([(naming.word(v), naming.text(v), {name: v}, "", v) for v in values])
