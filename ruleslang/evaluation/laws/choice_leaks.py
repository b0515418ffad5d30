"""Laws about what is offered: offers and simultaneous questions reveal no secret."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.decision import DecidedTogether, LegalMove, Option, View
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Observer, Offer, Offered, Reader
from ruleslang.engine.match.position import Rearrangement
from ruleslang.evaluation.laws.law import Breach, Law, Line, Subject
from ruleslang.evaluation.laws.noninterference.leaking_lines import line_of
from ruleslang.evaluation.laws.play_lines import along, begin, pick
from ruleslang.evaluation.laws.shrink import of_secrets, revealing_change
from ruleslang.evaluation.laws.view_leaks import difference
from ruleslang.players.secrecy.rearrange_hidden import is_noticed, supposed
from ruleslang.program import declarations as d
from ruleslang.program.passes.parts import NOWHERE, parts_of
from ruleslang.program.statements import Branch

MOST_NAMED = 8


@define(eq=False)
class _OfferCheck:
    """Computes every offer again with other hidden cards; `leak` describes the first leak."""

    subject: Subject
    stream: Stream
    tries: int
    leak: str = ""
    part: int = NOWHERE  # the number of the statement that asks

    def observer(self) -> Observer:
        """Return an observer of offers, and of the statements that make them."""
        return Observer(statement=self._note_statement, offered=self._offered)

    def _note_statement(self, match: Match, begun: Begun) -> None:
        self.part = parts_of(match.population.program).number(begun.statement)

    def _offered(self, match: Match, offered: Offered) -> None:
        if not self.leak:
            self.leak = _leak(self, match, offered)


def check_offers_leak(subject: Subject, line: Line) -> Breach | None:
    """Check every offer on the line."""
    stream = Stream(derive(line.seed, stream_number("law asking")))
    offers = _OfferCheck(subject, stream, subject.tries * line.times(subject.times))
    match = begin(subject, line, observers=[offers.observer()])
    for place in line.picks:
        if match.decision is None or offers.leak:
            break
        pick(match, place)
    return Breach(len(match.chosen), offers.leak) if offers.leak else None


def _leak(check: _OfferCheck, match: Match, offered: Offered) -> str:
    """Return how an offer depends on what is hidden; empty when it does not."""
    who = offered.player
    before = _names(match, offered.offers)

    def names_with(change: Rearrangement) -> list[str] | None:
        if is_noticed(match, change, who):
            return None
        with match.rearranged(change):
            try:
                return _names(match, offered.again())
            except Fault:  # an impossible state is not an alternative
                return None

    def differs(change: Rearrangement) -> bool:
        after = names_with(change)
        return after is not None and _informative(after, offered) != _informative(before, offered)

    least = revealing_change(match, who, check.tries, check.stream, differs)
    if least is None:
        return ""
    after = names_with(least) or []
    with match.rearranged(least):
        part = _part(match, offered, set(before) ^ set(after))
    by = line_of(check.subject.compiled, check.part if part == NOWHERE else part)
    return (
        f"{who.name} is offered {_listed(before)}; if {supposed(match, least)}, which they "
        f"cannot see, it would be {_listed(after)}{by and f': by {by}'}"
    )


def _informative(names: list[str], offered: Offered) -> list[str]:
    """Return the information in an offer: none for at most one choice, as nobody is asked."""
    return names if names and len(names) + offered.besides > 1 else []


def _part(match: Match, offered: Offered, names: set[str]) -> int:
    """Return the part number of what is offered in only one of the two cases, if it is a part."""
    for offer in (*offered.offers, *offered.again()):
        declaration = offer.what if isinstance(offer, LegalMove) else offer
        if isinstance(declaration, d.Action | d.Play | Branch) and declaration.name in {
            name.partition(" ")[0] for name in names
        }:
            return parts_of(match.population.program).number(declaration)
    return NOWHERE


def _names(match: Reader, offers: Sequence[Offer]) -> list[str]:
    return [_name(match, offer) for offer in offers]


def _name(match: Reader, offer: Offer) -> str:
    if isinstance(offer, LegalMove):
        return " ".join([offer.what.name, *(match.word_for(value) for value in offer.chosen)])
    if isinstance(offer, Branch):
        return offer.name
    return offer.id if isinstance(offer, Option) else match.word_for(offer)


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    return (shown or "nothing") + (
        f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    )


OFFERS_LEAK = Law(
    "offers_leak",
    "players are offered the same in situations that they can't distinguish",
    of_secrets(check_offers_leak),
)


MOST_ANSWERS = 2  # other answers of a player that are tried
MOST_STEPS = 50  # steps of a player's run before another is asked
MOST_SECRETS = 2  # secrets of one match that are examined


def check_simultaneous_leak(subject: Subject, line: Line) -> Breach | None:
    """Change a secret answer, and compare what the next players are asked."""
    looked = 0
    for choices_made, match in along(subject, line):
        decision = match.decision
        if decision is None or match.together is None or choices_made >= len(line.picks):
            continue
        looked += 1
        if looked > MOST_SECRETS * subject.tries:
            return None
        answered = line.picks[choices_made] % len(decision.choices)
        expected = _next(match, decision.player, answered)
        for further in range(1, min(MOST_ANSWERS + 1, len(decision.choices))):
            other = (answered + further) % len(decision.choices)
            reaction = _compared(expected, _next(match, decision.player, other))
            if reaction:
                answer = decision.choices[other].id
                return Breach(
                    choices_made, f"if {decision.asked.name} answered `{answer}`, {reaction}"
                )
    return None


def _next(match: Match, player: int, answer: int) -> tuple[object, View] | None:
    """Return the next question to another in the same `together`, and their view; or `None`."""
    copy = match.copy()
    over = _revealed_rounds(copy)
    copy.choose(answer)
    for _ in range(MOST_STEPS):
        decision = copy.decision
        if decision is None or _revealed_rounds(copy) != over:
            return None
        if decision.player != player:
            question = (
                decision.player,
                decision.kind,
                decision.name,
                decision.prompt,
                tuple((choice.id, choice.text) for choice in decision.choices),
            )
            return question, copy.view(decision.player)
        copy.choose(0)
    return None


def _revealed_rounds(match: Match) -> int:
    """Return the number of revealed rounds of secret answers, plus one if none is in progress."""
    rounds = sum(isinstance(event, DecidedTogether) for event in match.events)
    return rounds if match.together is not None else rounds + 1


def _compared(expected: tuple[object, View] | None, actual: tuple[object, View] | None) -> str:
    """Return how the next player's question differs; empty: it doesn't, or nobody is asked."""
    if expected is None or actual is None:
        return ""
    (question, seen), (asked_now, seen_now) = expected, actual
    if question != asked_now:
        return f"the next player would be asked {asked_now} instead of {question}"
    seen_difference = difference(seen, seen_now)
    return f"the next player would see it: {seen_difference}" if seen_difference else ""


SIMULTANEOUS_LEAK = Law(
    "simultaneous_leak",
    "a secret answer changes nothing for the others before its time",
    of_secrets(check_simultaneous_leak),
)
