"""Diagnostics about the files of a rulebook: missing, unreadable, too large, not read."""

from __future__ import annotations

from attrs import evolve

from ruleslang.source.diagnostic import Diagnostic, Message, Severity, Subject, error
from ruleslang.source.fix import write
from ruleslang.source.span import Source, Span


def end_of(source: Source) -> Span:
    """Return the span of diagnostics about a whole file."""
    return source.span(len(source.text), len(source.text))


misspelt_declaration = Message(
    "misspelt-declaration",
    "`{here}` is declared here, but all other lines write `{name}`",
    help=write("{name}").sure,
)
not_utf8 = Message("not-utf8", "the file is not UTF-8 from byte {byte} on")
unprintable_name = Message(
    "unprintable-name",
    "the file is not read because of its name: {problem}",
    help="give it a name of letters, digits, `-` and `_`",
)
utf_16 = Message("not-utf8", "the file is in UTF-16, not UTF-8")  # spreadsheets call it Unicode


packed = Message("not-text", "this file is a document or a spreadsheet, not a plain text")


def save_as_text(source: Source) -> str:
    """Return the help for a file that is not UTF-8."""
    if source.is_table:
        return "in the spreadsheet, save it as `CSV UTF-8`"
    return "in the editor, save it as plain text in UTF-8"


def file_too_large(source: Source, most: int) -> Diagnostic:
    """Report that a file exceeds the size limit."""
    return error(
        "file-too-large",
        end_of(source),
        f"the file has more than {most // 1000000} million bytes",
        help="leave out columns and sheets that are not cards: a game has at most 2,000 definitions"
        if source.is_table
        else "a rulebook may be split: every `.rules` file of its folder is read",
    )


unread_table = Message(
    "unread-table",
    "`{file}` is beside this file, but is not read",
    help="name the folder instead of the file: then all tables and texts in it are read",
    severity=Severity.WARNING,
)
"""A table of cards is beside the only file that is read; an error where its cards are named."""


unreadable_file = Message(
    "unreadable-file",
    "the file cannot be read: {reason}",
    help="see that it is there, that it is a text file, and that you may read it",
)
outside_the_folder = Message(
    "outside-the-folder",
    "the file is a link that leads out of the rulebook's folder",
    help="put a copy of the file there instead",
)
too_many_files = Message(
    "too-many-files",
    "the rulebook has more than {most} files",
    help="put several cards, or several tables, into one file",
)
too_large_together = Message(
    "file-too-large",
    "with this file, the rulebook has more than {most} characters",
    help="this file and those after it are not read; make two rulebooks of it",
)
unknown_card_folder = Message(
    "unknown-card-folder",
    "no card files are found for `{here}`",
    help="they are looked for in {places}",
    about=Subject("name", "{here}"),
)
no_cards_inside = Message(
    "unknown-card-folder",
    "the folder `cards/{here}` contains no card files",
    help="their names end in `.cards` or `.csv`{other}",
    about=Subject("name", "{here}"),
)
unknown_standard_piece = Message(
    "unknown-standard-piece",
    "no standard piece is called `{here}`",
    help="choose from: {pieces}",
    about=Subject("name", "{here}"),
)
piece_needs = Message(
    "piece-needs",
    "`{here}` needs `{place}`, and nothing has that name",
    help="declare it in your rulebook, as the comment at the top of the piece describes",
    label="it is used here",
)


def not_shown(span: Span, most: int, severity: Severity) -> Diagnostic:
    """Report more diagnostics than are shown; its severity is the gravest of the rest."""
    plural = {Severity.ERROR: "mistakes", Severity.WARNING: "warnings", Severity.ADVICE: "messages"}
    message = f"{most} {plural[severity]}: the rest is not shown"
    return evolve(
        error("too-many-mistakes", span, message, help="fix those above first"), severity=severity
    )


unreadable_allowance = Message(
    "unreadable-allowance",
    "an allowance says which message, and why",
    help="write `# allow: SLUG, because …`, with the name in square brackets of the message",
    severity=Severity.WARNING,
)
allowed_everywhere = Message(
    "unreadable-allowance",
    "only the file with the header allows something everywhere",
    help="write it there; here `# allow: SLUG, because …` is about one line",
    severity=Severity.WARNING,
)
unknown_allowance = Message(
    "unknown-allowance",
    "no message is called `{here}`",
    help="use the message's name, shown in its square brackets",
    severity=Severity.WARNING,
)
needless_allowance = Message(
    "needless-allowance",
    "`{here}` is allowed here, but is not reported",
    help="leave it out of the remark; errors cannot be allowed",
    severity=Severity.WARNING,
)
