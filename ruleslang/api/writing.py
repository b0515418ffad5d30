"""For programs that help people write rulebooks: format a text, explain a message, run examples."""

from __future__ import annotations

import os
from collections.abc import Sequence

from attrs import frozen

from ruleslang.api import argument_checks
from ruleslang.api.loading import NO_TEXTS, RulesError, Texts, loaded_from
from ruleslang.format.format_source import format_source
from ruleslang.library.find_rulebook import message_pages, page
from ruleslang.proving.prove_rulebook import Proof, prove
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source, Span


@frozen
class Proved:
    """
    The result of one example or claim.

    `kind` is `example` or `claim`; `span` is its place in the text, and `at` that of the line that
    failed. `message` says what was expected and what was found, and is empty if it holds; `help`
    says what to write instead, empty if unknown.
    """

    kind: str
    title: str
    cites: tuple[str, ...]
    span: Span
    at: Span
    message: str
    help: str

    @property
    def holds(self) -> bool:
        """Whether it holds."""
        return not self.message


def format_text(text: str, *, name: str = "text.rules") -> str:
    """
    The text in the canonical format, as `ruleslang fmt` writes it.

    Raises `RulesError` if it cannot be parsed.
    """
    checked = argument_checks.text("text", text), argument_checks.text_name("name", name)
    formatted = format_source(Source(checked[1], checked[0]))
    if formatted.text is None:
        raise RulesError(formatted.diagnostics)
    return formatted.text


def message_page(slug: str) -> str:
    """
    The page about a message, in Markdown: what it means, what to write, and why.

    Raises `ValueError` for an unknown slug.
    """
    pages = message_pages()
    argument_checks.known("slug", slug, tuple(pages))
    return page(pages[slug])


def examples(
    rulebook: str | os.PathLike[str],
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    texts: Texts = NO_TEXTS,
    only: str = "",
) -> tuple[Proved, ...]:
    """
    Run the worked examples and claims of a rulebook, in the order of the text.

    Takes and raises what `load` does; with `only`, those whose title or citations contain these
    words.
    """
    wanted = argument_checks.text("only", only).lower()
    loaded = loaded_from(rulebook, cards, texts)
    if loaded.compiled is None:
        raise RulesError(
            [
                diagnostic
                for diagnostic in loaded.diagnostics
                if diagnostic.severity is Severity.ERROR
            ]
        )
    proofs = prove(loaded.compiled, wanted=lambda words: wanted in words.lower())
    return tuple(
        _proved(kind, each, loaded.spans)
        for kind, of_kind in (("example", proofs.examples), ("claim", proofs.claims))
        for each in of_kind
    )


def _proved(kind: str, proof: Proof, spans: Sequence[Span]) -> Proved:
    return Proved(
        kind,
        proof.title,
        proof.cites,
        spans[proof.of],
        spans[proof.at],
        proof.message,
        proof.help,
    )
