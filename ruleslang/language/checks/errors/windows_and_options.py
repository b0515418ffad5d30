"""Actions outside the windows they are for, and rules outside the readings they exist under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.queries.option_effects import (
    decides,
    effects_on_decided,
    possible_values,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.traits.statements import clause_traits
from ruleslang.program.walk import children
from ruleslang.source.diagnostic import Diagnostic, Message, error
from ruleslang.source.span import Span

window_does_not_offer = Message(
    "window-does-not-offer",
    "the window `{window}` does not offer `{action}`",
    help="add `{action}` to its `offers`; with `--cards`, write `window {window}` and below it "
    "`offers {action}`",
)


def find_window_does_not_offer(subject: Subject) -> Iterator[Diagnostic]:
    """Report that an action names a window that does not offer it."""
    offers = {window.name: window.offers for window in subject.program.windows}
    for action in subject.program.actions:
        for use in action.windows:
            if action.name not in offers.get(use.window, (action.name,)):
                yield window_does_not_offer(
                    subject.span(action.origin), action=action.name, window=use.window
                )


offered_outside_window = Message(
    "offered-outside-window",
    "`{action}` is offered only in {windows}",
    help="list it in the window's `offers`, or drop `in …` from `{action}`",
)


def find_offered_outside_window(subject: Subject) -> Iterator[Diagnostic]:
    """Report that an action for windows is offered outside any."""
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.Offer):
                yield from _offered_outside(subject, node.actions, node.origin)
    for window in subject.program.windows:
        yield from _offered_outside(subject, window.offers, window.origin, window.name)


def _offered_outside(
    subject: Subject, names: Sequence[str], origin: int, window: str = ""
) -> Iterator[Diagnostic]:
    """Report each of these actions that reacts in other windows alone."""
    for name in names:
        windows = (
            [use.window for use in subject.actions[name].windows] if name in subject.actions else []
        )
        if windows and window not in windows:
            named = " or ".join(f"`{window_name}`" for window_name in windows)
            yield offered_outside_window(subject.span(origin), action=name, windows=named)


def decides_nothing(span: Span, name: str, option: d.Option) -> Diagnostic:
    """Report that the values of the option make no difference to the declaration that names it."""
    others = [value for place, value in enumerate(option.values) if place != option.default]
    conditions = {"yes": option.name, "no": f"not {option.name}"}
    condition = conditions.get(others[0], f"{option.name} is {others[0]}")
    return error(
        "decides-nothing",
        span,
        f"no other value of `{option.name}` changes `{name}`",
        help=f"under `while {condition}`, say what is different, or remove `decided by`",
    )


def find_decides_nothing(subject: Subject) -> Iterator[Diagnostic]:
    """Report that the option of a `decided by` does not affect the declaration."""
    options = {option.name: option for option in subject.program.options}
    marked: tuple[d.Value | d.Procedure, ...] = (
        *subject.program.values,
        *subject.program.procedures,
    )
    effects = effects_on_decided(subject)
    for decided in marked:
        for name in decided.decided_by:
            if not decides(effects, options[name], decided):
                yield decides_nothing(subject.span(decided.origin), decided.name, options[name])


def called_elsewhere(span: Span, name: str, option: d.Option, only: d.OnlyUnder) -> Diagnostic:
    values = " or ".join(option.values[place] for place in only.values)
    return error(
        "called-elsewhere",
        span,
        f"`{name}` may not exist: `{option.name}` can have another value here",
        help=f"it exists only under `{option.name} is {values}`: call it under that, or remove"
        " `only under`",
    )


def _calls_outside(
    subject: Subject, option: d.Option, name: str, only: d.OnlyUnder
) -> Iterator[Diagnostic]:
    allowed = frozenset(only.values)
    for node, values in _callers_by_option(subject, option):
        for call in _calls_by_option(node, values, option):
            if call[0].procedure == name and not call[1] <= allowed:
                yield called_elsewhere(subject.span(call[0].origin), name, option, only)


def _callers_by_option(
    subject: Subject, option: d.Option
) -> Iterator[tuple[object, frozenset[int]]]:
    """Yield every caller, with the values of the option under which it runs."""
    every = frozenset(range(len(option.values)))
    for standing in subject.standings:
        yield standing.effects, possible_values(standing.condition, option)
    for procedure in subject.program.procedures:
        only = procedure.only_under
        is_here = only is not None and only.option == option.name
        yield procedure.body, frozenset(only.values) if only and is_here else every
    bodies: tuple[d.Action | d.Play, ...] = (*subject.program.actions, *subject.program.plays)
    for offered in bodies:
        values = every
        for clause in offered.body.clauses:
            values &= possible_values(clause_traits(clause).condition, option)
        yield offered.body, values


def _calls_by_option(
    node: object, values: frozenset[int], option: d.Option
) -> Iterator[tuple[s.Call, frozenset[int]]]:
    if isinstance(node, s.Call):
        yield node, values
    elif isinstance(node, s.If):
        inside = possible_values(node.condition, option)
        yield from _calls_by_option(node.then, values & inside, option)
        yield from _calls_by_option(node.otherwise, values, option)
    else:
        for child in children(node):
            yield from _calls_by_option(child, values, option)


def find_called_elsewhere(subject: Subject) -> Iterator[Diagnostic]:
    """Report a call under other values of an option than a procedure exists `only under`."""
    options = {option.name: option for option in subject.program.options}
    for procedure in subject.program.procedures:
        if procedure.only_under is not None:
            option = options[procedure.only_under.option]
            yield from _calls_outside(subject, option, procedure.name, procedure.only_under)
