"""
Names what a player is asked and offered, the same for all engines (docs/reference/choices.md).

An engine tells in which position: a `Situation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from attrs import evolve, field, frozen

from ruleslang.engine.match.decision import DECLINE, DONE, Decision, LegalMove, Option, numbered
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    ListValue,
    Piece,
    Place,
    Player,
    Space,
    UnderWay,
    Value,
    either,
    enumerated,
    in_words,
    shown,
    sort_key,
    text_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun
from ruleslang.program.passes.recursive_values import in_one_zone
from ruleslang.program.program import Program
from ruleslang.program.references import filled

Earlier: TypeAlias = tuple[tuple[str, Value], ...]
"""The earlier choices in the same action or play, by name."""

NONE_OF: dict[type[t.Type], str] = {
    t.Card: "cards",
    t.Title: "cards",
    t.Player: "players",
    t.Piece: "pieces",
    t.Space: "spaces",
    t.DieIn: "dice",
    t.Number: "numbers",
}


class Situation(Protocol):
    """A position, as far as the names of choices depend on it."""

    @property
    def population(self) -> Population:
        """All entities and declarations."""

    @property
    def opened_with(self) -> Sequence[Value]:
        """The arguments of the innermost open window."""

    def face(self, die: DieIn) -> Value:
        """Return the face of a die; a fault if it was taken away."""

    def space(self, piece: Piece) -> tuple[Space | None, bool]:
        """Return the space of a piece, and whether it is alone there."""

    def place(self, card: Card) -> Place | None:
        """Return the zone of a card."""

    def title(self, card: Card) -> CardDefinition:
        """Return the definition that a card counts as."""

    def sees(self, who: Player, card: Card) -> bool:
        """Return whether a player sees a card."""

    def seers(self, place: Place) -> tuple[Player, ...]:
        """Return the players who see the cards of a zone by its rule."""

    def marks(self, card: Card, who: Player, earlier: Earlier) -> Sequence[str]:
        """Return the words that distinguish a card from its copies in one place, for a player."""


def word_for(here: Situation, value: Value) -> str:
    """Return a value as a rulebook writes it: a die as its face, a piece by its space."""
    if isinstance(value, DieIn):
        return shown(here.face(value))
    if isinstance(value, Piece):
        return _piece(here, value)
    if isinstance(value, tuple):
        return "{" + ", ".join(word_for(here, member) for member in by_face(here, value)) + "}"
    return shown(value)


def _piece(here: Situation, piece: Piece) -> str:
    """Name a piece by its space; one off the board, or not alone there, by its place among all."""
    space, is_alone = here.space(piece)
    if is_alone:
        return f"piece_on({shown(space)})"
    owner, population = piece.owner, here.population
    all_of = population.pieces if owner is None else population.pieces_of[owner]
    zone = "pieces" if owner is None else f"pieces({owner.name})"
    return f"item({zone}, {all_of.index(piece) + 1})"


def text_for(here: Situation, value: Value) -> str:
    """Return the text for people: a die's face, a piece with its space."""
    if isinstance(value, DieIn):
        return text_of(here.face(value))
    if isinstance(value, Piece):
        space, _ = here.space(value)
        return text_of(value) if space is None else f"{text_of(value)} on {text_of(space)}"
    if isinstance(value, tuple) and value and isinstance(value[0], (DieIn, Piece)):
        return ", ".join(text_for(here, member) for member in by_face(here, value))
    return text_of(value)


def by_face(here: Situation, chosen: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return a set of dice sorted by face; anything else unchanged, such as dice in order."""
    if not chosen or not isinstance(chosen[0], DieIn) or isinstance(chosen, ListValue):
        return chosen
    return tuple(sorted(chosen, key=lambda die: sort_key(here.face(die))))


# ---------------------------------------------------------------- what is offered


@frozen(eq=False)
class Naming:
    """
    Names what a player is offered.

    `in_one_zone`: all cards are in the same zone, which then is not named; nor is a zone that only
    the player sees, such as a hand. `earlier` are their choices in the same action or play. It
    serves one decision: what distinguishes cards is looked up once for name and text.
    """

    here: Situation
    who: Player
    in_one_zone: bool = False
    earlier: Earlier = ()
    _marked: dict[Card, Sequence[str]] = field(factory=dict, init=False)

    def word(self, value: Value) -> str:
        """Return the name of a value; for a card with copies, followed by what distinguishes it."""
        if isinstance(value, Card):
            mark = self._distinguishing_words(value, shown)
            return f"{shown(value)} [{mark}]" if mark else shown(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Card):
            return "{" + ", ".join(map(self.word, value)) + "}"
        return word_for(self.here, value)

    def text(self, value: Value) -> str:
        """Return the text for people."""
        if isinstance(value, Card):
            mark = self._distinguishing_words(value, text_of).replace("_", " ")
            return f"{text_of(value)} ({mark})" if mark else text_of(value)
        if isinstance(value, tuple) and value and isinstance(value[0], Card):
            return enumerated([self.text(item) for item in value])
        return text_for(self.here, value)

    def _distinguishing_words(self, card: Card, named: Callable[[Value], str]) -> str:
        """Return what distinguishes a card from others of its definition: its place first."""
        if card.title.definition.copies == 1:
            return ""
        place = self.here.place(card)
        is_plain = self.in_one_zone or place is None or self.here.seers(place) == (self.who,)
        parts = [] if is_plain else [f"in {shown(place)}"]
        title = self.here.title(card)
        if title is not card.title:
            parts.append(f"as {named(title)}")
        if card not in self._marked:
            self._marked[card] = self.here.marks(card, self.who, self.earlier)
        return ", ".join(dict.fromkeys([*parts, *self._marked[card]]))


def value_options(naming: Naming, name: str, values: Sequence[Value]) -> list[Option]:
    """Return a choice for each value of one name."""
    return numbered([named_value(naming, name, value) for value in values])


def named_value(naming: Naming, name: str, value: Value) -> Option:
    """Return a value that is offered under a name."""
    return Option(naming.word(value), naming.text(value), {name: value}, "", value)


def named_member(
    naming: Naming, name: str, before: tuple[Value, ...], member: Value, place: int
) -> Option:
    """Return a further member of a set; `place` is that among its candidates."""
    return Option(naming.word(member), naming.text(member), {name: (*before, member)}, "", place)


def branch_options(branches: Sequence[s.Branch]) -> list[Option]:
    """Return a choice for each branch of a menu."""
    return numbered(
        [Option(branch.name, in_words(branch), {}, branch.name, branch) for branch in branches]
    )


def group_options(groups: Mapping[str, d.Action | d.Play]) -> list[Option]:
    """Return a choice for each of several actions or plays, by name."""
    return numbered([Option(name, in_words(of), {}, name, name) for name, of in groups.items()])


def named_move(here: Situation, name: str, use: LegalMove, *, several: bool) -> Option:
    """
    Return a move, named by the action or play and its values.

    The text for people names the action or play only if there are several.
    """
    chosen, namings = use.chosen, list(_namings(here, use))
    words = ", ".join(naming.word(value) for naming, value in zip(namings, chosen, strict=True))
    texts_of = map(_words_of, namings, use.what.choices, chosen)
    text = enumerated([part for texts in texts_of for part in texts])
    shown = in_words(use.what)
    if text:
        shown = f"{shown}: {text}" if several or () in chosen else text
    values = {c.name: value for c, value in zip(use.what.choices, chosen, strict=True)}
    return Option(f"{name} {words}" if words else name, shown, values, name, use)


def _namings(here: Situation, use: LegalMove) -> Iterator[Naming]:
    """Yield the naming of each chosen value, in the written order."""
    earlier: Earlier = () if use.card is None else (("this", use.card),)
    for choice, value in zip(use.what.choices, use.chosen, strict=True):
        one_zone = in_one_zone(here.population.program, choice.source)
        yield Naming(here, use.player, one_zone, earlier)
        earlier = (*earlier, (choice.name, value))


def _words_of(naming: Naming, choice: s.Choice, value: Value) -> list[str]:
    """Return the texts of chosen values; for an empty set, what there is none of."""
    if value == () and isinstance(choice.type, t.SetOf):
        return [f"no {NONE_OF.get(type(choice.type.element), 'choice')}"]
    several = by_face(naming.here, value) if isinstance(value, tuple) else (value,)
    return [naming.text(member) for member in several]


# ---------------------------------------------------------------- what is asked


@frozen(eq=False)
class Question:
    """The head of a decision: the player, its kind and name, the prompt, the origin."""

    player: Player
    kind: str
    name: str
    prompt: str
    origin: int = -1


def decision_of(q: Question, choices: Sequence[Option]) -> Decision:
    named = _distinct_from_declining(choices, q)
    return Decision(q.player.order, q.kind, q.name, q.prompt, named, q.player, q.origin)


def _distinct_from_declining(choices: Sequence[Option], q: Question) -> tuple[Option, ...]:
    """Add a number to values named like `decline`, `pass` or `done`."""
    taken = {choice.id for choice in choices if choice.declines}
    if q.kind == "member":
        taken |= {DECLINE, DONE}
    return tuple(
        evolve(choice, id=f"{choice.id} #2")
        if choice.id in taken and not choice.declines
        else choice
        for choice in choices
    )


def about(choice: s.Choice, player: Player, kind: str, origin: int = -1) -> Question:
    prompt = choice.name.replace("_", " ") if choice.text is None else choice.text.text
    return Question(player, kind, choice.name, prompt, origin)


def menu_question(x: s.Menu, who: Player, program: Program) -> Question:
    name = " or ".join(branch.name for branch in x.branches)
    words = [branch.name.replace("_", " ") for branch in x.branches]
    prompt = either(words, program) if x.text is None else x.text.text
    return Question(who, "menu", name, prompt, x.origin)


def prompt_for(q: Question, declared: d.Action | d.Play) -> str:
    """Return the prompt, followed by the labels of the choices."""
    labels = [choice.text.text for choice in declared.choices if choice.text is not None]
    return with_label(q, declared, ", ".join(labels)) if labels else q.prompt


def with_label(q: Question, declared: d.Action | d.Play, label: str) -> str:
    """Return `Long ball: sections`; an action without a display text is in the label already."""
    if q.kind != "offer":
        return f"{q.prompt}: {label}"
    return label if declared.text is None else f"{in_words(declared)}: {label}"


def window_question(here: Situation, declared: d.Window, who: Player) -> Question:
    """Return the question of the innermost open window."""
    names = (parameter.name for parameter in declared.parameters)
    arguments = dict(zip(names, here.opened_with, strict=True))
    prompt = filled(in_words(declared), lambda name: _as_read_by(here, arguments[name], who))
    return Question(who, "window", declared.name, prompt, declared.origin)


def _as_read_by(here: Situation, value: Value, who: Player) -> str:
    """Return an argument of a window, as a player may read it."""
    match value:
        case None:
            return "nothing"
        case tuple():
            return enumerated([_as_read_by(here, item, who) for item in value]) or "nothing"
        case Card():
            return here.title(value).text if here.sees(who, value) else "a card"
        case UnderWay() if (card := getattr(value, "card", None)) is not None:  # a play
            return _as_read_by(here, card, who)
        case UnderWay(event=ActionRun(name)):
            return in_words(here.population.actions[name])
        case UnderWay():
            return value.name.replace("_", " ")
    return text_of(value).replace("_", " ")
