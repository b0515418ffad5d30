"""Reports `only-in-windows`, `not-listed` and `no-way-out`: an action is offered where it
cannot be done.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.always_legal import always_possible, ranges
from ruleslang.checks.queries.call_graph import graph
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.blocks import own_statements
from ruleslang.program.walk import alike
from ruleslang.source.diagnostic import Diagnostic, advice, error
from ruleslang.source.span import Span


def only_in_windows(span: Span, action: str, windows: str) -> Diagnostic:
    """An action that belongs to windows is offered outside them."""
    return error(
        "offered-outside-window",
        span,
        f"`{action}` is offered only in {windows}",
        help=f"list it in the window's `offers`, or drop `in …` from `{action}`",
    )


def not_listed(span: Span, action: str, window: str) -> Diagnostic:
    """An action belongs to a window that does not offer it."""
    return error(
        "window-does-not-offer",
        span,
        f"the window `{window}` does not offer `{action}`",
        help=f"add `{action}` to its `offers`",
    )


def no_way_out(span: Span, actions: str) -> Diagnostic:
    """A player must do something that may be impossible."""
    return advice(
        "must-without-way-out",
        span,
        f"what happens when {actions} is impossible?",
        help="say it: `p must do A, if impossible nothing`; as it is, the procedure stops there",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Offers outside the windows of an action, and windows that do not offer it."""
    offers = {window.name: window.offers for window in subject.program.windows}
    for action in subject.program.actions:
        for use in action.windows:
            if action.name not in offers.get(use.window, (action.name,)):
                yield not_listed(subject.span(action.origin), action.name, use.window)
    for block in graph(subject).blocks.values():
        for node in own_statements(block):
            if isinstance(node, s.Offer):
                for name in node.actions:
                    windows = subject.actions[name].windows if name in subject.actions else ()
                    if windows:
                        named = " or ".join(f"`{use.window}`" for use in windows)
                        yield only_in_windows(subject.span(node.origin), name, named)


def lint(subject: Subject) -> Iterator[Diagnostic]:
    """Every `must do` of actions that may all be impossible, without an `if impossible`."""
    numbers = ranges(subject.program)
    for block in graph(subject).blocks.values():
        guarded = list(_guarded(subject, block))
        for node in own_statements(block):
            if (
                isinstance(node, s.Offer)
                and node.mode == "must"
                and node.impossible is None
                and not any(node is each for each in guarded)
            ):
                known = [subject.actions[name] for name in node.actions if name in subject.actions]
                if not any(always_possible(action, numbers) for action in known):
                    named = " or ".join(f"`{action.name}`" for action in known)
                    yield no_way_out(subject.span(node.origin), named)


def _guarded(subject: Subject, block: tuple[s.Statement, ...]) -> Iterator[s.Offer]:
    """First offers in a block where a set is not empty, of actions that choose one member of it."""
    for node in own_statements(block):
        match node:
            case (
                s.TakeTurns(until=ends, block=(s.Offer() as first, *_))
                | s.Repeat(until=ends, while_=None, block=(s.Offer() as first, *_))
            ):
                full = list(_empty_if(ends))
            case (
                s.Repeat(while_=holds, block=(s.Offer() as first, *_))
                | s.If(condition=holds, then=(s.Offer() as first, *_))
            ):
                full = list(_full_if(holds))
            case _:
                continue
        if any(_takes_from(subject, name, some) for name in first.actions for some in full):
            yield first


def _empty_if(condition: e.Expr | None) -> Iterator[e.Expr]:
    """Sets that are not empty when a condition is false."""
    match condition:
        case e.Or(left, right):
            yield from (*_empty_if(left), *_empty_if(right))
        case e.IsEmpty(some) | e.Equal(e.NumberOf(some), e.Literal(0)):
            yield some
        case e.Not(inner):
            yield from _full_if(inner)


def _full_if(condition: e.Expr | None) -> Iterator[e.Expr]:
    """Sets that are not empty when a condition is true."""
    match condition:
        case e.And(left, right):
            yield from (*_full_if(left), *_full_if(right))
        case e.Compare(">", e.NumberOf(some), e.Literal(int())):
            yield some
        case e.Not(inner):
            yield from _empty_if(inner)


def _takes_from(subject: Subject, name: str, some: e.Expr) -> bool:
    """Whether choosing one member of a set is all that an action requires."""
    action = subject.actions.get(name)
    if action is None or action.body.clauses or action.windows or len(action.choices) != 1:
        return False
    (choice,) = action.choices
    is_plain = choice.where is None and choice.so_that is None and choice.high is None
    return is_plain and alike(choice.source, some)
