"""Builds the decision of a compiled match from its pending question, cells and frames."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar, assert_never

from attrs import evolve

from ruleslang.engine.cells.codec import Codec
from ruleslang.engine.cells.game_cells import GameCells, Picture
from ruleslang.engine.cells.machine import Pending, Play
from ruleslang.engine.flow import asked_questions as q
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.state_layout import (
    FROZEN,
    SECRET,
    SECRET_OF,
    SECRET_SINCE,
    SPACE,
    STANDING,
    TITLES,
    WHERE,
    dice_family,
)
from ruleslang.engine.match.decision import (
    DECLINE,
    DONE,
    Decision,
    LegalMove,
    Option,
    is_single,
    nothing,
    numbered,
)
from ruleslang.engine.match.naming import (
    Earlier,
    Naming,
    Question,
    Situation,
    about,
    branch_options,
    decision_of,
    group_options,
    menu_question,
    named_member,
    named_move,
    named_value,
    prompt_for,
    value_options,
    window_question,
    with_label,
)
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    Piece,
    Place,
    Player,
    Space,
    Value,
    either,
    in_words,
    name_of,
)
from ruleslang.engine.match.wording import worded, wording_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.recursive_values import in_one_zone
from ruleslang.program.typing.lattice import members, plain
from ruleslang.program.walk import find

MOST_NAMES = 65_536  # choices and decisions whose names are kept
Named = TypeVar("Named", Option, Decision)


class _Here:
    """
    The position of a compiled match, in which choices are named: `match.naming.Situation`.

    `is_read`: something was read that is not the same in all matches.
    """

    def __init__(self, game: GameCells, play: Play, pictured: Callable[[], Picture]) -> None:
        self.game, self.play, self.codec = game, play, game.codec
        self.population, self.layout = game.flow.population, game.flow.layout
        self.pictured, self.is_read = pictured, False

    def _cell(self, family: str, number: int) -> Any:
        self.is_read = True
        return self.play.part(self.layout[family].base + number, 1)[0]

    def _in_picture(self) -> Situation:
        self.is_read = True
        return self.pictured().situation()

    @property
    def opened_with(self) -> Sequence[Value]:
        return self._in_picture().opened_with

    def face(self, die: DieIn) -> Value:
        faces = self._cell(dice_family(die.dice), self.codec.indexes[die.dice].index(die.index))
        if die.position >= len(faces):
            return self._in_picture().face(die)
        return self.population.faces[self.population.dice[die.dice].die][faces[die.position]]

    def space(self, piece: Piece) -> tuple[Space | None, bool]:
        at = self._cell(SPACE, piece.order)
        if at is None:
            return None, False
        return self.population.spaces[at], len(self._cell(STANDING, at)) == 1

    def place(self, card: Card) -> Place | None:
        at = self._cell(WHERE, card.order)
        return None if at is None else self.codec.places[at]

    def title(self, card: Card) -> CardDefinition:
        if TITLES not in self.layout.families:
            return card.title
        titles: Any = self.codec.members[t.Title]
        title: CardDefinition = titles[self._cell(TITLES, card.order)]
        return title

    def sees(self, who: Player, card: Card) -> bool:
        return self._in_picture().sees(who, card)

    def seers(self, place: Place) -> tuple[Player, ...]:
        zone, players = place.zone, self.population.players
        always = self.game.reveals.always(zone.seen, zone.index, place.index)
        if always is None:
            return self._in_picture().seers(place)
        return tuple([players[seat] for seat in always])

    def marks(self, card: Card, who: Player, earlier: Earlier) -> Sequence[str]:
        return self._in_picture().marks(card, who, earlier)


def named(game: GameCells, play: Play, pictured: Callable[[], Picture]) -> Decision:
    """Return the decision of a compiled match."""
    pending = play.pending
    assert pending is not None
    asked = _Asked(_Here(game, play, pictured), pending)
    question = game.flow.questions[pending.question]
    of_all = tuple(pending.options), pending.shown
    return asked.keep((Decision, of_all), lambda: asked.decision(question))


class _Asked:
    def __init__(self, here: _Here, pending: Pending) -> None:
        self.here, self.pending = here, pending
        self.codec, self.population = here.codec, here.population
        self.program, self.who = self.population.program, self.population.players[pending.who]
        self.shown = q.Shown.of(here.game.flow.questions[pending.question], pending.shown)

    def keep(self, key: Hashable, name: Callable[[], Named]) -> Named:
        """
        Name a choice or a decision, or take the names kept under this key, which any match may use
        in which it is known what an option is.
        """
        here, kept = self.here, self.here.game.named
        key = self.pending.question, self.pending.who, key
        names: Named | None = kept.get(key) if here.play.chance is None else None
        if names is None:
            was_read, here.is_read = here.is_read, False
            names = name()
            if not here.is_read and here.play.chance is None:
                if len(kept) >= MOST_NAMES:
                    kept.clear()
                kept[key] = names
            here.is_read |= was_read
        return names

    def decision(self, question: Any) -> Decision:
        match question:
            case q.MenuQuestion(about=menu):
                branches = [menu.branches[place] for place in self.pending.options]
                asked = menu_question(menu, self.who, self.program)
                return decision_of(asked, branch_options(branches))
            case q.ChoiceQuestion():
                return self._of_choice(question)
            case q.MemberQuestion():
                return self._of_member(question)
            case q.OrderQuestion():
                return self._of_order(question)
            case q.PickQuestion():
                return self._of_pick(question)
            case q.PaymentQuestion():
                return self._of_payment(question)
            case q.DivisionQuestion(about=cost):
                return self._of_division(cost)
            case q.WaysQuestion():
                return self._of_ways(question)
            case q.WhichQuestion(of=of):
                return self._decision_which_action(of)
            case _:
                assert_never(question)

    # ------------------------------------------------------------ choices

    def _known(self, declines: str = DECLINE) -> tuple[list[Any], list[Option]]:
        """Return the options that are values, and the one to decline."""
        several = [option for option in self.pending.options if option is not None]
        return several, [nothing(declines)] * (len(self.pending.options) - len(several))

    def _values(self, type: t.Type, several: Sequence[Any]) -> list[Value]:
        return [self.codec.value(type, raw) for raw in several]

    def _naming(
        self, question: q.ChoiceQuestion | q.MemberQuestion, chosen: Sequence[Any]
    ) -> Naming:
        """Return the naming context, with the cards chosen before in the same action or play."""
        choice, of, declared = question.about, question.of, question.what
        cards: Earlier = ()
        if of is not None and of.card is not None:
            cards = (("this", self._card()),)
        if declared is not None and chosen:
            before = declared.choices[: declared.choices.index(choice)]
            typed = [(earlier.name, declared.locals[earlier.slot].type) for earlier in before]
            of_cards = [
                (name, type) for name, type in typed if any(True for _ in find(type, t.Card))
            ]
            values = chosen[isinstance(declared, d.Play) :]
            cards += tuple(
                (name, self.codec.value(type, value))
                for (name, type), value in zip(of_cards, values, strict=True)
            )
        return Naming(self.here, self.who, in_one_zone(self.program, choice.source), cards)

    def _card(self) -> Card:
        """Return the card that is played."""
        assert self.shown.play is not None
        card: Card = self.population.cards[self.shown.play.card]
        return card

    def _origin(self, of: q.Offered) -> int:
        """Return the statement that offers the pending choices."""
        return of.origin if self.shown.play is None else self.shown.play.origin

    def _of_choice(self, question: q.ChoiceQuestion) -> Decision:
        choice = question.about
        several, tail = self._known()
        of = _unordered(choice, question.type)
        naming = self._naming(question, self.shown.cards if question.what else ())

        def named(raw: Any) -> Option:
            return named_value(naming, choice.name, self.codec.value(of, raw))

        rows = [self.keep(raw, partial(named, raw)) for raw in several]
        return decision_of(self._labelled(question, question.kind), [*numbered(rows), *tail])

    def _labelled(self, question: q.ChoiceQuestion | q.MemberQuestion, kind: str) -> Question:
        """Return the question of a choice, labelled by the action it belongs to."""
        choice, of = question.about, question.of
        if of is None or question.what is None:
            return evolve(about(choice, self.who, "choose", question.origin), kind=kind)
        question_asked = about(choice, self.who, "choose", self._origin(of))
        if choice.text is not None:
            label = with_label(self._asked_by(of), question.what, choice.text.text)
            question_asked = evolve(question_asked, prompt=label)
        return evolve(question_asked, kind=kind)

    def _of_member(self, question: q.MemberQuestion) -> Decision:
        choice = question.about
        naming = self._naming(question, self.shown.cards if question.what else ())
        of, chosen = members(plain(question.type)), self.shown.chosen
        several = [option for option in self.pending.options if option >= 0]
        if question.by_place:
            population = self._values(of, self.shown.members)
            before, values = (
                tuple(population[place] for place in places) for places in (chosen, several)
            )
        else:
            before, values = (tuple(self._values(of, raw)) for raw in (chosen, several))
        named = [
            named_member(naming, choice.name, before, value, place)
            for place, value in zip(several, values, strict=True)
        ]
        ways_out = [
            DONE if option == -1 else DECLINE for option in self.pending.options if option < 0
        ]
        question_asked = self._labelled(question, "member")
        return decision_of(question_asked, [*numbered(named), *map(nothing, ways_out)])

    def _of_order(self, question: q.OrderQuestion) -> Decision:
        choice = question.about
        of = question.type if question.at_once else members(plain(question.type))
        before = about(choice, self.who, "choose", question.origin)
        if question.of is not None:
            before = evolve(self._asked_by(question.of), name=choice.name)
        words = wording_of(self.program)
        prompt = worded(words, "{prompt}: in which order", prompt=before.prompt)
        return self._of_values(evolve(before, kind="order", prompt=prompt), of)

    def _of_pick(self, question: q.PickQuestion) -> Decision:
        x, name = question.about, question.name
        asked = Question(self.who, "pick", name, name.replace("_", " "), question.origin)
        source = x.choice.source if isinstance(x, s.Pick) else None
        return self._of_values(asked, question.type, source)

    def _of_payment(self, question: q.PaymentQuestion) -> Decision:
        (number,), cost = self.pending.shown, question.about
        of = t.Card() if question.by_card else t.SetOf(t.Card())
        asked = Question(self.who, "pay", "payment", f"pay {number}", cost.origin)
        return self._of_values(asked, of, cost.source)

    def _of_division(self, cost: s.SharedCost) -> Decision:
        (counter,), declared = self.pending.shown, self.population.states[cost.name]
        at = list(self.population.indexes(declared.index))[counter]
        prompt = f"pay from {cost.name}({', '.join(map(name_of, at))})"
        asked = Question(self.who, "pay", "payment", prompt, cost.origin)
        return self._of_values(asked, declared.type)

    def _of_values(self, asked: Question, of: t.Type, source: e.Expr | None = None) -> Decision:
        """Return a decision between values of a type, from a source of cards, if any."""
        one_zone = source is not None and in_one_zone(self.program, source)
        values = self._values(of, self.pending.options)
        naming = Naming(self.here, self.who, one_zone)
        return decision_of(asked, value_options(naming, asked.name, values))

    # ------------------------------------------------------------ ways to do something

    def _asked_by(self, of: q.Offered) -> Question:
        match of.by:
            case s.Offer(actions=actions):
                labels = [in_words(self.population.actions[action]) for action in actions]
                return Question(
                    self.who, "offer", " or ".join(actions), either(labels, self.program), of.origin
                )
            case None:
                title = self.here.title(self._card())
                return Question(self.who, "play", title.name, title.text, self._origin(of))
            case d.Window() as declared:
                return window_question(self.here, declared, self.who)

    def _of_ways(self, question: q.WaysQuestion) -> Decision:
        of = question.of
        several, tail = self._known(of.word)
        ways = [q.Way.of(option) for option in several]
        distinct_ones = len({way.action for way in ways}) > 1
        asked = self._asked_by(of)
        if not distinct_ones:
            declared = of.what[ways[0].action]
            name = asked.name if question.only is None else declared.name
            asked = evolve(asked, name=name, prompt=prompt_for(asked, declared))
        rows = [self._named_way(of, way, several=distinct_ones) for way in ways]
        return decision_of(asked, [*numbered(rows), *tail])

    def _named_way(self, of: q.Offered, way: q.Way, *, several: bool) -> Option:
        def named() -> Option:
            return named_move(self.here, *self._move(of, way), several=several)

        is_play = isinstance(of.what[way.action], d.Play)  # so the name depends on the played card
        return self.keep((several, way, is_play and self._card()), named)

    def _move(self, of: q.Offered, way: q.Way) -> tuple[str, LegalMove]:
        declared = of.what[way.action]
        values = {
            choice.slot: self.codec.value(_unordered(choice, type), value)
            for choice, type, value in zip(
                declared.choices, q.types_of(declared), way.values, strict=True
            )
        }
        if isinstance(declared, d.Action):
            return declared.name, LegalMove(declared, self.who, {declared.you: self.who, **values})
        card = self._card()
        local = {declared.you: self.who, declared.this: card, **values}
        title = self.here.title(card)
        return declared.name, LegalMove(declared, self.who, local, card, title)

    def _decision_which_action(self, of: q.Offered) -> Decision:
        several, tail = self._known(of.word)
        groups = {of.what[place].name: of.what[place] for place in several}
        return decision_of(self._asked_by(of), [*group_options(groups), *tail])


def _unordered(choice: s.Choice, type: t.Type) -> t.Type:
    """Return the type of a choice's values while they are offered: not ordered yet."""
    of = plain(type)
    if not is_single(choice) and isinstance(of, t.ListOf) and choice.in_order:
        return t.SetOf(of.element)
    return type


class Secrets:
    """The cells of simultaneous secret questions; `since` is the asking frame."""

    def __init__(self, flow: Flow, codec: Codec) -> None:
        self.flow = flow
        self.secret, self.of, self.since = (
            flow.layout[name].base for name in (SECRET, SECRET_OF, SECRET_SINCE)
        )
        self.codec = codec
        self.frozen = flow.layout[FROZEN].base
