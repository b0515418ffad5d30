"""
What a worked example means: run its lines in order, and say where it does not hold.

It begins in the opening state, as `given` makes it. Faces, picks and answers are taken in the
order in which they are written, the answers for each player by himself. A roll, a pick or a
decision that nobody foresaw fails it; what has only one possible answer is not asked. All that
was written must be used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, frozen

from ruleslang.meaning.answering import Script
from ruleslang.meaning.chance import Scripted
from ruleslang.meaning.decision import Decision
from ruleslang.meaning.evaluate import evaluate, player
from ruleslang.meaning.faults import Fault
from ruleslang.meaning.given import NotSo, give, settings_given
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.match import Match
from ruleslang.meaning.single import NotLegal, may
from ruleslang.meaning.values import name_of
from ruleslang.meaning.view import sees
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


@frozen
class Failure:
    """
    Why an example or claim does not hold, and where; `fault` is the slug when the rules could not
    go on.
    """

    message: str
    origin: int
    fault: str = ""


class Fails(Exception):
    """A line does not hold."""

    def __init__(self, message: str, origin: int) -> None:
        super().__init__(message)
        self.message = message
        self.origin = origin


def run_example(
    program: Program, example: d.Example, trace: Callable[[int], None] | None = None
) -> Failure | None:
    """None when all lines hold, else the first that does not; `trace` is told what is reached."""
    options, players = settings_given(program, example.lines)
    try:
        scripted = Scripted()
        match = Match.opening(
            program, options=options, players=players, chance=scripted, trace=trace
        )
        run = _Run(match, scripted, Script())
        for line in example.lines:
            run.do(line)
        run.finish(example.origin)
    except Fails as fails:
        return Failure(fails.message, fails.origin)
    except NotSo as fails:
        return Failure(f"given: {fails.message}", fails.origin)
    except Fault as fault:
        return Failure(fault.message, fault.origin, fault.slug)
    except ValueError as problem:
        return Failure(str(problem), example.origin)
    return None


@define(eq=False)
class _Run:
    """An example on its way."""

    match: Match
    chance: Scripted
    script: Script

    @property
    def m(self) -> Machine:
        return self.match.machine

    def do(self, line: d.ExampleLine) -> None:
        """One line."""
        match line:
            case d.RollingLine(faces=values):
                self.chance.faces.extend(self._names(values))
            case d.PickingLine(values=values):
                self.chance.picks.extend(self._names(values))
            case d.ScriptLine():
                who = player(self.m, line.player, {}, line.origin)
                self.script.add(who, line.declines, self._values(line.values), line.origin)
            case d.RunLine() | d.PlaysLine() | d.DoesLine():
                self._begin(line)
                self._play(line.origin)
            case d.ThenLine() | d.SeesLine() | d.MayLine():
                self._test(line)
            case _:
                give(self.m, line)

    def _values(self, values: Sequence[Any]) -> list[Any]:
        return [v if isinstance(v, str) else evaluate(self.m, v, {}) for v in values]

    def _names(self, values: Sequence[Any]) -> list[str]:
        return [v if isinstance(v, str) else name_of(v) for v in self._values(values)]

    def _begin(self, line: d.RunLine | d.PlaysLine | d.DoesLine) -> None:
        try:
            match line:
                case d.RunLine():
                    self.match.begin_procedure(line.procedure, self._values(line.arguments))
                case d.PlaysLine():
                    who = player(self.m, line.player, {}, line.origin)
                    card = evaluate(self.m, line.card, {})
                    self.match.begin_play(who, card, self._values(line.choosing))
                case d.DoesLine():
                    who = player(self.m, line.player, {}, line.origin)
                    self.match.begin_action(who, line.action, self._values(line.choosing))
        except NotLegal as refused:
            raise Fails(str(refused), line.origin) from None

    def _play(self, origin: int) -> None:
        """Answer what is asked from the script."""
        while self.match.decision is not None:
            index = self.script.answer(self.m, self.match.decision)
            if index is None:
                raise Fails(_unforeseen(self.match.decision), origin)
            self.match.choose(index)
        if self.match.fault is not None:
            raise self.match.fault
        if self.chance.missing:
            raise Fails("something is rolled or picked that is not written", origin)

    def _test(self, line: d.ThenLine | d.SeesLine | d.MayLine) -> None:
        match line:
            case d.ThenLine():
                if evaluate(self.m, line.condition, {}) is not True:
                    raise Fails("this does not hold", line.origin)
            case d.SeesLine():
                who = player(self.m, line.player, {}, line.origin)
                if sees(self.m, line.subject, who) is line.negated:
                    raise Fails(
                        f"{who.name} {'sees' if line.negated else 'cannot see'} it", line.origin
                    )
            case d.MayLine():
                who = player(self.m, line.player, {}, line.origin)
                if may(self.m, who, line.action, self._values(line.choosing)) is line.negated:
                    raise Fails(
                        f"{who.name} {'may' if line.negated else 'may not'} do it", line.origin
                    )

    def finish(self, origin: int) -> None:
        """All that was written has been used."""
        if self.chance.faces or self.chance.picks:
            raise Fails("more is rolled or picked in the example than in the rules", origin)
        left = self.script.left()
        if left is not None:
            raise Fails("this was never asked", left)


def _unforeseen(decision: Decision) -> str:
    offered = ", ".join(choice.id for choice in decision.choices)
    return f"nobody says what {decision.asked.name} answers to `{decision.name}` ({offered})"
