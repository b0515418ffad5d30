"""Lowers measures, and players written in the language."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import declarations as declaration_errors
from ruleslang.language.lower.diagnostics import heads as head_errors
from ruleslang.language.lower.diagnostics import setup
from ruleslang.language.lower.expressions import condition, criteria, lower
from ruleslang.language.lower.patterns import event_of, pattern
from ruleslang.language.lower.scope import Scope, with_locals
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.examples import Property
from ruleslang.language.syntax.node import Name
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.program import Program
from ruleslang.program.references import PreferenceAbout
from ruleslang.program.typing.lattice import join
from ruleslang.program.typing.type_names import describe
from ruleslang.program.walk import find, walk

MOST = 1_000_000_000


def lower_measure(context: Context, node: syntax.Measure) -> d.Measure:
    """Lower `measure "goals" at turn = E`."""
    at = None if node.at is None else context.event(node.at.text)
    if node.at is not None and at is None:
        known, symbols = context.names_of_events(), context.symbols
        unknown = declaration_errors.unknown_reset
        context.report(unknown(node.at, known, symbols, of_measure=True))
    typed = lower(Scope(context).pure("a measure"), node.value, t.Number(-MOST, MOST))
    measure = d.Measure(node.text.text, (), at, typed.expr, context.origin(node.span, node.marks))
    return with_locals(context, measure)


def lower_property(context: Context, node: Property) -> d.Property:
    """Lower `always "TITLE": C`, or `never`."""
    scope = Scope(context, stated=True).pure("a property")
    stated = condition(scope, node.condition)[0]
    origin = context.origin(node.span, node.marks)
    return with_locals(context, d.Property(node.text.text, (), stated, node.negated, origin))


class Choosers:
    """Lowers players; needs the program, which has the types of all choices."""

    def __init__(self, context: Context, program: Program) -> None:
        self._context = context
        self._branches = context.symbols.branches
        self._choices: dict[str, tuple[t.Type, ...]] = {}
        for name, type in _choices(program):
            self._choices[name] = (*self._choices.get(name, ()), type)

    def chooser(self, node: syntax.Chooser) -> d.Chooser:
        """Lower `player greedy` and its preferences."""
        with self._context.naming_offers():
            lines = tuple(
                self._otherwise(line)
                if isinstance(line, syntax.PreferOtherwise)
                else self._about(line)
                for line in node.preferences
            )
        return d.Chooser(
            node.name.text,
            lines,
            self._context.text(node.text),
            self._context.origin(node.span, node.marks),
        )

    def _scope(self) -> Scope:
        return Scope(self._context).pure("a preference").with_local("you", t.Player(), None, "you")

    def _otherwise(self, line: syntax.PreferOtherwise) -> d.Preference:
        scope = self._scope()
        by = criteria(scope, (line.criterion,), "it", t.Unknown())
        if by.keys or by.by is not None:
            self._context.report(setup.otherwise_decides(line.span))
        preference = d.Preference(
            "otherwise",
            "",
            (),
            scope.slot("you"),
            None,
            None,
            None,
            by.keys,
            by.last,
            origin=self._context.origin(line.span, line.marks),
        )
        return with_locals(self._context, preference)

    def _known(self) -> set[str]:
        actions = (symbol.name for symbol in self._context.symbols.of("action"))
        return {*self._branches, *self._choices, *actions}

    def _about(self, line: syntax.Prefer | syntax.Avoid) -> d.Preference:
        name, scope = line.name.text, self._scope()
        about: PreferenceAbout = "branch"
        entries, variable, member = None, "", None
        element: t.Type = t.Unknown()
        by = line.criteria if isinstance(line, syntax.Prefer) else ()
        if name in {symbol.name for symbol in self._context.symbols.of("action")}:
            about = "action"
            _, places = event_of(self._context, line.name)
            if by and line.pattern is None:  # `by` has nothing to read
                readable = [place for place, _ in places or ()]
                self._context.report(head_errors.action_preferred_by(line.name, readable))
                by = ()
            entries, scope = pattern(scope, line.pattern, places, name)
        elif name in self._choices and (by or name not in self._branches):
            about, variable, element = "choice", name, self._type_of_all(line.name)
            member, scope = self._member(scope, line.name, element)
            if not by:
                self._context.report(setup.preference_without_by(line.name))
        elif name not in self._branches:
            scope = self._of_nothing(scope, line.name)
        test, scope = (None, scope) if line.condition is None else condition(scope, line.condition)
        since = len(self._context.diagnostics)
        ranking = criteria(scope, by, variable, element, member)
        self._report_unlike(variable, since)
        preferred = d.Preference(
            about,
            name,
            (),
            scope.slot("you"),
            member,
            entries,
            test,
            ranking.keys,
            ranking.last,
            isinstance(line, syntax.Avoid),
            self._context.origin(line.span, line.marks),
        )
        return with_locals(self._context, preferred)

    def _type_of_all(self, name: Name) -> t.Type:
        """Return the join of the types of all choices of a name; reports choices that have none."""
        first, *others = self._choices[name.text]
        type = first
        for other in others:
            joined = join(type, other, self._context.kinds)
            if joined is None:
                self._context.report(
                    setup.unlike_choices(name, one=describe(type), other=describe(other))
                )
                return t.Unknown()
            type = joined
        return type

    def _member(self, scope: Scope, name: Name, element: t.Type) -> tuple[Slot, Scope]:
        scope = scope.with_local(name.text, element, name.span, "member")
        return scope.slot(name.text), scope

    def _of_nothing(self, scope: Scope, name: Name) -> Scope:
        """Return the scope of a preference for an unknown choice, which is reported."""
        self._context.report(setup.unknown_preference(name, self._known()))
        return evolve(scope, wrong_head=name.span)

    def _report_unlike(self, choice: str, since: int) -> None:
        """Suggest distinct names in errors from `since` on, if several choices have this name."""
        if len(self._choices.get(choice, ())) < 2:
            return
        diagnostics = self._context.diagnostics
        help = f"`{choice}` is chosen in several places: give the choice that is meant its own name"
        diagnostics[since:] = [
            evolve(diagnostic, help=help) if diagnostic.slug == "may-lack-field" else diagnostic
            for diagnostic in diagnostics[since:]
        ]


def _choices(program: Program) -> Iterator[tuple[str, t.Type]]:
    """Yield the names and types of all choices; `rank` also declares one."""
    for choice in find(program, s.Choice):
        is_readable = choice.type not in (None, t.Never())  # `Never`: nothing known to choose from
        yield choice.name, choice.type if is_readable and choice.type else t.Unknown()
    for holder in walk(program) if any(True for _ in find(program, s.Rank)) else ():
        known: tuple[LocalDecl, ...] = getattr(holder, "locals", ())
        for rank in find(holder, s.Rank) if known else ():
            if rank.by is not None and rank.into < len(known):
                yield rank.name, known[rank.into].type
