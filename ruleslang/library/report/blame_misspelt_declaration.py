"""Blames a declaration instead of its uses, where many of these agree on another spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.library import diagnostics
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import is_one_slip

MANY = 3  # uses that agree: of two and a declaration, nobody knows which is misspelt
NO_NAME = re.compile(r'"[^"\n]*"|#[^\n]*')  # texts and comments


def with_misspelt_declarations(
    sources: Sequence[Source], found: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """
    The diagnostics; where several uses miss a name, and the one that is proposed stands nowhere
    but in its declaration, one slip away, that declaration is blamed and the uses are not.
    """
    misspelt: dict[str, Span] = {}
    for name, proposed, uses in _missed(found):
        written = list(_places(sources, proposed)) if uses >= MANY else []
        if is_one_slip(name, proposed) and len(written) == 1:
            misspelt[name] = written[0]
    told: set[str] = set()
    for each in found:
        name = each.span.text
        if name not in misspelt or not _names(each):
            yield each
        elif name not in told:
            told.add(name)
            first = diagnostics.misspelt_declaration(misspelt[name], name)
            yield evolve(first, also=(each.span, *each.also))


def _missed(found: Sequence[Diagnostic]) -> Iterator[tuple[str, str, int]]:
    """Each name that nothing has, what is proposed for it, and in how many places it stands."""
    for each in found:
        if _names(each) and each.fix is not None:
            yield each.span.text, each.fix.edits[0].text, 1 + len(each.also)


def _names(diagnostic: Diagnostic) -> bool:
    return diagnostic.fix is not None and diagnostic.fix.naming


def _places(sources: Sequence[Source], name: str) -> Iterator[Span]:
    """Where a name stands, but for texts and comments."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    for source in sources:
        text = source.text
        if not source.is_table:
            text = NO_NAME.sub(lambda met: " " * len(met[0]), text)
        yield from (source.span(met.start(), met.end()) for met in word.finditer(text))
