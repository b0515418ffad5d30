"""The choices offered to a player do not depend on what is hidden from that player.

Each time the engine computes what a player may choose from, what is hidden from the player is
rearranged and the choices are computed again: their names have to be the same. Whether there is
exactly one choice or none is not compared, since nobody is asked then.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import begin, pick
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.decision import LegalMove, Option
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, Reader
from ruleslang.match.observer import Begun, Observer, Offer, Offered
from ruleslang.match.position import Rearrangement
from ruleslang.noninterference.leaking_rule_line import line_of
from ruleslang.program import declarations as d
from ruleslang.program.passes.numbered_parts import NOWHERE, parts_of
from ruleslang.program.statements import Branch
from ruleslang.secrecy.rearrange_hidden import hidden, smallest
from ruleslang.secrecy.rearrangement_text import in_words

MOST_NAMED = 8


@define(eq=False)
class _OfferCheck:
    """Computes every offer a second time; `found` tells how the first leak shows."""

    subject: Subject
    stream: Stream
    tries: int
    found: str = ""
    part: int = NOWHERE  # the number of the statement that asks

    def observer(self) -> Observer:
        """What hears of offers, and of the statements that make them."""
        return Observer(statement=self._before, offered=self._offered)

    def _before(self, match: Match, begun: Begun) -> None:
        self.part = parts_of(match.population.program).number(begun.statement)

    def _offered(self, match: Match, offered: Offered) -> None:
        if not self.found:
            self.found = _leak(self, match, offered)


def check(subject: Subject, line: Line) -> Breach | None:
    """Listen to every offer on the way."""
    stream = Stream(derive(line.seed, stream_number("law asking")))
    offers = _OfferCheck(subject, stream, subject.tries * line.times(subject.times))
    match = begin(subject.compiled, line, observers=[offers.observer()])
    for place in line.picks:
        if match.decision is None or offers.found:
            break
        pick(match, place)
    return Breach(len(match.chosen), offers.found) if offers.found else None


def _leak(check: _OfferCheck, match: Match, offered: Offered) -> str:
    """How an offer depends on what is hidden; empty when it does not."""
    who = offered.player
    unseen = hidden(match, who)
    if unseen.is_empty:
        return ""
    before = _names(match, offered.offers)

    def names_with(change: Rearrangement) -> list[str] | None:
        with match.rearranged(change):
            try:
                return _names(match, offered.again())
            except Fault:  # what cannot be is no other state
                return None

    def differs(change: Rearrangement) -> bool:
        after = names_with(change)
        return after is not None and _told(after, offered) != _told(before, offered)

    for _ in range(check.tries):
        change = unseen.shuffled(check.stream)
        if differs(change):
            least = smallest(unseen, change, differs)
            after = names_with(least) or []
            with match.rearranged(least):
                part = _part(match, offered, set(before) ^ set(after))
            by = line_of(check.subject.compiled, check.part if part == NOWHERE else part)
            return (
                f"{who.name} is offered {_listed(before)}; if {in_words(match, least)}, "
                f"which he cannot see, it would be {_listed(after)}{by and f': by {by}'}"
            )
    return ""


def _told(names: list[str], offered: Offered) -> list[str]:
    """What an offer tells a player: nothing when there is at most one choice, since nobody is
    asked.
    """
    return names if names and len(names) + offered.besides > 1 else []


def _part(match: Match, offered: Offered, names: set[str]) -> int:
    """The number of what is offered in only one of the two cases, if it is a part of its own."""
    for each in (*offered.offers, *offered.again()):
        what = each.what if isinstance(each, LegalMove) else each
        if isinstance(what, d.Action | d.Play | Branch) and what.name in {
            name.partition(" ")[0] for name in names
        }:
            return parts_of(match.population.program).number(what)
    return NOWHERE


def _names(match: Reader, offers: Sequence[Offer]) -> list[str]:
    """What is offered, by its names."""
    return [_name(match, each) for each in offers]


def _name(match: Reader, each: Offer) -> str:
    if isinstance(each, LegalMove):
        return " ".join([each.what.name, *(match.word_for(value) for value in each.chosen)])
    if isinstance(each, Branch):
        return each.name
    return each.id if isinstance(each, Option) else match.word_for(each)


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    return (shown or "nothing") + (
        f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    )


LAW = Law(
    "offers_leak", "what a player cannot tell apart is offered to him alike", in_matches(check)
)
