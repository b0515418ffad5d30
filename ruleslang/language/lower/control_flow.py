"""Lowers `if`, `depending on`, loops, turns, and what leaves them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.lower.arithmetic import number
from ruleslang.language.lower.blocks import Step, block, leaves, lowers
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.conversions import faces, front
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.dispatch import raw
from ruleslang.language.lower.expressions import condition, denied, lower
from ruleslang.language.lower.lone_names import declare, kind_of
from ruleslang.language.lower.patterns import event_of, tested
from ruleslang.language.lower.scope import Scope, of_kind, there, without_facts
from ruleslang.language.lower.sets import members, players, whole
from ruleslang.language.lower.typing import inside, of_members, of_number
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import head_name
from ruleslang.language.syntax.node import Marks, Name, Node
from ruleslang.language.syntax.simple_statements import (
    Answer,
    Cancel,
    DoNothing,
    Eliminate,
    End,
    Stop,
    Wins,
)
from ruleslang.language.syntax.statements import (
    Block,
    Bound,
    Branch,
    Case,
    Depending,
    ForEach,
    If,
    Repeat,
    TakeTurns,
)
from ruleslang.language.syntax.walk import walk, written_places
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import And, Expr, Literal, Local, MakeSet, Not, Or
from ruleslang.program.patterns import Entry, EqualEntry, KindEntry, MemberEntry
from ruleslang.program.typing.lattice import plain
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import Diagnostic

NONE: Hashable = ("none",)
Listed: TypeAlias = Callable[[Context, t.Type], "dict[Hashable, str] | None"]
MOST_COUNTED = 1000  # larger ranges of numbers need an `else`


@lowers(Depending)
def depending(scope: Scope, node: Depending) -> Step:
    """Lower `depending on E`: the block of the first matching case."""
    subject = faces(scope.context, lower(scope, node.subject))
    inner = scope.pure("a case")
    covered: set[Hashable] = set()
    mistakes = scope.context.diagnostics
    known = len(mistakes)
    cases = tuple(_case(inner, case, node.subject, subject.type, covered) for case in node.cases)
    # the missing case may be the misspelt one
    misnamed = names_a_case(mistakes[known:], node.cases)
    complete = misnamed or check_all(scope, node, subject.type, covered)
    last: s.Block | None = None if complete else ()
    if NONE in covered:
        inner = there(inner, node.subject, subject.type)
    otherwise = last if node.otherwise is None else block(inner, node.otherwise)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Depending(subject.expr, cases, otherwise, origin)], scope


def names_a_case(mistakes: Sequence[Diagnostic], cases: Sequence[Case | syntax.ValueRow]) -> bool:
    """Return whether an error is in the label of a case."""
    labels = {value.span for case in cases for value in case.values}
    return any(mistake.span in labels for mistake in mistakes)


def _case(
    scope: Scope, node: Case, subject: x.Expression, type: t.Type, covered: set[Hashable]
) -> s.Case:
    if NONE in covered:
        scope = there(scope, subject, type)
    entries = entries_of_case(scope, node.values, type, covered)
    inside = block(narrowed(scope, subject, type, entries), node.block)
    return s.Case(tuple(entries), inside, scope.context.origin(node.span))


def entries_of_case(
    scope: Scope, nodes: Sequence[x.Expression], type: t.Type, covered: set[Hashable]
) -> list[Entry]:
    """Return the labels of a case; adds what it covers to `covered`."""
    entries = []
    for value in nodes:
        entry = tested(scope, value, type)
        found = values(entry)
        if isinstance(entry, KindEntry):
            found = {
                ("kind", name) for name, line in scope.context.kinds.items() if entry.kind in line
            }
        if found is not None and found and found <= covered:
            scope.context.report(errors.repeated_case(value.span))
        covered |= found or set()
        entries.append(entry)
    return entries


def narrowed(scope: Scope, subject: x.Expression, type: t.Type, entries: Sequence[Entry]) -> Scope:
    """Return the scope of a case's block, narrowed by its labels."""
    match entries:
        case [KindEntry(kind)] if isinstance(plain(type), (t.Card, t.Title)):
            return of_kind(scope, subject, type, kind)
        case _ if all(isinstance(entry, KindEntry) or _is_some(entry) for entry in entries):
            return there(scope, subject, type)
        case _:
            return scope


def _is_some(entry: Entry) -> bool:
    known = values(entry)
    return isinstance(entry, MemberEntry) or bool(known and NONE not in known)


def check_all(
    scope: Scope, node: Depending | syntax.ValueTable, type: t.Type, covered: set[Hashable]
) -> bool:
    """Return whether every value has a case; reports missing ones if there is no `else`."""
    context, in_value = scope.context, isinstance(node, syntax.ValueTable)
    wanted = all_of(context, type, _named)
    if wanted is None and node.otherwise is None:
        titles, kinds = all_of(context, type, _titles), all_of(context, type, _kinds)
        wanted = titles if titles and titles.keys() <= covered else wanted
        wanted = kinds if kinds and kinds.keys() & covered else wanted
    missing = [name for value, name in (wanted or {}).items() if value not in covered]
    if node.otherwise is not None:
        if wanted is not None and not missing:
            context.report(errors.needless_else(node.otherwise.span, in_value))
    elif missing:
        context.report(errors.missing_cases(node.subject.span, missing, in_value))
    elif wanted is None and not isinstance(type, t.Unknown):
        context.report(errors.missing_else(node.subject.span, describe(type), in_value))
    return wanted is not None and not missing


def values(entry: Entry) -> set[Hashable] | None:
    match entry:
        case EqualEntry(value):
            constant = _constant(value)
            return None if constant is None else {constant}
        case MemberEntry(e.Range(e.Literal(int(low)), e.Literal(int(high)))):
            return {("number", number) for number in range(low, min(high, low + MOST_COUNTED) + 1)}
        case MemberEntry(e.Range(e.WordValue(list, low), e.WordValue(_, high))):
            return {("word", list, place) for place in range(low, high + 1)}
        case MemberEntry(e.MakeSet(items)):
            return _known_values(_constant(item) for item in items)
        case _:
            return None


def _known_values(constants: Iterable[Hashable | None]) -> set[Hashable] | None:
    values = set(constants)
    return None if None in values else values


def _constant(value: e.Expr) -> Hashable | None:
    match value:
        case e.Literal(None):
            return NONE
        case e.Literal(bool(truth)):
            return ("truth", truth)
        case e.Literal(number):
            return ("number", number)
        case e.Negate(e.Literal(int(number))):
            return ("number", -number)
        case e.WordValue(list, place):
            return ("word", list, place)
        case e.SeatValue(number) | e.TeamValue(number):
            return (type(value).__name__, number)
        case e.SpaceValue(board, place):
            return ("space", board, place)
        case e.TitleValue(name):
            return ("title", name)
        case _:
            return None


def all_of(context: Context, type: t.Type, listed: Listed) -> dict[Hashable, str] | None:
    """Return all values of a type, with their names in messages; None if they are not listed."""
    values, none = listed(context, plain(type)), isinstance(type, t.Optional)
    return {**values, NONE: "none"} if none and values is not None else values


def _named(context: Context, type: t.Type) -> dict[Hashable, str] | None:
    symbols = context.symbols
    match type:
        case t.Truth():
            return {("truth", True): "yes", ("truth", False): "no"}
        case t.Number(low, high) if high - low < MOST_COUNTED:
            return {("number", number): str(number) for number in range(low, high + 1)}
        case t.WordOf(list):
            return {("word", list, at): name for at, name in enumerate(symbols.words_of(list))}
        case t.Player():
            return {("SeatValue", seat.detail): seat.name for seat in symbols.of("player")}
        case t.Team():
            return {("TeamValue", team.detail): team.name for team in symbols.of("team")}
        case t.Space(str(board)):
            spaces = [space for space in symbols.of("space") if space.of == board]
            return {("space", board, at.detail): at.name for at in spaces} or None
        case _:
            return None


def _titles(context: Context, type: t.Type) -> dict[Hashable, str] | None:
    """Return the titles of a kind of cards; None if a deck makes some of them."""
    within, symbols = _kinds_in(context, type), context.symbols
    if within & {node.kind.text for node in symbols.each(syntax.Deck)}:
        return None
    cards = [card.name for card in symbols.of("card") if kind_of(context, card) in within]
    return {("title", name): name for name in cards} or None


def _kinds(context: Context, type: t.Type) -> dict[Hashable, str] | None:
    """Return the kinds that cards of a type can have; None if the type does not determine them."""
    made = context.symbols.each(syntax.Card, syntax.Table, syntax.Deck)
    cards = {node.kind.text for node in made}
    return {("kind", name): name for name in sorted(_kinds_in(context, type) & cards)} or None


def _kinds_in(context: Context, type: t.Type) -> set[str]:
    """Return the kinds that a type of cards or titles includes."""
    if not isinstance(type, (t.Card, t.Title)):
        return set()
    return {name for name, line in context.kinds.items() if type.kind in (None, *line)}


@lowers(If)
def if_(scope: Scope, node: If) -> Step:
    """Lower `if`: each later condition is evaluated only when it is reached."""
    lowered, after = _branches(scope, node, node.branches, node.marks)
    return lowered, after


def _branches(scope: Scope, node: If, branches: tuple[Branch, ...], marks: Marks) -> Step:
    """Return the first branch, with the others as its `otherwise`."""
    first, others = branches[0], branches[1:]
    test, holds = condition(scope, first.condition)
    fails = denied(scope, first.condition)
    then = block(evolve(holds, lifted=None), first.block)
    otherwise: s.Block = ()
    after_other = fails
    if others:
        lifted: list[s.Statement] = []
        inner, after_other = _branches(fails.lifting(lifted), node, others, others[0].marks)
        otherwise = (*lifted, *inner)
    elif node.otherwise is not None:
        otherwise = block(evolve(fails, lifted=None), node.otherwise)
    origin = scope.context.origin(first.span if others or node.otherwise else node.span, marks)
    lowered: list[s.Statement] = [s.If(test, then, otherwise, origin)]
    return lowered, _after(scope, holds, after_other, then, otherwise)


def _after(scope: Scope, holds: Scope, fails: Scope, then: s.Block, otherwise: s.Block) -> Scope:
    """
    Return the facts after an `if`: when one side surely leaves, those of the other side.

    Names bound by a condition end with the statement.
    """
    if leaves(then):
        return evolve(scope, facts=fails.facts)
    if leaves(otherwise):
        return evolve(
            scope,
            facts={
                path: type
                for path, type in holds.facts.items()
                if path not in holds.locals or path in scope.locals
            },
        )
    return scope


def for_each(scope: Scope, node: ForEach) -> Step:
    """Lower `for each x in S where C`."""
    name = node.variable
    looped = members(scope, node.subject, name.text, name.span, "what a loop runs through")
    inner = again(looped.with_facts(declare(scope, name, looped.type, "loop")), node.block)
    inner = inside(inner, of_members(scope, looped.of))
    origin = scope.context.origin(node.span, node.marks)
    variable = inner.slot(name.text)
    return [s.ForEach(variable, whole(looped), block(inner, node.block), origin)], scope


def again(scope: Scope, *nodes: Block) -> Scope:
    """Return the scope of a loop body: nothing that it writes is known at its start."""
    for name in _written(nodes):
        scope = without_facts(scope, name)
    return scope


def _written(nodes: Iterable[Block]) -> set[str]:
    places: list[Node] = []
    for top in nodes:
        for node in walk(top):
            places += written_places(node)
    heads = (place.function if isinstance(place, x.Apply) else place for place in places)
    return {head.text for head in heads if isinstance(head, Name)}


@lowers(Repeat)
def repeat(scope: Scope, node: Repeat) -> Step:
    """Lower `repeat n times`, `repeat while C, at most n times`, `repeat until C`, `repeat`, …"""
    bound = node.bound
    if node.at_least_once and bound is not None:
        return _at_least_once(scope, node, bound)
    scope_inside = again(scope, node.block)
    pure = scope_inside.pure("the condition of a loop")
    times: Expr | None = None
    most: int | None = None
    tests: dict[str, Expr] = {}
    if bound is not None and bound.word == "times":
        amount = number(scope.pure("the number of times"), bound.value)
        if scope.context.is_wrong(bound.value.span):  # perhaps `for each` was meant
            scope_inside = evolve(scope_inside, wrong_head=bound.value.span)
        times, most = amount.expr, of_number(bound.value, amount.type)
    elif bound is not None:
        test, holds = condition(pure, bound.value)
        tests[bound.word] = test
        if bound.word == "while":
            scope_inside = holds
    at_most: Expr | None = None
    if node.at_most is not None:
        amount = number(scope.pure("a limit"), node.at_most)
        at_most, most = amount.expr, of_number(node.at_most, amount.type)
    origin = scope.context.origin(node.span, node.marks)
    return [
        s.Repeat(
            times,
            tests.get("while"),
            tests.get("until"),
            at_most,
            block(inside(scope_inside, most), node.block),
            origin,
            node.is_safety,
        )
    ], scope


def _at_least_once(scope: Scope, node: Repeat, bound: Bound) -> Step:
    """
    Return a loop tested after each pass.

    A local records that the first pass has started; a program has no other form of loop for it.
    """
    context = scope.context
    origin = context.origin(node.span, node.marks)
    begun = context.new_slot("begun", t.Truth(), "let")
    inner = again(scope, node.block)
    test, _ = condition(inner.pure("the condition of a loop"), bound.value)
    at_most, most = None, None
    if node.at_most is not None:
        amount = number(scope.pure("a limit"), node.at_most)
        at_most, most = amount.expr, of_number(node.at_most, amount.type)
    is_until = bound.word == "until"
    first = Not(Local(begun))
    body = block(inside(inner, most), node.block)
    return [
        s.Let(begun, Literal(False), origin),
        s.Repeat(
            None,
            None if is_until else Or(first, test),
            And(Local(begun), test) if is_until else None,
            at_most,
            (s.Assign(s.LocalPlace(begun), Literal(True), origin), *body),
            origin,
            node.is_safety,
        ),
    ], scope


@lowers(TakeTurns)
def take_turns(scope: Scope, node: TakeTurns) -> Step:
    """Lower `take turns p among S starting with E until C`."""
    name, around = node.variable, again(scope, node.block)
    takers = players(around, node.among, name, "who takes turns")
    starting = None
    if node.starting is not None:
        starting = lower(scope.pure("who begins"), node.starting, t.Player()).expr
    until = None
    if node.until is not None:
        until, _ = condition(around.pure("the condition of a loop"), node.until)
    inner = inside(declare(around, name, t.Player(), "loop"), None)
    origin = scope.context.origin(node.span, node.marks)
    return [
        s.TakeTurns(
            inner.slot(name.text), whole(takers), starting, until, block(inner, node.block), origin
        )
    ], scope


@lowers(Answer)
def answer(scope: Scope, node: Answer) -> Step:
    if scope.answers is None:
        found, symbols = raw(scope, node.value).type, scope.context.symbols
        unanswered = errors.nothing_to_answer(node.span, found, symbols.around(node.span))
        blamed = (
            diagnostic.subject
            for diagnostic in scope.context.diagnostics
            if diagnostic.slug == unanswered.slug
        )
        if unanswered.subject not in blamed:  # reported once for all `answer` lines
            scope.context.report(unanswered)
        return [], scope
    value = lower(scope, node.value, front(scope.answers)).expr
    return [s.Answer(value, scope.context.origin(node.span, node.marks))], scope


@lowers(Stop)
def stop(scope: Scope, node: Stop) -> Step:
    return [s.Stop(scope.context.origin(node.span, node.marks))], scope


@lowers(DoNothing)
def nothing(scope: Scope, node: DoNothing) -> Step:
    return [], scope


@lowers(End)
def end(scope: Scope, node: End) -> Step:
    """Lower `end P`, `end P if under way`."""
    event, _ = event_of(scope.context, node.procedure)
    origin = scope.context.origin(node.span, node.marks)
    return [] if event is None else [s.End(event, node.if_under_way, origin)], scope


@lowers(Cancel)
def cancel(scope: Scope, node: Cancel) -> Step:
    name = head_name(node.what)
    named = name and scope.context.event(name.text)
    if name is not None and named is not None and name.text not in scope.locals:
        scope.context.report(errors.ends_instead(node.span, name=name.text))
        return [], scope
    typed = raw(scope.pure("what is cancelled"), node.what)
    if not isinstance(typed.type, (t.UnderWay, t.Unknown)):
        scope.context.report(errors.cannot_cancel(node.what.span, found=describe(typed.type)))
    return [s.Cancel(typed.expr, scope.context.origin(node.span, node.marks))], scope


@lowers(Eliminate)
def eliminate(scope: Scope, node: Eliminate) -> Step:
    player = lower(scope.pure("who is out"), node.player, t.Player()).expr
    return [s.Eliminate(player, scope.context.origin(node.span, node.marks))], scope


@lowers(Wins)
def wins(scope: Scope, node: Wins) -> Step:
    """Lower `p wins`, `players win`, `nobody wins`."""
    winners = who_win(scope.pure("who wins"), node.players)
    return [s.Wins(winners, scope.context.origin(node.span, node.marks))], scope


def who_win(scope: Scope, node: x.Expression) -> Expr:
    """Return the winners as a set; a single player becomes a set of one."""
    if isinstance(plain(raw(scope, node, t.SetOf(t.Player())).type), t.Player):
        return MakeSet((lower(scope, node, t.Player()).expr,))
    return lower(scope, node, t.SetOf(t.Player())).expr
