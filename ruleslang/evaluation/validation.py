"""Checks whether a rulebook is complete and consistent, by proof and by play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from attrs import define, frozen

from ruleslang.evaluation.consistency.census import lines_of, shown_by_examples
from ruleslang.evaluation.consistency.checklist import Question, checklist
from ruleslang.evaluation.consistency.endless_play import Circle, WholeGame, circles
from ruleslang.evaluation.consistency.findings import Finding, findings, is_doubt
from ruleslang.evaluation.consistency.games import Game as Played
from ruleslang.evaluation.consistency.games import positions_of_examples
from ruleslang.evaluation.consistency.many_games import many_games
from ruleslang.evaluation.consistency.orders import Clash, clashes, meetings, useless
from ruleslang.evaluation.consistency.properties import BreachSearch, Verdict, breaches, verdicts
from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.evaluation.consistency.seat_orders import SeatsDecide, seat_orders
from ruleslang.evaluation.mutation import unnoticed
from ruleslang.explanation.examples.run_examples import Ran
from ruleslang.language.checks.queries.chains_of_range_tests import overlaps
from ruleslang.language.checks.subject import Subject
from ruleslang.library.allowed_lints import allowances, is_allowed
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.program import Compiled
from ruleslang.simulation.results import Result, Watch
from ruleslang.source.budget import GRACE, keep_results, time_share

T = TypeVar("T")

# Shares of the time for games, in this order; unused time goes to the later ones.
SHARE_OF_WHOLE = 0.1  # for all positions of a game without chance
SHARE_OF_CIRCLES = 0.2  # for matches without end
SHARE_OF_ORDERS = 0.1  # for what two rules of one moment come to in the other order
SHARE_OF_SEATS = 0.05  # for games in another order of the seats
SHARE_OF_PROPERTIES = 0.1  # for positions that break a property
SHARE_OF_MANY = 0.15  # for games at random in C
SHARE_OF_LOSSES = 0.1  # for lines that no example misses
LEAST_OF_SEARCH = 0.4
LATER = SHARE_OF_ORDERS + SHARE_OF_SEATS + SHARE_OF_MANY + SHARE_OF_PROPERTIES + SHARE_OF_LOSSES
WORTH_COMPILING = 10.0  # seconds of play, a part of which makes up for the compiler's


STEPS = 9  # seven of play, the properties, and the lines that no example misses


@frozen(repr=False)
class ValidationResult(Result):
    """
    The findings about one rulebook, and the play behind them.

    `findings` are in the order of their groups, `questions` what the text leaves to the language.
    `searched` and `whole` are `None` where nothing was played; `allowed` counts findings that a
    remark of the text allows. `ran` are its examples with what they reached.
    """

    loaded: Loaded
    compiled: Compiled
    findings: tuple[Finding, ...]
    searched: SearchResult | None
    whole: WholeGame | None
    questions: tuple[Question, ...]
    allowed: int
    properties: tuple[Verdict, ...] = ()
    stopped: bool = False
    ran: tuple[Ran, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each finding; the place is that of its diagnostic."""
        return [
            {
                "group": each.group,
                "grade": each.grade,
                "message": each.message,
                "slug": each.diagnostic.slug if each.diagnostic else None,
                "file": each.diagnostic.span.source.name if each.diagnostic else None,
                "line": each.diagnostic.span.line if each.diagnostic else None,
            }
            for each in self.findings
        ]

    def as_data(self) -> dict[str, Any]:
        """Return the findings with their places and proofs, and the open questions."""
        questions = [{"asks": each.asks, "about": each.about} for each in self.questions]
        rows = [
            {**row, "often": each.often, "by": each.by, "example": each.example}
            for row, each in zip(self.rows(), self.findings, strict=True)
        ]
        names = "status", "allowed", "stopped"
        data = {name: getattr(self, name) for name in names}
        return {**data, "findings": rows, "questions": questions}

    @property
    def status(self) -> int:
        """1 if something is certainly wrong, otherwise 0."""
        return int(
            any(
                finding.group in ("contradictory", "dead", "wrong in play")
                for finding in self.findings
            )
        )


@define
class _Play:
    """The searches and their results so far; empty without play."""

    searched: SearchResult | None = None
    whole: WholeGame | None = None
    endless: tuple[Circle, ...] = ()
    clashing: tuple[Clash, ...] = ()
    idle: tuple[tuple[WrittenEffect, Played], ...] = ()
    seats: tuple[SeatsDecide, ...] = ()
    hunt: BreachSearch | None = None


@define
class _Steps:
    """The steps of a validation, each reported to `watch`, which may stop it."""

    watch: Watch
    done: int = 0
    stopped: bool = False

    def go_on(self) -> bool:
        """Report the steps done; returns whether the next one may begin."""
        try:
            if not self.stopped:
                self.watch(self.done, STEPS)
        except KeyboardInterrupt:
            self.stopped = True
        self.done += 1
        return not self.stopped

    def keep(self, work: Callable[[], object]) -> None:
        """Work until Ctrl-C or the end of a budget, which end the play."""
        try:
            work()
        except KeyboardInterrupt:
            self.stopped = True


def validation_of(
    loaded: Loaded,
    compiled: Compiled,
    seconds: float,
    seed: int,
    watch: Watch = lambda done, planned: None,
) -> ValidationResult:
    """
    Return contradictions, doubts and undefined cases by proof and by this many seconds of play.
    `loaded` is loaded with its lints. `watch` is called between the steps; one that stops it there
    leaves out the rest of the play, and what is known is proved without it.
    """
    subject = Subject(compiled, loaded.spans)
    doubtful = [doubt for doubt in loaded.diagnostics if is_doubt(doubt)]
    steps = _Steps(watch)
    play = _Play()
    keep_results()
    if seconds > 0:
        steps.keep(lambda: _play(play, subject, seconds, seed, steps))
    all_findings = findings(
        *(subject, play.searched, play.endless, play.clashing, play.idle, doubtful, play.whole),
        play.seats,
        shown := shown_by_examples(compiled),
        steps.keep,
    )
    steps.stopped |= len(shown.ran) < len(compiled.examples)
    known = _known(play, subject, seconds, steps)
    all_findings += (*breaches(subject, known), *_lost(loaded, seconds, seed, steps))
    allowed = allowances(loaded.files)
    kept = tuple(
        finding
        for finding in all_findings
        if finding.diagnostic is None or not is_allowed(allowed, finding.diagnostic)
    )
    questions = tuple(question for question in checklist(subject) if not question.by_text)
    left_out = len(all_findings) - len(kept)
    return ValidationResult(
        *(loaded, compiled, kept, play.searched, play.whole, questions, left_out, known),
        stopped=steps.stopped,
        ran=tuple(shown.ran),
    )


def _known(play: _Play, subject: Subject, seconds: float, steps: _Steps) -> tuple[Verdict, ...]:
    """Return the verdicts on the properties, if they were searched."""
    known, hunt = list[Verdict](), play.hunt
    if hunt is not None and steps.go_on():
        of_properties = seconds * SHARE_OF_PROPERTIES
        steps.keep(lambda: known.extend(verdicts(subject, hunt, of_properties)))
    return tuple(known)


def _lost(loaded: Loaded, seconds: float, seed: int, steps: _Steps) -> list[Finding]:
    lost, of_losses = list[Finding](), seconds * SHARE_OF_LOSSES
    if seconds > 0 and steps.go_on():
        steps.keep(lambda: lost.extend(_until_over(of_losses, _losses(loaded, of_losses, seed))))
    return lost


def _play(play: _Play, subject: Subject, seconds: float, seed: int, steps: _Steps) -> None:
    """Play, adding the result of each step."""
    compiled = subject.compiled
    collected = meetings(compiled.program)
    play.hunt = hunt = BreachSearch(compiled, seed)
    if seconds > 0 and steps.go_on():  # its engine is made before the time begins
        steps.keep(hunt.opening)
    until = time.process_time() + seconds
    if steps.go_on():
        with time_share(seconds * SHARE_OF_WHOLE):
            play.whole = hunt.search_all(seconds)
    if steps.go_on():
        with time_share(seconds * SHARE_OF_CIRCLES):
            play.endless = circles(compiled.program, seconds * SHARE_OF_CIRCLES, seed=seed)
    if not steps.go_on():
        return
    written = tuple(positions_of_examples(compiled, subject.spans))
    lines = lines_of(compiled.program, overlaps(subject))
    left = max(seconds * LEAST_OF_SEARCH, until - seconds * LATER - time.process_time())
    play.searched = search(
        compiled.program, left, seed=seed, meetings=collected, positions=written, lines=lines
    )
    if steps.go_on() and seconds >= WORTH_COMPILING and not hunt.bound:
        with time_share(seconds * SHARE_OF_MANY + GRACE):
            many_games(play.searched, hunt, seconds * SHARE_OF_MANY, seed)
    games = dict.fromkeys(play.searched.at_work.values())
    of_orders, of_seats = seconds * SHARE_OF_ORDERS / 2, seconds * SHARE_OF_SEATS
    if steps.go_on():
        play.clashing = _until_over(of_orders, clashes(compiled, collected))
    if steps.go_on():
        play.idle = _until_over(of_orders, useless(compiled.program, collected))
    if steps.go_on():
        play.seats = _until_over(of_seats, seat_orders(compiled, games, of_seats))


def _until_over(seconds: float, results: Iterable[T]) -> tuple[T, ...]:
    """Collect results for at most this many seconds, and return those that there are."""
    collected: list[T] = []
    with time_share(seconds):
        collected.extend(results)
    return tuple(collected)


def _losses(loaded: Loaded, seconds: float, seed: int) -> Iterator[Finding]:
    """Yield lines that no example misses, as far as the time reaches."""
    compiled = loaded.compiled
    if not seconds or compiled is None or not compiled.examples:
        return  # a text without examples leaves every line untested
    number = len(compiled.examples)
    by = f"{number} example{'s' * (number > 1)}, the claims and the laws"
    for loss in unnoticed.check(loaded, seconds, seed=seed):
        yield Finding("unnoticed", loss.message, loss, grade="searched", by=by)
