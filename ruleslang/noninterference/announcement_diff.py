"""What every player is told during a step: rolls, picks by chance, shuffles, phases that begin.

A phase is announced together with what lies open at that moment, so a player also learns of what
was there and is gone before the next question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from attrs import define, field, frozen

from ruleslang.match.decision import Chanced
from ruleslang.match.match import Match
from ruleslang.match.observer import Begun, Chosen
from ruleslang.match.position import Run
from ruleslang.match.values import Player
from ruleslang.match.view import View
from ruleslang.noninterference.view_diff import view_diff
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import ToldToAll


@frozen(eq=False)
class Announcement:
    """A phase that begins, with the listening player's view, or an outcome of chance."""

    what: str
    seen: View | None = None
    event: int | None = None  # of a roll: its place among the events

    def in_words(self, match: Match) -> str:
        """In words, a roll with its faces."""
        if self.event is None:
            return self.what
        return " ".join((self.what, *_faces(match, self.event)))


@define(eq=False)
class Announcements:
    """Everything that a player is told from some point of a step on."""

    made: list[Announcement] = field(factory=list)

    def statement(self, match: Match, begun: Begun) -> None:
        """A statement comes: chance may act, for all to see."""
        match traits(begun.statement).told:
            case ToldToAll("roll", die):
                self.made.append(Announcement(f"the {die} rolled", event=len(match.events)))
            case ToldToAll("pick", name):
                self.made.append(Announcement(f"`{name}` picked by chance"))
            case ToldToAll("shuffle", zone):
                self.made.append(Announcement(f"`{zone}` shuffled"))

    def begun(self, match: Match, run: Run | Chosen, who: Player) -> None:
        """Something begins; if it is a phase, he is told."""
        if not isinstance(run, Run) or not isinstance(run.event, ProcedureRun):
            return
        if match.population.procedures[run.event.name].word == "phase":
            active = match.position.active
            turn = [active.name] if active in run.locals.values() else []
            name = f"`{run.event.name}`{''.join(f' of {each}' for each in turn)}"
            self.made.append(Announcement(f"{name} begin", match.view(who.order)))


def announcement_diff(
    match: Match, copy: Match, who: Player, one: Announcements, other: Announcements
) -> str:
    """The first announcement of a perturbed copy that differs; empty when none does."""
    for mine, theirs in zip_longest(one.made, other.made):
        here = mine.in_words(match) if mine else "nothing"
        there = theirs.in_words(copy) if theirs else "nothing"
        if here != there:
            return f"he would be told of {there} instead of {here}"
        if mine.seen is not None and theirs.seen is not None:
            found = view_diff(match, who, mine.seen, theirs.seen)
            if found:
                name, words = next(iter(found.items()))
                return f"he would see {name}, when {mine.what}s: {words}"
    return ""


def _faces(match: Match, at: int) -> Iterator[str]:
    """The faces of dice rolled together."""
    for event in match.events[at:]:
        if not isinstance(event, Chanced) or event.kind != "roll":
            return
        yield from event.outcome
