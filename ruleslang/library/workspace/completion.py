"""Completions at a position of a text being edited, snippets, and the signature of a call.

Snippets are in the syntax of editors: `${1:name}` is a tab stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TypeAlias

from attrs import evolve, frozen

from ruleslang.language.lower.lone_names import role_of
from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.lower.rulebook import record_declaration
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.types import lower_type
from ruleslang.language.resolve.symbol_table import Symbol, Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import keywords
from ruleslang.language.syntax import simple_statements as s
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.grammar import LayoutError
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.parse import chunks, declaration_or_none
from ruleslang.language.syntax.parse_failure import examine
from ruleslang.language.syntax.walk import parts, walk
from ruleslang.library.workspace.hover import built_in, places_of
from ruleslang.library.workspace.resolve_names import MAKES_LOCAL
from ruleslang.library.workspace.resolve_names import TYPES as OWN_TYPES
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTIONS
from ruleslang.program.typing.lattice import element, is_collection, plain
from ruleslang.program.typing.type_names import describe
from ruleslang.source.span import Source, Span

ItemSort: TypeAlias = Literal["keyword", "local", "declared", "word", "field", "built-in"]
HOLE = "name_to_come"  # a name at the cursor while the declaration around it is lowered
NO_SIGN = "§"  # of the language: where it stands, reading stops
BEGUN = re.compile(r"[^\W\d]\w*\Z")
MOST_ITEMS = 500
SIGNS_APART = re.compile(r"[^\W\d][\w ]*\Z")


@frozen
class Item:
    """
    A completion.

    `detail` describes it; `fits` is false for a name whose type is not the expected one.
    """

    name: str
    sort: ItemSort
    detail: str
    fits: bool = True


@frozen
class Completions:
    """The completions, the best first, and the partial word that they replace."""

    items: tuple[Item, ...]
    replaces: Span
    at_margin: bool


def completions(snapshot: Snapshot | None, path: Path, text: str, offset: int) -> Completions:
    """
    The completions at a position of a text, which need not be the text of the snapshot.

    Declared names come from the snapshot; local names from the text itself.
    """
    begun = BEGUN.search(text, 0, offset)
    start = begun.start() if begun is not None else offset
    source = Source(path.name, text)
    replaces = source.span(start, offset)
    at_margin = start == 0 or text[start - 1] == "\n"
    if _is_in_text(source, start):
        return Completions((), replaces, at_margin)
    expected = _expected(source, start)
    items = [
        Item(word, "keyword", "")
        for word in sorted(expected)
        if SIGNS_APART.match(word) and word.islower()
    ]
    symbols = snapshot.symbols if snapshot is not None else None
    if "NAME" in expected and not at_margin and symbols is not None:
        names = _names_there(symbols, source, start, offset)
        first = {item.name for item in names if item.fits}
        items = [item for item in items if item.name not in first]
        items = sorted([*names, *items], key=lambda item: (not item.fits, _rank(item)))
    return Completions(tuple(items[:MOST_ITEMS]), replaces, at_margin)


def _is_in_text(source: Source, start: int) -> bool:
    """Whether a position of a line is inside a text or a comment."""
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    return re.fullmatch(r"""(?:[^"#]|"[^"]*")*(?:"[^"]*|#.*)""", line) is not None


RANKS: tuple[ItemSort, ...] = ("field", "word", "local", "declared", "built-in", "keyword")


def _rank(item: Item) -> tuple[int, str]:
    return RANKS.index(item.sort), item.name


def _chunk(source: Source, offset: int) -> Chunk:
    return next(chunk for chunk in reversed(chunks(source)) if chunk.start <= offset)


def _expected(source: Source, start: int) -> frozenset[str]:
    """
    The keywords, and the sorts of words, that the grammar allows at a position; at the margin
    without those that a snippet begins with.
    """
    if start == 0 or source.text[start - 1] == "\n":
        return keywords.DECLARATIONS - {name for name, _, _ in SNIPPETS}
    begin = _chunk(source, start - 1).start
    cut = Source(source.name, source.text[begin:start] + NO_SIGN)
    try:
        failure = examine(Chunk(cut, 0, len(cut.text)))
    except LayoutError:  # the line is in no block, so nothing may be on it
        return frozenset()
    return failure.expected if failure is not None else frozenset()


# ---------------------------------------------------------------- names in sight


def _names_there(symbols: Symbols, source: Source, start: int, offset: int) -> list[Item]:
    """The names that are possible at a position, and those that fit there."""
    scope, wanted, sorts = _looked_up(symbols, source, start, offset)
    if sorts is not None:
        names = [Item(symbol.name, "declared", symbol.what) for symbol in symbols.of(*sorts)]
        if sorts is TYPES:
            names += [Item(name, "built-in", "a type of the language") for name in OWN_TYPES]
        if sorts is ZONES:
            names.append(Item("cards", "built-in", "cards of every kind"))
        return names
    if fields := list(_fields_of_card(symbols, source, start)):
        return fields
    names = list(_names(symbols, scope, wanted))
    if not source.text[source.text.rfind("\n", 0, start) + 1 : start].strip():
        names = [evolve(item, fits=_may_begin(symbols, item)) for item in names]
    begun = LAST_WORD.search(source.text, max(0, start - MOST_OF_A_WORD), start)
    if begun is not None and begun[1] in FIRST_AFTER:
        first = FIRST_AFTER[begun[1]]
        names = [evolve(item, fits=_is_among(symbols, item, first)) for item in names]
    return names


LAST_WORD = re.compile(r"\b([a-z]+) +\Z")
MOST_OF_A_WORD = 80
FIRST_AFTER = {"shuffle": ("zone",), "among": ("players", "all_players", "clockwise", "value")}
"""The names, and the sorts of declarations, that can follow a word, whatever comes next."""


def _is_among(symbols: Symbols, item: Item, first: tuple[str, ...]) -> bool:
    symbol = symbols.get(item.name)
    what = symbol.what if symbol is not None else item.name
    return item.sort == "local" or what in first


def _looked_up(
    symbols: Symbols, source: Source, start: int, offset: int
) -> tuple[Scope | None, t.Type | None, tuple[str, ...] | None]:
    """
    The scope at a position, and the type expected there, as far as they can be determined; for a
    place that names a declaration, the sorts of declarations.
    """
    for text, place in _attempts(source, start, offset):
        form = Source(source.name, text)
        declaration = declaration_or_none(Chunk(form, 0, len(text)))
        if declaration is None:
            continue
        span = form.span(place, place + len(HOLE))
        sorts = _sorts(declaration, span)
        if sorts is not None:
            return None, None, sorts
        record = Record()
        record_declaration(symbols, declaration, record)
        known = record.expressions.get(span)
        if known is not None:
            return known.scope, known.expected, None
        for at, scope in record.statements.items():
            if at.start == place:
                return scope, None, None
    return None, None, None


KINDS, ACTIONS, TYPES = ("kind",), ("action",), ("kind", "words", "type", "die", "board")
ZONES = ("kind", "cards")
SORTS: dict[tuple[type[Node], str], tuple[str, ...]] = {
    **dict.fromkeys(((d.Card, "kind"), (d.Table, "kind"), (d.Deck, "kind")), KINDS),
    **dict.fromkeys(((d.CardList, "kind"), (d.Kind, "parent")), KINDS),
    (d.Zone, "kind"): ZONES,
    **dict.fromkeys(((s.Do, "actions"), (d.Offers, "actions"), (s.OfferedAction, "name")), ACTIONS),
    (x.NamedType, "name"): TYPES,
    (d.Dice, "die"): ("die",),
    (d.State, "only_in"): ("zone",),
    (d.Piece, "board"): ("board",),
    (d.StartsWith, "procedure"): ("phase", "procedure"),
    (d.OnlyUnder, "option"): ("option", "reading"),
    (d.WindowUse, "window"): ("window",),
}
"""The sorts of declarations that a part of a node names."""


def _sorts(declaration: d.Declaration, span: Span) -> tuple[str, ...] | None:
    """The sorts of declarations that may be named at a place; empty where a new name stands."""
    for node in walk(declaration):
        for child, part in parts(node):
            if isinstance(child, Name) and child.span == span:
                is_new = (type(node), part) in MAKES_LOCAL
                is_new |= part == "name" and isinstance(node, d.KindField)
                is_new |= node is declaration and part in ("name", "words")
                return () if is_new else SORTS.get((type(node), part))
    return None


def _attempts(source: Source, start: int, offset: int) -> Iterator[tuple[str, int]]:
    """Variants of the surrounding declaration that may parse, each with the position in it."""
    chunk = _chunk(source, max(0, start - 1))
    before, behind = source.text[chunk.start : start], source.text[offset : chunk.end]
    place = start - chunk.start
    line_end = behind.find("\n")
    lines_below = behind[line_end:] if line_end >= 0 else "\n"
    yield before + HOLE + behind, place
    yield before + HOLE + lines_below, place
    closing = ")" * max(0, before.count("(") - before.count(")"))
    yield before + HOLE + closing + "\n", place
    line = before.rfind("\n") + 1
    margin = before[line:][: len(before[line:]) - len(before[line:].lstrip())]
    if re.match(r"\s*(else )?(if|for|while|until|repeat|depending)\b", before[line:]):
        yield f"{before}{HOLE}{closing}\n{margin}    nothing\n", place
    finished = _finished(before + HOLE, margin)
    if finished is not None:
        yield finished, place
    if line and margin:
        yield f"{before[:line]}{margin}nothing\n", line + len(margin)


MOST_ADDED = 8
ADDED = (
    *((sign, sign) for sign in ")}:="),
    *((word, f" {word}") for word in ("in", "from", "seen", "by")),
    *(("NAME", " x"), ("STRING", ' "x"'), ("NUMBER", " 1")),
)


def _finished(text: str, margin: str) -> str | None:
    """A text with an unfinished last line, finished by the least that the grammar asks for."""
    for _ in range(MOST_ADDED):
        for end in ("\n", f"\n{margin}    nothing\n"):
            if declaration_or_none(Chunk(Source("", text + end), 0, len(text + end))) is not None:
                return text + end
        failure = examine(Chunk(Source("", text + NO_SIGN), 0, len(text) + 1))
        expected = failure.expected if failure is not None else frozenset()
        added = next((put for sign, put in ADDED if sign in expected), None)
        if added is None:
            return None
        text += added
    return None


def _names(symbols: Symbols, scope: Scope | None, wanted: t.Type | None) -> Iterator[Item]:
    """Local names, words, declared names and those of the language."""
    for local in scope.locals.values() if scope is not None else ():
        if local.name.isidentifier():
            type = "" if isinstance(local.type, t.Unknown) else f": {describe(local.type)}"
            detail = f"{role_of(local)}{type}"
            yield Item(local.name, "local", detail, _fits(local.type, wanted))
    wanted_list = _list_of(wanted)
    for word, uses in symbols.words.items():
        lists = [use.list for use in uses]
        if wanted_list in lists or not wanted_list:
            detail = f"a word of `{wanted_list or lists[0]}`"
            yield Item(word, "word", detail, wanted_list in lists)
    for symbol in symbols.all:
        if symbol.name.isidentifier():
            fits = not wanted_list and _may_fit(symbol, scope, wanted)
            yield Item(symbol.name, "declared", _description(symbol), fits)
    for name in FUNCTIONS:
        yield Item(name, "built-in", "a function of the language", wanted is None)
    for name in sorted(BUILT_IN_NAMES):
        yield Item(name, "built-in", "a word of the language", wanted is None)
    if scope is not None and any(_is_card(named.type) for named in scope.locals.values()):
        for field, fields in symbols.fields.items():
            yield Item(field, "field", f"a field of `{fields[0].kind}`", wanted is None)


def _may_begin(symbols: Symbols, item: Item) -> bool:
    """Whether a name can begin a statement: what is called, or who does something."""
    symbol = symbols.get(item.name)
    if item.sort == "local":
        return item.fits and "player" in item.detail
    return symbol is not None and symbol.what in ("procedure", "phase", "check", "player")


def _is_card(type: t.Type) -> bool:
    return isinstance(plain(type), (t.Card, t.Title))


def _list_of(wanted: t.Type | None) -> str:
    type = plain(wanted) if wanted is not None else None
    if type is not None and is_collection(type):
        type = plain(element(type) or type)
    return type.list if isinstance(type, t.WordOf) else ""


def _fits(type: t.Type, wanted: t.Type | None) -> bool:
    if wanted is None or isinstance(wanted, (t.Unknown, t.Truth)) or isinstance(type, t.Unknown):
        return True
    return type.__class__ is wanted.__class__ or plain(type).__class__ is plain(wanted).__class__


OF_TYPE: dict[type[t.Type], tuple[str, ...]] = {
    t.Player: ("player", "state", "value"),
    t.Number: ("state", "value", "option", "reading"),
    t.Card: ("state", "value", "zone"),
    t.Title: ("card", "state", "value"),
    t.Space: ("space", "state", "value"),
    t.Piece: ("state", "value", "piece"),
    t.Team: ("team", "state", "value"),
}


def _may_fit(symbol: Symbol, scope: Scope | None, wanted: t.Type | None) -> bool:
    """Whether a declared name can have the expected type."""
    if scope is None or wanted is None:
        return True
    if isinstance(symbol.node, d.State | d.Value) and symbol.node.type is not None:
        return _fits(lower_type(scope.context, symbol.node.type), wanted)
    sorts = OF_TYPE.get(plain(wanted).__class__)
    return sorts is None or symbol.what in sorts


def _description(symbol: Symbol) -> str:
    return f"{symbol.what} of `{symbol.of}`" if symbol.of else symbol.what


def _fields_of_card(symbols: Symbols, source: Source, start: int) -> Iterator[Item]:
    """At the start of a line of a card: the fields of its kind that it does not set yet."""
    line = source.text.rfind("\n", 0, start) + 1
    head = re.match(r"card (\w+)[^\n]*?: *(\w+)", _chunk(source, max(0, start - 1)).text)
    if source.text[line:start].strip() or head is None:
        return
    given = set(re.findall(r"^\s+(\w+):", _chunk(source, start - 1).text, re.MULTILINE))
    kinds = symbols.kinds.get(head[2], ())
    for name, uses in symbols.fields.items():
        if name not in given and any(use.kind in kinds for use in uses):
            yield Item(name, "field", f"a field of `{head[2]}`")


# ---------------------------------------------------------------- calls


@frozen
class Signature:
    """The called function, its parameters in words, and the index of the current one."""

    head: str
    places: tuple[str, ...]
    active: int
    what: str


def signature(snapshot: Snapshot | None, text: str, offset: int) -> Signature | None:
    """The call around a position; `None` outside of any call."""
    symbols = snapshot.symbols if snapshot is not None else None
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    depth, active, at = 0, 0, len(line)
    while at:
        at -= 1
        sign = line[at]
        if sign in ")}]":
            depth += 1
        elif sign in "({[" and depth:
            depth -= 1
        elif sign == "(":
            break
        elif sign == "," and not depth:
            active += 1
    else:
        return None
    name = BEGUN.search(line, 0, at)
    callee = _head(symbols, name.group()) if name is not None else None
    if callee is None or name is None:
        return None
    head, places, description = callee
    return Signature(head, places, min(active, max(0, len(places) - 1)), description)


def _head(symbols: Symbols | None, name: str) -> tuple[str, tuple[str, ...], str] | None:
    symbol = symbols.get(name) if symbols is not None else None
    if symbol is not None:
        places = tuple(_places(symbol.node))
        return (f"{name}({', '.join(places)})", places, symbol.what) if places else None
    if symbols is not None and name in symbols.fields:
        use = symbols.fields[name][0]
        places = (use.kind, *(place.span.text for place in use.node.index))
        return f"{name}({', '.join(places)})", places, f"a field of `{use.kind}`"
    if name in FUNCTIONS:
        head, description = built_in(name)
        return head, places_of(FUNCTIONS[name]), description
    return None


def _places(node: Node) -> Iterator[str]:
    """The parameters or the index of a declaration, as written."""
    for part in ("parameters", "index"):
        yield from (declared.span.text for declared in getattr(node, part, ()))


PLACE = re.compile(r"\$\{\d+:([^}]*)\}|\$\d+")

SNIPPETS: tuple[tuple[str, str, str], ...] = (
    (
        "rulebook",
        "the header of a rulebook",
        'rulebook ${1:my_game} "${2:My game}"\n    players ${3:2}\n    starts with ${4:game}\n',
    ),
    ("words", "a list of words", "words ${1:Side}: ${2:left}, ${3:right}\n"),
    ("die", "a die", "die ${1:coin}: ${2:heads}, ${3:tails}\n"),
    ("zone", "a place of cards", "zone ${1:hand}(player): cards, seen by owner\n"),
    ("state", "a value that is kept", "state ${1:points}(player): 0..${2:100} = 0\n"),
    ("value", "a value that is computed", "value ${1:total}(p: player): 0..100 = ${2:0}\n"),
    ("kind", "a family of cards", "kind ${1:figure}\n    has ${2:strength}: 0..${3:9} = 0\n"),
    (
        "card",
        "a card",
        'card ${1:knight} "${2:Knight}" x${3:2}: ${4:figure}\n    text "${5:What it does.}"\n',
    ),
    ("phase", "a phase", "phase ${1:game}\n    ${2:nothing}\n"),
    ("procedure", "a procedure", "procedure ${1:score}(p: player)\n    ${2:nothing}\n"),
    ("check", "a roll and what it means", "check ${1:test}(p: player)\n    ${2:nothing}\n"),
    (
        "action",
        "an action of a player",
        'action ${1:lay} "${2:lay a card}" by p choosing c from ${3:hand(p)}\n'
        "    move c to ${4:pile}\n",
    ),
    (
        "window",
        "when others may react",
        'window ${1:reply} "${2:answer}"\n    asks ${3:players}\n    offers ${4:pass_on}\n'
        "    closes when all pass\n",
    ),
    ("option", "a setting of a match", "option ${1:length}\n    ${2:short} *\n    ${3:long}\n"),
    (
        "reading",
        "an open question of the printed rulebook",
        "reading ${1:question}\n    ${2:yes} *\n    ${3:no}\n",
    ),
    ("deck", "cards of all combinations", "deck ${1:french} of ${2:kind}: ${3:rank} in 1..13\n"),
    (
        "example",
        "a worked example",
        'example "${1:what it shows}"\n    given ${2:fact}\n    when ${3:game}\n'
        "    then ${4:result}\n",
    ),
    ("always", "a condition for every position", 'always "${1:what it says}": ${2:condition}\n'),
    ("never", "a condition that never holds", 'never "${1:what it says}": ${2:condition}\n'),
    ("measure", "a number that simulations count", 'measure "${1:points}" = ${2:0}\n'),
    ("modify", "a change of a value", "modify ${1:strength}(${2:any}): +${3:1}\n"),
    ("after", "an effect after a procedure", "after ${1:turn}\n    ${2:nothing}\n"),
    ("before", "an effect before a procedure", "before ${1:turn}\n    ${2:nothing}\n"),
)


def filled(body: str) -> str:
    """
    A snippet with its default texts.

    >>> filled("zone ${1:hand}: cards")
    'zone hand: cards'
    """
    return PLACE.sub(lambda met: met[1] or "", body)
