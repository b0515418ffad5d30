"""What is said of tables of texts, and of the languages of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.source.diagnostic import Diagnostic, Message, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name


def unknown_language(span: Span, met: str, languages: Sequence[str]) -> Diagnostic:
    """A column of a table of texts is none of the rulebook's other languages."""
    if not languages:
        return error(
            "unknown-language",
            span,
            "no line of the header says in which languages the texts are",
            help=f"write `texts in en, {met or 'fr'}` there: the first is that of the rulebook "
            "itself",
        )
    own, *others = languages
    if met == own:
        return error(
            "unknown-language",
            span,
            f"the rulebook's own texts are in `{own}`",
            help=f"drop the column: the texts in `{own}` are those of the column `original`",
        )
    if not met:
        return error(
            "unknown-language",
            span,
            "this column has no name",
            help="name its language in the first row; `(notes)`, if it is for you alone",
        )
    return error(
        "unknown-language",
        span,
        f"`{met}` is none of the rulebook's other languages",
        help=known_name(met, others)
        or f"they are: {', '.join(others) or 'none'}; for one more, write "
        f"`texts in {', '.join((*languages, met))}` in the header",
    )


repeated_language = Message(
    "repeated-header-line",
    "`{met}` stands twice",
    help="keep one of them",
    label="the first is here",
)
repeated_text = Message(
    "repeated-text",
    "this text stands in the table already, in `{language}`",
    help="keep one of the two rows",
    label="the first is here",
)
