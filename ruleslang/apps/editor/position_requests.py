"""Answers what editors ask about a position or a file, from a snapshot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from lsprotocol import types

from ruleslang.apps.editor.published_diagnostics import location, position, range_of, units
from ruleslang.language.syntax.declarations import Header
from ruleslang.language.syntax.examples import Example
from ruleslang.library.find_rulebook import data_root
from ruleslang.library.workspace.completion import Completions
from ruleslang.library.workspace.fitting_names import Completion
from ruleslang.library.workspace.hints import Hint
from ruleslang.library.workspace.hover import Description, hovered, of_word
from ruleslang.library.workspace.outline import Entry, Fold
from ruleslang.library.workspace.reference_pages import Section
from ruleslang.library.workspace.resolve_names import Target
from ruleslang.library.workspace.run_example import examples_in
from ruleslang.library.workspace.signature import Signature
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.snippets import filled
from ruleslang.library.workspace.tokens import Colour, Token
from ruleslang.program.types import Unknown
from ruleslang.program.typing.type_names import describe
from ruleslang.source.span import Source

LINE = re.compile(r"[^\n]*\n|[^\n]+")  # lines as editors count them: U+2028 ends none
SYMBOLS: dict[str, types.SymbolKind] = {
    **dict.fromkeys(("procedure", "phase", "check", "action", "value"), types.SymbolKind.Function),
    **dict.fromkeys(("zone", "state", "dice", "history"), types.SymbolKind.Variable),
    **dict.fromkeys(("kind", "type", "die", "board", "deck"), types.SymbolKind.Class),
    **dict.fromkeys(("words", "table"), types.SymbolKind.Enum),
    **dict.fromkeys(("card", "word", "space", "region", "team"), types.SymbolKind.EnumMember),
    **dict.fromkeys(("example", "claim", "property", "measure"), types.SymbolKind.Event),
    **dict.fromkeys(("option", "reading"), types.SymbolKind.Constant),
    "field": types.SymbolKind.Field,
    "rulebook": types.SymbolKind.Module,
    "piece": types.SymbolKind.Object,
    "player": types.SymbolKind.Object,
}
ITEMS = {
    "snippet": types.CompletionItemKind.Snippet,
    "number": types.CompletionItemKind.Value,
    "keyword": types.CompletionItemKind.Keyword,
    "local": types.CompletionItemKind.Variable,
    "declared": types.CompletionItemKind.Function,
    "word": types.CompletionItemKind.EnumMember,
    "field": types.CompletionItemKind.Field,
    **dict.fromkeys(("built-in", "function"), types.CompletionItemKind.Function),
}
COLOURS: dict[Colour, str] = {"citation": "decorator", "built-in": "function"}
TOKEN_TYPES = (
    *("keyword", "comment", "string", "number", "decorator", "operator", "function", "variable"),
    *("parameter", "type", "enumMember", "property", "event"),
)
TOKEN_MODIFIERS = ("declaration", "defaultLibrary")


def hover(snapshot: Snapshot, path: Path, offset: int, encoding: str) -> types.Hover | None:
    """Return the hover for a name or a word of the language, or the type of an expression."""
    tree = snapshot.by_path.get(path)
    found = hovered(snapshot, tree, offset) if tree is not None else None
    if found is None:
        return _typed(snapshot, path, offset, encoding)
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, in_markdown(found.name, found.about)),
        range_of(found.span, encoding),
    )


def in_markdown(name: str, about: Description) -> str:
    """Return a description with its code and a link to the reference."""
    code = f"```rules\n{about.code}\n```" if about.code else ""
    link = f"[{about.section.name}]({page_of(about.section)})" if about.section else ""
    parts = (f"**{name}** — {about.what}", code, *about.notes, link)
    return "\n\n".join(part for part in parts if part)


def page_of(section: Section) -> str:
    """Return the address of a section on this machine."""
    page = data_root() / "docs" / "reference" / f"{section.page}.md"
    return f"{page.as_uri()}#{section.place}"


def _typed(snapshot: Snapshot, path: Path, offset: int, encoding: str) -> types.Hover | None:
    expression = snapshot.expression_at(path, offset)
    if expression is None:
        return None
    span, expressed = expression
    if isinstance(expressed.type, Unknown):
        return None
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, describe(expressed.type)),
        range_of(span, encoding),
    )


def places(
    snapshot: Snapshot, target: Target, encoding: str, *, with_declaration: bool
) -> list[types.Location]:
    """Return every reference to a target."""
    locations = []
    for use in snapshot.names.of(target):
        path = snapshot.path(use.span.source)
        if path is not None and (with_declaration or not use.declares):
            locations.append(location(path, use.span, encoding))
    return locations


def definitions(snapshot: Snapshot, target: Target, encoding: str) -> list[types.Location]:
    """Return the declarations of a target."""
    spans = target.places or [use.span for use in snapshot.names.of(target) if use.declares]
    return [
        location(path, span, encoding)
        for span in spans
        if (path := snapshot.path(span.source)) is not None
    ]


def completion_list(
    completed: Completions, encoding: str, *, has_places: bool
) -> types.CompletionList:
    """
    Return the completion items in order.

    `has_places`: the editor supports snippets with tab stops.
    """
    where = range_of(completed.replaces, encoding)
    items = [
        types.CompletionItem(
            label=item.name,
            kind=ITEMS[item.sort],
            detail=item.detail or None,
            sort_text=f"{1 if item.fits else 2}{number:04}",
            insert_text_format=types.InsertTextFormat.Snippet if item.body and has_places else None,
            text_edit=types.TextEdit(where, _inserted(item, has_places=has_places)),
            data=item.name if item.sort in ("keyword", "built-in", "function", "snippet") else None,
        )
        for number, item in enumerate(completed.items)
    ]
    return types.CompletionList(is_incomplete=not completed.is_whole, items=items)


def _inserted(item: Completion, *, has_places: bool) -> str:
    return item.name if not item.body else item.body if has_places else filled(item.body)


def documented(item: types.CompletionItem) -> types.CompletionItem:
    """Return a completion with its text from the reference, which lists omit."""
    about = of_word(item.data) if isinstance(item.data, str) else None
    if about is not None:
        words = in_markdown(item.label, about)
        item.documentation = types.MarkupContent(types.MarkupKind.Markdown, words)
    return item


def signature_help(signature: Signature) -> types.SignatureHelp:
    """Return the signature of the call around the cursor, with the active parameter."""
    parameters = [types.ParameterInformation(place) for place in signature.places]
    information = types.SignatureInformation(signature.head, signature.what, parameters)
    return types.SignatureHelp([information], 0, signature.active)


def symbols_of(entries: Sequence[Entry], encoding: str) -> list[types.DocumentSymbol]:
    """Return the outline of a file."""
    return [
        types.DocumentSymbol(
            name=entry.name or entry.what,
            detail=entry.what,
            kind=SYMBOLS.get(entry.what, types.SymbolKind.Object),
            range=range_of(entry.span.cover(entry.at), encoding),
            selection_range=range_of(entry.at, encoding),
            children=symbols_of(entry.inside, encoding),
        )
        for entry in entries
    ]


def workspace_symbols(
    snapshot: Snapshot, entries: Iterable[Entry], encoding: str
) -> Iterator[types.WorkspaceSymbol]:
    """Yield the declarations of a whole rulebook."""
    for entry in entries:
        path = snapshot.path(entry.at.source)
        if path is not None:
            kind = SYMBOLS.get(entry.what, types.SymbolKind.Object)
            yield types.WorkspaceSymbol(location(path, entry.at, encoding), entry.name, kind)


def folding_ranges(folds: Iterable[Fold]) -> list[types.FoldingRange]:
    kinds = {"comment": types.FoldingRangeKind.Comment, "region": types.FoldingRangeKind.Region}
    return [
        types.FoldingRange(fold.first - 1, fold.last - 1, kind=kinds[fold.what]) for fold in folds
    ]


def semantic_tokens(coloured: Iterable[Token], encoding: str) -> types.SemanticTokens:
    """Return the coloured words of a text in the relative encoding of the protocol."""
    data: list[int] = []
    line = column = 0
    for word in coloured:
        at = position(word.span.source, word.span.start, encoding)
        kind = COLOURS.get(word.colour, word.colour)
        modifiers = word.declares + 2 * (word.colour == "built-in")
        ahead = at.line - line
        distance = at.character - (0 if ahead else column)
        length = units(word.span.text, encoding)
        data += [ahead, distance, length, TOKEN_TYPES.index(kind), modifiers]
        line, column = at.line, at.character
    return types.SemanticTokens(data)


def inlay_hints(
    hints_of_file: Iterable[Hint], first: int, last: int, encoding: str
) -> list[types.InlayHint]:
    """Return the hints within a range of lines, counted from 0."""
    hints = []
    for hint in hints_of_file:
        source: Source = hint.at.source
        at = position(source, hint.at.start if hint.before else hint.at.end, encoding)
        if first <= at.line <= last:
            kind = types.InlayHintKind.Parameter if hint.before else types.InlayHintKind.Type
            hints.append(types.InlayHint(at, hint.words, kind, padding_right=hint.before))
    return hints


def code_lenses(
    snapshot: Snapshot, path: Path, encoding: str, games: str
) -> Iterator[types.CodeLens]:
    """
    Yield lenses above each example (run it, show its story, play from its position), and above the
    header (simulate; `games` is the label with the last result).
    """
    for node in snapshot.by_path[path].declarations:
        if isinstance(node, Header):
            head = range_of(
                node.span.source.span(node.name.span.start, node.name.span.start), encoding
            )
            command = types.Command(games, SIMULATE, arguments=[path.as_uri()])
            yield types.CodeLens(head, command)
    for node in examples_in(snapshot, path):
        head = range_of(node.span.source.span(node.span.start, node.span.start), encoding)
        asked = [path.as_uri(), head.start.line]
        yield types.CodeLens(head, types.Command("run this example", RUN, arguments=asked))
        yield types.CodeLens(head, types.Command("show its story", STORY, arguments=asked))
        if isinstance(node, Example):
            yield types.CodeLens(head, types.Command("play from here", PLAY, arguments=asked))


RUN, STORY, PLAY = "ruleslang.runExample", "ruleslang.showStory", "ruleslang.playFromHere"
SIMULATE = "ruleslang.simulate"


def edits_within(before: str, after: str, first: int, last: int) -> list[types.TextEdit]:
    """Return edits of whole lines that lead from one text to another, those that touch these."""
    old, new = LINE.findall(before), LINE.findall(after)
    return [
        types.TextEdit(
            types.Range(types.Position(begin, 0), types.Position(end, 0)), "".join(new[start:stop])
        )
        for kind, begin, end, start, stop in SequenceMatcher(None, old, new, False).get_opcodes()
        if kind != "equal" and begin <= last and max(end - 1, begin) >= first
    ]
