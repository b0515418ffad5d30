"""Checks whether a rulebook is complete and consistent, by proof and by play."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from attrs import frozen

from ruleslang.evaluation.consistency.census import lines_of
from ruleslang.evaluation.consistency.checklist import Question, checklist
from ruleslang.evaluation.consistency.endless_play import Circle, WholeGame, circles
from ruleslang.evaluation.consistency.findings import Finding, findings, is_doubt
from ruleslang.evaluation.consistency.games import Game as Played
from ruleslang.evaluation.consistency.games import positions_of_examples
from ruleslang.evaluation.consistency.orders import Clash, clashes, meetings, useless
from ruleslang.evaluation.consistency.properties import BreachSearch, Verdict, breaches, verdicts
from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.evaluation.consistency.seat_orders import SeatsDecide, seat_orders
from ruleslang.evaluation.mutation import unnoticed
from ruleslang.language.checks.queries.chains_of_range_tests import overlaps
from ruleslang.language.checks.subject import Subject
from ruleslang.library.allowed_lints import allowances, is_allowed
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.program import Compiled
from ruleslang.source.budget import time_share

T = TypeVar("T")

# Shares of the time for games, in this order; unused time goes to the later ones.
SHARE_OF_WHOLE = 0.1  # for all positions of a game without chance
SHARE_OF_CIRCLES = 0.2  # for matches without end
SHARE_OF_ORDERS = 0.1  # for what two rules of one moment come to in the other order
SHARE_OF_SEATS = 0.05  # for games in another order of the seats
SHARE_OF_PROPERTIES = 0.1  # for positions that break a property
SHARE_OF_LOSSES = 0.1  # for lines that no example misses
LEAST_OF_SEARCH = 0.4
LATER = SHARE_OF_ORDERS + SHARE_OF_SEATS + SHARE_OF_PROPERTIES + SHARE_OF_LOSSES


@frozen
class ValidationResult:
    """
    The findings about one rulebook, and the play behind them.

    `findings` are in the order of their groups, `questions` what the text leaves to the language.
    `searched` and `whole` are `None` where nothing was played; `allowed` counts findings that a
    remark of the text allows.
    """

    loaded: Loaded
    compiled: Compiled
    findings: tuple[Finding, ...]
    searched: SearchResult | None
    whole: WholeGame | None
    questions: tuple[Question, ...]
    allowed: int
    properties: tuple[Verdict, ...] = ()

    @property
    def status(self) -> int:
        """1 if something is certainly wrong, otherwise 0."""
        return int(
            any(
                finding.group in ("contradictory", "dead", "wrong in play")
                for finding in self.findings
            )
        )


@frozen
class _Play:
    """The searches and their results; empty without play."""

    searched: SearchResult | None = None
    whole: WholeGame | None = None
    endless: tuple[Circle, ...] = ()
    clashing: tuple[Clash, ...] = ()
    idle: tuple[tuple[WrittenEffect, Played], ...] = ()
    seats: tuple[SeatsDecide, ...] = ()
    hunt: BreachSearch | None = None


def validation_of(
    loaded: Loaded, compiled: Compiled, seconds: float, seed: int
) -> ValidationResult:
    """
    Finds contradictions, doubts and undefined cases by proof and by this many seconds of play.

    `loaded` is loaded with its lints.
    """
    subject = Subject(compiled, loaded.spans)
    doubtful = [finding for finding in loaded.diagnostics if is_doubt(finding)]
    play = _games_played(subject, seconds, seed) if seconds > 0 else _Play()
    all_findings = findings(
        subject,
        play.searched,
        play.endless,
        play.clashing,
        play.idle,
        doubtful,
        play.whole,
        play.seats,
    )
    known: tuple[Verdict, ...] = ()
    if play.hunt is not None:
        known = verdicts(subject, play.hunt, seconds * SHARE_OF_PROPERTIES)
    all_findings += tuple(breaches(subject, known))
    all_findings += _until_over(
        seconds * SHARE_OF_LOSSES, _losses(loaded, seconds * SHARE_OF_LOSSES, seed)
    )
    allowed = allowances(loaded.files)
    kept = tuple(
        finding
        for finding in all_findings
        if finding.diagnostic is None or not is_allowed(allowed, finding.diagnostic)
    )
    questions = tuple(finding for finding in checklist(subject) if not finding.by_text)
    left_out = len(all_findings) - len(kept)
    return ValidationResult(
        loaded, compiled, kept, play.searched, play.whole, questions, left_out, known
    )


def _games_played(subject: Subject, seconds: float, seed: int) -> _Play:
    compiled, until = subject.compiled, time.process_time() + seconds
    collected = meetings(compiled.program)
    hunt, whole = BreachSearch(compiled, seed), None
    endless: tuple[Circle, ...] = ()
    with time_share(seconds * SHARE_OF_WHOLE):
        whole = hunt.search_all(seconds)
    with time_share(seconds * SHARE_OF_CIRCLES):
        endless = circles(compiled.program, seconds * SHARE_OF_CIRCLES, seed=seed)
    written = tuple(positions_of_examples(compiled, subject.spans))
    lines = lines_of(compiled.program, overlaps(subject))
    left = max(seconds * LEAST_OF_SEARCH, until - seconds * LATER - time.process_time())
    searched = search(
        compiled.program, left, seed=seed, meetings=collected, positions=written, lines=lines
    )
    games = dict.fromkeys(searched.at_work.values())
    of_orders, of_seats = seconds * SHARE_OF_ORDERS / 2, seconds * SHARE_OF_SEATS
    return _Play(
        searched,
        whole,
        endless,
        _until_over(of_orders, clashes(compiled, collected)),
        _until_over(of_orders, useless(compiled.program, collected)),
        _until_over(of_seats, seat_orders(compiled, games, of_seats)),
        hunt,
    )


def _until_over(seconds: float, results: Iterable[T]) -> tuple[T, ...]:
    """The results that exist when the time is over."""
    collected: list[T] = []
    with time_share(seconds):
        collected.extend(results)
    return tuple(collected)


def _losses(loaded: Loaded, seconds: float, seed: int) -> Iterator[Finding]:
    """Lines that no example misses, as far as the time reaches."""
    compiled = loaded.compiled
    if not seconds or compiled is None or not compiled.examples:
        return  # a text without examples leaves every line untested
    number = len(compiled.examples)
    by = f"{number} example{'s' * (number > 1)}, the claims and the laws"
    for loss in unnoticed.check(loaded, seconds, seed=seed):
        yield Finding("unnoticed", loss.message, loss, grade="searched", by=by)
