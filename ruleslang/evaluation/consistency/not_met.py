"""
Reports what no game covered: lines never run, choices never made or possible, paths never taken.

Lines that need a value of an option that no game was played with are left out, since there is no
evidence about them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from ruleslang.evaluation.consistency.census import Shown
from ruleslang.evaluation.consistency.search import SearchResult
from ruleslang.explanation.examples.coverage import coverage, ways_on
from ruleslang.language.checks.queries.call_graph import Node, graph, in_play
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.apply_settings import value_of_option
from ruleslang.program.constant_folding import Folding, NotConstant
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

NOT_OPEN = "not open in {}, in which players came to this question {:,} times"
NOT_TAKEN = "play reached this {:,} times in {}, and the condition did not hold"
ENOUGH = 5  # games that came to their end, without which what was not so may be yet to come
# In the order in which they are reported.
SORTS = "action", "play", "window", "procedure", "phase", "check", "effects"
LONGEST_HEAD = 60
BESIDE = re.compile(r"\s*(?:\[[^\]]*\]|#|\bdesigned$).*")  # the marks beside a line
OFTEN = 100  # times that play came past what it never took


def not_met(span: Span, name: str, fate: str) -> Diagnostic:
    """Report that no game reached something, or nobody chose it."""
    return advice("not-met", span, f"`{name}` was {fate}")


def plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def games_tried(searched: SearchResult) -> str:
    """Return how many games the findings are based on, and with which values of options."""
    left, played = len(searched.not_tried), f"in {plural(searched.games, 'game')}"
    if searched.different < searched.games - searched.cut:
        played += f", {searched.different:,} of them different"
    return f"{played}; {plural(left, 'option value')} not tried" if left else played


def check(
    subject: Subject, searched: SearchResult, shown: Shown | None = None
) -> Iterator[tuple[Diagnostic, Span]]:
    """
    Yield choices open to nobody, paths never taken, and lines that never ran or were never chosen,
    each with the line around it, on which it depends. Anything that an example shows, or a game
    that begins in the position of one, is left out. The questions that were most often asked in
    vain come first, then lines that nobody played or chose, and last those that depend on more than
    a choice.
    """
    actions = {action.origin: action.name for action in subject.program.actions}
    branches = {branch.origin: branch.name for branch in find(subject.program, s.Branch)}
    shown, games = Shown() if shown is None else shown, plural(searched.games, "game")
    numbers = {*searched.at_work, *shown.reached}
    ran = {part.origin for at, part in enumerate(parts_of(subject.program).all) if at in numbers}
    for origin, times in sorted(searched.never_open.items(), key=lambda item: -item[1]):
        if origin in shown.open | ran:
            continue
        name = actions.get(origin) or branches[origin]
        diagnostic = not_met(subject.span(origin), name, NOT_OPEN.format(games, times))
        yield diagnostic, diagnostic.span
    if searched.cut < searched.games:  # if all games were cut off, nothing is reported
        done = set(coverage(subject.program, shown.reached).reached)
        unmet = _never_run(subject, searched, numbers, done)
        for _, diagnostic in sorted(unmet, key=lambda one: SORTS.index(one[0])):
            yield diagnostic, diagnostic.span
    if searched.ended >= ENOUGH:
        yield from _not_taken(subject, searched, numbers)
        yield from _out_of_play(subject, searched)


def _out_of_play(subject: Subject, searched: SearchResult) -> Iterator[tuple[Diagnostic, Span]]:
    """Yield cards that were in no zone in any game, and pieces that were on no space."""
    lacking, games = searched.made - searched.in_play, plural(searched.games, "game")
    cards = [card for card in subject.program.definitions if card.name in lacking]
    for origin in dict.fromkeys(card.origin for card in cards if card.origin >= 0):
        first, *others = (card.written or card.name for card in cards if card.origin == origin)
        more = f", like {len(others):,} others of the same deck" if others else ""
        span = subject.span(origin)
        yield not_met(span, first, f"in no zone in {games}{more}"), span
    for piece in subject.program.pieces:
        if piece.name in lacking and piece.origin >= 0:
            span = subject.span(piece.origin)
            yield not_met(span, piece.name, f"on no space in {games}"), span


def _not_taken(
    subject: Subject, searched: SearchResult, reached: Set[int]
) -> Iterator[tuple[Diagnostic, Span]]:
    """Yield rows, branches and loops that no game took, of what games often came past."""
    number, asked = parts_of(subject.program).number, _Asked(subject, searched)
    seldom = [
        (times, first.origin, where.origin)
        for where, first in ways_on(subject.program)
        if (times := searched.reached[number(where)]) >= OFTEN
        and number(first) not in reached
        and first.origin not in searched.never_open
        and first.origin >= 0
        and asked.may_be(_condition(where, first))
    ]
    games = plural(searched.games, "game")
    for times, origin, around in sorted(seldom, key=lambda way: -way[0]):
        diagnostic = advice("not-met", subject.span(origin), NOT_TAKEN.format(times, games))
        yield diagnostic, subject.span(around) if around >= 0 else diagnostic.span


def _condition(where: Part, first: Part) -> e.Expr | None:
    """Return the conditions for a path, as far as they matter; the last row is for all others."""
    match where, first:
        case d.Value(), d.ValueCase(condition=condition):
            return e.Literal(False) if condition is None else condition
        case s.If(condition, then), _ if then and then[0] is first:
            return condition
        case s.Depending(subject), _:
            return subject
    return None


def _never_run(
    subject: Subject, searched: SearchResult, numbers: Set[int], done: Set[str]
) -> Iterator[tuple[str, Diagnostic]]:
    """Yield definitions that no game reached, and offered actions not chosen, by their sort."""
    program, asked = subject.program, _Asked(subject, searched)
    apart = _out_of_reach(subject, asked)
    never_open = {
        f"action {action.name}"
        for action in program.actions
        if action.origin in searched.never_open
    }
    covered = coverage(program, numbers)
    bound = {subject.span(state.origin) for state in program.states}
    games = plural(searched.games, "game")
    reached = set(covered.reached)
    for action in program.actions:
        offered, chosen = action.name in searched.offered, action.name in searched.chosen
        named = f"action {action.name}"
        if offered and not chosen and named in reached and named not in done:
            fate = f"offered, but not chosen in {games}"
            yield "action", not_met(subject.span(action.origin), action.name, fate)
    for name, origin in zip(covered.never, covered.never_at, strict=True):
        sort = name.partition(" ")[0]
        read_elsewhere = sort == "value"  # by reports and views
        if origin >= 0 and origin not in apart and name not in never_open and not read_elsewhere:
            span = subject.span(origin)
            head = _head(span.text) if sort in ("effects", "play") else name
            head = name if head == sort else head  # as `play` alone says of no card
            if span not in bound:  # a state that is `only in` a zone: that it never went back
                yield sort, not_met(span, head, f"not reached in {games}")


def _head(line: str) -> str:
    """Return the parts of a line that distinguish rules, without its citations."""
    head = BESIDE.sub("", line).strip()
    return head if len(head) <= LONGEST_HEAD else f"{head[:LONGEST_HEAD]}…"


def _out_of_reach(subject: Subject, asked: _Asked) -> set[int]:
    """Return the origins of what no game could reach, by the answers and seats that games had."""
    program, run = subject.program, in_play(subject)
    with_hands = _without_automatic_seats(subject)
    apart = {
        procedure.origin
        for procedure in program.procedures
        if Node("procedure", procedure.name) not in run & with_hands or not asked.has(procedure)
    }
    apart |= {play.origin for play in program.plays if Node("play", play.name) not in with_hands}
    for standing in subject.standings:
        conditions = [effect_traits(effect).condition for effect in standing.effects]
        seldom = asked.games_with(standing.condition) < min(ENOUGH, asked.games)
        if seldom or all(map(_needs_automatic, conditions)):
            apart.add(standing.origin)
    return apart


def _without_automatic_seats(subject: Subject) -> set[Node]:
    """Return the parts of a program that a match may run, with all seats deciding."""
    table = graph(subject)
    barred = {
        Node("hook", hook.id) for hook in subject.hooks.values() if _needs_automatic(hook.condition)
    }
    waiting = [table.start, *(node for node in table.blocks if node.kind == "whenever")]
    reached: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node not in reached | barred:
            reached.add(node)
            waiting += [edge.target for edge in table.edges.get(node, ())]
    return reached


def _needs_automatic(condition: e.Expr | None) -> bool:
    """Return whether a condition asks for a seat that never decides; no game is played with one."""
    if isinstance(condition, e.And):
        return _needs_automatic(condition.left) or _needs_automatic(condition.right)
    return isinstance(condition, e.IsAutomatic)


class _Asked:
    """The answers to options with which games were played."""

    def __init__(self, subject: Subject, searched: SearchResult) -> None:
        options = subject.program.options
        values = {value.name: value for value in subject.program.values}
        words = {word.name: len(word.words) for word in subject.program.words}
        self._places = [
            {
                option.name: option.values.index(
                    answers.get(option.name, option.values[option.default])
                )
                for option in options
            }
            for answers in map(dict, searched.answers)
        ]
        self._games, self.games = [*searched.answers.values()], searched.games
        settings = (
            {option.name: value_of_option(option, places[option.name]) for option in options}
            for places in self._places
        )
        self._folders = [Folding(values.get, words, answered) for answered in settings]

    def has(self, procedure: d.Procedure) -> bool:
        """Return whether there was such a procedure in a game."""
        under = procedure.only_under
        return under is None or any(places[under.option] in under.values for places in self._places)

    def games_with(self, condition: e.Expr | None) -> int:
        """Return the games whose answers leave it open that a condition holds."""
        return sum(
            games
            for folder, games in zip(self._folders, self._games, strict=True)
            if condition is None or _may_be(folder, condition)
        )

    def may_be(self, condition: e.Expr | None) -> bool:
        """Return whether the answers of some game leave it open that a condition holds."""
        return condition is None or any(_may_be(folder, condition) for folder in self._folders)


def _may_be(folder: Folding, condition: e.Expr) -> bool:
    if isinstance(condition, e.And):
        return _may_be(folder, condition.left) and _may_be(folder, condition.right)
    try:
        return folder.fold(condition, {}) is not False
    except NotConstant:
        return True
