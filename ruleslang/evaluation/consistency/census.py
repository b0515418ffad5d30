"""
Finds cases that the text leaves undefined while a match is played: the engine settled them.

Such cases are a question with nothing to choose, a draw from an empty pile, a tie that the order of
the text or of the seats settled, and an empty set of winners. `Census` observes the statements and
questions of a match, and reports the line of each such case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Literal, TypeAlias, TypeVar, cast

from attrs import define, evolve, field, frozen

from ruleslang.engine.match.decision import LegalMove
from ruleslang.engine.match.interface import Begun, Match, Observer, Offer, Offered
from ruleslang.engine.match.runtime_values import Card, Env, Piece, Value
from ruleslang.evaluation.consistency.draws import counted, drawing_from, tested
from ruleslang.explanation.examples.run_examples import Ran, run_example
from ruleslang.language.checks.queries.chains_of_range_tests import Overlap
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import slot_fields
from ruleslang.program.program import Compiled, Program
from ruleslang.program.traits.effects import blocks_of
from ruleslang.program.typing.environment import Scope, World, scope_of, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import alike, children, find, rebuilt, walk

Gap: TypeAlias = Literal[
    "nobody to choose",
    "no branch is open",
    "nothing to do",
    "nothing to pick",
    "nothing to move",
    "too few to move",
    "no piece to move",
    "tie",
    "first of several",
    "nobody to win",
    "part of a team",
    "even",
    "two rows",
]
SHOWN: tuple[Gap, ...] = ("nobody to win", "even", "too few to move")  # that an example decides

Asking: TypeAlias = s.Choose | s.MayChoose | s.Offer | s.Menu | s.OpenWindow

YES = e.Literal(True)
Sets: TypeAlias = Mapping[int, tuple[e.Expr, ...]]  # by the origin of a line
Winners: TypeAlias = Mapping[int, tuple[int, e.Expr]]


@frozen
class Lines:
    """
    Facts about the lines of a program that are known before it is played.

    `firsts` has the sets of which a line takes the first, `first_winners` the local of such a
    winner and the candidates, `asks_if_empty` the lines that draw from a zone that their body tests
    for being empty, `counts` those that draw from a zone whose cards it counts, `ties` the
    comparisons that leave a tie undecided.
    """

    firsts: Sets = field(factory=dict)
    first_winners: Winners = field(factory=dict)
    asks_if_empty: frozenset[int] = frozenset()
    counts: frozenset[int] = frozenset()
    ties: Mapping[int, tuple[Tie, ...]] = field(factory=dict)


@define
class Census:
    """
    Hears of one match, and notes what of it no rule decides, with the line.

    `asked` hears of each question and window whether there is anything to choose. `could` hears of
    what; its line is `None` where the same line offers again after something was done.
    """

    note: Callable[[Gap, int], None]
    lines: Lines
    asked: Callable[[int, bool], None] = lambda origin, anything: None
    could: Callable[[Asking | None, tuple[Offer, ...]], None] = lambda node, offers: None
    asking: Asking | None = field(default=None, init=False)  # the question under way

    def statement(self, match: Match, begun: Begun) -> None:
        """Note whether there is anything for a line to work on that is about to run."""
        node, locals = begun.statement, dict(begun.locals)
        self.asking = node if isinstance(node, Asking) else None
        match node:
            case s.OpenWindow(origin=origin):
                self.asked(origin, False)
            case s.Choose(choice=choice) if choice.high is not None:
                if match.evaluate(choice.high, locals) == 0:
                    self.asked(node.origin, False)
                    self.asking = None  # nobody is, although the empty set can be chosen
            case s.MoveCards(cards, origin=origin) if origin not in self.lines.counts:
                self._drawn(match, cards, origin, begun)
            case s.MovePieces(e.OptionalAsSet(e.CallBuiltIn("first", (some,)))):
                if match.evaluate(e.IsEmpty(some), locals):
                    self.note("no piece to move", node.origin)
            case s.Together(questions):
                for question in questions:
                    self._note_question(match, question, locals)
            case s.TogetherForEach(variable, subject, (s.Choose() as first, *_)):
                for value in match.evaluate(subject, locals):
                    self._note_question(match, first, {**locals, variable: value})
            case s.Pick(choice, member, keys, last) if choice.low is None:
                if match.evaluate(e.IsEmpty(_best(choice, member, ())), locals):
                    self.note("nothing to pick", node.origin)
                elif last == "order" and _differ(
                    match, match.evaluate(_best(choice, member, keys), locals)
                ):
                    self.note("tie", node.origin)
            case s.Wins(players):
                self._won(match, players, node.origin, locals)
            case _:
                pass
        for tie in self.lines.ties.get(node.origin, ()):
            if self._is_even(match, tie, locals):
                self.note(tie.gap, tie.origin)
        for some in self.lines.firsts.get(node.origin, ()):
            if _differ(match, match.evaluate(some, locals)):
                self.note("first of several", node.origin)

    def _won(self, match: Match, players: e.Expr, origin: int, locals: Env) -> None:
        """Note whether nobody wins, only a part of a team, or the first of several."""
        winners = match.evaluate(players, locals)
        if not winners and not isinstance(players, e.MakeSet):
            self.note("nobody to win", origin)
        teams = {winner.team for winner in winners} - {None}
        if any(p.team in teams and p not in winners for p in match.position.players):
            self.note("part of a team", origin)
        if origin in self.lines.first_winners:
            slot, some = self.lines.first_winners[origin]
            candidates = match.evaluate(some, locals)
            if _differ(match, [match.evaluate(players, {**locals, slot: c}) for c in candidates]):
                self.note("first of several", origin)

    def _is_even(self, match: Match, tie: Tie, locals: Env) -> bool:
        if tie.arguments is not None:
            values = [match.evaluate(argument, locals) for argument in tie.arguments]
            locals = dict(enumerate(values))
        return bool(match.evaluate(tie.even, locals))

    def _note_question(self, match: Match, question: s.Question | s.Choose, locals: Env) -> None:
        """Note whether there is anything to choose, where several are asked together."""
        condition = question.condition if isinstance(question, s.Question) else None
        if condition is not None and not match.evaluate(condition, locals):
            return
        choice = question.choice
        wanted = 1 if choice.low is None else match.evaluate(choice.low, locals)
        if wanted and match.evaluate(e.IsEmpty(_best(choice, choice.member, ())), locals):
            self.note("nobody to choose", question.origin)

    def _drawn(self, match: Match, cards: e.Expr, origin: int, begun: Begun) -> None:
        """Note whether there are as many cards as are drawn from the end of a zone."""
        drawn, locals = cards.operand if isinstance(cards, e.OptionalAsSet) else cards, begun.locals
        if isinstance(drawn, e.Union | e.Join):
            for side in (drawn.left, drawn.right):
                self._drawn(match, side, origin, begun)
        if isinstance(drawn, e.CallBuiltIn) and drawn.function in ("top", "bottom"):
            there, *wanted = drawn.arguments
            if match.evaluate(e.IsEmpty(there), dict(locals)):
                if origin not in self.lines.asks_if_empty:
                    self.note("nothing to move", origin)
            elif wanted:
                few = e.Compare("<", e.NumberOf(there), wanted[0])
                if match.evaluate(few, dict(locals)):
                    self.note("too few to move", origin)

    def offered(self, match: Match, offered: Offered) -> None:
        """Note whether there is anything to choose for a player about to be asked."""
        node, anything = self.asking, bool(offered.offers)
        self.could(node, offered.offers)
        if node is None:
            return
        self.asked(node.origin, anything)
        if not anything and not offered.besides and _needs_an_answer(node):
            self.note(UNANSWERED[type(node)], node.origin)
        if not isinstance(node, s.OpenWindow):
            self.asking = None


UNANSWERED: Mapping[type[object], Gap] = {
    s.Choose: "nobody to choose",
    s.Menu: "no branch is open",
    s.Offer: "nothing to do",
}


def _needs_an_answer(node: Asking) -> bool:
    """Return whether a line needs something that must exist, as far as the text determines it."""
    if isinstance(node, s.Offer):
        return node.mode in ("must", "most") and node.impossible is None
    return type(node) in UNANSWERED


def _differ(match: Match, candidates: Value) -> bool:
    """Return whether there are several candidates that differ; copies of one card do not."""
    return len({_distinguishing(match, candidate) for candidate in candidates}) > 1


def _distinguishing(match: Match, candidate: Value) -> Hashable:
    """Return the properties that distinguish candidates; for pieces also spaces and states."""
    position = match.position
    if isinstance(candidate, Card):
        return position.title_of(candidate).name
    if isinstance(candidate, Piece):
        states = frozenset(
            (name, *(None if part is candidate else part for part in index), str(value))
            for name, stored in position.states.items()
            for index, value in stored.items()
            if candidate in index
        )
        space = position.spaces.get(candidate)
        return candidate.declaration.name, candidate.owner, space, states
    return cast("Hashable", candidate)


def _best(choice: s.Choice, member: int | None, keys: tuple[e.Key, ...]) -> e.Expr:
    """Return the candidates that are equally good."""
    some = choice.source
    if choice.where is not None and choice.member is not None:
        some = e.Where(choice.member, some, choice.where)
    return some if member is None or not keys else e.With(member, some, keys)


# ---------------------------------------------------------------- before it is played


def lines_of(program: Program, overlaps: Iterable[Overlap] = ()) -> Lines:
    """Return the facts about the lines of a program; `overlaps` are its rows that share numbers."""
    if_empty, in_numbers = (drawing_from(program, tests) for tests in (tested, counted))
    sets, winners, ties = firsts_of(program), first_winners(program), ties_of(program, overlaps)
    return Lines(sets, winners, if_empty | in_numbers, in_numbers, ties)


# ---------------------------------------------------------------- the first of a set


def firsts_of(program: Program) -> Sets:
    """
    Return for each line of a body the sets of which it takes the first, where they have no order.
    All players, spaces or cards are no such set: who writes the first of all of them means that.
    """
    world = world_of(program)
    piles = frozenset(zone.name for zone in program.zones if zone.ordered)
    sets_by_line: dict[int, tuple[e.Expr, ...]] = {}
    bodies = (*program.procedures, *program.actions, *program.plays, *program.standings)
    for declaration in bodies:
        has_order = partial(_has_order, piles, scope_of(world, declaration))
        for node in walk(declaration):
            if isinstance(node, s.Let | s.Assign | s.Answer | s.MoveCards | s.Call):
                sets = tuple(_firsts(node, has_order))
                if sets and node.origin >= 0:
                    sets_by_line[node.origin] = sets
    return sets_by_line


def first_winners(program: Program) -> Winners:
    """Return the lines by which players win if a condition holds for somebody."""
    rules = [(rule.condition, rule.block) for rule in find(program, s.Whenever)]
    rules += [(line.condition, line.then) for line in find(program, s.If)]
    return {
        node.origin: (test.variable, e.Where(test.variable, test.subject, test.condition or YES))
        for test, block in rules
        if isinstance(test, e.ThereIs)
        for node in find(block, s.Wins)
        if any(local.slot == test.variable for local in find(node.players, e.Local))
    }


def _firsts(node: object, has_order: Callable[[e.Expr], bool]) -> Iterator[e.Expr]:
    """Yield the sets of which a line takes the first, without those inside loops over members."""
    if slot_fields(type(node)) and not isinstance(node, s.Let):
        return
    if isinstance(node, e.CallBuiltIn) and node.function == "first" and len(node.arguments) == 1:
        (some,) = node.arguments
        if not (isinstance(some, e.Everything) or has_order(some)):
            yield some
    for child in children(node):
        if not isinstance(child, s.Statement):
            yield from _firsts(child, has_order)


def _has_order(piles: Collection[str], scope: Scope, some: e.Expr) -> bool:
    """Return whether it is a list, or cards of one ordered zone, of which the first is on top."""
    match some:
        case e.Where(subject=subject) | e.AsFarAs(subject=subject):
            return _has_order(piles, scope, subject)
        case e.ReadZone(name, index):
            return name in piles and not any(isinstance(each, e.AnyIndex) for each in index)
    return isinstance(type_of(some, scope), t.ListOf)


@define
class Shown:
    """
    The evidence of the examples that hold, by origins, except for the part numbers in `reached`.

    `winners`: lines of which one shows who wins there, or that nobody does; `answered`: questions
    with something to choose; `open`: actions and branches that could be chosen; `ran`: all that
    ran, those that fail too.
    """

    winners: set[int] = field(factory=set)
    reached: set[int] = field(factory=set)
    answered: set[int] = field(factory=set)
    open: set[int] = field(factory=set)
    ran: list[Ran] = field(factory=list)


def shown_by_examples(compiled: Compiled) -> Shown:
    """Return the evidence of the examples, which refutes what games alone did not meet."""
    shown, here, lines = Shown(), set[tuple[Gap, int]](), lines_of(compiled.program)

    def asked(origin: int, anything: bool) -> None:
        shown.answered |= {origin} if anything else set()

    def could(node: Asking | None, offers: tuple[Offer, ...]) -> None:
        shown.open.update(open_in(offers))

    census = Census(lambda gap, origin: here.add((gap, origin)), lines, asked, could)
    with suppress(KeyboardInterrupt):  # the end of a budget, too: then fewer have shown something
        for example in compiled.examples:
            here.clear()
            reached = set[int]()
            watching = Observer(reached.add, census.statement, census.offered)
            result = run_example(compiled, example, watching=watching)
            shown.ran.append(Ran(result, frozenset(reached)))
            if result.passed:
                shown.reached |= reached
                asks = _asks_who_wins(compiled, example)
                listed = ((gap, origin) for gap, origin in here if gap in SHOWN)
                shown.winners |= {origin for gap, origin in listed if asks or gap != "even"}
    return shown


def open_in(offers: tuple[Offer, ...]) -> Iterator[int]:
    """Yield the origins of the actions and branches among what is offered."""
    for offer in offers:
        move = offer.what if isinstance(offer, LegalMove) else offer
        if isinstance(move, s.Branch | d.Action):
            yield move.origin


def _asks_who_wins(compiled: Compiled, example: d.Example) -> bool:
    """Return whether an example looks at who wins, or at what somebody is paid."""
    payoff = compiled.program.payoff
    lines = [line for line in example.lines if isinstance(line, d.ThenLine | d.WonLine)]
    return any(isinstance(line, d.WonLine) for line in lines) or any(
        node == e.Everything("winners") or getattr(node, "name", "") == payoff
        for node in walk(tuple(lines))
    )


# ---------------------------------------------------------------- comparisons of two players


T = TypeVar("T")

Pair: TypeAlias = tuple[e.Expr, e.Expr]


@frozen
class Tie:
    """
    Two players are equal where `even` holds of the locals of a line.

    In a value it holds of the `arguments` with which the line asks for the value. `origin` is the
    place of the comparison.
    """

    even: e.Expr
    origin: int
    arguments: tuple[e.Expr, ...] | None = None
    gap: Gap = "even"


def ties_of(program: Program, overlaps: Iterable[Overlap] = ()) -> Mapping[int, tuple[Tie, ...]]:
    """Return comparisons by a line's origin: those in it, and in the values that it asks for."""
    world = world_of(program)
    ties: defaultdict[int, list[Tie]] = defaultdict(list)
    in_values: defaultdict[str, list[Tie]] = defaultdict(list)
    for value in program.values:
        in_values[value.name] += [tie] if (tie := _of_value(value, world)) else []
    for rows in overlaps:
        ladder = rows.ladder
        here = Tie(ladder.holds(rows.shared), rows.row.origin, gap="two rows")
        if isinstance(ladder.at, d.Value):
            in_values[ladder.at.name] += [] if ladder.at.lets else [here]
        elif ladder.at is not None:
            ties[ladder.at.origin].append(here)
    for body in (*program.procedures, *program.actions, *program.plays, *program.standings):
        scope = scope_of(world, body)
        for block in blocks_of(body):
            for place, node in enumerate(block):
                ties[node.origin] += _of_line(node, block[place + 1 :], scope)
                ties[node.origin] += [
                    evolve(tie, arguments=part.arguments)
                    for part in _own_parts(node)
                    if isinstance(part, e.CallValue)
                    for tie in in_values[part.name]
                ]
    return {origin: tuple(some) for origin, some in ties.items() if some}


def _of_line(node: s.Statement, below: s.Block, scope: Scope) -> Iterator[Tie]:
    """Yield a line's own comparisons, where what follows is the same for the other player."""
    if isinstance(node, s.If):
        pair = _players_compared(node.condition, scope)
        rest = node.otherwise or (below[: len(node.then)] if _leaves(node.then) else ())
        if pair is not None and node.then and alike(exchanged(node.then, pair), rest):
            yield Tie(_equality(node.condition), node.origin)
    for part in _own_parts(node):
        if isinstance(part, e.WhenOtherwise):
            pair = _players_compared(part.condition, scope)
            if pair is not None and _is_for_the_other(part.value, part.otherwise, pair):
                yield Tie(_equality(part.condition), node.origin)


def _of_value(value: d.Value, world: World) -> Tie | None:
    """Return when two players are equal of whom a value takes the second; `None`: neither."""
    rows = [(case.condition, case.value) for case in value.cases]
    while isinstance(last := rows[-1][1], e.WhenOtherwise):
        rows[-1:] = [(last.condition, last.value), (None, last.otherwise)]
    if len(rows) < 2 or value.lets:
        return None
    *before, (condition, first), (_, second) = rows
    pair = None if condition is None else _players_compared(condition, scope_of(world, value))
    if condition is None or pair is None or not _is_for_the_other(first, second, pair):
        return None
    even = _equality(condition)
    for earlier, _ in reversed(before):
        even = even if earlier is None else e.And(e.Not(earlier), even)
    origin = value.cases[-1].origin
    return Tie(even, origin if origin >= 0 else value.origin)


def _is_for_the_other(first: e.Expr, second: e.Expr, pair: Pair) -> bool:
    return alike(exchanged(first, pair), second) and not alike(first, second)


def _equality(condition: e.Expr) -> e.Expr:
    assert isinstance(condition, e.Compare)
    return e.Equal(condition.left, condition.right)


def _players_compared(condition: e.Expr, scope: Scope) -> Pair | None:
    """Return the two players in a condition that compares the same quantity of both."""
    if not isinstance(condition, e.Compare) or condition.operator not in "<>":
        return None
    pairs = [*_differing(condition.left, condition.right)]
    first = pairs[0] if pairs else None
    if first is None or any(not alike(pair, first) for pair in pairs):
        return None
    is_of_players = all(isinstance(plain(type_of(side, scope)), t.Player) for side in first)
    return first if is_of_players and condition.left not in first else None


def _differing(left: object, right: object) -> Iterator[Pair]:
    """Yield the innermost parts in which two expressions differ."""
    mine, theirs = [*children(left)], [*children(right)]
    if alike(left, right):
        return
    same_form = type(left) is type(right) and len(mine) == len(theirs) and mine
    named_alike = getattr(left, "name", "") == getattr(right, "name", "")
    if same_form and named_alike and not isinstance(left, e.CallBuiltIn):
        for own, other in zip(mine, theirs, strict=True):
            yield from _differing(own, other)
    else:
        yield cast("Pair", (left, right))


def exchanged(node: T, pair: Pair) -> T:
    """Return a part of a program in which two players change places."""
    first, second = pair
    if not isinstance(node, tuple) and alike(node, first):
        return cast("T", second)
    if not isinstance(node, tuple) and alike(node, second):
        return cast("T", first)
    return rebuilt(node, lambda name, part: exchanged(part, pair))


def _leaves(block: s.Block) -> bool:
    return bool(block) and isinstance(block[-1], s.Wins | s.Answer | s.Stop | s.End)


def _own_parts(node: object) -> Iterator[object]:
    """Yield the parts of a line that belong to no line inside it, and to no member of a set."""
    for child in children(node):
        if not isinstance(child, s.Statement | e.Where | e.Fold | e.With | e.Every | e.ThereIs):
            yield child
            yield from _own_parts(child)
