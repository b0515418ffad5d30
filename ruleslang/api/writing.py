"""What a program wants that helps people write rulebooks: format a text, explain, run examples."""

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
    An example or claim that was run.

    `kind` is `example` or `claim`; `span` is its place in the text, and `at` that of the line
    which does not hold. `message` says what was expected and what was met, empty where it holds;
    `help`, what to write instead, empty where nobody knows.
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
        """Whether all of it came true."""
        return not self.message


def format_text(text: str, *, name: str = "text.rules") -> str:
    """
    A text of the language in its one form, as `ruleslang fmt` writes it.

    Raises `RulesError` where it cannot be read.
    """
    said = argument_checks.text("text", text), argument_checks.text_name("name", name)
    made = format_source(Source(said[1], said[0]))
    if made.text is None:
        raise RulesError(made.diagnostics)
    return made.text


def message_page(slug: str) -> str:
    """
    The page about a message, in Markdown: what it means, what to write, and why.

    Raises `ValueError` when no message is called so.
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
    Runs the worked examples and claims of a rulebook, in the order of the text.

    Takes what `load` takes, and raises what it raises; with `only`, those in whose title or
    citations these words stand.
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
