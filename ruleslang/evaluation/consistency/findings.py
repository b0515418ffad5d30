"""Collects the results of the analyses and the search, in one form and one order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ruleslang.evaluation.consistency.as_example import ExampleGoal
from ruleslang.evaluation.consistency.census import SHOWN, Shown, shown_by_examples
from ruleslang.evaluation.consistency.endless_play import (
    LONGEST,
    Circle,
    WholeGame,
    goes_on,
    loop_after,
    round_of,
)
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.missing_and_covered_rows import check as rows
from ruleslang.evaluation.consistency.nearest_game import (
    Nearness,
    Positions,
    cards_by_place,
    place_of,
    positions_of,
)
from ruleslang.evaluation.consistency.never_happens import check as never_happens
from ruleslang.evaluation.consistency.never_happens import is_same_fault
from ruleslang.evaluation.consistency.not_met import check as not_reached
from ruleslang.evaluation.consistency.not_met import games_tried, plural
from ruleslang.evaluation.consistency.orders import MOST_ALONE, Clash, order_decides
from ruleslang.evaluation.consistency.overruled import both_replace
from ruleslang.evaluation.consistency.overruled import check as overruled
from ruleslang.evaluation.consistency.search import Occurrence, SearchResult, start_of
from ruleslang.evaluation.consistency.seat_orders import SeatsDecide
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.program import Ending
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.walk import find, walk
from ruleslang.source.diagnostic import Diagnostic, Label, Message, Severity, advice, error, warning
from ruleslang.source.span import Span

Group: TypeAlias = Literal[
    "contradictory",
    "dead",
    "wrong in play",
    "endless",
    "doubtful",
    "decided by the engine",
    "not met",
    "unnoticed",
]

Grade: TypeAlias = Literal["proved", "searched", "not met"]
GRADES: tuple[Grade, ...] = ("proved", "searched", "not met")

TITLES: dict[Group, str] = {
    "contradictory": "contradict each other",
    "dead": "can never happen",
    "wrong in play": "goes wrong in play",
    "endless": "may never end",
    "doubtful": "doubtful in the text",
    "decided by the engine": "decided by the engine, not by a rule",
    "not met": "not reached in the games played",
    "unnoticed": "no example fails when this is changed",
}
LONG: tuple[Group, ...] = ("not met", "unnoticed")  # groups of lines that may be as they should
OF_TYPES = "by the rows, and the types of the values that they test"
OF_RULES = {"two-numbers", "two-bounds", "same-title", "two-units"}  # and not of wording


def is_doubt(diagnostic: Diagnostic) -> bool:
    """Test whether a report of `check` concerns the game: a warning, or advice about the rules."""
    return diagnostic.severity is not Severity.ADVICE or diagnostic.slug in OF_RULES


@frozen
class Finding:
    """
    Something that a validator should know, with a diagnostic if it concerns a line of the text.

    `often` is the number of games in which it happened. For something that happens in no game,
    `game` is the one that comes nearest, and `nearness` is how near.
    """

    group: Group
    message: str
    diagnostic: Diagnostic | None = None
    game: Game | None = None
    often: str = ""
    nearness: Nearness = "it happens"
    example: str = ""  # that can be pasted, and fails until its last line is written
    breaks: str = ""  # the title of the property that the game breaks
    grade: Grade = "proved"
    by: str = ""  # its proof, the bound of its search, or the games that did not meet it


def findings(
    subject: Subject,
    searched: SearchResult | None,
    circles: Iterable[Circle] = (),
    clashes: Iterable[Clash] = (),
    useless: Iterable[tuple[WrittenEffect, Game]] = (),
    warnings: Iterable[Diagnostic] = (),
    whole_search: WholeGame | None = None,
    seats: Iterable[SeatsDecide] = (),
    shown: Shown | None = None,
    keep: Callable[[Callable[[], object]], object] = lambda work: work(),
) -> tuple[Finding, ...]:
    """
    Return all findings, group by group, in the order of the text, with the `warnings` of `check`.

    `clashes` are pairs of rules that met in a game; `shown` is the evidence of the examples, which
    run here if it is `None`. `keep` does the work of proofs, and may leave the rest of it out.
    """
    shown = shown or shown_by_examples(subject.compiled)
    collected = [_clash(subject, clash) for clash in clashes]
    collected += [_seats(subject, seats_decide) for seats_decide in seats]
    collected += [_useless(subject, rule, game) for rule, game in useless]
    reached = shown.reached | set(() if searched is None else searched.at_work)
    never = list[Diagnostic]()
    keep(lambda: never.extend(never_happens(subject, reached)))
    collected += [_finding_of(diagnostic, "dead") for diagnostic in never]
    keep(lambda: collected.extend(_proved(subject, shown)))
    warnings = [doubt for doubt in warnings if not is_same_fault(doubt, never)]
    collected += _doubts(subject, warnings, () if searched is None else searched.seen)
    if searched is not None:
        dead = {place_of(one.diagnostic.span) for one in collected if one.diagnostic is not None}
        collected += _of_play(subject, searched, shown, dead)
    collected += [_endless(subject, circle) for circle in circles]
    collected += _stuck(subject, whole_search)
    collected = [_graded(finding, searched) for finding in _once_per_loop(collected)]
    if searched is not None:
        positions = positions_of(subject, searched)
        collected = [_placed(positions, finding) for finding in collected]
        collected = _with_hands(subject, searched, collected)
    order = [(group, grade) for group in TITLES for grade in GRADES]
    return tuple(sorted(collected, key=lambda one: order.index((one.group, one.grade))))


def _proved(subject: Subject, shown: Shown) -> Iterator[Finding]:
    for diagnostic in overruled(subject):
        yield _finding_of(diagnostic, "contradictory")
    yield from _replacing(subject, shown)
    for row in rows(subject):
        yield evolve(_finding_of(row, "doubtful"), by=OF_TYPES)


def _once_per_loop(collected: Sequence[Finding]) -> list[Finding]:
    """Return all findings, but only the strongest report of each loop."""
    reported = [(one, *_loop_reported(one)) for one in collected]
    strongest: dict[tuple[str, int], int] = {}
    for _, place, strength in reported:
        strongest[place] = max(strength, strongest.get(place, 0))
    return [one for one, place, strength in reported if strength in (0, strongest[place])]


def _loop_reported(finding: Finding) -> tuple[tuple[str, int], int]:
    """Return the place of the endless loop that a finding reports, and its strength; 0: no loop."""
    line = finding.diagnostic
    if line is None:
        return ("", 0), 0
    strength = 4 if line.slug == "never-ends" else 0
    if finding.group == "endless":  # the games that were cut off say less than any loop found
        strength = 3 if finding.message == STUCK else 1 if finding.often else 2
    return place_of(line.span), strength


def _stuck(subject: Subject, whole: WholeGame | None) -> Iterator[Finding]:
    """Yield the position from which no end is reached, if all were searched."""
    if whole is not None and whole.stuck is not None:
        loop = loop_after(subject.program, whole.stuck, LAST)
        span = subject.span(start_of(subject.program) if loop < 0 else loop)
        bound = f"all of {plural(whole.positions, 'position')}"
        if subject.program.options:
            bound += ", with the default options"
        stuck = Finding("endless", STUCK, without_end(span, STUCK), whole.stuck)
        yield evolve(stuck, grade="searched", by=bound)


def _graded(finding: Finding, searched: SearchResult | None) -> Finding:
    """Return a finding with what supports it, where that does not depend on the finding itself."""
    if finding.by:
        return finding
    if finding.group == "not met" and searched is not None:
        return evolve(finding, grade="not met", by=games_tried(searched))
    if finding.group == "doubtful" and finding.game is None:
        if finding.diagnostic is not None and finding.diagnostic.possible:
            return evolve(finding, grade="searched", by="the text, by `check`, not the games")
        return evolve(finding, by="by `check`, from the text")
    if finding.game is not None:
        return evolve(finding, grade="proved", by="by a game that was played")
    if finding.group == "decided by the engine":
        return evolve(
            finding, grade="searched", by="the conditions of both rules; no game had both acting"
        )
    return evolve(finding, grade="proved", by="from the text, for every position")


def _replacing(subject: Subject, shown: Shown) -> Iterator[Finding]:
    """Yield two cards that replace one event; games in which both did may be about two events."""
    together = [one.reached for one in shown.ran if one.result.passed]
    for diagnostic in both_replace(subject, together):
        found = evolve(_finding_of(diagnostic, "decided by the engine"), grade="searched")
        yield evolve(found, by="the conditions of both cards, not the games")


def _of_play(
    subject: Subject, searched: SearchResult, shown: Shown, dead: set[tuple[str, int]]
) -> Iterator[Finding]:
    """Yield findings of games, and of events that never happened, except at `dead` places."""
    for occurrence in searched.seen:
        is_shown = (occurrence.sort in SHOWN and occurrence.origin in shown.winners) or (
            occurrence.sort == "never anything" and occurrence.origin in shown.answered
        )
        may_end = occurrence.sort == "left" and _may_end(subject, occurrence, searched)
        known = occurrence.sort in LACKING and place_of(subject.span(occurrence.origin)) in dead
        if not (is_shown or may_end or known) and occurrence.sort != "two rows":
            yield _occurred(subject, occurrence)
    for answers, games in searched.silent.items():
        if len(answers) == 1 and (len(games) >= FEW or not searched.by_chance):
            yield _silent(subject, dict(answers), games)
    for diagnostic, around in not_reached(subject, searched, shown):
        if not dead & {place_of(diagnostic.span), place_of(around)}:
            yield _finding_of(diagnostic, "not met")


def _silent(subject: Subject, answers: Mapping[str, str], games: Sequence[Game]) -> Finding:
    """Return the finding that with an answer to an option no game ever asked anybody."""
    name, value = next(iter(answers.items()))
    origin = next(option.origin for option in subject.program.options if option.name == name)
    often = plural(len(games), "game")
    message = f"with `{value}` nobody was asked anything in {often}"
    diagnostic = warning("not-met", subject.span(origin), message)
    return evolve(_finding_of(diagnostic, "not met"), game=games[0], often=often)


def _useless(subject: Subject, rule: WrittenEffect, game: Game) -> Finding:
    often = f"this rule acted in {MOST_ALONE} games"
    message = f"{often}, and without it each of them went the same way"
    found = advice("not-met", subject.span(rule.effect.origin), message)
    by = "these games, played again without the rule"
    return evolve(_finding_of(found, "doubtful"), game=game, grade="searched", by=by)


def _doubts(
    subject: Subject, warnings: Iterable[Diagnostic], seen: Iterable[Occurrence]
) -> Iterator[Finding]:
    """Yield the warnings of `check`, with games in which a number occurred that has two rows."""
    games = {subject.span(one.origin): one.game for one in seen if one.sort == "two rows"}
    for diagnostic in warnings:
        yield evolve(_finding_of(diagnostic, "doubtful"), game=games.get(diagnostic.span))


def _finding_of(diagnostic: Diagnostic, group: Group) -> Finding:
    return Finding(group, diagnostic.message, diagnostic)


def _placed(positions: Positions, finding: Finding) -> Finding:
    """Return the finding with the game nearest to its lines, if it has none."""
    if finding.game is not None or finding.diagnostic is None:
        return finding
    diagnostic = finding.diagnostic
    spans = (diagnostic.span, *(label.span for label in diagnostic.labels), *diagnostic.also)
    near = next((nearest for span in spans if (nearest := positions.of(span)) is not None), None)
    return finding if near is None else evolve(finding, game=near.game, nearness=near.nearness)


def _with_hands(
    subject: Subject, searched: SearchResult, collected: list[Finding]
) -> list[Finding]:
    """Return findings on cards without a game, with one in which such a card is in a hand."""
    cards = cards_by_place(subject)
    places = [
        None
        if finding.game is not None or finding.diagnostic is None
        else cards.get(place_of(finding.diagnostic.span))
        for finding in collected
    ]
    return [
        finding
        if card is None or card not in searched.in_hand
        else evolve(finding, game=searched.in_hand[card], nearness="the card is in a hand")
        for card, finding in zip(places, collected, strict=True)
    ]


# ---------------------------------------------------------------- what happened in play


def not_decided(span: Span, message: str) -> Diagnostic:
    """Report what happened in a game that the text does not determine."""
    return warning("not-decided", span, message, help="write a rule for this case")


def match_stops(span: Span, fault: str) -> Diagnostic:
    """Report that the rules could not continue in a game."""
    return error("match-stops", span, f"the match stops here: {fault}")


def without_end(span: Span, message: str) -> Diagnostic:
    """Report that only the decision cap ended a game, or nothing did."""
    return warning("without-end", span, message, help="write a rule that ends it")


def nothing_to_choose(span: Span, window: Span | None, message: str) -> Diagnostic:
    """Report that nobody could choose anything at a question, or in a window, in any game."""
    labels = () if window is None else (Label(window, "the window"),)
    return advice("not-met", span, message, labels=labels)


NOTHING_TO_CHOOSE = "players reached this in {} and had nothing to choose"
CAPPED = "only the decision cap ended the match"
CAP_MAY_DO = "write a rule that ends it, or allow it here if the cap is intended"
STUCK = "only the decision cap can end a match from this position"
GOES_ON = "none of {} ended; one was continued for 30,000 more decisions"
RUNS_ON = "this line ran over 20,000 times without a decision, until the time was over"
MORE = 30_000
MOST_LABELS = 3  # lines that fill the zones of another
FEW = 3  # games that did not end, which may be chance
LAST = 60  # decisions before the end of a game that the description of its loop covers
NOT_DECIDED: dict[str, str] = {
    "nobody to choose": "there is nothing to choose: the rest of this body is skipped",
    "no branch is open": "none of these can be chosen: the rest of this body is skipped",
    "nothing to do": "none of this can be done: the rest of this body is skipped",
    "nothing to pick": "there is nothing to pick: the rest of this body is skipped",
    "nothing to move": "the zone is empty, so no card is moved",
    "too few to move": "there are fewer cards than requested: only those are moved",
    "no piece to move": "there is no such piece, so none is moved",
    "tie": "several are equally good, and `then order` takes the first in the text",
    "first of several": "these are several: the order of the text or of the seats takes the first",
    "even": "the two are equal here, and the last line decides for one of them",
    "nobody to win": "nobody is in this set, so nobody wins",
    "part of a team": "a player wins here without the others of the team",
}
DOUBTFUL: dict[str, str] = {
    "tie": "keep it if the printed rule breaks the tie so",
    "part of a team": "if teams win together, write `members(team(p)) win`",
}
LACKING = ("nobody to choose", "nothing to move", "too few to move", "no piece to move")

winner_not_paid_more = Message(
    "winner-not-paid-more",
    "a player who wins has {much} of this payoff {than} one who does not",
    help="use the same condition for the payoff and the winner",
    severity=Severity.WARNING,
)


def _clash(subject: Subject, clash: Clash) -> Finding:
    pair, message = clash.pair, f"two rules act {clash.pair.moment}, and"
    first, second = (subject.span(rule.effect.origin) for rule in (pair.first, pair.second))
    if pair.by_stage:
        name, both, alone = clash.shown[0]
        message += f" one of them cancels the other: `{name}` is {both}, and"
        diagnostic = order_decides(first, second, f"{message} {alone} without it", by_stage=True)
        return Finding("decided by the engine", diagnostic.message, diagnostic, clash.game)
    message += f" their order in the text decides: {_both_outcomes(clash.shown)}"
    diagnostic = order_decides(first, second, message)
    return Finding("contradictory", diagnostic.message, diagnostic, clash.game)


def _both_outcomes(shown: Iterable[tuple[str, str, str]]) -> str:
    """Return the outcomes of this order and of the other one."""
    return "; ".join(f"`{name}` is {here}, else {there}" for name, here, there in shown)


def _seats(subject: Subject, seats_decide: SeatsDecide) -> Finding:
    shown = _both_outcomes(seats_decide.shown)
    message = f"the order of the seats decides the result of this loop: {shown}"
    diagnostic = not_decided(subject.span(seats_decide.loop.origin), message)
    return Finding("decided by the engine", message, diagnostic, seats_decide.game)


def _occurred(subject: Subject, occurrence: Occurrence) -> Finding:
    often = f"{occurrence.games:,} of {occurrence.among:,} games"
    span = subject.span(occurrence.origin) if occurrence.origin >= 0 else None
    if occurrence.sort == "fault":
        diagnostic = None if span is None else match_stops(span, occurrence.message)
        return Finding("wrong in play", occurrence.message, diagnostic, occurrence.game, often)
    if occurrence.sort in ("capped", "left"):
        is_capped, games = occurrence.sort == "capped", plural(occurrence.among, "game")
        message = CAPPED if is_capped else GOES_ON.format(games)
        since = max(0, occurrence.game.decisions - LAST)
        loop, _ = round_of(subject.program, occurrence.game, since)
        span = span if loop < 0 else subject.span(loop)
        diagnostic = None if span is None else without_end(span, message)
        by = "the cap on decisions" if is_capped else f"{MORE:,} decisions more"
        if diagnostic is not None and is_capped and subject.program.ending != Ending():
            diagnostic = advice("without-end", diagnostic.span, message, help=CAP_MAY_DO)
        grade: Grade = "proved" if is_capped else "searched"
        return Finding("endless", message, diagnostic, occurrence.game, often, grade=grade, by=by)
    if occurrence.sort == "runs on":
        there = None if span is None else without_end(span, RUNS_ON)
        by = "the time for games ended there"
        return Finding("endless", RUNS_ON, there, occurrence.game, often, grade="searched", by=by)
    if occurrence.sort in ("paid less", "paid the same"):
        return _paid_no_more(subject, occurrence, often)
    if occurrence.sort == "never anything":
        message = NOTHING_TO_CHOOSE.format(plural(occurrence.games, "game"))
        window = _window(subject, occurrence.origin)
        diagnostic = None if span is None else nothing_to_choose(span, window, message)
        return Finding("not met", message, diagnostic, occurrence.game, often)
    message = NOT_DECIDED[occurrence.sort]
    diagnostic = None if span is None else not_decided(span, message)
    if diagnostic is not None and occurrence.sort in DOUBTFUL:
        diagnostic = evolve(diagnostic, help=DOUBTFUL[occurrence.sort])
        return Finding("doubtful", message, diagnostic, occurrence.game, often)
    if diagnostic is not None and occurrence.sort in LACKING:
        diagnostic = evolve(diagnostic, labels=supply(subject, occurrence.origin))
    return Finding("decided by the engine", message, diagnostic, occurrence.game, often)


def _paid_no_more(subject: Subject, occurrence: Occurrence, often: str) -> Finding:
    wins = [node.origin for node in find(subject.program, s.Wins) if node.players != e.MakeSet(())]
    labels = tuple(Label(subject.span(origin), "who wins") for origin in wins)
    less = occurrence.sort == "paid less"
    much, than = ("less", "than") if less else ("as much", "as")
    diagnostic = winner_not_paid_more(subject.span(occurrence.origin), much=much, than=than)
    diagnostic = evolve(diagnostic, labels=labels)
    group: Group = "contradictory" if less else "doubtful"  # equal: a tie-break may decide
    return Finding(group, diagnostic.message, diagnostic, occurrence.game, often)


def _may_end(subject: Subject, occurrence: Occurrence, searched: SearchResult) -> bool:
    """Return whether games that were left before their end came to one, or this one does."""
    if searched.ended or searched.ended_at_random or searched.left < FEW:
        return True
    return not goes_on(subject.program, occurrence.game, MORE)


def _window(subject: Subject, origin: int) -> Span | None:
    """Return the window that a line opens, if it opens one."""
    opened = {
        statement.window
        for statement in find(subject.program, s.OpenWindow)
        if statement.origin == origin
    }
    return next((subject.span(w.origin) for w in subject.program.windows if w.name in opened), None)


def supply(subject: Subject, origin: int) -> tuple[Label, ...]:
    """
    Return labels for the lines that fill the zones, and declare the pieces, that a line reads.
    Where they are more than `MOST_LABELS`, there are none.
    """
    reads = [
        part
        for node in walk(subject.program)
        if isinstance(node, s.Statement | s.Question) and node.origin == origin
        for own in own_parts(node)
        for part in walk(own)
    ]
    zones = {part.name for part in reads if isinstance(part, e.ReadZone)}
    filled = [
        node.origin
        for node in find(subject.program, s.MoveCards)
        if node.target.name in zones and node.origin != origin
    ]
    labels = [Label(subject.span(line), "cards come here") for line in dict.fromkeys(filled)]
    if any(isinstance(part, e.CallBuiltIn) and part.function == "pieces" for part in reads):
        labels += [
            Label(subject.span(piece.origin), "the pieces") for piece in subject.program.pieces
        ]
    return tuple(labels) if len(labels) <= MOST_LABELS else ()


def to_show(collected: Iterable[Finding]) -> dict[int, ExampleGoal]:
    """Return the findings that happened at a line and that an example can show, by their places."""
    return {
        place: ExampleGoal(
            finding.game,
            finding.diagnostic.span,
            finding.group == "wrong in play",
            f"breaks: {finding.breaks}"
            if finding.breaks
            else finding.message.partition(":")[0].replace('"', "'"),
            finding.breaks,
        )
        for place, finding in enumerate(collected)
        if finding.group in ("wrong in play", "decided by the engine")
        and finding.game is not None
        and finding.diagnostic is not None
    }


def _parts_that_are_equal(subject: Subject) -> str:
    """Return the parts that are equal in positions that count as alike."""
    program = subject.program
    parts = {"states": program.states, "places of pieces": program.pieces}
    parts |= {"numbers of cards": program.zones, "numbers of dice": program.dice}
    *others, last = [name for name, declared in parts.items() if declared] or ["questions"]
    return f"equal {', '.join(others)}{' and ' if others else ''}{last}"


def _endless(subject: Subject, circle: Circle) -> Finding:
    ending = subject.program.ending
    same = _parts_that_are_equal(subject) if circle.alike else "the same position"
    message = f"{same} occurred {circle.times} times within {circle.game.decisions:,} decisions:"
    report, help = warning, ""
    if ending == Ending():
        message += " players who keep doing this may never end the match"
    else:
        message += f" only the cap of {ending.decisions:,} decisions ends such a match"
        report, help = advice, CAP_MAY_DO
    lines = [origin for origin in (circle.loop, *circle.chosen) if origin >= 0]
    found = Finding("endless", message, game=circle.game, by="a repeated position")
    if circle.alike:
        by = f"{LONGEST:,} decisions more that did not end it"
        found = evolve(found, grade="searched", by=by)
    if not lines:
        return found
    labels = [Label(subject.span(origin), "this is done in each round") for origin in lines[1:]]
    diagnostic = report("without-end", subject.span(lines[0]), message, help=help or None)
    return evolve(found, diagnostic=evolve(diagnostic, labels=tuple(labels)))
