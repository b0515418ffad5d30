"""Lowers `depending on e`: which values each case covers, and whether all are covered."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from ruleslang.lower.blocks import Step, block
from ruleslang.lower.context import Context
from ruleslang.lower.conversions import faces
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.expressions import lower
from ruleslang.lower.narrowing import of_kind, there
from ruleslang.lower.patterns import tested
from ruleslang.lower.scope import Scope
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.patterns import Entry, EqualEntry, KindEntry, MemberEntry
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax import expressions as x
from ruleslang.syntax.statements import (
    Case,
    Depending,
)
from ruleslang.types.lattice import FrontType, Maybe, Unknown, plain

NONE: Hashable = ("none",)
MOST_COUNTED = 1000  # longer ranges of numbers need an `else`


def depending(scope: Scope, node: Depending) -> Step:
    """The block of the first case that fits."""
    subject = faces(scope.context, lower(scope, node.subject))
    inner = scope.pure("a case")
    covered: set[Hashable] = set()
    mistakes = scope.context.diagnostics
    known = len(mistakes)
    cases = tuple(_case(inner, case, node.subject, subject.type, covered) for case in node.cases)
    misnamed = any(_names_a_case(each, node) for each in mistakes[known:])
    # the case that is missing may be the one that is called otherwise
    complete = misnamed or _check_all(scope, node, subject.type, covered)
    last: s.Block | None = None if complete else ()
    if NONE in covered:
        inner = there(inner, node.subject, subject.type)
    otherwise = last if node.otherwise is None else block(inner, node.otherwise)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Depending(subject.expr, cases, otherwise, origin)], scope


def _names_a_case(mistake: Diagnostic, node: Depending) -> bool:
    """Whether what stands before the colon of a case is no value, or one that is met already."""
    return any(mistake.span == value.span for case in node.cases for value in case.values)


def _case(
    scope: Scope, node: Case, subject: x.Expression, type: FrontType, covered: set[Hashable]
) -> s.Case:
    entries = []
    if NONE in covered:
        scope = there(scope, subject, type)
    for value in node.values:
        entry = tested(scope, value, type)
        met = values(entry)
        if isinstance(entry, KindEntry):
            met = _of_kind(scope.context, entry.kind)
        if met is not None and met and met <= covered:
            scope.context.report(say.repeated_case(value.span, value.span.text))
        covered |= met or set()
        entries.append(entry)
    return s.Case(tuple(entries), block(_told(scope, subject, type, entries), node.block))


def _told(scope: Scope, subject: x.Expression, type: FrontType, entries: Sequence[Entry]) -> Scope:
    """The scope of a case's block, which knows more of what the cases look at."""
    match entries:
        case [KindEntry(kind)] if isinstance(plain(type), (t.Card, t.Title)):
            return of_kind(scope, subject, type, kind)
        case _ if all(isinstance(entry, KindEntry) or _is_some(entry) for entry in entries):
            return there(scope, subject, type)
        case _:
            return scope


def _is_some(entry: Entry) -> bool:
    """Whether an entry is surely not met by none."""
    known = values(entry)
    return isinstance(entry, MemberEntry) or bool(known and NONE not in known)


def _check_all(scope: Scope, node: Depending, type: FrontType, covered: set[Hashable]) -> bool:
    """Without `else`, every value has its case; whether that is so."""
    wanted = domain(scope.context, type)
    kinds = kinds_of(scope.context, type) if node.otherwise is None else None
    if wanted is None and kinds and any(kind in covered for kind in kinds):
        wanted = kinds
    missing = (
        [] if wanted is None else [name for value, name in wanted.items() if value not in covered]
    )
    if node.otherwise is not None:
        if wanted is not None and not missing:
            scope.context.report(say.needless_else(node.otherwise.span))
    elif missing:
        scope.context.report(say.missing_cases(node.subject.span, missing))
    elif wanted is None and not isinstance(type, Unknown):
        scope.context.report(say.missing_else(node.subject.span, type))
    return wanted is not None and not missing


def _of_kind(context: Context, kind: str) -> set[Hashable]:
    """A kind and all that descend from it."""
    return {("kind", name) for name, line in context.kinds.items() if kind in line}


def kinds_of(context: Context, type: FrontType) -> dict[Hashable, str] | None:
    """The kinds of which cards of a type can be; None when they are not told apart by kinds."""
    match type:
        case t.Card(kind) | t.Title(kind):
            within = {name for name, line in context.kinds.items() if kind is None or kind in line}
            cards = {
                node.kind.text
                for node in context.symbols.order
                if isinstance(node, (syntax.Card, syntax.Table, syntax.Deck))
            }
            return {("kind", name): name for name in sorted(within & cards)}
        case t.Optional(inner):
            rest = kinds_of(context, inner)
            return None if rest is None else {**rest, NONE: "none"}
        case Maybe(inner):
            return kinds_of(context, inner)
        case _:
            return None


def values(entry: Entry) -> set[Hashable] | None:
    """The constants that an entry covers; None when they are not known before play."""
    match entry:
        case EqualEntry(value):
            one = _constant(value)
            return None if one is None else {one}
        case MemberEntry(e.Range(e.Literal(int(low)), e.Literal(int(high)))):
            return {("number", number) for number in range(low, min(high, low + MOST_COUNTED) + 1)}
        case MemberEntry(e.Range(e.WordValue(list, low), e.WordValue(_, high))):
            return {("word", list, place) for place in range(low, high + 1)}
        case MemberEntry(e.MakeSet(items)):
            return _all(_constant(item) for item in items)
        case _:
            return None


def _all(constants: Iterable[Hashable | None]) -> set[Hashable] | None:
    found = set(constants)
    return None if None in found else found


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
        case e.SeatValue(seat):
            return ("seat", seat)
        case e.TitleValue(name):
            return ("title", name)
        case _:
            return None


def domain(context: Context, type: FrontType) -> dict[Hashable, str] | None:
    """All values of a type, with what a message calls them; None when they are not counted."""
    match type:
        case t.Truth():
            return {("truth", True): "yes", ("truth", False): "no"}
        case t.Number(low, high) if high - low < MOST_COUNTED:
            return {("number", number): str(number) for number in range(low, high + 1)}
        case t.WordOf(list):
            return {("word", list, place): name for place, name in enumerate(words(context, list))}
        case t.Optional(inner):
            rest = domain(context, inner)
            return None if rest is None else {**rest, NONE: "none"}
        case Maybe(inner):
            return domain(context, inner)
        case _:
            return None


def words(context: Context, list: str) -> tuple[str, ...]:
    """The words of a list, of a die or of an option, each once, as written."""
    symbol = context.symbols.globals.get(list)
    match symbol.node if symbol else None:
        case syntax.Words(words=names):
            found = [name.text for name in names]
        case syntax.Die(faces=faces):
            found = [face.word.text for face in faces if face.word]
        case syntax.Option(values=options, numbers=None):
            found = [value.name.text for value in options]
        case _:
            found = []
    return tuple(dict.fromkeys(found))
