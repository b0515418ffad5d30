"""Describes what a name means: its declaration, type, rules and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ruleslang.language.lower.citations import texts_by_number
from ruleslang.language.lower.lone_names import role_of
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.language.syntax.node import Marks, Node
from ruleslang.language.syntax.walk import around, children, find
from ruleslang.library.find_rulebook import standard_pieces
from ruleslang.library.workspace.reference_pages import Section, explained, shortened, tabled
from ruleslang.library.workspace.resolve_names import Target, Use
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.tokens import word_at
from ruleslang.program import types as t
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTIONS, BuiltIn, Takes
from ruleslang.program.typing.type_names import describe
from ruleslang.source.fix import Fix, write
from ruleslang.source.span import Span

MOST_RULES = 5  # whose text is shown


@frozen
class Description:
    """
    A description of a name. `code` is the rulebook's declaration, if any; `what` a noun phrase;
    `notes` are sentences: comments above it, the printed text, rules, examples. `section` is the
    part of the reference that explains it.
    """

    code: str
    what: str
    notes: tuple[str, ...] = ()
    section: Section | None = None


@frozen
class Hovered:
    """The meaning of a place of a text; without a `target` it is a word of the language."""

    span: Span
    name: str
    about: Description
    target: Target | None = None


def hovered(snapshot: Snapshot, tree: d.Tree, offset: int) -> Hovered | None:
    """Return the meaning of a name or a word of the language at a position."""
    use = snapshot.names.at(tree.source, offset)
    if use is not None:
        about, type = described(snapshot, use), type_of(snapshot, use.target, use.span)
        if type and type not in about.what:
            about = evolve(about, what=f"{about.what} (here {type})")
        return Hovered(use.span, use.target.name, about, use.target)
    span = word_at(tree.source, offset)
    if span is None:
        return None
    explanation = _explained(span, around(tree.declarations, span))
    return None if explanation is None else Hovered(span, span.text, explanation)


def _explained(span: Span, nodes: Sequence[Node]) -> Description | None:
    """Return the description of a word of the language, or of a piece that is used."""
    if any(isinstance(node, d.Uses) for node in nodes) and span.text in standard_pieces():
        return of_piece(span.text)
    if any(isinstance(node, d.Cell) for node in nodes):
        return None
    section = explained(span.text, nodes, span.source.line(span.line))
    return None if section is None else of_section(section, span.text)


def of_word(word: str) -> Description | None:
    """Return the description of a built-in or another word of the language, anywhere."""
    if word in BUILT_IN_NAMES or word in FUNCTIONS:
        return of_built_in(word)
    section = explained(word, (), word)
    return None if section is None else of_section(section, word)


def of_section(section: Section, word: str) -> Description:
    """Return the description of a construct of the language."""
    return Description(section.example, section.title, section.notes(word), section)


def of_piece(piece: str) -> Description:
    """Return the description of a piece of the standard library."""
    section, rows = next(tabled(piece))
    return Description("", "a piece of the standard library", rows, section)


def described(snapshot: Snapshot, use: Use) -> Description:
    """Return the meaning of a name at one of its uses."""
    target = use.target
    match target.sort:
        case "declared":
            return _declared(snapshot, target)
        case "local":
            return _local(snapshot, target)
        case "field":
            return _field(snapshot, target)
        case "word":
            return Description("", f"a word of `{target.of}`", _tested(snapshot, target))
        case "branch":
            return Description("", "a branch that a player may choose")
        case "built-in":
            return of_built_in(target.name)


def of_built_in(name: str) -> Description:
    """Return the description of a function or a word of the language."""
    section, rows = next(tabled(name), (None, ()))
    return Description(*built_in(name), rows, section)


def built_in(name: str) -> tuple[str, str]:
    """Return a function's signature (empty for another word), and a noun phrase."""
    function = FUNCTIONS.get(name)
    if function is None:
        return "", "a word of the language"
    answers = function.answers
    answer = "" if callable(answers) else f" that answers {describe(answers)}"
    return f"{name}({', '.join(places_of(function))})", f"a function of the language{answer}"


def places_of(function: BuiltIn) -> tuple[str, ...]:
    """Return the parameters of a function in words; optional ones are in brackets."""
    takes = [
        parameter.phrase if isinstance(parameter, Takes) else describe(parameter)
        for parameter in function.takes
    ]
    return (*takes[: function.least], *(f"[{parameter}]" for parameter in takes[function.least :]))


def type_of(snapshot: Snapshot, target: Target, at: Span) -> str:
    """Return the type at a use of a name, in words; empty if it has none."""
    known = snapshot.record.expressions.get(at)
    if known is not None and not isinstance(known.type, (t.Unknown, t.Never)):
        return describe(known.type)
    local = snapshot.locals.get(target.places[0]) if target.places else None
    return "" if local is None or isinstance(local.type, t.Unknown) else describe(local.type)


def _declared(snapshot: Snapshot, target: Target) -> Description:
    assert snapshot.symbols is not None
    symbol = snapshot.symbols.get(target.name)
    assert symbol is not None
    owner = f" of `{symbol.of}`" if symbol.of else ""
    notes = (
        *_comment_above(symbol.node.span),
        *_printed(symbol.node),
        *_rules(snapshot, symbol.node),
        *_tested(snapshot, target),
    )
    sort = "seat of a player" if symbol.what == "player" else symbol.what
    path = snapshot.path(symbol.span.source)
    if path is not None and path in standard_pieces().values():
        piece = of_piece(path.stem)
        notes, section = (*notes, *piece.notes), piece.section
        return Description(_code(symbol.node, symbol.span), f"{sort}{owner}", notes, section)
    return Description(_code(symbol.node, symbol.span), f"{sort}{owner}", notes)


def _code(node: Node, place: Span) -> str:
    """Return the lines of a declaration, shortened if there are many."""
    is_declaration = isinstance(node, d.Declaration) and not isinstance(node, d.Table | d.Header)
    if not is_declaration:
        return place.source.line(place.line).strip()
    lines = node.span.text.rstrip().splitlines()
    head = next((at for at, line in enumerate(lines) if not line.startswith(" ")), 0)
    return shortened(lines[head:])


def _local(snapshot: Snapshot, target: Target) -> Description:
    local = snapshot.locals.get(target.places[0]) if target.places else None
    if local is None:
        return Description("", "a local name")
    type = "" if isinstance(local.type, t.Unknown) else f": {describe(local.type)}"
    return Description("", f"{role_of(local)}{type}")


def _field(snapshot: Snapshot, target: Target) -> Description:
    symbols = snapshot.symbols
    uses = symbols.fields.get(target.name, ()) if symbols is not None else ()
    declared = [use for use in uses if use.node.name.span in target.places]
    kinds = " and ".join(f"`{use.kind}`" for use in declared)
    code = "\n".join(use.node.span.text for use in declared)
    return Description(code, f"a field of {kinds}", _tested(snapshot, target))


def _comment_above(span: Span) -> Iterator[str]:
    """Yield the comment directly above a declaration."""
    lines: list[str] = []
    number = span.line - 1
    while number > 0 and span.source.line(number).lstrip().startswith("#"):
        lines.insert(0, span.source.line(number).strip().lstrip("# "))
        number -= 1
    if lines:
        yield " ".join(lines)


def _printed(node: Node) -> Iterator[str]:
    """Yield the printed text of a card."""
    if isinstance(node, d.Card | d.RowRules):
        yield from (f"“{printed.text.text}”" for printed in find(node, d.RulesText))


def _rules(snapshot: Snapshot, node: Node) -> Iterator[str]:
    """Yield the numbered rules that a declaration cites, with their rows in the table of rules."""
    marks = [child for child in children(node) if isinstance(child, Marks)]
    cites = [cite.text for line in marks for cite in line.cites]
    if cites:
        yield f"implements {', '.join(cites)}"
    says = texts_by_number(node for tree in snapshot.trees for node in tree.declarations)
    yield from (f"{cite}: {says[cite]}" for cite in cites[:MOST_RULES] if cite in says)
    if any(line.designed for line in marks):
        yield "designed: not in the printed rulebook"


def _tested(snapshot: Snapshot, target: Target) -> tuple[str, ...]:
    titles = [title for _, title in examples_of(snapshot, target)]
    if not titles:
        return ()
    few = ", ".join(f"“{title}”" for title in titles[:3])
    more = f" and {len(titles) - 3} more" if len(titles) > 3 else ""
    return (f"in {len(titles)} example{'s' * (len(titles) > 1)}: {few}{more}",)


def examples_of(snapshot: Snapshot, target: Target) -> Iterator[tuple[Span, str]]:
    """Yield the examples and claims that use a name: their places and titles."""
    for tree in snapshot.trees:
        spans = [
            use.span.start
            for use in snapshot.names.within(tree.source)
            if use.target.name == target.name and use.target.sort == target.sort
        ]
        for node in tree.declarations:
            if isinstance(node, Example | Claim) and any(
                node.span.start <= start < node.span.end for start in spans
            ):
                yield node.span, title_of(node)


def title_of(node: Example | Claim) -> str:
    """Return the title of an example or a claim; without one, the start of its text."""
    if node.text is not None:
        return node.text.text
    return re.sub(r"\s+", " ", node.span.text)[:60]


def fix_title(fix: Fix) -> str:
    """Return a short description of a fix."""
    if fix.renames is not None:
        return f"rename the file: `{fix.renames}`"
    edit, number = fix.edits[0], len(fix.edits)
    if not (edit.text + edit.span.text).strip():  # a margin
        where = "further in" if edit.text > edit.span.text else "to the left"
        return f"move {'this line' if number == 1 else f'{number} lines'} {where}"
    more = f" (in {number} places)" if number > 1 else ""
    lines = edit.text.strip("\n").splitlines()
    if len(lines) > 1:
        return f"{write(*lines).text}{more}"
    text = " ".join(edit.text.split())
    if not text:
        return f"leave out `{' '.join(edit.span.text.split())[:40]}`{more}"
    return f"write `{text[:60]}{'…' * (len(text) > 60)}`{more}"
