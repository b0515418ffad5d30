"""
Phrases for expressions of rules in sentences: `life(opponent(you))` is "your opponent's life".

Made from the typed program, so they describe what is evaluated. `Unsaid`: there is no phrase.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruleslang.apps.printing.card_data import Printable
from ruleslang.program import expressions as e
from ruleslang.program import patterns as pt
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.references import filled

COMPARED = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
EVERYTHING = {
    "players": "all players who are in",
    "all players": "all players",
    "winners": "the winners",
    "cards": "all cards",
    "titles": "all titles",
    "pieces": "all pieces",
    "teams": "all teams",
}
OF_LISTS = {"words": "", "spaces": "spaces of ", "definitions of": "titles of ", "pieces of": ""}
NOUNS = {
    "top": "the top card of",
    "bottom": "the bottom card of",
    "first": "the first of",
    "last_of": "the last of",
    "smaller": "the smaller of",
    "larger": "the larger of",
    "remainder": "the remainder of",
}
OWNED = {"opponent", "seat", "team", "allies", "owner", "space", "holder", "title", "pieces"}
TRUTHS = (e.ReadState, e.ReadField, e.CallValue, e.CallBuiltIn, e.ReadOption, e.Local, e.ReadPlace)


class Unsaid(Exception):
    """Something has no phrase: the line is shown as it is written."""


def possessive(owner: str) -> str:
    """
    Return whose something is.

    >>> [possessive(each) for each in ("you", "it", "Anna", "all players")]
    ['your', 'its', "Anna's", "all players'"]
    """
    pronoun = {"you": "your", "it": "its"}.get(owner)
    return pronoun or (f"{owner}'" if owner.endswith("s") else f"{owner}'s")


def listed(items: Sequence[str]) -> str:
    """
    Return a list in words.

    >>> listed(["a", "b", "c"]), listed(["a"]), listed([])
    ('a, b and c', 'a', 'nothing')
    """
    if not items:
        return "nothing"
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def field_of(value: str) -> str:
    """Return a value's name, or its field's where effects modify that field."""
    return value.partition(" of ")[0]


@frozen
class Phrases:
    """The phrases of a declaration, which has these locals."""

    book: Printable
    locals: tuple[LocalDecl, ...]

    def local(self, slot: Slot) -> str:
        """Return the name of a local."""
        of = self.locals[slot]
        if of.role == "you":
            return "you"
        if of.role == "this":
            return "this card"
        name = of.name.replace("_", " ").strip()
        if not name:
            return "its result"
        sorts = {t.Player: "player", t.Card: "card", t.Piece: "piece", t.Space: "space"}
        sort = sorts.get(type(of.type.inner if isinstance(of.type, t.Optional) else of.type))
        return f"{sort} {name}" if sort and len(name) == 1 else name

    def of(self, node: e.Expr) -> str:
        """Return the phrase of an expression."""
        match node:
            case e.Local(slot):
                return self.local(slot)
            case e.ReadState(name, index) | e.ReadZone(name, index) | e.ZoneAt(name, index):
                return self.place(name, index)
            case e.ReadDice(name, index) | e.DiceAt(name, index):
                return self.place(name, index)
            case e.ReadField(name, subject, index):
                return self._with_index(self._owned(subject, self.book.title(name)), index)
            case e.CallValue(name, arguments):
                return self._value(name, arguments)
            case e.CallBuiltIn(function, arguments) if function != "adjacent":
                return self._built_in(function, arguments)
            case e.ReadPlace(subject, name):
                return self._owned(subject, name.replace("_", " "))
            case e.ReadOption(name):
                return self.book.title(name)
            case e.ThisUnderWay(event):
                return f"this {self.event(event)}"
            case e.Active():
                return "the player whose turn it is"
            case e.FaceOf(dice) | e.FacesOf(dice):
                return f"what {self.of(dice)} shows"
            case e.ChanceOf() | e.WhatWouldBe() | e.TimesNoted() | e.NumberOfChoices():
                raise Unsaid
            case e.Playable() | e.CopyInZone():
                raise Unsaid
        return self._constant(node)

    def _constant(self, node: e.Expr) -> str:
        program, match = self.book.program, self.book.match
        match node:
            case e.Literal(bool(value)):
                return "yes" if value else "no"
            case e.Literal(value):
                return "none" if value is None else str(value)
            case e.WordValue(name, place):
                words = next(word.words for word in program.words if word.name == name)
                return self.book.title(words[place])
            case e.SeatValue(seat) if seat < len(match.population.players):
                return match.population.players[seat].text
            case e.TeamValue(team) if team < len(match.population.teams):
                return match.population.teams[team].name.replace("_", " ")
            case e.TitleValue(name) if name in match.population.titles:
                return match.population.titles[name].text
        return self._numeric(node)

    def _numeric(self, node: e.Expr) -> str:
        match node:
            case e.Arithmetic(operator, left, right):
                sign = {"-": "−", "*": "×"}.get(operator, operator)
                return f"{self._bracketed(left)} {sign} {self._bracketed(right)}"
            case e.Divide(left, right, rounding):
                parts = f"{self._bracketed(left)} divided by {self._bracketed(right)}"
                return f"{parts}, rounded {rounding}" if rounding != "exact" else parts
            case e.Negate(operand):
                return f"minus {self._bracketed(operand)}"
            case e.NumberOf(subject):
                return f"the number of {self.of(subject)}"
            case e.WhenOtherwise(value, condition, otherwise):
                parts = f"{self.of(value)} if {self.condition(condition)}"
                return f"({parts}, otherwise {self.of(otherwise)})"
            case e.Fold(word, variable, subject, value):
                over = f"{self.local(variable)} in {self.of(subject)}"
                return f"the {word} of {self.of(value)} for {over}"
        return self._set(node)

    def _bracketed(self, node: e.Expr) -> str:
        phrase = self.of(node)
        several = isinstance(node, e.CallBuiltIn) and len(node.arguments) > 1
        several = several or isinstance(node, (e.Arithmetic, e.Divide, e.Fold))
        return f"({phrase})" if several else phrase

    def _set(self, node: e.Expr) -> str:
        match node:
            case e.OptionalAsSet(operand) | e.ListAsSet(operand):
                return self.of(operand)
            case e.MakeSet(items) | e.MakeList(items):
                return listed([self.of(item) for item in items])
            case e.Everything(kind, name):
                return EVERYTHING.get(kind) or f"all {OF_LISTS[kind]}{self.book.title(name)}"
            case e.Range(low, high):
                return f"{self.of(low)} to {self.of(high)}"
            case e.Union(left, right) | e.Join(left, right):
                return f"{self.of(left)} and {self.of(right)}"
            case e.Except(left, right):
                return f"{self.of(left)} without {self.of(right)}"
            case e.Where(variable, subject, condition):
                named = self.local(variable)
                return f"those in {self.of(subject)} where ({named}:) {self.condition(condition)}"
            case e.With(variable, subject, keys):
                named = "" if self.local(variable) == "it" else f" ({self.local(variable)}:)"
                return f"those in {self.of(subject)} with{named} {self.keys(keys)}"
        return f"whether {self.condition(node)}"

    def keys(self, keys: Sequence[e.Key]) -> str:
        """Return the measures of a ranking, in their order."""
        measures = [self.of(key.value).removeprefix("its ") for key in keys]
        return ", then ".join(f"the {k.word} {m}" for k, m in zip(keys, measures, strict=True))

    # ------------------------------------------------------------ names

    def place(self, name: str, index: Sequence[e.Expr | e.AnyIndex]) -> str:
        """Return a zone, state or dice at an index: "your hand"."""
        title = self.book.title(name)
        if not index:
            return f"the {title}"
        first, *more = index
        if isinstance(first, e.AnyIndex):
            return self._with_index(f"every {title}", more)
        return self._with_index(self._owned(first, title), more)

    def _owned(self, owner: e.Expr, noun: str) -> str:
        return f"{possessive(self.of(owner))} {noun}"

    def _with_index(self, phrase: str, index: Sequence[e.Expr | e.AnyIndex]) -> str:
        parts = ["any" if isinstance(entry, e.AnyIndex) else self.of(entry) for entry in index]
        return f"{phrase} ({', '.join(parts)})" if parts else phrase

    def _value(self, name: str, arguments: Sequence[e.Expr]) -> str:
        value = next(declared for declared in self.book.program.values if declared.name == name)
        phrase = self.phrase(name, [parameter.name for parameter in value.parameters], arguments)
        return phrase or self.place(field_of(name), arguments)

    def phrase(self, name: str, parameters: Sequence[str], arguments: Sequence[e.Expr]) -> str:
        """Return the phrase that the looks have for a value or procedure, filled in; or empty."""
        phrase = self.book.looks.named(name).phrase
        by_parameter = dict(zip(parameters, arguments, strict=False))
        return (
            filled(phrase.text, lambda parameter: self.of(by_parameter[parameter]))
            if phrase
            else ""
        )

    def _built_in(self, function: str, arguments: Sequence[e.Expr]) -> str:
        if function in OWNED and len(arguments) == 1:
            return self._owned(arguments[0], function)
        noun = NOUNS.get(function, f"the {function.replace('_', ' ')} of")
        phrases = [self.of(argument) for argument in arguments]
        if function in ("top", "bottom", "first", "last_of") and len(phrases) == 2:
            return f"{noun.replace(' card', '').removesuffix(' of')} {phrases[1]} of {phrases[0]}"
        phrase = self._bracketed if len(arguments) > 1 else self.of
        return f"{noun} {listed([phrase(argument) for argument in arguments])}"

    def event(self, event: Event) -> str:
        """Return the name of a run."""
        return "play of a card" if isinstance(event, CardPlay) else self.book.title(event.name)

    def target(self, of: s.ZoneTarget | s.DiceTarget) -> str:
        """Return where cards or dice go."""
        return self.place(of.name, of.index)

    def entry(self, entry: pt.Entry) -> str:
        """Return the words for one place of a pattern: `any`, a name, or a value."""
        match entry:
            case pt.AnyEntry():
                return "any"
            case pt.BindEntry(slot):
                return self.local(slot)
            case pt.EqualEntry(value):
                return self.of(value)
            case pt.MemberEntry(members):
                return f"one of {self.of(members)}"
            case pt.KindEntry(kind):
                return f"a {self.book.title(kind)}"

    # ------------------------------------------------------------ conditions

    def condition(self, node: e.Expr, *, holds: bool = True) -> str:
        """Return the phrase of a condition, or of its contrary."""
        match node:
            case e.Not(operand):
                return self.condition(operand, holds=not holds)
            case e.Compare("<", e.ReadState(name), most) if " " in name:  # the `limit` of a hook
                counter = next(state for state in self.book.program.states if state.name == name)
                event, times = self.event(counter.reset_each[0]), self.of(most)
                how = "not happened" if times == "1" else f"happened less than {times} times"
                return f"this has {how} in this {event}"
            case e.Compare(operator, left, right):
                return f"{self._is_phrase(left, holds)} {COMPARED[operator]} {self.of(right)}"
            case e.Equal(left, right) | e.IsTitle(left, right):
                return f"{self._is_phrase(left, holds)} {self.of(right)}"
            case e.IsKind(subject, name) | e.IsPiece(subject, name):
                return f"{self._is_phrase(subject, holds)} a {self.book.title(name)}"
            case e.IsAutomatic(player):
                return f"{self._is_phrase(player, holds)} automatic"
            case e.CallBuiltIn("adjacent", (left, right)):
                return f"{self._is_phrase(left, holds)} next to {self.of(right)}"
            case e.In(member, members):
                return f"{self._is_phrase(member, holds)} among {self.of(members)}"
            case e.IsEmpty(operand):
                return f"{self._is_phrase(operand, holds)} empty"
            case e.Literal(bool(value)):
                return "always" if value == holds else "never"
        if isinstance(node, TRUTHS):
            return f"{self.of(node)} is {'yes' if holds else 'no'}"
        return self._joined(node, holds=holds)

    def _is_phrase(self, subject: e.Expr, holds: bool) -> str:
        phrase = self.of(subject)
        return f"{phrase} {'are' if phrase == 'you' else 'is'}{'' if holds else ' not'}"

    def _joined(self, node: e.Expr, *, holds: bool) -> str:
        match node:
            case e.And(left, right) | e.Or(left, right):
                both = isinstance(node, e.And) == holds
                parts = [self.condition(side, holds=holds) for side in (left, right)]
                mixed = [isinstance(side, (e.And, e.Or)) for side in (left, right)]
                sides = [f"({part})" if m else part for part, m in zip(parts, mixed, strict=True)]
                return f" {'and' if both else 'or'} ".join(sides)
            case e.ThereIs(variable, subject, condition):
                some = "something" if holds else "nothing"
                condition_text = "" if condition is None else f" where {self.condition(condition)}"
                named = f" ({self.local(variable)})"
                return f"there is {some} in {self.of(subject)}{named}{condition_text}"
            case e.Every(variable, subject, condition) if holds:
                members = f"each in {self.of(subject)} ({self.local(variable)})"
                return f"for {members}: {self.condition(condition)}"
            case e.Playable(card, player):
                return f"{self.of(player)} may {'' if holds else 'not '}play {self.of(card)}"
        raise Unsaid
