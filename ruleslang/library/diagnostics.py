"""Diagnostics about the files of a rulebook: missing, unreadable, too large, not read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from ruleslang.source.diagnostic import (
    Diagnostic,
    Message,
    Severity,
    Subject,
    error,
    warning,
)
from ruleslang.source.fix import Certainty, Proposal
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import known_name

NAME_THE_FOLDER = "name the folder instead of the file: then all tables and texts in it are read"


def _end(source: Source) -> Span:
    return source.span(len(source.text), len(source.text))


def misspelt_declaration(span: Span, name: str) -> Diagnostic:
    """A name is declared, and all that must mean it say it with another letter."""
    met = span.text
    return error(
        "misspelt-declaration",
        span,
        f"`{met}` is declared here, and all that speak of it say `{name}`",
        help=Proposal(f"write `{name}`", (name,), Certainty.SURE),
    )


def not_utf8(source: Source, byte: int) -> Diagnostic:
    """A file is not text, or is text in another encoding."""
    return error(
        "not-utf8",
        _end(source),
        f"the file is not UTF-8 from byte {byte} on",
        help=_save_as_text(source),
    )


def unprintable_name(source: Source, problem: str) -> Diagnostic:
    """A file has a name that would not be one line of print."""
    return error(
        "unprintable-name",
        _end(source),
        f"the file is not read for its name: {problem}",
        help="give it a name of letters, digits, `-` and `_`",
    )


def utf_16(source: Source) -> Diagnostic:
    """A file is text in UTF-16, as spreadsheets save what they call Unicode."""
    return error(
        "not-utf8", _end(source), "the file is in UTF-16, not UTF-8", help=_save_as_text(source)
    )


def packed(source: Source) -> Diagnostic:
    """A file is a spreadsheet or a document that only got the ending of a text."""
    return error(
        "not-text",
        _end(source),
        "this file is a document or a spreadsheet, not a plain text",
        help=_save_as_text(source),
    )


def _save_as_text(source: Source) -> str:
    if source.is_table:
        return "in the spreadsheet, save it as `CSV UTF-8`"
    return "in the editor, save it as plain text in UTF-8"


def file_too_large(source: Source, most: int) -> Diagnostic:
    """A file is larger than any rulebook could need."""
    return error(
        "file-too-large",
        _end(source),
        f"the file has more than {most // 1000000} million bytes",
        help="leave out columns and sheets that are no cards: a game has at most 2,000 definitions"
        if source.is_table
        else "a rulebook may be split: every `.rules` file of its folder is read",
    )


def unread_table(span: Span, file: str) -> Diagnostic:
    """A table of cards lies beside the only file that is read."""
    return warning("unread-table", span, _beside(file), help=NAME_THE_FOLDER)


def missed_table(span: Span, file: str) -> Diagnostic:
    """The same, and cards of that table are spoken of."""
    return error("unread-table", span, _beside(file), help=NAME_THE_FOLDER)


def _beside(file: str) -> str:
    return f"`{file}` lies beside this file, and is not read"


def unreadable_file(source: Source, reason: str) -> Diagnostic:
    """A file is there and the system does not let it be read."""
    return error(
        "unreadable-file",
        _end(source),
        f"the file cannot be read: {reason.lower()}",
        help="see that it is there, that it is a text file, and that you may read it",
    )


def outside_the_folder(source: Source) -> Diagnostic:
    """A file of the rulebook's folder is a link that leads out of it."""
    return error(
        "outside-the-folder",
        _end(source),
        "the file is a link that leads out of the rulebook's folder",
        help="put a copy of the file there instead",
    )


def too_many_files(source: Source, most: int) -> Diagnostic:
    """A rulebook is made of more files than the library reads."""
    return error(
        "too-many-files",
        _end(source),
        f"the rulebook has more than {most} files",
        help="put several cards, or several tables, into one file",
    )


def too_large_together(source: Source, most: int) -> Diagnostic:
    """The files of a rulebook, all together, are larger than any rulebook could need."""
    return error(
        "file-too-large",
        _end(source),
        f"with this file, the rulebook has more than {most:,} letters",
        help="this file and those after it are not read; make two rulebooks of it",
    )


def unknown_card_folder(span: Span, looked: Iterable[str], known: Iterable[str]) -> Diagnostic:
    """The header's `cards` names a folder that is not there."""
    places = " or ".join(f"`{place}`" for place in looked)
    return error(
        "unknown-card-folder",
        span,
        f"no card files are found for `{span.text}`",
        help=known_name(span.text, known) or f"they are looked for in {places}",
        about=Subject("name", span.text),
    )


def no_cards_inside(span: Span, files: Sequence[str]) -> Diagnostic:
    """The folder that the header's `cards` names holds nothing that is read."""
    other = f", and `{files[0]}` ends otherwise" if files else ""
    return error(
        "unknown-card-folder",
        span,
        f"the folder `cards/{span.text}` holds no files of cards",
        help=f"their names end in `.cards` or `.csv`{other}",
        about=Subject("name", span.text),
    )


def unknown_standard_piece(span: Span, known: Iterable[str]) -> Diagnostic:
    """The header's `uses` names a piece that is not among the standard ones."""
    names = sorted(known)
    listed = ", ".join(f"`{name}`" for name in names) or "none yet"
    return error(
        "unknown-standard-piece",
        span,
        f"no standard piece is called `{span.text}`",
        help=known_name(span.text, names) or f"there are: {listed}",
        about=Subject("name", span.text),
    )


piece_needs = Message(
    "piece-needs",
    "`{here}` needs `{place}`, and nothing is called so",
    help="declare it in your rulebook: the comment at the top of the piece says as what",
    label="it is used here",
)


def not_shown(span: Span, most: int, severity: Severity) -> Diagnostic:
    """There are more diagnostics than are shown; it is as grave as the gravest of the rest."""
    what = {Severity.ERROR: "mistakes", Severity.WARNING: "warnings", Severity.ADVICE: "messages"}
    said = f"{most} {what[severity]}: the rest is not shown"
    return evolve(
        error("too-many-mistakes", span, said, help="mend those above first"), severity=severity
    )


def unreadable_allowance(span: Span, *, everywhere: bool) -> Diagnostic:
    """A remark begins as an allowance, and does not say what it allows, or why, or where it may."""
    if everywhere:
        message = "only the file with the header allows something everywhere"
        help = "write it there; here `# allow: SLUG, because …` is about one line"
    else:
        message = "an allowance says which message, and why"
        help = "write `# allow: SLUG, because …`, with the name in square brackets of the message"
    return warning("unreadable-allowance", span, message, help=help)


def unknown_allowance(span: Span, known: Iterable[str]) -> Diagnostic:
    """A message is allowed that there is not."""
    return warning(
        "unknown-allowance",
        span,
        f"no message is called `{span.text}`",
        help=known_name(span.text, known)
        or "a message is allowed by the name that stands in its square brackets",
    )


def needless_allowance(span: Span) -> Diagnostic:
    """Nothing is said that an allowance allows."""
    return warning(
        "needless-allowance",
        span,
        f"`{span.text}` is allowed here, and nothing says it",
        help="leave it out of the remark; errors cannot be allowed",
    )
