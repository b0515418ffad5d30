"""Reports `language-unsaid`: the header does not name the version of the language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import Header, Language, Tree
from ruleslang.program.program import LANGUAGE_VERSION, Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span


def language_unsaid(span: Span) -> Diagnostic:
    diagnostic = advice(
        "language-unsaid",
        span,
        "no line says in which version of the language this is written",
        help=f"write `language {LANGUAGE_VERSION}` in the next line: a later version may read "
        "it differently",
    )
    end = span.source.text.find("\n", span.start)
    edit = Edit(span.source.span(end, end), f"\n    language {LANGUAGE_VERSION}")
    return evolve(diagnostic, fix=Fix((edit,), Certainty.SURE)) if end > 0 else diagnostic


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Every header without a `language` line."""
    for tree in trees:
        for header in tree.declarations:
            if isinstance(header, Header) and not any(
                isinstance(line, Language) for line in header.items
            ):
                yield language_unsaid(header.name.span)
