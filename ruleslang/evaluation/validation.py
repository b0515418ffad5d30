"""Checks whether a rulebook is complete and consistent, by proof and by play."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.evaluation.consistency.census import lines_of
from ruleslang.evaluation.consistency.checklist import Question, checklist
from ruleslang.evaluation.consistency.endless_play import Circle, WholeGame, circles, whole_game
from ruleslang.evaluation.consistency.findings import Finding, findings, is_doubt
from ruleslang.evaluation.consistency.games import Game as Played
from ruleslang.evaluation.consistency.games import positions_of_examples
from ruleslang.evaluation.consistency.orders import Clash, Meetings, clashes, meetings, useless
from ruleslang.evaluation.consistency.properties import Verdict, breaches, verdicts
from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.evaluation.consistency.seat_orders import SeatsDecide, seat_orders
from ruleslang.evaluation.mutation import unnoticed
from ruleslang.language.checks.queries.ladders import overlaps
from ruleslang.language.checks.subject import Subject
from ruleslang.library.allowances import allowances, is_allowed
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.program import Compiled
from ruleslang.source.budget import SECONDS, budget

SLACK = 3  # times what was asked for, before the budget ends it
SHARE_OF_CIRCLES = 0.25  # of the time, for matches without end
SHARE_OF_LOSSES = 0.2  # of the time, beyond it, for lines that no example misses
SHARE_OF_SEATS = 0.1  # of the time, beyond it, for games in another order of the seats
SHARE_OF_PROPERTIES = 0.15  # of the time, beyond it, for positions that break a property
SHARE_OF_WHOLE = 0.15  # of the time, beyond it, for all positions of a game without chance


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
        """1 if something is certainly wrong, else 0."""
        return int(
            any(
                finding.group in ("contradictory", "dead", "wrong in play")
                for finding in self.findings
            )
        )


@frozen
class _Play:
    """What was searched and what it showed; without play, nothing."""

    searched: SearchResult | None = None
    whole: WholeGame | None = None
    endless: tuple[Circle, ...] = ()
    clashing: tuple[Clash, ...] = ()
    idle: tuple[tuple[WrittenEffect, Played], ...] = ()
    seats: tuple[SeatsDecide, ...] = ()
    met: Meetings | None = None


def validation_of(
    loaded: Loaded, compiled: Compiled, seconds: float, seed: int
) -> ValidationResult:
    """
    What is wrong with a rulebook, doubtful or open, by proof and by this many seconds of play.

    `loaded` is loaded with its lints.
    """
    subject = Subject(compiled, loaded.spans)
    doubtful = [finding for finding in loaded.diagnostics if is_doubt(finding)]
    play = _Play()
    if seconds > 0:
        with budget(SLACK * (seconds + SECONDS)):
            play = _games_played(subject, seconds, seed)
    all_findings = findings(
        subject,
        play.searched,
        play.endless,
        play.clashing,
        play.idle,
        doubtful,
        play.met,
        play.whole,
        play.seats,
    )
    known = verdicts(subject, seconds * SHARE_OF_PROPERTIES, seed=seed) if seconds > 0 else ()
    all_findings += tuple(breaches(subject, known))
    all_findings += tuple(_losses(loaded, seconds * SHARE_OF_LOSSES, seed))
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
    compiled = subject.compiled
    met = meetings(compiled.program)
    whole = whole_game(compiled.program, seconds * SHARE_OF_WHOLE)
    endless = circles(compiled.program, seconds * SHARE_OF_CIRCLES, seed=seed)
    share = 1 - SHARE_OF_CIRCLES
    written = tuple(positions_of_examples(compiled, subject.spans))
    lines = lines_of(compiled.program, overlaps(subject))
    searched = search(
        compiled.program, seconds * share, seed=seed, meetings=met, positions=written, lines=lines
    )
    games = dict.fromkeys(searched.at_work.values())
    return _Play(
        searched,
        whole,
        endless,
        tuple(clashes(compiled, met)),
        tuple(useless(compiled.program, met)),
        tuple(seat_orders(compiled, games, seconds * SHARE_OF_SEATS)),
        met,
    )


def _losses(loaded: Loaded, seconds: float, seed: int) -> Iterator[Finding]:
    """Lines that no example misses, as far as the time reaches."""
    compiled = loaded.compiled
    if not seconds or compiled is None or not compiled.examples:
        return  # of a text without examples it is so of every line
    number = len(compiled.examples)
    by = f"{number} example{'s' * (number > 1)}, the claims and the laws"
    for loss in unnoticed.check(loaded, seconds, seed=seed):
        yield Finding("unnoticed", loss.message, loss, grade="searched", by=by)
