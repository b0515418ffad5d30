"""A rulebook's text, laid out; or why it cannot be."""

from __future__ import annotations

from attrs import frozen

from ruleslang.format.comment_placement import layout
from ruleslang.format.equivalence import said, same
from ruleslang.format.source_lines import comment_text
from ruleslang.format.wrapping import render
from ruleslang.source.diagnostic import Diagnostic, Severity, error
from ruleslang.source.fix import edited
from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Tree
from ruleslang.syntax.parse import parse

BYTE_ORDER_MARK = "\ufeff"


def format_changed(source: Source, what: str) -> Diagnostic:
    """
    Formatting would have changed what the text says, or lost a comment.

    This is a mistake in the formatter, never in the text, which is left as it is.
    """
    return error(
        "format-changed",
        source.span(0, 0),
        f"formatting would have changed {what}, so nothing was formatted",
        help="the text is left as it is; please report it as a bug of the formatter",
    )


@frozen
class Formatted:
    """A text laid out; `text` is None when there is an error, which `diagnostics` then says."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def format_source(source: Source) -> Formatted:
    """
    Lay out a text; a text that cannot be read, or that would come out changed, is left alone.

    What an earlier form of the language wrote otherwise is written anew first. What is printed is
    parsed again and compared, each time.
    """
    source = Source(source.name, source.text.removeprefix(BYTE_ORDER_MARK))
    tree, diagnostics = _parsed(source)
    if has_error(diagnostics):
        return Formatted(None, tuple(diagnostics))
    text = render(layout(tree))
    changed = _changed(tree, Source(source.name, text))
    if changed is not None:
        return Formatted(None, (*diagnostics, format_changed(source, changed)))
    return Formatted(text, tuple(diagnostics))


def _parsed(source: Source) -> tuple[Tree, tuple[Diagnostic, ...]]:
    """The tree of a text in which earlier forms are written anew, as long as there are any."""
    tree, diagnostics = parse(source)
    fixes = [each.fix for each in diagnostics if each.slug == "earlier-form" and each.fix]
    texts, _ = edited(fixes)
    if source.name not in texts:
        return tree, diagnostics
    return _parsed(Source(source.name, texts[source.name]))


def has_error(diagnostics: tuple[Diagnostic, ...]) -> bool:
    """Whether one of them is an error."""
    return any(found.severity is Severity.ERROR for found in diagnostics)


def _changed(tree: Tree, printed: Source) -> str | None:
    """What has been changed by printing, in a word, or None."""
    again, diagnostics = parse(printed)
    if has_error(diagnostics) or not same(tree, again):
        return "the rules"
    if said(tree) != said(again):
        return "a word"
    if remarks(tree) != remarks(again):
        return "a comment"
    return None


def remarks(tree: Tree) -> list[str]:
    """The comments of a file, in the order of the alphabet."""
    return sorted(comment_text(comment) for comment in tree.comments)
