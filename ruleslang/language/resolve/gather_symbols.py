"""
Gathers what a rulebook declares into one table.

Every declaration brings its names; a name that is taken is reported where it comes the second time,
and the first keeps it, so that the rest of the rulebook is still understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.resolve import diagnostics as errors
from ruleslang.language.resolve.poisoned_names import poisoned
from ruleslang.language.resolve.symbol_table import FieldUse, Symbol, Symbols, TableCard, WordUse
from ruleslang.language.resolve.tables import read_table, read_texts
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.diagnostics.raw_text import too_deep
from ruleslang.language.syntax.keywords import CALLS, EXPRESSIONS, SUBJECTS, why_reserved
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.statements import MenuItem, Modify, Whenever
from ruleslang.language.syntax.walk import find
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTION_NAMES, SPECIAL_FORMS
from ruleslang.source.diagnostic import Diagnostic, with_article
from ruleslang.source.span import Source, Span

TAKEN = BUILT_IN_NAMES | SPECIAL_FORMS | FUNCTION_NAMES
OF_TABLES = (syntax.TEXTS, syntax.LOOKS, syntax.RULES)
MOST_KINDS = 40  # one above the other


def resolve(trees: Sequence[syntax.Tree]) -> tuple[Symbols, tuple[Diagnostic, ...]]:
    """Return the symbols of a rulebook's trees, in the order of the text, and their errors."""
    diagnostics: list[Diagnostic] = []
    order, lists = _with_contained_words(
        [declaration for tree in trees for declaration in tree.declarations], diagnostics
    )
    header = _header(trees, order, diagnostics)
    cards = tuple(
        card
        for node in order
        if isinstance(node, syntax.Table)
        for card in read_table(node, diagnostics)
    )
    globals_ = _globals(order, header, cards, diagnostics)
    words = _words(order, globals_, diagnostics)
    fields = _fields(order, globals_, diagnostics)
    kinds = _ancestors(order, diagnostics)
    beside = _row_rules(order, globals_, cards, diagnostics)
    poison = poisoned(trees, globals_, cards, diagnostics)
    symbols = Symbols(
        globals_,
        words,
        fields,
        order,
        header,
        kinds,
        cards,
        frozenset(modify.value.text for node in order for modify in find(node, Modify)),
        frozenset(item.name.text for node in order for item in find(node, MenuItem)),
        any(True for node in order for _ in find(node, Whenever)),
        beside,
        poison,
        read_texts(order, header, diagnostics),
        lists,
        _own_decks(order),
    )
    return symbols, tuple(poison.with_cause(diagnostic) for diagnostic in diagnostics)


def _own_decks(order: Iterable[syntax.Declaration]) -> dict[str, tuple[syntax.Deck, ...]]:
    """Return the decks that are named as their kind, by that name."""
    decks = [node for node in order if isinstance(node, syntax.Deck)]
    names = {node.name.text for node in decks if node.name.text == node.kind.text}
    return {name: tuple(deck for deck in decks if deck.name.text == name) for name in names}


def _header(
    trees: Sequence[syntax.Tree], order: Iterable[syntax.Declaration], diagnostics: list[Diagnostic]
) -> syntax.Header | None:
    headers = [node for node in order if isinstance(node, syntax.Header)]
    if not headers:
        source = trees[0].source if trees else Source("rulebook", "")
        if not any(isinstance(node, syntax.Junk) for node in order):
            place = source.span(0, min(1, len(source.text)))
            cards = source.name.endswith((".cards", ".csv"))
            diagnostics.append(
                errors.cards_without_rulebook(place, file=source.name)
                if cards
                else errors.missing_header(place)
            )
        return None
    diagnostics.extend(
        errors.second_header(other.name.span, at=headers[0].name.span) for other in headers[1:]
    )
    return headers[0]


def _globals(
    order: Iterable[syntax.Declaration],
    header: syntax.Header | None,
    cards: Iterable[TableCard],
    diagnostics: list[Diagnostic],
) -> dict[str, Symbol]:
    table: dict[str, Symbol] = {}
    by_row = {id(card.node): card for card in cards}
    symbols: list[Symbol] = list(_seats(header)) if header else []
    for node in order:
        symbols.extend(_declared(node, by_row))
    for symbol in symbols:
        first = table.get(symbol.name)
        why = why_reserved(symbol.name, begins_line=False) or _begins_line(symbol)
        if why is not None:
            diagnostics.append(errors.reserved_name(symbol.span, why=why))
        elif symbol.name in TAKEN or (symbol.what == "kind" and symbol.name in OF_TABLES):
            diagnostics.append(errors.built_in_name(symbol.span, name=symbol.name))
        elif first is not None and not (diagnostics and diagnostics[-1].span == symbol.span):
            diagnostics.append(_duplicate(symbol.span, symbol.name, first))
        table.setdefault(symbol.name, symbol)  # where it is used, it is not blamed again
    return table


def _row_rules(
    order: Iterable[syntax.Declaration],
    table: dict[str, Symbol],
    cards: Iterable[TableCard],
    diagnostics: list[Diagnostic],
) -> dict[str, syntax.RowRules]:
    """Return the lines under `card NAME`, by the names of rows; in one place for each."""
    rows = {card.id.text for card in cards}
    beside: dict[str, syntax.RowRules] = {}
    for node in order:
        if not isinstance(node, syntax.RowRules):
            continue
        name = node.name
        other = beside.get(name.text) if name.text in rows else table.get(name.text)
        if isinstance(other, syntax.RowRules):
            diagnostics.append(errors.lines_in_two_places(name, at=other.name.span))
        elif other is not None and other.what == "card":
            diagnostics.append(errors.lines_in_two_places(name, at=other.span))
        elif other is not None:
            diagnostics.append(_duplicate(name.span, name.text, other))
        elif name.text in rows:
            beside[name.text] = node
        else:
            kinds = [
                declaration.name.text
                for declaration in order
                if isinstance(declaration, syntax.Kind)
            ]
            diagnostics.append(errors.unknown_row(name, rows, kinds))
    return beside


def _seats(header: syntax.Header) -> Iterator[Symbol]:
    for item in header.items:
        if isinstance(item, syntax.Players):
            names = {name.text: name for name in item.names}
            for seat in range(max(most_players(item), len(item.names))):
                name = item.names[seat] if seat < len(item.names) else None
                if name is None and f"p{seat + 1}" in names:
                    continue
                text = name.text if name else f"p{seat + 1}"
                yield Symbol(text, "player", name or item, (name or item).span, seat)
        elif isinstance(item, syntax.Teams):
            for team, name in enumerate(item.names):
                yield Symbol(name.text, "team", name, name.span, team)


def most_players(item: syntax.Players) -> int:
    """Return the most players that a header allows; 2 when its numbers cannot be read."""
    count = item.count
    if isinstance(count, x.Range):
        count = count.high
    return min(count.value, 64) if isinstance(count, x.Number) else 2


def _declared(node: syntax.Declaration, by_row: dict[int, TableCard]) -> Iterator[Symbol]:
    match node:
        case syntax.Procedure() | syntax.Option():
            yield _symbol(node.name, node.word, node)
        case syntax.Table():
            for row in node.rows:
                card = by_row.get(id(row))
                if card is not None:
                    yield _symbol(card.id, "card", row)
        case syntax.Board():
            yield _symbol(node.name, "board", node)
            for place, name in enumerate(node.spaces.names if node.spaces else ()):
                yield Symbol(name.text, "space", name, name.span, place, node.name.text)
            if node.named is not None:
                for place, space in enumerate(chain.from_iterable(node.named.rows)):
                    span = node.named.span
                    yield Symbol(space, "space", node.named, span, place, node.name.text)
            for region in node.regions:
                yield Symbol(region.name.text, "region", node, region.name.span, 0, node.name.text)
        case syntax.Deck() if node.name.text == node.kind.text:
            return  # its kind has the name
        case syntax.Chooser():
            yield _symbol(node.name, "player program", node)
        case _ if isinstance(node, Plain):
            yield _symbol(node.name, PLAIN[type(node)], node)
        case _:
            return


Plain: TypeAlias = (
    syntax.Words
    | syntax.TypeName
    | syntax.Die
    | syntax.Dice
    | syntax.Zone
    | syntax.State
    | syntax.History
    | syntax.Value
    | syntax.Piece
    | syntax.Kind
    | syntax.Card
    | syntax.Deck
    | syntax.CardList
    | syntax.Action
    | syntax.Window
)
PLAIN: dict[type[Plain], str] = {
    syntax.Words: "words",
    syntax.TypeName: "type",
    syntax.Die: "die",
    syntax.Dice: "dice",
    syntax.Zone: "zone",
    syntax.State: "state",
    syntax.History: "history",
    syntax.Value: "value",
    syntax.Piece: "piece",
    syntax.Kind: "kind",
    syntax.Card: "card",
    syntax.Deck: "deck",
    syntax.CardList: "value",
    syntax.Action: "action",
    syntax.Window: "window",
}


def _begins_line(symbol: Symbol) -> str | None:
    """
    Return why a callable or a player-valued name is not allowed: it would be read as the beginning
    of another kind of line; `None` when it is allowed.
    """
    if symbol.what in ("procedure", "phase", "check"):
        taken = CALLS
    else:
        taken = SUBJECTS
        if symbol.name in SUBJECTS and not _is_asked(symbol):
            return None
    return f"`{symbol.name}` begins a line" if symbol.name in taken else None


def _is_asked(symbol: Symbol) -> bool:
    match symbol.node:
        case syntax.State(type=type) | syntax.Value(type=type):
            return isinstance(type, x.NamedType) and type.name.text == "player"
        case _:
            return symbol.what == "player"


def _symbol(name: Name, what: str, node: Node) -> Symbol:
    return Symbol(name.text, what, node, name.span)


def _words(
    order: Iterable[syntax.Declaration], table: dict[str, Symbol], diagnostics: list[Diagnostic]
) -> dict[str, tuple[WordUse, ...]]:
    words: dict[str, list[WordUse]] = {}
    for node in order:
        if not isinstance(node, syntax.Words | syntax.Die | syntax.Option):
            continue
        seen: dict[str, Name] = {}
        for name in declared_words(node):
            if name.text in seen:
                diagnostics.append(
                    errors.repeated_word(name.span, at=seen[name.text].span, name=name.text)
                )
                continue
            _check_word(name, table, diagnostics)
            use = WordUse(node.name.text, len(seen), name.span)
            words.setdefault(name.text, []).append(use)
            seen[name.text] = name
    return {name: tuple(uses) for name, uses in words.items()}


def declared_words(node: syntax.Declaration) -> tuple[Name, ...]:
    """Return the words of a list, of a die or of an option; none where it has other values."""
    match node:
        case syntax.Words():
            return node.words
        case syntax.Die():
            return tuple(face.word for face in node.faces if face.word)
        case syntax.Option(numbers=None):
            names = tuple(value.name for value in node.values)
            return () if {name.text for name in names} == {"yes", "no"} else names
        case _:
            return ()


def _duplicate(span: Span, name: str, first: Symbol) -> Diagnostic:
    what = "a word list" if first.what == "words" else with_article(first.what)
    return errors.duplicate_name(span, at=first.span, name=name, what=what)


def _check_word(name: Name, table: dict[str, Symbol], diagnostics: list[Diagnostic]) -> None:
    if name.text in EXPRESSIONS - {"yes", "no"}:
        diagnostics.append(
            errors.reserved_name(name.span, why=f"`{name.text}` begins an expression")
        )
    elif name.text in BUILT_IN_NAMES:
        diagnostics.append(errors.built_in_name(name.span, name=name.text))
    elif name.text in table:
        diagnostics.append(_duplicate(name.span, name.text, table[name.text]))


def _fields(
    order: Iterable[syntax.Declaration], table: dict[str, Symbol], diagnostics: list[Diagnostic]
) -> dict[str, tuple[FieldUse, ...]]:
    fields: dict[str, list[FieldUse]] = {}
    for kind in (node for node in order if isinstance(node, syntax.Kind)):
        named: dict[str, Name] = {}
        for item in kind.items:
            if not isinstance(item, syntax.KindField):
                continue
            name = item.name
            why = why_reserved(name.text, begins_line=False)
            if why is not None:
                diagnostics.append(errors.reserved_name(name.span, why=why))
            elif name.text in named:
                diagnostics.append(
                    errors.duplicate_name(
                        name.span,
                        at=named[name.text].span,
                        name=name.text,
                        what=with_article("field"),
                    )
                )
            elif name.text in TAKEN:
                diagnostics.append(errors.built_in_name(name.span, name=name.text))
            elif name.text in table:
                diagnostics.append(_duplicate(name.span, name.text, table[name.text]))
            else:
                named[name.text] = name
                fields.setdefault(name.text, []).append(FieldUse(kind.name.text, item))
    return {name: tuple(uses) for name, uses in fields.items()}


def _ancestors(
    order: Iterable[syntax.Declaration], diagnostics: list[Diagnostic]
) -> dict[str, tuple[str, ...]]:
    kinds = {
        node.name.text: node for node in reversed(tuple(order)) if isinstance(node, syntax.Kind)
    }
    lines: dict[str, tuple[str, ...]] = {}
    blamed: set[str] = set()
    for name, node in reversed(kinds.items()):
        line = [name]
        parent = node.parent
        while parent is not None:
            if parent.text not in kinds:
                if line == [name]:
                    diagnostics.append(errors.unknown_kind(parent, kinds))
                break
            if parent.text in line:
                if not blamed & set(line):
                    diagnostics.append(errors.kinds_in_circle(node.name.span, name=node.name.text))
                blamed.update(line)
                break
            if len(line) == MOST_KINDS:
                if not blamed:
                    diagnostics.append(too_deep(node.name.span))
                blamed.update(line)
                break
            line.append(parent.text)
            parent = kinds[parent.text].parent
        lines[name] = tuple(line)
    return lines


# ---------------------------------------------------------------- lists that contain lists


def _with_contained_words(
    order: Sequence[syntax.Declaration], diagnostics: list[Diagnostic]
) -> tuple[tuple[syntax.Declaration, ...], Mapping[str, frozenset[str]]]:
    """
    Return the declarations with all words of each list written out, and which lists each list
    contains.

    A word that a list brings keeps its place in the text, in the list where it is declared.
    """
    lists: dict[str, syntax.Words] = {}
    for node in order:
        if isinstance(node, syntax.Words):
            lists.setdefault(node.name.text, node)
    contained = {name: frozenset(_inside(node, lists)) for name, node in lists.items()}
    for name, inside in contained.items():
        if name in inside:
            diagnostics.append(errors.list_in_circle(lists[name].name.span, name=name))
            words = tuple(word for word in lists[name].words if word.text not in contained)
            lists[name] = evolve(lists[name], words=words)
    complete = {
        name: evolve(node, words=_all_words(node, lists, diagnostics)) if contained[name] else node
        for name, node in lists.items()
    }
    written = tuple(
        complete[node.name.text]
        if isinstance(node, syntax.Words) and contained[node.name.text]
        else node
        for node in order
    )
    return written, {name: inside for name, inside in contained.items() if inside}


def _inside(node: syntax.Words, lists: Mapping[str, syntax.Words]) -> set[str]:
    """Return the lists that a list names, and those that they name."""
    seen: set[str] = set()
    ahead = [node]
    while ahead:
        named = {word.text for word in ahead.pop().words if word.text in lists} - seen
        seen |= named
        ahead.extend(lists[name] for name in sorted(named))
    return seen


def _all_words(
    node: syntax.Words, lists: Mapping[str, syntax.Words], diagnostics: list[Diagnostic]
) -> tuple[Name, ...]:
    """Return all words of a list; a repeated word is reported at its second place."""
    brought_by: dict[str, tuple[Name, Name]] = {}  # for each word the names that bring it here
    for written in node.words:
        brought = (
            _all_words(lists[written.text], lists, []) if written.text in lists else (written,)
        )
        for word in brought:
            first = brought_by.setdefault(word.text, (word, written))[1]
            if first is not written:
                message = errors.repeated_word if word is written else errors.brought_word
                diagnostics.append(
                    message(written.span, at=first.span, name=word.text, list=written.text)
                )
    return tuple(word for word, _ in brought_by.values())
