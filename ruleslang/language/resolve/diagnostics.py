"""Diagnostics about the names that a rulebook declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve

from ruleslang.language.syntax.node import Name
from ruleslang.program import limits
from ruleslang.source.diagnostic import (
    Diagnostic,
    Help,
    Message,
    Placed,
    Subject,
    WarningMessage,
    advice,
    error,
)
from ruleslang.source.fix import Certainty, Edit, Fix, Proposal, declare, write
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name, nearest, plain_name

OTHER_HEADINGS = {"name": ("title", "card", "card name"), "id": ("key", "identifier")}
COPIES = frozenset({"number", "count", "amount", "quantity", "qty", "many", "how_many", "copy"})
OF_TITLES = (
    "the owner goes in brackets, and the content after the colon: `zone hand(player): cards`"
)
FEW = 8  # most fields that a help lists
AN_ID = "an id is one word of letters, digits and `_`, and begins with a letter"
NO_CARD = "a row that is not a card has its id in parentheses: `(total)`"


duplicate_name = Message(
    "duplicate-name",
    "`{name}` is already the name of {what}",
    help="a name means one thing in the whole rulebook: give one of them another name",
    label="first declared here",
    about=Subject("declaration", "{name}"),
)


repeated_word = Message(
    "repeated-word",
    "`{name}` is twice in this list",
    help="write it once; more copies of a face are written `x2`",
    label="the first one is here",
)


brought_word = Message(
    "repeated-word",
    "`{list}` has the word `{name}`, which is already in this list",
    help="rename one of the two words, or write out the intended words of `{list}`",
    label="it comes from here",
)


list_in_circle = Message(
    "circular-type",
    "the list `{name}` contains itself",
    help="write out the words of one of the lists",
)


built_in_name = Message(
    "built-in-name",
    "`{name}` already has a meaning in the language",
    help="rename it, for example `my_{name}`",
    about=Subject("declaration", "{name}"),
)


reserved_name = Message(
    "reserved-name",
    "{why}, so it can't be a name",
    help="give it another name",
    about=Subject("declaration", "{here}"),
)


def unknown_kind(
    name: Name, known: Iterable[str], found: str | None = None, fits: str | None = None
) -> Diagnostic:
    """
    Report that a card, a table, a kind or a zone speaks of a kind that nothing declares; `fits` is
    one with the columns of the table.
    """
    return error(
        "unknown-kind",
        name.span,
        f"no kind of card is called `{name.text}`",
        help=(OF_TITLES if name.text in ("title", "player") else None)
        or _kind_of_file(name, known, fits)
        or (f"`{name.text}` is {found}; a zone holds `cards`, or one kind" if found else None)
        or known_name(name.text, known)
        or declare(f"kind {name.text}"),
        about=Subject("name", name.text),
    )


def _kind_of_file(name: Name, known: Iterable[str], fits: str | None) -> Help:
    """Return the name of the CSV file of a kind; None for a kind declared in a text."""
    if not name.span.source.is_table:
        return None
    first = re.match(r"[\w ]*", name.text)
    near = nearest(name.text, known) or nearest(first[0].strip() if first else "", known) or fits
    if name.span.source.is_workbook:
        return (
            "a sheet is named after the kind of its cards"
            + (f": call it `{near}`" if near else "")
            + "; a sheet without cards has a name in parentheses: `(notes)`"
        )
    if near:
        ending = name.span.source.name.rpartition(".")[2]
        text = f"a table is named after the kind of its cards: rename it `{near}.{ending}`"
        return Proposal(text, (), renames=f"{near}.{ending}")
    return "a table is named after the kind of its cards; move other tables elsewhere"


lines_in_two_places = Message(
    "duplicate-name",
    "the card `{here}` already has its own lines",
    help="a card has them in one place: write them below the others",
    label="they are here",
    about=Subject("declaration", "{here}"),
)


def unknown_row(name: Name, rows: Iterable[str], kinds: Sequence[str]) -> Diagnostic:
    """Report lines for a card whose row no table has; a separate card states its kind."""
    kind = kinds[0] if kinds else "KIND"
    title = name.text.replace("_", " ").capitalize()
    return error(
        "unknown-row",
        name.span,
        f"`{name.text}` has no kind, and no table has a row of that name",
        help=known_name(name.text, rows)
        or f'a card without a row needs its kind: `card {name.text} "{title}": {kind}`',
        about=Subject("name", name.text, needs=("tables", "folders")),
    )


kinds_in_circle = Message(
    "kinds-in-circle",
    "`{name}` is its own ancestor",
    help="a kind has one parent, and no kind is its own ancestor",
)


cards_without_rulebook = Message(
    "missing-header",
    "these are cards, not a rulebook",
    help="add them to their rulebook: `check RULEBOOK --cards {file}`",
)
missing_header = Message(
    "missing-header",
    "this rulebook has no header",
    help='begin the first file with `rulebook my_game "My game"` and its lines',
)


second_header = Message(
    "second-header",
    "this rulebook already has a header",
    help="a rulebook has one `rulebook` line; keep one of them",
    label="the first is here",
)


def missing_columns(
    span: Span, missing: Sequence[str], heads: Sequence[Placed], heading: Span | None
) -> Diagnostic:
    """Report that a table of cards lacks columns all need; `heading` is a row that has them."""
    columns = ", and no `".join(f"{column}`" for column in missing)
    intended = None if heading else _intended(missing, heads)
    found = error(
        "missing-column",
        span,
        f"this table has no column `{columns}",
        help=_heads_below(heading) or _intended_headings(missing, heads, intended),
    )
    return evolve(found, fix=Fix(intended, Certainty.LIKELY)) if intended else found


def _heads_below(heading: Span | None) -> str | None:
    if heading is None:
        return None
    line, _ = heading.source.line_and_column(heading.start)
    return f"the first row names the columns: delete everything above line {line}"


def _intended(missing: Sequence[str], heads: Sequence[Placed]) -> tuple[Edit, ...]:
    """Return the edits of the headings that are there instead of all that are missing."""
    others = {other: column for column in missing for other in OTHER_HEADINGS.get(column, ())}
    small = [(head.span, others.get(head.text.lower(), head.text.lower())) for head in heads]
    edits = tuple(Edit(span, text) for span, text in small if text != span.text)
    return edits if {edit.text for edit in edits} >= set(missing) else ()


def _intended_headings(
    missing: Sequence[str], heads: Sequence[Placed], intended: Sequence[Edit] | None
) -> str:
    """Return help about missing columns, from the headings that are there instead."""
    if len(heads) == 1 and "|" in heads[0].text:
        return "the cells of a CSV file are separated by commas, semicolons or tabs, not by `|`"
    if intended:
        written = ", ".join(f"`{edit.text}`" for edit in intended)
        is_case = all(edit.text == edit.span.text.lower() for edit in intended)
        return f"write {written}" + (": headings are case-sensitive" if is_case else "")
    if "what" in missing or "original" in missing:
        return "a table of texts has `what`, `original`, and a column for each other language"
    return "every table has `id` and `name`; `copies` is optional and defaults to 1"


def unknown_column(
    cell: Placed,
    kind: str,
    known: Iterable[str],
    *,
    others: Sequence[str] = (),
    intended: str | None = None,
) -> Diagnostic:
    """Report columns that are no fields of their kind, or have no name; the first is shown."""
    span, column = cell.span, cell.text
    if not column:
        return error(
            "unknown-column",
            span,
            "this column has no name, but isn't empty",
            help="name it in the first row, `(notes)` if it is only for you; or empty its cells",
            about=Subject("field", column, kind),
        )
    return error(
        "unknown-column",
        span,
        f"`{kind}` has no field `{column}`{_other_names(others)}",
        help=(write(intended) if intended else None)
        or (write("copies") if column.lower() in COPIES else None)
        or known_name(column, known)
        or f"the columns are `id`, `name`, `copies`, `text` and {_fields_if_few(known)};"
        f" `({column})` is not read",
        about=Subject("field", column, kind),
    )


def _fields_if_few(known: Iterable[str]) -> str:
    """Return the fields of a kind, if they are few."""
    fields = sorted(known)
    several = f"the fields {', '.join(f'`{field}`' for field in fields)}"
    return several if 0 < len(fields) <= FEW else "fields"


def _other_names(others: Sequence[str]) -> str:
    if not others:
        return ""
    more = len(others) - 1
    return f", nor `{others[0]}`" + (f" and {more:,} more" if more else "")


repeated_column = Message(
    "repeated-column", "the column `{column}` is there twice", help="keep one of them"
)


too_many_columns = Message(
    "wrong-cell-count",
    "this table has {found:,} columns, more than {most}",
    help="remove columns that don't describe a card",
)


def short_row(span: Span, found: int, expected: int) -> Diagnostic:
    """Report that a row has more or fewer cells than the table has columns."""
    return error(
        "wrong-cell-count",
        span,
        f"this row has {found} cells; the table has {expected} columns",
        help=_cells(span, found < expected),
    )


def _cells(span: Span, too_few: bool) -> str:
    if span.source.is_table:
        if too_few:
            return "give it a cell for every column; one that takes the field's default is `-`"
        return "remove the last cells, or quote texts with a comma or semicolon"
    if too_few:
        return "is a `|` missing? a cell that takes the field's default is `-`"
    return "is there an extra `|`? a cell can't contain `|`"


def odd_heading(span: Span, found: int, rows: int) -> Diagnostic:
    """Report that the heading of a table has more or fewer cells than all its rows."""
    few = "name the columns that lack a name, or drop their cells"
    many = "drop the columns that no row fills, or fill them: `-` takes the field's default"
    return error(
        "wrong-cell-count",
        span,
        f"this heading has {found} cells; the rows below have {rows}",
        help=few if found < rows else many,
    )


def bad_copies(span: Span, found: str) -> Diagnostic:
    """Report that the entry for the number of copies in a table is not a number."""
    number = re.fullmatch(r"[a-zA-Z×* ]*([0-9]{1,4})([.,]0{1,2}|[a-zA-Z×* ]*)", found)
    grouped = re.fullmatch(r"[0-9]{1,3}([^0-9][0-9]{3})+", found)
    intended = re.sub("[^0-9]", "", found) if grouped else number[1] if number else ""
    is_one = intended and int(intended) <= limits.CARDS
    return error(
        "bad-copies",
        span,
        f"`{found}` isn't a number of copies",
        help=f"write a whole number from 0 to {limits.CARDS}"
        + (f": `{int(intended)}`" if is_one else ""),
    )


def is_line_of_dashes(found: str) -> bool:
    """Return whether a cell belongs to a line that parts a heading from its rows."""
    return bool(found) and not found.strip("-=: ")


def bad_id(span: Span, found: str) -> Diagnostic:
    if is_line_of_dashes(found):
        return error(
            "bad-id",
            span,
            "a table has no line of dashes",
            help="remove it: the first row names the columns, all others are cards",
        )
    if not found:
        return error(
            "bad-id", span, "this row has no id", help=f"give the card a name: {AN_ID}; {NO_CARD}"
        )
    near = plain_name(found)[:40]
    near = f"card_{near}" if near[:1].isdigit() else near
    return error(
        "bad-id",
        span,
        f"`{found}` can't be the id of a card",
        help=Proposal(f"{AN_ID}: `{near}`", (near,)) if near else AN_ID,
    )


sum_of_rows = WarningMessage(
    "sum-of-rows",
    "the numbers of `{found}` are the sums of the rows above",
    help="if it is not a card, put its id in parentheses: `(total)`",
)


SPREADSHEET_ERROR = re.compile(r"#[A-ZÀ-Ý/0]+ ?[!?]|#N/A|#NV|#GETTING_DATA|Err:[0-9]{3}")
"""A failed formula as Excel and LibreOffice show it, in any language, but no colour `#ABC`."""
MOST_SHOWN = 8  # cards whose texts changed


spreadsheet_error = Message(
    "unreadable-cell", "this cell has a spreadsheet error", help="write its value"
)
second_row_of_looks = Message(
    "repeated-part", "`{here}` already has a row of looks", help="write all of it in one row"
)


def no_such_column(cell: Placed, table: str, columns: Sequence[str]) -> Diagnostic:
    """Report a column that a table of looks or of rules cannot have."""
    listed = ", ".join(f"`{name}`" for name in columns)
    return error(
        "unknown-column",
        cell.span,
        f"a table of {table} has no column `{cell.text}`",
        help=known_name(cell.text, columns) or f"its columns are {listed}; `(notes)` is ignored",
    )


def changed_texts(span: Span, cards: Sequence[str]) -> Diagnostic:
    """Report that a table was exported, and its texts are others now."""
    shown = ", ".join(f"`{card}`" for card in cards[:MOST_SHOWN])
    more = f" and {len(cards) - MOST_SHOWN} more" if len(cards) > MOST_SHOWN else ""
    return advice(
        "changed-texts",
        span,
        f"changed since this table was exported: {shown}{more}",
        help="spreadsheets turn texts such as `007`, `+1`, `1e3` or `=A1` into numbers; if you "
        f"changed these texts, clear their cells below `{span.text}`",
    )


def unknown_language(cell: Placed, languages: Sequence[str]) -> Diagnostic:
    """Report that a column of a table of texts is none of the rulebook's other languages."""
    found, (original, *others) = cell.text, languages or ("",)
    help: Help
    if not languages:
        message = "the header doesn't state the languages of the texts"
        help = (
            f"write `texts in en, {found or 'fr'}` there: the first is the rulebook's own language"
        )
    elif found == original:
        message = f"the rulebook's own texts are in `{original}`"
        help = f"remove the column: the texts in `{original}` are in the column `original`"
    elif not found:
        message = "this column has no name"
        help = "name its language in the first row; `(notes)`, if it is only for you"
    else:
        message = f"`{found}` isn't one of the rulebook's other languages"
        help = known_name(found, others) or (
            f"they are: {', '.join(others) or 'none'}; for one more, write "
            f"`texts in {', '.join((*languages, found))}` in the header"
        )
    return error("unknown-language", cell.span, message, help=help)


repeated_language = Message(
    "repeated-header-line",
    "`{found}` stands twice",
    help="keep one of them",
    label="the first is here",
)
repeated_text = Message(
    "repeated-text",
    "the table already has this text in `{language}`",
    help="keep one of the two rows",
    label="the first is here",
)
