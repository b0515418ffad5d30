"""
Reports `two-units`: a noun that the texts of two cards count, such as the steps of "two steps",
counts one state by the rule of the one card and another state by that of the other.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from attrs import define, field

from ruleslang.language.checks.queries.card_texts import NUMERALS, span_of_text
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import walk
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

NUMBERS = {**NUMERALS, "one": 1}
COUNTED = re.compile(rf"\b(?P<number>{'|'.join(NUMBERS)}|\d+)\s+(?:more\s+)?(?P<noun>[^\W\d_]+)")
DEEPEST = 4  # how far a number is followed into procedures

Numbers: TypeAlias = Mapping[Slot, frozenset[int]]  # which a local may come from

two_units = Message(
    "two-units",
    "`{noun}` counts `{state}` here, and `{other}` on another card",
    help="call one of them otherwise, or allow it at this line and say why",
    label="the other card",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """For each noun the first card whose rule counts other states than an earlier one."""
    met: dict[str, tuple[d.Definition, frozenset[str]]] = {}
    told: set[str] = set()
    for card in subject.program.definitions:
        for noun, states in _units(subject, card):
            first, of_first = met.setdefault(noun, (card, states))
            if not states & of_first and noun not in told:
                told.add(noun)
                yield two_units(
                    span_of_text(subject, card),
                    at=span_of_text(subject, first),
                    noun=noun,
                    state=min(states),
                    other=min(of_first),
                )


def _units(subject: Subject, card: d.Definition) -> Iterator[tuple[str, frozenset[str]]]:
    """The nouns that a card's text counts, each with the states that its rule changes by that."""
    text = "" if card.rules_text is None else card.rules_text.text.lower()
    counted = [(met["number"], met["noun"]) for met in COUNTED.finditer(text)]
    changed = _changed(subject, card) if counted else {}
    for word, noun in counted:
        states = changed.get(int(word) if word.isdigit() else NUMBERS[word])
        if states:
            yield noun.removesuffix("s"), frozenset(states)


def _changed(subject: Subject, card: d.Definition) -> Mapping[int, set[str]]:
    """For each number of a card's rules the states that are changed by it."""
    follow = _Follow(subject)
    standings = {standing.name: standing for standing in subject.program.card_standings}
    for name in card.plays:
        follow.block(subject.plays[name].body.statements, {})
    for effect in (effect for name in card.standings for effect in standings[name].effects):
        if isinstance(effect, s.Hook | s.Whenever):
            follow.block(effect.block, {})
    return follow.changed


@define
class _Follow:
    """Follows numbers of a text to the states that are changed by them."""

    subject: Subject
    changed: defaultdict[int, set[str]] = field(factory=lambda: defaultdict(set))
    depth: int = 0

    def block(self, block: s.Block, numbers: Numbers) -> None:
        here = dict(numbers)
        for line in self.subject.statements(block):
            match line:
                case s.Let(slot, value):
                    here[slot] = self._of(value, here)
                case s.Assign(s.StatePlace(name), value) if self._is_number(name):
                    for number in self._of(value, here):
                        self.changed[number].add(name)
                case s.Call(name, arguments) if self.depth < DEEPEST:
                    given = {
                        slot: self._of(argument, here) for slot, argument in enumerate(arguments)
                    }
                    if any(given.values()):
                        self.depth += 1
                        self.block(self.subject.procedures[name].body.statements, given)
                        self.depth -= 1

    def _is_number(self, state: str) -> bool:
        return isinstance(plain(self.subject.states[state].type), t.Number)

    def _of(self, value: object, numbers: Numbers) -> frozenset[int]:
        """The numbers that an expression may come from."""
        held: set[int] = set()
        for node in walk(value):
            match node:
                case e.Literal(int(number)) if not isinstance(number, bool):
                    held.add(abs(number))
                case e.Local(slot):
                    held |= numbers.get(slot, frozenset())
                case e.CallValue(name, ()):
                    declared = self.subject.world.known.values[name]
                    held |= {
                        abs(number) for case in declared.cases for number in _literals(case.value)
                    }
        return frozenset(held)


def _literals(value: e.Expr) -> Iterator[int]:
    for node in walk(value):
        if isinstance(node, e.Literal) and isinstance(node.value, int):
            yield node.value
