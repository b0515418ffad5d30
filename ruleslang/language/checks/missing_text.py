"""
Reports `missing-text` and `stale-text`: texts without a translation into a language of the header,
and rows of a text table whose text no longer exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruleslang.language.resolve.symbol_table import Key, TextRow, Texts
from ruleslang.language.resolve.tables import name_of, read_looks, read_table, read_texts
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.language.syntax.node import Text
from ruleslang.language.syntax.walk import walk
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, nearest

NOT_FOR_PLAYERS = (Example, Claim, syntax.Omit, syntax.RuleTable)


def missing_text(span: Span, name: str, language: str, more: int) -> Diagnostic:
    """A text, and this many more, have no translation into a language that the header lists."""
    others = "" if not more else ", nor is 1 more text" if more == 1 else f", nor are {more} more"
    return advice(
        "missing-text",
        span,
        f"this is not there in `{language}`{others}",
        help="write a row in `texts.csv` or `table texts`: the column `what` has "
        + (f"`{name}`" if name else "nothing")
        + ", `original` this text",
    )


def stale_text(row: TextRow, near: str, now: Mapping[Key, Span]) -> Diagnostic:
    """
    A row translates a text that its declaration does not have; `near` is the most similar text.
    """
    if near:
        problem, help = "the rulebook has another text here now", f"it says `{near}`"
    elif any(name == row.what.text for name, _ in now):
        problem, help = f"`{row.what.text}` has no such text", "drop the row"
    elif not row.what.text:
        problem = "no declaration without a name has such a text"
        help = "write into the column `what` the name of the declaration in which it stands"
    else:
        problem = f"nothing that is called `{row.what.text}` has a text"
        return advice(
            "stale-text",
            row.what.span,
            problem,
            help=known_name(row.what.text, {name for name, _ in now}) or "drop the row",
        )
    return advice("stale-text", row.original.span, problem, help=help)


def check(trees: Sequence[syntax.Tree], _: Program) -> Iterator[Diagnostic]:
    """All such texts and rows, if the header lists several languages."""
    order = [node for tree in trees for node in tree.declarations]
    header = next((node for node in order if isinstance(node, syntax.Header)), None)
    texts = read_texts(order, header, [])
    if len(texts.languages) < 2:
        return
    now = dict(_texts(order))
    stale = [row for row in texts.rows if row.key not in now]
    meant = [_meant(row, [key for key in now if not texts.named(*key)]) for row in stale]
    yield from (stale_text(row, near, now) for row, near in zip(stale, meant, strict=True))
    known = {(row.what.text, near) for row, near in zip(stale, meant, strict=True)}
    yield from _missing(texts, now, known)


def _meant(row: TextRow, missed: Sequence[Key]) -> str:
    """The present text most similar to a stale row; empty if there is none."""
    known = [words for name, words in missed if name == row.what.text]
    if row.what.text and len(known) == 1:
        return known[0]
    return nearest(row.original.text, known) or ""


def _missing(texts: Texts, now: Mapping[Key, Span], keys: set[Key]) -> Iterator[Diagnostic]:
    """The first such text of each language, with the number of all others."""
    for language in texts.languages[1:]:
        missed = [
            (name, span)
            for (name, text), span in now.items()
            if (name, text) not in keys
            and language not in {known for known, _ in texts.named(name, text)}
        ]
        for name, span in missed[:1]:
            yield missing_text(span, name, language, len(missed) - 1)


def _texts(nodes: Sequence[syntax.Declaration]) -> Iterator[tuple[Key, Span]]:
    """All texts shown to players, with their places."""
    for node in nodes:
        if isinstance(node, syntax.Table):
            for card in read_table(node, []):
                words = filter(None, (card.title, card.printed))
                yield from (((card.id.text, word), card.span) for word in words)
        elif isinstance(node, syntax.LookTable):
            for row in read_looks(node, []):
                yield from (((row.what.text, cell.text), cell.span) for cell in row.texts)
        elif not isinstance(node, NOT_FOR_PLAYERS):
            name = name_of(node)
            yield from (
                ((name, text.text), text.span)
                for text in walk(node)
                if isinstance(text, Text) and text.text
            )
