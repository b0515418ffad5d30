"""
What a player cannot tell apart is offered to him alike.

Whenever the engine works out what a player may choose from, what he cannot see is put otherwise and
the same is worked out once more: by its names, it has to be the same. Whether there is one thing to
choose or nothing is not compared, since nobody is asked then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, frozen

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import begin, pick
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.decision import LegalMove, Option
from ruleslang.match.faults import Fault
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Player
from ruleslang.meaning.asking import word_for
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.noninterference.leak_line import line_of
from ruleslang.program import declarations as d
from ruleslang.program.statements import Branch
from ruleslang.secrecy.hidden_arrangement import arranged, said
from ruleslang.secrecy.rearrange_hidden import hidden, smallest

MOST_NAMED = 8


@frozen(eq=False)
class Offer:
    """What is offered, by its names; how to work it out again; how many choices are besides."""

    compute: Callable[[], Any]
    offered: Any
    names: list[str]
    besides: int

    def told(self, names: list[str]) -> list[str]:
        """What such an offer tells: of one choice in all, or none, nobody is asked."""
        return names if names and len(names) + self.besides > 1 else []


@define(eq=False)
class _Listener:
    """Works out every offer again; `found` says how the first leak shows."""

    subject: Subject
    stream: Stream
    tries: int
    found: str = ""
    line: int = -1  # the origin of the statement that asks

    def ready(self, m: Machine) -> None:
        """Listen to a machine."""
        m.offering, m.before = self, self._before

    def _before(self, m: Machine, statement: Any, frame: Frame) -> None:
        self.line = statement.origin

    def __call__(
        self, m: Machine, who: Player, compute: Callable[[], Any], offered: Any, besides: int
    ) -> None:
        if not self.found:
            self.found = _leak(self, m, who, Offer(compute, offered, _names(m, offered), besides))


def check(subject: Subject, line: Line) -> Breach | None:
    """Listen to every offer on the way."""
    stream = Stream(derive(line.seed, stream_number("law asking")))
    listener = _Listener(subject, stream, subject.tries * line.times)
    match = begin(subject.compiled, line, ready=listener.ready)
    for place in line.picks:
        if match.decision is None or listener.found:
            break
        pick(match, place)
    return Breach(len(match.chosen), listener.found) if listener.found else None


def _leak(listener: _Listener, m: Machine, who: Player, offer: Offer) -> str:
    """How an offer tells what it should not; empty when it keeps the secret."""
    unseen = hidden(m, who)
    if unseen.is_empty:
        return ""

    def otherwise(arrangement: Rearrangement) -> list[str] | None:
        with arranged(m, arrangement):
            try:
                return _names(m, offer.compute())
            except Fault:  # what cannot be is no other state
                return None

    def differs(arrangement: Rearrangement) -> bool:
        after = otherwise(arrangement)
        return after is not None and offer.told(after) != offer.told(offer.names)

    for _ in range(listener.tries):
        arrangement = unseen.some(listener.stream)
        if differs(arrangement):
            least = smallest(unseen, arrangement, differs)
            after = otherwise(least) or []
            with arranged(m, least):
                line = _line(offer, offer.compute(), set(offer.names) ^ set(after))
            by = line_of(listener.subject.compiled, listener.line if line < 0 else line)
            return (
                f"{who.name} is offered {_listed(offer.names)}; if {said(m, least)}, "
                f"which he cannot see, it would be {_listed(after)}{by and f': by {by}'}"
            )
    return ""


def _line(offer: Offer, otherwise: Any, names: set[str]) -> int:
    """The origin of what is offered in one case only; -1 when it is no line of its own."""
    for each in (*_each(offer.offered), *_each(otherwise)):
        what = each.what if isinstance(each, LegalMove) else each
        if isinstance(what, d.Action | d.Play | Branch) and what.name in {
            name.partition(" ")[0] for name in names
        }:
            return what.origin
    return -1


def _each(offered: Any) -> Iterator[Any]:
    """All that is offered, of every action."""
    if isinstance(offered, dict):
        for uses in offered.values():
            yield from uses
    else:
        yield from offered


def _names(m: Machine, offered: Any) -> list[str]:
    """What is offered, by its names."""
    return [_name(m, each) for each in _each(offered)]


def _name(m: Machine, each: Any) -> str:
    if isinstance(each, LegalMove):
        return " ".join([each.what.name, *(word_for(m, value) for value in each.chosen)])
    if isinstance(each, Branch):
        return each.name
    return each.id if isinstance(each, Option) else word_for(m, each)


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    return (shown or "nothing") + (
        f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    )


LAW = Law("asking", "what a player cannot tell apart is offered to him alike", in_matches(check))
