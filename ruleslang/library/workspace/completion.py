"""Completions at a position of a text being edited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ruleslang.language.lower.recorded_types import Record
from ruleslang.language.lower.rulebook import record_declaration
from ruleslang.language.resolve.symbol_table import Symbols
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
from ruleslang.library.workspace.fitting_names import (
    HOLE,
    Completion,
    Place,
    errors_with,
    fitting_names,
    fitting_numbers,
    fitting_words,
    may_begin,
)
from ruleslang.library.workspace.resolve_names import MAKES_LOCAL
from ruleslang.library.workspace.resolve_names import TYPES as OWN_TYPES
from ruleslang.library.workspace.signature import BEGUN
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.snippets import DECLARATIONS, STATEMENTS, Snippet, filled, variants
from ruleslang.library.workspace.word_order import ordered
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import occurs_in

NO_SIGN = "§"  # of the language: where it stands, reading stops
MOST_ITEMS = 500
OF_RULEBOOK = ("snippet", "number", "field", "word", "local", "declared")
MOST_AT_START = 25  # items at the start of a line
SIGNS_APART = re.compile(r"[^\W\d][\w ]*\Z")


@frozen
class Completions:
    """
    The completions, the best first, and the partial word that they replace.

    `is_whole`: no others are left that another letter could bring.
    """

    items: tuple[Completion, ...]
    replaces: Span
    is_whole: bool = True


def completions(snapshot: Snapshot | None, path: Path, text: str, offset: int) -> Completions:
    """
    Return the completions at a position of a text, which need not be the text of the snapshot.

    Declared names come from the snapshot; local names from the text itself.
    """
    begun = BEGUN.search(text, 0, offset)
    start = begun.start() if begun is not None else offset
    source = Source(path.name, text)
    replaces = source.span(start, offset)
    if _is_in_text(source, start):
        return Completions((), replaces)
    symbols = snapshot.symbols if snapshot is not None else None
    expected = _expected(source, start)
    items = [
        Completion(word, "keyword", "")
        for word in sorted(expected)
        if SIGNS_APART.match(word) and word.islower()
    ]
    at_margin = start == 0 or text[start - 1] == "\n"
    at_start = not text[text.rfind("\n", 0, start) + 1 : start].strip()
    if not at_margin and symbols is not None and {"NAME", "INT"} & expected:
        items = _with_names(symbols, source, (start, offset), expected, items)
    if at_margin or "shuffle" in expected:
        snippets = _snippets(symbols, source, (start, offset), at_margin=at_margin)
        fitting = [item for item in snippets if item.fits]
        items = [*fitting, *_not_named(items, fitting)]
        items += _not_named(snippets, items)
    if not items or items[0].sort != "field":
        items = [*ordered(items, text[:start] + text[offset:], start, symbols)]
    return _fitting_items(items, replaces, at_start=at_start)


def _not_named(items: Iterable[Completion], others: Iterable[Completion]) -> list[Completion]:
    names = {item.name for item in others}
    return [item for item in items if item.name not in names]


def _fitting_items(items: Sequence[Completion], replaces: Span, *, at_start: bool) -> Completions:
    """Return the items that fit; few at the start of a line, all for a partial word."""
    word = replaces.text
    if word:
        found = [item for item in items if occurs_in(word, item.name)] if at_start else items
    else:
        found = [item for item in items if item.fits]
        if not any(item.sort in OF_RULEBOOK for item in found):
            found = list(items)  # a mistake behind the place may be the reason
    shown = sorted(found, key=lambda item: (not item.name.startswith(word), not item.fits))
    shown.sort(key=lambda item: item.name != "rulebook")  # nothing can be without a header
    shown = shown[: MOST_AT_START if at_start else MOST_ITEMS]
    return Completions(tuple(shown), replaces, len(shown) == len(items))


def _is_in_text(source: Source, start: int) -> bool:
    """Return whether a position of a line is inside a text or a comment."""
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    return re.fullmatch(r"""(?:[^"#]|"[^"]*")*(?:"[^"]*|#.*)""", line) is not None


def _chunk(source: Source, offset: int) -> Chunk:
    return next(chunk for chunk in reversed(chunks(source)) if chunk.start <= offset)


def _expected(source: Source, start: int) -> frozenset[str]:
    """Return the keywords, and the sorts of words, that the grammar allows at a position."""
    if start == 0 or source.text[start - 1] == "\n":
        return keywords.DECLARATIONS - {"rulebook"}  # only as a snippet, and only once
    begin = _chunk(source, start - 1).start
    before = source.text[begin:start]
    for text in (before, _without_lines_beside(before)):
        cut = Source(source.name, text + NO_SIGN)
        try:
            failure = examine(Chunk(cut, 0, len(cut.text)))
        except LayoutError:  # the line is in no block, so nothing may be on it
            return frozenset()
        if failure is not None and failure.offset >= len(text):
            break
    return failure.expected if failure is not None else frozenset()


def _without_lines_beside(before: str) -> str:
    """
    Keep only the lines that enclose the last one, so that mistakes in other lines don't count.

    >>> _without_lines_beside("phase a\\n    foo bar\\n    if x:\\n        y\\n        ")
    'phase a\\n    if x:\\n        '
    """
    *above, last = before.split("\n")
    kept, margin = [last], len(last) - len(last.lstrip())
    for line in reversed(above):
        inset = len(line) - len(line.lstrip())
        if line.strip() and inset < margin:
            kept, margin = [line, *kept], inset
    return "\n".join(kept)


# ---------------------------------------------------------------- whole lines


def _snippets(
    symbols: Symbols | None, source: Source, stretch: tuple[int, int], *, at_margin: bool
) -> list[Completion]:
    """Return the lines to begin with at the start of a line; those fit that have no error there."""
    offered = DECLARATIONS if at_margin else STATEMENTS
    has_header = re.search(r"^rulebook\b", source.text, re.MULTILINE) is not None
    offered = tuple(
        snippet for snippet in offered if not (has_header and snippet.name == "rulebook")
    )
    if symbols is None:
        return [Completion(each.name, "snippet", each.what, body=each.body) for each in offered]
    if at_margin:
        place = Place("", "", {}, None, frozenset())
    else:
        start, offset = stretch
        chunk = _chunk(source, start)
        behind = source.text[offset : chunk.end]
        place = _looked_up(symbols, source, start, offset)[0]
        place = evolve(place, before=source.text[chunk.start : start], behind=behind)
        if errors_with(symbols, place.before, "nothing", place.behind) is None:
            place = evolve(place, before=_without_lines_beside(place.before), behind="\n")
    tried = [_snippet(symbols, place, each) for each in offered]
    best = {item.name: item for item in reversed(tried) if item.fits}
    return [best.get(name, item) for name, item in {item.name: item for item in tried}.items()]


def _snippet(symbols: Symbols, place: Place, snippet: Snippet) -> Completion:
    """Return a snippet with names of the rulebook, tried at its place."""
    margin = " " * (len(place.before) - len(place.before.rstrip(" ")))
    without = errors_with(symbols, place.before, "nothing", place.behind) or frozenset()
    item = Completion(snippet.name, "snippet", snippet.what, fits=False, body=snippet.body)
    for body in variants(snippet, symbols, place.locals):
        lines = filled(body).rstrip("\n").replace("\n", f"\n{margin}")
        errors = errors_with(symbols, place.before, lines, place.behind)
        if errors is not None and errors <= without:
            return evolve(item, fits=True, body=body if margin == "" else body.rstrip("\n"))
    return item


# ---------------------------------------------------------------- names in sight


def _with_names(
    symbols: Symbols,
    source: Source,
    stretch: tuple[int, int],
    expected: frozenset[str],
    words: list[Completion],
) -> list[Completion]:
    """Return the names, numbers and words of the language that are possible at a position."""
    start, offset = stretch
    place, sorts = _looked_up(symbols, source, start, offset)
    if sorts is not None:
        return [*_declared(symbols, sorts), *words]
    if fields := list(_fields_of_card(symbols, source, start)):
        return [*fields, *words]
    at_start = not source.text[source.text.rfind("\n", 0, start) + 1 : start].strip()
    tried = evolve(place, errors=None) if at_start else place
    names = [*fitting_names(symbols, tried)] if "NAME" in expected else []
    if at_start:
        names = [evolve(item, fits=may_begin(symbols, item)) for item in names]
    elif "INT" in expected:
        names += fitting_numbers(symbols, place)
    return [*names, *_not_named(fitting_words(symbols, place, words), names)]


def _declared(symbols: Symbols, sorts: tuple[str, ...]) -> Iterator[Completion]:
    """Yield the declarations of some sorts."""
    yield from (Completion(symbol.name, "declared", symbol.what) for symbol in symbols.of(*sorts))
    if sorts is TYPES:
        yield from (Completion(name, "built-in", "a type of the language") for name in OWN_TYPES)
    if sorts is ZONES:
        yield Completion("cards", "built-in", "cards of every kind")


def _looked_up(
    symbols: Symbols, source: Source, start: int, offset: int
) -> tuple[Place, tuple[str, ...] | None]:
    """
    Return the locals at a position, and the type expected there, as far as they can be determined;
    for a place that names a declaration, the sorts of declarations.
    """
    for text, at in _attempts(source, start, offset):
        form = Source(source.name, text)
        declaration = declaration_or_none(Chunk(form, 0, len(text)))
        if declaration is None:
            continue
        span = form.span(at, at + len(HOLE))
        sorts = _sorts(declaration, span)
        if sorts is not None:
            return NOWHERE, sorts
        record = Record()
        problems = record_declaration(symbols, declaration, record)
        errors = frozenset((each.slug, each.message) for each in problems if each.is_error)
        before, behind = text[:at], text[at + len(HOLE) :]
        known = record.expressions.get(span)
        if known is not None:
            return Place(before, behind, known.locals, known.expected, errors), None
        around = [each for each in record.statements if each.start <= at < each.end]
        if around:
            locals = record.statements[min(around, key=lambda each: each.end - each.start)]
            tried = errors if span.text == HOLE else None
            return Place(before, behind, locals, None, tried), None
    return NOWHERE, None


NOWHERE = Place("", "", {}, None, None)
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
    """Return the sorts of declarations that may be named here; empty where a new name goes."""
    for node in walk(declaration):
        for child, part in parts(node):
            if isinstance(child, Name) and child.span == span:
                is_new = (type(node), part) in MAKES_LOCAL
                is_new |= part == "name" and isinstance(node, d.KindField)
                is_new |= node is declaration and part in ("name", "words")
                return () if is_new else SORTS.get((type(node), part))
    return None


def _attempts(source: Source, start: int, offset: int) -> Iterator[tuple[str, int]]:
    """Yield variants of the surrounding declaration that may parse, with the position in them."""
    chunk = _chunk(source, max(0, start - 1))
    before, behind = source.text[chunk.start : start], source.text[offset : chunk.end]
    place = start - chunk.start
    line_end = behind.find("\n")
    lines_below = behind[line_end:] if line_end >= 0 else "\n"
    closing = ")" * max(0, before.count("(") - before.count(")"))
    line = before.rfind("\n") + 1
    margin = before[line:][: len(before[line:]) - len(before[line:].lstrip())]
    condition = re.match(r"\s*(then|claim|given|if|only if)\b", before[line:])
    if closing and condition and not behind[:line_end].strip(" )"):
        below = f"\n{margin}    nothing\n" if condition[1] == "if" else lines_below
        yield f"{before}{HOLE}{closing} is none{below}", place  # a name alone is not a condition
    yield before + HOLE + behind, place
    yield before + HOLE + lines_below, place
    yield before + HOLE + closing + "\n", place
    if re.match(r"\s*(else )?(if|for|while|until|repeat|depending)\b", before[line:]):
        yield f"{before}{HOLE}{closing}\n{margin}    nothing\n", place
    finished = _finished(before + HOLE, margin)
    if finished is not None:
        yield finished, place
    if line and margin:
        yield f"{before[:line]}{margin}nothing\n", line + len(margin)
        around = _without_lines_beside(before)
        yield f"{around}{HOLE}\n", len(around)
        around = _without_lines_beside(before[:line] + margin)
        yield f"{around}nothing\n", len(around)


MOST_ADDED = 8
ADDED = (
    *((sign, sign) for sign in ")}:="),
    *((word, f" {word}") for word in ("in", "to", "from", "seen", "by", "times")),
    *(("NAME", " x"), ("STRING", ' "x"'), ("NUMBER", " 1")),
)


def _finished(text: str, margin: str) -> str | None:
    """Return a text whose last line is finished by the least that the grammar asks for."""
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


def _fields_of_card(symbols: Symbols, source: Source, start: int) -> Iterator[Completion]:
    """Yield the fields that a card's kind has and the card does not set yet, at a line's start."""
    line = source.text.rfind("\n", 0, start) + 1
    head = re.match(r"card (\w+)[^\n]*?: *(\w+)", _chunk(source, max(0, start - 1)).text)
    if source.text[line:start].strip() or head is None:
        return
    given = set(re.findall(r"^\s+(\w+):", _chunk(source, start - 1).text, re.MULTILINE))
    kinds = symbols.kinds.get(head[2], ())
    for name, uses in symbols.fields.items():
        if name not in given and any(use.kind in kinds for use in uses):
            yield Completion(name, "field", f"a field of `{head[2]}`")
