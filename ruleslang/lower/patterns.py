"""Lowers the brackets of a head: what must stand at each place, and the names bound there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from attrs import evolve

from ruleslang.lower.arguments import readable
from ruleslang.lower.diagnostics import heads as say
from ruleslang.lower.dispatch import raw
from ruleslang.lower.guess_head_entries import Fits, meant
from ruleslang.lower.names import declare
from ruleslang.lower.scope import Scope, Typed, Uses
from ruleslang.program import patterns
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES
from ruleslang.program.operation_variants_by_type import asked_of, comparing, comparing_member
from ruleslang.program.typing.lattice import related
from ruleslang.source.span import Span
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.statements import (
    Pattern,
)
from ruleslang.types.lattice import FrontType, Unknown, element, fits, plain, stored

Places: TypeAlias = "Sequence[tuple[str, FrontType]]"  # the places of a head: name and type

NOT_RULES = re.compile(r'"[^"\n]*"|#[^\n]*')  # texts and comments
PHRASES = (x.Where, x.EachWhere, x.AsFarAs, x.UpToAndWith, x.SpreadBy, x.With, x.Ranked)
SETS = (x.Braces, x.Range, *PHRASES)


def pattern(
    scope: Scope, node: Pattern | None, places: Places | None, what: str, *, binds: bool = True
) -> tuple[patterns.Pattern, Scope]:
    """
    What a head asks of its places, and the scope with the names that it binds.

    `places` is None when the head names nothing known: then any number of entries will do.
    """
    if node is None:
        return None, scope
    if places is not None and len(places) != len(node.entries):
        names = readable([name for name, _ in places], places)
        help = _other_head(scope, node, what, places) or _head_meant(scope, node, what, places)
        scope.context.report(say.wrong_entry_count(node.span, what, len(node.entries), names, help))
        scope = evolve(scope, wrong_head=node.span)
        places = None
    entries: list[patterns.Entry] = []
    before = scope
    mistakes = len(scope.context.diagnostics)
    for number, item in enumerate(node.entries):
        type = Unknown() if places is None else places[number][1]
        found, scope = entry(scope, item, type, binds=binds)
        entries.append(found)
        if places is None and isinstance(found, patterns.BindEntry):
            scope.uses.read.add(item.span.text)  # the head is wrong already
    if len(scope.context.diagnostics) > mistakes:
        scope = _of_any_type(scope, entries)
        _blame_order(before, node, what, places, mistakes)
    return tuple(entries), scope


def _head_meant(scope: Scope, node: Pattern, what: str, places: Places) -> str | None:
    """The head with an entry for each of its places, as far as what is written fits there."""
    written = meant(node.entries, [name for name, _ in places], _fitting(scope, places))
    if written is None:
        return None
    names = ", ".join(readable([name for name, _ in places], places))
    return f"write `{what}({', '.join(written)})`: the places are ({names})"


def _fitting(scope: Scope, places: Places) -> Fits:
    """Whether an entry may stand at a place, by its type; a new name may stand anywhere."""

    def fits_there(node: x.Expression, at: int) -> bool:
        new = isinstance(node, Name) and not is_known(scope, node.text)
        if new or isinstance(node, x.AnyPlace):
            return True
        mark = scope.context.mark()
        tested(scope, node, places[at][1])
        fitting = scope.context.mark()[0] == mark[0]
        scope.context.rewind(mark)
        return fitting

    return fits_there


def _blame_order(scope: Scope, node: Pattern, what: str, places: Places | None, since: int) -> None:
    """Say once that the entries stand in another order, where that is all that is wrong."""
    found = scope.context.diagnostics[since:]
    if places is None or any(each.slug != "entry-mismatch" for each in found):
        return
    scope.context.forget(since)  # the same is not reported twice
    written = meant(node.entries, [name for name, _ in places], _fitting(scope, places))
    if written is None:
        for each in found:
            scope.context.report(each)
        return
    scope.context.report(say.entries_in_another_order(node.span, what, written))


def _of_any_type(scope: Scope, entries: Sequence[patterns.Entry]) -> Scope:
    """The scope where nothing is known of what a head binds: its entries may be out of order."""
    for each in entries:
        if isinstance(each, patterns.BindEntry):
            local = next(one for one in scope.locals.values() if one.slot == each.slot)
            scope = scope.with_local(local.name, Unknown(), local.span, local.role)
    return scope


def entry(
    scope: Scope, node: x.Expression, type: FrontType, *, binds: bool = True
) -> tuple[patterns.Entry, Scope]:
    """One entry: `any`, a new name, or what must stand there."""
    if isinstance(node, x.AnyPlace):
        return patterns.AnyEntry(), scope
    if isinstance(node, Name) and not is_known(scope, node.text):
        return _bound(scope, node, type, binds)
    return tested(scope, node, type), scope


def is_known(scope: Scope, name: str) -> bool:
    """Whether a word means something already, and so is no new name."""
    symbols = scope.context.symbols
    return (
        name in scope.locals
        or name in symbols.globals
        or name in symbols.words
        or name in BUILT_IN_NAMES
    )


def _bound(scope: Scope, node: Name, type: FrontType, binds: bool) -> tuple[patterns.Entry, Scope]:
    if not binds:
        known = {*scope.names(), *scope.context.symbols.known()}
        scope.context.report(say.binding_not_allowed(node, known))
        return patterns.AnyEntry(), scope
    after = declare(scope, node, type, "bound")
    return patterns.BindEntry(after.slot(node.text)), after


def tested(scope: Scope, node: x.Expression, type: FrontType) -> patterns.Entry:
    """What must stand at a place of a type: equal to this, one of these, or of this kind."""
    kind = _kind(scope, node, type)
    if kind is not None:
        return kind
    typed = _read(scope.pure("a head"), node, type)
    if isinstance(typed.type, Unknown) or may_equal(scope, typed.type, type):
        return patterns.EqualEntry(typed.expr, comparing(stored(type), stored(typed.type)))
    inner = element(typed.type)
    if inner is not None and may_equal(scope, inner, type):
        return patterns.MemberEntry(typed.expr, comparing_member(stored(type), stored(typed.type)))
    field = _field_of(scope, typed.type) if isinstance(plain(type), t.Card) else None
    help = f"write `c` here, and behind the brackets `where {field}(c) is {node.span.text}`"
    scope.context.report(
        say.entry_mismatch(node.span, typed.type, type, help if field is not None else None)
    )
    return patterns.AnyEntry()


def _other_head(scope: Scope, node: Pattern, what: str, places: Places) -> str | None:
    """The head with all its places, where one entry of fewer can only be meant for one of them."""
    if len(node.entries) != 1 or len(places) < 2:
        return None
    written = node.entries[0].span.text
    cards = [number for number, (_, type) in enumerate(places) if isinstance(plain(type), t.Card)]
    entries = ["any"] * len(places)
    uses = scope.context.symbols.words.get(written, ())
    field = _field_of(scope, t.WordOf(uses[0].list)) if len(uses) == 1 else None
    if field is None or len(cards) != 1:
        return None
    entries[cards[0]] = "c"
    return f"write `{what}({', '.join(entries)}) where {field}(c) is {written}`"


def _field_of(scope: Scope, type: FrontType) -> str | None:
    """The field of cards that holds words of a list, if there is just one."""
    wanted = plain(type)
    found = [
        name
        for name, uses in scope.context.symbols.fields.items()
        if isinstance(wanted, t.WordOf)
        and isinstance(uses[0].node.type, x.NamedType)
        and uses[0].node.type.name.text == wanted.list
        and not uses[0].node.index
    ]
    return found[0] if len(found) == 1 else None


def _kind(scope: Scope, node: x.Expression, type: FrontType) -> patterns.Entry | None:
    symbol = scope.context.symbols.globals.get(node.text) if isinstance(node, Name) else None
    if symbol is None or symbol.what not in ("kind", "piece") or symbol.name in scope.locals:
        return None
    met = t.Card(symbol.name) if symbol.what == "kind" else t.Piece(symbol.name)
    stands = plain(type)
    fitting = (t.Card, t.Title, t.UnderWay) if symbol.what == "kind" else (t.Piece,)
    if not isinstance(stands, (Unknown, *fitting)):
        scope.context.report(say.entry_mismatch(node.span, met, type))
    return patterns.KindEntry(symbol.name, asked_of(stored(type)))


def _read(scope: Scope, node: x.Expression, type: FrontType) -> Typed:
    """An entry as an expression; the place's type tells words of several lists apart."""
    wanted = plain(type)
    if isinstance(node, SETS) and not isinstance(wanted, (Unknown, t.SetOf, t.ListOf)):
        return raw(scope, node, t.SetOf(stored(wanted)))
    return raw(scope, node, wanted)


def may_equal(scope: Scope, met: FrontType, wanted: FrontType) -> bool:
    """Whether values of two types can be equal; a card can be equal to a title."""
    kinds = scope.context.kinds
    if fits(met, wanted, kinds):
        return True
    one, other = plain(met), plain(wanted)
    if isinstance(one, t.Title) and isinstance(other, t.Card):
        return related(one.kind, other.kind, kinds)
    return fits(one, other, kinds)


# ---------------------------------------------------------------- bound names must be read


def opened(scope: Scope) -> Scope:
    """The scope of a head: what is read from here on is counted afresh."""
    return evolve(scope, uses=Uses())


def closed(outer: Scope, inner: Scope) -> None:
    """Blame the names that a head bound and nothing has read; `inner` was `opened` from `outer`."""
    bound = {name for name in inner.locals if name not in outer.locals}
    report_unused(inner, bound)
    outer.uses.read |= inner.uses.read - bound


def report_unused(scope: Scope, names: set[str]) -> None:
    """Blame those of the names that a head bound and that were never read."""
    known = {*scope.context.symbols.known(), *scope.locals}
    for name in scope.locals:
        local = scope.locals[name]
        if name not in names or name in scope.uses.read or local.role != "bound":
            continue
        if local.span is not None and not _is_below(name, local.span):
            scope.context.report(say.unused_binding(name, local.span, known - {name}))


def _is_below(name: str, head: Span) -> bool:
    """Whether a name is written again in the block of its head: what reads it has its own error."""
    line = head.source.text[: head.end].rpartition("\n")[2]
    deep = len(line) - len(line.lstrip())
    written: list[str] = []
    for each in head.source.text[head.end :].split("\n"):
        if written and each.strip() and len(each) - len(each.lstrip()) <= deep:
            break
        written.append(each)
    return re.search(rf"\b{name}\b", NOT_RULES.sub("", "\n".join(written))) is not None
