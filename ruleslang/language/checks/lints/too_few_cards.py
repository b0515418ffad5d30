"""More cards than there are: dealt to the players, or drawn from a zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from attrs import define, evolve, field

from ruleslang.language.checks.queries.compared_parts import parts_with_lines
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.environment import scope_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, WarningMessage

MOST_SHOWN = 3  # cards, of those that are too few

too_few_for_all = WarningMessage(
    "too-few-for-all",
    "{number} each for {players} players are {wanted}, and there are {copies}",
    help="give each player fewer, or allow fewer players in the header",
)
too_few_to_deal = WarningMessage(
    "too-few-for-all",
    "{wanted} cards are dealt from `{zone}` up to here{players}, and there are {copies}",
    help="deal fewer, or say in the header how many can play",
)


def find_too_few_for_all(subject: Subject) -> Iterator[Diagnostic]:
    """Report every number of cards that each player gets, of which there are too few in all."""
    reported = set[int]()
    for diagnostic, origin in (*_taken_by_each(subject), *_dealt(subject)):
        if origin not in reported:
            reported.add(origin)
            yield diagnostic


def _taken_by_each(subject: Subject) -> Iterator[tuple[Diagnostic, int]]:
    """Yield the cards that one line deals to each player in a loop over all players."""
    players = subject.program.seats.high
    for declaration, _, loop in parts_with_lines(subject.program, s.ForEach):
        if not _is_of_players(subject, declaration, loop):
            continue
        for node in loop.block:
            for number, kind in _cards_taken(subject, node):
                copies, labels = _copies_of(subject, kind)
                if 0 < copies < number * players:
                    found = too_few_for_all(
                        subject.span(node.origin),
                        number=number,
                        players=players,
                        wanted=number * players,
                        copies=copies,
                    )
                    yield evolve(found, labels=labels), node.origin


def _is_of_players(subject: Subject, declaration: object, loop: s.ForEach) -> bool:
    type = type_of(loop.subject, scope_of(subject.world, declaration))
    return isinstance(type, (t.SetOf, t.ListOf)) and isinstance(type.element, t.Player)


def _cards_taken(subject: Subject, node: s.Statement) -> Iterator[tuple[int, str | None]]:
    """Yield how many cards a line takes, and of which kind; `None`: cards of all kinds."""
    match node:
        case s.Pick(choice) | s.Choose(_, choice) if choice.source == e.Everything("cards"):
            for kind in find(choice.where, e.IsKind):
                if isinstance(choice.low, e.Literal) and isinstance(choice.low.value, int):
                    yield choice.low.value, kind.kind
        case s.MoveCards(e.CallBuiltIn("top", (e.ReadZone(name), e.Literal(int(number))))):
            yield number, subject.zones[name].kind


def _copies_of(subject: Subject, kind: str | None) -> tuple[int, tuple[Label, ...]]:
    """Return how many cards there are of a kind, with the lines of the first of them."""
    cards = [
        card
        for card in subject.program.definitions
        if kind is None or kind in subject.world.kinds[card.kind]
    ]
    lines = sorted({card.origin for card in cards if card.origin >= 0})
    labels = tuple(Label(subject.span(line), "of these") for line in islice(lines, MOST_SHOWN))
    return sum(card.copies for card in cards), labels


# ---------------------------------------------------------------- a whole deal


def _dealt(subject: Subject) -> Iterator[tuple[Diagnostic, int]]:
    """Yield the line of each body up to which more cards are dealt than there are."""
    players, few = subject.program.seats.high, subject.program.seats.low
    for body in subject.program.procedures:
        deal = _Deal(subject)
        deal.block(body.body.statements, 1, (body.name,))
        for zone, (origin, wanted) in deal.beyond.items():
            copies, labels = _copies_of(subject, subject.zones[zone].kind)
            with_players = f", with {players} players" if deal.by_players and few < players else ""
            found = too_few_to_deal(
                subject.span(origin), wanted=wanted, zone=zone, players=with_players, copies=copies
            )
            yield evolve(found, labels=labels), origin


@define(slots=False)
class _Deal:
    """Cards that are always dealt from each zone, up to a line that deals more than there are."""

    subject: Subject
    dealt: Counter[str] = field(factory=Counter)
    filled: set[str] = field(factory=set)  # zones to which cards come back
    beyond: dict[str, tuple[int, int]] = field(factory=dict)
    by_players: bool = False
    ended: bool = False

    def block(self, block: s.Block, times: int, under_way: tuple[str, ...]) -> None:
        """Follow a block that runs `times` times, as long as its effect is known."""
        for node in block:
            if self.ended:
                return
            self._statement(node, times, under_way)

    def _statement(self, node: s.Statement, times: int, under_way: tuple[str, ...]) -> None:
        procedures = self.subject.procedures
        match node:
            case s.MoveCards(cards, s.ZoneTarget(target)):
                if self.dealt[target]:
                    self.filled.add(target)
                self._draw(cards, node.origin, times)
            case s.ForEach(_, e.Everything("players"), block):
                self.by_players = True
                self.filled |= self._targets(block, under_way)
                self.block(block, times * self.subject.program.seats.high, under_way)
            case s.Repeat(e.Literal(int(number)), None, None, None, block):
                self.filled |= self._targets(block, under_way)
                self.block(block, times * number, under_way)
            case s.Call(name) if name in self._replaced:
                self.ended = True
            case s.Call(name) if name in procedures and name not in under_way:
                body = procedures[name].body
                self.block(body.statements, times, (*under_way, name))
            case s.Let() | s.Shuffle():
                pass
            case _:
                here = traits(node)
                self.ended = bool(here.asks or here.runs or here.blocks or here.leaves)

    @cached_property
    def _replaced(self) -> frozenset[str]:
        """The procedures on which a hook acts, whatever it does."""
        return frozenset(event_name(hook.event) for hook in self.subject.hooks.values())

    def _targets(self, block: s.Block, under_way: tuple[str, ...]) -> set[str]:
        zones = {move.target.name for move in find(block, s.MoveCards)}
        for call in find(block, s.Call):
            if call.procedure in self.subject.procedures and call.procedure not in under_way:
                body = self.subject.procedures[call.procedure].body
                zones |= self._targets(body.statements, (*under_way, call.procedure))
        return zones

    def _draw(self, cards: e.Expr, origin: int, times: int) -> None:
        drawn = cards.operand if isinstance(cards, e.OptionalAsSet) else cards
        match drawn:
            case e.CallBuiltIn("top" | "bottom", (e.ReadZone(zone, ()), e.Literal(int(number)))):
                pass
            case e.CallBuiltIn("top" | "bottom", (e.ReadZone(zone, ()),)):
                number = 1
            case _:
                return
        self.dealt[zone] += number * times
        copies, _ = _copies_of(self.subject, self.subject.zones[zone].kind)
        if zone not in self.filled and 0 < copies < self.dealt[zone]:
            self.beyond.setdefault(zone, (origin, self.dealt[zone]))
