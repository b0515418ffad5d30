"""
A step of a match and of its twins: what is put otherwise where, and what a player is told by it.

In a twin, somewhere on the way from a decision to the next, what a player cannot see is put
otherwise; what he sees and is asked there is compared with the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from attrs import define, field

from ruleslang.law_harness.law import Subject
from ruleslang.match.chance import Stream
from ruleslang.match.observer import Chosen
from ruleslang.match.values import Env, Player
from ruleslang.match.view import View
from ruleslang.meaning.machine import Frame, Invocation, Machine
from ruleslang.meaning.match import Match
from ruleslang.meaning.view import view
from ruleslang.noninterference.announcements import Heard, heard_otherwise
from ruleslang.noninterference.leak_line import blamed, line_of
from ruleslang.noninterference.outcome_diff import over_otherwise
from ruleslang.noninterference.perturb import NotedChance, Otherwise, Picked
from ruleslang.noninterference.probe import Probe
from ruleslang.noninterference.question_diff import WHO_IS_ASKED, asked_otherwise
from ruleslang.noninterference.same_point import alike, same_question
from ruleslang.noninterference.targeting import Aim, costs_of
from ruleslang.noninterference.view_diff import changes, shown_otherwise
from ruleslang.noninterference.watched_step import Statements, Step, unwatch
from ruleslang.program import statements as s

REVEAL = "If that is meant, `reveal` it before"
ASK_ALL = (
    "If that is meant, `reveal` it before; if not, ask all of them at once: `together for each`"
)
MOST_KEPT = 4  # steps for which a twin goes on with what was put otherwise

Ready: TypeAlias = Callable[[Machine], None]
Go: TypeAlias = Callable[[Ready], Match]  # runs a step of a machine that was made ready


@define(eq=False)
class _Side:
    """One of two runs of a step: what was noted, the match, what the player sees at its end."""

    step: Step = field(factory=Step)
    match: Match | None = None
    seen: View | None = None
    heard: Heard = field(factory=Heard)


@define(eq=False)
class Race:
    """A match and its twins; those that stand elsewhere are made anew."""

    subject: Subject
    statements: Statements
    match: Match | None = None
    twins: list[Match | None] = field(factory=list)
    kept: list[Probe | None] = field(factory=list)  # of twins that go on otherwise
    aim: Aim = field(factory=Aim)

    def run(self, go: Go, beside: Sequence[Go], stream: Stream) -> str:
        """A step of the match and of its twins; what it told."""
        probes: list[Probe] = []
        mine = _Side()

        def before_each(m: Machine, statement: Any, frame: Frame) -> None:
            number = len(mine.step.lines)
            self._begin(probes, m, len(beside), stream)
            for probe in probes:
                probe.meet(m, statement, number, stream)
            self._aim_at(m, statement, frame.env, probes, number, stream)
            for probe in probes:
                probe.heard.statement(m, statement)

        def begun(m: Machine, what: Invocation | Chosen) -> None:
            self._begin(probes, m, len(beside), stream)
            for cost, env in costs_of(what):
                self._aim_at(m, cost, env, probes, len(mine.step.lines), stream)
            for probe in probes:
                if not probe.is_empty and not probe.shown:
                    probe.heard.begun(m, what, probe.who)

        def ready(m: Machine) -> None:
            mine.step.watch(m, self.statements, before_each, begun)
            m.chance = NotedChance(m, m.chance)

        self.match = mine.match = go(ready)
        unwatch(self.match)
        noted = self.match.machine.chance
        assert isinstance(noted, NotedChance)
        self.match.machine.chance = noted.chance
        return self._beside(probes, beside, mine, noted.picked)

    def _begin(self, probes: list[Probe], m: Machine, number: int, stream: Stream) -> None:
        """So many probes, when the step begins: those that go on otherwise, and new ones."""
        if not probes:
            old = [*self.kept, *[None] * number][:number]
            probes.extend(each or Probe(_anybody(m, stream)) for each in old)

    def _beside(
        self, probes: Sequence[Probe], beside: Sequence[Go], mine: _Side, picked: Sequence[Picked]
    ) -> str:
        """The same step of each twin; what the first told that tells."""
        assert mine.match is not None
        self.twins, self.kept = [], []
        for probe, each in zip(probes, beside, strict=False):
            probe.shown = probe.shown or probe.is_seen(mine.match.machine)
            theirs = _twin(self.statements, probe, each, _picked(picked, probe))
            found = self._told(probe, mine, theirs)
            if found:
                return found
            self._go_on(probe, mine, theirs)
        return ""

    def beside(self, tries: int, copy: Callable[[], Match | None]) -> list[Match]:
        """The twins for another step: up to half of them go on otherwise; the rest, or copies."""
        pairs = [*zip(self.twins, self.kept, strict=True)]
        otherwise = [pair for pair in pairs if pair[1] is not None][: (tries + 1) // 2]
        rest = [pair for pair in pairs if pair[1] is None][: tries - len(otherwise)]
        slots = [*otherwise, *rest, *[(None, None)] * (tries - len(otherwise) - len(rest))]
        found = [(twin or copy(), kept) for twin, kept in slots]
        self.kept = [kept for twin, kept in found if twin is not None]
        return [twin for twin, _ in found if twin is not None]

    def _go_on(self, probe: Probe, mine: _Side, theirs: _Side) -> None:
        """
        The twin goes on alike, or with what was put otherwise, or not at all.

        Every other one goes on otherwise even if nothing came of it: it may, of the next choice.
        """
        goes_on = _goes_on(mine, theirs)
        if goes_on and probe.by >= 0:
            self.aim.changed_nothing(probe.by)
        is_done = goes_on and (probe.kept or len(self.twins) % 2 == 0)
        if not is_done and _is_kept(probe, mine, theirs):
            assert mine.match is not None
            probe.keep(mine.match.machine)
            self.kept.append(probe)
        else:
            self.kept.append(None)
        self.twins.append(theirs.match if goes_on or self.kept[-1] else None)

    def _aim_at(
        self,
        m: Machine,
        statement: Any,
        env: Env,
        probes: Sequence[Probe],
        number: int,
        stream: Stream,
    ) -> None:
        """If a statement, or a cost, reads what is hidden, one of the probes is to be here."""
        fresh = [probe for probe in probes if not probe.kept]
        free = [probe for probe in fresh if not probe.aimed] or fresh
        who = _anybody(m, stream)
        change = self.aim.take(m, statement, env, who, stream) if free else None
        if change is None:
            return
        probe = free[stream.below(len(free))]
        probe.who, probe.aimed, probe.by = who, True, statement.origin
        probe.put(m, number, change)
        probe.pays = isinstance(statement, s.Pays)

    def _told(self, probe: Probe, mine: _Side, theirs: _Side) -> str:
        """How the step told what was hidden; empty when it kept the secret."""
        if probe.is_empty or probe.shown or mine.match is None or theirs.match is None:
            return ""
        told, names = _difference(probe, mine, theirs, mine.match, theirs.match)
        if not told:
            return ""
        compiled, lines = self.subject.compiled, (mine.step.lines, theirs.step.lines)
        line = (
            line_of(compiled, probe.by)
            if probe.pays
            else blamed(compiled, self.statements, *lines, names)
        )
        mend = ASK_ALL if told.startswith(WHO_IS_ASKED) else REVEAL
        return (
            f"{probe.who.name} is told what is hidden from him{line and f', by {line}'}: "
            f"if {probe.said(mine.match.machine)}, {told}. {mend}"
        )


def _difference(
    probe: Probe, mine: _Side, theirs: _Side, match: Match, twin: Match
) -> tuple[str, frozenset[str]]:
    """What a player is told otherwise, in words, and the states and zones that tell it."""
    m, who = match.machine, probe.who
    over = over_otherwise(match, twin, mine.step.asked, theirs.step.asked)
    if over and shown_otherwise(m, who, view(match, who.order), view(twin, who.order)):
        return "", frozenset()
    if over or match.decision is None or theirs.seen is None:
        return over, frozenset()
    same_way = mine.step.lines == theirs.step.lines
    asked = asked_otherwise(m, probe, mine.step.asked, theirs.step.asked, same_way=same_way)
    if asked or asked is None:
        return asked or "", frozenset()
    found = changes(m, who, view(match, who.order), theirs.seen)
    if not found:
        return heard_otherwise(m, who, probe.heard, theirs.heard, twin.machine), frozenset()
    told = ", ".join(f"{name}: {words}" for name, words in list(found.items())[:3])
    return f"he would see {told}", frozenset(name.partition("(")[0] for name in found)


def _anybody(m: Machine, stream: Stream) -> Player:
    return m.tables.players[stream.below(len(m.tables.players))]


def _picked(noted: Sequence[Picked], probe: Probe) -> dict[str, list[Picked]]:
    """What was picked by chance since a probe, by the name that took it."""
    picked: dict[str, list[Picked]] = {}
    for each in noted:
        if each.events >= probe.events:
            picked.setdefault(each.of, []).append(each)
    return picked


def _goes_on(mine: _Side, theirs: _Side) -> bool:
    return mine.match is not None and theirs.match is not None and alike(mine.match, theirs.match)


def _is_kept(probe: Probe, mine: _Side, theirs: _Side) -> bool:
    """
    Whether a twin stands at the same question and nothing was shown, so that it may go on as it
    is: something else came of what is hidden, and may still be told.
    """
    one, other = mine.match, theirs.match
    if probe.is_empty or probe.shown or probe.kept >= MOST_KEPT or one is None or other is None:
        return False
    if one.machine.secret is not None or not same_question(one, other):
        return False
    who, seen = probe.who, theirs.seen
    return seen is not None and not shown_otherwise(one.machine, who, view(one, who.order), seen)


def _twin(statements: Statements, probe: Probe, go: Go, picked: dict[str, list[Picked]]) -> _Side:
    """The same step with what is hidden put otherwise."""
    side = _Side()
    changed: list[Otherwise] = []

    def before_each(m: Machine, statement: object, frame: Frame) -> None:
        for each in changed:
            each.after_one()
            probe.shown = probe.shown or probe.is_seen(m)
        if not changed and len(side.step.lines) >= probe.at:
            changed.append(Otherwise(m, probe, picked))
            changed[0].begin()
        if changed:
            side.heard.statement(m, statement)

    def begun(m: Machine, what: Invocation | Chosen) -> None:
        is_here = probe.pays and len(side.step.lines) >= probe.at and any(costs_of(what))
        if is_here and not changed:
            changed.append(Otherwise(m, probe, picked))
            changed[0].begin()
        if changed and not probe.shown:
            side.heard.begun(m, what, probe.who)

    try:
        side.match = go(lambda m: side.step.watch(m, statements, before_each, begun))
        unwatch(side.match)
        probe.shown = probe.shown or probe.is_seen(side.match.machine)
        if side.match.decision is not None:
            side.seen = view(side.match, probe.who.order)
    finally:
        for each in changed:
            each.end()
    return side
