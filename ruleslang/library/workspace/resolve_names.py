"""Resolves every name in the files of a rulebook to its declaration, and finds its uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ruleslang.language.lower.recorded_types import LocalName, Locals, Record
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.resolve.tables import OWN_COLUMNS
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as s
from ruleslang.language.syntax import statements as b
from ruleslang.language.syntax.node import Marks, Name, Node, Text
from ruleslang.language.syntax.walk import find, parts
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES
from ruleslang.program.events import CardPlay, event_name
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.source.span import Source, Span

Sort: TypeAlias = Literal["declared", "local", "field", "word", "branch", "built-in"]


@frozen
class Target:
    """
    The meaning of a name.

    `name` is its spelling; `of` the list of a word, else empty; `places` are its declarations:
    several for a field that several kinds have, none for a built-in.
    """

    sort: Sort
    name: str
    of: str = ""
    places: tuple[Span, ...] = ()


@frozen
class Use:
    """A use of a name, and what it means there; `declares`: this use is its declaration."""

    span: Span
    target: Target
    declares: bool = False


class Names:
    """The names of all files, resolved on demand."""

    def __init__(
        self, trees: Sequence[d.Tree], record: Record, locals: Mapping[Span, LocalName]
    ) -> None:
        self._trees = trees
        self._record, self._locals = record, locals

    @cached_property
    def _by_source(self) -> dict[Source, tuple[Use, ...]]:
        symbols = self._record.symbols
        if symbols is None:
            return {}
        meanings = _Meanings(symbols, self._record, self._locals)
        return {tree.source: tuple(_uses(tree, meanings)) for tree in self._trees}

    def within(self, source: Source) -> tuple[Use, ...]:
        """Return all names of a text, in order."""
        return self._by_source.get(source, ())

    def at(self, source: Source, offset: int) -> Use | None:
        """Return the name at a position, or ending just before it."""
        uses = [use for use in self.within(source) if use.span.start <= offset <= use.span.end]
        return uses[-1] if uses else None

    def of(self, target: Target) -> Iterator[Use]:
        """Yield all uses of a target."""
        for uses in self._by_source.values():
            yield from (use for use in uses if _is_same(use.target, target))


def _is_same(first: Target, second: Target) -> bool:
    if (first.sort, first.name, first.of) != (second.sort, second.name, second.of):
        return False
    return first.sort not in ("local", "field") or bool(set(first.places) & set(second.places))


def _uses(tree: d.Tree, meanings: _Meanings) -> Iterator[Use]:
    uses: list[Use] = []
    for node in tree.declarations:
        _Walk(meanings, node, uses).visit(node, None, "", {})
    seen: dict[Span, Use] = {}
    for use in uses:
        seen.setdefault(use.span, use)
    return iter(sorted(seen.values(), key=lambda use: use.span.start))


NO_NAMES = (
    *(Marks, d.Uses, d.CardFolders, d.TextsIn, d.Series, d.NumberedRules, d.Language),
    d.RuleTable,
)
"""Declarations that name rules, files and languages, and nothing of the game."""

MAKES_LOCAL: frozenset[tuple[type[Node], str]] = frozenset(
    {
        *((kind, "variable") for kind in (x.ThereIs, x.Every, x.EachWhere, x.Fold, x.ImageOf)),
        *((kind, "variable") for kind in (x.AsFarAs, x.UpToAndWith, x.SpreadBy)),
        *((kind, "variable") for kind in (b.ForEach, b.TakeTurns, b.Together)),
        *((kind, "name") for kind in (s.Let, d.ValueLet, d.Parameter, s.Choice, d.Index)),
        *((kind, "name") for kind in (s.Roll, s.Rank, s.Open)),
        (d.Action, "by"),
    }
)
TYPES = ("card", "piece", "play", "player", "space", "team", "title", "choices")
PLACEHOLDER = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d]\w*")
LISTED = re.compile(r"([^\W\d]\w*)")
NAMES_IN_COLUMNS = {"what": LISTED, "shows": LISTED, "hides": LISTED, "says": PLACEHOLDER}


@define(eq=False)
class _Meanings:
    """The possible meanings of names in a whole rulebook."""

    symbols: Symbols
    record: Record
    locals: Mapping[Span, LocalName]
    lists: dict[str, dict[str, Span]] = field(factory=dict)
    choices: dict[str, tuple[Span, ...]] = field(factory=dict)
    """Where something of that name is chosen."""
    played: dict[str, tuple[Span, ...]] = field(factory=dict)
    """Where something of that name is chosen for the play of a card."""

    def __attrs_post_init__(self) -> None:
        for word, uses in self.symbols.words.items():
            for use in uses:
                self.lists.setdefault(use.list, {})[word] = use.span
        for choice in (inner for node in self.symbols.order for inner in find(node, s.Choice)):
            name = choice.name.text
            self.choices[name] = (*self.choices.get(name, ()), choice.name.span)
        for play in (inner for node in self.symbols.order for inner in find(node, d.Play)):
            for choice in play.choices:
                name = choice.name.text
                self.played[name] = (*self.played.get(name, ()), choice.name.span)

    def declared(self, name: str) -> Target | None:
        """Return the declaration of a global name."""
        symbol = self.symbols.get(name)
        return None if symbol is None else Target("declared", name, "", (symbol.span,))

    def word(self, name: str, wanted: t.Type | None) -> Target | None:
        """Return a word of the expected list, or of the only list that has it."""
        lists = [use.list for use in self.symbols.words.get(name, ())]
        wanted_list = list_of(wanted)
        if wanted_list in lists:
            lists = [
                candidate
                for candidate in lists
                if candidate in {wanted_list, *self.symbols.lists.get(wanted_list, ())}
            ]
        list = self.symbols.innermost(lists)
        return None if list is None else Target("word", name, list, (self.lists[list][name],))

    def field(self, name: str, kind: str | None) -> Target | None:
        """Return a field of a kind, or of all kinds that have one of that name."""
        uses = self.symbols.fields.get(name, ())
        line = self.symbols.kinds.get(kind or "", ())
        fitting = [use for use in uses if use.kind in line] or uses
        places = tuple(use.node.name.span for use in fitting)
        return Target("field", name, "", places) if places else None

    def any(self, name: str) -> Target | None:
        """Return a name's declaration, field or word, if nothing else decides which."""
        return self.declared(name) or self.field(name, None) or self.word(name, None)

    def built_in(self, name: str) -> Target | None:
        """Return a word or function of the language."""
        is_known = name in BUILT_IN_NAMES or name in CALLED_NAMES or name in TYPES
        return Target("built-in", name) if is_known else None


def list_of(type: t.Type | None) -> str:
    """Return the list whose words are expected; empty if there is none."""
    if type is None:
        return ""
    inner = plain(type)
    if is_collection(inner):
        inner = plain(element(inner) or inner)
    return inner.list if isinstance(inner, t.WordOf) else ""


@define(eq=False)
class _Walk:
    """Visits the names of one declaration."""

    meanings: _Meanings
    declaration: d.Declaration
    uses: list[Use]
    definitions: dict[str, list[Span]] = field(factory=dict)
    call: x.Apply | None = None  # about the arguments that are looked at
    offered: tuple[Name, ...] = ()  # the actions whose choices `if once only by` compares

    def visit(self, node: Node, parent: Node | None, part: str, locals: Locals) -> None:
        """Record the names in a node; `part` is the parent's field that holds it."""
        if isinstance(node, NO_NAMES):
            return
        record = self.meanings.record
        known = record.expressions.get(node.span)
        locals = known.locals if known is not None else record.statements.get(node.span, locals)
        if isinstance(node, Name):
            self._name(node, parent, part, locals)
            return
        if isinstance(node, d.Table):
            self._table(node)
        elif isinstance(node, d.TextTable | d.LookTable):
            self._text_table(node)
        elif isinstance(node, Text):
            self._placeholders(node.span, self.declaration)
        else:
            for child, field_name in parts(node):
                if isinstance(node, x.Apply):
                    self.call = node
                before = self.offered
                if isinstance(node, s.Do) and field_name == "once":
                    self.offered = node.actions
                self.visit(child, node, field_name, locals)
                self.offered = before

    def _name(self, node: Name, parent: Node | None, part: str, locals: Locals) -> None:
        target, declares = self._meaning(node, parent, part, locals)
        if target is not None:
            self.uses.append(Use(node.span, target, declares))

    def _meaning(
        self, node: Name, parent: Node | None, part: str, locals: Locals
    ) -> tuple[Target | None, bool]:
        meanings = self.meanings
        match parent:
            case d.KindField() if part == "name":
                return Target("field", node.text, "", (node.span,)), True
            case d.State() if part == "only_in":
                return meanings.declared(node.text), False
            case d.Axis() if part == "name":
                return meanings.field(node.text, self._kind()), False
            case d.Prefer(criteria=[_, *_]) if part == "name" and node.text in meanings.choices:
                self.definitions.setdefault(node.text, []).append(node.span)
                return self._made_at(node.span, node.text), False
        if (type(parent), part) in MAKES_LOCAL or node.span in meanings.locals:
            self.definitions.setdefault(node.text, []).append(node.span)
            return Target("local", node.text, "", (node.span,)), True
        match parent:
            case b.MenuItem() if part == "name":
                return Target("branch", node.text), True
            case d.Field() if part == "name":
                return meanings.field(node.text, self._kind()), False
            case x.NamedArgument() if part == "name":
                return self._argument(node, self.call), False
            case d.OnlyUnder() | b.UnderClause() if part == "values":
                return meanings.word(node.text, t.WordOf(parent.option.text)), False
            case x.Is(left=Name(text=option)) if part == "right":
                word = meanings.word(node.text, t.WordOf(option))
                if word is not None and word.of == option:
                    return word, False
            case d.Words() | d.Face() | d.OptionValue() if part in ("words", "word", "name"):
                if part == "words" and node.text in meanings.symbols:
                    return meanings.declared(node.text), False  # a list that this one contains
                if parent is not self.declaration or part == "words":
                    return self._own_word(node), True
        declared = meanings.declared(node.text)
        if declared is not None and node.span in declared.places:
            return declared, True
        return self._read(node, locals) or self._other_name(node, parent, part, locals), False

    def _own_word(self, node: Name) -> Target:
        list = getattr(self.declaration, "name", None)
        return Target("word", node.text, list.text if list else "", (node.span,))

    def _read(self, node: Name, locals: Locals) -> Target | None:
        """Return the meaning of a name in the scope in which it was lowered."""
        for action in self.offered:
            chosen = self._parameter(action.text, node.text)
            if chosen is not None:
                return chosen
        local = locals.get(node.text)
        if local is not None:
            if local.span is None:
                return self._made_before(node) or Target("built-in", node.text)
            return self._made_at(local.span, node.text)
        known = self.meanings.record.expressions.get(node.span)
        wanted = known.expected if known is not None else None
        type_here = known.type if known is not None else None
        if list_of(type_here):
            word = self.meanings.word(node.text, type_here)
            if word is not None:
                return word
        if list_of(wanted) and node.text not in self.meanings.symbols:
            return self.meanings.word(node.text, wanted)
        return None

    def _made_at(self, span: Span, name: str) -> Target | None:
        """Return the local defined here; for a player, all choices that share the name."""
        match self.declaration:
            case d.Deck(axes=axes) if span in {axis.name.span for axis in axes}:
                return self.meanings.field(name, self._kind())
            case d.Chooser(preferences=lines) if span in {_head(line) for line in lines}:
                return Target("local", name, "", self.meanings.choices.get(name, (span,)))
        return Target("local", name, "", (span,))

    def _made_before(self, node: Name) -> Target | None:
        """Return the local of that name defined last before its use."""
        definitions = self.definitions.get(node.text, ())
        before = [span for span in definitions if span.start <= node.span.start]
        return self._made_at((before or definitions)[-1], node.text) if definitions else None

    def _other_name(
        self, node: Name, parent: Node | None, part: str, locals: Locals
    ) -> Target | None:
        """Return the meaning of a name that was not lowered as an expression."""
        name, meanings = node.text, self.meanings
        if isinstance(parent, x.Apply) and part == "function":
            return self._called(node, parent, locals)
        target = meanings.declared(name)
        if target is not None:
            return target
        if name in self.definitions:
            return self._made_before(node)
        if name in meanings.symbols.branches:
            return Target("branch", name)
        if isinstance(parent, d.Prefer | d.Avoid) and name in meanings.choices:
            return Target("local", name, "", meanings.choices[name])
        return meanings.word(name, None) or meanings.built_in(name) or meanings.field(name, None)

    def _called(self, node: Name, call: x.Apply, locals: Locals) -> Target | None:
        """Return the called thing: a declared name, a function of the language, or a field."""
        meanings = self.meanings
        target = meanings.declared(node.text)
        if target is not None:
            return target
        first = call.arguments[0] if call.arguments else None
        type = self._type(first, locals) if first is not None else None
        if isinstance(type, t.UnderWay):
            if type.event == CardPlay() and node.text in meanings.played:
                return Target("local", node.text, "", meanings.played[node.text])
            target = self._parameter(event_name(type.event), node.text)
            if target is not None:
                return target
        if node.text in meanings.symbols.fields:
            kind = type.kind if isinstance(type, (t.Card, t.Title)) else None
            return meanings.field(node.text, kind)
        return meanings.built_in(node.text)

    def _type(self, node: Node, locals: Locals) -> t.Type | None:
        """Return the type of a node, if known."""
        local = locals.get(node.text) if isinstance(node, Name) else None
        if local is not None:
            return plain(local.type)
        known = self.meanings.record.expressions.get(node.span)
        return None if known is None else plain(known.type)

    def _parameter(self, procedure: str, name: str) -> Target | None:
        """Return a parameter or choice of a procedure, an action or a window."""
        node = self.meanings.symbols.declared(procedure, Node)
        for parameter in (*getattr(node, "parameters", ()), *getattr(node, "choices", ())):
            if parameter.name.text == name:
                return Target("local", name, "", (parameter.name.span,))
        return None

    def _argument(self, node: Name, call: Node | None) -> Target | None:
        """Return the parameter, or the choice, that a named argument refers to."""
        return self._parameter(call.function.text, node.text) if isinstance(call, x.Apply) else None

    def _kind(self) -> str | None:
        """Return the kind of the card or cards that the declaration defines."""
        match self.declaration:
            case d.Card(kind=kind):
                return kind.text
            case d.Deck(kind=kind):
                return kind.text
            case d.Kind(name=name):
                return name.text
            case d.RowRules(name=name):
                row = next(
                    (
                        card
                        for card in self.meanings.symbols.table_cards
                        if card.id.text == name.text
                    ),
                    None,
                )
                return row.kind.text if row is not None else None
        return None

    # ------------------------------------------------------------ tables and texts

    def _table(self, table: d.Table) -> None:
        self.visit(table.kind, table, "kind", {})
        if table.only_under is not None:
            self.visit(table.only_under, table, "only_under", {})
        heads = table.rows[0].cells if table.rows else ()
        for row in table.rows[:1]:
            for cell in row.cells:
                self._field_of_column(cell, table.kind.text)
        for row in table.rows[1:]:
            for head, cell in zip(heads, row.cells, strict=False):
                self._cell(head, cell, table.kind.text)

    def _field_of_column(self, cell: d.Cell, kind: str) -> None:
        word = WORD.match(cell.text)
        if word is None or cell.text in OWN_COLUMNS:
            return
        meanings = self.meanings
        self._found(cell.span, word.span(), meanings.field(word.group(), kind))
        for found in WORD.finditer(cell.text, word.end()):  # of the index: `white(passing)`
            words = (meanings.word(found.group(), list) for list in self._indexes(word.group()))
            self._found(cell.span, found.span(), next(filter(None, words), None))

    def _found(self, text: Span, place: tuple[int, int], target: Target | None) -> None:
        """Record what is named at a place in a text, if anything is."""
        if target is not None:
            start, end = place
            self.uses.append(Use(text.source.span(text.start + start, text.start + end), target))

    def _indexes(self, field: str) -> Iterator[t.Type]:
        """Yield the lists whose words index the fields of a name."""
        for use in self.meanings.symbols.fields.get(field, ()):
            for index in use.node.index:
                if isinstance(index.type, x.NamedType):
                    yield t.WordOf(index.type.name.text)

    def _cell(self, head: d.Cell, cell: d.Cell, kind: str) -> None:
        if head.text == "id":
            target = self.meanings.declared(cell.text)
            if target is not None:
                self.uses.append(Use(cell.span, target, cell.span in target.places))
        elif head.text not in OWN_COLUMNS and not head.text.startswith("("):
            for found in WORD.finditer(cell.text):
                self._word_of_cell(cell, found, head.text, kind)

    def _word_of_cell(self, cell: d.Cell, found: re.Match[str], head: str, kind: str) -> None:
        meanings, name = self.meanings, found.group()
        if not cell.span.text.startswith(name, found.start()):  # it is quoted, with doubled signs
            return
        wanted = next(
            (
                use.node.type.name.text
                for use in meanings.symbols.fields.get(head.split("(")[0].split(" ")[0], ())
                if isinstance(use.node.type, x.NamedType)
                and use.kind in meanings.symbols.kinds.get(kind, ())
            ),
            "",
        )
        target = meanings.word(name, t.WordOf(wanted)) or meanings.declared(name)
        self._found(cell.span, found.span(), target)

    def _text_table(self, table: d.TextTable | d.LookTable) -> None:
        heads = [cell.text for cell in table.rows[0].cells] if table.rows else []
        for row in table.rows[1:]:
            named = next(
                (c.text for h, c in zip(heads, row.cells, strict=False) if h == "what"), ""
            )
            symbol = self.meanings.symbols.get(named)
            for head, cell in zip(heads, row.cells, strict=False):
                if symbol is not None and head not in NAMES_IN_COLUMNS:
                    self._placeholders(cell.span, symbol.node)
                pattern = NAMES_IN_COLUMNS.get(head)
                for found in pattern.finditer(cell.span.text) if pattern is not None else ():
                    self._found(cell.span, found.span(1), self.meanings.any(found[1]))

    def _placeholders(self, span: Span, node: Node) -> None:
        """Resolve the names in braces within a text about a declaration: `{rank}`."""
        axes = (*getattr(node, "axes", ()), *getattr(node, "parameters", ()))
        for found in PLACEHOLDER.finditer(span.text):
            for axis in axes:
                if axis.name.text == found[1]:
                    is_axis = isinstance(node, d.Deck)
                    target = self.meanings.field(found[1], None) if is_axis else None
                    local = Target("local", found[1], "", (axis.name.span,))
                    self._found(span, found.span(1), target or local)


def _head(line: d.Prefer | d.Avoid | d.PreferOtherwise) -> Span | None:
    """Return the name that a preference is about."""
    return None if isinstance(line, d.PreferOtherwise) else line.name.span
