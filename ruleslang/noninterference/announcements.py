"""
What everybody is told of a step while it goes on: rolls, picks by chance, phases that begin.

A phase is told with what lies open just then, so a player also learns what was there and is gone
again before he is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from attrs import define, field, frozen

from ruleslang.match.decision import Chanced
from ruleslang.match.observer import Chosen
from ruleslang.match.values import Player
from ruleslang.match.view import View
from ruleslang.meaning.machine import Invocation, Machine
from ruleslang.meaning.view import view
from ruleslang.noninterference.view_diff import changes
from ruleslang.program import statements as s


@frozen(eq=False)
class Table:
    """What a view is made of: a machine."""

    machine: Machine


@frozen(eq=False)
class Told:
    """A thing that is told: a phase with the view of who listens, or what comes of chance."""

    what: str
    seen: View | None = None
    event: int | None = None  # of a roll: its place among the events

    def said(self, m: Machine) -> str:
        """In words, a roll with its faces."""
        return self.what if self.event is None else " ".join((self.what, *_faces(m, self.event)))


@define(eq=False)
class Heard:
    """All that a player is told from some place of a step on."""

    told: list[Told] = field(factory=list)

    def statement(self, m: Machine, statement: Any) -> None:
        """A statement comes: chance may act, for all to see."""
        match statement:
            case s.RollDie(die=die, seen_by=None):
                self.told.append(Told(f"the {die} rolled", event=len(m.events)))
            case s.Pick(choice=choice, last="chance"):
                self.told.append(Told(f"`{choice.name}` picked by chance"))

    def begun(self, m: Machine, run: Invocation | Chosen, who: Player) -> None:
        """Something begins; if it is a phase, he is told."""
        if not isinstance(run, Invocation) or run.shape != "procedure":
            return
        if m.tables.procedures[run.name].word == "phase":
            turn = [m.state.active.name] if m.state.active in run.declared.values() else []
            name = f"`{run.name}`{''.join(f' of {each}' for each in turn)}"
            self.told.append(Told(f"{name} begin", view(Table(m), who.order)))


def heard_otherwise(m: Machine, who: Player, one: Heard, other: Heard, twin: Machine) -> str:
    """What a player would be told otherwise; empty when it is the same."""
    for mine, theirs in zip_longest(one.told, other.told):
        said = mine.said(m) if mine else "nothing"
        instead = theirs.said(twin) if theirs else "nothing"
        if said != instead:
            return f"he would be told of {instead} instead of {said}"
        if mine.seen is not None and theirs.seen is not None:
            found = changes(m, who, mine.seen, theirs.seen)
            if found:
                name, words = next(iter(found.items()))
                return f"he would see {name}, when {mine.what}s: {words}"
    return ""


def _faces(m: Machine, at: int) -> Iterator[str]:
    """The faces of all dice that were rolled at once."""
    for event in m.events[at:]:
        if not isinstance(event, Chanced) or event.kind != "roll":
            return
        yield from event.outcome
