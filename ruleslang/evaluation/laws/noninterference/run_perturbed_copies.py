"""Runs one step of a match, and of copies with other hidden cards, states or dice, in lockstep.

In each copy, at some point between two decisions, something hidden from a player is changed; what
the player sees and is asked afterwards is compared with the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.decision import Decision, View
from ruleslang.engine.match.interface import Begun, Chosen, Match, Observer
from ruleslang.engine.match.position import Run
from ruleslang.engine.match.runtime_values import Env, Player
from ruleslang.evaluation.laws.law import Subject
from ruleslang.evaluation.laws.noninterference.announcements import (
    Announcements,
    announcement_diff,
    reveal_differs,
    revealed_otherwise,
    view_diff,
)
from ruleslang.evaluation.laws.noninterference.compare_questions import (
    WHO_IS_ASKED,
    Step,
    is_asked_later,
    outcome_diff,
    question_diff,
    same_question,
)
from ruleslang.evaluation.laws.noninterference.leaking_lines import (
    Target,
    Targets,
    blamed,
    costs_of,
    line_of,
)
from ruleslang.evaluation.laws.noninterference.perturb import (
    NotedChance,
    PerturbedStep,
    Picked,
    Probe,
    perturb,
)
from ruleslang.evaluation.laws.noninterference.values_read import ChangedReads
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import NOWHERE, Parts, parts_of

REVEAL = "If that is intended, `reveal` it before"
ASK_ALL = "If that is intended, `reveal` it before; if not, ask all together: `together for each`"
MOST_KEPT = 4  # steps for which a copy goes on perturbed

Go: TypeAlias = Callable[[Observer], Match]  # runs a step while an observer hears


@frozen(eq=False)
class _Side:
    """
    One of two runs of a step: its record, the match, and the player's view at its end.

    `decision` is the question at the end; `is_asked` is whether the player was later asked the same
    question as in the match, for which the match of this run went on (None: it did not).
    """

    match: Match
    step: Step
    picked: Sequence[Picked] = ()
    seen: View | None = None
    heard: Announcements = field(factory=Announcements)
    reads: ChangedReads = field(factory=ChangedReads)
    decision: Decision | None = None
    is_asked: bool | None = None


@define(eq=False)
class Lockstep:
    """A match and its copies; copies that reach another position are replaced by new ones."""

    subject: Subject
    match: Match | None = None
    copies: list[Match | None] = field(factory=list)
    kept: list[Probe | None] = field(factory=list)  # copies that continue perturbed
    targets: Targets = field(factory=Targets)

    @property
    def parts(self) -> Parts:
        """The parts of the program that is played."""
        return parts_of(self.subject.compiled.program)

    def run(self, go: Go, beside: Sequence[Go], stream: Stream) -> str:
        """Run a step of the match and of its copies; returns the leak, or an empty text."""
        original = _Original(self, len(beside), stream)
        mine = original.run(go)
        self.match = mine.match
        self.copies, self.kept = [], []
        for probe, go_copy in zip(original.probes, beside, strict=False):
            probe.look(mine.match)
            theirs = _Copy(self.parts, probe, mine).run(go_copy)
            leak = self._leak(probe, mine, theirs)
            if leak:
                return leak
            self._go_on(probe, mine, theirs)
        return ""

    def beside(self, tries: int, copy: Callable[[], Match | None]) -> list[Match]:
        """Return the next step's copies: up to half stay perturbed, the others are reset or new."""
        pairs = [*zip(self.copies, self.kept, strict=True)]
        perturbed = [pair for pair in pairs if pair[1] is not None][: (tries + 1) // 2]
        fresh = [pair for pair in pairs if pair[1] is None][: tries - len(perturbed)]
        slots = [*perturbed, *fresh, *[(None, None)] * (tries - len(perturbed) - len(fresh))]
        copies = [(match or copy(), kept) for match, kept in slots]
        self.kept = [kept for match, kept in copies if match is not None]
        return [match for match, _ in copies if match is not None]

    def _go_on(self, probe: Probe, mine: _Side, theirs: _Side) -> None:
        """Reset the copy, keep it perturbed, or drop it.

        Every other copy stays perturbed even if the change had no effect yet: the next choice may
        depend on it.
        """
        if theirs.is_asked is not None:
            self.kept.append(None)
            self.copies.append(None)
            return
        goes_on = theirs.match.fault is None and mine.match.looks_like(theirs.match)
        if goes_on and probe.by != NOWHERE:
            self.targets.changed_nothing(probe.by)
        is_done = goes_on and (probe.kept or len(self.copies) % 2 == 0)
        if not is_done and _is_kept(probe, mine, theirs) and not self._is_known_not(probe, theirs):
            probe.keep(mine.match)
            self.kept.append(probe)
        else:
            self.kept.append(None)
        self.copies.append(theirs.match if goes_on or self.kept[-1] else None)

    def _is_known_not(self, probe: Probe, theirs: _Side) -> bool:
        """Test whether the change is refuted by what was revealed on the way or by all of play."""
        otherwise = revealed_otherwise(probe.who, probe.heard, theirs.heard)
        return otherwise or theirs.reads.is_ruled_out(self.subject.compiled.program)

    def _leak(self, probe: Probe, mine: _Side, theirs: _Side) -> str:
        """Return the information that the step leaked; empty when it kept the secret."""
        if probe.is_empty or probe.shown:
            return ""
        difference, names = _difference(probe, mine, theirs)
        if not difference or self._is_known_not(probe, theirs):
            return ""
        compiled = self.subject.compiled
        line = (
            line_of(compiled, probe.by)
            if probe.pays
            else blamed(compiled, mine.step.statements, theirs.step.statements, names)
        )
        remedy = ASK_ALL if difference.startswith(WHO_IS_ASKED) else REVEAL
        return (
            f"{probe.who.name} learns hidden information{line and f', by {line}'}: "
            f"if {probe.in_words(mine.match)}, {difference}. {remedy}"
        )


# ---------------------------------------------------------------- the two runs of a step


@define(eq=False)
class _Original:
    """The step of the match itself, during which the probes choose where to act."""

    lockstep: Lockstep
    number: int  # the number of probes
    stream: Stream
    probes: list[Probe] = field(factory=list)
    step: Step = field(factory=Step)
    chance: NotedChance | None = None
    is_running: bool = False  # whether a statement has run

    def run(self, go: Go) -> _Side:
        observer = self.step.observer(self.lockstep.parts, self._before_each, self._begun)
        match = go(observer)
        match.ignore(observer)
        if self.chance is None:
            return _Side(match, self.step)
        match.divert(self.chance.chance)
        return _Side(match, self.step, self.chance.picked)

    def _begin(self, match: Match) -> None:
        """Place the kept probes and new ones at the first event, and note what chance does."""
        if self.chance is None:
            self.chance = NotedChance(match, match.chance)
            match.divert(self.chance)
            kept = [*self.lockstep.kept, *[None] * self.number][: self.number]
            self.probes.extend(probe or Probe(_random_player(match, self.stream)) for probe in kept)

    def _before_each(self, match: Match, begun: Begun) -> None:
        number = len(self.step.statements)
        self._begin(match)
        for probe in self.probes:
            if not self.is_running:
                probe.drop_if_impossible(match)
            probe.meet(match, begun, number, self.stream)
        self.is_running = True
        self._aim_at(match, begun.statement, begun.locals)
        for probe in self.probes:
            probe.heard.statement(match, begun)

    def _begun(self, match: Match, started: Run | Chosen) -> None:
        self._begin(match)
        for cost, local in costs_of(started):
            self._aim_at(match, cost, local)
        for probe in self.probes:
            if not probe.is_empty and not probe.shown:
                probe.heard.begun(match, started, probe.who)

    def _aim_at(self, match: Match, target: Target, local: Env) -> None:
        """Place a probe here if a statement or a cost reads something hidden."""
        fresh = [probe for probe in self.probes if not probe.kept]
        free = [probe for probe in fresh if not probe.aimed] or fresh
        who = _random_player(match, self.stream)
        targets = self.lockstep.targets
        change = targets.change_read_by(match, target, local, who, self.stream) if free else None
        if change is None:
            return
        probe = free[self.stream.below(len(free))]
        probe.who, probe.aimed, probe.by = who, True, self.lockstep.parts.number(target)
        probe.put(match, len(self.step.statements), change)
        probe.pays = isinstance(target, s.Clause)


@define(eq=False)
class _Copy:
    """The step of a copy, perturbed where its probe acts."""

    parts: Parts
    probe: Probe
    mine: _Side
    step: Step = field(factory=Step)
    heard: Announcements = field(factory=Announcements)
    reads: ChangedReads = field(factory=ChangedReads)
    perturbed: PerturbedStep | None = None

    def run(self, go: Go) -> _Side:
        """Run the step, then undo the change."""
        observer = self.step.observer(self.parts, self._before_each, self._begun)
        try:
            match = go(observer)
            match.ignore(observer)
            self.probe.look(match)
            decision = match.decision
            seen = None if decision is None else match.view(self.probe.who.order)
            is_asked = self._is_asked_later(match)
        finally:
            if self.perturbed is not None:
                self.perturbed.end()
        return _Side(match, self.step, (), seen, self.heard, self.reads, decision, is_asked)

    def _is_asked_later(self, match: Match) -> bool | None:
        """
        Return whether the player is later asked the same question as in the match itself.

        None where there is no need to look: nothing was changed or it was seen, the match asks
        nobody or somebody else, the copy asks the player now, or the player could not know who is
        asked.
        """
        who, wanted, here = self.probe.who, self.mine.match.decision, match.decision
        if self.perturbed is None or self.probe.shown or wanted is None or here is None:
            return None
        if wanted.asked is not who or here.asked is who:
            return None
        if not self.probe.is_known_to(match, here.asked):
            return None
        return is_asked_later(match, who, wanted)

    def _before_each(self, match: Match, begun: Begun) -> None:
        if self.perturbed is not None:
            self.perturbed.roll_as_usual()
            self.probe.look(match)
        self._perturb_when_due(match)
        if self.perturbed is not None:
            self.heard.statement(match, begun)
            self.reads.note(match, begun, self.probe.change, self.probe.who)

    def _begun(self, match: Match, started: Run | Chosen) -> None:
        if self.probe.pays and any(costs_of(started)):
            self._perturb_when_due(match)
        if self.perturbed is not None and not self.probe.shown:
            self.heard.begun(match, started, self.probe.who)

    def _perturb_when_due(self, match: Match) -> None:
        if self.perturbed is None and len(self.step.statements) >= self.probe.at:
            self.perturbed = perturb(match, self.probe, _picked_since(self.mine.picked, self.probe))


# ---------------------------------------------------------------- comparing


def _difference(probe: Probe, mine: _Side, theirs: _Side) -> tuple[str, frozenset[str]]:
    """Return the differences in announcements, and the states and zones that show them."""
    match, copy, who = mine.match, theirs.match, probe.who
    seen = match.view(who.order)
    if theirs.is_asked is None:
        over = outcome_diff(match, copy, mine.step.asked, theirs.step.asked)
    else:
        over = ""
    if over and reveal_differs(match, who, seen, copy.view(who.order)):
        return "", frozenset()
    if over or match.decision is None or theirs.seen is None:
        return over, frozenset()
    differing = _unexplained(probe, match, seen, theirs.seen)
    if differing is None:
        return "", frozenset()
    same_way = mine.step.statements == theirs.step.statements
    questions = question_diff(
        match,
        probe,
        mine.step.asked,
        theirs.step.asked,
        copy=theirs.decision,
        asked_later=theirs.is_asked is not False,
        same_way=same_way,
    )
    if questions or questions is None:
        return questions or "", frozenset()
    if not differing:
        return announcement_diff(match, copy, who, probe.heard, theirs.heard), frozenset()
    changes = ", ".join(f"{name}: {words}" for name, words in list(differing.items())[:3])
    return f"they would see {changes}", frozenset(name.partition("(")[0] for name in differing)


def _unexplained(probe: Probe, match: Match, mine: View, theirs: View) -> dict[str, str] | None:
    """
    Return how the views at the end of a step differ; None if the player saw some of the change, or
    a result of it, so that they may know its consequences.
    """
    differing = view_diff(match, probe.who, mine, theirs)
    if probe.comes_into_sight(match, differing) or reveal_differs(match, probe.who, mine, theirs):
        return None
    return differing


def _random_player(match: Match, stream: Stream) -> Player:
    players = match.population.players
    return players[stream.below(len(players))]


def _picked_since(noted: Sequence[Picked], probe: Probe) -> dict[str, list[Picked]]:
    """Return the random picks since a probe acted, by the name that took them."""
    picked: dict[str, list[Picked]] = {}
    for pick in noted:
        if pick.events >= probe.events:
            picked.setdefault(pick.of, []).append(pick)
    return picked


def _is_kept(probe: Probe, mine: _Side, theirs: _Side) -> bool:
    """
    Return whether a copy may stay perturbed: it is at the same question and nothing of the change
    was shown, but the change had an effect that may still leak.
    """
    if probe.is_empty or probe.shown or probe.kept >= MOST_KEPT:
        return False
    if mine.match.together is not None or not same_question(mine.match, theirs.match):
        return False
    if theirs.seen is None:
        return False
    seen = mine.match.view(probe.who.order)
    return _unexplained(probe, mine.match, seen, theirs.seen) is not None
