"""Checks the names in braces in the text of a window or a deck: `{seller}`, `{rank}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.resolve.symbol_table import Texts
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.node import Text
from ruleslang.program.references import names_in
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name


def unknown_in_text(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """Report that a name in braces is not a parameter of the window."""
    parameters = f"its parameters: {', '.join(known)}" if known else "it has no parameters"
    return error(
        "unknown-in-text",
        span,
        f"the text refers to `{name}`, which isn't a parameter of this window",
        help=known_name(name, known) or f"{parameters}; write one of these, or remove the braces",
    )


def unknown_in_deck_text(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """Report that a name in braces is not an axis of the deck that is a field of its cards."""
    placeholders = ", ".join(f"`{{{axis}}}`" for axis in known) or "its text alone, without braces"
    return error(
        "unknown-in-text",
        span,
        f"the title refers to `{name}`, which isn't an axis of this deck",
        help=known_name(name, known) or f"what a title can show: {placeholders}",
    )


def check_text(node: syntax.Window, texts: Texts) -> Iterator[Diagnostic]:
    """Report unknown names in braces in a window's text, in all languages."""
    known = [parameter.name.text for parameter in node.parameters]
    for span, name in _unknown(node.text, known, texts):
        yield unknown_in_text(span, name, known)


def check_deck_text(node: syntax.Deck, axes: Sequence[str], texts: Texts) -> Iterator[Diagnostic]:
    """Report names in braces in a deck's title, in all languages, that are not in `axes`."""
    for span, name in _unknown(node.text, axes, texts):
        yield unknown_in_deck_text(span, name, axes)


def _unknown(text: Text | None, known: Sequence[str], texts: Texts) -> Iterator[tuple[Span, str]]:
    if text is None:
        return
    parts: tuple[Text | syntax.Cell, ...] = (text, *(cell for _, cell in texts.of(text)))
    for part in parts:
        for name in names_in(part.text):
            if name not in known:
                yield _place(part, name), name


def _place(part: Text | syntax.Cell, name: str) -> Span:
    at = part.span.text.find(f"{{{name}}}")
    if at < 0:
        return part.span
    start = part.span.start + at + 1
    return Span(part.span.source, start, start + len(name))
